"""Find the truth about the programs in `programs/` by brute force, without any code of noughts.

    python tests/grading/brute_force.py                  count the mistakes of all programs
    python tests/grading/brute_force.py magic_square.py  of these programs
    python tests/grading/brute_force.py --check          compare the counts with `truth.toml`

In `truth.toml`, `call` says how a program is called as its author meant. It is a Python expression that may use the
names of the program. These names stand for the position:

    rows, cells, text, array     nested lists, a flat list, a string, a NumPy array, with the marks of `marks`
    numbered, numbered0          as `cells`, but empty cells hold their numbers 1–9 or 0–8
    dict, sparse, pairs          {key: mark} of all cells, {key: mark} of the stones, [(key, mark)] of the stones
    xs, os, mine, theirs, moves  lists of keys: the stones of a player, the empty cells
    history                      a list of keys: the moves so far, X first
    player, opponent             the marks of the player to move and of the other player
    is_x, turn                   whether X is to move; "X" or "O"
    depth, alpha, beta, size     the number of empty cells, -infinity, infinity, 3

`keys` has the keys of the nine cells, 0–8 unless given. `marks` and `keys` are Python expressions, too. `x.board :=
rows` sets an attribute before the call. `slow_wins` and `quick_losses` count moves that keep the result but not the
distance to it. `changes` counts the positions in which the program changes the board that it was given.

A program that plays one side only has a `side`. Its counts cover the positions in which this side is to move. The
counts in `swapped` cover all positions, where the stones of the player to move always have the mark of `side`. A
program that is random is asked 30 times for each position.
"""

import __future__

import ast
import builtins
import contextlib
import copy
import io
import itertools
import json
import math
import multiprocessing
import os
import random
import re
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

PROGRAMS = Path(__file__).parent / "programs"
STUDENTS = Path(__file__).parents[1] / "students"  # has the programs whose names begin with "variants/"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
REPEATS = 30  # how often a random program is asked for a position
COUNTS = ("positions", "faults", "illegal", "errors")
OPTIONAL_COUNTS = ("endless", "slow_wins", "quick_losses", "changes")

Board = str
"""Nine characters "X", "O" or " ". The player to move is another string, "X" or "O"."""


@cache
def winner(board: Board) -> str | None:
    """Return the winner, "=" for a full board, or None while the game goes on."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None if " " in board else "="


@cache
def score(board: Board, turn: str) -> int:
    """Return the score for the player to move: a large one for an early win, a negative one for a loss."""
    result = winner(board)
    if result:
        return 0 if result == "=" else (1 + board.count(" ")) * (1 if result == turn else -1)
    return max(-score(put(board, cell, turn), other(turn)) for cell in empty(board))


def other(turn: str) -> str:
    return "O" if turn == "X" else "X"


def empty(board: Board) -> list[int]:
    return [cell for cell in range(9) if board[cell] == " "]


def put(board: Board, cell: int, turn: str) -> Board:
    return board[:cell] + turn + board[cell + 1 :]


@cache
def positions() -> tuple[tuple[Board, str], ...]:
    """Return the 4,520 unfinished positions that legal play reaches when X begins, in order of their stones."""
    found: dict[tuple[Board, str], None] = {(" " * 9, "X"): None}
    waiting = list(found)
    for board, turn in waiting:  # grows while it is read
        for cell in empty(board):
            after = put(board, cell, turn), other(turn)
            if after not in found and not winner(after[0]):
                found[after] = None
                waiting.append(after)
    return tuple(waiting)


# Loading: the definitions of a program, without its game.


class EndlessError(BaseException):
    """A program needed too much time."""


class Anything:
    """Stand in for every class, function and constant of pygame and tkinter."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *_: Any, **__: Any) -> Any:
        return Anything()


class Screen(ModuleType):
    """A module such as pygame or tkinter, whose names are all `Anything`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []  # it has modules, such as tkinter.messagebox

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything


def no_input(*_: Any) -> str:
    raise EOFError("input() was called")


def no_exit(status: int = 0) -> None:
    raise SystemExit(status)


@contextlib.contextmanager
def contained(seconds: float) -> Iterator[io.StringIO]:
    """Run a program's code: without input, with its output in the result, for a limited time."""

    def stop(*_: Any) -> None:
        raise EndlessError

    before, exits, out = dict(vars(builtins)), os._exit, io.StringIO()
    builtins.input, os._exit = no_input, no_exit  # type: ignore[assignment]
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            yield out
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        vars(builtins).update(before)
        os._exit = exits


def path_of(name: str) -> Path:
    return (STUDENTS if name.startswith("variants/") else PROGRAMS) / name


def source(path: Path) -> list[str]:
    """Return the code of a program, in the parts that are run one after the other."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return [text]
    cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    lines = [[line for line in cell.split("\n") if line.strip()] for cell in cells if not cell.startswith("%%")]
    return [
        "\n".join(line for line in cell if line.strip()[0] not in "%!?" and not line.endswith("?")) for cell in lines
    ]


@contextlib.contextmanager
def importing(modules: dict[str, ModuleType], folder: Path) -> Iterator[None]:
    """Let imports find these modules, and the files of a folder where no other module has the name."""
    names = {*modules, *(file.stem for file in folder.glob("*.py"))}
    before = {name: sys.modules[name] for name in names & set(sys.modules)}
    sys.modules.update(modules)
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def load(path: Path) -> ModuleType:
    """Run the statements of a program one by one, except `while` loops and statements that fail."""
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    screens = {name: Screen(name) for name in ("pygame", "pygame.locals", "tkinter", "tkinter.messagebox")}
    flags = 0
    with importing({path.stem: module, **screens}, path.parent):  # a dataclass looks for its module
        for part in source(path):
            try:
                statements = ast.parse(part).body
            except SyntaxError:
                if path.suffix == ".py":
                    raise
                continue
            for statement in statements:
                if isinstance(statement, ast.While):
                    continue
                code = compile(ast.Module([statement], []), str(path), "exec", flags, dont_inherit=True)
                flags |= code.co_flags & __future__.annotations.compiler_flag
                with contextlib.suppress(Exception, SystemExit, EndlessError), contained(20):
                    exec(code, vars(module))
    return module


# Calling.


class Sets(ast.NodeTransformer):
    """Turn `name := value` into a call that also sets the global variables and attributes of the program."""

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("set_to", ast.Load()), [ast.Constant(node.target.id), node.value], [])


@cache
def compiled(call: str) -> Any:
    dotted = re.sub(r"[\w.]+(?= :=)", lambda found: found[0].replace(".", "__dot__"), call)
    return compile(ast.fix_missing_locations(Sets().visit(ast.parse(dotted, mode="eval"))), call, "eval")


def forms(board: Board, turn: str, marks: dict[str, Any], keys: list[Any]) -> dict[str, Any]:
    """Return the position under each name that a call may use."""
    cells = [marks[mark] for mark in board]
    xs, os_ = ([keys[i] for i in range(9) if board[i] == mark] for mark in "XO")
    history = [key for pair in itertools.zip_longest(xs, os_) for key in pair if key is not None]
    return {
        "rows": [cells[0:3], cells[3:6], cells[6:9]],
        "cells": list(cells),
        "text": "".join(map(str, cells)),
        "numbered": [i + 1 if board[i] == " " else cells[i] for i in range(9)],
        "numbered0": [i if board[i] == " " else cells[i] for i in range(9)],
        "dict": dict(zip(keys, cells, strict=True)),
        "sparse": {keys[i]: cells[i] for i in range(9) if board[i] != " "},
        "pairs": [(keys[i], cells[i]) for i in range(9) if board[i] != " "],
        "xs": xs,
        "os": os_,
        "mine": list(xs if turn == "X" else os_),
        "theirs": list(os_ if turn == "X" else xs),
        "moves": [keys[i] for i in empty(board)],
        "history": history,
        "player": marks[turn],
        "opponent": marks[other(turn)],
        "is_x": turn == "X",
        "turn": turn,
        "depth": board.count(" "),
        "alpha": -math.inf,
        "beta": math.inf,
        "size": 3,
        "SimpleNamespace": SimpleNamespace,
    }


def flat(board: Any) -> list[Any]:
    """Return the nine marks of a board in any form; the first of ten is not used."""
    if hasattr(board, "values"):
        board = list(board.values())
    if hasattr(board, "ravel"):
        board = board.ravel()
    cells = [mark for row in board for mark in (row if len(board) == 3 else [row])]
    return cells[-9:]


def new_stone(after: Any, names: dict[str, Any], board: Board) -> int | None:
    """Return the cell that a program has filled."""
    marks = flat(after)
    stones = [i for i in range(9) if board[i] != " " and marks[i] != names["cells"][i]]
    new = [i for i in empty(board) if marks[i] == names["player"]]
    return new[0] if len(new) == 1 and not stones else None


def pair(row: Any, column: Any) -> int | None:
    return int(3 * row + column) if 0 <= row < 3 and 0 <= column < 3 else None


READERS: dict[str, Callable[[Any], Any]] = {
    "index": lambda a: a,
    "index1": lambda a: a - 1,
    "pair": lambda a: pair(a[0], a[1]),
    "pair1": lambda a: pair(a[0] - 1, a[1] - 1),
    "column_row": lambda a: pair(a[1], a[0]),
    "column_row1": lambda a: pair(a[1] - 1, a[0] - 1),
    "score_index": lambda a: a[1],
    "index_score": lambda a: a[0],
    "score_pair": lambda a: pair(*a[1]),
    "pair_score": lambda a: pair(*a[0]),
    "row_column_score": lambda a: pair(a[0], a[1]),
    "score_row_column": lambda a: pair(a[1], a[2]),
    "dict_row_column": lambda a: pair(a["row"], a["column"]),
    "dict_row_col": lambda a: pair(a["row"], a["col"]),
    "dict_row_col1": lambda a: pair(a["row"] - 1, a["col"] - 1),
    "dict_x_y": lambda a: pair(a["y"], a["x"]),
    "dict_move": lambda a: a["move"],
    "attributes_row_col": lambda a: pair(a.row, a.col),
    "attributes_x_is_row": lambda a: pair(a.x, a.y),
    "bit": lambda a: a.bit_length() - 1,
    "digit": lambda a: int(a) - 1,
}


def cell_of(answer: Any, answers: str, names: dict[str, Any], board: Board) -> int | None:
    """Return the cell of an answer, or None if it is not the answer of a legal move."""
    if answers in ("key", "name"):
        keys = list(names["dict"])
        cell = keys.index(answer) if answer in keys else None
    elif answers == "board_after":
        cell = new_stone(answer, names, board)
    elif answer is None:
        return None
    else:
        cell = READERS[answers](answer)
    return None if cell is None or cell not in range(9) or board[int(cell)] != " " else int(cell)


class Program:
    """A program of the corpus, called as `truth.toml` says."""

    def __init__(self, name: str, entry: dict[str, Any]) -> None:
        self.entry = entry
        self.module = load(path_of(name))
        env = vars(self.module)
        self.marks = dict(zip("XO ", eval(entry["marks"], env), strict=True))
        self.keys = list(eval(entry.get("keys", "range(9)"), {}))
        self.names: dict[str, Any] = {}
        self.out = ""

    def ask(self, board: Board, turn: str) -> Any:
        """Call the program, and return its answer."""
        names = forms(board, turn, self.marks, self.keys)
        if "array" in self.entry["call"]:
            import numpy  # for the programs that need it

            names["array"] = numpy.array(names["rows"])
        env = {**vars(self.module), **names}

        def set_to(name: str, value: Any) -> Any:
            first, *rest = name.split("__dot__")
            if not rest:
                env[first] = vars(self.module)[first] = value
            else:
                of = env[first]
                for attribute in rest[:-1]:
                    of = getattr(of, attribute)
                setattr(of, rest[-1], value)
            return value

        env["set_to"] = set_to
        self.names = names
        with contained(self.entry.get("limit", 60)) as out:
            try:
                return eval(compiled(self.entry["call"]), env)
            finally:
                self.out = out.getvalue()

    def count(self, board: Board, turn: str, found: Counter[str], stones: str = "") -> None:
        """Ask for a move, and count the mistake that it makes."""
        found["positions"] += 1
        given = (board if turn == stones else board.translate({88: 79, 79: 88}), stones) if stones else (board, turn)
        kinds: Counter[str] = Counter()
        for _ in range(REPEATS if self.entry.get("random") else 1):
            try:
                answer = self.ask(*given)
                cell = cell_of(answer, self.entry["answers"], self.names, board)
            except (Exception, SystemExit):
                kinds["errors"] += 1
                continue
            except EndlessError:
                kinds.update(errors=1, endless=1)
                continue
            kinds[self.kind(board, turn, cell)] += 1
            if self.entry["answers"] != "board_after":
                kinds["changes"] += self.changed(*given)
        found.update({kind: 1 for kind in kinds if kinds[kind]})

    def kind(self, board: Board, turn: str, cell: int | None) -> str:
        if cell is None:
            return "illegal"
        best, got = score(board, turn), -score(put(board, cell, turn), other(turn))
        if (best > 0) - (best < 0) != (got > 0) - (got < 0):
            return "faults"
        return "right" if best == got else "slow_wins" if best > 0 else "quick_losses"

    def changed(self, board: Board, turn: str) -> bool:
        """Return whether the program has changed the board that it was given."""
        now = forms(board, turn, self.marks, self.keys)
        return any(self.names[name] != now[name] for name in ("rows", "cells", "dict", "sparse", "xs", "os", "history"))


def truth(name: str, entry: dict[str, Any], sample: slice = slice(None)) -> dict[str, Any]:
    """Count the mistakes of a program in all positions, or in a sample."""
    random.seed(0)
    program, side, found = Program(name, entry), entry.get("side"), Counter[str]()
    for board, turn in positions()[sample]:
        if side in (None, turn):
            program.count(board, turn, found)
    counts: dict[str, Any] = counts_of(found)
    if side:
        swapped = Counter[str]()
        for board, turn in positions()[sample]:
            program.count(board, turn, swapped, side)
        counts["swapped"] = counts_of(swapped)
    return counts


def counts_of(found: Counter[str]) -> dict[str, int]:
    return {kind: found[kind] for kind in COUNTS + OPTIONAL_COUNTS if kind in COUNTS or found[kind]}


def unsuitable(name: str, entry: dict[str, Any]) -> str:
    """Return why a program cannot be judged: the same word in every position of a sample."""
    path = path_of(name)
    if not any(isinstance(node, FUNCTIONS) for part in source(path) for node in ast.walk(ast.parse(part))):
        return "no function"
    program = Program(name, {**entry, "answers": "index"})
    reasons = {reason(program, board, turn) for board, turn in positions()[-1::-300]}
    return " or ".join(sorted(reasons))


def reason(program: Program, board: Board, turn: str) -> str:
    try:
        answer = program.ask(board, turn)
    except EndlessError:
        return "endless"
    except RecursionError:
        return "recursion"
    except SystemExit:
        return "exits"
    except EOFError:
        return "input"
    except Exception:
        return "crashes"
    if hasattr(answer, "__next__"):
        return "yields"
    if hasattr(answer, "cr_await"):
        answer.close()
        return "async"
    if answer is None:
        return "prints" if program.out else "none"
    if program.entry["reason"] == "scores":
        scores = flat_scores(answer)
        return "scores" if all(-1 <= value <= 1 for value in scores) else "moves"
    return "moves"


def flat_scores(answer: Any) -> list[float]:
    """Return the scores in the answer of a program: one, or one for each cell."""
    if hasattr(answer, "values"):
        return list(answer.values())
    return [value for value in (answer if isinstance(answer, list) else [answer]) if value is not None]


def expected(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: entry[key] for key in (*COUNTS, *OPTIONAL_COUNTS, "swapped", "reason") if key in entry}


def measured(item: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any], float]:
    name, entry = item
    start = time.perf_counter()
    if entry["verdict"] == "unsuitable":
        return name, {"reason": unsuitable(name, entry)}, time.perf_counter() - start
    return name, truth(name, entry), time.perf_counter() - start


def entries() -> dict[str, dict[str, Any]]:
    """Return the table of each program in `truth.toml`."""
    return copy.deepcopy(_entries())


@cache
def _entries() -> dict[str, dict[str, Any]]:
    return tomllib.loads((PROGRAMS / "truth.toml").read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    names = [argument for argument in arguments if not argument.startswith("-")]
    chosen = {name: entry for name, entry in entries().items() if not names or name in names}
    wrong = 0
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        for name, counts, seconds in pool.imap(measured, chosen.items()):
            if "--check" not in arguments:
                print(f"{name}: {json.dumps(counts)} in {seconds:.1f} s", flush=True)
            elif counts != expected(chosen[name]):
                wrong += 1
                print(f"{name}: brute force counts {counts}, truth.toml says {expected(chosen[name])}", flush=True)
    if "--check" in arguments:
        print(f"{len(chosen)} programs, {wrong} with other counts than in truth.toml.")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
