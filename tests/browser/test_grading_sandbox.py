"""Students' programs in a browser's sandbox: the page grades them like `noughts grade`, and they can do no harm."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from noughts.grading.grade import Exam
from noughts.grading.processes import grade_file
from noughts.grading.report import report_text
from noughts.grading.task import Task
from noughts.rules.gallery import game
from noughts.rules.game import Player
from tests.browser.grading import graded, served, write_site

pytestmark = [pytest.mark.needs("pyodide"), pytest.mark.slow]

STUDENTS = Path(__file__).parents[1] / "students"
SMALL = {"quick": "1", "seconds": "5"}
RIGHT = "def best_move(board):\n    return board.index(' ')\n"


class Place(NamedTuple):
    """A page that grades programs, and the paths that the browser requested from its server."""

    page: Any
    url: str
    paths: list[str]

    def grade(self, text: str, **settings: str) -> dict[str, Any]:
        return graded(self.page, {"mine.py": text}, {**SMALL, **settings})


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, chrome: Any) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("grade")
    write_site(folder)
    with served(folder) as (url, paths):
        page = chrome.new_page()
        page.goto(f"{url}/index.html")
        graded(page, {"mine.py": RIGHT}, SMALL)  # Python has been loaded
        paths.clear()
        yield Place(page, url, paths)
        page.close()


HARMLESS = {  # what a program gets, although it leads nowhere
    *("blob script", "blob fetch"),  # a program may run scripts in its own worker
    *("event source", "socket"),  # objects without a connection
    "package",  # an answer that nothing was loaded
    "origin",  # the opaque origin "null"
}


def test_a_program_reaches_neither_the_network_nor_the_page_nor_storage(place: Place) -> None:
    attacks = (STUDENTS / "hostile" / "browser.py").read_text()
    attacks = attacks.replace("http://127.0.0.1", place.url)
    result = place.grade(attacks, call="best_move(cells)", marks="XO_")
    said = [
        finding["said"].partition("ValueError: ")[2].partition(" (mine.py")[0] for finding in result["json"]["findings"]
    ]
    outcomes = {one.partition("=")[0]: one for one in said}
    assert len(outcomes) == attacks.count('attack("'), sorted(outcomes)
    assert {name for name, one in outcomes.items() if "=got" in one} <= HARMLESS
    assert outcomes["origin"] == "origin=got null"
    assert outcomes["websocket"] == "websocket=failed"
    assert not [name for name, one in outcomes.items() if one.endswith(("=waits", "=nothing"))]
    assert not [path for path in place.paths if "leak" in path]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "import js\ndef best_move(board):\n    for _ in range(10 ** 9):\n        js.postMessage('x' * 1000)\n",
            "disturbed the process in which it ran",
        ),
        (
            "import js\nfor number in range(100):\n    js.postMessage('{}')\n" + RIGHT,
            "disturbed the process in which it ran",
        ),
        ("import js\njs.postMessage('x' * (1 << 21))\n" + RIGHT, "it sent unexpected messages"),
        ("import js\njs.postMessage(7)\n" + RIGHT, "it sent unexpected messages"),
        ("import js\njs.postMessage('[' * 10000)\n" + RIGHT, "disturbed the process in which it ran"),
        (
            "import js, json\njs.postMessage('{}')\n"
            "js.postMessage(json.dumps({'error': '<img src=x onerror=alert(1)>', 'reason': 'x'}))\n" + RIGHT,
            "<img src=x onerror=alert(1)>",
        ),
        ("def best_move(board):\n    import os\n    os._exit(3)\n", "ends the program"),
        ("import ctypes\ndef best_move(board):\n    ctypes.string_at(0xffffffff, 4)\n", "ended the whole program"),
        ("def best_move(board):\n    return input()\n", "asks for input"),
    ],
)
def test_a_program_that_disturbs_its_worker_gets_a_sentence(place: Place, text: str, words: str) -> None:
    result = place.grade(text)
    assert words in result["text"]
    assert not result["json"]["passed"]
    assert "<img" not in result["html"]
    assert place.grade(RIGHT)["json"]["graded"], "the next program is not disturbed"


ENDLESS = """
def best_move(board):
    while board.count(" ") == 9:
        try:
            while True:
                pass
        except BaseException:
            pass
    return board.index(" ")
"""


def test_an_endless_loop_that_catches_every_error_ends_with_a_sentence(place: Place) -> None:
    result = place.grade(ENDLESS, marks="XO ", call="best_move(cells)", seconds="2")
    assert "is too slow in 1 position" in result["text"]
    assert any("did not answer within 2 seconds" in str(finding["said"]) for finding in result["json"]["findings"])
    assert place.grade(RIGHT)["json"]["graded"]


FORGERS = {
    "patched": "from noughts.grading.user_code.player import RawAnswer, UserPlayer\n"
    "UserPlayer.answer = lambda self, position, random: RawAnswer(position.moves[-1], '', 0)\n" + RIGHT,
    "prints": 'print(\'{"number": 1, "cell": 4, "visited": 0}\')\n' + RIGHT,
    "answers": "import js, json\nfrom pyodide.ffi import create_proxy\n"
    "def forge(event):\n    for line in event.data:\n        number = json.loads(line)[4]\n"
    "        js.postMessage(json.dumps({'number': number, 'cell': 4, 'visited': 0}))\n"
    "js.self.onmessage = create_proxy(forge)\n" + RIGHT,
    "later": "import js, json\ndef forge():\n    for number in range(1, 5000):\n"
    "        js.postMessage(json.dumps({'number': number, 'cell': 4, 'visited': 0}))\n"
    "def best_move(board):\n    if board.count(' ') == 1: forge()\n    return board.index(' ')\n",
}


@pytest.mark.parametrize("name", FORGERS)
def test_a_program_cannot_fake_its_verdict(place: Place, name: str) -> None:
    result = place.grade(FORGERS[name])
    assert not result["json"]["passed"]
    assert "Passed" not in result["text"]


@pytest.mark.parametrize("student", ["underscore.py", "crashes.py", "taken.py"])
def test_the_report_is_the_same_as_that_of_noughts_grade(place: Place, student: str) -> None:
    text = (STUDENTS / student).read_text()
    task = Task(game("tictactoe"), None, 60, None, Exam.of(game("tictactoe"), quick=True))
    expected = grade_file(str(STUDENTS / student), task)
    result = graded(place.page, {student: text}, {"quick": "1"})
    assert result["text"] == report_text(expected, f"{student}:{expected.ready.name}")


def test_a_class_is_graded(place: Place) -> None:
    files = {"class/ada.py": RIGHT, "class/bob.py": "def best_move(board):\n    return 1 / 0\n", "class/eve.txt": "?"}
    result = graded(place.page, files, {"quick": "1"})
    assert [student["student"] for student in result["json"]["students"]] == ["ada", "bob", "eve"]
    assert "ada" in result["csv"]
    assert "Class report" in result["html"]
    assert Player.X.value in result["html"]


NO_CALL = """
import js, json
js.postMessage('{}')
ready = {"name": "best_move", "call": ["((((", ["X", "O", " "], None, None, "{}"], "left_out": [], "counts": False}
js.postMessage(json.dumps({**ready, "skipped": []}))
def best_move(board): return 0
"""


def test_a_made_up_call_does_not_end_the_grading_of_a_class(place: Place) -> None:
    files = {"7b/ada/ada.py": RIGHT, "7b/eve/eve.py": NO_CALL}
    result = graded(place.page, files, SMALL, patience=150)
    grades = {student["student"]: student["result"] for student in result["json"]["students"]}
    assert grades["ada"] != "not-graded"
    assert grades["eve"] == "not-graded"
