"""Accessibility: keyboard, screen reader, no scripts, phone, dark theme, zoom, print and forced colours.

If the environment variable SHOTS names a directory, a screenshot of every checked page is saved there.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.looks import check_all_sizes, check_page
from tests.browser.people import People, Person
from tests.slowly import few_fast

HERE = "/play?mode=here"


def test_a_game_can_be_played_with_the_keyboard_alone(people: People) -> None:
    ada = people.add().goes("/play?level=perfect")
    ada.keys("Tab")
    assert ada.focus == "Skip to the board"
    ada.keys("Enter", "Tab")
    assert ada.focus == "b2"
    ada.keys("ArrowLeft", "ArrowUp")
    assert ada.focus == "a1"
    ada.keys("ArrowRight", "ArrowDown")
    assert ada.focus == "b2"
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 2, "the computer's move")
    assert ada.focus == "b2", "the focus stays where it was"
    ada.keys("ArrowUp", "ArrowUp")
    assert ada.focus == "b1"
    ada.keys("Space")
    ada.until(lambda: ada.moves() == 4, "the computer's next move")
    assert ada.focus == "b1"
    ada.keys("u")
    ada.until(lambda: ada.moves() == 2, "the undo")
    ada.keys("r")
    ada.until(lambda: ada.moves() == 4, "the redo")
    ada.keys("h").sees("★", ".star")
    assert ada.focus == "b1", "a hint does not move the focus"
    ada.keys("v").page.locator(".value").first.wait_for()
    ada.keys("v").sees_no(".value")
    ada.keys("n")
    ada.until(lambda: ada.moves() == 0, "a new game")
    assert ada.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_focus_is_never_lost(people: People) -> None:
    ada = people.add().goes(HERE).presses("b2")
    ada.page.get_by_role("button", name="Undo", exact=True).focus()
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 0, "the undo")
    assert ada.focus == "main", "the button is disabled, and no other button gets the focus"


def test_single_letter_shortcuts_can_be_turned_off(people: People) -> None:
    """WCAG 2.1.4: with voice control, a spoken word must not undo a move."""
    ada = people.add().goes(HERE).presses("b2")
    assert ada.page.get_by_role("button", name="Undo", exact=True).get_attribute("title") == "Undo (u)"
    opens = ada.page.get_by_role("button", name="Keys", exact=True)
    opens.click()
    dialog = ada.page.get_by_role("dialog", name="Keys")
    assert "u undo, r redo, h hint, v values, n new game" in dialog.inner_text()
    ada.keys("u")
    dialog.get_by_label("Use single letters as keys").uncheck()
    ada.keys("Escape")
    dialog.wait_for(state="hidden")
    assert ada.focus.endswith("Keys")
    ada.cell("a1").focus()
    ada.keys("u", "n", "Enter")  # u and n before Enter
    ada.until(lambda: ada.moves() == 2, "the move by Enter; the letters do nothing")
    assert ada.page.get_by_role("button", name="Undo", exact=True).get_attribute("title") is None
    ada.page.reload()
    ada.cell("c1").focus()
    ada.keys("u", "ArrowDown", "Enter")
    ada.until(lambda: ada.moves() == 3, "the move by Enter after a reload; only the letters are off")
    assert ", O" not in ada.labels["c1"]
    opens.click()
    dialog.get_by_label("Use single letters as keys").check()
    dialog.get_by_role("button", name="Close").click()
    ada.keys("u")
    ada.until(lambda: ada.moves() == 2, "the undo")


def test_a_large_board_is_one_tab_stop_and_arrow_keys_change_layers(people: People) -> None:
    ada = people.add().goes(f"{HERE}&game=qubic")
    ada.cell("d2a").focus()
    ada.keys("ArrowRight")
    assert ada.focus == "a2b"
    ada.keys("ArrowLeft")
    assert ada.focus == "d2a"
    for key, cell in (("PageDown", "d2b"), ("PageDown", "d2c"), ("PageDown", "d2d"), ("PageDown", "d2d")):
        assert ada.keys(key).focus == cell
    assert ada.keys("PageUp", "PageUp", "PageUp", "PageUp").focus == "d2a"
    description = ada.page.locator(f"#{ada.page.locator('.board').first.get_attribute('aria-describedby')}")
    assert "Page Down" in description.inner_text()
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 1, "a move")
    assert ada.focus == "d2a"
    ada.keys("Tab")
    assert ada.focus == "Undo", "a board is a single stop"
    ada.keys("Shift+Tab")
    assert ada.focus == "d2a"


def test_each_move_is_announced_once(people: People) -> None:
    ada = people.add().goes("/play?level=perfect")
    ada.page.evaluate("""() => {
      window.heard = [];
      new MutationObserver(() => window.heard.push(document.getElementById('spoken').textContent))
        .observe(document.getElementById('spoken'), { childList: true, characterData: true, subtree: true });
    }""")
    ada.presses("b2")
    ada.until(lambda: ada.moves() == 2, "the computer's move")
    answer = next(name for name, label in ada.labels.items() if ", O" in label)
    ada.until(lambda: ada.announced == f"O: {answer}. Your move.", "the announcement of the computer's move")
    heard = ada.page.evaluate("window.heard")
    assert heard.count(ada.announced) == 1
    assert len(heard) <= 2
    regions = ada.page.locator("[aria-live], [role=status], [role=alert]")
    assert regions.count() == 1


def test_the_play_page_works_without_scripts(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes("/play?level=perfect")
    ada.cell("b2").click()
    ada.sees("Your move.")
    marks = ada.page.locator(".board button > .mark")
    assert marks.count() == 2, "the page shows the computer's move, too"
    ada.clicks("Hint").sees("keeps the draw", "#note")
    ada.clicks("Values")
    assert ada.page.locator(".value").count() == 7
    ada.page.locator('.board button:not([aria-disabled="true"])').first.click()
    assert marks.count() == 4
    assert ada.page.locator(".value").count() == 5, "the values stay on"
    ada.clicks("Undo")
    assert marks.count() == 2
    ada.clicks("Redo")
    assert marks.count() == 4
    ada.clicks("New game")
    assert marks.count() == 0
    ada.page.get_by_role("group", name="You play").get_by_role("button", name="O").click()
    ada.clicks("Start")
    assert marks.count() == 1
    ada.page.get_by_text("Make your own game").click()
    ada.page.get_by_label("Columns").select_option("4")
    ada.clicks("Show this board")
    assert ada.page.locator(".board .cell").count() == 12
    ada.sees("The computer moves first")
    ada.goes("/play?mode=watch").clicks("Start").clicks("Next move")
    assert marks.count() == 1


def _start(person: Person) -> None:
    person.goes("/play")


def _values(person: Person) -> None:
    person.goes("/play?level=perfect").presses("b2").clicks("Values").clicks("Hint").sees("★", ".star")


def _won(person: Person) -> None:
    person.goes(f"{HERE}&name=Ada&friend=Grace").presses("a1", "b2", "a2", "b1", "a3").sees("wins")


def _invited(person: Person) -> None:
    person.goes("/play?mode=link").clicks("Create a link").page.locator("#links").wait_for()


def _invitation(person: Person) -> None:
    _invited(person)
    link = person.page.locator(".invitation input").first.input_value()
    person.context.clear_cookies()
    person.goes(link)


def _cube(person: Person) -> None:
    person.goes(f"{HERE}&game=qubic").presses("b2b")


def _large(person: Person) -> None:
    person.goes(f"{HERE}&game=19,19,5").presses("k10")


def _large_values(person: Person) -> None:
    _large(person)
    person.clicks("Values").page.locator(".value").first.wait_for()


def _unfolded(person: Person) -> None:
    """Show the QR codes of all links."""
    _invited(person)
    person.page.locator("#links > summary").click()
    for summary in person.page.locator("#links details:not([open]) summary").element_handles():
        summary.click()


def _keys(person: Person) -> None:
    person.goes("/play").page.get_by_role("button", name="Keys", exact=True).click()
    person.page.get_by_role("dialog", name="Keys").wait_for()


def _no_games(person: Person) -> None:
    person.goes("/games")


def _invalid_game(person: Person) -> None:
    person.goes("/play?custom=nothing")


def _games(person: Person) -> None:
    _won(person)
    person.goes("/games")
    person.page.locator("summary", has_text="Delete").click()


def _api(person: Person) -> None:
    person.goes("/api/docs").sees("The API", "h1")


def _not_found(person: Person) -> None:
    person.goes("/play/nothing").page.get_by_role("link", name="Lessons").wait_for()


SCENES: dict[str, Callable[[Person], None]] = {
    scene.__name__.strip("_"): scene
    for scene in (
        _start,
        _values,
        _won,
        _invited,
        _invitation,
        _cube,
        _large,
        _large_values,
        _unfolded,
        _keys,
        _invalid_game,
        _no_games,
        _games,
        _api,
        _not_found,
    )
}


@pytest.mark.parametrize("scene", few_fast(SCENES, 4))
def test_every_page_fits_and_axe_finds_nothing(people: People, scene: str) -> None:
    ada = people.add(expected=["404", "400"], reduced_motion="reduce")
    SCENES[scene](ada)
    check_all_sizes(ada, scene)


@pytest.mark.slow
def test_a_zoomed_page_fits_and_axe_finds_nothing(people: People) -> None:
    """A window 1280 pixels wide has a width of 640 at 200 % zoom, and of 320 at 400 %."""
    for width in (640, 320):
        ada = people.add(width=width, height=450, device_scale_factor=2, reduced_motion="reduce")
        _won(ada)
        check_page(ada, f"zoom-{width}")


def test_forced_colours_keep_the_winning_line_visible(people: People) -> None:
    ada = people.add(forced_colors="active", reduced_motion="reduce")
    _won(ada)
    check_page(ada, "forced")
    stroke = "(where) => getComputedStyle(document.querySelector(where)).stroke"
    assert ada.page.evaluate(stroke, ".board .mark") != ada.page.evaluate(stroke, ".stroke path:last-child")


@pytest.mark.parametrize("touch_only", [False, True])
def test_keyboard_hints_are_hidden_on_touch_screens(people: People, touch_only: bool) -> None:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if touch_only else {}
    ada = people.add(width=360 if touch_only else 1000, height=740, **touch).goes("/play?game=3x3x3,3")
    ada.page.get_by_role("button", name="Sound").wait_for()  # the script has run and shown the buttons
    assert ada.page.locator("[data-keys-button]").is_visible() == (not touch_only)
    ada.goes("/explore").page.locator(".nx-play").wait_for()
    hints = [ada.page.locator(".nx-help"), ada.page.locator(".nx-hint")]
    assert [hint.is_visible() for hint in hints] == [not touch_only] * 2


def test_reduced_motion_turns_animations_off(people: People) -> None:
    ada = people.add(reduced_motion="reduce").goes(HERE).presses("b2")
    assert ada.page.evaluate("document.getAnimations().length") == 0
    assert ada.page.evaluate("getComputedStyle(document.querySelector('.board .mark *')).animationName") == "none"


def test_a_printed_page_has_no_controls(people: People) -> None:
    ada = people.add()
    _won(ada)
    ada.page.emulate_media(media="print")
    if directory := os.environ.get("SHOTS"):
        ada.page.screenshot(path=Path(directory) / "paper.png", full_page=True)
    for shown in (".board", "#status", ".players"):
        assert ada.page.locator(shown).first.is_visible()
    for hidden in (".top", ".actions", "footer"):
        assert ada.page.locator(hidden).count()
        assert ada.page.locator(f"{hidden}:visible").count() == 0
    assert ada.page.locator(".choices:visible, .gallery:visible").count() == 0
