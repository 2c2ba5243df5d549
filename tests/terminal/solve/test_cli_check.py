"""`noughts solve --proof` and `noughts check`."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts.solver.proofs.certificate import check_file
from noughts.solver.solve import GameSolver
from tests.terminal.terminal import Terminal

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "p"
    written = Terminal.run("solve", "5,5,4", "--proof", str(file))
    assert written.status == 0
    assert f"noughts check {file}" in written.out
    checked = Terminal.run("check", str(file))
    assert checked.status == 0
    assert "X cannot win. O cannot win. So it is a draw." in checked.out


@pytest.mark.parametrize(("game", "value"), [("4,3,3", "win"), ("3,3,3", "tie"), ("6,6,5", "tie")])
def test_check_prints_json(game: str, value: str, tmp_path: Path) -> None:
    Terminal.run("solve", game, "--proof", str(tmp_path / "p"))
    answer = json.loads(Terminal.run("check", str(tmp_path / "p"), "--json").out)
    assert (answer["game"], answer["positionValue"]) == (game, value)


def test_the_proof_of_a_weak_game_is_labelled(tmp_path: Path) -> None:
    Terminal.run("solve", "8,4,4", "--weak", "--proof", str(tmp_path / "p"))
    assert "X wins if O only blocks." in Terminal.run("check", str(tmp_path / "p")).out


@pytest.mark.parametrize("content", [b"", b"no proof", b"\0\0"])
def test_another_file_is_rejected_in_one_line(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "p"
    file.write_bytes(content)
    run = Terminal.run("check", str(file))
    assert (run.status, run.out, run.err) == (1, "", f"noughts: {file} is not a proof written by noughts\n")


def test_a_damaged_proof_is_called_damaged(tmp_path: Path) -> None:
    file = tmp_path / "p"
    Terminal.run("solve", "3,3,3", "--proof", str(file))
    file.write_bytes(file.read_bytes()[:-1])
    run = Terminal.run("check", str(file))
    assert (run.status, run.out) == (1, "")
    assert run.err == f"noughts: {file} is damaged or truncated: its checksum is wrong\n"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    run = Terminal.run("check", str(tmp_path / "none"))
    assert run.status == 2
    assert "cannot read" in run.err


def test_games_without_proofs_are_rejected(tmp_path: Path) -> None:
    run = Terminal.run("solve", "3,3,3 misere", "--proof", str(tmp_path / "p"))
    assert run.status == 2
    assert "plain k in a row" in run.err
    assert not (tmp_path / "p").exists()


def test_an_unfinished_proof_leaves_no_file(tmp_path: Path) -> None:
    run = Terminal.run("solve", "8,8,5", "--budget", "1000", "--proof", str(tmp_path / "p"))
    assert run.status == 1
    assert "was not written" in run.err
    assert not list(tmp_path.iterdir())


def rejected(*args: str) -> str:
    run = Terminal.run("solve", *args)
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    return run.err


def test_a_proof_does_not_overwrite_an_existing_file(tmp_path: Path) -> None:
    notes, proof = tmp_path / "notes", tmp_path / "p"
    notes.write_text("mine")
    assert f"{notes} exists. Add --force to overwrite it." in rejected("8,8,5", "--proof", str(notes))
    assert "it is a folder" in rejected("8,8,5", "--proof", str(tmp_path))
    assert "there is no folder" in rejected("8,8,5", "--proof", str(tmp_path / "none" / "p"))
    assert "Not a directory" in rejected("8,8,5", "--proof", str(notes / "p"))
    assert notes.read_text() == "mine"
    for name in ("3,3,3", "4,3,3"):
        assert Terminal.run("solve", name, "--proof", str(proof), "--force").status == 0
        assert check_file(proof)[0].position.game.name == name
    assert Terminal.run("solve", "3,3,3", "--proof", str(notes), "--force").status == 0
    assert check_file(notes)
    assert {*tmp_path.iterdir()} == {notes, proof}


def test_a_proof_can_be_written_to_standard_output(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "solve", "3,3,3", "--proof", "-"]
    run = subprocess.run(command, capture_output=True, check=True)
    (tmp_path / "p").write_bytes(run.stdout)
    assert check_file(tmp_path / "p")
    assert b"draw" in run.stderr
    assert "only one of --proof and --json" in rejected("3,3,3", "--proof", "-", "--json")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("gomoku", "the kernel solves boards of 1 to 128 cells, not 225"),
        ("20,20,5", "the kernel solves boards of 1 to 128 cells, not 400"),
        ("4,4,3 gravity", "--proof needs plain k in a row, such as 7,7,5, not 4,4,3 gravity"),
        ("3,3,3 misere", "--proof needs plain k in a row, such as 7,7,5, not 3,3,3 misere"),
    ],
)
def test_an_unprovable_request_is_rejected_before_the_search(
    game: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameSolver, "steps", None)
    assert message in rejected(game, "--proof", str(tmp_path / "p"))


def test_the_json_says_whether_the_proof_was_written(tmp_path: Path) -> None:
    file = tmp_path / "p"
    run = Terminal.run("solve", "8,8,5", "--budget", "1000", "--proof", str(file), "--json")
    answer = json.loads(run.out)
    assert (run.status, answer["proof"]) == (1, {"file": str(file), "written": False, "bytes": None})
    assert answer["ended"] == "--budget"
    run = Terminal.run("solve", "3,3,3", "--proof", str(file), "--json")
    assert (run.status, run.err) == (0, "")
    assert json.loads(run.out)["proof"] == {"file": str(file), "written": True, "bytes": file.stat().st_size}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_terminated_program_leaves_no_files(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "solve", "7,7,5"]
    with subprocess.Popen([*command, "--proof", str(tmp_path / "p")], stdout=subprocess.PIPE) as run:
        while not [*tmp_path.iterdir()] and run.poll() is None:
            time.sleep(0.001)
        run.send_signal(number)
        run.communicate(timeout=300)
    assert run.returncode in (128 + number, 0), "0 if the proof was already complete"
    assert [path.name for path in tmp_path.iterdir()] == ["p"] * (run.returncode == 0)
