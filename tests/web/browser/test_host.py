"""The pages in a browser, without a server: the same pages, with the browser's own games."""

import asyncio
import json
import re
from urllib.parse import urlencode

import pytest

from noughts import Position, Solver, game
from noughts.puzzles import Progress
from noughts.rules.notation import t3en
from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.browser.engines import BrowserEngines
from noughts.web.browser.store import BrowserStore
from noughts.web.model.errors import TooLong
from tests.web.browser.hosts import Browser, InstantWorker, MemoryRows

FORM = {"content-type": "application/x-www-form-urlencoded"}


def posted(browser: Browser, path: str, **fields: str) -> tuple[str, str]:
    """Send a form. Return the page, and the path where it was found."""
    reply, place = browser.request("POST", path, content=urlencode(fields).encode(), headers=FORM)
    return reply.body.decode(), place


def test_a_game_is_played_kept_and_continued() -> None:
    browser = Browser("/sub/folder")
    page, place = posted(browser, "/play/move", cell="4", ply="0", version="0")
    assert place.startswith("/play/")
    assert len(browser.rows.rows) == 1
    page = browser.request("GET", place)[0].body.decode()
    assert "Your move" in page
    assert len(re.findall(r"aria-label=\"\w\d, O", page)) == 1, "the computer has replied"
    later = Browser("/sub/folder", browser.rows)  # the browser was restarted
    assert "Your move" in later.request("GET", place)[0].body.decode()
    assert place.removeprefix("/") in later.request("GET", "/games")[0].body.decode()


@pytest.mark.parametrize(
    "path",
    ["/", "/play", "/play/", "/analyse", "/explore", "/games", "/learn", "/puzzles", "/puzzles/set", "/games.sgf"],
)
def test_every_tab_answers(path: str) -> None:
    assert Browser("/sub").request("GET", path)[0].status == 200


@pytest.mark.parametrize("docs", [True, False])
def test_pages_link_to_the_documentation_if_it_is_there(docs: bool) -> None:
    browser = Browser("/sub/folder")
    browser.host.app.state.docs = docs
    assert ('href="docs/"' in browser.request("GET", "/learn")[0].body.decode()) == docs


def test_of_two_tabs_that_change_a_game_at_once_one_is_told_to_look_again() -> None:
    rows = MemoryRows()
    one, two = Browser(rows=rows), Browser(rows=rows)
    _, place = posted(one, "/play/move", mode="here", cell="4", ply="0")
    two.request("GET", place)
    posted(one, f"{place}/move", cell="0", ply="1")
    reply, _ = two.request("POST", f"{place}/move", content=b"cell=1&ply=1", headers=FORM)
    assert reply.status == 409
    assert one.announced[-1] == (place.removeprefix("/play/"), 2)


def test_a_full_storage_is_reported_in_a_sentence() -> None:
    browser = Browser()
    browser.rows.fault = OSError("QuotaExceededError: the disk is full")
    reply, _ = browser.request("POST", "/play/move", content=b"cell=4&ply=0", headers=FORM)
    assert reply.status == 503
    assert "could not be saved: QuotaExceededError: the disk is full" in reply.body.decode()


def test_an_engine_that_dies_is_reported_in_a_sentence() -> None:
    browser = Browser()
    browser.worker.dies = True
    reply, _ = browser.request("GET", "/analyse?game=4,4,4")
    assert "engine died" in reply.body.decode()


def test_a_link_to_a_position_contains_the_folder() -> None:
    page = Browser("/sub/folder").request("GET", "/analyse?moves=b2")[0].body.decode()
    assert "https://example.org/sub/folder/analyse?moves=b2" in page


@pytest.mark.parametrize("root", ["/Klasse%207", "/%C3%9Cbung/a%2Bb"])
def test_the_folder_can_have_any_name(root: str) -> None:
    browser = Browser(root)
    assert browser.request("GET", "/learn")[0].status == 200
    _, place = posted(browser, "/play/move", mode="here", cell="4", ply="0")
    assert "O is to move" in browser.request("GET", place)[0].body.decode()


def test_an_engine_that_is_late_is_ended() -> None:
    worker = InstantWorker()
    worker.hangs = True
    engines = BrowserEngines(worker)
    with pytest.raises(TooLong, match="takes more than"):
        asyncio.run(engines.ask({"do": "analyse", "game": "4,4,4", "position": "4/4/4/4 x"}, seconds=0.01))
    assert len(worker.stopped) == 1


KEPT = (  # a row as version 0.1.0 stores it
    '{"id": "e9V1gwgV9B66S-4lzUs8dA", "series": "e9V1gwgV9B66S-4lzUs8dA", "version": 1, "rules": "3,3,3", "start": "", '
    '"linked": false, "offer": "", "offered_by": "", "refused": "", "ended": "", "lines": "", "next": "", "streak": 0, '
    '"created": 1795817367933, "updated": 1795817367933, "moves": "4", "undone": "", "x_name": "X", "x_level": "", '
    '"o_name": "O", "o_level": "", "score_x": 0, "score_o": 0, "score_drawn": 0, "result": "", "search": "x o 3,3,3"}'
)


def test_the_games_that_browsers_keep_can_be_read_by_later_versions() -> None:
    rows = MemoryRows()
    rows.rows["e9V1gwgV9B66S-4lzUs8dA"] = (1, KEPT)
    page = Browser(rows=rows).request("GET", "/play/e9V1gwgV9B66S-4lzUs8dA")[0].body.decode()
    assert "O is to move" in page


@pytest.mark.parametrize("row", ["{{{", "{}", "[]", KEPT.replace('"4"', '"0 0 99"')])
def test_a_damaged_game_does_not_hide_the_others(row: str) -> None:
    rows = MemoryRows()
    rows.rows["x" * 22] = (1, row)
    browser = Browser(rows=rows)
    _, place = posted(browser, "/play/move", mode="here", cell="4", ply="0")
    for path in ("/", "/play", place):
        assert browser.request("GET", path)[0].status == 200
    assert place.removeprefix("/") in browser.request("GET", "/games")[0].body.decode()
    assert browser.request("GET", f"/play/{'x' * 22}")[0].status == 404
    assert browser.request("GET", "/games.sgf")[0].body.count(b"(;") == 1


def test_without_the_compiled_kernel_the_values_of_a_large_board_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    for kernel in ("kernel", "general"):
        monkeypatch.setattr(Solver, kernel, None)
    position = t3en(Position(game("7,7,5")).play("d4"))
    task = {"do": "steps", "game": "7,7,5", "position": position, "known": None, "seconds": 5}
    answer = json.loads(answer_line(Tasks(), json.dumps(task).encode()))
    assert answer["moves"]
    assert {move["moveValue"] for move in answer["moves"]} == {"undecided"}


@pytest.mark.parametrize("damaged", ["{", "[]", '{"version": 3, "progress": {"skill": null}}'])
def test_damaged_progress_counts_as_none_and_can_be_replaced(damaged: str) -> None:
    async def scenario() -> None:
        rows = MemoryRows()
        rows.rows["progress"] = (3, damaged)
        store = BrowserStore(rows, lambda: 0, lambda id, version: None)
        assert await store.progress("") == Progress()
        await store.change_progress("", lambda progress: progress.finished("streak", 4))
        assert (await store.progress("")).streak == 4

    asyncio.run(scenario())
