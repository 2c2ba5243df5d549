"""Read the files in `assets`, and bundle modules into one script for pages and notebooks."""

import re
from functools import cache
from importlib import resources

_IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w.]+)';\n", re.MULTILINE)
_COMMENT = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)  # descriptions and types


@cache
def asset(name: str) -> str:
    """Return the text of a file in `assets`."""
    return resources.files("noughts.render").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def bundle(module: str) -> str:
    """Return a JavaScript module and its imports as one script, without JSDoc comments.

    The files in `assets` that it imports come first, each after its own imports.
    """
    scripts: dict[str, None] = {}

    def add(text: str) -> None:
        for imported in _IMPORT.findall(text):
            add(asset(imported))
        scripts[_COMMENT.sub("", _IMPORT.sub("", text))] = None

    add(module)
    return "".join(scripts)
