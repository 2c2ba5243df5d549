"""Games: the rules as immutable data, and functions that turn one game into another.

Variants are data, so no code checks which variant is being played. `in_a_row` makes the lines, `gravity` lets stones
fall, and `misere` and `full` change who wins. All of them can be combined.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

from noughts.rules.board import Board, Cell, Cells, Symmetry, cell_set, cells_in, grid, straight_rows
from noughts.rules.errors import RulesError, short_repr

MOST_LINES = 50_000
"""The maximum number of lines in a game. The limit keeps the name of a game from using too much memory."""


class Player(Enum):
    """The two players. X moves first unless a position says otherwise."""

    X = "x"
    O = "o"  # noqa: E741  the name of the player

    @classmethod
    def _missing_(cls, value: object) -> "Player":
        """Return the player that a capital letter names. For other values, raise a `RulesError`."""
        if value in ("X", "O"):
            return cls[str(value)]
        raise RulesError(f"{short_repr(value)} is not a player: expected Player.X or Player.O")

    @property
    def other(self) -> "Player":
        """The opponent."""
        return Player.O if self is Player.X else Player.X

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Player.{self.name}"


@dataclass(frozen=True)
class Game:
    """The rules of one game, as data.

    Attributes:
        name: the name of the game, which `noughts.game` can parse.
        board: the board.
        lines: the lines as sets of cells. A line is complete when one player has all its cells.
        needs: for each cell, the cells that must be taken first, as with gravity. Empty if there is no such rule.
        misere: whether completing a line loses instead of winning.
        full: the winner if the board is full and no line is complete, or None for a draw.
        beyond: for each line, cells on which its owner must not have a stone when it is complete: those next to its
            ends if longer rows do not count. Empty if there is no such rule.
    """

    name: str
    board: Board
    lines: tuple[Cells, ...]
    needs: tuple[Cells, ...] = ()
    misere: bool = False
    full: Player | None = None
    beyond: tuple[Cells, ...] = ()

    def __post_init__(self) -> None:
        cells = self.board.cells
        for sets in (self.lines, self.needs, self.beyond):
            if not (isinstance(sets, tuple) and all(isinstance(each, int) for each in sets)):
                raise RulesError(f"expected sets of cells, as in (cell_set([0, 1, 2]),), not {short_repr(sets)}")
        if any(line <= 0 or line & ~cells for line in self.lines):
            raise RulesError("a line must have at least one cell, and all of its cells must be on the board")
        if len(self.lines) > MOST_LINES:
            raise RulesError(f"a game has at most {MOST_LINES} lines, not {len(self.lines)}")
        if self.beyond:
            if len(self.beyond) != len(self.lines):
                raise RulesError(
                    f"'beyond' must have an entry for each of the {len(self.lines)} lines, not {len(self.beyond)}"
                )
            if any(ends & (line | ~cells) for line, ends in zip(self.lines, self.beyond, strict=True)):
                raise RulesError("the cells in 'beyond' must be on the board, but not on their line")
            if len({*self.lines}) < len(self.lines):
                raise RulesError("a game with 'beyond' must not list a line twice")
        if self.needs:
            if len(self.needs) != len(self.board):
                raise RulesError(
                    f"'needs' must have an entry for each of the {len(self.board)} cells, not {len(self.needs)}"
                )
            if any(need & ~cells for need in self.needs):
                raise RulesError("the cells in 'needs' must be on the board")
            taken, before = 0, -1
            while taken != before:
                before = taken
                taken |= cell_set(cell for cell, need in enumerate(self.needs) if not need & ~taken)
            if taken != cells:
                raise RulesError("'needs' is circular: at least one cell can never be taken")

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.lines, self.needs, self.misere, self.full, self.beyond))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, self._fields

    @property
    def _fields(self) -> tuple[Any, ...]:
        return self.name, self.board, self.lines, self.needs, self.misere, self.full, self.beyond

    @cached_property
    def is_named(self) -> bool:
        """Whether `noughts.game` finds this game by its name. A custom game cannot be found by its name."""
        from noughts.rules.gallery import game_or_none  # imported here because the gallery imports this module

        return game_or_none(self.name) == self

    def __repr__(self) -> str:
        if self.is_named:
            return f"game({self.name!r})"
        fields = self._fields if self.beyond else self._fields[:-1]
        return f"Game{fields!r}"

    def __str__(self) -> str:
        return self.name

    @cached_property
    def lines_at(self) -> tuple[tuple[Cells, ...], ...]:
        """For each cell, the lines through it, in the order of `lines`."""
        through: list[list[Cells]] = [[] for _ in range(len(self.board))]
        for line in self.lines:
            for cell in cells_in(line):
                through[cell].append(line)
        return tuple(map(tuple, through))

    @cached_property
    def beyond_of(self) -> dict[Cells, Cells]:
        """A mapping from each line to its entry in `beyond`. The mapping is empty if longer rows count."""
        return dict(zip(self.lines, self.beyond, strict=True)) if self.beyond else {}

    def completed(self, stones: Cells, lines: Iterable[Cells]) -> Iterator[Cells]:
        """Yield the lines that a player with these stones has completed."""
        beyond = self.beyond_of
        for line in lines:
            if line & stones == line and not (beyond and beyond[line] & stones):
                yield line

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotations and reflections of the board that preserve the rules, starting with the identity.

        The translations of a torus are not included.
        """
        return _subgroup(self.board.symmetries, self.keeps)

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return whether a permutation of the cells preserves the rules."""
        bit = [1 << image for image in symmetry].__getitem__
        degrees = [len(through) for through in self.lines_at]
        return (
            all(degrees[image] == degrees[cell] for cell, image in enumerate(symmetry))
            and all(self.needs[symmetry[cell]] == moved(need, symmetry) for cell, need in enumerate(self.needs))
            and all(sum(map(bit, cells)) in self._cells_of for cells in self._cells_of.values())
            and all(
                self.beyond_of[moved(line, symmetry)] == moved(beyond, symmetry)
                for line, beyond in self.beyond_of.items()
            )
        )

    @cached_property
    def _cells_of(self) -> dict[Cells, tuple[Cell, ...]]:
        """A mapping from each line to its cells."""
        return {line: cells_in(line) for line in self.lines}


def _subgroup(group: Sequence[Symmetry], keeps: Callable[[Symmetry], bool]) -> tuple[Symmetry, ...]:
    """Return the symmetries in a group for which `keeps` is true, in the group's order. The identity comes first.

    They form a subgroup, so only a few need a test: a product of two members is a member, and a product of a member
    and a non-member is not. The subgroup grows coset by coset, as in Dimino's algorithm.
    """
    members, others, generators = {group[0]}, set[Symmetry](), list[Symmetry]()
    for symmetry in group:
        if symmetry in members or symmetry in others:
            continue
        known = tuple(members)
        if not keeps(symmetry):
            others |= _coset(symmetry, known)
            continue
        generators.append(symmetry)
        first_of_cosets = [symmetry]
        members |= _coset(symmetry, known)
        for first in first_of_cosets:
            for generator in generators:
                product = _after(generator, first)
                if product not in members:
                    first_of_cosets.append(product)
                    members |= _coset(product, known)
    return tuple(symmetry for symmetry in group if symmetry in members)


def _coset(symmetry: Symmetry, group: Iterable[Symmetry]) -> set[Symmetry]:
    return {_after(symmetry, other) for other in group}


def _after(second: Symmetry, first: Symmetry) -> Symmetry:
    """Return the composition of two symmetries: `first`, then `second`."""
    return tuple(map(second.__getitem__, first))


def moved(cells: Cells, symmetry: Symmetry) -> Cells:
    """Return the image of a set of cells under a symmetry."""
    return cell_set(symmetry[cell] for cell in cells_in(cells))


def in_a_row(k: int, *shape: int, torus: bool = False, exact: bool = False) -> Game:
    """Return the game of `k` in a row on a board of any shape.

    On a torus, rows continue across the edges. With `exact`, longer rows do not count: only exactly `k` in a row do.

    Raises:
        RulesError: a side or `k` is less than 1, or the game has too many cells or lines.
    """
    board = grid(*shape)
    if (3 ** len(shape) // 2) * len(board) > MOST_LINES:
        raise RulesError(f"a game has at most {MOST_LINES} lines: choose a smaller board")
    if len(shape) == 2:
        name = f"{shape[0]},{shape[1]},{k}"
    elif len(shape) == 1:
        name = f"line {shape[0]},{k}"
    elif all(side == k for side in shape):
        name = "x".join(map(str, shape))
    else:
        name = "x".join(map(str, shape)) + f",{k}"
    rows = straight_rows(board, k, wrap=torus)
    game = Game(name, board, tuple(rows), beyond=tuple(rows.values()) if exact else ())
    for word in ["torus"] * torus + ["exact"] * exact:
        game = _called(game, word)
    return game


def mnk(m: int, n: int, k: int) -> Game:
    """Return the game of `k` in a row on a board of `m` columns and `n` rows.

    Raises:
        RulesError: a side or `k` is less than 1, or the game has too many cells or lines.
    """
    return in_a_row(k, m, n)


def gravity(game: Game) -> Game:
    """Return the version of a game with gravity.

    A stone falls to the lowest empty cell of its column or, in three dimensions, to the last empty layer.
    """
    _expect_game(game)
    board = game.board
    beneath = ((*point[:-1], point[-1] + 1) for point in board.points)
    needs = tuple(1 << board.at[point] if point in board.at else 0 for point in beneath)
    return _called(replace(game, needs=needs), "gravity")


def misere(game: Game) -> Game:
    """Return the misère version of a game, in which the player who completes a line loses."""
    _expect_game(game)
    return _called(replace(game, misere=True), "misere")


def full(game: Game, winner: Player | str) -> Game:
    """Return the version of a game in which a full board without a line is a win for `winner`, not a draw.

    If O is the winner, X must complete a line to win, like the Maker in a Maker–Breaker game. Here, however, O's lines
    count, too.
    """
    _expect_game(game)
    winner = Player(winner)
    return _called(replace(game, full=winner), f"full={winner.value}")


def _expect_game(game: object) -> None:
    if not isinstance(game, Game):
        raise RulesError(f"expected a Game, not {short_repr(game)}: noughts.game(...) makes a game from its name")


_WORDS = ("torus", "exact", "gravity", "misere", "full=x", "full=o")


def _called(game: Game, word: str) -> Game:
    kept = {w for w in kinds(game) if w[:5] != word[:5]} | {word}
    base = game.name.split(" ")[: -len(kinds(game)) or None]
    return replace(game, name=" ".join([*base, *(w for w in _WORDS if w in kept)]))


def kinds(game: Game) -> tuple[str, ...]:
    """Return the variants that the name of a game contains, such as ``gravity`` and ``misere``, in the same order."""
    words = game.name.split(" ")
    return tuple(word for n, word in enumerate(words) if n and all(w in _WORDS for w in words[n:]))
