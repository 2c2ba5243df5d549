"""Verifying a table: correct tables pass, wrong entries are detected, and no code of the builder is used."""

import ast
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given

from noughts import Game, Position, game
from noughts.solver.tablebase import Tablebase, TableError, layout
from noughts.solver.tablebase import verify as module
from noughts.solver.tablebase.builder import file_of, tiers_of
from noughts.solver.tablebase.index import Index
from noughts.solver.tablebase.verify import play_games, verify
from tests.solver.tablebase.making import make, reachable
from tests.strategies import games

GAMES = ["1,1,1", "2,2,2", "3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 full=o", "2x2x2 misere", "4,4,3 gravity"]


@pytest.mark.parametrize("name", GAMES)
def test_correct_tables_pass(name: str, tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    with Tablebase.open(make(name, tmp_path / "table")) as table:
        verified = verify(table, random=Random(1), progress=lambda *what: reports.append(what))
        assert (verified.positions, verified.classes) == (table.positions, table.classes)
        size = len(table.game.board)
        assert reports == [(n, size + 1) for n in range(1, size + 2)]


@given(games(exact=False))
def test_correct_tables_of_random_games_pass(tmp_path_factory: pytest.TempPathFactory, of: Game) -> None:
    with Tablebase.open(make(of, tmp_path_factory.mktemp("any") / "table")) as table:
        assert verify(table, random=Random(1)).positions == sum(1 for _ in reachable(Position(of)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4,3,3", "4,3,4", "4,4,3", "4,4,4", "5,4,4 gravity", "3,3,4 torus", "4,4,4 misere"])
def test_correct_tables_of_larger_games_pass(name: str, tmp_path: Path) -> None:
    with Tablebase.open(make(name, tmp_path / "table")) as table:
        verified = verify(table, random=Random(1))
        assert (verified.positions, verified.classes) == (table.positions, table.classes)


def wrong_tables(name: str, step: int, path: Path) -> int:
    """Change entries one at a time, with correct checksums; check that each is detected, and return their number."""
    index = Index(game(name))
    tiers = tiers_of(index, None, None, lambda what: lambda more: None)
    random, count = Random(1), 0
    for stones, tier in enumerate(tiers):
        for place in range(stones % step, len(tier), step):
            right = tier[place]
            tier.flags.writeable = True
            tier[place] = random.choice([value for value in (0, 127, 128, 129, 131, 125, 255) if value != right])
            path.write_bytes(b"".join(file_of(index, tiers)))
            tier[place] = right
            count += 1
            with Tablebase.open(path) as table, pytest.raises(TableError, match=r"\S+: .+"):
                verify(table)
    return count


def test_wrong_entries_are_detected(tmp_path: Path) -> None:
    assert wrong_tables("2,2,2", 1, tmp_path / "table") > 10
    assert wrong_tables("3,3,3 gravity", 47, tmp_path / "table") > 10
    assert wrong_tables("3,3,3", 127, tmp_path / "table") > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["3,3,3", "3,3,3 misere", "3,3,3 gravity"])
def test_every_wrong_entry_is_detected(name: str, tmp_path: Path) -> None:
    assert wrong_tables(name, 1, tmp_path / "table") == Index(game(name)).entries


def test_the_error_names_the_wrong_position(tmp_path: Path) -> None:
    index = Index(game("2,2,2"))
    tiers = tiers_of(index, None, None, lambda what: lambda more: None)
    tiers[0] = np.array([126], np.uint8)
    (tmp_path / "table").write_bytes(b"".join(file_of(index, tiers)))
    with Tablebase.open(tmp_path / "table") as table:
        with pytest.raises(TableError, match=r"table: 2_/2_ x has a different score from its best move"):
            verify(table)
        assert table.score(Position(table.game)) == -2
        with pytest.raises(TableError, match=r"table: 2_/2_ x has the score -2, but the rules say \+2"):
            play_games(table, Random(1))


def test_wrong_counts_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = layout.write_start
    monkeypatch.setattr(
        "noughts.solver.tablebase.builder.write_start",
        lambda s: usual(layout.Header(s.game, s.entries, s.data, (*s.tiers[:-1], (s.tiers[-1][0], 14)))),
    )
    message = r"with 9 stones there are 78 positions, 15 up to symmetry, but the header says 78 and 14"
    with Tablebase.open(make("3,3,3", tmp_path / "table")) as table, pytest.raises(TableError, match=message):
        verify(table)


def test_the_verifier_shares_no_code_with_the_builder() -> None:
    """It uses only the rules and the public interface of the table."""
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    used = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {name.removeprefix("noughts.") for name in used if name.startswith("noughts.")}
    assert {name for name in ours if not name.startswith("rules.")} == {
        "solver.progress",  # the type of a callback
        "solver.tablebase.layout",  # the error class
        "solver.tablebase.table",
    }
