"""Ask another program for moves in its protocol: Gomocup's, the Universal Game Interface (UGI), or lines of moves.

Each request for a move contains the whole position, so engines need no memory. noughts waits only for answers that the
protocol promises.
"""

import re
import typing

from noughts.engines.conversation import Conversation
from noughts.players.opponent import Crash, ExtraOutput, IllegalAnswer, PlayerFault, TimeOut
from noughts.rules.board import Move, cells_in
from noughts.rules.errors import NoughtsError, cut, short_repr
from noughts.rules.game import Game, in_a_row
from noughts.rules.move_order import moves_to
from noughts.rules.notation import t3en
from noughts.rules.position import Position, sides

_TO_START = 10.0  # seconds until an engine has answered its first commands
_TOLERANCE = 1.0  # seconds that a move may be late
_GOMOCUP_LENGTH = 5  # Gomocup's protocol knows only five in a row


class Protocol(typing.Protocol):
    """A protocol for asking another program for moves.

    Attributes:
        words: a description of a program that speaks the protocol.
        farewell: the last commands of a conversation.
    """

    words: str
    farewell: tuple[str, ...]

    def choose(self, position: Position, seconds: float) -> Move:
        """Return the engine's move, which may be illegal."""
        ...


class _Gomocup:
    words = "an engine that speaks Gomocup's protocol"
    farewell: tuple[str, ...] = ("END",)

    def __init__(self, conversation: Conversation, game: Game) -> None:
        self._conversation, self._game = conversation, game

    @staticmethod
    def start(game: Game) -> str:
        columns, rows = game.board.shape
        return f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}"

    def choose(self, position: Position, seconds: float) -> Move:
        points, talk = self._game.board.points, self._conversation
        mine, theirs = (cells_in(cells) for cells in sides(position, position.turn))
        if not (mine or theirs):  # BEGIN needs an empty board
            talk.forget()
            talk.send(self.start(self._game))
            talk.wait_for("OK", _TO_START)
        talk.forget()
        milliseconds = int(1000 * seconds)
        talk.send(
            f"INFO rule {int(bool(self._game.beyond))}",
            "INFO game_type 1",
            f"INFO timeout_turn {milliseconds}",
            "INFO timeout_match 0",
        )
        talk.send("INFO time_left 2147483647")
        if mine or theirs:
            # The stones alternate, as in a game, because some engines work out from the stones whose turn it is.
            first = 1 if len(mine) >= len(theirs) else 2
            stones = [(index, first != 1, cell, 1) for index, cell in enumerate(mine)]
            stones += [(index, first != 2, cell, 2) for index, cell in enumerate(theirs)]
            board = [f"{points[cell][0]},{points[cell][1]},{field}" for _, _, cell, field in sorted(stones)]
            talk.send("BOARD", *board, "DONE")
        else:
            talk.send("BEGIN")
        for line in talk.answers(seconds + _TOLERANCE):
            if suggested := re.fullmatch(r"SUGGEST\s+(\d+\s*,\s*\d+)", line):
                talk.send(f"PLAY {suggested[1]}")
            elif found := re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})", line):
                cell = self._game.board.at.get((int(found[1]), int(found[2])))
                if cell is None:
                    raise IllegalAnswer(f"the engine made an illegal move: {line} is not on the board")
                return cell
        raise AssertionError("answers() ended without an exception")


class _Ugi:
    words = "an engine that speaks UGI"
    farewell: tuple[str, ...] = ("quit",)

    def __init__(self, conversation: Conversation, game: Game, *, has_games: bool) -> None:
        self._conversation = conversation
        if has_games:
            conversation.send(f"setoption name Game value {game.name}")
        conversation.send("uginewgame", "isready")
        conversation.wait_for("readyok", _TO_START)

    def choose(self, position: Position, seconds: float) -> Move:
        talk = self._conversation
        talk.forget()
        talk.send(f"position {_words(position)}", f"go movetime {int(1000 * seconds)}")
        for line in talk.answers(seconds + _TOLERANCE):
            if found := re.match(r"bestmove\s+(\S+)", line):
                try:
                    return position.cell(found[1])
                except NoughtsError as error:
                    raise IllegalAnswer(f"the engine made an illegal move: {error}") from None
        raise AssertionError("answers() ended without an exception")


def _words(position: Position) -> str:
    """Describe a position, if possible by its moves from the empty board, because engines differ in their notations."""
    moves = moves_to(position)
    if moves is None:
        return f"fen {t3en(position)}"
    return " ".join(["startpos", *["moves"] * bool(moves), *map(position.name, moves)])


class LinesOfMoves:
    """The simplest protocol: noughts writes the moves so far on one line, and the program answers with its move.

    The first answer may take longer, because the program has to start.
    """

    words = "a program that reads and prints lines of moves"
    farewell: tuple[str, ...] = ()

    def __init__(self, conversation: Conversation, name: str) -> None:
        self._conversation, self._name = conversation, name
        self._has_answered = False

    def choose(self, position: Position, seconds: float) -> Move:
        """Return the program's move.

        Raises:
            ExtraOutput: the program printed something besides its moves.
            PlayerFault: the program did not print the name of a cell in time.
        """
        talk, moves = self._conversation, moves_to(position)
        if moves is None:
            raise NoughtsError(f"no moves lead to {t3en(position)}: {self._name} reads moves from the empty board")
        if extra := talk.forget():
            raise self._extra(extra[0])
        talk.send(" ".join(map(position.name, moves)))
        try:
            line = next(talk.answers(seconds + _TO_START * (not self._has_answered)))
        except TimeOut as error:
            raise TimeOut(f"{error}: print its move on one line, and flush the output after it") from None
        except Crash as error:
            hint = ": read lines until the input ends, and print a move for each"
            raise Crash(f"{error}{hint * str(error).endswith('ended')}") from None
        try:
            move = position.cell(line)
        except NoughtsError as error:
            if not self._has_answered:  # skip a greeting
                raise self._extra(line) from None
            raise IllegalAnswer(f"{self._name} printed {short_repr(line)}: {error}") from None
        self._has_answered = True
        return move

    def _extra(self, line: str) -> ExtraOutput:
        return ExtraOutput(
            f"{self._name} printed {short_repr(line)}: print only a cell such as b2 for each line that you read, and "
            "write everything else to standard error"
        )


def find_protocol(conversation: Conversation, game: Game) -> "Protocol":
    """Find the protocol in which an engine can play a game, by sending the first commands of UGI and Gomocup.

    An engine ignores or rejects the commands that it does not know.
    """
    is_for_gomocup = len(game.board.shape) == 2 and any(
        game == in_a_row(_GOMOCUP_LENGTH, *game.board.shape, exact=exact) for exact in (False, True)
    )
    options = []
    conversation.send("ugi")
    if is_for_gomocup:
        conversation.send(_Gomocup.start(game))
    errors = []
    try:
        for line in conversation.answers(_TO_START):
            if line == "OK" and is_for_gomocup:
                return _Gomocup(conversation, game)
            if line.startswith("option name "):
                options.append(line.split()[2])
            if line == "ugiok":
                return _Ugi(conversation, game, has_games="Game" in options)
            if line.startswith(("ERROR", "UNKNOWN")):
                errors.append(line)
                if len(errors) > is_for_gomocup:
                    break
    except PlayerFault as fault:
        errors.append(str(fault))
    reason = f" ({cut(errors[-1], 100)})" if errors else ""
    known = "UGI or Gomocup's protocol" if is_for_gomocup else "UGI; Gomocup's protocol is for five in a row"
    raise NoughtsError(f"the engine does not play {game}{reason}: expected {known}")
