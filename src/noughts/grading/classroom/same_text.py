"""Compare the code of programs. Comments, layout, and the names of functions and variables make no difference."""

import ast
import hashlib
from collections.abc import Iterator

_SHORTEST = 60  # the fewest nodes of a program that is worth comparing
_NAMES = {"id", "name", "arg", "attr", "names", "kwd_attrs", "asname", "module", "rest"}
"""The fields of nodes that hold names."""


def fingerprint(tree: ast.Module) -> str:
    """Return a hash of a program's code that ignores names and comments, or an empty string for a very short program.

    Each name is replaced by the place where it first occurs.
    """
    names: dict[str, int] = {}
    parts = list(_parts(tree, names))
    nodes = sum(part.startswith("(") for part in parts)
    return hashlib.sha256(" ".join(parts).encode("utf-8", "replace")).hexdigest() if nodes >= _SHORTEST else ""


def _parts(node: ast.AST, names: dict[str, int]) -> Iterator[str]:
    """Yield the parts of a program to compare: the kinds of syntax nodes, the names as numbers, and the constants."""
    yield f"({type(node).__name__}"
    for field, value in ast.iter_fields(node):
        items = value if isinstance(value, list) else [value]
        if field == "body" and items and _is_text(items[0]):
            items = items[1:]  # skip the docstring
        for item in items:
            if isinstance(item, ast.AST):
                yield from _parts(item, names)
            elif field in _NAMES and isinstance(item, str):
                yield f"n{names.setdefault(item, len(names))}"
            elif field not in ("kind", "type_comment"):
                yield hex(item) if type(item) is int else repr(item)  # Python writes no huge numbers as decimals
    yield ")"


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
