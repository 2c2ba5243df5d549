"""Students' submissions, also as packed by Moodle and Canvas: every student has one row, even if the folder contains
other files."""

import io
import stat
import warnings
import zipfile
from pathlib import Path

import pytest

from noughts import NoughtsError
from noughts.grading.classroom.archives import Unpacker
from noughts.grading.classroom.handed_in import class_folder, opened, submissions
from noughts.grading.classroom.labels import labels
from noughts.grading.classroom.roster import read_roster

MOVE = "def move(board):\n    return board.index(' ')\n"


def packed(files: dict[str, str | bytes]) -> bytes:
    """Return a ZIP file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as zipped:
        for name, text in files.items():
            zipped.writestr(name, text)
    return data.getvalue()


@pytest.mark.parametrize(
    ("name", "student", "number", "late", "file"),
    [
        ("Lovelace Ada_123456_assignsubmission_file_", "Lovelace Ada", "123456", False, ""),
        ("Ada Lovelace_123456_assignsubmission_file_mine.py", "Ada Lovelace", "123456", False, "mine.py"),
        ("Ada_Lovelace_123456_assignsubmission_onlinetext_", "Ada Lovelace", "123456", False, ""),
        ("Ada Lovelace_assignsubmission_file", "Ada Lovelace", "", False, ""),
        ("Čapek Karel_7_assignsubmission_file_", "Čapek Karel", "7", False, ""),
        ("lovelaceada_12345_67890_mine.py", "lovelaceada", "12345", False, "mine.py"),
        ("lovelaceada_12345_67890_mine-1.py", "lovelaceada", "12345", False, "mine.py"),
        ("lovelaceada_LATE_12345_67890_my_game.py", "lovelaceada", "12345", True, "my_game.py"),
        ("lovelaceada_12345_text.html", "lovelaceada", "12345", False, "text.html"),
    ],
)
def test_names_from_moodle_and_canvas(name: str, student: str, number: str, late: bool, file: str) -> None:
    label = labels([name])[name]
    assert (label.student, label.number, label.late, label.file) == (student, number, late, file)


@pytest.mark.parametrize(
    "names",
    [
        ["ada.py", "ada_lovelace.py", "my_2_moves.py"],
        ["lab_3_2_ada.py", "lab_3_2_bob.py"],
        ["hw_2026_1101_ada.py", "hw_2026_1102_bob.py"],
        ["ada_2026_1_x.py", "bob_2026_2_x.py"],
    ],
)
def test_other_names_with_numbers_are_not_from_canvas(names: list[str]) -> None:
    assert labels(names) == {}


@pytest.fixture
def exports(tmp_path: Path) -> dict[str, Path]:
    """The submissions of the same three students, as packed by Moodle and by Canvas."""
    work = packed({"__MACOSX/._game.py": "x", ".DS_Store": "x", "a/b.zip": packed({"c/game.py": MOVE})})
    files: dict[str, dict[str, str | bytes]] = {
        "moodle": {
            "Lovelace Ada_11_assignsubmission_file_/mine.py": "from rules import empty\n" + MOVE,
            "Lovelace Ada_11_assignsubmission_file_/rules.py": "empty = ' '\n",
            "Lovelace Ada_11_assignsubmission_file_/.ipynb_checkpoints/mine.py": "old",
            "Ross Bob_12_assignsubmission_file_/work.zip": work,
            "Maar Dora_13_assignsubmission_file_/Main.java": "class Main {}",
            "Maar Dora_13_assignsubmission_onlinetext_/onlinetext.html": "<p>Java</p>",
        },
        "canvas": {
            "lovelaceada_11_1001_mine-1.py": "from rules import empty\n" + MOVE,
            "lovelaceada_11_1002_rules.py": "empty = ' '\n",
            "rossbob_LATE_12_1003_work.zip": work,
            "maardora_13_1004_Main.java": "class Main {}",
            "maardora_13_text.html": "<p>Java</p>",
        },
    }
    paths = {}
    for system, content in files.items():
        paths[system] = tmp_path / f"{system}.zip"
        paths[system].write_bytes(packed(content))
    return paths


@pytest.mark.parametrize("system", ["moodle", "canvas"])
def test_a_download_is_graded_as_it_is(exports: dict[str, Path], system: str) -> None:
    with class_folder(exports[system]) as folder:
        handed_in = {one.label.number: one for one in submissions(folder) if one.label}
        assert set(handed_in) == {"11", "12", "13"}
        with opened(handed_in["11"]) as ada:
            assert [one.path.name for one in ada.programs] == ["mine.py", "rules.py"], "an imported file is last"
            assert ada.programs[0].folder == ada.programs[1].folder
        with opened(handed_in["12"]) as bob:
            assert [(one.path.name, one.path.read_text()) for one in bob.programs] == [("game.py", MOVE)]
        with opened(handed_in["13"]) as dora:
            assert (dora.programs, dora.reason) == ((), "other-language")
            assert dora.problem == "Main.java is written in Java: grade it by itself with lines:COMMAND"


def test_a_zip_file_of_one_folder_is_this_folder(tmp_path: Path) -> None:
    (tmp_path / "class.zip").write_bytes(packed({"homework/ada.py": MOVE, "homework/bob/x.py": MOVE, "__MACOSX/x": ""}))
    with class_folder(tmp_path / "class.zip") as folder:
        assert [one.student for one in submissions(folder)] == ["ada", "bob"]


@pytest.mark.parametrize(
    ("files", "problem", "reason"),
    [
        ({}, "it is empty", "empty"),
        ({"game.py": " \n"}, "game.py is empty", "empty"),
        ({"game.cpp": "", "report.pdf": ""}, "game.cpp is written in C++", "other-language"),
        ({"game.py.txt": MOVE}, "game.py.txt ends in .txt: rename it to game.py", "no-program"),
        ({"game.rar": ""}, "game.rar is an archive that noughts cannot unpack: expected a ZIP file", "archive"),
        ({"photo.jpg": "", "report.pdf": ""}, "it has no Python files or notebooks, only ", "no-program"),
    ],
)
def test_a_submission_without_a_program_has_a_reason(
    tmp_path: Path, files: dict[str, str], problem: str, reason: str
) -> None:
    (tmp_path / "ada").mkdir()
    for name, text in files.items():
        (tmp_path / "ada" / name).write_text(text)
    (submission,) = submissions(tmp_path)
    with opened(submission) as found:
        assert (found.programs, found.problem[: len(problem)], found.reason) == ((), problem, reason)


def test_each_student_of_a_flat_folder_has_one_row(tmp_path: Path) -> None:
    names = [
        "ada.py",
        "ada.pdf",
        "ada.ipynb",
        "bob.ipynb",
        "cyd.pdf",
        "cyd.jpg",
        "dan.java",
        "eve.zip",
        "fay.py.txt",
        "gus.html",
    ]
    for name in [*names, "roster.csv", "class.toml", "report.txt", "README.md", "marks.csv.results", "Thumbs.db"]:
        (tmp_path / name).write_text("")
    besides = [tmp_path / "report.txt"]
    students = [one.student for one in submissions(tmp_path, besides=besides)]
    assert students == ["ada", "bob", "cyd", "dan", "eve", "fay"]
    roster = read_roster("file,name\ngus,Gus\n")
    assert [one.student for one in submissions(tmp_path, (), roster, besides)] == [*students, "gus"]


@pytest.mark.parametrize("name", ["../out.py", "a/../../out.py", "/../out.py", "..\\out.py", "C:\\..\\..\\out.py"])
def test_no_file_leaves_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "bad.zip").write_bytes(packed({name: "x", "in.py": "x", "/absolute.py": "x", "a\\b.py": "x"}))
    (tmp_path / "in").mkdir()
    Unpacker(files=9, size=99, depth=1).unpack(tmp_path / "bad.zip", tmp_path / "in")
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"bad.zip", "in/in.py", "in/absolute.py", "in/a/b.py"}


def test_links_in_an_archive_are_left_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "links.zip", "w") as zipped:
        for name, target in (("passwd.py", "/etc/passwd"), ("up", "..")):
            member = zipfile.ZipInfo(name)
            member.external_attr = (stat.S_IFLNK | 0o777) << 16
            zipped.writestr(member, target)
        zipped.writestr("up/x.py", "x")
    (tmp_path / "in").mkdir()
    Unpacker(files=9, size=99, depth=1).unpack(tmp_path / "links.zip", tmp_path / "in")
    found = {path.relative_to(tmp_path / "in").as_posix() for path in (tmp_path / "in").rglob("*")}
    assert found == {"up", "up/x.py"}


@pytest.mark.parametrize("names", [("a.py", "a.py"), ("a.py/b.py", "a.py"), ("a.py", "a.py/b.py")])
def test_members_with_the_same_name_are_all_unpacked(tmp_path: Path, names: tuple[str, str]) -> None:
    with warnings.catch_warnings(), zipfile.ZipFile(tmp_path / "twice.zip", "w") as zipped:
        warnings.simplefilter("ignore", UserWarning)  # zipfile writes a name twice, but warns
        for number, name in enumerate(names):
            zipped.writestr(name, str(number))
    (tmp_path / "in").mkdir()
    Unpacker(files=9, size=99, depth=1).unpack(tmp_path / "twice.zip", tmp_path / "in")
    found = {
        path.relative_to(tmp_path / "in").as_posix(): path.read_text()
        for path in tmp_path.glob("in/**/*.py")
        if path.is_file()
    }
    assert len(found) == 2


def encrypted() -> bytes:
    """Return a ZIP file that says that it has a password."""
    data = bytearray(packed({"a.py": MOVE}))
    for head, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(head) + flags] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"PK", "is damaged or is not a ZIP file", id="short"),
        pytest.param(packed({"a.py": MOVE})[:-30], "is damaged or is not a ZIP file", id="cut"),
        pytest.param(packed({"a.py": MOVE}).replace(b"def", b"xyz"), "is damaged or is not a ZIP file", id="changed"),
        pytest.param(encrypted(), "has a password", id="password"),
        pytest.param(
            packed({"bomb.py": b"\0" * 5_000_000}), "is too large: expected at most 1 MB, unpacked", id="bomb"
        ),
        pytest.param(packed({f"{n}.py": "" for n in range(20)}), "has more than 10 files", id="many"),
    ],
)
def test_a_bad_archive_is_named(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(NoughtsError, match=message):
        Unpacker(files=10, size=1_000_000, depth=3).unpack(tmp_path / "a.zip", tmp_path)


def test_archives_within_archives_have_a_limit_and_stop_nothing(tmp_path: Path) -> None:
    data = packed({"game.py": MOVE})
    for depth in range(6):
        data = packed({f"{depth}.zip": data, f"file{depth}.py": MOVE, f"bad{depth}.zip": b"PK"})
    (tmp_path / "a.zip").write_bytes(data)
    (tmp_path / "in").mkdir()
    unpacker = Unpacker(files=100, size=100_000, depth=3)
    unpacker.unpack(tmp_path / "a.zip", tmp_path / "in")
    assert {path.name for path in (tmp_path / "in").rglob("*.py")} == {"file5.py", "file4.py", "file3.py"}
    assert len(unpacker.problems) == 2
