"""Check every page of the tutorial: a picture, exercises with answers, and a growing table with correct numbers."""

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
    """Return how many states a search visits with ±1 scores and with distance scores."""
    return search(IgnoreDistance(state)).visited, search(state).visited


def same(count: int) -> tuple[int, int]:
    return count, count


def solver() -> tuple[None, int]:
    solving = Solver(START.game)
    solving.score(START)
    return None, solving.visited


def deep(state: Any) -> Any:
    return depth_limited(state, 4, evaluate=open_lines)


# The numbers in the tables, computed again. Minimax and negamax visit every sequence of moves; their own tests check
# that, and the pages run both.
TRUE: dict[str, Callable[[], tuple[int | None, int]]] = {
    "all sequences of moves, ignoring wins": lambda: same(sum(perm(9, n) for n in range(10))),
    "all sequences of moves, by the rules": lambda: same(sum(ply.sequences for ply in plies(START))),
    "finished games among them": lambda: same(sum(sum(p.ended.values()) for p in plies(START))),
    "the tree of our board with three empty cells": lambda: same(minimax(position("o_x/x2_/x2o x")).visited),
    "minimax from the empty board": lambda: same(sum(ply.sequences for ply in plies(START))),
    "negamax": lambda: same(sum(ply.sequences for ply in plies(START))),
    "alpha-beta": lambda: both(alphabeta, START),
    "alpha-beta, centre first": lambda: both(alphabeta, ORDERED),
    "the same with a transposition table": lambda: both(transposition, ORDERED),
    "the same with a table and symmetry": lambda: both(lambda state: transposition(state, key=key), ORDERED),
    "alpha-beta to depth 4, then an estimate": lambda: both(deep, START),
    "the solver": solver,
}
truth = cache(lambda what: TRUE[what]())


def table(page: Path) -> list[list[str]]:
    """Return the rows of the page's growing table."""
    text = page.read_text(encoding="utf-8")
    rows = re.search(r"\| what is counted \|.*\n\|[-|: ]+\n((?:\|.*\n)+)", text)
    assert rows, "the page has no table"
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1].splitlines()]


def test_there_are_about_ten_pages_and_the_index_lists_them_in_order() -> None:
    assert 10 <= len(PAGES) <= 12
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^(\d\d-[\w-]+)$", index, re.M) == [page.stem for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_numbers_in_the_table_are_correct(page: Path) -> None:
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
def test_the_page_has_a_picture_and_exercises_with_answers(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text.replace("\n", " "))
    assert pictures
    for description, file in pictures:
        assert len(description) > 15, "the picture has no description"
        assert (page.parent / file).is_file()
    exercises = text.partition("## Exercises\n")[2].partition("<details>")
    assert 2 <= len(re.findall(r"^\d\. ", exercises[0], re.M)) <= 3
    assert "```python" in exercises[2], "the answers are made by the program"
    assert exercises[2].startswith("\n<summary>Answers</summary>\n")
