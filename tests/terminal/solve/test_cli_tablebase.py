"""`noughts tablebase`: build, probe, check, verify, stats."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from noughts import game
from noughts.solver.tablebase import Tablebase, TableError
from tests.terminal.terminal import Terminal

START = [sys.executable, "-m", "noughts"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("tables") / "ttt.table")
    run = Terminal.run("tablebase", "build", "tictactoe", path)
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(f"{path}: 3,3,3, a draw for X, who moves first. 5,478 positions, 765 up to symmetry, in ")
    return path


def test_build_prints_what_it_built(tmp_path: Path) -> None:
    path = tmp_path / "table"
    run = Terminal.run("tablebase", "build", "4,3,3", str(path), "--threads", "2", "--json")
    answer = json.loads(run.out)
    assert (answer["game"], answer["positions"], answer["upToSymmetry"]) == ("4,3,3", 111_973, 28_275)
    with Tablebase.open(path, game("4,3,3")) as table:
        assert (answer["bytes"], answer["sha256"]) == (table.size, table.sha256)
    run = Terminal.run("tablebase", "build", "4,3,3", str(path), "--force")
    assert "win in 7" in run.out
    assert run.out.endswith(
        f"200 random games agree with the rules. To verify every entry: noughts tablebase verify {path}\n"
    )
    assert list(tmp_path.iterdir()) == [path]


def test_build_detects_wrong_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.solver.tablebase.verify.play_games", wrong)
    path = tmp_path / "table"
    run = Terminal.run("tablebase", "build", "2,2,2", str(path))
    assert (run.status, run.out, run.err) == (1, "", f"noughts: {path}: this is wrong\n")


def wrong(table: Tablebase, random: Random) -> None:
    raise TableError(f"{table.path}: this is wrong")


@pytest.mark.parametrize("board", ["o_x/x2_/x2o", "start", "xo_/3_/3_ x", "3x/2o_/3_ o"])
def test_probe_agrees_with_analyse(file: str, board: str) -> None:
    for options in ([], ["--plain"]):
        found = Terminal.run("analyse", board, *options).out.partition("\nSearched ")[0]
        assert Terminal.run("tablebase", "probe", file, board, *options).out == found
    answer = json.loads(Terminal.run("tablebase", "probe", file, board, "--json").out)
    analysed = json.loads(Terminal.run("analyse", board, "--json").out)
    assert analysed.keys() - answer.keys() == {"seconds"}
    assert answer.pop("nodes") == 1, "a table needs no search: only the position itself counts"
    assert answer.items() <= analysed.items()


def test_build_does_not_overwrite_other_files(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    run = Terminal.run("tablebase", "build", "2,2,2", str(path))
    assert (run.status, run.out) == (2, "")
    assert f"{path} exists. Add --force to overwrite it." in run.err
    assert path.read_text() == "years of work"
    assert (
        Terminal.run("tablebase", "build", "2,2,2", "/dev/null").err
        == "noughts: cannot write /dev/null: expected a regular file\n"
    )
    assert Terminal.run("tablebase", "build", "2,2,2", str(path), "--force").status == 0
    path.chmod(0o600)
    assert Terminal.run("tablebase", "build", "1,1,1", str(path), "--force").status == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_help_does_not_import_numpy_or_rich() -> None:
    code = (
        "import sys; from noughts.terminal.program import run; run(['tablebase', '--help']); "
        "print({'numpy', 'rich'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert "verify" in done.stdout
    assert done.stderr == "set()\n"


def test_check_and_verify_accept_a_good_table(file: str) -> None:
    checked, verified = Terminal.run("tablebase", "check", file), Terminal.run("tablebase", "verify", file)
    assert (checked.status, verified.status) == (0, 0)
    assert f"{file} is intact: 3,3,3, 1 block, SHA-256 " in checked.out
    assert f"{file} is correct: 3,3,3, 5,478 positions, 765 up to symmetry, " in verified.out
    for word in ("check", "verify"):
        answer = json.loads(Terminal.run("tablebase", word, file, "--json").out)
        assert (answer["passed"], answer["fault"]) == (True, None)


def test_damage_is_reported_in_one_line(file: str, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.table"
    data = bytearray(Path(file).read_bytes())
    data[-500] ^= 4
    damaged.write_bytes(data)
    for word in ("check", "verify"):
        run = Terminal.run("tablebase", word, str(damaged))
        assert (run.status, run.out) == (1, "")
        assert run.err.startswith(f"noughts: {damaged}: block 1 of 1 (bytes ")
        assert run.err.endswith(") is damaged\n")
        answer = json.loads(Terminal.run("tablebase", word, str(damaged), "--json").out)
        assert not answer["passed"]
        assert "is damaged" in answer["fault"]
    for args in (["probe", str(damaged), "start"], ["stats", str(damaged)]):
        run = Terminal.run("tablebase", *args)
        assert (run.status, run.out) == (1, "")
        assert "is damaged" in run.err


@pytest.mark.parametrize("args", [["check"], ["verify"], ["stats"], ["probe", "start"]], ids=" ".join)
def test_a_file_that_is_not_a_table_is_rejected(args: list[str]) -> None:
    run = Terminal.run("tablebase", args[0], __file__, *args[1:])
    assert (run.status, run.out, run.err) == (1, "", f"noughts: {__file__}: it is not a noughts table\n")


def test_parts_of_another_table_are_rejected(tmp_path: Path) -> None:
    parts = tmp_path / "t.parts"
    parts.mkdir()
    (parts / "mine.txt").write_text("mine")
    run = Terminal.run("tablebase", "build", "2,2,2", str(tmp_path / "t"))
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"noughts: {parts} holds mine.txt, which does not belong to a table: ")
    assert (parts / "mine.txt").read_text() == "mine"


def test_stats_counts_wins_losses_and_draws(file: str) -> None:
    lines = [line.split() for line in Terminal.run("tablebase", "stats", file).out.splitlines()]
    assert lines[6] == ["5", "1,260", "174", "120", "540", "264", "336"]
    assert lines[11] == ["sum", "5,478", "765", "958", "2,836", "1,052", "632"]
    answer = json.loads(Terminal.run("tablebase", "stats", file, "--json").out)
    assert [tier["upToSymmetry"] for tier in answer["tiers"]] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    last = answer["tiers"][9]["scores"]
    assert last == {"-1": {"positions": 62, "upToSymmetry": 12}, "0": {"positions": 16, "upToSymmetry": 3}}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["build", "chess", "f"], "expected columns"),
        (["build", "15,15,5", "f"], "a table supports at most 31"),
        (["build", "5,5,5", "f"], "too many positions"),
        (["build", "3,3,3", "f", "--threads", "0"], "range"),
        (["build", "3,3,3", "nowhere/f"], "nowhere"),
        (["build", "3,3,3", "."], "is a directory"),
        (["build", "3,3,3"], "Missing argument"),
        (["probe", "no such file", "start"], "No such file"),
        (["check", "no such file"], "No such file"),
        (["probe", "FILE", "zzz"], "is not a position or a list of moves: expected rows"),
        (["probe", "FILE", "x3_/4_/4_/4_"], "expected 9"),
        (["probe", "FILE", "ox_/oxx/_ox x"], "no game from the empty board leads to it"),
        (["probe", "FILE", "start", "--turn", "o"], "no game from the empty board leads to it"),
        (["nonsense"], "No such command"),
    ],
    ids=" ".join,
)
def test_bad_input_prints_one_sentence(
    args: list[str], message: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = Terminal.run("tablebase", *(file if word == "FILE" else word for word in args))
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert run.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = 5

    def full(handle: int, data: bytes, usual: object = os.write) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return usual(handle, data)  # type: ignore[operator, no-any-return]

    with monkeypatch.context() as patch:
        patch.setattr("os.write", full)
        run = Terminal.run("tablebase", "build", "3,3,3", str(tmp_path / "table"))
    assert run.status == 2
    assert run.err == (
        f"noughts: {tmp_path}/table.parts/forward-04: No space left on device; the finished parts are kept in "
        f"{tmp_path}/table.parts. Run the same command again to continue\n"
    )
    assert Terminal.run("tablebase", "build", "3,3,3", str(tmp_path / "table")).status == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "table"]


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as on a Unix terminal")
def test_ctrl_c_keeps_the_finished_parts(tmp_path: Path) -> None:
    path = tmp_path / "table"
    words = [*START, "tablebase", "build", "4,4,4", str(path), "--threads", "2"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, encoding="utf-8") as process:
        while not (tmp_path / "table.parts" / "forward-03").exists():
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert f"Stopped; the finished parts are kept in {path}.parts. Run the same command again to continue." in err
    assert "Traceback" not in err
    assert not path.exists()
