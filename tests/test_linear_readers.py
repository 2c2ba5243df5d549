"""Every reader takes time in proportion to the length of its text, for many shapes of text that could take longer."""

from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

import noughts
from noughts import Position, game, player, read_games, read_moves, read_sgf, read_tree
from noughts.engines.gomocup import GomocupEngine
from noughts.engines.search import BackgroundSearch
from noughts.engines.ugi import UgiEngine
from noughts.render.names import clean_name
from noughts.rules.notation import looks_like_position
from noughts.rules.record import replay_line, split_moves
from noughts.rules.tree import clean_comment
from noughts.session.reading import split_text
from tests.linear import SHAPES, expect_linear

GRAVITY = Position("7,6,4 gravity")
LARGE = Position("52,52,5 gravity")


def read_all(text: str) -> None:
    for item in split_text(text)[:20]:
        item.read()


def ugi(line: str) -> None:
    engine = UgiEngine(BackgroundSearch("perfect", Random(1)), lambda answer: None, game("3,3,3"))
    for command in ("setoption name Game value ", "position startpos moves ", "position fen ", "query ", "", "isready"):
        engine.receive(command + line)


def gomocup(line: str) -> None:
    engine = GomocupEngine(BackgroundSearch("perfect", Random(1)), lambda answer: None)
    for command in ("START 5", "TURN ", "INFO ", "START ", "", "BOARD", "", "DONE"):
        engine.receive(command if command.isupper() and not command.endswith(" ") else command + line)


READERS: tuple[Callable[[str], Any], ...] = (
    read_all,
    read_tree,
    lambda text: read_tree(text, GRAVITY),
    read_moves,
    read_sgf,
    lambda text: read_sgf(text, lenient=True),
    lambda text: read_sgf(text.encode()),
    read_games,
    lambda text: read_games(text, lenient=True),
    lambda text: read_games("Piskvorky 15x15, 11:11, 0\n" + text, lenient=True),
    noughts.position,
    game,
    ugi,
    gomocup,
    lambda text: replay_line(LARGE, text),
    lambda text: list(split_moves(text)),
    looks_like_position,
    LARGE.cell,
    player,
    lambda text: player(f"minimax:{text}"),
    lambda text: clean_name(text, ""),
    clean_comment,
)


@pytest.mark.parametrize("name", SHAPES)
def test_reading_takes_linear_time(name: str) -> None:
    for number, read in enumerate(READERS):
        expect_linear(read, SHAPES[name], f"reader {number}")


@pytest.mark.parametrize(("power", "noticed"), [(1, False), (2, True), (3, True)])
def test_the_check_notices_a_reader_that_takes_more_than_linear_time(power: int, noticed: bool) -> None:
    with pytest.raises(AssertionError, match="times as long") if noticed else nullcontext():
        expect_linear(len, SHAPES["marks"], "it", measure=lambda read, text: float(read(text) ** power))
