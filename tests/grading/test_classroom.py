"""`noughts grade FOLDER`: every file of a class gets a result, whatever is wrong with it."""

import csv
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace

import pytest

from noughts import Choice, NoughtsError, Solver, game
from noughts.grading import sandbox
from noughts.grading.classroom.anonymous import hidden
from noughts.grading.classroom.entry import Entry, entry_of
from noughts.grading.classroom.handed_in import Submission, opened, submissions
from noughts.grading.classroom.page import class_html, student_html
from noughts.grading.classroom.roster import read_roster
from noughts.grading.classroom.run import Plan, grade_class
from noughts.grading.classroom.settings import USUAL, Rubric, read_settings
from noughts.grading.classroom.store import Store
from noughts.grading.classroom.table import class_data, class_text, common_faults
from noughts.grading.conversation import Ready
from noughts.grading.fixes import fixes
from noughts.grading.grade import Exam, judge
from noughts.grading.grade import grade as grade_player
from noughts.grading.report import GRADES, report_text
from noughts.grading.task import Graded, Task
from noughts.grading.user_code.call import Call
from noughts.players.opponent import IllegalAnswer
from noughts.render.spreadsheets import safe
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.terminal.progress import bar
from tests.terminal.terminal import Terminal

STUDENTS = Path(__file__).parents[1] / "students"
FILES = {  # what each file of the class does, and its result
    "ada.py": ("variants/plain_perfect.py", "flawless"),
    "bob.py": ("variants/plain_lazy.py", "slow"),
    "cyd.py": ("variants/plain_greedy.py", "value"),
    "dan.py": ("variants/takes_taken.py", "illegal"),
    "eve.py": ("variants/crashes_early.py", "crash"),
    "fay/game.py": ("variants/swapped.py", "form"),
    "gus/lab.ipynb": ("variants/notebook.ipynb", "flawless"),
    "hal.py": ("hostile/dies_at_once.py", "not-graded"),
    "ida.py": ("", "not-graded"),
    "jan.py": ("variants/value_like_cells.py", "not-graded"),
    "kim": ("", "not-graded"),
}
RUBRIC = (
    "[points]\nflawless = 10\nslow = 8\nvalue = 4\nillegal = 2\ncrash = 2\ntime-out = 1\nnot-graded = 0\nmistake = -3\n"
)


TINY = Plan(Task(game("2,2,2"), None, 20, None, Exam.of(game("2,2,2"))))
BRAIN = (  # a file in the folder of a class cannot import brain.py
    "import sys, types\nbrain = sys.modules['brain'] = types.ModuleType('brain')\n"
    f"exec({(STUDENTS / 'variants' / 'brain.py').read_text()!r}, vars(brain))\n"
)
in_sandbox = pytest.mark.needs("bwrap")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class") / "homework"
    (folder / "fay" / "__pycache__").mkdir(parents=True)
    (folder / "gus").mkdir()
    for name, (source, _) in FILES.items():
        if name == "kim":
            (folder / name).mkdir()
            continue
        text = (STUDENTS / source).read_text() if source else "def move(board:\n"
        alone = BRAIN if "from brain" in text and "/" not in name else ""
        (folder / name).write_text(alone + text)
    for place in ("fay", "gus"):
        shutil.copy(STUDENTS / "variants" / "brain.py", folder / place)
    (folder / "fay" / "__pycache__" / "game.py").write_text("")
    (folder.parent / "class.toml").write_text(RUBRIC)
    (folder.parent / "roster.csv").write_text("File,Name\nada.py,Ada <Lovelace>\nfay,=Fay\nzoe.py,Zoe\n")
    return folder


@pytest.fixture(scope="module")
def done(folder: Path) -> Terminal:
    """Grade the class once, for all tests that only read the results."""
    there = folder.parent
    return Terminal.run(
        *("grade", str(folder), "--quick", "--csv", f"{there}/marks.csv", "--html", f"{there}/report.html"),
        *("--class", f"{there}/class.toml", "--roster", f"{there}/roster.csv", "-j", "2"),
    )


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_file_gets_a_result_and_a_broken_one_stops_nothing(done: Terminal, folder: Path) -> None:
    assert done.status == 0
    assert done.err == ("" if sandbox.bubblewrap() else f"Note: {sandbox.NO_SANDBOX}\n")
    table = rows(folder.parent / "marks.csv")
    results = [(name.split("/")[-1], grade) for name, (_, grade) in FILES.items()]
    assert [(row["file"].split("/")[-1], row["result"]) for row in table] == [*results, ("", "not-handed-in")], done.out
    lines = done.out.splitlines()
    assert " ".join(lines[1].split()[:10]) == "Ada <Lovelace> best_move flawless 614 of 614 all 336 taken"
    assert "jan: minimax() returns scores such as 1 and 0, not moves" in " ".join(lines)
    assert "  ida: ida.py has a Python syntax error on line 1: '(' was never closed." in lines
    assert "  kim: It is empty: hand in a Python file or a notebook." in lines
    assert " ".join(next(line for line in lines if line.startswith("Zoe")).split()) == "Zoe nothing handed in"


def test_the_table_has_points_and_the_first_mistake(done: Terminal, folder: Path) -> None:
    table = {row["student"]: row for row in rows(folder.parent / "marks.csv")}
    points = {name: row["points"] for name, row in table.items()}
    assert points == {
        **{"Ada <Lovelace>": "10", "bob": "8", "cyd": "4", "dan": "2", "eve": "2", "'=Fay": "7", "gus": "10"},
        **dict.fromkeys(["hal", "ida", "jan", "kim"], "0"),
        "Zoe": "",
    }
    assert table["'=Fay"]["form_mistakes"] == "it returns the column before the row"
    lazy = table["bob"]
    assert (lazy["kept"], lazy["lost"], lazy["wins_in_one"], lazy["wins_missed"]) == ("614", "0", "336", "54")
    assert lazy["answer"] not in lazy["best"].split("; ")
    assert table["eve"]["first_mistake"] == "3_/3_/3_ x"
    assert table["eve"]["answer"].startswith("best_move() crashed: TypeError")


class Page(HTMLParser):
    """Collects the elements and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name in ("src", "href") and "//" in (value or "") for name, value in attrs), "no network"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_report_has_a_page_for_each_student_with_advice(done: Terminal, folder: Path) -> None:
    page = Page((folder.parent / "report.html").read_text())
    assert page.tags.count("section") == len(FILES)
    assert page.tags.count("textarea") == len(FILES)
    assert "Ada <Lovelace>" in page.texts
    assert "lovelace" not in page.tags
    text = " ".join(page.texts)
    assert "Return the row before the column" in text
    assert "Score a win as 1 plus the number of empty cells" in text
    assert re.search(r"[XO] to move, \d+ empty cells? \(! best\)", text), "no answer"
    assert "It plays as if it gave every win the same score" in text
    assert "flawless" not in " ".join(re.findall(r"Right moves, wrong form.*", text))
    assert "7 of 10" in text


def test_results_are_used_again_for_unchanged_files(
    folder: Path, done: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(folder.parent / "marks.csv", tmp_path)
    shutil.copy(folder.parent / "marks.csv.results", tmp_path)
    graded: list[str] = []

    def fail(text: str, *args: object, **more: object) -> None:
        graded.append(text)
        raise ZeroDivisionError

    monkeypatch.setattr("noughts.grading.classroom.run.grade_file", fail)
    arguments = ["grade", str(folder), "--quick", "--csv", f"{tmp_path}/marks.csv", "--anonymous"]
    again = Terminal.run(*arguments, "--resume")
    assert (again.status, graded) == (0, [])
    assert "Student 1 " in again.out
    text = (tmp_path / "marks.csv").read_text()
    assert not any(re.search(rf"\b{name.split('.')[0]}\b", text) for name in FILES if "/" not in name)
    unsaid = Terminal.run(*arguments)
    assert (unsaid.status, graded) == (2, [])
    assert "has the results of an earlier run: add --resume to use them, or --force to begin again" in unsaid.err
    assert Terminal.run(*arguments, "--resume").out == again.out, "they are still there"
    Terminal.run(*arguments, "--force")
    assert len(graded) == len(FILES) + 1, "each file, and brain.py in two folders, but none in the empty folder"
    assert {row["result"] for row in rows(tmp_path / "marks.csv")} == {"not-graded"}


def small(folder: Path, count: int) -> list[Submission]:
    for number in range(count):
        (folder / f"s{number}.py").write_text("def move(board):\n    return board.index(' ')\n")
    return submissions(folder)


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    handed_in = small(tmp_path / "class", 3)

    stop = Event()

    def watch(done: int, total: int, left: float | None, name: str) -> None:
        if done:
            stop.set()

    store = Store(tmp_path / "marks.csv.results", TINY.task.game, resume=False)
    first, interrupted = grade_class(handed_in, TINY, store=store, watch=watch, stop=stop)
    assert interrupted
    assert 1 <= len(first) < 3
    with (tmp_path / "marks.csv.results").open("a") as file:
        file.write('{"key": "cut off')
    store = Store(tmp_path / "marks.csv.results", TINY.task.game, resume=True)
    assert [store.get(TINY.key(one)) is not None for one in handed_in] == [n < len(first) for n in range(3)]
    assert store.get(replace(TINY, function="move").key(handed_in[0])) is None
    entries, interrupted = grade_class(handed_in, TINY, store=store)
    assert ([entry.student for entry in entries], interrupted) == (["s0", "s1", "s2"], False)
    assert entries[: len(first)] == first


@pytest.mark.parametrize(
    "change",
    [
        {"grade": "excellent"},
        {"asked": "many"},
        {"seconds": None},
        {"faults": {"value": "3"}},
        {"verdict": 5},
        {"examples": [[]]},
        {"examples": 5},
        {"more": 1},
    ],
)
def test_damaged_results_are_computed_again(change: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "marks.csv.results"
    entry = Entry("Ada", "a.py", "value", "It gives value away.", asked=9, faults={"value": 3})
    store = Store(path, TINY.task.game, resume=False)
    store.put("damaged", entry)
    store.put("right", entry)
    head, line, right = path.read_text().splitlines()
    data = json.loads(line)
    for wrong in (json.dumps({**data, "entry": {**data["entry"], **change}}), "[" * 100_000, line[:-9], "5", "[]"):
        path.write_text("\n".join([head, wrong, right, ""]))
        store = Store(path, TINY.task.game, resume=True)
        assert (store.get("damaged"), store.get("right")) == (None, entry)


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "marks.csv.results").write_text("the results of my life")
    with pytest.raises(NoughtsError, match="exists and has no results of a class"):
        Store(tmp_path / "marks.csv.results", TINY.task.game, resume=True)
    os.truncate(tmp_path / "marks.csv.results", 1 << 40)
    with pytest.raises(NoughtsError, match="is too large"):
        Store(tmp_path / "marks.csv.results", TINY.task.game, resume=True)
    os.mkfifo(tmp_path / "pipe.results")
    with pytest.raises(NoughtsError, match="is not a regular file"):
        Store(tmp_path / "pipe.results", TINY.task.game, resume=True)


def test_submissions_are_files_and_folders_without_rubbish(folder: Path) -> None:
    found = {one.name: one for one in submissions(folder)}
    assert set(found) == {name.split("/")[0] for name in FILES}
    with opened(found["fay"]) as fay:
        assert [program.shown for program in fay.programs] == ["fay/game.py", "fay/brain.py"]


def test_strange_names_and_files_are_graded_or_named(tmp_path: Path) -> None:
    good = "def move(board):\n    return board.index(' ')\n"
    for name in (b"we:ird.py", b"new\nline.py", b"Gr\xf6\xdfe.py", b"e\x1b[31mred.py"):  # Latin-1, as in old ZIP files
        (tmp_path / os.fsdecode(name)).write_text(good)
    (tmp_path / "binary.py").write_bytes(bytes(range(256)))
    (tmp_path / "bad.ipynb").write_text("{}")
    (tmp_path / "SHOUT.PY").write_text(good)
    entries, _ = grade_class(submissions(tmp_path), TINY, jobs=2)
    assert {entry.file: entry.grade for entry in entries} == {
        **dict.fromkeys(["we:ird.py", "new line.py", "Größe.py", "e [31mred.py", "SHOUT.PY"], "flawless"),
        **dict.fromkeys(["binary.py", "bad.ipynb"], "not-graded"),
    }
    said = {entry.student: entry.summary for entry in entries}
    assert said["binary"] == "binary.py is not Python text: save it as UTF-8"
    assert said["bad"] == "bad.ipynb is not a notebook: expected JSON with a list of cells"


def odd_class(folder: Path) -> dict[str, str]:
    """Fill the folder of a class with every kind of entry except programs. Return a word of each reason."""
    for name in ("itself.py", "one", "other"):
        (folder / name).symlink_to({"one": "other", "other": "one"}.get(name, name))
    (folder / "nowhere.py").symlink_to("gone.py")
    (folder / "zero.py").symlink_to("/dev/zero")
    (folder / "root").symlink_to("/")
    (folder / "linked.py").symlink_to(__file__)
    (folder / "within").mkdir()
    (folder / "within" / "game.py").symlink_to(__file__)
    os.mkfifo(folder / "pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(folder / "socket.py"))  # the absolute path may be too long
    (folder / "folder.py").mkdir()
    (folder / "inner").mkdir()
    (folder / "inner" / "again").symlink_to(".")
    (folder / "inner" / "itself.py").symlink_to("itself.py")
    os.mkfifo(folder / "inner" / "pipe.py")
    with (folder / "huge.py").open("wb") as file:
        file.truncate(1 << 40)
    (folder / "notes.txt").write_text("not a program")
    (folder / "roster.csv").write_text("a file of the teacher")
    return {
        **dict.fromkeys(["itself.py", "one", "other", "nowhere.py", "zero.py", "root", "linked.py"], "it is a link"),
        **dict.fromkeys(["pipe.py", "socket.py"], "not a file"),
        **{"folder.py": "it is empty", "inner": "again is a link", "within": "game.py is a link"},
        "notes.txt": "no Python files or notebooks, only notes.txt",
        "huge.py": "too large",
    }


def test_whatever_lies_in_a_class_is_a_row_with_a_reason(tmp_path: Path) -> None:
    reasons = odd_class(tmp_path)
    handed_in = submissions(tmp_path)
    store = Store(tmp_path.with_suffix(".results"), TINY.task.game, resume=False)
    entries, _ = grade_class(handed_in, TINY, store=store)
    assert {entry.file for entry in entries} == set(reasons)
    assert all(reasons[entry.file] in entry.summary and entry.grade == "not-graded" for entry in entries)
    assert all(fixes(entry)[0].startswith(("Hand in", "The file is empty")) for entry in entries)


@pytest.mark.parametrize(
    "name", [b"\xe9.py", b"\x1b[2J.py", b"=1+1.py", b"<img src=x>.py", b"\xfc" * 200 + b".py", b"a\r\nb.py"]
)
def test_no_file_name_reaches_the_results_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: bytes
) -> None:
    def fail(text: str, *args: object, **more: object) -> None:
        raise NoughtsError(f"there is no file {Path(text).name}")

    monkeypatch.setattr("noughts.grading.classroom.run.grade_file", fail)
    folder = tmp_path / os.fsdecode(b"cl\xe4ss\x1b")
    folder.mkdir()
    (folder / os.fsdecode(name)).write_text("")
    done = Terminal.run("grade", str(folder), "--csv", f"{tmp_path}/marks.csv", "--html", f"{tmp_path}/report.html")
    assert done.status == 0, done.err
    (row,) = rows(tmp_path / "marks.csv")
    page = Page((tmp_path / "report.html").read_text())
    assert all(text.isprintable() and not text.startswith("=") and len(text) < 250 for text in row.values())
    assert "img" not in page.tags
    assert all(character.isprintable() or character == "\n" for character in done.out + "".join(page.texts))


@pytest.mark.parametrize("in_folder", [True, False])
def test_a_submission_can_vanish_while_the_class_is_graded(tmp_path: Path, in_folder: bool) -> None:
    small(tmp_path, 1)
    if in_folder:
        (tmp_path / "ada").mkdir()
        (tmp_path / "s0.py").rename(tmp_path / "ada" / "s0.py")
    handed_in = submissions(tmp_path)
    shutil.rmtree(tmp_path)
    ((entry,), _) = grade_class(handed_in, TINY)
    assert (entry.grade, entry.summary) == ("not-graded", f"there is no file {'ada' if in_folder else 's0.py'}")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can read everything")
def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir(mode=0)
    small(tmp_path, 1)
    (tmp_path / "s0.py").chmod(0)
    entries, _ = grade_class(submissions(tmp_path), TINY)
    assert [entry.summary for entry in entries] == [
        "the folder cannot be read: change its permissions",
        "cannot read s0.py: Permission denied",
    ]


def test_a_program_that_imports_noughts_is_named_everywhere() -> None:
    ada, bob = Entry("Ada", "a.py", "flawless", "", imports_noughts=True), Entry("Bob", "b.py", "flawless", "")
    page = class_html([ada, bob], title="")
    assert page.count("it imports noughts") == 1
    text = class_text([ada, bob])
    assert [line.count("†") for line in text.splitlines() if "flawless" in line] == [1, 0, 0]
    assert "Ada" in text.partition("† It imports noughts")[2]


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    done = Terminal.run("grade", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert "has no Python files or notebooks: expected one file or folder for each student" in done.err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--resume"], "--resume needs the file that the last run wrote: add --csv FILE or --html FILE"),
        (["--csv", "-", "--json"], "only one of --csv and --json can go to standard output"),
        (["--class", "nowhere.toml"], "'nowhere.toml' does not exist"),
    ],
)
def test_wrong_options_for_a_class(folder: Path, args: list[str], message: str) -> None:
    done = Terminal.run("grade", str(folder), *args)
    assert done.status == 2
    assert message in done.err


def test_options_for_a_class_need_a_folder() -> None:
    done = Terminal.run("grade", "mine.py:move", "--csv", "marks.csv")
    assert (done.status, "need a folder of programs" in done.err) == (2, True)


def test_a_class_as_json(tmp_path: Path) -> None:
    small(tmp_path, 1)
    done = Terminal.run("grade", str(tmp_path), "-g", "2,2,2", "--json")
    report = json.loads(done.out)
    assert (done.status, report["complete"]) == (0, True)
    assert [(row["student"], row["result"]) for row in report["students"]] == [("s0", "flawless")]


@pytest.mark.parametrize("isolated", [pytest.param(True, marks=in_sandbox), False])
def test_files_of_a_flat_class_do_not_run_each_other(
    tmp_path: Path, isolated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isolated:
        monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    good = "def move(board):\n    return board.index(' ')\n"
    (tmp_path / "alice.py").write_text("import bob\ndef move(board):\n    return bob.move(board)\n")
    (tmp_path / "bob.py").write_text(good)
    (tmp_path / "cleo.py").write_text("try:\n    import bob\nexcept ImportError:\n    bob = None\n" + good)
    (tmp_path / "dora").mkdir()
    (tmp_path / "dora" / "main.py").write_text("from rules import first\ndef move(board): return first(board)\n")
    (tmp_path / "dora" / "rules.py").write_text(good.replace("move", "first"))
    entries, _ = grade_class(submissions(tmp_path), TINY)
    assert [(one.file, one.grade) for one in entries] == [
        ("alice.py", "not-graded"),
        ("bob.py", "flawless"),
        ("cleo.py", "flawless"),
        ("dora/main.py", "flawless"),
    ]
    note = "it imports bob.py, but the files of different students cannot import each other"
    assert [note in one.summary for one in entries] == [True, False, False, False]
    assert entries[0].summary == (
        f"{note}: put files that belong together in one folder, or pass --shared bob.py if the whole class has this "
        "file"
    )


def test_a_shared_file_can_be_imported_by_all_and_is_not_graded(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("def move(board):\n    return board.index(' ')\n")
    for student in ("ada", "bob"):
        (tmp_path / f"{student}.py").write_text("import rules\ndef move(board):\n    return rules.move(board)\n")
    handed_in = submissions(tmp_path, [tmp_path / "rules.py"])
    entries, _ = grade_class(handed_in, TINY)
    assert [(one.file, one.grade, one.summary.count("Note")) for one in entries] == [
        ("ada.py", "flawless", 0),
        ("bob.py", "flawless", 0),
    ]


def test_a_damaged_archive_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "ada.zip").write_bytes(b"PK")
    (tmp_path / "bob.py").write_text("def move(board):\n    return board.index(' ')\n")
    entries, _ = grade_class(submissions(tmp_path), TINY)
    assert [(one.student, one.grade, one.summary) for one in entries] == [
        ("ada", "not-graded", "the archive ada.zip is damaged or is not a ZIP file: pack it again"),
        ("bob", "flawless", "Passed: flawless, the best move in each of 17 positions."),
    ]
    assert fixes(entries[0])[0].startswith("Hand in a Python file, a notebook or a folder, not an archive.")


@pytest.mark.parametrize("more", ["", "def other(a, b, c): pass\n"])
def test_a_missing_module_is_named(tmp_path: Path, more: str) -> None:
    text = "from lines import winner\ndef move(board):\n    return winner(board)\n"
    (tmp_path / "chen.py").write_text(text + more)
    (found,), _ = grade_class(submissions(tmp_path), TINY)
    assert found.summary.startswith("chen.py cannot import lines: put what it imports beside the file, or install it (")
    assert fixes(found) == [
        "Hand in all files that your program needs, in one folder. Run your file yourself before you hand it in."
    ]


@pytest.mark.parametrize(
    ("text", "fault", "advice"),
    [
        ("def move(board:\n", "a syntax error", "Fix the line that the message names."),
        ("\0", "not Python text", "Save the file again"),
        ("def move(board):\n    return 0.5\n", "it returns scores, not moves", "Return the move itself"),
        (
            "def move(board):\n    board\n",
            "it returns no move",
            "Make sure that your function returns a move",
        ),
        (
            "def best_move(b):\n    return b.index(' ')\ndef find_best_move(b):\n    return b.rindex(' ')\n",
            "several functions",
            "Call the",
        ),
        ("x = 1", "no Python file", "Hand in a Python file or a notebook."),
        (
            "def move(secret, key, code, way):\n    return key\n",
            "not understood",
            "Write one function that takes the board",
        ),
    ],
)
def test_the_advice_fits_the_reason_why_a_file_was_not_graded(
    tmp_path: Path, text: str, fault: str, advice: str
) -> None:
    (tmp_path / "a.py").write_text(text)
    (result,), _ = grade_class(submissions(tmp_path), TINY)
    assert common_faults([result])[0][0].startswith(f"Not graded: {fault}"), result.summary
    (found,) = fixes(result)
    assert found.startswith(advice)


@pytest.mark.parametrize(
    ("summary", "sentence"),
    [("a.py is empty", "a.py is empty."), ("v() does", "v() does."), ("the folder is empty", "The folder is empty.")],
)
def test_a_reason_is_a_sentence_that_keeps_the_names_of_files_and_functions(summary: str, sentence: str) -> None:
    assert f"<p>{sentence}" in class_html([Entry("Ada", "a.py", "not-graded", summary)], title="")


def test_a_late_win_gets_no_advice_before_lost_games_are_repaired() -> None:
    faults = {"value": 4, "slow win": 2}
    (found,) = fixes(Entry("Ada", "a.py", "value", "", faults=faults))
    assert found.startswith("Draw the moves that follow")
    assert len(fixes(Entry("Ada", "a.py", "crash", "", faults={"crash": 1, "slow win": 2}))) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--csv", "marks", "--html", "./marks"], "--csv and --html are the same file marks: choose two names"),
        (["--csv", "-", "--html", "/dev/stdout"], "only one of --csv and --html can go to standard output"),
        (
            ["--csv", "marks", "--html", "marks.results"],
            "--html and the results file are the same file marks.results: choose two names",
        ),
        (["--csv", "roster.csv", "--roster", "roster.csv"], "roster.csv exists. Add --force to overwrite it."),
        (["--html", "class/ada.py"], "class/ada.py exists. Add --force to overwrite it."),
    ],
)
def test_an_output_that_is_an_input_or_another_output_is_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"class/ada.py": "move = min", "roster.csv": "ada.py,Ada\n"}
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    done = Terminal.run("grade", "class", *arguments)
    assert (done.status, message in " ".join(done.err.split())) == (2, True), done.err
    assert {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()} == set(files)
    assert {name: Path(name).read_text() for name in files} == files


@pytest.mark.slow
@pytest.mark.parametrize("presses", [1, 3])
def test_ctrl_c_ends_within_a_second_and_writes_what_is_done(tmp_path: Path, presses: int) -> None:
    (tmp_path / "class").mkdir()
    small(tmp_path / "class", 1)
    signs = tmp_path / "it hangs now"
    (tmp_path / "class" / "t.py").write_text(
        f"from pathlib import Path\nwhile True:\n    try:\n        Path({str(signs)!r}).touch()\n"
        "        while True: pass\n    except BaseException: pass\n"
    )
    command = [sys.executable, "-m", "noughts", "grade", "class", "-g", "2,2,2", "--csv", "c.csv", "--html", "r.html"]
    with subprocess.Popen(
        [*command, "-j", "1"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PATH": ""},  # without bubblewrap, because the file writes a file
    ) as grading:
        while not signs.exists() and grading.poll() is None:
            time.sleep(0.05)
        began = time.monotonic()
        for _ in range(presses):
            grading.send_signal(signal.SIGINT)
            time.sleep(0.05)
        out, err = grading.communicate(timeout=300)
        assert time.monotonic() - began < 3, "one second, on a computer that does nothing else"
    assert grading.returncode == 130 or (presses > 1 and grading.returncode == -signal.SIGINT), "at its very end"
    assert err == f"Note: {sandbox.NO_SANDBOX}\n"
    assert "Stopped after 1 of 2 students. To continue, add --resume." in out
    assert [(row["file"], row["result"]) for row in rows(tmp_path / "c.csv")] == [("s0.py", "flawless")]
    assert "<section" in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize(("nodes", "columns"), [(None, 7), (12.5, 8)])
def test_nodes_have_a_column_if_a_program_counts_them(nodes: float | None, columns: int) -> None:
    one, other = Entry("Ada", "a.py", "flawless", "", nodes=nodes), Entry("Bob", "b.py", "not-graded", "")
    page = class_html([one, other], title="")
    assert page.count("<th>") + page.count('<th scope="col"') == columns
    assert f'<td colspan="{columns - 1}">' in page


@pytest.mark.parametrize("first", "=+-@\t＝＋－＠")
def test_no_text_in_the_table_is_a_formula(first: str) -> None:
    assert safe(f"{first}1+1") == f"'{first}1+1"
    assert safe(f"Ada;{first}1+1") == f"Ada;'{first}1+1", "split at semicolons"
    assert safe(f"Ada; {first}1+1") == f"Ada;' {first}1+1"


@pytest.mark.parametrize("text", ["Ada", "a1: 3; b2: 1", "a-b", "x=1", "1; 2", "", " Ada"])
def test_other_text_in_the_table_is_unchanged(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("points", "words"), [(1_000_000, "1000000"), (123456.5, "123456.5"), (12.0, "12"), (0.1 + 0.2, "0.3")]
)
def test_points_are_written_in_full(points: float, words: str) -> None:
    rubric = Rubric(dict.fromkeys(GRADES, points))
    entry = Entry("Ada", "ada.py", "flawless", "")
    assert (str(rubric.of(entry)), str(rubric.most)) == (words, words)
    assert class_text([entry], rubric).splitlines()[1].split()[-1] == words
    assert f'<div class="points">{words} of {words}</div>' in class_html([entry], title="", rubric=rubric)


def test_hidden_entries_name_nobody() -> None:
    def bob(position: Position, random: Random) -> Choice:
        raise IllegalAnswer("bob() returned None, which is not a move")

    report = Graded(grade_player(bob, "2,2,2"), Ready("bob", Call("bob(rows)", ("X", "O", " ")), ("bob = 1",), False))
    shown = hidden(
        [
            entry_of(report, "Bob", "bob/main.py", note="it imports ada.py", text="1", number="7"),
            Entry("Ada", "ada.py", "not-graded", "ada.py has a Python syntax error on line 1", "syntax"),
            Entry("Cyd", "cyd/main.py", "not-graded", "cyd.py is empty", "empty", text="1"),
        ]
    )
    assert [(row["student"], row["file"], row["same_text"]) for row in class_data(shown, None)] == [
        ("Student 1", "student1", []),
        ("Student 2", "student2", ["student3"]),
        ("Student 3", "student3", ["student2"]),
    ]
    page = class_html(shown, title="").partition("</style>")[2].partition("<script>")[0]
    text = page + class_text(shown) + json.dumps([one.to_data() for one in shown])
    assert not re.search(r"ada|bob|cyd|main\.py", text, re.IGNORECASE)
    assert "A syntax error." in text
    assert "No legal move." in text


def test_identical_files_of_two_students_have_results_of_their_own(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text("def best_move(board): return board.index(' ')")
    ada, bob = submissions(tmp_path)
    assert ada.key("") != bob.key("")
    before = ada.key("")
    (tmp_path / "ada" / "weights.txt").write_text("1")
    assert ada.key("") != before, "any file can change what the program does"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("surrogate.py", "raise ValueError('\\udcff')"),
        ("escape.py", "raise ValueError('\\x1b]0;title\\x07')"),
        (
            "count.py",
            "nodes = 0\ndef best_move(board):\n    global nodes\n    nodes += 10**400\n    return board.index(' ')",
        ),
    ],
)
def test_strange_answers_are_graded_like_others_and_print_as_text(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    entries, interrupted = grade_class(submissions(tmp_path), TINY)
    assert (len(entries), interrupted) == (1, False)
    assert entries[0].summary.isprintable()


@pytest.mark.parametrize(
    ("missed", "there", "asked", "words"),
    [
        (0, 9, 17, "all 9 taken"),
        (4, 9, 17, "4 of 9 missed"),
        (0, 0, 17, "none to take"),
        (0, 0, 0, "not asked"),
    ],
)
def test_wins_in_one_move_are_taken_missed_or_not_there(missed: int, there: int, asked: int, words: str) -> None:
    result = Entry("Ada", "a.py", "slow", "", asked=asked, wins_in_one=there, wins_missed=missed)
    assert result.wins == words
    (row,) = class_data([result], None)
    assert row["wins_missed"] == (missed if there else None)


def test_a_flawless_result_and_its_sentence_never_disagree() -> None:
    report = grade_player("perfect", game("2,2,2"))
    for reading in ("{}", "{}[::-1]"):
        ready = Ready("move", Call("move(rows)", ("X", "O", " "), reading=reading), (), counts=False)
        result = entry_of(Graded(report, ready), "Ada", "a.py")
        assert result.grade == ("form" if ready.mistakes else "flawless")
        assert result.summary.startswith("Not passed yet: it returns" if ready.mistakes else "Passed: flawless")
        assert ("Flawless</span>" in student_html(result)) is not bool(ready.mistakes)
    more = Exam((*report.exam.where, Position()))
    result = entry_of(Graded(replace(report, exam=more)), "Ada", "a.py")
    assert (result.grade, result.summary.split(":")[0]) == ("time-out", "Not finished")


def test_accepted_late_wins_leave_no_trace_of_a_mistake() -> None:
    def slowest(position: Position, random: Random) -> Choice:
        scores = Solver(position.game).solve(position).scores
        return Choice(
            min((move for move in scores if sign(scores[move]) == sign(max(scores.values()))), key=scores.__getitem__)
        )

    strict = grade_player(slowest, game("4,3,3 gravity"))
    report = judge(strict.game, strict.answers, strict.exam, value_only=True)
    assert [finding.kind for finding in strict.findings] == [finding.kind for finding in report.accepted]
    assert (strict.passes, report.passes, report.is_flawless) == (False, True, False)
    result = entry_of(Graded(report), "Ada", "a.py")
    assert (result.grade, result.faults, fixes(result), common_faults([result])) == ("flawless", {}, [], [])
    assert result.summary.startswith("Passed: it never gives a win or a draw away, but it wins later than it could")
    assert USUAL.of(result) == USUAL.most
    assert "--value-only" not in student_html(result) + report_text(Graded(report), "a.py")


@pytest.mark.slow
def test_no_program_takes_longer_than_the_limit_of_a_student(tmp_path: Path) -> None:
    small(tmp_path, 1)
    (tmp_path / "slow.py").write_text(
        "def move(board):\n    n = 0\n    while n < 30_000_000:\n        n += 1\n    return board.index(' ')\n"
    )
    names: set[str] = set()
    began = time.monotonic()
    entries, stopped = grade_class(
        submissions(tmp_path), replace(TINY, seconds=4), watch=lambda done, total, left, name: names.add(name)
    )
    assert time.monotonic() - began < 12
    assert (entries[0].grade, stopped) == ("flawless", False)
    assert "took longer than 4 seconds in all" in entries[1].summary
    assert "slow.py" in names


def test_a_program_has_a_page_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def move(board):\n    return [c for c in range(6) if board[c] == ' '][-1]\n")
    done = Terminal.run("grade", "mine.py", "-g", "3,2,2", "--html", "mine.html")
    page = Page(Path("mine.html").read_text())
    assert (done.status, page.tags.count("section"), "mine.py" in page.texts) == (1, 1, True)
    Path("mine.py").write_text("def move(board:\n")
    again = ["grade", "mine.py", "--html", "mine.html"]
    assert "mine.html exists. Add --force to overwrite it." in Terminal.run(*again).err
    assert Terminal.run(*again, "--force").status == 2
    assert "Fix the line that the message names." in " ".join(Page(Path("mine.html").read_text()).texts)


@pytest.mark.parametrize(
    ("head", "same"),
    [
        ("def choose(cells, who):\n    'Choose.'\n", True),
        ("def best_move(board, player):  # mine\n\n", True),
        ("def best_move(board, player):\n    return 1\n", False),
    ],
)
def test_programs_with_the_same_text_are_noted(tmp_path: Path, head: str, same: bool) -> None:
    body = "    for k in range(9):\n        if board[k] == ' ' and (k % 2 == 0 or board.count('X') > 2):\n"
    body += "            return k\n    return [k for k in range(len(board)) if board[k] == ' '][0]\n"
    other = body.replace("board", "cells") if "cells" in head else body
    (tmp_path / "ada.py").write_text(f"def best_move(board, player):\n{body}")
    (tmp_path / "bob.py").write_text(head + other)
    for name in ("cyd.py", "dan.py"):
        (tmp_path / name).write_text("def move(board):\n    return board.index(' ')\n")
    entries, _ = grade_class(submissions(tmp_path), TINY)
    others = [row["same_text"] for row in class_data(entries, None)]
    assert others == [["bob.py"] * same, ["ada.py"] * same, [], []], "two lines are few"
    assert ("ada and bob" in class_text(entries)) is same
    assert ("Student 1 and Student 2" in class_html(hidden(entries), title="")) is same
    assert "bob" not in student_html(entries[0])


def test_the_report_counts_the_faults_of_the_class() -> None:
    prints, swaps = "it prints its move instead of returning it", "it returns the column before the row"
    entries = [Entry(name, f"{name}.py", "form", "", mistakes=(prints,)) for name in ("Ada", "Bob")]
    entries += [Entry("Cyd", "cyd.py", "value", "", mistakes=(swaps,), faults={"value": 3})]
    entries += [Entry("Dan", "", "not-handed-in", "nothing was handed in")]
    faults = [(words, [one.student for one in found]) for words, found in common_faults(entries)]
    assert faults[0] == (f"I{prints[1:]}.", ["Ada", "Bob"])
    assert (f"I{swaps[1:]}.", ["Cyd"]) in faults
    assert ("A win or a draw given away, for an unknown reason", ["Cyd"]) in faults
    assert class_html(entries, title="").count("<section") == 3, "no page for a student who handed in nothing"


def test_a_call_reaches_the_grader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, tuple[object, object]] = {}

    def note(text: str, *args: object, call: object, marks: object, **more: object) -> None:
        asked[Path(text).name] = call, marks
        raise NoughtsError("no")

    monkeypatch.setattr("noughts.grading.classroom.run.grade_file", note)
    text = "call = 'move(cells)'\nmarks = 'XO_'\n[programs.'s1.py']\ncall = 'move(rows, player)'\n"
    grade_class(small(tmp_path, 2), replace(TINY, settings=read_settings(text)))
    assert asked == {"s0.py": ("move(cells)", "XO_"), "s1.py": ("move(rows, player)", "XO_")}


def test_a_call_on_the_command_line_is_that_of_the_class(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    for name in ("ada", "bob"):
        (tmp_path / "class" / f"{name}.py").write_text(
            "def go(secret, key, code, board):\n    return board.index(' ')\n"
        )
    (tmp_path / "class.toml").write_text("call = 'go(rows)'\n[programs.'bob.py']\ncall = 'go(cells)'\n")
    arguments = ("grade", str(tmp_path / "class"), "--game", "2,2,2", "--json", "--class", f"{tmp_path}/class.toml")
    done = Terminal.run(*arguments, "--call", "go(0, 0, 0, cells)")
    assert [one["result"] for one in json.loads(done.out)["students"]] == ["flawless", "not-graded"]


def test_names_of_files_are_shown_as_they_are_while_a_class_is_graded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("noughts.terminal.progress.time", SimpleNamespace(monotonic=count(step=10).__next__))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with bar() as show:
        show("grading [/red]Ada [bold].py", 1, 2)
    assert "Grading [/red]Ada [bold].py" in capsys.readouterr().err


def test_students_who_handed_in_nothing_are_hidden_too(tmp_path: Path) -> None:
    roster = read_roster("s0,Ada Lovelace\nbob,Bob Ross\n")
    entries, _ = grade_class(small(tmp_path, 1), replace(TINY, roster=roster))
    assert [(one.student, one.grade) for one in entries] == [
        ("Ada Lovelace", "flawless"),
        ("Bob Ross", "not-handed-in"),
    ]
    page, text = class_html(hidden(entries), title=""), class_text(hidden(entries))
    assert not re.search("Ada|Bob|s0", page.partition("</style>")[2].partition("<script>")[0] + text)
    assert "nothing handed in 1." in text
