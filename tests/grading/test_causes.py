"""The causes of mistakes: each seeded fault gets its own cause, and other faults get none."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from gc import collect
from pathlib import Path
from random import Random
from typing import Any
from weakref import ref

import pytest

from noughts import Choice, Solver
from noughts.explain.words import plural
from noughts.grading.causes import Cause
from noughts.grading.classroom.entry import Entry, entry_of
from noughts.grading.fixes import fixes
from noughts.grading.grade import Answer, Report, ask, grade, judge, positions
from noughts.grading.hypotheses import hypotheses, wrong_lines
from noughts.grading.report import report_text
from noughts.grading.sample import sample
from noughts.grading.task import Graded
from noughts.players.opponent import Chooser, Crash, IllegalAnswer, TimeOut
from noughts.rules.gallery import game
from noughts.rules.position import Position
from tests.grading.seeded_faults import CORRECT, FAULTS, MINIMAX, SIMILAR, UNKNOWN, Seeded

TICTACTOE = game("tictactoe")


@cache
def asked(everything: bool) -> tuple[Position, ...]:
    where = positions(TICTACTOE)
    return where if everything else sample(TICTACTOE, where)


def program(seeded: Seeded) -> Chooser:
    """Return the player whose source is the program with the fault."""
    source = seeded.program
    for old, new in seeded.replaced.items():
        assert old in source, old
        source = source.replace(old, new)
    defined: dict[str, Any] = {}
    exec(source, defined)
    defined["random"].seed(5)

    def choose(position: Position, random: Random) -> Choice:
        cells = "".join(position.rows()).replace("_", " ").upper()
        try:
            move = defined["best_move"](cells, position.turn.name)
        except Exception as error:
            raise Crash(repr(error)) from None
        if not isinstance(move, int):
            raise IllegalAnswer(f"it returned {move}")
        return Choice(move)

    return choose


def report_on(chooser: Chooser, *, everything: bool = False) -> Report:
    return judge(TICTACTOE, {position: ask(chooser, position, Random(0)) for position in asked(everything)})


def named(report: Report) -> dict[str, str]:
    return {cause.key: cause.sentence for cause in report.causes}


ALL_POSITIONS = pytest.param(True, marks=pytest.mark.slow, id="all")
SEEDED = [
    pytest.param(fault, marks=pytest.mark.slow if fault.name in SIMILAR else (), id=fault.name) for fault in FAULTS
]


@pytest.mark.parametrize("everything", [pytest.param(False, id="sample"), ALL_POSITIONS])
@pytest.mark.parametrize("fault", SEEDED)
def test_a_seeded_fault_gets_its_cause_and_no_other(fault: Seeded, everything: bool) -> None:
    report = report_on(program(fault), everything=everything)
    if not everything and not fault.shows_in_sample:
        assert set(named(report)) == {"unknown"}
        return
    assert set(named(report)) == set(fault.causes), named(report)
    assert all(words in named(report)[key] for key, words in fault.causes.items()), named(report)
    assert sum(cause.explains for cause in report.causes) == len(report.findings)


@pytest.mark.parametrize("everything", [pytest.param(False, id="sample"), ALL_POSITIONS])
@pytest.mark.parametrize("fault", UNKNOWN, ids=lambda fault: fault.name)
def test_a_fault_of_another_kind_gets_no_cause(fault: Seeded, everything: bool) -> None:
    report = report_on(program(fault), everything=everything)
    (cause,) = report.causes
    assert (cause.key, cause.is_known, cause.explains) == ("unknown", False, len(report.findings))
    assert cause.sentence == f"noughts found no single cause for {plural(len(report.findings), 'mistake')}."
    assert cause.examples == report.findings[:2], "the two simplest boards"


@pytest.mark.parametrize("everything", [pytest.param(False, id="sample"), ALL_POSITIONS])
@pytest.mark.parametrize("right", CORRECT, ids=lambda right: right.name)
def test_a_correct_program_has_no_cause(right: Seeded, everything: bool) -> None:
    report = report_on(program(right), everything=everything)
    assert report.is_flawless
    assert report.causes == ()


def now_and_then(rate: float, where: Callable[[Position], bool], seed: int) -> Chooser:
    """Return a perfect player that makes random moves now and then."""
    random, order = Random(seed), list(range(9))
    random.shuffle(order)

    def choose(position: Position, _: Random) -> Choice:
        best = solver("tictactoe").solve(position).best
        moves = position.moves if where(position) and random.random() < rate else best
        return Choice(min(moves, key=order.index) if moves is best and seed % 2 else random.choice(moves))

    return choose


@pytest.mark.parametrize(
    "where",
    [
        lambda position: True,
        lambda position: position.turn.name == "O",
        lambda position: position.empty.bit_count() > 4,
        lambda position: position.empty.bit_count() < 4,
        lambda position: position["b2"] is None,
    ],
)
@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 30))])
def test_mistakes_at_random_get_no_cause(where: Callable[[Position], bool], seed: int) -> None:
    rate = (0.01, 0.05, 0.2, 0.5)[seed % 4]
    assert {cause.key for cause in report_on(now_and_then(rate, where, seed)).causes} <= {"unknown"}


def by_name(name: str) -> Seeded:
    return next(fault for fault in FAULTS if fault.name == name)


@cache
def report_without_diagonal() -> Report:
    return report_on(program(by_name("diagonal missing, scores of 10")))


def test_a_cause_has_its_two_simplest_boards_and_the_kinds_that_it_explains() -> None:
    line, score = report_without_diagonal().causes
    assert (line.kinds, score.kinds) == (("value",), ("slow win", "quick loss"))
    for cause in (line, score):
        same = [finding for finding in report_without_diagonal().findings if finding.kind in cause.kinds]
        assert cause.examples == tuple(same[:2])
        assert cause.explains == len(same)
        assert cause.advice.endswith(".")


def test_the_report_says_the_cause_and_how_to_fix_it() -> None:
    report = report_without_diagonal()
    line, score = report.causes
    text = report_text(Graded(report), "mine.py:best_move")
    assert f"Cause: It never sees the diagonal c1, b2, a3. This explains {line.explains} of 120 mistakes." in text
    assert f"\n  {line.advice}\n  The simplest boards: " in text
    assert score.sentence in text


def test_an_unknown_cause_is_said_with_its_boards() -> None:
    text = report_text(Graded(report_on(program(UNKNOWN[0]))), "mine.py:best_move")
    assert re.search(r"\n\nnoughts found no single cause for \d+ mistakes\.\n  The simplest boards: ", text)


def test_the_entry_of_a_class_keeps_the_causes_and_gives_their_advice() -> None:
    report = report_without_diagonal()
    result = entry_of(Graded(report), "Ada", "ada.py")
    assert result.causes == report.causes
    assert Entry.from_data(result.to_data(), TICTACTOE) == result
    assert fixes(result) == [cause.advice for cause in report.causes]
    unknown = replace(report.causes[0], key="unknown", advice="")
    assert fixes(replace(result, causes=(unknown,)))[0].startswith("Draw the moves that follow")


def in_every(position: Position, random: Random) -> Choice:
    raise TimeOut("no answer")


@pytest.mark.parametrize(
    ("empty", "key", "advice"),
    [
        (1, "endless", "a loop that never ends"),
        (3, "endless", "a loop that never ends"),
        (9, "too-slow", "Search fewer"),
    ],
)
def test_a_late_answer_is_an_endless_loop_if_few_cells_are_empty(empty: int, key: str, advice: str) -> None:
    where = [position for position in asked(False) if position.empty.bit_count() == empty][:3]
    (cause,) = judge(TICTACTOE, {position: ask(in_every, position, Random(0)) for position in where}).causes
    assert (cause.key, cause.kinds) == (key, ("time-out",))
    assert advice in cause.advice


def test_a_changed_board_is_the_cause_of_what_nothing_else_explains() -> None:
    report = report_on(program(UNKNOWN[0]))
    wrong = {finding.position for finding in report.findings}
    (cause,) = judge(TICTACTOE, report.answers, changed=wrong).causes
    assert (cause.key, cause.explains) == ("changes-board", len(wrong))
    assert judge(TICTACTOE, report.answers, changed=list(wrong)[1:]).causes[0].key == "unknown"


@pytest.mark.parametrize(
    ("corrected", "keys"),
    [(1, {"varies"}), (0.5, {"varies", "unknown"}), (0, {"unknown"})],
    ids=["all", "half", "none"],
)
def test_mistakes_that_a_program_does_not_make_when_asked_alone_depend_on_other_questions(
    corrected: float, keys: set[str]
) -> None:
    report = report_on(program(UNKNOWN[0]))
    number = round(corrected * len(report.findings))
    right = {one.position: Choice(one.best[0]) for one in report.findings[:number]}
    wrong = {one.position: Choice(one.move) for one in report.findings[number:] if one.move is not None}
    found = replace(report, alone=right | wrong).causes
    assert {cause.key for cause in found} == keys
    assert {cause.explains for cause in found if cause.key == "varies"} <= {number}


def test_one_kind_of_mistakes_can_depend_on_other_questions_and_another_kind_have_a_cause() -> None:
    report = report_on(program(by_name("scores of 10")))
    worse = {at: worst(at, Random(0)) for at in list(report.answers)[100:800:7]}
    late = report.findings[::20]
    report = judge(TICTACTOE, {**report.answers, **worse})
    given_away = [one for one in report.findings if one.kind == "value"]
    alone: dict[Position, Answer] = {one.position: Choice(one.best[0]) for one in given_away}
    alone |= {one.position: Choice(one.move) for one in late if one.position not in worse and one.move is not None}
    causes = {cause.key: cause for cause in replace(report, alone=alone).causes}
    assert causes["varies"].kinds == ("value",)
    assert causes["varies"].explains == len(given_away) > 20
    assert causes["same-score"].explains == len(report.findings) - len(given_away) > 50


def test_a_known_cause_is_named_although_some_answers_vary() -> None:
    report = report_on(program(by_name("wins, blocks, then a random cell")))
    alone = {one.position: Choice(one.best[0]) for one in report.findings[::3]}
    alone |= {one.position: Choice(one.move) for one in report.findings[1::3] if one.move is not None}
    (cause,) = replace(report, alone=alone).causes
    assert cause.key == "depth"


@cache
def solver(name: str) -> Solver:
    return Solver(name)


def worst(position: Position, random: Random) -> Choice:
    scores = solver(position.game.name).solve(position).scores
    return Choice(min(scores, key=lambda move: scores[move]))


@pytest.mark.parametrize("name", ["3,3,3 gravity", "misere", "3,3,3 torus", "4,3,3 gravity"])
def test_causes_are_named_in_other_games(name: str) -> None:
    (cause,) = grade(worst, name).causes
    assert (cause.key, cause.sentence) == ("sign", "It chooses the worst move instead of the best one.")


def test_the_searches_of_a_game_are_freed_when_another_is_graded() -> None:
    first = ref(hypotheses(game("3,3,2"))[0])
    grade(worst, "3,3,2").causes  # noqa: B018
    assert first() is not None
    for name in ("3,3,3 torus", "4,3,3 gravity"):
        grade(worst, name).causes  # noqa: B018
    collect()
    assert first() is None


def test_few_mistakes_are_no_evidence() -> None:
    report = report_on(program(by_name("diagonal missing")))
    few = {finding.position for finding in report.findings[:2]}
    right = {finding.position for finding in report.findings} - few
    answers = {position: answer for position, answer in report.answers.items() if position not in right}
    assert [cause.key for cause in judge(TICTACTOE, answers).causes] == ["unknown"]


@pytest.mark.parametrize("line", range(8))
def test_each_line_that_is_missing_is_named(line: int) -> None:
    lines = "[(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]"
    cells = eval(lines)[line]
    missing = Seeded("", MINIMAX, {lines: f"[line for line in {lines} if line != {cells}]"}, {})
    names = ", ".join(TICTACTOE.board.names[cell] for cell in cells)
    (cause,) = report_on(program(missing)).causes
    assert isinstance(cause, Cause)
    assert cause.key == "unseen-line"
    assert cause.sentence.startswith("It never sees the ")
    assert cause.sentence.endswith(f" {names}.")


def test_every_cause_is_in_the_guide() -> None:
    guide = (Path(__file__).parents[2] / "docs/guide/grade-causes.md").read_text()
    keys = {one.key for one in (*hypotheses(TICTACTOE), *wrong_lines(TICTACTOE))}
    keys |= {key for fault in FAULTS for key in fault.causes} | {
        "unknown",
        "endless",
        "too-slow",
        "changes-board",
        "varies",
    }
    assert {key for key in keys if f"`{key}`" not in guide} == set()
