"""The puzzles that come with noughts, as JSON lines: one file for each game, made by ``noughts puzzles make``."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from importlib.resources import files

from noughts.explain.words import join_or
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.themes import THEMES
from noughts.rules.errors import BadFile, NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game

SHIPPED: tuple[str, ...] = ("tictactoe", "misere", "4,4,4", "5,5,4", "connect four", "gomoku")
"""The games with puzzles, in the order in which a learner meets them."""

EASY = 600
"""The highest rating of a puzzle that suits a child who knows the rules."""

_WEEK = ("tictactoe", "misere", "4,4,4", "5,5,4", "connect four", "gomoku", "connect four")
"""The game of the puzzle of the day, from Monday to Sunday."""


class UnknownPuzzle(NoughtsError):
    """Raised if no puzzle has the given name."""


def collection(game: Game | str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that come with noughts, the easiest first.

    Raises:
        NotationError: no game has this name.
        NoughtsError: noughts comes without puzzles of this game.
    """
    wanted = named_game(game)
    for name in SHIPPED:
        if named_game(name) == wanted:
            return _shipped(name)
    raise NoughtsError(f"there are no puzzles of {wanted}: expected one of {', '.join(SHIPPED)}")


@cache
def _shipped(name: str) -> tuple[Puzzle, ...]:
    return tuple(read(_lines(name)))


def _lines(name: str) -> list[str]:
    file = files(__package__) / f"{name.replace(' ', '-').replace(',', '-')}.jsonl"
    return file.read_text(encoding="utf-8").splitlines()


@cache
def theme_counts() -> Counter[str]:
    """Count the puzzles that come with noughts by theme, without reading their positions."""
    return Counter(theme for name in SHIPPED for line in _lines(name) for theme in json.loads(line)["themes"])


def read(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Yield the puzzles in JSON lines. Empty lines are skipped.

    Raises:
        BadFile: a line is not a puzzle.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _read(line)
            except BadFile as error:
                raise error.at(f"line {number}") from None


def _read(line: str) -> Puzzle:
    try:
        puzzle = Puzzle.from_data(json.loads(line))
    except BadFile:
        raise
    except (ValueError, RecursionError):
        raise BadFile("this is not a puzzle: expected a line of JSON") from None
    if unknown := [name for name in puzzle.themes if name not in THEMES]:
        raise BadFile(f"unknown theme {short_repr(unknown[0], 20)}: expected {join_or(list(THEMES))}")
    return puzzle


def write(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON."""
    return json.dumps(puzzle.to_data(), separators=(",", ":"))


def every() -> tuple[Puzzle, ...]:
    """Return all puzzles that come with noughts."""
    return tuple(puzzle for name in SHIPPED for puzzle in _shipped(name))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in every()}


def with_id(id: str) -> Puzzle:
    """Return the puzzle with this name.

    Raises:
        UnknownPuzzle: no puzzle has this name.
    """
    try:
        return _by_id()[id.strip().lower()]
    except KeyError:
        raise UnknownPuzzle(f"there is no puzzle {short_repr(id, 20)}: expected six letters and digits") from None


def easier_puzzle(day: date) -> Puzzle:
    """Return the easier puzzle of a day, a puzzle of tic-tac-toe that is the same for everyone."""
    easy = sorted((puzzle for puzzle in _shipped("tictactoe") if puzzle.rating <= EASY), key=lambda puzzle: puzzle.id)
    return easy[day.toordinal() % len(easy)]


def puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everyone. Each day of the week has its own game."""
    week, weekday = divmod(day.toordinal() - 1, 7)
    game = _WEEK[weekday]
    number = week * _WEEK.count(game) + _WEEK[:weekday].count(game)
    puzzles = sorted(_shipped(game), key=lambda puzzle: puzzle.id)  # the names put the puzzles in a random order
    return puzzles[number % len(puzzles)]
