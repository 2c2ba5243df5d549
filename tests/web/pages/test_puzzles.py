"""The Puzzles pages without a browser: the state in the URL, runs, sets, and the progress of a visitor."""

import re
from datetime import date, timedelta
from itertools import pairwise
from typing import get_args
from urllib.parse import parse_qsl, urlsplit

import pytest

from noughts.puzzles import SHIPPED, THEMES, Puzzle, collection, puzzle_of_the_day
from noughts.puzzles.collections import EASY, easier_puzzle
from noughts.puzzles.progress import Run
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.web.pages.puzzles.puzzle_view import theme_choices
from noughts.web.pages.puzzles.sitting import SECONDS, Sitting, read, run_of, set_of
from tests.web.browser.hosts import Browser, MemoryRows

TODAY = date(2026, 11, 28)
NOW = 1_764_288_000_000


def long_puzzle(game: str = "connect four") -> Puzzle:
    return next(puzzle for puzzle in collection(game) if puzzle.moves_left > 1)


def wrong_move(puzzle: Puzzle) -> int:
    return next(move for move in puzzle.position.moves if move not in puzzle.answers)


def solved(puzzle: Puzzle) -> Sitting:
    sitting = Sitting(puzzle)
    for move in puzzle.line[::2]:
        sitting = sitting.play(move)
    return sitting


def again(sitting: Sitting) -> Sitting:
    """Return the sitting that its URL describes."""
    _, _, id = sitting.path.partition("/")
    return read(sitting.fields, id, TODAY, NOW)


class Visitor:
    """A visitor of the pages, who remembers the address of the last page."""

    def __init__(self) -> None:
        self.rows = MemoryRows()
        self.browser = Browser(rows=self.rows)
        self.path = self.page = ""

    def goes(self, path: str) -> "Visitor":
        reply, self.path = self.browser.request("GET", path)
        assert reply.status == 200, reply.body
        self.page = reply.body.decode()
        return self

    def sends(self, **fields: object) -> "Visitor":
        """Send the form of the page, with more fields."""
        place = urlsplit(self.path)
        form = dict(parse_qsl(place.query)) | {name: str(value) for name, value in fields.items()}
        if id := place.path.partition("/puzzles/")[2]:
            form["id"] = id
        reply, self.path = self.browser.request("POST", "/puzzles", data=form)
        assert reply.status == 200, reply.body
        self.page = reply.body.decode()
        return self

    def presses(self, *cells: int) -> "Visitor":
        for cell in cells:
            self.sends(cell=cell)
        return self

    @property
    def status(self) -> str:
        found = re.search(r'id="status">(.*?)</(?:p|h1)>', self.page, re.DOTALL)
        assert found
        return re.sub(r"<[^>]*>", "", found[1])

    @property
    def stats(self) -> dict[str, str]:
        found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", self.page)
        return {name: re.sub(r"<[^>]*>|about", "", value).strip() for name, value in found}


# The state in the URL.


@pytest.mark.parametrize("game", SHIPPED)
def test_the_url_of_a_puzzle_in_progress_leads_back_to_it(game: str) -> None:
    puzzle = collection(game)[50]
    sitting = Sitting(puzzle, theme=puzzle.themes[0]).play(wrong_move(puzzle))
    assert again(sitting) == sitting
    assert again(sitting.play(puzzle.line[0])) == sitting.play(puzzle.line[0])


def test_a_right_move_goes_on_and_a_wrong_one_leaves_the_puzzle_as_it_is() -> None:
    puzzle = long_puzzle()
    wrong = Sitting(puzzle).play(wrong_move(puzzle))
    assert (wrong.rest, wrong.wrong, wrong.squares) == (puzzle, wrong_move(puzzle), "0")
    right = wrong.play(puzzle.line[0])
    assert (right.rest.moves_left, right.wrong, right.squares) == (puzzle.moves_left - 1, None, "01")
    assert not right.is_done
    assert not right.is_clean
    assert solved(puzzle).is_done
    assert solved(puzzle).is_clean


def test_a_taken_cell_is_no_try() -> None:
    puzzle = collection("tictactoe")[0]
    taken = next(cell for cell in range(9) if not puzzle.position.empty >> cell & 1)
    with pytest.raises(IllegalMove):
        Sitting(puzzle).play(taken)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"day": "yesterday"}, "invalid day 'yesterday': expected one such as 2026-11-28"),
        ({"day": "2026-11-30"}, "the puzzle of 2026-11-30 is not out yet"),
        ({"set": "wizard"}, "there is no puzzle 'wizard'"),
        ({"set": ",".join(puzzle.id for puzzle in collection("misere")[:51])}, "this set has 51 puzzles"),
        ({"results": "12"}, "invalid results"),
        ({"theme": "luck"}, "unknown theme 'luck'"),
        ({"game": "qubic"}, "there are no puzzles of"),
        ({"sprint": "soon"}, "invalid sprint 'soon'"),
        ({"tries": "z9"}, "z9"),
    ],
)
def test_an_invalid_field_is_explained(fields: dict[str, str], words: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(words)):
        read(fields, "", TODAY, NOW)


def test_tomorrow_is_out_where_it_is_already_tomorrow() -> None:
    tomorrow = TODAY + timedelta(1)
    assert read({"day": tomorrow.isoformat()}, "", TODAY, NOW).puzzle == puzzle_of_the_day(tomorrow)


# Runs and sets.


@pytest.mark.parametrize("run", get_args(Run))
def test_the_puzzles_of_a_run_are_different_and_get_harder(run: Run) -> None:
    puzzles = run_of(run, NOW)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert puzzles == run_of(run, NOW)
    assert puzzles != run_of(run, NOW + 1)
    means = [sum(puzzle.rating for puzzle in puzzles[at : at + 6]) / 6 for at in (0, 6, 12, 18)]
    assert all(before < after for before, after in pairwise(means))


@pytest.mark.parametrize(
    ("fields", "seconds", "over"),
    [
        ({"sprint": str(NOW), "results": "1010"}, 5, False),
        ({"sprint": str(NOW), "results": "10100"}, 5, True),
        ({"sprint": str(NOW), "results": "1"}, SECONDS - 1, False),
        ({"sprint": str(NOW), "results": "1"}, SECONDS, True),
        ({"streak": str(NOW), "results": "111"}, 10 * SECONDS, False),
        ({"streak": str(NOW), "results": "1110"}, 5, True),
    ],
)
def test_a_run_ends_with_its_mistakes_or_its_time(fields: dict[str, str], seconds: int, over: bool) -> None:
    assert (read(fields, "", TODAY, NOW + 1000 * seconds).puzzle is None) == over


def test_a_set_leads_from_puzzle_to_puzzle_and_then_ends() -> None:
    ids = [puzzle.id for puzzle in collection("tictactoe")[:2]]
    first = read({"set": ",".join(ids)}, "", TODAY, NOW)
    second = again(first.play(wrong_move(collection("tictactoe")[0])).following())
    assert second.puzzle
    assert (first.puzzle and first.puzzle.id, second.puzzle.id, second.results) == (*ids, "0")
    assert second.following().puzzle is None


def test_a_set_is_spread_over_the_ratings() -> None:
    puzzles = set_of("fork", "4,4,4", 500, 1500, 8)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert len({puzzle.id for puzzle in puzzles}) == 8
    assert ratings == sorted(ratings)
    assert ratings[0] >= 500
    assert ratings[-1] <= 1500
    assert all("fork" in puzzle.themes for puzzle in puzzles)
    assert set_of("fork", "4,4,4", 2900, 3000, 8) == []


def test_every_theme_with_puzzles_can_be_chosen() -> None:
    assert all(choice.count and choice.name in THEMES for choice in theme_choices())


# The pages.


def test_the_puzzle_of_the_day_is_solved_and_its_result_can_be_copied() -> None:
    ada = Visitor().goes("/puzzles")
    puzzle = puzzle_of_the_day(date.today())
    assert "Today’s puzzle" in ada.page
    ada.presses(*puzzle.line[::2])
    assert ada.status.startswith("Solved!")
    assert f"noughts puzzle {date.today()} · " in ada.page
    assert "🟥" not in ada.page
    assert ada.stats["Solved"] == "1 of 1"
    assert ada.stats["Days in a row"] == "1"
    assert 'data-key="n">Next</a>' in ada.goes("/puzzles").page
    assert ada.status.endswith("You have solved it.")
    assert 'href="analyse?' in ada.page
    assert ada.goes(f"/puzzles/{puzzle.id}").presses(wrong_move(puzzle)).stats["Solved"] == "1 of 1"


def test_a_second_day_in_a_row_does_not_move_the_board() -> None:
    ada, today = Visitor(), date.today()
    for day in (today - timedelta(days=1), today):
        ada.goes(f"/puzzles?day={day}")
        head = re.findall(r'<p class="score about">.*', ada.page)
        ada.presses(*puzzle_of_the_day(day).line[::2])
    assert ada.stats["Days in a row"] == "2"
    assert re.findall(r'<p class="score about">.*', ada.page) == head


@pytest.mark.parametrize("day", [TODAY - timedelta(days) for days in range(7)])
def test_beside_a_hard_puzzle_of_the_day_is_an_easier_one_that_does_not_count_as_it(day: date) -> None:
    ada = Visitor().goes(f"/puzzles?day={day}")
    link = re.search(r'href="(puzzles/\w+)">An easier one', ada.page)
    assert bool(link) == (puzzle_of_the_day(day).rating > EASY)
    if link:
        easier = easier_puzzle(day)
        assert easier.rating <= EASY
        assert link[1] == f"puzzles/{easier.id}"
        stats = ada.goes(f"/{link[1]}").presses(*easier.line[::2]).stats
        assert (stats["Solved"], stats["Days in a row"]) == ("1 of 1", "0")


@pytest.mark.parametrize("game", SHIPPED)
def test_a_wrong_move_is_refuted_on_the_board_and_counts_as_failed_once(game: str) -> None:
    puzzle = collection(game)[60]
    ada = Visitor().goes(f"/puzzles/{puzzle.id}").presses(wrong_move(puzzle))
    assert ada.status.startswith("Not that one.")
    assert ada.status.endswith("Try again.")
    assert 'class="step s1' in ada.page
    assert ada.stats["Solved"] == "0 of 1"
    rating = ada.stats["Rating"]
    ada.presses(*puzzle.line[::2])
    assert ada.status.startswith("Solved.")
    assert (ada.stats["Solved"], ada.stats["Rating"]) == ("0 of 1", rating)
    assert 'href="analyse?' in ada.page


def test_a_right_move_is_answered_and_the_line_goes_on() -> None:
    puzzle = long_puzzle("5,5,4")
    ada = Visitor().goes(f"/puzzles/{puzzle.id}").presses(puzzle.line[0])
    name = puzzle.position.name(puzzle.line[1])
    assert ada.status.startswith("Right!")
    assert f"{puzzle.position.turn.other} answers {name}. And now?" in ada.status
    assert "Next</span>" in ada.page


def test_the_answer_is_shown_and_counts_as_failed() -> None:
    puzzle = long_puzzle()
    ada = Visitor().goes(f"/puzzles/{puzzle.id}").sends(answer="show")
    assert ada.status.startswith("The answer: ")
    assert f'class="step s{len(puzzle.line)}"' in ada.page
    assert ada.stats["Solved"] == "0 of 1"


def test_without_an_engine_a_move_is_judged_all_the_same() -> None:
    ada, puzzle = Visitor(), collection("tictactoe")[0]
    ada.browser.worker.dies = True
    ada.goes(f"/puzzles/{puzzle.id}").presses(wrong_move(puzzle))
    assert ada.status == "Not that one. Try again."


def test_a_sprint_ends_after_three_mistakes_and_does_not_change_the_rating() -> None:
    ada = Visitor().goes("/puzzles/sprint")
    begun = int(dict(parse_qsl(urlsplit(ada.path).query))["sprint"])
    for number, puzzle in enumerate(run_of("sprint", begun)[:5]):
        ada.presses(*([wrong_move(puzzle)] if number in (1, 2, 4) else puzzle.line[::2]))
    assert ada.status == "Sprint: 2 solved"
    assert "That is your best so far!" in ada.page
    stats = ada.goes("/puzzles").stats
    assert (stats["Best sprint"], stats["Rating"], stats["Solved"]) == ("2", "800", "0 of 0")


def test_a_streak_ends_with_the_first_mistake() -> None:
    ada = Visitor().goes("/puzzles/streak")
    begun = int(dict(parse_qsl(urlsplit(ada.path).query))["streak"])
    first, second = run_of("streak", begun)[:2]
    ada.presses(*first.line[::2], wrong_move(second))
    assert ada.status == "Streak: 1 solved"
    assert ada.goes("/puzzles").stats["Best streak"] == "1"


def test_a_set_shows_how_far_one_is_and_the_result() -> None:
    first, second = collection("tictactoe")[:2]
    ada = Visitor().goes(f"/puzzles?set={first.id},{second.id}")
    assert "Puzzle 1 of 2" in ada.page
    ada.presses(*first.line[::2])
    ada.goes(f"/puzzles?set={first.id},{second.id}&results=1").presses(wrong_move(second))
    assert "Puzzle 2 of 2" in ada.page
    ada.goes(f"/puzzles?set={first.id},{second.id}&results=10")
    assert ada.status == "1 of 2 solved"
    assert "🟩🟥" in ada.page


def test_a_teacher_gets_a_link_to_a_set() -> None:
    ada = Visitor().goes("/puzzles/set?game=misere&n=5&least=400&most=1500")
    link = re.search(r'value="https://example.org/puzzles\?set=([^"]*)"', ada.page)
    assert link
    assert len(link[1].split(",")) == 5
    assert "Puzzle 1 of 5" in ada.goes(f"/puzzles?set={link[1]}").page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("n=51", "invalid number"),
        ("theme=luck", "unknown theme"),
        ("least=2900&most=3000", "There are no such puzzles"),
        ("n=%3Cb%3E", "&lt;b&gt;"),
    ],
)
def test_an_impossible_set_is_explained(query: str, words: str) -> None:
    assert words in Visitor().goes(f"/puzzles/set?{query}").page


def test_progress_is_kept_and_can_be_forgotten() -> None:
    ada, puzzle = Visitor(), collection("tictactoe")[0]
    ada.goes(f"/puzzles/{puzzle.id}").presses(*puzzle.line[::2])
    later = Visitor()
    later.browser = Browser(rows=ada.rows)
    assert later.goes("/puzzles").stats["Solved"] == "1 of 1"
    assert "No games yet" in later.goes("/games").page
    ada.browser.request("POST", "/puzzles/reset")
    assert ada.goes("/puzzles").stats["Solved"] == "0 of 0"


def test_a_next_puzzle_with_a_theme_stays_with_the_theme() -> None:
    ada = Visitor().goes("/puzzles/next?theme=fork&game=tictactoe")
    assert re.fullmatch(r"/puzzles/[a-z0-9]{6}\?theme=fork&game=tictactoe", ada.path)
    assert "puzzles/next?theme=fork&amp;game=tictactoe" in ada.sends(answer="show").page


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/puzzles/wizard", 404),
        ("/puzzles?set=wizard", 404),
        ("/api/v1/puzzles/wizard", 404),
        ("/puzzles?day=never", 400),
        ("/puzzles/next?theme=luck", 400),
        ("/puzzles/next?game=qubic", 400),
    ],
)
def test_an_unknown_puzzle_is_explained(path: str, status: int) -> None:
    reply, _ = Browser().request("GET", path)
    assert reply.status == status
    if path.startswith("/api"):
        return
    assert b'id="note"' in reply.body or b"note" in reply.body
