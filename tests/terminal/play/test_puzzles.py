"""`noughts puzzles`: solve, make, check and find puzzles in the terminal."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from noughts.puzzles import THEMES, Progress, Puzzle, collection, puzzle_of_the_day
from noughts.puzzles.collections import every, read, write
from tests.terminal.terminal import Pty, Terminal

pytestmark = pytest.mark.usefixtures("state")

FORK = next(puzzle for puzzle in collection("tictactoe") if "fork" in puzzle.themes and len(puzzle.answers) == 1)
LONG = next(puzzle for puzzle in collection("connect four") if len(puzzle.line) == 5)
PUZZLES = [sys.executable, "-m", "noughts", "puzzles"]


def solve(*args: str, lines: str = "") -> str:
    """Solve puzzles in a pipe; ` | ` separates the lines of the input. Return the output."""
    run = Terminal.run("puzzles", *args, given="\n".join(lines.split(" | ")) + "\n")
    assert (run.status, run.err) == (0, "")
    return run.out


def names(puzzle_id: str) -> tuple[str, str]:
    """Return the names of the right move and of a wrong one."""
    puzzle = next(puzzle for puzzle in every() if puzzle.id == puzzle_id)
    wrong = next(move for move in puzzle.position.moves if move not in puzzle.answers)
    return puzzle.position.name(puzzle.line[0]), puzzle.position.name(wrong)


def test_a_wrong_move_is_explained_and_the_right_one_solves_the_puzzle() -> None:
    right, wrong = names(FORK.id)
    out = solve("--id", FORK.id, lines=f"{wrong} | {right}")
    assert f"No. {wrong} throws away the win" in out
    assert "The game would go on:" in out
    assert "Try again." in out
    assert f"Yes. {right} " in out
    assert "Solved without a mistake: 0 of 1 puzzle." in out
    assert "Solved without a mistake: 1 of 1 puzzle." in solve("--id", FORK.id, lines=right)


@pytest.mark.parametrize("line", [names(FORK.id)[0], "answer"])
def test_a_solved_win_is_played_out_to_its_end(line: str) -> None:
    out = solve("--id", FORK.id, "--plain", lines=line)
    turn = FORK.position.turn
    last = [f"{turn.other}1", f"{turn}2"] if line != "answer" else [f"{turn}1", f"{turn.other}2", f"{turn}3"]
    assert all(mark in out for mark in last)


def test_the_line_goes_on_with_the_replies() -> None:
    moves = [LONG.position.game.board.names[move].rstrip("0123456789") for move in LONG.line]
    out = solve("--id", LONG.id, "--plain", lines=" | ".join(moves[::2]))
    for reply in moves[1::2]:
        assert f"{LONG.position.turn.other} answers {reply}." in out
    assert "1 of 1 puzzle" in out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hint", "The idea"),
        ("answer", "The answer: "),
        ("help", "skip          go on to the next puzzle"),
        ("", "Type a cell such as b2, or help."),
        ("z9", "'z9' is not a cell of this board: expected"),
        ("hnit", "Unknown command 'hnit': did you mean hint?"),
        ("skip", ""),
    ],
)
def test_commands_and_wrong_lines(line: str, message: str) -> None:
    out = solve("--id", FORK.id, lines=f"{line} | quit")
    assert message in out
    assert ("Solved without a mistake: 0 of 1" in out) is (line == "answer")


def test_hints_name_the_ideas_and_not_the_answer() -> None:
    out = solve("--id", FORK.id, lines="hint")
    for name in FORK.themes:
        assert f"{THEMES[name].title} ({THEMES[name].words})" in out


def test_todays_puzzle_comes_first_and_ends_with_the_line_to_share() -> None:
    puzzle = puzzle_of_the_day(date.today())
    moves = [puzzle.position.name(move) for move in puzzle.line[::2]]
    out = solve(lines=" | ".join([*moves, "", "skip"]))
    assert out.index("Today's puzzle") < out.index(f"To share: noughts puzzle {date.today()} · ")
    assert f" · {puzzle.rating} · {'🟩' * len(moves)}\n" in out
    assert out.count("Rated") == 3


def test_a_set_has_its_order_and_an_end() -> None:
    one, other = collection("misere")[0], collection("tictactoe")[0]
    out = solve("--set", f"{one.id},{other.id}", lines=f"answer |  | {names(other.id)[0]}")
    assert out.index("Puzzle 1 of 2: 3 × 3, three in a row") < out.index("Puzzle 2 of 2: 3 × 3, three in a row")
    assert out.endswith("Solved without a mistake: 1 of 2 puzzles.\n")


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (["--game", "connect four"], lambda puzzle: puzzle.position.game.name == "7,6,4 gravity"),
        (["--theme", "zugzwang"], lambda puzzle: "zugzwang" in puzzle.themes),
        (["--rating", "2000"], lambda puzzle: puzzle.rating > 1800),
    ],
)
def test_options_choose_the_puzzles(options: list[str], fits: Callable[[Puzzle], bool]) -> None:
    out = solve(*options, "--seed", "1", lines=" | ".join(["skip"] * 5))
    ids = [line.split(":")[0].removeprefix("Puzzle ") for line in out.splitlines() if line.startswith("Puzzle ")]
    assert len(ids) == 6
    assert all(fits(puzzle) for puzzle in every() if puzzle.id in ids)
    assert "Today" not in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--id", "wizard"], "there is no puzzle 'wizard': expected six letters and digits"),
        (
            ["--id", FORK.id, "--theme", "fork"],
            "--id names the puzzles: leave out --game, --theme, --rating and --from",
        ),
        (["--game", "8,8,5"], "there are no puzzles of 8,8,5: expected one of"),
        (["--game", "tictactoe", "--theme", "claimeven"], "there are no such puzzles: expected the theme win-in-1, "),
        (["--plain", "make"], "put the options after make"),
        (["--from", "missing.jsonl"], "cannot read missing.jsonl: No such file or directory"),
        (["check", "missing.jsonl"], "cannot read missing.jsonl: No such file or directory"),
        (["make", "--to", "missing/file"], "cannot write missing/file: there is no folder missing"),
        (["make", "--game", "2,2,2"], "found no puzzles of 2,2,2"),
    ],
)
def test_bad_input_is_an_error_in_one_sentence(args: list[str], message: str) -> None:
    run = Terminal.run("puzzles", *args)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"noughts: {message}")
    assert run.err.count("\n") == 1


def test_a_persons_progress_is_kept(state: Path) -> None:
    right, wrong = names(FORK.id)
    screen = Pty([*PUZZLES, "--id", FORK.id])
    screen.until("Your move")
    screen.type(f"{wrong}\n")
    screen.until("Try again")
    screen.type("\x03")
    assert screen.status() == 130
    kept = json.loads((state / "puzzles.json").read_text())
    assert kept["results"] == {FORK.id: False}
    assert kept["skill"]["rating"] < 800

    screen = Pty([*PUZZLES, "--id", FORK.id])  # only the first time counts
    screen.until("Your move")
    screen.type(f"{right}\n")
    screen.until(f"Your rating is {kept['skill']['rating']:.0f}.")
    assert screen.status() == 0
    assert json.loads((state / "puzzles.json").read_text()) == kept


def test_a_day_in_a_row_is_counted(state: Path) -> None:
    kept = Progress(day=date.today() - timedelta(1), days=6)
    state.mkdir(parents=True)
    (state / "puzzles.json").write_text(json.dumps(kept.to_data()))
    puzzle = puzzle_of_the_day(date.today())
    screen = Pty(PUZZLES)
    for move in puzzle.line[::2]:
        screen.until("Your move")
        screen.type(f"{puzzle.position.name(move)}\n")
    seen = " ".join(screen.until("Press Enter for the next puzzle").split())
    assert "Your rating: " in seen
    assert "That is day 7 in a row." in seen
    screen.type("quit\n")
    assert screen.status() == 0
    screen = Pty(PUZZLES)
    screen.until("You have solved today's puzzle.")
    screen.type("\x04")
    assert screen.status() == 0


def test_unreadable_progress_stays_as_it_is(state: Path) -> None:
    state.mkdir(parents=True)
    (state / "puzzles.json").write_text("{}")
    screen = Pty([*PUZZLES, "--id", FORK.id])
    assert "Your progress is not kept: cannot read" in screen.until("Your move")
    screen.type(f"{names(FORK.id)[0]}\n")
    screen.until("Solved without a mistake: 1 of 1 puzzle.")
    assert screen.status() == 0
    assert (state / "puzzles.json").read_text() == "{}"


def test_without_a_folder_for_the_progress_puzzles_can_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", f"/{'x' * 300}")
    screen = Pty([*PUZZLES, "--id", FORK.id])
    assert "Your progress is not kept: cannot read" in screen.until("Your move")
    screen.type("\x04")
    assert screen.status() == 0


def test_a_hint_for_a_puzzle_without_themes(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(f"\ufeff{write(replace(FORK, themes=()))}\n\n", encoding="utf-8")
    assert "The idea: noughts has no name for it." in solve("--from", str(file), lines="hint")


def test_made_puzzles_can_be_checked_and_solved(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    run = Terminal.run("puzzles", "make", "--game", "4,4,3", "-n", "4", "--seed", "2", "--to", str(file))
    puzzles = list(read(file.read_text(encoding="utf-8").splitlines()))
    ratings = [puzzle.rating for puzzle in puzzles]
    assert run.out == f"{file}: 4 puzzles, rated {ratings[0]:,} to {ratings[-1]:,}.\n"
    again = Terminal.run("puzzles", "make", "--game", "4,4,3", "-n", "4", "--seed", "2")
    assert again.out == file.read_text(encoding="utf-8")
    assert (
        Terminal.run("puzzles", "make", "--to", str(file)).err
        == f"noughts: {file} exists. Add --force to overwrite it.\n"
    )

    check = Terminal.run("puzzles", "check", str(file))
    assert check.out.startswith("4 puzzles proved: each has one right answer at every move (")
    assert json.loads(Terminal.run("puzzles", "check", str(file), "--json").out)["puzzles"] == 4
    assert f"Puzzle {puzzles[-1].id}: 4 × 4, three in a row." in solve(
        "--from", str(file), "--rating", str(ratings[-1])
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: {**data, "rating": 3000}, f"puzzle {FORK.id} has the rating 3000: expected {FORK.rating}"),
        (lambda data: {**data, "position": "3_/3_/3_ x"}, "has no unique answer, or none that can be proved"),
        (lambda data: [], "line 1: this is not a puzzle"),
    ],
)
def test_a_wrong_puzzle_is_reported(
    tmp_path: Path, change: Callable[[dict[str, object]], object], message: str
) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(change(json.loads(write(FORK)))), encoding="utf-8")
    run = Terminal.run("puzzles", "check", str(file))
    assert (run.status, run.out) == (1, "")
    assert message in run.err


def test_puzzles_are_found_in_saved_games(tmp_path: Path) -> None:
    run = Terminal.run("puzzles", "find", "-", given=b"a1 b2 c3 a3 c1 b1 c2\n\na1 b2 c3 a3 c1 b1 c2")
    found = list(read(run.out.splitlines()))
    assert (run.status, len(found)) == (0, len({puzzle.id for puzzle in found}))
    assert [puzzle.position.name(puzzle.line[0]) for puzzle in found][-1] == "c2"
    file = tmp_path / "mine.jsonl"
    assert Terminal.run("puzzles", "find", "-", "--to", str(file), given=b"a1 b2 c3 a3 c1 b1 c2").status == 0
    assert Terminal.run("puzzles", "check", str(file)).status == 0
    none = Terminal.run("puzzles", "find", "-", given=b"b1")
    assert (none.status, none.err.count("there are no puzzles in these games")) == (2, 1)
