"""What an engine answers is what the library says, and no task makes it stumble.

One file: what is right and what is refused are lists of tasks, and each task has a truth of its own.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Player, Position, Record, Solver, analyse, game, player, position, t3en, tell
from noughts.apps.answers import analysis_json
from noughts.apps.session import Seat, Session
from noughts.apps.web.engines import tasks as module
from noughts.apps.web.engines.tasks import Answer, Tasks
from noughts.apps.web.engines.worker import LONGEST, answer_line
from noughts.apps.web.model.errors import Exhausted
from noughts.explain import atlas_format, trace_format
from noughts.explain.atlas import Walk
from noughts.explain.reasons import reasons
from noughts.explain.review import review
from noughts.explain.story import ALGORITHMS
from noughts.explain.summary import summary
from noughts.players.levels import LEVELS
from noughts.render.history import history_text
from tests.apps.terminal import Terminal

POSITIONS = [
    ("tictactoe", "3_/3_/3_ x"),
    ("tictactoe", "o_x/x2_/x2o x"),
    ("misere", "xo_/_x_/3_ o"),
    ("4,4,3 gravity", "4_/4_/x3_/oxo_ o"),
    ("4,3,3", "4_/_xo_/4_ x"),
    ("tictactoe", "3x/2o_/3_ o"),
    ("tictactoe", "xox/oxx/oxo x"),
]
GOING_ON = POSITIONS[:5]
MOVES = (0, 1, 4, 8)  # O's b1 gives the draw away


def ask(do: str, name: str = "tictactoe", text: str | None = None, **fields: Any) -> dict[str, Any]:
    task = {"do": do, "game": name, **({} if text is None else {"position": text}), **fields}
    answer: dict[str, Any] = json.loads(answer_line(Tasks(), json.dumps(task).encode()))
    assert "fault" not in answer, answer["fault"]
    return answer


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("level", [*LEVELS, "minimax:depth=2", "mcts:simulations=20"])
@pytest.mark.parametrize(("name", "text"), GOING_ON)
def test_a_computer_player_chooses_as_in_the_library(level: str, name: str, text: str) -> None:
    there = position(text, name)
    for seed in (0, 7, 2**63):
        choice = player(level).choose(there, Random(seed))
        expected = {"move": choice.move, "visited": choice.visited, "score": choice.score, "exact": choice.exact}
        assert ask("choose", name, text, level=level, seed=seed) == expected


def test_what_was_learnt_helps_with_the_next_move() -> None:
    tasks = Tasks()
    task = {"do": "choose", "game": "4,3,3", "position": "4_/4_/4_ x", "level": "perfect"}
    first, second = tasks(task), tasks(task)
    assert second["visited"] < first["visited"]
    assert second["move"] == first["move"]


def test_only_so_much_is_kept() -> None:
    tasks = Tasks(games=2, entries=10_000)
    for name in ("3,3,3", "3,3,2", "4,3,3", "2x2x2"):
        tasks({"do": "choose", "game": name, "position": t3en(Position(game(name)))})
        assert len(tasks._solvers) <= 2
        assert sum(solver.entries for solver in tasks._solvers.values()) <= 10_000
    assert [*tasks._solvers] == ["4,3,3", "2x2x2"]
    few = Tasks(entries=0)
    few({"do": "analyse", "game": "3,3,3", "position": "3_/3_/3_ x"})
    assert not few._solvers


@pytest.mark.parametrize(("name", "text"), POSITIONS)
@pytest.mark.parametrize("unit", [None, "ten"])
def test_an_analysis_is_that_of_the_command_line_and_more(name: str, text: str, unit: str | None) -> None:
    answer = ask("analyse", name, text, unit=unit)
    args = ["--json", "--game", name, *(["--scores", unit] if unit else [])]
    said = json.loads(Terminal.run("analyse", text, *args).out)
    more = {"cell", "words", "losingWords"}
    moves = [{k: v for k, v in move.items() if k not in more} for move in answer["moves"]]
    assert {k: v for k, v in answer.items() if k not in ("nodes", "sentence", "hint")} | {"moves": moves} == said
    there = position(text, name)
    assert [there.game.board.names[move["cell"]] for move in answer["moves"]] == [m["move"] for m in answer["moves"]]
    printed = Terminal.run("analyse", text, "--game", name).out
    assert answer["sentence"] in printed
    assert all(f"{move['move']}  {move['words']}" in printed for move in answer["moves"] if len(move["move"]) == 2)
    assert all(move["losingWords"] in printed for move in answer["moves"])
    if not there.is_over:
        session = Session((Seat("You"), Seat("Friend")), there, Random(0))
        assert answer["hint"] == session.hint(session.analyse())
    assert answer["nodes"] >= 1


def test_few_nodes_give_estimates() -> None:
    there = Position(game("4,4,4"))
    answer = ask("analyse", "4,4,4", t3en(there), nodes=10)
    expected = analyse(there, nodes=10)
    told = reasons(there, expected.best[0].move, Solver(there.game), analysis=expected, nodes=10)
    assert answer["positionValue"] == "undecided"
    assert answer["sentence"].startswith("X to move: ~ ")
    assert answer.items() >= as_json({k: v for k, v in analysis_json(expected, told).items() if k != "moves"}).items()


@pytest.mark.parametrize(("name", "text"), GOING_ON)
def test_why_is_that_of_a_session(name: str, text: str) -> None:
    there = position(text, name)
    session = Session((Seat("You"), Seat("Friend")), there, Random(0))
    for cell in there.moves:
        answer = ask("why", name, text, cell=cell)
        assert answer == {"cell": cell, "move": there.game.board.names[cell], "sentence": session.why(cell)}


def test_a_review_is_that_of_the_library_with_the_words(tmp_path: Path) -> None:
    found = review(Record(position("3_/3_/3_ x"), MOVES, ("Ann", "Bob")))
    answer = ask("review", start="3_/3_/3_ x", moves=list(MOVES), names=["Ann", "Bob"])
    data = as_json(found.to_data())
    for field in data.keys() - {"moves"}:
        assert answer[field] == data[field]
    for move, expected in zip(answer["moves"], data["moves"], strict=True):
        assert move.items() >= expected.items()
    assert [move["cell"] for move in answer["moves"]] == [*MOVES]
    assert answer["summary"] == list(summary(found))
    assert answer["heading"] == "3 × 3, three in a row: unfinished, 4 moves. Ann is X; Bob is O."
    file = tmp_path / "game.txt"
    file.write_text(" ".join(found.record.move_names))
    printed = Terminal.run("review", str(file)).out
    assert answer["legend"] in printed
    assert all(move["story"] in printed for move in answer["moves"] if move["mark"])
    assert all(move["words"] in printed and move["wordsBefore"] for move in answer["moves"])
    assert any(move["mark"] for move in answer["moves"])


def test_the_values_of_a_review_are_those_of_a_history() -> None:
    for start in ("3_/3_/3_ x", "x2_/o2_/3_ o"):
        first = position(start)
        record = Record(first, first.moves[:1]).play("b2")
        while not record.position.is_over:
            record = record.play(record.position.moves[-1])
        answer = ask("review", start=start, moves=list(record.moves))
        solver = Solver(first.game)
        for there, (score, distance, exact) in zip(record.positions, answer["values"], strict=True):
            assert exact
            assert score == solver.score(there) * (1 if there.turn is Player.X else -1)
            assert distance == analyse(there, solver).distance
        assert history_text(record, [tuple(value) for value in answer["values"]])


def test_where_values_are_not_known_they_are_guessed() -> None:
    start = Position(game("7,7,5"))
    record = Record(start).play("d4").play("a1").play("d5")
    answer = ask("review", "7,7,5", start=t3en(start), moves=list(record.moves))
    assert [exact for _, _, exact in answer["values"]] == [False] * 4
    assert answer["values"][-1][0] > 0, "X stands better, though it is O to move"
    assert {move["words"] for move in answer["moves"]} == {"unknown"}
    assert all(-1 < score < 1 for score, _, _ in answer["values"])
    assert ask("review", start="3_/3_/3_ x", moves=[])["values"] == [[0, None, False]]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("order", ["scan", "centre", "random"])
def test_a_trace_is_the_story_of_the_search(algorithm: Any, order: Any) -> None:
    depth = 2 if algorithm == "depth-limited" else None
    start = position("o_x/x2_/x2o x")
    told: dict[str, Any] = {"order": order, "seed": 3, "unit": "depth", "numbering": "visit", "depth": depth}
    story = tell(start, algorithm=algorithm, **told)
    fields = {"algorithm": algorithm, "order": order, "order_seed": 3, "unit": "depth", "number": "visit"}
    answer = ask("trace", text="o_x/x2_/x2o x", depth=depth, **fields)
    assert answer == as_json(trace_format.to_data(story))
    usual = ask("trace", text="o_x/x2_/x2o x")
    assert usual == as_json(trace_format.to_data(tell(start)))


@pytest.mark.parametrize(
    ("text", "algorithm", "advice"),
    [
        ("x2_/3_/3_ o", "minimax", "take transposition, whose table leaves "),
        ("3_/3_/3_ x", "depth-limited", "take a smaller depth"),
    ],
)
def test_too_large_a_tree_is_refused_with_advice(text: str, algorithm: str, advice: str) -> None:
    error = ask("trace", text=text, algorithm=algorithm, depth=9 if algorithm == "depth-limited" else None)["error"]
    assert error.startswith("the tree is too large to tell every step: open it move by move, ")
    assert advice in error


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_an_atlas_is_that_of_the_library(name: str, text: str) -> None:
    there = position(text, name)
    answer = ask("atlas", name, text, plies=2, order="scan", unit="one")
    walk = Walk(there, unit="one", order="scan")
    assert answer == as_json(atlas_format.to_data(walk.atlas(plies=2)))


def test_a_branch_shows_the_scores_of_the_side_at_the_root() -> None:
    whole = ask("atlas", text="3_/3_/3_ x")
    top = ask("atlas", text="3_/3_/3_ x", plies=1)
    border = top["states"]["ends"].index("+")
    board, turn = top["states"]["boards"][9 * border : 9 * border + 9], top["states"]["turns"][border]
    branch = ask("atlas", text=f"{board} {turn}", plies=3, max="x")
    assert branch["max"] == "x"
    scores = {whole["states"]["boards"][9 * n : 9 * n + 9]: score for n, score in enumerate(whole["states"]["scores"])}
    for n, score in enumerate(branch["states"]["scores"]):
        assert score == scores[branch["states"]["boards"][9 * n : 9 * n + 9]]


@pytest.mark.parametrize(
    ("task", "part"),
    [
        ([], "a task is an object whose field do says what to do: choose, analyse"),
        ({}, "what to do"),
        ({"do": ["choose"]}, "what to do"),
        ({"do": "choose"}, "game is missing"),
        ({"do": "choose", "game": "tictactoe"}, "position is missing"),
        ({"do": "choose", "game": "chess", "position": "x"}, "unknown game 'chess'"),
        ({"do": "choose", "game": "21,21,5", "position": "x"}, "400 cells"),
        ({"do": "choose", "game": "tictactoe", "position": "3x/oo_/3_ o"}, "the game is over"),
        ({"do": "choose", "game": "tictactoe", "position": "3_/3_/3_ x", "level": "god"}, "unknown player 'god'"),
        ({"do": "choose", "game": "tictactoe", "position": "3_/3_/3_ x", "seed": -1}, "seed is missing or no such"),
        ({"do": "choose", "game": "tictactoe", "position": "3_/3_/3_ x", "seed": True}, "seed is missing or no such"),
        ({"do": "why", "game": "tictactoe", "position": "x2_/3_/3_ o"}, "cell is missing"),
        ({"do": "why", "game": "tictactoe", "position": "x2_/3_/3_ o", "cell": 0}, "a1 is taken"),
        ({"do": "why", "game": "tictactoe", "position": "x2_/3_/3_ o", "cell": 9}, "from 0 to 8"),
        ({"do": "analyse", "game": "tictactoe", "position": "3_/3_/3_ x", "nodes": 1e9}, "nodes"),
        ({"do": "analyse", "game": "4,4,4", "position": "4_/4_/4_/4_ x", "unit": "depth"}, "choose another unit"),
        ({"do": "review", "game": "tictactoe", "start": "3_/3_/3_ x", "moves": "a1"}, "moves is missing or no list"),
        ({"do": "review", "game": "tictactoe", "start": "3_/3_/3_ x", "moves": [4, 4]}, "move 2: b2 is taken"),
        ({"do": "review", "game": "tictactoe", "start": "3_/3_/3_ x", "moves": [], "names": [1]}, "two short texts"),
        (
            {"do": "trace", "game": "tictactoe", "position": "x2o/3_/3_ x", "algorithm": "magic"},
            "unknown algorithm 'magic'",
        ),
        ({"do": "trace", "game": "tictactoe", "position": "x2o/3_/3_ x", "order": "z"}, "'z' is no order: expected"),
        ({"do": "trace", "game": "tictactoe", "position": "x2o/3_/3_ x", "depth": 2}, "minimax has no depth because"),
        ({"do": "trace", "game": "tictactoe", "position": "3x/oo_/3_ o"}, "the game is over"),
        ({"do": "atlas", "game": "tictactoe", "position": "3_/3_/3_ x", "max": "z"}, "'z' is no max: expected x, o"),
    ],
)
def test_a_bad_task_is_answered_with_a_sentence(task: object, part: str) -> None:
    answer = json.loads(answer_line(Tasks(), json.dumps(task).encode()))
    assert [*answer] == ["error"]
    assert part in answer["error"]


@pytest.mark.parametrize("line", [b"\n", b"{\n", b"\xff\xfe\n", b"[" * 100_000, b"1" * 10_000, b"nul"])
def test_what_is_no_json_is_no_task(line: bytes) -> None:
    assert json.loads(answer_line(Tasks(), line)) == {"error": "a task is a line of JSON"}


@pytest.mark.parametrize("spelling", ["{}:move", " {}:move ", "minimax:{}:move", "x.py:{}:move"])
def test_no_file_is_ever_run(spelling: str, tmp_path: Path) -> None:
    file, witness = tmp_path / "mine.py", tmp_path / "was run"
    file.write_text(f"import pathlib\npathlib.Path({str(witness)!r}).touch()\ndef move(board):\n    return 0\n")
    answer = ask("choose", text="3_/3_/3_ x", level=spelling.format(file))
    assert [*answer] == ["error"]
    assert not witness.exists()


def test_too_little_memory_is_said_and_what_was_learnt_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object, **settings: object) -> None:
        raise MemoryError

    tasks = Tasks()
    tasks({"do": "choose", "game": "misere", "position": "3_/3_/3_ x"})
    monkeypatch.setattr(module, "analyse", fails)
    with pytest.raises(NoughtsError, match="more memory than an engine has"):
        tasks({"do": "analyse", "game": "tictactoe", "position": "3_/3_/3_ x"})
    assert not tasks._solvers


def test_a_bug_is_a_fault_with_all_that_is_known_of_it() -> None:
    answer = json.loads(answer_line(lambda task: {"": 1 / 0}, b"{}"))
    assert [*answer] == ["fault"]
    assert "ZeroDivisionError" in answer["fault"]


def test_too_little_memory_is_told_from_what_cannot_be_done() -> None:
    def exhausted(task: object) -> Answer:
        raise Exhausted("too much")

    assert json.loads(answer_line(exhausted, b"{}")) == {"exhausted": "too much"}


def test_an_answer_is_not_longer_than_can_be_read() -> None:
    answer = json.loads(answer_line(lambda task: {"text": "x" * LONGEST}, b"{}"))
    assert answer == {"error": "the answer is too long: take a smaller board"}


def test_a_task_ends_before_its_time_is_up() -> None:
    """With hardly any time everything that can be searched is left out, and there is still an answer."""
    text = t3en(Position(game("4,4,4")))
    answer = ask("analyse", "4,4,4", text, seconds=1e-6)
    assert answer["positionValue"] == "undecided"
    assert ask("review", "4,4,4", start=text, moves=[0, 1], seconds=1e-6)["unknown"] == [1, 2]


JUNK = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.lists(st.integers(0, 9))


def either(*usual: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(usual) | JUNK


FUZZED = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["choose", "analyse", "why", "review", "trace", "atlas"]),
        "game": st.sampled_from(["tictactoe", "misere", "3,2,2 gravity", "2x2x2", "1,1,1", "3,3,3 full=x"]) | JUNK,
    },
    optional={
        "position": either("3_/3_/3_ x", "o_x/x2_/x2o x", "3x/2o_/3_ o", "_________", "2_/2_//2_/2_ o", "_ x"),
        "start": either("3_/3_/3_ x", "o_x/x2_/x2o x", "3x/2o_/3_ o", "3_/xox o"),
        "moves": st.lists(st.integers(-1, 9) | JUNK, max_size=9) | JUNK,
        "names": either(["Ann", "Bob"], ["", ""]),
        "level": either(*LEVELS, "minimax:depth=1", "mcts:simulations=2", "alphabeta"),
        "seed": either(0, 1, 2**64),
        "cell": either(0, 4, 8, -1, 9),
        "nodes": either(0, 1, 500),
        "unit": either("noughts", "one", "ten", "depth"),
        "algorithm": either(*ALGORITHMS),
        "form": either("lists", "j", "max-min", "negamax"),
        "order": either("scan", "centre", "random"),
        "order_seed": either(0, 5),
        "number": either("level", "visit"),
        "depth": either(1, 2),
        "plies": either(1, 2),
        "states": either(1, 50),
        "max": either("x", "o"),
        "seconds": either(0.1, 5),
    },
)


@given(FUZZED)
def test_nothing_that_can_be_asked_is_a_fault(task: dict[str, Any]) -> None:
    answer = json.loads(answer_line(SHARED, json.dumps(task).encode()))
    assert "fault" not in answer, answer["fault"]
    assert answer


SHARED = Tasks()
