"""The page without a server: games, analyses and lessons in the browser, from a folder of files."""

import re
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from noughts.puzzles import collection, with_id
from tests.browser.looks import check_page
from tests.browser.people import People, Person
from tests.browser.sites import build, served, write_docs
from tests.slowly import few_fast

pytestmark = pytest.mark.needs("pyodide", "node")

SCAN = """
def best_move(cells, player):
    return cells.index(" ")
"""
OFFLINE = "Failed to load resource: net::ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host with the site and the documentation in a sub-folder."""
    host = tmp_path_factory.mktemp("host")
    docs = tmp_path_factory.mktemp("docs")
    write_docs(docs)
    build(host / "Klasse 7" / "games", docs)
    return host


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as host:
        yield f"{host}/Klasse%207/games"


@pytest.fixture
def people(chrome: Any, address: str) -> Iterator[People]:
    group = People(chrome, address)
    yield group
    group.close()


@pytest.fixture(scope="module")
def reader(chrome: Any, address: str) -> Iterator[Person]:
    """A visitor for whom the program is loaded once, and who then only turns to other pages."""
    group = People(chrome, address)
    ada = comes(group)
    ada.page.evaluate("window.stays = true")
    yield ada
    assert ada.page.evaluate("window.stays")
    group.close()


SAFARI = """
delete ReadableStream.prototype[Symbol.asyncIterator];
document.cookie = 'name=Łukasz; path=/';
"""


def comes(people: People, path: str = "/", **options: Any) -> Person:
    """Open a page as a new visitor, and wait until the program is ready."""
    return arrives(people.add(**options), path)


def arrives(person: Person, path: str) -> Person:
    person.page.goto(f"{person.address}{path}")
    person.page.locator("html[data-ready] #part:not([aria-busy])").wait_for()
    return person


def tab(person: Person, words: str) -> Person:
    """Press a tab, and wait for its page."""
    person.page.get_by_role("navigation", name="Pages").get_by_role("link", name=words, exact=True).click()
    person.page.locator("nav a[aria-current]", has_text=words).wait_for()
    return person


def turns(person: Person, path: str) -> Person:
    """Follow a link to a page, and wait for the page, which replaces the link."""
    person.page.evaluate(
        """href => {
          const link = Object.assign(document.createElement('a'), { href });
          document.getElementById('part').appendChild(link).click();
        }""",
        person.address + path,
    )
    person.page.locator(f"#part:not([aria-busy]):not(:has(> a:last-child[href$='{path}']))").wait_for()
    return person


def is_offline_ready(person: Person) -> None:
    """Wait until all files are kept for later, also for the page that is open."""
    person.page.evaluate(
        """async () => {
          const { serviceWorker } = navigator;
          if (!serviceWorker.controller) await new Promise((then) => (serviceWorker.oncontrollerchange = then));
        }"""
    )


def test_the_first_move_is_answered_even_if_it_comes_before_the_program(people: People) -> None:
    ada = people.add()
    ada.goes(f"{ada.address}/")
    ada.cell("b2").click()
    ada.sees("Your move")
    assert ada.moves() == 2
    assert re.fullmatch(r".*/Klasse%207/games/play/[\w-]{22}", ada.page.url)


def comes_before_the_program(people: People, path: str, **options: Any) -> tuple[Person, list[Any]]:
    """Open a page as a new visitor before Python has arrived. Return the visitor and the pending requests."""
    ada, waiting = people.add(**options), list[Any]()
    ada.context.route("**/pyodide.asm.wasm", lambda route: waiting.append(route))  # Playwright wraps functions only
    ada.goes(path)
    ada.until(lambda: waiting, "the request for Python")
    return ada, waiting


@pytest.mark.parametrize(
    "path", few_fast(["play/link/?moves=b2", "embed/?at=0", "play/?game=connect+four", "analyse/?moves=b2"], 2)
)
def test_no_other_board_is_shown_before_the_one_in_the_address(people: People, path: str) -> None:
    ada, waiting = comes_before_the_program(people, path)
    board = ada.page.locator(".board")
    assert not board.is_visible()
    waiting[0].continue_()
    board.wait_for()


def test_before_the_program_other_tabs_come_from_their_files_and_a_press_is_answered_in_words(people: People) -> None:
    ada, waiting = comes_before_the_program(people, "", width=360)
    top = ada.page.locator("#part").bounding_box()["y"]
    ada.cell("b2").click()
    ada.sees("One moment: the program is still loading.", ".lost")
    tab(ada, "Learn").sees("How not to lose", ".lessons")
    tab(ada, "Games").sees("Your games are being read", ".card")
    tab(ada, "Puzzles").sees("The board is being set up")
    waiting[0].continue_()
    ada.page.locator("#board").wait_for()
    assert ada.page.url.endswith("/puzzles")
    assert ada.page.locator(".lost:visible").count() == 0
    assert ada.page.locator("#part").bounding_box()["y"] == top, "nothing moves when the program arrives"


def test_the_program_has_no_file_that_the_site_has_already(folder: Path) -> None:
    site = folder / "Klasse 7" / "games"
    known = {file.read_bytes() for file in (site / "static").iterdir()}
    with tarfile.open(next(site.glob("app-*/program.bin"))) as program:
        files = {name: program.extractfile(name).read() for name in program.getnames()}  # type: ignore[union-attr]
    twice = {Path(name).name for name, content in files.items() if content in known and "render/assets" not in name}
    assert twice == {"sandbox-frame.js"}, "but the one whose hash is in the policy of a page"


def test_every_tab_is_shown_and_accessible(reader: Person) -> None:
    for words in ("Puzzles", "Analyse", "Explore", "Games", "Learn", "Play"):
        tab(reader, words)
        check_page(reader, f"site-{words}")
    assert reader.page.get_by_role("link", name="API").count() == 0


@pytest.mark.slow
def test_todays_puzzle_is_solved_and_the_progress_is_kept(people: People) -> None:
    ada = comes(people, "/puzzles/")
    ada.page.locator("#board").wait_for()
    puzzle = with_id(ada.page.locator("main").get_attribute("data-game"))
    for move in puzzle.line[::2]:
        at = ada.page.url
        ada.page.locator(f"#c{move}").click()
        ada.until(lambda at=at: ada.page.url != at, "the verdict")
        ada.page.locator("#part:not([aria-busy])").wait_for()
    ada.sees("Solved!")
    arrives(ada, "/puzzles/").sees("You have solved it.", "#part")
    ada.sees("1 of 1", ".stats")


@pytest.mark.parametrize("game", ["tictactoe", "connect four"])
def test_a_wrong_move_in_a_set_is_refuted(reader: Person, game: str) -> None:
    puzzle = collection(game)[40]
    ada = turns(reader, f"/puzzles?set={puzzle.id}")
    ada.page.locator("#board").wait_for()
    wrong = next(move for move in puzzle.position.moves if move not in puzzle.answers)
    ada.page.locator(f"#c{wrong}").click()
    ada.sees("Not that one.").sees("throws away")
    ada.page.locator(".step.s2").wait_for()


def test_a_sprint_begins_and_ends(reader: Person) -> None:
    ada = tab(reader, "Puzzles")
    ada.page.get_by_role("link", name="Sprint").click()
    ada.sees("2:5", "[data-clock]")
    for _ in range(3):
        puzzle, at = with_id(ada.page.locator("main").get_attribute("data-game")), ada.page.url
        ada.page.locator(f"#c{next(move for move in puzzle.position.moves if move not in puzzle.answers)}").click()
        ada.until(lambda at=at: ada.page.url != at, "the next puzzle")
        ada.page.locator("#part:not([aria-busy])").wait_for()
    ada.sees("Sprint: 0 solved")


def test_two_people_play_at_one_screen_and_the_game_is_kept(reader: Person) -> None:
    ada = turns(reader, "/play?mode=here")
    ada.presses("a1", "b1", "a2", "b2", "a3").sees("X wins!")
    turns(ada, "/games").sees("X v O", "table")


def test_values_are_shown_on_the_board(reader: Person) -> None:
    ada = turns(reader, "/analyse?moves=b2,b1")
    ada.sees("X to move and wins in 5")
    ada.sees("win", ".cell .value")


def test_a_search_is_explained_step_by_step(reader: Person) -> None:
    turns(reader, "/explore").sees("Search state 1", ".noughts-explorer")


def test_a_lesson_answers(people: People) -> None:
    ada = comes(people, "/learn/1-how-not-to-lose/")
    ada.page.locator("#board1-c1").click()
    ada.sees("X wins", "#board1 [data-reply]").sees("1 of 3 boards solved", "#done")
    arrives(ada, "/learn/").sees("1 of 3 boards solved", ".lessons").sees("Continue: How not to lose", ".progress")
    ada.unfolds("Start over").clicks("Forget it all").sees("Start: How not to lose", ".progress")


def test_slides_turn_and_their_boards_answer(reader: Person) -> None:
    ada = turns(reader, "/learn/1-how-not-to-lose/slides")
    ada.keys("ArrowRight", "Space")
    ada.page.locator("#slide3.on #board1-c1").click()
    ada.sees("X wins", "#slide3.on [data-reply]")
    ada.keys("ArrowRight")
    ada.page.locator("#slide4.on").wait_for()


def test_a_worksheet_its_key_and_a_lesson_plan_are_there_to_print(reader: Person) -> None:
    ada = turns(reader, "/paper").sees("Sheet 1", ".paper")
    ada.page.get_by_label("Sheet number").fill("8")
    ada.clicks("Show").sees("Sheet 8", ".paper")
    assert ada.page.locator(".paper", has_text="All moves").count() == 0
    ada.clicks("Answer key").sees("All moves", ".paper")
    turns(ada, "/paper?kind=puzzles&theme=fork&count=2&seed=5").sees("Sheet 5", ".paper")
    turns(ada, "/paper/plans/by-hand").sees("Minute by minute", ".lesson")


@pytest.mark.slow
def test_games_are_exported_and_imported_all_at_once(people: People) -> None:
    ada = comes(people, "/play/?mode=here")
    ada.presses("a1", "b1")
    arrives(ada, "/games/")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Export all as SGF").click()
    text = Path(download.value.path()).read_text()
    assert text.startswith("(;")
    grace = comes(people, "/games/")
    grace.page.locator("textarea[name=text]").fill(text + text)
    grace.clicks("Import")
    grace.sees("2 games were imported", "#note")


@pytest.mark.slow
def test_a_game_goes_to_a_friend_in_a_link(people: People) -> None:
    ada = comes(people, "/play/?mode=link")
    ada.sees("To play at the same moment", ".card")
    ada.clicks("Begin")
    ada.cell("b2").click()
    ada.sees("Now send this link")
    link = ada.page.locator("#link").input_value()
    bob = people.add()
    bob.page.goto(link)
    bob.sees("Your move: you are O.")
    bob.cell("a1").click()
    bob.sees("Now send this link")
    assert bob.labels["b2"].startswith("b2, X")


def graded(person: Person, code: str, words: str = "mistakes") -> None:
    """Grade a program, and wait for some words of its report."""
    person.page.locator("textarea[name=code]").fill(code)
    person.page.locator("input[name=quick]").check()
    person.page.get_by_role("button", name="Grade", exact=True).click()
    person.page.locator("#text", has_text=words).wait_for(state="attached")


def test_a_program_is_graded_here_also_offline(people: People) -> None:
    ada = comes(people, expected=[OFFLINE])
    is_offline_ready(ada)
    ada.context.set_offline(True)
    tab(ada, "Grade")
    graded(ada, SCAN)
    assert "best_move(cells, player)" in ada.page.locator("#text").text_content()


@pytest.mark.slow
def test_a_report_stays_when_the_network_returns_and_a_second_program_gets_its_own(people: People) -> None:
    ada = comes(people, "/grade/index.html")
    graded(ada, SCAN)
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    ada.page.wait_for_timeout(500)
    assert "mistakes" in str(ada.page.locator("#text").text_content())
    graded(ada, SCAN.replace("return ", "return 1 // 0 or "), "ZeroDivisionError")
    ada.page.locator("textarea[name=code]").fill(SCAN)
    ada.page.locator("input[name=quick]").uncheck()
    ada.page.get_by_role("button", name="Grade", exact=True).click()
    tab(ada, "Learn")  # meanwhile, the grading goes on
    tab(ada, "Grade")
    ada.page.locator("#text", has_text="asked in 4,520 positions").wait_for(state="attached")
    assert ada.page.locator("textarea[name=code]").input_value() == SCAN


@pytest.mark.slow
def test_a_program_that_is_too_deep_for_python_does_not_end_the_grading_of_a_class(
    people: People, tmp_path: Path
) -> None:
    with ZipFile(tmp_path / "7b.zip", "w") as archive:
        archive.writestr("ada/ada.py", SCAN)
        archive.writestr("eve/eve.py", f"def f(a):\n    return a{'.b' * 2000}\n{SCAN}")
        archive.writestr("zoe/zoe.py", SCAN)
    ada = comes(people, "/grade/", expected=[""])
    ada.page.locator("#files").set_input_files(tmp_path / "7b.zip")
    ada.page.locator("input[name=quick]").check()
    ada.page.get_by_role("button", name="Grade", exact=True).click()
    report = ada.page.locator("#text", has_text="ada")
    report.wait_for(state="attached")
    assert "not graded 1." in str(report.text_content())
    assert "zoe      best_move  gives a win" in str(report.text_content())


def test_it_works_offline_and_after_a_restart(people: People) -> None:
    ada = comes(people, "/play/?mode=here", expected=[OFFLINE])
    ada.presses("b2")
    is_offline_ready(ada)
    place = ada.page.url
    ada.context.set_offline(True)
    ada.page.close()
    ada = ada.other_tab()
    ada.page.goto(place)
    ada.presses("a1").sees("X is to move")
    tab(ada, "Analyse").sees("a draw with best play")


KEPT = "caches.keys().then(([name]) => caches.open(name)).then(async (cache) => (await cache.keys()).map((r) => r.url))"


def test_pages_link_to_the_documentation_which_links_back_and_is_not_kept(people: People, folder: Path) -> None:
    ada = comes(people)
    is_offline_ready(ada)
    kept = ada.page.evaluate(KEPT)
    assert f"{ada.address}/learn/index.html" in kept
    assert not [url for url in kept if url.startswith(f"{ada.address}/docs")]
    tab(ada, "Learn").page.get_by_role("link", name="Docs").click()
    ada.page.wait_for_url(f"{ada.address}/docs/")
    ada.page.goto(f"{ada.address}/docs/guide/site.html")
    docs = folder / "Klasse 7" / "games" / "docs"
    assert not (docs / ".doctrees").exists(), "which only Sphinx reads"
    page = docs / "guide" / "site.html"
    before = page.read_text()
    page.write_text(before.replace("<h1>", "<h1>New: "))
    ada.page.reload()
    page.write_text(before)
    ada.sees("New: ", "h1")
    ada.page.get_by_role("link", name="Play in the browser").click()
    ada.page.wait_for_url(f"{ada.address}/")
    ada.page.locator("html[data-ready]").wait_for()


@pytest.mark.slow
def test_two_tabs_share_the_games(people: People) -> None:
    ada = people.add()
    ada.context.add_init_script(SAFARI)
    arrives(ada, "/play/?mode=here")
    ada.presses("b2")
    is_offline_ready(ada)
    other = ada.other_tab()
    other.page.goto(ada.page.url)
    other.presses("a1")
    ada.until(lambda: ada.moves() == 2, "the move in the other tab")


def test_a_browser_that_forbids_storage_is_told_and_still_plays(people: People) -> None:
    ada = people.add()
    forbids = "Object.defineProperty(globalThis, 'indexedDB', {});\n"

    def without_storage(route: Any) -> None:
        route.fulfill(body=forbids + route.fetch().text(), content_type="text/javascript")

    ada.context.route("**/rows.js", without_storage)
    arrives(ada, "/").sees("does not allow the page to keep games", ".arriving")
    ada.presses("b2").sees("Your move")


@pytest.mark.parametrize("file", ["program.bin", "pyodide.asm.wasm"])
def test_a_program_that_cannot_start_is_reported_in_a_sentence(people: People, file: str) -> None:
    ada = people.add(expected=["Failed to load resource", "Failed to fetch", "wasm instantiation failed"])
    ada.context.route(f"**/{file}", lambda route: route.abort())
    ada.goes(".").sees("The program has stopped", ".arriving")


def test_an_old_browser_is_told(people: People) -> None:
    ada = people.add(expected=["This browser cannot run the page"])
    ada.context.add_init_script("delete Promise.withResolvers")
    ada.goes(".").sees("Open the page in a current Firefox", ".arriving")


FATAL = "Object.assign(new Error('out of memory'), { pyodide_fatal_error: true })"


def with_change(people: People, file: str, before: str, after: str) -> tuple[Person, list[str]]:
    """Add a visitor who once gets another text of a file. Return the visitor and the sent texts."""
    ada, sent = people.add(), list[str]()

    def send(route: Any) -> None:
        text = route.fetch().text()
        sent.append(text if sent else text.replace(before, after))
        route.fulfill(body=sent[-1], content_type="text/javascript")

    ada.context.route(f"**/{file}", send)
    return ada, sent


def test_a_search_goes_on_in_another_engine_if_one_dies(people: People) -> None:
    ada, sent = with_change(people, "engine.js", "answer: answer(data)", f"answer: ((e) => {{ throw e; }})({FATAL})")
    arrives(ada, "/analyse/?game=connect+four&moves=d+d+d+d+d+d+b+b+b+b+b+b+a+g").sees("Every move is proved", ".known")
    assert "out of memory" in sent[0]


def test_a_program_that_dies_is_told_and_a_reload_brings_the_game_back(people: People) -> None:
    fatal = f"if (method === 'POST' && /[\\w-]{{22}}\\/move$/.test(url)) throw {FATAL};"
    ada, _ = with_change(people, "host.js", "await host.request", f"{fatal}\n await host.request")
    arrives(ada, "/play/?mode=here")
    is_offline_ready(ada)  # so that the reload finds the page of the game
    ada.presses("b2")
    ada.cell("a1").click()
    ada.sees("out of memory. Reload the page. What you played is kept.", ".arriving")
    ada.page.reload()
    ada.page.locator("html[data-ready]").wait_for()
    ada.presses("a1").sees("X is to move")


def test_a_search_is_stopped_and_goes_on_after_a_reload(people: People) -> None:
    ada = comes(people, "/analyse/?game=connect+four&moves=d")
    ada.clicks("Stop")
    ada.page.get_by_role("button", name="Think longer").wait_for()
    ada.clicks("Think longer")
    ada.page.get_by_role("button", name="Stop").wait_for()
    ada.page.reload()
    ada.page.locator("html[data-ready] #part:not([aria-busy])").wait_for()
    ada.page.get_by_role("button", name="Stop").wait_for()
    ada.clicks("Stop")


def test_an_update_is_complete_and_comes_with_the_next_visit(folder: Path, chrome: Any, tmp_path: Path) -> None:
    host = tmp_path / "host"
    shutil.copytree(folder / "Klasse 7" / "games", host / "site")
    with served(host) as at:
        group = People(chrome, f"{at}/site")
        ada = comes(group)
        is_offline_ready(ada)
        page, worker = host / "site" / "learn" / "index.html", host / "site" / "service-worker.js"
        page.write_text(page.read_text().replace("<h1>", "<h1>New: "))
        worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "next"', worker.read_text()))
        ada.page.goto(f"{at}/site/learn/")  # the old version, while the new one is loaded
        assert "New: " not in ada.page.locator("h1").inner_text()
        ada.until(
            lambda: ada.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => Boolean(r.waiting))"),
            "the new version",
        )
        ada.page.close()
        ada = ada.other_tab()
        ada.page.goto(f"{at}/site/learn/")
        ada.sees("New: ", "h1")
        group.close()


def test_a_phone_and_the_keyboard_suffice(people: People) -> None:
    ada = comes(people, width=360, height=640)
    check_page(ada, "site-phone")
    ada.page.locator("#c0").focus()
    ada.keys("ArrowRight", "ArrowDown", "Enter").sees("Your move")
    assert ada.labels["b2"].startswith("b2, X")


@pytest.mark.slow
def test_two_builds_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write_docs(tmp_path / "docs")
    build(tmp_path / "site", tmp_path / "docs")
    first, second = (
        {file.relative_to(site).as_posix(): file.read_bytes() for file in site.rglob("*") if file.is_file()}
        for site in (folder / "Klasse 7" / "games", tmp_path / "site")
    )
    assert first == second
    shutil.rmtree(tmp_path / "site")
