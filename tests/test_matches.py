"""The scripts of benchmarks/matches: their openings, their arithmetic, and their reading of results."""

from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts import Position, solve

MATCHES = Path(__file__).parents[1] / "benchmarks" / "matches"


@pytest.fixture
def gomocup(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(MATCHES)
    return import_module("gomocup")


def test_openings_on_small_boards_are_draws(gomocup: Any) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    found = list(islice(gomocup.openings(7, 4, Random(1)), 3))
    assert found == list(islice(gomocup.openings(7, 4, Random(1)), 3))
    for points in found:
        position = Position("7,7,5")
        for point in points:
            position = position.play(position.game.board.at[point])
        assert solve(position).value == 0


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "words"),
    [
        (5, 0, 5, "+0 (-252 to +252)"),
        (0, 12, 0, "+0 (+0 to +0)"),
        (76, 0, 24, "+200 (+128 to +293)"),
        (3, 0, 0, "100% of the points"),
    ],
)
def test_the_elo_difference_has_error_bars(gomocup: Any, wins: int, draws: int, losses: int, words: str) -> None:
    assert gomocup.elo(wins, draws, losses) == words


def test_results_are_counted_for_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(MATCHES)
    games = [("noughts", "1-0"), ("other", "1-0"), ("noughts", "1/2-1/2"), ("other", "0-1")]
    pgn = "\n\n".join(f'[white "{white}"]\n[Result "{result}"]\n\n1. a1' for white, result in games)
    rows = import_module("ugi").summary(pgn, "4,4,3").splitlines()
    assert rows == ["| 4,4,3 | first | 1 | 1 | 0 |", "| 4,4,3 | second | 1 | 0 | 1 |"]
