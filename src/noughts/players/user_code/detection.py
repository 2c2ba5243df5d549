"""Detect the calling style of a user's function by trying every style on a few positions.

The positions have few empty cells, so that even a plain minimax answers quickly. In each position the choice of move
matters, and the two sides have different best moves. This reveals a function that misreads the marks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple, TypeAlias

from noughts.players.opponent import PlayerFault
from noughts.players.user_code.parameters import Roles
from noughts.players.user_code.styles import READINGS, Marks, Style, answer_words, styles
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.tactics import sign, with_turn
from noughts.search.result import SearchLimit
from noughts.solver.solver import Solver

_PROBES = 8  # positions for each side
_NODES = 1_000  # nodes for solving a probe
_MOST_ENDLESS = 2  # endless calls before a style is given up

Call: TypeAlias = Callable[[Style, Position, Random], Any]
"""Calls a function in a style. Raises `Endless` if it does not return, and `PlayerFault` if it crashes."""


class Endless(PlayerFault):
    """A trial call did not return within its step limit."""


class Probe(NamedTuple):
    """A position on which a function is tried out.

    Attributes:
        position: the position.
        good: the moves that keep its value.
        passed: the moves that would keep the value if the other side were to move.
    """

    position: Position
    good: frozenset[Move]
    passed: frozenset[Move]

    @property
    def matters(self) -> bool:
        """Whether at least one move would be a mistake, no matter which side is to move."""
        return max(len(self.good), len(self.passed)) < len(self.position.moves)


class _Trial(NamedTuple):
    """A function's answers in one calling style, how many of them are legal, and how many keep the value."""

    style: Style
    answers: list[Any]
    legal: int
    kept: int

    @property
    def rank(self) -> tuple[int, int]:
        return self.legal, self.kept


def detect_style(
    call: Call, name: str, roles: Roles, game: Game, marks: Marks | None = None, source: str = ""
) -> Style:
    """Return the style with the most legal answers. Ties go to the style with more answers that keep the value.

    A style whose marks appear in the source is preferred if it has any legal answer. Without this rule, a function with
    a bug might do better with marks that it does not know.

    Args:
        call: calls the function.
        name: the function's name, for error messages.
        roles: the roles of its parameters.
        game: the game.
        marks: the marks, if known. X's stones then always have X's mark.
        source: the text of the function's file, or an empty string.

    Raises:
        NoughtsError: the function returned no legal move in any style.
    """
    tried = probes(game)
    best = first = _Trial(Style(), [], 0, 0)
    for style in styles(game, roles, marks):
        trial = _try(call, style, tried)
        first = trial if style.board == "rows" and first.style.board != "rows" else first
        best = max(best, trial, key=lambda trial: (_is_written(trial, source), trial.rank))
        if best.rank == (len(tried), len(tried)):
            return best.style
    if best.legal and marks is None and not {"player", "opponent", "x turn", "maximizing"} & set(roles.values()):
        best = _one_sided(call, best, tried)
    if best.legal and not _are_scores(best):
        return best.style
    trial = best if best.legal else first
    if _are_scores(trial):
        answers = " and ".join(dict.fromkeys(answer_words(answer) for answer in trial.answers[:6]))
        raise NoughtsError(
            f"{name}() returns numbers such as {answers}, which look like scores, not moves: "
            "choose the function that returns the move"
        )
    board, answer = trial.style.arguments(roles, tried[0].position, Random(0))[1], trial.answers[0]
    outcome = str(answer) if isinstance(answer, PlayerFault) else f"{name}() returned {answer_words(answer)}"
    raise NoughtsError(
        f"{name}() returned no legal move, whether the board was a list of rows, a flat list, a string or numbers "
        f"(for {board!r}, {outcome}): expected a function that takes the board and returns (row, column), an index "
        "or a name such as b2. If your board uses other marks, pass them with --marks"
    )


def _is_written(trial: _Trial, source: str) -> bool:
    """Return whether a trial has a legal answer and all marks of its style are string literals in the source."""
    return trial.legal > 0 and all(
        isinstance(mark, str) and (f"'{mark}'" in source or f'"{mark}"' in source) for mark in trial.style.marks
    )


def _try(call: Call, style: Style, tried: Sequence[Probe]) -> _Trial:
    """Call the function in one style, and interpret its answers so that as many as possible are legal moves."""
    answers: list[Any] = []
    for number, probe in enumerate(tried):
        try:
            answers.append(call(style, probe.position, Random(number)))  # the same random numbers in every style
        except PlayerFault as fault:
            answers.append(fault)
        if sum(isinstance(answer, Endless) for answer in answers) == _MOST_ENDLESS:
            break
        if number == 1 and not any(trial.legal for trial in _readings(style, answers, tried)):
            break  # no legal answer: give up this style
    return max(_readings(style, answers, tried), key=lambda trial: trial.rank)


def _one_sided(call: Call, trial: _Trial, tried: Sequence[Probe]) -> _Trial:
    """If the function plays only one side, return a trial whose style names that side. Otherwise, return `trial`.

    A function plays one side only if it chooses the best moves for that side even when the other side is to move.
    """
    for own, side in enumerate(Player):
        others = [(p, a) for p, a in zip(tried, trial.answers, strict=False) if p.position.turn is not side]
        moves = [(probe, _move(trial.style, answer, probe)) for probe, answer in others]
        for_own = sum(move in probe.passed for probe, move in moves)
        for_mover = sum(move in probe.good for probe, move in moves)
        if for_own >= 0.8 * len(moves) and for_own >= for_mover + 2:
            turned = _try(call, replace(trial.style, own=own), tried)
            if turned.rank > trial.rank:
                return turned
    return trial


def _readings(style: Style, answers: Sequence[Any], probes: Sequence[Probe]) -> Iterator[_Trial]:
    """Yield a trial for each way to interpret a function's answers, beginning with the plain interpretation.

    If the plain interpretation finds a legal move, any other interpretation must find a legal move in every answer.
    Without this rule, the answers of a function with a bug might be misread.
    """
    answered = sum(not isinstance(answer, PlayerFault) for answer in answers)
    plain = None
    for first in (0, 1):
        for reading in READINGS:
            read = replace(style, reading=reading, first=first)
            pairs = [(probe, _move(read, answer, probe)) for probe, answer in zip(probes, answers, strict=False)]
            legal = sum(move in probe.position.moves for probe, move in pairs)
            trial = _Trial(read, list(answers), legal, sum(move in probe.good for probe, move in pairs))
            plain = plain or trial
            if trial is plain or not plain.legal or legal == answered:
                yield trial


def _move(style: Style, answer: Any, probe: Probe) -> Move | None:
    return None if isinstance(answer, PlayerFault) else style.move(answer, probe.position)


def _are_scores(trial: _Trial) -> bool:
    """Return whether the answers look like scores: few of the numbers are legal moves, and some are negative."""
    numbers = [answer for answer in trial.answers if isinstance(answer, int | float)]
    few = not trial.legal or (2 * trial.legal < len(numbers) and any(number < 0 for number in numbers))
    return few and 0 < len(numbers) == len(trial.answers)


def probes(game: Game) -> list[Probe]:
    """Return positions near the end of the game in which the choice of move matters.

    The sides alternate, and positions with the fewest empty cells come first.
    """
    solver, draw = Solver(game), Random(1)
    late: dict[Position, int] = {}
    for _ in range(300):
        line = [Position(game)]
        while not line[-1].is_over:
            line.append(line[-1].play(draw.choice(line[-1].moves)))
        empty = {position: position.empty.bit_count() for position in line[:-1]}
        late |= {position: left for position, left in empty.items() if 2 <= left <= 4} or dict([*empty.items()][-1:])
    chosen = []
    for side in Player:
        ranked: tuple[list[Probe], ...] = ([], [], [])
        for position in sorted(late, key=lambda position: max(late[position], 4))[:150]:
            if position.turn is side and len(ranked[0]) < _PROBES:
                probe = _probe(position, solver)
                # prefer positions in which the two sides have different best moves
                ranked[0 if not probe.good & probe.passed else 1 if probe.matters else 2].append(probe)
        half = ranked[0][: _PROBES // 2]
        mixed = [*half, *ranked[1], *ranked[0][len(half) :], *ranked[2]][:_PROBES]
        chosen.append(sorted(mixed, key=lambda probe: late[probe.position]))
    return [probe for pair in zip_longest(*chosen) for probe in pair if probe]


def _probe(position: Position, solver: Solver) -> Probe:
    return Probe(position, _good(position, solver), _good(with_turn(position, position.turn.other), solver))


def _good(position: Position, solver: Solver) -> frozenset[Move]:
    """Return the moves that keep a position's value, or all moves if solving the position takes too long."""
    try:
        scores = solver.solve(position, nodes=_NODES).scores
    except SearchLimit:
        return frozenset(position.moves)
    values = {move: sign(score) for move, score in scores.items()}
    return frozenset(move for move, value in values.items() if value == max(values.values()))
