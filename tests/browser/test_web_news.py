"""What is new, in a browser: it is in view, keys go to it, it is said; what was refused can be mended where it is."""

from typing import Any

import pytest

from tests.browser.people import People, Person


def phone(people: People, **options: Any) -> Person:
    """Somebody new, with a phone."""
    return people.comes(width=360, height=740, **options)


def top(person: Person, where: str) -> float:
    """How far below the upper edge of the window something begins, in pixels."""
    box = person.page.locator(where).first.bounding_box()
    return float(box["y"]) if box else -1.0


def in_view(person: Person, where: str) -> None:
    """Wait until something begins within the window."""
    height = person.page.viewport_size["height"]
    person.until(lambda: 0 <= top(person, where) < height, f"{where} is in view")


def focused(person: Person, where: str) -> None:
    """Wait until something has the focus."""
    person.until(
        lambda: person.page.locator(where).evaluate("it => it === document.activeElement"), f"keys go to {where}"
    )


def sends(person: Person, words: str) -> None:
    """Press a button with the Enter key, wherever on the page it is."""
    person.page.get_by_role("button", name=words, exact=True).press("Enter")


def test_the_board_that_was_set_up_is_in_view(people: People) -> None:
    ada = phone(people).goes("/play")
    ada.page.locator("[data-setup] select[name=game]").select_option("4,4,3")
    sends(ada, "Set up the board")
    ada.page.locator(".board.n4").wait_for()
    in_view(ada, "#status")
    focused(ada, "#part")


def test_a_game_that_cannot_be_read_is_mended_where_it_was_typed(people: People) -> None:
    ada = phone(people, expected=["400"]).goes("/play")
    field = ada.page.get_by_label("Or any other")
    field.fill("5,5")
    sends(ada, "Set up the board")
    ada.sees("unknown game '5,5'", ".setup #note")
    in_view(ada, "#note")
    focused(ada, "[name=custom]")
    assert ada.note in ada.said
    field.fill("5 5 4")
    sends(ada, "Set up the board")
    ada.page.locator(".board.n5").wait_for()
    in_view(ada, "#status")
    assert field.input_value() == "", "it has become the game that is chosen"


def test_an_exploration_that_was_asked_for_is_in_view(people: People) -> None:
    ada = phone(people, expected=["400"]).goes("/explore")
    ada.page.locator(".noughts-explorer").wait_for()
    field = ada.page.locator("input[name=position]:not([type=hidden])")
    field.fill("xox/oxo/_x_ o")
    sends(ada, "Explore")
    ada.sees("2 empty cells")
    in_view(ada, "#status")
    focused(ada, "#part")
    field.fill("xyz")
    sends(ada, "Explore")
    ada.sees("character 2 is 'y'", ".setup #note")
    in_view(ada, "#note")
    focused(ada, ".setup [name=position]")
    assert field.input_value() == "xyz"
    assert ada.page.locator(".noughts-explorer").is_visible(), "what was explored before is still there"
    ada.sees("2 empty cells")


def test_an_import_that_was_taken_is_not_sent_twice(people: People) -> None:
    ada = people.comes(expected=["400"]).goes("/games")
    field = ada.page.get_by_label("SGF or lists of moves")
    field.fill("b2 z9")
    sends(ada, "Import")
    ada.sees("'z9' is not a move", "#note")
    focused(ada, "textarea")
    field.fill("b2 a1 c3\n\n5 1 9 3")
    sends(ada, "Import")
    ada.sees("2 games were imported.", "#note")
    assert field.input_value() == ""
    sends(ada, "Import")
    ada.sees("there is nothing to import", "#note")
    assert ada.page.locator(".list .who").count() == 2


def test_one_deletion_does_not_open_the_next(people: People) -> None:
    ada = people.comes().goes("/games")
    ada.page.get_by_label("SGF or lists of moves").fill("\n\n".join(f"x: {name}\nb2 a1" for name in ("A", "B", "C")))
    ada.clicks("Import").sees("3 games were imported.", "#note")
    ada.page.locator("summary").nth(1).press("Enter")
    ada.page.get_by_role("button", name="Yes, delete").press("Enter")
    ada.sees("B v O was deleted.", "#note")
    assert ada.said == "B v O was deleted."
    assert not ada.page.locator("details[open]").count()
    focused(ada, "#part")
    ada.keys("Enter", "Space")
    assert list(ada.page.locator(".who").all_inner_texts()) == ["A v O", "C v O"]


@pytest.mark.parametrize("can", [True, False])
def test_without_a_clipboard_a_link_can_be_copied(people: People, can: bool) -> None:
    """As over plain http on a network, where the browser gives none to a page."""
    ada = people.comes()
    ada.page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})")
    if not can:
        ada.page.add_init_script("document.execCommand = () => false")
    ada.goes("/analyse?moves=b2")
    button = ada.page.get_by_role("button", name="Copy position")
    button.click()
    if can:
        ada.sees("Copied", ".export button")
        assert ada.said == "Copied"
        field = ada.page.locator("textarea[name=text]")
        field.press("Control+v")
        assert field.input_value() == ada.page.locator("#take-position").input_value()
    else:
        ada.sees("Press Ctrl+C", ".export button")
        focused(ada, "#take-position")
        chosen = ada.page.locator("#take-position").evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)")
        assert chosen == ada.page.locator("#take-position").input_value()
        assert "press Ctrl+C" in ada.said


@pytest.mark.parametrize("scripts", [True, False])
def test_a_computer_player_is_given_no_name(people: People, scripts: bool) -> None:
    ada = people.comes(java_script_enabled=scripts).goes("/play")
    names = ada.page.locator("[name=x_name]"), ada.page.locator("[name=o_name]")
    assert names[0].is_visible()
    assert names[1].is_hidden()
    assert ada.page.locator("input[value=Computer]:disabled").count() == 2
    ada.page.locator("select[name=o]").select_option("person")
    names[1].wait_for()
    ada.page.locator("select[name=x]").select_option("easy")
    names[0].wait_for(state="hidden")


def test_the_game_that_goes_on_is_found_again(people: People) -> None:
    ada = people.comes().goes("/play?x=person&o=person&x_name=Ada&o_name=Grace").presses("b2")
    ada.goes("/play")
    ada.page.get_by_role("link", name="Ada v Grace, tic-tac-toe").click()
    ada.sees("Your move, Grace (O).")
    ada.presses("a1", "b1", "a2", "b3").goes("/play")
    ada.sees("Your move (X).")
    assert not ada.page.get_by_text("Continue your game").count()


def test_a_game_is_found_as_it_is_written(people: People) -> None:
    ada = people.comes().goes("/play?x=person&o=person&x_name=Jean-Luc").presses("b2")
    for words in ("tic-tac-toe", "tictactoe", "Jean-Luc", "tic tac toe"):
        ada.goes(f"/games?q={words}")
        assert ada.page.locator(".list tbody td").nth(1).inner_text() == "tic-tac-toe"


@pytest.mark.slow
def test_whoever_waits_is_told_that_the_connection_is_lost(chrome: Any, tmp_path: Any) -> None:
    from tests.apps.web.web_server import web_server

    with web_server(tmp_path) as server:
        group, port = People(chrome, server.address), server.port
        ada = group.comes(expected=["Failed to load", "ERR_"]).goes("/play?x=person&o=person").presses("b2")
        lost = ada.page.locator("#away", has_text="The connection is lost")
        assert lost.is_hidden()
    lost.wait_for()
    ada.until(lambda: "lost" in ada.said, "it is said")
    assert not ada.note
    with web_server(tmp_path, "--port", str(port)):
        lost.wait_for(state="hidden")
        ada.presses("a1")
        group.leave()


def test_a_page_that_takes_long_says_so(people: People) -> None:
    ada = people.comes().goes("/analyse")
    ada.page.route("**/analyse?*", lambda route: (ada.page.wait_for_timeout(800), route.continue_()))
    ada.cell("b2").click()
    said = "getComputedStyle(document.querySelector('#status'), '::after')"
    ada.until(
        lambda: ada.page.evaluate(f"{said}.content.includes('moment') && {said}.visibility === 'visible'"), "a sign"
    )
    ada.sees("draw with best play")
    ada.until(lambda: ada.page.evaluate(f"{said}.content") == "none", "the sign goes away")


@pytest.mark.slow
def test_two_computers_that_are_done_are_not_let_play(people: People) -> None:
    ada = people.comes().goes("/play?x=easy&o=easy")
    ada.page.get_by_role("button", name="Begin").click()
    auto = ada.page.get_by_role("button", name="Play automatically")
    auto.click()
    ada.page.get_by_role("link", name="Review this game").wait_for()
    assert auto.is_hidden()


@pytest.mark.parametrize("page", ["play", "analyse"])
def test_three_layers_stand_side_by_side(people: People, page: str) -> None:
    ada = people.comes(width=1280, height=800).goes(f"/{page}?game=cube&x=person&o=person")
    boards = ada.page.locator(".board")
    assert boards.count() == 3
    assert len({round(box["y"]) for box in (boards.nth(n).bounding_box() for n in range(3)) if box}) == 1


def edge(person: Person, where: str, side: str) -> float:
    """The upper or lower edge of something, in pixels from the top of the window."""
    return float(person.page.locator(where).first.evaluate("(it, side) => it.getBoundingClientRect()[side]", side))


def test_half_of_a_small_window_is_the_tree(people: People) -> None:
    ada = people.comes(width=768, height=800).goes("/explore")
    ada.page.locator(".nx-node").first.wait_for()
    ada.until(lambda: 800 - edge(ada, ".nx-stage", "top") >= 380, "the tree is in view")
    assert edge(ada, ".nx-bar", "top") >= edge(ada, ".nx-stage", "bottom"), "nothing covers it"
    assert edge(ada, ".nx-scroller", "bottom") - edge(ada, ".nx-scroller", "top") >= 398


def test_the_state_that_is_told_is_not_below_the_controls(people: People) -> None:
    ada = people.comes(width=1280, height=800).goes("/explore?game=tictactoe")
    ada.page.locator(".nx-node").first.wait_for()
    ada.page.locator(".nx-scroller").click(position={"x": 5, "y": 5})

    def over() -> bool:
        ada.keys("ArrowRight")  # until a branch has come, it does nothing
        return "The game is over" in ada.page.inner_text(".nx-say")

    ada.until(over, "the end of the path")
    ada.until(
        lambda: edge(ada, ".nx-node.is-now", "bottom") <= edge(ada, ".nx-bar", "top"), "the last state is in view"
    )
    assert edge(ada, ".nx-bar", "bottom") <= 801


def test_who_is_at_this_computer_is_told_that_links_lead_nowhere_else(people: People) -> None:
    ada = people.comes().goes("/play")
    ada.sees("work only on this computer", "[aria-label='With a friend far away']")
    ada.clicks("Invite by link").sees("Send this link to your friend", "#links .open")
    ada.sees("can watch, but not play", "#row-watch")
    ada.sees("--host", "#links")
