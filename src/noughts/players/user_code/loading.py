"""Load a function from a user's file."""

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from noughts.players.user_code.sandbox import error_words, stage
from noughts.rules.errors import NoughtsError, cut, short_repr


def split_name(text: str) -> tuple[Path, str]:
    """Split ``file.py:function`` into the absolute path of the file and the function's name, which may be empty.

    Raises:
        NoughtsError: the text does not have this form, or the path is invalid.
    """
    file, _, name = text.strip().rpartition(":")
    if text.strip().endswith(".py"):
        file, name = text.strip(), ""
    if not file.endswith(".py"):
        raise NoughtsError(
            f"invalid function name {short_repr(text)}: expected file.py:function, such as mine.py:best_move"
        )
    try:
        return Path(file).expanduser().absolute(), name.strip()
    except FileNotFoundError:
        raise NoughtsError(f"cannot find {short_repr(file)}: the current folder has been deleted") from None
    except (OSError, RuntimeError) as error:
        raise NoughtsError(f"invalid path {short_repr(file)}: {error}") from None


def load_function(path: Path, name: str) -> Callable[..., Any]:
    """Load a file and return one of its functions.

    Raises:
        NoughtsError: the file cannot be loaded, or has no function with this name.
    """
    module = _load_module(path)
    function = vars(module).get(name)
    if not callable(function) or isinstance(function, type):
        functions = {key: value for key, value in vars(module).items() if isinstance(value, FunctionType)}
        own = [key for key, function in functions.items() if function.__module__ == module.__name__]
        if not own:
            raise NoughtsError(f"{path.name} defines no functions: expected one that takes a board and returns a move")
        problem = f"{path.name} has no function {short_repr(name)}" if name else f"choose one, as in {path.name}:move"
        raise NoughtsError(f"{problem}: its functions are {', '.join(own[:20])}{', …' if len(own) > 20 else ''}")
    return function  # type: ignore[no-any-return]


def _load_module(path: Path) -> ModuleType:
    """Run a file as a new module. Modules that the file imports from its own folder are also loaded again."""
    if not os.path.isfile(path):  # Path.is_file raises an error if the name is too long
        if os.path.isdir(path):
            raise NoughtsError(f"{cut(path.name)} is a folder: expected a Python file")
        raise NoughtsError(f"there is no file {cut(path.name)} in {path.parent}")
    spec = importlib.util.spec_from_file_location(f"user_code_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    modules_before = set(sys.modules)
    sys.modules[module.__name__] = module
    try:
        with stage(path, 0):
            spec.loader.exec_module(module)
    except EOFError:
        raise NoughtsError(
            f"{path.name} asks for input when it is imported: put the code that runs a game under "
            "if __name__ == '__main__'"
        ) from None
    except SyntaxError as error:
        raise NoughtsError(f"{path.name} has a Python syntax error on line {error.lineno}: {error.msg}") from None
    except SystemExit:
        raise NoughtsError(
            f"{path.name} ends the program when it is imported: put the code that runs a game under "
            "if __name__ == '__main__'"
        ) from None
    except Exception as error:
        raise NoughtsError(f"cannot import {path.name}: {error_words(error, path)}") from None
    finally:
        _forget_modules(path.parent, set(sys.modules) - modules_before)
    return module


def _forget_modules(folder: Path, names: set[str]) -> None:
    """Remove the modules in a folder from `sys.modules`, so that files in other folders import their own modules."""
    for package in {name.partition(".")[0] for name in names}:
        file = getattr(sys.modules.get(package), "__file__", None)
        if file and folder in (Path(file).parent, Path(file).parent.parent):
            for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
                del sys.modules[name]
