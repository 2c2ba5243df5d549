"""Read text that a person has typed, pasted or saved: positions, lists of moves, SGF games, and links, in any order."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar

from noughts.rules.errors import NotationError, NoughtsError, short_repr
from noughts.rules.files.faults import Faults
from noughts.rules.files.games import COMMENT, PARAGRAPHS, split_lists
from noughts.rules.files.psq import is_psq, read_psq
from noughts.rules.files.sgf import is_sgf, read_sgf, tree_of
from noughts.rules.files.sgf_parser import sgf_games
from noughts.rules.gallery import game as named_game
from noughts.rules.gallery import game_at_start
from noughts.rules.game import Game
from noughts.rules.notation import looks_like_position
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.record import moves_in, result_words, solver_link
from noughts.rules.tree import GameTree
from noughts.rules.tree_reader import has_branches, read_tree
from noughts.search.result import Deadline

UNREADABLE = "expected a position, a list of moves such as b2 a1 c3, SGF, or the name of a game"
"""The text of an error message: what to enter."""

_SECONDS = 5.0  # seconds of processor time
_MOST_NAMES = 5  # names of games in a row; the last name counts
_GUESSES = (
    *("tictactoe", "cube", "qubic", "connect four", "4,4,4", "5,5,4", "6,6,4", "7,7,5", "7,6,4", "gomoku", "19,19,5"),
)
_MOST_GUESSED = 2_000  # the longest text, in characters, whose game is guessed
_COLUMNS = re.compile(r"[\s,]*[a-g]+(?:[\s,]+[a-g]+)*[\s,]*", re.IGNORECASE)
_NUMBERS = re.compile(r"[\s0-9,]+")
_NAMES_GAME = re.compile(r"^\s*(game|start)\s*:", re.IGNORECASE | re.MULTILINE)

T = TypeVar("T")
_LINK = re.compile(r"\s*(https?://(?!\S*gamesolver\.org/)\S+|/(?:analyse|explore|play)\b\S*)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """A piece of a text: one game, one position or one link.

    Attributes:
        kind: what it is.
        read: returns the game, or the tree without moves of a position. It raises a NoughtsError for an invalid text.
    """

    kind: Literal["game", "position", "link"]
    read: Callable[[], GameTree]


def split_text(
    text: str,
    game: Game | None = None,
    *,
    file_game: Game | None = None,
    link: Callable[[str], GameTree] | None = None,
    faults: Faults | None = None,
    deadline: Deadline | None = None,
    guesses: bool = False,
) -> list[Item]:
    """Split a text into the games, positions and links that it contains. Any other text is ignored.

    Args:
        text: the text.
        game: the game of positions, and of moves that do not name a game. The default is tic-tac-toe.
        file_game: the game of SGF and of Piskvork's files. By default, each file names its game.
        link: reads a link. By default, links are errors.
        faults: what to do about damaged games. By default, they are errors.
        deadline: returns whether the time is up. By default, it is `time_limit()`.
        guesses: if moves or a position do not fit the game, use the first well-known game that they fit.

    Raises:
        NoughtsError: the text contains nothing that can be read, or is too long.
    """
    text, deadline = text.lstrip("\ufeff"), deadline or time_limit()
    if is_psq(text):
        return [Item("game", partial(read_psq, text, file_game, faults))]
    splitter, items, place = _Splitter(game, link or _no_link, deadline, guesses), list[Item](), 0
    for sgf in sgf_games(text, faults):
        expect_time(deadline)
        splitter = replace(splitter, names=0)  # words around SGF are descriptions
        items += splitter.items(text[place : sgf.begin])
        items.append(Item("game", partial(tree_of, sgf, file_game)))
        place = sgf.end
    items += splitter.items(text[place:])
    if not items and is_sgf(text) and "[" in text:  # the SGF contains an error
        return [Item("game", partial(read_sgf, text))]
    if not items and looks_like_position(text):
        return [splitter.position(text)]
    if not items and guesses and _COLUMNS.fullmatch(text):
        return [splitter.moves(text)]
    if not items:
        raise _unreadable(text)
    return items


def _unreadable(text: str) -> NotationError:
    return NotationError(f"cannot read {short_repr(' '.join(text.split()))}: {UNREADABLE}")


def _no_link(link: str) -> GameTree:
    raise NotationError("a link cannot be read here: expected SGF or a list of moves, such as b2 a1 c3")


def time_limit() -> Deadline:
    """Return a deadline that limits the processor time that this thread spends on reading a text."""
    clock = getattr(time, "thread_time", time.monotonic)  # a browser has no clock for a single thread
    end = clock() + _SECONDS
    return lambda: clock() > end


def expect_time(deadline: Deadline) -> None:
    """Raise a NoughtsError if the time for reading a text is up."""
    if deadline():
        raise NoughtsError("this text takes too long to read: send fewer games at a time")


@dataclass(frozen=True)
class _Splitter:
    """Splits text that is not SGF. Read at most `names` consecutive game names."""

    game: Game | None
    link: Callable[[str], GameTree]
    deadline: Deadline
    guesses: bool = False
    names: int = _MOST_NAMES

    def position(self, text: str) -> Item:
        """Return an item that reads a text as a position."""
        return Item("position", lambda: GameTree.of(self._fitting(text, partial(read_position, text))))

    def moves(self, text: str) -> Item:
        """Return an item that reads a text as a list of moves."""
        return Item("game", partial(self._read_moves, text))

    def _read_moves(self, text: str) -> GameTree:
        tree = self._fitting(text, partial(read_tree, text))
        if not (tree.root.children or tree.root.comment or _NAMES_GAME.search(text)):
            raise NotationError(f"there are no moves in {short_repr(' '.join(text.split()))}: {UNREADABLE}")
        return tree

    def _fitting(self, text: str, read: Callable[[Game | None], T]) -> T:
        """Read a text by the rules of the given game or, if that fails, of the first other game that fits the text."""
        try:
            return read(self.game)
        except NoughtsError:
            for name in _GUESSES if self.guesses and len(text) <= _MOST_GUESSED else ():
                expect_time(self.deadline)
                with suppress(NoughtsError):
                    return read(named_game(name))
            raise

    def _named(self, text: str) -> tuple[Game, str] | None:
        """Return the game at the start of a text, and the rest of the text. ``5,4,3`` can also mean three moves."""
        if not self.names or not (found := game_at_start(text)) or (_NUMBERS.fullmatch(text) and self._is_game(text)):
            return None
        game = named_game(found[0])
        return (game, found[1]) if game.lines else None

    def items(self, text: str) -> Iterator[Item]:
        """Yield the items of a text."""
        if not text.strip():
            return
        if named := self._named(text):
            game, rest = named
            inside = replace(self, game=game, guesses=False, names=self.names - 1)
            items = [*inside.items(rest)] if rest else [Item("position", lambda: GameTree.of(Position(game)))]
            if not items:
                raise _unreadable(rest)
            yield from items
            return
        if self._is_position(text):
            yield self.position(text)
            return
        moves = list[str]()  # paragraphs with moves that may belong to one game
        for paragraph in PARAGRAPHS.split(text):
            kind = self._kind(paragraph)
            if kind == "moves":
                moves.append(paragraph)
                continue
            yield from self._moves("\n\n".join(moves))
            moves.clear()
            if kind == "named":
                yield from self.items(paragraph)
                continue
            for line in paragraph.splitlines() if kind in ("lines", "links") else [paragraph]:
                if found := _LINK.fullmatch(line):
                    yield Item("link", partial(self.link, found[1]))
                elif kind in ("lines", "position"):
                    yield self.position(line)
                elif kind == "links":
                    yield from self.items(line)
        yield from self._moves("\n\n".join(moves))

    def _kind(self, paragraph: str) -> str:
        lines = [line for line in paragraph.splitlines() if line.strip()]
        if any(map(_LINK.fullmatch, lines)):
            return "links"
        if self._named(paragraph):
            return "named"
        if self._is_position(paragraph):
            return "position"
        if lines and all(map(self._is_position, lines)):
            return "lines"
        return "moves" if self._names_moves(paragraph) else "prose"

    def _is_position(self, text: str) -> bool:
        expect_time(self.deadline)
        try:
            read_position(text, self.game)
        except NotationError:
            return text.lstrip().startswith("[[")  # lists with an invalid mark
        except NoughtsError:  # an impossible position
            pass
        return True

    def _names_moves(self, text: str) -> bool:
        """Return whether a header line, a result or the first word makes a paragraph look like a list of moves."""
        first_line = next((line for line in text.splitlines() if line.split("#")[0].strip()), "")
        if re.match(r"\s*(game|x|o|start)\s*:", first_line, re.IGNORECASE) or result_words(first_line):
            return True
        if solver_link(text):
            return True
        words = (re.sub(r"^[0-9]+[.…]+", "", word) for word in COMMENT.sub(" ", text).replace(",", " ").split())
        first = next((word for word in words if word), "").rstrip("?!").lower()
        if re.fullmatch(r"([a-z]{1,2}[0-9]{1,2})+[a-z]?", first):  # names of cells, perhaps on another board
            return True
        with suppress(NotationError):
            return bool(moves_in(first, Position(self.game or "tictactoe")))
        return bool(re.fullmatch(r"[\s.,()\[\]?!]*\d[\s\d.,()\[\]?!-]*", text))

    def _moves(self, text: str) -> Iterator[Item]:
        """Yield the games of a text that consists of lists of moves."""
        for part in split_lists(text):
            texts = [part] if has_branches(part) else self._games_by_line(part)
            yield from map(self.moves, texts)

    def _games_by_line(self, text: str) -> list[str]:
        """Return the lines of a text if each line is a game and the whole text is not. Otherwise, return the text."""
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or self._is_game(text) or not all(map(self._is_game, lines)):
            return [text]
        return lines

    def _is_game(self, text: str) -> bool:
        expect_time(self.deadline)
        try:
            read_tree(text, self.game)
        except NoughtsError:
            return False
        return True
