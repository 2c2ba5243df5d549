"""`noughts explain`: the story in the terminal, step by step, as a page, a picture and a trace."""

import json
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

from noughts import Position, game, position
from noughts.explain.story.build_story import tell
from noughts.explain.story.trace_format import from_json
from noughts.render.tree.svg import tree_svg
from noughts.render.tree.text import tree_text
from tests.slowly import few_fast
from tests.terminal.terminal import Terminal

START = "o_x/x2_/x2o"


def explain(*args: str, given: str = "") -> Terminal:
    """Run `noughts explain` for the position of the figure."""
    run = Terminal.run("explain", START, *args, given=given)
    assert (run.status, run.err) == (0, "")
    return run


def test_explain_prints_the_pseudocode_the_tree_and_the_answer() -> None:
    out = explain("--algorithm", "alphabeta").out
    story = tell(position(f"{START} x"), algorithm="alphabeta")
    assert "  10      return min(scores)" in out
    assert out.endswith(f"\n{tree_text(story)}\n")
    assert "Scores for X: +10 win, 0 draw, −10 loss." in out
    assert out.splitlines()[-1].endswith("Choose b2 (state 6).   searched 9 of 10 states")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--form", "j"], "BestMove(j):"),
        (["--form", "max-min"], "max_value(state):"),
        (["-a", "negamax"], "Scores for the player to move:"),
        (["--scores", "depth"], "max(−8, +9, −8) = +9"),
        (["--scores", "one"], "max(−1, +1, −1) = +1"),
        (["--scores", "noughts"], "max(−2, +3, −2) = +3"),
        (["--order", "centre"], "max(+10, −10, −10) = +10. Choose b2 (state 2)"),
        (["--order", "random", "--seed", "1"], "Choose b2"),
        (["--order", "random", "--seed", "1"], "Moves are tried in a random order: --seed 1 repeats it."),
        (["--order", "random"], "--seed 0 repeats it."),
        (["--number", "level"], " 5  │ ├ b2  end  −10"),
        (["--depth", "1"], "values between them are estimates"),
        (["--form", "j", "--depth", "2"], "    if depth == 0: return the estimate of j\n"),
        (["--form", "j", "--depth", "2"], "    v(i) = Minimax(i, depth - 1), for all children i of j\n"),
        (["--form", "lists", "--depth", "2"], "scores.append(minimax(state.play(move), depth - 1))"),
        (["--form", "max-min", "--depth", "2"], "v = max(v, min_value(play(state, move), depth - 1))"),
        (["--form", "negamax"], "def negamax(state):"),
        (["--form", "negamax", "--depth", "2"], "-negamax(state.play(move), depth - 1)"),
        (["--form", "alphabeta", "--depth", "2"], "def minimax(state, depth, alpha, beta):"),
        (["--form", "transposition"], "table[state] ="),
        (["-a", "transposition"], "alpha-beta with a table"),
        (["--turn", "o"], "O maximises"),
    ],
    ids=" ".join,
)
def test_the_options_change_the_story(args: list[str], expected: str) -> None:
    assert expected in explain(*args).out


def test_plain_output_is_ascii() -> None:
    for args in ([], ["--steps"]):
        assert explain("-a", "alphabeta", "--plain", *args).out.isascii()


def test_a_terminal_without_these_characters_gets_the_plain_story() -> None:
    run = Terminal.run("explain", START, "-a", "alphabeta", encoding="ascii")
    assert run.out == explain("-a", "alphabeta", "--plain").out
    assert "<=+10" in run.out
    assert "?" not in run.out


def test_all_steps_are_listed_with_their_lines() -> None:
    story = tell(position(f"{START} x"))
    lines = explain("--steps").out.splitlines()
    steps = [line for line in lines if ". line " in line]
    assert len(steps) == len(story.events) == 29
    for line, event in zip(steps, story.events, strict=True):
        assert f"line {event.line:>2} " in line
        assert line.endswith(event.text)
    assert lines[-1] == "Searched 10 of 10 states."


def test_the_reader_can_step_forwards_backwards_and_to_any_step() -> None:
    story = tell(position(f"{START} x"), algorithm="alphabeta")
    out = explain("-a", "alphabeta", "--step", given="\nb\nb\n11\nnonsense\n99\nq\n").out
    shown = [line for line in out.splitlines() if line in {event.text for event in story.events}]
    assert shown == [story.events[i].text for i in (0, 1, 0, 0, 10, 10, 10)]
    assert "This is the first step." in out
    assert (
        "Unknown command 'nonsense': press Enter for the next step, or type b to go back, a step number, or q to quit."
        in out
    )
    assert "Unknown command '99'" in out
    assert "Step 11 of 32 (Enter next, b back, q quit): " in out


def test_a_step_shows_the_board_the_line_the_variables_and_the_open_lists() -> None:
    out = explain("-a", "alphabeta", "--step", given="28\nq\n").out
    last = out[out.index("State 7 lowers beta") :]
    assert "State 7 lowers beta from +∞ to +10." in last
    assert " 2  X | . |(X)" in last
    assert ">  7          else: beta = min(beta, scores[-1])" in last
    assert last.count("\n>") == 1
    assert "  state        7, O to move\n" in last
    assert "  scores       [+10]\n" in last
    assert "  alpha        +10\n  beta         +10\n" in last
    assert "  waiting      1 [−10, +10]\n" in last
    assert "  searched     9 of 10 states\n" in last


@pytest.mark.parametrize(("form", "name"), [("lists", "scores"), ("j", "v(i)"), ("max-min", "v")])
def test_a_variable_appears_after_its_line_has_run(form: str, name: str) -> None:
    story = tell(position(f"{START} x"), form=form)
    out = explain("--form", form, "--step", given="\n" * 40).out
    steps = out.split("Step ")[: len(story.events)]
    for event, text in zip(story.events, steps, strict=True):
        here = name if event.node == 1 or form != "j" else "v"
        assert (f"\n  {here} " in text) is bool(event.scores), event.text
    asked = out[out.index("Search state 7") :]
    first = {"lists": "[−10, +10]", "j": "v(2) = −10, v(6) = +10", "max-min": "v = +10"}[form]
    assert f"  waiting      1 {first}\n" in asked
    assert "  waiting      1\n" in out, "the first call is still open before any result"


def test_explain_ends_after_the_last_step_or_at_the_end_of_input() -> None:
    story = tell(position(f"{START} x"))
    out = explain("--step", given="\n" * 40).out
    assert out.rstrip().endswith("searched 10 of 10 states")
    assert out.count("Step 29 of 29") == 1
    assert explain("--step", given="").out.count("Step ") == 1
    assert all(event.text in out for event in story.events)


def test_ctrl_c_exits_without_a_traceback() -> None:
    code = (
        "import builtins, sys\n"
        "def stop(prompt=''): raise KeyboardInterrupt\n"
        "builtins.input = stop\n"
        "from noughts.terminal.program import run\n"
        f"sys.exit(run(['explain', '{START}', '--step']))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 130
    assert "Traceback" not in run.stderr


def test_the_trace_the_picture_and_the_page_are_written(tmp_path: Path) -> None:
    trace, picture, page = tmp_path / "story.json", tmp_path / "story.svg", tmp_path / "story.html"
    run = explain(
        "-a", "alphabeta", "--json", str(trace), "--svg", str(picture), "--html", str(page), "--theme", "print"
    )
    story = tell(position(f"{START} x"), algorithm="alphabeta")
    assert from_json(trace.read_text(encoding="utf-8")) == story
    assert picture.read_text(encoding="utf-8") == tree_svg(story, theme="print") + "\n"
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "State 7 stops" in html
    assert all(f'"algorithm":"{name}"' in html for name in ("minimax", "negamax", "alphabeta", "transposition"))
    assert html.index('"algorithm":"alphabeta"') < html.index('"algorithm":"minimax"'), (
        "the algorithm of the command comes first"
    )
    assert [line.partition(":")[0] for line in run.out.splitlines()] == [str(page), str(picture), str(trace)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["story.html", "story.json", "story.svg"], (
        "no temporary file is left"
    )


def test_a_dash_means_standard_output_and_messages_go_to_standard_error(tmp_path: Path) -> None:
    run = Terminal.run("explain", START, "--json", "-", "--svg", str(tmp_path / "tree.svg"))
    assert json.loads(run.out)["format"] == "noughts-trace"
    assert "tree.svg: the tree, searched 10 of 10 states." in run.err
    assert Terminal.run("explain", START, "--svg", "-").out.startswith("<svg")


@pytest.mark.parametrize("has_browser", [True, False])
def test_the_page_is_saved_and_opened_in_a_browser(
    has_browser: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def browser(address: str) -> bool:
        opened.append(address)
        return has_browser

    monkeypatch.setattr(webbrowser, "open", browser)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    out = explain("--open").out
    (page,) = tmp_path.iterdir()
    assert opened == [page.as_uri()]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(page) in out
    assert ("No browser found" in out) is not has_browser
    explain("--open", "--html", str(tmp_path / "mine.html"))
    assert opened[-1] == (tmp_path / "mine.html").as_uri()


@pytest.mark.slow
def test_the_error_for_a_position_that_is_too_large_says_what_to_do(tmp_path: Path) -> None:
    for args in ([], ["--svg", "x.svg"], ["--steps"], ["--step"], ["--json", "-"]):
        run = Terminal.run("explain", "start", *args)
        assert (run.status, run.out) == (2, "")
        assert run.err == (
            "noughts: the tree is too large to explain every step: open it move by move with --html FILE, use -a "
            "transposition --order centre, which searches only 1,981 states, or --depth 4, or explain a later "
            "position\n"
        )
    story = Terminal.run("explain", "start", "-a", "transposition", "--order", "centre")
    assert story.out.rstrip().endswith("searched 1,981 of 549,946 states")
    page = tmp_path / "start.html"
    run = Terminal.run("explain", "start", "--html", str(page))
    assert run.status == 0
    assert "the tree is too large to show the steps of minimax, so the page opens it move by move" in run.out
    assert "noughts-atlas" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "depth"), few_fast([("4,4,4", 3), ("connect four", 4), ("8,8,4", 2)], 2))
def test_the_error_suggests_a_depth_that_works(game: str, depth: int) -> None:
    for args in ([], ["--depth", str(depth + 1)]):
        run = Terminal.run("explain", "start", "--game", game, "--scores", "ten", *args)
        assert f"--depth {depth}, or explain a later position" in run.err
    assert Terminal.run("explain", "start", "--game", game, "--depth", str(depth)).status == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([START, "--depth", "0"], "Invalid value for '--depth'"),
        ([START, "--seed", "2"], "--seed works only with --order random"),
        ([START, "--step", "--steps"], "cannot be combined"),
        ([START, "--json", "-", "--svg", "-"], "only one of"),
        ([START, "-a", "guessing"], "'minimax', 'negamax', 'alphabeta', 'transposition'."),
        (
            [START, "-a", "negamax", "--form", "j"],
            "negamax has no pseudocode 'j': expected negamax, or the algorithm minimax",
        ),
        (["3x/oo_/3_"], "the game is over"),
        (["xx"], "expected 3 rows of 3"),
        (["start", "--game", "4,4,4", "--scores", "depth"], "at most 9 more plies"),
        ([START, "--svg", "/no/such/folder/x.svg"], "cannot write /no/such/folder/x.svg: there is no folder"),
        ([START, "--html", ""], "the file name is empty"),
        (["3,3,3", "--game", "4,4,4"], "'3,3,3' is a game: expected a position, such as o_x/x2_/x2o x, or start"),
        ([], "Missing argument"),
    ],
    ids=" ".join,
)
def test_bad_input_prints_one_sentence(args: list[str], message: str) -> None:
    run = Terminal.run("explain", *args)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert len(run.err.splitlines()) == 1


def test_other_games_and_3d_boards_can_be_explained() -> None:
    assert "searched 30 of 30 states" in Terminal.run("explain", "x_x/o_o/_o_", "--game", "misere", "--turn", "x").out
    cube = Position(game("3x3x3")).play(0)
    run = Terminal.run("explain", repr(cube).split("'")[1], "--game", "3x3x3", "--depth", "1")
    assert run.status == 0
    assert "horizon" in run.out
