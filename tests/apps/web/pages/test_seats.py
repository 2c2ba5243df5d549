"""The QR codes of secret links."""

import io

import pytest

from tests.apps.web.web_server import WebServer

segno = pytest.importorskip("segno", reason="needs the extra [web]")

LINK = "8Jx1hYk0QvWn3sZr5tUb7A"


def drawn(url: str) -> bytes:
    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", border=2, omitsize=True, dark="#000", light="#fff")
    return out.getvalue()


def test_the_qr_code_contains_the_link_with_this_host(shared_server: WebServer) -> None:
    with shared_server.client() as client:
        answer = client.get(f"/seat/{LINK}/qr.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["cache-control"] == "no-store", "the URL and the picture contain the secret"
        assert answer.content == drawn(f"{shared_server.address}/seat/{LINK}")
        other = client.get(f"/seat/{LINK}/qr.svg", headers={"host": f"localhost:{shared_server.port}"})
        assert other.content == drawn(f"http://localhost:{shared_server.port}/seat/{LINK}")


@pytest.mark.parametrize("link", ["abc", LINK + "x", "a b", "%00" * 22])
def test_only_a_well_formed_link_has_a_qr_code(shared_server: WebServer, link: str) -> None:
    with shared_server.client() as client:
        assert client.get(f"/seat/{link}/qr.svg").status_code == 404
