"""All exact searches, the solver and the oracle agree: on every position of small games, and on random games."""

from functools import cache

import pytest
from hypothesis import assume, given

from noughts import Position, SearchResult, Solver, cell_string, position, transposition
from noughts.search.transposition import Table
from noughts.solver.analyse import analyse
from tests.oracle import Oracle, in_rows
from tests.search.searches import IN_ANOTHER_ORDER, OF_POSITIONS, PLAIN, solve
from tests.strategies import games, in_sets, mark, positions, result_and_plies

SMALL = {
    "3,3,3": in_rows(3, 3, 3),
    "3,3,3 misere": in_rows(3, 3, 3, misere=True),
    "3,3,3 gravity": in_rows(3, 3, 3, gravity=True),
    "3,3,3 torus": in_rows(3, 3, 3, torus=True),
    "4,3,3": in_rows(4, 3, 3),
    "4,4,3 gravity": in_rows(4, 4, 3, gravity=True),
    "7,1,3 exact": in_rows(7, 1, 3, exact=True),
    "4,2,3 exact": in_rows(4, 2, 3, exact=True),
    "4,2,3 torus exact misere": in_rows(4, 2, 3, torus=True, exact=True, misere=True),
}
REACHABLE = {
    "3,3,3": 5_478,
    "3,3,3 misere": 5_478,
    "3,3,3 gravity": 694,
    "3,3,3 torus": 5_194,
    "4,3,3": 111_973,
    "4,4,3 gravity": 41_750,
    "7,1,3 exact": 725,
    "4,2,3 exact": 2_047,
    "4,2,3 torus exact misere": 1_831,
}
TINY = [name for name, count in REACHABLE.items() if count < 6_000]


@cache
def oracle(name: str) -> Oracle:
    return Oracle(SMALL[name])


@cache
def reachable(name: str) -> list[Position]:
    states = oracle(name).reachable()
    assert len(states) == REACHABLE[name]
    return [position(f"{board} {turn}", name) for board, turn in states]


def agrees(at: Position, oracle: Oracle, result: SearchResult, every_move: bool = False) -> None:
    """Check a result against the oracle: the score, the best moves, and every score or bound."""
    board, turn = cell_string(at), mark(at.turn)
    values, best = oracle.after(board, turn), oracle.best(board, turn)
    assert result.exact
    assert set(result.scores) == set(values)
    assert result_and_plies(result.score, at) == oracle.value(board, turn)
    for move, score in result.scores.items():
        if move in result.bounds:
            won, plies = values[move]
            assert won * (1 + at.empty.bit_count() - plies) <= score <= result.score
        else:
            assert result_and_plies(score, at) == values[move]
    assert set(result.best) <= best
    assert result.move == next(move for move in result.scores if move in best)
    if every_move:
        assert not result.bounds
        assert set(result.best) == best


def check_all(name: str, search: str, empty: range, step: int = 1) -> None:
    for at in reachable(name)[::step]:
        if not at.is_over and at.empty.bit_count() in empty:
            agrees(at, oracle(name), OF_POSITIONS[search](at), search in PLAIN)


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("search", OF_POSITIONS)
def test_searches_agree_on_some_positions_of_a_small_game(name: str, search: str) -> None:
    check_all(name, search, range(7 if search in PLAIN else 10), step=REACHABLE[name] // 250)


@pytest.mark.slow
@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("search", OF_POSITIONS)
def test_searches_agree_on_every_position_of_a_small_game(name: str, search: str) -> None:
    check_all(name, search, range(10))


def test_scores_are_in_board_order() -> None:
    for at in reachable("3,3,3")[::50]:
        if not at.is_over and at.empty.bit_count() < 8:
            for search in (*OF_POSITIONS.values(), solve):
                assert tuple(search(at).scores) == at.moves


@pytest.mark.parametrize(
    "name", [*TINY, *(pytest.param(n, marks=pytest.mark.slow) for n in REACHABLE if n not in TINY)]
)
def test_the_solver_agrees_on_every_position(name: str) -> None:
    """One solver searches all positions from the last to the first and keeps its results."""
    solver = Solver(reachable(name)[0].game)
    for at in reversed(reachable(name)):
        board, turn = cell_string(at), mark(at.turn)
        assert result_and_plies(solver.score(at), at) == oracle(name).value(board, turn)
        if not at.is_over:
            agrees(at, oracle(name), solver.solve(at), every_move=True)


@pytest.mark.parametrize("name", TINY)
def test_a_new_solver_agrees_on_some_positions(name: str) -> None:
    for at in reachable(name)[::10]:
        value = oracle(name).value(cell_string(at), mark(at.turn))
        assert result_and_plies(Solver(at.game).score(at), at) == value


@pytest.mark.parametrize("name", TINY)
def test_a_table_can_be_reused(name: str) -> None:
    table: Table = {}
    for at in reachable(name)[::5]:
        if not at.is_over:
            agrees(at, oracle(name), transposition(at, table=table))


# Random games.


@given(positions(games()))
def test_searches_agree_on_random_games(at: Position) -> None:
    assume(not at.is_over)
    oracle = Oracle(in_sets(at.game))
    for name, search in OF_POSITIONS.items():
        if name not in PLAIN or at.empty.bit_count() < 7:
            agrees(at, oracle, search(at), name in PLAIN)
    for name, search in IN_ANOTHER_ORDER.items():
        if name not in PLAIN or at.empty.bit_count() < 6:
            agrees(at, oracle, search(at), name in PLAIN)


@given(positions(games()))
def test_the_solver_agrees_on_random_games(at: Position) -> None:
    oracle = Oracle(in_sets(at.game))
    value = oracle.value(cell_string(at), mark(at.turn))
    assert result_and_plies(Solver(at.game).score(at), at) == value
    if not at.is_over:
        agrees(at, oracle, solve(at), every_move=True)


@given(positions(games()))
def test_analyses_agree_on_random_games(at: Position) -> None:
    oracle = Oracle(in_sets(at.game))
    analysis = analyse(at)
    board, turn = cell_string(at), mark(at.turn)
    assert (analysis.exact, analysis.position) == (True, at)
    assert (analysis.value, analysis.distance) == oracle.value(board, turn)
    values = oracle.after(board, turn)
    assert {move.move for move in analysis.moves} == set(values)
    for move in analysis.moves:
        after = cell_string(move.position), mark(move.position.turn)
        assert move.position == at.play(move.move)
        assert (move.value, move.distance) == values[move.move]
        assert move.replies == len(oracle.rules.moves(after[0]))
        assert move.losing == sum(result < 0 for result, _ in oracle.after(*after).values())
