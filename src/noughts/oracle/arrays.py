"""Positions as NumPy arrays, and neural networks as policies. Needs NumPy.

The environments of `noughts.adapters` show an agent the same arrays.
"""

from collections.abc import Callable
from math import prod
from typing import Any, Literal, TypeAlias, get_args

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError:
    raise ModuleNotFoundError('arrays need NumPy: pip install "noughts[rl]"', name="numpy") from None

from noughts.oracle.policies import PolicyOutput, in_position
from noughts.oracle.truth import value
from noughts.players.opponent import PlayerFault
from noughts.rules.board import Move, cell_set
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.rules.position import Position, sides
from noughts.rules.tactics import playable_cells, sign
from noughts.search.result import SearchLimit
from noughts.solver.evaluation import Evaluation
from noughts.solver.solver import Solver

Int8s: TypeAlias = NDArray[np.int8]

NetworkOutput: TypeAlias = Literal["moves", "values", "logits", "probabilities"]
"""What a network returns: a move, or a number for each cell. The legal move with the highest of the ``values`` is
played. ``logits`` become probabilities by a softmax over the legal moves."""


def observation_shape(game: Game) -> tuple[int, ...]:
    """Return the shape of an observation: two planes of the board, with its sides in NumPy's order (rows, columns).

    If the board is not a complete rectangle or box, its cells are in a single row.
    """
    shape = game.board.shape
    return (2, *reversed(shape)) if prod(shape) == len(game.board) else (2, len(game.board))


def observation(position: Position) -> Int8s:
    """Return a plane with the stones of the player to move, and a plane with the opponent's stones."""
    return observed(position)[0]


def action_mask(position: Position) -> Int8s:
    """Return 1 for each legal cell and 0 for each other cell. After the end of the game, all are 0."""
    return observed(position)[1]


def observed(position: Position) -> tuple[Int8s, Int8s]:
    """Return the `observation` and the `action_mask` together, which is faster."""
    game, size = position.game, len(position.game.board)
    mine, theirs = sides(position, position.turn)
    legal = 0 if position.is_over else playable_cells(game, position.empty)
    bits = _bits(mine | theirs << size | legal << 2 * size, 3 * size)
    return bits[: 2 * size].reshape(observation_shape(game)), bits[2 * size :]


def _bits(number: int, count: int) -> Int8s:
    """Return the lowest bits of a number, the lowest first."""
    octets = np.frombuffer(number.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(octets, count=count, bitorder="little").view(np.int8)


def network_policy(
    network: Callable[[Int8s, Int8s], Any], returns: NetworkOutput = "values"
) -> Callable[[Position], PolicyOutput]:
    """Convert a network, or any function of arrays, to a policy.

    Args:
        network: a function that takes the `observation` and the `action_mask` of a position. It returns an array of
            NumPy or torch. Dimensions of length 1, such as a batch of one, do not matter.
        returns: what the network returns.

    Raises:
        NoughtsError: `returns` is invalid.
        PlayerFault: raised by the policy if the network returns the wrong number of values, or no finite value.
    """
    if returns not in get_args(NetworkOutput):
        raise NoughtsError(
            f"invalid returns={short_repr(returns)}: expected one of {', '.join(get_args(NetworkOutput))}"
        )

    def policy(position: Position) -> PolicyOutput:
        names, moves = position.game.board.names, position.moves
        numbers = _numbers(network(observation(position), action_mask(position)), returns, position)
        if returns == "moves":
            number = float(numbers[0])
            return int(number) if number.is_integer() else number  # type: ignore[return-value]  # rejected later
        if returns == "probabilities":
            return dict(zip(names, numbers.tolist(), strict=True))
        legal = numbers[list(moves)]
        best = int(legal.argmax())  # argmax returns the first nan, if there is one
        if not np.isfinite(legal[best]):
            raise PlayerFault(
                f"{in_position(position)} the network returned {legal[best]} for {names[moves[best]]}: expected finite "
                f"{returns} of the legal moves"
            )
        if returns == "values":
            return moves[best]
        weights = np.exp(legal - legal[best])
        return dict(zip(moves, (weights / weights.sum()).tolist(), strict=True))

    return policy


def _numbers(output: Any, returns: NetworkOutput, position: Position) -> NDArray[np.float64]:
    """Convert the output of a network to floats: one move, or a number for each cell."""
    size = 1 if returns == "moves" else len(position.game.board)
    try:
        numbers = np.array(output.tolist() if hasattr(output, "tolist") else output, float).reshape(-1)
    except (TypeError, ValueError, OverflowError):
        numbers = np.empty(0)
    if len(numbers) != size:
        found = f"{len(numbers)} numbers" if len(numbers) else short_repr(output)
        wanted = "one move" if returns == "moves" else f"{size} numbers, one for each cell"
        raise PlayerFault(f"{in_position(position)} the network returned {found}: expected {wanted}")
    return numbers


def truth(position: Position, solver: Solver) -> dict[str, Any]:
    """Return the value, the optimal moves and the distance of a position, in the form that environments give to an
    agent.

    Raises:
        SearchLimit: the position is too hard to solve.
    """
    exact = _exact(position, solver)
    mask = _bits(cell_set(move.move for move in exact.keeping), len(position.game.board))
    return {"value": exact.value, "optimal_mask": mask, "distance": exact.distance}


def regret(position: Position, move: Move, solver: Solver) -> int:
    """Return how much a move gives away, from 0 to 2. An illegal move counts as a loss.

    Raises:
        SearchLimit: the position is too hard to solve.
    """
    scores = _exact(position, solver).scores
    return sign(max(scores.values())) - (sign(scores[move]) if move in scores else -1)


def _exact(position: Position, solver: Solver) -> Evaluation:
    try:
        return value(position, solver=solver)
    except SearchLimit as limit:
        raise SearchLimit(
            f"oracle=True cannot solve {t3en(position)} of {position.game} within a few seconds: expected a smaller "
            "game, or oracle=False"
        ) from limit
