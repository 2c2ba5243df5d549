"""The order of moves, other scores, and symmetry: states made of states, so that every search stays as it is."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from noughts.rules.board import Move, Symmetry
from noughts.rules.game import Player, moved
from noughts.rules.position import Position, Score
from noughts.search.evaluate import promise


@dataclass(frozen=True)
class _Dressed:
    """A state in other clothes: it has all that the state inside has, and changes what its subclass says."""

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
        """The score of a finished game, seen by the player to move."""
        score: Score = self.state.score
        return score

    def play(self, move: Any) -> Self:
        """Return the state after the move, in the same clothes."""
        return replace(self, state=self.state.play(move))


@dataclass(frozen=True)
class Ordered(_Dressed):
    """A state whose moves come in another order: those that `first` names for the state come first.

    The order decides which of equally good moves a search finds first, and how much alpha-beta leaves out.
    """

    first: Callable[[Any], Iterable[Any]]

    __hash__ = _Dressed.__hash__

    @property
    def moves(self) -> tuple[Any, ...]:
        """The state's moves, those that come first first."""
        legal = self.state.moves
        return tuple(dict.fromkeys((*(move for move in self.first(self.state) if move in legal), *legal)))


@dataclass(frozen=True)
class IgnoreDistance(_Dressed):
    """A state whose finished games count +1, 0 or -1, however long they took: as most course sheets score."""

    __hash__ = _Dressed.__hash__

    @property
    def score(self) -> Score:
        """+1 for a game that the player to move has won, -1 for a lost one, 0 for a draw."""
        score: Score = self.state.score
        return (score > 0) - (score < 0)


@dataclass(frozen=True)
class Narrowed(_Dressed):
    """A position that offers only its `width` most promising moves, best first: for boards too large to search.

    What a search proves about it is an estimate of the position. The first position may offer `only` some moves.
    """

    width: int
    only: tuple[Move, ...] | None = None

    __hash__ = _Dressed.__hash__

    @property
    def moves(self) -> tuple[Move, ...]:
        """The most promising moves, in the order of their promise."""
        if self.only is not None:
            return self.only
        hopes = promise(self.state)
        return tuple(sorted(self.state.moves, key=lambda move: -hopes[move])[: self.width])

    def play(self, move: Move) -> Self:
        """Return the position after the move, which offers its most promising moves."""
        return replace(self, state=self.state.play(move), only=None)


def centre_first(position: Position) -> Sequence[Move]:
    """Order cells by how many lines go through them: on 3 × 3 the centre, the corners, then the edges."""
    through = position.game.lines_at
    return sorted(range(len(through)), key=lambda cell: -len(through[cell]))


def shuffled(seed: int) -> Callable[[Position], Sequence[Move]]:
    """Return an order of the cells drawn at random, the same for every position."""

    def order(position: Position) -> Sequence[Move]:
        cells = list(range(len(position.game.board)))
        Random(seed).shuffle(cells)
        return cells

    return order


def canonical(position: Position) -> Hashable:
    """Return a key that is the same for a position and all its turned and mirrored images."""
    images = ((moved(position.x, s), moved(position.o, s)) for s in position.game.symmetries)
    return (*min(images), position.turn is Player.X)


def image(position: Position, symmetry: Symmetry) -> Position:
    """Return the position that a symmetry of its game makes of it."""
    return Position(position.game, moved(position.x, symmetry), moved(position.o, symmetry), position.turn)
