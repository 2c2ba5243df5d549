"""Threat sequences: each one wins, short wins are found, and the shortest is returned."""

from random import Random

import pytest

from noughts import Player, Position, Solver, cells_in, game, position
from noughts.rules.tactics import completing_cells
from noughts.search.forcing_wins import ThreatSequence, threat_sequence, threatening
from tests.solver.random_positions import random_position

GAMES = ["4,4,3", "4,4,4", "5,3,3", "3,3,3 torus", "4,3,3 full=o", "line 10,3", "3x3x2,3"]


@pytest.mark.parametrize("name", GAMES)
def test_a_sequence_wins_and_every_short_win_is_found(name: str) -> None:
    random, solver, seen = Random(name), Solver(game(name)), 0
    for _ in range(250):
        at = random_position(solver.game, random)
        if at.is_over:
            continue
        sequence, empty, score = threat_sequence(at), at.empty.bit_count(), solver.score(at)
        if sequence:
            seen += 1
            plies = len(sequence.moves)
            assert score >= 1 + empty - plies, at
            assert plies > 5 or score == 1 + empty - plies, "there is no faster win"
        else:
            sooner = score > max(0, 1 + empty - 5)
            assert not sooner or solver.game.full, "every win within three plies is found"
    assert seen > 20


@pytest.mark.parametrize("name", GAMES)
def test_a_sequence_can_be_played(name: str) -> None:
    """Every four is answered by the next move, and the last move wins."""
    random, lengths = Random(name), set()
    for _ in range(250):
        at = random_position(game(name), random)
        sequence = None if at.is_over else threat_sequence(at)
        if not sequence:
            continue
        attacker, now = at.turn, at
        for move in sequence.moves:
            assert sequence.zone >> move & 1
            assert sequence.zone & ~at.empty == 0
            if now.turn is not attacker:
                mine, theirs = (now.x, now.o) if attacker is Player.X else (now.o, now.x)
                assert completing_cells(now.game, mine) & ~theirs & 1 << move, "the answer was not forced"
                assert not completing_cells(now.game, theirs) & ~mine & ~(1 << move)
            now = now.play(move)
        assert now.outcome is not None
        assert now.outcome.winner is attacker
        lengths.add(len(sequence.moves))
    assert {1, 3} <= lengths


def far(text: str, turn: str = "x") -> Position:
    """Return a position on 15 × 15, given its top rows."""
    rows = text.split("/")
    return position("/".join([*rows, *["15_"] * (15 - len(rows))]) + f" {turn}", "gomoku")


def named(at: Position, sequence: ThreatSequence | None) -> list[str]:
    return [at.game.board.names[move] for move in sequence.moves] if sequence else []


def test_a_win_by_fours_on_a_large_board() -> None:
    four = far("15_/o4x10_")
    assert named(four, threat_sequence(four)) == ["f2"]
    three = far("15_/3_3x9_")
    sequence = threat_sequence(three)
    assert sequence is not None
    assert len(sequence.moves) == 3
    assert threat_sequence(far("15_/2_o3xo8_")) is None, "closed at both ends"
    assert threat_sequence(far("15_/4_2x9_")) is None, "two stones alone do not threaten to win"
    others = far("15_/3_3o9_", "x")
    assert threat_sequence(others) is None
    assert threat_sequence(others, Player.O) is not None


def test_a_win_by_two_fours() -> None:
    """Two closed threes cross: the cell that extends both makes a double four."""
    at = far("7_o7_/7_x7_/7_x7_/7_x7_/3_o3_8_/15_")
    assert threat_sequence(at) is None
    at = far("7_o7_/7_x7_/7_x7_/7_x7_/3_o3x8_/15_")
    assert named(at, threat_sequence(at))[0] == "h5"


def test_a_reply_that_makes_a_four_must_be_blocked() -> None:
    """The answer to X's first four makes a four for O. X must block it, and the block is not a threat."""
    at = far("o3x11_/4o11_/15_", "o")
    assert named(at, threat_sequence(at)) == ["e2"], "O wins at once"
    blocked = position("x2_x/o3_/o3_/4_ x", "4,4,3")
    assert threat_sequence(blocked) is None


def test_limits_and_games_without_threats() -> None:
    start = far("15_/3_3x9_")
    assert threat_sequence(start, nodes=0) is None
    assert threat_sequence(position("3x/2o_/3_ o")) is None
    for name in ("3,3,3 misere", "3,3,3 gravity"):
        assert threat_sequence(Position(game(name), 0, 0)) is None


def test_cells_that_threaten() -> None:
    at = position("xx_/o__/o__ x")
    names = at.game.board.names
    assert [names[cell] for cell in cells_in(threatening(at.game.lines, at.o, at.x))] == ["c1", "b2", "c2", "b3", "c3"]
