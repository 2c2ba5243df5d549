"""Readers raise only NoughtsError on any text, quickly and with a short message."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Position, game, grid, player, position, read_moves, read_sgf, write_moves, write_sgf
from tests.rules.test_record import records

READERS: dict[str, Callable[[str], Any]] = {
    "position": position,
    "position, cube": lambda text: position(text, "2x2x2"),
    "position, gravity": lambda text: position(text, "3,2,3 gravity misere"),
    "game": game,
    "moves": read_moves,
    "moves, gravity": lambda text: read_moves(text, "connect four"),
    "sgf": read_sgf,
    "sgf, cube": lambda text: read_sgf(text, "3x3x3"),
    "cell": grid(3, 3).cell,
    "cell, cube": grid(3, 3, 3).cell,
    "cell, gravity": Position(game("connect four")).cell,
    "play": Position(game("tictactoe")).play,
    "load": player,
}

WORDS = [
    *["x", "o", "_", "xo_", "2x", "/", "//", " ", "\n", "R_A_3_3_", "1_", ",", "9999", "٣", "²", "é", "\0", "\ud800"],
    *["3,3,3", "4x4", "gravity", "misere", "full=x", "torus", "game:", "start:", "x:", "1.", "b2", "a1?", "draw", "#"],
    *[
        "(",
        ";",
        ")",
        "(;",
        "B[aa]",
        "W[bb]",
        "AB[aa:cc]",
        "PL[w]",
        "SZ[3]",
        "SZ[",
        "GM[4]",
        "RU[torus]",
        "[",
        "]",
        "\\",
        "C[",
    ],
    *[
        "minimax",
        ":",
        "depth=",
        "2",
        "nodes=0",
        "order=centre",
        "mcts",
        "simulations=",
        "exploration=1e9",
        ".py:",
        "perfect",
    ],
]
texts = st.one_of(
    st.text(),
    st.text(alphabet="xoXO_.-/ 0123456789\n|"),
    st.lists(st.sampled_from(WORDS)).map("".join),
    st.lists(st.sampled_from(WORDS)).map(" ".join),
)


def read(reader: Callable[[str], Any], text: str) -> None:
    try:
        reader(text)
    except NoughtsError as error:
        message = str(error)
        assert message.strip()
        assert len(message) < 700 + len(text) // 2


@pytest.mark.parametrize("name", READERS)
@given(text=texts)
def test_readers_raise_only_noughts_errors(name: str, text: str) -> None:
    read(READERS[name], text)


@given(records(), st.data())
def test_a_record_with_a_letter_changed(record: Any, data: st.DataObject) -> None:
    """Almost valid text often reveals mistakes in a parser."""
    for write, reader in ((write_moves, read_moves), (write_sgf, read_sgf)):
        text = write(record)
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from(["", *WORDS])) + text[at + gone :]
        with suppress(NoughtsError):
            reader(text)


LONG = {
    "one letter": "x" * 100_000,
    "blanks": " " * 100_000 + "z",
    "digits": "1" * 100_000,
    "strokes": "/" * 100_000,
    "numbers": "1 " * 50_000 + "z",
    "commas": "1," * 50_000 + "z",
    "brackets": "[" * 100_000,
    "words": "gravity " * 15_000,
    "lines": "b2\n" * 35_000,
    "hyphens": "a-" * 50_000,
    "settings": "minimax:" + "depth=2," * 15_000,
    "keys": "x: y\n" * 20_000,
}


@pytest.mark.parametrize("name", READERS)
def test_long_texts_are_read_in_linear_time(name: str) -> None:
    for kind, text in LONG.items():
        start = time.process_time()
        with suppress(NoughtsError):
            READERS[name](text)
        assert time.process_time() - start < 1.5, kind
