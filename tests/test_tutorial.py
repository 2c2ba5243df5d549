"""The tutorial is a staircase: every page has a picture, exercises with answers, and a table that grows and is true."""

import re
from collections.abc import Callable
from functools import cache
from math import perm
from pathlib import Path
from typing import Any

import pytest

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    Solver,
    alphabeta,
    canonical,
    centre_first,
    depth_limited,
    game,
    minimax,
    open_lines,
    plies,
    position,
    transposition,
)

FOLDER = Path(__file__).parents[1] / "docs" / "tutorial"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))
START = Position(game("tictactoe"))
ORDERED = Ordered(START, centre_first)


def key(state: Any) -> Any:
    while not isinstance(state, Position):
        state = state.state
    return canonical(state)


def both(search: Callable[[Any], Any], state: Any) -> tuple[int, int]:
    """The states that a search visits with scores of ±1, and with those in which sooner is better."""
    return search(IgnoreDistance(state)).visited, search(state).visited


def same(count: int) -> tuple[int, int]:
    return count, count


def solver() -> tuple[None, int]:
    solving = Solver(START.game)
    solving.score(START)
    return None, solving.visited


def deep(state: Any) -> Any:
    return depth_limited(state, 4, evaluate=open_lines)


# What the tables say, computed again. Minimax and negamax visit every sequence of moves: their own tests see to that,
# and the pages run both.
TRUE: dict[str, Callable[[], tuple[int | None, int]]] = {
    "every order of moves, nobody stops at three in a row": lambda: same(sum(perm(9, n) for n in range(10))),
    "every order of moves, by the rules": lambda: same(sum(ply.sequences for ply in plies(START))),
    "of these, the ones that end a game and get a score": lambda: same(
        sum(sum(p.ended.values()) for p in plies(START))
    ),
    "the tree of our board with three empty cells": lambda: same(minimax(position("o_x/x2_/x2o x")).visited),
    "minimax from the empty board": lambda: same(sum(ply.sequences for ply in plies(START))),
    "negamax": lambda: same(sum(ply.sequences for ply in plies(START))),
    "alpha-beta": lambda: both(alphabeta, START),
    "alpha-beta, centre first": lambda: both(alphabeta, ORDERED),
    "with a table, too": lambda: both(transposition, ORDERED),
    "and mirror images as one": lambda: both(lambda state: transposition(state, key=key), ORDERED),
    "alpha-beta four plies deep, then a guess": lambda: both(deep, START),
    "the solver": solver,
}
truth = cache(lambda what: TRUE[what]())


def table(page: Path) -> list[list[str]]:
    """The rows of the table that grows."""
    text = page.read_text(encoding="utf-8")
    found = re.search(r"\| what is looked at \|.*\n\|[-|: ]+\n((?:\|.*\n)+)", text)
    assert found, "the page has no table"
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def test_there_are_about_ten_pages_and_the_index_leads_to_all() -> None:
    assert 10 <= len(PAGES) <= 12
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^(\d\d-[\w-]+)$", index, re.M) == [page.stem for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_table_is_true(page: Path) -> None:
    for what, *numbers in table(page):
        shown = [None if number == "–" else int(number.replace(",", "")) for number in numbers]
        ones, sooner = truth(what)
        assert shown == ([ones, sooner] if len(shown) == 2 else [ones]), what


def test_the_table_grows_from_page_to_page() -> None:
    before: list[str] = []
    for page in PAGES:
        rows = [row[0] for row in table(page)]
        assert rows[: len(before)] == before, page.name
        assert len(rows) > len(before) or page.stem == "05-distance", page.name
        before = rows
    assert before == list(TRUE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_has_what_every_page_has(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text.replace("\n", " "))
    assert pictures
    for said, file in pictures:
        assert len(said) > 15, "the picture has no words"
        assert (page.parent / file).is_file()
    exercises = text.partition("## Exercises\n")[2].partition("<details>")
    assert 2 <= len(re.findall(r"^\d\. ", exercises[0], re.M)) <= 3
    assert "```python" in exercises[2], "the answers are made by the program"
    assert exercises[2].startswith("\n<summary>Answers</summary>\n")
