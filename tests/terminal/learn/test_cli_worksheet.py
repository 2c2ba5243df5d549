"""`noughts worksheet`: its text, page and JSON."""

import json
from pathlib import Path

import pytest

from noughts import minimax, position
from tests.terminal.terminal import Terminal


def test_a_seed_gives_the_same_text() -> None:
    done = Terminal.run("worksheet", "--count", "3", "--empties", "4", "--seed", "1")
    assert done.status == 0
    assert done.out == Terminal.run("worksheet", "--count", "3", "--empties", "4", "--seed", "1").out
    assert done.out != Terminal.run("worksheet", "--count", "3", "--empties", "4", "--seed", "2").out
    assert done.out.count("Best move: ______") == 3


def test_the_page_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    done = Terminal.run("worksheet", "--seed", "7", "--game", "4,4,3 gravity", "--html", str(file))
    assert done.out == f"{file}: 5 positions and 2 trees, seed 7.\n"
    page = file.read_text(encoding="utf-8")
    again = "noughts worksheet --count 5 --empties 4 --trees 2 --scores ten --seed 7 --game"
    assert again in page
    assert "4,4,3 gravity" in page


def test_a_dash_means_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = Terminal.run("worksheet", "--seed", "7", "--html", "-")
    assert done.out.startswith("<!doctype html>")
    assert done.out.endswith("</html>\n")
    assert not list(tmp_path.iterdir())


def test_worksheet_says_why_there_are_fewer_trees(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    done = Terminal.run("worksheet", "--seed", "7", "--game", "10,4,4", "--html", str(file))
    assert done.out.startswith(f"{file}: 5 positions and 0 trees, seed 7.\nThe boards of 10,4,4 are too wide")
    assert "--trees 0" in file.read_text(encoding="utf-8")


def test_json_contains_the_questions_and_answers() -> None:
    data = json.loads(Terminal.run("worksheet", "--seed", "3", "--json", "--scores", "depth").out)
    assert (data["game"], data["seed"], data["unit"]) == ("3,3,3", 3, "depth")
    assert (len(data["questions"]), len(data["trees"])) == (5, 2)
    for question in data["questions"]:
        here = position(question["position"])
        scores = minimax(here).scores
        best = {here.game.board.names[move] for move, score in scores.items() if score == max(scores.values())}
        assert set(question["best"]) == best
        assert question["moves"].keys() == {here.game.board.names[move] for move in scores}


def test_variants_have_seeds_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "class.html"
    options = ["--count", "2", "--trees", "1", "--algorithm", "alphabeta"]
    done = Terminal.run("worksheet", *options, "--variants", "3", "--seed", "5", "--html", str(file), "--json")
    sheets = json.loads(done.out)
    assert [sheet["seed"] for sheet in sheets] == [5, 6, 7]
    for sheet in sheets:
        alone = Terminal.run("worksheet", *options, "--seed", str(sheet["seed"]), "--json")
        assert json.loads(alone.out) == sheet
        assert sheet["trees"][0]["algorithm"] == sheet["algorithm"] == "alphabeta"
    assert "--seed 5 --algorithm alphabeta --variants 3" in file.read_text(encoding="utf-8")
    other = tmp_path / "other.html"
    text = Terminal.run("worksheet", "-n", "1", "--trees", "0", "--variants", "2", "--seed", "5", "--html", str(other))
    assert text.out == f"{other}: 2 sheets of 1 position and 0 trees, seeds 5 to 6.\n"


def test_json_names_the_winner() -> None:
    data = json.loads(Terminal.run("worksheet", "--seed", "3", "--json", "--scores", "winner").out)
    for question in data["questions"]:
        here = position(question["position"])
        score = minimax(here).score
        winner = here.turn if score > 0 else here.turn.other
        assert question["value"] == ("=" if score == 0 else str(winner))
        assert {question["moves"][name] for name in question["best"]} == {question["value"]}


def test_without_a_seed_the_sheet_prints_its_seed() -> None:
    done = Terminal.run("worksheet", "--count", "1", "--json", "--trees", "0")
    seed = json.loads(done.out)["seed"]
    assert Terminal.run("worksheet", "--count", "1", "--json", "--trees", "0", "--seed", str(seed)).out == done.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--empties", "1"], "2 to 9 empty cells, not 1"),
        (["--count", "0", "--trees", "0", "--json"], "would be empty"),
        (["--count", "-1"], "up to 100 positions and up to 100 trees, not -1"),
        (["--count", "0"], "the sheet would be empty"),
        (["--open"], "add --html FILE"),
        (["--open", "--html", "-"], "add --html FILE"),
        (["--json", "--html", "-"], "only one of --html and --json"),
        (["--game", "gomoku", "--trees", "1"], "too small to read"),
        (["--html", "/nowhere/at/all.html"], "cannot write /nowhere/at/all.html: there is no folder /nowhere/at"),
        (["--game", "chess"], "unknown game"),
        (["--variants", "0"], "0 is not in the range 1<=x<=100"),
        (["--algorithm", "alphabeta", "--scores", "winner"], "alpha and beta are numbers"),
        (["--puzzles", "--trees", "1"], "--trees cannot be combined with --puzzles"),
        (["--puzzles", "--empties", "4"], "--empties cannot be combined with --puzzles"),
        (["--theme", "fork"], "--theme works only with --puzzles"),
        (["--puzzles", "--theme", "claimeven"], "there are only 0 of 5 such puzzles of 3,3,3"),
    ],
)
def test_bad_input_prints_one_sentence(options: list[str], message: str) -> None:
    done = Terminal.run("worksheet", *options)
    assert done.status == 2
    assert done.out == ""
    assert message in done.err
    assert "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_sheet_of_puzzles_can_be_made_again(tmp_path: Path) -> None:
    file, options = tmp_path / "puzzles.html", ["--puzzles", "--theme", "fork", "--level", "1", "--count", "3"]
    done = Terminal.run("worksheet", *options, "--variants", "2", "--seed", "5", "--html", str(file))
    assert done.out == f"{file}: 2 sheets of 3 puzzles, seeds 5 to 6.\n"
    again = "noughts worksheet --puzzles --theme fork --level 1 --count 3 --seed 5 --variants 2"
    assert f"<code>{again}</code>" in file.read_text(encoding="utf-8")
    sheets = json.loads(Terminal.run(*again.split()[1:], "--json").out)
    alone = json.loads(Terminal.run("worksheet", *options, "--seed", "6", "--json").out)
    assert sheets[1] == alone
    for puzzle in alone["puzzles"]:
        assert puzzle["line"][0] in puzzle["answers"]
        assert "forks" in puzzle["reason"]
    text = Terminal.run("worksheet", *options, "--seed", "6").out
    assert all(puzzle["reason"] in text for puzzle in alone["puzzles"])
