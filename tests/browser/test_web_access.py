"""The page for everybody: keyboard alone, screen reader, no scripts, phone, dark, large print, paper, forced colours.

With SHOTS=directory every page that is looked at is kept as a picture.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.looks import look, look_everywhere
from tests.browser.people import People, Person
from tests.slowly import few_fast

HERE = "/play?x=person&o=person"


def test_the_keyboard_is_enough(people: People) -> None:
    ada = people.comes().goes("/play?x=person&o=perfect")
    ada.keys("Tab")
    assert ada.focus == "Skip to the board"
    ada.keys("Enter", "Tab")
    assert ada.focus == "a1"
    ada.keys("ArrowRight", "ArrowDown")
    assert ada.focus == "b2"
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 2, "the answer")
    assert ada.focus == "b2", "the focus stays where it was"
    ada.keys("ArrowUp", "ArrowUp")
    assert ada.focus == "b1"
    ada.keys("Space")
    ada.until(lambda: ada.moves() == 4, "the next answer")
    assert ada.focus == "b1"
    ada.keys("u")
    ada.until(lambda: ada.moves() == 2, "undone")
    ada.keys("r")
    ada.until(lambda: ada.moves() == 4, "made again")
    ada.keys("h").sees("★", ".star")
    assert ada.focus == "b1", "a sentence more does not take the focus away"
    ada.keys("v").page.locator(".value").first.wait_for()
    ada.keys("v").sees_no(".value")
    ada.keys("n")
    ada.until(lambda: ada.moves() == 0, "a new game")
    assert ada.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_focus_is_never_lost(people: People) -> None:
    ada = people.comes().goes(HERE).presses("b2")
    ada.page.get_by_role("button", name="Undo", exact=True).focus()
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 0, "undone")
    assert ada.focus == "main", "the button is gone, and no other button has got its focus"
    ada.keys("Tab")
    assert ada.focus == "a1"


def test_single_letters_are_keys_only_for_who_wants_them(people: People) -> None:
    """WCAG 2.1.4: who speaks to the browser must not undo a move with a word."""
    ada = people.comes().goes(HERE).presses("b2")
    assert ada.page.get_by_role("button", name="Undo", exact=True).get_attribute("title") == "Undo (u)"
    opens = ada.page.get_by_role("button", name="Keys", exact=True)
    opens.click()
    dialog = ada.page.get_by_role("dialog", name="Keys")
    assert "u undo, r redo, h hint, v values, n new game" in dialog.inner_text()
    ada.keys("u")
    dialog.get_by_label("Use single letters as keys").uncheck()
    ada.keys("Escape")
    dialog.wait_for(state="hidden")
    assert ada.focus == "Keys"
    ada.cell("a1").focus()
    ada.keys("u", "n", "Enter")  # the letters come first
    ada.until(lambda: ada.moves() == 2, "only Enter counts")
    assert ada.page.get_by_role("button", name="Undo", exact=True).get_attribute("title") is None
    ada.page.reload()
    ada.cell("c1").focus()
    ada.keys("u", "ArrowDown", "Enter")
    ada.until(lambda: ada.moves() == 3, "the browser remembers; arrows work as ever")
    assert ", O" not in ada.labels["c1"]
    opens.click()
    dialog.get_by_label("Use single letters as keys").check()
    dialog.get_by_role("button", name="Close").click()
    ada.keys("u")
    ada.until(lambda: ada.moves() == 2, "undone")


def test_large_boards_are_one_stop_and_arrows_go_from_layer_to_layer(people: People) -> None:
    ada = people.comes().goes(f"{HERE}&game=qubic")
    ada.cell("d2a").focus()
    ada.keys("ArrowRight")
    assert ada.focus == "a2b"
    ada.keys("ArrowLeft")
    assert ada.focus == "d2a"
    for key, there in (("PageDown", "d2b"), ("PageDown", "d2c"), ("PageDown", "d2d"), ("PageDown", "d2d")):
        assert ada.keys(key).focus == there
    assert ada.keys("PageUp", "PageUp", "PageUp", "PageUp").focus == "d2a"
    told = ada.page.locator(f"#{ada.page.locator('.board').first.get_attribute('aria-describedby')}")
    assert "Page Down" in told.inner_text()
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 1, "a move")
    assert ada.focus == "d2a"
    ada.keys("Tab")
    assert ada.focus == "Undo"
    ada.keys("Shift+Tab")
    assert ada.focus == "d2a"


def test_what_happens_is_said_once(people: People) -> None:
    ada = people.comes().goes("/play?x=person&o=perfect")
    ada.page.evaluate("""() => {
      window.heard = [];
      new MutationObserver(() => window.heard.push(document.getElementById('spoken').textContent))
        .observe(document.getElementById('spoken'), { childList: true, characterData: true, subtree: true });
    }""")
    ada.presses("b2")
    ada.until(lambda: ada.moves() == 2, "the answer")
    answer = next(name for name, label in ada.labels.items() if ", O" in label)
    ada.until(lambda: ada.said == f"O: {answer}. Your move (X).", "the computer's move is said")
    heard = ada.page.evaluate("window.heard")
    assert heard.count(ada.said) == 1
    assert len(heard) <= 2
    regions = ada.page.locator("[aria-live], [role=status], [role=alert]")
    assert regions.count() == 1


def test_everything_without_scripts(people: People) -> None:
    ada = people.comes(java_script_enabled=False).goes("/play?x=person&o=perfect")
    ada.cell("b2").click()
    ada.sees("Your move (X).")
    marks = ada.page.locator(".board .mark")
    assert marks.count() == 2, "the answer is on the page that comes"
    ada.clicks("Hint").sees("keeps the draw", "#note")
    ada.clicks("Show values")
    assert ada.page.locator(".value").count() == 7
    ada.page.locator('.board button:not([aria-disabled="true"])').first.click()
    assert marks.count() == 4
    assert ada.page.locator(".value").count() == 5, "the values stay on"
    ada.clicks("Undo")
    assert marks.count() == 2
    ada.clicks("Redo")
    assert marks.count() == 4
    ada.clicks("New game, sides swapped")
    assert marks.count() == 1
    ada.page.get_by_role("link", name="Set up another game").click()
    form = ada.page.get_by_role("region", name="New game")
    assert form.locator("select[name=o]").input_value() == "person", "the sides are still swapped"
    form.locator("select[name=game]").select_option("tictactoe")
    form.get_by_label("Or any other").fill("4,3,3")
    ada.clicks("Set up the board")
    assert ada.page.locator(".board .cell").count() == 12
    ada.goes("/play?x=perfect&o=perfect").clicks("Begin: Computer X moves first").clicks("Next move")
    assert marks.count() == 1


def _fresh(person: Person) -> None:
    person.goes("/play")


def _values(person: Person) -> None:
    person.goes("/play?x=person&o=perfect").presses("b2").clicks("Show values").clicks("Hint").sees("★", ".star")


def _won(person: Person) -> None:
    person.goes(f"{HERE}&x_name=Ada&o_name=Grace").presses("a1", "b2", "a2", "b1", "a3").sees("wins")


def _invited(person: Person) -> None:
    person.goes("/play").clicks("Invite by link").page.locator("#links").wait_for()


def _seat(person: Person) -> None:
    _invited(person)
    link = person.page.locator("#link-o").input_value()
    person.context.clear_cookies()
    person.goes(link)


def _space(person: Person) -> None:
    person.goes(f"{HERE}&game=qubic").presses("b2b")


def _large(person: Person) -> None:
    person.goes(f"{HERE}&game=19,19,5").presses("k10")


def _worth(person: Person) -> None:
    _large(person)
    person.clicks("Show values").page.locator(".value").first.wait_for()


def _other(person: Person) -> None:
    """What else could be played, unfolded."""
    _won(person)
    for summary in person.page.locator(".card > details > summary").all():
        summary.click()


def _keys(person: Person) -> None:
    person.goes("/play").page.get_by_role("button", name="Keys", exact=True).click()
    person.page.get_by_role("dialog", name="Keys").wait_for()


def _none(person: Person) -> None:
    person.goes("/games")


def _refused(person: Person) -> None:
    person.goes("/play?custom=nothing")


def _games(person: Person) -> None:
    _won(person)
    person.goes("/games")
    person.page.locator("summary", has_text="Delete").click()


def _api(person: Person) -> None:
    person.goes("/api/docs").sees("The API", "h1")


def _lost(person: Person) -> None:
    person.goes("/play/nothing")


SCENES: dict[str, Callable[[Person], None]] = {
    scene.__name__.strip("_"): scene
    for scene in (
        _fresh,
        _values,
        _won,
        _invited,
        _seat,
        _space,
        _large,
        _worth,
        _other,
        _keys,
        _refused,
        _none,
        _games,
        _api,
        _lost,
    )
}


@pytest.mark.parametrize("scene", few_fast(SCENES, 4))
def test_every_page_fits_and_axe_finds_nothing(people: People, scene: str) -> None:
    ada = people.comes(expected=["404", "400"], reduced_motion="reduce")
    SCENES[scene](ada)
    look_everywhere(ada, scene)


@pytest.mark.slow
def test_twice_as_large(people: People) -> None:
    """Zoomed to 200 %, a window is half as wide; to 400 % of 1280, 320."""
    for width in (640, 320):
        ada = people.comes(width=width, height=450, device_scale_factor=2, reduced_motion="reduce")
        _won(ada)
        look(ada, f"zoom-{width}")


def test_forced_colours(people: People) -> None:
    ada = people.comes(forced_colors="active", reduced_motion="reduce")
    _won(ada)
    look(ada, "forced")
    stroke = "(where) => getComputedStyle(document.querySelector(where)).stroke"
    assert ada.page.evaluate(stroke, ".cell:not(.won) .mark") != ada.page.evaluate(stroke, ".cell.won .mark")


@pytest.mark.parametrize("fingers", [False, True])
def test_keys_are_told_to_who_has_some(people: People, fingers: bool) -> None:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if fingers else {}
    ada = people.comes(width=360, height=740, **touch).goes("/play?game=3x3x3,3")
    told = [ada.page.locator("[data-keys-button]"), ada.page.locator("#layer-keys")]
    ada.page.get_by_role("button", name="Sound").wait_for()  # the script is there, and has shown the tools
    assert [hint.is_visible() for hint in told] == [not fingers] * 2
    ada.goes("/explore").page.locator(".nx-play").wait_for()
    told = [ada.page.locator(".nx-help"), ada.page.locator(".nx-hint")]
    assert [hint.is_visible() for hint in told] == [not fingers] * 2


def test_nothing_moves_for_who_wants_it_so(people: People) -> None:
    ada = people.comes(reduced_motion="reduce").goes(HERE).presses("b2")
    assert ada.page.evaluate("document.getAnimations().length") == 0
    assert ada.page.evaluate("getComputedStyle(document.querySelector('.mark')).animationName") == "none"


def test_on_paper(people: People) -> None:
    ada = people.comes()
    _won(ada)
    ada.page.emulate_media(media="print")
    if directory := os.environ.get("SHOTS"):
        ada.page.screenshot(path=Path(directory) / "paper.png", full_page=True)
    for there in (".board", "#status", ".players", ".moves"):
        assert ada.page.locator(there).first.is_visible()
    for gone in (".top", ".actions", ".setup", "footer", ".card summary"):
        assert ada.page.locator(f"{gone}:visible").count() == 0
