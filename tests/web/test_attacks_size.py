"""Requests that are too large are refused early: long bodies, large boards and too many analyses."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.web.serving import everything
from tests.web.web_server import WebServer, web_server

MEGABYTES = 10 * 1024 * 1024


def resident(server: WebServer) -> int:
    """Return the memory of the server in bytes."""
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        pytest.skip("needs /proc")
    (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmRSS")]
    return 1024 * int(line.split()[1])


@pytest.mark.parametrize(
    ("path", "told"),
    [
        *[("/api/v1/games", True), ("/games/import", False), ("/nowhere", True)],
        *(pytest.param(path, False, marks=pytest.mark.slow) for path in ("/api/v1/review", "/play/move", "/nowhere")),
    ],
)
def test_ten_megabytes_are_refused(shared_server: WebServer, path: str, told: bool) -> None:
    before = resident(shared_server)
    length = f"Content-Length: {MEGABYTES}" if told else "Transfer-Encoding: chunked"
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 10.6.0.1\r\n{length}\r\n\r\n".encode()
    piece = b"x" * 65_536 if told else b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    with shared_server.connect() as connection:
        connection.sendall(head)
        try:
            for _ in range(MEGABYTES // 65_536):
                connection.sendall(piece)
        except OSError:
            pass  # the server closed the connection, as it should; its response can still be read
        status = 404 if path == "/nowhere" and not told else 413  # no handler reads this body
        assert f" {status} ".encode() in everything(connection)[:20]
    assert resident(shared_server) - before < 4 * 1024 * 1024


BOARDS = ["9999,9999,5", "99999999999999999999,3,3", "21,20,5", "8x8x8", "2x2x2x2x2x2", "400,2,1", "0,0,0", "-1,3,3"]


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_that_is_too_large_is_refused(shared_server: WebServer, game: str) -> None:
    with shared_server.browser("10.6.0.2") as browser:
        began = time.perf_counter()
        answers = [
            browser.http.get("/play", params={"game": game}),
            browser.send("/play/move", game=game, mode="here", cell=0),
            browser.send("/play/invite", game=game),
            browser.http.get("/api/v1/analyse", params={"game": game}),
            browser.send("/games/import", text=f"(;GM[1]SZ[{game.split(',')[0]}])"),
        ]
        assert time.perf_counter() - began < 5
    assert {answer.status_code for answer in answers} == {400}


@pytest.mark.parametrize(
    "game", ["20,20,5", "15,15,5", "400,1,1", "1,400,1", "7x7x7", "20,20,5 gravity misere", "1,1,1"]
)
def test_the_largest_boards_can_be_played_on(shared_server: WebServer, game: str) -> None:
    with shared_server.client("10.6.0.3") as client:
        made = client.post("/api/v1/games", json={"game": game, "mode": "here"})
        assert made.status_code == 201
        mine = {"authorization": f"Bearer {made.json()['secret']}"}
        move = {"ply": 0, "move": made.json()["legalMoves"][0]}
        played = client.post(f"/api/v1/games/{made.json()['id']}/moves", json=move, headers=mine)
        assert (played.status_code, played.json()["ply"]) == (200, 1)


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/%2e%2e/pyproject.toml", "%00", "noughts.js%00", "/etc/passwd"]
)
@pytest.mark.parametrize("root", ["/static/", "/learn/", "/api/docs/"])
def test_no_path_leads_to_other_files(shared_server: WebServer, root: str, path: str) -> None:
    request = f"GET {root}{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 10.6.0.4\r\nConnection: close\r\n\r\n"
    with shared_server.connect() as connection:
        connection.sendall(request.encode())
        answer = everything(connection)
    assert answer.split(b" ")[1] in (b"400", b"404"), answer[:200]
    assert b"import " not in answer
    assert b"root:" not in answer


@pytest.mark.slow
def test_a_hundred_simultaneous_analyses_do_not_delay_games(tmp_path: Path) -> None:
    with web_server(tmp_path, "--trust-proxy", "127.0.0.1") as server, server.client("10.6.1.1") as player:
        made = player.post("/api/v1/games", json={"mode": "here"}).json()
        mine = {"authorization": f"Bearer {made['secret']}"}

        def analyse(number: int) -> tuple[int, str]:
            cells = "_" * number + "x" + "_" * (399 - number)
            rows = [cells[start : start + 20] for start in range(0, 400, 20)]
            with server.client(f"10.6.2.{number}") as client:
                asked = {"game": "20,20,5", "position": f"{'/'.join(rows)} o"}
                try:
                    answer = client.get("/api/v1/analyse", params=asked, timeout=5)
                except httpx.ReadTimeout:
                    return 0, ""  # the client gives up
                return answer.status_code, answer.json().get("error", "")

        with ThreadPoolExecutor(100) as threads:
            asked = [threads.submit(analyse, number) for number in range(100)]
            times = []
            for ply, move in enumerate(["a1", "b2", "c3", "a2", "b1", "c1"]):
                began = time.perf_counter()
                path = f"/api/v1/games/{made['id']}/moves"
                assert player.post(path, json={"ply": ply, "move": move}, headers=mine).status_code == 200
                times.append(time.perf_counter() - began)
            answers = [each.result(90) for each in asked]
        assert {status for status, _ in answers} <= {0, 200, 503}, set(answers)
        assert all(len(sentence) > 20 for status, sentence in answers if status == 503)
        busy = [sentence for status, sentence in answers if status == 503]
        assert busy, "some of a hundred simultaneous requests are refused"
        assert sorted(times)[len(times) // 2] < 1
        assert server.stop() == 0
