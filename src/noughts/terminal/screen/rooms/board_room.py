"""A room with a board, and with a panel of text beside it or below it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from noughts.explain.scores import worth_words
from noughts.render.names import printable
from noughts.rules.board import Move
from noughts.solver.evaluation import Evaluation
from noughts.terminal.screen.board.drawing import Mark, Picture, value_mark
from noughts.terminal.screen.board.grid import is_better
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.dialogs.ask import Ask
from noughts.terminal.screen.rooms.room import Room
from noughts.terminal.typed import read_move, what_to_type

PANEL = 30
"""The columns of the panel beside a board."""

TYPE_MOVE = Binding("m", "type_move", "Move", tooltip="type a move, such as b2")
"""The key of a room with a board that asks for the name of a move."""

_BELOW, _BELOW_SMALL = 8, 3  # the lines of the panel below a board: usually, and on a terminal with few lines
_FEW = 22  # lines of such a terminal
_FRAME = 4  # the lines above and below the content
_MARGIN = 4  # the columns beside the content
_GAP = 2  # columns between two pairs of moves, and beside the text of a panel


class Facts(NamedTuple):
    """The text in a panel. If it is too long, only some of the moves are shown.

    Attributes:
        before: the text before the moves.
        moves: the moves, in parts that are not split at the end of a line: a number with its moves.
        here: the number of the part that is always shown.
        after: the text after the moves.
    """

    before: Text
    moves: Sequence[Text] = ()
    here: int = 0
    after: Text = Text()


class BoardRoom(Room):
    """A room with a board and a panel beside it or, for wide boards, below it."""

    AUTO_FOCUS = "BoardView"

    _explanation = ""

    def content(self) -> Iterator[Widget]:
        """Return the board and the panel."""
        yield BoardView(self.full, self.picture())
        with Vertical(id="panel"):
            yield Static(id="facts", markup=False)
            yield Static(id="words", markup=False)

    def picture(self) -> Picture:
        """Return what the board shows."""
        raise NotImplementedError

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    def on_mount(self) -> None:
        """Show the position."""
        super().on_mount()
        self.explain("")
        self.update()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the place of the panel."""
        super().on_resize(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the panel where more room is left for the board."""
        (width, height), panel = self.size, self.query_one("#panel")
        lines = _BELOW_SMALL if height < _FEW else _BELOW
        beside = self.board.wanted(width - PANEL - _MARGIN, height - _FRAME)
        below = self.board.wanted(width - _MARGIN, height - _FRAME - lines)
        is_below = is_better(below, beside) or beside.width > width - PANEL - _MARGIN
        self.set_class(is_below, "-below")
        panel.styles.height = lines if is_below else "1fr"
        columns = PANEL - _GAP - 1  # the last column is for a scroll bar
        if is_below:
            columns = (width - _MARGIN - _GAP) // 2 if self._explanation else width - _MARGIN
        else:
            words = Text(self._explanation).wrap(self.app.console, columns) if self._explanation else ()
            lines = height - _FRAME - len(words) - bool(words)
        self.query_one("#facts", Static).update(self._fitted(self.facts(), columns, lines, has_gaps=not is_below))

    def _fitted(self, facts: Facts, columns: int, lines: int, *, has_gaps: bool) -> Text:
        """Return the facts with as many moves as fit. Without gaps, empty lines are left out."""

        def wrapped(text: Text) -> list[Text]:
            found = text.wrap(self.app.console, max(1, columns)) if text else ()
            return [line for line in found if has_gaps or line.plain.strip()]

        before, after = wrapped(facts.before), wrapped(facts.after)
        moves = _fitting_moves(facts, columns, max(1, lines - len(before) - len(after)))
        return Text("\n").join([*before, *moves, *after])

    def on_board_view_moved(self) -> None:
        """Show the value of the move at the cursor."""
        self._arrange()

    def action_type_move(self) -> None:
        """Ask for the name of a move."""
        position = self.board.position

        def check(text: str) -> None:
            position.expect_legal(read_move(position, text))

        def take(text: str | None) -> None:
            if text is not None:
                self.board.choose(read_move(position, text))

        ask = Ask(f"Move: {what_to_type(position.game)}", "", check)
        ask.add_class("-low")
        self.app.push_screen(ask, take)

    def value_here(self, known: Evaluation | None) -> str:
        """Return the value of the move at the cursor in words, or an empty string if it is unknown."""
        at, shape = self.board.target, self.full.has_unicode
        move = next((move for move in known.moves if move.move == at), None) if known else None
        return f"{self.board.position.name(at)}  {worth_words(move, shape=shape)}" if move else ""

    def update(self) -> None:
        """Show the current state."""
        self.board.show(self.picture())
        self._arrange()

    def facts(self) -> Facts:
        """Return the text in the panel."""
        raise NotImplementedError

    def explain(self, text: str) -> None:
        """Show a sentence in the panel, below the facts."""
        self._explanation = printable(text)
        words = self.query_one("#words", Static)
        words.update(self._explanation)
        words.display = bool(text)  # the facts then have the whole width below a board
        self._arrange()

    def values(self, known: Evaluation) -> dict[Move, Mark]:
        """Return the values of all moves as marks in their cells."""
        return {move.move: value_mark(move, shape=self.full.has_unicode) for move in known.moves}


def _fitting_moves(facts: Facts, columns: int, lines: int) -> list[Text]:
    """Return lines with moves: if not all fit, those that end with the moves that are always shown."""
    rows, row_here = list[Text](), 0
    for number, part in enumerate(facts.moves):
        if rows and rows[-1].cell_len + _GAP + part.cell_len <= columns:
            rows[-1].append(" " * _GAP).append_text(part)
        else:
            rows.append(part.copy())
        if number == facts.here:
            row_here = len(rows) - 1
    first = max(0, row_here + 1 - lines)
    return rows[first : first + lines]
