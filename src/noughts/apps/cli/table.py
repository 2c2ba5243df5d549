"""The table: one prompt, the commands that can be given at it, and what is shown after each.

Long, because every command is a few lines here, with what it says.
"""

import shlex
import time
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from noughts.apps import files
from noughts.apps.cli.review import short_review
from noughts.apps.cli.screen import Quit, Screen
from noughts.apps.seats import Seat, saved_seats, take_seats
from noughts.apps.session import Session
from noughts.apps.writing import InTheWay, check_target, is_stdout
from noughts.explain.scores import signed, value_words
from noughts.explain.words import game_words, losing_words, plural
from noughts.players.opponent import Choice
from noughts.players.registry import player
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.rules.record import numbered_moves, result_text
from noughts.solver.count import plies

HELP = """\
Type a cell to play: {example}. With gravity the column is enough.
  hint          a good move and why; hint x, hint o for either side
  why           why the last move was good or bad; why {example} asks about any cell
  values        what every move is worth; values x, values o for either side
  undo, redo    take a move back, make it again
  moves         the moves so far
  review        where the moves so far gave value away, and why
  board         show the board again
  score         the running score
  save FILE     save the game (FILE.sgf as SGF)
  load FILE     resume a saved game, with its players
  new           a new game
  swap          a new game with sides changed
  level LEVEL   let the computer play at another level
  help, quit"""


class Table:
    """A session of games at the prompt.

    Args:
        session: the session.
        screen: where it is shown.
        file: the file from which its first game was loaded.
        always_values: show before every move what each cell is worth.
        first: as in `noughts.player`.
    """

    def __init__(
        self,
        session: Session,
        screen: Screen,
        file: Path | None = None,
        *,
        always_values: bool = False,
        first: bool = False,
    ) -> None:
        self.session = session
        self.screen = screen
        self._always_values = always_values
        self._first = first
        self._refused_file: str | None = None
        self._own_files = {file} if file else set[Path]()

    def play(self) -> None:
        """Play until the person leaves.

        Raises:
            Quit, EOFError: the person leaves, or there is no more input.
        """
        self._greet()
        if not self._computer_is_next():
            self._show()
        while True:
            if self._computer_is_next():
                if not self._computer_moves():
                    raise Quit
            elif self._obey(self.screen.read(self._prompt())) and not self._computer_is_next():
                self._show()

    def watch(self, games: int) -> None:
        """Let two computer players play some games."""
        for number in range(games):
            if number:
                self.session.swap()
            x, o = (self.session.seat_of(player).title for player in Player)
            self.screen.say(f"{x} has X, {o} has O.")
            while not self.session.position.is_over:
                if not self._computer_moves():
                    return
            if games > 1 and number < games - 1:
                self.screen.say()

    def _computer_is_next(self) -> bool:
        return not self.session.position.is_over and self.session.mover.computer is not None

    def _greet(self) -> None:
        names = self.session.position.game.board.names
        people = [seat for seat in self.session.seats if not seat.computer]
        sides = [f"{seat.title} {'are' if seat.name == 'You' else 'is'} {self._side(seat)}" for seat in people]
        others = [f"{seat.title} is {self._side(seat)}" for seat in self.session.seats if seat.computer]
        self.screen.say(f"{', '.join(sides + others)}. The game: {game_words(self.session.position.game)}.")
        if self.session.position.game.needs and len(self.session.position.game.board.shape) == 2:
            self.screen.say(f"Type a column, such as {names[0].rstrip('1')}, or: hint, values, undo, help, quit.")
            return
        example = names[len(names) // 2]
        flat = len(self.session.position.game.board.shape) == 2
        more = ""
        if flat and not self.session.position.game.needs:
            more = f"; {names.index(example) + 1} too, or row and column counted from 0: {self._row_column(example)}"
        cells = f"{example} ({names[0]} is top left{more})"
        self.screen.say(f"Type a cell, such as {cells}, or: hint, values, undo, help, quit.")

    def _row_column(self, name: str) -> str:
        board = self.session.position.game.board
        return " ".join(map(str, reversed(board.points[board.cell(name)])))

    def _side(self, seat: Seat) -> Player:
        return Player.X if self.session.seat_of(Player.X) is seat else Player.O

    def _prompt(self) -> str:
        if self.session.position.is_over:
            return "Enter for a new game, or review, swap, undo, save FILE, quit: "
        seat, player = self.session.mover, self.session.position.turn
        return f"Your move ({player}): " if seat.name == "You" else f"Your move, {seat.name} ({player}): "

    def _show(self) -> None:
        """Show the board, and the end of the game or the values."""
        session = self.session
        marks = None
        if self._always_values and not session.position.is_over and not session.mover.computer:
            marks = self._marks()
        self.screen.board(session.position, session.last, marks)
        if session.position.is_over:
            self.screen.say(self.session.ending)
            self._tell_score()

    def _marks(self) -> dict[int, str]:
        analysis = self.session.analyse()
        shape = not self.screen.plain
        return {m.move: value_words(m.score, m.distance, exact=m.exact, shape=shape) for m in analysis.moves}

    def _tell_score(self) -> None:
        score, seats = self.session.score, self.session.seats
        parts = [f"{seat.title} {score.wins(number)}" for number, seat in enumerate(seats)]
        self.screen.say(f"Score: {', '.join(parts)}, drawn {score.draws}.")

    def _computer_moves(self) -> bool:
        """Let the computer move and say how it found the move. Return whether the game can go on."""
        session, seat = self.session, self.session.mover
        first = all(position.turn is not session.position.turn for position in session.record.positions[:-1])
        began = time.perf_counter()
        try:
            choice = session.think()
        except NoughtsError as error:
            self.screen.complain(f"{seat.title} cannot go on: {error}")
            return False
        seconds = time.perf_counter() - began
        name = session.position.game.board.names[choice.move]
        self.screen.say(f"{seat.title}: {name} ({_thinking(choice, seconds, session.position, first)}).")
        session.play(choice.move)
        self._show()
        return True

    def _obey(self, line: str) -> bool:
        """Do what a line says. Return whether the board is to be shown."""
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command:
                return command(self, rest.strip())
            if not line.strip():
                if self.session.position.is_over:
                    return self._new("")
                self.screen.say(f"Type a cell, such as {self.session.position.game.board.names[0]}, or help.")
                return False
            self._play(line)
        except NoughtsError as error:
            self.screen.complain(str(error))
            return False
        return True

    def _play(self, line: str) -> None:
        word = line.split(maxsplit=1)[0]
        try:
            self.session.position.cell(line)
        except NotationError as error:
            if word.isalpha() and (meant := get_close_matches(word.lower(), COMMANDS, 1)):
                raise NoughtsError(f"there is no command {word[:20]!r}: did you mean {meant[0]}?") from None
            raise IllegalMove(f"{error}; or type help") from None
        self.session.play(line)

    def _hint(self, rest: str) -> bool:
        began = time.perf_counter()
        analysis = self.session.analyse(self._asked_side(rest))
        seconds = time.perf_counter() - began
        side = f"For {analysis.position.turn}: " if rest else ""
        text = self.session.hint(analysis)
        self.screen.say(f"{side}{text} ({plural(analysis.visited, 'position')}, {_time(seconds)})")
        return False

    def _why(self, rest: str) -> bool:
        self.screen.say(self.session.why(self.session.position.cell(rest) if rest else None))
        return False

    def _review(self, rest: str) -> bool:
        self.screen.say(short_review(self.session.review(), self.screen.plain))
        return False

    def _values(self, rest: str) -> bool:
        analysis = self.session.analyse(self._asked_side(rest))
        if rest:
            self.screen.say(f"If {analysis.position.turn} were to move:")
        for move in analysis.moves:
            words = value_words(move.score, move.distance, exact=move.exact, shape=not self.screen.plain)
            losing = losing_words(move)
            self.screen.say(f"  {move.name}  {words}{f', {losing}' if losing else ''}")
        return False

    def _asked_side(self, rest: str) -> Player | None:
        if rest.lower() not in ("", "x", "o"):
            raise NoughtsError(f"{rest[:20]!r} is no side: expected x or o, or nothing for the player to move")
        return Player(rest.lower()) if rest else None

    def _undo(self, rest: str) -> bool:
        self.session.undo()
        return True

    def _redo(self, rest: str) -> bool:
        self.session.redo()
        return True

    def _moves(self, rest: str) -> bool:
        self.screen.say("  ".join(numbered_moves(self.session.record)) or "No moves yet.")
        return False

    def _board(self, rest: str) -> bool:
        return True

    def _tell(self, rest: str) -> bool:
        self._tell_score()
        return False

    def _new(self, rest: str) -> bool:
        self.session.new()
        return True

    def _swap(self, rest: str) -> bool:
        self.session.swap()
        self._greet()
        return True

    def _level(self, rest: str) -> bool:
        number = next((n for n, seat in enumerate(self.session.seats) if seat.computer), None)
        if number is None:
            raise NoughtsError("no computer plays here: start again with --level to play against it")
        self.session.seat(number, Seat("Computer", player(rest, first=self._first)))
        self.screen.say(f"The computer now plays {self.session.seats[number].title}; the score begins anew.")
        return False

    def _save(self, rest: str) -> bool:
        path, again = _path(rest, "save"), self._refused_file == rest
        self._refused_file = None
        try:
            check_target(path, files.GAME, force=again)
            if path.is_file() and not (is_stdout(path) or path in self._own_files or again):
                raise InTheWay(f"{path} exists")
            files.save(self.session.record, path, force=again)
        except InTheWay as error:
            self._refused_file = rest
            self.screen.say(f"{error.problem}. Type the same again to {error.remedy}.")
            return False
        self._own_files.add(path)
        moves = plural(len(self.session.record.moves), "move")
        self.screen.say(f"Saved to {path}: {moves}, {result_text(self.session.position)}.")
        return False

    def _load(self, rest: str) -> bool:
        path, session = _path(rest, "load"), self.session
        record = files.load(path)
        saved, notes = saved_seats(record, known=session.seats, first=self._first)
        if any(saved):
            person = next((seat for seat in session.seats if not seat.computer), Seat("You"))
            computer = next((seat for seat in session.seats if seat.computer), None)
            usual = person, computer or Seat("Computer", player("perfect", first=self._first))
            session.resume(record, *take_seats(saved, usual))
        else:
            session.resume(record)
        self._own_files.add(path)
        for note in notes:
            self.screen.say(note)
        self._greet()
        return True

    def _help(self, rest: str) -> bool:
        names = self.session.position.game.board.names
        self.screen.say(HELP.format(example=names[len(names) // 2]))
        return False

    def _quit(self, rest: str) -> bool:
        raise Quit


COMMANDS: dict[str, Callable[[Table, str], bool]] = {
    "hint": Table._hint,
    "why": Table._why,
    "values": Table._values,
    "undo": Table._undo,
    "redo": Table._redo,
    "moves": Table._moves,
    "review": Table._review,
    "board": Table._board,
    "score": Table._tell,
    "save": Table._save,
    "load": Table._load,
    "new": Table._new,
    "swap": Table._swap,
    "level": Table._level,
    "help": Table._help,
    "?": Table._help,
    "quit": Table._quit,
    "exit": Table._quit,
    "q": Table._quit,
}
"""The words that can be given at the prompt: each does something and says whether to show the board."""


def _path(text: str, verb: str) -> Path:
    try:
        words = shlex.split(text)
    except ValueError:
        words = [text]
    if len(words) != 1 or "\0" in words[0]:
        raise NoughtsError(f"{verb} takes one file name, as in {verb} game.sgf; quote a name with spaces")
    try:
        path = Path(words[0]).expanduser()
    except RuntimeError:
        raise NoughtsError(f"{words[0]!r} names nobody's home folder") from None
    if not path.name:
        raise NoughtsError(f"{verb} takes one file name, as in {verb} game.sgf")
    return path


def _thinking(choice: Choice, seconds: float, position: Position, first: bool) -> str:
    """Say how the move was found: time, positions, and for the first move on a small board how many minimax needs."""
    if not choice.visited:  # it does not count them, or draws its moves
        return _time(seconds)
    text = f"{plural(choice.visited, 'position')}, {_time(seconds)}"
    if first and position.empty.bit_count() <= 9:
        text += f"; plain minimax looks at {sum(ply.sequences for ply in plies(position)):,}"
    if choice.score is not None and not choice.exact:
        text += f"; it guesses {signed(choice.score, '+.2f')}"
    return text


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
