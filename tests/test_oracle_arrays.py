"""Networks as policies, with arrays of NumPy and of torch."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from noughts import NoughtsError, PlayerFault, Position, oracle, position
from noughts.oracle.arrays import action_mask, network_policy, observation

BOARD = position("o_x/x2_/x2o x")  # X may play b1, b2 and c2


def test_an_observation_has_the_stones_of_the_player_to_move_first() -> None:
    own, other = observation(BOARD)
    assert own.tolist() == [[0, 0, 1], [1, 0, 0], [1, 0, 0]]
    assert other.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 1]]
    assert action_mask(BOARD).tolist() == [0, 1, 0, 0, 1, 1, 0, 0, 0]
    assert not action_mask(BOARD.play("b2")).any()  # X has won


@pytest.mark.parametrize(
    ("returns", "output", "chances"),
    [
        ("moves", 4, {4: 1}),
        ("moves", np.array([[4]]), {4: 1}),
        ("values", np.arange(9.0), {5: 1}),  # the illegal moves have higher values
        ("values", [[9, 1, 9, 9, 2, 1, 9, 9, 9]], {4: 1}),
        ("logits", np.zeros(9, np.float32), {1: Fraction(1, 3), 4: Fraction(1, 3), 5: Fraction(1, 3)}),
        ("moves", np.array([4.0]), {4: 1}),
        ("values", np.array([np.nan, -np.inf, 0, 0, -1, -np.inf, np.inf, 0, 0]), {4: 1}),
        ("logits", np.array([np.nan, 0, 0, 0, 0, -np.inf, np.inf, 0, 0]), {1: Fraction(1, 2), 4: Fraction(1, 2)}),
        ("logits", np.array([9e9] * 5 + [-9e9] * 4), {1: Fraction(1, 2), 4: Fraction(1, 2)}),
        ("probabilities", np.array([[0, 0.25, 0, 0, 0.5, 0.25, 0, 0, 0]]), {1: 0.25, 4: 0.5, 5: 0.25}),
    ],
)
def test_an_array_becomes_the_chances_of_moves(returns: Any, output: Any, chances: dict[int, Any]) -> None:
    found = oracle.chances(network_policy(lambda planes, mask: output, returns), BOARD)
    assert sum(found.values()) == 1
    assert {move: float(chance) for move, chance in found.items()} == pytest.approx(chances)


@pytest.mark.slow  # torch is too large for `make browser`
@pytest.mark.needs("torch")
def test_a_network_of_torch_is_a_policy() -> None:
    import torch

    layer = torch.nn.Linear(18, 9)

    def network(planes: Any, mask: Any) -> Any:
        return layer(torch.as_tensor(planes).float().reshape(1, 18))

    (move,) = oracle.chances(network_policy(network), BOARD)
    scores = network(observation(BOARD), None)[0].tolist()
    assert move == max(BOARD.moves, key=scores.__getitem__)


@pytest.mark.parametrize(
    ("returns", "output", "error"),
    [
        ("moves", [4, 1], "returned 2 numbers: expected one move"),
        ("values", np.zeros(8), "returned 8 numbers: expected 9 numbers, one for each cell"),
        ("moves", 0, "a1 is taken"),
        ("probabilities", np.ones(9) / 9, "a1 is taken"),
        ("probabilities", np.array([0, 0.5, 0, 0, 0.1, 0, 0, 0, 0]), "add up to 0.6, not 1"),
        ("moves", 4.5, "returned 4.5, which is not a move"),
        ("moves", np.nan, "returned nan, which is not a move"),
        ("moves", "b2", "returned 'b2': expected one move"),
        ("values", None, "returned 1 numbers: expected 9 numbers"),
        ("values", [1, [2, 3]], r"returned \[1, \[2, 3\]\]: expected 9 numbers"),
        ("values", np.array([1, 1, 1, 1, np.nan, 1, 1, 1, 1]), "nan for b2: expected finite values of the legal moves"),
        ("values", np.array([1, 1, 1, 1, 1, np.inf, 1, 1, 1]), "inf for c2: expected finite values"),
        ("logits", np.full(9, np.nan), "nan for b1: expected finite logits of the legal moves"),
        ("logits", np.full(9, -np.inf), "-inf for b1: expected finite logits"),
        ("logits", np.full(9, np.inf), "inf for b1: expected finite logits"),
        ("probabilities", np.full(9, np.nan), "gives 'a1' the probability nan: expected a number from 0 to 1"),
        ("probabilities", np.array([0, -0.5, 0, 0, 1.5, 0, 0, 0, 0]), "gives 'b1' the probability -0.5: expected a"),
        ("probabilities", np.zeros(9), "the policy's probabilities add up to 0.0, not 1"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_wrong_output_is_an_error(returns: Any, output: Any, error: str) -> None:
    with pytest.raises(PlayerFault, match=f"in the position o_x/x2_/x2o x of 3,3,3 .*{error}"):
        oracle.chances(network_policy(lambda planes, mask: output, returns), BOARD)


def test_a_wrong_kind_of_output_is_an_error() -> None:
    with pytest.raises(NoughtsError, match="expected one of moves, values, logits, probabilities"):
        network_policy(lambda planes, mask: 4, "scores")  # type: ignore[arg-type]


def test_the_oracle_measures_a_network_as_the_same_policy_elsewhere() -> None:
    def first_legal(planes: Any, mask: Any) -> Any:
        return -np.arange(mask.size)

    network, plain = network_policy(first_legal), {at: at.moves[0] for at in everywhere()}
    assert oracle.exploitability(network).both == oracle.exploitability(plain).both
    evaluation = oracle.evaluate(network)
    assert evaluation == oracle.evaluate(plain)
    error = evaluation.first_error
    assert error in evaluation.regrets
    assert error is not None
    assert error.empty.bit_count() == max(at.empty.bit_count() for at in evaluation.regrets)
    assert oracle.evaluate(oracle.optimal).first_error is None
    with pytest.raises(PlayerFault):
        oracle.evaluate(network_policy(lambda planes, mask: 0, "moves"))


def everywhere() -> set[Position]:
    """Return all unfinished positions of tic-tac-toe."""
    seen, pending = {Position()}, [Position()]
    while pending:
        at = pending.pop()
        new = {after for move in at.moves if not (after := at.play(move)).is_over} - seen
        seen |= new
        pending += new
    return seen
