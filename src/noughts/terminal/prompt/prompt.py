"""The prompt of `noughts play`, and the commands that the prompt accepts."""

import shlex
import time
from collections.abc import Callable
from pathlib import Path

from noughts.engines.driver import any_player, is_engine
from noughts.explain.scores import estimate_words, short_words, worth_words
from noughts.explain.words import game_words, losing_words, plural
from noughts.players.levels import LEVELS, level_name
from noughts.players.opponent import Choice
from noughts.players.registry import is_user_code
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.rules.record import numbered_moves, result_text
from noughts.session import game_files
from noughts.session.resuming import resume
from noughts.session.seats import Seat
from noughts.session.session import Session
from noughts.solver.count import plies
from noughts.solver.evaluation import Evaluation
from noughts.system.writing import FileExists
from noughts.terminal.commands.learn.review import short_review
from noughts.terminal.prompt.screen import Quit, Screen
from noughts.terminal.prompt.thinking import Thinking
from noughts.terminal.running import time_words
from noughts.terminal.typed import other_forms, read_move, what_to_type

HELP = """\
Type {move} to make a move, or one of these commands:
  hint          show a best move and the reason for it (hint x, hint o: for that side)
  why           explain why the last move was good or bad (why {example}: any move)
  values        show the value of every move (values x, values o: for that side)
  undo, redo    take back a move, redo it
  moves         list the moves so far
  review        explain the mistakes so far
  board         show the board again
  score         show the running score
  save FILE     save the game (as SGF if the name ends in .sgf)
  load FILE     continue a saved game with its players
  new           start a new game (undo brings back the one before)
  swap          start a new game with X and O swapped
  resign        give up this game
  level LEVEL   change the computer's level
  help          show this list
  quit          leave noughts"""


class Prompt:
    """The prompt at which people play. The prompt reads moves and commands, and shows the board.

    Args:
        session: the session. Its `stop` and those of its players are the method of `thinking`.
        screen: the input and output.
        thinking: runs the searches.
        file: the file that the first game was loaded from.
        always_values: show the value of every cell before each move of a person.
        first: passed to `noughts.player`.
    """

    def __init__(
        self,
        session: Session,
        screen: Screen,
        thinking: Thinking,
        file: Path | None = None,
        *,
        always_values: bool = False,
        first: bool = False,
    ) -> None:
        self.session = session
        self.screen = screen
        self.thinking = thinking
        self._always_values = always_values
        self._first = first
        self._unconfirmed: Path | None = None  # the file that a second "save" would overwrite
        self._own_files = {file} if file else set[Path]()  # files that were saved or loaded at this prompt

    def play(self) -> None:
        """Play until the player quits.

        Raises:
            Quit, EOFError: the player quits, or the input ends.
        """
        self._greet()
        if not self.session.awaits_computer:
            self._show()
        while True:
            if self.session.awaits_computer:
                if not self._play_computer():
                    raise Quit
            elif self._run(self.screen.read(self._prompt())) and not self.session.awaits_computer:
                self._show()

    def watch(self, games: int) -> None:
        """Show games between two computer players."""
        for number in range(games):
            if number:
                self.session.swap()
            x, o = (self.session.seat_of(player).title for player in Player)
            self.screen.say(f"{x} plays X; {o} plays O.")
            while not self.session.is_over:
                if not self._play_computer():
                    return
                if self.thinking.interrupted:
                    raise KeyboardInterrupt
            if games > 1 and number < games - 1:
                self.screen.say()

    def _greet(self) -> None:
        session = self.session
        people_first = sorted(session.seats, key=lambda seat: seat.computer is not None)
        sides = [f"{seat.title} {'are' if seat.name == 'You' else 'is'} {self._side(seat)}" for seat in people_first]
        self.screen.say(f"{'; '.join(sides)}. The game is {game_words(session.position.game)}.")
        typed = f"{what_to_type(session.position.game)}{other_forms(session.position.game)}"
        self.screen.say(f"Type {typed}, or: hint, values, undo, help, quit.")

    def _side(self, seat: Seat) -> Player:
        return Player.X if self.session.seat_of(Player.X) is seat else Player.O

    def _prompt(self) -> str:
        if self.session.is_over:
            return "Press Enter for a new game, or type review, swap, undo, save FILE or quit: "
        return f"{self.session.prompt}: "

    def _show(self) -> None:
        """Show the board and, if the game is over, the result."""
        session = self.session
        marks = short_marks = None
        if self._always_values and session.awaits_person:
            moves, shape = self.thinking.search(session.analyse).moves, not self.screen.plain
            marks = {move.move: worth_words(move, shape=shape) for move in moves}
            short_marks = {move.move: short_words(move, shape=shape) for move in moves}
        self.screen.board(session.position, session.last, marks, short_marks)
        if session.is_over:
            self.screen.say(self.session.ending)
            self._show_score()

    def _show_score(self) -> None:
        score, seats = self.session.score, self.session.seats
        parts = [f"{seat.title} {score.wins(number)}" for number, seat in enumerate(seats)]
        self.screen.say(f"Score: {', '.join(parts)}, draws {score.draws}.")

    def _play_computer(self) -> bool:
        """Let the computer player move, and print its move. Return False if the computer player failed to move."""
        session, seat = self.session, self.session.mover
        position, earlier = session.position, session.record.positions[:-1]
        is_first = all(before.turn is not position.turn for before in earlier)
        began = time.perf_counter()
        try:
            choice = self._choice(seat)
        except NoughtsError as error:
            self.screen.complain(f"{seat.title} cannot move: {error}")
            return False
        seconds = time.perf_counter() - began
        name = position.name(choice.move)
        ended = "; ended by Ctrl-C" if self.thinking.interrupted else ""
        self.screen.say(f"{seat.title}: {name} ({_effort(choice, seconds, position, is_first)}{ended}).")
        self._show()
        return True

    def _choice(self, seat: Seat) -> Choice:
        """Let the computer player choose and make its move. If the player is other people's code, Ctrl-C quits, because
        such code cannot stop early.
        """
        name = seat.computer.name if seat.computer else ""
        if is_user_code(name) or is_engine(name):
            self.thinking.interrupted = False
            return self.session.play_computer()
        return self.thinking.search(self.session.play_computer)

    def _run(self, line: str) -> bool:
        """Make the move or run the command in a typed line. Return whether to show the board afterwards."""
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command:
                if rest and (advice := _WITHOUT_ARGUMENT.get(word.lower())):
                    raise NoughtsError(f"{word.lower()} takes no argument: {advice}")
                return command(self, rest.strip())
            if not line.strip():
                if self.session.is_over:
                    return self._new("")
                self.screen.say(f"Type {what_to_type(self.session.position.game)}, or help.")
                return False
            self.session.play(read_move(self.session.position, line, COMMANDS))
        except NoughtsError as error:
            self.screen.complain(str(error))
            return False
        return True

    def _hint(self, rest: str) -> bool:
        turn, session, began = _optional_side(rest), self.session, time.perf_counter()

        def find() -> tuple[Evaluation, str]:
            analysis = session.analyse(turn)
            return analysis, session.hint(analysis)

        analysis, text = self.thinking.search(find)
        side = f"For {analysis.position.turn}: " if rest else ""
        self.screen.say(f"{side}{text} ({_searched(analysis, began)})")
        return False

    def _why(self, rest: str) -> bool:
        cell = self.session.position.cell(rest) if rest else None
        self.screen.say(self.thinking.search(lambda: self.session.why(cell)))
        return False

    def _review(self, rest: str) -> bool:
        review = self.thinking.search(self.session.review)
        self.screen.say(short_review(review, self.screen.plain))
        return False

    def _values(self, rest: str) -> bool:
        turn, began = _optional_side(rest), time.perf_counter()
        analysis = self.thinking.search(lambda: self.session.analyse(turn))
        if analysis.position.turn is not self.session.position.turn:
            self.screen.say(f"If it were {analysis.position.turn}'s turn:")
        for move in analysis.moves:
            words = worth_words(move, shape=not self.screen.plain)
            losing = losing_words(move)
            self.screen.say(f"  {move.name}  {words}{f', {losing}' if losing else ''}")
        self.screen.say(f"({_searched(analysis, began)})")
        return False

    def _undo(self, rest: str) -> bool:
        has_resigned = bool(self.session.record.ended)
        if not self.session.undo() and not has_resigned:
            self._greet()
        return True

    def _redo(self, rest: str) -> bool:
        self.session.redo()
        return True

    def _moves(self, rest: str) -> bool:
        self.screen.say("  ".join(numbered_moves(self.session.record)) or "No moves yet.")
        return False

    def _board(self, rest: str) -> bool:
        return True

    def _score(self, rest: str) -> bool:
        self._show_score()
        return False

    def _new(self, rest: str) -> bool:
        self._leave()
        self.session.new()
        return True

    def _swap(self, rest: str) -> bool:
        self._leave()
        self.session.swap()
        self._greet()
        return True

    def _resign(self, rest: str) -> bool:
        self.session.resign()
        return True

    def _leave(self) -> None:
        """Before the player leaves an unfinished game, say how to return to it."""
        record = self.session.record
        if self.session.unfinished == self.session.tree:
            moves = plural(len(record.moves), "move")
            self.screen.say(f"To come back to the unfinished game ({moves}), type undo.")

    def _level(self, rest: str) -> bool:
        number = next((n for n, seat in enumerate(self.session.seats) if seat.computer), None)
        if number is None:
            raise NoughtsError(
                "this game has no computer player: start noughts with --level to play against the computer"
            )
        if not rest:
            levels = ", ".join(level_name(level, self.session.position.game) for level in LEVELS)
            raise NoughtsError(f"level takes a level, as in level hard: expected {levels}")
        self.session.seat(
            number,
            Seat(
                "Computer", any_player(rest, first=self._first, solver=self.session.solver, limit=self.thinking.limit)
            ),
        )
        self.screen.say(f"Your opponent is now {self.session.seats[number].title}. The score is reset.")
        return False

    def _save(self, rest: str) -> bool:
        path, tree = _path(rest, "save"), self.session.tree
        is_confirmed, self._unconfirmed = self._unconfirmed == path, None
        try:
            game_files.save(tree, path, force=is_confirmed or path in self._own_files)
        except FileExists:
            self._unconfirmed = path
            self.screen.say(f"{path} exists. To overwrite it, type save {rest} again.")
            return False
        self._own_files.add(path)
        moves = plural(len(self.session.record.moves), "move")
        self.screen.say(f"Saved to {path}: {moves}, {result_text(tree.main_line)}.")
        return False

    def _load(self, rest: str) -> bool:
        path, session = _path(rest, "load"), self.session
        game = game_files.load(path)
        self._leave()
        notes = resume(session, game, first=self._first, limit=self.thinking.limit)
        self._own_files.add(path)
        self.screen.show_notes(notes, game)
        self._greet()
        return True

    def _help(self, rest: str) -> bool:
        game = self.session.position.game
        names = game.board.names
        self.screen.say(HELP.format(move=what_to_type(game), example=names[len(names) // 2]))
        return False

    def _quit(self, rest: str) -> bool:
        raise Quit


COMMANDS: dict[str, Callable[[Prompt, str], bool]] = {
    "hint": Prompt._hint,
    "why": Prompt._why,
    "values": Prompt._values,
    "undo": Prompt._undo,
    "redo": Prompt._redo,
    "moves": Prompt._moves,
    "review": Prompt._review,
    "board": Prompt._board,
    "score": Prompt._score,
    "save": Prompt._save,
    "load": Prompt._load,
    "new": Prompt._new,
    "swap": Prompt._swap,
    "resign": Prompt._resign,
    "level": Prompt._level,
    "help": Prompt._help,
    "?": Prompt._help,
    "quit": Prompt._quit,
    "exit": Prompt._quit,
    "q": Prompt._quit,
}
"""The commands of the prompt. Each command returns whether to show the board."""

_WITHOUT_ARGUMENT = {
    **{word: f"type only {word}" for word in ("moves", "review", "board", "score", "swap", "quit", "exit", "q")},
    **{word: f"type {word} once for each move" for word in ("undo", "redo")},
    "new": "for a different game, type quit and run noughts play --game GAME",
}
"""The commands that take no argument, each with advice for people who type one."""


def _searched(analysis: Evaluation, began: float) -> str:
    """Say how many states were searched, and how much time has passed since the start."""
    return f"{plural(analysis.nodes, 'state')}, {time_words(time.perf_counter() - began)}"


def _optional_side(text: str) -> Player | None:
    if text.lower() not in ("", "x", "o"):
        raise NoughtsError(f"unknown side {short_repr(text, 20)}: expected x or o, or nothing for the player to move")
    return Player(text.lower()) if text else None


def _path(text: str, verb: str) -> Path:
    try:
        words = shlex.split(text)
    except ValueError:
        words = [text]
    if len(words) != 1 or "\0" in words[0]:
        raise NoughtsError(f"{verb} takes one file name, as in {verb} game.sgf; put quotes around a name with spaces")
    try:
        path = Path(words[0]).expanduser()
    except RuntimeError:
        raise NoughtsError(
            f"unknown home folder in {words[0]!r}: expected a name such as game.sgf or ~/game.sgf"
        ) from None
    if not path.name:
        raise NoughtsError(f"{verb} takes one file name, as in {verb} game.sgf")
    return path


def _effort(choice: Choice, seconds: float, position: Position, is_first: bool) -> str:
    """Say how many states were searched for a move, how long the search took, and the estimated value of the move.

    For a first move, also say how many states plain minimax would search.
    """
    if not choice.visited:  # the player does not count states, or does not search
        return time_words(seconds)
    text = f"{plural(choice.visited, 'state')}, {time_words(seconds)}"
    if is_first and position.empty.bit_count() <= 9:
        text += f"; plain minimax would search {sum(ply.sequences for ply in plies(position)):,}"
    if choice.score is not None and not choice.exact:
        text += f"; {estimate_words(choice.score)}"
    return text
