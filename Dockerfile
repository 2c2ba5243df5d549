# The web server as a container: docker build -t noughts . && docker run -p 127.0.0.1:8321:8321 -v noughts:/data noughts
# Inside the container it listens on all addresses; the published port decides who can reach it. Behind a proxy with a
# name of its own, add: --allow-host play.example.org --trust-proxy ADDRESS
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements requirements
RUN python -m venv /noughts && \
    /noughts/bin/pip install --no-cache-dir --require-hashes -r requirements/test.txt -r requirements/kernel.txt
COPY . .
RUN /noughts/bin/pip install --no-cache-dir --no-build-isolation --no-deps ./kernel . && \
    /noughts/bin/pip uninstall --yes pytest pytest-xdist hypothesis mypy ruff apsw cmake ninja

FROM python:3.13-slim
COPY --from=build /noughts /noughts
RUN useradd --create-home --uid 1000 noughts && mkdir /data && chown noughts /data
USER noughts
VOLUME /data
EXPOSE 8321
HEALTHCHECK CMD ["/noughts/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8321/health', timeout=5)"]
ENTRYPOINT ["/noughts/bin/noughts", "web", "--host", "0.0.0.0", "--database", "/data/games.sqlite3", "--json-logs"]
