"""Reads all games of a file, in any of the formats that noughts knows."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.files.encoding import decoded
from noughts.rules.files.faults import Faults
from noughts.rules.files.psq import is_psq, read_psq
from noughts.rules.files.sgf import tree_of
from noughts.rules.files.sgf_parser import sgf_games
from noughts.rules.game import Game
from noughts.rules.record import split_moves
from noughts.rules.tree import GameTree
from noughts.rules.tree_reader import has_branches, read_tree


def read_games(data: str | bytes, game: Game | str | None = None, *, lenient: bool = False) -> tuple[GameTree, ...]:
    """Return all games in a file. The file can contain an SGF collection, a Piskvork game or lists of moves.

    Bytes are decoded as in `read_sgf`.

    Args:
        data: the content of the file.
        game: the game. By default the file names it, or else it is tic-tac-toe in a list of moves, and five in a row in
            the other formats.
        lenient: read as much as possible of damaged games in SGF and of Piskvork. `GameTree.notes` says what was
            skipped.

    Raises:
        NotationError: the file contains no game, or a game cannot be read; the message says which.
        IllegalMove: a move is not legal; the message says in which game.
        RulesError: the position that a game begins with is impossible; the message says in which game.
    """
    faults = Faults(lenient)
    readers = list(_readers(decoded(data, faults), game, faults))
    if not readers:
        raise NotationError("this text contains no game: expected SGF, or moves such as b2 a1 c3")
    return tuple(read_one(read, number, len(readers)) for number, read in enumerate(readers, 1))


def read_one(read: Callable[[], GameTree], number: int, games: int) -> GameTree:
    """Read one game of a file. If the file contains several games, an error says which game is wrong.

    Raises:
        NoughtsError: the game cannot be read.
    """
    try:
        return read()
    except NoughtsError as error:
        if games == 1:
            raise
        raise error.at(f"game {number:,} of {games:,}") from None


def _readers(text: str, game: Game | str | None, faults: Faults) -> Iterator[Callable[[], GameTree]]:
    """For each game in a text, yield a function that reads the game."""
    if is_psq(text):
        yield lambda: read_psq(text, game, faults)
        return
    found = False
    for sgf in sgf_games(text, faults):
        found = True
        yield partial(tree_of, sgf, game)
    if not found:
        yield from (partial(read_tree, part, game) for part in split_lists(text))


def split_lists(text: str) -> Iterator[str]:
    """Split text that contains several lists of moves, with or without variations, and yield the text of each game.

    Lists with variations are separated by blank lines. Other lists are split as in `split_moves`.
    """
    if not has_branches(text):
        yield from split_moves(text)
        return
    head = list[str]()  # header lines in paragraphs of their own
    for paragraph in PARAGRAPHS.split(text):
        lines = COMMENT.sub(" ", paragraph).splitlines()
        head.append(f"{paragraph}\n")
        if not all(":" in line or not line.strip() for line in lines):
            yield "".join(head)
            head.clear()


PARAGRAPHS = re.compile(r"\n(?:[ \t\r]*\n)+")
COMMENT = re.compile(r"\{[^\\}]*(?:\\.[^\\}]*)*\}?", re.DOTALL)  # without }, a comment is the rest of the text
