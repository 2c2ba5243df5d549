"""The tree of a visitor's own search, beside the right one. Its answer replaces the worker that runs the search."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.looks import WIDE
from tests.grading.test_own_tree import IN_PLACE, shown
from tests.slowly import few_fast
from tests.web.web_server import web_server

START = "_ox/xxo/o2_ x"
WORKER = "self.addEventListener('message', ({{ data }}) => data.grade && postMessage({{ result: {result} }}));"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The trees of a search in which both players choose the greatest score."""
    return shown(IN_PLACE.replace("else min(scores)", "else max(scores)"), START, tmp_path_factory.mktemp("search"))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a page for grading."""
    folder = tmp_path_factory.mktemp("runtime")
    with web_server(folder, "--runtime", str(folder)) as server:
        yield server.address


@pytest.mark.parametrize(("width", "trees"), few_fast([(1440, 2), (1280, 2), (360, 1)]))
def test_where_a_search_first_goes_wrong_the_right_tree_is_beside_it(
    address: str, chrome: Any, found: Any, width: int, trees: int
) -> None:
    context = chrome.new_context(viewport={"width": width, "height": 900}, base_url=address)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    worker = WORKER.format(result=json.dumps(json.dumps(found)))
    page.route("**/grader*.js*", lambda route: route.fulfill(body=worker, content_type="text/javascript"))
    page.goto("/grade", wait_until="networkidle")
    page.get_by_label("paste your code").fill("pass")
    page.get_by_role("button", name="Show its tree").click()
    says = page.locator("#own .nx-say >> visible=true")
    says.first.wait_for()
    assert says.count() == trees
    wrong = found["documents"][0]["events"][found["step"] - 1]
    assert "which is wrong" in says.first.inner_text()
    assert says.first.inner_text() == wrong["text"]
    assert page.evaluate(WIDE) == 0
    if trees == 2:
        assert says.last.inner_text().startswith(f"State {wrong['node']}: "), "both trees show the same state"
        for pane, state in ((0, 2), (1, 3), (0, 1)):
            panes = page.locator("#own .noughts-explorer")
            panes.nth(pane).locator(f".nx-node[data-key='{state}']").click()
            assert [one.get_attribute("data-key") for one in panes.locator(".is-now").all()] == [str(state)] * 2
    else:
        page.get_by_label("Algorithm").select_option("minimax")
        assert says.first.inner_text().startswith(f"State {wrong['node']}: ")
    context.close()
    assert not errors
