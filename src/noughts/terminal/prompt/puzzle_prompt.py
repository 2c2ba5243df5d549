"""The prompt of `noughts puzzles`, and the commands that the prompt accepts."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from noughts.explain.words import game_words, join_and, naming_of, plural
from noughts.puzzles.progress import Progress
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.share import share_line
from noughts.puzzles.themes import THEMES
from noughts.puzzles.verdict import judge
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.solver.solver import Solver
from noughts.terminal.kept.progress import KeptProgress
from noughts.terminal.prompt.screen import Quit, Screen
from noughts.terminal.typed import other_forms, read_move, what_to_type

HELP = """\
Type {move} to make a move, or one of these commands:
  hint          name the idea of the puzzle
  answer        show the answer; the puzzle then counts as not solved
  skip          go on to the next puzzle
  board         show the board again
  help          show this list
  quit          leave noughts"""


class Task(NamedTuple):
    """A puzzle to solve at the prompt, with a title.

    Attributes:
        title: what to call it.
        puzzle: the puzzle.
        day: the day whose puzzle it is, if any.
    """

    title: str
    puzzle: Puzzle
    day: date | None = None


class _Skip(Exception):
    """Raised when the person skips a puzzle."""


class PuzzlePrompt:
    """The prompt at which a person solves puzzles.

    The progress is kept if a person types on a terminal.

    Args:
        screen: the input and output.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._progress = KeptProgress(screen.complain, keeps=screen.is_interactive)
        self._solver = cache(Solver)
        self._tried = self._solved = 0
        self._rest: Puzzle  # the unsolved part of the current puzzle
        self._last: Move | None = None
        self._attempts = ""

    @property
    def progress(self) -> Progress:
        """What the person has done."""
        return self._progress.value

    def run(self, tasks: Iterable[Task]) -> None:
        """Let the person solve puzzles.

        Raises:
            Quit, EOFError: the person quits, or the input ends.
        """
        is_done, game = False, None
        for task in tasks:
            if is_done:
                self._pause()
            if task.puzzle.position.game != game:
                game = task.puzzle.position.game
                typed = f"{what_to_type(game)}{other_forms(game)}"
                self.screen.say(f"Type {typed}, or: hint, answer, skip, help, quit.")
            try:
                self._solve(task)
                is_done = True
            except _Skip:
                is_done = False

    @property
    def summary(self) -> str:
        """A summary of the puzzles done at this prompt, or an empty string if there are none."""
        if not self._tried:
            return ""
        tried = plural(self._tried, "puzzle")
        rating = f" Your rating is {self._progress.value.skill.rating:.0f}." if self._progress.is_kept else ""
        return f"Solved without a mistake: {self._solved} of {tried}.{rating}"

    def _pause(self) -> None:
        while True:
            word = self.screen.read("Press Enter for the next puzzle, or type quit: ").strip().lower()
            if not word:
                return
            if word in _QUIT:
                raise Quit
            self.screen.say("Press Enter, or type quit.")

    def _solve(self, task: Task) -> None:
        """Let the person solve one puzzle."""
        puzzle, before, is_failed = task.puzzle, self._progress.value, False
        self._rest, self._last, self._attempts = puzzle, None, ""
        self.screen.say(f"{task.title}: {game_words(puzzle.position.game)}. Rated {puzzle.rating:,}.")
        self._show()
        while not self._rest.is_solved:
            self._run(self.screen.read(f"Your move ({self._rest.position.turn}): "))
            if is_failed := bool(self._attempts.strip("1")):
                self._progress.count(puzzle, solved=False)
        self._progress.count(puzzle, solved=not is_failed)
        self._tried += 1
        self._solved += not is_failed
        if (change := self._progress.value.skill.rating - before.skill.rating) and self._progress.is_kept:
            self.screen.say(f"Your rating: {self._progress.value.skill.rating:.0f} ({change:+.0f}).")
        if task.day:
            self._end_day(task.day, puzzle)

    def _end_day(self, day: date, puzzle: Puzzle) -> None:
        if "?" not in self._attempts:
            self._progress.change(lambda progress: progress.on(day, self._attempts))
        if (days := self._progress.value.days if self._progress.value.day == day else 0) > 1:
            self.screen.say(f"That is day {days} in a row.")
        self.screen.say(f"To share: {share_line(puzzle, day, self._attempts, days)}")

    def _show(self) -> None:
        self.screen.board(self._rest.position, self._last)
        if not self._rest.is_solved:
            self.screen.say(self._rest.task)

    def _run(self, line: str) -> None:
        """Make the move or run the command in a typed line."""
        word = line.strip().lower()
        try:
            if word in COMMANDS:
                COMMANDS[word](self)
            elif word:
                self._play(read_move(self._rest.position, line, COMMANDS))
            else:
                self.screen.say(f"Type {what_to_type(self._rest.position.game)}, or help.")
        except NoughtsError as error:
            self.screen.complain(str(error))

    def _play(self, move: Move) -> None:
        puzzle, naming = self._rest, naming_of(self._rest.position.game)
        verdict = judge(puzzle, move, solver=self._solver(puzzle.position.game), naming=naming)
        self._attempts += "1" if verdict.is_right else "0"
        if not verdict.is_right:
            self.screen.say(f"No. {verdict.words}".rstrip())
            if len(verdict.line) > 1:
                self.screen.say("The game would go on:")
                self._show_line(verdict.line)
            self.screen.say("Try again.")
            return
        puzzle, words = puzzle.answered(move), [f"Yes. {verdict.words}".rstrip()]
        self._last = move if puzzle.reply is None else puzzle.reply
        if puzzle.reply is not None:
            turn = puzzle.position.turn.other
            words.append(f"{turn} answers {naming.move(puzzle.position.game.board, puzzle.reply)}.")
        self._rest = puzzle.play(move)
        self.screen.say(" ".join(words))
        self._show()
        if self._rest.is_solved and len(verdict.line) > 1:
            self.screen.say("The game would go on:")
            self._show_line(verdict.line[1:])

    def _show_line(self, line: Sequence[Move]) -> None:
        """Show the board after a series of further moves, with the moves numbered."""
        position, marks = self._rest.position, dict[Move, str]()
        for number, move in enumerate(line, 1):
            marks[move] = f"{position.turn}{number}"
            position = position.play(move)
        self.screen.board(self._rest.position, None, marks)

    def _hint(self) -> None:
        themes = [THEMES[name] for name in self._rest.themes]
        ideas = [f"{theme.title} ({theme.words})" for theme in themes] or ["noughts has no name for it"]
        self.screen.say(f"The ideas: {join_and(ideas)}." if len(ideas) > 1 else f"The idea: {join_and(ideas)}.")

    def _answer(self) -> None:
        puzzle = self._rest
        naming = naming_of(puzzle.position.game)
        moves = naming.moves(puzzle.position.game.board, puzzle.line)
        verdict = judge(puzzle, puzzle.line[0], solver=self._solver(puzzle.position.game), naming=naming)
        self._attempts += "?"
        self.screen.say(f"The answer: {' '.join(moves)}. {verdict.words}".rstrip())
        self._show_line(max(puzzle.line, verdict.line, key=len))
        while not self._rest.is_solved:
            self._rest = self._rest.play(self._rest.line[0])

    def _skip(self) -> None:
        raise _Skip

    def _help(self) -> None:
        self.screen.say(HELP.format(move=what_to_type(self._rest.position.game)))

    def _quit(self) -> None:
        raise Quit


_QUIT = ("quit", "exit", "q")

COMMANDS: dict[str, Callable[[PuzzlePrompt], None]] = {
    "hint": PuzzlePrompt._hint,
    "answer": PuzzlePrompt._answer,
    "skip": PuzzlePrompt._skip,
    "board": PuzzlePrompt._show,
    "help": PuzzlePrompt._help,
    "?": PuzzlePrompt._help,
    **dict.fromkeys(_QUIT, PuzzlePrompt._quit),
}
"""The commands of the prompt."""
