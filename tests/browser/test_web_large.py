"""Large boards on a phone: nothing is off to the side, values are signs, and no stray finger makes a move."""

from typing import Any

import pytest

from tests.browser.people import People, Person

LARGE = "/play?x=person&o=person&game=19,19,5"
SMALL = 24  # pixels: a smaller cell is easily missed
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True}


def bar(person: Person) -> str:
    """What stands under the board about the cell that is chosen."""
    return str(person.page.locator("#choice").inner_text()).replace("\n", " ").strip()


def wide(person: Person, name: str = "k10") -> float:
    return float(person.cell(name).bounding_box()["width"])


def chosen(person: Person) -> list[str]:
    return [str(label).partition(",")[0] for label in person.page.locator(".chosen button").evaluate_all(LABELS)]


LABELS = "(buttons) => buttons.map((button) => button.getAttribute('aria-label'))"
OFF = "(board) => board.scrollWidth - board.clientWidth"


def test_a_finger_chooses_a_cell_and_then_plays_it(people: People) -> None:
    ada = people.comes(**PHONE).goes(LARGE)
    assert wide(ada) < SMALL
    assert ada.page.locator(".boards").evaluate(OFF) == 0, "the whole board is seen"
    assert bar(ada) == "Press a cell to choose it. Press it again to play there."
    ada.cell("k10").tap()
    assert (chosen(ada), ada.moves()) == (["k10"], 0)
    assert bar(ada) == "k10, empty Play k10"
    assert ada.said == "k10 is chosen. Press it again to play there."
    ada.cell("l10").tap()
    assert (chosen(ada), ada.moves()) == (["l10"], 0), "the finger slipped, and chooses again"
    ada.cell("l10").tap()
    ada.until(lambda: "l10, X" in ada.labels["l10"], "the second press plays")
    ada.until(lambda: bar(ada).startswith("Press a cell"), "nothing is chosen any more")
    ada.cell("a1").tap()
    ada.clicks("Play a1")
    ada.until(lambda: "a1, O" in ada.labels["a1"], "the button confirms too")
    assert ada.focus == "a1"
    ada.cell("a1").tap(force=True)
    assert (chosen(ada), ada.moves()) == ([], 2), "what is taken cannot be chosen"


def test_keys_need_no_second_press(people: People) -> None:
    ada = people.comes(width=360, height=740).goes(LARGE)
    ada.cell("k10").focus()
    ada.keys("ArrowRight")
    assert bar(ada) == "l10, empty", "what has the focus is read beside the board"
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 1, "a move")
    ada.keys("ArrowDown", "Space")
    ada.until(lambda: ada.moves() == 2, "another")


def test_where_cells_are_large_enough_a_press_is_a_move(people: People) -> None:
    ada = people.comes().goes(LARGE)
    assert wide(ada) >= SMALL
    assert not ada.page.locator("#choice").is_visible()
    ada.presses("k10", "a1")
    ada.page.set_viewport_size({"width": 360, "height": 740})
    ada.page.locator("#choice").wait_for()
    ada.page.set_viewport_size({"width": 1280, "height": 900})
    ada.page.locator("#choice").wait_for(state="hidden")


def test_a_choice_is_dropped_when_somebody_else_was_quicker(people: People) -> None:
    ada = people.comes(**PHONE).goes(LARGE)
    for name in ("k10", "k10"):
        ada.cell(name).tap()
    ada.page.wait_for_url("**/play/*")
    ada.until(lambda: ada.moves() == 1, "a move")
    twin = ada.other_tab().goes(ada.page.url)
    ada.cell("a1").tap()
    twin.cell("a2").tap()
    twin.cell("a2").tap()
    ada.until(lambda: ada.moves() == 2, "the other tab's move")
    assert chosen(ada) == ["a1"], "what was chosen is still free"
    twin.cell("a1").tap()
    twin.cell("a1").tap()
    ada.until(lambda: ada.moves() == 3, "and now it is not")
    assert chosen(ada) == []
    assert ada.page.locator("#choice button").is_hidden()


@pytest.mark.parametrize("where", ["play", "analyse"])
@pytest.mark.slow
def test_values_are_signs_and_colours_and_a_press_tells_more(people: People, where: str) -> None:
    ada = people.comes(**PHONE)
    if where == "play":
        ada.goes(LARGE).cell("k10").tap()
        ada.cell("k10").tap()
        ada.until(lambda: ada.moves() == 1, "a move")
        ada.clicks("Show values")
    else:
        ada.goes("/analyse?game=19,19,5&moves=k10")
    ada.page.locator(".cell:not(.hint) .value").first.wait_for()
    ada.until(lambda: ada.page.locator("[data-again]").count() == 0, "all is known")
    for sign in ada.page.locator(".cell:not(.hint) .value .sign").all():
        assert sign.is_visible()
        assert sign.inner_text() in ("+", "−", "0")
    assert ada.page.locator(".value .full:visible, .value .short:visible").count() == 0
    grounds = ".cell.up, .cell.down, .cell.hint"
    assert ada.page.locator(grounds).count() > 0
    valued = ada.page.locator(".cell:not(.hint) button:has(.value)").first
    label = valued.get_attribute("aria-label")
    valued.tap()
    assert bar(ada).startswith(label)
    assert "about" in label
    moves = ada.moves()
    ada.clicks(f"Play {label.partition(',')[0]}")
    ada.until(lambda: ada.moves() == moves + 1, "it is played")


def test_with_gravity_a_column_is_chosen(people: People) -> None:
    ada = people.comes(**PHONE).goes("/play?x=person&o=person&game=19,19,5+gravity")
    ada.cell("c1").tap()
    assert chosen(ada) == ["c19"]
    assert bar(ada) == "c19, empty Play c19"
    ada.cell("c5").tap()
    ada.until(lambda: "c19, X" in ada.labels["c19"], "the same column is the same move")


def test_without_scripts_cells_are_large_enough_and_the_board_scrolls(people: People) -> None:
    ada = people.comes(java_script_enabled=False, **PHONE).goes(LARGE)
    assert wide(ada) >= SMALL
    assert ada.page.locator("#choice").is_hidden()
    ada.cell("b2").tap()
    ada.page.locator('.board button[aria-label^="b2, X"]').wait_for()
