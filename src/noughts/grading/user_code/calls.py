"""Guess how to call a user's function from its parameters and its program."""

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from inspect import Parameter, signature
from itertools import islice, product
from types import FunctionType
from typing import Any

from noughts.grading.user_code.answers import MAGIC_SUM, flat
from noughts.grading.user_code.boards import (
    ARRAYS,
    FULL_BOARDS,
    HISTORIES,
    MAGIC,
    NAMED,
    SPARSE_BOARDS,
    STATES,
    STONES,
    board_names,
    empty_marks,
    like,
    value_of,
    variables_of,
)
from noughts.grading.user_code.choices import LEVEL, choices_in
from noughts.grading.user_code.failures import how_words
from noughts.grading.user_code.limits import FAILURES, stage
from noughts.grading.user_code.windows import Widget
from noughts.rules.errors import NoughtsError

_ROLES = {
    "depth": r".*depth.*|level|ply|plies|tiefe|profundidad|profondeur|(empties|spots|moves)?left|remaining",
    "alpha": r"alpha.*",
    "beta": r"beta.*",
    "random": r"random|rng|rand",
    "maximizing": r".*maxi.*|.*ismax.*|max|maxplayer|maxturn|is(ai|bot|comp|computer|player|my)s?(turn|move)?|myturn",
    "is_x": r"(is)?xs?(turn|tomove|next|plays|moves)|isx",
    "moves": r"(available|empty|possible|legal|valid|free|open)(cells?|moves?|spots?|squares?|positions?|actions?)"
    r"|moves|actions",
    "history": r"(the)?(history|movessofar|movelist|movesplayed|played|gamemoves)",
    "opponent": r"opp.*|you|foe|other.*|enemy.*|rival.*|adversary.*|hu|human.*|(hu|user)(player|mark|letter|symbol)"
    r"|(h|hu|player|user)choice|gegner.*|oponente|rakip|przeciwnik|adversaire|contrario",
    "player": r"(cur|current|ai|comp|computer|cpu|my|own|bot|this|active|the)?"
    r"(player|mark|marker|symbol|letter|turn|piece|token|sign|side|tile|char|team|colou?r|mover)?"
    r"(player|mark|marker|symbol|letter|piece|token|sign|char|id|tomove)?|me|myself|who|p|xo|xoro|to_?move"
    r"|(c|comp|computer|ai)choice|spieler|jugador|joueur|jogador|giocatore|gracz|oyuncu|zeichen|ficha|turno|simbolo|symbole|znak|isaret",
    "size": r"(board)?size|n|gridsize|boardlength",
    "zero": r"utility|score|value",
    "observation": r"obs(ervation)?",
    "configuration": r"conf(ig(uration)?)?",
    "name": r"name",
    "window": r"(tk)?(root|master|window|parent|screen|canvas|fenster|ventana|fenetre|janela|finestra|okno|pencere)",
}
"""For each role, a pattern for the names of its parameters in lower case and without underscores."""

_CELLS = r"(cells|stones|moves|positions|squares|spots|marks|fields|places|set|list|bits|mask|bb)"
_APART = (
    {"xs": rf"xs?{_CELLS}?|cross(es)?", "os": rf"os?{_CELLS}?|noughts?|circles?"},
    {
        "mine": rf"mine|me|(my|own|ai|bot|comp|computer|player){_CELLS}?",
        "theirs": rf"theirs|yours|his|hers|opp|(your|opp|opponent|human|user|enemy)s?{_CELLS}?",
    },
)
"""For each role, a pattern for the names of its parameters, if a function takes the cells of the two players apart."""

_CELL = r".*(cell|row|col|move|square|spot|place|zug|ind?x).*|[ijrcxy]|pos"
"""A pattern for the names of cells. A function that takes a cell does not choose one."""

_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "player": ("player",),
    "opponent": ("opponent",),
    "depth": ("0", "depth"),
    "alpha": ("-inf",),
    "beta": ("inf",),
    "random": ("random",),
    "maximizing": ("is_x", "not is_x", "True", "player"),
    "is_x": ("is_x",),
    "size": ("size",),
    "zero": ("0",),
    "observation": ("observation",),
    "configuration": ("configuration",),
    "name": ("'Ada'",),
    "window": ("window",),
    "unknown": ("player", "opponent", "depth", "is_x", "0", "not is_x", "True"),
}
"""The arguments for each role. The arguments for boards and cells are defined below."""

_MOST_OBJECTS = 3
_MOST_CALLS = 600
_COUNTS_DOWN = re.compile(r"(depth|level|plies|ply|tiefe|prof\w*)\s*(-\s*1|-=|==\s*0|<=\s*0|<\s*1)|not depth")
_TURN = re.compile(
    r"_*((current|active|cur|this|computer|ai|my)_?)?(player|turn|mark|symbol|letter|piece|side)|whose_?turn|to_play"
    r"|(player_)?to_move|next_player|mover"
)


_ENCODES = re.compile(
    r"(en)?code\w*|pack\w*|(parse|load|make|create|new)_?(board|state|position|grid)|(board|state|position)_from_?\w*"
    r"|from_(str|string|text|cells|rows|list|grid)|to_(board|state|bits|int|number|code)"
)


class UnknownParameters(NoughtsError):
    """Raised for a function with parameters that noughts does not understand."""


def plain_name(name: str) -> str:
    """Return the name of a parameter in lower case and without underscores."""
    return name.replace("_", "").lower()


def roles(function: Callable[..., Any], name: str, choices: Collection[str] = ()) -> dict[str, str]:
    """Return the role of each parameter that a call must pass: ``board``, ``choice``, one of `_ROLES`, or ``unknown``.

    Raises:
        UnknownParameters: a parameter is a cell, or too many have unknown names.
    """
    named = _parameters(function, name)
    by_name = _given(named, choices)
    if list(by_name) == ["pos"] or list(by_name.values()) in (["size"], ["zero"], ["depth"]):
        return dict.fromkeys(by_name, "board")  # the parameter is a number that stands for the board, or a position
    apart = _apart(by_name)
    if apart and all((by_name | apart).values()):
        return by_name | apart
    if "" not in by_name.values():  # the board may have a default value
        by_name |= {p.name: "" for p in named if not role_of(p.name) and "" not in by_name.values()}
    unknown = [key for key, role in by_name.items() if not role]
    named_so = [key for key in unknown if re.fullmatch(NAMED, plain_name(key))]
    boards = named_so or [key for key in unknown if not re.fullmatch(_CELL, plain_name(key))]
    others = [key for key in unknown if key not in boards[:1]]
    if any(re.fullmatch(_CELL, plain_name(key)) for key in others) or len(others) > 1:
        raise UnknownParameters(unknown_words(name, list(by_name), others[0]))
    if not {"board", "history"} & {*by_name.values(), *("board" for _ in boards)} and "moves" in by_name.values():
        return {key: "history" if role == "moves" else role for key, role in by_name.items()}
    players = [key for key, role in by_name.items() if role == "player"]
    own = [key for key in players if re.match(r"ai|bot|comp|cpu|my|me|cur|own|this", key.lower())]
    rivals = {key: "opponent" for key in players if own and key not in own}
    return by_name | dict.fromkeys(boards[:1], "board") | dict.fromkeys(others, "unknown") | rivals


def _given(parameters: Sequence[Parameter], choices: Collection[str]) -> dict[str, str]:
    """Return the role of each parameter that has no default value, or that is a choice among a few values, such as a
    level.
    """
    found = {p.name: role_of(p.name) for p in parameters if p.default is Parameter.empty}
    chosen = [p.name for p in parameters if p.name in choices and role_of(p.name) in ("", "depth")]
    return found | {name: "choice" for name in chosen if not re.fullmatch(_CELL, plain_name(name))}


def role_of(name: str) -> str:
    """Return the role of a parameter, or an empty string if the name says nothing about the role."""
    return next((role for role, pattern in _ROLES.items() if re.fullmatch(pattern, plain_name(name))), "")


def unknown_words(name: str, parameters: Sequence[str], unknown: str) -> str:
    """Return an error message for a function that noughts cannot call because of an unknown parameter."""
    return f"{name}({', '.join(parameters)}) has the unknown parameter {unknown!r}. {how_words(name)}"


def _parameters(function: Callable[..., Any], name: str) -> list[Parameter]:
    try:
        parameters = signature(function).parameters.values()
    except TypeError:
        raise NoughtsError(f"{name} is not callable: expected a function that takes a board") from None
    except ValueError:  # the function is a built-in, such as max
        raise NoughtsError(f"the parameters of {name} are unknown: expected a function that takes a board") from None
    return [p for p in parameters if p.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]


def _apart(names: Mapping[str, str]) -> dict[str, str]:
    """Return the roles of two parameters that take the cells of one player each, or an empty dict if there are none."""
    for patterns in _APART:
        found = {name: role for role, p in patterns.items() for name in names if re.fullmatch(p, plain_name(name))}
        if list(found.values()) == list(patterns):
            return found
    return {}


@dataclass(frozen=True)
class Calls:
    """The possible calls of a function as Python, and the marks of empty cells on its program's boards.

    Attributes:
        texts: the calls, the most likely first.
        roles: the roles of the function's parameters.
        empty: the marks of empty cells on the boards that the program keeps, as text.
    """

    texts: Sequence[str]
    roles: Mapping[str, str]
    empty: frozenset[str]

    @property
    def unknown(self) -> str:
        """The parameter whose role is unknown, or an empty string."""
        return next((key for key, role in self.roles.items() if role == "unknown"), "")


def calls(
    function: Callable[..., Any], name: str, space: Mapping[str, Any], cells: int, source: str, *, reads: bool = True
) -> Calls:
    """Return the possible calls of a function as Python, the most likely first.

    Args:
        function: the function or, for a method, the method bound to any object.
        name: its name: ``best_move`` or ``Player.best_move``.
        space: the variables of its program.
        cells: the number of cells of the board.
        source: the code of the program. Forms that occur in the program come first.
        reads: whether the function was seen to read a board that it was given. Otherwise, an argument with an unknown
            name is not its board if the program keeps one elsewhere.

    Raises:
        UnknownParameters: the function has parameters that noughts does not know.
    """
    variables = _Space(space, cells, source)
    known = roles(function, name, variables.choices)
    variables.keywords |= {p.name for p in _parameters(function, name) if p.kind is Parameter.KEYWORD_ONLY}
    kept = variables.kept()
    full = [board for board in kept if len(flat(board)) >= cells]
    forms = [form for board in full for form in like(board, cells)]
    variables.full = tuple(dict.fromkeys([*forms, *variables.full]))
    if full and not reads:
        is_other = {key: role == "board" and not re.fullmatch(NAMED, plain_name(key)) for key, role in known.items()}
        known = {key: "unknown" if is_other[key] else role for key, role in known.items()}
    found: dict[str, None] = {}
    for order in _orders(known):
        found |= dict.fromkeys(islice(_calls(name, order, variables), 2 * _MOST_CALLS))
    if not found:
        raise UnknownParameters(f"{name}({', '.join(known)}) takes no board. {how_words(name)}")
    texts = [text for call in list(found)[: 2 * _MOST_CALLS] for text in (call, *variables.at_levels(call))]
    return Calls(texts, known, empty_marks(kept, cells))


def spying_calls(
    function: Callable[..., Any], name: str, space: Mapping[str, Any], cells: int, source: str
) -> list[str]:
    """Return calls that pass a `Spy`, a board that records how it is used. The most likely call comes first."""
    watched = _Space(space, cells, source)
    watched.full = ("spy",)
    watched.boards = lambda *, states=True: iter(["spy"])  # type: ignore[method-assign]
    orders = _orders(roles(function, name, watched.choices))
    found = [next((call for call in _calls(name, known, watched) if "spy" in call), "") for known in orders]
    return [call for call in found if call]


def _orders(known: Mapping[str, str]) -> list[Mapping[str, str]]:
    """Return the roles of the parameters. If either of two parameters may be the board, also return the roles with the
    two exchanged.
    """
    first = [key for key, role in known.items() if role in ("board", "unknown")]
    if len(first) != 2 or any(re.fullmatch(NAMED, plain_name(key)) for key in first):
        return [known]
    one, other = first
    return [known, {**known, one: known[other], other: known[one]}]


class _Space:
    """The classes and variables of a program, and the boards that its functions may take."""

    def __init__(self, variables: Mapping[str, Any], cells: int, source: str) -> None:
        self.variables, self.cells, self.source = variables, cells, source
        own = variables.get("__name__")
        classes = {k: v for k, v in variables.items() if isinstance(v, type) and getattr(v, "__module__", "") == own}
        self.classes: dict[str, type] = classes
        arrays = ARRAYS if "numpy" in sys.modules and ("numpy" in source or not source) else ()
        rows_first = "][" in source.replace(" ", "")
        first = FULL_BOARDS[:2] if rows_first else FULL_BOARDS[1::-1]
        self.choices, self.keywords = choices_in(source)  # the keywords are parameters that need their names
        self.depths = ("depth", "0") if _COUNTS_DOWN.search(source) else ("0", "depth")
        self.stones = (*MAGIC, *STONES) if MAGIC_SUM in source else (*STONES, *MAGIC)
        self.full = (*first, *arrays, *FULL_BOARDS[2:])

    def boards(self, *, states: bool = True) -> Iterator[str]:
        """Yield Python code for the boards that can be an argument, and for pairs of a board and the player to move."""
        yield from self.full[:8]
        yield "position"
        yield from self.encoded()
        yield from self.objects()
        yield from STATES if states else ()
        yield from self.full[8:]
        yield from SPARSE_BOARDS
        for one in self.stones:
            yield f"({one.format('xs')}, {one.format('os')})"
            yield f"({one.format('mine')}, {one.format('theirs')})"
            yield f"[{one.format('xs')}, {one.format('os')}]"
        yield f"sum(1 << c for c in xs) + sum(1 << (c + {self.cells}) for c in os)"
        yield from HISTORIES

    def settings(self, variables: Mapping[str, Any], prefix: str = "", most: int | None = None) -> Iterator[str]:
        """Yield statements that set the program's variables for the board and for the player to move.

        Args:
            variables: the variables: those of the program, or the attributes of an object.
            prefix: what stands before their names, such as ``it.``.
            most: the number of variables that are tried.
        """
        for variable in board_names(variables, self.cells)[:most]:
            for board in like(value_of(variable, variables), self.cells) or self.full:
                yield f"{prefix}{variable} = {board}{(turn := _turn(variables, prefix, self.source))}"
                if turn:
                    yield f"{prefix}{variable} = {board}"

    def encoded(self) -> Iterator[str]:
        """Yield calls such as ``encode(cells)``, with which a function of the program makes its own board from a simple
        one.
        """
        for name, made in self.variables.items():
            is_own = isinstance(made, FunctionType) and made.__module__ == self.variables.get("__name__")
            if is_own and _ENCODES.fullmatch(name.lower()):
                yield from (f"{name}({board})" for board in ("cells", "rows", "text"))

    def objects(self) -> Iterator[str]:
        """Yield code that makes an object of one of the program's classes with a board as an argument."""
        for name, owner in list(self.classes.items())[:20]:
            with suppress(*FAILURES):
                made = made_with(owner, name, self.choices)
                if "board" in made.values() or "history" in made.values():
                    boards = [*self.full, *SPARSE_BOARDS, *HISTORIES]
                    inner = self._inner(owner, made)
                    given = [f"{inner}({board})" for board in boards] if inner else boards
                    yield from islice(self.made(name, made, given), 60)

    def _inner(self, owner: type, made: Mapping[str, str]) -> str:
        """Return the class of the board that a class takes, such as ``Grid`` in ``State(grid: Grid)``, or an empty
        string.
        """
        needed = signature(owner).parameters
        for key in (key for key, role in made.items() if role == "board"):
            annotation = needed[key].annotation
            text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
            for name, inner in self.classes.items():
                if inner is not owner and name.lower() in (text.lower(), plain_name(key)):
                    return name if "board" in made_with(inner, name, self.choices).values() else ""
        return ""

    def made(self, name: str, roles: Mapping[str, str], boards: Sequence[str] = ()) -> Iterator[str]:
        """Yield code that makes an object of a class, given the roles of the constructor's parameters."""
        for arguments in arguments_of(roles, self, boards):
            yield f"{name}({arguments})"

    def at_levels(self, call: str) -> Iterator[str]:
        """If a program stores its level of play in a variable, yield the call once for each other level."""
        for name, options in self.choices.items():
            if LEVEL.fullmatch(name.lower()) and name in self.variables and "random" in self.source:
                yield from (f"{name} = {value}; {call}" for value in options if value != repr(self.variables[name]))

    @property
    def simple(self) -> list[str]:
        """The calls that make an object of a class that needs no arguments."""
        found = []
        for name, owner in list(self.classes.items())[:20]:
            with suppress(*FAILURES):
                if not made_with(owner, name, self.choices) and not issubclass(owner, Enum):
                    found.append(f"{name}()")
        return found[:_MOST_OBJECTS]

    def holders(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield expressions that make an object with a board in an attribute, each with the attributes of the
        object.
        """
        for name, owner in list(self.classes.items())[:20]:
            with suppress(*FAILURES):
                made = made_with(owner, name, self.choices)
                if not set(made.values()) & {"board", "history"}:
                    text, own = next(self.made(name, made)), made_things(owner, made)
                    if board_names(own, self.cells):
                        yield text, own

    def kept(self) -> list[Any]:
        """Return the boards that the program's variables and new objects of its classes hold."""
        found = [value_of(name, self.variables) for name in board_names(self.variables, self.cells)]
        for _, own in self.holders():
            found += [value_of(name, own) for name in board_names(own, self.cells)]
        return found


def made_with(owner: type, name: str, choices: Collection[str]) -> dict[str, str]:
    """Return the role of each parameter that a call of a class's constructor must pass.

    Raises:
        NoughtsError: a parameter has an unknown name.
    """
    try:
        named = _parameters(owner, name)
    except NoughtsError:
        return {}  # the class has no constructor of its own
    by_name = _given(named, choices)
    next_one = named[len(by_name)] if by_name and len(by_name) < len(named) else None
    if next_one and role_of(next_one.name) == "player" and isinstance(next_one.default, str):
        by_name[next_one.name] = "player"  # the parameter is the mark of a player, such as ``mark="O"``
    if not by_name and any(re.fullmatch(NAMED, plain_name(p.name)) for p in named):  # the board has a default value
        last = max(
            n for n, p in enumerate(named) if re.fullmatch(NAMED, plain_name(p.name)) or role_of(p.name) == "player"
        )
        by_name = {p.name: role_of(p.name) for p in named[: last + 1]}
        if not all(role or re.fullmatch(NAMED, plain_name(key)) for key, role in by_name.items()):
            return {}
    unknown = [key for key, role in by_name.items() if not role]
    boards = [key for key in unknown if re.fullmatch(NAMED, plain_name(key))] or unknown[:1]
    if len(unknown) > 1 or len(boards) < len(unknown):
        raise UnknownParameters(
            f"{name}({', '.join(p.name for p in named)}) has the unknown parameter {unknown[-1]!r}. {how_words(name)}"
        )
    return by_name | dict.fromkeys(boards, "board")


def _is_made_with_nothing(owner: type, name: str) -> bool:
    with suppress(NoughtsError):
        return all(p.default is not Parameter.empty for p in _parameters(owner, name))
    return True


def arguments_of(known: Mapping[str, str], space: _Space, boards: Sequence[str] = ()) -> Iterator[str]:
    """Yield Python code for the arguments of a call, given the roles of the parameters."""
    wanted = list(known.values())
    if "xs" in wanted or "mine" in wanted:
        for one in space.stones:
            given = {role: one.format(role) for role in ("xs", "os", "mine", "theirs")}
            yield from _products(known, {k: (v,) for k, v in given.items()}, space)
        return
    simple = tuple(space.simple) if "unknown" in wanted else ()
    states = not {"player", "opponent"} & set(wanted)
    for board in boards or space.boards(states=states) if "board" in wanted else ("",):
        more = {"board": (board,), "moves": _moves(board), "history": HISTORIES, "object": simple}
        yield from _products(known, {**more, "depth": space.depths}, space)


def _moves(board: str) -> tuple[str, ...]:
    pairs, ones = "[pairs[m] for m in moves]", "[m + 1 for m in moves]"
    if "1" in board and "n + 1" in board:
        return ("[tuple(n + 1 for n in pairs[m]) for m in moves]",)
    return (ones,) if "1" in board else ("moves", pairs) if "cells" in board or "text" in board else (pairs, "moves")


def _products(known: Mapping[str, str], more: Mapping[str, Sequence[str]], space: _Space) -> Iterator[str]:
    table = {**_OPTIONS, **more}
    table["unknown"] = (*_OPTIONS["unknown"], *table.get("object", ()))
    options = [space.choices[key] if role == "choice" else table.get(role) or ("None",) for key, role in known.items()]
    for values in sorted(product(*map(enumerate, options)), key=lambda pairs: sum(rank for rank, _ in pairs)):
        texts = [text for _, text in values]
        if sum(role == "unknown" for role in known.values()) < 2 or len(set(texts)) == len(texts):
            named = zip(known, texts, strict=True)
            yield ", ".join(f"{name}={text}" if name in space.keywords else text for name, text in named)


def _calls(name: str, known: Mapping[str, str], space: _Space) -> Iterator[str]:
    owner, _, method = name.rpartition(".")
    takes_board = bool({"board", "xs", "mine", "history", "observation"} & set(known.values()))
    if not owner:
        settings = list(space.settings(space.variables))
        if takes_board:
            yield from _merged(
                (f"{name}({arguments})" for arguments in arguments_of(known, space)),
                _held(name, known, space),
                _shared(name, known, space),
            )
        else:
            yield from (f"{set_board}; {name}({some})" for set_board in settings for some in arguments_of(known, space))
        # the parameters are the stones of each player
        if len(known) == 2 and set(known.values()) <= {"board", "unknown", "player", "opponent"}:
            by_role = tuple({"player": "mine", "opponent": "theirs"}.get(role, "") for role in known.values())
            ways = [by_role] if len({*by_role} - {""}) == 2 else [("mine", "theirs"), ("xs", "os")]
            for stones in ways:
                yield from (f"{name}({some})" for some in arguments_of(dict(zip(known, stones, strict=True)), space))
        return
    made = made_with(space.classes[owner], owner, space.choices)
    if takes_board and _is_made_with_nothing(space.classes[owner], owner):
        made = {key: role for key, role in made.items() if role == "choice"}
    own: dict[str, Any] = {}
    with suppress(*FAILURES):
        own = made_things(space.classes[owner], made)
    makers = [
        f"{owner}({arguments})"
        for arguments in islice(arguments_of(made, space), 200 if "board" in made.values() else 6)
    ]
    own_class = space.classes[owner]
    if "player" not in made.values():  # an object of the module may have learnt something
        makers = [key for key, value in space.variables.items() if type(value) is own_class][:1] + makers
    if not takes_board:
        yield from _with_holder(owner, f".{method}", made, known, space)
    for maker in makers:
        if takes_board:
            yield from _merged(
                (f"{maker}.{method}({arguments})" for arguments in arguments_of(known, space)),
                _held(f"{maker}.{method}", known, space),
            )
        elif "board" in made.values() or "history" in made.values():
            yield from (f"{maker}.{method}({arguments})" for arguments in arguments_of(known, space))
            continue
        for setting in () if takes_board else space.settings(own, "it."):
            yield from (f"it = {maker}; {setting}; it.{method}({some})" for some in arguments_of(known, space))


def _merged(*many: Iterator[str]) -> Iterator[str]:
    """Merge several kinds of calls: yield the first calls of each kind, and then the others."""
    first = [list(islice(calls, 8)) for calls in many]
    for some in first:
        yield from some
    for calls in many:
        yield from calls


def _held(name: str, known: Mapping[str, str], space: _Space) -> Iterator[str]:
    """Yield calls that pass an object of one of the program's classes, with the board in one of its attributes."""
    for maker, own in islice(space.holders(), _MOST_OBJECTS):
        for setting in space.settings(own, "it.", 1):
            yield from (f"it = {maker}; {setting}; {name}({some})" for some in arguments_of(known, space, ["it"]))


def _with_holder(
    owner: str, method: str, made: Mapping[str, str], known: Mapping[str, str], space: _Space
) -> Iterator[str]:
    """Yield calls of a method whose object contains another object, with the board in an attribute of that other
    object.
    """
    for maker, own in islice(space.holders(), _MOST_OBJECTS):
        if any(plain_name(key) in (maker.partition("(")[0].lower(), "game") for key in made):
            for setting in space.settings(own, "it.", 1):
                for arguments in arguments_of(made, space, ["it"]):
                    yield from (
                        f"it = {maker}; {setting}; {owner}({arguments}){method}({some})"
                        for some in arguments_of(known, space)
                    )


def _shared(name: str, known: Mapping[str, str], space: _Space) -> Iterator[str]:
    """Yield calls that pass a global variable of the program, after the board has been assigned to it."""
    for setting in space.settings(space.variables, most=1):
        variable = setting.partition(" = ")[0]
        yield from (f"{setting}; {name}({some})" for some in arguments_of(known, space, [variable]))


def made_things(owner: type, made: Mapping[str, str]) -> dict[str, Any]:
    """Make an object of a class, and return the object's attributes. Errors are not caught."""
    values = {
        "player": "X",
        "opponent": "O",
        "size": 3,
        "name": "Ada",
        "depth": 9,
        "board": [" "] * 9,
        "window": Widget(),
    }
    with stage(None, 0):
        given = {key: values.get(role, "hard" if role == "choice" else 0) for key, role in made.items()}
        return variables_of(owner(**given))


def _turn(space: Mapping[str, Any], prefix: str, source: str) -> str:
    """Return an assignment that sets the variable for the player to move, or an empty string if there is no such
    variable.
    """
    names = [
        name
        for name, value in space.items()
        if (value is None or isinstance(value, str | int)) and (_TURN.fullmatch(name.lower()) or toggles(name, source))
    ]
    return "".join(f"; {prefix}{name} = player" for name in names[:1])


def toggles(name: str, source: str) -> bool:
    """Return whether code switches a variable between two values, as in ``side = 3 - side``."""
    pattern = rf"\b{re.escape(name)}\s*=\s*(-|not |\d+\s*-\s*|.* if |\w+\()\s*(self\.)?{re.escape(name)}\b"
    return name.isidentifier() and re.search(pattern, source) is not None
