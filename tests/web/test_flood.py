"""Games continue while other clients abuse the server: a flood, and analyses of the largest board.

`benchmarks/web_flood.py` measures the response times. These tests check, on any machine, that no player is shut out,
that refused requests get an error message, and that no engine is lost.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.web.auth import new_secret
from tests.web.serving import until
from tests.web.web_server import WebServer, web_server

pytestmark = pytest.mark.slow

MOVES = ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2", "c2", "d2", "e2", "f2"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[WebServer]:
    with web_server(tmp_path, "--trust-proxy", "127.0.0.1") as made:
        yield made
        assert made.stop() == 0
        assert "Traceback" not in made.written


@contextmanager
def meanwhile(work: Callable[[int, threading.Event], None], number: int) -> Iterator[None]:
    """Run this many copies of `work` in threads during the context, then set the event that ends them."""
    end = threading.Event()
    with ThreadPoolExecutor(number) as threads:
        busy = [threads.submit(work, each, end) for each in range(number)]
        try:
            yield
        finally:
            end.set()
        for each in busy:
            each.result(120)


def plays(server: WebServer, rate_limit_key: str) -> list[float]:
    """Play a game, check that every move is accepted, and return the time of each move."""
    times = []
    with server.client(rate_limit_key) as player:
        made = player.post("/api/v1/games", json={"game": "6,6,6", "mode": "here"}).json()
        mine = {"authorization": f"Bearer {made['secret']}"}
        for ply, move in enumerate(MOVES):
            began = time.perf_counter()
            played = player.post(f"/api/v1/games/{made['id']}/moves", json={"ply": ply, "move": move}, headers=mine)
            times.append(time.perf_counter() - began)
            assert played.status_code == 200, played.text
    return times


def told(times: list[float]) -> str:
    return f"moves: {1000 * sorted(times)[len(times) // 2]:.0f} ms in the middle, {1000 * max(times):.0f} ms at most"


def health(server: WebServer) -> Any:
    with server.client("10.7.9.9") as client:
        return client.get("/health").json()


def idle(server: WebServer) -> int:
    """Return the number of idle engines, or 0 while any engine works or any task waits."""
    found = health(server)["engines"]
    return 0 if found["running"] or found["waiting"] else int(found["spare"])


def test_games_continue_during_a_flood_from_fifty_addresses(server: WebServer) -> None:
    answers = Counter[int]()

    def flood(number: int, end: threading.Event) -> None:
        with server.client(f"10.7.0.{number}") as client:
            while not end.is_set():
                for path in ("/play", f"/seat/{new_secret()}", f"/api/v1/games/{new_secret()}", "/games", "/nowhere"):
                    answer = client.get(path, headers={"authorization": f"Bearer {new_secret()}"})
                    answers[answer.status_code] += 1
                    if answer.status_code == 429:
                        assert int(answer.headers["retry-after"]) >= 1

    with meanwhile(flood, 50):
        times = [each for number in range(5) for each in plays(server, f"10.7.1.{number}")]
        with server.client("10.7.2.1") as reader:
            assert reader.get("/play").status_code == 200
    assert answers.keys() <= {200, 404, 429}
    assert sorted(times)[len(times) // 2] < 2
    assert health(server)["status"] == "well"
    print(dict(answers), told(times))


@pytest.mark.parametrize("addresses", [100, 1])
def test_games_continue_during_a_hundred_analyses_of_the_largest_board(server: WebServer, addresses: int) -> None:
    answers = Counter[int]()
    engines = idle(server)
    assert engines >= 2

    def analyse(number: int, end: threading.Event) -> None:
        with server.client(f"10.7.3.{number % addresses}") as client:
            for turn in range(10_000):
                if end.is_set():
                    return
                cells = ["_"] * 400
                cells[number] = cells[(7 * number + turn + 1) % 400] = "x"
                rows = "/".join("".join(cells[start : start + 20]) for start in range(0, 400, 20))
                asked = {"game": "20,20,5", "position": f"{rows} o"}
                try:  # every other client soon gives up
                    answer = client.get("/api/v1/analyse", params=asked, timeout=60 if number % 2 else 0.3)
                except httpx.TimeoutException:
                    answers[0] += 1
                    continue
                answers[answer.status_code] += 1
                if answer.status_code in (429, 503):
                    assert len(answer.json()["error"]) > 20
                    end.wait(2)  # so that a hundred clients stay below the rate limit of one address

    with meanwhile(analyse, 100):
        while not answers:
            time.sleep(0.05)
        times = [each for number in range(3) for each in plays(server, f"10.7.4.{number}")]
        with server.client(f"10.7.3.{0 if addresses == 1 else 200}") as pupil:  # also from the address of the crowd
            values = pupil.get("/api/v1/analyse", params={"position": "o_x/x2_/x2o x"}, timeout=30)
            assert values.status_code == 200, values.text
        with server.browser("10.7.3.0") as browser:
            made = browser.send("/play/start", game="20,20,5", mode="here").headers["location"]
            page = browser.get(f"{made}?values=on")
            assert page.status_code == 200, "the page still works, with or without values"
    assert answers.keys() <= {0, 200, 429, 503}
    assert sorted(times)[len(times) // 2] < 2
    found = health(server)
    assert found["engines"]["waiting"] <= 64
    until(lambda: idle(server) == engines, 60)  # no engine is lost, and no task is left waiting
    print(dict(answers), told(times))
    print(found["engines"])
