"""The Analyse page while values are being proved: estimates never hide proved facts."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Evaluation, MoveEvaluation, Position, analyse, solve, solve_steps
from noughts.explain.evaluation_json import evaluation_json, read_evaluation
from noughts.rules.notation import position
from noughts.solver.evaluation import OPEN, Bounds
from noughts.web.analysis.service import AnalysisService
from noughts.web.analysis.tasks import page_json
from noughts.web.model.study import Study
from noughts.web.model.task import AnalysisAnswer
from noughts.web.pages.analyse import live_values as live_values_page
from noughts.web.pages.analyse.live_values import is_proved, known_words, live_values
from noughts.web.pages.board_view import ValueView, board_view
from tests.strategies import games, played

POSSIBLE = {"win": 1, "tie": 0, "lose": -1}


def guesses(at: Position, numbers: list[float]) -> Evaluation:
    moves = (
        MoveEvaluation(move, at.play(move), estimate=guess) for move, guess in zip(at.moves, numbers, strict=False)
    )
    return Evaluation(at, moves=tuple(moves))


@given(games().flatmap(played), st.lists(st.floats(-1, 1), min_size=16, max_size=16))
def test_only_what_is_not_decided_is_an_estimate(at: Position, numbers: list[float]) -> None:
    if at.is_over:
        return
    for known in solve_steps(at):
        shown: Any = page_json(known.combined(guesses(at, numbers)))
        proved = {move.name: move for move in known.moves}
        assert {move["move"] for move in shown["moves"]} == proved.keys()
        for move in shown["moves"]:
            fact = proved[move["move"]]
            if fact.value is not None:
                assert POSSIBLE[move["moveValue"]] == fact.value
                assert ValueView.of(move).tone in ("win", "draw", "loss")  # type: ignore[union-attr]
            else:
                assert fact.bounds.low <= move["estimate"] <= fact.bounds.high
                assert ValueView.of(move).tone == "about"  # type: ignore[union-attr]
    best = {move["move"] for move in shown["moves"] if move["best"]}
    assert best >= {move.name for move in known.moves[:1] if known.value != 0}
    assert best <= {move.name for move in known.moves if move.bounds == known.bounds}
    assert best
    assert is_proved(at, shown)


@given(games().flatmap(played), st.data())
def test_a_proof_is_never_lost(at: Position, data: st.DataObject) -> None:
    if at.is_over:
        return
    steps = list(solve_steps(at))
    one, other = data.draw(st.sampled_from(steps)), data.draw(st.sampled_from(steps))
    known = one.combined(read_evaluation(at, evaluation_json(other)))
    assert (known.bounds, known.distance) == max((one.bounds, one.distance), (other.bounds, other.distance), key=sharp)
    for move in known.moves:
        first, second = (next(each for each in step.moves if each.move == move.move) for step in (one, other))
        assert (move.bounds, move.distance) == max(
            (first.bounds, first.distance), (second.bounds, second.distance), key=sharp
        )


def sharp(fact: tuple[Bounds, int | None]) -> tuple[int, bool]:
    """Return how precise a fact about a value is."""
    return fact[0].low - fact[0].high, fact[1] is not None


def best(*moves: tuple[str, int | None, int | None]) -> set[str]:
    """Return the moves that are marked as best, given the names, values and distances of moves."""
    at = Position("tictactoe")
    facts = []
    for name, value, plies in moves:
        move = at.game.board.cell(name)
        bounds = OPEN if value is None else Bounds(value, value)
        facts.append(MoveEvaluation(move, at.play(move), bounds, plies))
    shown = page_json(Evaluation(at, moves=tuple(facts)).combined(Evaluation(at)))
    return {move["move"] for move in shown["moves"] if move["best"]}


def test_the_best_move_so_far_is_marked() -> None:
    assert best(("a1", 0, 9), ("b1", None, None)) == {"a1"}
    assert best(("a1", 0, 9), ("b1", 1, None), ("c1", 1, 5)) == {"c1"}
    assert best(("a1", 1, 3), ("b1", 1, 3), ("c1", 1, 5)) == {"a1", "b1"}
    assert best(("a1", -1, 2), ("b1", -1, None)) == set(), "b1 may lose later"
    assert best(("a1", -1, 2), ("b1", None, None)) == set(), "b1 may not lose"
    assert best(("a1", None, None), ("b1", None, None)) == set()
    lost = position("o2_/_o_/xx_ o", "3,3,3 misere")
    slowest = {move.name for move in analyse(lost).optimal}
    shown = page_json(solve(lost, all_moves=True))
    assert {move["move"] for move in shown["moves"] if move["best"]} == slowest


def test_a_result_that_is_ruled_out_is_shown() -> None:
    move: Any = {"moveValue": "undecided", "remoteness": None, "position": "3_/3_/3_ o"}
    words = [(["win", "tie"], "△", "no loss"), (["tie", "lose"], "▽", "no win")]
    for possible, shape, word in words:
        value = ValueView.of(move | {"possible": possible})
        assert value
        assert (value.tone, value.shape, value.word) == ("part", shape, word)
    assert ValueView.of(move | {"possible": [*POSSIBLE]}) is None


@pytest.mark.parametrize(
    ("plies", "grade"), [(1, "g1"), (2, "g2"), (5, "g2"), (6, "g3"), (15, "g3"), (16, "g4"), (None, "g4")]
)
@pytest.mark.parametrize("kind", ["win", "lose"])
def test_wins_and_losses_are_graded_by_distance(kind: Any, plies: int | None, grade: str) -> None:
    remoteness = None if plies is None else plies - 1
    value = ValueView.of({"moveValue": kind, "remoteness": remoteness, "position": "3_/3_/3_ o"})
    assert value
    assert value.grade == grade


def test_small_and_very_large_boards_have_no_stream() -> None:
    for name, streams in [("3,3,3", False), ("4,4,4", False), ("connect four", True), ("15,15,5", False)]:
        live = live_values(Study.of(Position(name)), None)
        assert (live is not None and live.runs) is streams
    assert live_values(Study.of(Position("connect four")).edit(True), None) is None


def test_the_best_line_is_numbered_on_the_board() -> None:
    analysis: AnalysisAnswer = {"moves": [], "line": ["b2", "a1", "c3"]}
    view = board_view(position("3_/3_/3_ o"), awaited=True, analysis=analysis)
    cells = {cell.cell: (cell.step, cell.stepper) for _, row in view.layers[0].rows for cell in row if cell.step}
    assert cells == {4: (1, "o"), 0: (2, "x"), 8: (3, "o")}
    assert view.line == "b2 a1 c3"


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        (0, "Still thinking."),
        (1, "Still thinking · 1 state"),
        (45_210, "Still thinking · 45,210 states"),
        (1_234_567, "Still thinking · 1.2 million states"),
    ],
)
def test_the_number_of_positions_is_short(nodes: int, words: str) -> None:
    assert known_words("Still thinking", nodes) == words


@pytest.mark.parametrize("nodes", [0, 7])
def test_the_page_is_not_said_to_think_once_every_move_is_proved(nodes: int) -> None:
    at = position("7_/7_/7_/7_/7_/7_ x", "connect four")
    moves = (MoveEvaluation(move, at.play(move), Bounds(1, 1), 5) for move in at.moves)
    told = page_json(Evaluation(at, Bounds(1, 1), 5, tuple(moves), nodes))

    class Analyst:
        """Engines that know every value at once, and answer only this task."""

        @property
        def engines(self) -> "Analyst":
            return self

        def known(self, task: object) -> None:
            return None

        async def steps(self, task: object, seconds: float) -> AsyncGenerator[bytes, None]:
            yield json.dumps(told).encode()

        async def ask(self, task: object, **options: object) -> dict[str, str]:
            return {}

    async def words() -> list[str]:
        events = live_values_page._events(cast(AnalysisService, Analyst()), at, None, 1)
        return [json.loads(str(event["data"]))["words"] async for event in events]

    assert set(asyncio.run(words())) == {known_words("Every move is proved", nodes)}
