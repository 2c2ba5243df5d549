"""Detect the calling style of a user's function by trying every style on a few positions.

The positions have few empty cells, so that even a plain minimax answers quickly. In each position the choice of move
matters, and the two sides have different best moves. This reveals a function that misreads the marks.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise, product, zip_longest
from random import Random
from typing import Any, NamedTuple, TypeAlias

from noughts.grading.user_code.answers import READINGS, Described, answer_words
from noughts.grading.user_code.boards import MARKS, NUMBERED, Marks, flat, is_member
from noughts.grading.user_code.parameters import Roles, UnknownParameters
from noughts.grading.user_code.styles import Style, styles
from noughts.players.opponent import PlayerFault
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.tactics import sign, with_turn
from noughts.search.result import SearchLimit
from noughts.solver.solver import Solver

_PROBES = 8  # positions for each side
_NODES = 1_000  # nodes for solving a probe
_EXPECTED = "expected a function that takes the board and returns (row, column), an index or a name such as b2"
_MOST_ODD = 50  # styles in which a function returns scores, before it is given up
_UNFINISHED = re.compile(r"crashed: (NotImplementedError|NameError|UnboundLocalError)")  # whatever the style
_MOST_ENDLESS = 2  # endless calls before a style is given up
_LAST = 1  # probes that are tried even so if the marks are known: a loop may end where more cells are empty
_MOST_LOST = 500  # endless calls before a function that never returns is given up

Caller: TypeAlias = Callable[[Style, Position, Random], Any]
"""Calls a function in a style. Raises `Endless` if it does not return, and `PlayerFault` if it crashes."""


class Endless(PlayerFault):
    """A trial call did not return within its step limit."""


class Probe(NamedTuple):
    """A position on which a function is tried out.

    Attributes:
        position: the position.
        good: the moves that keep its value.
        passed: the moves that would keep the value if the other side were to move.
        value: 1 if the side to move wins, -1 if it loses, and 0 otherwise.
    """

    position: Position
    good: frozenset[Move]
    passed: frozenset[Move]
    value: int

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
        return self.legal + self.kept, self.legal


class NoMoves(NoughtsError):
    """Raised for a function that returns scores, truth values or lists of cells, not moves."""


def detect_style(
    call: Caller,
    name: str,
    roles: Roles,
    game: Game,
    marks: Sequence[Marks] = MARKS,
    source: str = "",
    places: Sequence[str] = ("",),
) -> Style:
    """Return the style with the most answers that are legal and keep the value.

    A function with a bug might do better on a board that it does not know. Therefore, a style whose marks appear in the
    source is preferred if it has any legal answer. And if all answers are legal with one kind of board, also where only
    one cell is empty, later kinds are not tried.

    If the function never returns, return a style in which it can be called.

    Args:
        call: calls the function.
        name: the function's name, for error messages.
        roles: the roles of its parameters.
        game: the game.
        marks: the marks to try. If these are the only ones, X's stones always have X's mark.
        source: the text of the function's file, or an empty string.
        places: the places where the function may find the board.

    Raises:
        NoMoves: the function returns scores, truth values or lists of cells.
        UnknownParameters: the function returned no legal move, perhaps because of a parameter with an unknown name.
        NoughtsError: the function returned no legal move in any style.
    """
    written = partial(_written, source=source)
    tried = probes(game)
    best = shown = _Trial(Style(), [], 0, 0)
    doubted: Style | None = None  # a style that failed where only one cell is empty
    endless: Style | None = None  # the first style in which the function does not return
    calls = 0  # that did not return
    outcomes: dict[str, None] = {}  # of all calls, in their order
    scores, odd = None, 0  # the first answers that look like scores, and the number of styles with such answers
    for style in styles(game, roles, marks, places, written):
        if best.legal == len(tried) and best.style.place != style.place:
            break
        if written(style) < 2 == written(best.style) and best.legal:
            continue
        if not written(style) and endless and written(endless) and (best.legal or _never_returns(outcomes)):
            break  # more trials would take too long
        if best.legal == len(tried) and best.style.board != style.board and best.style != doubted:
            if all(_is_legal(call, best.style, position) for position in forced(game)):
                break
            doubted = best.style
        trial = _try(call, style, tried, patient=written(style) > 0)
        shown = max(shown, trial, key=_returned)
        outcomes |= dict.fromkeys(_outcome(name, answer) for answer in trial.answers)
        if any(isinstance(answer, Endless) for answer in trial.answers):
            endless = style if endless is None or endless.board == "position" else endless
            calls += _MOST_ENDLESS
            if calls >= _MOST_LOST and _never_returns(outcomes):
                return endless
        if trial.legal == len(tried) or not best.legal or style.unknown != "opponent":  # more likely, it is the player
            best = max(best, trial, key=lambda trial: (trial.legal > 0 and written(trial.style) == 2, trial.rank))
        if best.kept == len(tried):
            return best.style
        if (len(trial.answers) == len(tried) and _are_values(trial.answers, tried)) or _are_lists(trial.answers):
            raise _no_moves(name, trial)
        if _are_scores(trial, tried):
            scores, odd = scores or trial, odd + 1
            if odd == _MOST_ODD and (not best.legal or _are_scores(best, tried)):
                raise _no_moves(name, scores)
    if scores and (not best.legal or _are_scores(best, tried)):
        raise _no_moves(name, scores)
    # roles from which the function learns who is to move
    told = {"player", "opponent", "x turn", "maximizing", "my stones"}
    if best.legal and len(marks) > 1 and not told & set(best.style.known(roles).values()):
        best = _one_sided(call, best, tried)
    if best.legal:
        return best.style
    unfinished = [outcome for outcome in outcomes if _UNFINISHED.search(outcome)]
    if endless and not unfinished and _never_returns(outcomes):
        return endless
    settled = [outcome for outcome in outcomes if "() crashed: " not in outcome]
    if len(settled) == 1 and settled[0].endswith(" returned None, not a move"):
        unfinished += settled
    if unfinished or len(outcomes) == 1:
        only = (unfinished or list(outcomes))[0]
        raise NoughtsError(f"{only}: {_EXPECTED}" if f"{name}() returned " in only else only)
    board, outcome = shown.style.arguments(roles, tried[0].position, Random(0))[1], _outcome(name, shown.answers[0])
    unknown = [parameter for parameter, role in roles.items() if role == "unknown"]
    kind = UnknownParameters if unknown else NoughtsError
    raise kind(
        f"{name}() returned no legal move, whether the board was a list of rows, a flat list, a dict, a string or "
        f"numbers{''.join(f', and whatever {parameter!r} was' for parameter in unknown)} (for {board!r}, {outcome}): "
        f"{_EXPECTED}. If your board uses other letters or numbers as marks, pass them with --marks"
    )


def _is_legal(call: Caller, style: Style, position: Position) -> bool:
    """Return whether a function called in a style chooses a legal move."""
    try:
        return style.move(call(style, position, Random(0)), position) in position.moves
    except PlayerFault:
        return False


def _returned(trial: _Trial) -> tuple[bool, int]:
    """Return whether a trial has answers that are no faults, for choosing the trial to show, and how many."""
    answers = [answer for answer in trial.answers if not (answer is None or isinstance(answer, PlayerFault))]
    return trial.style.board != "position" and bool(trial.answers), len(answers)


def _never_returns(outcomes: Iterable[str]) -> bool:
    """Return whether each call did not return, returned None or crashed."""
    ends = (" does not return", " returned None, not a move")
    return all(outcome.endswith(ends) or "() crashed: " in outcome for outcome in outcomes)


def _outcome(name: str, answer: Any) -> str:
    """Describe how a call ended."""
    if isinstance(answer, PlayerFault):
        return str(answer)
    is_no_move = answer is None or isinstance(answer, Described)
    return f"{name}() returned {answer_words(answer)}{', not a move' * is_no_move}"


def _no_moves(name: str, trial: _Trial) -> NoMoves:
    answers = [answer for answer in trial.answers if not isinstance(answer, PlayerFault)]
    if all(isinstance(answer, bool) for answer in answers):
        return NoMoves(f"{name}() returns True or False, not moves; which function chooses the move?")
    if _are_lists(answers):
        longest = answer_words(max(answers, key=len))
        return NoMoves(f"{name}() returns lists such as {longest}, not moves; which function chooses the move?")
    if not isinstance(answers[0], int | float):
        return NoMoves(
            f"{name}() returns a score for each cell, as in {answer_words(answers[0])}, not a move; which function "
            "chooses the move?"
        )
    examples = " and ".join(list(dict.fromkeys(map(answer_words, answers)))[:3])
    return NoMoves(f"{name}() returns scores such as {examples}, not moves; which function chooses the move?")


def _written(style: Style, source: str) -> int:
    """Return 2 if all marks of a style are string literals in the source, 1 if that of empty cells is, otherwise 0.

    Return 2 also for the members of an Enum.
    """
    if is_member(style.marks[0]):
        return 2
    marks = [NUMBERED[mark](1) if mark in NUMBERED else mark for mark in style.shown]
    found = [isinstance(mark, str) and (f"'{mark}'" in source or f'"{mark}"' in source) for mark in marks]
    return 2 if all(found) else int(len(found) == 3 and found[2])


def _are_values(answers: Sequence[Any], tried: Sequence[Probe]) -> bool:
    """Return whether all answers are scores: greater where a certain side wins, or less, than where it does not."""
    if not all(isinstance(answer, int | float) for answer in answers):
        return False
    for_mover = [probe.value for probe in tried]
    for_x = [probe.value if probe.position.turn is Player.X else -probe.value for probe in tried]
    return any(
        _is_ordered(answers, [sign * value for value in values]) for values in (for_x, for_mover) for sign in (1, -1)
    )


def _is_ordered(answers: Sequence[float], values: Sequence[int]) -> bool:
    """Return whether any answer for a higher value is greater than any answer for a lower value."""
    groups = [
        [answer for answer, value in zip(answers, values, strict=False) if value == wanted]
        for wanted in sorted(set(values[: len(answers)]))
    ]
    return len(groups) > 1 and all(max(low) < min(high) for low, high in pairwise(groups))


def _are_lists(answers: Sequence[Any]) -> bool:
    """Return whether all answers are lists of cells: lists of different lengths, or of pairs."""
    if not answers or not all(isinstance(answer, list | tuple | set) for answer in answers):
        return False
    pairs = all(isinstance(part, list | tuple) and len(part) == 2 for answer in answers for part in answer)
    return all(answers) and (pairs or len({len(answer) for answer in answers}) > 1)


def _try(call: Caller, style: Style, tried: Sequence[Probe], *, patient: bool = True) -> _Trial:
    """Call the function in one style, and interpret its answers so that as many as possible are legal moves.

    Give up the style if the first answers are illegal or, unless `patient`, if the first calls crash.
    """
    answers: list[Any] = []
    for number, probe in enumerate(tried):
        if sum(isinstance(answer, Endless) for answer in answers) >= _MOST_ENDLESS:
            if not patient:
                break
            if number < len(tried) - _LAST:
                answers.append(answers[-1])  # it does not return here, either, or it takes too long to find out
                continue
        try:
            answers.append(call(style, probe.position, Random(number)))  # the same random numbers in every style
        except PlayerFault as fault:
            answers.append(fault)
        failed = isinstance(answers[0], PlayerFault) or answers[0] is None
        crashes = all(isinstance(answer, PlayerFault) for answer in answers)
        if (
            number == (1 if failed else 3)
            and not (patient and crashes)
            and not any(trial.legal for trial in _readings(style, answers, tried))
            and not _are_values(answers, tried)
        ):
            break  # no legal answer: give up this style
    return max(_readings(style, answers, tried), key=lambda trial: trial.rank)


def _one_sided(call: Caller, trial: _Trial, tried: Sequence[Probe]) -> _Trial:
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
    if all(answer is None or isinstance(answer, PlayerFault) for answer in answers):
        yield _Trial(style, list(answers), 0, 0)
        return
    plain = None
    swaps = (False, True) if style.kind.has_rows else (False,)
    for first, swapped, reading in product((0, 1), swaps, READINGS):
        read = replace(style, reading=reading, first=first, swapped=swapped)
        pairs = [(probe, _move(read, answer, probe)) for probe, answer in zip(probes, answers, strict=False)]
        legal = sum(move in probe.position.moves for probe, move in pairs)
        trial = _Trial(read, list(answers), legal, sum(move in probe.good for probe, move in pairs))
        plain = plain or trial
        if trial is plain or not plain.legal or legal == answered:
            yield trial


def _move(style: Style, answer: Any, probe: Probe) -> Move | None:
    return None if isinstance(answer, PlayerFault) else style.move(answer, probe.position)


def _are_scores(trial: _Trial, tried: Sequence[Probe]) -> bool:
    """Return whether the answers look like scores: few of the numbers are legal moves, and some are negative.

    Each answer may also contain a score for each cell.
    """
    tables = [_is_table(answer, probe.position) for answer, probe in zip(trial.answers, tried, strict=False)]
    if tables and all(tables) and not trial.legal:
        return True
    scores = [answer for answer in trial.answers if isinstance(answer, int | float)]
    few = not trial.legal or (2 * trial.legal < len(scores) and any(number < 0 for number in scores))
    return few and 0 < len(scores) == len(trial.answers)


def _is_table(answer: Any, position: Position) -> bool:
    """Return whether an answer contains a score for each empty cell. A dict may leave out the other cells."""
    if not isinstance(answer, list | tuple | dict):
        return False
    values, empty = flat(answer), len(position.moves)
    scores = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    sizes = (empty, len(position.game.board)) if isinstance(answer, dict) else (len(position.game.board),)
    return len(values) in sizes and len(scores) >= empty


@cache
def probes(game: Game) -> list[Probe]:
    """Return positions near the end of the game in which the choice of move matters.

    The sides alternate, and positions with the fewest empty cells come first.
    """
    solver = Solver(game)
    late: dict[Position, int] = {}
    for line in _games(game):
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


@cache
def forced(game: Game) -> list[Position]:
    """Return positions in which only one cell is empty, each time another one."""
    last = {line[-2].empty: line[-2] for line in _games(game) if line[-2].empty.bit_count() == 1}
    return list(last.values())


@cache
def _games(game: Game) -> list[list[Position]]:
    """Return the positions of random games."""
    draw, found = Random(1), []
    for _ in range(300):
        found.append([Position(game)])
        while not found[-1][-1].is_over:
            found[-1].append(found[-1][-1].play(draw.choice(found[-1][-1].moves)))
    return found


def _probe(position: Position, solver: Solver) -> Probe:
    good, value = _good(position, solver)
    return Probe(position, good, _good(with_turn(position, position.turn.other), solver)[0], value)


def _good(position: Position, solver: Solver) -> tuple[frozenset[Move], int]:
    """Return the moves that keep a position's value, and the value. If solving takes too long, all moves are good."""
    try:
        scores = solver.solve(position, nodes=_NODES).scores
    except SearchLimit:
        return frozenset(position.moves), 0
    values = {move: sign(score) for move, score in scores.items()}
    best = max(values.values())
    return frozenset(move for move, value in values.items() if value == best), best
