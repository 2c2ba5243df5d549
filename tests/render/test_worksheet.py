"""Printed worksheets: questions and answers, no external resources, and A4 pages in grey."""

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from noughts.explain.build_story import tell
from noughts.explain.scores import UNITS, Unit
from noughts.explain.worksheet import Worksheet, worksheet
from noughts.render.worksheet import instructions, tree_sheet_svg, worksheet_html, worksheet_text
from noughts.rules.notation import position

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
    late = [question for question in sheet.questions if {m.distance for m in question.moves if m.score >= 1} >= {1, 3}]
    assert late, "the sheet has a position in which both a quick and a slow win exist"
    _, answered = parts(worksheet_html(Worksheet(sheet.game, 5, 1, "ten", tuple(late), ())))
    for question in late:
        names = sorted(move.name for move in question.moves if move.score >= 1)
        assert any(all(name in line for name in names) for line in answered.split("<div"))


def test_the_text_form_has_the_same_content() -> None:
    text = worksheet_text(SHEET)
    asked, answered = text.split("\f")
    assert asked.count("Best move: ______") == 4
    assert "−10" not in asked.split("\n", 4)[4]
    assert answered.count("All moves:") == 4
    assert "Answers (seed 1)" in answered
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
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
def test_the_sheet_prints_on_the_expected_number_of_pages(tmp_path: Path) -> None:
    page, printed = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    page.write_text(worksheet_html(worksheet(count=9, empties=4, trees=2, seed=2)), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    options += ["--disable-background-networking", "--disable-component-update", "--no-pdf-header-footer"]
    command = ["chromium", *options, f"--print-to-pdf={printed}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
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
