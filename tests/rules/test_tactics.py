"""Tactics against brute force: every answer is checked by playing the moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Player, Position, game, grid, position
from noughts.rules.board import cells_in
from noughts.rules.position import Outcome, sides
from noughts.rules.tactics import (
    completed_lines,
    completing_cells,
    completing_moves,
    forks,
    immediate_wins,
    line_wins,
    playable_cells,
    sign,
    with_turn,
)
from tests.strategies import games, named_games, positions

players = st.sampled_from(Player)
any_position = positions(games() | named_games)


def outcomes(at: Position) -> dict[int, Outcome | None]:
    """Return the outcome after each legal move."""
    return {move: at.play(move).outcome for move in at.moves}


def moves_that_complete(at: Position, player: Player) -> tuple[int, ...]:
    """Return the moves that complete a line, found by playing them."""
    return tuple(move for move, outcome in outcomes(with_turn(at, player)).items() if outcome and outcome.line)


@pytest.mark.parametrize(
    ("score", "expected"), [(3, 1), (1, 1), (0.99, 0), (0.0, 0), (-0.0, 0), (-0.99, 0), (-1, -1), (-7, -1)]
)
def test_only_a_proven_score_has_a_sign(score: float, expected: int) -> None:
    assert sign(score) == expected


@given(st.lists(st.sets(st.integers(0, 7), min_size=1)), st.sets(st.integers(0, 7)))
def test_a_completing_cell_is_the_only_one_missing_from_a_line(lines: list[set[int]], stones: set[int]) -> None:
    expected = {cell for cell in range(8) for line in lines if line - stones == {cell}}
    bits = [sum(1 << cell for cell in line) for line in lines]
    game = Game("drawn", grid(8), tuple(bits))
    assert set(cells_in(completing_cells(game, sum(1 << cell for cell in stones)))) == expected


@given(any_position)
def test_the_playable_cells_are_the_legal_moves_of_an_unfinished_game(at: Position) -> None:
    if not at.is_over:
        assert cells_in(playable_cells(at.game, at.empty)) == at.moves


@given(any_position, players)
def test_with_turn_changes_nothing_but_the_turn(at: Position, player: Player) -> None:
    after = with_turn(at, player)
    assert (after.game, after.x, after.o, after.turn) == (at.game, at.x, at.o, player)


@given(any_position, players)
def test_completing_moves_complete_a_line_and_no_other_move_does(at: Position, player: Player) -> None:
    moves = moves_that_complete(at, player)
    assert completing_moves(at, player) == moves
    assert line_wins(at, player) == (() if at.game.misere else moves)


@given(any_position)
def test_completed_lines_belong_to_the_mover_after_the_move(at: Position) -> None:
    for move in at.moves:
        stones = sides(at.play(move), at.turn)[0]
        owned = {line for line in at.game.lines if line & stones == line}
        assert set(completed_lines(at, move, at.turn)) == owned


@given(any_position)
def test_an_immediate_win_ends_the_game_in_favour_of_the_mover(at: Position) -> None:
    expected = [move for move, outcome in outcomes(at).items() if outcome and outcome.winner is at.turn]
    assert list(immediate_wins(at)) == expected


def is_fork(at: Position, move: int) -> bool:
    """Return whether a move makes two threats while the opponent has no immediate win."""
    after = at.play(move)
    if after.is_over or at.game.misere or moves_that_complete(after, after.turn):
        return False
    return len(moves_that_complete(after, at.turn)) > 1


@given(any_position)
def test_a_fork_makes_two_threats_that_the_opponent_cannot_pre_empt(at: Position) -> None:
    assert list(forks(at)) == [move for move in at.moves if is_fork(at, move)]


@given(any_position)
def test_a_fork_wins_in_three_plies(at: Position) -> None:
    for move in forks(at):
        after = at.play(move)
        for reply in after.moves:
            answered = after.play(reply)
            if not answered.is_over:  # filling the board may end the game first
                assert line_wins(answered, at.turn)


@pytest.mark.parametrize(
    ("name", "text", "wins", "forking"),
    [
        ("3,3,3", "xx_/oo_/3_ x", ["c1"], []),
        ("3,3,3", "x2_/_o_/2_x x", [], ["c1", "a3"]),
        ("3,3,3", "x2_/_o_/_ox x", [], []),  # O threatens b1, so X has no time to fork
        ("misere", "xx_/oo_/3_ x", [], []),
        ("3,3,3 gravity", "3_/3_/xx_ o", [], []),
    ],
)
def test_tactics_of_well_known_positions(name: str, text: str, wins: list[str], forking: list[str]) -> None:
    at = position(text, name)
    names = game(name).board.names
    assert [names[move] for move in immediate_wins(at)] == wins
    assert [names[move] for move in forks(at)] == forking
