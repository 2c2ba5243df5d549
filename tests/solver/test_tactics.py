"""Tactics on 15 × 15: `perfect` plays the forced moves. The tests find these moves by counting stones on lines."""

from collections.abc import Iterator
from random import Random

import pytest

from noughts import Player, Position, Solver, game, player
from noughts.rules.board import Cells, cells_in
from tests.solver.threats import CROSS, LOST

needs_kernel = pytest.mark.skipif(Solver(game("7,7,5")).kernel is None, reason="the kernel is not built: make kernel")
PERFECT = player("perfect")
GOMOKU = game("gomoku")
GAME = (
    "h5 h6 i6 j7 j5 h7 i7 i5 j4 h8 h9 j6 h4 i4 i10 g8 i8 i9 j10 h10 g11 f8 e9 k7 d8 f10 e7 f6 f9 g9 e5 e6 d6 e11 d12 f4"
    " d7 d5 f7 g7 g10 e8 c7 b7 e12 f11 d9 d10 c9 b9 b10 a11 a9 b8 c11 e13 b6 a5 c12 g5 g6 j12 i11 l8 m9 l6 j8 e3 d2"
    " f12 c10 c8"
)
"""A long game against a player that looks two moves ahead, with very many threats and blocks."""
FOURS = "i6 i7 h7 j5 h5 j7 j6 h6 g5 i8 k6 j8 k9 k8 l8 k7 l6 m6 l7 l9 l5 l4 g8 j10 e10 f9 j11 i9 i10 h9 g9 g7 k11"
"""Another game: O is to move and wins by five fours and a five."""


def played(moves: str) -> Iterator[Position]:
    """Return the positions of a game in order."""
    at = Position(GOMOKU)
    yield at
    for name in moves.split():
        at = at.play(GOMOKU.board.cell(name))
        yield at


def passed(at: Position) -> Position:
    return Position(at.game, at.x, at.o, at.turn.other)


def answer(at: Position) -> Position:
    return at.play(PERFECT.choose(at, Random(1)).move)


def lacking(at: Position, player: Player, most: int) -> list[Cells]:
    """Return the missing cells of each of a player's lines that lacks at most this many stones."""
    mine, theirs = (at.x, at.o) if player is Player.X else (at.o, at.x)
    return [rest for line in at.game.lines if not line & theirs and (rest := line & ~mine).bit_count() <= most]


def fives(at: Position, player: Player) -> set[int]:
    """Return the cells in which a stone of a player completes a line."""
    return {cells_in(rest)[0] for rest in lacking(at, player, 1)}


def open_fours(at: Position, player: Player) -> set[int]:
    """Return the cells in which a stone of a player makes a double four, while the opponent has no four."""
    after: dict[int, set[int]] = {}
    for rest in lacking(at, player, 2):
        for cell in cells_in(rest):
            after.setdefault(cell, set()).update(set(cells_in(rest)) - {cell})
    return set() if fives(at, player.other) else {cell for cell, others in after.items() if len(others) > 1}


def at_hand(at: Position) -> bool:
    """Return whether the player to move wins with a five or a double four."""
    return bool(fives(at, at.turn) or open_fours(at, at.turn))


def wins(after: Position, moves: int) -> bool:
    """Return whether `perfect`, which has just moved, wins within this many further moves against any reply."""
    player = after.turn.other
    if fives(after, after.turn):
        return False
    for reply in map(after.play, fives(after, player) or after.moves):
        if not at_hand(reply) and (moves == 0 or not wins(answer(reply), moves - 1)):
            return False
    return True


HERE = list(played(GAME))
URGENT = [at for at in HERE if at_hand(at)] + [at for at in HERE if fives(at, at.turn.other)][::4]
PRESSED = [at for at in HERE if not (at_hand(at) or fives(at, at.turn.other)) and at_hand(passed(at))][::3]


def test_the_sample_contains_every_kind_of_urgent_position() -> None:
    for winning_cells in (fives, open_fours):
        assert any(winning_cells(at, at.turn) for at in URGENT)
    assert any(fives(at, at.turn.other) for at in URGENT)
    assert len(PRESSED) > 3


@pytest.mark.parametrize("at", URGENT, ids=lambda at: f"ply {225 - at.empty.bit_count()}")
def test_perfect_makes_a_five_or_blocks_one_or_threatens_two(at: Position) -> None:
    after = answer(at)
    if fives(at, at.turn):
        assert after.is_over
    elif stops := fives(at, at.turn.other):
        assert len(stops) > 1 or not fives(after, after.turn)
    else:
        assert len(fives(after, at.turn)) > 1


@pytest.mark.parametrize("at", PRESSED, ids=lambda at: f"ply {225 - at.empty.bit_count()}")
def test_perfect_prevents_a_double_four_if_one_stone_can(at: Position) -> None:
    after = answer(at)
    assert fives(after, at.turn) or not at_hand(after) or all(at_hand(at.play(move)) for move in at.moves)


@pytest.mark.parametrize(
    ("at", "moves"),
    [
        pytest.param(list(played("h8 g8 i8 d3 j8 l13 k6 c14 k7 b2"))[-1], 0, id="a four and a three that meet"),
        pytest.param(list(played(FOURS))[-1], 3, id="fours"),
        pytest.param(CROSS, 0, id="two open threes"),
        pytest.param(list(played(LOST))[-1], 5, id="fours and threes", marks=needs_kernel),
    ],
)
def test_perfect_finishes_a_winning_sequence_against_any_reply(at: Position, moves: int) -> None:
    assert not at_hand(at)
    assert wins(answer(at), moves)


def test_perfect_prevents_two_open_threes() -> None:
    """X threatens a move that no single stone can answer. After the reply there is no such move."""

    def decisive(at: Position) -> list[int]:
        return [
            move
            for move in at.moves
            if at_hand(passed(after := at.play(move))) and all(at_hand(after.play(reply)) for reply in after.moves)
        ]

    assert decisive(CROSS)
    after = answer(passed(CROSS))
    assert not decisive(after)
