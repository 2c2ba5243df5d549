"""The Explore and Learn pages in a browser, with all middleware and the Content-Security-Policy."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import chromium
from tests.browser.people import PATIENCE

PAGES = ["/explore", "/explore?position=_________", "/learn", "/learn/02-scores", "/learn/04-minimax"]
LARGE = ["/explore?game=15,15,5", "/explore?game=4x4x4", "/explore?algorithm=alphabeta&position=x________"]


@pytest.fixture
def tab(chrome: Any, site: Any) -> Iterator[Any]:
    """A page that must not log anything to the console or raise an error."""
    context = chrome.new_context(viewport={"width": 1280, "height": 900}, base_url=site.address)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


def expect(target: Any) -> Any:
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=PATIENCE)
    return expected(target)


def test_stepping_through_a_search_updates_the_url(tab: Any) -> None:
    tab.goto("/explore")
    expect(tab.locator(".nx-say")).to_have_text("Search state 1: X is to move and wants to maximise.")
    expect(tab.locator(".told")).to_be_hidden()
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    expect(tab.locator(".nx-count")).to_have_text("step 4/29")
    expect(tab).to_have_url(re.compile("#step=4$"))
    tab.reload()
    expect(tab.locator(".nx-count")).to_have_text("step 4/29")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768), (1440, 900)])
def test_the_default_tree_and_its_controls_fit_into_the_window(tab: Any, width: int, height: int) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    tab.goto("/explore")
    expect(tab.locator(".nx-node")).to_have_count(10)
    below = tab.locator(".nx-bar").evaluate("bar => bar.getBoundingClientRect().bottom - innerHeight")
    assert below <= 0
    assert tab.locator(".nx-scroller").evaluate("it => it.scrollHeight - it.clientHeight") == 0, "the tree is whole"


def test_a_changed_setting_takes_effect_at_once_and_back_undoes_it(tab: Any) -> None:
    tab.goto("/explore")
    tab.get_by_label("Algorithm").select_option("alphabeta")
    expect(tab.locator(".nx-form")).to_have_text("minimax with alpha and beta")
    expect(tab).to_have_url(re.compile(r"/explore\?algorithm=alphabeta"))
    tab.get_by_role("button", name="b1, empty").first.click()
    expect(tab.locator("#status")).to_have_text("O to move, 2 empty cells.")
    tab.go_back()
    expect(tab.locator("#status")).to_have_text("X to move, 3 empty cells.")
    expect(tab.locator(".nx-node").first).to_be_visible()


def test_arrow_keys_step_through_the_options_of_a_setting(tab: Any) -> None:
    tab.goto("/explore")
    algorithm = tab.get_by_label("Algorithm")
    algorithm.focus()
    tab.keyboard.press("ArrowDown")
    expect(tab.locator(".nx-form")).to_have_text("negamax")
    expect(algorithm).to_be_focused()
    tab.keyboard.press("ArrowDown")
    expect(tab.locator(".nx-form")).to_have_text("minimax with alpha and beta")
    expect(algorithm).to_be_focused()
    tab.get_by_role("button", name="Explore").press("Enter")
    expect(tab.locator("#part")).to_be_focused()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".nx-count")).to_contain_text("step 2/")


LONG = "/explore?position=xo_/___/___&algorithm=alphabeta"  # 633 states


def test_a_long_tree_is_loaded_after_the_page_is_shown(tab: Any) -> None:
    held: list[Any] = []
    tab.route("**/explore/document*", lambda route: held.append(route))
    tab.goto(LONG)
    expect(tab.get_by_role("heading", name="Position")).to_be_visible()
    expect(tab.get_by_label("Algorithm")).to_have_value("alphabeta")
    expect(tab.locator(".told")).to_be_hidden()
    assert not tab.locator(".nx-node").count()
    (waiting,) = held
    waiting.continue_()
    expect(tab.locator(".nx-tell")).to_contain_text("step 1/2,785")
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".nx-tell")).to_contain_text("step 2/2,785")


def test_a_long_tree_that_fails_to_load_is_described_in_words(tab: Any) -> None:
    tab.route("**/explore/document*", lambda route: route.fulfill(json={"error": "Busy."}, status=200))
    tab.goto(LONG)
    expect(tab.get_by_role("alert")).to_have_text("Busy.")
    expect(tab.locator(".told")).to_be_visible()


def test_a_tree_that_loads_late_does_not_replace_a_newer_one(tab: Any) -> None:
    held: list[Any] = []
    tab.route("**/explore/document*", lambda route: held.append(route))
    tab.goto(LONG)
    expect(tab.locator(".told")).to_be_hidden()
    tab.get_by_label("Algorithm").select_option("moves")
    expect(tab.locator(".nx-count")).to_contain_text("ply 0/")
    with tab.expect_response("**/explore/document*"):
        held[0].continue_()
    tab.wait_for_load_state("networkidle")
    tab.keyboard.press("End")  # a tree that loaded late would be shown by now
    expect(tab.locator(".nx-count")).to_contain_text("ply")


def test_the_form_matches_the_tree_that_is_shown(tab: Any) -> None:
    tab.goto("/explore?game=11,11,5&algorithm=moves")
    algorithm, note = tab.get_by_label("Algorithm"), tab.locator("#note")
    algorithm.select_option("alphabeta")
    expect(note).to_contain_text("too large for alpha-beta to search to the end, so it looks only 1 move ahead")
    expect(algorithm).to_have_value("alphabeta")
    expect(tab.locator(".nx-form")).to_have_text("minimax with alpha and beta, to a depth")
    depth = tab.get_by_role("spinbutton", name="Moves to look ahead")
    expect(depth).to_have_value("")
    depth.fill("1")
    depth.press("Enter")
    expect(note).to_have_count(0)
    expect(depth).to_have_value("1")
    tab.go_back()
    expect(note).to_contain_text("too large for alpha-beta to search to the end")
    expect(algorithm).to_have_value("alphabeta")
    tab.route("**/explore?*", lambda route: route.fulfill(body="Not now.", content_type="text/plain"), times=1)
    algorithm.select_option("negamax")
    expect(note).to_have_text("Not now.")
    expect(algorithm).to_have_value("alphabeta")


@pytest.mark.parametrize(("link", "begins"), [("Export page", "<!doctype html>"), ("SVG", "<svg"), ("JSON", "{")])
def test_the_tree_can_be_saved(tab: Any, tmp_path: Path, link: str, begins: str) -> None:
    tab.goto("/explore?algorithm=alphabeta")
    with tab.expect_download() as saving:
        tab.get_by_role("link", name=link, exact=True).click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.read_text(encoding="utf-8").startswith(begins)
    if file.suffix == ".html":
        tab.goto(file.as_uri())  # without a server
        expect(tab.locator(".nx-say")).to_contain_text("Search state 1")


def test_a_printed_lesson_shows_trees_that_were_never_scrolled_into_view(tab: Any) -> None:
    tab.set_viewport_size({"width": 1280, "height": 100})  # the tree stays far below
    tab.goto("/learn/04-minimax")
    tab.emulate_media(media="print")
    picture = tab.locator(".story .picture img")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 100
    assert picture.evaluate("image => image.getBoundingClientRect().right <= document.documentElement.clientWidth")


def test_branches_are_loaded_when_they_are_opened(tab: Any) -> None:
    tab.goto("/explore?position=_________&algorithm=moves")
    count = tab.locator(".nx-count")
    expect(count).to_have_text("ply 0/3")
    with tab.expect_response(lambda answer: "/explore/branch" in answer.url):
        tab.keyboard.press("End")
    expect(count).to_have_text("ply 3/9")  # the branch has loaded
    tab.keyboard.press("End")
    expect(tab.locator(".nx-say")).to_have_text("The game is over, a draw: 0.")
    expect(tab.locator(".nx-count")).to_have_text("ply 9/9")
    expect(tab).to_have_url(re.compile(r"path=\w\d(\.\w\d){8}"))  # the URL changes a little later
    address = tab.url
    tab.goto("about:blank")
    tab.goto(address)  # beyond the border: the branches on the path are opened again
    expect(tab.locator(".nx-say")).to_have_text("The game is over, a draw: 0.")


def test_a_branch_that_fails_to_load_is_reported_and_can_be_retried(tab: Any) -> None:
    tab.route("**/explore/branch*", lambda route: route.fulfill(json={"error": "Busy."}, status=200), times=1)
    tab.goto("/explore?position=_________&algorithm=moves")
    expect(tab.locator(".nx-count")).to_have_text("ply 0/3")
    tab.keyboard.press("End")
    expect(tab.get_by_role("alert")).to_be_visible()
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("ArrowRight")
    expect(tab.get_by_role("alert")).to_have_count(0)


def test_a_lesson_loads_an_explorer_when_it_scrolls_into_view(tab: Any) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto("/learn/04-minimax")
    assert not any("/explore/document" in url for url in asked)
    tab.locator(".story").scroll_into_view_if_needed()
    expect(tab.locator(".nx-say")).to_be_visible()
    tab.locator(".nx-play").focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".nx-count")).to_have_text("step 2/29")


def test_the_explorer_has_the_theme_of_the_page(tab: Any) -> None:
    tab.goto("/explore")
    explorer = tab.locator(".noughts-explorer")
    tab.get_by_role("button", name="Dark").click()
    expect(explorer).to_have_attribute("data-theme", "dark")
    tab.get_by_label("Algorithm").select_option("alphabeta")
    expect(tab.locator(".nx-form")).to_have_text("minimax with alpha and beta")
    expect(explorer).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(
    ("width", "scheme", "pages"),
    [
        (360, "dark", PAGES),
        (1280, "light", PAGES),
        pytest.param(360, "light", PAGES + LARGE, marks=pytest.mark.slow),
        pytest.param(1280, "dark", PAGES + LARGE, marks=pytest.mark.slow),
    ],
)
def test_every_page_is_accessible_and_fits_the_screen(
    chrome: Any, site: Any, width: int, scheme: str, pages: list[str]
) -> None:
    context = chrome.new_context(base_url=site.address, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for path in pages:
        page.goto(path)
        if "04" in path:
            page.locator(".story").scroll_into_view_if_needed()
        if "explore" in path or "04" in path:
            expect(page.locator(".nx-say")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        cut = (
            "[...document.querySelectorAll('pre:not(.printed)')].filter((code) => code.scrollWidth > code.clientWidth)"
        )
        assert page.evaluate(f"{cut}.map((code) => code.textContent)") == [] or width > 600, (
            "no line of code is cut off"
        )
        page.evaluate(chromium.axe())
        found = page.evaluate("axe.run(document)")["violations"]
        assert [(rule["id"], rule["nodes"][0]["html"][:100]) for rule in found] == [], path
    assert said == []
    context.close()


@pytest.mark.parametrize("path", ["/explore", "/explore?position=_________", "/explore?game=4,4,3&algorithm=moves"])
def test_on_a_phone_the_tree_is_in_view_and_the_settings_come_after_it(chrome: Any, site: Any, path: str) -> None:
    context = chrome.new_context(
        base_url=site.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(path)
    expect(page.locator(".nx-say")).to_be_visible()
    tops = "where => document.querySelector(where).getBoundingClientRect().top"
    tree, controls, settings = (page.evaluate(tops, where) for where in (".nx-scroller", ".nx-bar", ".settings"))
    assert tree + 380 < controls < 700 < settings, "the tree has most of the screen, with the controls below it"
    assert page.get_by_role("button", name="Skip").is_hidden()
    page.get_by_role("button", name="More controls").tap()
    assert page.get_by_label("Speed").is_visible()
    assert page.evaluate(tops, ".nx-bar") < 740
    said = [page.locator(where).is_visible() for where in ("#explored > .note", ".nx-note")]
    assert sum(said) == ("moves" in path), "a tree that is opened move by move is explained, once"
    context.close()


def test_without_javascript_the_search_is_described_in_words_and_the_form_works(chrome: Any, site: Any) -> None:
    context = chrome.new_context(base_url=site.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/explore")
    expect(page.locator(".told li").first).to_have_text("Search state 1: X is to move and wants to maximise.")
    expect(page.locator(".told li")).to_have_count(29)
    expect(page.locator(".told img")).to_be_visible()
    page.get_by_label("Algorithm").select_option("alphabeta")
    page.get_by_role("button", name="Explore").click()
    expect(page.locator(".told li").first).to_contain_text("alpha")
    page.get_by_role("button", name="b2, empty").click()
    expect(page.locator("#status")).to_contain_text("X wins")
    page.goto("/learn/04-minimax")
    expect(page.locator(".story .picture img")).to_be_visible()
    page.get_by_text("The search in words").click()
    expect(page.locator(".story li").first).to_be_visible()
    context.close()
