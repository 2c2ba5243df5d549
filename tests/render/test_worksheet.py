"""Printed worksheets: questions and answers, no external resources, and A4 pages in grey."""

import re
import subprocess
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from noughts.explain.exercises.worksheet import Worksheet, winner_mark, worksheet
from noughts.explain.scores import UNITS, Unit
from noughts.explain.story.build_story import tell
from noughts.explain.story.story import number
from noughts.render.tree.sheet import tree_sheet_svg
from noughts.render.worksheet import instructions, tree_instructions, worksheet_html, worksheet_text
from noughts.rules.notation import position
from noughts.rules.position import Position
from noughts.search.minimax import minimax
from tests import optional

SHEET = worksheet(count=4, empties=4, trees=2, seed=1)
SVG = "{http://www.w3.org/2000/svg}"


def parts(page: str) -> tuple[str, str]:
    """Return the questions and the answers of a page."""
    before, after = page.split("<h1>Answers</h1>")
    return before, after


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def pictures(page: str) -> list[str]:
    return re.findall(r"<svg .*?</svg>", page, re.DOTALL)


def test_the_page_has_all_questions_and_the_answers_on_separate_pages() -> None:
    asked, answered = parts(worksheet_html(SHEET, command="noughts worksheet --seed 1"))
    assert asked.count("Best move</span>") == asked.count("Value</span>") == 4
    assert len(pictures(asked)) == len(pictures(answered)) == 6
    assert asked.count(">4.</b>") == answered.count(">4.</b>") == 1
    assert answered.count(">6.</b>") == 1
    assert "noughts worksheet --seed 1" in answered
    assert '<section class="part">' in asked, "the answers begin on a new page"
    for question in SHEET.questions:
        assert f"{question.moves[0].name}" in answered


def test_the_questions_do_not_give_the_answers_away() -> None:
    asked, _ = parts(worksheet_html(SHEET))
    assert "−10" not in "".join(text for picture in pictures(asked) for text in texts(picture))
    for picture in pictures(asked):
        assert "value" not in (ElementTree.fromstring(picture).findtext(f"{SVG}desc") or "")
        assert 'class="n-chosen"' not in picture
        assert "n-cell n-note" not in picture


def test_the_page_is_self_contained_and_escapes_texts() -> None:
    page = worksheet_html(SHEET, command="<script>alert(1)</script>")
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=|url\(|@import", page)
    assert set(re.findall(r"https?://[^\"]*", page)) == {"http://www.w3.org/2000/svg"}
    for picture in pictures(page):
        root = ElementTree.fromstring(picture)
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")


def test_the_page_prints_in_grey() -> None:
    page = worksheet_html(SHEET)
    colours = {match.lower() for match in re.findall(r"[:\"](#[0-9a-fA-F]{3,6})\b", page)}
    assert colours
    for colour in colours:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        assert digits[:2] == digits[2:4] == digits[4:], f"{colour} is not grey"


def test_a_tree_has_boxes_for_every_value_and_score_list() -> None:
    story = tell(position("o_x/x2_/x2o x"))
    blank, full = tree_sheet_svg(story), tree_sheet_svg(story, filled=True)
    boxes = sum(max(1, len(node.children) + 1) for node in story.nodes)  # a list, and the value
    boards = len(story.nodes)
    assert blank.count('class="n-box n-plain"') == full.count('class="n-box n-plain"') == boxes + boards
    assert not [text for text in texts(blank) if re.search(r"[0-9]", text) and not re.fullmatch("[abc][123]", text)]
    values = [text for text in texts(full) if re.fullmatch("[+−]10|0", text)]
    assert len(values) == boxes
    assert full.count('class="n-chosen"') >= 5
    assert "value" not in (ElementTree.fromstring(blank).findtext(f"{SVG}desc") or "")
    assert "State 1 leads to 2, 6, 7, value +10." in (ElementTree.fromstring(full).findtext(f"{SVG}desc") or "")


def described(picture: str) -> str:
    return ElementTree.fromstring(picture).findtext(f"{SVG}desc") or ""


def by_hand(
    state: Position, unit: Unit, depth: int = 0, alpha: float = -99, beta: float = 99
) -> tuple[float, list[str]]:
    """Search as the sheet says, with the values of MAX. Return the value and the text at each state."""
    if state.is_over:
        assert state.outcome
        first = state.turn if depth % 2 == 0 else state.turn.other
        size = {"one": 1, "ten": 10, "depth": 10 - depth}[unit]
        value: float = 0 if state.outcome.winner is None else size if state.outcome.winner is first else -size
        return value, [f"value {number(value)}"]
    names: dict[float, str] = {-99: "−∞", 99: "+∞"}
    alphas, betas = ([names.get(limit, number(limit))] for limit in (alpha, beta))
    values, below, bound = list[float](), list[str](), ""
    for n, move in enumerate(state.moves):
        value, lines = by_hand(state.play(move), unit, depth + 1, alpha, beta)
        values.append(value)
        below += lines
        if depth % 2 == 0 and value > alpha:
            alpha = value
            alphas.append(number(value))
        if depth % 2 and value < beta:
            beta = value
            betas.append(number(value))
        if alpha >= beta and n + 1 < len(state.moves):
            bound = "≤" if depth % 2 else "≥"
            break
    result = min(values) if depth % 2 else max(values)
    return result, [f"α {' '.join(alphas)}, β {' '.join(betas)}, value {bound}{number(result)}", *below]


@pytest.mark.parametrize("unit", ["one", "ten", "depth"])
def test_the_boxes_of_an_alphabeta_tree_are_filled_in_as_the_instructions_say(unit: Unit) -> None:
    sheet = worksheet(count=0, trees=8, unit=unit, algorithm="alphabeta", seed=1)
    for story in sheet.trees:
        blank, full = (tree_sheet_svg(story, filled=filled) for filled in (False, True))
        written = described(full).rstrip(".").split(". ")
        searched = [re.sub(r"^State \d+.*?(?=α|value)", "", text) for text in written if "not searched" not in text]
        assert searched == by_hand(story.position, unit)[1]
        assert blank.count('class="n-box') == full.count('class="n-box'), "a box for everything, also if cut off"
        assert not re.search(r"[∞0]", "".join(texts(blank)))
        assert full.count('n-snip"') >= 1 > blank.count('n-snip"')
        assert full.count("opacity=") == len(story.nodes) - story.searched
        for shown in texts(full):
            assert shown in described(full) or shown in ("MAX", "MIN")


def test_children_write_the_winner_instead_of_a_number() -> None:
    sheet = worksheet(count=3, trees=2, unit="winner", seed=3)
    asked, answered = parts(worksheet_html(sheet))
    assert asked.count("Who wins</span>") == 3
    assert not re.search("MAX|MIN|value|10", " ".join((*instructions(sheet), *tree_instructions(sheet))))
    for story, picture in zip(sheet.trees, pictures(answered)[-2:], strict=True):
        assert not re.search(
            "[0-9+−]", "".join(text for text in texts(picture) if not re.fullmatch("[a-c][1-3]", text))
        )
        winner = winner_mark(minimax(story.position).score, story.position.turn)
        assert f"value {winner}." in described(picture).partition("State 2")[0]
        marks = [text for text in texts(picture) if text in ("X", "O", "=")]
        assert len(marks) == len(story.nodes)
    for question in sheet.questions:
        best = question.moves[0]
        assert f"{best.name}\N{NO-BREAK SPACE}{winner_mark(best.result, question.position.turn)}" in answered


def test_several_sheets_come_before_all_answers() -> None:
    sheets = [worksheet(count=2, trees=1, seed=seed) for seed in (7, 8, 9)]
    page = worksheet_html(*sheets)
    heads = re.findall(r"<h1>(.*?)</h1>|class=\"no\">(.*?)<", page)
    assert ["".join(head) for head in heads if "Worksheet" not in head[0]] == [
        *["Sheet 7", "Sheet 8", "Sheet 9"],
        *["Answers: all sheets", "Answers to sheet 7", "Answers to sheet 8", "Answers to sheet 9"],
    ]
    assert page.count("\n<section>") == 3 + 1 + 3, "every sheet and every sheet's answers begin on a new page"
    rows = [re.findall("<td>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", page)[1:]]
    for row, sheet in zip(rows, sheets, strict=True):
        best = minimax(sheet.trees[0].position)
        assert row[0] == f"<b>{sheet.seed}</b>"
        assert row[3].endswith(f": {number(10 * max(-1, min(1, best.score)))}")
        assert sheet.game.board.names[best.move] in row[3]
    text = worksheet_text(*sheets)
    assert text.count("\f") == 3
    assert re.findall(r"Answers \(seed (\d)\)", text.split("\f")[-1]) == ["7", "8", "9"]


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_is_explained_and_used(unit: Unit) -> None:
    sheet = worksheet(count=3, empties=4, trees=1, unit=unit, seed=2)
    assert "MAX" in " ".join(instructions(sheet))
    _, answered = parts(worksheet_html(sheet))
    tree = texts(pictures(answered)[-1])
    best = {"one": "+1", "ten": "+10", "depth": "+", "noughts": "+"}[unit]
    assert any(text.startswith((best, "−", "0")) for text in tree)
    if unit == "one":
        assert not any("10" in text for text in tree)


def test_late_wins_are_as_good_as_early_ones_in_some_units() -> None:
    sheet = worksheet(count=30, empties=5, trees=0, unit="ten", seed=1)
    late = [question for question in sheet.questions if {m.distance for m in question.moves if m.value == 1} >= {1, 3}]
    assert late, "the sheet has a position in which both a quick and a slow win exist"
    _, answered = parts(worksheet_html(Worksheet(sheet.game, 5, 1, "ten", tuple(late), ())))
    for question in late:
        names = sorted(move.name for move in question.moves if move.value == 1)
        assert any(all(name in line for name in names) for line in answered.split("<div"))


def test_the_text_form_has_the_same_content() -> None:
    text = worksheet_text(SHEET)
    asked, answered = text.split("\f")
    assert asked.count("Best move: ______") == 4
    assert "−10" not in asked.split("\n", 4)[4]
    assert answered.count("All moves:") == 4
    assert "Answers (seed 1)" in answered
    assert re.findall(r"^[56]\. .*value", answered, re.M), "the results of the trees"
    assert "The 2 trees to fill in are only on the page for printing, which --html FILE writes." in asked.splitlines()
    assert "tree" not in worksheet_text(worksheet(count=1, trees=0, seed=1))


@pytest.mark.parametrize("name", ["3,3,3", "4,4,4", "7,6,4 gravity", "9,4,4"])
def test_the_marks_in_a_tree_are_readable(name: str) -> None:
    """A cell is at least 10 pixels wide, even if six boards stand side by side on a page."""
    story = worksheet(name, count=0, trees=1, seed=1).trees[0]
    picture = tree_sheet_svg(story)
    root = ElementTree.fromstring(picture)
    board = story.position.game.board
    widths = [float(r.get("width", "0")) for r in root.iter(f"{SVG}rect") if r.get("class") == "n-box n-plain"]
    assert max(widths) / board.shape[0] >= 10
    assert 6 * (max(widths) + 14) + 66 < 750


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("3,3,3", "(a1 is the top left cell)"),
        ("3x3x3", "first the column, then the row, then the layer: b1c is in column b and row 1 of layer c)"),
        ("4x4x4", "b1d is in column b and row 1 of layer d)"),
    ],
)
def test_the_names_of_the_cells_are_explained_for_each_board(name: str, expected: str) -> None:
    sheet = worksheet(name, count=1, trees=0, seed=1)
    assert expected in " ".join(instructions(sheet))
    for word in re.findall(r"\b[a-d][1-4][a-d]?\b", expected):
        assert sheet.game.board.cell(word) in range(len(sheet.game.board))


def test_a_sheet_can_have_only_trees_or_only_positions() -> None:
    assert "Find the best move" not in worksheet_html(worksheet(count=0, trees=1, seed=1))
    assert "Fill in the tree" not in worksheet_html(worksheet(count=1, trees=0, seed=1))


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_the_sheet_prints_on_the_expected_number_of_pages(tmp_path: Path) -> None:
    page, printed = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    page.write_text(worksheet_html(worksheet(count=9, empties=4, trees=2, seed=2)), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    options += ["--disable-background-networking", "--disable-component-update", "--no-pdf-header-footer"]
    command = [str(optional.find("chromium")), *options, f"--print-to-pdf={printed}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    content = printed.read_bytes()
    boxes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^\]]*)\]", content)}
    (left, top, width, height) = next(iter(boxes))
    assert (left, top, len(boxes)) == (0, 0, 1)
    assert abs(width - 595) < 2  # A4, in points
    assert abs(height - 842) < 2
    # Nine positions, two trees, the answers to the positions, and those to the trees.
    assert len(re.findall(rb"/Type\s*/Page\b", content)) == 4


def test_the_title_names_the_game() -> None:
    title = re.search("<title>(.*?)</title>", worksheet_html(worksheet("misere", seed=1)))
    assert title
    assert unescape(title[1]) == "Worksheet: 3 × 3, three in a row, completing a row loses"
