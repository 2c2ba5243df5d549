"""Shortcuts: games, positions and players can be given as text, and a wrong type raises a clear error."""

from collections.abc import Callable
from math import nan
from random import Random
from typing import Any

import pytest

import noughts
from noughts import (
    Game,
    Limit,
    MatchResult,
    NotationError,
    NoughtsError,
    Player,
    Position,
    Record,
    RulesError,
    Solver,
    analyse,
    depth_limited,
    full,
    game,
    gravity,
    grid,
    match,
    mcts,
    minimax,
    misere,
    mnk,
    open_lines,
    perft,
    player,
    playout,
    playouts,
    plies,
    position,
    read_moves,
    read_sgf,
    solve,
    tell,
    trace,
    write_moves,
    write_sgf,
)

WON = "o_x/x2_/x2o x"  # X wins with b2


@pytest.mark.parametrize("name", ["tictactoe", "4,4,3", "connect four", "3x3x3"])
def test_games_can_be_given_by_name(name: str) -> None:
    assert Position(name) == Position(game(name)) == position("start", name)
    assert Solver(name).game == game(game(name)) == game(name)


def test_positions_can_be_given_as_text() -> None:
    assert analyse(WON).best[0].name == "b2"
    assert noughts.svg(WON) == noughts.svg(position(WON))
    assert noughts.svg(WON).startswith("<svg")


@pytest.mark.parametrize("level", ["random", "easy", "perfect", "minimax:depth=2"])
def test_play_returns_the_position_after_a_repeatable_move(level: str) -> None:
    before = Position()
    after = player(level).play(before)
    assert after in [before.play(move) for move in before.moves]
    assert player(level).play(before) == after


def test_perfect_plays_an_immediate_win() -> None:
    outcome = player("perfect").play(position(WON)).outcome
    assert outcome is not None
    assert outcome.winner is Player.X


def test_players_reject_a_finished_game() -> None:
    for level in ("random", "perfect"):
        with pytest.raises(NoughtsError, match="the game is over"):
            player(level).play("xxx/oo_/3_ o")


def test_a_match_counts_wins_by_name() -> None:
    result = match("perfect", "hard", games=9, seed=1)
    assert result.wins("hard") == result.wins(1) == 0
    assert result.wins("perfect") == result.wins(0)
    for name in ("stranger", "easy"):
        with pytest.raises(NoughtsError, match=rf"^unknown player '{name}': expected 'perfect', 'hard', 0 or 1$"):
            result.wins(name)
    with pytest.raises(NoughtsError, match="both players are called 'easy': use 0 for the first"):
        match("easy", "easy", games=1).wins("easy")
    with pytest.raises(NoughtsError, match=r"^unknown player 3: expected 'perfect', 'hard', 0 or 1$"):
        result.wins(3)
    assert str(result) == f"perfect won {result.wins(0)}, hard won 0, {result.draws} drawn"


@pytest.mark.parametrize(
    ("start", "value", "score", "distance"),
    [
        ("tictactoe", 0, 0, 9),
        ("4,4,4", 0, 0, 16),
        ("4,3,3", 1, 6, 7),
        (game("2,2,2"), 1, 2, 3),
        (WON, 1, 3, 1),
        ("2xo/2_x/3_ o", None, None, None),
        (Position("tictactoe").play("b2"), 0, 0, 8),
        ("x2_/xo_/3_ o", 0, 0, 6),
    ],
)
def test_solve_accepts_a_game_or_a_position(
    start: Any, value: int | None, score: int | None, distance: int | None
) -> None:
    known = solve(start)
    at = known.position
    truth = minimax(at).score if at.empty.bit_count() < 8 else score
    if value is not None:
        assert (known.value, known.score, known.distance) == (value, score, distance)
    assert known.score == truth
    assert known.nodes >= 0
    assert all(at.game.board.names[move.move] == move.name for move in known.moves)


def test_an_evaluation_prints_as_a_table() -> None:
    table = ["X to move: win in 1.", "b2  win in 1", "b1  loss in 2", "c2  loss in 2"]
    assert str(solve(WON)).splitlines() == table
    analysed = [f"{line}  1 of O's 2 replies loses" if "loss" in line else line for line in table]
    assert str(analyse(WON)).splitlines() == analysed
    assert str(solve("4,4,4", 0)).startswith("X to move: not solved.")


def test_an_analysis_has_the_value_that_its_scores_prove() -> None:
    assert (analyse(WON).value, analyse("start").value, analyse("x2_/xo_/2_o x").value) == (1, 0, 1)
    assert analyse(Position("gomoku"), 1, estimate_nodes=100).value is None


def test_text_is_recognised_as_a_position_or_the_name_of_a_game() -> None:
    with pytest.raises(NoughtsError, match=r"is a position: expected a game, .* \(noughts.position reads positions\)"):
        Position(WON)
    with pytest.raises(NoughtsError, match="'4,4,4' is a game: expected a position"):
        analyse("4,4,4")


def test_a_budget_that_is_too_small_leaves_the_value_open() -> None:
    known = solve("4,4,4", 0)
    assert (known.value, known.score) == (None, None)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Position(3),  # type: ignore[arg-type]
        lambda: game(None),  # type: ignore[arg-type]
        lambda: game(["3,3,3"]),  # type: ignore[arg-type]
        lambda: position(3),  # type: ignore[arg-type]
        lambda: Solver(4),  # type: ignore[arg-type]
        lambda: analyse(None),  # type: ignore[arg-type]
        lambda: player(5),  # type: ignore[arg-type]
        lambda: player("perfect").play(3),  # type: ignore[arg-type]
        lambda: match("easy", "hard", games=-1),
        lambda: match("easy", "hard", games="9"),  # type: ignore[arg-type]
        lambda: gravity("4,4,4"),  # type: ignore[arg-type]
        lambda: misere(3),  # type: ignore[arg-type]
        lambda: full(game("4,4,4"), "z"),
        lambda: write_moves(Position()),  # type: ignore[arg-type]
        lambda: write_sgf(3),  # type: ignore[arg-type]
        lambda: read_moves(3),  # type: ignore[arg-type]
        lambda: read_moves("a1 b2", 3),  # type: ignore[arg-type]
        lambda: read_sgf(3),  # type: ignore[arg-type]
        lambda: match("easy", 5),  # type: ignore[arg-type]
        lambda: solve(3.5),  # type: ignore[arg-type]
        lambda: noughts.svg(7),  # type: ignore[arg-type]
        lambda: player("perfect").play(Position(), 3),  # type: ignore[arg-type]
        lambda: mcts(Position(), random=1),  # type: ignore[arg-type]
        lambda: playout(Position(), 1),  # type: ignore[arg-type]
        lambda: playouts(Position(), 1, 1),  # type: ignore[arg-type]
        lambda: MatchResult(("a", "b")).wins(0, "z"),
        lambda: Position("tictactoe", [0], [1]),  # type: ignore[arg-type]
        lambda: Game("mine", grid(3, 3), ((0, 1),)),  # type: ignore[arg-type]
        lambda: open_lines("x"),
        lambda: open_lines(3),  # type: ignore[arg-type]
        lambda: analyse(Position(), solver=3),  # type: ignore[arg-type]
        lambda: trace("minimax", Position()),  # type: ignore[arg-type]
        lambda: tell(Position(), algorithm=[]),  # type: ignore[arg-type]
        lambda: Record(Position(), 3),  # type: ignore[arg-type]
        lambda: Record(Position(), ("b2",), 3),  # type: ignore[arg-type]
        lambda: Record(Position(), ("b2",), "AB"),  # type: ignore[arg-type]
        lambda: Record(Position(), ("b2",), ("A",)),  # type: ignore[arg-type]
        lambda: Position()["z9"],
        lambda: Position()[None],  # type: ignore[index]
    ],
)
def test_a_wrong_type_raises_a_one_sentence_error(call: Callable[[], object]) -> None:
    with pytest.raises(NoughtsError) as error:
        call()
    assert "expected" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("wrong", ["x", -1, 1.5, nan, True, 10**50 + 0.5])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("the number of nodes", lambda number: minimax(Position(), nodes=number)),
        ("the number of nodes", lambda number: analyse(Position(), number)),
        ("the number of nodes", lambda number: Solver().score("start", nodes=number)),
        ("the number of nodes", lambda number: trace(minimax, Position(), nodes=number)),
        ("the number of nodes", lambda number: solve(limit=number)),
        ("the number of threads", lambda number: solve(limit=Limit(threads=number))),
        ("the depth", lambda number: perft(Position(), number)),
        ("the depth", lambda number: depth_limited(Position(), number)),
        ("the last ply", lambda number: next(plies(Position(), last=number))),
        ("the number of simulations", lambda number: mcts(Position(), random=Random(1), simulations=number)),
        ("the number of play-outs", lambda number: playouts(Position(), number, Random(1))),
        ("the number of plies", lambda number: Record(Position()).back(number)),
        ("the number of games", lambda number: match("easy", "easy", games=number)),
        ("the width in pixels", lambda number: noughts.svg(Position(), size=number)),
    ],
)
def test_a_number_that_is_not_whole_or_too_small_raises_an_error(
    name: str, call: Callable[[Any], object], wrong: Any
) -> None:
    with pytest.raises(NoughtsError, match=f"^expected a whole number of at least [01] as {name}, not "):
        call(wrong)


def test_sides_of_boards_are_whole_numbers() -> None:
    for sides in ((True, 3, 3), (3, 3, True), (3.0, 3, 3)):
        with pytest.raises(RulesError, match=r"must be (a )?whole number"):
            mnk(*sides)


def test_a_match_counts_the_wins_of_a_side_by_its_letter() -> None:
    result = match("perfect", "random", games=10)
    assert result.wins(0, "x") == result.wins(0, "X") == result.wins(0, Player.X)


def test_invalid_text_raises_an_error() -> None:
    with pytest.raises(NotationError, match="unknown game 'chess'"):
        solve("chess")
    with pytest.raises(NotationError, match="the position has 2 cells"):
        solve("x_")
