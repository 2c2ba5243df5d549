"""The kernel solves the Maker-Breaker game: known values, brute force, and every choice of reductions and threads."""

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.kernel.maker_breaker import BruteForce, MakerBreakerPosition, random_position

if TYPE_CHECKING:
    from noughts_kernel import Mnk

kernel: Any = pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

REDUCTIONS = ["domination", "twins", "pairing", "zones", "table"]

MAKER_WINS = [(3, 3, 3), (5, 5, 4), (6, 5, 4), (6, 6, 4), (7, 5, 4), (11, 6, 4), (1, 1, 1), (2, 1, 1), (2, 2, 2)]
DRAWS = [
    *[(4, 4, 4), (5, 4, 4), (6, 4, 4), (5, 5, 5), (6, 6, 5), (7, 6, 5), (6, 6, 6), (7, 7, 6), (8, 8, 6)],
    *[(7, 7, 5), (9, 8, 6), (9, 9, 6)],
    *[(8, 8, 8), (10, 10, 8), (11, 11, 8)],  # eight in a row is a draw on any board: Zetters 1980
]


def maker_wins(solver: "Mnk", position: MakerBreakerPosition) -> bool:
    """Return whether Maker wins, by a search without a budget."""
    verdict = solver.solve_maker_breaker(*position, kernel.Control())
    assert verdict.decided
    return verdict.won


START = MakerBreakerPosition(0, 0, True)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        *((size, True) for size in MAKER_WINS),
        *((size, False) for size in DRAWS),
        pytest.param((8, 7, 5), False, marks=pytest.mark.slow),
    ],
    ids=lambda value: ",".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_known_values(size: tuple[int, int, int], expected: bool) -> None:
    solver = kernel.Mnk.make(*size)
    assert maker_wins(solver, START) == expected
    if not expected:
        assert not maker_wins(solver, START._replace(maker_to_move=False))  # having the move is never a disadvantage


@pytest.mark.parametrize("size", [(7, 6, 5), (7, 7, 5), (6, 5, 4), (8, 6, 4)], ids=str)
def test_a_rotated_board_has_the_same_value(size: tuple[int, int, int]) -> None:
    columns, rows, length = size
    assert maker_wins(kernel.Mnk.make(rows, columns, length), START) == maker_wins(kernel.Mnk.make(*size), START)


def check(solver: "Mnk", brute: BruteForce, position: MakerBreakerPosition) -> None:
    """Check an answer of the kernel, and that it holds even if the loser owns every empty cell outside its zone."""
    expected = brute.maker_wins(position)
    verdict = solver.solve_maker_breaker(*position, kernel.Control())
    assert (verdict.decided, verdict.won) == (True, expected), position
    maker, breaker, _ = position
    empty = brute.full & ~maker & ~breaker
    assert verdict.zone & ~empty == 0, position
    outside = empty & ~verdict.zone
    harder = position._replace(breaker=breaker | outside) if expected else position._replace(maker=maker | outside)
    assert brute.maker_wins(harder) == expected, (position, verdict.zone)


@pytest.mark.parametrize("length", [*(pytest.param(each, marks=pytest.mark.slow) for each in (1, 2)), 3])
def test_every_position_of_three_by_three(length: int) -> None:
    solver, brute = kernel.Mnk.make(3, 3, length, megabytes=1), BruteForce(3, 3, length)
    for maker, breaker in product(range(1 << 9), repeat=2):
        if not maker & breaker:
            for maker_to_move in (True, False):
                check(solver, brute, MakerBreakerPosition(maker, breaker, maker_to_move))


@pytest.mark.parametrize(
    "size", [(4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 3), (6, 3, 3), (10, 1, 3), (3, 7, 4)], ids=str
)
def test_random_positions(size: tuple[int, int, int]) -> None:
    columns, rows, _ = size
    random, solver, brute = Random(str(size)), kernel.Mnk.make(*size, megabytes=1), BruteForce(*size)
    for _ in range(60):
        check(solver, brute, random_position(random, columns * rows, 8))


@pytest.mark.parametrize(
    "chosen", [*product((False, True), repeat=len(REDUCTIONS))], ids=lambda on: "".join("-+"[o] for o in on)
)
def test_every_choice_of_reductions_gives_the_same_answers(chosen: tuple[bool, ...]) -> None:
    options = dict(zip(REDUCTIONS, chosen, strict=True))
    for size in [(4, 4, 3), (5, 4, 4)]:
        random, brute = Random(1), BruteForce(*size)
        solver = kernel.Mnk.make(*size, megabytes=1, **options)
        for _ in range(40):
            check(solver, brute, random_position(random, size[0] * size[1], 7))
    for size in [(3, 3, 3), (4, 4, 4)]:
        assert maker_wins(kernel.Mnk.make(*size, megabytes=1, **options), START) == (size in MAKER_WINS)


def wrong_answers(key_bits: int) -> int:
    """Return the number of random positions that a solver with shortened keys gets wrong."""
    random = Random(1)
    sound = kernel.Mnk.make(5, 5, 4, megabytes=1)
    faulty = kernel.Mnk.make(5, 5, 4, megabytes=0, key_bits=key_bits)
    positions = [random_position(random, 25, 18) for _ in range(1000)]
    return sum(maker_wins(sound, position) != maker_wins(faulty, position) for position in positions)


def test_these_tests_would_notice_colliding_keys() -> None:
    assert wrong_answers(key_bits=4) > 0
    assert wrong_answers(key_bits=64) == 0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_gives_the_same_answers(threads: int) -> None:
    random, solver, brute = Random(2), kernel.Mnk.make(5, 4, 4, megabytes=1), BruteForce(5, 4, 4)
    for _ in range(50):
        position = random_position(random, 20, 8)
        verdict = solver.solve_maker_breaker(*position, kernel.Control(), threads=threads)
        assert (verdict.decided, verdict.won) == (True, brute.maker_wins(position)), position
    assert not kernel.Mnk.make(7, 7, 5).solve_maker_breaker(*START, kernel.Control(), threads=threads).won
