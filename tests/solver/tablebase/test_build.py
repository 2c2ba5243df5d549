"""Built tables agree with minimax, the solver and the literature, with any number of threads."""

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Player, Position, RulesError, Solver, game, minimax, plies
from noughts.solver.tablebase import MISSING, Tablebase, build, tiers
from tests.solver.tablebase.making import classes, content, make, reachable
from tests.strategies import games, placed

CLASSES = {"3,3,3": [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]}
COUNTS = {  # reachable, up to symmetry
    "2,2,2": (29, 6),
    "3,3,2": (1_234, 186),
    "3,3,3": (5_478, 765),
    "3,3,3 misere": (5_478, 765),
    "3,3,3 gravity": (694, 359),
    "4,3,3": (111_973, 28_275),
    "4,3,3 misere": (111_973, 28_275),
    "4,4,3 gravity": (41_750, 20_890),
}
LARGE = {"4,4,3": (6_036_001, 756_387), "4,4,4": (9_722_011, 1_217_977)}
SCORES = {"2,2,2": 2, "3,3,2": 7, "3,3,3": 0, "4,3,3": 6, "4,3,3 misere": -2, "4,4,3 gravity": 8, "3,3,3 gravity": 0}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_agree_with_the_literature(name: str, tmp_path: Path) -> None:
    with Tablebase.open(make(name, tmp_path / "table")) as table:
        assert (table.positions, table.classes) == COUNTS[name]
        assert [n for _, n in table.tiers] == CLASSES.get(name, [n for _, n in table.tiers])
        counted = [(ply.positions, ply.classes) for ply in plies(Position(table.game))]
        assert list(table.tiers) == counted + [(0, 0)] * (len(table.tiers) - len(counted))
        if name in SCORES:
            assert table.score(Position(table.game)) == SCORES[name]


def test_unfinished_positions_by_value(tmp_path: Path) -> None:
    """Of 4,520 unfinished positions of 3 × 3 the player to move wins 2,836, draws 1,052 and loses 632."""
    with Tablebase.open(make("3,3,3", tmp_path / "table")) as table:
        at = list(reachable(Position(table.game)))
        signs = [np.sign(table.score(p)) for p in at if not p.is_over]
        assert (signs.count(1), signs.count(0), signs.count(-1)) == (2_836, 1_052, 632)
        counts = [table.count(stones) for stones in range(10)]
        assert sum(int(c.positions.sum()) for c in counts) == 5_478
        assert sum(int(c.classes.sum()) for c in counts) == 765


@pytest.mark.parametrize("name", LARGE)
def test_counts_of_large_games_agree_with_the_literature(name: str, tmp_path: Path) -> None:
    with Tablebase.open(make(name, tmp_path / "table")) as table:
        assert (table.positions, table.classes) == LARGE[name]
        assert table.size <= 2 * table.classes
        start = Position(table.game)
        solver = Solver(table.game)
        assert table.score(start) == solver.score(start)
        assert all(-solver.score(start.play(move)) == score for move, score in table.scores(start).items())


SMALL = ["1,1,1", "2,2,2", "3,3,2", "3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 torus", "2x2x2", "3,3,3 full=o"]
MORE = ["4,2,3", "3,3,3 gravity misere", "3,3,2 torus gravity full=o", "2,5,2", "line 9,3", "2x2x2 misere full=x"]


@pytest.mark.parametrize("name", [*SMALL, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)])
def test_tables_of_small_games_have_every_position_and_score(name: str, tmp_path: Path) -> None:
    of = game(name)
    check(of, make(of, tmp_path / "table"), Solver(of))


@pytest.mark.parametrize("name", ["3,3,3", "3,3,3 misere", "2,2,2", "3,3,3 gravity"])
def test_scores_agree_with_minimax(name: str, tmp_path: Path) -> None:
    of = game(name)
    with Tablebase.open(make(of, tmp_path / "table")) as table:
        for at in reachable(Position(of)):
            if not at.is_over and at.empty.bit_count() <= 5:
                assert table(at).scores == minimax(at).scores


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4,3,3", "4,3,3 misere", "4,3,4", "4,4,3 gravity", "3,3,4 torus", "4,3,3 full=o"])
def test_tables_of_larger_games_have_every_position_and_score(name: str, tmp_path: Path) -> None:
    of = game(name)
    check(of, make(of, tmp_path / "table"), Solver(of))


def check(of: Game, path: Path, solver: Solver) -> None:
    """Check that a table has exactly the reachable positions with their scores, one by one and in bulk."""
    at = list(reachable(Position(of)))
    expected = [int(solver.score(p)) for p in at]
    with Tablebase.open(path) as table:
        assert [table.score(p) for p in at] == expected
        x, o = np.array([p.x for p in at]), np.array([p.o for p in at])
        assert table.batch(x, o).tolist() == expected
        assert (table.positions, table.classes) == (len(at), len(classes(iter(at))))


@given(games(exact=False), st.data())
def test_tables_of_random_games_have_every_position_and_score(
    tmp_path_factory: pytest.TempPathFactory, of: Game, data: st.DataObject
) -> None:
    path = make(of, tmp_path_factory.mktemp("any") / "table", threads=data.draw(st.integers(1, 3)))
    check(of, path, Solver(of))
    known = set(reachable(Position(of)))
    with Tablebase.open(path) as table:
        at = data.draw(placed(of))
        assert (table.get(at) is None) == (at not in known)
        if at not in known and at.turn is (Player.X if at.x.bit_count() == at.o.bit_count() else Player.O):
            assert table.batch([at.x], [at.o]).tolist() == [MISSING]


@pytest.mark.parametrize("name", ["3,3,3", "4,3,3", "4,4,3 gravity", "2x2x2"])
def test_the_file_is_the_same_with_any_number_of_threads(name: str, tmp_path: Path) -> None:
    for threads in (1, 2, 3, 7):
        assert make(name, tmp_path / f"{threads}", threads).read_bytes() == content(name)


@pytest.mark.parametrize("chunk", [5, 64])
def test_the_file_does_not_depend_on_the_chunk_size(chunk: int, tmp_path: Path) -> None:
    for name in ("3,3,3", "3,3,3 gravity"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tiers, "_CHUNK", chunk)
            assert make(name, tmp_path / name, 2).read_bytes() == content(name)


@pytest.mark.slow
def test_a_large_file_is_the_same_with_any_number_of_threads(tmp_path: Path) -> None:
    sums = {sha256(make("4,4,4", tmp_path / f"{threads}", threads).read_bytes()).digest() for threads in (1, 2, 3)}
    assert len(sums) == 1


def test_progress_is_reported_to_the_end(tmp_path: Path) -> None:
    reports: list[tuple[str, int, int]] = []
    build(game("3,3,3"), tmp_path / "table", progress=lambda *what: reports.append(what))
    assert [done for _, done, _ in reports] == sorted(done for _, done, _ in reports)
    assert reports[-1][1] == reports[-1][2]
    assert [what for what, _, _ in reports] == [
        *(f"reaching {n} stones" for n in range(10)),
        *(f"scoring {n} stones" for n in range(9, -1, -1)),
    ]


def test_invalid_arguments_raise_an_error(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="the number of threads must be at least 1, not 0"):
        build(game("3,3,3"), tmp_path / "table", threads=0)
    with pytest.raises(RulesError, match="15,15,5 has 225 cells"):
        build(game("15,15,5"), tmp_path / "table")
    with pytest.raises(IsADirectoryError):
        build(game("3,3,3"), tmp_path)
    with pytest.raises(FileNotFoundError):
        build(game("2,2,2"), tmp_path / "nowhere" / "table")
    assert not list(tmp_path.iterdir())
