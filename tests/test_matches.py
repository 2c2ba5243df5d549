"""The scripts of benchmarks/matches choose sound openings, calculate correctly, and read results correctly."""

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
        (0, 12, 0, "all drawn"),
        (76, 0, 24, "+200 (+128 to +293)"),
        (3, 0, 0, "100% of the points"),
    ],
)
def test_the_elo_difference_has_error_bars(gomocup: Any, wins: int, draws: int, losses: int, words: str) -> None:
    assert gomocup.elo(wins, draws, losses) == words


def test_games_that_end_by_a_fault_are_counted_separately(gomocup: Any) -> None:
    lines = """[1] Started game 1 of 5 (noughts vs other)
[1] Finished game 1 (noughts vs other): 1-0 {Black win by five connection}
Score of noughts vs other: 1 - 0 - 0  [1.000] 1
[1] Finished game 2 (other vs noughts): 1-0 {Black win by five connection}
Score of noughts vs other: 1 - 1 - 0  [0.500] 2
[1] Finished game 3 (noughts vs other): 1/2-1/2 {Draw by fullfilled board}
Score of noughts vs other: 1 - 1 - 1  [0.500] 3
[1] Finished game 4 (noughts vs other): 0-1 {White win by time forfeit}
Score of noughts vs other: 2 - 1 - 1  [0.625] 4
[1] Finished game 5 (noughts vs other): 0-1 {White win by opponent illegal move}
Score of noughts vs other: 2 - 2 - 1  [0.500] 5"""
    kinds = ("won", "lost", "drawn", "their fault", "our fault")
    assert gomocup.results(lines.splitlines()) == dict.fromkeys(kinds, 1)


def test_results_are_counted_for_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(MATCHES)
    games = [("noughts", "1-0"), ("other", "1-0"), ("noughts", "1/2-1/2"), ("other", "0-1")]
    pgn = "\n\n".join(f'[white "{white}"]\n[Result "{result}"]\n\n1. a1' for white, result in games)
    pgn += '\n\n[white "noughts"]\n[Result "0-1"]\n[Adjudicated "Out of time"]\n\n1. a1 b2'
    rows = import_module("ugi").summary(pgn, "4,4,3").splitlines()
    assert rows == ["| 4,4,3 | first | 1 | 1 | 0 | 1 |", "| 4,4,3 | second | 1 | 0 | 1 | 0 |"]
