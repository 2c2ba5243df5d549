"""Writing files: existing files are kept unless the user says so, and no partial file is left."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.system.writing import FileExists, check_target, writing
from tests.terminal.terminal import Terminal

START = "o_x/x2_/x2o"
WRITERS = [
    ["explain", START, "--html"],
    ["explain", START, "--svg"],
    ["explain", START, "--json"],
    ["worksheet", "--seed", "1", "--count", "1", "--trees", "0", "--html"],
    ["values", "--k", "3", "--up-to", "2x2", "--csv"],
    ["arena", "perfect", "perfect", "-n", "1", "--seed", "1", "--sgf"],
]


def write(path: Path, text: str = "new", *, force: bool = False) -> None:
    with writing(path, force=force) as file:
        file.write(text.encode())


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0] + command[-1])
def test_an_existing_file_is_overwritten_only_with_force(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert Terminal.run(*command, str(file)).status == 0
    first = file.read_bytes()
    file.write_text("years of work")
    run = Terminal.run(*command, str(file))
    assert (run.status, run.out, run.err) == (2, "", f"noughts: {file} exists. Add --force to overwrite it.\n")
    assert file.read_text() == "years of work"
    assert Terminal.run(*command, str(file), "--force").status == 0
    assert file.read_bytes() == first
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
def test_an_overwritten_file_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(mode)
    write(file, force=True)
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", mode)


def test_a_symbolic_link_to_itself_is_replaced_only_with_force(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(FileExists):
        write(link)
    assert link.is_symlink()
    write(link, force=True)
    assert (link.is_symlink(), link.read_text()) == (False, "new")


def test_a_symbolic_link_is_followed(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    write(link)
    assert (link.is_symlink(), file.read_text()) == (True, "new")
    with pytest.raises(FileExists):
        write(link)
    write(link, "newer", force=True)
    assert (link.is_symlink(), file.read_text()) == (True, "newer")


def test_devices_and_pipes_are_written_to_directly(tmp_path: Path) -> None:
    write(Path(os.devnull))
    pipe, read = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    check_target(pipe)
    write(pipe)
    reader.join(10)
    assert (read, pipe.is_fifo()) == (["new"], True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0] + command[-1])
def test_a_full_disk_is_reported_in_one_sentence(command: list[str]) -> None:
    run = Terminal.run(*command, "/dev/full")
    assert (run.status, run.err) == (2, "noughts: cannot write /dev/full: No space left on device\n")


@pytest.mark.parametrize("command", WRITERS[2:], ids=lambda command: command[0] + command[-1])
def test_a_dash_and_dev_stdout_are_standard_output(command: list[str], tmp_path: Path) -> None:
    runs = [Terminal.run(*command, name) for name in ("-", "/dev/stdout", f"{tmp_path}/file")]
    assert runs[0].out == runs[1].out == (tmp_path / "file").read_text(encoding="utf-8")


@pytest.mark.parametrize("error", [NoughtsError("no"), OSError(28, "full"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("old", [None, "old"])
def test_a_failed_write_changes_nothing(error: BaseException, old: str | None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if old:
        file.write_text(old)

    def fail() -> None:
        with writing(file, force=True) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises((NoughtsError, KeyboardInterrupt)):
        fail()
    assert [path.read_text() for path in tmp_path.iterdir()] == [old] * bool(old)


def test_an_unwritable_path_is_reported_before_the_work_starts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, problem in (
        ("none/file", f"cannot write {tmp_path}/none/file: there is no folder {tmp_path}/none"),
        ("file/file", f"cannot write {tmp_path}/file/file: Not a directory"),
        (".", "it is a folder"),
        ("file", "exists"),
    ):
        for attempt in (check_target, write):
            with pytest.raises(NoughtsError, match=problem):
                attempt(tmp_path / name)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_no_temporary_file(number: signal.Signals, tmp_path: Path) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the tests were started with this signal ignored, as nohup does")
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom noughts.system.signals import *\n"
        "from noughts.system.writing import *\n"
        "with ended_in_order(), writing(Path(sys.argv[1])): time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, tmp_path / "file"], stderr=subprocess.PIPE) as run:
        while not [*tmp_path.iterdir()] and run.poll() is None:
            time.sleep(0.005)
        run.send_signal(number)
        run.communicate(timeout=300)
    assert run.returncode in (128 + number, -number)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("targets", "problem"),
    [
        (["--html", "x", "--svg", "./x"], "--html and --svg are the same file x: choose two names"),
        (["--html", "-", "--json", "/dev/stdout"], "only one of --html and --json can go to standard output"),
    ],
)
def test_two_options_cannot_write_the_same_file(
    targets: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = Terminal.run("explain", START, *targets)
    assert (run.status, run.out, run.err) == (2, "", f"noughts: {problem}\n")
    assert not [*tmp_path.iterdir()]
