"""Grade a user's function: share out the positions, ask about each, and judge the answers. This module is independent
of the processes that run the function. `noughts.grading.conversation` explains what steps are.
"""

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import factorial
from statistics import fmean
from typing import NamedTuple

from noughts.grading.conversation import Conversation, ProcessEnded, Query, Ready, Steps
from noughts.grading.grade import Answer, Exam, Report, checked, judge, of_own_game
from noughts.grading.imports import imports_noughts
from noughts.players.opponent import PlayerFault, TimeOut
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

_MOST_ENDED = 10  # processes that the function may end in a share of the positions
_FEW_ALONE = 10  # positions that are asked about alone at first
_SIMPLE = 6  # empty cells of positions that are asked about alone
_SECONDS_ALONE = 5.0  # seconds for all questions asked alone


class Task(NamedTuple):
    """The positions in which to grade a function, and how to grade it.

    Attributes:
        game: the game.
        side: the side to grade, or None for both.
        seconds: the time limit per move.
        marks: the marks on the boards, as in `noughts.grading.user_code.load_user_code`.
        exam: the positions.
        value_only: whether to accept late wins and early losses.
    """

    game: Game
    side: Player | None
    seconds: float
    marks: str | None
    exam: Exam
    value_only: bool = False

    @property
    def where(self) -> Sequence[Position]:
        """The positions in which to grade a function."""
        return self.exam.where

    def report(self, answers: Mapping[Position, Answer], changed: Collection[Position] = ()) -> Report:
        """Return the report on a player's answers. Answers in some positions may be missing."""
        return judge(self.game, answers, self.exam, side=self.side, value_only=self.value_only, changed=changed)


class Graded(NamedTuple):
    """A function's report, with facts about the function from its processes.

    Attributes:
        report: the report.
        ready: the name and calling style of the function.
        seconds: how long the function took for its answers.
        interrupted: whether Ctrl-C ended the grading.
        imports_noughts: whether the function's code imports noughts, apart from its rules.
    """

    report: Report
    ready: Ready = Ready("", None, (), counts=False)
    seconds: float = 0.0
    interrupted: bool = False
    imports_noughts: bool = False

    @property
    def passed(self) -> bool:
        """Whether the moves and the form of the answers are free of mistakes."""
        return self.report.passes and not self.ready.mistakes


class Grading:
    """The grading of a function, in steps: `start`, then all `shares` in parallel, then `judge`, then `alone`.

    A given number of shares always has the same positions in the same order, so that a function with a state of its
    own gets the same report again. A process that does not answer in time gets no more questions.

    Attributes:
        answers: the answers so far.

    Args:
        text: the file and the function, such as ``mine.py:best_move``. The function may be left out.
        task: the positions and limits.
        call: how to call the function, as Python such as ``best_move(rows, player)``. By default, it is found out.
        marks: the marks on its board, instead of the task's.

    Raises:
        NoughtsError: the text does not name a function of a file.
    """

    def __init__(self, text: str, task: Task, *, call: str | None = None, marks: str | None = None) -> None:
        self.answers: dict[Position, Answer] = {}
        self._text, self._task, self._call, self._marks = text, task, call, marks or task.marks
        self._conversations = [self._conversation(None)]
        self._times: list[tuple[int, float]] = []  # the number of empty cells and the seconds of each answer
        self.file = self._conversations[0].path

    def start(self) -> Steps[None]:
        """Load the function, and find out how to call it.

        Raises: NotGradable: the function cannot be loaded or called.
        """
        self._ready = yield from self._conversations[0].start()

    def shares(self, processes: int) -> list[Steps[None]]:
        """Return the steps of each process. The processes can run at the same time. So far, only the first one has been
        started.
        """
        shares = _shares(self._task.where, processes)
        self._conversations += [self._conversation(self._ready) for _ in shares[1:]]
        return [self._ask(*work) for work in zip(shares, self._conversations, strict=True)]

    def judge(self) -> None:
        """Judge the answers that have been given so far."""
        answers = {position: self.answers[position] for position in self._task.where if position in self.answers}
        changed = frozenset(position for talk in self._conversations for position in talk.spoilt)
        self._report = self._task.report(answers, changed)
        call = self._ready.call
        if call and call.turn and not (self._call or self._marks):
            self._report = of_own_game(self._report, call.turn, value_only=self._task.value_only)

    def alone(self) -> Steps[None]:
        """Ask again in positions with mistakes, each time in a new process that has not answered any other question.

        Only simple positions are asked about, so that the answers are quick. If none of the first few answers is best,
        this is enough.
        """
        wrong = [one for one in self._report.findings if one.move is not None]
        simple = [one for one in wrong if one.position.empty.bit_count() <= _SIMPLE] or wrong[:1]
        step = 1 + len(simple) // _FEW_ALONE
        few, answers, began, is_right = simple[::step], dict[Position, Answer](), time.perf_counter(), False
        talk = self._conversation(self._ready)
        self._conversations.append(talk)
        for number, finding in enumerate([*few, *(one for at, one in enumerate(simple) if at % step)]):
            if time.perf_counter() - began > _SECONDS_ALONE or (number == len(few) and not is_right):
                break
            talk.ask([Query.about(finding.position)], alone=True)
            answer = answers[finding.position] = yield from _answer(talk, finding.position)
            is_right |= finding.is_corrected_by(answer)
            self._report = replace(self._report, alone=answers)

    def graded(self, *, interrupted: bool = False) -> Graded:
        """Return the result of grading the function."""
        imports = imports_noughts(self.file) or any(talk.imports_noughts for talk in self._conversations)
        seconds = sum(seconds for _, seconds in self._times)
        return Graded(self._report, self._ready, seconds, interrupted, imports)

    def seconds_left(self, processes: int) -> float | None:
        """Estimate how many seconds the rest of the grading takes with this many processes, or return None if it is too
        early to tell.

        A position with one more empty cell takes as many times longer as the last two numbers of empty cells suggest.
        """
        left: defaultdict[int, int] = defaultdict(int)
        for position in self._task.where:
            left[position.empty.bit_count()] += position not in self.answers
        by_empty: defaultdict[int, list[float]] = defaultdict(list)
        for empty, seconds in list(self._times):
            by_empty[empty].append(seconds)
        mean = {empty: fmean(times) for empty, times in by_empty.items()}
        if len(mean) < 3:
            return None
        top = max(mean)
        growth: float = min(max(mean[top] / (mean.get(top - 1) or mean[top] or 1), 1), top + 1)
        total: float = sum(
            count * mean.get(empty, mean[top] * growth ** (empty - top)) for empty, count in left.items()
        )
        return total / processes

    def _conversation(self, ready: Ready | None) -> Conversation:
        task = self._task
        return Conversation(
            self._text, task.game, seconds=task.seconds, marks=self._marks, call=self._call, ready=ready
        )

    def _ask(self, share: Sequence[Position], talk: Conversation) -> Steps[None]:
        """Ask in each position of a share, until an answer is late or too many processes have ended.

        After a late answer, positions with as many empty cells or more would be late, too. What happens to a share does
        not depend on the others.
        """
        ended = 0
        for number, part in enumerate(_parts(share, self._ready)):
            if number:
                talk.restart()
            talk.ask(map(Query.about, part))
            for position in part:
                answer = self.answers[position] = yield from _answer(talk, position)
                self._times.append((position.empty.bit_count(), talk.seconds))
                ended += isinstance(answer, ProcessEnded)
                if isinstance(answer, TimeOut) or ended == _MOST_ENDED:
                    return


def _answer(talk: Conversation, position: Position) -> Steps[Answer]:
    """Ask the next question, and return the answer: a legal move, or an error."""
    try:
        choice = yield from talk.answer()
    except PlayerFault as fault:
        return fault
    return checked(choice, position)


def _shares(where: Iterable[Position], processes: int) -> list[list[Position]]:
    """Divide positions into shares that take plain minimax equally long. In each share, quickly searched positions come
    first.
    """
    shares: list[list[Position]] = [[] for _ in range(processes)]
    work = [0] * processes
    for position in sorted(where, key=lambda position: -position.empty.bit_count()):
        least = work.index(min(work))
        shares[least].append(position)
        work[least] += factorial(min(position.empty.bit_count(), 12))
    return [share[::-1] for share in shares if share]


def _parts(share: Sequence[Position], ready: Ready) -> Iterator[list[Position]]:
    """Divide the positions of a share into parts, and yield them. Each part after the first needs a new process.

    A program that plays one side only is asked about this side first, and begins anew for the boards with the colours
    exchanged: they do not occur in its games, and may not fit what it has stored. A program that counts its nodes
    begins anew on the empty board, because a cache that is full already would reduce their number.
    """
    plays = ready.call and ready.call.plays
    own = [position for position in share if plays in (None, position.turn)]
    for part in (own, [position for position in share if plays not in (None, position.turn)]):
        first = [position for position in part if ready.counts and position.empty == position.game.board.cells]
        yield [position for position in part if position not in first]
        yield first
