"""Hostile programs lose their own games, and nothing else. Destructive ones run only where there is a sandbox."""

import os
import re
import shutil
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from noughts import NoughtsError, game
from noughts.apps import box
from noughts.apps.box import imported_files
from noughts.apps.worker import Ended, TimeOut, Worker
from noughts.players.opponent import Choice
from noughts.players.user_code import Crash
from noughts.rules.position import Position

HOSTILE = Path(__file__).parents[1] / "students" / "hostile"
GAME = game("tictactoe")
START = Position(GAME)
LATER = START.play("a1")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the limits of POSIX")
in_sandbox = pytest.mark.needs("bwrap")


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("floods", TimeOut, "did not answer within 0.3 seconds"),
        ("leaves", Crash, "leaves() crashed: SystemExit: 3 (disturbs.py, line 20)"),
        ("dies", Ended, "dies() ended the whole program ("),  # a signal or, in a sandbox, an exit status
        ("interrupts", Ended, "interrupts() ended the whole program"),
        ("fills_the_memory", Crash, "fills_the_memory() crashed: MemoryError"),
        ("opens_files", Crash, "opens_files() crashed: OSError: [Errno 24] Too many open files"),
        ("writes_a_large_file", Crash, "writes_a_large_file() crashed: OSError: [Errno 27] File too large"),
        ("forges_answers", Ended, "forges_answers() disturbed the process in which it ran"),
    ],
)
def test_a_hostile_function_only_loses_its_own_game(name: str, kind: type[Exception], message: str) -> None:
    seconds = 0.3 if kind is TimeOut else 20
    with Worker(f"{HOSTILE / 'disturbs.py'}:{name}", GAME, seconds=seconds, marks="XO ") as player:
        with pytest.raises(kind) as caught:
            player(START, Random(0))
        assert message in str(caught.value)
        assert player(LATER, Random(0)) == Choice(1)


def test_patched_builtins_do_not_reach_noughts() -> None:
    with Worker(str(HOSTILE.parent / "variants" / "patched.py"), GAME, seconds=20) as player:
        assert player.ready.name == "best_move"
        assert [player(at, Random(0)).move for at in (START, LATER, LATER.play("b2"))] == [4, 4, 1]


def test_a_function_that_answers_twice_does_not_confuse_its_answers() -> None:
    with Worker(f"{HOSTILE / 'disturbs.py'}:forks", GAME, seconds=20, marks="XO ") as player:
        moves = []
        for position in (START, LATER, LATER.play("b1")) * 2:
            with suppress(Ended):  # the function disturbed its process
                moves.append((position, player(position, Random(0)).move))
        assert moves
        assert all(move == position.moves[0] for position, move in moves)


@pytest.mark.parametrize("name", ["starts_threads", "sees_files"])
def test_a_function_runs_in_an_empty_folder_and_may_start_threads(name: str) -> None:
    with Worker(f"{HOSTILE / 'disturbs.py'}:{name}", GAME, seconds=20, marks="XO ") as player:
        place = player._box.place
        assert player(START, Random(0)) == Choice(0)
        assert place.is_dir()
    assert not place.exists()


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("forges_at_once.py:move", "move() disturbed the process in which it ran while the file was loaded"),
        ("dies_at_once.py:move", "move() ended the whole program (STATUS) while the file was loaded"),
    ],
)
def test_a_hostile_file_cannot_be_graded(file: str, message: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        Worker(str(HOSTILE / file), GAME, seconds=20)
    assert re.sub(r"(signal|exit status) \d+", "STATUS", str(caught.value)) == message


@pytest.mark.parametrize("name", ["leaves", "dies", "opens_files"])
def test_limits_hold_without_a_sandbox(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box, "bubblewrap", lambda: None)
    with Worker(f"{HOSTILE / 'disturbs.py'}:{name}", GAME, seconds=20, marks="XO ") as player:
        with pytest.raises(Crash):
            player(START, Random(0))
        assert player(LATER, Random(0)) == Choice(1)


@pytest.fixture
def breaks_out(tmp_path: Path) -> Path:
    shutil.copy(HOSTILE / "breaks_out.py", tmp_path)
    (tmp_path / "precious.txt").write_text("the work of a year")
    return tmp_path / "breaks_out.py"


@in_sandbox
def test_a_sandbox_protects_the_files_of_the_user(breaks_out: Path) -> None:
    with Worker(f"{breaks_out}:deletes", GAME, seconds=20, marks="XO ") as player:
        with pytest.raises(Crash, match="Read-only file system"):
            player(START, Random(0))
        assert player(LATER, Random(0)) == Choice(1)
    assert breaks_out.read_text() == (HOSTILE / "breaks_out.py").read_text()
    assert breaks_out.with_name("precious.txt").read_text() == "the work of a year"


@in_sandbox
def test_in_a_sandbox_a_function_sees_its_own_file_alone(breaks_out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "42")
    with Worker(f"{breaks_out}:looks", GAME, seconds=20, marks="XO ") as player:
        with pytest.raises(Crash) as caught:
            player(START, Random(0))
        words = str(caught.value)
        assert "['breaks_out.py']" in words
        variables, _, processes = words.partition("] ")[2].split(" (")[0].split()
        assert int(variables) <= 5
        assert int(processes) <= 3
    with (
        Worker(f"{breaks_out}:looks", GAME, seconds=20, marks="XO ", folder=breaks_out.parent) as player,
        pytest.raises(Crash, match="precious"),
    ):
        player(START, Random(0))


@in_sandbox
def test_a_sandbox_has_no_network(breaks_out: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        breaks_out.with_name("breaks_out.port").write_text(str(server.getsockname()[1]))
        arguments = {"marks": "XO ", "folder": breaks_out.parent}
        with Worker(f"{breaks_out}:connects", GAME, seconds=20, **arguments) as player:  # type: ignore[arg-type]
            with pytest.raises(Crash, match="Connection refused"):
                player(START, Random(0))
            assert player(LATER, Random(0)) == Choice(1)


@in_sandbox
@pytest.mark.slow
def test_processes_without_end_are_ended_with_their_sandbox(breaks_out: Path) -> None:
    with Worker(f"{breaks_out}:multiplies", GAME, seconds=0.2, marks="XO ") as player:
        with pytest.raises((TimeOut, Crash)):
            player(START, Random(0))
        assert player(LATER, Random(0)) == Choice(1)
    time.sleep(0.2)
    left = [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"noughts.apps.worker" in _read(path)]
    assert not [path for path in left if b"breaks_out" in _read(path)]


@in_sandbox
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root has no such limit")
def test_a_sandbox_limits_the_number_of_processes(breaks_out: Path) -> None:
    with Worker(f"{breaks_out}:counts_processes", GAME, seconds=20, marks="XO ") as player:
        with pytest.raises(Crash) as caught:
            player(START, Random(0))
        found = re.search(r"([0-9]+) processes", str(caught.value))
        assert found
        assert 1 <= int(found[1]) < 64
        assert player(LATER, Random(0)) == Choice(1)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_only_modules_that_a_file_imports_can_be_read(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (tmp_path / "mine.py").write_text(
        "import rules\nfrom os import path\nfrom shapes.board import draw\nimport outside, documents\n"
    )
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "private.txt").write_text("")
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.py"
    elsewhere.write_text("")
    (tmp_path / "outside.py").symlink_to(elsewhere)
    (tmp_path / "rules.py").write_text("def f():\n    import deep\n")
    (tmp_path / "deep.py").write_text("import mine\n")
    (tmp_path / "other.py").write_text("")
    (tmp_path / "shapes").mkdir()
    (tmp_path / "shapes" / "board.py").write_text("")
    assert {path.name for path in imported_files(tmp_path / "mine.py")} == {"rules.py", "deep.py", "shapes"}
