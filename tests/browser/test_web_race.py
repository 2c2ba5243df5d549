"""The race of minimax and alpha-beta: both fill their mosaics at the same speed, to the end."""

import pytest

from tests.browser.looks import check_page
from tests.browser.people import People, Person

EMPTY = "/explore?position=_________&algorithm=race"


def counts(person: Person) -> list[int]:
    """Return how many states each search has visited."""
    return [int(text.replace(",", "")) for text in person.page.locator(".race-count").all_inner_texts()]


def test_both_searches_run_at_the_same_speed_to_their_finish_lines(people: People) -> None:
    ada = people.add().goes(EMPTY).sees("Each tile is a state", ".race-verdict")
    assert counts(ada) == [0, 0]
    ada.page.get_by_label("Speed").select_option("10000")
    ada.page.get_by_role("button", name="Start").click()
    ada.sees("Alpha-beta searches 18,297 of the 549,946 states that minimax searches, 1 in 30.", ".race-verdict")
    ada.page.get_by_role("button", name="Pause").click()
    whole, pruned = counts(ada)
    assert pruned == 18_297 < whole < 549_946
    slider = ada.page.get_by_role("slider")
    slider.evaluate("one => { one.value = 9000; one.dispatchEvent(new Event('input')); }")
    assert counts(ada) == [9_000, 9_000], "in the same time, both have visited as many states"
    slider.press("End")
    assert counts(ada) == [549_946, 18_297]
    ada.page.get_by_role("button", name="Reset").click()
    assert counts(ada) == [0, 0]


def test_with_reduced_motion_the_race_jumps_to_its_end(people: People) -> None:
    ada = people.add(reduced_motion="reduce").goes("/explore?algorithm=race").sees("Each tile", ".race-verdict")
    ada.page.get_by_role("button", name="Start").click()
    assert counts(ada) == [10, 9]
    ada.sees("Both choose b2.", ".race-verdict")


def test_the_race_of_a_position_begins_from_its_tree(people: People) -> None:
    ada = people.add().goes("/explore?position=xo_/___/___&algorithm=alphabeta").sees("step 1/", ".nx-count")
    ada.page.get_by_role("link", name="Race").click()
    ada.sees("Minimax", ".race figcaption")
    ada.page.get_by_role("button", name="b2, empty").click()
    ada.sees("O to move, 6 empty cells.", "#status").sees("Minimax", ".race figcaption")
    ada.page.get_by_label("Algorithm").select_option("minimax")
    ada.sees("Search state 1", ".nx-say")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_the_race_fits_the_screen_and_has_the_colours_of_the_theme(people: People, width: int, height: int) -> None:
    ada = people.add(width=width, height=height, has_touch=width < 500, reduced_motion="reduce").goes(EMPTY)
    ada.sees("Each tile is a state", ".race-verdict")
    ada.page.get_by_role("button", name="Start").click()
    lanes = [lane.bounding_box() for lane in ada.page.locator(".race figure").all()]
    assert len({box["y"] for box in lanes if box}) == 1, "the mosaics are side by side"
    button = ada.page.get_by_role("button", name="Again").bounding_box()
    assert button
    assert button["y"] + button["height"] <= height, "the controls are in view"
    pixels: list[bytes] = []
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        check_page(ada, f"race-{width}-{scheme}", only_colours=scheme == "dark")
        pixels.append(ada.page.locator(".race-mosaic").first.screenshot())
    assert pixels[0] != pixels[1]


def test_without_scripts_the_race_is_told_in_a_sentence(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes("/explore?algorithm=race")
    ada.sees("Alpha-beta searches 9 of the 10 states that minimax searches", ".told")
