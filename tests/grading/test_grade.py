"""Grading: correct reports on perfect, hasty, one-sided and random players."""

import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Choice, IgnoreDistance, NoughtsError, Solver, game, minimax, perft, player, plies, position
from noughts.grading.grade import KINDS, SERIOUS, Exam, LineCounts, Report, ask, grade, judge, lines, positions
from noughts.grading.user_code import UserPlayer
from noughts.players.opponent import Chooser, Crash, IllegalAnswer, PlayerFault
from noughts.rules.game import Player
from noughts.rules.position import Position

TICTACTOE = game("tictactoe")
SMALL = ["2,2,2", "3,3,3 gravity", "3,3,2", "3,2,2 misere", "2,2,2 full=o", "3,3,3 gravity misere"]


def solving() -> Chooser:
    """Return a player that makes the first best move."""
    solvers: dict[object, Solver] = {}

    def choose(position: Position, random: Random) -> Choice:
        solver = solvers.setdefault(position.game, Solver(position.game))
        return Choice(solver.solve(position).move, 7)

    return choose


def hasty() -> Chooser:
    """Return a textbook minimax with scores of ±1, which plays the first of its best moves."""
    value = cache(lambda at: at.score if at.is_over else max(-value(at.play(move)) for move in at.moves))

    def choose(position: Position, random: Random) -> Choice:
        return Choice(max(position.moves, key=lambda move: -value(IgnoreDistance(position.play(move)))))

    return choose


def worst(position: Position, random: Random) -> Choice:
    """Play the worst move."""
    scores = Solver(position.game).solve(position).scores
    return Choice(min(scores, key=lambda move: scores[move]))


def unfinished(name: str) -> int:
    return sum(ply.positions - sum(ply.ended_positions.values()) for ply in plies(Position(game(name))))


@pytest.fixture(scope="module")
def perfect_report() -> Report:
    return grade(solving())


@pytest.fixture(scope="module")
def hasty_report() -> Report:
    return grade(hasty())


def test_positions_are_all_unfinished_reachable_positions() -> None:
    everything = positions(TICTACTOE)
    assert len(everything) == len(set(everything)) == 4520
    assert everything[0] == Position(TICTACTOE)
    empty = [at.empty.bit_count() for at in everything[1:]]
    assert empty == sorted(empty), "fewest empty cells first"
    assert not any(at.is_over for at in everything)
    sides = [positions(TICTACTOE, side) for side in Player]
    assert [len(side) for side in sides] == [2423, 2097]
    assert set(everything) == set(sides[0]) | set(sides[1])


@pytest.mark.parametrize("name", [*SMALL, "misere", "3,3,3 torus", "4,4,3 gravity"])
def test_the_number_of_positions_of_other_games_is_correct(name: str) -> None:
    assert len(positions(game(name))) == unfinished(name)


def test_more_positions_than_the_limit_raise_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.grading.grade.MOST_POSITIONS", 1000)
    with pytest.raises(NoughtsError, match="more than 1,000 unfinished positions: expected a game small enough"):
        positions(TICTACTOE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["3x3x3", "4,4,4", "15,15,5", "7,6,4 gravity"])
def test_large_games_raise_an_error(name: str) -> None:
    with pytest.raises(NoughtsError, match="more than 150,000 unfinished positions: expected a game small enough"):
        positions(game(name))


def test_a_perfect_player_is_flawless(perfect_report: Report) -> None:
    report = perfect_report
    assert report.is_flawless
    assert report.keeps_value
    assert report.is_complete
    assert report.counterexample is None
    assert report.only_side is None
    assert dict(report.asked) == {Player.X: 2423, Player.O: 2097}
    assert (report.won, report.lost) == (2836, 632)
    assert report.wins_in_one == report.wins_taken == 2358
    assert (report.start_nodes, report.total_nodes) == (7, 7 * 4520)
    assert report.start_score == 0
    for side, games in report.lines.items():
        assert games.lost == games.broken_off == report.spoilt(side) == 0
        assert games.won > games.drawn > 0


def test_scores_of_one_keep_the_value_but_miss_wins(hasty_report: Report) -> None:
    report = hasty_report
    assert report.keeps_value
    assert not report.is_flawless
    assert report.wins_in_one - report.wins_taken == 392
    assert {finding.kind for finding in report.findings} == {"slow win", "quick loss"}
    assert all(games.lost == 0 for games in report.lines.values())


def test_findings_are_true(hasty_report: Report) -> None:
    for finding in hasty_report.findings[::5]:
        scores = minimax(finding.position).scores
        assert finding.move is not None
        assert scores[finding.move] == finding.score
        assert max(scores.values()) == finding.best_score
        assert finding.best == tuple(move for move in scores if scores[move] == finding.best_score)
        assert finding.score is not None
        assert finding.score < finding.best_score
        assert (finding.score > 0) == (finding.best_score > 0)
        assert finding.distance is not None
        assert (finding.distance > finding.best_distance) == (finding.best_score > 0)


def test_the_counterexample_is_the_simplest(hasty_report: Report) -> None:
    first = hasty_report.counterexample
    assert first is hasty_report.findings[0]
    assert first
    assert first.position.empty.bit_count() == min(f.position.empty.bit_count() for f in hasty_report.findings) == 3


def test_mistakes_that_lose_value_come_before_slow_wins() -> None:
    report = grade(player("random").choose, random=Random(4))
    kinds = [finding.kind in SERIOUS for finding in report.findings]
    assert kinds == sorted(kinds, reverse=True)
    serious = [finding.position.empty.bit_count() for finding in report.findings if finding.kind in SERIOUS]
    assert serious == sorted(serious)
    assert sum(report.count(kind) for kind in KINDS) == len(report.findings)
    assert sum(report.count(kind, side) for kind in KINDS for side in Player) == len(report.findings)


def test_the_same_seed_gives_the_same_report() -> None:
    first, again = (grade(player("easy").choose, "3,3,3 gravity", random=Random(9)) for _ in range(2))
    assert first == again
    with pytest.raises(FrozenInstanceError):
        first.won = 0  # type: ignore[misc]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("side", [None, *Player])
def test_other_games_and_single_sides_can_be_graded(name: str, side: Player | None) -> None:
    report = grade(solving(), name, side=side)
    assert report.is_flawless
    assert set(report.lines) == ({side} if side else set(Player))
    assert all(report.spoilt(player) == 0 for player in Player)
    assert report.reachable == len(positions(game(name), side))
    if side is None:
        assert report.reachable == unfinished(name)


@pytest.mark.parametrize("name", SMALL)
def test_the_worst_player_has_a_finding_in_every_position_that_matters(name: str) -> None:
    report = grade(worst, name)
    spoilable = [at for at in positions(game(name)) if len(set(Solver(at.game).solve(at).scores.values())) > 1]
    assert {finding.position for finding in report.findings} == set(spoilable)


def test_lines_counts_all_games_against_every_reply() -> None:
    """The expected counts come from playing out every game against a player that makes the first move."""

    def first(position: Position, random: Random) -> Choice:
        return Choice(position.moves[0])

    answers = {at: ask(first, at, Random(0)) for at in positions(TICTACTOE)}
    for side in Player:
        ends = [0, 0, 0]
        pending = [Position(TICTACTOE)]
        while pending:
            at = pending.pop()
            if at.outcome:
                ends[0 if at.outcome.winner is side else 1 if at.outcome.winner is None else 2] += 1
            else:
                moves = at.moves[:1] if at.turn is side else at.moves
                pending += [at.play(move) for move in moves]
        assert lines(Position(TICTACTOE), answers, side) == (*ends, 0)


def test_lines_agrees_with_perft_if_all_moves_are_equivalent() -> None:
    everything = lines(Position(game("2,2,2")), {at: Choice(at.moves[0]) for at in positions(game("2,2,2"))}, Player.X)
    assert everything
    assert sum(everything) * 4 * 2 == perft(Position(game("2,2,2")), 3), "X has four first moves and then two"


def broken(position: Position, random: Random) -> Choice:
    """Fail while X has no stone, play the centre if X has only the centre, and the first cell otherwise."""
    if not position.x:
        raise PlayerFault("it is tired")
    if position.x == 16:
        return Choice(4)
    return Choice(position.moves[0])


def test_faults_are_counted_and_end_the_lines() -> None:
    report = grade(broken)
    assert (report.count("crash"), report.count("illegal")) == (1, 1 + 8)
    assert report.lines[Player.X] == LineCounts(0, 0, 0, 1)
    assert report.lines[Player.O].broken_off == 1, "after the centre"
    assert report.spoilt(Player.X) == 1
    crash = next(finding for finding in report.findings if finding.kind == "crash")
    assert (crash.position, crash.said, crash.move, crash.score) == (Position(TICTACTOE), "it is tired", None, None)
    assert crash.distance is None
    assert crash.best == tuple(range(9))
    assert not report.keeps_value


def test_an_illegal_choice_is_reported_with_the_reason() -> None:
    at = position("x__/_o_/___")
    answer = ask(lambda position, random: Choice(4), at, Random(0))
    assert isinstance(answer, IllegalAnswer)
    assert str(answer) == "the player returned 4, but b2 is taken: O has a stone there"
    assert ask(lambda position, random: Choice(8), at, Random(0)) == Choice(8)


def test_a_one_sided_player_is_recognised() -> None:
    perfect = solving()

    def only_o(position: Position, random: Random) -> Choice:
        if position.turn is Player.X:
            raise Crash("it is not my turn")
        return perfect(position, random)

    report = grade(only_o)
    assert report.only_side is Player.O
    assert grade(only_o, side=Player.O).is_flawless
    assert not report.keeps_value


def test_a_report_can_cover_part_of_the_positions() -> None:
    where = positions(TICTACTOE)
    player = hasty()
    answers = {at: ask(player, at, Random(0)) for at in where[1:600]}
    report = judge(TICTACTOE, answers, Exam(where))
    assert not report.is_complete
    assert not report.keeps_value
    assert sum(report.asked.values()) == 599
    assert report.reachable == 4520
    assert report.lines == {}
    assert report.only_side is None
    assert report.start_nodes is None
    one = judge(TICTACTOE, {where[0]: answers[where[1]]}, Exam(where))
    assert {type(number) for number in (one.won, one.lost, one.wins_in_one, one.wins_taken)} == {int}
    nothing = judge(TICTACTOE, {}, Exam(where))
    assert (nothing.findings, nothing.won, nothing.wins_in_one) == ((), 0, 0)


def test_progress_is_reported() -> None:
    counts: list[tuple[int, int]] = []
    grade(solving(), "2,2,2", progress=lambda done, of: counts.append((done, of)))
    assert counts == [(done, 17) for done in range(1, 18)]


def test_losing_a_lost_game_is_not_a_mistake() -> None:
    report = grade(solving(), "3,3,2")
    assert report.is_flawless
    assert report.lines[Player.O].lost > 0
    assert report.spoilt(Player.O) == 0


def test_players_are_taken_by_name_too() -> None:
    by_name = grade("perfect", "2,2,2")
    assert by_name == grade(player("perfect"), "2,2,2") == grade(player("perfect").choose, "2,2,2")
    assert by_name.is_flawless


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "expected a player, its name or a function, such as 'perfect', not 3"),
        (None, "expected a player, its name or a function, such as 'perfect', not None"),
        ("wizard", "unknown player 'wizard': expected random, beginner, easy"),
    ],
)
def test_only_a_player_can_be_graded(given: Any, message: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(message)):
        grade(given)


def test_a_function_can_be_graded_from_python() -> None:
    def choose(board: list[list[str]]) -> tuple[int, int]:
        return next((r, c) for r in range(3) for c in range(3) if board[r][c] == " ")

    report = grade(UserPlayer(choose))
    assert report.count("illegal") == report.count("crash") == 0
    assert report.count("value") > 1000
    assert report.counterexample


@given(st.sampled_from(SMALL), st.integers(0, 2**32))
def test_every_mistake_has_a_finding_of_the_right_kind(name: str, seed: int) -> None:
    random = Random(seed)
    answers = {at: Choice(random.choice(at.moves)) for at in positions(game(name))}
    report = judge(game(name), answers)
    findings = {finding.position: finding for finding in report.findings}
    solver = Solver(game(name))
    for at, answer in answers.items():
        scores = solver.solve(at).scores
        lost = scores[answer.move] < max(scores.values())
        assert (at in findings) == lost
        if lost:
            sign: Callable[[float], int] = lambda score: (score > 0) - (score < 0)  # noqa: E731
            gave_away = sign(scores[answer.move]) < sign(max(scores.values()))
            assert (findings[at].kind == "value") == gave_away
    assert report.wins_in_one == sum(any(_wins(at, move) for move in at.moves) for at in answers)
    assert report.wins_taken == sum(_wins(at, answer.move) for at, answer in answers.items())


def _wins(at: Position, move: int) -> bool:
    outcome = at.play(move).outcome
    return outcome is not None and outcome.winner is at.turn
