"""The puzzles that come with noughts are right: an exact solver proves each of them again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest

from noughts import Position
from noughts.puzzles import SHIPPED, THEMES, Puzzle, collection, make, prove, puzzle_of_the_day, with_id
from noughts.puzzles.collections import every, read, write
from noughts.puzzles.find import puzzle_at
from noughts.rules.errors import BadFile, NoughtsError
from noughts.search.order import canonical
from noughts.solver.kernels.general import general_kernel
from noughts.solver.policy import MOST_IN_PYTHON
from noughts.solver.solver import Solver

QUICK = {"tictactoe", "misere", "4,4,4", "connect four", "gomoku"}  # proved within seconds without the kernel


def prove_all(puzzles: Sequence[Puzzle]) -> None:
    solver = Solver(puzzles[0].position.game)
    for puzzle in puzzles:
        prove(puzzle, solver=solver)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_puzzle_is_proved_again(name: str) -> None:
    puzzles = collection(name)
    if not general_kernel(puzzles[0].position.game) and name != "gomoku":  # wins by fours need no kernel
        if name not in QUICK:
            pytest.skip("needs the compiled kernel: make kernel")
        puzzles = tuple(puzzle for puzzle in puzzles if puzzle.position.empty.bit_count() <= MOST_IN_PYTHON)
    prove_all(puzzles)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_collection_is_sorted_and_has_no_puzzle_twice(name: str) -> None:
    puzzles = collection(name)
    assert len(puzzles) >= 200
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    assert len({canonical(puzzle.position) for puzzle in puzzles}) == len(puzzles)


def test_names_are_unique_and_find_their_puzzles() -> None:
    puzzles = every()
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert all(with_id(puzzle.id) is puzzle for puzzle in puzzles)
    with pytest.raises(NoughtsError, match="there is no puzzle 'abc'"):
        with_id("abc")


def test_all_themes_of_boards_without_layers_occur() -> None:
    assert {theme for puzzle in every() for theme in puzzle.themes} == set(THEMES) - {"layers"}


def test_puzzles_are_written_and_read_as_lines() -> None:
    puzzles = collection("misere")
    assert tuple(read(map(write, puzzles))) == puzzles
    with pytest.raises(BadFile, match="line 2: this is not a puzzle"):
        list(read([write(puzzles[0]), "{}"]))
    assert tuple(read(["", write(puzzles[0]), "\n"])) == puzzles[:1]


@pytest.mark.parametrize("line", ["puzzle", "null", "5", "[1]", "[" * 100_000, '{"a":' * 100_000, '{"rating":1e400}'])
def test_other_lines_are_not_puzzles(line: str) -> None:
    with pytest.raises(BadFile, match="line 2: this is not a puzzle: expected "):
        list(read([write(collection("misere")[0]), line]))


def test_a_puzzle_with_an_unknown_theme_is_refused() -> None:
    with pytest.raises(BadFile, match="line 1: unknown theme 'magic': expected "):
        list(read([write(replace(collection("misere")[0], themes=("magic",)))]))


@pytest.mark.parametrize("name", ["chess", "4,4,3"])
def test_a_game_without_puzzles_is_an_error(name: str) -> None:
    with pytest.raises(NoughtsError):
        collection(name)


def test_the_puzzle_of_the_day_changes_every_day_and_the_game_goes_round_with_the_week() -> None:
    days = [date(2026, 11, 30) + timedelta(days) for days in range(400)]
    puzzles = [puzzle_of_the_day(day) for day in days]
    assert puzzles == [puzzle_of_the_day(day) for day in days]
    assert len({puzzle.id for puzzle in puzzles}) == len(days)
    assert {puzzle.position.game for puzzle in puzzles[:7]} == {puzzle.position.game for puzzle in every()}
    assert all(one.position.game == other.position.game for one, other in zip(puzzles, puzzles[7:], strict=False))


@pytest.mark.parametrize("name", ["tictactoe", "misere"])
def test_the_same_seed_makes_the_same_puzzles(name: str) -> None:
    puzzles = make(name, 12, seed=5)
    assert puzzles == make(name, 12, seed=5) != make(name, 12, seed=6)
    assert len(puzzles) == 12
    prove_all(puzzles)


def test_a_forged_puzzle_is_refused() -> None:
    puzzle = collection("tictactoe")[0]
    wrong = next(move for move in puzzle.position.moves if move not in puzzle.answers)
    for forged in (
        Puzzle(puzzle.position, puzzle.goal, (wrong,), puzzle.themes, puzzle.rating),
        Puzzle(puzzle.position, puzzle.goal, puzzle.line, puzzle.themes, puzzle.rating + 10),
        Puzzle(puzzle.position, puzzle.goal, puzzle.line, (), puzzle.rating),
        Puzzle(puzzle_free(), "win", (0,)),
    ):
        with pytest.raises(BadFile):
            prove(forged)


def puzzle_free() -> Position:
    start = Position()
    assert puzzle_at(start) is None
    return start
