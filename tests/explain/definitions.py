"""An independent definition of each kind of reason: boards as strings, every move tried, no code from noughts."""

from dataclasses import dataclass, field
from functools import cache

from tests.oracle import Oracle, other, put

Cells = frozenset[int]


@dataclass
class Expected:
    """The kinds that hold for a move, with the cells, rows and count of each."""

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
        self.beyond = dict(zip(self.rules.lines, self.rules.beyond or (Cells(),) * len(self.rules.lines), strict=True))

    def rows_of(self, board: str, mark: str, place: int) -> set[Cells]:
        """Return the rows that a mark on this place completes."""
        after = put(board, place, mark)
        rows = {row for row in self.through[place] if all(after[p] == mark for p in row)}
        return {row for row in rows if not any(after[p] == mark for p in self.beyond[row])}

    def rows_at(self, board: str, mark: str, places: Cells) -> set[Cells]:
        """Return the rows that a mark on one of these places completes."""
        return {row for place in places for row in self.rows_of(board, mark, place)}

    def _wins_by_a_row(self, board: str, mark: str) -> Cells:
        """Return the places where a player to move would complete a row and win."""
        places = () if self.rules.misere or self.winner(board) else self.rules.moves(board)
        return frozenset(place for place in places if self.rows_of(board, mark, place))

    def _forks(self, board: str, mark: str) -> Cells:
        """Return the places where a player to move would make two or more threats without losing to a row at once."""
        forking = set()
        for place in self.rules.moves(board):
            after = put(board, place, mark)
            if self.winner(after) is None and not self.wins_by_a_row(after, other(mark)):
                forking |= {place} if len(self.wins_by_a_row(after, mark)) > 1 else set()
        return frozenset(forking)

    def of(self, board: str, me: str, place: int) -> Expected:
        """Return the kinds that hold for a move."""
        expected = Expected()
        self._add_immediate(expected, board, me, place)
        self._add_valued(expected, board, me, place)
        return expected

    def _add_immediate(self, expected: Expected, board: str, me: str, place: int) -> None:
        you, moves, after = other(me), self.rules.moves(board), put(board, place, me)
        if moves == [place]:
            expected.cells["only"] = frozenset()
        if not self.rules.misere and (stopped := self.rows_of(board, you, place)):
            expected.cells["blocks"], expected.rows["blocks"] = frozenset({place}), stopped
        bad = frozenset(p for p in moves if self.rules.misere and self.rows_of(board, me, p))
        if bad and place not in bad:
            expected.cells["avoids"] = bad
        if winner := self.winner(after):
            kind = {me: "wins", you: "loses"}.get(winner, "draws")
            expected.rows[kind] = self.rows_of(board, me, place)
            expected.cells[kind] = frozenset().union(*expected.rows[kind])
            return
        replies = frozenset(self.rules.moves(after))
        losing = frozenset(reply for reply in replies if self.winner(put(after, reply, you)) == you)
        for kind, cells in (("allows", losing & set(moves)), ("opens", losing - set(moves))):
            if cells:
                expected.cells[kind], expected.rows[kind] = cells, self.rows_at(after, you, cells)
        if not losing:
            self._add_threats(expected, board, me, after)
            if self.rules.misere and all(self.rows_of(after, you, reply) for reply in replies):
                expected.cells["squeezes"], expected.rows["squeezes"] = replies, self.rows_at(after, you, replies)
        free = sum(all(board[p] != you for p in row) for row in self.through[place])
        if free and not self.rules.misere:
            expected.cells["place"], expected.count["place"] = frozenset({place}), free

    def _add_threats(self, expected: Expected, board: str, me: str, after: str) -> None:
        you = other(me)
        threats = self.wins_by_a_row(after, me)
        if threats:
            second = self.wins_by_a_row(put(after, min(threats), you), me) if len(threats) == 1 else frozenset()
            kind = "forks" if len(threats) > 1 else "stacks" if second else "threatens"
            expected.cells[kind], expected.rows[kind] = threats | second, self.rows_at(after, me, threats)
        if self.rules.misere:
            return
        if cells := self.forks(after, you):
            expected.cells["allows-fork"] = cells
        elif not self.wins_by_a_row(board, you) and (cells := self.forks(board, you)):
            expected.cells["blocks-fork"] = cells

    def _add_valued(self, expected: Expected, board: str, me: str, place: int) -> None:
        """Add the kinds that follow from exact values. The cells of misses, dawdles and hastens are all best moves."""
        values = self.oracle.after(board, me)
        result, plies = values[place]
        most = max(value for value, _ in values.values())
        best, others = frozenset(self.oracle.best(board, me)), [v for p, (v, _) in values.items() if p != place]
        if most == 1 and place not in best:
            expected.cells["dawdles" if result == 1 else "misses"] = best
        if most == -1 and place not in best:
            expected.cells["hastens"] = best
        if result == -1:
            expected.cells["doomed" if most == -1 else "lets-win"] = frozenset()
        if others and max(others) < result:
            expected.cells["only-win" if result == 1 else "forced"] = frozenset()
        if result == 1 and plies > 1:
            expected.cells["leads"] = frozenset()
        replies = self.oracle.after(put(board, place, me), other(me))
        traps = [reply for reply, (value, _) in replies.items() if value == -1]
        if traps and result < 1:
            expected.cells["traps"], expected.count["traps"] = frozenset(replies) - set(traps), len(traps)
            if result == 0 and len(replies) - len(traps) == 1:
                expected.cells["forces"], expected.count["forces"] = expected.cells["traps"], len(traps)
