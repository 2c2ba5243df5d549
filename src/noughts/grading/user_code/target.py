"""The function to call: a function or a method, and the place where it finds the board."""

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from types import FunctionType
from typing import Any

from noughts.grading.user_code.boards import Mark, Marks, flat, is_member, member, members
from noughts.grading.user_code.limits import FAILURES, stage
from noughts.grading.user_code.loading import Loaded, load, methods, missing
from noughts.grading.user_code.parameters import BOARD_NAME, Roles, UnknownParameters, constructor_roles, roles
from noughts.grading.user_code.styles import Style

_TURN_NAME = (
    r"_*(current|active|cur|this)_?(player|turn|mark|symbol|letter)?|turn|whose_?turn|(player_)?to_move|next_player"
)
_MOST_PLACES = 3  # of each kind


@dataclass
class Target:
    """A function to call.

    Attributes:
        function: the function, or the method if `owner` is a class.
        name: its name, such as ``best_move`` or ``Player.best_move``.
        loaded: the file that defines it, if any.
        owner: the class of a method.
    """

    function: Callable[..., Any]
    name: str
    loaded: Loaded | None = None
    owner: type | None = None
    _objects: dict[str, Any] = field(default_factory=dict)
    _constructed_with: Roles | None = None

    @classmethod
    def find(cls, path: Path, name: str) -> "Target":
        """Load a file and return one of its functions, such as ``best_move`` or ``Player.best_move``.

        Raises:
            NoughtsError: the file cannot be loaded, or has no function with this name.
        """
        return cls.of(load(path), name)

    @classmethod
    def of(cls, loaded: Loaded, name: str) -> "Target":
        """Return a function of a file. The class of a method may be left out.

        Raises:
            NoughtsError: the file has no function with this name.
        """
        space = vars(loaded.module)
        owner, _, method = name.rpartition(".")
        if not owner and callable(found := space.get(name)) and not isinstance(found, type):
            return cls(found, name, loaded)
        owners = [owner] if owner else [key for key, value in space.items() if isinstance(value, type)]
        for key in owners:
            found = space.get(key)
            if isinstance(found, type) and method in methods(found):
                static = isinstance(found.__dict__.get(method), staticmethod)
                return cls(getattr(found, method), f"{key}.{method}", loaded, None if static else found)
        raise missing(loaded, name)

    def roles(self) -> Roles:
        """Return the roles of the function's parameters, without ``self``.

        Raises:
            NoughtsError: a parameter has an unknown name.
        """
        function: Any = self.function
        return roles(function.__get__(object()) if self.owner else function, self.name)

    def places(self, roles: Roles, cells: int) -> list[str]:
        """Return the places where the function may find the board.

        - an empty string: the board is an argument
        - ``object:Game.board``: the argument is an object of the class, with the board in an attribute
        - ``turn:``: the argument is a tuple of the board and the mark of the player to move
        - ``self:board``: the board is an attribute of the method's object
        - ``global:board``: the board is a global variable
        - ``both:board``: the board is an argument and a global variable
        - ``apart:``: the cells of the two players are two arguments

        Args:
            roles: the roles of the function's parameters.
            cells: the number of cells of the board.

        Raises:
            UnknownParameters: the function takes no board, and no variable looks like a board.
        """
        variables = [f"global:{name}" for name in _boards(self._globals, cells)]
        if self.owner:
            with suppress(*FAILURES), stage(self.path, 0):
                variables = [f"self:{name}" for name in _boards(_variables(self.instance("X", "O")), cells)] + variables
        known = set(roles.values())
        if "board" not in known:
            if "x stones" in known or "my stones" in known or ({"player", "opponent"} <= known and not variables):
                return ["apart:"]
            if not variables:
                call = f"{self.name}({', '.join(roles)})"
                raise UnknownParameters(
                    f"{call} takes no board: expected a function that takes a board, such as {self.name}(board)"
                )
            return variables
        both = [place.replace("global:", "both:") for place in variables if place.startswith("global:")]
        return ["", *self._holders(cells), "turn:", *both[:1]]

    def members(self) -> list[Marks]:
        """Return the marks that the Enums of the function's file may define, by their names."""
        return members(self._globals)

    def with_members(self, style: Style) -> Style:
        """Return a style with the members of the file's Enums as its marks instead of their names."""
        if not is_member(style.marks[0]):
            return style
        x, o, empty = (member(mark, self._globals) for mark in style.marks)
        return replace(style, marks=(x, o, empty))

    def call(
        self, arguments: Mapping[str, Any], roles: Roles, place: str, board: Any, mine: Mark, theirs: Mark
    ) -> tuple[Any, Any]:
        """Call the function with the board in a place. Variables such as current_player are set, too.

        Returns:
            The answer, and the board after the call.
        """
        kind, _, name = place.partition(":")
        function: Any = self.function
        spaces: list[MutableMapping[str, Any]] = [self._globals] if self.loaded else []
        holder = self._globals
        argument = (board, mine) if kind == "turn" else board
        if self.owner:
            player = self.instance(mine, theirs, board)
            function = function.__get__(player)
            spaces.append(_variables(player))
            holder = _variables(player) if kind == "self" else holder
        if kind == "object":
            owner, _, name = name.partition(".")
            argument = self._globals[owner]()
            holder = _variables(argument)
            spaces.append(holder)
        for space in spaces:
            _set_turn(space, mine, theirs)
        before = holder.get(name)
        if name:
            holder[name] = board
        try:
            answer = function(**{key: argument if roles[key] == "board" else value for key, value in arguments.items()})
            return answer, holder[name] if name else board
        finally:
            if name:  # it may not be the board at all, and another function may need it
                holder[name] = before

    def instance(self, mine: Mark, theirs: Mark, board: Any = None) -> Any:
        """Return an object of the method's class for a player. It is constructed once, unless it takes a board.

        Raises:
            NoughtsError: the constructor needs other arguments.
        """
        assert self.owner
        if self._constructed_with is None:
            self._constructed_with = constructor_roles(self.owner)
        taken = self._constructed_with
        key = repr((mine, theirs))
        if key not in self._objects or "board" in taken.values():
            values = {"player": mine, "opponent": theirs, "name": "Ada", "board": board, "size": 3, "depth": 9}
            self._objects[key] = self.owner(**{name: values.get(role) for name, role in taken.items()})
        return self._objects[key]

    def spaces(self, mine: Mark, theirs: Mark) -> dict[str, dict[str, Any]]:
        """Return the variables of the module, of its functions, and of the method's object, by place."""
        functions = {f"{key}()": vars(value) for key, value in self._globals.items() if isinstance(value, FunctionType)}
        own = {"self": _variables(self.instance(mine, theirs))} if self.owner else {}
        return {"": self._globals, **functions, **own}

    def place(self, file: str, line: int) -> str:
        """Return the place of a line in the function's file, or an empty string for a line of another file."""
        if not self.loaded or file != str(self.path):
            return ""
        return f"{self.loaded.source.path.name}, {self.loaded.source.place(line)}"

    @property
    def path(self) -> Path | None:
        """The file that defines the function, if any."""
        return self.loaded.source.path if self.loaded else None

    @property
    def _globals(self) -> dict[str, Any]:
        return vars(self.loaded.module) if self.loaded else getattr(self.function, "__globals__", {})

    def _holders(self, cells: int) -> Iterator[str]:
        """Yield the classes of the file that hold a board, with the attribute."""
        space = self._globals if self.loaded else {}
        for name, owner in list(space.items()):
            if not isinstance(owner, type) or owner is self.owner or owner.__module__ != space["__name__"]:
                continue
            with suppress(*FAILURES), stage(self.path, 0):
                if not constructor_roles(owner):
                    yield from [f"object:{name}.{attribute}" for attribute in _boards(_variables(owner()), cells)]


def _variables(thing: object) -> dict[str, Any]:
    """Return the attributes of an object. An object with slots has none that noughts can set."""
    return getattr(thing, "__dict__", {})


def _boards(space: Mapping[str, Any], cells: int) -> list[str]:
    """Return the names of the variables that look like a board. Those with a name such as board come first."""
    found = []
    for name, value in list(space.items()):
        named = re.match(BOARD_NAME, name.lower()) is not None
        if name.startswith("__") or callable(value) or isinstance(value, int | float):
            continue
        with suppress(Exception):
            size = len(flat(value)) if value is not None else 0
            if size in (cells, cells + 1) and (named or not isinstance(value, str)):
                found.append((not named, name))
            elif named and (value is None or (isinstance(value, list | dict) and not value)):
                found.append((True, name))
    return [name for _, name in sorted(found, key=lambda pair: pair[0])][:_MOST_PLACES]


def _set_turn(space: MutableMapping[str, Any], mine: Mark, theirs: Mark) -> None:
    """Set the variables whose name and value say that they hold the mark of the player to move."""
    for name, value in list(space.items()):
        if isinstance(value, str | int | Enum) and value in (mine, theirs) and re.fullmatch(_TURN_NAME, name.lower()):
            space[name] = mine
