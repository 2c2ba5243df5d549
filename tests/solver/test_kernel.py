"""The kernel for plain k in a row: its values agree with the solver in Python and with the literature."""

import signal
from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from noughts import Game, NoughtsError, Player, Position, RulesError, Solver, game, grid, mnk, position
from noughts.rules.board import Board
from noughts.solver.evaluation import Bounds
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel, Shape, plain
from noughts.solver.limit import Budget
from tests.kernel.maker_breaker import BruteForce, MakerBreakerPosition
from tests.solver.random_positions import random_position

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

X_WINS = ["4,3,3", "6,5,4", "6,6,4", "7,5,4"]
DRAWS = ["3,3,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4", "7,7,5", "8,8,6", "9,9,6", "5,5,5", "6,6,5"]


@pytest.mark.parametrize("name", [*X_WINS, *DRAWS])
def test_values_agree_with_the_literature(name: str) -> None:
    start = Position(game(name))
    kernel = MnkKernel(start.game)
    assert kernel.bounds(start).value == (name in X_WINS)
    best = kernel.best(start, int(name in X_WINS))
    assert best is not None
    assert kernel.bounds(start.play(best)).value == -(name in X_WINS)


@pytest.mark.parametrize("turn", Player)
def test_the_value_does_not_depend_on_who_moves_first(turn: Player) -> None:
    start = Position(game("6,5,4"), 0, 0, turn)
    assert MnkKernel(start.game).bounds(start).value == 1


def check(kernel: MnkKernel, solver: Solver, at: Position) -> None:
    score = solver.score(at)
    value = (score > 0) - (score < 0)
    assert kernel.bounds(at) == (value, value), at
    best = kernel.best(at, value)
    assert (best is None) == at.is_over
    if best is not None:
        reply = solver.score(at.play(best))
        assert (reply < 0) - (reply > 0) == value, (at, best)


def test_every_position_of_three_by_three() -> None:
    kernel, solver = MnkKernel(game("3,3,3"), megabytes=1), Solver(game("3,3,3"))
    for x, o in product(range(1 << 9), repeat=2):
        if not x & o:
            for turn in Player:
                try:
                    at = Position(solver.game, x, o, turn)
                except RulesError:  # both players have a line
                    continue
                check(kernel, solver, at)


@pytest.mark.parametrize("name", ["4,3,3", "4,4,3", "4,4,4", "line 9,3", "5,1,2", "2,6,3"])
def test_random_positions(name: str) -> None:
    random, kernel, solver = Random(name), MnkKernel(game(name), megabytes=1), Solver(game(name))
    for _ in range(60):
        check(kernel, solver, random_position(solver.game, random))


@pytest.mark.parametrize("name", ["3,3,3", "4,3,3", "4,4,4"])
def test_move_values_agree_with_the_solver(name: str) -> None:
    random, kernel, solver = Random(name), MnkKernel(game(name), megabytes=1), Solver(game(name))
    for _ in range(30):
        at = random_position(solver.game, random)
        if not at.is_over:
            for known in (Bounds(), kernel.bounds(at)):
                bounds_of_moves = kernel.moves(at, known=known)
                values = {m: (s > 0) - (s < 0) for m, s in solver.solve(at).scores.items()}
                assert {m: bounds.value for m, bounds in bounds_of_moves.items()} == values, at


@pytest.mark.parametrize(("columns", "rows", "length"), [(3, 3, 3), (4, 3, 3), (5, 2, 2)])
def test_weak_values_agree_with_the_definition(columns: int, rows: int, length: int) -> None:
    random, brute = Random(1), BruteForce(columns, rows, length)
    start = Position(mnk(columns, rows, length))
    kernel = MnkKernel(start.game)
    for at in [start, *(random_position(start.game, random, 8) for _ in range(30))]:
        if at.is_over:
            continue
        won = brute.maker_wins(MakerBreakerPosition(at.x, at.o, at.turn is Player.X))
        value = 0 if not won else 1 if at.turn is Player.X else -1
        assert kernel.bounds(at, weak=True).value == value, at
        best = kernel.best(at, value, weak=True)
        assert best is not None
        after = at.play(best)
        assert (
            after.is_over or brute.maker_wins(MakerBreakerPosition(after.x, after.o, after.turn is Player.X)) == won
        ), at


def test_weak_move_values_agree_with_weak_values() -> None:
    at = position("x__/_o_/___ x")
    kernel = MnkKernel(at.game)
    bounds_of_moves = kernel.moves(at, weak=True)
    assert {m: b.value for m, b in bounds_of_moves.items()} == {
        m: -(kernel.bounds(at.play(m), weak=True).value or 0) for m in at.moves
    }


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_search_can_be_resumed(threads: int) -> None:
    start = Position(game("7,7,5"))
    kernel, random = MnkKernel(start.game, megabytes=4), Random(1)
    for _ in range(50):
        effort = Budget(random.randint(0, 400))
        bounds = kernel.bounds(start, effort, threads=threads)
        assert bounds in [(0, 0), (0, 1)]
        assert effort.limit is not None
        assert effort.nodes <= effort.limit + 64 * threads * 4
    assert kernel.bounds(start, threads=threads) == (0, 0)


def test_a_small_budget_gives_true_bounds() -> None:
    start = Position(game("9,4,4"))
    effort = Budget(2_000)
    assert MnkKernel(start.game).bounds(start, effort) == (0, 1)
    assert effort.is_spent
    assert not effort.stopped
    wins = position("3x6_/2o7_/9_/9_ x", "9,4,4")
    assert MnkKernel(start.game).bounds(wins, Budget(8)).value == 1, "an immediate win needs no search"


def test_stopping_before_the_start_gives_open_bounds() -> None:
    effort = Budget()
    effort.stop()
    start = Position(game("7,7,5"))
    kernel = MnkKernel(start.game)
    assert kernel.bounds(start, effort) == (0, 1)
    assert kernel.best(start, 0, effort) is None
    assert set(kernel.moves(start, effort).values()) == {Bounds()}
    assert effort.stopped


def test_the_order_of_cells_does_not_matter() -> None:
    """Cells numbered from the bottom up are the same game."""
    usual = grid(4, 3)
    turned = Board(tuple(reversed(usual.points)))
    lines = tuple(sum(1 << 11 - cell for cell in range(12) if line >> cell & 1) for line in mnk(4, 3, 3).lines)
    other = Game("turned", turned, lines)
    assert plain(other) == Shape(4, 3, 3)
    random, kernel, solver = Random(4), MnkKernel(other), Solver(other)
    for _ in range(60):
        check(kernel, solver, random_position(other, random))
    effort = Budget()
    kernel.bounds(Position(other), effort)
    assert all(0 <= cell < 12 for cell in kernel.line(effort))


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("7,7,5", (7, 7, 5)),
        ("3,3,4", (3, 3, 4)),
        ("4,4,1", (4, 4, 1)),
        ("line 5,3", (5, 1, 3)),
        ("15,15,5", (15, 15, 5)),
        ("3,3,3 misere", None),
        ("3,3,3 torus", None),
        ("3,3,3 full=o", None),
        ("3,3,3 gravity", None),
        ("3x3x3", None),
    ],
)
def test_plain_games_are_recognised(name: str, shape: Any) -> None:
    assert plain(game(name)) == shape


def test_games_with_other_lines_are_not_plain() -> None:
    rows = mnk(3, 3, 3)
    assert plain(Game("rows alone", rows.board, rows.lines[:3])) is None
    assert plain(Game("no corner", Board(rows.board.points[:8]), ())) is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("15,15,5", "the kernel solves boards of 1 to 128 cells, not 225"),
        ("3,3,3 gravity", "this needs plain k in a row, such as 7,7,5, not 3,3,3 gravity"),
    ],
)
def test_unsupported_games_are_rejected(name: str, message: str) -> None:
    with pytest.raises(NoughtsError, match=f"^{message}"):
        MnkKernel(game(name))


def test_a_position_of_another_game_is_rejected() -> None:
    kernel = MnkKernel(game("3,3,3"))
    for ask in (kernel.bounds, kernel.moves, lambda at: kernel.best(at, 0)):
        with pytest.raises(NoughtsError, match=r"^this solver is for 3,3,3, not for 4,4,4$"):
            ask(Position(game("4,4,4")))


def test_a_negative_budget_is_rejected() -> None:
    with pytest.raises(NoughtsError, match=r"^expected a whole number of at least 0 as the number of nodes, not -1$"):
        Budget(-1)


@pytest.mark.parametrize("budget", [1.5, "9"])
def test_a_fractional_budget_is_rejected(budget: Any) -> None:
    with pytest.raises(NoughtsError, match=r"^expected a whole number of at least 0 as the number of nodes, not "):
        Budget(budget)


class Alarm(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["11,11,5", "7,6,4 gravity"])
def test_a_signal_is_handled_while_it_searches(name: str, threads: int) -> None:
    def ring(number: int, frame: object) -> None:
        raise Alarm

    start, before = Position(game(name)), signal.signal(signal.SIGALRM, ring)
    mnk = MnkKernel(start.game) if name == "11,11,5" else None
    search: Callable[[], object] = (
        partial(mnk.can_win, start, Player.X, weak=True, threads=threads)
        if mnk
        else partial(GeneralKernel(start.game).score, start, threads=threads)
    )
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Alarm):  # otherwise these searches would take hours
            search()
    finally:
        signal.signal(signal.SIGALRM, before)
    if mnk:
        assert mnk.can_win(start.play(0), Player.X, Budget(10), weak=True) is None, "the kernel can be used again"
