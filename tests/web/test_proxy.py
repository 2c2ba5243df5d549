"""The server behind Caddy and nginx, with the configurations from the guide."""

import os
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests import optional
from tests.web.serving import free_port, is_listening, until
from tests.web.web_server import WebServer, web_server

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "host.md").read_text(encoding="utf-8")
CADDY, NGINX = re.findall(r"```text\n((?:play\.example\.org \{|limit_req_zone).*?)```", GUIDE, re.DOTALL)


@contextmanager
def proxied(program: str, directory: Path) -> Iterator[tuple[WebServer, int]]:
    """Start a server with a proxy in front of it, and yield the server and the port of the proxy."""
    program = optional.find(program) or program
    port = free_port()
    options = ("--allow-host", f"play.example.org:{port}", "--trust-proxy", "127.0.0.1", "--json-logs")
    with web_server(directory, *options) as server:
        command = configured(program, directory, port, server.port)
        with (directory / "proxy.log").open("w") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env={"HOME": str(directory), "PATH": os.environ["PATH"]}
            )
        try:
            until(lambda: is_listening(port))
            yield server, port
        finally:
            process.terminate()
            process.wait(20)


def configured(program: str, directory: Path, port: int, server: int) -> list[str]:
    """Write the guide's configuration with other ports and paths, and return the command that starts the proxy."""
    file = directory / "configuration"
    if program.endswith("caddy"):
        text = CADDY.replace("play.example.org {", f"play.example.org:{port} {{").replace("8321", str(server))
        file.write_text(
            "{\n\tadmin off\n\tskip_install_trust\n\thttp_port 0\n\tauto_https disable_redirects\n}\n" + text
        )
        return [program, "run", "--adapter", "caddyfile", "--config", str(file)]
    certificate = directory / "play.example.org"
    subject = ["-subj", "/CN=play.example.org", "-addext", "subjectAltName=DNS:play.example.org"]
    files = ["-out", f"{certificate}.pem", "-keyout", f"{certificate}.key"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files],
        check=True,
        capture_output=True,
    )
    text = NGINX.replace("443 ssl", f"{port} ssl").replace("8321", str(server)).replace("/etc/nginx", str(directory))
    text = text.replace("Host $host", f"Host $host:{port}")
    here = "".join(
        f"{name}_temp_path {directory}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(
        f"daemon off; pid {directory}/pid; error_log stderr; events {{}}\nhttp {{ access_log off; {here}\n{text}\n}}\n"
    )
    return [program, "-c", str(file), "-e", "stderr"]


@pytest.mark.parametrize("program", [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("caddy", "nginx")])
def test_a_game_can_be_played_through_a_proxy(program: str, tmp_path: Path) -> None:
    with proxied(program, tmp_path) as (server, port):
        unchecked = ssl.create_default_context()
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        page = f"https://play.example.org:{port}"
        transport = httpx.HTTPTransport(verify=unchecked)
        with httpx.Client(transport=Named(transport), base_url=page, timeout=20) as client:
            answer = client.get("/play")
            assert answer.status_code == 200
            assert "Secure" in answer.headers["set-cookie"], "the server knows that the browser uses https"
            style = client.get("/static/noughts.css", headers={"accept-encoding": "gzip"})
            assert style.headers["content-encoding"] == "gzip"
            form = {"game": "tictactoe", "mode": "here", "cell": "4"}
            assert client.post("/play/move", data=form, headers={"origin": "https://evil.example"}).status_code == 403
            moved = client.post("/play/move", data=form, headers={"origin": page})
            assert moved.status_code == 303
            game = moved.headers["location"].partition("?")[0]
            with client.stream("GET", f"{game}/events") as stream:
                lines = stream.iter_lines()
                assert next(line for line in lines if line.startswith("data:")) == "data: 1"
                move = {"ply": "1", "cell": "0", "version": "1"}
                assert client.post(f"{game}/move", data=move, headers={"origin": page}).status_code == 303
                assert next(line for line in lines if line.startswith("data:")) == "data: 2"
            long = client.post("/games/import", content=b"x" * 600_000, headers={"origin": page})
            assert long.status_code in (413, 502)  # Caddy 2.6 returns 502 if the body is too long
        expected = b"HTTP/1.1 421" if program == "nginx" else b"Content-Length: 0\r\n"  # Caddy's own, empty answer
        assert expected in target_on_another_host(port, unchecked)
        assert '"client": "127.0.0.1"' in server.written


def target_on_another_host(port: int, context: ssl.SSLContext) -> bytes:
    """Return the answer to a request for a page of another host whose Host header names this server."""
    request = f"GET http://evil.example/play HTTP/1.1\r\nHost: play.example.org:{port}\r\nConnection: close\r\n\r\n"
    with (
        socket.create_connection(("127.0.0.1", port), 20) as plain,
        context.wrap_socket(plain, server_hostname="play.example.org") as connection,
    ):
        connection.sendall(request.encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))


class Named(httpx.BaseTransport):
    """Connects to this computer for any host name in the URL."""

    def __init__(self, transport: httpx.HTTPTransport) -> None:
        self._transport = transport

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        here = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": request.url.host},
        )
        return self._transport.handle_request(here)

    def close(self) -> None:
        self._transport.close()
