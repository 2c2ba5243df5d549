"""Variations on the Analyse page: they are kept, listed, walked through by keys, commented, saved and pasted."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from noughts import read_sgf, read_tree
from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast

TREE = "b2 a1 (c1 c3 {good}) c3"
SGF = "(;SZ[3];B[bb](;W[aa];B[cc])(;W[ca];B[cc]C[good]))"


def url(moves: str, **fields: str) -> str:
    return "/analyse?" + "&".join([f"moves={moves.replace(' ', '+')}", *(f"{key}={fields[key]}" for key in fields)])


def moves_in_url(person: Person) -> str:
    return " ".join(parse_qs(urlsplit(person.page.url).query).get("moves", [""])).replace(",", " ")


def wait_for_moves(person: Person, moves: str) -> None:
    person.until(lambda: moves_in_url(person) == moves, f"the moves {moves} in the URL, not {person.page.url}")


def path(person: Person) -> str:
    """Return the cells with marks, and the last move."""
    marks = [label.partition(",")[0] for label in person.labels.values() if ", X" in label or ", O" in label]
    last = [label.partition(",")[0] for label in person.labels.values() if "last move" in label]
    return f"{' '.join(sorted(marks))}: {''.join(last)}"


def wait_for_path(person: Person, wanted: str) -> None:
    person.until(lambda: path(person) == wanted, f"the moves {wanted}, not {path(person)}")


def paste(person: Person, text: str) -> None:
    person.unfolds("Another game").page.locator("textarea[name=text]").fill(text)
    person.clicks("Analyse")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_another_move_keeps_the_old_line_and_both_survive_a_reload(people: People, scripts: bool) -> None:
    ada = people.add(java_script_enabled=scripts).goes("/analyse?moves=b2,a1,c3&at=1")
    ada.cell("c1").click()
    ada.page.locator(".lines button", has_text="c1").wait_for()
    assert moves_in_url(ada) == "b2 a1 (c1) c3"
    ada.cell("c3").click()
    ada.page.locator(".lines button", has_text="c3").wait_for()
    assert moves_in_url(ada) == "b2 a1 (c1 c3) c3"
    ada.page.reload()
    assert ada.page.locator(".lines button").all_text_contents() == ["O c1", "X c3"]
    assert path(ada) == "b2 c1 c3: c3"
    assert ada.page.locator(".moves [aria-current]").count() == 1
    ada.page.locator(".moves tr:not(.aside) button", has_text="a1").click()
    ada.page.locator(".moves tr:not(.aside) button[aria-current]", has_text="a1").wait_for()
    assert path(ada) == "a1 b2: a1"
    assert moves_in_url(ada) == "b2 a1 (c1 c3) c3", "no line is lost"


def test_arrow_keys_home_and_end_walk_through_the_lines(people: People) -> None:
    ada = people.add().goes(url(TREE))
    wait_for_path(ada, "a1 b2 c3: c3")
    for key, wanted in (
        *[("ArrowLeft", "a1 b2: a1"), ("ArrowLeft", "b2: b2"), ("ArrowRight", "a1 b2: a1"), ("Home", ": ")],
        *[
            ("End", "a1 b2 c3: c3"),
            ("ArrowDown", "b2 c1: c1"),
            ("ArrowRight", "b2 c1 c3: c3"),
            ("ArrowUp", "a1 b2: a1"),
        ],
        *[("Home", ": "), ("ArrowLeft", ": "), ("End", "a1 b2 c3: c3"), ("ArrowRight", "a1 b2 c3: c3")],
    ):
        ada.keys(key)
        wait_for_path(ada, wanted)
        ada.until(lambda: not ada.page.locator("[aria-busy]").count(), "the part")
    assert moves_in_url(ada) == TREE
    ada.goes(url("b2"))
    ada.cell("c3").focus()
    ada.keys("ArrowLeft")
    assert ada.focus == "b3", "on the board, the arrows move from cell to cell"
    wait_for_path(ada, "b2: b2")
    ada.keys("Home")
    wait_for_path(ada, ": ")
    assert ada.focus == "b3"
    ada.unfolds("Another game").page.locator("textarea[name=text]").fill("b2")
    ada.keys("ArrowRight", "End")
    assert path(ada) == ": ", "keys in a text field do not walk"


def test_buttons_stay_in_their_places(people: People) -> None:
    ada = people.add().goes("/analyse?moves=b2,a1&at=1")
    places = "(links) => links.map((link) => JSON.stringify(link.getBoundingClientRect()))"
    ada.unfolds("Set up the board")
    links = ada.page.locator(".steps a, .quiet a, .quiet button")
    first = links.evaluate_all(places)
    for key, disabled in (("Home", 2), ("ArrowRight", 0), ("End", 2), ("ArrowLeft", 0)):
        ada.keys(key)
        ada.until(lambda disabled=disabled: ada.page.locator(".steps [aria-disabled]").count() == disabled, key)
        assert links.evaluate_all(places) == first
    ada.page.locator(".steps a", has_text="Back").focus()
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 0, "the first position")
    assert ada.focus.strip() == "Back", "the focus stays on the button that cannot be used any more"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_comments_are_typed_changed_and_removed(people: People, scripts: bool) -> None:
    ada = people.add(java_script_enabled=scripts).goes(url("b2 a1 (c1 c3) c3", line="1"))

    def comment(text: str) -> None:
        ada.unfolds("Comment").page.locator("textarea[name=comment]").fill(text)
        ada.clicks("Save the comment")

    comment("<b>Why</b> (not) {this}?")
    ada.page.locator(".lines .comment", has_text="<b>Why</b> (not) {this}?").wait_for()
    ada.page.reload()
    assert ada.page.locator("textarea[name=comment]").input_value() == "<b>Why</b> (not) {this}?"
    comment("two\nlines")
    ada.page.locator(".lines .comment", has_text="two").wait_for()
    ada.clicks("Start")
    ada.until(lambda: ada.moves() == 0, "the first position")
    assert ada.page.locator("textarea[name=comment]").input_value() == "", "each position has its own comment"
    comment("begin")
    ada.page.locator("p.comment", has_text="begin").wait_for()
    comment("")
    ada.until(lambda: ada.page.locator("p.comment").count() == 0, "no comment")
    assert ada.page.locator(".lines .comment").inner_text() == "two\nlines"


def test_lines_are_promoted_and_deleted(people: People) -> None:
    ada = people.add().goes(url("b2 a1 (c1 c3) c3", line="1"))
    ada.clicks("Make main line")
    wait_for_moves(ada, "b2 c1 (a1 c3) c3")
    assert path(ada) == "b2 c1 c3: c3"
    ada.page.locator(".lines button", has_text="a1").click()
    wait_for_path(ada, "a1 b2: a1")
    ada.clicks("Delete from here")
    wait_for_moves(ada, "b2 c1 c3")
    assert path(ada) == "b2: b2"
    ada.page.go_back()
    wait_for_moves(ada, "b2 c1 (a1 c3) c3")


@pytest.mark.parametrize(
    ("text", "moves", "shown"),
    few_fast(
        [
            (TREE, TREE, "a1 b2 c3: c3"),
            (SGF, TREE, "a1 b2 c3: c3"),
            (f"(;GM[1]{SGF[2:]}", TREE, "a1 b2 c3: c3"),
            ("{ADDRESS}" + url(TREE, line="1", at="2"), TREE, "b2 c1: c1"),
            ("{ADDRESS}/explore?position=3_/_x_/3_+o", "", "b2: "),
        ],
        3,
    ),
)
def test_one_box_reads_everything(people: People, text: str, moves: str, shown: str) -> None:
    ada = people.add().goes("/analyse?moves=a1")
    paste(ada, text.replace("{ADDRESS}", ada.address))
    wait_for_path(ada, shown)
    assert moves_in_url(ada) == moves


def test_one_box_reads_a_link_to_a_game_of_mine_and_to_no_other(people: People) -> None:
    ada, eve = people.add().goes("/play?mode=here"), people.add(expected=["400"])
    ada.presses("b2", "a1")
    link = ada.page.url
    ada.goes("/analyse")
    paste(ada, link)
    wait_for_path(ada, "a1 b2: a1")
    eve.goes("/analyse")
    paste(eve, link)
    eve.sees("There is no such game here, or this browser has no link to it.", "#note")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_several_games_are_a_list_to_choose_from(people: People, scripts: bool) -> None:
    ada = people.add(java_script_enabled=scripts).goes("/analyse?moves=c1")
    paste(ada, f"b2 a1\n\na1 b2 c3\n\n(;PB[Ada]PW[Bob]{SGF[2:]}\n\no_x/x2_/x2o x")
    ada.sees("Your text has 4 games. Choose one:", "#note")
    assert ada.page.locator(".choices a").all_inner_texts() == ["Game", "Game", "Ada – Bob", "o_x/x2_/x2o x"]
    ada.page.locator(".choices a", has_text="Ada").click()
    ada.page.locator(".lines .comment", has_text="good").wait_for()
    assert ada.page.locator(".choices").count() == 0


def test_sgf_contains_the_variations_and_comments(people: People, tmp_path: Path) -> None:
    ada = people.add(accept_downloads=True).goes(url(TREE))
    with ada.page.expect_download() as started:
        ada.clicks("SGF")
    file = tmp_path / "game.sgf"
    file.write_bytes(Path(started.value.path()).read_bytes())
    ada.goes("/analyse")
    ada.page.get_by_label("or a file").set_input_files(str(file))
    ada.clicks("Analyse")
    wait_for_moves(ada, TREE)


def test_a_game_that_is_too_large_for_the_address_shows_its_main_line(people: People, tmp_path: Path) -> None:
    file = tmp_path / "large.sgf"
    moves = "".join(f";{'BW'[n % 2]}[{'abcdefgh'[n % 8]}{'abcdefgh'[n // 8]}]C[{'why? ' * 60}]" for n in range(30))
    file.write_text(f"(;SZ[19]{moves})")
    ada = people.add().goes("/analyse")
    ada.page.get_by_label("or a file").set_input_files(str(file))
    ada.clicks("Analyse").sees("too many lines and comments for the address of a page", "#note")
    assert ada.moves() == 30
    assert ada.page.locator(".comment").count() == 0


def test_a_game_is_saved_with_its_lines_and_comments(people: People) -> None:
    ada = people.add(accept_downloads=True).goes(url(TREE))
    ada.clicks("Save in my games").sees("Saved in your games.", "#note")
    ada.goes("/games").page.locator("td.who a").click()
    ada.page.wait_for_url("**/play/*")
    link = ada.page.url
    to_analyse = ada.page.locator('#part a[href$="/analyse"]').first
    ada.goes(to_analyse.get_attribute("href"))
    wait_for_moves(ada, TREE)
    ada.goes(link).presses("a2").goes(to_analyse.get_attribute("href"))
    wait_for_moves(ada, f"{TREE} a2")
    ada.goes("/analyse")
    paste(ada, link)
    wait_for_moves(ada, f"{TREE} a2")
    assert read_sgf(ada.page.request.get(f"{link}.sgf").text()).root == read_tree(f"{TREE} a2").root
    assert read_sgf(ada.page.request.get(f"{ada.address}/games.sgf").text()).root == read_tree(f"{TREE} a2").root


def test_a_resignation_goes_through_sgf_analyse_and_my_games(people: People) -> None:
    ada = people.add().goes("/analyse")
    paste(ada, "(;SZ[3]RE[W+R];B[bb];W[aa](;B[cc])(;B[ca]))")
    wait_for_moves(ada, "b2 a1 c3 (c1)")
    ada.clicks("Save in my games").sees("Saved in your games.", "#note")
    assert "RE[W+R]" in ada.page.request.get(f"{ada.address}/games.sgf").text()


def _tree(person: Person) -> None:
    person.goes(url("b2 a1 (c1 c3 (a3 c3) a1 {O is lost}) (b1 {loses} a1) c3 {A good try.} c1", line="1", at="3"))
    for summary in person.page.locator("details summary").all():
        summary.click()


def _choices(person: Person) -> None:
    person.goes("/analyse")
    paste(person, f"b2 a1\n\n{SGF}")
    person.page.locator(".choices").wait_for()


@pytest.mark.parametrize("scene", [_tree, pytest.param(_choices, marks=pytest.mark.slow)])
def test_every_screen_is_accessible_and_fits(people: People, scene: Callable[[Person], None]) -> None:
    ada = people.add()
    scene(ada)
    check_all_sizes(ada, f"variations{scene.__name__}")


def test_targets_are_large_enough_for_fingers(people: People) -> None:
    ada = people.add(width=360, height=740).goes(url(TREE, line="1"))
    small = ada.page.locator("#part a.button, #part button:not(.cell button), #part summary").evaluate_all(
        """(targets) => targets.filter((target) => target.checkVisibility()).map((target) => {
          const box = target.getBoundingClientRect();
          return [target.innerText, Math.round(box.width), Math.round(box.height)];
        }).filter(([, , height]) => height < 43.5)"""
    )
    assert not small


def test_after_a_press_with_the_mouse_the_arrows_walk_through_the_moves(people: People) -> None:
    ada = people.add().goes("/analyse").presses("b2", "a1")
    for key, moves in (("ArrowLeft", 1), ("ArrowLeft", 0), ("ArrowRight", 1), ("End", 2)):
        ada.keys(key)
        ada.until(lambda moves=moves: ada.moves() == moves, f"{moves} moves after {key}")
        ada.until(lambda: not ada.page.locator("[aria-busy]").count(), "the part")
    ada.keys("Shift+Tab", "Tab")
    ada.cell("b1").focus()
    ada.keys("ArrowRight")
    assert ada.page.evaluate("document.activeElement.ariaLabel").startswith("c1"), "the keyboard moves on the board"
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 3, "the move")
    ada.keys("ArrowLeft")
    assert ada.page.evaluate("document.activeElement.ariaLabel").startswith("b1")
    assert ada.moves() == 3
