"""Play: a game between two players, each a person or a computer."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.timer import Timer

from noughts.explain.words import game_words
from noughts.players.opponent import Choice
from noughts.render.names import printable
from noughts.rules.board import Cells, cell_set
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.record import numbered_moves
from noughts.rules.tactics import completing_moves
from noughts.session.seats import short_title
from noughts.session.session import Session
from noughts.solver.evaluation import Evaluation
from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.board.drawing import Picture
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.rooms.board_room import TYPE_MOVE, BoardRoom, Facts
from noughts.terminal.screen.searches import Search

_T = TypeVar("_T")

_PACE = {"slow": 0.7, "fast": 0.05}  # seconds between the moves of two computers
_QUICK = 0.5  # seconds of a move whose time is not shown
_LONGEST_NAME = 20  # characters of a player's name in the panel


class PlayRoom(BoardRoom):
    """The screen on which people play."""

    ROOM = "play"
    BINDINGS: ClassVar[list[BindingType]] = [
        TYPE_MOVE,
        Binding("t", "hint", "Hint", tooltip="show a best move and the reason for it"),
        Binding("v", "values", "Values", tooltip="show or hide what each move leads to"),
        Binding("u", "undo", "Undo", tooltip="take back your last move"),
        Binding("r", "redo", "Redo", tooltip="play the move again that was taken back", show=False),
        Binding("n", "new", "New", tooltip="choose the game and the players"),
        Binding("x", "swap", "Swap", tooltip="start again with X and O swapped", show=False),
        Binding("R", "resign", "Resign", tooltip="give up this game; undo takes it back", show=False),
        Binding("!", "threats", "Threats", tooltip="mark the cells that complete a row"),
        Binding("w", "why", "Why", tooltip="say why the last move was good or bad"),
        Binding("f", "save", "Save", tooltip="save the game in Games"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._hints: Cells = 0
        self._analysis: Evaluation | None = None
        self._halted = ""  # why the computer that is to move waits for Enter, if it does
        self._pause: Timer | None = None  # before the move of a computer that plays against another one

    @property
    def session(self) -> Session:
        """The session."""
        return self.full.session

    def nodes(self) -> int:
        """Return the number of nodes that the session's solver has searched."""
        return self.session.solver.visited if self.session.solver else 0

    # What is on the screen.

    def picture(self) -> Picture:
        """Return what the board shows."""
        position, threats = self.session.position, 0
        if self.full.settings.threats == "on":
            threats = cell_set(move for player in Player for move in completing_moves(position, player))
        known = self._analysis
        marks = self.values(known) if known and known.position == position else {}
        return Picture(position, last=self.session.last, hint=self._hints, threats=threats, marks=marks)

    def facts(self) -> Facts:
        """Return the players, whose turn it is, the moves and the score."""
        session, text = self.session, Text()
        for player in Player:
            seat = session.seat_of(player)
            is_next = not session.is_over and session.position.turn is player
            text.append(str(player), self.full.ink(player.value)).append(
                f"  {printable(short_title(seat.title, _LONGEST_NAME))}", "bold" if is_next else ""
            )
            text.append(f"  {session.wins(player)}\n" if session.score.games else "\n", self.full.ink("faint"))
        if session.is_over:
            text.append(f"\n{printable(session.ending)}\n", f"bold {self.full.ink('accent')}")
            text.append("⏎ next game\n", self.full.ink("faint"))
        elif session.awaits_person:
            text.append(f"\n{printable(session.prompt)}\n", self.full.ink("accent"))
        elif self._halted:
            text.append(f"\n{printable(self._halted)}\n", f"bold {self.full.ink('accent')}")
            text.append("⏎ ask again   n new game\n", self.full.ink("faint"))
        else:
            text.append(f"\n{printable(session.mover.title)}\n", self.full.ink("faint"))
        text.append(f"\n{game_words(session.position.game)}\n", self.full.ink("faint"))
        moves = [Text(pair) for pair in numbered_moves(session.record)]
        value = Text(f"\n{self.value_here(self._analysis)}" if self._analysis else "")
        return Facts(text, moves, len(moves) - 1, value)

    def changed(self) -> None:
        """Show a new position, and let the computer move if it is its turn."""
        self._hints, self._analysis, self._halted = 0, None, ""
        self.say("")
        self.explain("")
        self.update()
        self.go_on()

    def go_on(self) -> None:
        """Let the computer move, or show the values before a person's move."""
        session = self.session
        if self.full.offered or self._halted:
            return
        if session.awaits_computer:
            watched = all(seat.computer for seat in session.seats)
            if watched and session.record.moves:
                self.cancel()
                self._pause = self.set_timer(_PACE[self.full.settings.pace], self._let_computer_move)
            else:
                self._let_computer_move()
        elif self.full.settings.values == "on" and session.awaits_person:
            self.search(lambda search: session.analyse(), self._show_values, "Analysing")

    def on_screen_resume(self) -> None:
        """Show the game, which another room may have changed."""
        if self.board.position != self.session.position:
            self.changed()
        else:  # a dialogue was closed: a hint stays
            self.update()
            self.go_on()

    # Moves.

    def _let_computer_move(self) -> None:
        self._pause = None
        session, position = self.session, self.session.position
        computer = session.mover.computer if session.awaits_computer and self.is_current else None
        if not computer or self.is_searching:
            return
        self._halted = ""
        self.update()

        def play(choice: Choice) -> None:
            title, seconds = session.mover.title, self.took
            session.play(choice.move)
            self.changed()
            if session.awaits_person or session.is_over:
                took = f" ({seconds:.1f} s)" if seconds >= _QUICK else ""
                self.say(f"{title}: {position.name(choice.move)}{took}")

        def failed(error: NoughtsError) -> None:
            self._halt(f"{session.mover.name} cannot move: {error}.")

        words = f"{session.mover.title} is thinking"
        self.search(lambda search: computer.choose(position, session.random), play, words, failed)

    def _halt(self, reason: str) -> None:
        """Say why the computer does not move. It stays so until the person presses Enter or changes the position."""
        self._halted = reason
        self.say(f"{reason} ⏎ asks again, n begins a new game.")
        self.update()

    @on(BoardView.Chosen)
    def _choose(self, message: BoardView.Chosen) -> None:
        session = self.session
        if session.is_over:
            self.action_again()
            return
        if session.awaits_computer and not self.is_searching:
            self._let_computer_move()
            return
        if session.awaits_person:
            self.cancel()
        try:
            session.play_person(message.move)
        except NoughtsError as error:
            self.complain(error)
            return
        self.changed()

    def action_type_move(self) -> None:
        """Ask for the name of a move if it is a person's turn."""
        if self.session.awaits_person:
            super().action_type_move()
        else:
            self.complain("the game is over" if self.session.is_over else "it is not your turn")

    def action_again(self) -> None:
        """Start the next game with the same players."""
        self.cancel()
        self.session.new()
        self.changed()

    def action_undo(self) -> None:
        """Take back a move."""
        self._change(self.session.undo)

    def action_redo(self) -> None:
        """Redo a move."""
        self._change(self.session.redo)

    def action_swap(self) -> None:
        """Start a new game with X and O swapped."""
        self._change(self.session.swap)

    def action_resign(self) -> None:
        """Give up this game."""
        self._change(self.session.resign)

    def _change(self, change: Callable[[], object]) -> None:
        self.cancel()
        try:
            change()
        except NoughtsError as error:
            self.complain(error)
            self.go_on()
            return
        self.changed()

    @property
    def is_busy(self) -> bool:
        """Whether a search is running, or two computers are playing."""
        return super().is_busy or self._pause is not None

    def cancel(self) -> bool:
        """Stop the search, or the pause between two moves. Return whether there was one."""
        pause, self._pause = self._pause, None
        if pause:
            pause.stop()
        return super().cancel() or pause is not None

    def action_cancel(self) -> None:
        """Stop a search. A computer player that is to move stays stopped until the person presses Enter."""
        if self.cancel() and self.session.awaits_computer:
            self._halt("Stopped.")

    # Games.

    def action_new(self) -> None:
        """Choose the game and the players of a new game."""
        from noughts.terminal.screen.dialogs.new_game import NewGame

        self.cancel()

        def begin(settings: Settings | None) -> None:
            if settings is None:
                self.go_on()
                return
            self.full.begin(settings)
            self.changed()

        self.app.push_screen(NewGame(self.full.settings), begin)

    def action_save(self) -> None:
        """Save the game in the list of games."""
        self.full.save_game(self.session.tree)

    # Help with a move.

    def action_hint(self) -> None:
        """Show a best move and the reason for it."""
        session = self.session

        def find(search: Search) -> tuple[Evaluation, str]:
            analysis = session.analyse()
            return analysis, session.hint(analysis)

        def show(found: tuple[Evaluation, str]) -> None:
            analysis, text = found
            self._hints = 1 << analysis.best[0].move
            self.explain(text)
            self.update()

        self._ask(find, show)

    def action_values(self) -> None:
        """Show the value of every move, before each move from now on, or hide the values."""
        self.cancel()
        self._toggle("values")
        self._analysis = None
        self.update()
        self.go_on()

    def _show_values(self, analysis: Evaluation) -> None:
        self._analysis = analysis
        self.update()

    def action_why(self) -> None:
        """Explain why the last move was good or bad."""
        self._ask(lambda search: self.session.why(), self.explain)

    def action_threats(self) -> None:
        """Show the cells that complete a row, or hide them."""
        self._toggle("threats")
        self.update()
        if self.full.settings.threats == "off":
            self.say("Threats off")
        else:
            self.say("Threats on" if self.board.picture.threats else "Threats on: no move completes a row")

    def _toggle(self, name: str) -> None:
        """Switch a setting on or off."""
        is_on = getattr(self.full.settings, name) == "on"
        self.full.change(replace(self.full.settings, **{name: "off" if is_on else "on"}))

    def _ask(self, find: Callable[[Search], _T], show: Callable[[_T], None]) -> None:
        if self.session.awaits_computer:
            self.complain("it is not your turn")
            return
        self.search(find, show, "Analysing")
