"""A clickable board as plain data: the front-end sends requests and displays what `Panel.shown` returns.

The front-end knows no rules. It shows the picture, puts a button over each cell, and reports clicks. `Panel.shown`
says which cells can be clicked, what each one is called, and which messages to show.
"""

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeAlias

from noughts.explain.board_legend import legend
from noughts.explain.scores import worth_words
from noughts.explain.words import game_words, losing_words
from noughts.render.board.layers import landing, layers
from noughts.render.board.svg import board_svg
from noughts.render.theme import Theme, style
from noughts.rules.board import Cell, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.session.session import Session
from noughts.solver.evaluation import Evaluation, MoveEvaluation

Tone: TypeAlias = Literal["", "hint", "refusal"]


class Panel:
    """A game session on a clickable board, against a computer player or between two people.

    Args:
        session: the session.
        values: show the value of every move from the start.
        changed: called after every change, and before a computer player starts to think.
    """

    def __init__(self, session: Session, *, values: bool = False, changed: Callable[[], None] = lambda: None) -> None:
        self.session = session
        self.changed = changed
        self.values = values
        self.note = ""
        self.tone: Tone = ""
        self._hinted: Move | None = None
        self._reply = ""  # the computer's last move in words
        self._fault = ""  # why the computer player cannot move
        self._busy = False
        self._number = 0
        self._go_on()

    # Requests.

    def ask(self, request: object) -> None:
        """Carry out a request from the front-end. If the request is invalid, set the panel's note to an error message.

        A request is ``{"do": "play", "cell": 4}``, or ``{"do": …}`` with hint, values, undo, new or swap.
        """
        verbs = {
            "hint": self.hint,
            "values": self.toggle_values,
            "undo": self.undo,
            "new": self.new,
            "swap": self.swap,
        }
        try:
            verb = request.get("do") if isinstance(request, dict) else None
            cell = request.get("cell") if isinstance(request, dict) else None
            cells = len(self.session.position.game.board)
            if verb == "play" and type(cell) is int and 0 <= cell < cells:
                self.play(landing(self.session.position, cell))
            elif isinstance(verb, str) and verb in verbs:
                verbs[verb]()
            else:
                expected = f"expected a click on a cell, or one of {', '.join(verbs)}"
                raise NoughtsError(f"invalid request from the page: {expected}")
        except NoughtsError as error:
            self.refuse(str(error))

    def refuse(self, reason: str) -> None:
        """Show why a request was rejected."""
        self._say(_sentence(reason), "refusal")
        self._tell()

    def play(self, move: Move | str) -> None:
        """Make a person's move and let the computer player reply.

        Raises:
            IllegalMove: the move is not legal, or it is the computer's turn.
        """
        self.session.play_person(move)
        self._go_on()

    def hint(self) -> None:
        """Highlight a best move and show the reason for it.

        Raises:
            NoughtsError: the game is over.
        """
        analysis = self.session.analyse()
        self._say(self.session.hint(analysis), "hint")
        self._hinted = analysis.best[0].move
        self._tell()

    def toggle_values(self) -> None:
        """Show or hide the value of every move."""
        self.values = not self.values
        self._tell()

    def undo(self) -> None:
        """Take back a person's last move and the computer's reply.

        At the beginning of a new game, bring back the game before it.

        Raises:
            IllegalMove: there is no move to take back.
        """
        self.session.undo()
        self._go_on()

    def new(self) -> None:
        """Start a new game."""
        self.session.new()
        self._go_on()

    def swap(self) -> None:
        """Start a new game with X and O swapped."""
        self.session.swap()
        self._go_on()

    # Display.

    def shown(self) -> dict[str, Any]:
        """Return everything that a front-end displays, as plain data:

        - ``number``: increases with every change
        - ``busy``: whether a computer player is thinking
        - ``game``: the game in words
        - ``players``: X and O, each with mark, name, wins, and whether it is to move; ``drawn`` counts draws
        - ``picture``: the board as SVG, with styles for the classes n-light and n-dark; its rectangles of class n-cell
          are the cells in order
        - ``layers``: the layers of the board, each with a name and its rows of cells
        - ``cells``: each cell's name, whether it can be clicked, and the cell that the move would take
        - ``status``, ``note``, ``legend``: sentences; ``tone`` tells whether the note is a hint or an error
        - ``actions``: the other requests, each with its name, whether it is possible now, and whether it is on
        """
        session, board = self.session, self.session.position.game.board
        analysis = self._shown_analysis()
        worth = {move.move: move for move in analysis.moves} if analysis else {}
        return {
            "number": self._number,
            "busy": self._busy,
            "game": game_words(session.position.game),
            "players": [self._player(player) for player in Player],
            "drawn": session.score.draws,
            "picture": self._themed(self.picture("light")),
            "layers": [{"name": layer.name, "rows": [list(row) for row in layer.rows]} for layer in layers(board)],
            "cells": [self._cell(cell, worth) for cell in range(len(board))],
            "status": self.status,
            "note": self.note,
            "tone": self.tone,
            "legend": _legend(worth.values(), len(session.position.moves)),
            "actions": self._actions(),
        }

    def picture(self, theme: Theme) -> str:
        """Return the board as SVG, with the hint and the values if they are visible."""
        analysis = self._shown_analysis()
        hinted = [] if self._hinted is None else [self._hinted]
        return board_svg(
            self.session.position,
            last=self.session.last,
            evaluation=analysis,
            fill=dict.fromkeys(hinted, "note"),
            marks=dict.fromkeys(hinted, "★"),
            theme=theme,
        )

    @property
    def status(self) -> str:
        """The state of the game in a sentence or two."""
        session = self.session
        if self._fault:
            return f"{session.mover.title} cannot move: {self._fault}. Undo, or start a new game."
        if self._busy:
            return f"{session.mover.title} is thinking …"
        if session.position.is_over:
            return session.ending
        return f"{self._reply} {session.prompt}.".strip()

    def _shown_analysis(self) -> Evaluation | None:
        return self.session.analyse() if self.values and self.session.awaits_person else None

    def _player(self, player: Player) -> dict[str, Any]:
        session = self.session
        moves = not session.position.is_over and session.position.turn is player
        return {
            "mark": str(player),
            "name": session.seat_of(player).title,
            "wins": session.wins(player),
            "moves": moves,
        }

    def _cell(self, cell: Cell, worth: dict[Move, MoveEvaluation]) -> dict[str, Any]:
        """Return a cell's label (``b2, empty, draw``), whether it can be clicked, and which cell a click takes."""
        position, names = self.session.position, self.session.position.game.board.names
        stone = "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else "empty"
        parts = [names[cell], stone]
        if cell == self.session.last:
            parts.append("last move")
        if position.outcome and position.outcome.line >> cell & 1:
            parts.append("in the winning line")
        takes = landing(position, cell)
        can = self.session.awaits_person and position.why_illegal(takes) is None
        if can and takes != cell:
            parts.append(f"falls to {names[takes]}")
        elif can and cell in worth:
            parts += _value(worth[cell])
        if cell == self._hinted:
            parts.append("hint")
        return {"name": ", ".join(parts), "can": can, "takes": takes}

    def _actions(self) -> list[dict[str, Any]]:
        return [
            {"do": "hint", "name": "Hint", "can": self.session.awaits_person, "on": None},
            {"do": "values", "name": "Values", "can": True, "on": self.values},
            {"do": "undo", "name": "Undo", "can": self.session.can_undo, "on": None},
            {"do": "new", "name": "New game", "can": True, "on": None},
            {"do": "swap", "name": "Swap sides", "can": True, "on": None},
        ]

    @staticmethod
    def _themed(picture: str) -> str:
        """Add the dark colours to a light picture, so that the class n-dark makes it dark."""
        return picture.replace("</style>", "</style>" + style("dark", picture), 1)

    # Updates.

    def _say(self, note: str, tone: Tone) -> None:
        self.note, self.tone, self._hinted = note, tone, None

    def _tell(self) -> None:
        self._number += 1
        self.changed()

    def _go_on(self) -> None:
        """After the position has changed, clear the messages and let the computer move if it is the computer's turn."""
        session = self.session
        self._say("", "")
        self._reply = self._fault = ""
        if session.awaits_computer:
            seat = session.mover
            self._busy = True
            self._tell()
            try:
                move = session.play_computer().move
                self._reply = f"{seat.title}: {session.position.name(move)}."
            except NoughtsError as error:
                self._fault = str(error).rstrip(".")
            except KeyboardInterrupt:
                self._fault = "it was interrupted"
            finally:
                self._busy = False
        self._tell()


def _sets_traps(move: MoveEvaluation) -> bool:
    """Return whether a move draws but leaves the opponent at least one losing reply."""
    return move.value == 0 and bool(move.losing)


def _value(move: MoveEvaluation) -> list[str]:
    words = [worth_words(move, shape=False)]
    if _sets_traps(move):
        words.append(losing_words(move))
    return words


def _legend(moves: Collection[MoveEvaluation], legal: int) -> str:
    """Explain the labels that are shown on the cells."""
    return legend(
        next((f"in {move.distance}" for move in moves if move.value and move.distance), ""),
        next((losing_words(move) for move in moves if _sets_traps(move)), ""),
        "“~”" if any(move.value is None and move.score is not None for move in moves) else "",
        partly=len(moves) < legal,
    )


def _sentence(reason: str) -> str:
    """Turn an error message into a sentence. Do not capitalise the name of a cell or a function."""
    if reason.split(" ", 1)[0].isalpha():
        reason = reason[0].upper() + reason[1:]
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
