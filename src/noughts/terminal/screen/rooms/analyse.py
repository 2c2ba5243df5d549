"""Analyse: the value of every move as it is proved, the best line, variations, and the history of a game."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.timer import Timer

from noughts.explain.reasons.best_line import best_line
from noughts.explain.review.review import review
from noughts.explain.words import advice, game_words, plural
from noughts.render.history import ValueForX, sparkline, value_words, values_of
from noughts.rules.board import Cells, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.rules.record import Record, ended_text, numbered_moves
from noughts.rules.tree import GameTree, Path
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Limit
from noughts.solver.solver import Solver
from noughts.terminal.screen.board.drawing import KINDS, Picture
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.rooms.board_room import PANEL, TYPE_MOVE, BoardRoom, Facts
from noughts.terminal.screen.rooms.live_values import live_values
from noughts.terminal.screen.searches import Search

_TWICE = 0.4  # seconds in which a key is pressed twice


class AnalyseRoom(BoardRoom):
    """The screen on which people analyse positions and games."""

    ROOM = "analyse"
    BINDINGS: ClassVar[list[BindingType]] = [
        TYPE_MOVE,
        Binding("[", "walk(-1)", "Back", tooltip="go back one move"),
        Binding("]", "walk(1)", "Forward", tooltip="go forward one move"),
        Binding("b", "best", "Best line", tooltip="play the next move of the best line"),
        Binding("v", "values", "Values", tooltip="show or hide what each move leads to"),
        Binding("(", "vary(-1)", "Earlier variation", tooltip="go to the variation before this one", show=False),
        Binding(")", "vary(1)", "Next variation", tooltip="go to the next variation", show=False),
        Binding("{", "end(-1)", "First position", tooltip="go to the first position; or press g twice", show=False),
        Binding("},G", "end(1)", "Last position", tooltip="go to the last position", key_display="} G", show=False),
        Binding("g", "games_or_first", show=False),
        Binding("M", "promote", "Make it the main line", tooltip="make this variation the main line", show=False),
        Binding("d", "delete", "Delete the move", tooltip="delete this move and all that follow it", show=False),
        Binding("o", "play_on", "Play on", tooltip="play on from this position"),
        Binding("f", "save", "Save", tooltip="save the game in Games"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[Position, Evaluation] = {}
        self._lines: dict[Position, tuple[Move, ...]] = {}
        self._shows_values = True
        self._solver: Solver | None = None
        self._going: Timer | None = None  # to the room Games
        self._history: tuple[Record, list[ValueForX]] | None = None

    @property
    def study(self) -> GameTree:
        """The game with its variations."""
        return self.full.study

    @property
    def here(self) -> Path:
        """The moves to the position on the board."""
        return self.full.study_path

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.study.position(self.here)

    @property
    def solver(self) -> Solver:
        """The solver of the game."""
        if self._solver is None or self._solver.game != self.study.start.game:
            self._solver = Solver(self.study.start.game)
            self._known.clear()
        return self._solver

    def nodes(self) -> int:
        """Return the number of nodes that the solver has searched."""
        return self.solver.visited

    # What is on the screen.

    def picture(self) -> Picture:
        """Return what the board shows."""
        position, last = self.position, self.here[-1] if self.here else None
        known = self._known.get(position)
        if not known or not self._shows_values:
            return Picture(position, last=last)
        best: Cells = sum(1 << move.move for move in known.best) if known.exact else 0
        return Picture(position, last=last, hint=best, marks=self.values(known))

    def facts(self) -> Facts:
        """Return the value, the best line, the moves with their variations, and the history."""
        position, record, faint = self.position, self.study.line(self.here), self.full.ink("faint")
        text, known = Text(), self._known.get(position)
        text.append(f"{game_words(position.game)}\n\n", faint)
        if known:
            value = known.value
            text.append(
                f"{known.summary}\n",
                f"bold {self.full.ink(f'{KINDS[value]}_text' if value is not None else 'ink')}",
            )
            text.append(f"{plural(known.nodes, 'node')}\n" if known.nodes else "\n", faint)
        else:
            text.append(f"{position.turn} to move\n\n" if not position.is_over else "\n\n", "bold")
        names = map(position.name, self._lines.get(position, ()))
        text.append(f"{self.value_here(known) if self._shows_values else ''}\n")
        text.append(f"\nBest line  {' '.join(names) or '–'}\n")
        moves, here = self._moves(record)
        after = Text()
        others = [child.move for child in self.study.node(self.here).children[1:]]
        if others:
            after.append(f"\nVariations  {' '.join(map(position.name, others))}\n", faint)
        self._add_history(after, record)
        return Facts(text, moves, here, after)

    def _moves(self, record: Record) -> tuple[list[Text], int]:
        """Return the numbered moves and the result, and the number of the part with the last move on the board."""
        parts, here, ply = list[Text](), 0, 0
        for pair in numbered_moves(record):
            number, *names = pair.split()
            part = Text(number)
            for name in names:
                ply += 1
                is_here = ply == len(self.here)
                here = len(parts) if is_here else here
                part.append(" ").append(name, f"bold reverse {self.full.ink('accent')}" if is_here else "")
            parts.append(part)
        return [*parts, *([Text(ended_text(record.ended))] if record.ended else [])], here

    def _add_history(self, text: Text, record: Record) -> None:
        if not self._history or self._history[0] != record or not record.moves:
            return
        values = self._history[1]
        width = PANEL - 4
        first = max(0, min(len(self.here) - width // 2, len(values) - width))
        line = sparkline(values, self.full.characters.blocks)[first : first + width]
        at = len(self.here) - first
        text.append("\n").append(line[:at], self.full.ink("win_text"))
        text.append(line[at : at + 1], f"bold {self.full.ink('accent')}")
        text.append(line[at + 1 :], self.full.ink("win_text"))
        move = f"{record.positions[-2].name(self.here[-1])}  " if self.here else ""
        text.append(
            f"\n{move}{value_words(values[len(self.here)], shape=self.full.has_unicode)}", self.full.ink("faint")
        )

    # Searches.

    def on_screen_resume(self) -> None:
        """Show the game, which another room may have changed."""
        self.go(self.study, self.here)

    def go(self, study: GameTree, path: Path) -> None:
        """Show a position of a game, and analyse it."""
        self.cancel()
        self.full.study, self.full.study_path = study, path
        self.explain("")
        self.update()
        position, solver = self.position, self.solver
        if position in self._lines and (known := self._known.get(position)):
            self._show((known, self._lines[position]))
            return

        def find(search: Search) -> tuple[Evaluation, tuple[Move, ...] | None]:
            for known in live_values(position, solver, search.budget):
                search.so_far(partial(self._show, (known, None)))
            line = () if position.is_over else best_line(known, solver, stop=lambda: search.budget.stopped)
            return known, line

        self.search(find, self._show, "Analysing")

    def _show(self, found: tuple[Evaluation, tuple[Move, ...] | None]) -> None:
        known, line = found
        self._known[known.position] = known
        if line is not None:
            self._lines.setdefault(known.position, line)
            self.explain(advice(known))
        self.update()
        if line is not None:
            self._look_back()

    def _look_back(self) -> None:
        """Find the value of every position in the game's history."""
        record = self.study.line(self.here)
        if not record.moves or (self._history and self._history[0] == record):
            return

        def find(search: Search) -> tuple[Record, list[ValueForX]]:
            reviewed = review(record, Limit(stop=lambda: search.budget.stopped), solver=self.solver)
            return record, values_of(reviewed)

        def show(history: tuple[Record, list[ValueForX]]) -> None:
            self._history = history
            self.update()

        self.search(find, show, "Reviewing the game")

    # Moves.

    @on(BoardView.Chosen)
    def _choose(self, message: BoardView.Chosen) -> None:
        self._try(lambda: (self.study.play(self.here, message.move), (*self.here, message.move)))

    def _try(self, change: Callable[[], tuple[GameTree, Path]]) -> None:
        try:
            study, path = change()
        except NoughtsError as error:
            self.complain(error)
        else:
            self.go(study, path)

    def action_walk(self, step: int) -> None:
        """Go back or forward by one move."""
        children = self.study.node(self.here).children
        if step < 0 and self.here:
            self.go(self.study, self.here[:-1])
        elif step > 0 and children:
            self.go(self.study, (*self.here, children[0].move))

    def action_end(self, step: int) -> None:
        """Go to the first or the last position of the line."""
        self.go(self.study, () if step < 0 else self.study.end(self.here))

    def action_games_or_first(self) -> None:
        """Go to the room Games or, if the key is pressed twice, to the first position."""
        if self._going:
            self._going.stop()
            self._going = None
            self.action_end(-1)
        else:
            self._going = self.set_timer(_TWICE, self._go_to_games)

    def _go_to_games(self) -> None:
        self._going = None
        if self.is_current:
            self.full.action_room("games")

    def action_vary(self, step: int) -> None:
        """Go to another move in the place of this one."""
        if self.here:
            moves = [child.move for child in self.study.node(self.here[:-1]).children]
            move = moves[(moves.index(self.here[-1]) + step) % len(moves)]
            self.go(self.study, (*self.here[:-1], move))

    def action_best(self) -> None:
        """Play the next move of the best line."""
        if line := self._lines.get(self.position):
            self._lines.setdefault(self.position.play(line[0]), line[1:])
            self._try(lambda: (self.study.play(self.here, line[0]), (*self.here, line[0])))

    def action_promote(self) -> None:
        """Make the line to this position the main line."""
        self.go(self.study.promote(self.here), self.here)

    def action_delete(self) -> None:
        """Delete the last move and all that follow it."""
        self._try(lambda: (self.study.delete(self.here), self.here[:-1]))

    def action_values(self) -> None:
        """Show or hide the values on the board."""
        self._shows_values = not self._shows_values
        self.update()

    def action_play_on(self) -> None:
        """Play on from this position."""
        self.full.session.resume(GameTree.of(Record(self.study.start, self.here, self.study.names)))
        self.app.switch_mode("play")

    def action_save(self) -> None:
        """Save the game in the list of games."""
        self.full.save_game(self.study)

    def shown(self) -> tuple[GameTree, Position]:
        """Return the game and its position."""
        return self.study, self.position
