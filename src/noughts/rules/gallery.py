"""The gallery: games by name, and the names of games as people type them."""

import re
from functools import lru_cache

from noughts.rules.errors import NotationError, RulesError
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
"""The named games, each with what it is: columns, rows, how many in a row, and the variant's words."""

_SPELLINGS = {
    "tic tac toe": "tictactoe",
    "noughts and crosses": "tictactoe",
    "connect 4": "connect four",
    "connect4": "connect four",
    "connectfour": "connect four",
    "avoidance": "misere",
    "3d": "cube",
}
_WORDS = {
    "gravity": "gravity",
    "drop": "gravity",
    "misere": "misere",
    "misère": "misere",
    "torus": "torus",
    "wrap": "torus",
    "full=x": "full=x",
    "full=o": "full=o",
}
_EXPECTED = (
    "expected columns, rows and how many in a row, as in 4,4,3, then any of gravity, misere, torus, full=x, full=o; "
    "a board in space, as in 3x3x3; or one of " + ", ".join(GALLERY)
)


@lru_cache(maxsize=64)
def game(text: str) -> Game:
    """Return the game that a person names.

    Read are the gallery's names (``tictactoe``, ``connect four``, …), ``m,n,k`` (columns, rows, in a row),
    ``3x3x3`` (any number of sides; the shortest must be filled) and ``4x4x4,3``, each followed by any of
    the words gravity, misere, torus, full=x, full=o. ``5 5 4`` is ``5,5,4``. Capitals, spaces and
    hyphens do not matter.

    Raises:
        NotationError: the text names no game; the message says what would.
        RulesError: it names a board that cannot be, or is too large.
    """
    words = " ".join(re.sub(r"(?<=[^\W_])[-_]+", " ", text.lower()).split())
    words = re.sub(r"^[0-9]+( [0-9]+)+(?= |$)", lambda sides: sides[0].replace(" ", ","), words, count=1)
    shown = repr(text if len(text) <= 40 else text[:40] + "…")
    words = _replaced_start(words)
    described = re.match(r"((?:line )?[0-9]{1,6}(?:\s*[,x×]\s*[0-9]{1,6})*)(.*)", words)
    if not described:
        raise NotationError(f"{shown} is no game: {_EXPECTED}")
    sides, rest = re.sub(r"\s", "", described[1]).replace("×", "x"), described[2]
    shape, k = _shape(sides, shown)
    chosen = set()
    for word in rest.replace(",", " ").split():
        if word not in _WORDS:
            raise NotationError(f"{word[:20]!r} in {shown} is no kind of game: {_EXPECTED}")
        chosen.add(_WORDS[word])
    if {"full=x", "full=o"} <= chosen:
        raise NotationError(f"{shown} says full=x and full=o: a full board has one winner; {_EXPECTED}")
    made = in_a_row(k, *shape, torus="torus" in chosen)
    if "gravity" in chosen:
        made = gravity(made)
    if "misere" in chosen:
        made = misere(made)
    for winner in Player:
        if f"full={winner.value}" in chosen:
            made = full(made, winner)
    return made


def _replaced_start(words: str) -> str:
    """Return the text with a gallery name at its start written out."""
    names = {**GALLERY, **{spelling: GALLERY[name] for spelling, name in _SPELLINGS.items()}}
    for name in sorted(names, key=len, reverse=True):
        if words == name or words.startswith((name + " ", name + ",")):
            return names[name] + words[len(name) :]
    return words


def _shape(sides: str, shown: str) -> tuple[tuple[int, ...], int]:
    if sides.startswith("line"):
        length, _, row = sides[4:].partition(",")
        if not (length.isdigit() and row.isdigit()):
            raise NotationError(f"{shown} is no game: a line is its length and how many in a row, as in line 5,3")
        return (int(length),), int(row)
    numbers, comma, row = sides.rpartition(",")
    if not comma:
        shape = tuple(map(int, row.split("x")))
        if len(shape) < 2:
            raise NotationError(f"{shown} is no game: {_EXPECTED}")
        return shape, min(shape)
    if "x" in row:
        raise NotationError(f"{shown} is no game: {_EXPECTED}")
    shape = tuple(map(int, re.split("[x,]", numbers)))
    if "x" not in numbers and len(shape) != 2:
        raise NotationError(f"{shown} is no game: {_EXPECTED}")
    return shape, int(row)


def game_or_none(text: str) -> Game | None:
    """Return the game that the text names, or None where it names none."""
    try:
        return game(text)
    except (NotationError, RulesError):
        return None
