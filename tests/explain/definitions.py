"""What each kind of reason means, said once more: boards as strings, every move tried, nothing from noughts."""

from dataclasses import dataclass, field
from functools import cache

from tests.oracle import Oracle, other, put

Cells = frozenset[int]


@dataclass
class Expected:
    """The kinds that hold for a move, each with the cells to point at, the rows that are named, and how many."""

    cells: dict[str, Cells] = field(default_factory=dict)
    rows: dict[str, set[Cells]] = field(default_factory=dict)
    count: dict[str, int] = field(default_factory=dict)


class Definitions:
    """The definitions for one game."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.rules = oracle, oracle.rules
        self.winner = cache(self.rules.winner)
        self.wins_by_a_row = cache(self._wins_by_a_row)
        self.forks = cache(self._forks)
        self.through = [[row for row in self.rules.lines if place in row] for place in range(self.rules.size)]

    def rows_of(self, board: str, mark: str, place: int) -> set[Cells]:
        """The rows that a mark on this place completes."""
        after = put(board, place, mark)
        return {row for row in self.through[place] if all(after[p] == mark for p in row)}

    def rows_at(self, board: str, mark: str, places: Cells) -> set[Cells]:
        """The rows that a mark on one of these places completes."""
        return {row for place in places for row in self.rows_of(board, mark, place)}

    def _wins_by_a_row(self, board: str, mark: str) -> Cells:
        """Where a player, if to move, would complete a row and win."""
        places = () if self.rules.misere or self.winner(board) else self.rules.moves(board)
        return frozenset(place for place in places if self.rows_of(board, mark, place))

    def _forks(self, board: str, mark: str) -> Cells:
        """Where a player, if to move, would make two threats or more without losing to a row at once."""
        found = set()
        for place in self.rules.moves(board):
            after = put(board, place, mark)
            if self.winner(after) is None and not self.wins_by_a_row(after, other(mark)):
                found |= {place} if len(self.wins_by_a_row(after, mark)) > 1 else set()
        return frozenset(found)

    def of(self, board: str, me: str, place: int) -> Expected:
        """All that is to be said of a move."""
        told = Expected()
        self._seen(told, board, me, place)
        self._valued(told, board, me, place)
        return told

    def _seen(self, told: Expected, board: str, me: str, place: int) -> None:
        you, moves, after = other(me), self.rules.moves(board), put(board, place, me)
        if moves == [place]:
            told.cells["only"] = frozenset()
        if not self.rules.misere and (stopped := self.rows_of(board, you, place)):
            told.cells["blocks"], told.rows["blocks"] = frozenset({place}), stopped
        bad = frozenset(p for p in moves if self.rules.misere and self.rows_of(board, me, p))
        if bad and place not in bad:
            told.cells["avoids"] = bad
        if winner := self.winner(after):
            kind = {me: "wins", you: "loses"}.get(winner, "draws")
            told.rows[kind] = self.rows_of(board, me, place)
            told.cells[kind] = frozenset().union(*told.rows[kind])
            return
        replies = frozenset(self.rules.moves(after))
        losing = frozenset(reply for reply in replies if self.winner(put(after, reply, you)) == you)
        for kind, cells in (("allows", losing & set(moves)), ("opens", losing - set(moves))):
            if cells:
                told.cells[kind], told.rows[kind] = cells, self.rows_at(after, you, cells)
        if not losing:
            self._threats(told, board, me, after)
            if self.rules.misere and all(self.rows_of(after, you, reply) for reply in replies):
                told.cells["squeezes"], told.rows["squeezes"] = replies, self.rows_at(after, you, replies)
        free = sum(all(board[p] != you for p in row) for row in self.through[place])
        if free and not self.rules.misere:
            told.cells["place"], told.count["place"] = frozenset({place}), free

    def _threats(self, told: Expected, board: str, me: str, after: str) -> None:
        you = other(me)
        threats = self.wins_by_a_row(after, me)
        if threats:
            second = self.wins_by_a_row(put(after, min(threats), you), me) if len(threats) == 1 else frozenset()
            kind = "forks" if len(threats) > 1 else "stacks" if second else "threatens"
            told.cells[kind], told.rows[kind] = threats | second, self.rows_at(after, me, threats)
        if self.rules.misere:
            return
        if cells := self.forks(after, you):
            told.cells["allows-fork"] = cells
        elif not self.wins_by_a_row(board, you) and (cells := self.forks(board, you)):
            told.cells["blocks-fork"] = cells

    def _valued(self, told: Expected, board: str, me: str, place: int) -> None:
        """What the values say. The cells of misses, dawdles and hastens are all the best moves."""
        values = self.oracle.after(board, me)
        result, plies = values[place]
        most = max(value for value, _ in values.values())
        best, others = frozenset(self.oracle.best(board, me)), [v for p, (v, _) in values.items() if p != place]
        if most == 1 and place not in best:
            told.cells["dawdles" if result == 1 else "misses"] = best
        if most == -1 and place not in best:
            told.cells["hastens"] = best
        if result == -1:
            told.cells["doomed" if most == -1 else "lets-win"] = frozenset()
        if others and max(others) < result:
            told.cells["only-win" if result == 1 else "forced"] = frozenset()
        if result == 1 and plies > 1:
            told.cells["leads"] = frozenset()
        replies = self.oracle.after(put(board, place, me), other(me))
        traps = [reply for reply, (value, _) in replies.items() if value == -1]
        if traps and result < 1:
            told.cells["traps"], told.count["traps"] = frozenset(replies) - set(traps), len(traps)
            if result == 0 and len(replies) - len(traps) == 1:
                told.cells["forces"], told.count["forces"] = told.cells["traps"], len(traps)
