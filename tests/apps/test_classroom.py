"""`noughts grade FOLDER`: every file of a class gets a result, whatever is wrong with it."""

import csv
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from noughts import NoughtsError, game
from noughts.apps import box
from noughts.apps.classroom import Store, Submission, absent, grade_class, read_roster, submissions
from noughts.apps.grading import Task
from noughts.oracle.classroom import GRADES, Entry, Rubric, hidden, read_rubric
from tests.apps.terminal import Terminal

STUDENTS = Path(__file__).parents[1] / "students"
FILES = {  # what each file of the class does, and its result
    "ada.py": ("variants/plain_perfect.py", "flawless"),
    "bob.py": ("variants/plain_lazy.py", "slow"),
    "cyd.py": ("variants/plain_greedy.py", "value"),
    "dan.py": ("variants/takes_taken.py", "illegal"),
    "eve.py": ("variants/crashes_early.py", "crash"),
    "fay/game.py": ("variants/swapped.py", "flawless"),
    "gus.ipynb": ("variants/notebook.ipynb", "flawless"),
    "hal.py": ("hostile/leaves_at_once.py", "not-graded"),
    "ida.py": ("", "not-graded"),
    "jan.py": ("variants/value_like_cells.py", "not-graded"),
}
RUBRIC = (
    "[points]\nflawless = 10\nslow = 8\nvalue = 4\nillegal = 2\ncrash = 2\ntime-out = 1\nnot-graded = 0\nmistake = -3\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class") / "homework"
    (folder / "fay" / "__pycache__").mkdir(parents=True)
    for name, (source, _) in FILES.items():
        text = (STUDENTS / source).read_text() if source else "def move(board:\n"
        (folder / name).write_text(text)
    for place in (folder, folder / "fay"):
        shutil.copy(STUDENTS / "variants" / "brain.py", place)
    (folder / "fay" / "__pycache__" / "game.py").write_text("")
    (folder.parent / "rubric.toml").write_text(RUBRIC)
    (folder.parent / "roster.csv").write_text("File,Name\nada.py,Ada <Lovelace>\nfay,=Fay\nzoe.py,Zoe\n")
    return folder


@pytest.fixture(scope="module")
def done(folder: Path) -> Terminal:
    """Grade the class once, for all tests that only read the results."""
    there = folder.parent
    return Terminal.run(
        *("grade", str(folder), "--quick", "--csv", f"{there}/marks.csv", "--html", f"{there}/report.html"),
        *("--rubric", f"{there}/rubric.toml", "--roster", f"{there}/roster.csv", "-j", "2"),
    )


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_file_gets_a_result_and_a_broken_one_stops_nothing(done: Terminal, folder: Path) -> None:
    assert done.status == 0
    assert done.err == ("" if box.bubblewrap() else f"Note: {box.NO_SANDBOX}\n")
    table = rows(folder.parent / "marks.csv")
    results = [(name.split("/")[-1], grade) for name, (_, grade) in FILES.items()]
    assert [(row["file"].split("/")[-1], row["result"]) for row in table] == results
    lines = done.out.splitlines()
    assert " ".join(lines[1].split()[:10]) == "Ada <Lovelace> best_move flawless 378 of 378 0 of 204"
    assert "  jan: no function in jan.py chooses moves: its functions are minimax, evaluate, is_won." in lines
    assert "  ida: ida.py has a Python syntax error on line 1: '(' was never closed." in lines
    assert "Nothing handed in: Zoe." in lines


def test_the_table_has_points_and_the_first_mistake(done: Terminal, folder: Path) -> None:
    table = {row["student"]: row for row in rows(folder.parent / "marks.csv")}
    points = {name: row["points"] for name, row in table.items()}
    assert points == {
        **{"Ada <Lovelace>": "10", "bob": "8", "cyd": "4", "dan": "2", "eve": "2", "'=Fay": "7", "gus": "10"},
        **dict.fromkeys(["hal", "ida", "jan"], "0.0"),
    }
    assert table["'=Fay"]["form_mistakes"] == "it returns the column before the row"
    lazy = table["bob"]
    assert (lazy["kept"], lazy["lost"], lazy["wins_in_one"], lazy["wins_missed"]) == ("378", "0", "204", "32")
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
    assert "script" not in page.tags
    assert "Ada <Lovelace>" in page.texts
    assert "lovelace" not in page.tags
    text = " ".join(page.texts)
    assert "Return the row before the column" in text
    assert "score a win as 1 plus the number of empty cells" in text
    assert "The simplest: X to move" in text
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

    monkeypatch.setattr("noughts.apps.classroom.grade_file", fail)
    arguments = ["grade", str(folder), "--quick", "--csv", f"{tmp_path}/marks.csv", "--anonymous"]
    again = Terminal.run(*arguments, "--resume")
    assert (again.status, graded) == (0, [])
    assert "Student 1 " in again.out
    text = (tmp_path / "marks.csv").read_text()
    assert not any(re.search(rf"\b{name.split('.')[0]}\b", text) for name in FILES if "/" not in name)
    Terminal.run(*arguments)
    assert len(graded) == len(FILES) + 2, "each file, and the modules that others import"
    assert {row["result"] for row in rows(tmp_path / "marks.csv")} == {"not-graded"}


def small(folder: Path, count: int) -> list[Submission]:
    for number in range(count):
        (folder / f"s{number}.py").write_text("def move(board):\n    return board.index(' ')\n")
    return submissions(folder)


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    task = Task.of(game("2,2,2"), None, 20, None, quick=False)
    (tmp_path / "class").mkdir()
    handed_in = small(tmp_path / "class", 3)

    def stop(done: int, total: int, left: float | None) -> None:
        if done:
            raise KeyboardInterrupt

    store = Store(tmp_path / "marks.csv.results", task, "", resume=False)
    first, interrupted = grade_class(handed_in, task, store=store, watch=stop)
    assert interrupted
    assert 1 <= len(first) < 3
    with (tmp_path / "marks.csv.results").open("a") as file:
        file.write('{"key": "cut off')
    store = Store(tmp_path / "marks.csv.results", task, "", resume=True)
    assert [store.get(store.key(one)) is not None for one in handed_in] == [n < len(first) for n in range(3)]
    other = Store(tmp_path / "marks.csv.results", task, "other rules", resume=True)
    assert other.get(other.key(handed_in[0])) is None
    entries, interrupted = grade_class(handed_in, task, store=store)
    assert ([entry.student for entry in entries], interrupted) == (["s0", "s1", "s2"], False)
    assert entries[: len(first)] == first


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    task = Task.of(game("2,2,2"), None, 20, None, quick=False)
    (tmp_path / "marks.csv.results").write_text("the results of my life")
    with pytest.raises(NoughtsError, match="exists and has no results of a class"):
        Store(tmp_path / "marks.csv.results", task, "", resume=True)


def test_submissions_are_files_and_folders_without_rubbish(folder: Path) -> None:
    found = {one.name: one for one in submissions(folder)}
    assert set(found) == {name.split("/")[0] for name in FILES} | {"brain.py"}
    assert found["brain.py"].is_helper
    assert [path.name for path in found["fay"].files] == ["game.py", "brain.py"]


def test_strange_names_and_files_are_graded_or_named(tmp_path: Path) -> None:
    good = "def move(board):\n    return board.index(' ')\n"
    for name in ("we:ird.py", "new\nline.py", "Größe.py", "=cmd.py"):
        (tmp_path / name).write_text(good)
    (tmp_path / "dangling.py").symlink_to(tmp_path / "nowhere.py")
    (tmp_path / "binary.py").write_bytes(bytes(range(256)))
    (tmp_path / "bad.ipynb").write_text("{}")
    task = Task.of(game("2,2,2"), None, 20, None, quick=False)
    entries, _ = grade_class(submissions(tmp_path), task, jobs=2)
    assert {entry.student: entry.grade for entry in entries} == {
        **dict.fromkeys(["we:ird", "new line", "Größe", "=cmd"], "flawless"),
        **dict.fromkeys(["dangling", "binary", "bad"], "not-graded"),
    }
    said = {entry.student: entry.summary for entry in entries}
    assert said["dangling"] == "there is no file dangling.py"
    assert said["binary"] == "binary.py is not Python text: save it with the encoding UTF-8"
    assert said["bad"] == "bad.ipynb is not a notebook: expected JSON with a list of cells"


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    done = Terminal.run("grade", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert "has no Python files or notebooks: expected one file or folder for each student" in done.err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--resume"], "--resume needs the file of the last time: add --csv FILE or --html FILE"),
        (["--csv", "-", "--json"], "only one of --csv, --html and --json can go to standard output"),
        (["--rubric", "nowhere.toml"], "'nowhere.toml' does not exist"),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("points = 3", "the rubric has no table [points]"),
        ("[points", "the rubric is not valid TOML"),
        ("[points]\nperfect = 3", "the rubric has the unknown verdict 'perfect': expected flawless, slow, value"),
        ("[points]\nflawless = 'ten'", "the points for flawless are 'ten': expected a number"),
        ("[points]\nflawless = nan", "the points for flawless are nan: expected a number"),
        ("[points]\nflawless = 3", "the rubric has no points for slow, value, illegal, crash, time-out, not-graded"),
    ],
)
def test_a_wrong_rubric_is_an_error(text: str, message: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        read_rubric(text)
    assert message in str(caught.value)


def test_a_rubric_gives_points_and_never_fewer_than_none() -> None:
    rubric = read_rubric(RUBRIC)
    entries = [Entry("Ada", "ada.py", grade, "", mistakes=("it prints",)) for grade in GRADES]
    assert [rubric.of(entry) for entry in entries] == [7, 5, 1, 0, 0, 0, 0]
    assert rubric.most == 10
    assert Rubric(dict.fromkeys(GRADES, 1)).of(entries[0]) == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("file,name\na.py,Ada\n", {"a": "Ada"}),
        ("\ufeffName, File\nAda,a.ipynb\n\n", {"a": "Ada"}),
        ('a,"Lovelace, Ada"\nb/,Bob\n', {"a": "Lovelace, Ada", "b": "Bob"}),
        ("", {}),
    ],
)
def test_a_roster_can_be_read(text: str, names: dict[str, str]) -> None:
    assert read_roster(text) == names


@pytest.mark.parametrize(("text", "message"), [("a.py\n", "expected a file and a name"), ("a,A\na.py,B\n", "twice")])
def test_a_wrong_roster_is_an_error(text: str, message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        read_roster(text)


def test_students_who_handed_in_nothing_are_named() -> None:
    assert absent({"a": "Ada", "b": "Bob"}, [Submission("a.ipynb", ())]) == ["Bob"]


def test_hidden_entries_do_not_name_files() -> None:
    entries = [
        Entry("Ada", "ada/mine.py", "not-graded", "mine.py has no function 'x'"),
        Entry("Bob", "a.py", "crash", ""),
    ]
    first, second = hidden(entries)
    assert [(one.student, one.file) for one in (first, second)] == [
        ("Student 1", "student1"),
        ("Student 2", "student2"),
    ]
    assert second.summary == "student2.py has no function 'x'"


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
    entries, interrupted = grade_class(submissions(tmp_path), Task.of(game("3,2,2"), None, 20, None, quick=False))
    assert (len(entries), interrupted) == (1, False)
    assert entries[0].summary.isprintable()
