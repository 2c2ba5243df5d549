"""`noughts book` builds books, continues interrupted builds, and finds damaged and wrong books."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal

pytest.importorskip("noughts_kernel", reason="the compiled kernel is not installed")

from noughts.solver.book import Book


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "drop.book"
    done = Terminal.run("book", "build", "4,4,4 gravity", str(path), "--ply", "4", "--threads", "2")
    assert done.status == 0
    return path


def test_a_book_is_built_and_verified(file: Path) -> None:
    book = Book.from_bytes(file.read_bytes())
    assert (book.game.name, book.ply, len(book)) == ("4,4,4 gravity", 4, 119)
    assert not file.with_name("drop.book.part").exists()
    done = Terminal.run("book", "verify", str(file))
    assert (done.status, done.out) == (0, f"{file} is correct: 4,4,4 gravity up to ply 4, 40 entries checked.\n")
    facts = json.loads(Terminal.run("book", "verify", str(file), "--sample", "0", "--json").out)
    assert (facts["passed"], facts["positions"], facts["fault"]) == (True, 119, None)


@pytest.mark.parametrize("presses", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_ctrl_c_keeps_the_solved_positions(tmp_path: Path, presses: int) -> None:
    path = tmp_path / "drop.book"
    command = [sys.executable, "-m", "noughts", "book", "build", "6,6,4 gravity", str(path), "--ply", "4"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    part = path.with_name("drop.book.part")
    while not part.exists() or part.read_text(encoding="utf-8").count("\n") < 3:
        assert process.poll() is None
        time.sleep(0.01)
    for _ in range(presses):
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    words = f"Stopped; the solved positions are kept in {part}. Run the command again to continue."
    said = " ".join(err.split())
    assert said == words or (presses == 2 and words.startswith(said)), "the second press can cut the sentence short"
    known = set(part.read_text(encoding="utf-8").splitlines())
    assert not path.exists()
    assert len(known) >= 3


def test_an_existing_file_is_kept(file: Path) -> None:
    other = file.with_name("notes.txt")
    other.write_text("mine")
    done = Terminal.run("book", "build", "3,3,3", str(other), "--ply", "2")
    assert done.status == 2
    assert f"{other} exists. Add --force to overwrite it." in done.err
    assert other.read_text() == "mine"
    assert Terminal.run("book", "build", "3,3,3", str(other), "--ply", "2", "--force").status == 0


def test_wrong_books_are_reported_in_one_sentence(file: Path) -> None:
    book = Book.from_bytes(file.read_bytes())
    wrong = Book(book.game, 1, [0, 3, 3])
    file.write_bytes(wrong.to_bytes())
    done = Terminal.run("book", "verify", str(file), "--sample", "0")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert "must be -3" in done.err
    file.write_bytes(file.read_bytes()[:-1])
    done = Terminal.run("book", "verify", str(file))
    assert (done.status, done.err) == (
        1,
        f"noughts: {file}: the book is damaged or truncated: its checksum is wrong\n",
    )
    file.write_bytes(file.read_bytes() + bytes(1_000_000))
    done = Terminal.run("book", "verify", str(file))
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert "too large" in done.err
    missing = file.with_name("missing.book")
    done = Terminal.run("book", "verify", str(missing))
    assert (done.status, done.err) == (2, f"noughts: cannot read {missing}: No such file or directory\n")


def test_a_ledger_of_another_book_is_kept(file: Path) -> None:
    ledger = file.with_name("other.book.part")
    ledger.write_text("# another game\n")
    done = Terminal.run("book", "build", "3,3,3", str(file.with_name("other.book")), "--ply", "2")
    assert done.status == 2
    assert "belongs to another book" in done.err
    assert ledger.read_text() == "# another game\n"
