"""Read and check proof files. A proof can be checked using only the rules of the game, without the solver.

A proof file begins with one line of JSON: the claims and the symmetries that their proofs use. The proof of each claim
follows. This content is compressed with zlib. The last 32 bytes are the SHA-256 checksum of everything before them. The
file is read as a stream. `noughts.solver.check` checks a proof; `noughts.solver.proof` writes proof files.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.gallery import game
from noughts.rules.game import Player
from noughts.rules.notation import position
from noughts.rules.position import Position
from noughts.solver.check import check

VERSION = 1

_MAGIC = b'{"noughts proof":'  # the beginning of every proof file, when decompressed
_MAGIC_COMPRESSED = 1 << 10  # bytes of the file that are certain to contain it
_LONGEST_HEAD = 1 << 16  # bytes of the first line
_PIECE = 1 << 14  # bytes to read at a time


class Claim(NamedTuple):
    """A proof's claim that one side can, or cannot, force a win.

    Attributes:
        position: the position.
        attacker: the side in question, "x" or "o".
        wins: whether the attacker completes a line first.
        alone: whether the claim is about the weak game, in which only the attacker can complete lines.
    """

    position: Position
    attacker: str
    wins: bool
    alone: bool


def check_file(path: Path, progress: Callable[[int, int], object] | None = None) -> list[Claim]:
    """Check a proof file and return the claims that it proves.

    Args:
        path: the file.
        progress: called now and then with the number of bytes read and the size of the file.

    Raises:
        BadFile: the file does not prove its claims; the message names the first fault.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        content = chain.from_iterable(_content(file, path, progress))
        claims, symmetries = _head(bytes(islice(iter(lambda: next(content, 10), 10), _LONGEST_HEAD)), path)
        for claim in claims:
            check(claim.position, claim[1:], symmetries, content)
        if next(content, None) is not None:
            raise BadFile("the proof fails: there are extra bytes after the end of the proof")
    return claims


def value_of(claims: Sequence[Claim]) -> int | None:
    """Return a position's value for the player to move, given the proven claims about the position.

    The value is 1 for a win, 0 for a draw, -1 for a loss, or None if the claims do not decide it.
    """
    mover = claims[0].position.turn
    for claim in claims:
        if claim.wins and not claim.alone:
            return 1 if Player(claim.attacker) is mover else -1
    return 0 if {claim.attacker for claim in claims if not claim.wins} == {"x", "o"} else None


def is_proof(path: Path) -> bool:
    """Return whether a file's first bytes mark it as a proof file of any version, without reading the rest.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        return _begins_proof(file.read(_MAGIC_COMPRESSED))


def _begins_proof(content: bytes) -> bool:
    try:
        return zlib.decompressobj().decompress(content, len(_MAGIC)) == _MAGIC
    except zlib.error:
        return False


def _head(line: bytes, path: Path) -> tuple[list[Claim], list[tuple[int, ...]]]:
    """Return the claims and the symmetries in the first line of a proof file."""

    def expect(holds: object, fault: str) -> None:
        if not holds:
            raise BadFile(f"{path} is not a proof of version {VERSION}: {fault}")

    try:
        head: Any = json.loads(line) if len(line) < _LONGEST_HEAD else None
    except (ValueError, RecursionError):
        head = None
    expect(isinstance(head, dict) and "noughts proof" in head, "its first line does not state any claims")
    expect(head["noughts proof"] == VERSION, "it has a different version")
    try:
        start = position(str(head.get("position")), game(str(head.get("game"))))
    except NoughtsError as error:
        expect(False, f"its position cannot be read: {error}")
    claims, symmetries = (head.get(key) if isinstance(head.get(key), list) else [] for key in ("claims", "symmetries"))
    expect(claims and all(isinstance(claim, dict) for claim in claims), "it does not say who attacks")
    for claim in claims:
        expect(claim.get("attacker") in ("x", "o"), "it does not say who attacks: expected x or o")
        for key in ("wins", "alone"):
            expect(isinstance(claim.get(key), bool), f'"{key}" of a claim is neither true nor false')
    for symmetry in symmetries:
        is_valid = isinstance(symmetry, list) and all(type(cell) is int for cell in symmetry)
        expect(is_valid, "a symmetry is not a list of cell numbers")
    return [Claim(start, c["attacker"], c["wins"], c["alone"]) for c in claims], [tuple(s) for s in symmetries]


def _content(file: BinaryIO, path: Path, progress: Callable[[int, int], object] | None) -> Iterator[bytes]:
    """Yield the decompressed content of a file piece by piece, then verify the checksum."""
    digest, inflate, last = sha256(), zlib.decompressobj(), b""
    size, piece = path.stat().st_size, file.read(_PIECE)
    if not _begins_proof(piece):
        raise BadFile(f"{path} is not a proof written by noughts")
    try:
        while piece:
            piece, last = (last + piece)[:-32], (last + piece)[-32:]
            digest.update(piece)
            if progress:
                progress(file.tell(), size)
            while piece:
                yield inflate.decompress(piece, _PIECE)
                piece = inflate.unconsumed_tail
            piece = file.read(_PIECE)
    except zlib.error as error:
        raise BadFile(f"{path} is damaged: {error}") from error
    if last != digest.digest() or not inflate.eof or inflate.unused_data:
        raise BadFile(f"{path} is damaged or truncated: its checksum is wrong")
