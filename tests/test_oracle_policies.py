"""Policies: their valid answers, errors for invalid answers, and exact probabilities of random players."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    Choice,
    Game,
    IllegalMove,
    NoughtsError,
    Opponent,
    Player,
    PlayerFault,
    Position,
    minimax,
    position,
)
from noughts.oracle import (
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
from tests.strategies import games, positions

AT = position("o_x/x2_/x2o x")  # b1, b2 and c2 are free: 1, 4, 5


@pytest.mark.parametrize(
    "policy",
    [
        lambda at: 4,
        lambda at: "b2",
        lambda at: Choice(4),
        minimax,
        {AT: 4},
        {AT: "b2"},
        {AT: {4: 1}},
        lambda at: {"b2": 1.0},
        lambda at: {4: Fraction(1, 2), "b2": Decimal("0.5"), 0: 0},
        Opponent("mine", lambda at, random: Choice(4)),
        "perfect",
        "minimax:depth=2",
    ],
)
def test_a_policy_can_answer_in_many_forms(policy: Any) -> None:
    assert chances(policy, AT) == {4: 1}


def test_a_policy_can_answer_with_probabilities() -> None:
    third = Fraction(1, 3)
    assert chances(uniform, AT) == chances("random", AT) == {1: third, 4: third, 5: third}
    assert chances(lambda at: {1: 0.1, 4: 0.2, 5: 0.7}, AT) == {
        1: Fraction(1, 10),
        4: Fraction(1, 5),
        5: Fraction(7, 10),
    }
    floats = chances(lambda at: dict.fromkeys(at.moves, 1 / 3), AT)
    assert sum(floats.values()) == 1
    assert all(abs(chance - third) < Fraction(1, 10**15) for chance in floats.values())
    assert chances(optimal, AT) == chances(quickest, AT) == {4: 1}


def test_numpy_numbers_are_accepted() -> None:
    import numpy

    move: Any = numpy.int64(4)
    assert chances(lambda at: move, AT) == {4: 1}
    weights = numpy.array([0.25, 0.25, 0.5], dtype=numpy.float32)
    probabilities = chances(lambda at: dict(zip(numpy.array(at.moves), weights, strict=True)), AT)
    assert probabilities == {1: Fraction(1, 4), 4: Fraction(1, 4), 5: Fraction(1, 2)}


IN = r"^in the position o_x/x2_/x2o x of 3,3,3 "


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (0, IN + r"the policy returned 0, but a1 is taken: O has a stone there$"),
        (9, IN + r"the policy returned 9, but cell 9 is not on the board: expected 0 to 8$"),
        (-1, IN + r"the policy returned -1, but cell -1 is not on the board: expected 0 to 8$"),
        ("c3", IN + r"the policy returned 'c3', but c3 is taken: O has a stone there$"),
        ("z9", IN + r"the policy returned 'z9', which is not a move: expected a cell's number or name, or moves with"),
        (None, IN + r"the policy returned None, which is not a move"),
        (True, IN + r"the policy returned True, which is not a move"),
        (4.0, IN + r"the policy returned 4\.0, which is not a move"),
        ((1, 1), IN + r"the policy returned \(1, 1\), which is not a move"),
        ([0.1] * 100, IN + r"the policy returned \[0\.1, .{32,36}…, which is not a move"),
        ({}, IN + r"the policy's probabilities add up to 0, not 1$"),
        ({4: Fraction(1, 3), 5: Fraction(1, 2)}, IN + r"the policy's probabilities add up to 5/6, not 1$"),
        ({4: Fraction(2)}, IN + r"the policy's probabilities add up to 2, not 1$"),
        ({4: Fraction(10**9 - 1, 10**9)}, IN + r"the policy's probabilities add up to 999999999/1000000000, not 1$"),
        ({4: 0.5, 5: 0.4999}, IN + r"the policy's probabilities add up to 0\.9999, not 1$"),
        ({4: 2, 5: -1}, IN + r"the policy gives 5 the probability -1: expected a number from 0 to 1$"),
        ({4: float("nan")}, IN + r"the policy gives 4 the probability nan: expected a number from 0 to 1$"),
        ({4: float("inf")}, IN + r"the policy gives 4 the probability inf"),
        ({4: True}, IN + r"the policy gives 4 the probability True"),
        ({4: "all"}, IN + r"the policy gives 4 the probability 'all'"),
        ({4: 1j}, IN + r"the policy gives 4 the probability 1j"),
        ({0: 1}, IN + r"the policy returned 0, but a1 is taken"),
        ({None: 1}, IN + r"the policy returned None, which is not a move"),
    ],
)
def test_invalid_answers_raise_an_error(answer: Any, message: str) -> None:
    calls: list[Callable[[Any], object]] = [
        lambda policy: chances(policy, AT),
        lambda policy: expected(policy, uniform, AT),
        lambda policy: evaluate(policy, AT),
        lambda policy: evaluate(policy, AT, where="met"),
        lambda policy: best_response(policy, AT, side=Player.O),
        lambda policy: exploitability(policy, AT),
    ]
    for call in calls:
        for policy in (lambda at: answer, {AT: answer}):
            with pytest.raises(PlayerFault, match=message):
                call(policy)


def test_a_mapping_without_the_position_raises_an_error() -> None:
    with pytest.raises(
        PlayerFault,
        match=r"^in the position 3_/3_/3_ x of 3,3,3 the policy has no answer: "
        r"expected an answer for every reachable position$",
    ):
        expected({AT: 4}, uniform)


def test_invalid_policies_starts_and_sides_raise_an_error() -> None:
    wrong: Any
    for wrong in (None, 4, [4], 1.5):
        with pytest.raises(PlayerFault, match="is not a policy: expected a function, a mapping with positions as keys"):
            chances(wrong, AT)
        with pytest.raises(NoughtsError, match=r"invalid start .*: expected a position, a game, or the name"):
            expected(uniform, uniform, wrong)
        with pytest.raises(NoughtsError, match=r"is not a player: expected Player\.X or Player\.O"):
            best_response(uniform, side=wrong)
        with pytest.raises(NoughtsError, match="expected 'all' or 'met'"):
            evaluate(uniform, where=wrong)
    with pytest.raises(NoughtsError, match="unknown player 'stranger'"):
        expected("stranger", uniform)
    with pytest.raises(IllegalMove, match="the game is over"):
        chances(uniform, position("xxx/oo_/3_ o"))


def test_exceptions_of_a_policy_are_raised_unchanged() -> None:
    def crashes(at: Position) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        evaluate(crashes)


def test_a_policy_is_called_once_for_each_position() -> None:
    asked: list[Position] = []

    def policy(at: Position) -> int:
        asked.append(at)
        return at.moves[-1]

    exploitability(policy)
    evaluate(policy, where="met")
    assert len(asked) <= 2 * len(set(asked))


@given(positions(games(most=6)))
def test_the_built_in_policies_are_uniform_over_their_moves(at: Position) -> None:
    if not at.is_over:
        truth = value(at)
        keeping, best = ([known.move for known in moves] for moves in (truth.keeping, truth.best))
        for policy, moves in [(uniform, at.moves), (optimal, keeping), (quickest, best)]:
            assert policy(at) == chances(policy, at) == dict.fromkeys(moves, Fraction(1, len(moves)))


@given(games(most=6))
def test_the_error_names_an_illegal_move_in_any_game(drawn: Game) -> None:
    with pytest.raises(PlayerFault, match=f"the policy returned {len(drawn.board)}, but cell"):
        evaluate(lambda at: len(drawn.board), drawn)


# Following random numbers.


@given(st.lists(st.sampled_from(["0.3", "0.5", "0.25", "0.9"]), min_size=1, max_size=3))
def test_comparisons_of_one_random_number_have_exact_chances(borders: list[str]) -> None:
    """The probability that a number in [0, 1) falls between two borders is their distance."""

    def choose(at: Position, random: Random) -> Any:
        number = random.random()
        return Choice(sum(not number < float(border) for border in borders))

    probabilities = policy_of(Opponent("drawn", choose))(position("9_ x"))
    ends = sorted(map(Fraction, borders))
    for below, (low, high) in enumerate(zip([Fraction(0), *ends], [*ends, Fraction(1)], strict=True)):
        assert probabilities.get(below, 0) == high - low


def test_all_random_choices_are_followed() -> None:
    two = Opponent("dice", lambda at, random: Choice(random.randint(0, 2) + random.randrange(1, 6, 2)))
    ninth = Fraction(1, 9)
    assert policy_of(two)(position("9_ x")) == {
        1: ninth,
        2: ninth,
        3: 2 * ninth,
        4: ninth,
        5: 2 * ninth,
        6: ninth,
        7: ninth,
    }


def test_a_function_in_a_file_needs_a_seed(tmp_path: Path) -> None:
    """Its random draws cannot be followed, so the error asks for random numbers."""
    file = tmp_path / "mine.py"
    file.write_text("def move(board):\n    return board.index(' ')\n", encoding="utf-8")
    name = f"{file}:move"
    with pytest.raises(
        PlayerFault, match=r"^.*mine\.py:move makes too many or unsupported random draws: pass random numbers"
    ):
        evaluate(name, AT)
    assert evaluate(policy_of(name, Random(1)), AT) == evaluate(lambda at: at.moves[0], AT)


def test_choosing_from_nothing_raises_an_error() -> None:
    """The error is the same as with `random.Random`."""
    for random in [Random(1), None]:
        policy = policy_of(Opponent("empty", lambda at, random: Choice(random.choice([]))), random)
        with pytest.raises(IndexError):
            policy(position("9_ x"))


@pytest.mark.parametrize(
    "draw",
    [
        lambda random: int(random.random() * 9),
        lambda random: random.sample(range(9), 3)[0],
        lambda random: max(random.choice(range(9)) for _ in range(30)),
        lambda random: sum(random.choice(range(9)) for _ in range(10)) % 9,
        lambda random: round(random.gauss(4, 1)),
        lambda random: random.getrandbits(3),
    ],
)
def test_unsupported_random_methods_raise_an_error(draw: Callable[[Random], int]) -> None:
    policy = policy_of(Opponent("strange", lambda at, random: Choice(draw(random))))
    with pytest.raises(
        PlayerFault, match=r"strange makes too many or unsupported random draws: pass random numbers, as in"
    ):
        policy(position("9_ x"))
