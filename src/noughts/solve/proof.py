"""The file of a proof: what is claimed, why, and a checksum.

One line of JSON says what is claimed and gives the symmetries that the proofs use; a proof of each claim follows. All
of it is compressed (zlib); the last 32 bytes are the SHA-256 of all before. `noughts.solve.check` checks a proof.
"""

import json
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.gallery import game
from noughts.rules.game import Player
from noughts.rules.notation import position, t3en
from noughts.rules.position import Position
from noughts.solve.check import Claim, Fault, check
from noughts.solve.effort import Effort
from noughts.solve.kernel import MnkKernel

VERSION = 1

_MAGIC, _BEGIN = b'{"noughts proof":', 1 << 10  # how all proofs begin, and as many bytes as surely tell


def check_file(path: Path, progress: Callable[[int, int], object] | None = None) -> list[Claim]:
    """Return what a file proves. `progress` is told the bytes read, and of how many.

    Raises:
        Fault: it proves nothing, or something else than it claims.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = chain.from_iterable(_content(file, path.stat().st_size, progress))
        try:
            head = json.loads(bytes(iter(lambda: next(content, 10), 10)))
            if head["noughts proof"] != VERSION:
                raise ValueError("another version")
            where = position(str(head["position"]), game(str(head["game"])))
            claims = [
                Claim(where, item["attacker"], item["wins"] is True, item["alone"] is True) for item in head["claims"]
            ]
            symmetries = [tuple(map(int, image)) for image in head["symmetries"]]
            if not claims or any(claim.attacker not in ("x", "o") for claim in claims):
                raise ValueError("who attacks is not said")
        except Fault:
            raise
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise Fault(f"this is no proof of version {VERSION}: {error}") from error
        for claim in claims:
            check(claim, symmetries, content)
        if next(content, None) is not None:
            raise Fault("the proof fails: more follows after its end")
    return claims


def value_of(claims: Sequence[Claim]) -> int | None:
    """Return what claims say of their position, to the mover: 1 a win, 0 a draw, -1 a loss, None too little."""
    mover = claims[0].position.turn
    for claim in claims:
        if claim.wins and not claim.alone:
            return 1 if Player(claim.attacker) is mover else -1
    return 0 if {claim.attacker for claim in claims if not claim.wins} == {"x", "o"} else None


def prove(
    path: Path, position: Position, kernel: MnkKernel, effort: Effort, *, weak: bool = False
) -> list[Claim] | None:
    """Prove the value of a position, in a file. Returns what is claimed; None, and no file, if the effort did not do.

    Args:
        path: the file, which is there when it is whole.
        position: a position of the kernel's game that is not over.
        kernel: what it knows already of the position is used.
        effort: the most nodes, and how to watch and to stop.
        weak: prove who wins the weak game, in which X attacks and O only hinders.

    Raises:
        NoughtsError: it is no position that a proof can be about, as `expect_provable` says.
        OSError: the file cannot be written.
    """
    expect_provable(position, kernel)
    claims = _claims(position, kernel, effort, weak)
    if claims is None:
        return None
    path = path.resolve()  # what a link leads to is replaced, not the link
    part = path.with_name(f".{os.getpid()}.proof.part")
    try:
        with part.open("wb") as file:
            writer = _Writer(file, position, claims, kernel.symmetries)
            done = all(kernel.prove(claim, effort, writer.write) for claim in claims)
            writer.close()
            os.fsync(file.fileno())
        if done:
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return claims if done else None


def expect_provable(position: Position, kernel: MnkKernel) -> None:
    """Make sure that a proof can be about a position.

    Raises:
        NoughtsError: it is over, or its game has no name from which it can be had again.
    """
    if position.is_over:
        raise NoughtsError("the game is over: there is nothing to prove")
    if not kernel.keeps_order or _named(position.game.name) != position.game:
        raise NoughtsError(f"a proof is about a game that can be written as 7,7,5, not {position.game}")


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


def _claims(position: Position, kernel: MnkKernel, effort: Effort, weak: bool) -> list[Claim] | None:
    """What can be claimed: that one side wins, or that neither does; if possible where the other only hinders."""
    claims = []
    for attacker in [Player.X] if weak else [Player.X, Player.O]:
        alone = kernel.can_win(position, attacker, effort, weak=True) if weak or attacker is Player.X else None
        wins = alone if weak or alone is False else kernel.can_win(position, attacker, effort)
        if wins is None:
            return None
        claim = Claim(position, attacker.value, wins, weak or alone is False)
        if wins:
            return [claim]
        claims.append(claim)
    return claims


def _named(name: str) -> object:
    try:
        return game(name)
    except NotationError:
        return None


def _content(file: BinaryIO, size: int, progress: Callable[[int, int], object] | None) -> Iterator[bytes]:
    """What a file holds, in pieces; at its end the checksum is compared."""
    digest, inflate, last = sha256(), zlib.decompressobj(), b""
    try:
        while piece := file.read(1 << 14):
            piece, last = (last + piece)[:-32], (last + piece)[-32:]
            digest.update(piece)
            if progress:
                progress(file.tell(), size)
            yield inflate.decompress(piece)
    except zlib.error as error:
        raise Fault(f"the file is damaged or no proof: {error}") from error
    if last != digest.digest() or not inflate.eof or inflate.unused_data:
        raise Fault("the file is damaged or cut short: its checksum is wrong")


class _Writer:
    """Writes the file of a proof piece by piece."""

    def __init__(
        self, file: BinaryIO, position: Position, claims: Sequence[Claim], symmetries: Sequence[Sequence[int]]
    ):
        self._file, self._digest, self._deflate = file, sha256(), zlib.compressobj(9)
        head = {
            "noughts proof": VERSION,
            "game": position.game.name,
            "position": t3en(position),
            "claims": [{"attacker": c.attacker, "wins": c.wins, "alone": c.alone} for c in claims],
            "symmetries": symmetries,
        }
        self.write(json.dumps(head, separators=(",", ":")).encode() + b"\n")

    def write(self, piece: bytes) -> None:
        """Write the next piece of the proof."""
        self._out(self._deflate.compress(piece))

    def close(self) -> None:
        """Write what is left, and the checksum. The file itself stays open."""
        self._out(self._deflate.flush())
        self._file.write(self._digest.digest())

    def _out(self, piece: bytes) -> None:
        self._digest.update(piece)
        self._file.write(piece)
