"""Short dialogues: a question with a typed answer, and a choice."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from noughts.render.names import printable
from noughts.rules.errors import NoughtsError
from noughts.terminal.prose import sentence
from noughts.terminal.screen.dialogs.dialogue import Dialogue
from noughts.terminal.screen.dialogs.options import Options

_LONGEST = 400  # characters of a typed answer


class Ask(Dialogue[str]):
    """Ask for a line of text until it is valid. The result is None if the person cancels.

    Args:
        question: the question.
        text: the text to begin with.
        check: raises a NoughtsError for an invalid answer.
    """

    def __init__(self, question: str, text: str = "", check: Callable[[str], object] = str) -> None:
        super().__init__()
        self._question, self._text, self._check = question, text, check

    def compose(self) -> ComposeResult:
        """Build the dialogue."""
        with Vertical(classes="dialogue"):
            yield Static(self._question, classes="title", markup=False)
            yield Input(self._text, max_length=_LONGEST, select_on_focus=False)
            yield Static("", classes="error", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer if it is valid."""
        try:
            self._check(event.value)
        except NoughtsError as error:
            self.query_one(".error", Static).update(printable(sentence(str(error))))
            return
        self.end(event.value.strip())


class Choose(Dialogue[int]):
    """Ask to choose one of several answers. The result is its number, or None if the person cancels.

    Args:
        question: the question.
        answers: the answers.
        usual: the number of the answer that Enter chooses.
    """

    def __init__(self, question: str, answers: Sequence[str], usual: int = 0) -> None:
        super().__init__()
        self._question, self._answers, self._usual = question, answers, usual

    def compose(self) -> ComposeResult:
        """Build the dialogue."""
        with Vertical(classes="dialogue"):
            yield Static(printable(self._question), classes="title", markup=False)
            yield Options(*(Option(printable(answer)) for answer in self._answers), markup=False)

    def on_mount(self) -> None:
        """Put the cursor on the usual answer."""
        self.query_one(Options).highlighted = self._usual

    def on_resize(self, event: events.Resize) -> None:
        """Leave the list only the lines that the question does not need, so that it scrolls to its end."""
        super().on_resize(event)

        def fit() -> None:
            box, question = self.query_one(".dialogue"), self.query_one(".title")
            lines = box.size.height - question.outer_size.height - question.styles.margin.height
            options = self.query_one(Options)
            options.styles.max_height = max(1, lines)
            self.call_after_refresh(options.scroll_to_highlight)

        self.call_after_refresh(fit)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the answer."""
        self.end(event.option_index)


class Help(Dialogue[None]):
    """Show text, such as the list of keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,question_mark,enter", "give_up", "Close"),
        Binding("j", "scroll(1)"),
        Binding("k", "scroll(-1)"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """Build the dialogue."""
        with VerticalScroll(classes="dialogue help") as box:
            box.border_title = self._title
            yield Static(self._text, markup=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll down or, with a negative number, up."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def file_path(text: str) -> Path:
    """Return the path of a file that a person has typed.

    Raises:
        NoughtsError: it is empty or names an unknown home folder.
    """
    try:
        path = Path(text.strip()).expanduser()
    except RuntimeError:
        raise NoughtsError("unknown home folder: expected a name such as game.sgf or ~/game.sgf") from None
    if "\0" in text or not path.name:
        raise NoughtsError("expected the name of a file, such as game.sgf")
    return path
