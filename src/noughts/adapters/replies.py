"""The opponent's moves in environments: the same on one board as in a batch, and kept where possible.

A reply depends on the position and on one random number. A `pure` player chooses only once for all numbers that lead to
the same reply, which `noughts.oracle.draws.OneNumber` finds. Other players choose every time.
"""

from bisect import bisect
from collections.abc import Iterable
from random import Random

import numpy as np

from noughts.adapters.boards import Boards, Ints, key
from noughts.adapters.streams import UInts
from noughts.oracle.draws import NUMBERS, CannotFollow, OneNumber
from noughts.players.opponent import Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.position import Position

MOST_KEPT = 100_000
"""When this many replies are kept, all are forgotten. They take about 40 MB."""

_HALF = 32  # bits of a random number


class Replies:
    """The moves of one opponent in one game that X begins."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._is_random = opponent == player("random")
        # For each position, the ends of ranges of numbers, and the reply to each range, or None if it is not known.
        self._kept: dict[bytes, tuple[list[int], list[Move | None]]] = {}
        self._count = 0

    def move(self, position: Position, number: int) -> Move:
        """Return the reply in an unfinished position, given a random number below `NUMBERS`.

        Raises:
            PlayerFault: the opponent made an illegal move.
            NoughtsError: the opponent cannot choose a move.
        """
        if self._is_random:
            moves = position.moves
            return moves[(number >> _HALF) * len(moves) >> _HALF]
        if not self._opponent.pure:
            return self._ask(position, Random(number))
        name = key(position)
        [move] = self._find([name], [number])
        return self._learn(name, position, number) if move is None else move

    def moves(self, boards: Boards, which: Ints, numbers: UInts) -> Ints:
        """Return the reply on each of these boards, as `move` does."""
        if self._is_random:
            rows, legal = boards.masks[which].nonzero()
            counts = np.bincount(rows)
            places = (numbers >> np.uint64(_HALF)).view(np.int64) * counts >> _HALF
            moves: Ints = legal[counts.cumsum() - counts + places]
            return moves
        known = numbers.tolist()
        if not self._opponent.pure:
            asked = zip(which.tolist(), known, strict=True)
            return np.array([self._ask(boards.position(board), Random(number)) for board, number in asked])
        names = boards.keys(which)
        found = self._find(names, known)
        if None in found:
            for place, board in enumerate(which.tolist()):
                if found[place] is None:
                    name, number = names[place], known[place]
                    [move] = self._find([name], [number])  # perhaps learned on another board
                    found[place] = self._learn(name, boards.position(board), number) if move is None else move
        return np.array(found)

    def _find(self, names: Iterable[bytes], numbers: Iterable[int]) -> list[Move | None]:
        """Look up replies that are kept."""
        get = self._kept.get
        return [
            kept[1][bisect(kept[0], number)] if (kept := get(name)) else None
            for name, number in zip(names, numbers, strict=True)
        ]

    def _learn(self, name: bytes, position: Position, number: int) -> Move:
        """Ask the opponent, and keep its reply for all numbers that lead to it."""
        draws = OneNumber(self._opponent.name, number)
        try:
            move = self._ask(position, draws)
        except CannotFollow:
            return self._ask(position, Random(number))
        if self._count >= MOST_KEPT:
            self._kept.clear()
            self._count = 0
        ends, replies = self._kept.setdefault(name, ([NUMBERS], [None]))
        low, high = draws.part
        place = bisect(ends, low)
        first, last = ends[place - 1] if place else 0, ends[place]
        ends[place : place + (last == high)] = [low, high] if first < low else [high]
        replies[place : place + (last == high)] = [None, move] if first < low else [move]
        self._count += 1
        return move

    def _ask(self, position: Position, random: Random) -> Move:
        move = self._opponent.choose(position, random).move
        if wrong := position.why_illegal(move):
            raise PlayerFault(f"{self._opponent.name} made an illegal move: {wrong}")
        return move
