"""A build that is stopped at any moment leaves no partial table, and the next build resumes it."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import NoughtsError, game
from noughts.solver.tablebase import Tablebase, build, builder, files
from noughts.solver.tablebase.index import Index, Tier
from tests.solver.tablebase.making import content, make

OLD = b"what was there before"


class Stop(Exception):
    """An exception that a progress function raises."""


def built_until(step: int, path: Path, name: str) -> int:
    """Build until the `step`-th progress report, and return the number of reports."""
    reports = 0

    def progress(what: str, done: int, total: int) -> None:
        nonlocal reports
        reports += 1
        if reports == step:
            raise Stop

    build(game(name), path, progress=progress)
    return reports


def test_a_build_stopped_at_any_step_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(OLD)
    step = 1
    while True:
        try:
            built_until(step, path, "3,3,3")
        except Stop:
            assert path.read_bytes() == OLD
            step += 1
        else:
            break
    assert step == 21  # twice ten tiers
    assert path.read_bytes() == content("3,3,3")
    assert list(tmp_path.iterdir()) == [path]


def test_finished_tiers_are_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table"
    with pytest.raises(Stop):
        built_until(18, path, "3,3,3")
    assert sorted(part.name for part in (tmp_path / "table.parts").iterdir()) == [
        *(f"backward-{n:02}" for n in range(3, 10)),
        *(f"forward-{n:02}" for n in range(10)),
        "game",
    ]
    computed: list[int] = []

    def counted(usual: Callable[..., Any]) -> Callable[..., Any]:
        def compute(index: Index, tier: Tier, *rest: Any) -> Any:
            computed.append(tier.stones)
            return usual(index, tier, *rest)

        return compute

    for name in ("forward", "backward"):
        monkeypatch.setattr(builder, name, counted(getattr(builder, name)))
    make("3,3,3", path)
    assert computed == [2, 1, 0]
    assert path.read_bytes() == content("3,3,3")


def test_damaged_parts_are_not_used(tmp_path: Path) -> None:
    path, parts = tmp_path / "table", tmp_path / "table.parts"
    for damage in ("flip", "cut", "empty", "swap"):
        with pytest.raises(Stop):
            built_until(18, path, "3,3,3")
        for part in sorted(parts.glob("*ward-*")):
            data = part.read_bytes()
            if damage == "flip":
                where = Random(part.name).randrange(len(data))
                part.write_bytes(data[:where] + bytes([data[where] ^ 16]) + data[where + 1 :])
            elif damage == "cut":
                part.write_bytes(data[:-1])
            elif damage == "empty":
                part.write_bytes(b"")
            elif damage == "swap":
                (parts / part.name.replace("backward", "forward")).write_bytes(data)
        (parts / "forward-03.99.draft").write_bytes(b"left by a build that was killed")
        make("3,3,3", path)
        assert path.read_bytes() == content("3,3,3")
        assert not parts.exists()
        path.unlink()


def listed(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_parts_of_another_game_are_kept(tmp_path: Path) -> None:
    path, parts = tmp_path / "table", tmp_path / "table.parts"
    with pytest.raises(Stop):
        built_until(18, path, "3,3,3 misere")
    before = listed(parts)
    with pytest.raises(NoughtsError, match=r"table\.parts holds finished parts of another table, 3,3,3 misere: delete"):
        make("3,3,3", path)
    assert listed(parts) == before
    assert not path.exists()
    make("3,3,3 misere", path)
    assert path.read_bytes() == content("3,3,3 misere")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["mine.txt", "forward-03", "game"])
def test_a_foreign_folder_is_left_unchanged(name: str, tmp_path: Path) -> None:
    path, parts = tmp_path / "table", tmp_path / "table.parts"
    parts.mkdir()
    (parts / name).write_bytes(OLD)
    with pytest.raises(NoughtsError, match=f"^{parts} holds "):
        make("3,3,3", path)
    assert listed(parts) == {name: OLD}


def test_foreign_files_among_the_parts_are_left_unchanged(tmp_path: Path) -> None:
    path, parts = tmp_path / "table", tmp_path / "table.parts"
    with pytest.raises(Stop):
        built_until(18, path, "3,3,3")
    (parts / "mine.txt").write_bytes(OLD)
    make("3,3,3", path)
    assert path.read_bytes() == content("3,3,3")
    assert {name for name in listed(parts) if name != "game"} == {"mine.txt"}
    assert listed(parts)["mine.txt"] == OLD


def test_a_second_build_of_the_same_file_is_rejected(tmp_path: Path) -> None:
    path, messages = tmp_path / "table", []

    def progress(what: str, done: int, total: int) -> None:
        for name in ("3,3,3", "3,3,3 misere"):
            with pytest.raises(NoughtsError) as error:
                make(name, path)
            messages.append(str(error.value))

    build(game("3,3,3"), path, progress=progress)
    assert {*messages} == {f"another build of {path} is running: wait until it has ended"}
    assert path.read_bytes() == content("3,3,3")
    assert list(tmp_path.iterdir()) == [path]


def fail_at(count: int, usual: Callable[..., Any], error: int, partly: bool = False) -> Callable[..., Any]:
    """Return a function whose call number `count` and all later calls fail; the first of them may write half."""
    calls = 0

    def call(*args: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls < count:
            return usual(*args)
        if partly and calls == count:
            return usual(args[0], args[1][: len(args[1]) // 2])
        raise OSError(error, os.strerror(error))

    return call


@pytest.mark.parametrize(
    ("function", "error", "partly"),
    [
        ("write", errno.ENOSPC, False),
        ("write", errno.ENOSPC, True),
        ("write", errno.EIO, False),
        ("fsync", errno.EIO, False),
        ("replace", errno.EACCES, False),
        ("open", errno.EMFILE, False),
    ],
)
def test_a_build_can_be_resumed_after_any_failed_write(function: str, error: int, partly: bool, tmp_path: Path) -> None:
    """The disk is full, or fails otherwise, from the N-th write on, for every N."""
    usual, failures = getattr(os, function), 0
    for count in range(1, 1000):
        folder = tmp_path / str(count)
        folder.mkdir()
        path = folder / "table"
        path.write_bytes(OLD)
        with pytest.MonkeyPatch.context() as patch:
            failing = {"fsync": lambda handle: None, function: fail_at(count, usual, error, partly)}
            patch.setattr(files, "os", SimpleNamespace(**vars(os) | failing))
            try:
                build(game("2,2,2"), path)
            except OSError as failure:
                failures += 1
                assert failure.errno == error  # noqa: PT017
                assert str(failure.filename).startswith(str(folder))  # noqa: PT017
        if path.read_bytes() == content("2,2,2"):
            shutil.rmtree(folder)
            if not reported_error(failures, count):
                break
            continue
        assert path.read_bytes() == OLD
        assert not list(folder.rglob("*.draft"))
        make("2,2,2", path)  # the disk has room again
        assert path.read_bytes() == content("2,2,2")
        assert list(folder.iterdir()) == [path]
    assert failures >= 11


def reported_error(failures: int, count: int) -> bool:
    """Return whether the run reported an error. The table may be complete even so, if flushing the folder failed."""
    return failures == count


def killed(name: str, path: Path, seconds: float, threads: int) -> bool:
    """Build in another process, kill it after some time, and return whether it had finished."""
    code = (
        "from noughts import game; from noughts.solver.tablebase import build; print('go', flush=True); "
        f"build(game({name!r}), {str(path)!r}, threads={threads})"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()  # wait until its modules are loaded
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return process.returncode == 0


def kill_and_resume(name: str, kills: int, longest: float, folder: Path) -> None:
    random, path, expected = Random(1), folder / "table", content(name)
    for number in range(kills):
        finished = killed(name, path, random.uniform(0, longest), 1 + number % 3)
        if path.exists():  # if the file exists, it is complete
            with Tablebase.open(path) as table:
                table.check()
            assert path.read_bytes() == expected
            path.unlink()
        else:
            assert not finished
    make(name, path)
    assert path.read_bytes() == expected
    assert list(folder.iterdir()) == [path]


def test_a_killed_build_can_be_resumed(tmp_path: Path) -> None:
    kill_and_resume("4,3,3", 4, 0.3, tmp_path)


@pytest.mark.slow
def test_a_build_killed_a_hundred_times_can_be_resumed(tmp_path: Path) -> None:
    kill_and_resume("4,4,3 gravity", 100, 0.5, tmp_path)


@pytest.mark.slow
def test_a_large_build_killed_at_random_moments_can_be_resumed(tmp_path: Path) -> None:
    kill_and_resume("4,4,4", 20, 2, tmp_path)
