"""The oracle: known numbers, general laws, and agreement with grading and with matches."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    Choice,
    Game,
    IgnoreDistance,
    MoveEvaluation,
    Player,
    Position,
    SearchLimit,
    Solver,
    alphabeta,
    analyse,
    game,
    match,
    player,
    position,
)
from noughts.grading.grade import SERIOUS, grade
from noughts.oracle import (
    Chances,
    Policy,
    best_response,
    chances,
    evaluate,
    expected,
    exploitability,
    optimal,
    policy_of,
    quickest,
    uniform,
    value,
)
from noughts.oracle.optimality import Where
from noughts.oracle.walks import LIMIT
from noughts.solver import solve as solve_module
from tests.oracle import Oracle
from tests.strategies import games, in_sets, mark, played, positions, result_and_plies

X, O = Player.X, Player.O  # noqa: E741
SIDES = st.sampled_from(Player)


def first(at: Position) -> int:
    return at.moves[0]


def cells(moves: Iterable[MoveEvaluation]) -> set[int]:
    return {move.move for move in moves}


def crooked(seed: int) -> Callable[[Position], dict[int, Fraction]]:
    """Return a policy without symmetry: fixed random weights for each position, some of them 0."""

    @cache
    def policy(at: Position) -> dict[int, Fraction]:
        random = Random(hash((at.x, at.o, seed)))
        weights = [random.choice([0, 0, 1, 2, 5]) for _ in at.moves]
        weights[random.randrange(len(weights))] += 1
        return {move: Fraction(weight, sum(weights)) for move, weight in zip(at.moves, weights, strict=True)}

    return policy


policies = st.one_of(st.sampled_from([uniform, optimal, quickest, first]), st.integers(0, 100).map(crooked))
small = games(most=5)


# Known numbers.


def test_random_against_random_agrees_with_the_literature() -> None:
    assert expected(uniform, uniform) == Chances(Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


@pytest.mark.parametrize(
    "name",
    [
        *("3,3,3 gravity", "4,2,2", "2x2x2", "3,3,2 torus full=o"),
        pytest.param("3,3,3", marks=pytest.mark.slow),
        pytest.param("3,3,3 misere", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("policy", [uniform, optimal, quickest])
def test_using_symmetry_does_not_change_results(name: str, policy: Callable[[Position], Any]) -> None:
    """Symmetry is used for built-in policies, but not for an unknown function."""

    def same(at: Position) -> Any:
        return policy(at)

    assert expected(policy, uniform, name) == expected(same, uniform, name)


def test_symmetry_is_not_used_for_an_unknown_policy() -> None:
    """This player gets more with the first cell than with the last but one. With symmetry, both values would be
    equal."""

    def second(at: Position) -> int:
        return at.moves[min(1, len(at.moves) - 1)]

    assert expected(first, uniform) != expected(second, uniform)


def test_values_of_the_course_sheets() -> None:
    won = value(position("o_x/x2_/x2o x"))
    assert (won.score, won.result, won.distance, cells(won.optimal), cells(won.keeping)) == (3, 1, 1, {4}, {4})
    start = value(Position(game("tictactoe")))
    assert (start.score, start.result, start.distance, cells(start.optimal)) == (0, 0, 9, {*range(9)})
    over = value(position("xxx/oo_/3_ o"))
    assert (over.score, over.distance, over.optimal, over.keeping) == (-5, 0, (), ())


def test_a_policy_that_plays_the_first_cell_loses_to_a_best_response() -> None:
    """The policy plays the first free cell in scan order, so it is predictable."""
    both = exploitability(first)
    assert both.x == both.o == both.both == 1
    assert both.nash_conv == 2
    assert both.as_x.chances == Chances(Fraction(0), Fraction(0), Fraction(1))
    assert both.as_o.chances == Chances(Fraction(1), Fraction(0), Fraction(0))


# Laws.


@given(positions(games()))
def test_values_agree_with_the_independent_oracle(at: Position) -> None:
    oracle, truth = Oracle(in_sets(at.game)), value(at)
    board = "".join("x" if at.x >> c & 1 else "o" if at.o >> c & 1 else "_" for c in range(len(at.game.board)))
    result, plies = oracle.value(board, mark(at.turn))
    assert (truth.result, truth.distance) == (result, plies)
    assert truth.score is not None
    assert result_and_plies(truth.score, at) == (result, plies)
    assert cells(truth.optimal) == (oracle.best(board, mark(at.turn)) if at.moves else set())
    after = oracle.after(board, mark(at.turn))
    assert cells(truth.keeping) == {move for move, (outcome, _) in after.items() if outcome == result}
    assert cells(truth.optimal) <= cells(truth.keeping)


def every_position(start: Position) -> Iterator[Position]:
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        if not at.is_over:
            yield at
            after = {at.play(move) for move in at.moves} - seen
            seen |= after
            waiting += after


@given(small.flatmap(played), policies, policies)
def test_expected_results_agree_with_walking_the_tree(start: Position, x: Policy, o: Policy) -> None:
    def ends(at: Position) -> dict[Player | None, Fraction]:
        if at.outcome:
            return {at.outcome.winner: Fraction(1)}
        results: dict[Player | None, Fraction] = {}
        for move, chance in chances(x if at.turn is X else o, at).items():
            for winner, ending in ends(at.play(move)).items():
                results[winner] = results.get(winner, Fraction()) + chance * ending
        return results

    results = expected(x, o, start)
    assert results.x + results.draw + results.o == 1
    walked = ends(start)
    assert results == Chances(*(walked.get(winner, Fraction()) for winner in (X, None, O)))
    assert results.result(X) == -results.result(O) == results.win(X) - results.win(O)


@given(small.flatmap(played), policies, policies)
def test_a_best_response_gets_its_result_and_no_policy_gets_more(
    start: Position, policy: Policy, other: Policy
) -> None:
    for side in Player:
        response = best_response(policy, start, side=side)
        mine, against = (response.moves, policy) if side is X else (policy, response.moves)
        assert expected(mine, against, start) == response.chances
        tried = expected(other, policy, start) if side is X else expected(policy, other, start)
        assert tried.result(side) <= response.result
        assert response.gain >= 0
        truth = value(start).result
        assert response.game_value == (truth if start.turn is side else -truth)
        assert response.result == response.game_value + response.gain


@given(small)
def test_a_best_response_agrees_with_expectimax(drawn: Game) -> None:
    """Compare it with expectimax, which tries every move against the policy in every position."""
    policy = crooked(1)
    start = Position(drawn)

    def best(at: Position) -> Fraction:
        if at.outcome:
            return Fraction((at.outcome.winner is X) - (at.outcome.winner is O))
        if at.turn is X:
            return max(best(at.play(move)) for move in at.moves)
        return sum((chance * best(at.play(move)) for move, chance in policy(at).items()), Fraction())

    assert best_response(policy, start, side=X).result == best(start)


@given(small.flatmap(played), st.sampled_from([optimal, quickest]))
def test_perfect_play_cannot_be_exploited(start: Position, policy: Policy) -> None:
    exploited = exploitability(policy, start)
    assert exploited.x == exploited.o == exploited.both == 0
    seen = evaluate(policy, start)
    assert seen.optimal_rate == 1
    assert seen.total_regret == seen.mean_regret == seen.max_regret == 0
    assert seen.worst is None


@given(small.flatmap(played), policies)
def test_the_evaluation_agrees_with_one_position_at_a_time(start: Position, policy: Policy) -> None:
    solver, seen = Solver(start.game), evaluate(policy, start)
    keeping = best = total = most = Fraction()
    count = 0
    for at in every_position(start):
        truth, mixed = solver.solve(at), chances(policy, at)
        way = {move: (score > 0) - (score < 0) for move, score in truth.scores.items()}
        regret = Fraction(max(way.values())) - sum(chance * way[move] for move, chance in mixed.items())
        keeping += sum(chance for move, chance in mixed.items() if way[move] == max(way.values()))
        best += sum(chance for move, chance in mixed.items() if move in truth.best)
        total, most, count = total + regret, max(most, regret), count + 1
        assert seen.regrets.get(at, 0) == regret
    assert (seen.positions, seen.keeping, seen.best) == (count, keeping, best)
    assert (seen.total_regret, seen.max_regret, seen.mean_regret * count) == (total, most, total)
    assert seen.best_rate <= seen.optimal_rate <= 1
    assert (seen.worst is None) == (most == 0)
    assert (seen.optimal_rate == 1) == (total == 0)


@given(small.flatmap(played), policies)
def test_met_positions_are_a_subset_of_all_positions_and_both_sides_add_up(start: Position, policy: Policy) -> None:
    wheres: list[Where] = ["all", "met"]
    for where in wheres:
        both = evaluate(policy, start, where=where)
        x, o = (evaluate(policy, start, side=side, where=where) for side in Player)
        assert both.positions == x.positions + o.positions
        assert both.total_regret == x.total_regret + o.total_regret
        assert both.keeping == x.keeping + o.keeping
    everywhere, met = evaluate(policy, start), evaluate(policy, start, where="met")
    assert met.positions <= everywhere.positions
    assert met.regrets.items() <= everywhere.regrets.items()
    # An exploitable policy gives value away. The converse is false: a policy may give away only a gift of the opponent.
    for side, gain in zip(Player, (exploitability(policy, start).x, exploitability(policy, start).o), strict=True):
        seen = evaluate(policy, start, side=side, where="met")
        assert gain <= seen.total_regret


# Agreement with grading, matches and players.


@cache
def unhurried(at: Position) -> int:
    move: int = alphabeta(IgnoreDistance(at)).move
    return move


@pytest.mark.parametrize("name", [pytest.param("3,3,3", marks=pytest.mark.slow), "3,3,3 gravity"])
@pytest.mark.parametrize("policy", [first, unhurried])
def test_the_evaluation_agrees_with_grading(name: str, policy: Callable[[Position], int]) -> None:
    report = grade(lambda at, random: Choice(policy(at)), name)
    seen = evaluate(policy, name)
    assert seen.positions == report.reachable
    assert seen.positions - seen.keeping == sum(report.count(kind) for kind in SERIOUS)
    assert seen.positions - seen.best == len(report.findings)
    assert set(seen.regrets) == {finding.position for finding in report.findings if finding.kind in SERIOUS}
    assert seen.worst is not None or report.keeps_value


@pytest.mark.slow
def test_a_player_that_never_loses_cannot_be_beaten() -> None:
    """Grading and exploitability agree on a player that never loses."""
    report = grade(player("transposition").choose)
    both = exploitability("transposition")
    assert both.nash_conv == 0
    assert [lines.lost for lines in report.lines.values()] == [0, 0]


@pytest.mark.slow
def test_match_results_agree_with_expected_results() -> None:
    count = 2_000
    played = match(player("easy"), player("random"), games=count, seed=5, swap=False)
    probabilities = expected("easy", "random")
    for got, chance in [
        (played.wins(0), probabilities.x),
        (played.draws, probabilities.draw),
        (played.wins(1), probabilities.o),
    ]:
        deviation = float(count * chance * (1 - chance)) ** 0.5
        assert abs(got - count * chance) < 4 * deviation


def test_each_level_is_harder_to_exploit_than_the_previous_one() -> None:
    start = position("o_x/3_/3_ x")
    gains = [exploitability(level, start).both for level in ["random", "beginner", "easy", "medium", "hard", "perfect"]]
    assert gains == sorted(set(gains), reverse=True)
    assert gains[0] == exploitability(uniform, start).both
    assert gains[-1] == 0


def test_the_perfect_player_sets_the_most_traps() -> None:
    policy = policy_of("perfect")
    for text in ["9_ x", "x8_ o", "o_x/x2_/x2o x"]:
        best = [move.move for move in analyse(position(text)).best]
        assert policy(position(text)) == dict.fromkeys(best, Fraction(1, len(best)))


def test_a_player_can_be_given_as_an_object_a_name_or_a_policy() -> None:
    start = position("o_x/3_/3_ x")
    results = expected("easy", uniform, start)
    assert (
        results == expected(player("easy"), "random", start) == expected(policy_of("easy"), policy_of("random"), start)
    )


def test_a_player_with_a_seed_is_a_fixed_policy() -> None:
    policy = policy_of("mcts:simulations=20", Random(3))
    assert set(policy(Position(game("3,3,3"))).values()) == {1}
    seen = evaluate(policy, position("x_o/_x_/2_o x"))
    assert seen == evaluate(policy, position("x_o/_x_/2_o x"))


# Limits.


def test_large_games_raise_an_error_at_the_limit() -> None:
    calls: list[Callable[[Any], object]] = [
        lambda start: expected(uniform, uniform, start, limit=1_000),
        lambda start: expected(first, crooked(1), start, limit=5),
        lambda start: exploitability(first, start, limit=1_000),
        lambda start: best_response(first, start, side=Player.O, limit=1_000),
        lambda start: evaluate(uniform, start, limit=1_000),
        lambda start: evaluate(first, start, where="met", limit=1_000),
    ]
    reason = r"(has more than [\d,]+ unfinished|cannot be solved within the limit of 1,000) positions"
    for call in calls:
        for name in ["4,4,4", "19,19,5", "4x4x4"]:
            with pytest.raises(SearchLimit, match=f"{reason}: expected .*, or a larger limit"):
                call(name)
    assert expected(first, first, "19,19,5").x == 1  # a single game


@pytest.mark.parametrize(("name", "limit"), [("connect four", 1_000), ("15,15,5", 1_000), ("4x4x4", LIMIT)])
def test_a_game_that_is_too_large_is_rejected_before_the_policy_is_called(name: str, limit: int) -> None:
    def policy(position: Position) -> str:
        raise AssertionError("called")

    for call in (exploitability, partial(best_response, side=Player.X), partial(evaluate, where="met")):
        bounded = call if limit == LIMIT else partial(call, limit=limit)
        with pytest.raises(SearchLimit, match=rf"^the start in .* cannot be solved within the limit of {limit:,} "):
            bounded(policy, name)


def test_a_position_that_is_too_hard_raises_an_error_at_the_limit() -> None:
    message = r"^no exact answer within 1,000 nodes: allow more, as in 10_000, or noughts\.Limit\(\) for no limit$"
    with pytest.raises(SearchLimit, match=message):
        value(Position(game("8,7,4 gravity")), 1_000)


@pytest.mark.parametrize("name", ["15,15,5", "19,19,6", "10x10x10"])
def test_large_boards_raise_an_error_quickly(name: str) -> None:
    start = Position(game(name))
    solver = Solver(start.game)
    with pytest.raises(SearchLimit, match="allow more, as in "):
        value(start, solver=solver)
    assert solver.visited < 5_000


@pytest.mark.parametrize(("name", "result"), [("7,7,5", 0), ("5,5,4", 0), ("9,8,6", 0)])
@pytest.mark.slow
def test_with_the_kernel_large_draws_are_proved(name: str, result: int) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    start = Position(game(name))
    truth = value(start)
    assert (truth.result, truth.distance) == (result, len(start.game.board))
    assert cells(truth.keeping) == cells(truth.optimal) == {*start.moves}


@given(positions(games(most=20)))
def test_the_kernel_agrees_with_plain_python(at: Position) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve_module, "MOST_IN_PYTHON", 0)
        truth = value(at)
    if not at.is_over:
        assert truth.scores == Solver(at.game).solve(at).scores


@pytest.mark.parametrize("moves", ["d3 c3 d4 c4", "d3 d4 c3 c4 e4", "a1 d3 g6 c3"])
def test_distances_on_large_boards_agree_with_a_search_for_scores(moves: str) -> None:
    """On such boards, the kernel for plain k in a row first finds out who wins."""
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    at = Position("7,6,4")
    for move in moves.split():
        at = at.play(move)
    general = Solver(at.game).general
    assert general
    assert value(at).scores == general.scores(at)


def test_a_finished_start_has_an_exact_result() -> None:
    over = position("xxx/oo_/3_ o")
    assert expected(first, first, over) == Chances(Fraction(1), Fraction(0), Fraction(0))
    assert exploitability(first, over).nash_conv == 0
    seen = evaluate(first, over)
    assert seen.positions == seen.mean_regret == 0
    assert seen.optimal_rate == seen.best_rate == 1


# Text.


def test_results_can_be_printed() -> None:
    texts: Mapping[object, str] = {
        value(position("o_x/x2_/x2o x")): "X to move: win in 1.\nb2  win in 1\nb1  loss in 2\nc2  loss in 2",
        value(position("xxx/oo_/3_ o")): "The game is over: X wins.",
        expected(uniform, uniform): "X wins 737/1260 (58.5%), draw 8/63 (12.7%), O wins 121/420 (28.8%)",
        exploitability(first): "exploitable as X by 1, as O by 1, on average by 1",
        best_response(first, side=X): "X gains 1: X wins 1 (100.0%), draw 0 (0.0%), O wins 0 (0.0%)",
    }
    assert {str(result): text for result, text in texts.items()} == {text: text for text in texts.values()}
    lines = str(evaluate(uniform, side=X, where="met")).splitlines()
    assert lines[0] == "2,423 positions that it can meet with X to move"
    assert len(lines) == 4
