"""`noughts values`: tables, CSV and JSON, limits, Ctrl-C, and errors."""

import csv
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from noughts import Evaluation, Game
from noughts.solver.limit import Budget
from noughts.solver.values import game_value
from tests.terminal.terminal import Terminal, watched

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "values.md"


def has_kernel() -> bool:
    try:
        import noughts_kernel  # noqa: F401
    except ImportError:
        return False
    return True


needs_kernel = pytest.mark.skipif(not has_kernel(), reason="the kernel is not built: make kernel")


def values(*args: str) -> Any:
    run = Terminal.run("values", *args, "--json")
    assert (run.status, run.err) == (0, "")
    return json.loads(run.out)


TORUS = """\
3 in a row, torus
      columns
rows     1     2     3
   1  draw  draw  draw
   2        draw   X 5
   3               X 7

X 5: X, the first player, wins in 5 plies (moves of both players together).
Without gravity, 3 × 4 is the same game as 4 × 3, so each board is listed once.
"""

MISERE = """\
3 in a row, misere
      columns
rows     1     2     3     4
   1  draw  draw  draw  draw
   2        draw  draw  draw
   3              draw  O 11

4 in a row, misere
      columns
rows     1     2     3     4
   1  draw  draw  draw  draw
   2        draw  draw  draw
   3              draw  draw

O 11: O, the second player, wins in 11 plies (moves of both players together).
Without gravity, 3 × 4 is the same game as 4 × 3, so each board is listed once.
"""


@pytest.mark.parametrize("kernel", [True, False])
@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--kind", "torus", "--k", "3", "--up-to", "3x3"], TORUS),
        (["--kind", "misère", "--k", "3, 4", "--up-to", "4x3"], MISERE),
    ],
    ids=["torus", "misere"],
)
def test_values_prints_a_table_for_each_kind_and_k(
    args: list[str], expected: str, kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernel:
        monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    assert Terminal.run("values", *args) == Terminal(0, expected, "")


@needs_kernel
def test_undecided_games_are_listed() -> None:
    run = Terminal.run("values", "--kind", "misere,gravity", "--k", "5", "--up-to", "6x6", "--budget", "1")
    assert re.search(r"\n   6 +\?\n", run.out)
    assert "?: not decided within the limit. To search longer, use --seconds or --budget.\n" in run.out
    assert "Undecided: 5,1,5 misere; 6,1,5 misere; 5,2,5 misere; " in run.out
    assert run.out.endswith(" others.\n")


@needs_kernel
def test_a_win_of_unknown_length_has_no_number() -> None:
    (answer,) = [one for one in values("--k", "3", "--up-to", "4x3", "--budget", "60") if one["game"] == "4,3,3"]
    assert (answer["positionValue"], answer["remoteness"], answer["ended"]) == ("win", None, "--budget")
    assert "\nX: X wins, but it is not known how soon.\n" in (
        Terminal.run("values", "--k", "3", "--up-to", "4x3", "--budget", "60").out
    )


@needs_kernel
@pytest.mark.parametrize(("limit", "reason"), [("--seconds", "0.01"), ("--budget", "100")])
def test_json_says_what_ended_a_search(limit: str, reason: str) -> None:
    *_, last = values("--kind", "misere", "--k", "5", "--up-to", "5x5", limit, reason)
    assert (last["kind"], last["k"], last["columns"], last["rows"]) == ("misere", 5, 5, 5)
    assert (last["positionValue"], last["possible"], last["ended"]) == ("undecided", ["win", "tie"], limit)


def test_csv_has_a_row_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "values.csv"
    args = ["--kind", "plain,misere torus", "--k", "3", "--up-to", "3x3", "--csv"]
    run = Terminal.run("values", *args, str(path))
    assert (run.status, run.out.splitlines()[-1]) == (0, f"{path}: 12 games.")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows] == 6 * ["plain"] + 6 * ["torus misere"]
    assert [rows[-1][name] for name in ("k", "columns", "rows", "value", "plies", "possible")] == [
        *("3", "3", "3", "X", "8", "")
    ]
    piped = Terminal.run("values", *args, "-")
    assert (piped.status, piped.out) == (0, path.read_text(encoding="utf-8"))


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def press_ctrl_c(game: Game, budget: Budget) -> Evaluation:
        if game.name != "3,3,3 misere":
            return game_value(game, budget)
        os.kill(os.getpid(), signal.SIGINT)
        while not budget.stopped:
            time.sleep(0.001)
        return game_value(game, 0)

    monkeypatch.setattr("noughts.terminal.commands.solve.values.game_value", press_ctrl_c)
    path = tmp_path / "values.csv"
    run = Terminal.run("values", "--kind", "misere", "--k", "3,4", "--up-to", "4x3", "--csv", str(path))
    assert run.status == 130
    assert run.out.splitlines()[:5] == [
        "3 in a row, misere",
        "      columns",
        "rows     1     2     3     4",
        "   1  draw  draw  draw  draw",
        "   2        draw  draw  draw",
    ]
    assert run.out.endswith(f"\n{path}: 7 games.\n")
    assert run.err == "Stopped after 7 of 18 games.\n"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 8


@needs_kernel
def test_values_shows_its_progress_on_a_terminal() -> None:
    assert "5,5,4 misere (15 of 15): " in watched(
        "values", "--kind", "misere", "--k", "4", "--up-to", "5x5", "--seconds", "1"
    )


CONNECT_FOUR = {4: "==-=-", 5: "====", 6: "==-", 7: "==", 8: "="}
"""John Tromp's table, https://tromp.github.io/c4/c4.html, up to width + height = 12.

It lists the results on boards of each height, from width 4 on: = is a draw, and - a win for the second player.
Christophe Steininger's table, https://github.com/ChristopheSteininger/c4, adds that perfect games fill these boards.
"""


@needs_kernel
@pytest.mark.parametrize("sizes", ["6x4,4x5", pytest.param("8x4,7x5,6x6,5x7,4x8", marks=pytest.mark.slow)])
def test_connect_four_agrees_with_the_published_table(sizes: str) -> None:
    for answer in values("--kind", "gravity", "--k", "4", "--up-to", sizes, "--seconds", "600"):
        width, height = answer["columns"], answer["rows"]
        mark = "=" if min(width, height) < 4 else CONNECT_FOUR[height][width - 4]
        assert (answer["positionValue"], answer["remoteness"]) == ({"=": "tie", "-": "lose"}[mark], width * height)


def test_the_guide_shows_the_published_table_of_connect_four() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for height, results in CONNECT_FOUR.items():
        cells = [{"=": "draw", "-": f"O {(4 + n) * height}"}[result] for n, result in enumerate(results)]
        assert re.search(rf"^   {height}(?:  draw){{3}}  {'  '.join(cells)}$", guide, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--kind", "chess"],
            "misere or gravity, as in 'plain,misere torus', not 'chess'",
        ),
        (["--kind", ""], "expected plain, torus, exact, misere or gravity"),
        (["--k", "three"], "expected numbers such as 3,4,5, not"),
        (["--k", "0"], "expected numbers such as 3,4,5, not"),
        (["--up-to", "5,5"], "expected columns and rows such as 5x5,10x4, with at most 128 cells, not"),
        (["--up-to", "0x5"], "expected columns and rows such as 5x5,10x4"),
        (["--up-to", "12x12"], "with at most 128 cells"),
        (["--seconds", "0"], "range"),
        (["--budget", "-1"], "range"),
        (["--csv", "-", "--json"], "only one of --csv and --json"),
        (["--k", "3", "--csv", "missing/values.csv"], "there is no folder missing"),
        (["5,5,4"], "extra argument"),
    ],
    ids=" ".join,
)
def test_bad_input_prints_one_sentence(args: list[str], message: str) -> None:
    run = Terminal.run("values", *args)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert run.err.count("\n") == 1


def test_without_the_kernel_the_error_comes_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    run = Terminal.run("values")
    assert (run.status, run.out) == (2, "")
    assert 'this needs the compiled kernel: pip install "noughts[solve]"' in run.err
