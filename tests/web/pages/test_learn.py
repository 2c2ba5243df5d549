"""The Learn pages show every lesson completely, and all links in the lessons work."""

import html
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from noughts.explain.exercises.duel import duel
from noughts.explain.exercises.practice import feedback
from noughts.web.model.errors import Busy
from noughts.web.pages.learn.lessons import CARDS, BoardPlace, lessons
from noughts.web.pages.puzzles.sitting import fitting
from tests.web.exploring import Client, InstantEngines, Read

DOCS = Path(__file__).parents[3] / "docs"
BROWSER = Client()
TUTORIAL = DOCS / "tutorial"
GLOBS = ("everyone/*.md", "[0-9]*.md", "[!0-9i]*.md")  # all files but the index
FILES = {file.stem: file for files in GLOBS for file in sorted(TUTORIAL.glob(files))}
NAMES = list(FILES)
EVERYONE, CODE, EXTRA = ([name for name in NAMES if FILES[name] in TUTORIAL.glob(files)] for files in GLOBS)


def test_all_lessons_are_listed_in_order_each_with_a_sentence() -> None:
    assert [*lessons()] == NAMES == [*CARDS]
    assert (len(EVERYONE), len(CODE)) == (7, 12), "six lessons and a challenge, and twelve for people who program"
    assert EXTRA == ["minimax-in-ten-minutes", "why-a-draw"]
    read = Read(BROWSER.get("/learn").text)
    start, *links = [link["href"] for link in read.all("a") if link["href"].startswith("learn/")]
    assert links == [f"learn/{name}" for name in NAMES]
    assert start == links[0], "where a newcomer starts"
    assert all(card.sentence in read.text for card in CARDS.values())
    assert (
        read.text.index("For everyone") < read.text.index("For people who program") < read.text.index("Two more pages")
    )
    assert len(read.all("svg", **{"class": "thumb"})) == len(re.findall(r"about \d+ minutes", read.text)) == len(NAMES)


def test_short_lessons_take_five_minutes_or_so() -> None:
    assert all(4 <= lessons()[name].minutes <= 7 for name in EVERYONE)
    assert all(5 <= lessons()[name].minutes <= 20 for name in CODE)
    assert all(4 <= lessons()[name].minutes <= 12 for name in EXTRA)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_shown_completely(name: str) -> None:
    answer = BROWSER.get(f"/learn/{name}")
    assert answer.status_code == 200
    source = FILES[name].read_text(encoding="utf-8")
    read = Read(answer.text)
    assert ":::" not in answer.text
    assert "\x00" not in answer.text
    assert "&lt;details" not in answer.text
    assert "&lt;summary" not in answer.text
    assert "style=" not in answer.text, "the policy forbids it"
    assert len(read.all("h1")) == 1
    assert len(read.all("h2")) == len(re.findall(r"^## ", source, re.M))
    assert len(read.all("img")) == source.count("![") + source.count(":::{story}")
    assert len(read.all("details")) >= source.count("<details>")
    assert answer.text.count("<summary>Answers</summary>") == (1 if name in [*CODE, EXTRA[0]] else 0)
    blocks = re.findall(r"^(?:   )?```\w+\n(.*?)^(?:   )?```$", source, re.M | re.S)
    code = len(blocks) + source.count(":::{literalinclude}")
    assert len(read.all("pre")) == code
    for block in blocks:
        for line in block.splitlines():
            assert line.strip() in read.text
        assert block.rstrip("\n") in html.unescape(re.sub("<[^>]*>", "", answer.text)), "code to copy unchanged"
    assert len([place for place in read.all("div") if "data-source" in place]) == source.count(":::{story}")
    assert len(read.all("form", method="get")) == source.count(":::{board}")


@pytest.mark.parametrize("name", NAMES)
def test_all_links_of_a_lesson_work(name: str) -> None:
    read = Read(BROWSER.get(f"/learn/{name}").text)
    article = [link["href"] for link in read.all("a") if link.get("class") != "skip"]
    sources = [image["src"] for image in read.all("img")]
    assert all(image["alt"] for image in read.all("img"))
    stories = [place["data-source"] for place in read.all("div") if "data-source" in place]
    for link in {*article, *sources, *stories} - {"./", "play", "puzzles", "analyse", "games", "api/docs"}:
        assert not link.startswith("/")
        assert BROWSER.get(link).status_code == 200, link


@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("3-why-perfect-play-draws", "learn/why-a-draw"),
        ("04-minimax", "learn/why-a-draw"),
        ("04-minimax", "learn/minimax-in-ten-minutes"),
        ("minimax-in-ten-minutes", "learn"),
        ("12-larger-boards", "grade"),
    ],
)
def test_links_between_pages_of_the_documentation_lead_to_pages_of_the_application(name: str, link: str) -> None:
    article = BROWSER.get(f"/learn/{name}").text.partition("<article")[2].partition("<nav")[0]
    assert link in [each["href"] for each in Read(article).all("a")]


@pytest.mark.parametrize("name", [name for name in NAMES if ":::{story}" in FILES[name].read_text(encoding="utf-8")])
def test_a_story_has_a_document_and_words(name: str) -> None:
    read = Read(BROWSER.get(f"/learn/{name}").text)
    (place,) = [place for place in read.all("div") if "data-source" in place]
    told = BROWSER.get(place["data-source"]).json()
    assert told["format"] == "noughts-trace"
    assert all(event["text"] in read.text for event in told["events"])


def test_included_code_is_the_source_code() -> None:
    text = Read(BROWSER.get("/learn/04-minimax").text).text
    assert "def max_value" in text
    assert "def min_value" in text
    assert "def left_behind" not in Read(BROWSER.get("/learn/07-alpha-beta").text).text


def test_lessons_link_to_their_neighbours() -> None:
    for before, after in [*pairwise(EVERYONE), *pairwise(CODE), *pairwise(EXTRA)]:
        assert (
            Read(BROWSER.get(f"/learn/{before}").text).all("a", rel="next")[0]["href"].partition("?")[0]
            == f"learn/{after}"
        )
        assert Read(BROWSER.get(f"/learn/{after}").text).all("a", rel="prev")[0]["href"] == f"learn/{before}"


def test_code_is_coloured_by_classes_and_stays_the_same_text() -> None:
    text = BROWSER.get("/learn/04-minimax").text
    assert '<span class="k">return</span>' in text
    assert '<span class="nf">max_value</span>' in text
    assert '<span class="sd">' in text


def test_pictures_have_sizes_and_open_what_they_show() -> None:
    for name in NAMES:
        for picture in Read(BROWSER.get(f"/learn/{name}").text).all("img"):
            assert picture["src"].startswith("explore/picture") or float(picture["width"]) > 0 < float(
                picture["height"]
            )
    text = BROWSER.get("/learn/06-negamax").text
    assert '<a href="explore?position=o_x/x2_/x2o+x&amp;algorithm=negamax"><img ' in text


BOARDS = [(name, board) for name, lesson in lessons().items() for board in lesson.boards if board.task != "beat"]
DUELS = [(name, board) for name, lesson in lessons().items() for board in lesson.boards if board.task == "beat"]


def replies(page: str) -> list[str]:
    """Return the answers on a page, one for each board that has one, without signs and badges."""
    shown = re.findall(r'<div aria-live="polite" data-reply>\s*<p class="answer \w+">(.*?)</p>', page)
    return [re.sub("<[^>]*>", "", html.unescape(words))[1:].partition(" ★")[0] for words in shown]


@pytest.mark.parametrize(("name", "board"), BOARDS, ids=lambda value: value if isinstance(value, str) else value.number)
def test_pressing_a_cell_without_scripts_shows_the_answer_to_this_cell(name: str, board: BoardPlace) -> None:
    told = feedback(board.position, board.task)
    names = board.position.game.board.names
    blank = BROWSER.get(f"/learn/{name}").text
    pressable = {button["value"] for button in Read(blank).all("button", name=f"board{board.number}")}
    assert pressable == {names[move] for move in told}
    for move, answer in list(told.items())[:3]:
        text = BROWSER.get(f"/learn/{name}", {f"board{board.number}": names[move]}).text
        assert f'aria-label="{names[move]}, you tried {board.position.turn}' in text
        assert f'<p class="answer {answer.tone}">' in text
        assert replies(text) == [answer.text]


@pytest.mark.parametrize(("name", "board"), DUELS, ids=lambda value: value if isinstance(value, str) else value.number)
def test_a_game_against_perfect_goes_on_move_by_move_without_scripts(name: str, board: BoardPlace) -> None:
    field, tries = f"board{board.number}", list[int]()
    while not (played := duel(board.position, tries)).position.is_over:
        text = BROWSER.get(f"/learn/{name}", {field: ",".join(map(board.position.name, tries))}).text
        assert replies(text) == ([played.feedback.text] if played.feedback else [])
        sent = [*map(board.position.name, tries)]
        buttons = [button["value"].split(",") for button in Read(text).all("button", name=field)]
        assert sorted(buttons) == sorted([*sent, played.position.name(move)] for move in played.position.moves)
        tries.append(played.position.moves[0])
    text = BROWSER.get(f"/learn/{name}", {field: ",".join(map(board.position.name, tries))}).text
    assert not Read(text).all("button", name=field), "the game is over"
    assert replies(text)[0].startswith(played.feedback.text if played.feedback else "?")
    assert f'href="learn/{name}#{field}"' in text, "and the reader can start again"


@pytest.mark.parametrize("sent", ["b2,b2", "z9", ",,,", "<b>", "a1," * 999, "b2 a1"])
def test_moves_against_perfect_that_are_not_legal_are_ignored(sent: str) -> None:
    answer = BROWSER.get("/learn/3-why-perfect-play-draws", {"board1": sent})
    assert answer.status_code == 200
    assert len(replies(answer.text)) == (1 if sent[:2] in ("a1", "b2") and "," in sent else 0)


def test_answers_on_other_boards_are_kept() -> None:
    read = Read(BROWSER.get("/learn/1-how-not-to-lose", {"board1": "c1", "board3": "b2"}).text)
    assert [field["name"] for field in read.all("input", value="c1")] == ["board1", "board1"], "in boards 2 and 3"
    assert "a1-b1-c1 is complete" in read.text
    assert "Every other move loses" in read.text


@pytest.mark.parametrize("pressed", ["a1", "z9", "", "<b>", "c1" * 999])
def test_a_cell_that_cannot_be_pressed_is_ignored(pressed: str) -> None:
    answer = BROWSER.get("/learn/1-how-not-to-lose", {"board1": pressed})
    assert answer.status_code == 200
    assert '<b>"' not in answer.text
    assert answer.text.count("The answer appears here.") == 3


def test_a_short_lesson_loads_no_explorer() -> None:
    text = BROWSER.get("/learn/1-how-not-to-lose").text
    assert "explorer" not in text
    assert "explorer.css" not in text


@pytest.mark.parametrize(
    "path",
    [
        *["/learn/nothing", "/learn/index", "/learn/../app.py", "/learn/%2e%2e%2fapp", "/learn/04-minimax.md"],
        *["/learn/pictures/nothing.svg", "/learn/pictures/..%2fmake_pictures.py", "/learn/pictures/..%2f..%2fconf.py"],
    ],
)
def test_unknown_lessons_are_not_found(path: str) -> None:
    answer = BROWSER.get(path)
    assert answer.status_code == 404
    assert "There is no such" in answer.text


def test_a_lesson_can_be_read_while_the_engines_are_busy() -> None:
    engines = InstantEngines()
    engines.fault = Busy("too many others wait")
    answer = Client(engines).get("/learn/04-minimax")
    assert answer.status_code == 200
    assert "This part is not available, because too much else is being computed." in answer.text


@pytest.mark.parametrize("name", [name for name in EVERYONE if lessons()[name].kind == "everyone"])
def test_a_lesson_for_everyone_ends_with_a_puzzle_on_its_idea(name: str) -> None:
    links = [link["href"] for link in Read(BROWSER.get(f"/learn/{name}").text).all("a")]
    (link,) = (link for link in links if link.startswith("puzzles/next"))
    fields = dict(parse_qsl(urlsplit(link).query))
    assert fields == lessons()[name].puzzle
    assert fitting(fields.get("theme", ""), fields["game"])
