"""Phrases for the reasons for and against a move, such as ``blocks a1-b1-c1``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from noughts.explain.naming import CELLS, Naming
from noughts.explain.reasons.kinds import Kind, Reason
from noughts.explain.reasons.winning_line import describe_answer, describe_stack, describe_win
from noughts.explain.words import abbreviate, count_losing, join_and, join_or, others_lose, place_words
from noughts.rules.board import Move, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position


@dataclass(frozen=True)
class Case:
    """A move, with the reasons for and against it.

    Attributes:
        position: the position before the move.
        move: the move.
        reasons: the reasons by kind.
        naming: how moves and rows are named.
        called: what sentences call the move. By default, its name.
    """

    position: Position
    move: Move
    reasons: Mapping[Kind, Reason]
    naming: Naming = CELLS
    called: str = ""

    def subject(self, *, first: bool = False) -> str:
        """Return the name of the move as the subject of a verb. With `first`, the name begins a sentence."""
        return self.called or self.naming.subject(self.position.game.board, self.move, first=first)

    def name(self, move: Move) -> str:
        """Return the name of a move."""
        return self.naming.move(self.position.game.board, move)

    def names(self, moves: Sequence[Move]) -> list[str]:
        """Return the names of moves, shortened to the first few if there are many."""
        return abbreviate(self.naming.moves(self.position.game.board, moves))

    @property
    def opponent(self) -> Player:
        """The player who replies to the move."""
        return self.position.turn.other

    def phrase(self, kind: Kind) -> str:
        """Return the phrase for a reason, such as ``blocks a1-b1-c1``."""
        return PHRASES[kind](self, self.reasons[kind])

    def first(self, *kinds: Kind) -> Kind | None:
        """Return the first of the given kinds of reason that applies to the move, or None if no kind applies."""
        return next((kind for kind in kinds if kind in self.reasons), None)


def describe_better_move(case: Case, kind: Kind, *, first: bool = False) -> str:
    """Describe the better move that a reason names.

    Args:
        case: the move that was not the best.
        kind: the kind of the reason: ``misses``, ``dawdles`` or ``hastens``.
        first: whether the description begins a sentence.
    """
    reason, board = case.reasons[kind], case.position.game.board
    better = case.naming.subject(board, reason.cells[0], first=first)
    if kind == "hastens":
        return f"{better} holds out longer{f' ({len(reason.line)} moves)' if reason.line else ''}"
    if reason.line:
        return f"{better} {describe_win(case.position, reason.line, case.naming)}"
    return f"{better} wins{' sooner' if kind == 'dawdles' else ''}"


def describe_refutation(case: Case) -> str:
    """Explain why a move loses: it ends the game, or the opponent wins afterwards."""
    if "loses" in case.reasons:
        return _ending(case, case.reasons["loses"])
    wins = [cell for kind in ("allows", "opens") if kind in case.reasons for cell in case.reasons[kind].cells]
    if wins:
        return f"{case.opponent} wins at {join_or(case.names(wins))}"
    line = case.reasons[case.first("lets-win", "doomed") or "doomed"].line[1:]
    if not line:
        return f"{case.opponent} can force a win"
    return describe_answer(case.position.play(case.move), line, case.naming)


def _rows(case: Case, reason: Reason) -> str:
    board = case.position.game.board
    return join_and(abbreviate([case.naming.row(board, cells_in(row)) for row in reason.rows], 3))


def _wins(case: Case, reason: Reason) -> str:
    if not reason.rows:
        return f"wins: it fills the board, and a full board wins for {case.position.turn}"
    return f"wins at once: {_rows(case, reason)} {'is' if len(reason.rows) == 1 else 'are'} complete"


def _ending(case: Case, reason: Reason) -> str:
    """Say how a move ends the game with a loss."""
    if reason.rows:
        return f"it completes {_rows(case, reason)}"
    return f"it fills the board, and a full board wins for {case.opponent}"


def _blocks_fork(case: Case, reason: Reason) -> str:
    forks = "fork" if len(reason.cells) == 1 else "forks"
    return f"prevents {case.opponent}'s {forks} at {join_and(case.names(reason.cells))}"


def _forces(case: Case, reason: Reason) -> str:
    only = case.name(reason.cells[0])
    return f"leaves {case.opponent} only one safe reply, {only}: {others_lose(reason.count)}"


def _place(case: Case, reason: Reason) -> str:
    rows = "1 row" if reason.count == 1 else f"{reason.count} rows"
    place = place_words(case.position.game.board, case.move)
    return f"{f'takes {place}, which is' if place else 'is'} on {rows} that {case.position.turn} can still complete"


PHRASES: dict[Kind, Callable[[Case, Reason], str]] = {
    "wins": _wins,
    "draws": lambda case, reason: "fills the board: a draw",
    "loses": lambda case, reason: f"loses at once: {_ending(case, reason)}",
    "misses": lambda case, reason: f"misses a win: {describe_better_move(case, 'misses')}",
    "lets-win": lambda case, reason: f"lets {case.opponent} win: {describe_refutation(case)}",
    "allows": lambda case, reason: f"lets {case.opponent} win at once at {join_or(case.names(reason.cells))}",
    "opens": lambda case, reason: f"opens {join_and(case.names(reason.cells))}, where {case.opponent} wins at once",
    "allows-fork": lambda case, reason: f"lets {case.opponent} fork at {join_or(case.names(reason.cells))}",
    "only": lambda case, reason: "is the only legal move",
    "only-win": lambda case, reason: "is the only winning move",
    "forced": lambda case, reason: "is forced: every other move loses",
    "doomed": lambda case, reason: f"loses, as every move does: {describe_refutation(case)}",
    "hastens": lambda case, reason: f"loses sooner than necessary: {describe_better_move(case, 'hastens')}",
    "dawdles": lambda case, reason: f"wins later than necessary: {describe_better_move(case, 'dawdles')}",
    "blocks": lambda case, reason: f"blocks {_rows(case, reason)}",
    "forks": lambda case, reason: (
        f"forks: it threatens {join_and(case.names(reason.cells))}, and {case.opponent} can block only one"
    ),
    "stacks": lambda case, reason: describe_stack(case.position, reason.cells, case.naming),
    "threatens": lambda case, reason: f"threatens to win at {case.name(reason.cells[0])}",
    "blocks-fork": _blocks_fork,
    "squeezes": lambda case, reason: f"leaves {case.opponent} only moves that complete a row",
    "avoids": lambda case, reason: f"avoids completing a row, unlike {join_and(case.names(reason.cells))}",
    "leads": lambda case, reason: describe_win(case.position, reason.line, case.naming) if reason.line else "wins",
    "forces": _forces,
    "traps": lambda case, reason: f"sets a trap: {count_losing(case.position.play(case.move), reason.count)}",
    "place": _place,
}
"""The phrase for each kind of reason."""
