"""Read and check proof files. A proof can be checked using only the rules of the game, without the solver.

A proof file begins with one line of JSON: the claims and the symmetries that their proofs use. The proof of each claim
follows. It can refer to the earlier claims of the file as lemmas. This content is compressed with zlib. The last 32
bytes are the SHA-256 checksum of everything before them. The file is read as a stream. `noughts.solver.proofs.check`
checks a proof; `noughts.solver.proofs.proof` writes proof files.

The first line must be byte for byte what `head_line` writes. So it contains nothing that is not read and verified: no
unknown or repeated key, no other name of the game, and no 1 in place of true.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from noughts.rules.errors import BadFile
from noughts.rules.gallery import game
from noughts.rules.game import Player
from noughts.rules.notation import position, t3en
from noughts.solver.proofs.check import Lemma, check
from noughts.solver.proofs.claim import Claim

VERSION = 1

_MAGIC = b'{"noughts proof":'  # the beginning of every proof file, when decompressed
_LONGEST_HEAD = 1 << 16  # the maximum length of the first line in bytes
_PIECE = 1 << 14  # bytes to read at a time


def check_file(path: Path, progress: Callable[[int, int], object] | None = None) -> list[Claim]:
    """Check a proof file and return the claims that it proves.

    Args:
        path: the file.
        progress: called now and then with the number of bytes read and the size of the file.

    Raises:
        BadFile: the file does not prove its claims; the message names the first fault.
        OSError: the file cannot be read.
    """

    def no_lemma(name: str) -> Lemma:
        raise BadFile(f"{path} relies on lemmas: check the manifest of its lemmas, not this file")

    return [proved.claim for proved in check_with_lemmas(path, no_lemma, progress)]


def check_with_lemmas(
    path: Path, lemma: Callable[[str], Lemma], progress: Callable[[int, int], object] | None = None
) -> list[Lemma]:
    """Check a proof file that can rely on lemmas, and return what it proves.

    Args:
        path: the file.
        lemma: returns the lemma with a given SHA-256. The caller must check that this lemma is true.
        progress: called now and then with the number of bytes read and the size of the file.

    Raises:
        BadFile: the file does not prove its claims; the message names the first fault.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        content = chain.from_iterable(_content(file, path, progress))
        head = _head(bytes(islice(iter(lambda: next(content, 10), 10), _LONGEST_HEAD)), path)
        lemmas = [lemma(name) for name in head.lemmas]
        for claim in head.claims:  # later proofs can use the claim as a lemma
            lemmas.append(Lemma(claim, check(claim, head.symmetries, content, lemmas)))
        if next(content, None) is not None:
            raise BadFile("the proof fails: there are extra bytes after the end of the proof")
    return lemmas[len(head.lemmas) :]


def lemmas_of(path: Path) -> list[str]:
    """Return the SHA-256 of each lemma that a proof file relies on.

    Raises:
        BadFile: the file is not a proof.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        content = chain.from_iterable(_content(file, path, None))
        return _head(bytes(islice(iter(lambda: next(content, 10), 10), _LONGEST_HEAD)), path).lemmas


def value_of(claims: Sequence[Claim]) -> int | None:
    """Return a position's value for the player to move, given the proven claims about the position.

    The value is 1 for a win, 0 for a draw, -1 for a loss, or None if the claims do not decide it.
    """
    mover = claims[0].position.turn
    for claim in claims:
        if claim.wins and not claim.weak:
            return 1 if Player(claim.attacker) is mover else -1
    return 0 if {claim.attacker for claim in claims if not claim.wins} == {"x", "o"} else None


def _begins_proof(content: bytes) -> bool:
    try:
        return zlib.decompressobj().decompress(content, len(_MAGIC)) == _MAGIC
    except zlib.error:
        return False


class _Head(NamedTuple):
    """The first line of a proof file."""

    claims: list[Claim]
    symmetries: list[tuple[int, ...]]
    lemmas: list[str]


def head_line(claims: Sequence[Claim], symmetries: Sequence[Sequence[int]], lemmas: Sequence[str] = ()) -> bytes:
    """Return the first line of a proof file. All claims of a proof file are about the same position."""
    start = claims[0].position
    head = {
        "noughts proof": VERSION,
        "game": start.game.name,
        "position": t3en(start),
        "claims": [claim.stated() for claim in claims],
        "symmetries": symmetries,
        **({"lemmas": lemmas} if lemmas else {}),
    }
    return json.dumps(head, separators=(",", ":")).encode() + b"\n"


def is_name(text: str) -> bool:
    """Return whether a text has the form of a lemma's name: a SHA-256 as 64 hexadecimal digits."""
    return bool(re.fullmatch("[0-9a-f]{64}", text))


def _head(line: bytes, path: Path) -> _Head:
    """Read the first line of a proof file."""

    def expect(holds: object, fault: str) -> None:
        if not holds:
            raise BadFile(f"{path} is not a proof of version {VERSION}: {fault}")

    try:
        head: Any = json.loads(line)
        expect(head["noughts proof"] == VERSION, "it has a different version")
        start = position(head["position"], game(head["game"]))
        claims = [Claim.read(start, stated) for stated in head["claims"]]
        symmetries = [tuple(map(int, symmetry)) for symmetry in head["symmetries"]]
        lemmas = [str(name) for name in head.get("lemmas", ())]
        is_exact = len(line) < _LONGEST_HEAD and head_line(claims, symmetries, lemmas) == line + b"\n"
    except BadFile:
        raise
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        is_exact = False
    expect(is_exact, "its first line cannot be read")
    expect(len({*claims}) == len(claims), "it states a claim twice")
    expect(all(map(is_name, lemmas)), "the name of a lemma is not a SHA-256")
    return _Head(claims, symmetries, lemmas)


def _content(file: BinaryIO, path: Path, progress: Callable[[int, int], object] | None) -> Iterator[bytes]:
    """Yield the decompressed content of a file piece by piece, then verify the checksum."""
    digest, inflate, last = sha256(), zlib.decompressobj(), b""
    size, piece = path.stat().st_size, file.read(_PIECE)
    if not _begins_proof(piece):
        raise BadFile(f"{path} is not a proof written by noughts")
    try:
        while piece and not inflate.unused_data:
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
