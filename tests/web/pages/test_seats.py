"""Secret links: their QR codes, and what a link to a game reveals."""

import io
import re

import pytest
import segno

from tests.web.web_server import WebServer

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


def test_a_running_game_by_link_cannot_be_opened_in_analyse(shared_server: WebServer) -> None:
    with shared_server.browser() as ada, shared_server.browser() as grace:
        room = ada.send("/play/invite", name="Ada", side="x", begins="o", game="4,4,3").headers["location"]
        page = ada.get(room).text
        assert "your friend moves first" in page.replace("\n", " "), "the invitation keeps the first player"
        (link, *_) = re.findall(r"/seat/([\w-]{22})\"", page)
        assert grace.send(f"/seat/{link}", name="Grace").status_code == 303
        here = f"http://localhost{room}"
        for path in ("/analyse/import", "/games/import"):
            answer = ada.send(path, text=here)
            assert answer.status_code in (400, 403)
            assert "This game is not over yet: you can analyse it afterwards." in answer.text
        assert grace.send(f"{room}/resign", version=2).status_code in (200, 303)
        assert ada.send("/analyse/import", text=here).status_code == 303


@pytest.mark.parametrize("text", ["http://[", "see http://[ for more", "b2 a1 {seen at https://example.org/play/foo}"])
def test_text_that_is_no_link_of_ours_is_no_fault(shared_server: WebServer, text: str) -> None:
    with shared_server.browser() as ada:
        for path in ("/analyse/import", "/games/import"):
            assert ada.send(path, text=text).status_code in (303, 400)
        assert ada.send("/analyse/import", text="(;SZ[3];B[bb]C[https://example.org/play/foo])").status_code == 303
