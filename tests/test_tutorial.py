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
    Player,
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
from noughts.explain.story.pseudocode import FORMS

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


def test_the_index_lists_all_pages_in_order_those_without_code_first() -> None:
    assert 10 <= len(PAGES) <= 12
    everyone = sorted(FOLDER.glob("everyone/*.md"))
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^((?:everyone/)?\d+-[\w-]+)$", index, re.M)
    assert listed == [*(f"everyone/{page.stem}" for page in everyone), *(page.stem for page in PAGES)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_explanations_are_not_interrupted_by_commands(page: Path) -> None:
    shown = re.sub(r"<details>.*?</details>", "", page.read_text(encoding="utf-8"), flags=re.S)
    assert not re.search(r" --\w", shown)
    assert "scroll" not in shown, "answers are folded"


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
def test_the_page_has_a_picture_or_a_board_and_exercises_with_answers(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text.replace("\n", " "))
    assert pictures or ":::{board}" in text
    for description, file in pictures:
        assert len(description) > 15, "the picture has no description"
        assert (page.parent / file).is_file()
    exercises = text.partition("## Exercises\n")[2].partition("<details>")
    assert 2 <= len(re.findall(r"^\d\. ", exercises[0], re.M)) <= 3
    assert "```python" in exercises[2], "a program computes the answers"
    assert exercises[2].startswith("\n<summary>Answers</summary>\n")


# The page why-a-draw proves that O holds the draw. The tests try its drawings, pairs and rules against every move of X.

DRAWN = (FOLDER / "why-a-draw.md").read_text(encoding="utf-8")
NAMES = START.game.board.names


def drawing(place: str) -> dict[str, str]:
    """Return the content of each cell of a drawing: ``x``, ``o``, the letter of a pair, or a dot."""
    head, _, *rows = re.findall(r"```text\n(.*?)```", DRAWN, re.S)[0].splitlines()
    number = head.split().index(place)
    letters = [letter for row in rows[1:] for letter in row.split()[4 * number + 1 : 4 * number + 4]]
    return dict(zip(NAMES, letters, strict=True))


def winner(at: Position) -> Player | None:
    return at.outcome.winner if at.outcome else None


def answers(at: Position, last: str, drawn: dict[str, str]) -> list[int]:
    """Return the moves of O that the rules of the page allow after X's last move."""
    wins = [move for move in at.moves if winner(at.play(move))]
    partner = [cell for cell in at.moves if drawn[NAMES[cell]] == drawn[last] != "."]
    corners = [cell for cell in at.moves if NAMES[cell] in ("a1", "c1", "a3", "c3") and {*NAMES[cell]} & {*last}]
    return wins or partner or (corners if drawn[last] == "." else []) or list(at.moves)


@pytest.mark.parametrize("place", ["centre", "corner", "edge"])
def test_the_pairs_of_the_proof_hold_the_draw_for_o(place: str) -> None:
    drawn = drawing(place)
    first = {stone: next(name for name in NAMES if drawn[name] == stone) for stone in "xo"}
    paired = [{name for name in NAMES if drawn[name] == letter} for letter in "ABC"]
    assert [len(pair) for pair in paired] == [2, 2, 2]

    lines = [{NAMES[cell] for cell in range(9) if line >> cell & 1} for line in START.game.lines]
    left = [line for line in lines if first["o"] not in line and not any(pair <= line for pair in paired)]
    rows = re.findall(rf"^\| {place} \| (\S+) \| (\S+) \|$", DRAWN, re.M)
    assert sorted(map(sorted, left)) == sorted(line.split("-") for line, _ in rows)
    assert all(first["o"] in threat.split("-") and set(threat.split("-")) in lines for _, threat in rows)

    games = 0
    pending = [START.play(first["x"]).play(first["o"])]
    while pending:
        at = pending.pop()
        for move in at.moves:
            after = at.play(move)
            if after.is_over:
                assert winner(after) is None, f"X wins:\n{after}"
                games += 1
                continue
            replies = [after.play(answer) for answer in answers(after, NAMES[move], drawn)]
            pending += [reply for reply in replies if not reply.is_over]
            games += sum(reply.is_over for reply in replies)
    assert games > 40


def test_every_first_move_is_symmetric_to_one_of_the_proof() -> None:
    drawn = {
        canonical(START.play(next(n for n in NAMES if drawing(place)[n] == "x")))
        for place in ("centre", "corner", "edge")
    }
    assert {canonical(START.play(move)) for move in START.moves} == drawn
    assert len(drawn) == 3


@pytest.mark.parametrize(
    ("empty", "searched", "of", "written"),
    [(5, 10, 122, "112 of 122 states are cut off"), (3, 6, 10, "6 of 10 states were searched")],
)
def test_no_position_with_as_many_empty_cells_saves_more_than_the_example(
    empty: int, searched: int, of: int, written: str
) -> None:
    assert written in (FOLDER / "07-alpha-beta.md").read_text(encoding="utf-8")
    positions, shares = {Position()}, []
    for _ in range(9 - empty):
        positions = {after for at in positions for move in at.moves if not (after := at.play(move)).is_over}
    for at in positions:
        shares.append(alphabeta(IgnoreDistance(at)).visited / minimax(IgnoreDistance(at)).visited)
    assert min(shares) == searched / of


@pytest.mark.parametrize(("page", "forms"), [("04-minimax", "lists j"), ("minimax-in-ten-minutes", "lists j max-min")])
def test_the_pseudocode_is_the_pseudocode_of_explain(page: str, forms: str) -> None:
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    for form in forms.split():
        assert "```text\n" + "\n".join(FORMS[form].text) + "\n```\n" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_lesson_ends_with_a_tested_exercise_and_a_puzzle(page: Path) -> None:
    tested = page.read_text(encoding="utf-8").partition("## Exercise with a test\n")[2].partition("## Puzzle\n")[0]
    assert "assert " in tested or "noughts grade" in tested
    at = position(*puzzle(page))
    solver = Solver(at.game)
    scores = sorted(-solver.score(at.play(move)) for move in at.moves)
    assert scores[-1] > scores[-2]


def test_a_pupil_can_look_at_the_test_without_seeing_the_answer() -> None:
    for page in PAGES:
        tested = page.read_text(encoding="utf-8").partition("## Exercise with a test\n")[2].partition("## Puzzle\n")[0]
        *before, last = tested.split("</details>\n\n<details>")
        assert "assert " not in "".join(before), page.stem
        assert "def " not in last, page.stem


def test_no_two_puzzles_of_the_lessons_are_the_same_rotated_mirrored_or_with_the_marks_swapped() -> None:
    boards = [puzzle(page) for page in PAGES]
    swapped = [(text.translate(str.maketrans("xo", "ox")), game) for text, game in boards]
    keys = [
        (game, frozenset({canonical(position(a, game)), canonical(position(b, game))}))
        for (a, game), (b, _) in zip(boards, swapped, strict=True)
    ]
    assert len({*keys}) == len(PAGES) == 12


def puzzle(page: Path) -> tuple[str, str]:
    """Return the board of the puzzle at the end of a lesson, and its game."""
    text = page.read_text(encoding="utf-8").partition("## Puzzle\n")[2]
    board, game = re.search(r":::\{board\} (.*)", text), re.search(r":game: (.*)", text)
    assert board
    return board[1], game[1] if game else "tictactoe"
