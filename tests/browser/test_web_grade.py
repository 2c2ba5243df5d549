"""The Grade page of a server: programs are graded in the browser, and the server does not see them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.grading import write_runtime
from tests.web.web_server import web_server

pytestmark = [pytest.mark.needs("pyodide"), pytest.mark.slow]

PATIENCE = 120_000  # milliseconds


@pytest.fixture(scope="module")
def grade_page(tmp_path_factory: pytest.TempPathFactory, chrome: Any) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("runtime")
    write_runtime(folder)
    with web_server(tmp_path_factory.mktemp("site"), "--runtime", str(folder)) as server:
        page = chrome.new_page()
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        posted: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: posted.append(request.url) if request.method != "GET" else None)
        page.goto(f"{server.address}/grade")
        yield page
        assert not errors
        assert not posted
        page.close()


def test_pasted_code_is_graded(grade_page: Any) -> None:
    grade_page.get_by_label("paste your code").fill("def best_move(board):\n    return board.index(' ')\n")
    grade_page.locator("[name=quick]").check()
    grade_page.get_by_role("button", name="Grade", exact=True).click()
    grade_page.locator("#result").wait_for(state="visible")
    assert grade_page.locator("#text").text_content().startswith("Not passed: it gives a win or a draw away")
    report = grade_page.frame_locator("#report")
    assert report.locator("h2, h1").first.text_content()
    with grade_page.expect_download() as download:
        grade_page.get_by_role("link", name="Save mine.py.json").click()
    assert '"best_move"' in Path(download.value.path()).read_text()


SEARCH = Path(__file__).parents[2] / "docs" / "guide" / "mine.py"


def test_the_tree_of_a_search_is_shown_beside_the_right_one(grade_page: Any) -> None:
    wrong = SEARCH.read_text().replace("return 0", "return 1")
    grade_page.get_by_label("paste your code").fill(wrong)
    grade_page.get_by_role("textbox", name="The tree of your search").fill("xox/_o_/__x o")
    grade_page.get_by_role("button", name="Show its tree").click()
    grade_page.locator("#own").wait_for(state="visible")
    assert "minimax() visited" in grade_page.locator("#own .note").inner_text()
    assert "wrong: look at state" in grade_page.locator("#own .note").inner_text()
    own, right = (grade_page.locator("#own .noughts-explorer").nth(i) for i in (0, 1))
    assert "which is wrong" in own.locator(".nx-say").inner_text()
    assert "def minimax" in own.locator(".nx-code").inner_text()
    own.locator(".nx-node[data-key='2']").click()
    assert "minimax() looks at state 2" in own.locator(".nx-say").inner_text()
    assert "Search state 2" in right.locator(".nx-say").inner_text(), "the same state of the right tree"
    grade_page.get_by_label("paste your code").fill("def best_move(board):\n    return board.index(' ')\n")
    grade_page.get_by_role("button", name="Show its tree").click()
    grade_page.locator(".note.refusal").wait_for()
    assert "no function of this file calls itself" in grade_page.locator(".note.refusal").inner_text()


def test_a_class_is_graded(grade_page: Any, tmp_path: Path) -> None:
    for name, text in {"ada.py": "def move(board):\n    return 1 / 0\n", "bob.py": "def f(:"}.items():
        (tmp_path / name).write_text(text)
    grade_page.locator("input[name=files]").set_input_files([tmp_path / "ada.py", tmp_path / "bob.py"])
    grade_page.get_by_role("button", name="Grade", exact=True).click()
    grade_page.get_by_role("link", name=re.compile(r"\.csv$")).wait_for()
    assert "ada" in grade_page.locator("#text").text_content()


def test_a_mistake_in_the_form_is_explained(grade_page: Any) -> None:
    grade_page.locator("input[name=files]").set_input_files([])
    grade_page.get_by_text("How to call your function").click()
    grade_page.get_by_label("How to call it").fill("best_move(")
    grade_page.get_by_role("button", name="Grade", exact=True).click()
    grade_page.locator(".note.refusal").wait_for()
