"""Analyse in a browser: set up and paste positions, see what cells are worth, play for both sides, review games."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from noughts import Position, analyse, game, position, read_moves
from noughts.explain.words import losing_words
from noughts.rules.notation import t3en
from noughts.rules.sgf import read_sgf, write_sgf
from tests.browser.looks import look_everywhere
from tests.browser.people import People, Person
from tests.slowly import few_fast

LOST = "b2,b1,a1,c3,a3,a2,c1"
SGF = write_sgf(read_moves("x: Ada\no: Grace\nb2 b1 a1 c3 a3 a2 c1"))
ARTICLE = "o_x/x2_/x2o x"


def t3en_of(person: Person) -> str:
    """The position, as the page gives it to take away."""
    return str(person.page.get_by_label("Position", exact=True).input_value())


def shows(person: Person, wanted: str) -> None:
    """Wait until a position is shown."""
    person.until(lambda: t3en_of(person) == wanted, f"the position {wanted}")


def pastes(person: Person, text: str, name: str = "tictactoe") -> None:
    form = person.page.get_by_role("region", name="Another position")
    if name:
        form.locator("select[name=game]").select_option(name)
    form.locator("textarea").fill(text)
    person.clicks("Analyse")


def listed(person: Person) -> str:
    """The list of moves, a line a pair."""
    rows = person.page.locator(".moves tbody tr").evaluate_all("""(rows) => rows.map((row) => {
      const seen = row.cloneNode(true);
      for (const unseen of seen.querySelectorAll('.unseen')) unseen.remove();
      return [...seen.cells].map((cell) => cell.textContent.trim()).join(' ').trim();
    })""")
    return " / ".join(rows)


def thought(person: Person) -> Person:
    """Wait until engines have answered all that the page asked them."""
    person.page.locator("#status").wait_for()
    person.until(lambda: person.page.locator("[data-again]").count() == 0, "all is known")
    return person


def truths(at: Position) -> dict[str, str]:
    """What each empty cell has to be called, by the library's own analysis."""
    names, told = at.game.board.names, {}
    for move in analyse(at).moves:
        word = {1: "win", 0: "draw", -1: "loss"}[(move.score > 0) - (move.score < 0)]
        number = f" in {move.distance}" if word != "draw" else ""
        losing = f", {losing_words(move)}" if word == "draw" and move.losing else ""
        told[names[move.move]] = f"{names[move.move]}, empty, {word}{number}{losing}"
    return told


def test_a_position_is_set_up_by_clicking(people: People) -> None:
    ada = people.comes().goes("/analyse").clicks("Set up").sees("Set up the board: X is to move.")
    for name, mark in {"c1": "X", "a2": "X", "a3": "X", "a1": "O", "b3": "O", "c3": "O", "b2": "empty"}.items():
        for expected in {"X": ["X"], "O": ["X", "O"], "empty": ["X", "O", "empty"]}[mark]:
            ada.cell(name).click()
            ada.until(lambda name=name, expected=expected: f"{name}, {expected}" in ada.labels[name], f"{name} has it")
    assert ada.page.locator(".value").count() == 0, "while it is set up nothing is said of it"
    ada.clicks("Done").sees("X to move and wins in 1.")
    assert t3en_of(ada) == ARTICLE
    assert "b2 wins at once" in ada.page.inner_text("#part")
    ada.clicks("Set up").clicks("Let O move").sees("Set up the board: O is to move.")
    ada.clicks("Done").sees("O to move and wins in 1.")
    ada.clicks("Set up").clicks("Clear the board")
    shows(ada, "3_/3_/3_ x")
    ada.clicks("Done").sees("X to move: a draw with best play.")


def test_with_gravity_what_is_set_up_falls(people: People) -> None:
    ada = people.comes().goes("/analyse?game=4,4,3+gravity&edit=1")
    ada.cell("b1").click()
    ada.until(lambda: "b4, X" in ada.labels["b4"], "it has fallen")
    ada.cell("b1").click()
    ada.until(lambda: "b3, X" in ada.labels["b3"], "upon the other")
    ada.cell("b4").click()
    ada.until(lambda: "b4, O" in ada.labels["b4"], "another mark")
    ada.cell("b4").click()
    ada.until(lambda: "b4, X" in ada.labels["b4"], "it cannot be taken from under the other, and is X again")
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
def test_what_is_pasted_is_shown(people: People, text: str, name: str, wanted: str) -> None:
    ada = people.comes().goes("/analyse?moves=c1,c2")
    pastes(ada, text, name)
    shows(ada, wanted)
    assert "/analyse" in ada.page.url
    assert "import" not in ada.page.url
    thought(ada)
    assert not ada.note


@pytest.mark.parametrize(
    ("text", "words"),
    few_fast(
        [
            ("o_x/x2_/x2q x", "expected"),
            ("<b>what", "expected"),
            ("b2 b2", "b2 is taken"),
            ("(;GM[4]SZ[3];B[zz])", "zz"),
            ("(;GM[4]SZ[40];B[aa])", "at most 400 cells"),
        ],
        2,
    ),
)
def test_what_cannot_be_read_is_said_and_kept(people: People, text: str, words: str) -> None:
    ada = people.comes(expected=["400", "409"]).goes("/analyse?moves=b2")
    pastes(ada, text, "misere")
    ada.page.locator("#note", has_text=words).wait_for()
    assert ada.note in ada.said, "it is read out too"
    form = ada.page.get_by_role("region", name="Another position")
    assert form.locator("textarea").input_value() == text
    assert form.locator("select[name=game]").input_value() == "misere"
    assert "b2, X" in ada.labels["b2"], "the board is still there"


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
def test_every_cell_says_what_it_is_worth(people: People, name: str, text: str) -> None:
    at = position(text, game(name))
    ada = thought(people.comes().goes(f"/analyse?game={name}&start={t3en(at)}"))
    for cell, label in truths(at).items():
        assert ada.labels[cell] == label
    values = ada.page.locator(".value")
    assert values.count() == len(at.moves)
    for shape, tone in (("▲", "win"), ("■", "draw"), ("▼", "loss")):
        for chip in ada.page.locator(f".value.{tone}").all_inner_texts():
            assert chip.startswith(shape), "never by colour alone"


def test_free_moves_for_both_sides_and_a_list_of_them(people: People) -> None:
    ada = thought(people.comes().goes("/analyse"))
    ada.presses("b2", "b1").sees("X to move and wins in 5.")
    assert ada.page.locator(".value").count() == 7
    assert listed(ada) == "1. b2 2. b1 ?"
    assert "Last move: O b1 ?" in ada.page.inner_text("#part")
    ada.presses("a1", "c3", "a3", "a2", "c1").sees("The game is over: X wins with c1, b2, a3.")
    assert listed(ada) == "1. b2 2. b1 ? / 3. a1 4. c3 / 5. a3 6. a2 / 7. c1"
    ada.clicks("Undo").sees("X to move and wins in 1.")
    assert listed(ada) == "1. b2 2. b1 ? / 3. a1 4. c3 / 5. a3 6. a2 / 7. c1", "what comes later is still known"
    ada.clicks("Start").sees("a draw with best play")
    ada.clicks("Redo").sees("O to move: a draw with best play.")
    assert ada.page.locator(".moves [aria-current]").text_content() == "X b2"
    ada.page.locator(".moves a", has_text="a1").click()
    ada.sees("O to move and loses in 4.")
    ada.presses("c1").sees("X to move and wins")
    assert listed(ada).startswith("1. b2 2. b1 ? / 3. a1 4. c1"), "another move leads on from here"
    ada.clicks("Flip sides").sees("O to move and wins")
    assert "a1, O" in ada.labels["a1"]
    ada.clicks("Start over")
    ada.until(lambda: ada.moves() == 0, "the empty board")
    assert ada.page.locator(".moves").count() == 0


def test_what_is_shown_stands_in_the_address(people: People) -> None:
    ada = thought(people.comes().goes("/analyse"))
    ada.presses("b2", "b1", "a1")
    ada.clicks("Undo").sees("X to move and wins in 5.")
    query = parse_qs(urlsplit(ada.page.url).query)
    assert query == {"moves": ["b2,b1,a1"], "at": ["2"]}
    link = ada.page.get_by_label("Link to this page").input_value()
    ada.page.reload()
    thought(ada).sees("X to move and wins in 5.")
    assert listed(ada).startswith("1. b2 2. b1 ? / 3. a1")
    ada.page.go_back()
    ada.until(lambda: ada.moves() == 3, "three moves")
    ada.page.go_back()
    ada.until(lambda: ada.moves() == 2, "two moves")
    ada.page.go_forward()
    ada.until(lambda: ada.moves() == 3, "three moves again")
    grace = thought(people.comes().goes(link))
    grace.sees("X to move and wins in 5.")
    assert grace.labels["b1"] == "b1, O, last move"


def test_a_finished_game_is_gone_through_in_words(people: People) -> None:
    ada = people.comes().goes("/play?x=person&o=person&x_name=Ada&o_name=Grace")
    ada.presses(*LOST.split(",")).sees("Ada wins")
    ada.clicks("Review this game").sees("The game is over: X wins with c1, b2, a3.")
    thought(ada)
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
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 200"), "the picture is drawn")
    history.locator("summary").click()
    rows = [" ".join(row.split()) for row in history.locator("tbody tr").all_inner_texts()]
    assert rows[0].endswith("start ■ draw")
    assert rows[2].startswith("2 O b1 ?")
    assert rows[2].endswith("▲ X wins in 5")
    assert rows[7].endswith("▲ X has won")
    history.locator("tbody a", has_text="O b1").click()
    ada.sees("X to move and wins in 5.")


def test_a_picture_of_the_history_fits_a_phone_or_scrolls(people: People) -> None:
    ada = people.comes(width=360, height=740).goes(f"/analyse?moves={LOST}")
    thought(ada)
    picture = ada.page.locator(".picture img")
    off = "(box) => box.scrollWidth - box.clientWidth"
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture is drawn")
    assert "narrow=1" in picture.evaluate("(image) => image.currentSrc")
    assert ada.page.locator(".picture").evaluate(off) == 0
    assert picture.evaluate("(image) => image.width / image.naturalWidth") == 1, "and its print is not made smaller"
    long = "a1,b1,c1,d1,a2,b2,c2,d2,b3,a3,d3,c3,b4,a4,d4,c4"
    thought(ada.goes(f"/analyse?game=4,4,4&moves={long}"))
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture is drawn")
    box = ada.page.locator(".picture")
    assert box.evaluate(off) > 0
    box.focus()
    ada.keys("ArrowRight")
    ada.until(lambda: box.evaluate("(box) => box.scrollLeft > 0"), "it scrolls with keys")


def test_what_is_taken_away_and_brought_back(people: People, tmp_path: Path) -> None:
    ada = thought(
        people.comes(accept_downloads=True, expected=["404"]).goes(f"/analyse?moves={LOST}&x_name=Ada&o_name=Grace")
    )

    def taken(words: str) -> str:
        with ada.page.expect_download() as started:
            ada.clicks(words)
        return Path(started.value.path()).read_text(encoding="utf-8")

    text = taken("SGF")
    record = read_sgf(text)
    assert (",".join(record.move_names), record.names) == (LOST, ("Ada", "Grace"))
    assert "1. b2 b1" in taken("Moves as text")
    for words in ("Board as a picture", "History as a picture"):
        assert taken(words).startswith("<svg")
    file = tmp_path / "game.sgf"
    file.write_text(text, encoding="utf-8")
    ada.goes("/analyse")
    ada.page.get_by_label("or a file").set_input_files(str(file))
    ada.clicks("Analyse").sees("The game is over: X wins")
    assert listed(ada) == "1. b2 2. b1 ? / 3. a1 4. c3 / 5. a3 6. a2 / 7. c1"
    ada.clicks("JSON")
    ada.page.wait_for_url("**/api/v1/analyse?**")  # a browser asks for an icon there: that is the 404
    assert '"positionValue"' in ada.page.content()


def test_position_and_moves_are_copied(people: People) -> None:
    ada = thought(people.comes(permissions=["clipboard-read", "clipboard-write"]).goes("/analyse?moves=b2,a1"))
    for words, text in (("position", "o2_/_x_/3_ x"), ("moves", "b2 a1"), ("link to this page", ada.page.url)):
        ada.page.get_by_role("button", name=f"Copy {words}").click()
        ada.until(lambda text=text: ada.page.evaluate("navigator.clipboard.readText()") == text, f"the {words}")


def test_one_plays_on_from_a_position_and_explores_it(people: People) -> None:
    ada = thought(people.comes().goes(f"/analyse?start={ARTICLE}"))
    ada.clicks("Play on from here").sees("Your move (X).")
    assert ada.moves() == 6
    ada.page.go_back()
    ada.sees("X to move and wins in 1.").clicks("Explore")
    ada.page.wait_for_url("**/explore?**")


def test_without_scripts(people: People) -> None:
    ada = people.comes(java_script_enabled=False, expected=["400"]).goes("/analyse")
    ada.sees("a draw with best play", "#part")

    def press(name: str, mark: str) -> None:
        ada.page.locator(f'.board button[aria-label^="{name},"]').click()
        ada.page.locator(f'.board button[aria-label^="{name}, {mark}"]').wait_for()

    press("b2", "X")
    press("b1", "O")
    assert listed(ada) == "1. b2 2. b1 ?"
    ada.clicks("Undo")
    ada.page.locator('.board button[aria-label^="b1, empty"]').wait_for()
    ada.clicks("Set up")
    press("b1", "X")
    press("b1", "O")
    ada.clicks("Done").sees("O to move: a draw with best play.")
    pastes(ada, LOST.replace(",", " "))
    ada.sees("The game is over: X wins with c1, b2, a3.")
    ada.until(lambda: ada.page.locator(".picture img").bounding_box()["width"] > 200, "the picture has come")
    assert "What decided the game: move 2" in ada.page.inner_text("#part")
    assert ada.page.locator("[data-copy]:visible").count() == 0, "what needs scripts is not offered"
    pastes(ada, "nonsense")
    ada.sees("expected", "#note")
    assert ada.page.locator("textarea").input_value() == "nonsense"


def test_the_keyboard_is_enough(people: People) -> None:
    ada = thought(people.comes().goes("/analyse"))
    ada.keys("Tab", "Enter", "Tab")
    assert ada.focus == "a1"
    ada.keys("ArrowRight", "ArrowDown", "Enter")
    ada.until(lambda: ada.moves() == 1, "b2")
    assert ada.focus == "b2"
    ada.keys("ArrowUp", "Space")
    ada.sees("X to move and wins in 5.")
    for key, moves in (("u", 1), ("s", 0), ("r", 1), ("e", 2)):
        ada.keys(key)
        ada.until(lambda moves=moves: ada.moves() == moves, f"{key} leads to {moves} moves")
    ada.keys("f").sees("O to move and wins in 5.")
    ada.keys("p").sees("Set up the board")
    ada.keys("c")
    shows(ada, "3_/3_/3_ x")
    ada.keys("t").sees("Set up the board: O is to move.")
    ada.keys("d").sees("O to move: a draw with best play.")
    area = ada.page.locator("textarea")
    area.focus()
    ada.page.keyboard.type("snuffed")
    assert area.input_value() == "snuffed", "letters are letters where one writes"


def test_it_says_what_happens(people: People) -> None:
    ada = thought(people.comes().goes("/analyse")).presses("b2", "b1").sees("X to move and wins in 5.")
    ada.until(lambda: "X to move and wins in 5." in ada.said, "it is read out")
    assert ada.page.locator("[aria-live], [role=status], [role=alert]").count() == 1


def _start(person: Person) -> None:
    person.goes("/analyse")


def _winning(person: Person) -> None:
    person.goes(f"/analyse?start={ARTICLE}")


def _setting_up(person: Person) -> None:
    person.goes(f"/analyse?start={ARTICLE}&edit=1")


def _reviewed(person: Person) -> None:
    thought(person.goes(f"/analyse?moves={LOST}&x_name=Ada&o_name=Grace"))
    for summary in person.page.locator("details summary").all():
        summary.click()


def _halfway(person: Person) -> None:
    person.goes(f"/analyse?moves={LOST}&at=2")


def _misread(person: Person) -> None:
    person.goes("/analyse?moves=b2")
    pastes(person, "<b>nonsense")
    person.page.locator("#note").wait_for()


def _large(person: Person) -> None:
    person.goes("/analyse?game=19,19,5&moves=k10,l10,k11,k9")


def _space(person: Person) -> None:
    person.goes("/analyse?game=qubic&moves=b2b")


def _falling(person: Person) -> None:
    person.goes("/analyse?game=connect+four&moves=d6,d5")


SCENES: dict[str, Callable[[Person], None]] = {
    scene.__name__.strip("_"): scene
    for scene in (_start, _winning, _setting_up, _reviewed, _halfway, _misread, _large, _space, _falling)
}


@pytest.mark.parametrize(
    "scene",
    [pytest.param(scene, marks=[] if scene in ("winning", "reviewed") else pytest.mark.slow) for scene in SCENES],
)
def test_every_page_fits_and_axe_finds_nothing(people: People, scene: str) -> None:
    ada = people.comes(expected=["400"], reduced_motion="reduce")
    SCENES[scene](ada)
    thought(ada)
    picture: Any = ada.page.locator(".picture img")
    if picture.count():
        ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture is drawn")
    look_everywhere(ada, f"analyse-{scene}")
