"""The files of a class that a teacher writes or imports: settings, rosters and gradebooks."""

import csv

import pytest

from noughts import NoughtsError
from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.gradebook import gradebook
from noughts.grading.classroom.labels import System, labels
from noughts.grading.classroom.roster import Roster, read_roster
from noughts.grading.classroom.settings import USUAL, Calling, Rubric, read_settings
from noughts.grading.report import GRADES

POINTS = (
    "[points]\nflawless = 10\nslow = 8\nvalue = 4\nillegal = 2\ncrash = 2\ntime-out = 1\nnot-graded = 0\nmistake = -3\n"
)
WORKSHEET = (
    '\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",'
    '"Last modified (grade)","Feedback comments"\n'
    'Participant 11,"Ada Lovelace",ada@example.org,"Submitted for grading",,10.00,Yes,-,\n'
    'Participant 12,"Bob Ross",bob@example.org,"Submitted for grading",3.00,10.00,Yes,-,"Well done, Bob!"\n'
    'Participant 13,"Zoe Hart",zoe@example.org,"No submission",,10.00,Yes,-,\n'
)
BOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Tic-tac-toe (4711),Essay (4712),Current Score\n"
    "    Points Possible,,,,,10,20,(read only)\n"
    '"Lovelace, Ada",11,s1,ada,A,,15,80\n"Ross, Bob",12,s2,bob,A,3,,80\n"Hart, Zoe",13,s3,zoe,A,,,80\n'
    '"Student, Test",14,,,A,,,\n'
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("points = 3", "[points] in the class file is 3: expected a table"),
        ("[points", "the class file is not valid TOML"),
        ("[points]\nperfect = 3", "[points] has the unknown result 'perfect': expected flawless, form, slow, value"),
        ("[points]\nflawless = 'ten'", "the points for flawless are 'ten': expected a number"),
        ("[points]\nflawless = nan", "the points for flawless are nan: expected a number up to a million"),
        pytest.param("points = " + "[" * 100_000, "the class file is not valid TOML", id="deep"),
        pytest.param(f"[points]\nflawless = {'9' * 5000}", "the class file is not valid TOML", id="long"),
        (f"[points]\nflawless = 1{'0' * 400}", "expected a number up to a million"),
        (
            "[points]\nflawless = 3",
            "the class file has no points for slow, value, illegal, crash, time-out: add",
        ),
        ("calls = 'x'", "the class file has the unknown key 'calls': expected call, marks, assignment, points"),
        ("call = 3", "call in the class file is 3: expected a text on one line"),
        ("[programs]\n'a.py' = 'x'", "[programs.a.py] in the class file is 'x': expected a table"),
        ("[programs.'a.py']\ncal = ''", "[programs.a.py] has the unknown key 'cal': expected call, marks"),
    ],
)
def test_a_wrong_file_of_a_class_is_an_error(text: str, message: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        read_settings(text)
    assert message in str(caught.value)


def test_points_are_never_fewer_than_none() -> None:
    rubric = read_settings(POINTS).rubric
    assert rubric
    entries = [Entry("Ada", "ada.py", grade, "", mistakes=("it prints",)) for grade in GRADES]
    assert [rubric.of(entry) for entry in entries] == [7, 7, 5, 1, 0, 0, 0, 0, None]
    assert rubric.most == 10
    assert Rubric(dict.fromkeys(GRADES, 1)).of(entries[0]) == 1


def test_without_points_of_its_own_a_class_leaves_ungraded_programs_to_the_teacher() -> None:
    points = {grade: USUAL.of(Entry("Ada", "ada.py", grade, "")) for grade in GRADES}
    assert points["flawless"] == points["form"] == USUAL.most
    assert (points["not-graded"], points["not-handed-in"]) == (None, None)


def test_a_program_can_have_a_call_of_its_own() -> None:
    settings = read_settings(
        "call = 'best_move(rows)'\n[programs.'ada.py']\ncall = 'ai(cells)'\n[programs.'bob/x.py']\nmarks = '120'\n"
    )
    assert settings.calling_of("ada.zip", "ada.zip/game.py") == Calling("ai(cells)", None)
    assert settings.calling_of("bob", "bob/x.py") == Calling("best_move(rows)", "120")
    assert settings.calling_of("cyd.py") == Calling("best_move(rows)", None)
    settings.check(["ada.py", "bob", "cyd.py"])
    with pytest.raises(NoughtsError, match=r"has settings for 'bob/x\.py', but nothing with this name was handed in"):
        settings.check(["ada.py"])
    assert settings.rules_of("ada.py") != settings.rules_of("cyd.py") == settings.rules_of("dan.py")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("file,name\na.py,Ada\n", {"a": "Ada"}),
        ("\ufeffName, File\nAda,a.ipynb\n\n", {"a": "Ada"}),
        ('a,"Lovelace, Ada"\nb,Bob\n', {"a": "Lovelace, Ada", "b": "Bob"}),
        ("\ufefffile;name\r\n\r\na.py;Lovelace, Ada, of London\r\n", {"a": "Lovelace, Ada, of London"}),
        ("a.py;Ada\n", {"a": "Ada"}),
        ("a.py,Ada\rb.py,Bob\r", {"a": "Ada", "b": "Bob"}),
        ("name\tgroup\tfile\nAda\t1\ta\n", {"a": "Ada"}),
        ("", {}),
    ],
)
def test_a_roster_can_be_read(text: str, names: dict[str, str]) -> None:
    roster = read_roster(text)
    assert {name: line.name for name in ("a", "b") if (line := roster.find(f"{name}.py"))} == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a.py\n", "line 1 of the roster has no name: expected a file and a name, not 'a.py'"),
        ("file,name\n\na,A\n,B\n", "line 4 of the roster has no file: expected a file and a name, not ',B'"),
        ("File;Surname\na;A\n", "line 1 of the roster has no column 'name': expected the columns 'file' and 'name'"),
        ("a,A\na.py,B\n", "line 2 of the roster names 'a' again: expected one line for each file"),
        ("a,A\nb," + "B" * 140_000, "line 2 of the roster is not CSV (field larger than field limit (131072)): "),
        ('a,A\nb,"B\nc,C\n', "line 3 of the roster is not CSV (unexpected end of data): expected a file and a name, "),
    ],
)
def test_a_wrong_roster_is_an_error_that_names_the_line(text: str, message: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        read_roster(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "name", "student"),
    [
        (WORKSHEET, "Lovelace Ada_11_assignsubmission_file_", "Ada Lovelace"),
        (WORKSHEET, "Lovelace Ada_assignsubmission_file_", "Ada Lovelace"),
        (WORKSHEET, "Participant_12_assignsubmission_file_", "Bob Ross"),
        (WORKSHEET, "Ada Lovelace_12_assignsubmission_file_", "Bob Ross"),
        (WORKSHEET, "ada lovelace.py", "Ada Lovelace"),
        (BOOK, "lovelaceada_11_99_mine.py", "Lovelace, Ada"),
        (BOOK, "lovelaceada_99_99_mine.py", "Lovelace, Ada"),
        (BOOK, "who_12_99_mine.py", "Ross, Bob"),
        (BOOK, "studenttest_99_99_mine.py", None),
        ("file,name\nLovelace Ada,Ada\n", "Lovelace Ada_11_assignsubmission_file_", "Ada"),
    ],
)
def test_a_submission_is_found_by_its_number_or_its_name(text: str, name: str, student: str | None) -> None:
    line = read_roster(text).find(name, labels([name]).get(name))
    assert (line and line.name) == student


def test_students_who_handed_in_nothing_are_named() -> None:
    roster = read_roster("a,Ada\nb,Bob\n")
    found = roster.find("a.ipynb")
    assert found
    assert [line.name for line in roster.absent([found])] == ["Bob"]


def entries(roster: Roster) -> list[Entry]:
    """Return the results of Ada, who is flawless, of Bob, who is not graded, and of Zoe, who handed in nothing."""
    rows: list[int | None] = [line.row for line in roster.lines] or [None] * 3
    return [
        Entry("Ada", "a.py", "flawless", "Passed: flawless.", number="11", row=rows[0]),
        Entry("Bob", "b.py", "not-graded", "b.py is empty", number="12", row=rows[1]),
        Entry("Zoe", "", "not-handed-in", "nothing was handed in", row=rows[2]),
    ]


def table(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines()))


def test_moodle_gets_its_worksheet_back() -> None:
    roster = read_roster(WORKSHEET)
    book = gradebook("moodle", roster, USUAL, "", "class", has_numbers=True)
    before, after = table(WORKSHEET.removeprefix("\ufeff")), table(book.csv(entries(roster)))
    before[1][4], before[1][8] = "10", "Passed: flawless."
    assert after == before, "a student without points keeps the grade and the comment"
    assert book.left_out(entries(roster)) == ["Bob"]


def test_canvas_gets_its_gradebook_back() -> None:
    roster = read_roster(BOOK)
    book = gradebook("canvas", roster, USUAL, "Tic-tac-toe", "class", has_numbers=True)
    rows = {row[0].strip(): row[1:] for row in table(book.csv(entries(roster)))}
    before = {row[0].strip(): row[1:] for row in table(BOOK)}
    before["Lovelace, Ada"][4] = "10"
    assert rows == before


@pytest.mark.parametrize(
    ("system", "first"),
    [
        ("moodle", {"Identifier": "Participant 11", "Full name": "Ada", "Grade": "10", "Last modified (grade)": "-"}),
        ("canvas", {"Student": "    Points Possible", "ID": "", "Section": "", "class": "10"}),
    ],
)
def test_without_a_roster_the_numbers_in_the_names_identify_the_students(system: System, first: dict[str, str]) -> None:
    book = gradebook(system, Roster(), USUAL, "", "class", has_numbers=True)
    rows = list(csv.DictReader(book.csv(entries(Roster())).splitlines()))
    assert first.items() <= rows[0].items()
    assert len(rows) == (2 if system == "moodle" else 3)


@pytest.mark.parametrize(
    ("system", "text", "assignment", "message"),
    [
        ("moodle", "", "", "cannot identify the students: add --roster with the grading worksheet"),
        ("canvas", WORKSHEET, "", "cannot identify the students: add --roster with the gradebook that Canvas exports"),
        ("moodle", WORKSHEET.replace("10.00", "5.00"), "", "go up to 10, but the maximum grade in Moodle is 5"),
        ("moodle", WORKSHEET.replace(",Grade,", ",Note,"), "", "the roster has no column 'Grade'"),
        ("canvas", BOOK, "", "the gradebook has the assignments 'Tic-tac-toe (4711)', 'Essay (4712)': add one"),
        ("canvas", BOOK, "Chess", "as in assignment = 'Tic-tac-toe (4711)'"),
        ("canvas", BOOK.replace("Section", "Group"), "", "the roster has no column 'Section'"),
    ],
)
def test_a_gradebook_that_cannot_be_imported_is_an_error_before_the_run(
    system: System, text: str, assignment: str, message: str
) -> None:
    with pytest.raises(NoughtsError) as caught:
        gradebook(system, read_roster(text), USUAL, assignment, "class", has_numbers=False)
    assert message in str(caught.value)
