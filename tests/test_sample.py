"""The sample of positions for a quick grade: every kind of mistake that a full grade finds shows in it, too."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from noughts import Choice, game
from noughts.oracle.grade import KINDS, ask, judge, positions
from noughts.oracle.sample import sample
from noughts.players.user_code import IllegalAnswer
from noughts.rules.game import Player
from noughts.rules.position import Position

TICTACTOE = game("tictactoe")
EVERYTHING = positions(TICTACTOE)
SAMPLE = sample(TICTACTOE, EVERYTHING)
LINES = TICTACTOE.lines

Plays = Callable[[Position], int | None]


@cache
def value(mine: int, theirs: int, lines: tuple[int, ...], depth: int, late: int) -> int:
    """Return the score of a minimax search that knows some lines only, or looks a few plies ahead."""
    empty = 511 & ~(mine | theirs)
    if any(line & theirs == line for line in lines):
        return -1 - late * empty.bit_count()
    if not empty or depth == 0:
        return 0
    return max(-value(theirs, mine | 1 << cell, lines, depth - 1, late) for cell in range(9) if empty >> cell & 1)


def minimax(at: Position, lines: tuple[int, ...] = LINES, depth: int = 9, late: int = 1, last: bool = False) -> int:
    mine, theirs = (at.x, at.o) if at.turn is Player.X else (at.o, at.x)
    cells = [cell for cell in range(9) if at.empty >> cell & 1]
    scores = {cell: -value(theirs, mine | 1 << cell, lines, depth - 1, late) for cell in cells}
    return max(reversed(cells) if last else cells, key=lambda cell: scores[cell])


def flawed() -> Iterator[tuple[str, Plays]]:
    yield "perfect", minimax
    yield "scores of one", lambda at: minimax(at, late=0)
    yield "first cell", lambda at: at.moves[0]
    yield "only x", lambda at: minimax(at) if at.turn is Player.X else at.moves[0]
    for number in (0, 4, 6):
        yield f"without line {number}", lambda at, n=number: minimax(at, LINES[:n] + LINES[n + 1 :])  # type: ignore[misc]
    for depth in (1, 2, 3, 5):
        yield f"depth {depth}, last", lambda at, d=depth: minimax(at, depth=d, last=True)  # type: ignore[misc]
    for cell in (0, 4, 5, 8):
        yield f"never {cell}", lambda at, c=cell: None if minimax(at) == c else minimax(at)  # type: ignore[misc]
        yield f"not with {cell} empty", lambda at, c=cell: minimax(at) if at.empty.bit_count() != c + 1 else None  # type: ignore[misc]


PLAYERS = dict(flawed())


@pytest.mark.parametrize("name", PLAYERS)
def test_a_sample_finds_every_kind_of_mistake(name: str) -> None:
    plays = PLAYERS[name]

    def choose(at: Position, random: Random) -> Choice:
        move = plays(at)
        if move is None:
            raise IllegalAnswer("no move")
        return Choice(move)

    answers = {at: ask(choose, at, Random(0)) for at in EVERYTHING}
    full = judge(TICTACTOE, answers)
    quick = judge(TICTACTOE, {at: answers[at] for at in SAMPLE}, sampled_from=len(EVERYTHING))
    assert {kind for kind in KINDS if full.count(kind)} == {kind for kind in KINDS if quick.count(kind)}
    assert (full.is_flawless, full.keeps_value) == (quick.is_flawless, quick.keeps_value)
    assert quick.lines == {}


def test_a_sample_is_small_and_cheap() -> None:
    assert len(SAMPLE) == len(set(SAMPLE)) == 384
    assert set(SAMPLE) <= set(EVERYTHING)
    assert sample(TICTACTOE, EVERYTHING) == SAMPLE
    empty = [at.empty.bit_count() for at in SAMPLE]
    assert empty == sorted(empty)
    assert {number: empty.count(number) for number in (7, 8, 9)} == {7: 6, 8: 9, 9: 1}


@pytest.mark.parametrize("name", ["2,2,2", "misere", "3,3,3 gravity"])
def test_other_games_can_be_sampled(name: str) -> None:
    where = positions(game(name))[:3000]
    few = sample(game(name), where)
    assert set(few) <= set(where)
    assert {(at.turn, at.empty.bit_count()) for at in few} == {(at.turn, at.empty.bit_count()) for at in where}
