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
from noughts.grading import sandbox
from noughts.grading.conversation import ProcessEnded, _depth
from noughts.grading.imports import imported_files, imports_noughts
from noughts.grading.worker import Worker
from noughts.players.opponent import Choice, Crash, IllegalAnswer, TimeOut
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
        ("leaves", Crash, "leaves() ends the program: SystemExit: 3 (disturbs.py, line 20)"),
        ("dies", ProcessEnded, "dies() ended the whole program ("),  # a signal or, in a sandbox, an exit status
        ("interrupts", ProcessEnded, "interrupts() ended the whole program"),
        ("fills_the_memory", Crash, "fills_the_memory() crashed: MemoryError"),
        ("opens_files", Crash, "opens_files() crashed: OSError: [Errno 24] Too many open files"),
        ("writes_a_large_file", Crash, "writes_a_large_file() crashed: OSError: [Errno 27] File too large"),
        ("forges_answers", ProcessEnded, "forges_answers() disturbed the process in which it ran"),
        ("forges_deep_answers", ProcessEnded, "forges_deep_answers() disturbed the process in which it ran"),
    ],
)
def test_a_hostile_function_only_loses_its_own_game(name: str, kind: type[Exception], message: str) -> None:
    seconds = 0.3 if kind is TimeOut else 20
    with Worker(f"{HOSTILE / 'disturbs.py'}:{name}", GAME, seconds=seconds, marks="XO ") as player:
        with pytest.raises(kind) as caught:
            player(START, Random(0))
        assert message in str(caught.value)
        assert player(LATER, Random(0)) == Choice(1)


def test_odd_answers_do_not_end_the_process_and_are_named() -> None:
    with Worker(f"{HOSTILE / 'odd_answers.py'}:move", GAME, seconds=20, marks="XO ") as player:
        process = player.process.child
        said = []
        for _ in range(20):
            with pytest.raises((IllegalAnswer, Crash)) as caught:
                player(START, Random(0))
            said.append(str(caught.value))
        assert player.process.child is process
    assert all(text.isprintable() and len(text) < 150 for text in said)
    assert said[:3] == [
        "move() crashed: ValueError: no (odd_answers.py, line 12)",
        "move() returned <Silent object>, which is not a move",
        "move() yields: write return instead of yield",
    ]
    assert said[5] == "move() crashed: FailsToo: <FailsToo object> (odd_answers.py, line 37)"


SWAPPED = (
    "def best_move(board):\n    row = next(row for row in board if ' ' in row)\n"
    "    return row.index(' '), board.index(row)\n"
)


@pytest.mark.parametrize(
    "patch",
    [
        "from noughts.grading.user_code.call import Call\nCall.mistakes = ()\n",
        "from noughts.grading.user_code.call import Call\nto_data = Call.to_data\n"
        "Call.to_data = lambda call: [*to_data(call)[:-1], '{}']\n",
    ],
)
def test_a_program_cannot_hide_its_mistakes_by_changing_noughts_in_its_process(tmp_path: Path, patch: str) -> None:
    (tmp_path / "mine.py").write_text(patch + SWAPPED)
    with Worker(f"{tmp_path / 'mine.py'}:best_move", GAME, seconds=20) as player:
        if "to_data" in patch:
            assert player(LATER, Random(0)).move == 3, "its answer is read as the call says that it sent: a2"
        else:
            assert player.ready.mistakes == ("it returns the column before the row",)


def test_imports_of_noughts_are_noticed_while_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "__init__.py").write_text("from .noughts import EMPTY\n")
    (tmp_path / "own" / "noughts.py").write_text("EMPTY = ' '\n")
    (tmp_path / "mine.py").write_text(
        "from own import EMPTY\n\ndef move(board):\n"
        "    if board.count(EMPTY) == 9:\n        __import__('nou' + 'ghts')\n    return board.index(EMPTY)\n"
    )
    assert not imports_noughts(tmp_path / "mine.py")
    with Worker(f"{tmp_path / 'mine.py'}:move", GAME, seconds=20, marks="XO ") as player:
        assert (player(LATER, Random(0)), player.imports_noughts) == (Choice(1), False)
        assert (player(START, Random(0)), player.imports_noughts) == (Choice(0), True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import noughts as n", True),
        ("import os, noughts.solver.solver", True),
        ("def f():\n    from noughts import player", True),
        ("from noughts.players import levels", True),
        ("__import__('noughts')", True),
        ("importlib.import_module('noughts.solver')", True),
        ("exec('import noughts')", True),
        ("sys.modules['noughts']", True),
        ("import helper", True),
        ("import noughts.rules\nnoughts.solver.solver.Solver", True),
        ("import noughts.rules\nnoughts.rules.gallery", False),
        ("from noughts.rules.position import Position", False),
        ("import noughtsandcrosses\nfrom . import noughts", False),
        ("player = 'noughts'\nprint('noughts')\n'import noughts'", False),
        ("def f(:", False),
    ],
)
def test_imports_of_noughts_are_found_in_a_program(tmp_path: Path, text: str, found: bool) -> None:
    (tmp_path / "mine.py").write_text(text)
    (tmp_path / "helper.py").write_text("from noughts import solve")
    assert imports_noughts(tmp_path / "mine.py") == found


def test_patched_builtins_do_not_reach_noughts() -> None:
    with Worker(str(HOSTILE.parent / "variants" / "patched.py"), GAME, seconds=20) as player:
        assert player.ready.name == "best_move"
        assert [player(at, Random(0)).move for at in (START, LATER, LATER.play("b2"))] == [4, 4, 1]


def test_a_function_that_answers_twice_does_not_confuse_its_answers() -> None:
    with Worker(f"{HOSTILE / 'disturbs.py'}:forks", GAME, seconds=20, marks="XO ") as player:
        moves = []
        for position in (START, LATER, LATER.play("b1")) * 2:
            with suppress(ProcessEnded):  # the function disturbed its process
                moves.append((position, player(position, Random(0)).move))
        assert moves
        assert all(move == position.moves[0] for position, move in moves)


@pytest.mark.parametrize("name", ["starts_threads", "sees_files"])
def test_a_function_runs_in_an_empty_folder_and_may_start_threads(name: str) -> None:
    with Worker(f"{HOSTILE / 'disturbs.py'}:{name}", GAME, seconds=20, marks="XO ") as player:
        place = player.process.sandbox.place
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
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
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
    left = [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"noughts.grading.worker" in _read(path)]
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


def test_impossible_imports_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"import {'x' * 300}, itself, pipe")
    (tmp_path / "itself.py").symlink_to("itself.py")
    os.mkfifo(tmp_path / "pipe.py")
    assert not imported_files(tmp_path / "mine.py")


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


@pytest.mark.parametrize(
    ("line", "depth"),
    [
        (b"[" * 10_000, 10_000),
        (b'[{"a":' * 5_000, 10_000),
        (b'["]",' * 200, 200),
        (b'["\\"[[[[",' + b"[]," * 200, 2),
        (b"[1, [2], [3]]", 0),  # not too large
        (b'"' + b'\\"' * 500_000 + b"[" * 101, 0),
    ],
)
def test_the_depth_of_an_answer_is_known_before_it_is_parsed(line: bytes, depth: int) -> None:
    assert _depth(line) == depth
