"""Write the kernel's proof of a value to a file that `noughts.solver.proofs.certificate` can check."""

import zlib
from collections.abc import Sequence
from hashlib import sha256
from typing import BinaryIO

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.gallery import game
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget
from noughts.solver.proofs.certificate import head_line
from noughts.solver.proofs.check import LEMMA, PASS
from noughts.solver.proofs.claim import Claim

_EXCHANGED = bytes([PASS, 0, LEMMA, 0, 0, 0])
"""The proof that O cannot win from the empty board, because X, who moves first, cannot: if X passes, O is in X's place.
After PASS: no pairs, then the first claim of the file as a lemma, with the symmetry that changes nothing."""


def prove(
    file: BinaryIO, position: Position, kernel: MnkKernel, budget: Budget, *, weak: bool = False
) -> list[Claim] | None:
    """Write a proof of a position's value. Return the proven claims, or None if the budget was too small.

    Args:
        file: an open file. It contains an incomplete proof if the budget was too small or an error is raised.
        position: an unfinished position of the kernel's game.
        kernel: the kernel. Its earlier results are reused.
        budget: limits the number of nodes and can stop the search.
        weak: prove who wins the weak (Maker–Breaker) game, in which only X can win.

    Raises:
        NoughtsError: no proof can be written for this position (see `expect_provable`).
        OSError: the file cannot be written.
    """
    expect_provable(position, kernel)
    claims = _claims(position, kernel, budget, weak)
    if claims is None:
        return None
    writer = ProofWriter(file, claims, kernel.symmetries)
    for claim in claims:
        if claim is not claims[0] and _is_start(position):
            writer.write(_EXCHANGED)
        elif not kernel.prove(claim, budget, writer.write):
            return None
    writer.close()
    return claims


def expect_provable(position: Position, kernel: MnkKernel) -> None:
    """Raise an error unless a proof can be written for a position.

    Raises:
        NoughtsError: the game is over, or `noughts.game` cannot restore it from its name.
    """
    if position.is_over:
        raise NoughtsError("the game is over: there is nothing to prove")
    if not kernel.keeps_order or _named(position.game.name) != position.game:
        raise NoughtsError(f"a proof can be written only for a game with a name such as 7,7,5, not for {position.game}")


def _claims(position: Position, kernel: MnkKernel, budget: Budget, weak: bool) -> list[Claim] | None:
    """Return the claims that prove a position's value, or None if the budget is too small.

    If X cannot win even the weak game, the claim is about that game, because its proof is shorter.
    """
    claims: list[Claim] = []
    for attacker in [Player.X] if weak else [Player.X, Player.O]:
        if claims and _is_start(position):
            return [*claims, claims[0]._replace(attacker=attacker.value)]
        alone = kernel.can_win(position, attacker, budget, weak=True) if weak or attacker is Player.X else None
        wins = alone if weak or alone is False else kernel.can_win(position, attacker, budget)
        if wins is None:
            return None
        claim = Claim(position, attacker.value, wins, weak or alone is False)
        if wins:
            return [claim]
        claims.append(claim)
    return claims


def _is_start(position: Position) -> bool:
    """Return whether X makes the first move of the game. If X, who moves first, cannot win, O cannot win either."""
    return position.turn is Player.X and not position.x | position.o


def _named(name: str) -> object:
    try:
        return game(name)
    except NotationError:
        return None


class ProofWriter:
    """A proof file that is being written.

    Args:
        file: an open file.
        claims: the claims about one position, whose proofs will be written in this order.
        symmetries: the symmetries that the proofs use.
        lemmas: the SHA-256 of each lemma that the proofs refer to, by number.
    """

    def __init__(
        self,
        file: BinaryIO,
        claims: Sequence[Claim],
        symmetries: Sequence[Sequence[int]],
        lemmas: Sequence[str] = (),
    ) -> None:
        self._file, self._digest, self._deflate = file, sha256(), zlib.compressobj(9)
        self.write(head_line(claims, symmetries, lemmas))

    def write(self, piece: bytes) -> None:
        """Write the next piece of the proof."""
        self._out(self._deflate.compress(piece))

    def close(self) -> None:
        """Write the rest of the compressed data and the checksum. The file stays open."""
        self._out(self._deflate.flush())
        self._file.write(self._digest.digest())

    def _out(self, piece: bytes) -> None:
        self._digest.update(piece)
        self._file.write(piece)
