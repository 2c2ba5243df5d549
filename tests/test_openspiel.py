"""Compare noughts with OpenSpiel: rules in random games, values of positions, and values of policies.

OpenSpiel: M. Lanctot and others, *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from noughts import Player, Position, Solver, game
from noughts.oracle import expected, exploitability, optimal, uniform
from tests.strategies import random_games

pyspiel = pytest.importorskip("pyspiel", reason="needs pyspiel, which `make oracle` installs")
pytestmark = pytest.mark.needs("pyspiel")


def gomoku(size: int, dims: int, connect: int, wrap: bool = False) -> str:
    return f"gomoku(size={size},dims={dims},connect={connect},wrap={'true' if wrap else 'false'})"


FLAT = [(4, 3, 3), (3, 4, 3), (5, 2, 2), (2, 5, 2), (6, 5, 4), (3, 3, 2), (3, 5, 4), (5, 5, 4), (4, 4, 4), (1, 4, 3)]
THEIRS = {
    "3,3,3": "tic_tac_toe",
    "3,3,3 misere": "misere(game=tic_tac_toe())",
    **{f"{m},{n},{k}": f"mnk(m={m},n={n},k={k})" for m, n, k in FLAT},
    "7,5,3 misere": "misere(game=mnk(m=7,n=5,k=3))",
    "15,15,5": gomoku(15, 2, 5),
    "9,9,4": gomoku(9, 2, 4),
    "3,3,3 torus": gomoku(3, 2, 3, wrap=True),
    "5,5,4 torus": gomoku(5, 2, 4, wrap=True),
    "9,9,5 torus": gomoku(9, 2, 5, wrap=True),
    "3x3x3": gomoku(3, 3, 3),
    "4x4x4": gomoku(4, 3, 4),
    "4x4x4,3 torus": gomoku(4, 3, 3, wrap=True),
    "3x3x3x3": gomoku(3, 4, 3),
    "7,6,4 gravity": "connect_four",
    "5,4,3 gravity": "connect_four(columns=5,rows=4,x_in_row=3)",
    "4,5,4 gravity": "connect_four(columns=4,rows=5,x_in_row=4)",
}


def their_action(at: Position, move: int) -> int:
    """Return OpenSpiel's action for a move; with gravity it is the column."""
    return at.game.board.points[move][0] if at.game.needs else move


def agree(at: Position, state: Any) -> None:
    assert state.is_terminal() == at.is_over
    assert state.legal_actions() == sorted(their_action(at, move) for move in at.moves)
    if at.outcome is None:
        assert state.current_player() == (at.turn is Player.O)
        return
    expected = {None: [0, 0], Player.X: [1, -1], Player.O: [-1, 1]}[at.outcome.winner]
    assert state.returns() == expected
    mover = 0 if at.turn is Player.X else 1
    assert (at.score > 0) - (at.score < 0) == expected[mover]


def play_side_by_side(name: str, count: int, seed: int) -> None:
    theirs = pyspiel.load_game(THEIRS[name])
    for line in random_games(name, count, seed):
        state = theirs.new_initial_state()
        agree(line[0], state)
        for before, after in pairwise(line):
            taken = (before.x | before.o) ^ (after.x | after.o)
            state.apply_action(their_action(before, taken.bit_length() - 1))
            agree(after, state)


@pytest.mark.parametrize("name", THEIRS)
def test_rules_agree_in_random_games(name: str) -> None:
    play_side_by_side(name, max(400 // len(game(name).board), 3), seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", THEIRS)
def test_rules_agree_in_many_random_games(name: str) -> None:
    play_side_by_side(name, 10_000 // len(game(name).board), seed=2)


def longest(at: Position, move: int) -> int:
    """Return the most stones of the player to move on a line through a cell without stones of the opponent."""
    mine, others = (at.x, at.o) if at.turn is Player.X else (at.o, at.x)
    return max(((line & mine).bit_count() for line in at.game.lines_at[move] if not line & others), default=0)


@pytest.mark.parametrize("name", ["15,15,5", "9,9,5 torus", "4x4x4", "6,5,4", "7,6,4 gravity"])
def test_rules_agree_in_games_that_complete_lines(name: str) -> None:
    """Random games rarely complete a line on a large board, so these players extend their longest lines."""
    theirs, random, won = pyspiel.load_game(THEIRS[name]), Random(3), 0
    for _ in range(6):
        at, state = Position(game(name)), theirs.new_initial_state()
        while not at.is_over:
            rank = {move: (longest(at, move), random.random()) for move in at.moves}
            move = max(rank, key=lambda move: rank[move])
            state.apply_action(their_action(at, move))
            at = at.play(move)
            agree(at, state)
        won += bool(at.outcome and at.outcome.line)
    assert won > 3


# Values.


def their_value(theirs: Any, state: Any) -> float:
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    value: float = alpha_beta_search(theirs, state=state, maximizing_player_id=0)[0]
    return value


def side_by_side(name: str) -> Iterator[tuple[Position, Any]]:
    """Yield every position of a game with the state of OpenSpiel."""
    tier = {Position(game(name)): pyspiel.load_game(THEIRS[name]).new_initial_state()}
    while tier:
        following: dict[Position, tuple[Any, int]] = {}
        for at, state in tier.items():
            yield at, state
            for move in at.moves:
                following.setdefault(at.play(move), (state, move))
        tier = {at: state.child(move) for at, (state, move) in following.items()}


@pytest.mark.parametrize(("name", "count"), [("3,3,3", 5_478), ("3,3,3 misere", 5_478), ("3,3,3 torus", 5_194)])
def test_rules_agree_in_every_position(name: str, count: int) -> None:
    seen = 0
    for at, state in side_by_side(name):
        agree(at, state)
        seen += 1
    assert seen == count


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("4,3,3", 111_973), ("5,2,2", 2_589)])
def test_rules_agree_in_every_position_of_larger_games(name: str, count: int) -> None:
    seen = 0
    for at, state in side_by_side(name):
        agree(at, state)
        seen += 1
    assert seen == count


def values_agree(name: str, at: Position, state: Any, solver: Solver) -> None:
    value = their_value(pyspiel.load_game(THEIRS[name]), state)
    score = solver.score(at)
    assert ((score > 0) - (score < 0)) * (1 if at.turn is Player.X else -1) == value


@pytest.mark.parametrize("name", ["3,3,3", "3,3,3 misere"])
def test_values_agree_in_every_position(name: str) -> None:
    solver = Solver(game(name))
    for at, state in side_by_side(name):
        if not at.is_over:
            values_agree(name, at, state, solver)


@pytest.mark.parametrize("name", ["4,3,3", "3,4,3", "3,3,3 torus", "5,4,3 gravity"])
def test_values_agree_in_some_positions(name: str) -> None:
    solver, theirs = Solver(game(name)), pyspiel.load_game(THEIRS[name])
    for line in random_games(name, 12, seed=4):
        state = theirs.new_initial_state()
        for before, after in pairwise(line):
            taken = (before.x | before.o) ^ (after.x | after.o)
            state.apply_action(their_action(before, taken.bit_length() - 1))
            if not after.is_over and after.empty.bit_count() < 9:
                values_agree(name, after, state, solver)


# Policies.


def at_last(name: str, state: Any) -> Position:
    """Return the position after the moves of an OpenSpiel state; without gravity both number moves alike."""
    at = Position(game(name))
    for action in state.history():
        at = at.play(action)
    return at


def test_exploitability_agrees_with_open_spiel() -> None:
    from open_spiel.python.algorithms.exploitability import exploitability as theirs

    theirs_value = theirs(pyspiel.load_game(THEIRS["3,3,2"]), their_policy("3,3,2", lopsided))
    assert theirs_value == pytest.approx(float(exploitability(lopsided, "3,3,2").both))


def lopsided(at: Position) -> dict[int, Fraction]:
    """A policy that prefers cells with higher numbers, X more strongly than O."""
    weights = [(2 if at.turn is Player.X else 1) * move + 1 for move in at.moves]
    return {move: Fraction(weight, sum(weights)) for move, weight in zip(at.moves, weights, strict=True)}


def their_policy(name: str, policy: Callable[[Position], Mapping[int, Fraction]]) -> Any:
    from open_spiel.python.policy import Policy

    class Ours(Policy):  # type: ignore[misc]
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            at = at_last(name, state)
            return {move: float(policy(at).get(move, 0)) for move in at.moves}

    return Ours(pyspiel.load_game(THEIRS[name]), [0, 1])


@pytest.mark.parametrize("name", ["3,3,2", "5,2,2"])
@pytest.mark.parametrize("policy", [uniform, lopsided, optimal])
def test_exploitability_and_expected_results_agree(
    name: str, policy: Callable[[Position], Mapping[int, Fraction]]
) -> None:
    compare_policies(name, policy)


@pytest.mark.slow
def test_exploitability_and_expected_results_agree_on_tic_tac_toe() -> None:
    compare_policies("3,3,3", lopsided)


def compare_policies(name: str, policy: Callable[[Position], Mapping[int, Fraction]]) -> None:
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.algorithms.exploitability import nash_conv

    their_game, theirs = pyspiel.load_game(THEIRS[name]), their_policy(name, cache(policy))
    ours = exploitability(policy, name)
    conv = nash_conv(their_game, theirs, return_only_nash_conv=False)
    assert conv.nash_conv == pytest.approx(float(ours.nash_conv))
    chances = expected(policy, policy, name)
    values = policy_value(their_game.new_initial_state(), [theirs, theirs])
    assert values == pytest.approx([float(chances.result(side)) for side in Player])
    # The gain of each player from switching to a best response.
    responses = [ours.as_o.result, ours.as_x.result]
    gains = [float(most - chances.result(side)) for most, side in zip(responses, Player, strict=True)]
    assert conv.player_improvements == pytest.approx(gains)
