"""The course of a won game in words: how the winner forces it, up to the point from which anybody sees it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from noughts.explain.kinds import Kind, Reason
from noughts.explain.seen import seen
from noughts.explain.words import both, cell_words, either
from noughts.rules.board import Move
from noughts.rules.position import Position

_MOST_THREATS = 3  # that are told one by one
_MOST_MOVES = 8  # of a line that is given whole


@dataclass
class _Course:
    """The threats with which the winner begins, each with the block; then the position and line that are left."""

    position: Position
    line: Sequence[Move]
    forced: list[tuple[Move, Move]] = field(default_factory=list)
    facts: dict[Kind, Reason] = field(default_factory=dict)


def course(position: Position, line: Sequence[Move]) -> str:
    """Say how the player to move wins by a line of best play, as in ``a3 wins in 5: O must block a2, and c3 forks``."""
    told, name = _read(position, line), position.game.board.names[line[0]]
    if told.forced:
        return f"{name} wins in {len(line)}: {_threats(told)}"
    if len(line) == 1:
        return f"{name} wins at once"
    end = _end(told)
    return f"{name} {end}" if end else f"{name} wins in {len(line)} (best play: {_rest(told, line[1:])})"


def answer(position: Position, line: Sequence[Move]) -> str:
    """Say the same of the opponent who is to move, as in ``O answers a3, X must block a2, and c3 forks``."""
    told, name = _read(position, line), position.game.board.names[line[0]]
    if told.forced:
        return f"{position.turn} answers {name}, {_threats(told)}"
    if len(line) == 1:
        return f"{position.turn} wins at {name}"
    if end := _end(told):
        return f"{position.turn} answers {name}, which {end}"
    return f"{position.turn} answers {name} and wins in the end (best play: {_rest(told, line[1:])})"


def _read(position: Position, line: Sequence[Move]) -> _Course:
    told = _Course(position, line)
    while True:
        told.facts = {reason.kind: reason for reason in seen(told.position, told.line[0])}
        threat = told.facts.get("threatens")
        if not threat or len(told.line) < 3 or told.line[1] != threat.cells[0] or len(told.forced) == _MOST_THREATS:
            return told
        told.forced.append((told.line[0], told.line[1]))
        told.position, told.line = told.position.play(told.line[0]).play(told.line[1]), told.line[2:]


def _threats(told: _Course) -> str:
    """Say what the loser must block, and what comes then, as in ``O must block a2, and then c3 forks``."""
    names, loser = told.position.game.board.names, told.position.turn.other
    text = f"{loser} must block {names[told.forced[0][1]]}"
    for move, block in told.forced[1:]:
        text += f", after {names[move]} {loser} must block {names[block]}"
    if end := _end(told):
        return f"{text}, and then {names[told.line[0]]} {end}"
    return f"{text}, and {told.position.turn} wins in the end (best play: {_rest(told, told.line)})"


def _end(told: _Course) -> str:
    """Say of the next move how it decides the game, or nothing where that is not seen at once."""
    board, loser, facts = told.position.game.board, told.position.turn.other, told.facts
    if len(told.line) == 1:
        return "wins"
    if fork := facts.get("forks"):
        cells = cell_words(board, fork.cells)
        return f"forks: {both(cells)} {'both' if len(fork.cells) == 2 else 'all'} win next"
    if stack := facts.get("stacks"):
        first, *rest = cell_words(board, stack.cells)
        return f"threatens {first}; when {loser} blocks there, {either(rest)} wins"
    if "squeezes" in facts:
        return f"leaves {loser} only cells that complete a row"
    return ""


def _rest(told: _Course, line: Sequence[Move]) -> str:
    """Say how best play goes on, where it is not a row that wins in the end."""
    names, loser = told.position.game.board.names, told.position.turn.other
    moves, text, end = [names[move] for move in line], "", told.position
    for move in told.line:
        end = end.play(move)
    if end.game.misere and end.outcome and end.outcome.line:
        text = f", and then {loser} must complete a row"
        moves.pop()
    elif end.outcome and not end.outcome.line:
        text = f", and the full board wins for {loser.other}"
    if len(moves) > _MOST_MOVES:
        moves = [*moves[: _MOST_MOVES - 2], "…", moves[-1]]
    return " ".join(moves) + text
