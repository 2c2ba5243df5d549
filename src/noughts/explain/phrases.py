"""Phrases: what each kind of reason says of a move, as in ``blocks a1-b1-c1``, to be made into sentences."""

from collections.abc import Callable
from dataclasses import dataclass

from noughts.explain.course import answer, course
from noughts.explain.kinds import Kind, Reason
from noughts.explain.words import both, cell_words, either, few, place_words, row_words
from noughts.rules.board import Move
from noughts.rules.position import Position


@dataclass(frozen=True)
class Case:
    """A move and its reasons by kind."""

    position: Position
    move: Move
    name: str
    facts: dict[Kind, Reason]

    def say(self, kind: Kind) -> str:
        """Return what a reason says of the move, as in ``blocks a1-b1-c1``."""
        return SAY[kind](self, self.facts[kind])

    def first(self, *kinds: Kind) -> Kind | None:
        """Return the first of some kinds that is among the reasons."""
        return next((kind for kind in kinds if kind in self.facts), None)


def better(case: Case, kind: Kind) -> str:
    """Say what the better move does that a reason names."""
    reason = case.facts[kind]
    better = case.position.game.board.names[reason.cells[0]]
    if kind == "hastens":
        return f"{better} holds out for longer{f' ({len(reason.line)} plies)' if reason.line else ''}"
    return (
        course(case.position, reason.line) if reason.line else f"{better} wins{' sooner' if kind == 'dawdles' else ''}"
    )


def punished(case: Case) -> str:
    """Say how the opponent wins after the move."""
    you = case.position.turn.other
    if "loses" in case.facts:
        return f"it {case.say('loses').removeprefix('loses at once: it ')}"
    wins = [cell for kind in ("allows", "opens") if kind in case.facts for cell in case.facts[kind].cells]
    if wins:
        return f"{you} wins at {either(cell_words(case.position.game.board, wins))}"
    line = case.facts[case.first("lets-win", "doomed") or "doomed"].line[1:]
    return answer(case.position.play(case.move), line) if line else f"{you} can force a win"


def _cells(case: Case, reason: Reason) -> list[str]:
    return cell_words(case.position.game.board, reason.cells)


def _rows(case: Case, reason: Reason) -> str:
    return both(few([row_words(case.position.game.board, row) for row in reason.rows], 3))


def _say_wins(case: Case, reason: Reason) -> str:
    if not reason.rows:
        return f"wins: it fills the board, and a full board wins for {case.position.turn}"
    return f"wins at once: {_rows(case, reason)} {'is' if len(reason.rows) == 1 else 'are'} complete"


def _say_loses(case: Case, reason: Reason) -> str:
    if reason.rows:
        return f"loses at once: it completes {_rows(case, reason)}"
    return f"loses at once: it fills the board, and a full board wins for {case.position.turn.other}"


def _say_forks(case: Case, reason: Reason) -> str:
    every = "both" if len(reason.cells) == 2 else "all"
    you = case.position.turn.other
    return f"forks: {both(_cells(case, reason))} {every} win next, and {you} can take only one"


def _say_stacks(case: Case, reason: Reason) -> str:
    first, *rest = _cells(case, reason)
    return f"threatens {first}; when {case.position.turn.other} blocks there, {either(rest)} wins"


def _say_leads(case: Case, reason: Reason) -> str:
    name = case.position.game.board.names[case.move]
    return course(case.position, reason.line).removeprefix(f"{name} ") if reason.line else "wins"


def _say_place(case: Case, reason: Reason) -> str:
    rows = "1 row" if reason.count == 1 else f"{reason.count} rows"
    place = place_words(case.position.game.board, case.move)
    return f"{f'takes {place},' if place else 'is'} on {rows} that {case.position.turn} can still complete"


SAY: dict[Kind, Callable[[Case, Reason], str]] = {
    "wins": _say_wins,
    "draws": lambda case, reason: "fills the board: a draw",
    "loses": _say_loses,
    "misses": lambda case, reason: f"misses a win: {better(case, 'misses')}",
    "lets-win": lambda case, reason: f"lets {case.position.turn.other} win: {punished(case)}",
    "allows": lambda case, reason: f"lets {case.position.turn.other} win at once at {either(_cells(case, reason))}",
    "opens": lambda case, reason: f"opens {both(_cells(case, reason))} for {case.position.turn.other}, who wins there",
    "allows-fork": lambda case, reason: f"lets {case.position.turn.other} fork at {either(_cells(case, reason))}",
    "only": lambda case, reason: "is the only move left",
    "only-win": lambda case, reason: "is the only move that wins",
    "forced": lambda case, reason: "is forced: every other move loses",
    "doomed": lambda case, reason: f"loses, as every move does: {punished(case)}",
    "hastens": lambda case, reason: f"loses sooner than it must: {better(case, 'hastens')}",
    "dawdles": lambda case, reason: f"wins later than it could: {better(case, 'dawdles')}",
    "blocks": lambda case, reason: f"blocks {_rows(case, reason)}",
    "forks": _say_forks,
    "stacks": _say_stacks,
    "threatens": lambda case, reason: f"threatens to win at {_cells(case, reason)[0]}",
    "blocks-fork": lambda case, reason: (
        f"stops {case.position.turn.other}'s fork{'s' * (len(reason.cells) > 1)} at {both(_cells(case, reason))}"
    ),
    "squeezes": lambda case, reason: f"leaves {case.position.turn.other} only cells that complete a row",
    "avoids": lambda case, reason: f"completes no row, as {either(_cells(case, reason))} would",
    "leads": _say_leads,
    "forces": lambda case, reason: (
        f"leaves {case.position.turn.other} one answer, {_cells(case, reason)[0]}: every other reply loses"
    ),
    "traps": lambda case, reason: (
        f"sets a trap: {reason.count} of {case.position.turn.other}'s "
        f"{len(reason.cells) + reason.count} replies {'loses' if reason.count == 1 else 'lose'}"
    ),
    "place": _say_place,
}
