# The web server as a container: docker build -t noughts . && docker run -p 127.0.0.1:8321:8321 -v noughts:/data noughts
# Inside the container it listens on all addresses; the published port decides who can reach it. Behind a proxy with a
# name of its own, add: --allow-host play.example.org --trust-proxy ADDRESS
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements requirements
RUN python -m venv /build && /build/bin/pip install --no-cache-dir --require-hashes -r requirements/wheels.txt
COPY . .
RUN /build/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . ./kernel

FROM python:3.13-slim
COPY requirements/server.txt /tmp/
COPY --from=build /wheels /tmp/wheels
RUN python -m venv /noughts && \
    /noughts/bin/pip install --no-cache-dir --require-hashes -r /tmp/server.txt && \
    /noughts/bin/pip install --no-cache-dir --no-index --no-deps /tmp/wheels/*.whl && \
    rm -r /tmp/server.txt /tmp/wheels && \
    useradd --create-home --uid 1000 noughts && mkdir /data && chown noughts /data
USER noughts
VOLUME /data
EXPOSE 8321
HEALTHCHECK CMD ["/noughts/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8321/health', timeout=5)"]
ENTRYPOINT ["/noughts/bin/noughts", "web", "--host", "0.0.0.0", "--database", "/data/games.sqlite3", "--json-logs"]
