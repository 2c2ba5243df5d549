"""A form: one line for each setting, whose values the arrow keys change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from noughts.render.names import printable
from noughts.terminal.screen.dialogs.ask import Ask
from noughts.terminal.screen.dialogs.options import Options


@dataclass(frozen=True)
class Row:
    """A setting in a form.

    Attributes:
        title: its name for people.
        choices: its usual values.
        check: raises a NoughtsError for an invalid value that was typed, or None if no other values are allowed.
    """

    title: str
    choices: Sequence[str]
    check: Callable[[str], object] | None = None


class Form(Options):
    """A form. ← and → choose another value, and Enter asks for one.

    Args:
        rows: the settings by name.
        values: their values.
        submit: the text of a last line that ends the form, or an empty string.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", show=False),
        Binding("right,l", "change(1)", show=False),
        Binding("space", "select", show=False),
    ]

    class Changed(Message):
        """Posted when a value has changed."""

        def __init__(self, values: Mapping[str, str]) -> None:
            super().__init__()
            self.values = values

    class Submitted(Changed):
        """Posted when the last line is chosen."""

    def __init__(self, rows: Mapping[str, Row], values: Mapping[str, str], submit: str = "", id: str = "form") -> None:
        self._rows, self._submit = rows, submit
        self.values = {name: values[name] for name in rows}
        super().__init__(*self._prompts(), markup=False, id=id)

    def _prompts(self) -> list[Option]:
        width = max(len(row.title) for row in self._rows.values()) + 2
        options = [
            Option(Content.assemble((row.title.ljust(width), "dim"), f"‹ {printable(self.values[name])} ›"), id=name)
            for name, row in self._rows.items()
        ]
        return [*options, *([Option(self._submit, id="submit")] if self._submit else [])]

    def show(self, values: Mapping[str, str]) -> None:
        """Show other values."""
        self.values = {name: values[name] for name in self._rows}
        for option in self._prompts():
            self.replace_option_prompt(option.id or "", option.prompt)

    def set(self, name: str, value: str) -> None:
        """Change a value."""
        self.show({**self.values, name: value})
        self.post_message(self.Changed(self.values))

    @property
    def _here(self) -> str:
        option = self.highlighted_option
        return option.id or "" if option else ""

    def action_change(self, step: int) -> None:
        """Choose the next value of the setting."""
        if row := self._rows.get(self._here):
            value, choices = self.values[self._here], list(row.choices)
            at = choices.index(value) if value in choices else -1 if step > 0 else 0
            self.set(self._here, choices[(at + step) % len(choices)])

    @on(OptionList.OptionSelected)
    def _select(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = event.option_id or ""
        if name == "submit":
            self.post_message(self.Submitted(self.values))
        elif (row := self._rows[name]).check:

            def take(answer: str | None) -> None:
                if answer is not None:
                    self.set(name, answer)

            self.app.push_screen(Ask(row.title, self.values[name], row.check), take)
        else:
            self.action_change(1)
