"""Turn a user's own function into a player."""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, ClassVar

from noughts.players.opponent import Choice, PlayerFault
from noughts.players.user_code.detection import Endless, detect_style, probes
from noughts.players.user_code.loading import load_function, split_name
from noughts.players.user_code.parameters import roles
from noughts.players.user_code.sandbox import TooManySteps, error_words, stage, step_limit
from noughts.players.user_code.styles import Marks, Style, answer_words, read_marks
from noughts.rules.game import Game
from noughts.rules.position import Position

# The limit on the number of Python lines run by a trial call: _STEPS, times 3 for every empty cell, and at most
# _MOST_STEPS. A minimax that copies its boards needs about a quarter of that.
_STEPS = 2_000
_MOST_STEPS = 200_000


class IllegalAnswer(PlayerFault):
    """A user's function returned an illegal move, or something that is not a move."""

    kind: ClassVar[str] = "illegal"


class Crash(PlayerFault):
    """A user's function raised an error."""

    kind: ClassVar[str] = "crash"


def load_user_code(text: str, *, marks: str | None = None, style: Style | None = None) -> "UserPlayer":
    """Load a function from a file, such as ``mine.py:best_move``, and return it as a player.

    Args:
        text: the file, a colon, and the function's name.
        marks: the marks for X, O and an empty cell, such as ``XO_`` or ``1,-1,0``. By default, they are detected.
        style: the calling style of the function. By default, it is detected.

    Raises:
        NoughtsError: the file cannot be loaded or has no such function, or the function has unknown parameters.
    """
    path, name = split_name(text)
    return UserPlayer(load_function(path, name), name=name, path=path, marks=marks, style=style)


class UserPlayer:
    """A user's own function as a player.

    Args:
        function: a function that takes a board in any of `noughts.players.user_code.styles` and chooses a move.
        name: the player's name. By default, it is the name of the function.
        path: the file of the function. The file is loaded again after the calling style has been detected.
        marks: the marks, as in `load_user_code`. X's stones then always have X's mark.
        style: the calling style of the function. By default, it is detected.

    Raises:
        NoughtsError: the function has parameters that noughts does not know.
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
        """Choose a move. The random number generator is also used to seed the `random` module.

        Raises:
            Crash: the function raised an error.
            IllegalAnswer: the function returned an illegal move, or something that is not a move.
            NoughtsError: the calling style cannot be detected.
        """
        style = self.style(position.game)
        if self._counter:
            self._counter[0][self._counter[1]] = 0
        answer = self._call(style, position, random)
        move = style.move(answer, position)
        if move is None:
            raise IllegalAnswer(f"{self.name}() returned {answer_words(answer)}, which is not a move")
        if reason := position.why_illegal(move):
            raise IllegalAnswer(f"{self.name}() returned {answer_words(answer)}, but {reason}")
        visited = self._counter[0][self._counter[1]] if self._counter else getattr(answer, "visited", 0)
        return Choice(move, visited if isinstance(visited, int) else 0)

    def style(self, game: Game) -> Style:
        """Return how to call the function in a game. The calling style is detected when it is first needed.

        Raises:
            NoughtsError: the function returned no legal move in any style.
        """
        if game not in self._styles:
            style = self._known or detect_style(
                self._call_with_limit, self.name, self._roles, game, self._marks, self._source()
            )
            if self._path:  # discard changes made by the trial calls, such as a cache of positions
                self._function = load_function(self._path, self.name)
            self._counter = self._find_counter(style, probes(game)[0].position)
            self._styles[game] = style
        return self._styles[game]

    def words(self, game: Game) -> str:
        """Describe how noughts calls the function in a game."""
        return self.style(game).words(self.name, self._roles)

    def _source(self) -> str:
        """Return the text of the function's file, or an empty string if there is no file."""
        return self._path.read_text(encoding="utf-8", errors="replace") if self._path else ""

    def _call(self, style: Style, position: Position, random: Random) -> Any:
        """Call the function and return its answer. The function can also answer by placing a stone on its board."""
        arguments, board = style.arguments(self._roles, position, random)
        seed = random.getrandbits(32)
        try:
            with stage(self._path, seed):
                answer = self._function(**arguments)
        except EOFError:
            raise Crash(f"{self.name}() asks for input: remove input() and return a move instead") from None
        except TooManySteps:
            raise Endless(f"{self.name}() does not return") from None
        except (Exception, SystemExit) as error:
            raise Crash(f"{self.name}() crashed: {error_words(error, self._path)}") from None
        after = board if answer is None else answer
        return style.changed(style.arguments(self._roles, position, random)[1], after) or answer

    def _call_with_limit(self, style: Style, position: Position, random: Random) -> Any:
        """Call the function, and stop it if it exceeds the step limit."""
        steps = min(_MOST_STEPS, _STEPS * 3 ** min(position.empty.bit_count(), 9))
        with step_limit(self._function, steps):
            return self._call(style, position, random)

    def _find_counter(self, style: Style, position: Position) -> tuple[dict[str, Any], str] | None:
        """Return the namespace and the name of the variable in which the function counts its nodes.

        The variable is an integer that grows during a call and has a name such as ``nodes``.
        """
        code: dict[str, Any] = getattr(self._function, "__globals__", {})
        places = [code, *(vars(value) for value in code.values() if isinstance(value, FunctionType))]
        before = [(place, key, place[key]) for place in places for key in place if _is_counter(key, place[key])]
        if not before:
            return None
        with contextlib.suppress(PlayerFault):
            self._call_with_limit(style, position, Random(0))
        grown = [(place, key) for place, key, value in before if place[key] > value]
        return min(grown, key=lambda variable: "node" not in variable[1].lower(), default=None)


def _is_counter(name: str, value: object) -> bool:
    pattern = r"node|count|calls?($|_)|visit|evaluat|explor|expand|states|positions|^fc$|iteration"
    return type(value) is int and re.search(pattern, name.lower()) is not None
