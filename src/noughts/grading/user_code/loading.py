"""Run a user's file as a module. Some statements, such as a loop with ``input()``, can be left out."""

import ast
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from inspect import isabstract
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.limits import FAILURES, InputAsked, Stopped, error_words, stage, time_limit
from noughts.grading.user_code.marks import Constants
from noughts.grading.user_code.source import Source, read_source, syntax_error
from noughts.grading.user_code.windows import no_windows
from noughts.rules.errors import NoughtsError, cut, short_repr

FILES = (".py", ".ipynb")
"""The endings of the files that can hold a user's function, in lower case. Upper case is accepted, too."""

WINDOWS = {
    "kivy",
    "pyglet",
    "arcade",
    "PyQt5",
    "PyQt6",
    "PySide6",
    "wx",
}
"""Modules that show windows, which no program needs to choose a move."""
WEAK = re.compile(r".*(random|human|dumb|easy|stupid|manual|zufall|aleatori|hasard|rastgele|losow).*")
"""A pattern for the names of weak players, in lower case."""
_SECONDS = 10.0  # seconds of processor time for a statement at the top level
_ABSENT = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'")
_KEPT = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom),
    *(ast.Assign, ast.AnnAssign, ast.AugAssign),
)


@dataclass(frozen=True)
class Loaded:
    """A user's file after it has run.

    Attributes:
        source: the code.
        module: the module.
        skipped: for the number of each statement that was left out, the reason.
        text: the code of the file and of the modules that it imports from its own folder.
    """

    source: Source
    module: ModuleType
    skipped: Mapping[int, str]
    text: str

    @cached_property
    def constants(self) -> Constants:
        """The constants in the code of a file and of the modules that the file imports from its own folder."""
        try:
            tree: ast.AST = ast.parse(self.text)
        # the module may be written for another version of Python
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            tree = self.source.tree
        return Constants.in_tree(tree, vars(self.module))

    @property
    def left_out(self) -> tuple[str, ...]:
        """Descriptions of the statements that were left out, such as ``line 9: name = input() (it asks for input)``."""
        statements = self.source.tree.body
        shown = [_shown(self.source, statements[number], why) for number, why in sorted(self.skipped.items())]
        return (*self.source.left_out, *shown)

    @property
    def absent(self) -> str:
        """The modules that the file could not import, such as ``lines, rules``, or an empty string."""
        names = [name for why in self.skipped.values() for name in _ABSENT.findall(why)]
        return ", ".join(dict.fromkeys(names))

    def again(self) -> "Loaded":
        """Run the file again as a new module, without the statements that were left out."""
        skipped = dict(self.skipped)
        module, text = _run(self.source, skipped)
        return Loaded(self.source, module, skipped, text)

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions and methods that the file defines, keyed by name: ``best_move`` or ``Player.best_move``."""
        found: dict[str, Callable[..., Any]] = {}
        for name, value in vars(self.module).items():
            if getattr(value, "__module__", None) != self.module.__name__:
                continue
            # the function may have a decorator such as cache
            if isinstance(getattr(value, "__wrapped__", value), FunctionType):
                found[name] = value
            elif isinstance(value, type):
                below: list[type] = type.__subclasses__(value)
                lower = [one for one in below if not WEAK.fullmatch(one.__name__.lower())]
                if vars(value).get("_is_protocol") or (below and isabstract(value)):
                    continue  # this class has no objects
                overridden = {key for owner in lower for key in vars(owner)}
                found |= {f"{name}.{key}": method for key, method in methods(value).items() if key not in overridden}
        return found


def methods(owner: type) -> dict[str, Callable[..., Any]]:
    """Return the public methods of a class and its bases, except methods from other modules."""
    names = [name for name in dir(owner) if not name.startswith("__")]
    kinds = FunctionType | MethodType  # class methods have the second type
    found = {name: value for name in names if isinstance(value := getattr(owner, name, None), kinds)}
    return {name: v for name, v in found.items() if v.__module__ == owner.__module__ and not _is_abstract(v)}


def _is_abstract(method: Callable[..., Any]) -> bool:
    return getattr(method, "__isabstractmethod__", False)


def split_name(text: str) -> tuple[Path, str]:
    """Split ``file.py:function`` into the absolute path of the file and the function's name, which may be empty.

    Raises:
        NoughtsError: the text does not have this form, or the path is invalid.
    """
    file, _, name = text.strip().rpartition(":")
    if text.strip().lower().endswith(FILES):
        file, name = text.strip(), ""
    if not file.lower().endswith(FILES):
        raise NoughtsError(
            f"invalid function name {short_repr(text)}: expected file.py:function, such as mine.py:best_move"
        )
    try:
        return Path(file).expanduser().absolute(), name.strip()
    except FileNotFoundError:
        raise NoughtsError(f"cannot find {short_repr(file)}: the current folder has been deleted") from None
    except (OSError, RuntimeError) as error:
        raise NoughtsError(f"invalid path {short_repr(file)}: {error}") from None


def load(path: Path) -> Loaded:
    """Run a file as a new module.

    If a statement fails, the file runs again without that statement. Of the statements after it, only definitions,
    imports and assignments run.

    Raises:
        NoughtsError: the file cannot be read.
    """
    source = read_source(path)
    if source.imports_noughts and (path.parent / "noughts.py").is_file():
        raise NotGradable(
            f"{path.name} imports noughts.py from its own folder, but noughts is the grader's name: rename it",
            "import",
        )
    skipped: dict[int, str] = {}
    module, text = _run(source, skipped, stop=True)
    if skipped:
        (failed,) = skipped
        later = enumerate(source.tree.body[failed + 1 :], failed + 1)
        why = f"it follows {source.place(source.tree.body[failed].lineno)}"
        skipped |= {number: why for number, statement in later if not isinstance(statement, _KEPT)}
        module, text = _run(source, skipped)
    return Loaded(source, module, skipped, text)


def missing(loaded: Loaded, name: str) -> NotGradable:
    """Return the error for a file that does not contain a function with the given name, or any function at all."""
    file, own = loaded.source.path.name, list(loaded.functions)
    because = f" (left out: {'; '.join(loaded.left_out[:3])})" if loaded.left_out else ""
    if own and loaded.absent and not name:
        return unimported(loaded, f"its functions are {', '.join(own[:20])}{', …' if len(own) > 20 else ''}")
    if not own:
        return NotGradable(
            f"{file} defines no functions: expected one that takes a board and returns a move{because}", "no-program"
        )
    problem = f"{file} has no function {short_repr(name)}" if name else f"no function in {file} chooses moves"
    words = f"{problem}: its functions are {', '.join(own[:20])}{', …' if len(own) > 20 else ''}{because}"
    return NotGradable(words, "no-program")


def unimported(loaded: Loaded, words: str) -> NotGradable:
    """Return the error for a file that cannot be used because some modules could not be imported.

    Args:
        loaded: the file.
        words: what went wrong without them.
    """
    if {*loaded.absent.split(", ")} <= WINDOWS:
        return NotGradable(f"{words} (without {loaded.absent}, which is not needed to choose a move)", "window")
    way = "grade it with noughts on a computer that has it" if sys.platform == "emscripten" else "install it"
    return NotGradable(
        f"{loaded.source.path.name} cannot import {loaded.absent}: put what it imports beside the file, or {way} "
        f"({words})",
        "import",
    )


def _run(source: Source, skipped: dict[int, str], *, stop: bool = False) -> tuple[ModuleType, str]:
    """Run the statements of a file as a new module. Return the module, and the code of the modules imported from its
    folder.

    Args:
        source: the code.
        skipped: for the number of each statement that does not run, the reason. Statements that fail are added.
        stop: whether to stop at the first statement that fails.
    """
    path = source.path
    module = ModuleType(f"user_code_{path.stem}")
    module.__file__ = str(path)
    with staged(module, 0) as texts:
        for number, statement in enumerate(source.tree.body):
            try:
                code = compile(ast.Module([statement], []), str(path), "exec", source.flags, dont_inherit=True)
            # for example, the code has a return outside functions
            except (SyntaxError, RecursionError, MemoryError) as error:
                raise syntax_error(path, error) from None
            if number in skipped:
                continue
            try:
                with stage(path), time_limit(_SECONDS):
                    exec(code, vars(module))
            except FAILURES as error:
                skipped[number] = _why(error)
                if stop:
                    break
    return module, "\n".join([source.text, *texts])


def _why(error: BaseException) -> str:
    if isinstance(error, InputAsked):
        return "it asks for input"
    if isinstance(error, Stopped):
        return f"it takes more than {_SECONDS:g} seconds"
    if isinstance(error, SystemExit):
        return "it ends the program"
    return error_words(error, None)


def _shown(source: Source, statement: ast.stmt, why: str) -> str:
    """Describe a statement that was left out: its place, its first line, and the reason."""
    first, *_ = (ast.get_source_segment(source.text, statement) or "…").split("\n")
    return f"{source.place(statement.lineno)}: {cut(first, 60)} ({why})"


@contextmanager
def staged(module: ModuleType, seed: int) -> Iterator[list[str]]:
    """Run a module's code safely during a ``with`` statement (see `stage`). Yield a list that collects the code of
    modules imported from the same folder.
    """
    path = Path(str(module.__file__))
    with no_windows(), _as_module(module, path) as texts, warnings.catch_warnings(), stage(path, seed):
        warnings.simplefilter("ignore")
        yield texts


@contextmanager
def _as_module(module: ModuleType, path: Path) -> Iterator[list[str]]:
    """Keep a module in `sys.modules` while its code runs. The next run loads modules from the same folder again.

    The list contains the code of these modules afterwards.
    """
    modules_before = set(sys.modules)
    texts: list[str] = []
    sys.modules[module.__name__] = module
    try:
        yield texts
    finally:
        texts += _forget_modules(path.parent, set(sys.modules) - modules_before - {module.__name__})
        sys.modules.pop(module.__name__, None)


def _forget_modules(folder: Path, names: set[str]) -> Iterator[str]:
    """Remove the modules in a folder from `sys.modules`, so that files in other folders import their own modules.

    Yield their code.
    """
    for package in {name.partition(".")[0] for name in names}:
        file = getattr(sys.modules.get(package), "__file__", None)
        if file and folder in (Path(file).parent, Path(file).parent.parent):
            with suppress(OSError):
                yield Path(file).read_text(encoding="utf-8", errors="replace")
            for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
                del sys.modules[name]
