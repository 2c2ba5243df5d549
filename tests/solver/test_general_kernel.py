"""The general kernel agrees with the solver in Python, with textbook searches and with the literature."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from time import sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

kernel = pytest.importorskip("noughts_kernel", reason="the compiled kernel is not installed")

from noughts import (  # noqa: E402  imported only if there is a kernel
    Game,
    NoughtsError,
    Player,
    Position,
    Solver,
    cell_string,
    game,
    grid,
    position,
)
from noughts.search.alphabeta import alphabeta_value  # noqa: E402
from noughts.search.minimax import max_value  # noqa: E402
from noughts.solver.kernels.general import GeneralKernel  # noqa: E402
from tests.oracle import Oracle  # noqa: E402
from tests.strategies import (  # noqa: E402
    games,
    in_sets,
    mark,
    placed,
    played,
    positions,
    random_games,
    result_and_plies,
)

SMALL = [
    "3,3,3",
    "3,3,3 misere",
    "3,3,3 gravity",
    "3,3,3 torus",
    "3,3,3 full=x",
    "3,3,3 gravity misere full=o",
    "2,5,2",
    "4,2,3 exact",
    "4,2,3 exact misere",
    "7,1,3 exact",
]


@cache
def oracle(game: Game) -> Oracle:
    return Oracle(in_sets(game))


def plies(score: int, game: Game) -> int:
    """Return the length of the game in plies."""
    return len(game.board) + 1 - abs(score)


# Every position of small games.


@pytest.mark.parametrize("name", [*SMALL, pytest.param("4,3,3", marks=pytest.mark.slow)])
def test_every_position_of_small_games_matches_the_solver(name: str) -> None:
    """One kernel searches from the last positions to the first and keeps its results; new ones search the first."""
    textbook, solver = oracle(game(name)), GeneralKernel(game(name))
    reachable = textbook.reachable()
    if name == "3,3,3":
        assert len(reachable) == 5_478
    for board, turn in reversed(reachable):
        at = position(f"{board} {turn}", name)
        value = textbook.value(board, turn)
        score = solver.score(at)
        assert score is not None
        assert result_and_plies(score, at) == value
        assert solver.value(at) == value[0]
    for board, turn in reachable[:300]:
        at, fresh = position(f"{board} {turn}", name), GeneralKernel(game(name))
        scores = {move: result_and_plies(score, at) for move, score in fresh.scores(at).items() if score is not None}
        assert scores == ({} if at.is_over else textbook.after(board, turn))


def test_scores_match_minimax() -> None:
    """Compare a few positions with the textbook versions of minimax and alpha-beta."""
    for line in random_games("3,3,3", 5, seed=1) + random_games("4,4,3 gravity misere", 5, seed=2):
        solver = GeneralKernel(line[0].game)
        for at in (at for at in line if at.empty.bit_count() < 7):
            assert solver.score(at) == max_value(at) == alphabeta_value(at, -100, 100)


# Random games.


@given(positions(games()))
def test_scores_of_random_games_match(at: Position) -> None:
    textbook, solver = oracle(at.game), GeneralKernel(at.game)
    board, turn = cell_string(at), mark(at.turn)
    values = {} if at.is_over else textbook.after(board, turn)
    score = solver.score(at)
    assert score is not None
    assert result_and_plies(score, at) == textbook.value(board, turn)
    scores = solver.scores(at)
    assert scores.keys() == values.keys()
    for move, move_score in scores.items():
        assert move_score is not None
        assert result_and_plies(move_score, at) == values[move]
    assert solver.values(at) == {move: result for move, (result, _) in values.items()}
    assert GeneralKernel(at.game).value(at) == textbook.value(board, turn)[0]
    assert GeneralKernel(at.game).score(at, threads=3) == score


@given(positions(games()), st.tuples(*[st.booleans()] * 4))
def test_shortcuts_do_not_change_scores(at: Position, chosen: tuple[bool, bool, bool, bool]) -> None:
    full = {None: 0, Player.X: 1, Player.O: -1}[at.game.full]
    names: dict[str, Any] = dict(zip(("table", "forks", "distance", "pairing"), chosen, strict=True))
    names["beyond"] = at.game.beyond
    plain = kernel.General.make(len(at.game.board), at.game.lines, at.game.needs, at.game.misere, full, **names)
    mine, theirs = (at.x, at.o) if at.turn is Player.X else (at.o, at.x)
    known = plain.score(mine, theirs, at.turn is Player.X, kernel.Control())
    assert known.low == known.high == GeneralKernel(at.game).score(at)


@pytest.mark.parametrize(
    "name",
    [
        "4,4,4",
        "4,4,3 misere",
        "5,4,3",
        "5,4,3 exact",
        "5,4,3 exact gravity",
        "4,4,4 gravity",
        "4,4,4 torus",
        "3x3x3",
        "6,6,4",
    ],
)
def test_random_positions_of_larger_games(name: str) -> None:
    """Compare with the solver in plain Python on games that it solves quickly."""
    solver, plain = GeneralKernel(game(name)), Solver(game(name))
    for line in random_games(name, 10, seed=3):
        for at in line:
            if at.empty.bit_count() < 12:
                assert solver.score(at) == plain.score(at)


# The contract of a search with a window.


@given(st.data())
def test_bounds_hold_for_any_window(data: st.DataObject) -> None:
    rules = data.draw(games())
    solver = GeneralKernel(rules)
    for _ in range(4):  # repeatedly, so that the table is used
        at = data.draw(st.one_of(played(rules), placed(rules)))
        alpha, beta = sorted(data.draw(st.lists(st.integers(-10, 10), min_size=2, max_size=2, unique=True)))
        score, bound = solver.score(at), solver.within(at, alpha, beta)
        assert score is not None
        if score <= alpha and not at.is_over:
            assert score <= bound <= alpha
        elif score >= beta and not at.is_over:
            assert beta <= bound <= score
        else:
            assert bound == score


# The literature.


@pytest.mark.parametrize(
    ("name", "value", "length"),
    [
        ("3,3,3", 0, None),
        ("3,3,2", 1, 3),
        ("2,2,2", 1, 3),
        ("3,3,3 misere", 0, None),
        ("3,3,3 gravity", 0, None),
        ("4,3,3", 1, 7),
        ("4,3,3 misere", -1, 11),
        ("4,4,3", 1, 5),
        ("4,4,3 gravity", 1, 9),
        ("4,4,4", 0, None),
        ("5,4,4", 0, None),
        ("5,5,4", 0, None),
        ("6,5,4", 1, None),
        ("6,6,4", 1, None),
        ("6,6,5", 0, None),
        ("4,4,4 gravity", 0, None),
        ("5,4,4 gravity", 0, None),
        ("3x3x3", 1, 7),
    ],
)
def test_known_values(name: str, value: int, length: int | None) -> None:
    solver, start = GeneralKernel(game(name)), Position(game(name))
    assert solver.value(start) == value
    score = solver.score(start)
    assert score is not None
    assert (score > 0) - (score < 0) == value
    if length is not None:
        assert plies(score, game(name)) == length


def test_known_first_moves() -> None:
    start = Position(game("4,4,3"))
    lengths = {
        move: plies(score, start.game) for move, score in GeneralKernel(start.game).scores(start).items() if score
    }
    assert [lengths[start.cell(name)] for name in ("b2", "b1", "a1")] == [5, 7, 11]
    start = Position(game("3,3,3 misere"))
    assert GeneralKernel(start.game).values(start) == {move: 0 if move == 4 else -1 for move in range(9)}
    start = Position(game("4,3,3"))
    assert GeneralKernel(start.game).values(start) == {move: -1 if move in (4, 7) else 1 for move in range(12)}
    start = Position(game("4,4,4"))
    assert GeneralKernel(start.game).scores(start) == dict.fromkeys(range(16), 0)


# Node counts. A refactoring must not change them.


@pytest.mark.parametrize(("name", "nodes"), [("4,4,4", 22), ("4,3,3 misere", 4778), ("5,4,4 gravity", 5845)])
def test_node_counts_are_unchanged(name: str, nodes: int) -> None:
    for _ in range(2):
        control = kernel.Control()
        GeneralKernel(game(name)).score(Position(game(name)), control=control)
        assert control.nodes == nodes


# The table.


def test_truncated_keys_would_give_wrong_scores() -> None:
    """The tests above would detect positions that share a key."""
    rules = game("4,3,3 misere")
    for bits in range(4):
        cut = kernel.General.make(12, rules.lines, misere=True, megabytes=0, key_bits=bits)
        solver, wrong = GeneralKernel(rules), 0
        for line in random_games(rules.name, 30, seed=4):
            for at in line:
                mine, theirs = (at.x, at.o) if at.turn is Player.X else (at.o, at.x)
                wrong += cut.score(mine, theirs, at.turn is Player.X, kernel.Control()).low != solver.score(at)
        assert wrong


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        *[("3,3,3", True), ("8,5,5", True), ("8,5,5 full=x", False), ("13,3,3 full=x", True), ("41,1,5", False)],
        *[("connect four", True), ("8,7,4 gravity", True), ("8,8,4 gravity", False), ("qubic", False)],
    ],
)
def test_exact_keys(name: str, exact: bool) -> None:
    assert GeneralKernel(game(name)).exact_keys == exact


def test_a_small_table_gives_the_same_scores() -> None:
    start = Position(game("4,3,3 misere"))
    assert GeneralKernel(start.game, megabytes=0).score(start) == -2


# Budgets and stopping.


@pytest.mark.parametrize("budget", [0, 1, 63, 64, 65, 1_000, 20_000])
def test_a_budget_is_never_exceeded(budget: int) -> None:
    start = Position(game("5,5,4 gravity"))
    solver, control = GeneralKernel(start.game), kernel.Control(budget)
    assert solver.score(start, control=control) is None
    assert control.nodes <= budget + 64
    assert not control.stopped
    low, high = GeneralKernel(start.game).bounds(start, budget)
    assert low <= 0 <= high
    assert GeneralKernel(start.game).scores(start, budget).keys() == set(start.moves)
    assert GeneralKernel(start.game).value(start, budget) is None


def test_results_are_kept_between_budgets() -> None:
    start = Position(game("5,4,4 gravity"))
    solver = GeneralKernel(start.game)
    assert next(n for n in range(1, 100) if solver.score(start, nodes=5_000) is not None) < 30
    assert solver.score(start, nodes=100) == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_stopping_at_random_moments_leaves_correct_results(threads: int) -> None:
    """A search is stopped again and again and resumes with its results; once it is done, a new one starts."""
    start = Position(game("5,4,4 gravity"))
    solver, random = GeneralKernel(start.game), Random(5)
    with ThreadPoolExecutor(1) as elsewhere:  # the search releases the interpreter lock
        for _ in range(200):
            control = kernel.Control()
            search = elsewhere.submit(solver.score, start, control=control, threads=threads)
            sleep(random.random() / 100)
            control.stop()
            score = search.result()
            assert all(0 <= cell < 20 for cell in control.line)
            if score is not None:
                assert score == 0
                solver = GeneralKernel(start.game)
    assert solver.score(start, threads=threads) == 0


# Invalid arguments.


def test_invalid_arguments_raise_an_error() -> None:
    with pytest.raises(NoughtsError, match="the kernel solves boards of 1 to 128 cells, not 225"):
        GeneralKernel(game("gomoku"))
    with pytest.raises(NoughtsError, match="this solver is for 3,3,3, not for 4,3,3"):
        GeneralKernel(game("3,3,3")).score(Position(game("4,3,3")))
    with pytest.raises(NoughtsError, match="expected a whole number of at least 0 as the budget of nodes, not -1"):
        GeneralKernel(game("3,3,3")).score(Position(game("3,3,3")), nodes=-1)
    with pytest.raises(NoughtsError, match="must be 0 to 1048576 MB, not -1"):
        GeneralKernel(game("3,3,3"), megabytes=-1)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ((0, ()), "the kernel solves boards of 1 to 128 cells"),
        ((129, ()), "the kernel solves boards of 1 to 128 cells"),
        ((3, (0,)), "a line must have at least one cell"),
        ((3, (8,)), "all its cells must be on the board"),
        ((3, (1 << 128,)), "a set of cells can have at most 128 bits"),
        ((3, (-1,)), "a set of cells can have at most 128 bits"),
        ((3, (), (0, 1)), "needs must have one entry for each cell"),
        ((3, (), (0, 1, 8)), "needs must only contain cells of the board"),
        ((3, (), (), False, 2), "full must be 1, -1 or 0"),
        ((3, (), (), False, 0, [[0, 1, 1]]), "a symmetry must be a permutation"),
    ],
)
def test_the_kernel_rejects_invalid_games(rules: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kernel.General.make(*rules)


def test_the_kernel_rejects_invalid_positions() -> None:
    solver = kernel.General.make(9, game("3,3,3").lines)
    with pytest.raises(ValueError, match="the stones must be on the board"):
        solver.score(512, 0, True, kernel.Control())
    with pytest.raises(ValueError, match="a cell cannot have two stones"):
        solver.scores(1, 1, True, kernel.Control())
    with pytest.raises(TimeoutError, match="used up its budget"):
        solver.search_window(0, 0, True, 0, 1, kernel.Control(2))


@pytest.mark.parametrize("side", range(1, 12))
def test_boards_of_all_sizes(side: int) -> None:
    for name in (f"{side},{side},5", f"{side},{side},4 gravity", f"{side},{side},2 misere"):
        start = Position(game(name))
        low, high = GeneralKernel(start.game).bounds(start, nodes=2_000)
        assert low <= high


def test_the_deepest_search() -> None:
    """A column of 128 cells: there is one legal move at a time, until the end."""
    tower = Game("tower", grid(1, 128), (1 | 1 << 1,), tuple(1 << c + 1 if c < 127 else 0 for c in range(128)))
    assert GeneralKernel(tower).score(Position(tower)) == 0
    lost = Game("tower", grid(1, 128), (1,), tower.needs)  # the player who takes the last cell wins
    assert GeneralKernel(lost).score(Position(lost)) == -1


def test_without_the_kernel_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['noughts_kernel'] = None\n"
        "from noughts import game\nfrom noughts.solver.kernels.general import GeneralKernel\n"
        "try: GeneralKernel(game('3,3,3'))\nexcept ValueError as error: print(error)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert (
        result.stdout == 'this needs the compiled kernel: pip install "noughts[solve]" (in a checkout: make kernel)\n'
    )
