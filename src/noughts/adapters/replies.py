"""Choose the opponent's moves in environments. A board in a batch gets the same moves as a single board.

A reply depends on the position and on one random number. A `pure` player chooses only once for all numbers that lead to
the same reply, which `noughts.oracle.draws.OneNumber` finds. Other players choose every time.
"""

from random import Random

import numpy as np

from noughts.adapters.boards import Boards, Indices, key
from noughts.adapters.kept import UNKNOWN, Kept
from noughts.adapters.streams import UInts
from noughts.oracle.draws import CannotFollow, OneNumber
from noughts.players.opponent import Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.position import Position

_HALF = 32  # the number of bits in half a random number


class Replies:
    """The moves of one opponent in one kind of game. X moves first in every game."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._is_random = opponent == player("random")
        self._kept = Kept()

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
        move = self._kept.find(name, number)
        return self._learn(name, position, number) if move == UNKNOWN else move

    def moves(self, boards: Boards, which: Indices, numbers: UInts) -> Indices:
        """Return the opponent's reply on each of the given boards, as `move` does."""
        if self._is_random:
            masks = boards.masks.take(which, axis=0)
            legal = np.flatnonzero(masks.view(np.bool_))  # the legal cells of all boards, one board after the other
            counts = masks.sum(axis=1, dtype=np.int64)
            places = (numbers >> np.uint64(_HALF)).view(np.int64) * counts >> _HALF
            moves: Indices = legal[counts.cumsum() - counts + places] % masks.shape[1]
            return moves
        if not self._opponent.pure:
            asked = zip(which.tolist(), numbers.tolist(), strict=True)
            return np.array([self._ask(boards.position(board), Random(number)) for board, number in asked])
        names = boards.keys(which)
        found = self._kept.find_all(names, numbers)
        for place in np.flatnonzero(found == UNKNOWN).tolist():
            name, number = names[place], int(numbers[place])
            move = self._kept.find(name, number)  # another board may have given this reply
            if move == UNKNOWN:
                move = self._learn(name, boards.position(which[place]), number)
            found[place] = move
        return found

    def _learn(self, name: bytes, position: Position, number: int) -> Move:
        """Ask the opponent for its reply, and keep the reply for every random number that chooses it."""
        draws = OneNumber(self._opponent.name, number)
        try:
            move = self._ask(position, draws)
        except CannotFollow:
            return self._ask(position, Random(number))
        self._kept.add(name, number, draws.part, move)
        return move

    def _ask(self, position: Position, random: Random) -> Move:
        move = self._opponent.choose(position, random).move
        if wrong := position.why_illegal(move):
            raise PlayerFault(f"{self._opponent.name} made an illegal move: {wrong}")
        return move
