"""A puzzle: a position, a goal, and the solution against the best defence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, get_args

from noughts.rules.board import Move, Symmetry
from noughts.rules.errors import BadFile, IllegalMove, NoughtsError, whole_number
from noughts.rules.gallery import game as named_game
from noughts.rules.game import moved
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.search.order import canonical, image

Goal: TypeAlias = Literal["win", "draw", "fours"]
"""What the solver must reach: a win, a draw, or a win in which every move but the last makes a four."""

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # letters and digits, without characters that look alike
_ID = 6
_HIGHEST = 10_000  # the highest rating


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move reaches the goal, not counting symmetric moves.

    Attributes:
        position: the position. The solver is to move.
        goal: what the solver must reach.
        line: the right move, the reply that holds out longest, the next right move, and so on. The line ends with the
            last move without an alternative. It is empty when the puzzle is solved.
        themes: the names of its ideas, from `noughts.puzzles.THEMES`.
        rating: the difficulty: about 400 for a child's first puzzles, and more than 2,000 for the hardest puzzles.
    """

    position: Position
    goal: Goal
    line: tuple[Move, ...]
    themes: tuple[str, ...] = ()
    rating: int = 0

    @cached_property
    def id(self) -> str:
        """Six letters and digits that name the puzzle. Rotated and reflected puzzles have the same name."""
        key = repr((self.position.game.name, self.goal, canonical(self.position))).encode()
        number, letters = int.from_bytes(blake2b(key, digest_size=8).digest(), "big"), ""
        for _ in range(_ID):
            number, digit = divmod(number, len(_ALPHABET))
            letters += _ALPHABET[digit]
        return letters

    @property
    def task(self) -> str:
        """What the solver has to do, as in ``X to move and win.``"""
        turn = self.position.turn
        return {
            "win": f"{turn} to move and win.",
            "draw": f"{turn} to move and save the draw.",
            "fours": f"{turn} to move and win by fours: every move makes a four.",
        }[self.goal]

    @property
    def is_solved(self) -> bool:
        """Whether all moves have been found."""
        return not self.line

    @property
    def moves_left(self) -> int:
        """The number of moves that the solver still has to find."""
        return (len(self.line) + 1) // 2

    @cached_property
    def answers(self) -> frozenset[Move]:
        """The right moves: the next move of the line, and the moves that a symmetry of the position maps to it."""
        return (
            frozenset(symmetry[self.line[0]] for symmetry in _symmetries(self.position)) if self.line else frozenset()
        )

    @property
    def reply(self) -> Move | None:
        """The opponent's answer to the next move of the line, or None if the line has no further move."""
        return self.line[1] if len(self.line) > 1 else None

    def answered(self, move: Move) -> "Puzzle":
        """Return the puzzle, with its solution turned or mirrored so that it begins with a given right move.

        Raises:
            IllegalMove: the move is not one of the `answers`.
        """
        for symmetry in _symmetries(self.position) if self.line else ():
            if symmetry[self.line[0]] == move:
                return replace(self, line=tuple(symmetry[each] for each in self.line))
        raise IllegalMove(f"{self.position.name(move)} does not solve the puzzle")

    def play(self, move: Move) -> "Puzzle":
        """Return the rest of the puzzle after a right move and the reply to it.

        Raises:
            IllegalMove: the move is not one of the `answers`.
        """
        line, position = self.answered(move).line, self.position
        for each in line[:2]:
            position = position.play(each)
        return replace(self, position=position, line=line[2:])

    def image(self, symmetry: Symmetry) -> "Puzzle":
        """Return the puzzle with its board rotated or mirrored by a symmetry of its game. The name stays the same."""
        return replace(self, position=image(self.position, symmetry), line=tuple(symmetry[move] for move in self.line))

    def to_data(self) -> dict[str, Any]:
        """Return the puzzle as JSON-compatible data."""
        names = self.position.game.board.names
        return {
            "game": self.position.game.name,
            "position": t3en(self.position),
            "goal": self.goal,
            "line": [names[move] for move in self.line],
            "themes": list(self.themes),
            "rating": self.rating,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Puzzle":
        """Read a puzzle from data in the format that `to_data` returns. To check its answers, call `prove`.

        Raises:
            BadFile: this is not a puzzle.
        """
        try:
            game = named_game(data["game"])
            position = read_position(data["position"], game)
            line, at = list[Move](), position
            for name in data["line"]:
                line.append(game.board.cell(name))
                at = at.play(line[-1])
            goal, themes, rating = data["goal"], tuple(map(str, data["themes"])), data["rating"]
            if whole_number(rating, "the rating") > _HIGHEST:
                raise BadFile(f"expected a rating of at most {_HIGHEST:,}")
        except NoughtsError as error:
            raise BadFile(f"this is not a puzzle: {error}") from None
        except (KeyError, TypeError, ValueError):
            fields = "game, position, goal, line, themes and rating"
            raise BadFile(f"this is not a puzzle: expected the fields {fields}") from None
        if goal not in get_args(Goal) or not len(line) % 2:
            raise BadFile(
                "this is not a puzzle: expected a goal (win, draw or fours) and a line that ends with a right move"
            )
        return cls(position, goal, tuple(line), themes, rating)


def _symmetries(position: Position) -> list[tuple[int, ...]]:
    """Return the symmetries of the game that map the position to itself."""
    x, o = position.x, position.o
    return [s for s in position.game.symmetries if moved(x, s) == x and moved(o, s) == o]
