"""Games with too many positions to grade them all: the sample, and the mistakes that show in it."""

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from noughts import Choice, NoughtsError, game
from noughts.grading.grade import MOST_POSITIONS, Exam, Report, grade, judge
from noughts.rules.board import Cells, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position, sides
from noughts.rules.tactics import sign
from noughts.search.alphabeta import alphabeta
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.needs("noughts_kernel")
CONNECT_FOUR = "7,6,4 gravity"


@cache
def exam(name: str) -> Exam:
    return Exam.of(game(name))


def report(plays: Callable[[Position], int], name: str = CONNECT_FOUR) -> Report:
    """Grade a player in the sample."""
    taken = exam(name)
    answers = {at: Choice(plays(at)) for at in taken.where}
    return judge(game(name), answers, taken)


def best(at: Position) -> int:
    scores = exam(at.game.name).scores
    assert scores
    return max(scores[at], key=scores[at].__getitem__)


def instead(at: Position, moves: list[int]) -> int:
    """Return the first of these moves, or the best move if the list is empty."""
    return (moves or [best(at)])[0]


def completing(at: Position, lines: tuple[Cells, ...], side: Player) -> list[int]:
    """Return the legal moves that complete one of these lines for a side."""
    mine, _ = sides(at, side)
    return [move for move in at.moves if any(line & ~mine == 1 << move for line in lines)]


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "name",
    [
        CONNECT_FOUR,
        "4,4,4",
        *(pytest.param(name, marks=SLOW) for name in ("4,4,3", "5,5,4", "6,6,4", "4,4,4 misere", "5,4,4 gravity")),
    ],
)
def test_a_sample_of_a_large_game(name: str) -> None:
    taken = exam(name)
    where = list(taken.where)
    assert taken.sampled_from == MOST_POSITIONS
    assert len(where) == len(set(where)) == 400
    assert {at.turn for at in where} == set(Player)
    assert not any(at.is_over for at in where)
    assert taken.scores
    assert all(set(taken.scores[at]) == set(at.moves) for at in where)
    assert min(at.empty.bit_count() for at in where) <= 4
    assert {sign(max(taken.scores[at].values())) for at in where} == {-1, 0, 1} or name == "4,4,3"


@pytest.mark.parametrize("name", ["4,4,4", pytest.param(CONNECT_FOUR, marks=SLOW)])
def test_a_sample_is_the_same_every_time(name: str) -> None:
    assert list(Exam.of(game(name)).where) == list(exam(name).where)
    few = Exam.of(game(name), Player.O, quick=True).where
    assert len(few) == 100
    assert {at.turn for at in few} == {Player.O}


@pytest.mark.parametrize("name", [CONNECT_FOUR, "4,4,4", pytest.param("5,5,4", marks=SLOW)])
def test_the_scores_are_those_of_a_textbook_search(name: str) -> None:
    scores = exam(name).scores
    assert scores
    few = [at for at in scores if at.empty.bit_count() <= 7][::5]
    assert len(few) >= 5
    for at in few:
        for move, score in scores[at].items():
            after = at.play(move)
            assert score == -(after.score if after.is_over else alphabeta(after).score)


def test_the_sample_of_connect_four_begins_with_the_empty_board() -> None:
    taken = exam(CONNECT_FOUR)
    start = taken.where[0]
    assert start == Position(CONNECT_FOUR)
    assert taken.scores
    # James D. Allen and Victor Allis (1988): the centre wins, its neighbours draw, and the other columns lose.
    assert [sign(taken.scores[start][start.cell(column)]) for column in "abcdefg"] == [-1, -1, 0, 1, 0, -1, -1]


def test_perfect_moves_pass() -> None:
    found = report(best)
    assert (found.is_flawless, found.lines, found.start_score) == (True, {}, None)


LINES = game(CONNECT_FOUR).lines


def without(lines: tuple[Cells, ...]) -> Report:
    """Grade a player that is perfect, but neither completes nor blocks some of the lines."""
    rest = tuple(line for line in LINES if line not in lines)

    def plays(at: Position) -> int:
        for side in (at.turn, at.turn.other):
            if unseen := set(completing(at, lines, side)) - set(completing(at, rest, side)):
                return next((move for move in at.moves if move not in unseen), at.moves[0])
        return best(at)

    return report(plays)


def step(line: Cells) -> int:
    """Return the number of cells between two cells of a line."""
    first, second, *_ = cells_in(line)
    return second - first


@pytest.mark.parametrize("direction", [1, 6, 7, 8], ids=["rows", "diagonals", "columns", "other diagonals"])
def test_every_direction_of_connect_four_shows(direction: int) -> None:
    assert without(tuple(line for line in LINES if step(line) == direction)).count("value") >= 5


@SLOW
def test_nine_of_ten_lines_of_connect_four_show() -> None:
    assert len(LINES) == 69
    assert sum(without((line,)).is_flawless for line in LINES) < 7


@pytest.mark.parametrize(
    ("plays", "kind"),
    [
        (lambda at: instead(at, [m for m in at.moves if m not in completing(at, LINES, at.turn)]), "slow win"),
        (lambda at: instead(at, [m for m in at.moves if m not in completing(at, LINES, at.turn.other)]), "value"),
        (lambda at: at.moves[0], "value"),
        (lambda at: best(at) if at.turn is Player.X else at.moves[-1], "value"),
        (lambda at: instead(at, [m for m in at.moves if m % 7 == 0]), "value"),
    ],
    ids=["takes no win", "does not block", "first column", "plays one side", "likes the edge"],
)
def test_kinds_of_mistakes_show(plays: Callable[[Position], int], kind: str) -> None:
    assert [finding for finding in report(plays).findings if finding.kind == kind]


@pytest.mark.parametrize("depth", [1, *(pytest.param(depth, marks=SLOW) for depth in (2, 4, 6))])
def test_a_search_that_looks_only_some_plies_ahead_fails(depth: int) -> None:
    found = grade(f"minimax:depth={depth}", CONNECT_FOUR)
    assert not found.keeps_value
    assert found.wins_taken == found.wins_in_one > 50
    assert found.count("illegal") == 0


AGENT = '''
def agent(observation, configuration):
    """Complete a line, block one, or play near the centre."""
    columns, rows, inarow = configuration.columns, configuration.rows, configuration.inarow
    board, me = observation.board, observation.mark

    def wins(column, mark):
        row = max(r for r in range(rows) if board[r * columns + column] == 0)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                r, c = row + sign * dr, column + sign * dc
                while 0 <= r < rows and 0 <= c < columns and board[r * columns + c] == mark:
                    count, r, c = count + 1, r + sign * dr, c + sign * dc
            if count >= inarow:
                return True
        return False

    free = sorted((c for c in range(columns) if board[c] == 0), key=lambda c: abs(c - columns // 2))
    for mark in (me, 3 - me):
        for column in free:
            if wins(column, mark):
                return column
    return free[0]
'''


def test_an_agent_of_kaggle_is_graded_in_connect_four(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(AGENT, encoding="utf-8")
    done = Terminal.run("grade", str(file), "--game", CONNECT_FOUR, "--quick", "--json")
    found = json.loads(done.out)
    assert done.status == 1
    assert found["call"] == "drop(agent(observation, configuration))"
    assert (found["positions"]["reachable"], found["sampledFrom"]) == (100, MOST_POSITIONS)
    assert (found["faults"]["illegal"], found["faults"]["crash"]) == (0, 0)
    assert found["winsInOne"]["taken"] == found["winsInOne"]["there"] > 0
    assert found["faults"]["value"] > 0
    assert found["verdict"].endswith(
        "Only a sample of 100 of more than 150,000 positions was graded: a program that passes may still make mistakes "
        "in other positions."
    )


def test_a_game_that_noughts_cannot_decide() -> None:
    with pytest.raises(NoughtsError, match=r"the kernel solves boards of 1 to 128 cells, not 225"):
        grade("random", "15,15,5")


def test_without_the_kernel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    with pytest.raises(NoughtsError, match=r"7,6,4 gravity .* pip install \"noughts\[solve\]\""):
        grade("random", CONNECT_FOUR)
