"""Who wins on boards of many sizes: brute force on small boards, published values, and the stored table."""

import csv
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from noughts import Player, Position, game, minimax
from noughts.rules.errors import NoughtsError
from noughts.rules.tactics import sign
from noughts.solver.values import family, game_value, player_who_cannot_lose

DOCS = Path(__file__).parents[2] / "docs" / "values"
WINNERS = {1: "X", 0: "draw", -1: "O", None: "unknown"}
KINDS = ["plain", "torus", "misere", "gravity", "torus misere", "gravity misere", "torus gravity"]


def brute_force(kind: str, k: int, columns: int, rows: int) -> tuple[int, int]:
    """Return the value for X and the length of the game, from coordinates alone: noughts is not used."""
    lines = set()
    for x, y, (right, down) in product(range(columns), range(rows), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        cells = [(x + step * right, y + step * down) for step in range(k)]
        if "torus" in kind:
            cells = [(a % columns, b % rows) for a, b in cells]
        if len({*cells}) == k and all(0 <= a < columns and 0 <= b < rows for a, b in cells):
            lines.add(sum(1 << b * columns + a for a, b in cells))
    size = columns * rows
    through = [[line for line in lines if line >> cell & 1] for cell in range(size)]
    known: dict[tuple[int, int], tuple[int, int]] = {}

    def value(mine: int, theirs: int) -> tuple[int, int]:
        taken = mine | theirs
        if taken.bit_count() == size:
            return 0, 0
        if (mine, theirs) not in known:
            results = []
            for cell in range(size):
                falls = "gravity" in kind and cell + columns < size and not taken >> cell + columns & 1
                if taken >> cell & 1 or falls:
                    continue
                after = mine | 1 << cell
                if any(not line & ~after for line in through[cell]):
                    results.append((-1 if "misere" in kind else 1, 1))
                else:
                    reply, plies = value(theirs, after)
                    results.append((-reply, plies + 1))
            known[mine, theirs] = max(results, key=lambda result: (result[0], -result[0] * result[1]))
        return known[mine, theirs]

    return value(0, 0)


def rows_of(name: str) -> list[dict[str, str]]:
    with (DOCS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def name_of(row: Mapping[str, str]) -> str:
    return f"{row['columns']},{row['rows']},{row['k']} {row['kind'].replace('plain', '')}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_values_of_small_boards_agree_with_brute_force(kind: str, k: int) -> None:
    for at in family(kind, k, [(3, 3), (4, 2), (2, 4), (9, 1)]):
        verdict = game_value(at)
        assert (verdict.value, verdict.distance) == brute_force(kind, k, *at.board.shape), at


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_values_of_four_by_three_agree_with_brute_force(kind: str, k: int) -> None:
    verdict = game_value(f"4,3,{k} {kind.replace('plain', '')}")
    assert (verdict.value, verdict.distance) == brute_force(kind, k, 4, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_without_the_kernel_the_values_are_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = family(kind, 3, [(3, 3), (4, 2)])
    expected = [(verdict.value, verdict.distance) for verdict in map(game_value, games)]
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    assert [(verdict.value, verdict.distance) for verdict in map(game_value, games)] == expected


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("3,3,3", Player.X),
        ("5,3,4 torus", Player.X),
        ("4,3,3 misere", Player.O),
        ("5,2,3 torus misere", Player.O),
        ("3,3,3 misere", Player.X),
        ("5,5,5 misere", Player.X),
        ("5,3,3 misere", None),  # a line through the centre need not be its own reflection
        ("1,1,1 misere", None),
        ("7,6,4 gravity", None),
        ("3,3,3 full=o", None),
    ],
)
def test_some_players_cannot_lose(name: str, player: Player | None) -> None:
    assert player_who_cannot_lose(game(name)) == player


@pytest.mark.parametrize("name", ["3,2,2 misere", "3,2,2 torus misere", "3,3,2 misere"])
def test_the_cells_beyond_the_lines_need_not_be_symmetric(name: str) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    rules, random = game(name), Random(1)
    for _ in range(20):
        ends = [random.getrandbits(len(rules.board)) & rules.board.cells & ~line for line in rules.lines]
        some = tuple(cells if random.random() < 0.5 else 0 for cells in ends)
        custom = replace(rules, name="custom", beyond=some)
        assert game_value(custom).value == sign(minimax(Position(custom)).score)


def test_a_family_has_each_board_once_from_small_to_large() -> None:
    assert [at.name for at in family("torus", 3, [(2, 2), (1, 3)])] == [
        *("1,1,3 torus", "2,1,3 torus", "3,1,3 torus", "2,2,3 torus")
    ]
    assert [at.name for at in family("gravity", 3, [(2, 1), (1, 2)])] == [
        *("1,1,3 gravity", "2,1,3 gravity", "1,2,3 gravity")
    ]
    assert family("plain", 3, [(3, 3)])[-1] == game("tictactoe")
    assert family("misere torus", 3, [(3, 3)])[-1].name == "3,3,3 torus misere"


@pytest.mark.parametrize(("kind", "length", "sizes"), [("chess", 3, [(3, 3)]), ("plain", 0, [(3, 3)])])
def test_a_family_of_unknown_games_is_an_error(kind: str, length: int, sizes: list[tuple[int, int]]) -> None:
    with pytest.raises(NoughtsError):
        family(kind, length, sizes)


@pytest.mark.parametrize(
    ("name", "bounds"),
    [("5,4,4 torus", (0, 1)), ("5,4,4 misere", (-1, 0)), ("5,3,3 misere", (-1, 1)), ("5,5,5 misere", (0, 1))],
)
def test_a_budget_that_is_too_small_gives_bounds(name: str, bounds: tuple[int, int]) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    verdict = game_value(name, 0)
    assert (verdict.bounds, verdict.distance, verdict.nodes) == (bounds, None, 0)


FRIEDMAN = """
2 3 2 1 2 2 2, 2 4 2 1 2 2 2, 2 5 2 1 2 2 3, 3 3 2 1 2 2 3, 3 4 2 1 2 2 4, 4 4 2 1 2 2 4, 4 5 2 1 2 2 6,
3 4 3 1 4 2 5, 4 4 3 1 3 2 7
"""
"""The wins in D. Friedman's table, dfriedman.org/ramblings/2020/12/31/optimal-mnk.html.

Each entry is rows, columns, k, then the winner and the turns of the winner, in normal play and in misère play.
"""


@pytest.mark.parametrize("entry", FRIEDMAN.replace("\n", " ").split(","), ids=str.strip)
def test_values_agree_with_a_published_table_that_counts_turns(entry: str) -> None:
    rows, columns, k, *results = map(int, entry.split())
    if rows * columns > 16:
        pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    for kind, (winner, turns) in (("", results[:2]), ("misere", results[2:])):
        verdict = game_value(f"{columns},{rows},{k} {kind}")
        assert verdict.value == (1 if winner == 1 else -1)
        # In misère play, O's last turn is followed by X's losing move.
        assert verdict.distance == (2 * turns + 1 if kind else 2 * turns - 1)


@pytest.mark.parametrize("row", rows_of("published"), ids=name_of)
def test_the_stored_values_agree_with_the_published_ones(row: Mapping[str, str]) -> None:
    key = ("kind", "k", "columns", "rows")
    (stored,) = [one for one in rows_of("values") if all(one[field] == row[field] for field in key)]
    if stored["value"] == "unknown":
        assert "O" not in stored["possible"] if row["value"] == "not O" else row["value"] in stored["possible"]
    elif row["value"] == "not O":
        assert stored["value"] != "O"
    else:
        assert stored["value"] == row["value"]
        assert "" in (row["plies"], stored["plies"]) or row["plies"] == stored["plies"]


@pytest.mark.parametrize("kind", ["plain", "torus", "misere", "torus misere", "gravity"])
def test_the_solver_finds_the_stored_values_again(kind: str) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    rows = [row for row in rows_of("values") if row["kind"] == kind]
    assert len(rows) >= 105
    easy = [row for row in rows if int(row["nodes"]) < 20_000]
    assert len(easy) > len(rows) / 2
    for row in easy:
        verdict = game_value(name_of(row))
        plies = str(verdict.distance) if verdict.value else ""
        assert (WINNERS[verdict.value], plies, str(verdict.nodes)) == (row["value"], row["plies"], row["nodes"]), row
