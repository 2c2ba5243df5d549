"""Wrappers that reorder or limit a state's moves, or change its scores, so that the search code need not change."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from noughts.rules.board import Move, Symmetry
from noughts.rules.game import Game, Player, moved
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.evaluate import EvaluationFunction, move_weights


@dataclass(frozen=True)
class _Wrapped:
    """A state that wraps another state. Methods that a subclass does not override call the wrapped state's methods."""

    state: Any

    def __hash__(self) -> int:
        return hash(self.state)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "state":
            raise AttributeError(name)
        return getattr(self.state, name)

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves."""
        moves: Sequence[Any] = self.state.moves
        return moves

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_over)

    @property
    def score(self) -> Score:
        """The score of a finished game, for the player to move."""
        score: Score = self.state.score
        return score

    def play(self, move: Any) -> Self:
        """Return the state after the move, wrapped in the same way."""
        return replace(self, state=self.state.play(move))


@dataclass(frozen=True)
class Ordered(_Wrapped):
    """A state whose moves are reordered. The moves that `first` returns for the state come first.

    The order decides which of several best moves a search finds first, and how many nodes alpha-beta can prune.
    """

    first: Callable[[Any], Iterable[Any]]

    __hash__ = _Wrapped.__hash__

    @property
    def moves(self) -> tuple[Any, ...]:
        """All moves of the wrapped state, starting with those that `first` returns."""
        legal = self.state.moves
        return tuple(dict.fromkeys((*(move for move in self.first(self.state) if move in legal), *legal)))


@dataclass(frozen=True)
class IgnoreDistance(_Wrapped):
    """A state that scores a finished game as +1, 0 or -1 regardless of its length, as most course material does."""

    __hash__ = _Wrapped.__hash__

    @property
    def score(self) -> Score:
        """+1 if the player to move has won, -1 if they have lost, 0 for a draw."""
        return sign(self.state.score)


@dataclass(frozen=True)
class Limited(_Wrapped):
    """A state that counts as finished, with an estimated score, after `depth` more plies, so that any search stops at a
    horizon.

    `evaluate` estimates the score of an unfinished state for the player to move.
    """

    depth: int
    evaluate: EvaluationFunction

    __hash__ = _Wrapped.__hash__

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or the state is on the horizon."""
        return self.depth == 0 or self.state.is_over

    @property
    def score(self) -> Score:
        """The score of a finished game, or the estimate, for the player to move."""
        score: Score = self.state.score if self.state.is_over else self.evaluate(self.state)
        return score

    def play(self, move: Any) -> Self:
        """Return the state after the move. The new state is one ply closer to the horizon."""
        return replace(self, state=self.state.play(move), depth=self.depth - 1)


@dataclass(frozen=True)
class Narrowed(_Wrapped):
    """A position on a large board that offers only its `width` most promising moves, best first.

    A score proven for the narrowed position is only an estimate for the wrapped one. `only` replaces the moves of the
    first position.
    """

    width: int
    only: tuple[Move, ...] | None = None

    __hash__ = _Wrapped.__hash__

    @property
    def moves(self) -> tuple[Move, ...]:
        """The most promising moves, best first."""
        if self.only is not None:
            return self.only
        weights = move_weights(self.state)
        return tuple(sorted(self.state.moves, key=lambda move: -weights[move])[: self.width])

    def play(self, move: Move) -> Self:
        """Return the position after the move, again with only its most promising moves."""
        return replace(self, state=self.state.play(move), only=None)


def centre_first(position: Position) -> Sequence[Move]:
    """Return all cells, those on the most lines first. On a 3 × 3 board, the order is centre, corners, edges."""
    through = position.game.lines_at
    return sorted(range(len(through)), key=lambda cell: -len(through[cell]))


def centre_distances(game: Game) -> list[float]:
    """Return how far each cell is from the centre of the board, in steps along its sides."""
    centre = [(side - 1) / 2 for side in game.board.shape]
    return [sum(abs(x - c) for x, c in zip(point, centre, strict=True)) for point in game.board.points]


def shuffled(seed: int) -> Callable[[Position], Sequence[Move]]:
    """Return a function that orders the cells at random, but in the same way for every position."""

    def order(position: Position) -> Sequence[Move]:
        cells = list(range(len(position.game.board)))
        Random(seed).shuffle(cells)
        return cells

    return order


def canonical(position: Position) -> Hashable:
    """Return a key that is the same for a position and all its rotations and reflections."""
    images = ((moved(position.x, s), moved(position.o, s)) for s in position.game.symmetries)
    return (*min(images), position.turn is Player.X)


def image(position: Position, symmetry: Symmetry) -> Position:
    """Return the image of a position under a symmetry of its game."""
    return Position(position.game, moved(position.x, symmetry), moved(position.o, symmetry), position.turn)
