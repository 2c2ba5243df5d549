"""The lesson plans fill 45 minutes, each step gets enough time, and statements about pages are true."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from noughts import position, tell
from noughts.explain.exercises.practice import feedback
from noughts.explain.exercises.worksheet import Worksheet, worksheet
from noughts.render.worksheet import instructions, tree_instructions
from noughts.rules.notation import t3en
from tests import optional
from tests.terminal.terminal import Terminal

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "teachers"
LESSONS = ["by-hand", "with-the-page", "in-code"]
SHEETS = {
    "by-hand": worksheet(count=6, empties=3, trees=2, unit="winner", seed=178),
    "with-the-page": worksheet(count=0, trees=1, seed=21),
    "in-code": worksheet(count=0, trees=1, unit="noughts", seed=16),
}

# Seconds. Children read 130 words a minute, older students 150.
WORDS_A_MINUTE = {"by-hand": 130, "with-the-page": 150, "in-code": 150}
THINK_AND_WRITE_A_MOVE = 70
WRITE_INTO_A_BOX = 15
THICKEN_A_LINE = 5
PRESS_AND_READ = 15
RUN_TESTS, READ_A_BOARD, FIND_A_LINE, WRITE_A_TEST = 20, 60, 90, 180


def text(lesson: str) -> str:
    return (FOLDER / f"{lesson}.md").read_text(encoding="utf-8")


def plan(lesson: str) -> dict[int, tuple[int, str]]:
    """Return the steps of a plan by their first minute: the last minute and the text."""
    steps = re.findall(r"^\| (\d+)–(\d+) \| (.*) \|$", text(lesson), re.M)
    return {int(first): (int(last), words) for first, last, words in steps}


def reading(lesson: str, words: str) -> float:
    return 60 * len(words.split()) / WORDS_A_MINUTE[lesson]


def page(name: str) -> tuple[str, float]:
    """Return a lesson for everyone, and how long it takes to press all cells of its boards."""
    (file,) = (DOCS / "tutorial" / "everyone").glob(f"{name}*.md")
    lesson = file.read_text(encoding="utf-8")
    boards = re.findall(r":::\{board\} (.*)\n:task: (\w+)", lesson)
    return lesson, PRESS_AND_READ * sum(len(feedback(position(board), task)) for board, task in boards)


def trees(lesson: str, sheet: Worksheet) -> float:
    """Return how long it takes to read the instructions and to fill in the trees."""
    seconds = reading(lesson, " ".join((*instructions(sheet), *tree_instructions(sheet))))
    for story in sheet.trees:
        lists = 0 if sheet.unit == "winner" else sum(len(node.children) for node in story.nodes)
        seconds += WRITE_INTO_A_BOX * (len(story.nodes) + lists)
        seconds += THICKEN_A_LINE * sum(bool(node.children) for node in story.nodes)
    return seconds


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_plan_fills_45_minutes(lesson: str) -> None:
    steps = plan(lesson)
    assert [0, *(last for last, _ in steps.values())] == [*steps, 45]
    for part in ("**Goal.**", "**Material", "## Minute by minute", "## Solution", "## Assessment", "--seed "):
        assert part in text(lesson)
    assert {int(minute) for minute in re.findall(r"\(minute (\d+)\)", text(lesson))} <= set(steps)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_class_on_the_page_keeps_the_minutes_of_the_plan(lesson: str) -> None:
    steps = plan(lesson)
    part = text(lesson).partition("## With a class on the page")[2].partition("\n## ")[0]
    spans = [(int(first), int(last)) for first, last in re.findall(r"^- \*\*(\d+)–(\d+)\. ", part, re.M)]
    assert spans == sorted(spans)
    assert spans
    for first, last in spans:
        assert first in steps
        assert last in [end for end, _ in steps.values()]


def test_the_class_is_asked_about_the_boards_of_the_sheets() -> None:
    asked = {lesson: re.findall(r"[xo2_]+/[xo2_]+/[xo2_]+ [xo]", text(lesson)) for lesson in LESSONS}
    assert asked["by-hand"] == [t3en(question.position) for question in SHEETS["by-hand"].questions]
    assert asked["in-code"][0] == t3en(SHEETS["in-code"].trees[0].node(1).position)


def seconds() -> dict[tuple[str, str], float]:
    """Return the times of all steps whose time can be estimated."""
    estimates: dict[tuple[str, str], float] = {}
    first = SHEETS["by-hand"]
    positions = reading("by-hand", " ".join(instructions(first))) + THINK_AND_WRITE_A_MOVE * len(first.questions)
    estimates["by-hand", "page 1"] = positions
    estimates["by-hand", "page 2"] = trees("by-hand", first)
    blackboard = tell(position("o_x/x2_/x2o x"))
    explained = text("by-hand").partition("**Working backwards (minute")[2].partition("If you are short")[0]
    estimates["by-hand", "Working backwards"] = reading("by-hand", explained) + 15 * len(blackboard.nodes)
    for step, name in (("Read and press", "4"), ("Skip", "5")):
        words, pressing = page(name)
        estimates["with-the-page", step] = reading("with-the-page", words) + pressing
    estimates["with-the-page", "Worksheet"] = trees("with-the-page", SHEETS["with-the-page"])
    estimates["in-code", "Worksheet"] = trees("in-code", SHEETS["in-code"])
    one = RUN_TESTS + READ_A_BOARD + FIND_A_LINE
    estimates["in-code", "Find the faults"] = 3 * one + WRITE_A_TEST
    return estimates


@pytest.mark.parametrize(("lesson", "step"), seconds())
def test_every_step_has_the_time_that_it_takes(lesson: str, step: str) -> None:
    ((minutes, _),) = [
        (last - first, words) for first, (last, words) in plan(lesson).items() if re.match(rf"\*\*[^*]*{step}", words)
    ]
    assert seconds()[lesson, step] <= 60 * minutes


def test_the_boards_of_the_lessons_have_the_answers_of_the_plan() -> None:
    solution = " ".join(text("with-the-page").partition("## Solution")[2].split())
    for name, *best in (("4", {"b2"}, {"a3"}), ("5", {"a2", "c2", "c3"}, {"a3"})):
        lesson, _ = page(name)
        title = lesson.splitlines()[0].removeprefix("# ")
        boards = re.findall(r":::\{board\} (.*)\n:task: (\w+)", lesson)
        said = solution.partition(f"Lesson *{title}*")[2].partition("Lesson")[0]
        for (board, task), moves in zip(boards, best, strict=True):
            here = position(board)
            good = {here.game.board.names[m] for m, answer in feedback(here, task).items() if answer.tone == "good"}
            assert good == moves
            assert all(move in said for move in moves)


def test_o_wins_after_the_two_other_moves_of_the_first_tree_by_hand() -> None:
    tree = SHEETS["by-hand"].trees[0]
    for child in map(tree.node, tree.node(1).children):
        wins = [reply for reply in map(tree.node, child.children) if reply.score == -1]
        assert bool(wins) == (child.move != "b2")


def commands() -> list[str]:
    """Return all commands of the lessons that write a sheet."""
    return [
        line for lesson in LESSONS for line in re.findall(r"^\$ noughts (worksheet .*--html.*)", text(lesson), re.M)
    ]


PAGES = {"by-hand": (2, 2), "tree 21": (1, 1), "tree 16": (1, 1), "class": (60, 31)}  # of exercises and of answers


@pytest.mark.slow
@pytest.mark.needs("chromium")
@pytest.mark.parametrize(("command", "pages"), list(zip(commands(), PAGES.values(), strict=True)), ids=list(PAGES))
def test_a_sheet_has_as_many_pages_as_the_plan_says(command: str, pages: tuple[int, int], tmp_path: Path) -> None:
    words = shlex.split(command)
    file, counts = tmp_path / "sheet.html", []
    words[words.index("--html") + 1] = str(file)
    assert Terminal.run(*words).status == 0
    whole = file.read_text(encoding="utf-8")
    answered = whole.index("<section><h1>Answers")
    for content in (whole[:answered] + "</body></html>", whole):
        file.write_text(content, encoding="utf-8")
        printed = tmp_path / "sheet.pdf"
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        command_line = [
            str(optional.find("chromium")),
            *options,
            "--no-pdf-header-footer",
            f"--print-to-pdf={printed}",
            file.as_uri(),
        ]
        subprocess.run(command_line, check=True, capture_output=True, timeout=300)
        counts.append(len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())))
    assert (counts[0], counts[1] - counts[0]) == pages
