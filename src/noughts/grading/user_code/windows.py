"""Stand-ins for tkinter, turtle and pygame, with which a program with windows can run without a screen.

A made-up person can press its buttons and answer its questions, see `Person`.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

from noughts.grading.user_code.limits import Stopped

_MODULES = ("tkinter", "customtkinter", "pygame", "turtle")
_PARTS = ("ttk", "font", "constants", "scrolledtext", "filedialog", "simpledialog", "colorchooser", "messagebox")
_NAMES = (
    *("Tk", "Toplevel", "Frame", "LabelFrame", "Button", "Label", "Entry", "Canvas", "Menu", "Text", "Scale"),
    *(
        "Listbox",
        "Radiobutton",
        "Checkbutton",
        "OptionMenu",
        "PhotoImage",
        "StringVar",
        "IntVar",
        "BooleanVar",
        "DoubleVar",
        "mainloop",
    ),
    *("TclError", "END", "LEFT", "RIGHT", "TOP", "BOTTOM", "BOTH", "X", "Y", "N", "S", "E", "W", "NORMAL"),
    *("DISABLED", "CENTER", "RAISED"),
)


class WaitsForAnswer(Stopped):
    """Raised when a program shows a message and waits until a person closes it."""


class Person:
    """A made-up person who presses the buttons in a program's windows.

    Args:
        random: random numbers.
        answer: answers questions in words.
        before: called before each click.
    """

    def __init__(self, random: Random, answer: Callable[[str], str], before: Callable[[], object]) -> None:
        self._random, self._answer, self._before = random, answer, before
        self._commands: list[Callable[[], object]] = []
        self._later: list[Callable[[], object]] = []
        self.clicks = 0

    def notice(self, name: str, arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        """Note which action a program wants to run after a click, or a little later."""
        variable = options.get("variable")
        if isinstance(variable, Variable):
            value = options.get("value", options.get("onvalue", True))
            self._commands.append(lambda: variable.set(value))
        called = [one for one in arguments if callable(one) and not isinstance(one, Widget | type)]
        if callable(command := options.get("command")) and not isinstance(command, Widget):
            self._commands.append(command)
        elif name == "bind" and called:
            self._commands.append(lambda: called[0](self._event()))
        elif name == "after" and called:
            self._later.append(lambda: called[0](*arguments[2:]))

    def _event(self) -> SimpleNamespace:
        return SimpleNamespace(x=self._random.randrange(_PIXELS), y=self._random.randrange(_PIXELS), widget=Widget())

    def play(self) -> None:
        """Press one button after another, up to a maximum number of clicks. As in tkinter, an error does not end the
        program.
        """
        self._wait()
        while self._commands and self.clicks < _MOST_CLICKS:
            self.clicks += 1
            self._before()
            with suppress(Exception):
                self._random.choice(self._commands)()
            self._wait()

    def _wait(self) -> None:
        """Run the actions that the program has scheduled for later."""
        later, self._later = self._later, []
        for command in later:
            with suppress(Exception):
                command()

    def reply(self, name: str, arguments: tuple[Any, ...]) -> object:
        """Return the made-up person's answer to a question in a separate window."""
        if name.startswith("show"):
            return None
        is_yes = self._random.random() < 0.5
        if name == "askquestion":
            return "yes" if is_yes else "no"
        if name not in ("askstring", "askinteger", "askfloat"):
            return is_yes
        text = self._answer(" ".join(one for one in arguments if isinstance(one, str)))
        return text if name == "askstring" else int(text) if text.isdigit() else 1


_PIXELS, _MOST_CLICKS = 450, 40
_present: list[Person] = []  # the person at the window, if any


@contextmanager
def watched_by(person: Person) -> Iterator[None]:
    """Simulate a person who uses the program's windows, during the body of a ``with`` statement."""
    _present.append(person)
    try:
        yield
    finally:
        _present.remove(person)


class _Anything(type):
    """The metaclass of stand-ins for window classes. A stand-in has every attribute."""

    def __getattr__(cls, name: str) -> "type[Widget]":
        if _is_missing(name):
            raise AttributeError(name)
        return Widget


class Widget(metaclass=_Anything):
    """A stand-in for a window, a part of a window, or another object of a window module. Its methods have no effect."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Accept any arguments that a window or a part of a window can take."""
        for person in _present:
            person.notice("", arguments, options)

    def __getattr__(self, name: str) -> Any:
        if _is_missing(name):
            raise AttributeError(name)
        return _Method(name) if _present and name in _METHODS else Widget()

    def __call__(self, *arguments: Any, **options: Any) -> "Widget":
        """Do nothing, and return another stand-in."""
        return Widget()

    def __getitem__(self, key: Any) -> "Widget":
        return Widget()

    def __setitem__(self, key: Any, value: Any) -> None: ...


class _Method(Widget):
    """A stand-in for a method of a window. The made-up person notices calls of the method."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __call__(self, *arguments: Any, **options: Any) -> Widget:
        """Tell the made-up person about the call. If the method is the main loop of a window, let the person play."""
        for person in _present:
            person.notice(self.name, arguments, options)
            if self.name == "mainloop":
                person.play()
        return Widget()


_FIRST: dict[str, Any] = {"IntVar": 0, "DoubleVar": 0.0, "BooleanVar": False}
_METHODS = ("bind", "after", "config", "configure", "mainloop")


class Variable(Widget):
    """A variable that belongs to a window, such as a `StringVar`."""

    def __init__(self, master: Any = None, value: Any = "", *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.value = value

    def get(self) -> Any:
        """Return the value of the variable."""
        return self.value

    def set(self, value: Any) -> None:
        """Set the value of the variable."""
        self.value = value


class _Module(ModuleType):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__all__ = _NAMES

    def __getattr__(self, name: str) -> Any:
        if _is_missing(name):
            raise AttributeError(name)
        if name.startswith(("show", "ask")):
            return lambda *arguments, **options: _wait(name, arguments)
        if name in ("StringVar", "IntVar", "BooleanVar", "DoubleVar"):
            first = _FIRST.get(name, "")
            return lambda master=None, value=first, **options: Variable(master, value)
        return _Method(name) if _present and name in _METHODS else Widget


def _is_missing(name: str) -> bool:
    """Return whether a stand-in must lack an attribute, so that it does not look like another object, such as an
    array.
    """
    return name.startswith("__") or name == "tolist"


def _wait(name: str, arguments: tuple[Any, ...]) -> object:
    """Return the made-up person's answer to a question in a separate window. If there is no person, stop the user's
    code.
    """
    if _present:
        return _present[-1].reply(name, arguments)
    raise WaitsForAnswer("it shows a message and waits for an answer")


@contextmanager
def no_windows() -> Iterator[None]:
    """Replace the modules that show windows by stand-ins, until the ``with`` statement ends."""
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
