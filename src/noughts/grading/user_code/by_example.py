"""Find out how to call a function from the calls that its program makes while it plays its own game.

Each argument, and each variable that the program sets before a call, is expressed by the names that stand for a
position, so that the expression has the value that it had in every example. This is programming by example.
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from random import Random
from time import process_time
from typing import Any

from noughts.grading.user_code.boards import ARRAYS, FULL_BOARDS, HISTORIES, MAGIC, RARE_STONES, SPARSE_BOARDS, STONES
from noughts.grading.user_code.call import Call, Program
from noughts.grading.user_code.calls import toggles
from noughts.grading.user_code.choices import LEVEL, choices_in
from noughts.grading.user_code.examples import FEWEST, Example, Place, are_enough
from noughts.grading.user_code.limits import FAILURES, limited, stage
from noughts.grading.user_code.marks import Marks
from noughts.grading.user_code.places import ENTRY, MOST_PARTS, MOVES, TABLE, Path, names_marks, parts_of
from noughts.grading.user_code.rehearsal import OTHER, Thing, seen
from noughts.rules.game import Player

_ATOMS = (
    *("player", "opponent", "is_x", "not is_x", "1 if is_x else 2", "2 if is_x else 1", "1 if is_x else -1"),
    *("-1 if is_x else 1", "0 if is_x else 1", "1 if is_x else 0", "depth", "len(history)", "moves"),
    *("[m + 1 for m in moves]", "[pairs[m] for m in moves]", "[tuple(n + 1 for n in pairs[m]) for m in moves]"),
    *("len(history) + 1", "depth - 1", "'XO'[not is_x]"),
)
_BOARDS = (
    *FULL_BOARDS,
    *ARRAYS,
    "dict(sorted(zip(names, cells)))",
    "dict(sorted((name.upper(), mark) for name, mark in zip(names, cells)))",
    *SPARSE_BOARDS,
    *(form.format(side) for form in (*STONES, *RARE_STONES, *MAGIC) for side in ("mine", "theirs", "xs", "os")),
    *HISTORIES,
)
_LISTS = [text for text in _BOARDS if re.fullmatch(r"mine|theirs|xs|os|history|\[.* for c in \w+\]", text)]
_COUNTS, _STONES = re.compile(r"count|stones|moves|ply|plies|depth|steps|number|anzahl|tiefe|prof"), "len(history)"
_SEVERAL = 5  # games after which a program that can play both sides has probably played both
_POSITION = re.compile(r"\b(rows|cells|text|xs|os|mine|theirs|stones|history|depth|moves|player|opponent|is_x)\b")
_FEW_KINDS, _MOSTLY = 3, 1.7  # values of a number, and 1 divided by the share of calls that an expression explains
_EARLY = 2  # the most stones in an early position of a game
_MOST_SIGNS = 4  # signs in a text besides its cells
_MOST_LEVELS = 4  # levels that are tried if a level is an argument
_SECONDS = 1.5  # seconds of processor time for making an object
_OF_X_OR_O = re.compile(r"\b(xs|os)\b")
_ABSENT = object()
_OPAQUE = repr(OTHER)
_REPLAYING = 6.0  # seconds of processor time for finding a method that places stones
_REPLAYS = (
    *(("c", "c in history"), ("c + 1", "c in history"), ("*pairs[c]", "c in history"), ("pairs[c]", "c in history")),
    *(("c, mark", "c, mark in stones"), ("c + 1, mark", "c, mark in stones"), ("*pairs[c], mark", "c, mark in stones")),
    *(("mark, c", "c, mark in stones"), ("mark, c + 1", "c, mark in stones"), ("pairs[c], mark", "c, mark in stones")),
    *(("mark, *pairs[c]", "c, mark in stones"), ("mark, pairs[c]", "c, mark in stones")),
)
"""For each kind of method that places a stone: its arguments, and a loop that supplies their values."""


def calls_by_example(
    name: str, places: Iterable[Place], program: Program, source: str, first: str = ""
) -> tuple[list[list[Call]], list[Example]]:
    """Return the calls that agree with the program's own calls, grouped by level of play, and the program's own calls
    as examples.

    Args:
        name: the function, such as ``best_move`` or ``Player.best_move``.
        places: where the board may be in the calls that the program has made.
        program: the program, freshly loaded.
        source: the code of the program.
        first: what comes before each call.
    """
    for path, marks, examples in places:
        sure = [example for example in examples if example.is_sure]
        builder = _Builder(name, sure if are_enough(sure) else examples, marks, program, source, names_marks(path))
        builders = [
            builder,
            *(replace(builder, examples=some, before=[], usual=[], _values={}) for some in _tried(builder)),
        ]
        chosen = max(builders, key=lambda builder: len(_POSITION.findall(builder.call())))
        found = dict.fromkeys(text for pick in range(_MOST_LEVELS) if (text := replace(chosen, pick=pick).call()))
        listed = path[-1].removesuffix(ENTRY)
        levels = []
        for level, text in product(_levels(program.space, source), found):
            before, semicolon, last = text.rpartition("; ")
            is_number = path[-1] != listed  # the answer is also the number of a state
            texts = [f"{before}{semicolon}{listed}[{last}]"] * is_number + [text]
            texts += [f"{text}[{key!r}]" for key in _answer_keys(examples)]
            texts[:0] = [text + part for part in _new_moves(path, examples)]
            sides = builder.sides(text)
            levels.append(
                [Call(first + level + one, marks, plays, turn=_turn(examples)) for plays in sides for one in texts]
            )
        if levels:
            return levels, examples
    return [], []


def _turn(examples: Sequence[Example]) -> Player | None:
    """Return the only side for which the program calls the function if X begins, or None if there is no such side."""
    turns = {Player.X if one.position.x.bit_count() == one.position.o.bit_count() else Player.O for one in examples}
    return turns.pop() if len(turns) == 1 and len({one.moment.game for one in examples}) >= _SEVERAL else None


def _levels(space: Mapping[str, Any], source: str) -> list[str]:
    """Return the assignments that set a program's level of play, if the program keeps the level in a variable."""
    choices, _ = choices_in(source)
    for name, options in choices.items():
        if LEVEL.fullmatch(name.lower()) and name in space and "random" in source:
            return [f"{name} = {value}; " for value in options]
    return [""]


def _answer_keys(examples: Sequence[Example]) -> list[str]:
    """If the function's answers are dicts, return the keys under which the move may be stored."""
    answers = [example.moment.answer for example in examples]
    keys = [set(answer) if isinstance(answer, dict) else set() for answer in answers]
    common = [key for key in set.intersection(*keys) if isinstance(key, str)] if keys else []
    is_state = any(isinstance(answer[key], list | tuple | dict | str) for answer in answers for key in common)
    return [] if is_state else sorted(common)


def _new_moves(path: Path, examples: Sequence[Example]) -> Iterator[str]:
    """If each answer is a list of all moves with the new move at the end, yield Python code that reads the new move."""
    if path[0] != MOVES or path[2] != "given":
        return
    text, values = "", [example.moment.answer for example in examples]
    for name in path[4:]:
        text += f".{name}" if isinstance(values[0], Thing) else f"[{name if name.isdigit() else repr(name)}]"
        values = [dict(parts_of(value)).get(name) for value in values]
    wanted = [(example.position.x | example.position.o).bit_count() + 1 for example in examples]
    if [len(value) if isinstance(value, list | tuple) else 0 for value in values] == wanted:
        yield text + "[-1]"


def _tried(builder: "_Builder") -> list[Sequence[Example]]:
    """Return sets of examples to try: examples whose arguments fit an expression, and examples from early in a game.

    Later in a game, a person may have put a stone on another stone.
    """
    builder.call()
    early = [one for one in builder.examples if (one.position.x | one.position.o).bit_count() <= _EARLY]
    return [*builder.usual, *([early] if are_enough(early) else [])]


@dataclass
class _Builder:
    """Writes a call of a function as Python, by finding an expression for each argument.

    Args:
        name: the function.
        examples: its calls in the program's own game.
        marks: the marks on the board.
        program: the program, freshly loaded.
        source: its code.
    """

    name: str
    examples: Sequence[Example]
    marks: Marks
    program: Program
    source: str
    # whether the program stores X's and O's stones separately, rather than its own and the opponent's
    is_by_mark: bool = False
    pick: int = 0  # the number of the chosen level, if the program has several levels
    before: list[str] = field(default_factory=list)
    usual: list[Sequence[Example]] = field(default_factory=list)
    _values: dict[str, list[str]] = field(default_factory=dict)

    def call(self) -> str:
        """Return the call as Python, or an empty string if no expression fits one of the arguments."""
        owner, _, method = self.name.rpartition(".")
        arguments = []
        self.before = []
        function = self._function
        if function is None:
            return ""
        parameters = inspect.signature(function).parameters
        names = list(dict.fromkeys(key for example in self.examples for key in example.moment.given))
        settings, read = list(self._settings()), ""
        for key in names:
            found = self._variable(key, settings) or self._argument(key)
            if found is None:
                return ""
            if key != "self" or not owner:
                by_name = parameters[key].kind is inspect.Parameter.KEYWORD_ONLY if key in parameters else False
                arguments.append(f"{key}={found}" if by_name else found)
            else:
                method = f"{found}.{method}"
        if all(example.moment.answer is None for example in self.examples):
            kept = [text.split(" = ") for text in settings if re.search(r"\bmine\b", text)]
            read = "".join(f"; [n for n in {name} if n not in {form}][0]" for name, form in kept[:1])
        if not any(self._has_board(text) for text in (*settings, *self.before, *arguments, method)):
            return ""
        return "; ".join([*settings, *self.before, f"{method}({', '.join(arguments)})"]) + read

    def sides(self, text: str) -> list[Player | None]:
        """Return the sides that the function may play, most likely first. The side None means both."""
        moved = {example.position.turn for example in self.examples if example.is_sure}
        if len(moved) != 1:
            return [None]
        told = re.search(r"\b(player|is_x|mine|opponent|history|depth)\b", text)
        games = {example.moment.game for example in self.examples}
        if told:  # in a few games, the program may have played only one side by chance
            return [None, *moved] if len(games) >= _SEVERAL else [None]
        return [*moved, None]

    @property
    def _function(self) -> Any:
        owner, _, method = self.name.rpartition(".")
        space = self.program.space
        return inspect.getattr_static(space[owner], method, None) if owner in space else space.get(method)

    def _option(self, options: Sequence[str]) -> str:
        return options[min(self.pick, len(options) - 1)]

    @property
    def _choices(self) -> Mapping[str, Sequence[str]]:
        return choices_in(self.source)[0]

    def _has_board(self, text: str) -> bool:
        return re.search(r"\b(rows|cells|text|xs|os|mine|theirs|stones|history)\b", text) is not None

    def _argument(self, key: str) -> str | None:
        values = [example.moment.given.get(key, _ABSENT) for example in self.examples]
        is_choice = all(isinstance(value, str | int) for value in values) and not self._atom(values)
        if is_choice and (options := self._choices.get(key)):
            return self._option(options)
        return self._expression(values) or self._constant(values) or self._chosen(values)

    def _changes(self, values: Sequence[Any]) -> bool:
        """Return whether a value changes during a game."""
        pairs = pairwise(zip(self.examples, map(_text, values), strict=True))
        return any(value != following and two.follows(one) for (one, value), (two, following) in pairs)

    def _chosen(self, values: Sequence[Any]) -> str | None:
        """If a value never changes during a game, such as a level that a person chooses, return one of its options."""
        if self._changes(values) or not all(isinstance(one, str | int | float) and one != OTHER for one in values):
            return None
        options = list(dict.fromkeys(map(repr, values)))
        return self._option(sorted(options, reverse=True)) if 0 < len(options) <= _MOST_LEVELS else None

    def _variable(self, key: str, settings: Sequence[str]) -> str:
        """Return the name of the variable that the program passes as an argument after setting it, or an empty
        string.
        """
        values = [_text(example.moment.given.get(key, _ABSENT)) for example in self.examples]
        for name in dict.fromkeys(re.split(r"\W", text)[0] for text in settings if self._has_board(text)):
            if [_text(example.moment.variables.get(name, _ABSENT)) for example in self.examples] == values:
                return name
        return ""

    def _settings(self) -> Iterator[str]:
        """Yield assignments that set the program's variables as they are when the program plays its own game."""
        for name, fresh in self.program.space.items():
            values = [example.moment.variables.get(name, _ABSENT) for example in self.examples]
            if name.startswith("__") or callable(fresh) or _ABSENT in values:
                continue
            now = _text(seen(fresh))
            is_same = all(_text(value) == now for value in values) and not self._is_turn(name, values)
            if is_same or LEVEL.fullmatch(name.lower()):
                continue
            if all(isinstance(value, Thing) and value.kind != "array" for value in values):
                if isinstance(seen(fresh), Thing) and any(self._unexplained([seen(fresh)] * len(values), values)):
                    continue
                for key in values[0].parts:
                    parts = [value.parts.get(key) for value in values]
                    was = seen(fresh).parts.get(key) if isinstance(seen(fresh), Thing) else _ABSENT
                    is_new = any(_text(part) != _text(was) for part in parts) or self._is_turn(key, parts)
                    if is_new and (found := self._expression(parts)):
                        yield f"{name}.{key} = {found}"
            elif (found := self._expression(values, is_setting=True)) and _POSITION.search(found):
                yield f"{name} = {found}"

    def _is_turn(self, name: str, values: Sequence[Any]) -> bool:
        """Return whether a variable holds the player to move, even if its value is the same in all examples."""
        return toggles(name, self.source) and self._atom(values) not in (None, "opponent")

    def _expression(self, values: Sequence[Any], *, is_setting: bool = False) -> str | None:
        """Return an expression that has the given value in each example, or None if no such expression is found."""
        if any(value is _ABSENT or value == OTHER for value in values):
            return None
        if atom := self._atom(values):
            return atom
        first = values[0]
        if isinstance(first, Thing) and first.kind == "array":
            return None
        if isinstance(first, Thing):
            return None if is_setting else self._object(values)
        if isinstance(first, dict) and len(first) <= MOST_PARTS:
            return self._dict(values)
        if isinstance(first, str) and len({len(value) for value in values}) == 1:
            return self._text(values)
        if isinstance(first, list | tuple) and all(type(value) is type(first) for value in values):
            return self._sequence(values)
        return None if is_setting else self._looked_up(values)

    def _atom(self, values: Sequence[Any]) -> str | None:
        wanted = [_text(value) for value in values]
        boards = sorted(_BOARDS, key=lambda text: not _OF_X_OR_O.search(text)) if self.is_by_mark else _BOARDS
        texts = (*_ATOMS, *boards) if isinstance(values[0], int | str | bool | list) else boards
        is_same = len(set(wanted)) == 1 and isinstance(values[0], int) and not isinstance(values[0], bool)
        for text in texts:
            if is_same and text not in ("player", "opponent"):
                continue  # a constant number tells nothing, unless it is a mark
            if self._evaluated(text) == wanted:
                return text
        # the same stones can be in another order
        if isinstance(values[0], list) and all(_is_sortable(value) for value in values):
            wanted = [_text(sorted(value)) for value in values]
            return next((text for text in _LISTS if self._evaluated(f"sorted({text})") == wanted), None)
        return None

    def _sequence(self, values: Sequence[Any]) -> str | None:
        """Return an expression for a list or a tuple with several parts, such as the board and the player to move."""
        lengths = {len(value) for value in values}
        if len(lengths) != 1:
            return None
        (length,) = lengths
        is_list = isinstance(values[0], list)
        cells = len(self.examples[0].position.game.board)
        if length == cells + 1:
            star = "cells"
            for inner, rest in ((slice(0, -1), -1), (slice(1, None), 0)):
                if self._evaluated(star) == [_text(list(value[inner])) for value in values]:
                    last = self._part([value[rest] for value in values])
                    inside = f"*{star}, {last}" if rest else f"{last}, *{star}"
                    return last and (f"[{inside}]" if is_list else f"({inside})")
            return None
        if not 0 < length <= MOST_PARTS:
            return None
        parts = [self._part([value[n] for value in values]) for n in range(length)]
        if not all(parts):
            return None
        inside = ", ".join(filter(None, parts))
        return f"[{inside}]" if is_list else f"({inside}{',' * (length == 1)})"

    def _dict(self, values: Sequence[Any]) -> str | None:
        """Return an expression for a dict with several parts, such as the board and the player to move."""
        keys = list(values[0])
        if any(not isinstance(value, dict) or list(value) != keys for value in values):
            return None
        parts = [self._part([value[key] for value in values]) for key in keys]
        if not all(parts) or not keys:
            return None
        text = ", ".join(f"{key!r}: {part}" for key, part in zip(keys, parts, strict=True))
        return f"{{{text}}}" if _POSITION.search(text) else None

    def _text(self, values: Sequence[str]) -> str | None:
        """Return an expression for a string that contains all cells, perhaps with other characters before or after
        them.
        """
        cells, length = len(self.examples[0].position.game.board), len(values[0])
        for begin in range(length - cells + 1) if cells < length <= cells + _MOST_SIGNS else ():
            if self._evaluated("text") == [_text(value[begin : begin + cells]) for value in values]:
                signs = [self._part([value[n] for value in values]) for n in range(length)]
                parts = [*signs[:begin], "text", *signs[begin + cells :]]
                return " + ".join(filter(None, parts)) if all(parts) else None
        return None

    def _part(self, values: Sequence[Any]) -> str | None:
        return self._expression(values) or self._constant(values)

    def _constant(self, values: Sequence[Any]) -> str | None:
        """Return a value as Python code if it is the same in all examples, or None if it differs."""
        value = values[0]
        if len(set(map(_text, values))) > 1 or not (value is None or isinstance(value, int | float | str)):
            return None
        if isinstance(value, float):
            return {"inf": "inf", "-inf": "-inf"}.get(repr(value), repr(value))
        return repr(value) if value != OTHER else None

    def _looked_up(self, values: Sequence[Any]) -> str | None:
        """Return an expression that looks up the position in one of the program's tables, such as
        ``number[tuple(cells)]``.
        """
        for name, table in self.program.space.items():
            if type(table) is dict and len(table) > TABLE:
                for text in FULL_BOARDS:
                    found = f"{name}[{text}]"
                    if self._evaluated(found) == [_text(value) for value in values]:
                        return found
        return None

    def _object(self, values: Sequence[Thing]) -> str | None:
        """Return an expression that makes an object of one of the program's classes, or the variable that holds the
        object.
        """
        if found := self._looked_up(values):
            return found
        kind = values[0].kind
        owner = self.program.space.get(kind)
        if not isinstance(owner, type) or any(value.kind != kind for value in values):
            return None
        made = self._made(owner, values)
        if made is None:
            return None
        variable = "it" if not any(text.startswith("it = ") for text in self.before) else f"it{len(self.before)}"
        mark = len(self.before)
        if replayed := self._replayed(owner, made, values, variable):
            self.before += replayed
            return variable
        settings = list(self._attributes(made, values, variable))
        fillers = [] if settings else self._fillers(made, values, variable)
        if not (settings or fillers) and (grown := self._grown(made, values)):
            return grown
        if not (settings or fillers):
            return made
        self.before.insert(mark, f"{variable} = {made}")
        self.before += [*settings, *fillers]
        return variable

    def _made(self, owner: type, values: Sequence[Thing]) -> str | None:
        """Return an expression that makes an object of a class, with the same attributes as in the examples."""
        try:
            parameters = inspect.signature(owner).parameters.values()
        except (TypeError, ValueError):
            return None
        arguments = []
        for one in parameters:
            if one.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
                continue
            attribute = self._attribute(owner, one.name, values[0])
            parts = [value.parts.get(attribute, _ABSENT) for value in values]
            is_needed = one.default is inspect.Parameter.empty
            default = _text(seen(one.default))
            options = self._choices.get(one.name) if LEVEL.fullmatch(one.name.lower()) else None
            if not is_needed and not options and all(_text(part) == default for part in parts):
                continue
            is_dict = isinstance(parts[0], dict)
            found = self._option(options) if options else self._atom(parts) if is_dict else self._expression(parts)
            if found is None and attribute:
                self._note_mostly(parts)
            if found is None and is_needed:
                found = self._constant(parts) or self._chosen(parts) if attribute else None
                found = found or "None"
            if found:
                arguments.append(found if is_needed else f"{one.name}={found}")
        return f"{owner.__name__}({', '.join(arguments)})"

    def _attribute(self, owner: type, parameter: str, value: Thing) -> str:
        """Return the attribute in which a class stores a parameter of its constructor, or an empty string."""
        plain = {re.sub(rf"^_{owner.__name__}__|_", "", key).lower(): key for key in value.parts}
        if found := plain.get(parameter.replace("_", "").lower()):
            return found
        kept = re.search(rf"self\.(\w+)\s*(?::[^=\n]+)?=\s*[^=\n]*\b{re.escape(parameter)}\b", self.source)
        return kept[1] if kept and kept[1] in value.parts else ""

    def _replayed(self, owner: type, made: str, values: Sequence[Thing], variable: str) -> list[str]:
        """If assignments cannot recreate an object, return code that calls one of its methods for each move of the
        game.
        """
        fresh = self._things(made)
        if not all(isinstance(one, Thing) for one in fresh) or not any(self._unexplained(fresh, values)):
            return []
        name, _, given_first = made.partition("(")
        made = f"new({name}, {given_first}".replace(", )", ")")
        methods = {key: value for key, value in vars(owner).items() if inspect.isfunction(value) and key[:2] != "__"}
        began = process_time()
        for method, (arguments, given) in product(methods, _REPLAYS):
            number = arguments.count(",") + 1 + arguments.count("*")
            if (
                method == self.name.rpartition(".")[2]
                or len(inspect.signature(methods[method]).parameters) != number + 1
            ):
                continue
            if process_time() - began > _REPLAYING:
                break
            text = f"[{variable}.{method}({arguments}) for {given}]"
            whole, pairs = f"({variable} := {made}, {text}, {variable})[-1]", zip(self.examples, values, strict=True)
            if all(_is_alike(self._thing(whole, example), thing) for example, thing in pairs):
                return [f"{variable} = {made}", text]
        return []

    def _unexplained(self, fresh: Sequence[Thing], values: Sequence[Thing]) -> Iterator[str]:
        """Yield an object's attributes that change during the program's game and cannot be computed from the
        position.
        """
        for key, value in values[0].parts.items():
            parts = [thing.parts.get(key, _ABSENT) for thing in values]
            was = [thing.parts.get(key, _ABSENT) for thing in fresh]
            is_known = _OPAQUE in map(_text, parts) or list(map(_text, was)) == list(map(_text, parts))
            if not is_known and not isinstance(value, Thing) and self._changes(parts) and not self._expression(parts):
                yield key

    def _attributes(self, made: str, values: Sequence[Thing], variable: str) -> Iterator[str]:
        """Yield assignments that give an object's attributes the same values as in the examples."""
        fresh = self._things(made)
        for key in values[0].parts:
            parts = [value.parts.get(key, _ABSENT) for value in values]
            now = [_text(one.parts.get(key, _ABSENT)) if isinstance(one, Thing) else "" for one in fresh]
            if now == [_text(part) for part in parts] and ("player" in made or not self._is_turn(key, parts)):
                continue
            if LEVEL.fullmatch(key.lower()):
                if options := self._choices.get(key):
                    yield f"{variable}.{key} = {self._option(options)}"
                continue
            is_number = isinstance(parts[0], int) and not isinstance(parts[0], bool)
            found = self._atom(parts) if is_number or isinstance(parts[0], dict) else self._expression(parts)
            if _COUNTS.search(key.lower()) and self._evaluated(_STONES) == [_text(part) for part in parts]:
                found = _STONES
            if found and _POSITION.search(found):
                if found not in made:  # otherwise, it is equal apart from the order of the stones
                    yield f"{variable}.{key} = {found}"
                continue
            self._note_mostly(parts)
            usual = [
                example for example, was, part in zip(self.examples, now, parts, strict=True) if was == _text(part)
            ]
            if are_enough(usual):
                self.usual.append(usual)

    def _note_mostly(self, values: Sequence[Any]) -> None:
        """If an expression gives the right value in most examples, note these examples. Other examples may contain
        illegal moves.
        """
        wanted = [_text(value) for value in values]
        if len({*wanted}) < _FEW_KINDS or not all(type(value) is int for value in values):
            return
        for text in _ATOMS:
            pairs = zip(self.examples, self._evaluated(text), wanted, strict=True)
            agreeing = [example for example, value, part in pairs if value == part]
            if len(agreeing) * _MOSTLY > len(wanted):
                self.usual.append(agreeing)

    def _fillers(self, made: str, values: Sequence[Thing], variable: str) -> list[str]:
        """Find a function of the program that gives an object the same children as in the examples. Return a call of
        the function, or no call if there is no such function.
        """
        for key, wanted in self._missing(made, values):
            for name in self._own_functions(1):
                found = self._things(f"({variable} := {made}, {name}({variable}), {variable})[-1]")
                if [_length(one, key) for one in found] == wanted:
                    return [f"{name}({variable})"]
        return []

    def _grown(self, made: str, values: Sequence[Thing]) -> str:
        """Return a call of one of the program's functions that makes an object with the same children as in the
        examples.
        """
        parts = [self._atom([value.parts.get(key) for value in values]) for key in values[0].parts]
        boards = [part for part in parts if part in FULL_BOARDS]
        for key, wanted in self._missing(made, values):
            for name, board in product(self._own_functions(2), boards):
                text = f"{name}({board}, player)"
                if [_length(one, key) for one in self._things(f"(it := {text})")] == wanted:
                    return text
        return ""

    def _missing(self, made: str, values: Sequence[Thing]) -> Iterator[tuple[str, list[int | None]]]:
        """Find the lists of an object whose lengths in late examples differ from those in a new object. Yield each
        list's name, and its lengths in the late examples.
        """
        fresh = self._things(made)
        for key in values[0].parts:
            wanted = [_length(values[number], key) for number in self._late]
            if wanted != [_length(fresh[number], key) for number in self._late]:
                yield key, wanted

    def _own_functions(self, parameters: int) -> list[str]:
        """Return the names of the program's other functions that have this number of parameters."""
        own = self.program.space.get("__name__")
        return [
            name
            for name, value in self.program.space.items()
            if inspect.isfunction(value) and value.__module__ == own and name != self.name
            if len(inspect.signature(value).parameters) == parameters
        ]

    def _things(self, text: str) -> list[Any]:
        """Return the value that an expression has in each example."""
        examples = [self.examples[number] for number in self._late] if ":=" in text else self.examples
        return [self._thing(text, example) for example in examples]

    def _thing(self, text: str, example: Example) -> Any:
        """Return the value that an expression has in one example."""
        try:
            self.program.code(text)  # compile before the limit starts: a parser that is interrupted fails later
            with stage(None, 0), limited(_SECONDS):
                return seen(self.program.run(Call(text, self.marks), example.position, Random(0))[0])
        except FAILURES:
            return _ABSENT

    @property
    def _late(self) -> list[int]:
        """The indices of the examples with the fewest empty cells."""
        order = sorted(range(len(self.examples)), key=lambda n: self.examples[n].position.empty.bit_count())
        return order[:FEWEST]

    def _evaluated(self, text: str) -> list[str]:
        """Return the values of an expression in the examples, as text."""
        if text not in self._values:
            self._values[text] = [_text(value) for value in self._things(text)]
        return self._values[text]


def _is_alike(thing: Any, other: Thing) -> bool:
    """Return whether two objects have the same attributes, ignoring the order of moves and large attributes."""
    return (
        isinstance(thing, Thing)
        and thing.parts.keys() == other.parts.keys()
        and all(
            _OPAQUE in (_text(part), _text(other.parts[key]))
            or _text(part) == _text(other.parts[key])
            or (_is_sortable(part) and len(part) == len({*part}) and sorted(part) == _sorted(other.parts[key]))
            for key, part in thing.parts.items()
        )
    )


def _text(value: Any) -> str:
    """Convert a value to text. Equal values of the same type have the same text, unless they are dicts in different
    orders.
    """
    if isinstance(value, set | frozenset):
        return f"{type(value).__name__}({sorted(map(_text, value))})"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(_text, value))})"
    if isinstance(value, dict):
        return f"dict({', '.join(f'{_text(key)}: {_text(part)}' for key, part in value.items())})"
    if isinstance(value, Thing):
        return f"{value.kind}({', '.join(f'{key}={_text(part)}' for key, part in sorted(value.parts.items()))})"
    return repr(value)


def _sorted(value: Any) -> list[Any] | None:
    return sorted(value) if _is_sortable(value) else None


def _is_sortable(value: Any) -> bool:
    """Return whether a value is a list of numbers or a list of pairs (row, column)."""
    kinds = {type(part) for part in value} if isinstance(value, list) else {None}
    return kinds <= {int} or kinds <= {tuple}


def _length(value: Any, key: str) -> int | None:
    """Return the length of the list in one of an object's attributes, or None if the attribute is not a list."""
    part = value.parts.get(key) if isinstance(value, Thing) else None
    return len(part) if isinstance(part, list) else None
