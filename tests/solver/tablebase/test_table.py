"""Look-ups in a table: one position, its moves, many positions at once, and as a search."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread

import numpy as np
import pytest

from noughts import NoughtsError, Position, RulesError, Solver, analyse, game, minimax, position
from noughts.solver.tablebase import MISSING, Tablebase
from tests.solver.tablebase.making import content, reachable
from tests.strategies import random_games
from tests.terminal.terminal import Terminal


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tablebase]:
    path = tmp_path / "table"
    path.write_bytes(content("3,3,3"))
    with Tablebase.open(path) as opened:
        yield opened


def test_one_position_can_be_looked_up(table: Tablebase) -> None:
    assert table.game == game("tictactoe")
    assert table.score(position("o_x/x2_/x2o x")) == 3
    assert table.scores(position("o_x/x2_/x2o x")) == {1: -2, 4: 3, 5: -2}
    assert table.score(position("3x/2o_/3_ o")) == -5
    assert table.scores(position("3x/2o_/3_ o")) == {}
    assert (table.positions, table.classes, len(table.tiers)) == (5_478, 765, 10)
    assert table.size == len(content("3,3,3"))
    assert repr(table) == f"Tablebase.open({str(table.path)!r})"


@pytest.mark.parametrize(
    "text",
    [
        "ox_/oxx/_ox x",  # four X and three O, X to move
        "9_ o",  # O to move on the empty board
        "2x_/3_/3_ o",  # two X
        "xo_/xo_/x2_ x",  # X has won, and X is to move
        "3x/2o_/2o_ x",  # X has won, and O has moved again
        "o_x/x2_/x2o o",
    ],
)
def test_unreachable_positions_raise_an_error(table: Tablebase, text: str) -> None:
    at = position(text)
    assert table.get(at) is None
    for ask in (table.score, table.scores, table):
        with pytest.raises(RulesError, match="no game from the empty board leads to it"):
            ask(at)


def test_many_positions_can_be_looked_up_at_once(table: Tablebase) -> None:
    at = [p for line in random_games("3,3,3", 40, 1) for p in line]
    x, o = np.array([p.x for p in at]), np.array([p.o for p in at])
    scores = table.batch(x, o)
    assert scores.dtype == np.int8
    assert scores.tolist() == [table.score(p) for p in at]
    for kind in (np.uint16, np.int32, np.uint64):
        assert table.batch(x.astype(kind), o.astype(kind)).tolist() == scores.tolist()
    shape = (2, len(at) // 2)
    some = shape[0] * shape[1]
    assert table.batch(x[:some].reshape(shape), o[:some].reshape(shape)).shape == shape
    assert table.batch(x[::-1], o[::-1]).tolist() == scores[::-1].tolist()
    assert table.batch(np.array([], np.int64), np.array([], np.int64)).tolist() == []
    many = np.tile(x, 500), np.tile(o, 500)
    assert (table.batch(*many) == np.tile(scores, 500)).all()


@pytest.mark.parametrize(
    ("x", "o"), [(1, 1), (-1, 0), (0, -1), (512, 0), (1 << 62, 0), (3, 0), (0, 1), (511, 0), (7, 504), (7, 24), (73, 6)]
)
def test_unreachable_positions_in_a_batch_are_marked_as_missing(table: Tablebase, x: int, o: int) -> None:
    """The other positions of the batch are looked up as usual."""
    there = (x, o) in {(p.x, p.o) for p in reachable(Position(table.game))}
    scores = table.batch([0, x, 1], [0, o, 0]).tolist()
    assert (scores[0], scores[2]) == (0, 0)
    assert (scores[1] != MISSING) == there


def test_invalid_arrays_raise_an_error(table: Tablebase) -> None:
    for x, o in (([0.5], [0]), ([1, 2], [0]), (["x"], [0]), ([[0]], [0])):
        with pytest.raises(RulesError, match="expected two arrays of the same shape"):
            table.batch(x, o)


def test_a_table_can_replace_a_search(table: Tablebase) -> None:
    for at in reachable(Position(table.game)):
        if not at.is_over and at.empty.bit_count() < 5:
            assert table(at).scores == minimax(at).scores
            assert table(at).exact


def test_a_table_can_replace_a_solver(table: Tablebase) -> None:
    solver = table.solver()
    for line in random_games("3,3,3", 10, 2):
        for at in line:
            known, searched = analyse(at, solver=solver), analyse(at)
            assert (known.score, known.distance, known.moves) == (searched.score, searched.distance, searched.moves)
    assert solver.visited == 0
    set_up = position("ox_/oxx/_ox x")
    assert solver.score(set_up) == Solver(table.game).score(set_up)
    assert solver.visited > 0
    with pytest.raises(ValueError, match="this solver is for 3,3,3"):
        solver.score(Position(game("4,3,3")))


def test_many_threads_can_read_one_table(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(content("4,3,3"))
    at = [p for line in random_games("4,3,3", 200, 1) for p in line]
    x, o = np.array([p.x for p in at]), np.array([p.o for p in at])
    with Tablebase.open(path) as calm:
        right = calm.batch(x, o).tolist()
    answers: list[list[int]] = []
    with Tablebase.open(path) as shared:

        def ask(seed: int) -> None:
            order = Random(seed).sample(range(len(at)), len(at))
            scores = {n: shared.score(at[n]) for n in order}
            answers.append([scores[n] for n in range(len(at))])
            answers.append(shared.batch(x, o).tolist())

        threads = [Thread(target=ask, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [right] * 12


def test_without_numpy_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("noughts.solver.tablebase")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("noughts.solver.tablebase", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ModuleNotFoundError, match=r'tables need NumPy: pip install "noughts\[solve\]"'):
        __import__("noughts.solver.tablebase")
    run = Terminal.run("tablebase", "build", "3,3,3", "table")
    assert (run.status, run.out) == (2, "")
    assert run.err == 'noughts: tables need NumPy: pip install "noughts[solve]"\n'
    assert Terminal.run("tablebase", "--help").status == 0


def test_text_instead_of_a_position_raises_an_error(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(content("2,2,2"))
    with Tablebase.open(path) as table:
        for ask in (table.get, table.score, table.scores):
            with pytest.raises(NoughtsError, match=r"^expected a Position, not '2_/2_'"):
                ask("2_/2_")  # type: ignore[arg-type]
