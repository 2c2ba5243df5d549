"""The public names: `noughts.__all__` is correct, and everything public has a docstring."""

import ast
import functools
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import noughts


def test_all_is_sorted_and_without_duplicates() -> None:
    assert list(noughts.__all__) == sorted(set(noughts.__all__))


def test_all_lists_every_public_name() -> None:
    for name in noughts.__all__:
        getattr(noughts, name)
    offered = {
        name for name, value in vars(noughts).items() if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert offered <= set(noughts.__all__)


def test_type_checkers_and_python_find_the_same_names() -> None:
    tree = ast.parse(inspect.getsource(noughts))
    imports = [
        (node.module, name) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names
    ]
    seen = {
        name.asname or name.name: getattr(importlib.import_module(str(module)), name.name)
        for module, name in imports
        if str(module).startswith("noughts.")
    }
    assert set(seen) == set(noughts.__all__)
    for name, value in seen.items():
        assert getattr(noughts, name) is value


def test_a_star_import_gives_every_public_name() -> None:
    names: dict[str, object] = {}
    exec("from noughts import *", names)
    assert set(noughts.__all__) == set(names) - {"__builtins__"}
    assert set(noughts.__all__) <= set(dir(noughts))


def test_an_unknown_name_raises_the_usual_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'noughts' has no attribute 'minmax'"):
        noughts.minmax  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'minmax' from 'noughts'"):
        exec("from noughts import minmax")


@pytest.mark.parametrize("value", [noughts.Position(noughts.game("4,3,3")), noughts.Player.X, noughts.minimax])
def test_public_values_can_be_pickled(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


def modules() -> Iterator[ModuleType]:
    """Yield every module of noughts, except those whose dependencies may be missing."""
    yield noughts
    for info in pkgutil.walk_packages(noughts.__path__, "noughts."):
        if ".migrations." in info.name:  # Alembic runs them
            continue
        try:
            yield importlib.import_module(info.name)
        except ImportError:
            if not info.name.startswith(("noughts.solver.", "noughts.adapters.", "noughts.oracle.arrays")):
                raise


def names(module: ModuleType) -> Iterator[str]:
    """Yield the public names of a module: its `__all__`, or the public functions and classes that it defines."""
    if hasattr(module, "__all__"):
        yield from module.__all__
        return
    for name, value in vars(module).items():
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__:
            yield name


def public() -> dict[str, object]:
    """Return all modules, their public functions and classes, and the public methods and properties of these
    classes.
    """
    members_by_name: dict[str, object] = {}
    for module in modules():
        members_by_name[module.__name__] = module
        for name in names(module):
            value = getattr(module, name)
            if not callable(value) or not str(getattr(value, "__module__", "")).startswith("noughts"):
                continue
            members_by_name[f"{module.__name__}.{name}"] = value
            if inspect.isclass(value):
                members_by_name |= {f"{module.__name__}.{name}.{part}": member for part, member in members(value)}
    return members_by_name


def members(owner: type) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties that a class defines itself."""
    kinds = (property, functools.cached_property, staticmethod, classmethod)
    for name, member in vars(owner).items():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, kinds)):
            yield name, getattr(owner, name)


def is_documented(value: object) -> bool:
    """Return whether an object has a docstring other than the signature that @dataclass generates."""
    text = (value.__doc__ if inspect.isclass(value) else inspect.getdoc(value)) or ""
    return bool(text.strip()) and not (inspect.isclass(value) and text.startswith(f"{value.__name__}("))


def test_everything_public_has_a_docstring() -> None:
    assert not [name for name, value in public().items() if not is_documented(value)]
