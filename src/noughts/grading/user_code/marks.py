"""The marks for X, O and an empty cell on the board of a user's program."""

import ast
import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import permutations, product
from types import CodeType
from typing import Any, TypeAlias

from noughts.rules.errors import NoughtsError, short_repr

Mark: TypeAlias = str | int | None
"""The content of a cell. A name such as ``Mark.X`` stands for a member of an Enum of the program."""
Marks: TypeAlias = tuple[Mark, Mark, Mark]
"""The marks for X, O and an empty cell."""

NUMBERED: dict[Mark, Callable[[int], Mark]] = {
    "0..": lambda cell: cell,
    "1..": lambda cell: cell + 1,
    "'0'..": lambda cell: str(cell),
    "'1'..": lambda cell: str(cell + 1),
}
"""Marks that stand for the number of each empty cell, as a number or as text, counted from 0 or 1."""

EMPTY_MARKS: tuple[Mark, ...] = (" ", "", None, *"_.-", 0, *NUMBERED, *"#*?eEb0~·□")
_STONES = (
    *(("X", "O"), ("x", "o"), ("X", "0"), ("x", "0"), ("Х", "О"), ("х", "о"), ("❌", "⭕"), ("✕", "○")),
    *(("H", "C"), ("P", "C"), ("A", "B"), ("R", "Y"), ("1", "2")),
)
_NUMBERS: tuple[Marks, ...] = (
    *((1, -1, 0), (1, 2, 0), (-1, 1, 0), (2, 1, 0), (1, 0, -1), (0, 1, -1), (1, 2, -1), (True, False, None)),
    *((1, 0, None), (0, 1, None), (1, 2, None), (1, -1, None), (0, 1, 2), (1, 0, 2), (10, 1, 0), (3, 5, 2)),
)
MARKS: tuple[Marks, ...] = (
    *((x, o, empty) for x, o in _STONES[:1] for empty in EMPTY_MARKS),
    *_NUMBERS,
    *((x, o, empty) for x, o in _STONES[1:] for empty in EMPTY_MARKS),
    *((o, x, empty) for x, o in _STONES[8:12] for empty in EMPTY_MARKS),
)
"""The usual marks, which are tried first, most common first."""

_TEXTS = (" ", "_", ".", "-", "#", "*", "?")  # marks that nearly always mean an empty cell
_NAME = re.compile(
    r"x|o|(player|spieler|jugador)_?[xo12]?|human|comp|computer|ai|bot|user|cross|nought|opponent|me|you"
)
_PLAYER = re.compile(r"p|t|s|me|who|(cur(rent)?_?)?(player|turn|side|mark|colou?r)|spieler|jugador")
_TURNED = {"-player": {1, -1}, "not player": {1, 0}, "3 - player": {1, 2}, "1 - player": {1, 0}}
"""For each expression that computes the other player: the stones of a program that uses the expression."""
_MOST_OWN, _LONGEST = 5, 12  # texts that may be marks, and the letters in one
_MEMBER = re.compile(r"[^\W\d]\w*\.\w+")
_EMPTY_MEMBER = re.compile(r"_*|empty.*|none|blank|free|nothing|e|n")
_STONE_NAMES = (
    r"(player|mark|piece|stone)?x|x(player|mark|piece|stone)|cross",
    r"(player|mark|piece|stone)?o|o(player|mark|piece|stone)|nought|circle",
)
_OF_MARKS = re.compile(r".*(mark|player|cell|symbol|piece|stone|token|square|field|side|tile).*")


@dataclass(frozen=True)
class Constants:
    """The constants in a program's code, as evidence for the marks for X, O and empty cells.

    Attributes:
        everywhere: all of them.
        compared: the constants that are compared, put into lists, assigned, or looked for, as marks are.
        enums: the marks that the program's Enums define, by their names.
        own: the texts that may be marks, in the order of their use.
        watched: the texts that a function was seen to compare with its cells.
        named: the numbers of variables whose names say that they are marks, such as ``HUMAN = -1``, if there are two.
        empty: the marks of empty cells on the boards that the program keeps in variables.
        placed: the texts that the program puts into cells, or compares with cells.
    """

    everywhere: frozenset[str]
    compared: frozenset[str]
    enums: tuple[Marks, ...] = ()
    own: tuple[str, ...] = ()
    watched: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    empty: frozenset[str] = frozenset()
    placed: frozenset[str] = frozenset()

    @classmethod
    def in_tree(cls, tree: ast.AST, space: Mapping[str, Any]) -> "Constants":
        """Return the constants in parsed code. `space` has the values of the program's variables."""
        nodes = list(ast.walk(tree))
        everywhere = [value for node in nodes if (value := _constant(node))]
        letters = [repr(x) for node in nodes if isinstance(node, ast.Constant) for x in _letters(node.value)]
        digits = ["'isdigit'", "'1'", "'0'"] if any(map(_reads_digits, nodes)) else []
        compared = [value for node in nodes for part in _compared(node) if (value := _constant(part))]
        compared += digits + letters
        enums, texts = (*members(space), *_named(space)), [literal_eval(text) for text in compared if text[0] in "'\""]
        own = tuple(dict.fromkeys(text for text in texts if len(text) < _LONGEST))
        named = {_constant(node.value) for node in nodes if isinstance(node, ast.Assign) and _names_a_mark(node)}
        numbers = frozenset(text for text in named if text.lstrip("-").isdigit())
        placed = {part for node in nodes for part in _placed(node, space)}
        return replace(
            cls(frozenset(everywhere + letters), frozenset(compared), enums, own, placed=frozenset(placed)),
            named=numbers if len(numbers) == 2 else frozenset(),
        )

    @classmethod
    def in_function(cls, function: Callable[..., Any]) -> "Constants":
        """Return the constants in the compiled code of a function."""
        values = [*_code_constants(getattr(function, "__code__", None))]
        found = frozenset(map(repr, [*values, *(letter for value in values for letter in _letters(value))]))
        return cls(found, found, tuple(members(getattr(function, "__globals__", {}))))

    def seen(self, compared: Iterable[str]) -> "Constants":
        """Add the constants that a function has compared with cells. The strings among these constants come first."""
        texts = [literal_eval(text) for text in compared if text[0] in "'\""]
        own = tuple(dict.fromkeys([*texts, *self.own]))
        return replace(self, compared=self.compared | {*compared}, own=own, watched=frozenset(texts))

    def _own_marks(self) -> Iterator[Marks]:
        """Yield words and symbols that the program may use as marks for X, O and empty cells, unless it uses common
        marks.
        """
        if any(repr(x) in self.everywhere and repr(o) in self.everywhere for x, o in _STONES[:2]):
            return
        words = [text for text in self.own if text.isalpha() or not text.isascii()]
        likely = sorted(words, key=lambda text: (text not in self.placed, len(text) > 1))
        stones = [text for text in likely if not text.isdigit()][:_MOST_OWN]
        for x, o in permutations(stones, 2):
            yield from ((x, o, empty) for empty in (*stones, None, " ", "", 0, *_TEXTS) if empty not in (x, o))

    def groups(self, *, sparse: bool = False) -> dict[int, list[Marks]]:
        """Return the possible marks for X, O and empty cells, grouped by how much evidence the code gives for them (see
        `support`).

        Args:
            sparse: whether the board contains only the stones, so that the mark of an empty cell never occurs.
        """
        groups: dict[int, list[Marks]] = {3: [], 2: [], 1: [], 0: []}
        for marks in [*self.enums, *MARKS, *self._own_marks()]:
            groups[self.support(marks, sparse=sparse)].append(marks)
        if sparse:  # keep only the first marks with the same stones
            groups = {n: [*{repr(m[:2]): m for m in reversed(group)}.values()][::-1] for n, group in groups.items()}
        return groups

    def support(self, marks: Marks, *, sparse: bool = False) -> int:
        """Return how much evidence the code gives for these marks: 3 or 2 if all of them occur, 1 if some occur,
        otherwise 0.
        """
        if marks in self.enums:
            return 3
        return min(self._found(marks, sparse=sparse), 1 if self.contradicts(marks, sparse=sparse) else 3)

    def contradicts(self, marks: Marks, *, sparse: bool = False) -> bool:
        """Return whether the program's board, or its code for switching players, shows that these marks are wrong."""
        x, o, empty = marks
        if self.empty and not sparse and repr(empty) not in self.empty:
            return True
        turns = [stones for sign, stones in _TURNED.items() if repr(sign) in self.compared]
        if len(placed := self.placed - {empty}) > 1 and not is_member(x) and not placed >= {x, o}:
            return True
        if type(x) is int:
            return {x, o} not in turns if turns else bool(self.named) and {repr(x), repr(o)} != self.named
        return any(stones != {1, 0} for stones in turns) and isinstance(x, str)

    def _found(self, marks: Marks, *, sparse: bool) -> int:
        """Score how many of the marks occur in the code, on the scale of `support`."""
        x, o, empty = marks
        shown = marks[:2] if sparse else marks
        has_stones, has_empty = all(_is_in(mark, self.everywhere) for mark in (x, o)), _is_in(empty, self.everywhere)
        if all(_is_in(mark, self.compared) for mark in shown):
            numbers_and_texts = not isinstance(x, str) and any(_is_in(mark, self.compared) for mark in _TEXTS)
            is_own = isinstance(x, str) and (x, o) not in _STONES
            if is_own and not self.watched & {x, o, empty}:
                return 2
            if type(x) is int and {repr(x), repr(o)} == self.named:
                return 3
            truths = type(x) is int and {"True", "False"} <= self.compared
            return 2 if numbers_and_texts or truths else 3
        if all(_is_in(mark, self.everywhere) for mark in shown):
            return 2
        if (x, o) == ("X", "O") and _is_in(empty, self.compared) and empty in (*_TEXTS, ""):
            return 2  # a function can get the marks of the players as arguments
        return int(has_stones or has_empty)


def _placed(node: ast.AST, space: Mapping[str, Any]) -> Iterator[str]:
    """Yield the strings that code assigns to an item, as in ``board[i] = "red"``, or compares with an item."""
    match node:
        case ast.Assign(targets=[ast.Subscript()], value=part):
            parts = [part]
        case ast.Compare(left=ast.Subscript(), comparators=parts):
            pass
        case _:
            parts = []
    for part in parts:
        value = part.value if isinstance(part, ast.Constant) else space.get(getattr(part, "id", ""))
        if isinstance(value, str) and 0 < len(value) < _LONGEST:
            yield value


def _is_in(mark: Mark, constants: frozenset[str]) -> bool:
    if isinstance(mark, str) and mark in NUMBERED:
        return {"1..": "9", "'1'..": "'1'", "'0'..": "'0'"}.get(mark, "'isdigit'") in constants
    return repr(mark) in constants


def _is_player(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return _PLAYER.fullmatch(name.lower()) is not None


def _turning(node: ast.expr) -> ast.expr:
    """Replace code that computes the other player, such as ``3 - player``, by a constant that names this kind of code.
    Return other code unchanged.
    """
    text = ""
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.Not() as sign, operand=player) if _is_player(player):
            text = "-player" if isinstance(sign, ast.USub) else "not player"
        case ast.BinOp(left=ast.Constant(value=3 | 1 as both), op=ast.Sub(), right=player) if _is_player(player):
            text = f"{both} - player"
    return ast.Constant(text) if text else node


def _names_a_mark(node: ast.Assign) -> bool:
    """Return whether code assigns the mark of a player to a variable such as ``HUMAN``."""
    return any(isinstance(target, ast.Name) and _NAME.fullmatch(target.id.lower()) for target in node.targets)


def _letters(value: object) -> str:
    """Return the letters of a string such as ``"XO"`` or ``"XO_"``, if they may stand for X, O and an empty cell."""
    return value if isinstance(value, str) and len(value) in (2, 3) and not any(map(str.isdigit, value)) else ""


def _reads_digits(node: ast.AST) -> bool:
    """Return whether code checks if a string is a number, or converts a number to a string."""
    return (isinstance(node, ast.Attribute) and node.attr in ("isdigit", "isnumeric", "isdecimal")) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str"
    )


def _constant(node: ast.AST) -> str:
    """Return the repr of a constant, or an empty string for other code."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return f"{'-' * isinstance(node.op, ast.USub)}{node.operand.value!r}"
    if not isinstance(node, ast.Constant) or (type(node.value) is int and node.value.bit_length() > 64):
        return ""
    return repr(node.value)


def _compared(node: ast.AST) -> Sequence[ast.AST]:
    """Return the parts of a syntax node, such as compared values, that may stand for X, O or an empty cell."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return [part for one in (left, *others) for part in (one, *getattr(one, "elts", ()))]
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return parts
        case ast.Dict(keys=keys, values=values):
            return [*filter(None, keys), *values]
        case ast.Return(value=ast.AST() as part):
            return [part]
        case ast.ListComp(elt=part) | ast.Assign(value=part) | ast.AnnAssign(value=ast.AST() as part):
            return [part]
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return [left, right]
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.Call(args=parts):
            turned = [part for part in parts if isinstance(part, ast.UnaryOp)]
            truths = (True, False) if any(isinstance(part.op, ast.Not) for part in turned) else ()
            return [*parts, *map(_turning, turned), *(ast.Constant(truth) for truth in truths)]
        case ast.BinOp(op=ast.Sub()):
            return [_turning(node)]
        case ast.arguments(defaults=parts):
            return parts
        case ast.MatchValue(value=part):
            return [part]
        case ast.MatchSingleton():
            return [ast.Constant(node.value)]
    return []


def _code_constants(code: CodeType | None) -> Iterator[object]:
    for value in code.co_consts if code else ():
        if isinstance(value, CodeType):
            yield from _code_constants(value)
        elif isinstance(value, tuple | frozenset):
            yield from value
        else:
            yield value
            if type(value) is int:  # code such as -player or 3 - player
                yield -value


def is_member(mark: object) -> bool:
    """Return whether a mark is the name of an Enum member, such as ``Mark.X``."""
    return isinstance(mark, str) and _MEMBER.fullmatch(mark) is not None


def member(mark: Mark, space: Mapping[str, Any]) -> Any:
    """Return the Enum member that a mark such as ``Mark.X`` names. Return other marks unchanged."""
    owner, _, name = str(mark).partition(".")
    return getattr(space.get(owner), name, mark) if is_member(mark) else mark


def members(space: Mapping[str, Any]) -> Iterator[Marks]:
    """Yield the marks for X, O and empty cells that the Enums of a module may define, judging by their names.

    An Enum defines marks if its name says so or its members are X and O, and if it has two members besides the members
    for an empty cell.
    """
    for owner, value in list(space.items()):
        if not (isinstance(value, type) and issubclass(value, Enum)) or value.__module__.startswith("noughts."):
            continue
        empty = [part.name for part in value if _EMPTY_MEMBER.fullmatch(part.name.lower())]
        stones = sorted((part for part in value if part.name not in empty), key=_is_o)
        if len(stones) == 2 and (_OF_MARKS.fullmatch(owner.lower()) or [*map(_is_o, stones)] == [False, True]):
            x, o = (f"{owner}.{stone.name}" for stone in stones)
            yield from ((x, o, mark) for mark in ([f"{owner}.{name}" for name in empty] or EMPTY_MARKS))


def _named(space: Mapping[str, Any]) -> Iterator[Marks]:
    """Yield the marks that variables with names such as ``PLAYER_X`` and ``EMPTY`` define."""
    values = {name.lower().replace("_", ""): value for name, value in space.items() if type(value) in (str, int)}
    stones = ([value for name, value in values.items() if re.fullmatch(pattern, name)] for pattern in _STONE_NAMES)
    empty = [value for name, value in values.items() if name and _EMPTY_MEMBER.fullmatch(name)]
    for marks in product(*stones, empty):
        if len({*marks}) == 3:
            yield marks[0], marks[1], marks[2]


def _is_o(stone: Enum) -> bool:
    return stone.name.lower().endswith(("_o", "nought")) or "o" in (stone.name.lower(), str(stone.value).lower())


def read_marks(text: str) -> Marks:
    """Parse marks such as ``XO_``, or marks separated by commas, such as ``1,-1,0``, ``X,O,None`` or ``X,O,1..``.

    Raises:
        NoughtsError: the text does not contain three different marks.
    """
    parts = text.split(",") if "," in text else list(text)
    is_letters = "," not in text and not all(map(str.isdigit, parts[:2]))  # a digit beside a letter counts as a letter
    marks = [part if is_letters and part in parts[:2] else _read_mark(part) for part in parts]
    if len(marks) != 3 or len({repr(mark) for mark in marks}) != 3:
        raise NoughtsError(
            f"invalid marks {short_repr(text, 20)}: expected three marks (for X, O and an empty cell), such as XO_, "
            "1,-1,0 or X,O,1.. for empty cells with the numbers 1, 2 and so on"
        )
    return marks[0], marks[1], marks[2]


def _read_mark(text: str) -> Mark:
    named: dict[str, Mark] = {"None": None, "True": True, "False": False}
    if text in named:
        return named[text]
    if len(text) > 2 and text[0] == text[-1] == "'":  # the mark is a digit as text
        return text[1:-1]
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def write_marks(marks: Marks) -> str:
    """Write marks as text that `read_marks` reads, such as ``XO_`` or ``1,-1,0``."""
    if all(isinstance(mark, str) and len(mark) == 1 and mark not in "0123456789," for mark in marks):
        return "".join(map(str, marks))
    return ",".join(repr(mark) if isinstance(mark, str) and mark.isdigit() else str(mark) for mark in marks)


def mark_words(marks: Sequence[Mark]) -> str:
    """Write marks as they stand in a sentence, such as ``'X', 'O' and ' '``."""
    numbers = {"0..": "the cell's number from 0", "1..": "the cell's number from 1"}
    numbers |= {f"'{key[0]}'..": f"{value} as text" for key, value in numbers.items()}
    words = [numbers.get(str(mark)) or (str(mark) if is_member(mark) else repr(mark)) for mark in marks]
    return f"{', '.join(words[:-1])} and {words[-1]}"
