"""Puzzles: today's, and others that suit the person, of any game and with any theme."""

from datetime import date
from functools import cache
from random import Random, SystemRandom
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from noughts.explain.words import game_words
from noughts.puzzles.collections import every, puzzle_of_the_day
from noughts.puzzles.progress import next_puzzle
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.share import squares
from noughts.puzzles.themes import THEMES
from noughts.puzzles.verdict import Verdict, judge
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tree import GameTree
from noughts.solver.solver import Solver
from noughts.terminal.kept.progress import KeptProgress
from noughts.terminal.prose import sentence
from noughts.terminal.screen.board.drawing import Mark, Picture
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.dialogs.ask import Choose
from noughts.terminal.screen.rooms.board_room import TYPE_MOVE, BoardRoom, Facts


class PuzzleRoom(BoardRoom):
    """The screen on which a person solves puzzles."""

    ROOM = "puzzles"
    BINDINGS: ClassVar[list[BindingType]] = [
        TYPE_MOVE,
        Binding("n", "next", "Next", tooltip="go to another puzzle that suits your rating"),
        Binding("d", "today", "Today's", tooltip="go to today's puzzle"),
        Binding("e", "theme", "Theme", tooltip="choose what the next puzzles are about"),
        Binding("t", "hint", "Idea", tooltip="name the idea of the puzzle"),
        Binding("w", "answer", "Answer", tooltip="show the answer; the puzzle then counts as missed"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._solver, self._random = cache(Solver), Random(SystemRandom().getrandbits(64))
        self._progress, self._theme = KeptProgress(self._complain), ""
        today = self._today
        self._begin(puzzle_of_the_day(today), today if self._progress.value.day != today else None)

    def _complain(self, error: str) -> None:
        self.app.notify(sentence(error), markup=False)

    @property
    def _today(self) -> date:
        return self.full.clock().date()

    def _begin(self, puzzle: Puzzle, day: date | None = None) -> None:
        self._whole, self._rest, self._day = puzzle, puzzle, day
        self._position = puzzle.position  # on the board, which shows the question together with the answer
        self._last: Move | None = None
        self._attempts, self._before = "", self._progress.value
        self._line: tuple[Move, ...] = ()

    # What is on the screen.

    def picture(self) -> Picture:
        """Return what the board shows: after a mistake or at the end, the moves that would follow have numbers."""
        position, marks = self._position, dict[Move, Mark]()
        for number, move in enumerate(self._line, 1):
            marks[move] = Mark(position.turn.value, (f"{position.turn}{number}", str(number), "~"))
            position = position.play(move)
        return Picture(self._position, last=self._last, marks=marks)

    def facts(self) -> Facts:
        """Return the task, the attempts and the person's rating."""
        faint, text = self.full.ink("faint"), Text()
        text.append(f"{'Today' if self._day else f'Puzzle {self._whole.id}'}\n", "bold")
        text.append(f"{game_words(self._whole.position.game)}\nRated {self._whole.rating:,}\n\n", faint)
        is_shown, is_over = "?" in self._attempts, self._rest.is_solved
        task = "The answer" if is_shown else "Solved" if is_over else self._rest.task
        text.append(task, f"bold {self.full.ink('accent')}").append("  ⏎ next puzzle" if is_over else "", faint)
        text.append(f"\n{squares(self._attempts)}\n\n" if self.full.has_unicode else "\n\n")
        gain = self._progress.value.skill.rating - self._before.skill.rating
        text.append(f"Your rating  {self._progress.value.skill.rating:.0f}{f' ({gain:+.0f})' if gain else ''}\n", faint)
        text.append(f"Solved       {self._progress.value.solved:,}\n", faint)
        if days := self._progress.value.days_in_a_row(self._today):
            text.append(f"Days         {days}\n", faint)
        return Facts(text.append(f"Theme        {THEMES[self._theme].title}" if self._theme else "", faint))

    # Moves.

    @on(BoardView.Chosen)
    def _choose(self, message: BoardView.Chosen) -> None:
        puzzle, move = self._rest, message.move
        if puzzle.is_solved:
            self.action_next()
            return
        if problem := puzzle.position.why_illegal(move):
            self.complain(problem)
            return
        solver = self._solver(puzzle.position.game)
        self.search(
            lambda search: judge(puzzle, move, solver=solver),
            lambda verdict: self._judged(move, verdict),
            "Checking your move",
        )

    def _judged(self, move: Move, verdict: Verdict) -> None:
        self._attempts += "1" if verdict.is_right else "0"
        self.explain(f"{'Yes' if verdict.is_right else 'No'}. {verdict.words}".rstrip())
        if verdict.is_right:
            puzzle = self._rest.answered(move)
            self._last = move if puzzle.reply is None else puzzle.reply
            self._rest = puzzle.play(move)
            self._position = self._rest.position
            self._line = verdict.line[1:] if self._rest.is_solved else ()
            if self._rest.is_solved:
                self._solved()
        else:
            self._line = verdict.line if len(verdict.line) > 1 else ()
            self._progress.count(self._whole, solved=False)
        self.update()

    def _solved(self) -> None:
        self._progress.count(self._whole, solved=not self._attempts.strip("1"))
        day, attempts = self._day, self._attempts
        if day and "?" not in attempts:
            self._progress.change(lambda progress: progress.on(day, attempts))

    # Commands.

    def action_next(self) -> None:
        """Go on to a puzzle that suits the person's rating."""
        puzzles = [puzzle for puzzle in every() if not self._theme or self._theme in puzzle.themes]
        self._show(next_puzzle(puzzles, self._progress.value, self._random))

    def action_today(self) -> None:
        """Go to today's puzzle."""
        self._show(puzzle_of_the_day(self._today), self._today)

    def _show(self, puzzle: Puzzle, day: date | None = None) -> None:
        self.cancel()
        self._begin(puzzle, day)
        self.explain("")
        self.update()

    def action_theme(self) -> None:
        """Choose the theme of the next puzzles."""
        names = ["", *(name for name in THEMES if any(name in puzzle.themes for puzzle in every()))]

        def take(choice: int | None) -> None:
            if choice is not None:
                self._theme = names[choice]
                self.action_next()

        titles = [f"{THEMES[name].title}: {THEMES[name].words}" if name else "Any theme" for name in names]
        self.app.push_screen(Choose("Theme", titles), take)

    def action_hint(self) -> None:
        """Name the idea of the puzzle."""
        self.explain("\n".join(f"{THEMES[name].title}: {THEMES[name].words}." for name in self._rest.themes))

    def action_answer(self) -> None:
        """Show the answer. The puzzle then counts as not solved."""
        puzzle = self._rest
        if puzzle.is_solved:
            return
        self._attempts += "?"
        self._progress.count(self._whole, solved=False)
        self.explain(" ".join(map(puzzle.position.name, puzzle.line)))
        self._line, self._last = puzzle.line, None
        while not self._rest.is_solved:
            self._rest = self._rest.play(self._rest.line[0])
        self.update()

    def shown(self) -> tuple[GameTree, Position]:
        """Return the position, as a game without moves."""
        return GameTree.of(self._position), self._position
