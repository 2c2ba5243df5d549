"""The file of a proof: what is claimed, why, and a checksum. It is read as a stream, and knows the rules alone.

One line of JSON says what is claimed and gives the symmetries that the proofs use; a proof of each claim follows. All
of it is compressed (zlib); the last 32 bytes are the SHA-256 of all before. `noughts.solver.check` checks a proof, and
`noughts.solver.proof` writes such a file.
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

_MAGIC, _BEGIN = b'{"noughts proof":', 1 << 10  # how all proofs begin, and as many bytes as surely tell
_LONGEST = 1 << 16  # bytes of the first line
_PIECE = 1 << 14


class Claim(NamedTuple):
    """Whether x or o, the `attacker`, completes a line first; if `alone`, the lines of the defender do not count."""

    position: Position
    attacker: str
    wins: bool
    alone: bool


def check_file(path: Path, progress: Callable[[int, int], object] | None = None) -> list[Claim]:
    """Return what a file proves. `progress` is told the bytes read, and of how many.

    Raises:
        BadFile: it proves nothing, or something else than it claims: the first fault found.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = chain.from_iterable(_content(file, path.stat().st_size, progress))
        claims, symmetries = _head(bytes(islice(iter(lambda: next(content, 10), 10), _LONGEST)))
        for claim in claims:
            check(claim.position, claim[1:], symmetries, content)
        if next(content, None) is not None:
            raise BadFile("the proof fails: more follows after its end")
    return claims


def value_of(claims: Sequence[Claim]) -> int | None:
    """Return what claims say of their position, to the mover: 1 a win, 0 a draw, -1 a loss, None too little."""
    mover = claims[0].position.turn
    for claim in claims:
        if claim.wins and not claim.alone:
            return 1 if Player(claim.attacker) is mover else -1
    return 0 if {claim.attacker for claim in claims if not claim.wins} == {"x", "o"} else None


def is_proof(path: Path) -> bool:
    """Return whether a file begins as a proof does, of whatever version, whole or not.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        try:
            return zlib.decompressobj().decompress(file.read(_BEGIN), len(_MAGIC)) == _MAGIC
        except zlib.error:
            return False


def _head(line: bytes) -> tuple[list[Claim], list[tuple[int, ...]]]:
    """What the first line of a proof claims, and the symmetries that it gives."""

    def expect(holds: object, otherwise: str) -> None:
        if not holds:
            raise BadFile(f"this is no proof of version {VERSION}: {otherwise}")

    try:
        head: Any = json.loads(line) if len(line) < _LONGEST else None
    except (ValueError, RecursionError):
        head = None
    expect(isinstance(head, dict) and "noughts proof" in head, "its first line does not say what is claimed")
    expect(head["noughts proof"] == VERSION, "it is of another")
    try:
        where = position(str(head.get("position")), game(str(head.get("game"))))
    except NoughtsError as error:
        expect(False, f"its position cannot be read: {error}")
    claims, images = (head.get(key) if isinstance(head.get(key), list) else [] for key in ("claims", "symmetries"))
    kinds = [claim.get(key) for claim in claims if isinstance(claim, dict) for key in ("attacker", "wins", "alone")]
    expect(kinds and len(kinds) == 3 * len(claims), "it does not say who attacks")
    expect(all(side in ("x", "o") for side in kinds[::3]), "it does not say who attacks: expected x or o")
    expect(
        all(isinstance(kinds[at], bool) for at in range(len(kinds)) if at % 3), "its claims are neither true nor false"
    )
    whole = all(isinstance(image, list) and all(type(cell) is int for cell in image) for image in images)
    expect(whole, "its symmetries are no lists of the numbers of cells")
    return [Claim(where, c["attacker"], c["wins"], c["alone"]) for c in claims], [tuple(image) for image in images]


def _content(file: BinaryIO, size: int, progress: Callable[[int, int], object] | None) -> Iterator[bytes]:
    """What a file holds, in pieces; at its end the checksum is compared."""
    digest, inflate, last = sha256(), zlib.decompressobj(), b""
    try:
        while piece := file.read(_PIECE):
            piece, last = (last + piece)[:-32], (last + piece)[-32:]
            digest.update(piece)
            if progress:
                progress(file.tell(), size)
            while piece:
                yield inflate.decompress(piece, _PIECE)
                piece = inflate.unconsumed_tail
    except zlib.error as error:
        raise BadFile(f"the file is damaged or no proof: {error}") from error
    if last != digest.digest() or not inflate.eof or inflate.unused_data:
        raise BadFile("the file is damaged or cut short: its checksum is wrong")
