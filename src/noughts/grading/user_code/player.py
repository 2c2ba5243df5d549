"""Turn a user's own function into a player."""

import contextlib
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from noughts.grading.user_code.answers import Printed, answer_words, count, plain
from noughts.grading.user_code.boards import MARKS, Marks, read_marks
from noughts.grading.user_code.candidates import (
    askers,
    calls,
    is_helper,
    likely_names,
    makes_moves,
    ranked_names,
    top_names,
)
from noughts.grading.user_code.detection import Endless, NoMoves, detect_style, probes
from noughts.grading.user_code.limits import InputAsked, Stopped, error_words, stage, step_limit
from noughts.grading.user_code.loading import Loaded, load, missing, split_name, unimported
from noughts.grading.user_code.parameters import Roles, UnknownParameters, unknown_words
from noughts.grading.user_code.styles import Style
from noughts.grading.user_code.target import Target
from noughts.players.opponent import Choice, Crash, IllegalAnswer, PlayerFault
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.position import Position

# The limit on the number of Python lines run by a trial call: _STEPS, times 3 for every empty cell, and at most
# _MOST_STEPS. A minimax that copies its boards needs about a quarter of that.
_STEPS = 2_000
_MOST_STEPS = 200_000


def load_user_code(
    text: str, *, marks: str | None = None, style: Style | None = None, game: Game | None = None
) -> "UserPlayer":
    """Load a function from a file, such as ``mine.py:best_move``, and return it as a player.

    Args:
        text: the file, a colon, and the function's name, which may have the form ``Player.best_move``. Without a name,
            noughts looks for the function that chooses moves.
        marks: the marks for X, O and an empty cell, such as ``XO_`` or ``1,-1,0``. By default, they are detected.
        style: the calling style of the function. By default, it is detected.
        game: the game in which functions are tried if the text names none. By default, it is tic-tac-toe.

    Raises:
        NoughtsError: the file cannot be loaded or has no such function, several functions choose moves, or the function
            has unknown parameters.
    """
    path, name = split_name(text)
    if not name:
        return likely_player(load(path), game or named_game("tictactoe"), marks)
    return UserPlayer(Target.find(path, name), marks=marks, style=style)


class RawAnswer(NamedTuple):
    """A function's answer in a position.

    Attributes:
        value: the answer as plain data; see `noughts.grading.user_code.answers.plain`.
        shown: the answer as text, for error messages.
        visited: the number of nodes that the function counted.
    """

    value: Any
    shown: str
    visited: int

    def choice(self, name: str, style: Style, position: Position) -> Choice:
        """Return the move in the answer.

        Args:
            name: the name of the function, for error messages.
            style: its calling style.
            position: the position.

        Raises:
            IllegalAnswer: the answer is not a legal move.
        """
        move = style.move(self.value, position)
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
        function: a function that takes a board in any of `noughts.grading.user_code.styles` and chooses a move.
        name: the player's name. By default, it is the name of the function.
        marks: the marks, as in `load_user_code`. X's stones then always have X's mark.
        style: the calling style of the function. By default, it is detected.

    Raises:
        NoughtsError: the function has parameters that noughts does not know.
    """

    def __init__(
        self,
        function: Callable[..., Any] | Target,
        *,
        name: str = "",
        marks: str | None = None,
        style: Style | None = None,
    ) -> None:
        if not isinstance(function, Target):
            function = Target(function, name or getattr(function, "__name__", type(function).__name__))
        self.name: str = function.name
        self.roles: Roles = function.roles()
        self._target = function
        self._marks: Marks | None = read_marks(marks) if marks else None
        self._styles: dict[Game, Style] = {}
        self._known = style
        self._counter: tuple[str, str] | None = None

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move. The random number generator is also used to seed the `random` module.

        Raises:
            Crash: the function raised an error.
            IllegalAnswer: the function returned an illegal move, or something that is not a move.
            NoughtsError: the calling style cannot be detected.
        """
        return self.answer(position, random).choice(self.name, self.style(position.game), position)

    def answer(self, position: Position, random: Random) -> RawAnswer:
        """Return the function's answer as it is, for `RawAnswer.choice` to find the move in it.

        Raises:
            Crash: the function raised an error.
            NoughtsError: the calling style cannot be detected.
        """
        style = self._target.with_members(self.style(position.game))
        place, name = self._counter or ("", "")
        space = self._target.spaces(*style.sides(position))[place] if name else {}
        if name:
            space[name] = 0
        value = self._call(style, position, random)
        own = value.get("visited") if isinstance(value, dict) else getattr(value, "visited", None)
        return RawAnswer(value, answer_words(value), count(space.get(name) if name else own))

    def style(self, game: Game) -> Style:
        """Return how to call the function in a game. The calling style is detected when it is first needed.

        Raises:
            NoughtsError: the function returned no legal move in any style.
        """
        if game not in self._styles:
            loaded, places = self._target.loaded, self._target.places(self.roles, len(game.board))
            text = loaded.text if loaded else ""
            try:
                style = self._known or detect_style(
                    self._call_with_limit,
                    self.name,
                    self.roles,
                    game,
                    [self._marks] if self._marks else [*self._target.members(), *MARKS],
                    text,
                    places,
                )
            except NoMoves as error:
                if "unknown" in self.roles.values():
                    raise UnknownParameters(unknown_words(self.name, self.roles)) from None
                names = likely_names(loaded) if loaded else []
                others = [name for name in names if not (name == self.name or makes_moves(name))]
                raise NoMoves(f"{error} Perhaps {' or '.join(others)}" if others else str(error)) from None
            except NoughtsError as error:
                if loaded and loaded.absent:
                    raise unimported(loaded, str(error)) from None
                raise
            self._reload()
            self._counter = self._find_counter(style, probes(game)[0].position)
            self._styles[game] = style
        return self._styles[game]

    def words(self, game: Game) -> str:
        """Describe how noughts calls the function in a game."""
        return self.style(game).words(self.name, self.roles)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Descriptions of the statements in the function's file that did not run."""
        return self._target.loaded.left_out if self._target.loaded else ()

    @property
    def counts(self) -> bool:
        """Whether the function counts its nodes, after its calling style has been detected."""
        return self._counter is not None

    def _reload(self) -> None:
        """Load the function's file again, to discard changes made by trial calls, such as a cache of positions."""
        if loaded := self._target.loaded:
            self._target = Target.of(loaded.again(), self.name)

    def _call(self, style: Style, position: Position, random: Random) -> Any:
        """Call the function and return its answer as plain data. It can also answer by placing a stone or printing."""
        arguments, board = style.arguments(self.roles, position, random)
        seed, target = random.getrandbits(32), self._target
        try:
            with stage(target.path, seed) as output:
                answer, after = target.call(arguments, self.roles, style.place, board, *style.sides(position))
            before = style.arguments(self.roles, position, random)[1]
            with stage(target.path, seed):  # the answer may have methods
                found = style.changed(before, after if answer is None else answer, position) or plain(answer)
        except InputAsked:
            raise Crash(f"{self.name}() asks for input: remove input() and return a move instead") from None
        except Stopped:
            raise Endless(f"{self.name}() does not return") from None
        except (Exception, SystemExit) as error:
            raise Crash(f"{self.name}() crashed: {error_words(error, target.place)}") from None
        return Printed(output.text) if found is None and output.text.strip() else found

    def _call_with_limit(self, style: Style, position: Position, random: Random) -> Any:
        """Call the function, and stop it if it exceeds the step limit."""
        steps = min(_MOST_STEPS, _STEPS * 3 ** min(position.empty.bit_count(), 9))
        with step_limit(self._target.function, steps):
            return self._call(self._target.with_members(style), position, random)

    def _find_counter(self, style: Style, position: Position) -> tuple[str, str] | None:
        """Return the place and the name of the variable in which the function counts its nodes.

        The variable is an integer that grows during a call and has a name such as ``nodes``.
        """
        spaces = self._target.spaces(*self._target.with_members(style).sides(position))
        before = [
            (place, name, value)
            for place, space in spaces.items()
            for name, value in space.items()
            if _is_counter(name, value)
        ]
        if not before:
            return None
        with contextlib.suppress(PlayerFault):
            self._call_with_limit(style, position, Random(0))
        grown = [(place, name) for place, name, value in before if count(spaces[place].get(name)) > value]
        self._reload()
        return min(grown, key=lambda variable: "node" not in variable[1].lower(), default=None)


def likely_player(loaded: Loaded, game: Game, marks: str | None = None) -> UserPlayer:
    """Return the function of a file that chooses moves.

    If the function that is meant cannot be used, neither can the functions that it calls: they only help it.

    Raises:
        NoughtsError: no function chooses moves, or several do. The message says why, or lists them, one line each.
    """
    tried: dict[str, UserPlayer | NoughtsError] = {}
    likely, asking = likely_names(loaded), askers(loaded)
    failed: list[str] = []  # functions that are meant to choose moves, as their names or their calls say

    def works(name: str) -> bool:
        if name not in tried:
            try:
                player = UserPlayer(Target.of(loaded, name), marks=marks)
                if "unknown" in player.roles.values() and likely and name not in likely:  # a helper, probably
                    raise UnknownParameters(unknown_words(name, player.roles))
                player.style(game)
                tried[name] = player
            except NoughtsError as error:
                tried[name] = error
        return isinstance(tried[name], UserPlayer)

    def helps(name: str) -> bool:
        return not calls(loaded, name).isdisjoint(failed)

    def prints(name: str) -> bool:
        player = tried[name]
        return isinstance(player, UserPlayer) and player.style(game).reading.startswith("printed")

    def callers(names: list[str]) -> set[str]:
        found = {caller for name in names for caller in calls(loaded, name) - asking}
        return {caller for caller in found if caller in likely or not is_helper(caller)}

    for tier in ranked_names(loaded):
        named = [name for name in tier if name in likely]
        if failed:  # only a caller of the function that is meant can take its place
            tier = [name for name in tier if name in callers(failed)]
        working = [name for name in tier if works(name)]
        failed += [name for name in named if name in tried and not (works(name) or _is_unfit(name, tried[name]))]
        if not named:  # a helper, perhaps: the functions that call it come first
            above = sorted(callers(working))
            failed += [
                name for name in above if not (works(name) or isinstance(tried[name], UnknownParameters | NoMoves))
            ]
            working = list(dict.fromkeys([*working, *filter(works, above)]))
        chosen = top_names(loaded, [name for name in working if not helps(name)])
        returning = [name for name in chosen if not prints(name)]
        chosen = returning or chosen  # a function that prints may only show the board
        players = {name: player for name in chosen if isinstance(player := tried[name], UserPlayer)}
        if len(players) == 1:
            return players[chosen[0]]
        if players:
            file = loaded.source.path.name
            lines = [f"\n  {file}:{name}   called as {player.words(game)}" for name, player in players.items()]
            raise NoughtsError(
                f"{len(chosen)} functions in {file} choose moves, {', '.join(chosen)}: name one of them after a colon"
                f"{''.join(lines)}"
            )
    errors = {name: error for name, error in tried.items() if isinstance(error, NoughtsError)}
    fit = [name for name, error in errors.items() if not isinstance(error, UnknownParameters)]
    choosing = top_names(loaded, [name for name in fit if not (is_helper(name) or name in asking)])
    scoring = [name for name in fit if isinstance(errors[name], NoMoves)]
    scoring.sort(key=lambda name: "score" not in str(errors[name]))
    meant = failed[:1] or (choosing if len(choosing) == 1 else scoring) or (list(errors) if len(errors) == 1 else [])
    raise errors[meant[0]] if meant else missing(loaded, "")


def _is_unfit(name: str, error: object) -> bool:
    """Return whether the error of a function shows that it is not meant to choose moves."""
    return makes_moves(name) and isinstance(error, UnknownParameters | NoMoves)


def _is_counter(name: str, value: object) -> bool:
    pattern = r"node|count|calls?($|_)|visit|evaluat|explor|expand|states|positions|^fc$|iteration"
    return type(value) is int and re.search(pattern, name.lower()) is not None
