"""The sample of positions for a quick grade: every kind of mistake that a full grade finds shows in it, too."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from noughts import Choice, game
from noughts.grading.grade import KINDS, Exam, ask, judge, positions
from noughts.grading.sample import sample
from noughts.players.opponent import IllegalAnswer
from noughts.rules.game import Player
from noughts.rules.position import Position

TICTACTOE = game("tictactoe")
EVERYTHING = positions(TICTACTOE)
SAMPLE = sample(TICTACTOE, EVERYTHING)
LINES = TICTACTOE.lines

Plays = Callable[[Position], int | None]


class Fault(NamedTuple):
    """The settings of a minimax search. The default ones are right."""

    lines: tuple[int, ...] = LINES
    depth: int = 9
    late: int = 1
    win: int = 1
    draw: int = 0
    sign: int = -1
    cells: tuple[int, ...] = tuple(range(9))
    best: Callable[..., int] = max
    last: bool = False


@cache
def value(mine: int, theirs: int, ply: int, fault: Fault) -> int:
    """Return the score of a minimax search."""
    empty = 511 & ~(mine | theirs)
    if any(line & theirs == line for line in fault.lines):
        return -fault.win - fault.late * empty.bit_count()
    if not empty or ply == fault.depth:
        return fault.draw
    later = [mine | 1 << cell for cell in fault.cells if empty >> cell & 1]
    return fault.best((fault.sign * value(theirs, after, ply + 1, fault) for after in later), default=0)


def minimax(at: Position, **settings: Any) -> int:
    fault = Fault(**settings)
    mine, theirs = (at.x, at.o) if at.turn is Player.X else (at.o, at.x)
    cells = [cell for cell in range(9) if at.empty >> cell & 1]
    scores = {cell: -value(theirs, mine | 1 << cell, 1, fault) for cell in cells}
    return max(reversed(cells) if fault.last else cells, key=lambda cell: scores[cell])


def mistyped(number: int) -> tuple[int, ...]:
    """Return the lines, one of which has a wrong cell."""
    draw = Random(number)
    line, cell, other = draw.randrange(8), draw.randrange(9), draw.randrange(9)
    return (*LINES[:line], (LINES[line] & ~(1 << cell)) | 1 << other, *LINES[line + 1 :])


def greedy(at: Position, *, win_first: bool) -> int:
    """Win and block, in either order."""
    sides = (at.turn, at.turn.other) if win_first else (at.turn.other, at.turn)
    mine = {Player.X: at.x, Player.O: at.o}
    found = [c for side in sides for c in at.moves for line in LINES if line & ~mine[side] == 1 << c]
    return (found or at.moves)[0]


SEARCHES: dict[str, dict[str, Any]] = {
    "perfect": {},
    "scores of one": {"late": 0},
    "prefers late wins": {"late": -1, "win": 20},
    "without the minus": {"sign": 1},
    "minimum for both": {"best": min},
    "draw as good as a win": {"draw": 1, "late": 0},
    "draw as bad as a loss": {"draw": -1, "late": 0},
    "draw better than a win": {"draw": 20},
    "without rows": {"lines": LINES[3:]},
    "without columns": {"lines": LINES[:3] + LINES[6:]},
    "without diagonals": {"lines": LINES[:6]},
    "one cell too few": {"cells": tuple(range(8))},
    "one cell too late": {"cells": tuple(range(1, 9))},
    **{f"without line {n}": {"lines": LINES[:n] + LINES[n + 1 :]} for n in range(8)},
    **{f"mistyped line, {n}": {"lines": mistyped(n)} for n in range(12)},
    **{f"depth {depth}": {"depth": depth} for depth in range(1, 8)},
    **{f"depth {depth}, last": {"depth": depth, "last": True} for depth in range(1, 8)},
}


def flawed() -> Iterator[tuple[str, Plays]]:
    for name, settings in SEARCHES.items():
        yield name, lambda at, s=settings: minimax(at, **s)  # type: ignore[misc]
    for side in Player:
        for name in ("scores of one", "without the minus", "without diagonals", "without line 1", "without line 4"):
            yield (
                f"{name} as {side.name}",
                lambda at, n=name, s=side: minimax(at, **(SEARCHES[n] if at.turn is s else {})),  # type: ignore[misc]
            )
    yield "first cell", lambda at: at.moves[0]
    yield "only x", lambda at: minimax(at) if at.turn is Player.X else at.moves[0]
    yield "greedy", lambda at: greedy(at, win_first=True)
    yield "blocks before it wins", lambda at: greedy(at, win_first=False)
    for cell in (0, 4, 5, 8):
        yield f"never {cell}", lambda at, c=cell: None if minimax(at) == c else minimax(at)  # type: ignore[misc]
        yield f"not with {cell} empty", lambda at, c=cell: minimax(at) if at.empty.bit_count() != c + 1 else None  # type: ignore[misc]


PLAYERS = dict(flawed())
CASES = [pytest.param(name, marks=[pytest.mark.slow] * (number % 3 > 0)) for number, name in enumerate(PLAYERS)]


@pytest.mark.parametrize("name", CASES)
def test_a_sample_finds_every_kind_of_mistake(name: str) -> None:
    plays = PLAYERS[name]

    def choose(at: Position, random: Random) -> Choice:
        move = plays(at)
        if move is None:
            raise IllegalAnswer("no move")
        return Choice(move)

    answers = {at: ask(choose, at, Random(0)) for at in EVERYTHING}
    full = judge(TICTACTOE, answers)
    quick = judge(TICTACTOE, {at: answers[at] for at in SAMPLE}, Exam(SAMPLE, len(EVERYTHING)))
    assert {kind for kind in KINDS if full.count(kind)} == {kind for kind in KINDS if quick.count(kind)}
    assert (full.is_flawless, full.keeps_value) == (quick.is_flawless, quick.keeps_value)
    assert quick.lines == {}


def test_a_sample_is_small_and_cheap() -> None:
    assert len(SAMPLE) == len(set(SAMPLE)) == 614
    assert set(SAMPLE) <= set(EVERYTHING)
    assert sample(TICTACTOE, EVERYTHING) == SAMPLE
    empty = [at.empty.bit_count() for at in SAMPLE]
    assert empty == sorted(empty)
    assert {number: empty.count(number) for number in (7, 8, 9)} == {7: 10, 8: 9, 9: 1}


@pytest.mark.parametrize("name", ["2,2,2", "misere", "3,3,3 gravity"])
def test_other_games_can_be_sampled(name: str) -> None:
    where = positions(game(name))[:3000]
    few = sample(game(name), where)
    assert set(few) <= set(where)
    assert {(at.turn, at.empty.bit_count()) for at in few} == {(at.turn, at.empty.bit_count()) for at in where}
