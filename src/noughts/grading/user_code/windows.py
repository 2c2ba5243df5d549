"""Stand-ins for tkinter, turtle and pygame: a program with a window is called without a screen, and shows nothing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NoReturn

from noughts.grading.user_code.limits import Stopped

_MODULES = ("tkinter", "customtkinter", "pygame", "turtle")
_PARTS = ("ttk", "font", "constants", "scrolledtext", "filedialog", "simpledialog", "colorchooser", "messagebox")
_NAMES = (
    *("Tk", "Toplevel", "Frame", "LabelFrame", "Button", "Label", "Entry", "Canvas", "Menu", "Text", "Scale"),
    *("Listbox", "Radiobutton", "Checkbutton", "OptionMenu", "PhotoImage", "StringVar", "IntVar", "BooleanVar"),
    *("TclError", "END", "LEFT", "RIGHT", "TOP", "BOTTOM", "BOTH", "X", "Y", "N", "S", "E", "W", "NORMAL"),
    *("DISABLED", "CENTER", "RAISED"),
)


class WaitsForAnswer(Stopped):
    """The program shows a message and waits until a person closes it."""


class _Anything(type):
    """A class that has every attribute."""

    def __getattr__(cls, name: str) -> "type[Widget]":
        if _is_missing(name):
            raise AttributeError(name)
        return Widget


class Widget(metaclass=_Anything):
    """A window, a part of one, or anything else of such a module. Whatever a program does with it has no effect."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Accept what a window accepts."""

    def __getattr__(self, name: str) -> "Widget":
        if _is_missing(name):
            raise AttributeError(name)
        return Widget()

    def __call__(self, *arguments: Any, **options: Any) -> "Widget":
        """Return the result of a method that does nothing."""
        return Widget()

    def __getitem__(self, key: Any) -> "Widget":
        return Widget()

    def __setitem__(self, key: Any, value: Any) -> None: ...


class _Module(ModuleType):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__all__ = _NAMES

    def __getattr__(self, name: str) -> Any:
        if _is_missing(name):
            raise AttributeError(name)
        return _wait if name.startswith(("show", "ask")) else Widget


def _is_missing(name: str) -> bool:
    """Return whether an attribute would make a stand-in look like something else, such as an array."""
    return name.startswith("__") or name == "tolist"


def _wait(*arguments: Any, **options: Any) -> NoReturn:
    raise WaitsForAnswer("it shows a message and waits for an answer")


@contextmanager
def no_windows() -> Iterator[None]:
    """Give the code that runs stand-ins instead of the modules that show windows."""
    names = [*_MODULES, *(f"tkinter.{part}" for part in _PARTS), "pygame.locals"]
    before = {name: sys.modules.get(name) for name in names}
    stand_ins = {name: _Module(name) for name in names}
    for name in names:
        module, _, part = name.partition(".")
        if part:
            setattr(stand_ins[module], part, stand_ins[name])
    sys.modules |= stand_ins
    try:
        yield
    finally:
        for name, module_before in before.items():
            if module_before is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module_before
