"""Large boards on a phone: the board fits, values are signs, and a move needs a second tap."""

from typing import Any

import pytest

from tests.browser.people import People, Person

LARGE = "/play?mode=here&game=19,19,5"
MIN_SIZE = 24  # pixels; smaller cells are hard to tap reliably
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True}


def choice_text(person: Person) -> str:
    """Return the text under the board about the selected cell."""
    return str(person.page.locator("#choice").inner_text()).replace("\n", " ").strip()


def cell_width(person: Person, name: str = "k10") -> float:
    return float(person.cell(name).bounding_box()["width"])


def selected_cells(person: Person) -> list[str]:
    return [str(label).partition(",")[0] for label in person.page.locator(".chosen button").evaluate_all(LABELS)]


LABELS = "(buttons) => buttons.map((button) => button.getAttribute('aria-label'))"
OVERFLOW = "(board) => board.scrollWidth - board.clientWidth"


def test_the_first_tap_selects_a_cell_and_the_second_plays_it(people: People) -> None:
    ada = people.add(**PHONE).goes(LARGE)
    assert cell_width(ada) < MIN_SIZE
    assert ada.page.locator(".boards").evaluate(OVERFLOW) == 0, "the whole board is visible"
    assert choice_text(ada) == "Press a square to choose it. Press it again to play there."
    ada.cell("k10").tap()
    assert (selected_cells(ada), ada.moves()) == (["k10"], 0)
    assert choice_text(ada) == "k10, empty Play k10"
    assert ada.announced == "k10 is chosen. Press it again to play there."
    ada.cell("l10").tap()
    assert (selected_cells(ada), ada.moves()) == (["l10"], 0), "a tap on another cell changes the selection"
    ada.cell("l10").tap()
    ada.until(lambda: "l10, X" in ada.labels["l10"], "the move made by the second tap")
    ada.until(lambda: choice_text(ada).startswith("Press a square"), "no selected cell")
    ada.cell("a1").tap()
    ada.clicks("Play a1")
    ada.until(lambda: "a1, O" in ada.labels["a1"], "the move made by the button")
    assert ada.focus == "a1"
    ada.cell("a1").tap(force=True)
    assert (selected_cells(ada), ada.moves()) == ([], 2), "a taken cell cannot be selected"


def test_with_keys_one_press_plays_a_move(people: People) -> None:
    ada = people.add(**PHONE).goes(LARGE)
    ada.cell("k10").focus()
    ada.keys("ArrowRight")
    assert choice_text(ada) == "l10, empty", "the text under the board names the focused cell"
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 1, "a move")
    ada.keys("ArrowDown", "Space")
    ada.until(lambda: ada.moves() == 2, "a second move")


@pytest.mark.parametrize("size", [(1280, 720), (360, 740)])
def test_with_a_mouse_one_press_plays_a_move_on_small_cells(people: People, size: tuple[int, int]) -> None:
    ada = people.add(width=size[0], height=size[1]).goes("/play?mode=here&game=gomoku")
    assert cell_width(ada, "h8") < MIN_SIZE
    assert not ada.page.locator("#choice").is_visible()
    ada.presses("h8", "i9")


def test_on_large_cells_one_tap_plays_a_move(people: People) -> None:
    ada = people.add(has_touch=True).goes(LARGE)
    assert cell_width(ada) >= MIN_SIZE
    assert not ada.page.locator("#choice").is_visible()
    ada.presses("k10", "a1")
    ada.page.set_viewport_size({"width": 360, "height": 740})
    ada.page.locator("#choice").wait_for()
    ada.page.set_viewport_size({"width": 1280, "height": 900})
    ada.page.locator("#choice").wait_for(state="hidden")


def test_the_selection_is_cleared_when_another_tab_takes_the_cell(people: People) -> None:
    ada = people.add(**PHONE).goes(LARGE)
    for name in ("k10", "k10"):
        ada.cell(name).tap()
    ada.page.wait_for_url("**/play/*")
    ada.until(lambda: ada.moves() == 1, "a move")
    twin = ada.other_tab().goes(ada.page.url)
    ada.cell("a1").tap()
    twin.cell("a2").tap()
    twin.cell("a2").tap()
    ada.until(lambda: ada.moves() == 2, "the other tab's move")
    assert selected_cells(ada) == ["a1"], "the selected cell is still empty"
    twin.cell("a1").tap()
    twin.cell("a1").tap()
    ada.until(lambda: ada.moves() == 3, "the other tab's move on the selected cell")
    assert selected_cells(ada) == []
    assert ada.page.locator("#choice button").is_hidden()


@pytest.mark.parametrize("where", ["play", "analyse"])
@pytest.mark.slow
def test_values_are_signs_and_a_tap_shows_the_details(people: People, where: str) -> None:
    ada = people.add(**PHONE)
    if where == "play":
        ada.goes(LARGE).cell("k10").tap()
        ada.cell("k10").tap()
        ada.until(lambda: ada.moves() == 1, "a move")
        ada.clicks("Values")
    else:
        ada.goes("/analyse?game=19,19,5&moves=k10")
    ada.page.locator(".cell:not(.best) .value").first.wait_for()
    ada.until(lambda: ada.page.locator("[data-again]").count() == 0, "the whole analysis")
    for sign in ada.page.locator(".cell:not(.best) .value .sign").all():
        assert sign.is_visible()
        assert sign.inner_text() in ("+", "−", "0")
    assert ada.page.locator(".value .full:visible, .value .short:visible").count() == 0
    assert ada.page.locator(".cell.about").count() > 0
    valued = ada.page.locator(".cell:not(.best) button:has(.value)").first
    label = valued.get_attribute("aria-label")
    valued.tap()
    assert choice_text(ada).startswith(label)
    assert "about" in label
    moves = ada.moves()
    ada.clicks(f"Play {label.partition(',')[0]}")
    ada.until(lambda: ada.moves() == moves + 1, "the move")


def test_with_gravity_a_tap_selects_the_lowest_empty_cell(people: People) -> None:
    ada = people.add(**PHONE).goes("/play?mode=here&game=19,19,5+gravity")
    ada.cell("c1").tap()
    assert selected_cells(ada) == ["c19"]
    assert choice_text(ada) == "c19, empty Play c19"
    ada.cell("c5").tap()
    ada.until(lambda: "c19, X" in ada.labels["c19"], "the move made by a second tap in the same column")


def test_without_scripts_cells_are_large_enough_to_tap(people: People) -> None:
    ada = people.add(java_script_enabled=False, **PHONE).goes(LARGE)
    assert cell_width(ada) >= MIN_SIZE
    assert ada.page.locator("#choice").is_hidden()
    ada.cell("b2").tap()
    ada.page.locator('.board button[aria-label^="b2, X"]').wait_for()
