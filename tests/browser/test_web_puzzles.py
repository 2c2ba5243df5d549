"""Puzzles in a browser: the board of Play, the refutation, keys, runs, sets, and the day where the visitor lives."""

from datetime import UTC, datetime, timedelta

import pytest

from noughts.puzzles import Puzzle, collection, puzzle_of_the_day, with_id
from noughts.web.pages.puzzles.sitting import run_of
from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast

STROKES = "[...document.querySelectorAll('.step')].map((step) => step.innerText.trim())"


def long_puzzle(game: str) -> Puzzle:
    return next(puzzle for puzzle in collection(game) if puzzle.moves_left > 1)


def wrong_move(puzzle: Puzzle) -> int:
    return next(move for move in puzzle.position.moves if move not in puzzle.answers)


def tries(person: Person, puzzle: Puzzle, *moves: int) -> Person:
    """Press cells, and wait for each verdict."""
    for move in moves:
        before = person.page.url
        person.cell(puzzle.position.game.board.names[move]).click()
        person.until(lambda before=before: person.page.url != before, "the verdict")
        person.page.locator("html #part:not([aria-busy])").wait_for()
    return person


def shown(person: Person) -> Puzzle:
    """Return the puzzle that is shown."""
    return with_id(person.page.locator("main").get_attribute("data-game"))


@pytest.mark.parametrize("game", ["tictactoe", "connect four"])
def test_a_wrong_move_is_played_out_and_a_right_one_solves_the_puzzle(people: People, game: str) -> None:
    ada, puzzle = people.add(), long_puzzle(game) if game != "tictactoe" else collection(game)[40]
    ada.goes(f"/puzzles/{puzzle.id}")
    tries(ada, puzzle, wrong_move(puzzle))
    ada.sees("Not that one.").sees("Try again.")
    ada.page.locator(".step.s2").wait_for()
    assert ada.page.evaluate(STROKES)[:1]
    tries(ada, puzzle, *puzzle.line[::2])
    ada.sees("Solved.")
    assert not ada.page.get_by_text("Not that one.").count()
    ada.clicks("Next").until(lambda: shown(ada) != puzzle, "the next puzzle")
    ada.page.go_back()
    ada.sees("Solved.")
    ada.clicks("Analyse").sees("Moves", "section[aria-label=Moves]")


def test_the_reason_appears_after_the_verdict(people: People) -> None:
    """The engine's sentence may take a while. The page shows at once that the move is wrong."""
    puzzle = long_puzzle("5,5,4")
    ada = people.add().goes(f"/puzzles/{puzzle.id}")
    tries(ada, puzzle, wrong_move(puzzle)).sees("throws away")


def test_a_puzzle_is_solved_by_keys(people: People) -> None:
    puzzle = collection("tictactoe")[40]
    ada = people.add().goes(f"/puzzles/{puzzle.id}")
    names = puzzle.position.game.board.names
    ada.cell(names[puzzle.line[0]]).focus()
    ada.keys("Enter")
    ada.until(lambda: "Solved!" in ada.status or "Right!" in ada.status, "the verdict")
    assert "Solved" in ada.announced or "Right" in ada.announced
    if "Solved!" in ada.status:
        ada.keys("n").until(lambda: shown(ada) != puzzle, "the next puzzle")


@pytest.mark.parametrize("days", [-1, 1])
def test_todays_puzzle_is_that_of_the_day_where_the_visitor_lives(people: People, days: int) -> None:
    ada = people.add()
    there = datetime.now(UTC) + timedelta(days=days)
    ada.page.clock.set_fixed_time(there)
    ada.goes("/puzzles").until(lambda: "day=" in ada.page.url, "the other day")
    ada.until(lambda: shown(ada) == puzzle_of_the_day(there.date()), "its puzzle")
    ada.sees("Today’s puzzle", "h1")
    tries(ada, shown(ada), wrong_move(shown(ada))).sees("Not that one.").sees("Today’s puzzle", "h1")
    ada.page.clock.set_fixed_time(there + timedelta(days=1))
    ada.goes(ada.page.url).sees("Puzzle of ", "h1")


def test_the_result_of_the_day_is_copied_and_shown_again_later(people: People) -> None:
    ada = people.add(permissions=["clipboard-read", "clipboard-write"]).goes("/puzzles")
    puzzle = shown(ada)
    tries(ada, puzzle, wrong_move(puzzle), *puzzle.line[::2]).sees("Solved.")
    ada.clicks("Copy")
    ada.until(lambda: "🟥🟩" in ada.page.evaluate("navigator.clipboard.readText()"), "the copied line")
    assert "noughts puzzle " in ada.page.evaluate("navigator.clipboard.readText()")
    ada.goes("/puzzles").sees("You have solved it.")
    assert "🟥🟩" in ada.page.locator("#result").input_value()
    ada.sees("0 of 1", ".stats")
    ada.clicks("Next").until(lambda: shown(ada) != puzzle, "the next puzzle")


def test_a_sprint_has_a_clock_and_ends_when_it_stops(people: People) -> None:
    ada = people.add()
    ada.page.clock.install()
    ada.goes("/puzzles/sprint")
    first = shown(ada)
    tries(ada, first, *first.line[::2])
    ada.until(lambda: shown(ada) != first, "the second puzzle")
    ada.sees("2:5", "[data-clock]")
    begun = int(ada.page.url.partition("sprint=")[2].partition("&")[0])
    assert shown(ada) == run_of("sprint", begun)[1]
    second = shown(ada)
    tries(ada, second, wrong_move(second)).sees("Not right", "#status")
    ada.goes(f"/puzzles?results=11&sprint={begun - 180_000}").sees("Sprint: 2 solved")


def test_a_streak_ends_with_a_mistake_and_is_kept(people: People) -> None:
    ada = people.add().goes("/puzzles/streak")
    first = shown(ada)
    tries(ada, first, *first.line[::2])
    ada.until(lambda: shown(ada) != first, "the second puzzle")
    tries(ada, shown(ada), wrong_move(shown(ada))).sees("Streak: 1 solved")
    ada.goes("/puzzles").sees("1", ".stats div:has-text('Best streak') dd")


def test_a_teacher_makes_a_set_and_a_pupil_solves_it(people: People) -> None:
    ada = people.add().goes("/puzzles/set?game=tictactoe&n=2&least=400&most=600")
    link = ada.page.locator("#set-link").input_value()
    bob = people.add().goes(link)
    for number in (1, 2):
        bob.sees(f"Puzzle {number} of 2", "h1")
        puzzle = shown(bob)
        tries(bob, puzzle, *puzzle.line[::2]).sees("Solved!")
        bob.clicks("Next").sees_no(f"h1:has-text('Puzzle {number} of 2')")
    bob.sees("2 of 2 solved").sees("All of them", "#part")


def test_without_scripts_a_puzzle_is_solved_and_the_refutation_is_numbered(people: People) -> None:
    puzzle = collection("tictactoe")[40]
    ada = people.add(java_script_enabled=False).goes(f"/puzzles/{puzzle.id}")
    names = puzzle.position.game.board.names
    ada.cell(names[wrong_move(puzzle)]).click()
    ada.sees("Not that one.")
    ada.page.locator(".step.s2").wait_for()
    ada.cell(names[puzzle.line[0]]).click()
    ada.page.locator(".verdict.right").wait_for()


def test_with_reduced_motion_nothing_moves(people: People) -> None:
    puzzle = collection("tictactoe")[40]
    ada = people.add(reduced_motion="reduce").goes(f"/puzzles/{puzzle.id}")
    tries(ada, puzzle, wrong_move(puzzle))
    ada.page.locator(".step.s2").wait_for()
    assert ada.page.evaluate("document.getAnimations().length") == 0


def test_the_board_stays_in_its_place(people: People) -> None:
    puzzle = long_puzzle("4,4,4")
    for width in (360, 1440):
        ada = people.add(width=width).goes(f"/puzzles/{puzzle.id}")
        top = ada.page.locator(".board").bounding_box()["y"]
        for move in (wrong_move(puzzle), *puzzle.line[::2]):
            tries(ada, puzzle, move)
            ada.page.locator("#status span").wait_for()
            assert ada.page.locator(".board").bounding_box()["y"] == top


_SET = ",".join(puzzle.id for puzzle in collection("misere")[:12])
PAGES = {
    "day": "/puzzles",
    "make": "/puzzles/set",
    "run": "/puzzles/sprint",
    "end": "/puzzles?results=1101&streak=7",
    "set": f"/puzzles?set={_SET}&results=1101",
}


@pytest.mark.parametrize("path", few_fast(PAGES.values(), 2), ids=PAGES)
def test_the_pages_look_right_at_all_sizes(people: People, path: str) -> None:
    ada = people.add().goes(path)
    check_all_sizes(ada, f"puzzles-{path[:16].strip('/')}")


def test_a_solved_and_a_refuted_puzzle_are_accessible(people: People) -> None:
    puzzle = long_puzzle("connect four")
    ada = people.add(reduced_motion="reduce").goes(f"/puzzles/{puzzle.id}")
    tries(ada, puzzle, wrong_move(puzzle))
    ada.page.locator(".step.s2").wait_for()
    check_all_sizes(ada, "puzzles-wrong")
    tries(ada, puzzle, *puzzle.line[::2]).sees("Solved.")
    check_all_sizes(ada, "puzzles-solved")
