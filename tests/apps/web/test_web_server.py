"""The server starts, answers, and stops: what the other tests of the page rely on."""

from pathlib import Path

from tests.apps.web.web_server import WebServer, application, web_server


def test_a_server_starts_and_answers(shared_server: WebServer) -> None:
    with shared_server.browser() as browser:
        assert "noughts" in browser.get("/play").text
        pressed = browser.send("/play/move", game="tictactoe", x="person", o="perfect", cell=4)
        assert pressed.status_code == 303
        assert browser.get(pressed.headers["location"]).status_code == 200


def test_games_are_there_after_a_restart(tmp_path: Path) -> None:
    with web_server(tmp_path) as server, server.client() as client:
        created = client.post("/api/v1/games", json={"o": "person"}).json()
        assert server.stop() == 0
    mine = {"authorization": f"Bearer {created['secret']}"}
    with web_server(tmp_path) as server, server.client(headers=mine) as client:
        assert client.get(f"/api/v1/games/{created['id']}").json()["position"] == created["position"]


def test_the_application_alone(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite3") as app:
        assert app.request("GET", "/health").json()["status"] == "well"
