"""Phrases for the reasons for and against a move, such as ``blocks a1-b1-c1``."""

from collections.abc import Callable
from dataclasses import dataclass

from noughts.explain.reasons.kinds import Kind, Reason
from noughts.explain.reasons.winning_line import describe_answer, describe_fork, describe_stack, describe_win
from noughts.explain.words import abbreviate, cell_words, count_losing, join_and, join_or, place_words, row_words
from noughts.rules.board import Move
from noughts.rules.game import Player
from noughts.rules.position import Position


@dataclass(frozen=True)
class Case:
    """A move, with the reasons for and against it.

    Attributes:
        position: the position before the move.
        move: the move.
        name: the name of the move in sentences.
        reasons: the reasons by kind.
    """

    position: Position
    move: Move
    name: str
    reasons: dict[Kind, Reason]

    @property
    def opponent(self) -> Player:
        """The player who replies to the move."""
        return self.position.turn.other

    def phrase(self, kind: Kind) -> str:
        """Return the phrase for a reason, such as ``blocks a1-b1-c1``."""
        return PHRASES[kind](self, self.reasons[kind])

    def first(self, *kinds: Kind) -> Kind | None:
        """Return the first of these kinds of reason that applies to the move, or None if none of them applies."""
        return next((kind for kind in kinds if kind in self.reasons), None)


def describe_better_move(case: Case, kind: Kind) -> str:
    """Describe the better move that a reason names. The kind must be ``misses``, ``dawdles`` or ``hastens``."""
    reason = case.reasons[kind]
    name = case.position.game.board.names[reason.cells[0]]
    if kind == "hastens":
        return f"{name} holds out longer{f' ({len(reason.line)} moves)' if reason.line else ''}"
    if reason.line:
        return describe_win(case.position, reason.line)
    return f"{name} wins{' sooner' if kind == 'dawdles' else ''}"


def describe_refutation(case: Case) -> str:
    """Say how the opponent wins after the move."""
    if "loses" in case.reasons:
        return f"it {case.phrase('loses').removeprefix('loses at once: it ')}"
    wins = [cell for kind in ("allows", "opens") if kind in case.reasons for cell in case.reasons[kind].cells]
    if wins:
        return f"{case.opponent} wins at {join_or(cell_words(case.position.game.board, wins))}"
    line = case.reasons[case.first("lets-win", "doomed") or "doomed"].line[1:]
    return describe_answer(case.position.play(case.move), line) if line else f"{case.opponent} can force a win"


def _cells(case: Case, reason: Reason) -> list[str]:
    return cell_words(case.position.game.board, reason.cells)


def _rows(case: Case, reason: Reason) -> str:
    return join_and(abbreviate([row_words(case.position.game.board, row) for row in reason.rows], 3))


def _wins(case: Case, reason: Reason) -> str:
    if not reason.rows:
        return f"wins: it fills the board, and a full board wins for {case.position.turn}"
    return f"wins at once: {_rows(case, reason)} {'is' if len(reason.rows) == 1 else 'are'} complete"


def _loses(case: Case, reason: Reason) -> str:
    if reason.rows:
        return f"loses at once: it completes {_rows(case, reason)}"
    return f"loses at once: it fills the board, and a full board wins for {case.opponent}"


def _blocks_fork(case: Case, reason: Reason) -> str:
    forks = "fork" if len(reason.cells) == 1 else "forks"
    return f"prevents {case.opponent}'s {forks} at {join_and(_cells(case, reason))}"


def _leads(case: Case, reason: Reason) -> str:
    name = case.position.name(case.move)
    return describe_win(case.position, reason.line).removeprefix(f"{name} ") if reason.line else "wins"


def _forces(case: Case, reason: Reason) -> str:
    others = f"the other {reason.count} replies lose" if reason.count > 1 else "the other reply loses"
    return f"leaves {case.opponent} only one safe reply, {_cells(case, reason)[0]}: {others}"


def _place(case: Case, reason: Reason) -> str:
    rows = "1 row" if reason.count == 1 else f"{reason.count} rows"
    place = place_words(case.position.game.board, case.move)
    return f"{f'takes {place}, which is' if place else 'is'} on {rows} that {case.position.turn} can still complete"


PHRASES: dict[Kind, Callable[[Case, Reason], str]] = {
    "wins": _wins,
    "draws": lambda case, reason: "fills the board: a draw",
    "loses": _loses,
    "misses": lambda case, reason: f"misses a win: {describe_better_move(case, 'misses')}",
    "lets-win": lambda case, reason: f"lets {case.opponent} win: {describe_refutation(case)}",
    "allows": lambda case, reason: f"lets {case.opponent} win at once at {join_or(_cells(case, reason))}",
    "opens": lambda case, reason: f"opens {join_and(_cells(case, reason))}, where {case.opponent} wins at once",
    "allows-fork": lambda case, reason: f"lets {case.opponent} fork at {join_or(_cells(case, reason))}",
    "only": lambda case, reason: "is the only legal move",
    "only-win": lambda case, reason: "is the only winning move",
    "forced": lambda case, reason: "is forced: every other move loses",
    "doomed": lambda case, reason: f"loses, as every move does: {describe_refutation(case)}",
    "hastens": lambda case, reason: f"loses sooner than necessary: {describe_better_move(case, 'hastens')}",
    "dawdles": lambda case, reason: f"wins later than necessary: {describe_better_move(case, 'dawdles')}",
    "blocks": lambda case, reason: f"blocks {_rows(case, reason)}",
    "forks": lambda case, reason: (
        f"forks: it threatens {describe_fork(case.position, reason.cells)}, and {case.opponent} can block only one"
    ),
    "stacks": lambda case, reason: describe_stack(case.position, reason.cells),
    "threatens": lambda case, reason: f"threatens to win at {_cells(case, reason)[0]}",
    "blocks-fork": _blocks_fork,
    "squeezes": lambda case, reason: f"leaves {case.opponent} only moves that complete a row",
    "avoids": lambda case, reason: f"avoids completing a row, unlike {join_and(_cells(case, reason))}",
    "leads": _leads,
    "forces": _forces,
    "traps": lambda case, reason: f"sets a trap: {count_losing(case.position.play(case.move), reason.count)}",
    "place": _place,
}
"""The phrase for each kind of reason."""
