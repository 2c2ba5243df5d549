"""Look up the scores of a game's first positions, and read and write the files that store them.

A book is one file:

- the line ``noughts book 1``
- a line of JSON with the name of the ``game`` and the last ``ply`` of the book
- the scores of all unfinished positions up to this ply, in the order of `openings`, each in two bytes, lowest first,
  compressed with zlib
- the SHA-256 of everything before, as 64 hexadecimal digits
"""

import json
import zlib
from array import array
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from sys import byteorder

from noughts.rules.board import Cells
from noughts.rules.errors import BadFile, NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.rules.untrusted import decompress, parse_json, read_bytes
from noughts.solver.canonical import SymmetryCache

MAGIC = b"noughts book 1\n"
"""The first line of a book."""

MOST_PLIES = 20
"""The maximum last ply of a book."""

MOST_POSITIONS = 1 << 18
"""The maximum number of positions in a book, each counted once for every symmetry of its game.

The maximum limits the time and memory that a file can take: listing the positions takes up to about ten seconds.
"""

_DIGITS = 64
_LONGEST_HEAD = 1000  # bytes of the line of JSON
# the maximum size in bytes; zlib adds less than a byte for each score
_LARGEST = len(MAGIC) + _LONGEST_HEAD + 3 * MOST_POSITIONS + _DIGITS


def openings(game: Game, ply: int, most: int | None = None) -> list[list[Position]]:
    """Return all unfinished positions up to this ply, in one list for each ply. Symmetric positions appear only once.

    The order depends only on the rules.

    Args:
        game: the game.
        ply: the number of moves that lead to the last positions.
        most: the number of positions to expect. By default, as many as a book can have.

    Raises: NoughtsError: there are more positions. The search for them ends at once.
    """
    limit = max(1, MOST_POSITIONS // len(game.symmetries))
    limit = limit if most is None else min(most, limit)
    symmetry = SymmetryCache(game.symmetries)
    tiers, left = [[Position(game)]], limit - 1
    for _ in range(ply):
        following: dict[tuple[Cells, Cells], Position] = {}
        for position in tiers[-1]:
            for move in position.moves:
                after = position.play(move)
                if not after.is_over:
                    following.setdefault(symmetry.smallest(after.x, after.o), after)
            if len(following) > left:
                raise NoughtsError(
                    f"a book of {game} up to ply {ply} has more than {limit:,} positions: expected a lower ply"
                )
        tiers.append(list(following.values()))
        left -= len(following)
    return tiers


class Book:
    """The exact scores of all unfinished positions of a game up to some ply.

    Args:
        game: the game.
        ply: the last ply of the book: the number of moves that lead to its last positions.
        scores: the scores for the player to move, in the order of `openings`.

    Raises:
        NoughtsError: the number of scores is wrong, or too large.
    """

    def __init__(self, game: Game, ply: int, scores: Iterable[int]) -> None:
        self.game, self.ply = game, ply
        self._symmetry = SymmetryCache(game.symmetries)
        self._scores = tuple(scores)
        keys = [self._key(position) for tier in openings(game, ply, len(self._scores)) for position in tier]
        if len(self._scores) != len(keys):
            raise NoughtsError(f"a book of {game} up to ply {ply} has {len(keys)} scores, not {len(self._scores)}")
        self._by_key = dict(zip(keys, self._scores, strict=True))

    def __len__(self) -> int:
        """Return the number of positions in the book. Symmetric positions count as one."""
        return len(self._scores)

    def score(self, position: Position) -> int | None:
        """Return the score of a position for the player to move, or None if the book does not hold the position.

        If a full board wins for neither player, it does not matter who began the game.
        """
        mine, theirs = sides(position, position.turn)
        ply = mine.bit_count() + theirs.bit_count()
        if position.game != self.game or ply > self.ply or theirs.bit_count() - mine.bit_count() != ply % 2:
            return None
        if position.game.full is not None and position.turn is not (Player.O if ply % 2 else Player.X):
            return None
        first, second = (theirs, mine) if ply % 2 else (mine, theirs)
        return self._by_key.get(self._symmetry.smallest(first, second))

    def to_bytes(self) -> bytes:
        """Return the book as bytes, in the format of a book file."""
        scores = array("h", self._scores)
        if byteorder == "big":
            scores.byteswap()
        head = json.dumps({"game": self.game.name, "ply": self.ply}).encode()
        content = MAGIC + head + b"\n" + zlib.compress(scores.tobytes(), 9)
        return content + sha256(content).hexdigest().encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Book":
        """Parse the content of a book file, and return the book.

        Raises:
            BadFile: this is not a book, or it is damaged.
        """
        if not data.startswith(MAGIC):
            raise BadFile("this is not a book written by noughts")
        content, checksum = data[:-_DIGITS], data[-_DIGITS:]
        if sha256(content).hexdigest().encode() != checksum:
            raise BadFile("the book is damaged or truncated: its checksum is wrong")
        head, _, body = content[len(MAGIC) :].partition(b"\n")
        try:
            facts = parse_json(head[:_LONGEST_HEAD])
            game, ply = named_game(facts["game"]), facts["ply"]
            if type(ply) is not int or not 0 <= ply <= MOST_PLIES:
                raise BadFile(f"a book must end at a ply from 0 to {MOST_PLIES}, not {short_repr(ply)}")
            scores = array("h", decompress(body, 2 * MOST_POSITIONS))
            if byteorder == "big":
                scores.byteswap()
            return cls(game, ply, scores)
        except (ValueError, KeyError, TypeError) as error:
            raise BadFile(f"this is not a valid book: {error}") from None

    @classmethod
    def read(cls, path: Path) -> "Book":
        """Read a book from a file.

        Raises:
            BadFile: this is not a book, or it is damaged.
            OSError: the file cannot be read.
        """
        try:
            data = read_bytes(path, _LARGEST)
        except NoughtsError as error:
            raise BadFile(str(error)) from None
        return cls.from_bytes(data)

    def _key(self, position: Position) -> tuple[Cells, Cells]:
        return self._symmetry.smallest(position.x, position.o)
