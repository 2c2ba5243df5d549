"""Use a user's own function as a player: find out how to call it, call it, and read the move from its answer."""

import ast
import contextlib
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

from noughts.grading.user_code.answers import Printed, answer_words, count, move_in, placed_stone, plain
from noughts.grading.user_code.boards import variables_of
from noughts.grading.user_code.by_example import calls_by_example
from noughts.grading.user_code.call import Call, Program, parse_call
from noughts.grading.user_code.calls import UnknownParameters, calls, spying_calls, unknown_words
from noughts.grading.user_code.detection import Budget, Detection, Endless
from noughts.grading.user_code.examples import Place, examples_in
from noughts.grading.user_code.failures import Failed, NotGradable
from noughts.grading.user_code.limits import FAILURES, InputAsked, Stopped, error_words, limited, stage
from noughts.grading.user_code.loading import Loaded, load, methods, missing, split_name, unimported
from noughts.grading.user_code.marks import Constants, Marks, read_marks
from noughts.grading.user_code.probes import probes
from noughts.grading.user_code.rehearsal import large, seen_in_own_game
from noughts.grading.user_code.spy import Notes
from noughts.players.opponent import Choice, IllegalAnswer, PlayerFault
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game
from noughts.rules.position import Position

_CERTAIN = (
    "async",
    "yields",
    "input",
    "prints",
    "scores",
    "exits",
    "endless",
)  # reasons that hold for every call
_MOST_PARTS = 5  # parts of a state
_FILLING = 9.0  # seconds for filling tables
_SECONDS = 3.0  # seconds of processor time for a call that shows whether the function counts its nodes


class RawAnswer(NamedTuple):
    """The raw answer of a user's function in a position, before noughts looks for a move in it.

    Attributes:
        value: the answer as plain data; see `noughts.grading.user_code.answers.plain`.
        shown: the answer as text, for error messages.
        visited: the number of nodes that the function counted.
        spoilt: whether the function changed the board that it was given.
    """

    value: Any
    shown: str
    visited: int
    spoilt: bool = False

    def choice(self, name: str, call: Call, position: Position) -> Choice:
        """Return the move that the answer contains.

        Args:
            name: the name of the function, for error messages.
            call: how the function was called.
            position: the position.

        Raises:
            IllegalAnswer: the answer is not a legal move.
        """
        move = move_in(self.value, call.reading, position)
        if move is None:
            raise IllegalAnswer(f"{name}() returned {self.shown}, which is not a move")
        if reason := position.why_illegal(move):
            is_printed = isinstance(self.value, Printed)
            shown = short_repr(self.value.text.strip()[-40:]) if is_printed else self.shown
            raise IllegalAnswer(f"{name}() {'printed' if is_printed else 'returned'} {shown}, but {reason}")
        return Choice(move, self.visited)


class UserPlayer:
    """A user's own function as a player.

    Args:
        function: a function that takes a board in any common form and chooses a move.
        name: the player's name. By default, it is the name of the function.
        marks: the marks for X, O and an empty cell, such as ``XO_`` or ``1,-1,0``. By default, they are detected.
        call: how to call the function, as Python such as ``best_move(rows, player)``. By default, it is detected.
        loaded: the file that defines the function, if any.

    Raises:
        NoughtsError: the marks are invalid.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str = "",
        marks: str | None = None,
        call: "str | Call | None" = None,
        loaded: Loaded | None = None,
    ) -> None:
        self.name: str = name or getattr(function, "__name__", type(function).__name__)
        self.loaded = loaded
        self._function = function
        self._marks: Marks | None = read_marks(marks) if marks else None
        self._given = call
        self._calls: dict[Game, Call] = {}
        self._counter: tuple[str, str] | None = None
        self._program = self._load(loaded)
        self.budget: Budget | None = None  # the budget for finding out the call; None stands for the usual budget
        self.rehearses = True  # whether to look at the program's own game if the call is not clear
        self.skipped: tuple[str, ...] = ()  # the reasons why other functions of the file are not the player

    @classmethod
    def named(cls, loaded: Loaded, name: str, marks: str | None = None, call: str | Call | None = None) -> "UserPlayer":
        """Return a player that uses one of a file's functions, such as ``best_move`` or ``Player.best_move``. The class
        may be left out.

        Raises:
            NoughtsError: the file has no such function.
        """
        found = named_function(loaded, name)
        if not found:
            raise missing(loaded, name)
        return cls(found[1], name=found[0], marks=marks, call=call, loaded=loaded)

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move. The random number generator also seeds the `random` module.

        Raises:
            Crash: the function raised an error.
            IllegalAnswer: the function returned an illegal move, or something that is not a move.
            NoughtsError: it is not clear how to call the function.
        """
        call = self.call(position.game)
        return self.answer(position, random).choice(self.name, call, position)

    def answer(self, position: Position, random: Random) -> RawAnswer:
        """Call the function in a position, and return its answer as it is. `RawAnswer.choice` finds the move in the
        answer.

        Raises:
            Crash: the function raised an error.
            NoughtsError: it is not clear how to call the function.
        """
        call = self.call(position.game)
        place, name = self._counter or ("", "")
        if name:
            self._spaces().get(place, {})[name] = 0  # an object may not exist yet
        value, spoilt = self._run(call, position, random)
        own = value.get("visited") if isinstance(value, dict) else getattr(value, "visited", None)
        visited = self._spaces().get(place, {}).get(name) if name else own
        return RawAnswer(value, answer_words(value), count(visited), spoilt)

    def call(self, game: Game) -> Call:
        """Return how to call the function in a game. On first use, noughts works out how to call the function.

        Raises:
            NoughtsError: it is not clear how to call it.
        """
        if game not in self._calls:
            self._calls[game] = self._given if isinstance(self._given, Call) else self._detect(game)
            self.reload()
            self._counter = self._find_counter(self._calls[game], game)
        return self._calls[game]

    def words(self, game: Game) -> str:
        """Describe how noughts calls the function in a game."""
        return self.call(game).words

    @property
    def left_out(self) -> tuple[str, ...]:
        """Descriptions of the statements in the function's file that noughts did not run."""
        return self.loaded.left_out if self.loaded else ()

    @property
    def counts(self) -> bool:
        """Whether the function counts its nodes. This is only known after noughts has found out how to call the
        function.
        """
        return self._counter is not None

    def _detect(self, game: Game) -> Call:
        constants = self.loaded.constants if self.loaded else Constants.in_function(self._function)
        probes(game)  # computes and caches the probes outside the search
        detection = Detection(self._try, self.name, game, constants, self._marks, self.budget or Budget())
        try:
            if isinstance(self._given, str):
                return detection.check(self._given)
            found: Call | None = None
            try:
                found = self._search(detection, constants, game)
                if detection.is_settled:
                    return found
            except NoughtsError as error:
                if getattr(error, "reason", "") in _CERTAIN:
                    raise
                unclear = error
            places, prepared = self._own_game(game)
            source = self.loaded.text if self.loaded else ""
            levels, examples = calls_by_example(self.name, places, self._program, source, prepared)
            self.reload()
            shown = detection.confirm(levels)
            if not (shown or found):
                raise unclear
            return detection.agreeing([shown, found], examples or (places[0].examples if places else ()), self.reload)
        except NoughtsError as error:
            if self.loaded and self.loaded.absent:
                raise unimported(self.loaded, str(error)) from None
            raise

    def _search(self, detection: Detection, constants: Constants, game: Game) -> Call:
        """Try the possible calls of the function, and return the right one."""
        function: Any = self._function
        if self._is_method and self.loaded:
            function = function.__get__(object())
        source, cells = self.loaded.text if self.loaded else "", len(game.board)
        name, space = self._identifier, self._program.space
        notes = self._watch(spying_calls(function, name, space, cells, source), game)
        found = calls(function, name, space, cells, source, reads=notes.reads)
        detection.constants = replace(constants.seen(notes.compared), empty=found.empty)
        try:
            return detection.find(sorted(found.texts, key=lambda text: not notes.fits(text)), notes.fits)
        except NotGradable as error:
            if error.reason == "crashes" and found.unknown:  # an unknown parameter may have got the wrong value
                raise UnknownParameters(unknown_words(name, list(found.roles), found.unknown)) from None
            if "NameError" in str(error) and self.left_out:  # a statement that gives a parameter its value did not run
                raise NotGradable(f"{error} (left out: {'; '.join(self.left_out[:2])})", error.reason) from None
            raise

    def _own_game(self, game: Game) -> tuple[list[Place], str]:
        """Let the program play its own game. Return the places that may hold the board, and code that fills the
        program's tables.

        A program may play no game.
        """
        if not (self.loaded and self.rehearses) or self._marks or game.board.shape != (3, 3):
            return [], ""
        moments, tables = seen_in_own_game(self.loaded, self.name)
        self.reload()
        fresh = large(self._program.space)
        filled = {name: text for name, text in tables.items() if fresh.get(name) != text}
        prepared = self._preparing(filled) if filled else ""
        return list(examples_in(moments, game, self._program.space, self.loaded.text)), prepared

    def _preparing(self, tables: Mapping[str, str]) -> str:
        """Return code that fills the program's tables as its own game does, by calling one function, or an empty
        string.
        """
        space = self._program.space
        own = [name for name, value in space.items() if isinstance(value, FunctionType)]
        for name in own:
            function = self._program.space[name]
            if not {*function.__code__.co_names} & {*tables} or inspect.signature(function).parameters:
                continue
            found = dict[str, str]()
            with contextlib.suppress(*FAILURES), stage(None, 0), limited(_FILLING):
                function()
                found = large(self._program.space)
            self.reload()
            if all(found.get(key) == text for key, text in tables.items()):
                return f"once({name}); "
        return ""

    def _watch(self, calls: list[str], game: Game) -> Notes:
        """Return notes on how the function uses its board. The notes come from the first call in which it reads the
        board.
        """
        notes = Notes()
        for call in calls:
            with contextlib.suppress(PlayerFault):
                self._try(Call(call, ("X", "O", " ")), Position(game), Random(0), _SECONDS / 4)
            notes = notes if notes.reads else self._program.notes
            self.reload()  # variables may still contain the spy
        return notes

    @property
    def _is_method(self) -> bool:
        owner, _, method = self.name.rpartition(".")
        found = self._program.space.get(owner)
        return isinstance(found, type) and not isinstance(
            inspect.getattr_static(found, method, None), staticmethod | classmethod
        )

    @property
    def _identifier(self) -> str:
        return self.name if self.loaded or self.name.isidentifier() else "function"

    def _load(self, loaded: Loaded | None) -> Program:
        if loaded:
            return Program(vars(loaded.module))
        return Program({**getattr(self._function, "__globals__", {}), self._identifier: self._function})

    def reload(self) -> None:
        """Load the function's file again, to discard everything that earlier calls have stored, such as a cache of
        positions.
        """
        if self.loaded:
            self.loaded = self.loaded.again()
            self._program = self._load(self.loaded)
            found = named_function(self.loaded, self.name)
            self._function = found[1] if found else self._function

    def _try(self, call: Call, position: Position, random: Random, seconds: float) -> Any:
        """Call the function, and stop it if it takes too long."""
        self._program.code(call.text)  # compile before the limit starts: a parser that is interrupted fails later
        try:
            is_first = call.text.startswith("once(") and not self._program.objects
            with limited(max(seconds, _FILLING) if is_first else seconds):
                return self._run(call, position, random)[0]
        except Stopped:
            raise Endless(f"{self.name}() does not return") from None

    def _run(self, call: Call, position: Position, random: Random) -> tuple[Any, bool]:
        """Call the function. Return its answer as plain data, and whether the function changed its board without
        returning it.
        """
        seed, path = random.getrandbits(32), self.loaded.source.path if self.loaded else None
        self._program.code(call.text)
        try:
            with stage(path, seed) as output:
                answer, names = self._program.run(call, position, random, lambda: output.text)
            self._check(answer)
            with stage(path, seed):  # the answer may have methods
                before = names.cells()
                stones = [placed_stone(before, board, names["player"]) for board in _boards(answer)]
                placed = next((cell for cell in stones if cell is not None), None)
                spoilt = any(_differs(names, name) for name in ("rows", "cells")) and placed is None
                if placed is None and isinstance(names.ended, SystemExit):
                    raise names.ended
                found = plain(answer) if placed is None else Choice(placed)
        except InputAsked:
            raise Failed(f"{self.name}() asks for input: remove input() and return a move instead", "input") from None
        except Stopped:
            raise Endless(f"{self.name}() does not return") from None
        except RecursionError as error:
            where = error_words(error, self._place).partition("(")[2]
            raise Failed(
                f"{self.name}() calls itself without end (RecursionError{f', {where[:-1]}' * bool(where)})", "recursion"
            ) from None
        except SystemExit as error:
            raise Failed(f"{self.name}() ends the program: {error_words(error, self._place)}", "exits") from None
        except Failed:
            raise
        except Exception as error:
            ours = isinstance(error, AttributeError) and isinstance(error.obj, Position)
            raise Failed(
                f"{self.name}() crashed: {error_words(error, self._place)}", "not-understood" if ours else "crashes"
            ) from None
        return (Printed(output.text) if found is None and output.text.strip() else found), spoilt

    def _check(self, answer: Any) -> None:
        """Raise an error if an answer shows that the function is async or a generator, so its code has not run yet."""
        if inspect.isawaitable(answer):
            if inspect.iscoroutine(answer):
                answer.close()
            raise Failed(f"{self.name}() is async: write def instead of async def, without await", "async")
        if inspect.isgenerator(answer) or inspect.isasyncgen(answer):
            raise Failed(f"{self.name}() yields: write return instead of yield", "yields")

    def _place(self, file: str, line: int) -> str:
        """Describe where a line is in the function's file. Return an empty string if the line is in another file."""
        if not self.loaded or file != str(self.loaded.source.path):
            return ""
        return f"{self.loaded.source.path.name}, {self.loaded.source.place(line)}"

    def _spaces(self) -> dict[str, dict[str, Any]]:
        """Return the variables of the module, of its functions, and of the objects that calls have made, keyed by
        owner.
        """
        space = self._program.space
        functions = {f"{key}()": vars(value) for key, value in space.items() if isinstance(value, FunctionType)}
        objects = {key: variables_of(thing) for key, thing in self._program.objects.items()}
        return {"": space, **functions, **objects}

    def _find_counter(self, call: Call, game: Game) -> tuple[str, str] | None:
        """Return the owner and the name of the variable in which the function counts its nodes.

        The variable is an integer that grows during a call and has a name such as ``nodes``.
        """
        at = next(probe.position for probe in probes(game) if len(probe.position.moves) > 1 or len(game.board) < 3)

        def run() -> None:
            with contextlib.suppress(PlayerFault):
                self._try(call, at, Random(0), _SECONDS)

        def numbers() -> dict[tuple[str, str], int]:
            return {
                (place, name): count(value)
                for place, space in self._spaces().items()
                for name, value in space.items()
                if _is_counter(name, value)
            }

        if call.text.count("(") > 1:
            run()  # the run creates the objects
        before = numbers()
        grown = list[tuple[str, str]]()
        for is_reset in (False, True) if before else ():  # a function may begin to count anew in each call
            if grown:
                break
            if is_reset:
                for place, name in before:
                    self._spaces()[place][name] = 0
            run()
            grown = [key for key, n in numbers().items() if n > (0 if is_reset else before.get(key, n))]
        self.reload()
        return min(grown, key=lambda variable: "node" not in variable[1].lower(), default=None)


def _boards(answer: Any) -> list[Any]:
    """Return the values in an answer that may be a board: the answer itself, or a part of it, such as the cells of a
    state.
    """
    if isinstance(answer, tuple):
        parts = [answer, *answer] if len(answer) < _MOST_PARTS else [answer]
    elif isinstance(answer, Mapping):
        parts = [answer, *answer.values()] if len(answer) < _MOST_PARTS else [answer]
    elif isinstance(answer, str | list) or hasattr(answer, "tolist"):
        parts = [answer]
    else:
        parts = list(variables_of(answer).values())
    return [
        part
        for part in parts
        if isinstance(part, list | tuple | Mapping)
        or hasattr(part, "tolist")
        or (isinstance(part, str) and len(part) > 3)
    ]


def _differs(names: Any, name: str) -> bool:
    """Return whether a program changed a certain value that a call passed to it."""
    try:
        return name in names.given and bool(names.given[name] != names.fresh(name))
    except FAILURES:
        return False


def named_function(loaded: Loaded, name: str) -> tuple[str, Callable[..., Any]] | None:
    """Look up a function by a name such as ``best_move`` or ``Player.best_move``. Return its full name and the
    function, or None.
    """
    space = vars(loaded.module)
    owner, _, method = name.rpartition(".")
    if not owner and callable(found := space.get(name)) and not isinstance(found, type):
        return name, found
    for key in [owner] if owner else [key for key, value in space.items() if isinstance(value, type)]:
        found = space.get(key)
        if isinstance(found, type) and method in methods(found):
            return f"{key}.{method}", getattr(found, method)
    return None


def load_user_code(
    text: str, *, marks: str | None = None, call: str | Call | None = None, game: Game | None = None
) -> UserPlayer:
    """Load a function from a file, such as ``mine.py:best_move``, and return it as a player.

    Args:
        text: the file, a colon, and the function's name, which may have the form ``Player.best_move``. Without a name,
            noughts looks for the function that chooses moves.
        marks: the marks for X, O and an empty cell, such as ``XO_`` or ``1,-1,0``. By default, they are detected.
        call: how to call the function, as Python such as ``best_move(rows, player)``. By default, it is detected.
        game: the game in which functions are tried if the text names none. By default, it is tic-tac-toe.

    Raises:
        NoughtsError: the file cannot be loaded or has no such function, several functions choose moves, or the function
            has unknown parameters.
    """
    from noughts.grading.user_code.functions import chosen_player
    from noughts.rules.gallery import game as named_game

    path, name = split_name(text)
    loaded = load(path)
    if not name and isinstance(call, str):
        name = called_function(loaded, call)
    if name:
        return UserPlayer.named(loaded, name, marks, call)
    return chosen_player(loaded, game or named_game("tictactoe"), marks)


def called_function(loaded: Loaded, call: str) -> str:
    """Find the function in a file that a call such as ``board = rows; best_move()`` uses, and return its name. The
    last part of the call takes precedence.

    Raises:
        NoughtsError: the text is not a call, or names none of the file's functions.
    """
    parts = [re.findall(r"(\w+)\s*\(", ast.unparse(part)) for part in parse_call(call)]
    everything, own = [name for names in parts for name in names], loaded.functions
    for name in [name for names in reversed(parts) for name in names]:
        found = [known for known in own if known.rpartition(".")[2] == name]
        if found:
            return next((known for known in found if known.partition(".")[0] in everything), found[0])
    raise missing(loaded, everything[-1] if everything else call)


def _is_counter(name: str, value: object) -> bool:
    pattern = r"node|count|calls?($|_)|visit|evaluat|explor|expand|states|positions|^fc$|iteration"
    return type(value) is int and re.search(pattern, name.lower()) is not None
