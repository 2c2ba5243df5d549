"""Proofs: writing what the kernel proves to a file that anybody can check; see `noughts.solver.certificate`."""

import json
import zlib
from collections.abc import Sequence
from hashlib import sha256
from typing import BinaryIO

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.gallery import game
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.budget import Budget
from noughts.solver.certificate import VERSION, Claim
from noughts.solver.kernel import MnkKernel


def prove(
    file: BinaryIO, position: Position, kernel: MnkKernel, effort: Budget, *, weak: bool = False
) -> list[Claim] | None:
    """Write a proof of the value of a position. Return its claims, or None if the effort was not enough.

    Args:
        file: an open file. It contains a part of a proof if the effort was not enough or an error is raised.
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
    writer = _Writer(file, position, claims, kernel.symmetries)
    if not all(kernel.prove(claim, effort, writer.write) for claim in claims):
        return None
    writer.close()
    return claims


def expect_provable(position: Position, kernel: MnkKernel) -> None:
    """Make sure that a proof can be about a position.

    Raises:
        NoughtsError: it is over, or its game has no name from which it can be had again.
    """
    if position.is_over:
        raise NoughtsError("the game is over: there is nothing to prove")
    if not kernel.keeps_order or _named(position.game.name) != position.game:
        raise NoughtsError(f"a proof is about a game that can be written as 7,7,5, not {position.game}")


def _claims(position: Position, kernel: MnkKernel, effort: Budget, weak: bool) -> list[Claim] | None:
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
