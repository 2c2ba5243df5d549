"""Find the values that a program's parameters can have, such as the levels ``easy`` and ``hard``."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

_EASY = re.compile(
    r"easy|simple|rand.*|beginner|weak|low|dumb|fac[ií]l.*|leicht|einfach|anf.nger|kolay|[lł]atwy|makkelijk|l[äa]tt"
    r"|helppo|snadn.*|лег.*|прост.*"
)  # levels that are not meant to play well
_HARD = re.compile(
    r"(very_?)?hard(est|_?mode)?|impossible|expert|unbeat.*|perfect|insane|extreme|dif[ií]cil.*|difficile|imposs[ií]vel|imposible"
    r"|schwer|unschlagbar|unm.glich|zor|imkans[ıi]z|trudny|moeilijk|onmogelijk|sv[åa]r|vaikea|t[ěe][žz]k.*|nehéz|sulit"
    r"|сложн.*|важк.*|складн.*|δύσκολο"
)  # levels that are meant to play best
_COUNTED = re.compile(r".*(depth|pl(y|ies)|tiefe|prof).*")  # names of numbers that say how far a search looks


LEVEL = re.compile(
    r".*(level|difficult|mode|nivel|niveau|stufe|schwierig|zorluk|poziom|livello|dificul|difficol|уров|сложн).*"
)
"""A pattern for the names of levels, in lower case."""


@lru_cache(maxsize=4)
def choices_in(text: str) -> tuple[Mapping[str, Sequence[str]], set[str]]:
    """Find the values that a program compares each of its variables with. Return them as Python, most likely first.

    Texts of one letter do not count, because they are marks. One more value is added for ``else``. A program usually
    plays better at the levels that it names later. The set contains the names of parameters with a default value.
    """
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}, set()
    found: dict[str, dict[str | int, None]] = {}
    tables = dict(table for node in nodes for table in _table(node))
    for node in nodes:
        for name, value in [*_compared(node), *_looked_up(node, tables)]:
            found.setdefault(name, {})[value] = None
    defaults = [pair for node in nodes if isinstance(node, ast.arguments) for pair in _defaults(node)]
    given = {name: [value] for name, value in defaults if isinstance(value, str) and value not in found.get(name, {})}
    choices = {
        name: options
        for name, values in found.items()
        if (options := _options(name, list(values), given.get(name, ())))
    }
    return choices, {name for name, _ in defaults} & {*choices}


def _options(name: str, values: Sequence[str | int], given: Sequence[str]) -> tuple[str, ...]:
    texts = [value for value in values if isinstance(value, str) and (len(value) > 1 or value.isdigit())]
    numbers = [value for value in values if type(value) is int]
    if texts:
        others = [text for text in (*given, "hard") if text not in texts]
        ordered = [*others, *texts] if len(texts) == 1 else [*given, *reversed(texts), *others]
        own = [text for text in ordered if text in (*texts, *given)]
        ordered = [text for text in own if _HARD.fullmatch(text.lower())] or ordered
        return tuple(dict.fromkeys(repr(text) for text in ordered if not _EASY.fullmatch(text.lower())))
    if LEVEL.fullmatch(name.lower()) or (len(numbers) > 1 and not _COUNTED.fullmatch(name.lower())):
        return (*map(repr, reversed(numbers)), *([repr(max(numbers) + 1)] if numbers else []))
    return ()


def _compared(node: ast.AST) -> Iterator[tuple[str, str | int]]:
    """Yield the name of a variable, and each value that code compares with it."""
    variable, parts = "", list[ast.AST]()
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.In()], comparators=[other]):
            variable, parts = _variable(left), [other, *getattr(other, "elts", ())]
        case ast.Match(subject=subject, cases=cases):
            variable = _variable(subject)
            parts = [
                value.value for case in cases for value in ast.walk(case.pattern) if isinstance(value, ast.MatchValue)
            ]
    for part in parts:
        value = part.value if isinstance(part, ast.Constant) else None
        if variable and isinstance(value, str | int) and not isinstance(value, bool):
            yield variable, value


def _table(node: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the keys of a dict such as ``LEVELS = {"easy": 1, "hard": 9}``."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys)):
            texts = [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
            if len(texts) == len(keys):
                yield name, texts


def _looked_up(node: ast.AST, tables: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the name of a variable that code looks up in a dict, with each key of the dict."""
    match node:
        case ast.Subscript(value=ast.Name(id=table), slice=key) if table in tables:
            yield from ((name, text) for text in tables[table] if (name := _variable(key)))


def _variable(node: ast.AST) -> str:
    """Return the name of the variable in ``level``, ``self.level`` or ``level.lower()``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
        case ast.Call(func=ast.Attribute(value=inner)):
            return _variable(inner)
    return ""


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, object]]:
    """Yield the name and the default value of each parameter whose default value is a constant."""
    named = [*arguments.posonlyargs, *arguments.args]
    last = named[len(named) - len(arguments.defaults) :]
    pairs = [
        *zip(last, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    yield from ((part.arg, getattr(value, "value", None)) for part, value in pairs if value is not None)
