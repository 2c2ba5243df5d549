"""Opening books hold exact scores, can be built in steps, and damaged or wrong ones are detected."""

import json
import os
import re
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("noughts_kernel", reason="the compiled kernel is not installed")

from noughts import NoughtsError, Player, Position, Solver, game
from noughts.rules.errors import BadFile
from noughts.rules.tactics import with_turn
from noughts.solver.book import Book, build, openings, verify
from noughts.solver.limit import Budget


@pytest.fixture
def book(tmp_path: Path) -> Book:
    built = build(game("4,4,4 gravity"), 4, tmp_path / "ledger", threads=2)
    assert built
    return built


def test_connect_four_has_as_many_openings_as_in_the_literature() -> None:
    """Up to reflection. J. Tromp's table counts 1, 7, 49, 238, 1,120 and 4,263 positions without symmetry."""
    tiers = openings(game("connect four"), 5)
    assert list(map(len, tiers)) == [1, 4, 25, 121, 568, 2144]
    for tier, positions in zip(tiers, [1, 7, 49, 238, 1120, 4263], strict=True):
        symmetric = sum(all(at.x >> c & 1 == at.x >> m & 1 for c, m in mirrored()) and same(at) for at in tier)
        assert 2 * len(tier) - symmetric == positions


def mirrored() -> list[tuple[int, int]]:
    return [(c, c // 7 * 7 + 6 - c % 7) for c in range(42)]


def same(at: Position) -> bool:
    return all(at.o >> c & 1 == at.o >> m & 1 for c, m in mirrored())


@pytest.mark.parametrize(("name", "ply"), [("3,3,3", 4), ("3,3,3 misere", 3), ("4,3,3 gravity", 5), ("2,2,2", 3)])
def test_every_entry_agrees_with_the_solver(name: str, ply: int, tmp_path: Path) -> None:
    book, solver = build(game(name), ply, tmp_path / "ledger"), Solver(name)
    assert book
    for tier in openings(game(name), ply):
        for position in tier:
            assert book.score(position) == solver.score(position)
            for image in (position.play(move) for move in position.moves):
                if image.x.bit_count() + image.o.bit_count() > ply:
                    assert book.score(image) is None
    assert book.score(Position("4,4,4")) is None
    assert book.score(with_turn(Position(name), Player.O)) == book.score(Position(name))
    assert book.score(with_turn(Position(name).play(Position(name).moves[0]), Player.X)) is None


def test_the_file_holds_the_whole_book(book: Book) -> None:
    data = book.to_bytes()
    again = Book.from_bytes(data)
    assert (again.game, again.ply, len(again), again.to_bytes()) == (book.game, 4, len(book), data)
    assert verify(again, sample=5) == sum(map(len, openings(book.game, 3))) + 5


def test_damaged_files_are_detected(book: Book) -> None:
    data = book.to_bytes()
    for at in range(len(data)):
        with pytest.raises(BadFile):
            Book.from_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(BadFile):
            Book.from_bytes(data[:at])


def forged(head: bytes | dict[str, Any], scores: bytes = b"", *, packed: bool = True) -> bytes:
    """Return the content of a book whose checksum is right."""
    head = head if isinstance(head, bytes) else json.dumps(head).encode()
    content = b"noughts book 1\n" + head + b"\n" + (zlib.compress(scores) if packed else scores)
    return content + sha256(content).hexdigest().encode()


@pytest.mark.parametrize(
    "data",
    [
        forged(b"[" * 100_000),
        forged(b'{"game":' * 50_000),
        forged(b"\xff"),
        forged(b"[]"),
        forged({"game": ["3,3,3"], "ply": 0}, bytes(2)),
        forged({"game": "3,3,3", "ply": True}, bytes(8)),
        forged({"game": "3,3,3", "ply": -1}, bytes(2)),
        forged({"game": "3,3,3", "ply": 10**400}, bytes(2)),
        forged({"game": "3,3,3", "ply": 1}, bytes(7)),
        forged({"game": "3,3,3", "ply": 1}, bytes(6)),
        forged({"game": "3,3,3", "ply": 1}, bytes(10)),
        forged({"game": "3,3,3", "ply": 1}, zlib.compress(bytes(8)) + b"x", packed=False),
        forged({"game": "3,3,3", "ply": 1}, bytes(8), packed=False),
        forged({"game": "3,3,3", "ply": 1}, bytes(10**7)),
        forged({"game": "19,19,5", "ply": 20}),
        forged({"game": "19,19,5", "ply": 20}, bytes(40)),
    ],
    ids=range(16),
)
def test_forged_books_are_rejected_before_any_long_work(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    moves, play = 0, Position.play

    def counted(position: Position, move: int) -> Position:
        nonlocal moves
        moves += 1
        return play(position, move)

    monkeypatch.setattr(Position, "play", counted)
    with pytest.raises(BadFile):
        Book.from_bytes(data)
    assert moves < 1000


def test_a_book_that_is_too_large_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.solver.book.book.MOST_POSITIONS", 100)
    with pytest.raises(NoughtsError, match="more than 12 positions: expected a lower ply"):
        build(game("19,19,5"), 20, tmp_path / "ledger")
    assert not (tmp_path / "ledger").exists()


@pytest.mark.parametrize(("name", "ply"), [("3,3,3", 6), ("3,3,3 misere", 6)])
def test_every_finished_game_counts_in_the_verification(name: str, ply: int, tmp_path: Path) -> None:
    """The game can end one move later, in a position that the verification does not find in the book."""
    book = build(game(name), ply, tmp_path / "ledger")
    assert book
    assert verify(book) == sum(map(len, openings(book.game, ply - 1)))


def test_a_wrong_entry_is_detected(book: Book) -> None:
    scores = [book.score(position) or 0 for tier in openings(book.game, 4) for position in tier]
    for wrong in (0, 5, 20):
        changed = Book(book.game, 4, [score + (number == wrong) for number, score in enumerate(scores)])
        with pytest.raises(BadFile, match=re.escape("must be")):
            verify(changed)
    with pytest.raises(NoughtsError, match="has more than 1 positions"):
        Book(book.game, 4, [0])


def test_a_build_that_was_stopped_continues(book: Book, tmp_path: Path) -> None:
    ledger = tmp_path / "again"
    budget = Budget()

    def stop(done: int, total: int) -> None:
        budget.stop()

    assert build(book.game, 4, ledger, budget=budget, progress=stop) is None or ledger.exists()
    with ledger.open("a") as file:
        file.write("an interrupted wri")
    again = build(book.game, 4, ledger)
    assert again
    assert again.to_bytes() == book.to_bytes()
    lines = ledger.read_text().splitlines()
    assert len(lines) == len(set(lines)) == 1 + len(openings(book.game, 4)[-1])
    with pytest.raises(NoughtsError, match="belongs to another book"):
        build(book.game, 3, ledger)


@pytest.mark.parametrize(
    "line",
    [
        "nowhere 0",
        "{name}",
        "{name} x",
        "{name} ",
        "{name} 0x1",
        "{name} 1_0",
        "{name} 99999",
        "{name} ٣",
        "\udcff",
        "",
    ],
)
def test_a_damaged_line_of_a_ledger_is_named(line: str, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    assert build(game("3,3,3"), 1, ledger)
    text = ledger.read_text()
    first = text.splitlines()[1]
    damaged = text.replace(first, line.format(name=first.rpartition(" ")[0]))
    ledger.write_text(damaged, errors="surrogateescape", encoding="utf-8")
    with pytest.raises(NoughtsError, match=r"^line 2 of .* is damaged"):
        build(game("3,3,3"), 1, ledger)
    ledger.write_text(text + first + "\n")
    with pytest.raises(NoughtsError, match=r"^line 5 of .* is damaged"):  # a position that was already solved
        build(game("3,3,3"), 1, ledger)


@pytest.mark.parametrize("content", [b"a note without an end", b"\xff\xfe\0", b"# 3,3,3, ply 2\n", b"\n"])
def test_a_file_that_is_no_ledger_of_this_book_is_left_alone(content: bytes, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    ledger.write_bytes(content)
    with pytest.raises(NoughtsError, match="belongs to another book"):
        build(game("3,3,3"), 1, ledger)
    assert ledger.read_bytes() == content


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_a_ledger_is_a_regular_file(kind: str, tmp_path: Path) -> None:
    """Opening a pipe would block, and a link could create a file elsewhere."""
    ledger = tmp_path / "ledger"
    if kind == "pipe":
        os.mkfifo(ledger)
    else:
        ledger.symlink_to("elsewhere")
    with pytest.raises(NoughtsError, match="ledger is not a regular file"):
        build(game("3,3,3"), 1, ledger)
    assert [*tmp_path.iterdir()] == [ledger]
