"""The puzzles in the JSON API."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from noughts.puzzles import Puzzle, collection, puzzle_of_the_day
from tests.web.web_server import Application, application


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    folder: Path = tmp_path_factory.mktemp("puzzles")
    with application(folder / "games.sqlite3") as made:
        yield made


@pytest.mark.parametrize(
    "puzzle", [collection(name)[7] for name in ("misere", "connect four")], ids=lambda each: each.id
)
def test_a_puzzle_is_returned_with_its_solution(app: Application, puzzle: Puzzle) -> None:
    data = app.request("GET", f"/api/v1/puzzles/{puzzle.id}").json()
    assert Puzzle.from_data(data) == puzzle
    assert (data["id"], data["turn"]) == (puzzle.id, puzzle.position.turn.value)


def test_every_day_has_a_puzzle(app: Application) -> None:
    assert app.request("GET", "/api/v1/puzzles/daily").json()["id"] == puzzle_of_the_day(date.today()).id
    day = date(2026, 11, 28)
    assert app.request("GET", f"/api/v1/puzzles/daily?day={day}").json()["id"] == puzzle_of_the_day(day).id


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("zzzzzz", 404, "no puzzle"),
        ("daily?day=3026-01-01", 400, "is not out yet"),
        ("daily?day=soon", 422, "day"),
    ],
)
def test_an_unknown_puzzle_is_an_error(app: Application, path: str, status: int, words: str) -> None:
    response = app.request("GET", f"/api/v1/puzzles/{path}")
    assert response.status_code == status
    assert words in response.json()["error"]
