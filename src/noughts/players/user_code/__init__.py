"""Guests: anybody's own function as a player. How it wants to be called is found out by trying.

A student's function takes a board in some form, `[['X', ' ', …], …]` or one list or a number for each mark, and answers
with a row and a column, an index, a score beside a move, and so on.

- `noughts.players.user_code.parameters`: what goes into its parameters, by their names
- `noughts.players.user_code.styles`: the styles in which such functions are written
- `noughts.players.user_code.trials`: which of them a function has
"""

import contextlib
import importlib.util
import io
import os
import random as global_random
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType, FunctionType, ModuleType
from typing import Any, ClassVar

from noughts.players.opponent import Choice, PlayerFault
from noughts.players.user_code.parameters import roles
from noughts.players.user_code.styles import Marks, Style, read_marks, shown
from noughts.players.user_code.trials import Endless, find_style, probes
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.position import Position

_STEPS = 2_000  # lines of Python that a trial call may run, times 3 for every empty cell,
_MOST_STEPS = 200_000  # and in any case: a minimax that copies its boards needs a quarter of that


class IllegalAnswer(PlayerFault):
    """A guest answered with a taken cell, or with something that is no move."""

    kind: ClassVar[str] = "illegal"


class Crash(PlayerFault):
    """A guest's function raised an error."""

    kind: ClassVar[str] = "crash"


def load_user_code(text: str, *, marks: str | None = None, style: Style | None = None) -> "UserPlayer":
    """Return the player that is a function in a file, as in ``mine.py:best_move``.

    Args:
        text: the file, a colon, and the function's name.
        marks: X's mark, O's, and the one for empty, as in ``XO_`` or ``1,-1,0``; otherwise they are found out.
        style: how the function is called, when that is known already.

    Raises:
        NoughtsError: the file cannot be loaded, has no such function, or the function's parameters cannot be filled.
    """
    file, _, name = text.strip().rpartition(":")
    if text.strip().endswith(".py"):
        file, name = text.strip(), ""
    if not file.endswith(".py"):
        raise NoughtsError(f"{text[:40]!r} names no function: expected file.py:function, as in mine.py:best_move")
    try:
        path = Path(file).expanduser().absolute()
    except (OSError, RuntimeError) as error:
        raise NoughtsError(f"{file[:40]!r} cannot be found: {error}") from None
    return UserPlayer(_function(path, name.strip()), name=name.strip(), path=path, marks=marks, style=style)


class UserPlayer:
    """A player that is somebody's own function.

    Args:
        function: takes a board in any style of `noughts.players.user_code.styles` and chooses a move.
        name: what it is called; otherwise the function knows.
        path: the file that it came from, which is then loaded afresh once its style is found.
        marks: as in `load_user_code`; with them X's stones always have X's mark.
        style: the style, when it is known already.

    Raises:
        NoughtsError: the function's parameters cannot be filled.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str = "",
        path: Path | None = None,
        marks: str | None = None,
        style: Style | None = None,
    ) -> None:
        self.name: str = name or getattr(function, "__name__", type(function).__name__)
        self._function = function
        self._path = path
        self._marks: Marks | None = read_marks(marks) if marks else None
        self._roles = roles(function, self.name)
        self._styles: dict[Game, Style] = {}
        self._known = style
        self._counter: tuple[dict[str, Any], str] | None = None

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move; what the function draws from the module `random` depends on the random numbers given alone.

        Raises:
            Crash: the function raised an error.
            IllegalAnswer: it answered with a move that is illegal, or with none.
            NoughtsError: the function cannot be called in any style known.
        """
        style = self.style(position.game)
        if self._counter:
            self._counter[0][self._counter[1]] = 0
        answer = self._answer(style, position, random)
        move = style.move(answer, position)
        if move is None:
            raise IllegalAnswer(f"{self.name}() answered {shown(answer)}, which is no move")
        if reason := position.why_illegal(move):
            raise IllegalAnswer(f"{self.name}() answered {shown(answer)}, but {reason}")
        visited = self._counter[0][self._counter[1]] if self._counter else getattr(answer, "visited", 0)
        return Choice(move, visited if isinstance(visited, int) else 0)

    def style(self, game: Game) -> Style:
        """Return how the function is called in a game: found out the first time.

        Raises:
            NoughtsError: it gave no legal answer in any style.
        """
        if game not in self._styles:
            style = self._known or find_style(self._tried, self.name, self._roles, game, self._marks, self._source())
            if self._path:  # what the trials left behind, such as a table of positions, is gone
                self._function = _function(self._path, self.name)
            self._counter = self._find_counter(style, probes(game)[0].position)
            self._styles[game] = style
        return self._styles[game]

    def _source(self) -> str:
        """Return the text of the file that the function came from; empty where there is none."""
        return self._path.read_text(encoding="utf-8", errors="replace") if self._path else ""

    def words(self, game: Game) -> str:
        """Return how the function is called in a game, as a person reads it."""
        return self.style(game).words(self.name, self._roles)

    def _answer(self, style: Style, position: Position, random: Random) -> Any:
        """Call the function; a move that it made by changing the board it was given counts as the answer."""
        arguments, board = style.arguments(self._roles, position, random)
        seed = random.getrandbits(32)
        try:
            with _stage(self._path, seed):
                answer = self._function(**arguments)
        except EOFError:
            raise Crash(f"{self.name}() asks for input: expected a function that chooses by itself") from None
        except _TooLong:
            raise Endless(f"{self.name}() does not come to an end") from None
        except (Exception, SystemExit) as error:
            raise Crash(f"{self.name}() crashed: {_error(error, self._path)}") from None
        after = board if answer is None else answer
        return style.changed(style.arguments(self._roles, position, random)[1], after) or answer

    def _tried(self, style: Style, position: Position, random: Random) -> Any:
        """Call the function, but not for ever."""
        steps = min(_MOST_STEPS, _STEPS * 3 ** min(position.empty.bit_count(), 9))
        with _step_limit(self._function, steps):
            return self._answer(style, position, random)

    def _find_counter(self, style: Style, position: Position) -> tuple[dict[str, Any], str] | None:
        """Return where the function counts its nodes: the integer with such a name that a call makes grow."""
        code: dict[str, Any] = getattr(self._function, "__globals__", {})
        places = [code, *(vars(value) for value in code.values() if isinstance(value, FunctionType))]
        before = [(place, key, place[key]) for place in places for key in place if _is_counter(key, place[key])]
        if not before:
            return None
        with contextlib.suppress(PlayerFault):
            self._tried(style, position, Random(0))
        grown = [(place, key) for place, key, value in before if place[key] > value]
        return min(grown, key=lambda found: "node" not in found[1].lower(), default=None)


def _is_counter(name: str, value: object) -> bool:
    pattern = r"node|count|calls?($|_)|visit|evaluat|explor|expand|states|positions|^fc$|iteration"
    return type(value) is int and re.search(pattern, name.lower()) is not None


def _error(error: BaseException, path: Path | None) -> str:
    """Return an error in one line: what it is, what it says, and where in the person's own file it arose."""
    kind = type(error).__name__
    text = " ".join(str(error).split())[:120]
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if path and frame.filename == str(path)]
    where = f" ({path.name}, line {lines[-1]})" if path and lines else ""
    return f"{kind}: {text}{where}" if text else kind + where


class _Sink(io.TextIOBase):
    """Swallows what is printed."""

    def write(self, text: str) -> int:
        return len(text)


class _TooLong(BaseException):
    """A trial call ran too many lines."""


@contextlib.contextmanager
def _stage(path: Path | None, seed: int) -> Iterator[None]:
    """Let a guest's code run: its prints are swallowed, its input is empty, and it may import from its own folder.

    The numbers that it draws from the module `random` are those of a seed, and nobody else's change.
    """
    state = global_random.getstate()
    global_random.seed(seed)
    stdin, sys.stdin = sys.stdin, io.StringIO()
    folder = str(path.parent) if path else None
    if folder:
        sys.path.insert(0, folder)
    try:
        with contextlib.redirect_stdout(_Sink()), contextlib.redirect_stderr(_Sink()):
            yield
    finally:
        sys.stdin = stdin
        global_random.setstate(state)
        if folder in sys.path:
            sys.path.remove(folder)


@contextlib.contextmanager
def _step_limit(function: Callable[..., Any], steps: int) -> Iterator[None]:
    """Stop code that runs too many lines, where a clock would not be the same every time."""
    home = str(Path(getattr(getattr(function, "__code__", None), "co_filename", "")).parent)
    left = steps

    def step(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLong
        return step if frame.f_code.co_filename.startswith(home) else None

    before = sys.gettrace()
    sys.settrace(step)
    try:
        yield
    finally:
        sys.settrace(before)


def _function(path: Path, name: str) -> Callable[..., Any]:
    """Load a file and return one of its functions."""
    module = _module(path)
    function = vars(module).get(name)
    if not callable(function) or isinstance(function, type):
        functions = [value for value in vars(module).values() if isinstance(value, FunctionType)]
        own = [function.__name__ for function in functions if function.__module__ == module.__name__]
        said = f"there is no function {name!r} in {path.name}" if name else f"which function? as in {path.name}:move"
        raise NoughtsError(f"{said}: {path.name} has {', '.join(own[:20]) or 'none'}")
    return function  # type: ignore[no-any-return]


def _module(path: Path) -> ModuleType:
    """Run a file as a module of its own; what it imports from its folder is its own too."""
    if not os.path.isfile(path):  # which is False, and no error, for a name too long
        raise NoughtsError(f"there is no file {path.name[:40]} in {path.parent}")
    spec = importlib.util.spec_from_file_location(f"guest_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[module.__name__] = module
    try:
        with _stage(path, 0):
            spec.loader.exec_module(module)
    except EOFError:
        raise NoughtsError(
            f"{path.name} asks for input when it is imported: put the game under if __name__ == '__main__'"
        ) from None
    except SyntaxError as error:
        raise NoughtsError(f"{path.name} is no Python that can be read: {error.msg}, line {error.lineno}") from None
    except SystemExit:
        raise NoughtsError(
            f"{path.name} ends the program when it is imported: put the game under if __name__ == '__main__'"
        ) from None
    except Exception as error:
        raise NoughtsError(f"{path.name} cannot be imported: {_error(error, path)}") from None
    finally:
        for own in {key.partition(".")[0] for key in set(sys.modules) - before}:
            file = getattr(sys.modules.get(own), "__file__", None)
            if file and path.parent in (Path(file).parent, Path(file).parent.parent):
                for key in [key for key in sys.modules if key == own or key.startswith(own + ".")]:
                    del sys.modules[key]
    return module
