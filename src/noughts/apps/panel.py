"""A board to click, as any front-end shows it: requests go in, what is to be shown comes out as plain data.

The front-end knows no rule of the game. It shows the picture, lays a button over each of its cells, and reports what
was clicked; what can be clicked, what each cell is called and what is said stands in `Panel.shown`. Long, as each
request and each part of what is shown is a few lines of one class.
"""

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeAlias

from noughts.apps.board import landing, layers
from noughts.apps.legend import legend
from noughts.apps.session import Session
from noughts.explain.scores import sign, value_words
from noughts.explain.words import game_words, losing_words
from noughts.render.svg import board_svg
from noughts.render.theme import Theme, style
from noughts.rules.board import Cell, Move
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.game import Player
from noughts.solver.analysis import Analysis, MoveAnalysis

Tone: TypeAlias = Literal["", "hint", "refusal"]


class Panel:
    """One session on a board to click, against a computer player or with two people.

    Args:
        session: the session.
        values: whether what each move is worth is shown from the beginning.
        changed: is called after every change, also before a computer player begins to think.
    """

    def __init__(self, session: Session, *, values: bool = False, changed: Callable[[], None] = lambda: None) -> None:
        self.session = session
        self.changed = changed
        self.values = values
        self.note = ""
        self.tone: Tone = ""
        self._hinted: Move | None = None
        self._answer = ""  # the computer's last move in words
        self._fault = ""  # why it cannot go on
        self._busy = False
        self._number = 0
        self._analysed: Analysis | None = None
        self._go_on()

    # What a person does.

    def ask(self, request: object) -> None:
        """Do what a front-end asks; what cannot be done, or is no request, is refused with a sentence.

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
                raise NoughtsError(f"the page asked for something that is no request: {expected}")
        except NoughtsError as error:
            self.refuse(str(error))

    def refuse(self, reason: str) -> None:
        """Say why something was not done."""
        self._say(_sentence(reason), "refusal")
        self._tell()

    def play(self, move: Move | str) -> None:
        """Make a person's move, and let a computer player answer.

        Raises:
            IllegalMove: the move is not legal, or it is the computer's turn.
        """
        if not self.session.position.is_over and self.session.mover.computer:
            raise IllegalMove(f"it is not your turn: {self.session.mover.title} is to move")
        self.session.play(move)
        self._go_on()

    def hint(self) -> None:
        """Point at a good move and say why it is good.

        Raises:
            NoughtsError: the game is over.
        """
        analysis = self._analyse()
        self._say(self.session.hint(analysis), "hint")
        self._hinted = analysis.best[0].move
        self._tell()

    def toggle_values(self) -> None:
        """Show what each move is worth, or no longer."""
        self.values = not self.values
        self._tell()

    def undo(self) -> None:
        """Take back the last move of a person, and what the computer answered.

        Raises:
            IllegalMove: there is no move to take back.
        """
        self.session.undo()
        self._go_on()

    def new(self) -> None:
        """Begin a new game."""
        self.session.new()
        self._go_on()

    def swap(self) -> None:
        """Begin a new game with sides changed."""
        self.session.swap()
        self._go_on()

    # What is shown.

    def shown(self) -> dict[str, Any]:
        """Return all that a front-end shows, as plain data:

        - ``number``: a new one after every change
        - ``busy``: whether a computer player is thinking
        - ``game``: the game in words
        - ``players``: X and O, each with mark, name, wins and whether it is to move; ``drawn`` counts draws
        - ``picture``: the board as SVG, with rules for the classes n-light and n-dark; its rectangles of class n-cell
          are the cells in order
        - ``layers``: the layers of the board, each with a name and its rows of cells
        - ``cells``: what each cell is called, whether a click on it can be a move, and the cell that it would take
        - ``status``, ``note``, ``legend``: sentences; ``tone`` says whether the note is a hint or a refusal
        - ``actions``: what else can be asked: its name, whether it can be done now, whether it is on
        """
        session, board = self.session, self.session.position.game.board
        analysis = self._analyse() if self.values and self._is_awaited() else None
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
        """Return the board as SVG, with the hint and the values if they are shown."""
        analysis = self._analyse() if self.values and self._is_awaited() else None
        hinted = [] if self._hinted is None else [self._hinted]
        return board_svg(
            self.session.position,
            last=self.session.last,
            analysis=analysis,
            fill=dict.fromkeys(hinted, "note"),
            marks=dict.fromkeys(hinted, "★"),
            theme=theme,
        )

    @property
    def status(self) -> str:
        """How the game stands, in a sentence or two."""
        session = self.session
        if self._fault:
            return f"{session.mover.title} cannot go on: {self._fault}. Undo, or begin a new game."
        if self._busy:
            return f"{session.mover.title} is thinking …"
        if session.position.is_over:
            return session.ending
        seat, turn = session.mover, session.position.turn
        prompt = f"Your move ({turn})." if seat.name == "You" else f"Your move, {seat.name} ({turn})."
        return f"{self._answer} {prompt}".strip()

    def _player(self, player: Player) -> dict[str, Any]:
        session = self.session
        wins = session.score.wins(session.x if player is Player.X else 1 - session.x)
        moves = not session.position.is_over and session.position.turn is player
        return {"mark": str(player), "name": session.seat_of(player).title, "wins": wins, "moves": moves}

    def _cell(self, cell: Cell, worth: dict[Move, MoveAnalysis]) -> dict[str, Any]:
        """Return what a cell is called, such as ``b2, empty, draw``, and whether a click on it can be a move."""
        position, names = self.session.position, self.session.position.game.board.names
        stone = "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else "empty"
        parts = [names[cell], stone]
        if cell == self.session.last:
            parts.append("last move")
        if position.outcome and position.outcome.line >> cell & 1:
            parts.append("in the line")
        takes = landing(position, cell)
        can = self._is_awaited() and position.why_illegal(takes) is None
        if can and takes != cell:
            parts.append(f"falls to {names[takes]}")
        elif can and cell in worth:
            parts += _value(worth[cell])
        if cell == self._hinted:
            parts.append("hint")
        return {"name": ", ".join(parts), "can": can, "takes": takes}

    def _actions(self) -> list[dict[str, Any]]:
        session, awaited = self.session, self._is_awaited()
        moved = any(session.seat_of(position.turn).computer is None for position in session.record.positions[:-1])
        return [
            {"do": "hint", "name": "Hint", "can": awaited, "on": None},
            {"do": "values", "name": "Values", "can": True, "on": self.values},
            {"do": "undo", "name": "Undo", "can": moved, "on": None},
            {"do": "new", "name": "New game", "can": True, "on": None},
            {"do": "swap", "name": "Swap sides", "can": True, "on": None},
        ]

    @staticmethod
    def _themed(picture: str) -> str:
        """Return a light picture that is dark once its class n-light is changed to n-dark."""
        return picture.replace("</style>", "</style>" + style("dark", picture), 1)

    # How it goes on.

    def _is_awaited(self) -> bool:
        """Whether the game waits for a person's move."""
        return not self.session.position.is_over and self.session.mover.computer is None

    def _analyse(self) -> Analysis:
        if self._analysed is None or self._analysed.position != self.session.position:
            self._analysed = self.session.analyse()
        return self._analysed

    def _say(self, note: str, tone: Tone) -> None:
        self.note, self.tone, self._hinted = note, tone, None

    def _tell(self) -> None:
        self._number += 1
        self.changed()

    def _go_on(self) -> None:
        """After a change of the position: forget what was said, and let the computer move when it is its turn."""
        session = self.session
        self._say("", "")
        self._answer = self._fault = ""
        seat = None if session.position.is_over else session.mover
        if seat and seat.computer:
            self._busy = True
            self._tell()
            try:
                move = session.think().move
                session.play(move)
                self._answer = f"{seat.title}: {session.position.game.board.names[move]}."
            except NoughtsError as error:
                self._fault = str(error).rstrip(".")
            except KeyboardInterrupt:
                self._fault = "it was interrupted"
            finally:
                self._busy = False
        self._tell()


def _sets_traps(move: MoveAnalysis) -> bool:
    """Whether a move is shown with the count of replies that lose: a draw that the opponent can still lose."""
    return move.exact and not sign(move.score) and bool(move.losing)


def _value(move: MoveAnalysis) -> list[str]:
    words = [value_words(move.score, move.distance, exact=move.exact, shape=False)]
    if _sets_traps(move):
        words.append(losing_words(move))
    return words


def _legend(moves: Collection[MoveAnalysis], legal: int) -> str:
    """Return what the words on the cells mean, of those that are there."""
    return legend(
        next((f"in {move.distance}" for move in moves if move.exact and sign(move.score) and move.distance), ""),
        next((losing_words(move) for move in moves if _sets_traps(move)), ""),
        "“~”" if any(not move.exact for move in moves) else "",
        partly=len(moves) < legal,
    )


def _sentence(reason: str) -> str:
    """Return a reason as a sentence; the names of cells and functions stay as they are."""
    if reason.split(" ", 1)[0].isalpha():
        reason = reason[0].upper() + reason[1:]
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
