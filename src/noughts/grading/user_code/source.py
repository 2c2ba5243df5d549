"""Read the Python statements in a user's file: a module, or the code cells of a notebook."""

import __future__

import ast
import errno
import re
import stat
import threading
import warnings
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path

from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.limits import is_noughts
from noughts.rules.errors import cut
from noughts.rules.untrusted import parse_json, read_bytes

MOST_BYTES = 20_000_000
"""The size of the largest file, with the pictures in a notebook."""

_parsing = threading.Lock()  # the parser of CPython 3.11 fails if two threads use it at once (gh-106905)
_MOST_CODE = 500_000  # the largest code in bytes
_FUTURE = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
_SKIPPED_CELLS = re.compile(r"\s*%%(?!time|timeit|capture|prun)\w+")  # skips cells in other languages, for example
_IMPORT = re.compile(r"\b(import|from)\s+noughts\b")
_MAGIC = re.compile(r"^([ \t]*+)(?:[%!?].*|[^#\n]*\?{1,2}[ \t]*|[\w, ]+=[ \t]*[%!].*)$", re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """The code of a user's file.

    Attributes:
        path: the file.
        text: the code. The cells of a notebook follow each other.
        tree: the parsed code.
        flags: the compiler flags of its ``from __future__`` imports.
        cells: for a notebook, the first line of each cell in `text` and the number of the cell.
        left_out: descriptions of the cells that were left out.
    """

    path: Path
    text: str
    tree: ast.Module
    flags: int = 0
    cells: tuple[tuple[int, int], ...] = ()
    left_out: tuple[str, ...] = ()

    def place(self, line: int) -> str:
        """Name the place of a line: ``line 3`` or, in a notebook, ``cell 2, line 3``."""
        if not self.cells:
            return f"line {line}"
        first, cell = self.cells[max(0, bisect_right(self.cells, (line, 10**9)) - 1)]
        return f"cell {cell}, line {line - first + 1}"

    @property
    def imports_noughts(self) -> bool:
        """Whether the code imports parts of noughts other than the rules, even by name, as in
        ``__import__("noughts")``.
        """
        nodes = list(ast.walk(self.tree))
        is_bound = any(
            isinstance(node, ast.Import) and any(alias.name.startswith("noughts.") for alias in node.names)
            for node in nodes
        )
        return any(_imports_noughts(node) or (is_bound and _uses_noughts(node)) for node in nodes)


def _uses_noughts(node: ast.AST) -> bool:
    """Return whether code that follows ``import noughts.rules`` uses another part of noughts."""
    match node:
        case ast.Attribute(value=ast.Name(id="noughts"), attr=attribute):
            return attribute != "rules"
        case ast.Call(func=ast.Name(id="getattr" | "vars"), args=[ast.Name(id="noughts"), *_]):
            return True
    return False


def _imports_noughts(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return any(is_noughts(alias.name) for alias in names)
        case ast.ImportFrom(module=module, level=0):
            return is_noughts(module)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]):
            return (name.endswith(("import__", "import_module")) and is_noughts(text)) or (
                name in ("exec", "eval", "compile") and _IMPORT.search(text) is not None
            )
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=ast.Constant(value=text)):
            return name == "modules" and is_noughts(text)
    return False


def read_source(path: Path) -> Source:
    """Read a ``.py`` or ``.ipynb`` file, and return its code.

    Raises:
        NoughtsError: there is no such file, or it does not contain Python code.
    """
    try:
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind):  # a pipe or a device may have no end
            what = "is a folder" if stat.S_ISDIR(kind) else "is not a regular file"
            raise NotGradable(f"{cut(path.name)} {what}: expected a Python file", "not-a-file")
        data = read_bytes(path, MOST_BYTES)
    except (FileNotFoundError, ValueError) as error:
        if isinstance(error, NotGradable):
            raise
        raise NotGradable(f"there is no file {cut(path.name)} in {path.parent}", "missing") from None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise NotGradable(f"there is no file {cut(path.name)} in {path.parent}", "missing") from None
        raise NotGradable(f"cannot read {cut(path.name)}: {error.strerror}", "missing") from None
    return _read(path, data)


@lru_cache(maxsize=2)
def _read(path: Path, data: bytes) -> Source:
    """Read the source code from a file's content. The file's name tells whether the file is a notebook."""
    if path.suffix.lower() == ".ipynb":
        return _read_notebook(path, data)
    _check_length(path, len(data))
    try:
        tree, flags = _parsed(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise syntax_error(path, error, data) from None
    return Source(path, data.decode("utf-8", "replace"), tree, flags)


def _check_length(path: Path, length: int) -> None:
    """Check the length of the code before it is parsed: the tree can take a thousand times as much memory."""
    if length > _MOST_CODE:
        raise NotGradable(f"{cut(path.name)} has too much code: expected at most {_MOST_CODE:,} bytes", "too-large")


def _parsed(code: str | bytes) -> tuple[ast.Module, int]:
    """Parse code, and return its tree and the compiler flags of its ``from __future__`` imports."""
    tree = _tree(code)
    future: list[ast.stmt] = [
        node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    return tree, compile(ast.Module(future, []), "", "exec", dont_inherit=True).co_flags & _FUTURE


def _tree(code: str | bytes) -> ast.Module:
    with _parsing, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(code)


def syntax_error(path: Path, error: Exception, data: bytes = b"") -> NotGradable:
    """Return the error for a file that cannot be parsed as Python."""
    if b"\0" in data:
        return NotGradable(f"{path.name} is not Python text: save it as UTF-8", "encoding")
    if isinstance(error, SyntaxError) and error.lineno:
        return NotGradable(f"{path.name} has a Python syntax error on line {error.lineno}: {error.msg}", "syntax")
    return NotGradable(f"{path.name} cannot be parsed as Python: {_why(error)}", "syntax")


def _read_notebook(path: Path, data: bytes) -> Source:
    """Read the code cells of a notebook. Lines with magics (``%``) or shell commands (``!``), and cells that are not
    Python, are skipped.
    """
    try:
        cells = parse_json(data)["cells"]
        texts = [_joined(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
    except (ValueError, KeyError, TypeError):
        raise NotGradable(f"{path.name} is not a notebook: expected JSON with a list of cells", "notebook") from None
    _check_length(path, sum(map(len, texts)))
    lines: list[str] = []
    starts, left_out, flags = [], [], 0
    for number, text in enumerate(texts, 1):
        code = "" if _SKIPPED_CELLS.match(text) else text
        problem = _problem(code)
        if problem:
            code = _MAGIC.sub(lambda line: f"{line[1]}pass", code)
            problem = problem if _problem(code) else ""
        if problem:
            left_out.append(f"cell {number} ({problem})")
        elif code.strip():
            starts.append((len(lines) + 1, number))
            lines += code.split("\n")
            flags |= _parsed(code)[1]
    text = "\n".join(lines) + "\n"
    try:
        tree = _tree(text)
    # each cell can be parsed alone, but not all together
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise syntax_error(path, error) from None
    return Source(path, text, tree, flags, tuple(starts), tuple(left_out))


def _joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)


def _problem(code: str) -> str:
    """Return why the code of a notebook cell is not Python, or an empty string if it is."""
    try:
        _parsed(code)
    except SyntaxError as error:
        return f"syntax error on line {error.lineno}: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return _why(error)
    return ""


def _why(error: Exception) -> str:
    return (
        getattr(error, "msg", "") or str(error) or "it is too deeply nested"
    )  # a MemoryError of the parser has no message
