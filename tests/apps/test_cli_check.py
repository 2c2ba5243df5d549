"""`noughts solve --proof` and `noughts check`, as a person meets them."""

import json
from pathlib import Path

import pytest

from tests.apps.terminal import Terminal

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
def test_the_answer_for_programs(game: str, value: str, tmp_path: Path) -> None:
    Terminal.run("solve", game, "--proof", str(tmp_path / "p"))
    found = json.loads(Terminal.run("check", str(tmp_path / "p"), "--json").out)
    assert (found["game"], found["positionValue"]) == (game, value)


def test_the_proof_of_a_weak_game_says_what_it_is(tmp_path: Path) -> None:
    Terminal.run("solve", "8,4,4", "--weak", "--proof", str(tmp_path / "p"))
    assert "X wins if O only hinders." in Terminal.run("check", str(tmp_path / "p")).out


@pytest.mark.parametrize("content", [b"", b"no proof", b"\0\0"])
def test_a_damaged_file_is_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "p"
    file.write_bytes(content)
    run = Terminal.run("check", str(file))
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    run = Terminal.run("check", str(tmp_path / "none"))
    assert run.status == 2
    assert "cannot be read" in run.err


def test_games_that_have_no_proofs_say_so(tmp_path: Path) -> None:
    run = Terminal.run("solve", "3,3,3 misere", "--proof", str(tmp_path / "p"))
    assert run.status == 2
    assert "plain k in a row" in run.err
    assert not (tmp_path / "p").exists()


def test_a_proof_that_was_not_finished_leaves_no_file(tmp_path: Path) -> None:
    run = Terminal.run("solve", "8,8,5", "--budget", "1000", "--proof", str(tmp_path / "p"))
    assert "was not written" in run.err
    assert not list(tmp_path.iterdir())
