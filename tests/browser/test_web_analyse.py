"""The Analyse page in a browser: set up and paste positions, see values, play for both sides, and review games."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from noughts import Position, analyse, game, position, read_moves
from noughts.explain.words import losing_words
from noughts.rules.files.sgf import read_sgf, write_sgf
from noughts.rules.notation import t3en
from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast

LOST = "b2,b1,a1,c3,a3,a2,c1"
SGF = write_sgf(read_moves("x: Ada\no: Grace\nb2 b1 a1 c3 a3 a2 c1"))
ARTICLE = "o_x/x2_/x2o x"


_UNFINISHED = "[data-again], [data-runs]:not(:has-text('Not every move is proved yet'))"


def copied_position(person: Person) -> str:
    """Return the position in the field for copying."""
    return str(person.page.get_by_label("Position", exact=True).input_value())


def wait_for_position(person: Person, wanted: str) -> None:
    """Wait until the page shows a position."""
    person.until(lambda: copied_position(person) == wanted, f"the position {wanted}")


def analyse_text(person: Person, text: str, name: str = "tictactoe") -> None:
    form = person.unfolds("Another game").page.locator("#another")
    if name:
        form.locator("select[name=game]").select_option(name)
    form.locator("textarea").fill(text)
    person.clicks("Analyse")


def move_list(person: Person) -> str:
    """Return the list of moves, with slashes between the pairs."""
    rows = person.page.locator(".moves tbody tr").evaluate_all("""(rows) => rows.map((row) => {
      const seen = row.cloneNode(true);
      for (const unseen of seen.querySelectorAll('.unseen')) unseen.remove();
      return [...seen.cells].map((cell) => cell.textContent.trim()).join(' ').trim();
    })""")
    return " / ".join(rows)


def wait_for_analysis(person: Person) -> Person:
    """Wait until the page has received the analysis of every move."""
    person.page.locator("#status").wait_for()
    person.until(lambda: person.page.locator(_UNFINISHED).count() == 0, "the whole analysis")
    return person


def expected_labels(at: Position) -> dict[str, str]:
    """Return the expected label of each empty cell, computed by `analyse`."""
    names, labels = at.game.board.names, {}
    moves = analyse(at).moves
    for move in moves:
        word = {1: "win", 0: "draw", -1: "loss"}[move.result]
        number = f" in {move.distance}" if word != "draw" else ""
        losing = f", {losing_words(move)}" if word == "draw" and move.losing else ""
        best = ", best move" if (move.score, move.losing) == (moves[0].score, moves[0].losing) else ""
        labels[names[move.move]] = f"{names[move.move]}, empty, {word}{number}{losing}{best}"
    return labels


def test_a_position_is_set_up_by_clicking(people: People) -> None:
    ada = people.add().goes("/analyse").clicks("Set up").sees("Set up the board: X is to move.")
    for name, mark in {"c1": "X", "a2": "X", "a3": "X", "a1": "O", "b3": "O", "c3": "O", "b2": "empty"}.items():
        for expected in {"X": ["X"], "O": ["X", "O"], "empty": ["X", "O", "empty"]}[mark]:
            ada.cell(name).click()
            ada.until(
                lambda name=name, expected=expected: f"{name}, {expected}" in ada.labels[name], f"a mark on {name}"
            )
    assert ada.page.locator(".value").count() == 0, "there are no values while the board is set up"
    ada.clicks("Done").sees("X to move and wins in 1.")
    assert copied_position(ada) == ARTICLE
    assert "b2 wins at once" in ada.page.inner_text("#part")
    ada.clicks("Set up").clicks("Let O move").sees("Set up the board: O is to move.")
    ada.clicks("Done").sees("O to move and wins in 1.")
    ada.clicks("Set up").clicks("Clear the board")
    wait_for_position(ada, "3_/3_/3_ x")
    ada.clicks("Done").sees("X to move: a draw with best play.")


def test_with_gravity_stones_fall_during_set_up(people: People) -> None:
    ada = people.add().goes("/analyse?game=4,4,3+gravity&edit=1")
    ada.cell("b1").click()
    ada.until(lambda: "b4, X" in ada.labels["b4"], "the stone in the lowest cell")
    ada.cell("b1").click()
    ada.until(lambda: "b3, X" in ada.labels["b3"], "the second stone on top of the first")
    ada.cell("b4").click()
    ada.until(lambda: "b4, O" in ada.labels["b4"], "the next mark")
    ada.cell("b4").click()
    ada.until(lambda: "b4, X" in ada.labels["b4"], "X again, because a stone under another cannot be removed")
    assert "b3, X" in ada.labels["b3"]


PASTED = {
    "T3EN": (ARTICLE, "tictactoe", ARTICLE),
    "cells": ("o.xx..xoo", "tictactoe", ARTICLE),
    "nested lists": ("[['o','','x'],['x','',''],['x','o','o']]", "tictactoe", ARTICLE),
    "OpenSpiel": ("o.x\nx..\nxoo", "tictactoe", ARTICLE),
    "another game": ("4_/4_/1_x2_/1_o2_ x", "4,4,3", "4_/4_/_x2_/_o2_ x"),
    "moves": ("1. b2 a1 2. c3", "tictactoe", "o2_/_x_/2_x o"),
    "moves of another game": ("game: 4,4,3\nb2 a1", "tictactoe", "o3_/_x2_/4_/4_ x"),
    "SGF": (SGF, "connect four", "xox/ox_/x_o o"),
    "nothing": ("", "misere", "3_/3_/3_ x"),
}


@pytest.mark.parametrize(("text", "name", "wanted"), few_fast(PASTED.values(), 3), ids=PASTED)
def test_a_pasted_position_or_game_is_shown(people: People, text: str, name: str, wanted: str) -> None:
    ada = people.add().goes("/analyse?moves=c1,c2")
    analyse_text(ada, text, name)
    wait_for_position(ada, wanted)
    assert "/analyse" in ada.page.url
    assert "import" not in ada.page.url
    wait_for_analysis(ada)
    assert not ada.note


@pytest.mark.parametrize(
    ("text", "words"),
    few_fast(
        [
            ("hello world", "Cannot read 'hello world': expected a position, a list of moves such as b2 a1 c3"),
            ("o_x/x2_/x2q x", "Cannot read 'o_x/x2_/x2q x': expected"),
            ("b2 b2", "b2 is taken"),
            ("(;GM[4]SZ[3];B[zz])", "zz"),
            ("(;GM[4]SZ[40];B[aa])", "at most 400 cells"),
        ],
        2,
    ),
)
def test_invalid_text_is_explained_and_kept(people: People, text: str, words: str) -> None:
    ada = people.add(expected=["400", "409"]).goes("/analyse?moves=b2")
    analyse_text(ada, text, "misere")
    ada.page.locator("#note", has_text=words).wait_for()
    assert ada.note in ada.announced, "the message is announced, too"
    form = ada.page.locator("#another")
    assert form.locator("textarea").input_value() == text
    assert form.locator("select[name=game]").input_value() == "misere"
    assert "b2, X" in ada.labels["b2"], "the board is unchanged"


@pytest.mark.parametrize(
    ("name", "text"),
    few_fast(
        [
            ("tictactoe", ARTICLE),
            ("4,3,3 gravity", "4_/4_/x2_o x"),
            ("tictactoe", "3_/3_/3_ x"),
            ("tictactoe", "x2_/_o_/2_x o"),
            ("misere", "x2_/_o_/3_ x"),
            ("3x3x3", "3_/3_/3_//3_/_x_/3_//3_/3_/3_ o"),
        ],
        2,
    ),
)
def test_every_cell_shows_its_value(people: People, name: str, text: str) -> None:
    at = position(text, game(name))
    ada = wait_for_analysis(people.add().goes(f"/analyse?game={name}&start={t3en(at)}"))
    for cell, label in expected_labels(at).items():
        assert ada.labels[cell] == label
    values = ada.page.locator(".value")
    assert values.count() == len(at.moves)
    for shape, tone in (("▲", "win"), ("■", "draw"), ("▼", "loss")):
        for chip in ada.page.locator(f".value.{tone}").all_inner_texts():
            assert chip.startswith(shape), "values never differ by colour alone"


def test_moves_can_be_made_for_both_sides_and_are_listed(people: People) -> None:
    ada = wait_for_analysis(people.add().goes("/analyse"))
    ada.presses("b2", "b1").sees("X to move and wins in 5.")
    assert ada.page.locator(".value").count() == 7
    assert move_list(ada) == "1. b2 2. b1 ?"
    assert "Last move: O b1 ?" in ada.page.inner_text("#part")
    ada.presses("a1", "c3", "a3", "a2", "c1").sees("The game is over: X wins with c1, b2, a3.")
    assert move_list(ada) == "1. b2 2. b1 ? / 3. a1 4. c3 / 5. a3 6. a2 / 7. c1"
    ada.clicks("Back").sees("X to move and wins in 1.")
    assert move_list(ada) == "1. b2 2. b1 ? / 3. a1 4. c3 / 5. a3 6. a2 / 7. c1", "later moves stay in the list"
    ada.clicks("Start").sees("a draw with best play")
    ada.clicks("Next").sees("O to move: a draw with best play.")
    assert ada.page.locator(".moves [aria-current]").text_content() == "X b2"
    ada.page.locator(".moves button", has_text="a1").click()
    ada.sees("O to move and loses in 4.")
    ada.clicks("Flip sides").sees("X to move and loses in 4.")
    assert "a1, O" in ada.labels["a1"]
    ada.clicks("New board")
    ada.until(lambda: ada.moves() == 0, "the empty board")
    assert ada.page.locator(".moves").count() == 0


def test_the_url_contains_the_position_and_the_moves(people: People) -> None:
    ada = wait_for_analysis(people.add().goes("/analyse"))
    ada.presses("b2", "b1", "a1")
    ada.clicks("Back").sees("X to move and wins in 5.")
    query = parse_qs(urlsplit(ada.page.url).query)
    assert query == {"moves": ["b2,b1,a1"], "at": ["2"]}
    link = ada.page.get_by_label("Link to this page").input_value()
    ada.page.reload()
    wait_for_analysis(ada).sees("X to move and wins in 5.")
    assert move_list(ada).startswith("1. b2 2. b1 ? / 3. a1")
    ada.page.go_back()
    ada.until(lambda: ada.moves() == 3, "three moves")
    ada.page.go_back()
    ada.until(lambda: ada.moves() == 2, "two moves")
    ada.page.go_forward()
    ada.until(lambda: ada.moves() == 3, "three moves again")
    grace = wait_for_analysis(people.add().goes(link))
    grace.sees("X to move and wins in 5.")
    assert grace.labels["b1"] == "b1, O, last move"


def test_a_finished_game_is_reviewed_in_words(people: People) -> None:
    ada = people.add().goes("/play?mode=here&name=Ada&friend=Grace")
    ada.presses(*LOST.split(",")).sees("Ada wins")
    ada.clicks("Review this game").sees("The game is over: X wins with c1, b2, a3.")
    wait_for_analysis(ada)
    review = ada.page.get_by_role("region", name="Review", exact=True).inner_text()
    for words in (
        "Ada is X; Grace is O.",
        "What decided the game: move 2, where O's b1 threw away the draw.",
        "Accuracy: X 3 of 3 (100%), O 0 of 1 (0%)",
        "throws away the draw",
        "X took the chance: 3. a1.",
    ):
        assert words in review
    ada.page.get_by_role("region", name="Review", exact=True).locator("summary").click()
    stories = ada.page.get_by_role("region", name="Review", exact=True).locator("details li")
    assert stories.count() == 7
    history = ada.page.get_by_role("region", name="Value history")
    picture = history.locator("img")
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 200"), "the picture")
    history.locator("summary").click()
    rows = [" ".join(row.split()) for row in history.locator("tbody tr").all_inner_texts()]
    assert rows[0].endswith("start ■ draw")
    assert rows[2].startswith("2 O b1 ?")
    assert rows[2].endswith("▲ X wins in 6")
    assert rows[7].endswith("▲ X wins in 1")
    history.locator("tbody button", has_text="O b1").click()
    ada.sees("X to move and wins in 5.")


def test_a_picture_of_the_history_fits_a_phone_or_scrolls(people: People) -> None:
    ada = people.add(width=360, height=740).goes(f"/analyse?moves={LOST}")
    wait_for_analysis(ada)
    picture = ada.page.locator(".picture img")
    overflow = "(box) => box.scrollWidth - box.clientWidth"
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture")
    assert "narrow=1" in picture.evaluate("(image) => image.currentSrc")
    assert ada.page.locator(".picture").evaluate(overflow) == 0
    assert picture.evaluate("(image) => image.width / image.naturalWidth") == 1, "the picture is not scaled down"
    long = "a1,b1,c1,d1,a2,b2,c2,d2,b3,a3,d3,c3,b4,a4,d4,c4"
    wait_for_analysis(ada.goes(f"/analyse?game=4,4,4&moves={long}"))
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture")
    box = ada.page.locator(".picture")
    assert box.evaluate(overflow) > 0
    box.focus()
    ada.keys("ArrowRight")
    ada.until(lambda: box.evaluate("(box) => box.scrollLeft > 0"), "the arrow key to scroll the picture")


def test_downloaded_files_can_be_opened_again(people: People, tmp_path: Path) -> None:
    ada = wait_for_analysis(
        people.add(accept_downloads=True, expected=["404"]).goes(f"/analyse?moves={LOST}&x_name=Ada&o_name=Grace")
    )

    def saved(words: str) -> bytes:
        with ada.page.expect_download() as started:
            ada.clicks(words)
        return Path(started.value.path()).read_bytes()

    def downloaded(words: str) -> str:
        return saved(words).decode()

    text = downloaded("SGF")
    record = read_sgf(text).main_line
    assert (",".join(record.move_names), record.names) == (LOST, ("Ada", "Grace"))
    assert "1. b2 b1" in downloaded("Moves as text")
    for words in ("SVG", "Moving picture", "History as a picture"):
        assert downloaded(words).startswith("<svg")
    assert saved("PNG").startswith(b"\x89PNG")
    file = tmp_path / "game.sgf"
    file.write_text(text, encoding="utf-8")
    ada.goes("/analyse")
    ada.page.get_by_label("or a file").set_input_files(str(file))
    ada.clicks("Analyse").sees("The game is over: X wins")
    assert move_list(ada) == "1. b2 2. b1 ? / 3. a1 4. c3 / 5. a3 6. a2 / 7. c1"
    ada.clicks("JSON")
    ada.page.wait_for_url("**/api/v1/analyse?**")  # the browser requests an icon there, hence the 404
    assert '"positionValue"' in ada.page.content()


def test_position_moves_and_link_can_be_copied(people: People) -> None:
    ada = wait_for_analysis(people.add(permissions=["clipboard-read", "clipboard-write"]).goes("/analyse?moves=b2,a1"))
    ada.unfolds("Save and share")
    for words, text in (("position", "o2_/_x_/3_ x"), ("moves", "b2 a1"), ("link to this page", ada.page.url)):
        ada.page.get_by_role("button", name=f"Copy {words}").click()
        ada.until(
            lambda text=text: ada.page.evaluate("navigator.clipboard.readText()") == text,
            f"the copied {words}",
        )


def test_a_position_can_be_played_on_and_explored(people: People) -> None:
    ada = wait_for_analysis(people.add().goes(f"/analyse?start={ARTICLE}"))
    ada.clicks("Play on from here").sees("Press a square.")
    assert ada.moves() == 6
    ada.page.go_back()
    ada.sees("X to move and wins in 1.").clicks("Explore")
    ada.page.wait_for_url("**/explore?**")


def test_the_analyse_page_works_without_scripts(people: People) -> None:
    ada = people.add(java_script_enabled=False, expected=["400"]).goes("/analyse")
    ada.sees("a draw with best play", "#part")

    def press(name: str, mark: str) -> None:
        ada.page.locator(f'.board button[aria-label^="{name},"]').click()
        ada.page.locator(f'.board button[aria-label^="{name}, {mark}"]').wait_for()

    press("b2", "X")
    press("b1", "O")
    assert move_list(ada) == "1. b2 2. b1 ?"
    ada.clicks("Back")
    ada.page.locator('.board button[aria-label^="b1, empty"]').wait_for()
    ada.clicks("Set up")
    press("b1", "X")
    press("b1", "O")
    ada.clicks("Done").sees("O to move: a draw with best play.")
    analyse_text(ada, LOST.replace(",", " "))
    ada.sees("The game is over: X wins with c1, b2, a3.")
    ada.until(lambda: ada.page.locator(".picture img").bounding_box()["width"] > 200, "the picture")
    assert "What decided the game: move 2" in ada.page.inner_text("#part")
    assert ada.page.locator("[data-copy]:visible").count() == 0, "buttons that need scripts are hidden"
    analyse_text(ada, "nonsense")
    ada.sees("annot read 'nonsense'", "#note")
    assert ada.page.locator("textarea[name=text]").input_value() == "nonsense"


def test_a_position_can_be_analysed_with_the_keyboard_alone(people: People) -> None:
    ada = wait_for_analysis(people.add().goes("/analyse"))
    ada.keys("Tab", "Enter", "Tab")
    assert ada.focus == "b2", "the board is one stop; the arrow keys move on it"
    ada.keys("ArrowRight", "ArrowLeft", "Enter")
    ada.until(lambda: ada.moves() == 1, "the move b2")
    assert ada.focus == "b2"
    ada.keys("ArrowUp", "Space")
    ada.sees("X to move and wins in 5.")
    for key, moves in (("u", 1), ("s", 0), ("r", 1), ("e", 2)):
        ada.keys(key)
        ada.until(lambda moves=moves: ada.moves() == moves, f"{moves} moves after the key {key}")
    ada.keys("f").sees("O to move and wins in 5.")
    ada.keys("p").sees("Set up the board")
    ada.keys("c")
    wait_for_position(ada, "3_/3_/3_ x")
    ada.keys("t").sees("Set up the board: O is to move.")
    ada.keys("d").sees("O to move: a draw with best play.")
    area = ada.unfolds("Another game").page.locator("textarea[name=text]")
    area.focus()
    ada.page.keyboard.type("snuffed")
    assert area.input_value() == "snuffed", "shortcuts are off in a text field"


def test_the_result_is_announced(people: People) -> None:
    ada = wait_for_analysis(people.add().goes("/analyse")).presses("b2", "b1").sees("X to move and wins in 5.")
    ada.until(lambda: "X to move and wins in 5." in ada.announced, "the announcement")
    assert ada.page.locator("[aria-live], [role=status], [role=alert]").count() == 1


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
@pytest.mark.parametrize("moves", ["", LOST, "b2,a1"])
def test_the_first_view_is_the_board_and_its_values_and_everything_else_is_folded(
    people: People, moves: str, width: int, height: int
) -> None:
    ada = wait_for_analysis(people.add(width=width, height=height).goes(f"/analyse?moves={moves}"))
    low = ada.page.locator(".steps").evaluate("(one) => one.getBoundingClientRect().bottom")
    assert low <= height, "the sentence, the board and the buttons to walk through the moves need no scrolling"
    controls = ada.page.locator("#part :is(textarea, select, input:not([type=hidden], [type=checkbox]))")
    assert controls.count() > 4
    assert not any(control.is_visible() for control in controls.all())
    for words in ("Set up the board", "Comment", "Another game", "Save", *(["Share"] if moves == LOST else [])):
        ada.unfolds(words)
    assert all(control.is_visible() for control in controls.all())


def _start(person: Person) -> None:
    person.goes("/analyse")


def _winning(person: Person) -> None:
    person.goes(f"/analyse?start={ARTICLE}")


def _setting_up(person: Person) -> None:
    person.goes(f"/analyse?start={ARTICLE}&edit=1")


def _reviewed(person: Person) -> None:
    wait_for_analysis(person.goes(f"/analyse?moves={LOST}&x_name=Ada&o_name=Grace"))
    for summary in person.page.locator("details summary").all():
        summary.click()


def _halfway(person: Person) -> None:
    person.goes(f"/analyse?moves={LOST}&at=2")


def _invalid_text(person: Person) -> None:
    person.goes("/analyse?moves=b2")
    analyse_text(person, "<b>nonsense")
    person.page.locator("#note").wait_for()


def _large(person: Person) -> None:
    person.goes("/analyse?game=19,19,5&moves=k10,l10,k11,k9")


def _cube(person: Person) -> None:
    person.goes("/analyse?game=qubic&moves=b2b")


def _falling(person: Person) -> None:
    person.goes("/analyse?game=connect+four&moves=d6,d5")


SCENES: dict[str, Callable[[Person], None]] = {
    scene.__name__.strip("_"): scene
    for scene in (_start, _winning, _setting_up, _reviewed, _halfway, _invalid_text, _large, _cube, _falling)
}


@pytest.mark.parametrize(
    "scene",
    [pytest.param(scene, marks=[] if scene in ("winning", "reviewed") else pytest.mark.slow) for scene in SCENES],
)
def test_every_page_fits_and_axe_finds_nothing(people: People, scene: str) -> None:
    ada = people.add(expected=["400"], reduced_motion="reduce")
    SCENES[scene](ada)
    wait_for_analysis(ada)
    picture: Any = ada.page.locator(".picture img")
    if picture.count():
        ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture")
    check_all_sizes(ada, f"analyse-{scene}")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_a_long_reason_ends_with_more_and_opens(people: People, scripts: bool) -> None:
    page = (
        people.add(width=360, height=740, java_script_enabled=scripts).goes("/analyse?game=cube&moves=b2b,a1a,c1a").page
    )
    more, reason = page.locator("#status").get_by_text("more", exact=True), page.locator("#status .all")
    more.wait_for()
    folded = reason.bounding_box()["height"]
    board = page.locator(".boards").bounding_box()
    more.click()
    more.wait_for(state="hidden")
    assert reason.bounding_box()["height"] > folded
    assert page.locator(".boards").bounding_box() == board, "the board stays in its place"


@pytest.mark.parametrize(("moves", "width"), [("a1,b1", 360), ("a1,b2", 360), ("a1,b1", 1280)])
def test_a_reason_that_fits_has_no_more(people: People, moves: str, width: int) -> None:
    ada = people.add(width=width, height=740).goes(f"/analyse?moves={moves}").sees("X to move")
    assert not ada.page.locator("#status").get_by_text("more", exact=True).is_visible()


def test_an_estimate_comes_with_its_reason_while_the_engine_still_thinks(people: People) -> None:
    people.add().goes("/analyse?game=qubic").sees("not decided, about").sees("Each player can still complete 76 rows")


def test_on_a_phone_who_wants_to_share_sees_how(people: People) -> None:
    ada = people.add(width=360, height=740).goes("/analyse?moves=a1,b1,b2,c3,a3,c1,a2&share=1")
    emoji = ada.page.locator("#souvenir summary")
    ada.until(lambda: 0 <= emoji.bounding_box()["y"] < 740 - 44, "the pictures to share")
