"""Opening books hold exact scores, can be built in steps, and damaged or wrong ones are detected."""

import re
from pathlib import Path

import pytest

pytest.importorskip("noughts_kernel", reason="the compiled kernel is not installed")

from noughts import NoughtsError, Player, Position, Solver, game
from noughts.rules.errors import BadFile
from noughts.rules.tactics import with_turn
from noughts.solver.book import Book, build, openings, verify
from noughts.solver.budget import Budget


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


@pytest.mark.parametrize(("name", "ply"), [("3,3,3", 6), ("3,3,3 misere", 6)])
def test_every_finished_game_counts_in_the_verification(name: str, ply: int, tmp_path: Path) -> None:
    """The game can end one move later, so that the verification does not find that position in the book."""
    book = build(game(name), ply, tmp_path / "ledger")
    assert book
    assert verify(book) == sum(map(len, openings(book.game, ply - 1)))


def test_a_wrong_entry_is_detected(book: Book) -> None:
    scores = [book.score(position) or 0 for tier in openings(book.game, 4) for position in tier]
    for wrong in (0, 5, 20):
        changed = Book(book.game, 4, [score + (number == wrong) for number, score in enumerate(scores)])
        with pytest.raises(BadFile, match=re.escape("must be")):
            verify(changed)
    with pytest.raises(NoughtsError, match="scores, not 1"):
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
