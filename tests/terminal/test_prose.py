"""Text is wrapped between words on a terminal, and not wrapped in a pipe."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.terminal.program import run
from noughts.terminal.prose import fitted
from tests.terminal.terminal import Terminal


class Tty(io.StringIO):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


def shown(args: list[str], stream: type[io.StringIO], columns: int) -> str:
    """Run a command with the given output stream and number of columns, and return what it prints."""
    out, err = stream(), stream()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("COLUMNS", str(columns))
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a1 b1 a3 a2 c3 b3 b2")))
        run(args)
    return out.getvalue() + err.getvalue()


@given(st.lists(st.text("ab −", max_size=60)).map("\n".join), st.integers(1, 80))
def test_wrapping_fits_the_width_and_loses_no_word(text: str, width: int) -> None:
    wrapped = fitted(text, width)
    longest = max(map(len, text.split()), default=0)
    assert all(len(line) <= width for line in wrapped.split("\n") if line.strip())
    assert "".join(wrapped.split()) == "".join(text.split())
    if longest <= width // 2:
        assert wrapped.split() == text.split(), "no word is broken"
    assert fitted(text, 0) == text


def test_wrapped_table_text_stays_in_its_column() -> None:
    assert fitted("  a1  four of the replies lose", 20) == "  a1  four of the\n      replies lose"
    assert fitted("one two three", 8) == "one two\nthree"


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    "args",
    [
        ["analyse", "2_x/_o_/x2_ o"],
        ["analyse", "zzzz"],
        ["explain", "o_x/x2_/x2o", "-a", "transposition"],
        ["explain", "o_x/x2_/x2o", "-a", "alphabeta", "--steps"],
        pytest.param(["explain", "start"], marks=pytest.mark.slow, id="explain start"),
        ["review", "-"],
        ["grade", "tests/students/nothing.py:at_all"],
        ["frobnicate"],
    ],
    ids=" ".join,
)
def test_the_output_of_every_command_fits_the_terminal(args: list[str], columns: int) -> None:
    lines = shown(args, Tty, columns)
    assert all(len(line) <= columns for line in lines.splitlines())
    piped = shown(args, io.StringIO, columns)
    assert max(map(len, piped.splitlines())) > 60, "the text is long enough to be wrapped"
    words = {word for word in lines.replace("│", " ").split() if not re.fullmatch("[0-9.]+", word)}  # without times
    assert words <= set(piped.replace("│", " ").split()), "no word is broken"


@pytest.mark.parametrize(("typed", "meant"), [("anlyse", "analyse"), ("Reviw", "review"), ("wroksheet", "worksheet")])
def test_a_mistyped_command_gets_a_suggestion(typed: str, meant: str) -> None:
    run = Terminal.run(typed, "9_ x")
    assert (run.status, run.out) == (2, "")
    assert run.err == f"noughts: unknown command {typed!r}: did you mean {meant}? (see noughts --help)\n"
    assert "expected play, tui, puzzles, web, site, analyse" in Terminal.run("frobnicate").err


@pytest.mark.parametrize(("typed", "meant"), [("hnt", "hint"), ("levle hard", "level"), ("UNDOO", "undo")])
def test_a_mistyped_word_at_the_prompt_gets_a_suggestion(typed: str, meant: str) -> None:
    out = Terminal.run("play", "--friend", given=f"{typed}\nz9\nquit\n").out
    assert f"Unknown command {typed.split()[0]!r}: did you mean {meant}?\n" in out
    assert "'z9' is not a cell of this board: expected a name" in out


def test_the_verb_agrees_with_the_number_of_replies() -> None:
    for args, given_ in (("analyse", ""), ("play", "values\nquit\n")):
        start = "x2_/3_/3_ o"
        run = Terminal.run(args, *(["--friend", "--position", start] if given_ else [start]), given=given_)
        counts = re.findall(r"([0-9]+) of X's [0-9]+ replies (loses?)$", run.out, re.MULTILINE)
        assert {"1", "2"} <= {losing for losing, _ in counts}
        assert all(verb == ("loses" if losing == "1" else "lose") for losing, verb in counts)


def test_text_output_has_a_minus_sign_and_json_a_hyphen() -> None:
    run = Terminal.run("analyse", "o_x/x2_/x2o x", "--scores", "ten")
    assert "(−10)" in run.out
    assert "-10" not in run.out
    assert '"score": -10' in Terminal.run("analyse", "o_x/x2_/x2o x", "--scores", "ten", "--json").out


def test_the_prompt_explains_rows_and_columns() -> None:
    out = Terminal.run("play", "--friend", given="1 1\nquit\n").out
    assert "b2 is also 5, or row and column from 0: 1 1)" in out
    assert " 2  . |(X)| ." in out
