"""The library, the terminal and the pages agree on the order of moves, the numbering of states, and ``start``."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    SearchResult,
    alphabeta,
    centre_first,
    game,
    minimax,
    negamax,
    position,
    read_moves,
    shuffled,
    t3en,
    tell,
    transposition,
)
from noughts.explain.story.trace_format import from_data
from noughts.render.tree.text import tree_text
from tests.terminal.terminal import Terminal
from tests.web.exploring import Client

BROWSER = Client()
SEARCHES: dict[Any, Callable[[Any], SearchResult]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
}
SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "scan": {"order": "scan"},
    "centre": {"order": "centre"},
    "random": {"order": "random", "seed": 3},
}


def visited(text: str, algorithm: str, order: str) -> int:
    """Return the number of states that the search visits with ±1 scores and moves in this order."""
    state: Any = IgnoreDistance(position(text))
    first = {"centre": centre_first, "random": shuffled(3)}.get(order)
    return SEARCHES[algorithm](Ordered(state, first) if first else state).visited


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize("text", ["o_x/x2_/x2o x", "xo_/_x_/2_o x"])
def test_library_terminal_and_page_explain_the_same_search(text: str, algorithm: Any, settings: str) -> None:
    count, options = visited(text, algorithm, settings), SETTINGS[settings]
    story = tell(position(text), algorithm=algorithm, **options)
    assert story.searched == count

    flags = [f"--{name}={value}" for name, value in options.items()]
    printed = Terminal.run("explain", text, f"--algorithm={algorithm}", *flags).out
    assert f"searched {count} of {len(story.nodes)} states" in printed
    assert tree_text(story) in printed

    fields = {"position": text, "algorithm": algorithm, **{name: str(value) for name, value in options.items()}}
    assert from_data(BROWSER.get("/explore/document", params=fields).json()) == story


def test_alpha_beta_searches_nine_states_of_the_figure_row_by_row_and_six_centre_first() -> None:
    counts = {settings: visited("o_x/x2_/x2o x", "alphabeta", settings) for settings in ("default", "scan", "centre")}
    assert counts == {"default": 9, "scan": 9, "centre": 6}


@pytest.mark.parametrize("order", SETTINGS)
def test_states_are_numbered_in_the_order_of_the_search_by_default(order: str) -> None:
    story = tell(position("xo_/_x_/2_o x"), algorithm="alphabeta", **SETTINGS[order])
    visits = [event.node for event in story.events if event.kind == "ask"]
    assert visits == list(range(1, story.searched + 1))


@pytest.mark.parametrize("name", ["tictactoe", "misere", "4,4,3", "connect four", "3x3x3"])
def test_start_is_the_empty_board_of_the_chosen_game(name: str) -> None:
    empty = Position(game(name))
    assert position("start", name) == empty
    assert read_moves(f"game: {name}\nstart: start\n").start == empty
    settings = ("--game", name, "--algorithm", "alphabeta", "--depth", "1", "--json", "-")
    assert from_data(json.loads(Terminal.run("explain", "start", *settings).out)).position == empty
    answers = [
        json.loads(Terminal.run("analyse", text, "--game", name, "--json").out) for text in ("start", t3en(empty))
    ]
    assert [answer | {"seconds": 0} for answer in answers] == [answers[0] | {"seconds": 0}] * 2
    fields = {"game": name, "position": "start", "algorithm": "alphabeta", "depth": "1"}
    assert from_data(BROWSER.get("/explore/document", params=fields).json()).position == empty
    assert from_data(BROWSER.get("/api/v1/trace", params=fields).json()).position == empty
