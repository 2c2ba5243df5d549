"""The file format of tables. Checksums detect any damage.

    header     magic, 8 bytes · version, 4 · length of the text, 4 · the text · CRC32 of the header up to here, 4
    blocks     the entries, 4,096 bytes per block; a block with many zeros is packed
    footer     length, 4, and CRC32, 4, of each block · SHA-256 of the file up to here, 32 · CRC32 of the footer, 4

Numbers are little-endian. The text is JSON: the rules of the game, the name of the index that locates the entries, the
number of entries in a block, the total length of the blocks, and the number of positions in each tier, in total and up
to symmetry.

A packed block has a bit for every entry, set if the entry is not 0, followed by the entries that are not 0. A block of
zeros has no bytes at all. The header and the footer are checked when a file is opened, a block when it is first needed.
"""

import json
import struct
from dataclasses import dataclass
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from noughts.rules.board import Board, Cells, cells_in
from noughts.rules.errors import BadFile, RulesError
from noughts.rules.gallery import game_or_none
from noughts.rules.game import Game, Player
from noughts.rules.untrusted import parse_json
from noughts.solver.tablebase.index import MOST_ENTRIES

MAGIC = b"\x89noughtT"
VERSION = 1
BLOCK = 4096
"""The number of entries in a block. The last block may have fewer entries."""
INDEX = "taken cells, then X's among them"
"""The name of the index: see `noughts.solver.tablebase.index`."""

_START = struct.Struct("<8sII")
_CRC = struct.Struct("<I")
_SHA = 32
_LONGEST = 1 << 20  # the maximum length of the text; 50,000 lines on 31 cells take 550 kB
_LONGEST_NAME = 100

Bytes: TypeAlias = NDArray[np.uint8]


class TableError(BadFile):
    """Raised for a file that is not a table, is damaged or incomplete, or belongs to another version or game."""


@dataclass(frozen=True)
class Header:
    """The header of a table file.

    Attributes:
        game: the game.
        entries: the number of entries.
        data: the total length of the blocks in bytes.
        tiers: for each number of stones, the number of positions, in total and up to symmetry.
    """

    game: Game
    entries: int
    data: int
    tiers: tuple[tuple[int, int], ...]

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.entries // BLOCK)

    @property
    def end(self) -> int:
        """The length of the footer in bytes."""
        return 8 * self.blocks + _SHA + _CRC.size


def write_start(start: Header) -> bytes:
    """Return the header of a table file as bytes."""
    data = {
        "game": game_data(start.game),
        "index": INDEX,
        "entries": start.entries,
        "block": BLOCK,
        "data": start.data,
        "tiers": start.tiers,
    }
    text = json.dumps(data, separators=(",", ":")).encode()
    head = _START.pack(MAGIC, VERSION, len(text)) + text
    return head + _CRC.pack(crc32(head))


def read_start(head: bytes) -> tuple[Header, int]:
    """Parse the header of a table file. Return the header and its length in bytes.

    Raises:
        TableError: the file is not a table, has a different version, or is damaged.
    """
    if head[: len(MAGIC)] != MAGIC[: len(head)] or not head:
        raise TableError("it is not a noughts table")
    if len(head) < _START.size:
        raise TableError("it is truncated")
    _, version, length = _START.unpack_from(head)
    if version != VERSION:
        raise TableError(f"its format is version {version}, but this release of noughts reads version {VERSION}")
    whole = _START.size + length + _CRC.size
    if length > _LONGEST:
        raise TableError("its header is damaged")
    if whole > len(head):
        raise TableError("it is truncated, or its header is damaged")
    if crc32(head[: whole - 4]) != _CRC.unpack_from(head, whole - 4)[0]:
        raise TableError("its header is damaged")
    try:
        data = parse_json(head[_START.size : whole - 4])
        if data["block"] != BLOCK or data["index"] != INDEX:
            raise TableError("its layout is unknown to this version of noughts")
        tiers = tuple((int(positions), int(classes)) for positions, classes in data["tiers"])
        start = Header(read_game(data["game"]), int(data["entries"]), int(data["data"]), tiers)
    except TableError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError):
        raise TableError("its header cannot be read") from None
    if not 1 <= start.entries <= MOST_ENTRIES or start.data < 0:
        raise TableError("its header cannot be read")
    return start, whole


def game_data(game: Game) -> dict[str, Any]:
    """Return the rules of a game as JSON data."""
    return {
        "name": game.name,
        "points": game.board.points,
        "lines": game.lines,
        "needs": game.needs,
        "misere": game.misere,
        "full": game.full and game.full.value,
    }


def read_game(data: Any) -> Game:
    """Return the game described by JSON data.

    Raises:
        ValueError, KeyError, TypeError: the data is invalid, or its name belongs to another game.
    """
    points = tuple(tuple(int(x) for x in point) for point in data["points"])
    name = data["name"]
    if not isinstance(name, str) or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise RulesError(f"a game must have a name of at most {_LONGEST_NAME} printable characters")
    if not isinstance(data["misere"], bool):
        raise RulesError("misere must be true or false")
    lines, needs = (tuple(int(cells) for cells in data[key]) for key in ("lines", "needs"))
    full = None if data["full"] is None else Player(data["full"])
    game = Game(name, Board(points), lines, needs, data["misere"], full)
    if not is_well_named(game):
        raise TableError(f"its header gives the name {game.name} to a different game")
    return game


def is_well_named(game: Game) -> bool:
    """Return False if the name of a game belongs to a known game with different rules."""
    known = game_or_none(game.name)
    return known is None or _rules(known) == _rules(game)


def _rules(game: Game) -> tuple[object, ...]:
    """Return the rules in a form that does not depend on the order of cells and lines."""

    def there(cells: Cells) -> frozenset[object]:
        return frozenset(game.board.points[cell] for cell in cells_in(cells))

    lines, points = frozenset(map(there, game.lines)), game.board.points
    beyond = frozenset((there(line), there(ends)) for line, ends in game.beyond_of.items())
    needs = frozenset((point, there(need)) for point, need in zip(points, game.needs, strict=False) if need)
    return frozenset(points), lines, beyond, needs, game.misere, game.full


def pack(entries: Bytes) -> bytes:
    """Return a block as bytes, packed or unpacked, whichever is shorter."""
    some = entries[entries != 0]
    if not len(some):
        return b""
    packed = -(-len(entries) // 8) + len(some)
    if packed >= len(entries):
        return bytes(entries)
    return bytes(np.packbits(entries != 0, bitorder="little")) + bytes(some)


def unpack(block: bytes, entries: int) -> Bytes:
    """Return the entries of a block, given its bytes in the file.

    Raises:
        TableError: the length of the block does not match the number of bits that are set.
    """
    if len(block) == entries:
        return np.frombuffer(block, np.uint8)
    result = np.zeros(entries, np.uint8)
    bits = -(-entries // 8)
    if block:
        stored = np.frombuffer(block, np.uint8)
        there = np.unpackbits(stored[:bits], count=entries, bitorder="little").view(bool)
        if len(block) < bits or len(block) - bits != int(there.sum()):
            raise TableError("its bit mask does not match the number of entries that follow")
        result[there] = stored[bits:]
    return result


def write_directory(lengths: list[int], sums: list[int]) -> bytes:
    """Return the directory as bytes: the length and the CRC32 of each block."""
    return bytes(np.array([lengths, sums], "<u4").T.tobytes())


def write_end(directory: bytes, sha: bytes) -> bytes:
    """Return the footer of a table file as bytes: the directory, the SHA-256 and the CRC32."""
    return directory + sha + _CRC.pack(crc32(directory + sha))


def read_end(end: bytes, start: Header) -> tuple[NDArray[np.int64], NDArray[np.int64], bytes]:
    """Parse the footer. Return all blocks' offsets, followed by the end of the last block, then the CRC32s and the
    SHA-256.

    Raises:
        TableError: the footer is damaged.
    """
    if len(end) != start.end or crc32(end[:-4]) != _CRC.unpack(end[-4:])[0]:
        raise TableError("its footer, which contains the checksums, is damaged")
    lengths, sums = np.frombuffer(end, "<u4", 2 * start.blocks).reshape(-1, 2).T.astype(np.int64)
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    if lengths.max() > BLOCK:
        raise TableError("a block is longer than its entries")
    if begins[-1] != start.data:
        raise TableError("the length of its blocks differs from the length in its header")
    return begins, sums, end[-4 - _SHA : -4]
