"""Find out how to call a user's function: in a few positions, try the calls that its program suggests.

A call, such as ``best_move(rows, player)``, is certain if it returns a legal move in every test position. If several
calls are certain, the marks that the program itself uses come first, then the call that plays best. If no call returns
only legal moves, a call is still certain if the program suggests it, it often returns a legal move, and no other call
does: then its other answers are faults. Otherwise, noughts does not understand the function.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from random import Random
from time import process_time
from typing import Any, TypeAlias

from noughts.grading.user_code.answers import READINGS, Described, Printed, answer_words, move_in
from noughts.grading.user_code.call import Call, is_sparse, placing
from noughts.grading.user_code.examples import Example
from noughts.grading.user_code.failures import Failed, NotGradable, how_words
from noughts.grading.user_code.marks import Constants, Marks
from noughts.grading.user_code.no_moves import are_lists, are_scores, are_values
from noughts.grading.user_code.probes import Probe, good_moves, probes
from noughts.players.opponent import Choice, PlayerFault
from noughts.rules.board import Move
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

Caller: TypeAlias = Callable[[Call, Position, Random, float], Any]
"""Calls a function within some seconds of processor time, and returns its answer as plain data.

Raises `PlayerFault` if the function gives no answer.
"""

EXPECTED = "expected a function that takes the board and returns (row, column), an index or a name such as b2"
# the maximum number of calls with marks that the program supports, and with other marks
_MOST_MARKS, _FEW_MARKS = 300, 100
_FIRST = 4  # after this many probes without a legal move, a call is given up
_SECONDS, _LONGER = 0.45, 6.0  # seconds of processor time for a call, and for a second attempt after a time-out
_AT_FIRST = 1.8  # seconds of processor time for the very first call, in which a program may fill a table
_MOST_SLOW = 1  # the most calls that get more time
_ENDLESS = 3  # after this many probes on which a call did not return, it is given up
_WHATEVER = ("async", "yields", "input")  # reasons for failure that do not depend on the call
_MOST_ENDLESS = 12  # after this many calls that do not return, no more calls are tried
_SAME = 300  # after this many calls that fail in the same way, no more calls are tried
# errors that occur with every call
_UNFINISHED = re.compile(r"crashed: (NotImplementedError|NameError|UnboundLocalError)")
_MUCH = 0.35  # with this share of legal answers, marks that the program supports less are not tried
_ARGUMENTS = re.compile(
    r"; (it\.)?\w+ = player\b|^\w+ = ('\w*'|\d+); |(\w+=)?'\w*'|, \d+(?=[,)])"
    r"|\b(player|opponent|depth|is_x|not is_x|True|0|inf|None)\b|[-,\s]"
)
_AIMS = 2  # the number of moves for the other side that shows that a function plays the other side
_CLEARLY = 3  # the number of legal and good answers by which a call is clearly better than another call
_COMMON = 60  # calls that are tried on a few probes even if the function crashes on the first probes
_REST = 0.3  # the share of the budget for finding a perfect call, after a call with only legal answers
_NEARLY_ALL = 0.8  # the share of legal answers that a call needs if another call may be meant
_SOME = 0.35  # the share of legal answers that a call needs if no call answers legally everywhere
_SEEDS = 4  # the number of seeds for a program that may be random
_MOST_COMPARED = 16  # the most positions of the program's own game to compare
_FEWEST_WORSE, _SHARE_WORSE = 2, 0.2  # the number and share of answers that are worse than in the program's own game
_MOST_ILLEGAL = 0.3  # the largest share of illegal answers for an unusual kind of board
_EVEN = 0.1  # the difference that chance can cause between the shares of good moves of the two sides
_STRANGE = "☂"  # a mark that belongs to neither player
# matches code that sets a variable to the player to move
_TURN = re.compile(r"(\w+\.)?\w+ = (player|opponent|is_x|not is_x); ")
_SETS_PLAYER = re.compile(r"; (it\.)?\w+ = player\b")
_TELLS = ("player", "is_x", "mine", "xs", "observation", "history", "position")  # names that say who is to move


class Endless(PlayerFault):
    """Raised when a call does not return within its time limit."""

    reason = "endless"


@dataclass
class Budget:
    """A limited number of calls and seconds of processor time for trying out a function. Only slow functions use up
    the time.
    """

    calls: float = 10_000
    seconds: float = 12.0
    used: int = 0
    whole: "Budget | None" = None
    _began: float = field(default_factory=process_time)

    @property
    def is_spent(self) -> bool:
        """Whether the calls or the time are used up."""
        return self.used >= self.calls or self._seconds_left <= 0

    @property
    def _seconds_left(self) -> float:
        return self.seconds - (process_time() - self._began)

    def count(self) -> None:
        """Count a call."""
        self.used += 1
        if self.whole:
            self.whole.count()

    def part(self, share: float) -> "Budget":
        """Return a budget with a given share of the remaining calls and time."""
        return Budget(max(500, share * (self.calls - self.used)), max(0.3, share * self._seconds_left), whole=self)


@dataclass
class Trial:
    """A function's answers in test positions, all to calls of the same form."""

    call: Call
    answers: list[Any]
    moves: list[Move | None]
    legal: int
    kept: int
    support: int
    placed: bool = False

    @property
    def share(self) -> float:
        """The proportion of answers that are legal moves."""
        return self.legal / max(1, len(self.answers))

    @property
    def is_doubtful(self) -> bool:
        """Whether many answers are illegal, and the call passes an unusual kind of board."""
        given = sum(not (answer is None or isinstance(answer, PlayerFault)) for answer in self.answers)
        is_usual = re.search(r"\b(rows|cells|text)\b", self.call.text)
        return not is_usual and given - self.legal > _MOST_ILLEGAL * len(self.answers)


class Detection:
    """Finds the right way to call a user's function.

    Args:
        run: calls the function.
        name: the function's name.
        game: the game.
        constants: the constants of the program, or None if only the given marks can be right.
        marks: the marks, if they are known.
        budget: the calls and the time that may be used.
    """

    def __init__(
        self, run: Caller, name: str, game: Game, constants: Constants, marks: Marks | None, budget: Budget
    ) -> None:
        self._run, self._name, self.constants, self._marks, self._budget = run, name, constants, marks, budget
        self._probes = probes(game)
        self.first: tuple[Call, Any] | None = None  # the first call and its answer, to show
        self.shown: tuple[Call, Any] | None = None  # the first call that returned anything, and its answer
        self._part: list[Trial] = []  # the trials in which some answers are legal
        self._prints: Call | None = None  # the first call in which the function always prints a legal move
        self._given: list[Any] = []  # all answers of the call in `shown`
        self.outcomes: dict[str, None] = {}  # the outcomes of all calls, in order
        self._slow: dict[Call, int] = {}  # the calls that did not return, with the support of their marks
        self._seconds, self._first = _SECONDS, _FIRST
        self.found: Trial | None = None  # the trial of the call that is certain
        self._texts: dict[str, int] = {}  # the calls that have been tried, with their numbers

    def find(self, texts: Sequence[str], fits: Callable[[str], bool] = bool) -> Call:
        """Return the only call of the function that is certain to be right.

        Args:
            texts: the calls, the most likely first.
            fits: returns whether a call fits what the function was seen to do. Calls that fit are tried before all
                others.

        Raises:
            NotGradable: no call is certain. The error says why.
        """
        for some in ([text for text in texts if fits(text)], [text for text in texts if not fits(text)]):
            if some and (found := self._search(some)):
                self.found = found
                return found.call
        raise self._reason(self._part)

    def _search(self, texts: Sequence[str]) -> Trial | None:
        """Return the trial of the only call that is certain to be right, or None if there is no such call."""
        whole, blind = list[Trial](), list[Trial]()
        for support, calls in self._groups(texts):
            used = self._budget.used
            for call in calls:
                if self._budget.is_spent or self._is_hopeless(self._budget.used - used):
                    break
                first = next(iter(whole or blind), None)
                if first and support < first.support and _form(call) != _form(first.call):
                    continue
                trial = self._try(call, support)
                if _SOME / 2 < trial.share < 1 and trial.placed:  # the call may give only the stones of one side
                    trial = self._one_sided(trial)
                if "printed" in trial.call.reading:
                    self._prints = self._prints or (trial.call if trial.legal == len(self._probes) else None)
                    continue
                if trial.legal == len(self._probes):
                    trial = self._two_sided(trial)
                if trial.legal == len(self._probes) and trial.kept < trial.legal and self._is_blind(trial):
                    blind.append(trial)  # the marks of this trial may be wrong
                elif trial.legal == len(self._probes):
                    # other trials are better only if they are perfect
                    if not whole and isinstance(trial.call.marks[0], str):
                        self._budget = self._budget.part(_REST)
                    whole.append(trial)
                elif trial.legal:
                    self._part.append(trial)
                if trial.kept == len(self._probes):
                    return trial
                self._check_values(trial)
            marked = [trial for trial in self._part if trial.share > _MUCH] + whole
            if not blind and any(isinstance(mark, str | bool) for trial in marked for mark in trial.call.marks[:2]):
                break  # numbers occur in every program, so they are weaker evidence
        if some := whole or blind:
            alike = [trial for trial in some if _form(trial.call) == _form(some[0].call)]
            return self._looking(_best(alike if whole else self._seeing(alike)))
        one = self._only(self._part) or self._patient()
        return self._two_sided(one) if one else None

    def _is_hopeless(self, used: int) -> bool:
        """Return whether more calls are useless, because many calls have failed in the same way."""
        if not self.first:
            return False
        answer = self.first[1]
        if isinstance(answer, Endless):
            return len(self.outcomes) == 1 and len(self._slow) > _MOST_ENDLESS
        if isinstance(answer, PlayerFault):
            return isinstance(answer, Failed) and answer.reason in _WHATEVER
        return len(self.outcomes) == 1 and used > _SAME and len(self._texts) > _COMMON

    def _patient(self) -> Trial | None:
        """Give more time to calls that did not return. Return a trial of such a call in which all answers are legal, or
        None.
        """
        slow, self._seconds = dict(self._slow), _LONGER
        for call, support in islice(slow.items(), _MOST_SLOW):
            trial = self._ask(call, support)
            if trial.legal == len(trial.answers) >= _FIRST:
                return trial
        return None

    def check(self, text: str) -> Call:
        """Return the user's call, completed with the marks for X, O and empty cells that work best."""
        self._first = len(self._probes)
        trials = [self._try(call, support) for support, calls in self._groups([text]) for call in calls]
        plain = [self._as_given(self._two_sided(self._as_given(trial), given=True)) for trial in trials]
        best = max(plain, key=lambda trial: (trial.legal, trial.support, trial.kept))
        if not best.legal and best.call.shown and not self._marks:  # the marks of the call may be wrong
            raise self._reason([])
        return best.call

    @property
    def is_settled(self) -> bool:
        """Whether the found call is certainly right, because with this call the function plays well for both sides."""
        found = self.found
        return found is not None and found.call.plays is None and found.kept == len(self._probes)

    def confirm(self, levels: Sequence[Sequence[Call]]) -> Call | None:
        """Return the call that a program makes in its own game, at the best level of play.

        The result is None if the function hardly ever answers this call with a legal move.

        Args:
            levels: for each level, the calls for both sides and for one, the most likely first.
        """
        self._budget, self._first = Budget(), len(self._probes)
        trials = [trial for calls in levels if (trial := self._most_legal(calls))]
        best = max(trials, key=lambda trial: trial.legal + trial.kept, default=None)
        is_sure = best and best.share >= _SOME and not best.is_doubtful and best.legal > 1
        return best.call if best and is_sure else None

    def agreeing(self, calls: Iterable[Call | None], examples: Sequence[Example], reload: Callable[[], None]) -> Call:
        """Return the first call that makes the function play about as well as in the program's own game, or better.

        Args:
            calls: the calls.
            examples: calls in the program's own game.
            reload: loads the program anew.

        Raises:
            NotGradable: with every call, the function plays clearly worse, so it is not clear how to call the function.
        """
        played = {example.position: example.move for example in examples if example.move is not None}
        late = sorted(played, key=lambda position: position.empty.bit_count())[:_MOST_COMPARED]
        better = [position for position in late if played[position] in good_moves(position)]
        reason = ""
        for call in filter(None, calls):
            worse = [(position, answer) for position in better if (answer := self._worse(call, position))]
            if len(worse) >= _FEWEST_WORSE:  # the answers may be worse only after other questions
                worse = [(at, answer) for at, _ in worse if (answer := self._worse(call, at, reload))]
            if len(worse) < max(_FEWEST_WORSE, _SHARE_WORSE * len(better)):
                return call
            position, answer = worse[0]
            own = position.game.board.names[played[position]]
            reason = reason or (
                f"it is not clear how to call {self._name}(): called as {call.expression}, it answers {answer} where "
                f"it plays {own} in the program's own game. {how_words(self._name)}"
            )
        raise NotGradable(reason, "not-understood")

    def _worse(self, call: Call, position: Position, reload: Callable[[], None] | None = None) -> str:
        """Return a function's answer in a position as text if the answer is a mistake, or an empty string if the move
        is good.
        """
        if reload:
            reload()
        words = ""
        for seed in range(_SEEDS):
            try:
                answer = self._run(call, position, Random(seed), self._seconds)
                if move_in(answer, call.reading, position) in good_moves(position):
                    return ""
                words = words or answer_words(answer)
            except Endless:
                return ""
            except PlayerFault as fault:
                words = words or str(fault)
        return words

    def _most_legal(self, calls: Sequence[Call]) -> Trial | None:
        """Return a trial of the first call, or of a later call if its answers are clearly more often legal.

        Good moves count, too, if the first call says who is to move. If the call does not say so, the program may still
        see on the board who is to move, although it plays one side in its own game: then the program plays better, and
        both sides equally well, if the colours are not exchanged.
        """
        best: Trial | None = None
        ordered = self._likely_first(calls)
        for call in ordered:
            trial = self._try(call, 3)
            no_moves = are_scores(trial.answers) or are_lists(trial.answers)
            if (no_moves and trial.legal < len(trial.answers)) or _asked(trial.answers):
                continue
            if "magic" in trial.call.reading and not trial.call.text.count("magic"):
                continue  # every number occurs in a magic square
            self._check_values(trial)
            is_told = ordered[0].plays is None
            aims = self._aims(best, call.plays.other) if best and call.plays else 0
            if best and aims >= _AIMS and trial.legal >= best.legal and trial.kept > best.kept:
                best = trial  # the call does not say who is to move, after all
            elif not best or trial.legal + is_told * trial.kept >= best.legal + is_told * best.kept + _CLEARLY:
                best = trial
            elif trial.legal >= best.legal and trial.kept >= best.kept + _CLEARLY:
                best = trial if self._gap(trial) + _EVEN < self._gap(best) else best
        return best

    def _likely_first(self, calls: Sequence[Call]) -> list[Call]:
        """Sort the calls by likelihood. If the program reads no variable for the player to move, calls for one side
        come first.
        """
        text = _TURN.sub("", calls[0].text)
        if text == calls[0].text or any(name in text for name in _TELLS):
            return list(calls)
        told, untold = (self._try(call, 3).answers for call in (calls[0], replace(calls[0], text=text)))
        return sorted(calls, key=lambda call: call.plays is None) if told == untold else list(calls)

    def _gap(self, trial: Trial) -> float:
        """Return the difference between X's and O's proportions of good moves, in positions with several moves."""
        kept = dict[Player, list[bool]]()
        for move, probe in zip(trial.moves, self._ordered[: len(trial.moves)], strict=True):
            if len(probe.position.moves) > 1:
                kept.setdefault(probe.position.turn, []).append(move in probe.good)
        shares = [sum(some) / len(some) for some in kept.values()]
        return max(shares, default=0.0) - min(shares, default=0.0)

    def _as_given(self, trial: Trial) -> Trial:
        """Return the trial with its answers taken as moves without any conversion."""
        return self._read(replace(trial.call, reading="{}"), trial.answers, trial.support, ["{}"])

    def _groups(self, texts: Sequence[str]) -> Iterator[tuple[int, Iterator[Call]]]:
        """Yield the calls in groups. According to the program's code, the marks in the first groups are the most
        likely.
        """
        if self._marks:
            yield 3, (Call(text, self._marks) for text in texts)
            return
        kinds = {text: is_sparse(text) for text in texts}
        groups = {sparse: self.constants.groups(sparse=sparse) for sparse in set(kinds.values())}
        for support in (3, 2, 1, 0):
            marked = (
                (text, group[: _MOST_MARKS if support else _FEW_MARKS] if _has_marks(text) else group[:1])
                for text, sparse in kinds.items()
                if (group := groups[sparse][support])
            )
            yield support, (Call(text, marks) for text, group in marked for marks in group if _fits(text, marks))

    def _try(self, call: Call, support: int) -> Trial:
        """Call the function in the test positions, and read its answers in the way that gives the most legal moves.

        If the function returns nothing, or only whether it found a move, look for its move on the board that the
        function was given.
        """
        trial = self._ask(call, support)
        kinds = bool | Printed
        nothing = all(answer is None or isinstance(answer, kinds) or _ends(answer) for answer in trial.answers)
        if trial.answers and nothing and (with_board := placing(call.text)):
            placed = self._ask(replace(call, text=with_board), support, placed=True)
            return placed if placed.legal else trial
        return trial

    def _ask(self, call: Call, support: int, *, placed: bool = False) -> Trial:
        answers: list[Any] = []
        self._texts.setdefault(call.text, len(self._texts))
        for number, probe in enumerate(self._ordered):
            if len(answers) >= _FIRST and self._budget.is_spent:
                break  # a slow function is tried on fewer probes
            self._budget.count()
            try:
                seconds = self._seconds if self.first else _AT_FIRST
                answer = self._run(
                    call, probe.position, Random(number), seconds
                )  # each call gets the same random numbers
            except PlayerFault as fault:
                answer = fault
                if isinstance(fault, Endless):
                    self._slow.setdefault(call, support)
            if placed and not isinstance(answer, Choice | PlayerFault):
                answer = None  # the board has not changed
            answers.append(answer)
            if not placed:
                self._note(call, answer)
            endless = [answer for answer in answers if isinstance(answer, Endless)]
            if len(endless) >= _ENDLESS or (endless and len(endless) == len(answers)):
                break
            is_rare = self._texts[call.text] > _COMMON
            if (
                len(answers) == 2 < self._first == _FIRST
                and is_rare
                and all(isinstance(answer, PlayerFault) for answer in answers)
            ):
                break
            if len(answers) == self._first and not self._read(call, answers, support).legal:
                break
        return replace(self._read(call, answers, support), placed=placed)

    @cached_property
    def _ordered(self) -> list[Probe]:
        """Return the test positions, sorted so that the first few differ in their number of empty cells."""
        forced = [probe for probe in self._probes if len(probe.position.moves) == 1]
        others = [probe for probe in self._probes if len(probe.position.moves) > 1]
        return [*forced[:1], *others[:2], *forced[1:2], *others[2:], *forced[2:]]

    def _note(self, call: Call, answer: Any) -> None:
        if isinstance(answer, Failed) and answer.reason == "not-understood":
            return
        self.first = self.first or (call, answer)
        if not self.shown and not (answer is None or isinstance(answer, PlayerFault)):
            self.shown = call, answer
        if self.shown and self.shown[0] == call:
            self._given.append(answer)
        self.outcomes[self._outcome(answer)] = None

    def _outcome(self, answer: Any) -> str:
        if isinstance(answer, PlayerFault):
            return str(answer)
        no_move = answer is None or isinstance(answer, Described)
        return f"{self._name}() returned {answer_words(answer)}{', not a move' * no_move}"

    def _read(self, call: Call, answers: list[Any], support: int, readings: Sequence[str] = ()) -> Trial:
        """Try the ways to read answers as moves, and return the trial with the most legal moves.

        If the unchanged answers are legal moves, another way counts only if it gives more legal moves.
        """
        asked = self._ordered[: len(answers)]
        best: Trial | None = None
        if all(answer is None or isinstance(answer, PlayerFault) for answer in answers):
            return Trial(call, answers, [None] * len(answers), 0, 0, support)
        for reading in readings or _readings(answers, asked[0].position):
            moves = [
                None if isinstance(answer, PlayerFault) else move_in(answer, reading, probe.position)
                for answer, probe in zip(answers, asked, strict=True)
            ]
            legal = sum(move in probe.position.moves for move, probe in zip(moves, asked, strict=True))
            kept = sum(move in probe.good for move, probe in zip(moves, asked, strict=True))
            trial = Trial(replace(call, reading=reading), answers, moves, legal, kept, support)
            best = trial if best is None or legal > best.legal else best
            if legal == len(answers):
                break
        assert best
        return best

    def _two_sided(self, trial: Trial, *, given: bool = False) -> Trial:
        """Return the trial or, if the function plays only one side, a trial whose call names this side.

        A function plays only one side if it is not told who is to move, and chooses better moves if it always gets its
        own side to move.
        """
        if trial.kept == len(self._probes):
            return trial
        if not given and (simple := _plain(trial)) != trial.call.text:
            told = self._ask(replace(trial.call, text=simple), trial.support, placed=trial.placed)
            if told.answers != trial.answers:
                return trial
            trial = told  # the function never looks at the variable
        return trial if any(name in trial.call.text for name in _TELLS) else self._one_sided(trial)

    def _one_sided(self, trial: Trial) -> Trial:
        """Return the given trial, or a better trial in which the function always plays the same side."""
        found = [trial]
        for side in Player:
            turned = self._ask(replace(trial.call, plays=side), trial.support)
            aims = self._aims(trial, side.other)
            if turned.legal < trial.legal or aims < 0:
                continue
            if aims >= _AIMS and turned.kept > trial.kept:
                return turned
            found.append(turned)
        return _best(found)

    def _aims(self, trial: Trial, turn: Player) -> int:
        """Count a side's moves that are good only for the opponent, minus the moves that are good only for the side
        itself.
        """
        asked = zip(trial.moves, self._ordered[: len(trial.moves)], strict=True)
        own = [(move, probe) for move, probe in asked if probe.position.turn is turn]
        return sum((move in probe.passed - probe.good) - (move in probe.good - probe.passed) for move, probe in own)

    def _seeing(self, blind: Sequence[Trial]) -> list[Trial]:
        """Return the trials whose moves depend on the colours of stones. If there are none, return all trials, those
        with the marks X and O first.
        """
        seeing = [trial for trial in blind if not self._is_same(trial, turned=True)]
        return seeing or sorted(blind, key=lambda trial: trial.call.marks[:2] != ("X", "O"))

    def _is_blind(self, trial: Trial) -> bool:
        """Return whether a trial's moves stay the same if all stones change colour, or if one player's stones get a
        strange mark.

        If the moves stay the same, the marks may be wrong, or the program does not look at them.
        """
        x, o, empty = trial.call.marks
        strange = ((_STRANGE, o, empty), (x, _STRANGE, empty)) if _has_marks(trial.call.text) else ()
        return self._is_same(trial, turned=True) or any(self._is_same(trial, marks) for marks in strange)

    def _is_same(self, trial: Trial, marks: Marks | None = None, *, turned: bool = False) -> bool:
        """Return whether a trial's moves stay the same with other marks, or with the colours of the stones
        exchanged.
        """
        call = replace(trial.call, marks=marks) if marks else trial.call
        for number, (move, probe) in enumerate(zip(trial.moves, self._ordered, strict=True)):
            at = probe.position
            if len(at.moves) > 1:
                self._budget.count()
                try:
                    asked = Position(at.game, at.o, at.x, at.turn) if turned else at
                    if move_in(self._run(call, asked, Random(number), self._seconds), call.reading, at) != move:
                        return False
                except PlayerFault:
                    return False
        return True

    def _looking(self, trial: Trial) -> Trial:
        """Return the trial after checking that its answers depend on the stones.

        Raises:
            NotGradable: the answers do not depend on the stones, and the program seems to have other marks.
        """
        x, o, empty = trial.call.marks
        if trial.kept < len(self._probes) and self.constants.contradicts(trial.call.marks):
            turned = self._ask(replace(trial.call, marks=(o, x, empty)), trial.support, placed=trial.placed)
            if turned.moves == trial.moves:
                raise NotGradable(
                    f"it is not clear which marks the board of {self._name}() has: called as {trial.call.words}, it "
                    "does not see the stones. Give the marks for X, O and an empty cell with --marks, such as --marks "
                    "X,O,None",
                    "not-understood",
                )
        return trial

    def _only(self, part: Sequence[Trial]) -> Trial | None:
        """Return the trial of the only call that the program's code suggests and that often leads to a legal move."""
        most = max((trial.support for trial in part), default=0)
        supported = [trial for trial in part if trial.support == most and len(trial.answers) > _FIRST]
        if not supported:
            return None
        best = _best(supported)
        is_sure = best.call.reading == "{}" and not self._budget.is_spent  # otherwise, another call may be meant
        needed = _SOME if is_sure else _NEARLY_ALL
        if best.share < needed or best.is_doubtful or len(set(best.moves)) < 3:
            return None
        if are_scores(best.answers) or are_lists(best.answers) or _asked(best.answers):
            return None
        alike = {_form(trial.call) for trial in supported if trial.moves == best.moves}
        rivals = [trial for trial in supported if _form(trial.call) not in alike]
        return None if any(trial.legal + trial.kept > best.legal + best.kept - _CLEARLY for trial in rivals) else best

    def _check_values(self, trial: Trial) -> None:
        """Raise an error if the answers are not moves, but the scores of the positions."""
        asked = self._ordered[: len(trial.answers)]
        if len(asked) == len(self._probes) and are_values(trial.answers, asked):
            raise self._no_moves(trial.answers)

    def _reason(self, part: Sequence[Trial]) -> NotGradable:
        """Return an error that says why no call of the function is certain to be right."""
        if not self.first:
            return NotGradable(f"it is not clear how to call {self._name}(). {how_words(self._name)}", "not-understood")
        call, answer = self.first
        if isinstance(answer, Failed) and answer.reason in _WHATEVER:
            return NotGradable(str(answer), answer.reason)
        if self._prints:
            return NotGradable(
                f"{self._name}() prints its move instead of returning it: write return instead of print. To judge what "
                f"it prints, add --call {_quoted(self._prints.expression)}",
                "prints",
            )
        if asking := [one for trial in part if (one := _asked(trial.answers))]:
            return NotGradable(str(asking[0]), "input")
        for some in [*(trial.answers for trial in part), self._given]:
            given = [one for one in some if not isinstance(one, PlayerFault) and one is not None]
            if given and (are_scores(given) or are_lists(given) or all(isinstance(one, bool) for one in given)):
                return self._no_moves(given)
        if len(self.outcomes) == 1 and not isinstance(answer, PlayerFault):
            return NotGradable(f"{self._outcome(answer)}: {EXPECTED}", "no-move")
        if unfinished := [one for one in self.outcomes if _UNFINISHED.search(one)]:
            return NotGradable(unfinished[0], "crashes")
        if isinstance(answer, Endless) and not self.shown:
            return NotGradable(f"{answer} within {_LONGER:g} seconds", "endless")
        if isinstance(answer, PlayerFault) and not self.shown:
            reason = getattr(answer, "reason", "crashes")
            words = f"{answer}; called as {call.words}. {how_words(self._name)}"
            return NotGradable(words if reason == "crashes" else str(answer), reason)
        if part:
            best = sorted(part, key=lambda trial: (trial.support, trial.legal, trial.kept), reverse=True)
            shown = list({trial.call.expression: trial for trial in best}.values())[:2]
            tried = ", and ".join(
                f"called as {trial.call.words}, it returns a legal move in {trial.legal} of {len(trial.answers)} "
                "positions"
                for trial in shown
            )
            return NotGradable(
                f"it is not clear how to call {self._name}(): {tried}. {how_words(self._name)}", "not-understood"
            )
        if self._budget.is_spent and not self.shown:
            return NotGradable(
                f"noughts did not find out in time how to call {self._name}(). {how_words(self._name)}", "too-slow"
            )
        call, answer = self.shown or self.first
        if answer is None or isinstance(answer, Described):
            return NotGradable(f"{self._outcome(answer)}: {EXPECTED}", "no-move")
        return NotGradable(
            f"no legal move: called as {call.words}, {self._outcome(answer)}. {how_words(self._name)}. If the marks of "
            "its board are unusual, give them with --marks",
            "not-understood",
        )

    def _no_moves(self, answers: Sequence[Any]) -> NotGradable:
        answers = [answer for answer in answers if not isinstance(answer, PlayerFault)]
        if all(isinstance(answer, bool) for answer in answers):
            return NotGradable(f"{self._name}() returns True or False, not moves", "scores")
        if are_lists(answers):
            longest = answer_words(max(answers, key=len))
            return NotGradable(f"{self._name}() returns lists such as {longest}, not moves", "scores")
        if not isinstance(answers[0], int | float):
            return NotGradable(
                f"{self._name}() returns a score for each cell, as in {answer_words(answers[0])}, not a move",
                "scores",
            )
        examples = " and ".join(list(dict.fromkeys(map(answer_words, answers)))[:3])
        return NotGradable(
            f"{self._name}() returns scores such as {examples}, not moves: put the code that chooses the move into a "
            "function that returns it",
            "scores",
        )


def _ends(answer: Any) -> bool:
    """Return whether the function ended the whole program instead of returning a move. Some functions do this after
    the last stone.
    """
    return isinstance(answer, Failed) and answer.reason == "exits"


def _asked(answers: Sequence[Any]) -> Failed | None:
    """Return the first answer in which the function asked for input, or None. A function that asks for input plays a
    whole game.
    """
    return next((one for one in answers if isinstance(one, Failed) and one.reason == "input"), None)


def _best(trials: Sequence[Trial]) -> Trial:
    """Return the trial in which the function plays best. A later trial counts as better only if it is clearly
    better.
    """
    best = trials[0]
    for trial in trials:
        # such a call is less likely, unless it is perfect
        is_odd = "player" in _plain(best) and "player" not in _plain(trial)
        needed = len(trial.answers) if is_odd else best.kept
        if trial.legal + trial.kept >= best.legal + best.kept + _CLEARLY and trial.kept >= needed:
            best = trial
    return best


def _plain(trial: Trial) -> str:
    """Return a trial's call as text, without the statement that sets the player to move."""
    return _SETS_PLAYER.sub("", trial.call.text)


def _readings(answers: Sequence[Any], position: Position) -> Sequence[str]:
    """Return the keys of the `READINGS` that can find a move in the first answer."""
    answers = [answer for answer in answers if not (answer is None or isinstance(answer, PlayerFault))]
    answer = answers[0]
    if isinstance(answer, Choice):
        return ("{}",)
    if are_lists(answers):
        return ("{}", *(reading for reading in READINGS if "moves" in reading)) if isinstance(answer, set) else ("{}",)
    if isinstance(answer, Printed):
        return [reading for reading in READINGS if "printed" in reading]
    return [reading for reading, read in READINGS.items() if read(answer, position) is not None] or ("{}",)


def _form(call: Call) -> str:
    """Return the text of a call with all arguments but the board removed."""
    return _ARGUMENTS.sub("", call.text.replace("mine", "xs").replace("theirs", "os"))


def _quoted(text: str) -> str:
    """Quote a text as one shell word."""
    return f'"{text}"' if "'" in text else f"'{text}'"


def _fits(text: str, marks: Marks) -> bool:
    """Return whether a call can use these marks: a board as text needs single letters, and a board as a sum needs
    numbers.
    """
    if "mark *" in text:
        return all(type(mark) is int for mark in marks)
    is_text = "text" in text or "join(row" in text or "''.join, rows" in text
    letters = [isinstance(mark, str) and (len(mark) == 1 or mark in ("'0'..", "'1'..")) for mark in marks]
    return not is_text or all(letters)


def _has_marks(text: str) -> bool:
    """Return whether the arguments of a call contain any marks for X, O or empty cells."""
    return any(name in text for name in ("rows", "cells", "text", "player", "opponent", "stones", "empty"))
