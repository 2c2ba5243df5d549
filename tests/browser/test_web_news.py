"""New content is scrolled into view, gets the focus and is announced. Rejected input stays in its field."""

import time
from typing import Any

import pytest

from tests.browser.people import People, Person


def phone(people: People, **options: Any) -> Person:
    """Add a user with a phone."""
    return people.add(width=360, height=740, **options)


def top(person: Person, where: str) -> float:
    """Return the distance from the top of the window to the top of an element in pixels, or -1 if it is hidden."""
    box = person.page.locator(where).first.bounding_box()
    return float(box["y"]) if box else -1.0


def wait_until_in_view(person: Person, where: str) -> None:
    """Wait until the top of an element is inside the window."""
    height = person.page.viewport_size["height"]
    person.until(lambda: 0 <= top(person, where) < height, f"{where} in view")


def wait_until_focused(person: Person, where: str) -> None:
    """Wait until an element has the focus."""
    person.until(
        lambda: person.page.locator(where).evaluate("it => it === document.activeElement"), f"the focus on {where}"
    )


def press_enter_on(person: Person, words: str) -> None:
    """Press Enter on a button, wherever on the page it is."""
    person.page.get_by_role("button", name=words, exact=True).press("Enter")


def test_choosing_a_game_keeps_the_focus(people: People) -> None:
    ada = phone(people).goes("/play")
    press_enter_on(ada, "4 × 4 4 in a row")
    ada.page.locator(".layer.n4").wait_for()
    assert ada.focus.split() == ["4", "×", "4", "4", "in", "a", "row"], "the focus stays, to compare games"


def test_without_scripts_an_impossible_game_is_explained_beside_its_fields(people: People) -> None:
    ada = phone(people, expected=["400"], java_script_enabled=False).goes("/play")
    ada.page.get_by_text("Make your own game").click()
    ada.page.get_by_label("Columns").select_option("2")
    ada.page.locator("#own-rows").select_option("2")
    ada.page.get_by_role("button", name="Show this board").click()
    ada.sees("3 in a row do not fit on a board of 2 × 2: choose a shorter row or a larger board.", "#own #note")
    assert ada.page.locator("#note").bounding_box()["y"] < 740, "it is in view"
    ada.page.get_by_label("In a row").select_option("2")
    ada.page.get_by_role("button", name="Show this board").click()
    ada.page.locator(".layer.n2").wait_for()


def test_a_new_exploration_is_scrolled_into_view(people: People) -> None:
    ada = phone(people, expected=["400"]).goes("/explore")
    ada.page.locator(".noughts-explorer").wait_for()
    field = ada.page.locator("input[name=position]:not([type=hidden])")
    field.fill("xox/oxo/_x_ o")
    press_enter_on(ada, "Explore")
    ada.sees("2 empty cells")
    wait_until_in_view(ada, "#status")
    wait_until_focused(ada, "#part")
    field.fill("xyz")
    press_enter_on(ada, "Explore")
    ada.sees("character 2 is 'y'", ".setup #note")
    wait_until_in_view(ada, "#note")
    wait_until_focused(ada, ".setup [name=position]")
    assert field.input_value() == "xyz"
    assert ada.page.locator(".noughts-explorer").is_visible(), "the previous exploration is still shown"
    ada.sees("2 empty cells")


def test_a_successful_import_is_not_sent_twice(people: People) -> None:
    ada = people.add(expected=["400"]).goes("/games")
    field = ada.page.get_by_label("SGF, lists of moves")
    field.fill("b2 z9")
    press_enter_on(ada, "Import")
    ada.sees("'z9' is not a move", "#note")
    wait_until_focused(ada, "textarea")
    field.fill("b2 a1 c3\n\n5 1 9 3")
    press_enter_on(ada, "Import")
    ada.sees("2 games were imported.", "#note")
    assert field.input_value() == ""
    press_enter_on(ada, "Import")
    ada.sees("there is nothing to read", "#note")
    assert ada.page.locator(".list .who").count() == 2


def test_after_a_deletion_no_other_confirmation_opens(people: People) -> None:
    ada = people.add().goes("/games")
    ada.page.get_by_label("SGF, lists of moves").fill("\n\n".join(f"x: {name}\nb2 a1" for name in ("A", "B", "C")))
    ada.clicks("Import").sees("3 games were imported.", "#note")
    ada.page.get_by_label("Choose B v O").press("Space")
    ada.page.locator("summary", has_text="Delete").press("Enter")
    ada.page.get_by_role("button", name="Yes, delete").press("Enter")
    ada.sees("B v O was deleted.", "#note")
    assert ada.announced == "B v O was deleted."
    assert not ada.page.locator("details[open]").count()
    wait_until_focused(ada, "#part")
    ada.keys("Enter", "Space")
    assert list(ada.page.locator(".who").all_inner_texts()) == ["A v O", "C v O"]


@pytest.mark.parametrize("exec_command", [True, False])
def test_text_can_be_copied_without_the_clipboard_api(people: People, exec_command: bool) -> None:
    """Browsers have no clipboard API on pages that are served over plain HTTP from another machine."""
    ada = people.add()
    ada.page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})")
    if not exec_command:
        ada.page.add_init_script("document.execCommand = () => false")
    ada.goes("/analyse?moves=b2")
    ada.unfolds("Save and share").unfolds("Another game")
    button = ada.page.get_by_role("button", name="Copy position")
    button.click()
    if exec_command:
        ada.sees("Copied", ".export button")
        assert ada.announced == "Copied"
        field = ada.page.locator("textarea[name=text]")
        field.press("Control+v")
        assert field.input_value() == ada.page.locator("#take-position").input_value()
    else:
        ada.sees("Press Ctrl+C", ".export button")
        wait_until_focused(ada, "#take-position")
        field = ada.page.locator("#take-position")
        selected = field.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)")
        assert selected == field.input_value()
        assert "press Ctrl+C" in ada.announced


def test_the_play_page_links_to_an_unfinished_game(people: People) -> None:
    ada = people.add().goes("/play?mode=here&name=Ada&friend=Grace").presses("b2")
    ada.goes("/play")
    ada.page.get_by_role("link", name="Ada v Grace, tic-tac-toe").click()
    ada.sees("Your move, Grace (O).")
    ada.presses("a1", "b1", "a2", "b3").goes("/play")
    ada.sees("Your move, Ada (X).")
    assert not ada.page.get_by_text("Continue your last game").count()


def test_search_finds_a_game_in_several_spellings(people: People) -> None:
    ada = people.add().goes("/play?mode=here&name=Jean-Luc").presses("b2")
    for words in ("tic-tac-toe", "tictactoe", "Jean-Luc", "tic tac toe"):
        ada.goes(f"/games?q={words}")
        assert "tic-tac-toe" in ada.page.locator(".list tbody tr").first.locator("td").all_inner_texts()


@pytest.mark.slow
def test_a_notice_is_shown_while_the_connection_is_lost(chrome: Any, tmp_path: Any) -> None:
    from tests.web.web_server import web_server

    with web_server(tmp_path) as server:
        group, port = People(chrome, server.address), server.port
        ada = group.add(expected=["Failed to load", "ERR_"]).goes("/play?mode=here").presses("b2")
        lost = ada.page.locator("#away", has_text="The connection is lost")
        assert lost.is_hidden()
    lost.wait_for()
    ada.until(lambda: "lost" in ada.announced, "the announcement")
    assert not ada.note
    with web_server(tmp_path, "--port", str(port)):
        lost.wait_for(state="hidden")
        ada.presses("a1")
        group.close()


def test_a_page_that_is_refused_its_new_part_asks_again_after_a_pause(people: People) -> None:
    ada = people.add(expected=["429"]).goes("/play?mode=here").presses("b2")
    tab = ada.other_tab().goes(ada.page.url)
    tab.until(lambda: tab.moves() == 1, "the first move")
    asked: list[float] = []
    told: list[Any] = []

    def refuse(route: Any) -> None:
        asked.append(time.monotonic())
        if told:
            route.continue_()
        else:
            route.fulfill(status=429, content_type="text/plain", body="Too many requests.")

    tab.page.route("**/play/*", refuse)
    ada.presses("a1")
    told.append(tab.sees("Too many requests.", "#note"))
    tab.until(lambda: tab.moves() == 2, "the second move")
    assert asked[1] - asked[0] >= 3


def test_a_slow_page_shows_a_loading_bar(people: People) -> None:
    ada = people.add().goes("/analyse")
    held: list[Any] = []
    ada.page.route("**/analyse?*", lambda route: held.append(route), times=1)
    ada.cell("b2").click()
    bar = "getComputedStyle(document.getElementById('part'), '::before')"
    ada.until(
        lambda: ada.page.evaluate(f"{bar}.content !== 'none' && {bar}.visibility === 'visible'"),
        "the bar",
    )
    held[0].continue_()
    ada.sees("draw with best play")
    ada.until(lambda: ada.page.evaluate(f"{bar}.content") == "none", "the bar to disappear")


@pytest.mark.slow
def test_a_finished_computer_game_has_no_button_to_continue(people: People) -> None:
    ada = people.add().goes("/play?mode=watch&level=easy&rival=easy").clicks("Start")
    auto = ada.page.get_by_role("button", name="Play on")
    auto.click()
    ada.page.get_by_role("link", name="Review this game").first.wait_for()
    assert auto.is_disabled()


@pytest.mark.parametrize("page", ["play", "analyse"])
def test_the_layers_of_a_cube_are_in_view_together(people: People, page: str) -> None:
    ada = people.add(width=1280, height=800).goes(f"/{page}?game=cube&mode=here")
    boards = [ada.page.locator(".board").nth(n).bounding_box() for n in range(3)]
    tops = [box["y"] for box in boards if box]
    assert tops == sorted(tops)
    assert len({round(box["x"]) for box in boards if box}) == 1, "one above the other"
    assert all(box["y"] + box["height"] < 800 for box in boards if box)


def edge(person: Person, where: str, side: str) -> float:
    """Return the position of an edge of an element, in pixels from the top of the window."""
    return float(person.page.locator(where).first.evaluate("(it, side) => it.getBoundingClientRect()[side]", side))


def test_the_tree_is_in_view_in_a_small_window(people: People) -> None:
    ada = people.add(width=768, height=800).goes("/explore")
    ada.page.locator(".nx-node").first.wait_for()
    ada.until(lambda: 800 - edge(ada, ".nx-stage", "top") >= 320, "the tree in view")
    assert edge(ada, ".nx-bar", "top") >= edge(ada, ".nx-stage", "bottom"), "the controls do not cover the tree"
    assert edge(ada, ".nx-scroller", "bottom") - edge(ada, ".nx-scroller", "top") >= 398


def test_the_controls_do_not_cover_the_current_state(people: People) -> None:
    ada = people.add(width=1280, height=800).goes("/explore")
    ada.page.locator(".nx-node").first.wait_for()
    ada.page.locator(".nx-scroller").click(position={"x": 5, "y": 5})

    def at_the_end() -> bool:
        ada.keys("ArrowRight")  # has no effect while a branch is loading
        return bool(ada.page.locator(".nx-node.is-now[data-key='5']").count())

    ada.until(at_the_end, "the deepest state")
    ada.until(lambda: edge(ada, ".nx-node.is-now", "bottom") <= edge(ada, ".nx-bar", "top"), "the last state in view")
    assert edge(ada, ".nx-bar", "bottom") <= 801


def test_before_an_invitation_the_page_says_that_it_works_only_on_this_computer(people: People) -> None:
    ada = people.add().goes("/play?mode=link")
    assert ada.page.inner_text("#part").count("--share") == 1
    ada.sees("This link works only on this computer", "#only-here").sees("send your moves as links", "#only-here")
    ada.clicks("Create a link").sees("This link works only on this computer", ".invitation .link")
    assert ada.page.inner_text("#part").count("--share") == 1
