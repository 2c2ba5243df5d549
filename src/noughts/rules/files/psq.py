"""Read games in ``.psq``, the file format of Piskvork. The program Piskvork runs the Gomocup tournaments.

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,8,1250
    …
    ENGINE1.zip
    ENGINE2.zip
    0
    0,Standard15

The first line has the size of the board, the levels of the two players, and which of them begins: 0 or 1. Each move is
a column and a row, counted from 1, and a time in milliseconds, which becomes the property ``EMT`` (elapsed move time,
in seconds). Tournaments add the players, a number that says how the game ended (15: on time), and the name of the
event. Only the name of the event says what the rules are.

Source: Petr Laštovička, *Piskvork*, source/game.cpp, functions ``openPsq`` and ``savePsq``.
"""

import re

from noughts.rules.errors import NotationError, NoughtsError, short_repr
from noughts.rules.files.faults import Faults
from noughts.rules.files.rule_names import five_in_a_row
from noughts.rules.files.sgf_text import escaped, simple
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.record import Record, ended_in
from noughts.rules.tree import GameTree
from noughts.rules.tree_reader import TreeBuilder

_LONGEST = 2_000_000
_HEADER = re.compile(r"\s*Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})(.*)")
_MOVE = re.compile(r"\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\s*(?:,\s*([0-9]{1,12})\s*)?")
_LIKE_MOVE = re.compile(r"\s*-?[0-9]+\s*,")
_RESULT = re.compile(r"\s*-?[0-9]{1,6}\s*")
_EVENT = re.compile(r"\s*-?[0-9]{1,6}\s*,\s*([A-Za-z].*)")
_RULES = re.compile("freestyle|standard|renju|caro", re.IGNORECASE)
_ON_TIME = 15


def is_psq(text: str) -> bool:
    """Return whether a text is a game in Piskvork's format."""
    return _HEADER.match(text) is not None


def read_psq(text: str, game: Game | str | None = None, faults: Faults | None = None) -> GameTree:
    """Return the game in a Piskvork file.

    Args:
        text: the content of the file.
        game: the game. By default it is five in a row, or exactly five if the name of the event says so.
        faults: what to do about a move that cannot be read. By default, it is an error. Lenient reading stops there.

    Raises:
        NotationError: the text cannot be read; the message gives the line.
        IllegalMove: a move is not legal; the message gives the line and the number of the move.
    """
    if len(text) > _LONGEST:
        raise NotationError(f"the file is {len(text):,} characters long: expected at most {_LONGEST:,}")
    lines = text.splitlines()
    header = _HEADER.match(text)
    if not header:
        raise NotationError("expected a first line such as 'Piskvorky 15x15, 11:11, 0'")
    first = next(number for number, line in enumerate(lines) if line.strip())
    moves = first + 1
    while moves < len(lines) and (_LIKE_MOVE.match(lines[moves]) or not lines[moves].strip()):
        moves += 1
    rest = [line.strip() for line in lines[moves:] if line.strip()]
    names = [simple(line) for line in rest if not (_RESULT.fullmatch(line) or _EVENT.fullmatch(line))][:2]
    names += [""] * (2 - len(names))
    if header[3].rpartition(",")[2].strip() == "1":  # the first player listed is not always X
        names.reverse()
    event = next((found[1].strip() for line in rest if (found := _EVENT.fullmatch(line))), "")
    rules = found[0] if (found := _RULES.search(event)) else ""
    shape = int(header[1]), int(header[2])
    faults = faults or Faults()
    start = Position(named_game(game) if game else five_in_a_row(rules, shape))
    board, builder = start.game.board, TreeBuilder(Record(start, (), (names[0], names[1])))
    for key, value in (("EV", event), ("RU", rules)):
        if value:
            builder.keep(0, f"{key}[{escaped(simple(value))}]")
    node = 0
    for number, line in enumerate(lines[first + 1 : moves], first + 2):
        if not line.strip():
            continue
        try:
            move = _MOVE.fullmatch(line)
            point = (int(move[1]) - 1, int(move[2]) - 1) if move else ()
            if point not in board.at:
                raise NotationError(
                    f"{short_repr(line, 20)} is not a move: expected a column and a row from 1, and a time, as in 8,8,0"
                )
            node = builder.play(node, board.at[point])
            if move and move[3] and int(move[3]):
                builder.keep(node, f"EMT[{int(move[3]) / 1000:g}]")
        except NoughtsError as error:
            faults.meet(error.at(f"line {number}"), skipped="skipped, with the moves after it")
            break
    loser = builder.position(node).turn
    late = any(_RESULT.fullmatch(line) and int(line) == _ON_TIME for line in rest)
    return builder.tree(ended_in(loser, "lost on time") if late else "", tuple(faults.notes))
