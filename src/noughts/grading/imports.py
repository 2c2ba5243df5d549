"""Find the imports of a user's file."""

import ast
import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from noughts.grading.user_code.source import read_source
from noughts.rules.errors import NoughtsError


def imported_files(file: Path) -> Sequence[Path]:
    """Return the modules and packages that a file imports from its own folder, directly or indirectly.

    Links that lead out of the folder and folders without Python files are left out.
    """
    found: dict[Path, None] = {}
    waiting = [file]
    while waiting:
        for name in _imports(waiting.pop()):
            for path in (file.parent / f"{name}.py", file.parent / name):
                is_file = os.path.isfile(path)  # unlike Path.is_file, this also accepts names that are too long
                is_module = is_file or (os.path.isdir(path) and any(path.glob("*.py")))
                is_inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(file.parent))
                if is_module and is_inside and path not in found and path != file:
                    found[path] = None
                    waiting += [path] if is_file else []
    return list(found)


def imports_noughts(file: Path) -> bool:
    """Return whether a file, or a module that it imports from its own folder, uses parts of noughts other than the
    rules.
    """
    for path in (file, *imported_files(file)):
        for part in path.glob("*.py") if path.is_dir() else [path]:
            with contextlib.suppress(NoughtsError):
                if read_source(part).imports_noughts:
                    return True
    return False


def _imports(file: Path) -> Iterator[str]:
    """Yield the name of each module that a file imports, up to the first dot."""
    try:
        tree = read_source(file).tree
    except NoughtsError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
