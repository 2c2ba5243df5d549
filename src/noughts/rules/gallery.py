"""The gallery of named games, and the parser for game names."""

import re
from functools import lru_cache

from noughts.rules.errors import NotationError, RulesError, short_repr
from noughts.rules.game import Game, Player, full, gravity, in_a_row, misere

GALLERY: dict[str, str] = {
    "tictactoe": "3,3,3",
    "misere": "3,3,3 misere",
    "connect four": "7,6,4 gravity",
    "gomoku": "15,15,5",
    "cube": "3x3x3",
    "qubic": "4x4x4",
    "score four": "4x4x4 gravity",
    "torus": "3,3,3 torus",
}
"""The named games. Each full name gives the columns, the rows, how many in a row win, and the variant."""

_NAMES = {rules: name for name, rules in GALLERY.items()}

_SPELLINGS = {
    "tic tac toe": "tictactoe",
    "noughts and crosses": "tictactoe",
    "connect 4": "connect four",
    "connect4": "connect four",
    "connectfour": "connect four",
    "avoidance": "misere",
    "misère": "misere",
    "3d": "cube",
}
_WORDS = {
    "gravity": "gravity",
    "drop": "gravity",
    "misere": "misere",
    "misère": "misere",
    "torus": "torus",
    "wrap": "torus",
    "exact": "exact",
    "exactly": "exact",
    "full=x": "full=x",
    "full=o": "full=o",
}
_LONGEST = 200  # the maximum number of characters in a name
_SIDES = r"[0-9]{1,2}(?:\s?[,x×]\s?[0-9]{1,2}){1,3}"
_AT_START = re.compile(
    r"\s*((?:{}|{})(?:[\s,]+(?:{}))*)(?![\w=])".format(
        _SIDES,
        "|".join(
            re.escape(name).replace(r"\ ", "[ _-]?") for name in sorted([*GALLERY, *_SPELLINGS], key=len, reverse=True)
        ),
        "|".join(map(re.escape, _WORDS)),
    ),
    re.IGNORECASE,
)
_EXPECTED = (
    "expected columns, rows and how many in a row, as in 4,4,3; the sides of a three-dimensional board, as in 3x3x3 "
    "(either may be followed by exact, gravity, misere, torus, full=x, full=o); or one of " + ", ".join(GALLERY)
)


def game(text: Game | str) -> Game:
    """Return the game with this name. A `Game` is returned unchanged.

    A name is one of:

    - a name from the gallery: ``tictactoe``, ``connect four``, …
    - columns, rows and how many in a row: ``m,n,k``, as in ``4,4,3``
    - the sides of a three-dimensional board: ``3x3x3`` (the shortest side is the length of a line), or ``4x4x4,3``

    Each can be followed by the words exact (longer rows do not count), gravity, misere, torus, full=x or full=o.
    ``5 5 4`` is read as ``5,5,4``. Capitals, spaces and hyphens do not matter. A name has at most 200 characters.

    Raises:
        NotationError: no game has this name; the message says what is expected.
        RulesError: the board cannot exist, or is too large.
    """
    if isinstance(text, Game):
        return text
    if not isinstance(text, str):
        raise NotationError(f"expected a game or its name, such as '4,4,3', not {short_repr(text)}")
    return _named(*_described(text))


def usual_name(rules: str) -> str:
    """Return the name of a game in the gallery, such as ``tictactoe`` for ``3,3,3``. Return other rules unchanged."""
    return _NAMES.get(rules, rules)


def sides_of(text: str) -> tuple[int, ...]:
    """Return the dimensions of the board that a game's name describes, even if the board is too large.

    Raises:
        NotationError: no game has this name; the message says what is expected.
    """
    return _described(text)[1]


def is_game_name(text: str) -> bool:
    """Return whether a text has the form of a game name. The board that the text describes may be too large."""
    try:
        return bool(_described(text))
    except NotationError:
        return False


@lru_cache(maxsize=64)
def _described(text: str) -> tuple[int, tuple[int, ...], frozenset[str]]:
    """Return the length of a winning row, the sides of the board, and the variants of the game with this name."""
    if len(text) > _LONGEST:
        raise NotationError(f"unknown game {short_repr(text)}: {_EXPECTED}")
    words = " ".join(re.sub(r"(?<=[^\W_])[-_]+", " ", text.lower()).split())
    words = re.sub(r"^[0-9]+( [0-9]+)+(?= |$)", lambda sides: sides[0].replace(" ", ","), words, count=1)
    shown = short_repr(text)
    if re.fullmatch(r"[xo0-9 ]*[_./|][xo0-9_./| ]*", text.lower()):
        raise NotationError(f"{shown} is a position: expected a game, such as 4,4,3 (noughts.position reads positions)")
    words = _replaced_start(words)
    described = re.match(r"((?:line )?[0-9]{1,6}(?:\s*[,x×]\s*[0-9]{1,6})*)(.*)", words)
    if not described:
        raise NotationError(f"unknown game {shown}: {_EXPECTED}")
    sides, rest = re.sub(r"\s", "", described[1]).replace("×", "x"), described[2]
    shape, k = _shape(sides, shown)
    chosen = set()
    for word in rest.replace(",", " ").split():
        if word not in _WORDS:
            raise NotationError(f"unknown variant {short_repr(word, 20)} in {shown}: {_EXPECTED}")
        chosen.add(_WORDS[word])
    if {"full=x", "full=o"} <= chosen:
        raise NotationError(
            f"{shown} contains both full=x and full=o, but only one player can win on a full board: {_EXPECTED}"
        )
    return k, shape, frozenset(chosen)


@lru_cache(maxsize=64)
def _named(k: int, shape: tuple[int, ...], chosen: frozenset[str]) -> Game:
    family_game = in_a_row(k, *shape, torus="torus" in chosen, exact="exact" in chosen)
    if "gravity" in chosen:
        family_game = gravity(family_game)
    if "misere" in chosen:
        family_game = misere(family_game)
    for winner in Player:
        if f"full={winner.value}" in chosen:
            family_game = full(family_game, winner)
    return family_game


def _replaced_start(words: str) -> str:
    """Replace a gallery name at the start of the text with the game's full name, such as ``7,6,4 gravity``."""
    names = {**GALLERY, **{spelling: GALLERY[name] for spelling, name in _SPELLINGS.items()}}
    for name in sorted(names, key=len, reverse=True):
        if words == name or words.startswith((name + " ", name + ",")):
            return names[name] + words[len(name) :]
    return words


def _shape(sides: str, shown: str) -> tuple[tuple[int, ...], int]:
    if sides.startswith("line"):
        length, _, row = sides[4:].partition(",")
        if not (length.isdigit() and row.isdigit()):
            raise NotationError(
                f"unknown game {shown}: expected the length of the line and the number in a row needed to win, "
                "as in line 5,3"
            )
        return (int(length),), int(row)
    numbers, comma, row = sides.rpartition(",")
    if not comma:
        shape = tuple(map(int, row.split("x")))
        if len(shape) < 2:
            raise NotationError(f"unknown game {shown}: {_EXPECTED}")
        return shape, min(shape)
    if "x" in row:
        raise NotationError(f"unknown game {shown}: {_EXPECTED}")
    shape = tuple(map(int, re.split("[x,]", numbers)))
    if "x" not in numbers and len(shape) != 2:
        raise NotationError(f"unknown game {shown}: {_EXPECTED}")
    return shape, int(row)


def game_at_start(text: str) -> tuple[str, str] | None:
    """Split a text that begins with the name of a game into the name and the rest. Return None for other texts."""
    found = _AT_START.match(text)
    if not found or not is_game_name(found[1]):
        return None
    return found[1], text[found.end() :].lstrip(" \t\r\n:,;.–-")


def game_or_none(text: str) -> Game | None:
    """Return the game with this name, or None if the name is unknown."""
    try:
        return game(text)
    except (NotationError, RulesError):
        return None
