"""How to call a user's function, as one line of Python such as ``best_move(rows, player)``.

The call can use the names of the program and the names in `noughts.grading.user_code.names`. Several statements can be
separated by semicolons, as in ``board = rows; best_move()``: the last one is the answer, and an assignment sets a
variable of the program.
"""

import ast
import builtins
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from random import Random
from types import CodeType
from typing import Any, TypeAlias

from noughts.grading.user_code.answers import READINGS, reading_mistakes
from noughts.grading.user_code.limits import FAILURES
from noughts.grading.user_code.marks import Marks, mark_words, member
from noughts.grading.user_code.names import NAMES, Names
from noughts.grading.user_code.spy import Notes
from noughts.grading.user_code.windows import WaitsForAnswer
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Player
from noughts.rules.position import Position

Code: TypeAlias = tuple[CodeType | None, CodeType, list[str], set[str]]
BOARDS = {"rows", "cells", "text", "empty"}
"""The names of values that contain the mark of an empty cell."""
_LONGEST = 1_000  # characters of a call
_LONGEST_MARK = 20
_PLAIN = {"player", "opponent", "size", "depth", "is_x"}  # names of values that can be compared


@dataclass(frozen=True)
class Call:
    """A way to call a function and to read the move from its answer.

    Attributes:
        text: the call as Python.
        marks: the marks for X, O and an empty cell.
        plays: None if the function plays both sides. Otherwise it always plays this side. When the other side is to
            move, it gets the board with the colours exchanged.
        reading: how the move is read from the answer, a key of `READINGS`, in which ``{}`` stands for the call.
        turn: the only side for which the program's own game calls the function, counting the side that begins as X.
            None if the game calls the function for both sides, or if this is not known.
    """

    text: str
    marks: Marks
    plays: Player | None = None
    reading: str = "{}"
    turn: Player | None = None

    @property
    def expression(self) -> str:
        """The call and the way to read the move from its answer, as Python such as ``best_move(rows, player)[1]``."""
        before, semicolon, last = self.text.rpartition("; ")
        return before + semicolon + self.reading.format(last)

    @property
    def words(self) -> str:
        """The call and the marks for X, O and empty cells, in words that fit into a sentence."""
        words = self.expression + (f" with {mark_words(self.shown)}" if self.shown else "")
        return words + (f"; it always plays {self.plays}" if self.plays else "")

    @property
    def shown(self) -> tuple[Any, ...]:
        """The marks that the function gets for X, O and empty cells. A board that lists only the stones needs fewer
        marks.
        """
        if not is_sparse(self.text):
            return self.marks
        return self.marks[:2] if {"stones", "player", "opponent"} & set(_names_in(self.text)) else ()

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The mistakes in the form of the function's answers. The function is graded as if these mistakes were
        corrected.
        """
        counts_from_1 = any(sign in self.text for sign in ("+ 1", ", 1)", "[empty")) or str(self.marks[2])[-4:-2] == "1"
        return reading_mistakes(self.reading, natural=counts_from_1 or "1" in str(self.marks[2])[:2])

    def seen(self, position: Position) -> Position:
        """Return the position to pass to the function. If the function always plays the other side, the colours are
        exchanged.
        """
        if self.plays in (None, position.turn):
            return position
        return Position(position.game, position.o, position.x, position.turn.other)

    def to_data(self) -> list[Any]:
        """Return the call as JSON data."""
        sides = [side and side.value for side in (self.plays, self.turn)]
        return [self.text, list(self.marks), *sides, self.reading]

    @classmethod
    def from_data(cls, data: list[Any]) -> "Call":
        """Return the call that JSON data describes. The data is checked, because a user's process may have forged it.

        Raises:
            NoughtsError, TypeError, ValueError: the data describes no valid call.
        """
        text, (x, o, empty), plays, turn, reading = data
        if not (isinstance(text, str) and len(text) <= _LONGEST and reading in READINGS):
            raise ValueError("the data has no valid call")
        parse_call(text)
        if not all(mark is None or isinstance(mark, str | int) for mark in (x, o, empty)):
            raise ValueError("the data has invalid marks")
        if any(len(str(mark)) > _LONGEST_MARK for mark in (x, o, empty)):
            raise ValueError("the data has a mark that is too long")
        sides = [Player(side) if side else None for side in (plays, turn)]
        return cls(text, (x, o, empty), sides[0], reading, sides[1])


def is_sparse(text: str) -> bool:
    """Return whether the boards in a call list only the stones, without the empty cells."""
    return not BOARDS & set(_names_in(text))


def parse_call(text: str) -> list[ast.stmt]:
    """Return the statements of a call. The last statement is an expression.

    Raises:
        NoughtsError: the text is not a call.
    """
    if len(text) > _LONGEST:
        raise NoughtsError(f"the call {short_repr(text, 60)} is too long: expected at most {_LONGEST:,} characters")
    try:
        found = ast.parse(text.strip()).body
        compile(text.strip(), "<call>", "exec")  # compiling finds more errors, such as await outside functions
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = getattr(error, "msg", "") or "it is not Python"
        raise NoughtsError(f"cannot read the call {short_repr(text, 60)}: {why}") from None
    if not (found and isinstance(found[-1], ast.Expr)):
        raise NoughtsError(
            f"the call {short_repr(text, 60)} has no answer: expected an expression, as in best_move(rows, player)"
        )
    return found


def _names_in(text: str) -> list[str]:
    return [node.id for part in parse_call(text) for node in ast.walk(part) if isinstance(node, ast.Name)]


class Program:
    """A user's program: its variables, and a way to run calls that use them.

    A name that is called is a function or a class of the program, even if it is also the name of a value.

    Args:
        space: the variables.
        objects: objects that calls have made, which are kept as in a game.
    """

    def __init__(self, space: dict[str, Any]) -> None:
        self.space = space
        self.objects: dict[str, Any] = {}
        self.notes = Notes()  # the notes on the last call
        self._code: dict[str, Code] = {}

    def run(
        self, call: Call, position: Position, random: Random, printed: Callable[[], str] = str
    ) -> tuple[Any, Names]:
        """Call the function in a position. Return the answer, and the values of the names in the call. Errors are not
        caught.
        """
        before, last, used, assigned = self.code(call.text)
        x, o, empty = (member(mark, self.space) for mark in call.marks)
        names = Names(call.seen(position), (x, o, empty), random, printed)
        scope = {
            **self.space,
            **{name: names[name] for name in used},
            "__once__": self._once,
            "once": self._once,
            "new": lambda kind, *arguments, **more: kind(*arguments, **more),
            "__copy__": self._copy,
            "__own__": _Variables(self.space),
        }
        self.notes = names.notes
        kept = {name: self.space[name] for name in assigned if name in self.space}
        try:
            try:
                if before:
                    exec(before, scope)
            except (WaitsForAnswer, SystemExit) as error:  # the move may be on the board
                names.ended = error
            try:
                return eval(last, scope), names
            except WaitsForAnswer:
                return None, names
        finally:
            for name in assigned - {*kept}:
                self.space.pop(name, None)
            self.space.update(kept)  # the variable may not be the board, and another function may need it

    def code(self, text: str) -> Code:
        """Return the compiled code of a call, from a cache if possible; see `_compile`."""
        if text not in self._code:
            self._code[text] = self._compile(text)
        return self._code[text]

    def _compile(self, text: str) -> Code:
        """Compile a call. Return the code before the last statement, the code of the last statement, and the names that
        the call reads and sets.

        Raises:
            NoughtsError: the text is not a call.
        """
        *before, last = parse_call(text)
        assert isinstance(last, ast.Expr)
        edit = _Edit(self.space, ast.parse(text))
        module = ast.fix_missing_locations(edit.visit(ast.Module([*before], [])))
        answer = ast.fix_missing_locations(edit.visit(ast.Expression(last.value)))
        names = [node for part in (module, answer) for node in ast.walk(part) if isinstance(node, ast.Name)]
        used = list(dict.fromkeys(node.id for node in names if node.id in NAMES))
        bound = {node.id for node in names if _binds(node)}
        bound |= {node.arg for part in (module, answer) for node in ast.walk(part) if isinstance(node, ast.arg)}
        known = {*self.space, *NAMES, *vars(builtins), "__once__", "__copy__", "__own__", "once", "new", *bound}
        if unknown := [node.id for node in names if node.id not in known]:
            raise NoughtsError(
                f"the call {short_repr(text, 60)} uses the unknown name {unknown[0]}: expected a name from the program "
                f"or one of {', '.join(name for name in NAMES if name != 'spy')}"
            )
        code = compile(module, "<call>", "exec") if before else None
        return code, compile(answer, "<call>", "eval"), used, edit.own

    def _once(self, make: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Make an object or call a function once for equal arguments, and return the cached result after that."""
        key = repr((make.__name__, arguments, more))
        if key not in self.objects:
            self.objects[key] = make(*arguments, **more)
        return self.objects[key]

    def _copy(self, thing: Any) -> Any:
        """Return a copy of an object, so that calls do not leave data in the original."""
        with suppress(*FAILURES):
            thing = copy(thing)
        self.objects["the copy"] = thing
        return thing


def _binds(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


class _Variables:
    """The variables of a program as attributes of an object, which code can read and set."""

    def __init__(self, space: dict[str, Any]) -> None:
        self.__dict__ = space


class _Edit(ast.NodeTransformer):
    """Edits a call so that it uses the current values of the program's variables, and makes each object only once."""

    def __init__(self, space: Mapping[str, Any], tree: ast.AST) -> None:
        nodes = list(ast.walk(tree))
        self.bound = {node.id for node in nodes if isinstance(node, ast.Name) and _binds(node)}
        self.bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        targets = [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
        self.space, self.own = space, {target.id for target in targets if isinstance(target, ast.Name)}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        is_variable = node.id in self.space and node.id not in NAMES and not callable(self.space[node.id])
        is_own = node.id in self.own or (is_variable and not _binds(node) and node.id not in self.bound)
        return ast.Attribute(ast.Name("__own__", ast.Load()), node.id, node.ctx) if is_own else node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        node.targets = [self.visit(target) for target in node.targets]
        own, self.own = (
            self.own,
            self.own - set(NAMES),
        )  # in ``player = player``, a variable gets a value of the position
        node.value = self.visit(node.value)
        self.own = own
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "__once__":
            # the variable gets the position's board
            node.value = ast.Call(ast.Name("__copy__", ast.Load()), [node.value], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and callable(made := self.space.get(node.func.id))):
            return node
        # the name of a function, not of a value
        node.func = ast.Attribute(ast.Name("__own__", ast.Load()), node.func.id, ast.Load())
        parts = [*node.args, *(word.value for word in node.keywords)]
        if isinstance(made, type) and all(map(_is_plain, parts)):
            return ast.Call(ast.Name("__once__", ast.Load()), [node.func, *node.args], node.keywords)
        return node


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in _PLAIN)


def placing(text: str) -> str:
    """Change a call so that its result is the board that it passed to the function. If it passed no board, return an
    empty string.
    """
    *before, last = ast.parse(text).body
    for statement in before:
        if isinstance(statement, ast.Assign) and _has_board(statement.value):
            return f"{text}; {ast.unparse(statement.targets[0])}"
    called = [node for node in ast.walk(last) if isinstance(node, ast.Call)]
    for call in called:
        for number, argument in enumerate(call.args):
            is_made = isinstance(argument, ast.Call) and ast.unparse(argument.func) not in ("dict", "list", "array")
            if _has_board(argument) and not is_made and not isinstance(argument, ast.Tuple):
                call.args[number] = ast.Name("b", ast.Load())
                return "; ".join([*map(ast.unparse, before), f"b = {ast.unparse(argument)}", ast.unparse(last), "b"])
    return ""


def _has_board(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id in ("rows", "cells") for part in ast.walk(node))
