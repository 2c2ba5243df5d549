"""Verify a table by comparing the entry of each position with the entries one move earlier and one move later.

This module shares no code with the builder or the index. It lists the positions by the rules and looks up their scores.
By induction on the number of stones, a table is correct if these conditions hold:

- A position is in the table if and only if an unfinished game leads to it.
- A finished game has the score that the rules give. Any other position has the score of its best move.
- Symmetric positions have the same score.
- The number of positions is equal to the number in the file.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.rules.board import Symmetry, cells_in
from noughts.rules.errors import RulesError
from noughts.rules.game import Game, Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.progress import Progress
from noughts.solver.tablebase.layout import TableError
from noughts.solver.tablebase.table import MISSING, Tablebase

_AT_ONCE = 1 << 16

GAMES = 200
"""The number of random games to play."""

_Sets = NDArray[np.int64]
_Flags = NDArray[np.bool_]


class Verified(NamedTuple):
    """The number of positions and moves that were verified.

    Attributes:
        positions: the number of positions.
        classes: the number of positions up to symmetry.
        moves: the number of moves that were followed.
    """

    positions: int
    classes: int
    moves: int


def verify(table: Tablebase, *, random: Random | None = None, progress: Progress | None = None) -> Verified:
    """Verify every entry of a table.

    Args:
        table: the table.
        random: if given, also play random games, and check their positions using only the rules.
        progress: called with the number of tiers verified and their total number.

    Raises:
        TableError: an entry is wrong (the message says which), or the table is damaged.
    """
    size = len(table.game.board)
    total = Verified(0, 0, 0)
    for stones, sets in enumerate(_taken(table.game)):
        tier = Verified(0, 0, 0)
        for chunk in _chunks(table, stones, sets):
            tier = _added(tier, chunk.verified())
        if tier[:2] != table.tiers[stones]:
            raise TableError(
                f"{table.path}: with {stones} stones there are {tier.positions:,} positions, {tier.classes:,} up to "
                f"symmetry, but the header says {table.tiers[stones][0]:,} and {table.tiers[stones][1]:,}"
            )
        total = _added(total, tier)
        if progress:
            progress(stones + 1, size + 1)
    if random:
        play_games(table, random)
    return total


def play_games(table: Tablebase, random: Random) -> None:
    """Test a table quickly: play random games and verify the scores of all their positions, using only the rules.

    Raises:
        TableError: a position has a wrong score (the message says which), or the table is damaged.
    """
    for _ in range(GAMES):
        _play_one(table, random)


class _Chunk:
    """Positions with the same number of stones, some of which might be impossible to reach in play.

    Attributes:
        x, o: the stones of each player.
        x_line, o_line: whether each player has a line.
        scores: the scores in the table.
    """

    def __init__(self, table: Tablebase, stones: int, x: _Sets, o: _Sets, keeps: _Flags) -> None:
        self.table, self.game, self.stones = table, table.game, stones
        self.x, self.o, self._keeps = x, o, keeps
        self.x_line, self._x_common = _lines(self.game, x)
        self.o_line, self._o_common = _lines(self.game, o)
        self.scores = table.batch(x, o)

    def verified(self) -> Verified:
        """Verify the entries of all positions in this chunk, and count the positions and their moves.

        Raises:
            TableError: an entry is wrong.
        """
        there = self.scores != MISSING
        self._expect(there == self._comes_up(), "is in the table but should not be, or should be but is not")
        first = self._is_first_image()
        over = self.x_line | self.o_line if self.stones < len(self.game.board) else np.ones(len(self.x), bool)
        self._expect(~there | ~over | (self.scores == self._final()), "is a finished game with a wrong score")
        best, moves = self._best(np.flatnonzero(there & ~over))
        self._expect(~there | over | (self.scores == best), "has a different score from its best move")
        symmetries = len(self.game.symmetries)
        images = symmetries // self._keeps.sum(axis=0)
        positions = int(images[there].sum())
        return Verified(positions, int((there & first).sum()), moves)

    def _comes_up(self) -> _Flags:
        """Return, for each position, whether a move from an unfinished position in the table leads to it."""
        result = np.zeros(len(self.x), bool)
        if not self.stones:
            return ~result
        by_x = self.stones % 2 == 1
        mine, common = (self.x, self._x_common) if by_x else (self.o, self._o_common)
        taken, went_on = self.x | self.o, ~(self.o_line if by_x else self.x_line)
        for cell in range(len(self.game.board)):
            bit, above = 1 << cell, _needing(self.game, cell)
            # The last stone is on all lines of its player, and no other stone rests on it.
            back = np.flatnonzero(~result & went_on & (mine & common & bit != 0) & (taken & above == 0))
            x, o = (self.x[back] ^ bit, self.o[back]) if by_x else (self.x[back], self.o[back] ^ bit)
            result[back] = self.table.batch(x, o) != MISSING
        return result

    def _is_first_image(self) -> _Flags:
        """Verify that symmetric positions have the same score.

        Return, for each position, whether it is the smallest of its images.
        """
        first = np.ones(len(self.x), bool)
        for symmetry, keeps in zip(self.game.symmetries[1:], self._keeps[1:], strict=True):
            x, o = _image(self.x, symmetry), _image(self.o, symmetry)
            self._expect(self.table.batch(x, o) == self.scores, "and its mirror images have different scores")
            first &= ~keeps | (self.x <= x)
        return first

    def _final(self) -> NDArray[np.int8]:
        """Return each position's score for the player to move, as if each position ended the game."""
        size = 1 + len(self.game.board) - self.stones
        x_score = np.where(self.x_line, size, np.where(self.o_line, -size, 0)) * (-1 if self.game.misere else 1)
        if self.game.full is not None:
            draws = ~self.x_line & ~self.o_line
            x_score[draws] = 1 if self.game.full is Player.X else -1
        return (x_score if self.stones % 2 == 0 else -x_score).astype(np.int8)

    def _best(self, chosen: NDArray[np.int64]) -> tuple[NDArray[np.int8], int]:
        """Return the score of the best move in each chosen position, and the total number of moves."""
        x, o, moves = self.x[chosen], self.o[chosen], 0
        best = np.full(len(chosen), MISSING, np.int8)
        for cell in range(len(self.game.board)):
            bit, needs = 1 << cell, self.game.needs[cell] if self.game.needs else 0
            can = np.flatnonzero((x | o) & (bit | needs) == needs)
            after = (x[can] | bit, o[can]) if self.stones % 2 == 0 else (x[can], o[can] | bit)
            scores = self.table.batch(*after)
            if (scores == MISSING).any():
                where = np.zeros(len(self.x), bool)
                where[chosen[can[scores == MISSING]]] = True
                self._expect(~where, "has a move to a position that is not in the table")
            best[can] = np.maximum(best[can], -scores)
            moves += len(can)
        result = np.full(len(self.x), MISSING, np.int8)
        result[chosen] = best
        return result, moves

    def _expect(self, right: _Flags, wrong: str) -> None:
        if not right.all():
            first = int(np.argmin(right))
            x, o = int(self.x[first]), int(self.o[first])
            turn = Player.O if self.stones % 2 else Player.X
            try:
                name = t3en(Position(self.game, x, o, turn))
            except RulesError:  # the position is invalid, so it has no notation
                name = f"X's cells {cells_in(x)} with O's cells {cells_in(o)}"
            raise TableError(f"{self.table.path}: {name} {wrong}")


def _taken(game: Game) -> Iterator[_Sets]:
    """For each number of stones, yield the sets of cells that the stones can occupy."""
    sets = np.zeros(1, np.int64)
    yield sets
    for _ in range(len(game.board)):
        after = []
        for cell in range(len(game.board)):
            needs = game.needs[cell] if game.needs else 0
            after.append(sets[sets & (1 << cell | needs) == needs] | 1 << cell)
        sets = np.unique(np.concatenate(after))
        yield sets


def _chunks(table: Tablebase, stones: int, sets: _Sets) -> Iterator[_Chunk]:
    """Yield, up to symmetry, all positions whose taken cells form one of the given sets."""
    images = np.stack([_image(sets, symmetry) for symmetry in table.game.symmetries])
    first = sets == images.min(axis=0)
    sets, keeps = sets[first], images[:, first] == sets[first]
    ways = _ways(stones, (stones + 1) // 2)
    cells = [cells_in(int(taken)) for taken in sets]
    for top in range(0, len(sets), max(1, _AT_ONCE // len(ways))):
        rows = slice(top, top + max(1, _AT_ONCE // len(ways)))
        for left in range(0, len(ways), _AT_ONCE):
            some = ways[left : left + _AT_ONCE]
            x = np.zeros((len(sets[rows]), len(some)), np.int64)
            for place in range(stones):
                to = np.array([each[place] for each in cells[rows]])
                x |= (some >> place & 1) << to[:, None]
            o = sets[rows, None] ^ x
            yield _Chunk(table, stones, x.ravel(), o.ravel(), keeps[:, rows].repeat(len(some), axis=1))


def _ways(places: int, count: int) -> _Sets:
    """Return all subsets of ``range(places)`` with `count` members."""
    result = np.zeros(1, np.int64)
    for place in range(places):
        result = np.concatenate([result, result | 1 << place])
        chosen = sum(result >> p & 1 for p in range(place + 1))
        result = result[(chosen <= count) & (chosen + places - place - 1 >= count)]
    return result


def _image(sets: _Sets, symmetry: Symmetry) -> _Sets:
    """Return the images of sets of cells under a symmetry."""
    result = np.zeros_like(sets)
    for cell, image in enumerate(symmetry):
        result |= (sets >> cell & 1) << image
    return result


def _lines(game: Game, sets: _Sets) -> tuple[_Flags, _Sets]:
    """For each set, return whether it contains a line, and the cells that all its lines have in common.

    For a set without a line, return all cells.
    """
    result, common = np.zeros(len(sets), bool), np.full(len(sets), -1)
    for line in game.lines:
        whole = sets & line == line
        result |= whole
        common[whole] &= line
    return result, common


def _needing(game: Game, cell: int) -> int:
    """Return the cells that can be taken only after `cell`."""
    return sum(1 << other for other, needs in enumerate(game.needs) if needs >> cell & 1)


def _play_one(table: Tablebase, random: Random) -> None:
    """Play a random game, and check each position using only the rules."""
    position = Position(table.game)
    while True:
        score = table.score(position)
        expected = position.score if position.is_over else max(-table.score(position.play(m)) for m in position.moves)
        if score != expected:
            raise TableError(f"{table.path}: {t3en(position)} has the score {score:+}, but the rules say {expected:+}")
        if position.is_over:
            return
        position = position.play(random.choice(position.moves))


def _added(one: Verified, other: Verified) -> Verified:
    return Verified(*(a + b for a, b in zip(one, other, strict=True)))
