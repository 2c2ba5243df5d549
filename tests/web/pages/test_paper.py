"""The Paper pages print the sheets of `noughts worksheet`, their answers apart, and the lesson plans."""

import re
import shlex
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

from noughts.explain.exercises.worksheet import worksheet
from noughts.puzzles.sheets import printed_puzzles, puzzle_sheet
from noughts.render.paper import PrintedSheets
from noughts.render.worksheet import printed_worksheets
from noughts.rules.errors import NoughtsError
from noughts.web.model.errors import TooLong
from noughts.web.model.paper import Paper
from noughts.web.pages.learn.lessons import plans
from noughts.web.pages.learn.paper import LESSON_PAPERS
from tests.web.exploring import Client, InstantEngines, Read

TEACHERS = Path(__file__).parents[3] / "docs" / "teachers"
BROWSER = Client()
SHEETS = {
    "": printed_worksheets(worksheet(seed=1)),
    "count=6&empties=3&trees=2&scores=winner&seed=178": printed_worksheets(
        worksheet(count=6, empties=3, trees=2, unit="winner", seed=178)
    ),
    "count=0&trees=2&algorithm=alphabeta&variants=3&seed=7": printed_worksheets(
        *(worksheet(count=0, trees=2, algorithm="alphabeta", seed=seed) for seed in (7, 8, 9))
    ),
    "game=connect+four&trees=0&seed=2": printed_worksheets(worksheet("connect four", trees=0, seed=2)),
    "kind=puzzles": printed_puzzles(puzzle_sheet(count=12, seed=1)),
    "kind=puzzles&theme=fork&level=1&count=4&variants=2&seed=5": printed_puzzles(
        *(puzzle_sheet(count=4, theme="fork", level=1, seed=seed) for seed in (5, 6))
    ),
    "kind=puzzles&game=gomoku&count=2": printed_puzzles(puzzle_sheet("gomoku", count=2, seed=1)),
}


@pytest.mark.parametrize("query", SHEETS)
def test_the_sheet_and_its_key_are_those_of_the_command_on_pages_of_their_own(query: str) -> None:
    printed: PrintedSheets = SHEETS[query]
    sheet, key = BROWSER.get(f"/paper?{query}").text, BROWSER.get(f"/paper/key?{query}").text
    assert all(part in sheet and part not in key for part in printed.sheets)
    assert all(part in key and part not in sheet for part in printed.answers)
    for hint in ("All moves", "n-note", "n-chosen", "rated", ">Answers", "value +"):
        assert hint not in sheet.partition('<div class="paper')[2], hint
    assert printed.footer in key


@pytest.mark.parametrize("query", SHEETS)
def test_the_pictures_obey_the_content_security_policy(query: str) -> None:
    for page in (BROWSER.get(f"/paper?{query}").text, BROWSER.get(f"/paper/key?{query}").text):
        assert not re.search(r"<style| style=", page)


@pytest.mark.parametrize("query", SHEETS)
def test_the_form_shows_the_settings_and_the_links_keep_them(query: str) -> None:
    paper = Paper.read(dict(parse_qsl(query)))
    assert Paper.read(paper.fields) == paper
    fields, read = urlencode(paper.fields), Read(BROWSER.get(f"/paper?{query}").text)
    assert read.all("a", href=f"paper/key?{fields}")
    assert Read(BROWSER.get(f"/paper/key?{fields}").text).all("a", href=f"paper?{fields}")
    shown = {field["name"]: field["value"] for field in read.all("input") if "value" in field}
    wanted = {"count": paper.count, "variants": paper.variants, "seed": paper.seed}
    assert shown.items() >= {name: str(value) for name, value in wanted.items()}.items()
    chosen = {option["value"] for option in read.all("option") if "selected" in option}
    assert {paper.game, *([paper.theme, str(paper.level)] if paper.theme else [])} <= chosen


def test_another_sheet_has_other_exercises() -> None:
    paper = Paper(variants=3, seed=7)
    assert paper.next.seed == 10
    assert printed_worksheets(worksheet(seed=10)).sheets != printed_worksheets(worksheet(seed=7)).sheets


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("count=31", "Invalid count '31': expected a whole number from 0 to 30."),
        ("seed=one", "Invalid seed 'one': expected a whole number from 0 to 999,999."),
        ("kind=chess", "Unknown kind 'chess': expected worksheet or puzzles."),
        ("scores=points", "Unknown scores 'points'"),
        ("algorithm=alphabeta&scores=winner", "Alpha and beta are numbers: choose a unit other than winner"),
        ("empties=9", "Found only 0 of 5 positions"),
        ("game=19,19,5", "The board is too large for a worksheet: expected at most 64 cells."),
        ("kind=puzzles&theme=castling", "Unknown theme 'castling'"),
        ("kind=puzzles&theme=claimeven", "There are only 0 of 12 such puzzles"),
        ("kind=puzzles&game=8,8,5", "There are no puzzles of 8,8,5"),
    ],
)
def test_invalid_settings_are_explained_beside_the_form(query: str, message: str) -> None:
    for path in ("/paper", "/paper/key"):
        page = BROWSER.get(f"{path}?{query}")
        assert page.status_code == 400
        assert message in Read(page.text).text
        assert "Show" in Read(page.text).text


def test_sheets_that_take_too_long_are_refused_with_a_way_out() -> None:
    engines = InstantEngines()
    engines.fault = TooLong("the time is up")
    page = Client(engines).get("/paper?kind=puzzles&game=connect+four&count=30&variants=30")
    assert page.status_code == 503
    assert "This takes too long: choose fewer sheets, or a smaller game." in Read(page.text).text


def test_sheets_are_not_made_for_games_that_do_not_exist() -> None:
    with pytest.raises(NoughtsError):
        Paper.read({"game": "chess"})


@pytest.mark.parametrize("name", LESSON_PAPERS)
def test_the_worksheet_of_a_lesson_plan_is_the_one_that_the_plan_prints(name: str) -> None:
    text = (TEACHERS / f"{name}.md").read_text(encoding="utf-8")
    command = shlex.split(re.findall(r"\$ noughts worksheet (.*--html.*)", text)[0])
    options = dict(zip(command[::2], command[1::2], strict=True))
    del options["--html"]
    asked = Paper.read({option.removeprefix("--"): value for option, value in options.items()})
    assert asked == LESSON_PAPERS[name].sheet


@pytest.mark.parametrize("name", plans())
def test_a_lesson_plan_is_shown_completely_and_its_links_work(name: str) -> None:
    page = BROWSER.get(f"/paper/plans/{name}")
    read, text = Read(page.text), (TEACHERS / f"{name}.md").read_text(encoding="utf-8")
    assert plans()[name].title in read.text
    for heading in re.findall(r"^## (.*)$", text, re.M):
        assert f"<h2>{heading}</h2>" in page.text
    for link in read.all("a"):
        if link["href"].startswith(("paper", "learn/", "explore?")):
            assert BROWSER.get(f"/{link['href']}").status_code == 200, link
    assert f"paper/plans/{name}" in BROWSER.get("/paper").text


@pytest.mark.parametrize("name", plans())
def test_the_exit_question_of_a_plan_is_printed_without_its_answer(name: str) -> None:
    assessment = " ".join((TEACHERS / f"{name}.md").read_text(encoding="utf-8").partition("## Assessment")[2].split())
    question, answer = re.findall(r"Exit question\.\*\* \*(.*?)\* A good answer(.{12})", assessment)[0]
    text = " ".join(Read(BROWSER.get(f"/paper/plans/{name}/slips").text).text.split())
    assert text.count(question) == 4
    assert answer not in text
    for path in ("/paper", f"/paper/plans/{name}"):
        assert f'href="paper/plans/{name}/slips"' in BROWSER.get(path).text


@pytest.mark.parametrize("path", ["/paper/plans/nothing", "/paper/plans/nothing/slips"])
def test_a_plan_that_does_not_exist_is_not_found(path: str) -> None:
    assert BROWSER.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/learn", "/puzzles"])
def test_learn_and_puzzles_lead_to_paper(path: str) -> None:
    assert any(link["href"].startswith("paper") for link in Read(BROWSER.get(path).text).all("a"))
