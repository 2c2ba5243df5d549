"""Writing files: foreign files are not replaced, no partial file is left, and devices are written to directly."""

import errno
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
from noughts.session import files
from noughts.system.writing import Discard, InTheWay, Kind, begins, check_target, is_stdout, writing
from noughts.terminal.commands import explain, worksheet
from tests.terminal.terminal import Terminal

NOTE = Kind("a note", begins("note: "))
START = "o_x/x2_/x2o"
WRITERS = [["explain", START, "--html"], ["explain", START, "--svg"], ["explain", START, "--json"]]
WRITERS += [["worksheet", "--count", "1", "--trees", "0", "--html"]]

HEAD = '<!doctype html>\n<html lang="en">'
POLICY = "default-src 'none'; script-src 'sha256-u7='; style-src 'sha256-Ku='; img-src data:; base-uri 'none'; "
EARLIER = [  # the first bytes of files of earlier versions
    (
        explain.PAGE,
        f'{HEAD}\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}form-action \'none\'">\n<meta name="viewport"',
    ),
    (
        explain.PICTURE,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 715 86" width="715" height="86" class="n-auto" '
        'role="img"><title>Search tree: minimax with score lists, from xox/o2_/3_ x</title>',
    ),
    (explain.TRACE, '{"format":"noughts-trace","version":1,"game":'),
    (
        worksheet.WORKSHEET,
        f'{HEAD}<head><meta charset="utf-8"><title>Worksheet: 3 × 3, three in a row</title><meta name="viewport" '
        'content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><style>\n'
        "@page{size:A4;margin:14mm 14mm 16mm}",
    ),
    (files.GAME, "(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[3]RU[3,3,3]PB[Ada]"),
    (files.GAME, "game: 3,3,3\nx: Ada\no: Computer (perfect)\nstart: 3_/3_/3_ o\n1... b2\nunfinished\n"),
    (files.GAME, "game: 3,3,3\nunfinished\n"),
]
FOREIGN = [
    *["mine", "{}", '{"format":"other"}', f"{HEAD}<head><title>Worksheet: mine</title>", "<svg><title>Search tree: "],
    *["(;FF[4]GM[4]AP[other]SZ[15];B[aa])", "game: chess tomorrow\nwith Ada\n", "b2 a1", "\0\0"],
]


def write(path: Path, text: str = "note: new", *, force: bool = False) -> None:
    with writing(path, NOTE, force=force) as file:
        file.write(text.encode())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0] + command[-1])
def test_each_command_replaces_its_own_files_and_no_others(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    for _ in range(2):
        assert Terminal.run(*command, str(file)).status == 0
    file.write_text("years of work")
    run = Terminal.run(*command, str(file))
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"noughts: {file} exists and is not a ")
    assert run.err.endswith(". Choose another name, or pass --force to replace it.\n")
    assert file.read_text() == "years of work"
    assert Terminal.run(*command, str(file), "--force").status == 0
    assert "years of work" not in file.read_text(encoding="utf-8")
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(("kind", "text"), EARLIER, ids=lambda value: value.name if isinstance(value, Kind) else "")
def test_files_of_earlier_versions_are_recognised(kind: Kind, text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    for newline in ("\n", "\r\n"):  # with the line ends of Windows
        file.write_text(text, encoding="utf-8", newline=newline)
        assert kind.is_ours(file)
        assert not any(other.is_ours(file) for other, _ in EARLIER if other is not kind)
    for foreign in FOREIGN:
        file.write_text(foreign, encoding="utf-8")
        assert not kind.is_ours(file)


def test_an_empty_file_can_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(0o600)
    write(file)
    assert (file.read_text(), mode(file)) == ("note: new", 0o600)


@pytest.mark.parametrize("before", [0o600, 0o640, 0o444, 0o755])
def test_a_replaced_file_keeps_its_permissions(before: int, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("note: old")
    file.chmod(before)
    write(file, force=True)
    assert (file.read_text(), mode(file)) == ("note: new", before)


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_a_new_file_has_default_permissions(umask: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path / "file")
    finally:
        os.umask(before)
    assert mode(tmp_path / "file") == 0o666 & ~umask


@pytest.mark.parametrize("place", ["", "sheet"])
@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0] + command[-1])
def test_a_loop_of_symbolic_links_is_an_error(command: list[str], place: str, tmp_path: Path) -> None:
    link, other = tmp_path / "link", tmp_path / "other"
    link.symlink_to(other)
    other.symlink_to(link)
    for options in ([], ["--force"]):
        run = Terminal.run(*command, str(link / place), *options)
        assert (run.status, run.out) == (2, "")
        assert run.err == f"noughts: cannot write {link / place}: {os.strerror(errno.ELOOP)}\n"


def test_a_symbolic_link_is_followed_only_with_force(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    for text in (None, "note: old"):  # also a dangling link
        if text:
            file.write_text(text)
        with pytest.raises(InTheWay, match=r"symbolic link to .*--force to write to the file that the link points to"):
            write(link)
        assert file.exists() is bool(text)
        write(link, force=True)
        assert (link.is_symlink(), file.read_text()) == (True, "note: new")
        file.unlink()


def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("note: old")
    monkeypatch.setattr(os, "access", lambda path, how: False)  # root may write to every file
    with pytest.raises(InTheWay, match="is read-only"):
        write(file)
    assert file.read_text() == "note: old"


def test_devices_and_pipes_are_written_to_directly(tmp_path: Path) -> None:
    null = os.stat(os.devnull)
    write(Path(os.devnull))
    assert os.stat(os.devnull).st_ino == null.st_ino
    pipe, read = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    check_target(pipe, NOTE)
    write(pipe)
    reader.join(10)
    assert (read, pipe.is_fifo()) == (["note: new"], True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_reported_in_one_sentence() -> None:
    for command in WRITERS:
        run = Terminal.run(*command, "/dev/full")
        assert (run.status, run.err) == (2, "noughts: cannot write /dev/full: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="descriptors have no names")
def test_an_open_file_descriptor_is_written_to_directly(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+") as file:
        file.write("before, ")
        file.flush()
        write(Path(f"/dev/fd/{file.fileno()}"))
        file.write(", after")
    assert (tmp_path / "file").read_text() == "before, note: new, after"


def test_all_names_of_standard_output_are_recognised() -> None:
    runs = [Terminal.run("explain", START, "--json", name) for name in ("-", "/dev/stdout", "/dev/fd/1")]
    assert len({(run.status, run.out, run.err) for run in runs}) == 1
    assert runs[0].out.startswith('{"format":"noughts-trace"')
    assert not is_stdout(Path("stdout"))


@pytest.mark.parametrize("error", [Discard(), NoughtsError("no"), OSError(28, "full"), KeyboardInterrupt])
@pytest.mark.parametrize("old", [None, "note: old"])
def test_a_failed_write_changes_nothing(error: BaseException, old: str | None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if old:
        file.write_text(old)

    def fail() -> None:
        with writing(file, NOTE) as open_file:
            open_file.write(b"note: half")
            raise error

    if isinstance(error, Discard):
        fail()
    else:
        with pytest.raises((NoughtsError, KeyboardInterrupt)):
            fail()
    assert [path.read_text() for path in tmp_path.iterdir()] == [old] * bool(old)


def test_an_unwritable_path_is_reported_before_the_work_starts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for name, problem in (
        ("none/file", f"cannot write {tmp_path}/none/file: there is no folder {tmp_path}/none"),
        ("file/file", f"cannot write {tmp_path}/file/file: Not a directory"),
        (".", "it is a folder"),
        ("file", "exists and is not a note"),
        ("n" * 300, "File name too long"),
    ):
        for attempt in (lambda path: check_target(path, NOTE), write):
            with pytest.raises(NoughtsError, match=problem):
                attempt(tmp_path / name)


def test_a_file_with_a_long_name_can_be_written(tmp_path: Path) -> None:
    write(tmp_path / ("ß" * 127))
    assert len([*tmp_path.iterdir()]) == 1


def end_while_writing(file: Path, number: signal.Signals) -> int:
    """Send a signal to a program that is writing a file, and return its exit status."""
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom noughts.system.signals import *\n"
        "from noughts.system.writing import *\n"
        "with ended_in_order(), writing(Path(sys.argv[1]), Kind('a note', bool)): time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, file], stderr=subprocess.PIPE) as run:
        while not [*file.parent.iterdir()] and run.poll() is None:
            time.sleep(0.005)
        run.send_signal(number)
        run.communicate(timeout=60)
    return run.returncode


def test_the_next_run_removes_files_of_a_killed_run(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert end_while_writing(file, signal.SIGKILL) == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    others = [tmp_path / name for name in (".other.0a1b2c3d.part", ".file.part", "file.0a1b2c3d.part")]
    for other in others:
        other.touch()
    with writing(file, NOTE) as first:
        assert not left.exists()
        write(file, "note: second")  # this must not remove the temporary file of the first
        first.write(b"note: first")
    assert file.read_text() == "note: first"
    assert {*tmp_path.iterdir()} == {file, *others}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_no_temporary_file(number: signal.Signals, tmp_path: Path) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the tests were started with this signal ignored, as nohup does")
    assert end_while_writing(tmp_path / "file", number) in (128 + number, -number)
    assert not [*tmp_path.iterdir()]


def test_two_options_cannot_write_the_same_file(tmp_path: Path) -> None:
    run = Terminal.run("explain", START, "--html", str(tmp_path / "x"), "--svg", str(tmp_path / "." / "x"))
    assert (run.status, run.out) == (2, "")
    assert "need different file names" in run.err
