"""Play a program's own game with made-up input, and note how it calls its function.

The best evidence of how a function is called is the program itself: its loop asks people for their moves and calls the
function for the computer's.
"""

import ast
import builtins
import inspect
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from noughts.grading.user_code.boards import variables_of
from noughts.grading.user_code.limits import FAILURES, Stopped, limited
from noughts.grading.user_code.loading import Loaded, staged
from noughts.grading.user_code.made_up_input import MadeUpInput
from noughts.grading.user_code.windows import Person, watched_by

# seconds for games: of processor time, without calls so far, and with few calls so far
_SECONDS, _WAIT, _MORE = 15.0, 24.0, 30.0
_LONGEST = 12.0  # seconds for a game
_SHORT = 1.5  # seconds in which more games are played, with other answers
_FEWEST_GAMES, _MOST_GAMES = 5, 40
_ENOUGH = 10  # enough calls of the function to show how it is called
_FEW = 3  # with at least this many calls, it is worth waiting for more calls
_EACH, _MANY = 2, 12  # calls of the function between two questions, and in a game without questions
_MOST_PARTS, _MOST_ITEMS, _DEEPEST = 1_000, 60, 4  # limits on the size of a value
OTHER = "…"
"""A stand-in for values that are too large or too unusual to be part of a position."""


@dataclass(frozen=True)
class Thing:
    """An object of one of the program's classes.

    Attributes:
        kind: the name of its class.
        parts: its attributes.
    """

    kind: str
    parts: Mapping[str, Any]


@dataclass
class Moment:
    """A call of the function in the program's own game.

    Attributes:
        given: the arguments, by the names of the parameters. The object of a method has the name ``self``.
        variables: the variables of the program.
        game: the number of the game.
        answer: what the function returned.
        later: the same at the next question or call, with the stone that was placed after the call.
    """

    given: dict[str, Any]
    variables: dict[str, Any]
    game: int = 0
    answer: Any = None
    later: tuple[dict[str, Any], dict[str, Any]] | None = None


def seen_in_own_game(loaded: Loaded, name: str) -> tuple[list[Moment], dict[str, str]]:
    """Let a program play its own games. Return the calls of one function in these games, and the program's large
    variables.

    The dict has the large variables of the program at the first call, as text; see `large`.

    Args:
        loaded: the program.
        name: the name of the function, such as ``best_move`` or ``Player.best_move``.
    """
    watch, answers = _Watch(name.rpartition(".")[0]), MadeUpInput(Random(0), loaded.source)
    began = time.process_time()
    for seed in range(_MOST_GAMES):
        different = len({repr((moment.given, moment.variables)) for moment in watch.moments})
        used = time.process_time() - began
        left = (_SECONDS if different >= _FEW else _MORE if different else _WAIT) - used
        is_enough = different >= _ENOUGH and seed >= (_FEWEST_GAMES if used > _SHORT else 3 * _FEWEST_GAMES)
        is_silent = not answers.asked and (seed > 2 or (used > _SHORT and not watch.moments))
        if left <= 0.1 or is_enough or is_silent:
            break
        _play(loaded, name, watch, answers, seed, min(left, _LONGEST))
        watch.look()
        watch.last = None
    return watch.moments, watch.prepared or {}


def large(space: Mapping[str, Any]) -> dict[str, str]:
    """Find the variables that hold large tables, and return their values as text. A program may fill such tables before
    its first game.
    """
    tables = {name: value for name, value in space.items() if type(value) in (list, dict) and len(value) > _MOST_ITEMS}
    return {name: repr(value) for name, value in tables.items() if not name.startswith("__") and _is_simple(value)}


def _is_simple(table: Any) -> bool:
    """Return whether a table contains only numbers, strings, and tuples of numbers and strings."""
    parts = [*table, *table.values()] if isinstance(table, dict) else table
    inner = [one for part in parts for one in (part if type(part) is tuple else (part,))]
    return all(one is None or type(one) in (int, float, str, bool) for one in inner)


class _Watch:
    """Notes the calls of a function while its program plays its own game.

    Args:
        owner: the class of a method, or an empty string.
    """

    prepared: dict[str, str] | None = None
    """The large variables at the first call, as text."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self.moments: list[Moment] = []
        self.space: dict[str, Any] = {}
        self.last: tuple[Moment, dict[str, Any]] | None = None  # the last call and its arguments
        self.game, self.left, self._most, self._inside = 0, _MANY, _MANY, False
        self._known: dict[str, Any] = {}

    def __call__(self, function: Any) -> Any:
        """Wrap a function so that its calls, apart from recursive calls, are noted."""
        if not isinstance(inner := getattr(function, "__wrapped__", function), FunctionType):
            return function
        names = inspect.signature(inner)

        @wraps(function)
        def watched(*arguments: Any, **more: Any) -> Any:
            if self._inside or not self._is_own(arguments):
                return function(*arguments, **more)
            self.look()
            self.last = None
            if self.left <= 0:
                return function(*arguments, **more)
            self.left -= 1
            with suppress(TypeError):
                bound = names.bind(*arguments, **more).arguments
                self.last = Moment(*self._state(bound), self.game), bound
                self.moments.append(self.last[0])
            if not self.last:
                return function(*arguments, **more)
            if self.prepared is None:
                self.prepared = large(self.space)
            moment, key = self.last[0], self._key()
            if key in self._known:  # each game asks the program to do the same
                moment.answer = self._known[key]
                return self._known[key]
            self._inside = True
            try:
                answer = function(*arguments, **more)
            finally:
                self._inside = False
            moment.answer = seen(answer)
            if self._key() == key and _is_plain(answer):
                self._known[key] = answer
            return answer

        return watched

    def _is_own(self, arguments: Sequence[Any]) -> bool:
        """Return whether a call runs the watched method, rather than a method of the same name in another class."""
        is_object = self._owner and arguments and type(arguments[0]).__module__.startswith("user_code_")
        return not is_object or any(one.__name__ == self._owner for one in type(arguments[0]).__mro__)

    def _key(self) -> str:
        """Return the function's arguments and the program's variables as text, without tables that fill up."""
        assert self.last
        given, variables = self._state(self.last[1])
        return repr((given, {name: value for name, value in variables.items() if not _is_table(value)}))

    def _state(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        variables = {name: value for name, value in self.space.items() if _is_variable(name, value)}
        return {name: seen(value) for name, value in given.items()}, {name: seen(v) for name, v in variables.items()}

    def pause(self) -> bool:
        """Note what has changed before the program asks a question. Return whether the function was called since the
        last question.
        """
        self.look()
        called, self._most = self.left < self._most, _EACH
        self.left = self._most
        return called

    def begin(self, game: int) -> None:
        """Prepare to note the calls of the game with this number."""
        self.game, self.left, self._most = game, _MANY, _MANY

    def look(self) -> None:
        """Note the state of the program after the function's last call."""
        if self.last and not self.last[0].later:
            self.last[0].later = self._state(self.last[1])


def _is_table(value: object) -> bool:
    """Return whether a value may be a table that a program fills with positions."""
    return value == OTHER or (isinstance(value, dict) and not 0 < len(value) < 10)


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    return value is not None and type(value) in (int, float, str, bool)


def _is_variable(name: str, value: object) -> bool:
    return not (name.startswith("__") or callable(value) or isinstance(value, ModuleType | type))


def seen(value: Any) -> Any:
    """Convert a value to a copy that can be compared with others. An array becomes nested lists in a `Thing`."""
    left = _MOST_PARTS

    def read(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if value is None or (isinstance(value, bool | int | float | str) and not isinstance(value, Enum)):
            return value
        if isinstance(value, Enum):
            return f"{type(value).__name__}.{value.name}"
        if left < 0 or depth > _DEEPEST:
            return OTHER
        if hasattr(value, "tolist") and hasattr(value, "ndim"):
            return Thing("array", {"cells": value.tolist()}) if value.size <= _MOST_ITEMS else OTHER
        if isinstance(value, Mapping):
            items = list(value.items()) if len(value) <= _MOST_ITEMS else None
            return OTHER if items is None else {read(key, depth): read(part, depth + 1) for key, part in items}
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return Thing(type(value).__name__, {key: read(getattr(value, key), depth + 1) for key in value._fields})
        if isinstance(value, list | tuple | set | frozenset):
            if len(value) > _MOST_ITEMS:
                return OTHER
            parts = [read(part, depth + 1) for part in value]
            kind = next(kind for kind in (list, tuple, set, frozenset) if isinstance(value, kind))
            return kind(parts)
        if type(value).__module__.startswith("user_code_"):
            return Thing(type(value).__name__, {key: read(v, depth + 1) for key, v in variables_of(value).items()})
        return OTHER

    try:
        return read(value, 0)
    except FAILURES:
        return OTHER


class _Edit(ast.NodeTransformer):
    """Edits a program so that it notes the calls of a function, and also runs the code meant for a main program."""

    def __init__(self, name: str) -> None:
        self._owner, _, self._name = name.rpartition(".")
        self._inside = ""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        before, self._inside = self._inside, node.name
        self.generic_visit(node)
        self._inside = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        if node.name == self._name and bool(self._inside) == bool(self._owner):
            inner = any(ast.unparse(one) in ("staticmethod", "classmethod") for one in node.decorator_list)
            node.decorator_list.insert(len(node.decorator_list) if inner else 0, ast.Name("__watch__", ast.Load()))
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if isinstance(node.left, ast.Name) and node.left.id == "__name__":
            node.left = ast.Constant("__main__")
        return node


def _play(loaded: Loaded, name: str, watch: _Watch, answers: MadeUpInput, seed: int, seconds: float) -> None:
    """Run a program with guessed input. If no game begins, call the functions that may begin one."""
    source = loaded.source
    module = ModuleType(f"user_code_{source.path.stem}")
    module.__file__ = str(source.path)
    watch.space = vars(module)
    watch.begin(seed)
    watch.space["__watch__"] = watch
    answers.begin(watch.pause)
    tree = ast.fix_missing_locations(_Edit(name).visit(ast.parse(source.text)))
    sleep, system = time.sleep, os.system
    person = Person(Random(seed), answers, watch.pause)
    with staged(module, seed), watched_by(person):
        builtins.input = answers
        time.sleep, os.system = lambda seconds: None, lambda command: 0
        try:
            with limited(seconds):
                exec(compile(tree, str(source.path), "exec", source.flags, dont_inherit=True), watch.space)
                before = answers.count
                for start in _starts(watch.space) if not (before or person.clicks) else ():
                    start()
                    if answers.count > before or person.clicks:
                        break
                person.play()
        except Stopped:
            answers.ended_late()
        except SystemExit:
            pass
        except Exception:
            answers.crashed()
        finally:
            time.sleep, os.system = sleep, system
            answers.asked += person.clicks


def _starts(space: Mapping[str, Any]) -> list[Callable[[], Any]]:
    """Return the functions that may begin a program's game, judging by their names."""
    pattern = (
        r"main|(play|start|run|new|begin|the)?_?(game|tic_?tac_?toe)|play|start|run|spiel(en)?|jugar|jouer|gioca|jogar"
    )
    found = [v for k, v in space.items() if isinstance(v, FunctionType) and re.fullmatch(pattern, k.lower())]
    return [one for one in found if not inspect.signature(one).parameters]
