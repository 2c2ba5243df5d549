"""Answers to tasks equal the library's results, and invalid tasks are refused with a message."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Player, Position, Record, Solver, analyse, game, player, position, t3en
from noughts.explain.review.review import review
from noughts.explain.review.summary import summary
from noughts.explain.story.story import ALGORITHMS
from noughts.players.levels import LEVELS
from noughts.render.history import history_text
from noughts.session.session import Seat, Session
from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.analysis.tree_answers import recorded_search
from noughts.web.model.errors import Exhausted
from noughts.web.model.task import EngineTask
from tests.terminal.terminal import Terminal

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
MOVES = (0, 1, 4, 8)  # O's b1 throws away the draw


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
    start = position(text, name)
    for seed in (0, 7, 2**63):
        choice = player(level).choose(start, Random(seed))
        expected = {"move": choice.move, "visited": choice.visited, "score": choice.score, "exact": choice.exact}
        assert ask("choose", name, text, level=level, seed=seed) == expected


def test_tables_are_kept_for_the_next_move() -> None:
    tasks = Tasks()
    task: EngineTask = {"do": "choose", "game": "4,3,3", "position": "4_/4_/4_ x", "level": "perfect"}
    first, second = tasks(task), tasks(task)
    assert second["visited"] < first["visited"]
    assert second["move"] == first["move"]


def test_steps_keep_what_the_analysis_knows() -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    at = Position("9,9,5")
    for move in ["e5", "a1", "e6", "a3", "e7", "a5"]:
        at = at.play(move)
    known = ask("analyse", "9,9,5", t3en(at), seconds=5)
    assert known["positionValue"] == "win"
    answer = ask("steps", "9,9,5", t3en(at), seconds=0, known=known)
    moves = {move["move"]: move for move in answer["moves"]}
    assert answer["positionValue"] == "win"
    assert len(moves) == len(at.moves)
    for move in known["moves"]:
        found = moves[move["move"]]
        if move["moveValue"] == "undecided":
            assert found["estimate"] == move["estimate"] or found["moveValue"] != "undecided"
        else:
            assert (found["moveValue"], found["remoteness"]) == (move["moveValue"], move["remoteness"])
    assert {move["move"] for move in answer["moves"] if move["best"]} <= {
        move["move"] for move in known["moves"] if move["best"]
    }


@pytest.mark.parametrize("rules", ["4x4x4", "15,15,5", "4,4,4", "connect-four"])
def test_a_level_moves_also_on_a_computer_that_is_too_slow(rules: str) -> None:
    empty = Position(game(rules))
    start = empty.play(empty.moves[0])
    answer = ask("choose", rules, t3en(start), level="perfect", seconds=0)
    assert answer["move"] in start.moves
    assert answer["visited"] < 1_000


@pytest.mark.parametrize("limits", [{"entries": 0}, {"games": 1}])
def test_tables_are_dropped_beyond_the_limits(limits: Any) -> None:
    tasks = Tasks(**limits)
    task: EngineTask = {"do": "choose", "game": "4,3,3", "position": "4_/4_/4_ x", "level": "perfect"}
    first = tasks(task)
    tasks({"do": "choose", "game": "2x2x2", "position": t3en(Position(game("2x2x2"))), "level": "perfect"})
    assert tasks(task)["visited"] == first["visited"]


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_an_analysis_equals_that_of_the_command_line(name: str, text: str) -> None:
    answer = ask("analyse", name, text)
    expected = json.loads(Terminal.run("analyse", text, "--json", "--game", name).out)
    more = {"cell", "words", "losingWords", "best"}
    moves = [{k: v for k, v in move.items() if k not in more} for move in answer["moves"]]
    others = {k: v for k, v in answer.items() if k not in ("nodes", "sentence", "hint", "line")}
    assert others | {"moves": moves} == {k: v for k, v in expected.items() if k not in ("nodes", "seconds")}
    start = position(text, name)
    assert [start.game.board.names[move["cell"]] for move in answer["moves"]] == [m["move"] for m in answer["moves"]]
    printed = Terminal.run("analyse", text, "--game", name).out
    assert answer["sentence"] in printed
    assert all(f"{move['move']}  {move['words']}" in printed for move in answer["moves"] if len(move["move"]) == 2)
    assert all(move["losingWords"] in printed for move in answer["moves"])
    if not start.is_over:
        session = Session((Seat("You"), Seat("Friend")), start, Random(0))
        assert answer["hint"] == session.hint(session.analyse())
    assert answer["nodes"] >= 1


def test_a_review_matches_the_library(tmp_path: Path) -> None:
    reviewed = review(Record(position("3_/3_/3_ x"), MOVES))
    answer = ask("review", start="3_/3_/3_ x", moves=list(MOVES))
    data = as_json(reviewed.to_data())
    for field in data.keys() - {"moves"}:
        assert answer[field] == data[field]
    for move, expected in zip(answer["moves"], data["moves"], strict=True):
        assert move.items() >= expected.items()
    assert [move["cell"] for move in answer["moves"]] == [*MOVES]
    assert answer["summary"] == list(summary(reviewed))
    assert answer["heading"] == "3 × 3, three in a row: unfinished, 4 moves."
    file = tmp_path / "game.txt"
    file.write_text(" ".join(reviewed.record.move_names))
    printed = Terminal.run("review", str(file)).out
    assert answer["legend"] in printed
    marked = [move for move in answer["moves"] if move["mark"]]
    assert all(line in printed for move in marked for line in (move["text"], *move["remarks"]))
    assert all(move["text"] == " ".join([move["move"], *move["sentences"]]) for move in marked)
    assert all(move["words"] in printed and move["wordsBefore"] for move in answer["moves"])
    assert any(move["mark"] for move in answer["moves"])


def test_the_values_of_a_review_equal_those_of_a_history() -> None:
    for start in ("3_/3_/3_ x", "x2_/o2_/3_ o"):
        first = position(start)
        record = Record(first, first.moves[:1]).play("b2")
        while not record.position.is_over:
            record = record.play(record.position.moves[-1])
        answer = ask("review", start=start, moves=list(record.moves))
        solver = Solver(first.game)
        for each, (score, distance, exact) in zip(record.positions, answer["values"], strict=True):
            assert exact
            assert score == solver.score(each) * (1 if each.turn is Player.X else -1)
            left = analyse(each, solver=solver).distance
            assert left is not None
            assert distance == (left if each is record.start else left + 1)
        assert history_text(record, [tuple(value) for value in answer["values"]])


def test_unknown_values_are_estimated() -> None:
    start = Position(game("7,7,5"))
    record = Record(start).play("d4").play("a1").play("d5")
    answer = ask("review", "7,7,5", start=t3en(start), moves=list(record.moves))
    assert [exact for _, _, exact in answer["values"]] == [False] * 4
    assert answer["values"][-1][0] > 0, "X stands better, though it is O to move"
    assert {move["words"] for move in answer["moves"]} == {"unknown"}
    assert all(-1 < score < 1 for score, _, _ in answer["values"])
    assert ask("review", start="3_/3_/3_ x", moves=[])["values"] == [[0, None, False]]


@pytest.mark.parametrize(
    ("task", "part"),
    [
        ({"do": "choose", "game": "chess", "position": "x"}, "unknown game 'chess'"),
        ({"do": "choose", "game": "21,21,5", "position": "x"}, "400 cells"),
        (
            {"do": "choose", "game": "tictactoe", "position": "3x/oo_/3_ o", "level": "perfect"},
            "the game is over",
        ),
        ({"do": "choose", "game": "tictactoe", "position": "3_/3_/3_ x", "level": "god"}, "unknown player 'god'"),
        ({"do": "review", "game": "tictactoe", "start": "3_/3_/3_ x", "moves": [4, 4]}, "move 2: b2 is taken"),
        (
            {"do": "trace", "game": "tictactoe", "position": "x2o/3_/3_ x", "algorithm": "magic"},
            "unknown algorithm 'magic'",
        ),
        (
            {"do": "trace", "game": "tictactoe", "position": "x2o/3_/3_ x", "order": "z"},
            "unknown order of moves 'z': ",
        ),
        (
            {"do": "trace", "game": "tictactoe", "position": "x2o/3_/3_ x", "depth": 0},
            "expected a whole number of at least 1 as the depth, not 0",
        ),
        ({"do": "trace", "game": "tictactoe", "position": "3x/oo_/3_ o"}, "the game is over"),
    ],
)
def test_an_invalid_task_is_refused_with_a_message(task: object, part: str) -> None:
    answer = json.loads(answer_line(Tasks(), json.dumps(task).encode()))
    assert [*answer] == ["error"]
    assert part in answer["error"]


@pytest.mark.parametrize("spelling", ["{}:move", " {}:move ", "minimax:{}:move", "x.py:{}:move"])
def test_no_file_is_run(spelling: str, tmp_path: Path) -> None:
    file, witness = tmp_path / "mine.py", tmp_path / "was run"
    file.write_text(f"import pathlib\npathlib.Path({str(witness)!r}).touch()\ndef move(board):\n    return 0\n")
    answer = ask("choose", text="3_/3_/3_ x", level=spelling.format(file))
    assert [*answer] == ["error"]
    assert not witness.exists()


def test_too_little_memory_is_reported_and_the_tables_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object, **settings: object) -> None:
        raise MemoryError

    tasks = Tasks()
    task: EngineTask = {"do": "choose", "game": "4,3,3", "position": "4_/4_/4_ x", "level": "perfect"}
    first = tasks(task)
    tasks({"do": "trace", "game": "tictactoe", "position": "3_/3_/3_ x", "shape": "part", "first": 1})
    with monkeypatch.context() as patch:
        patch.setattr("noughts.web.analysis.tasks.analyse", fails)
        with pytest.raises(Exhausted, match="more memory than an engine has"):
            tasks({"do": "analyse", "game": "tictactoe", "position": "3_/3_/3_ x"})
    assert tasks(task)["visited"] == first["visited"]
    assert recorded_search.cache_info().currsize == 0


def test_a_task_ends_before_its_time_limit() -> None:
    """With almost no time, there is still an answer, but no search."""
    text = t3en(Position(game("4,4,4")))
    answer = ask("analyse", "4,4,4", text, seconds=1e-6)
    assert answer["positionValue"] == "undecided"
    assert ask("review", "4,4,4", start=text, moves=[0, 1], seconds=1e-6)["unknown"] == [1, 2]


def either(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


FUZZED = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["choose", "analyse", "review", "trace", "atlas"]),
        "game": st.sampled_from(["tictactoe", "misere", "3,2,2 gravity", "2x2x2", "1,1,1", "3,3,3 full=x"]),
        "position": either("3_/3_/3_ x", "o_x/x2_/x2o x", "3x/2o_/3_ o", "_________", "2_/2_//2_/2_ o", "_ x"),
        "start": either("3_/3_/3_ x", "o_x/x2_/x2o x", "3x/2o_/3_ o", "3_/xox o"),
        "moves": st.lists(st.integers(-1, 9), max_size=9),
        "level": either(*LEVELS, "minimax:depth=1", "mcts:simulations=2", "alphabeta"),
    },
    optional={
        "seed": either(0, 1, 2**64),
        "unit": either("noughts", "one", "ten", "depth"),
        "algorithm": either(*ALGORITHMS),
        "form": either("lists", "j", "max-min", "negamax"),
        "order": either("scan", "centre", "random"),
        "numbering": either("level", "visit"),
        "depth": either(1, 2),
        "plies": either(1, 2),
        "states": either(1, 50),
        "max": either("x", "o"),
        "seconds": either(0.1, 5),
    },
)


SHARED = Tasks()


@given(FUZZED)
def test_no_task_causes_an_unexpected_error(task: dict[str, Any]) -> None:
    answer = json.loads(answer_line(SHARED, json.dumps(task).encode()))
    assert "fault" not in answer, answer["fault"]
    assert answer
