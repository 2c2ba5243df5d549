"""The Games page in a browser: list, search, open, delete, import and export. A restart of the server loses no game."""

from pathlib import Path
from typing import Any

import pytest

from noughts.rules.files.games import read_games
from noughts.rules.files.sgf import read_sgf, write_sgf
from noughts.rules.record import read_moves
from tests.browser.people import People, Person

SGF = write_sgf(read_moves("b2 a1 c3 a3 a2 c2"))


def import_text(person: Person, text: str) -> None:
    person.goes("/games")
    person.page.get_by_label("SGF, lists of moves").fill(text)
    person.clicks("Import")


def listed_games(person: Person) -> list[str]:
    """Return the players of the listed games."""
    return [str(name) for name in person.page.locator(".list .who").all_inner_texts()]


def test_games_can_be_listed_searched_opened_and_deleted(people: People) -> None:
    ada, stranger = people.add(), people.add()
    ada.goes("/games").sees("No games yet", "#part")
    ada.goes("/play?mode=here&name=Ada&friend=Grace").presses("a1", "b2", "a2", "b1", "a3")
    ada.goes("/play?mode=here&name=Ada&friend=Mary&game=connect+four").presses("d1")
    ada.goes("/games")
    assert listed_games(ada) == ["Ada v Mary", "Ada v Grace"]
    assert "O to move, after 1 move" in ada.page.inner_text(".list tbody tr >> nth=0")
    assert "Ada won in 5 moves" in ada.page.inner_text(".list tbody tr >> nth=1")
    search = ada.page.get_by_role("searchbox")
    search.fill("grace")
    search.press("Enter")
    ada.until(lambda: listed_games(ada) == ["Ada v Grace"], "the only matching game")
    assert "q=grace" in ada.page.url
    ada.page.get_by_role("link", name="Ada v Grace").click()
    ada.sees("The game is over: X wins").sees("Ada wins", ".finished h2")
    ada.page.go_back()
    ada.until(lambda: listed_games(ada) == ["Ada v Grace"], "the list again")
    stranger.goes("/games").sees("No games yet", "#part")
    ada.page.get_by_label("Choose Ada v Grace").check()
    ada.page.locator("summary", has_text="Delete").click()
    ada.clicks("Yes, delete").sees("No game matches “grace”.", "#part")
    ada.goes("/games")
    assert listed_games(ada) == ["Ada v Mary"]


@pytest.mark.parametrize("text", [SGF, "b2 a1 c3 a3 a2 c2", "1. b2 a1 2. c3 a3 3. a2 c2"])
def test_a_pasted_game_can_be_continued(people: People, text: str) -> None:
    ada = people.add()
    import_text(ada, text)
    ada.sees("X is to move.")
    assert ada.moves() == 6
    ada.presses("b3")


def test_a_game_can_be_imported_from_a_file_and_exported(people: People, tmp_path: Path) -> None:
    ada = people.add(accept_downloads=True).goes("/games")
    file = tmp_path / "game.sgf"
    file.write_text(SGF, encoding="utf-8")
    ada.page.get_by_label("Or a file").set_input_files(str(file))
    ada.clicks("Import").sees("X is to move.")
    with ada.page.expect_download() as started:
        ada.page.locator("summary", has_text="Moves and files").click()
        ada.clicks("SGF")
    given = Path(started.value.path()).read_text(encoding="utf-8")
    assert read_sgf(given).root == read_sgf(SGF).root


def test_all_games_in_a_file_are_imported_in_order(people: People, tmp_path: Path) -> None:
    ada, grace = people.add(accept_downloads=True), people.add()
    import_text(ada, "x: Ada\no: Mary\nb2 a1\nx: Ada\no: Grace\nb2 a1 c3")
    ada.sees("2 games were imported.", "#note")
    assert listed_games(ada) == ["Ada v Mary", "Ada v Grace"], "games are listed in the order of the file"
    with ada.page.expect_download() as started:
        ada.clicks("Export all as SGF")
    grace.goes("/games").page.get_by_label("Or a file").set_input_files(started.value.path())
    grace.clicks("Import").sees("2 games were imported.", "#note")
    assert listed_games(grace) == listed_games(ada)


def test_invalid_text_is_explained_and_kept(people: People) -> None:
    ada = people.add(expected=["400"])
    import_text(ada, "b2 a1 z9")
    ada.page.locator("#note").wait_for()
    assert "z9" in ada.note
    assert ada.page.get_by_label("SGF, lists of moves").input_value() == "b2 a1 z9"
    assert ada.note in ada.announced
    import_text(ada, "")
    ada.sees("there is nothing to read", "#note")


def test_all_games_can_be_exported_as_one_file(people: People) -> None:
    ada = people.add(accept_downloads=True)
    for text in ("b2 a1 c3", SGF):
        import_text(ada, text)
        ada.page.locator("#status").wait_for()
    ada.goes("/games")
    with ada.page.expect_download() as started:
        ada.clicks("Export all as SGF")
    text = Path(started.value.path()).read_text(encoding="utf-8")
    found = {tree.main_line.move_names for tree in read_games(text)}
    assert found == {read_sgf(SGF).main_line.move_names, ("b2", "a1", "c3")}


@pytest.mark.parametrize("scripts", [True, False])
def test_deleting_games_says_how_many(people: People, scripts: bool) -> None:
    ada = people.add(java_script_enabled=scripts)
    for moves in ("b2 a1", "a1 b2", "c3 b2"):
        import_text(ada, moves)
        ada.page.locator(".board").wait_for()
    ada.goes("/games").page.locator("summary", has_text="Delete").click()
    tree = ada.context.new_cdp_session(ada.page)

    def words() -> str:
        """Return all texts of the page in their order, with those that come from the stylesheet."""
        nodes = {node["nodeId"]: node for node in tree.send("Accessibility.getFullAXTree")["nodes"]}

        def text(node: dict[str, Any]) -> str:
            if node.get("role", {}).get("value") == "StaticText":
                return str(node["name"]["value"])
            return " ".join(text(nodes[child]) for child in node["childIds"])

        return " ".join(text(next(iter(nodes.values()))).split())

    for count, box in enumerate(ada.page.locator(".games [name=id]").all(), 1):
        box.check()
        assert f"Yes, delete {count}" in words()
    ada.clicks("Yes, delete").sees("No games yet", "#part")


def test_games_can_be_imported_and_deleted_without_scripts(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes("/games")
    ada.page.get_by_label("SGF, lists of moves").fill("b2 a1")
    ada.clicks("Import")
    ada.goes("/games")
    ada.page.get_by_role("link", name="X v O").wait_for()
    ada.clicks("Choose all")
    ada.page.locator("summary", has_text="Delete").click()
    yes, no = ada.page.get_by_role("button", name="Yes, delete"), ada.page.locator(".away .keep")
    yes.wait_for()
    no.click()  # cancel
    yes.wait_for(state="hidden")
    assert no.is_hidden()
    ada.page.locator("summary", has_text="Delete").click()
    ada.clicks("Yes, delete").sees("No games yet", "#part")


@pytest.mark.slow
def test_games_survive_a_restart_of_the_server(chrome: Any, tmp_path: Path) -> None:
    from tests.web.web_server import web_server

    with web_server(tmp_path) as server:
        group, port = People(chrome, server.address), server.port
        ada = group.add().goes("/play?mode=here&name=Ada&friend=Grace").presses("a1", "b2")
        ada.goes("/games")
    with web_server(tmp_path, "--port", str(port)):
        ada.page.reload()
        assert listed_games(ada) == ["Ada v Grace"]
        ada.page.get_by_role("link", name="Ada v Grace").click()
        ada.presses("c3")
        group.close()
