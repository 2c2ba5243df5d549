"""`noughts play`: its questions, prompt and commands, on a terminal and in a pipe."""

import json
import random
import re
import shlex
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, read_games, read_moves, read_sgf
from noughts.session.session import Seat, Session
from tests.terminal.terminal import Pty, Terminal

pytestmark = pytest.mark.usefixtures("state")

PLAY = [sys.executable, "-m", "noughts", "play"]


def play(*args: str, lines: str = "") -> Terminal:
    """Play a game; each argument is one line of input."""
    run = Terminal.run("play", *args, given="\n".join(lines.split(" | ")) + "\n" if lines else "")
    assert run.status == 0
    assert run.err == ""
    return run


def test_pressing_enter_three_times_starts_a_game() -> None:
    out = play(lines=" |  |  | b2").out
    assert "You are X; Computer (perfect) is O." in out
    assert "|(O)" in out or "(O)|" in out, "the computer has made its move"


def test_the_answers_to_the_questions_are_used() -> None:
    out = play(lines="easy | o | o | b2").out
    assert "You are O; Computer (easy) is X." in out
    assert "Your move (O): b2" in out, "O begins"


def test_no_level_is_called_perfect_on_a_large_board() -> None:
    asked = play("--game", "gomoku", lines="strongest | x | x | quit").out
    assert "(random, beginner, easy, medium, hard, strongest or friend) [strongest]" in asked
    assert "You are X; Computer (strongest) is O." in asked
    assert "Computer (perfect)" in play("--level", "strongest", lines="quit").out
    changed = play("--game", "qubic", "--level", "easy", lines="level perfect | quit").out
    assert "Your opponent is now Computer (strongest). The score is reset." in changed


def test_two_people_are_asked_for_their_names() -> None:
    out = play(lines="friend | Ada | Grace | x | b2 | a1 | quit").out
    assert "Ada is X; Grace is O." in out
    assert out.index("Your move, Ada (X): b2") < out.index("Your move, Grace (O): a1")


def test_a_wrong_answer_repeats_the_question_and_a_move_starts_the_game() -> None:
    out = play(lines="pefect | perfect | z | x | x | b2 | quit").out
    assert "unknown player 'pefect': expected random, beginner, easy, medium, hard, perfect" in out.lower()
    assert "Unknown side 'z': expected x, o or random." in out
    assert "Your move (X): b2" in out
    assert "Your move (X): quit" in play(lines="b2 | quit").out


@pytest.mark.parametrize("cell", ["b2", "B2", " b2 ", "5", "1 1", "1,1", "(1, 1)"])
def test_cells_are_read_in_every_form(cell: str) -> None:
    assert "1. b2" in play("--friend", lines=f"{cell} | moves").out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("z9", "'z9' is not a cell of this board: expected a name from a1 to c3"),
        ("b2", "b2 is taken: X has a stone there."),
        ("nonsense", "or type help"),
        ("redo", "There is no move to redo."),
        ("hint z", "Unknown side 'z': expected x or o, or nothing for the player to move"),
        ("save", "takes one file name"),
        ("save a b", "takes one file name"),
        ("load /no/such/file", "Cannot read /no/such/file: No such file"),
        ("save /no/such/folder/game.sgf", "Cannot write /no/such/folder/game.sgf: there is no folder"),
        ("load .", "takes one file name"),
        ("load /", "takes one file name"),
        ("save ''", "takes one file name"),
        ("save ~nosuch/x", "Unknown home folder in '~nosuch/x'"),
        ("load ~nosuch/x", "Unknown home folder in '~nosuch/x'"),
        (f"save {'a' * 300}", "File name too long"),
        ("level stranger", "expected random, beginner, easy"),
        ("level", "Level takes a level, as in level hard: expected random, beginner, easy, medium, hard, perfect."),
        ("undo two", "Undo takes no argument: type undo once for each move."),
        ("Redo 5", "Redo takes no argument: type redo once for each move."),
        (
            "new connect four",
            "New takes no argument: for a different game, type quit and run noughts play --game GAME.",
        ),
        ("swap now", "Swap takes no argument: type only swap."),
        ("quit please", "Quit takes no argument: type only quit."),
        ("", "Type a cell such as b2, or help."),
    ],
)
def test_bad_input_is_explained_and_the_game_continues(line: str, message: str) -> None:
    out = play("--level", "perfect", lines=f"b2 | {line} | moves").out
    assert message in out
    assert re.search(r"moves\n1\. b2 [abc][13]\n", out), "the game is unchanged"


def test_undo_takes_back_both_moves_and_redo_replays_both() -> None:
    out = play("--level", "perfect", "--seed", "1", lines="b2 | moves | undo | moves | redo | moves | undo | undo").out
    first = re.findall(r"moves\n(.*)\n", out)
    assert first[0] == first[2]
    assert first[1] == "No moves yet."
    assert out.rstrip().endswith("Your move (X):")
    assert "There is no move to take back." in out


def test_a_game_between_friends_is_won_struck_through_and_counted() -> None:
    out = play("--name", "Ada", "--name", "Grace", lines="a1 | b1 | a2 | b2 | a3 |  | a1").out
    assert "[X]| O | .\n" in out
    assert "Ada wins with X: a1, a2, a3.\nScore: Ada 1, Grace 0, draws 0." in out
    assert out.count("Your move, Ada (X): a1") == 2, "Enter starts a new game"


def test_a_win_that_is_undone_does_not_count() -> None:
    out = play("--friend", lines="a1 | b1 | a2 | b2 | a3 | undo | score | redo | score").out
    assert re.findall(r"First player (\d), Second player (\d), draws (\d)", out) == [
        ("1", "0", "0"),
        ("0", "0", "0"),
        ("1", "0", "0"),
        ("1", "0", "0"),
    ]


def test_a_loaded_finished_game_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "won.txt"
    file.write_text("a1 b1 a2 b2 a3")
    out = play("--friend", lines=f"load {file} | score | undo | redo | score").out
    assert re.findall(r"First player (\d), Second player (\d)", out) == [("0", "0")] * 2 + [("1", "0")] * 2


@pytest.mark.parametrize(
    "args",
    [["--begins", "x", "--position", "9_"], ["--games", "2"], ["--load", "x.sgf", "--position", "9_"]],
    ids=" ".join,
)
def test_contradictory_options_are_rejected(args: list[str]) -> None:
    run = Terminal.run("play", *args)
    assert run.status == 2
    assert args[0] in run.err


def test_the_score_follows_the_person_when_sides_change() -> None:
    out = play("--name", "Ada", "--name", "Grace", lines="a1 | b1 | a2 | b2 | a3 | swap | a1 | b1 | a2 | b2 | a3").out
    assert "Grace is X" in out
    assert "Score: Ada 1, Grace 1, draws 0." in out


def test_hint_gives_a_move_and_its_value_for_either_side() -> None:
    out = play("--friend", "--position", "o_x/x2_/x2o x", lines="hint | hint o | values | values o").out
    assert re.search(r"hint\nb2 wins at once: c1-b2-a3 is complete\. \(\d+ states?, [\d.]+ ms\)", out)
    assert re.search(r"For O: b2 wins at once: a1-b2-c3 is complete\.", out)
    assert "  b2  ▲ win in 1\n  b1  ▼ loss in 2" in out
    assert "If it were O's turn:\n  b2  ▲ win in 1" in out
    out = play("--friend", "--position", "o_x/x2_/x2o x", lines="values x").out
    assert "(X): values x\n  b2  ▲ win in 1" in out


def test_values_can_be_shown_on_the_board() -> None:
    out = play("--friend", "--values", "--position", "o_x/x2_/x2o x").out
    assert "▲ win in 1" in out.splitlines()[5]


def test_watching_two_computers_needs_no_input() -> None:
    out = play("--watch", "perfect", "perfect", "--games", "3", "--seed", "1").out
    assert out.count("A draw.") == 3
    assert "Score: Computer X (perfect) 0, Computer O (perfect) 0, draws 3." in out
    assert "Your move" not in out


def test_play_starts_from_any_position_of_any_game_with_either_side() -> None:
    out = play("--position", "oxx/xxo/_o_", "--turn", "x", "--friend", lines="a3").out
    assert "wins with X: c1, b2, a3" in out
    out = play("--game", "connect four", "--friend", lines="d | 4 | d4 | moves").out
    assert "1. d6 d5  2. d4" in out
    assert "Layer b" in play("--game", "3x3x3", "--friend", lines="b2b").out


def test_if_o_begins_the_numbered_pairs_are_still_x_and_o() -> None:
    out = play("--begins", "o", "--friend", lines="b2 | a1 | c3 | moves").out
    assert "1... b2  2. a1 c3" in out


def test_misere_names_the_loser() -> None:
    out = play("--game", "misere", "--friend", lines="a1 | b1 | a2 | b2 | a3").out
    assert "Second player wins with O: X completed a1, a2, a3." in out


@pytest.mark.parametrize("name", ["game.sgf", "game.txt"])
def test_a_saved_game_can_be_loaded_and_continued(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    run = play("--name", "Ada", "--name", "Grace", lines=f"b2 | a1 | save {file} | c3 | save {file} | quit")
    assert "3 moves, unfinished" in run.out
    (tree,) = read_games(file.read_bytes())
    record = tree.main_line
    assert record.move_names == ("b2", "a1", "c3")
    assert record.names == ("Ada", "Grace")
    assert "1. b2 a1  2. c3" in play("--load", str(file), "--friend", lines="moves").out
    assert "1. b2 a1  2. c3" in play("--friend", lines=f"c1 | load {file} | moves").out
    assert [path.name for path in tmp_path.iterdir()] == [name], "no temporary file is left"


def test_a_saved_game_names_the_level_that_plays_now(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("--level", "easy", lines=f"b2 | level hard | save {file} | quit")
    assert read_moves(file.read_text()).names == ("You", "Computer (hard)")


def test_an_existing_file_is_overwritten_only_after_a_second_request(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear Ada")
    asked = play("--friend", lines=f"b2 | save {file}").out
    assert f"{file} exists. To overwrite it, type save {file} again." in asked
    assert file.read_text() == "dear Ada"
    play("--friend", lines=f"b2 | save {file} | save {file}")
    assert "b2" in file.read_text()


def test_loading_a_file_without_a_game_fails_and_the_game_continues(tmp_path: Path) -> None:
    for content in (b"\xff\xfe\x00", b"(;SZ[0])", b"b2 b2", b"(;GM[4]SZ[3]", b"key: value"):
        (tmp_path / "bad").write_bytes(content)
        out = play("--friend", lines=f"b2 | load {tmp_path / 'bad'} | moves").out
        assert "\n1. b2\n" in out
        assert "Traceback" not in out


def test_names_cannot_move_the_cursor() -> None:
    out = play("--name", "A\x1b[2Jda\n\x07" + "x" * 100, "--name", "Bo", lines="b2").out
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "x" * 41 not in out


def test_plain_boards_are_letters_and_dots() -> None:
    out = play("--friend", "--plain", lines="b2 | values").out
    assert not set("|+▲■▼\x1b") & set(out)
    assert " 2  .  (X)  .\n" in out


def test_a_player_that_fails_ends_the_session_with_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def move(board):\n    return (0, 0)\n")
    run = Terminal.run("play", "--level", f"{file}:move", given="a1\n")
    assert "cannot move" in run.out or run.err
    assert "Traceback" not in run.out + run.err


CELLS = ["b2", "a1", "5", "1,1", "x", "o", "z9", "perfect", "easy"]
COMMANDS = [
    "hint",
    "why",
    "review",
    "values",
    "undo",
    "redo",
    "moves",
    "board",
    "score",
    "new",
    "swap",
    "help",
    "level",
    "load",
    "save",
]
WORDS = [*CELLS, *COMMANDS, "quit"]


@given(st.lists(st.text() | st.sampled_from(WORDS) | st.lists(st.sampled_from(WORDS)).map(" ".join), max_size=30))
def test_no_input_causes_a_traceback(lines: list[str]) -> None:
    text = "\n".join(line for line in lines if "save" not in line)
    run = Terminal.run("play", "--level", "easy", "--seed", "1", given=text)
    assert run.status == 0
    assert run.err == ""


@pytest.mark.slow
def test_a_hundred_thousand_random_lines_never_give_a_traceback(tmp_path: Path) -> None:
    draw = random.Random(20)
    alphabet = "abc123 xo,()-?!\t\x00\x1béß漢🙂" + "".join(map(chr, range(32, 127)))
    lines = []
    for _ in range(100_000):
        if draw.random() < 0.6:
            lines.append(" ".join(draw.choices(CELLS * 3 + COMMANDS, k=draw.randint(1, 3))))
        else:
            lines.append("".join(draw.choices(alphabet, k=draw.randint(2, 40))))
    lines = [line for line in lines if line.strip().lower().partition(" ")[0] not in ("q", "quit", "exit")]
    run = subprocess.run(
        [*PLAY, "--level", "medium", "--seed", "1"],
        input="\n".join(lines).encode(),
        capture_output=True,
        cwd=tmp_path,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0
    assert run.stderr == b""
    assert b"Traceback" not in run.stdout
    assert run.stdout.count(b"Your move (") + run.stdout.count(b"Enter for a new game") > 99_000, "all lines were read"


def test_invalid_utf_8_is_not_an_error() -> None:
    run = subprocess.run([*PLAY, "--friend"], input=b"\xff\xfe\x80\nb2\n", capture_output=True, timeout=300)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"(X)" in run.stdout


def test_a_terminal_gets_colour_unless_no_color_is_set() -> None:
    for env, colour in ((dict[str, str](), True), ({"NO_COLOR": "1"}, False)):
        screen = Pty([*PLAY, "--friend", "--new"], env=env)
        screen.until("Your move")
        screen.type("b2\n")
        assert ("\x1b[1;34m" in screen.until("Second player (O)")) is colour
        screen.type("quit\n")
        assert screen.status() == 0


def test_ctrl_c_and_ctrl_d_end_a_game_on_a_terminal() -> None:
    for args, keys, status in ((PLAY, "\x03", 130), (PLAY, "\x04", 0), (PLAY[:-1], "\x03", 130)):
        screen = Pty(args)
        if args == PLAY[:-1]:
            screen.until("Play on the full screen?")
            screen.type("n\n")
        screen.until("Your opponent")
        screen.type(keys)
        assert screen.status() == status
        assert "Traceback" not in screen.seen


@pytest.mark.parametrize(("size", "lines", "columns"), [((80, 24), 16, 62), ((40, 24), 16, 33), ((80, 40), 30, 63)])
def test_the_board_fits_the_terminal_and_follows_its_size(size: tuple[int, int], lines: int, columns: int) -> None:
    screen = Pty([*PLAY, "--friend", "--game", "gomoku"], size, {"NO_COLOR": "1"})
    board = rows(screen.until("Your move, First player"))
    assert (len(board), max(map(len, board))) == (lines, columns)
    termios.tcsetwinsize(screen.handle, (24, 40))
    screen.type("board\n")
    board = rows(screen.until(f" 15{15 * ' .'}"))
    assert (len(board), max(map(len, board))) == (16, 33)
    screen.type("quit\n")
    assert screen.status() == 0


def rows(seen: str) -> list[str]:
    """Return the lines of a board."""
    return [line.rstrip("\r") for line in seen.split("\n") if re.match(r" +([0-9]+ |a +b|---)", line)]


@pytest.mark.parametrize("level", ["mcts:simulations=999999999", "minimax", "alphabeta:depth=9"])
def test_ctrl_c_ends_the_thinking_and_then_the_game(level: str) -> None:
    screen = Pty([*PLAY, "--level", level, "--game", "7,7,5"])
    screen.until("Your move")
    screen.type("d4\n")
    screen.until("Ctrl-C ends it")
    screen.type("\x03")
    assert "ended by Ctrl-C" in " ".join(screen.until("(O)").split())
    screen.until("Your move (X)")
    screen.type("moves\n")
    assert re.search(r"1\. d4 [a-g][1-7]\b", screen.until("Your move"))
    screen.type("\x03")
    assert screen.status() == 130
    assert "Traceback" not in screen.seen


def test_ctrl_c_ends_a_players_own_function_and_the_game_is_kept(tmp_path: Path, state: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ndef move(board):\n    time.sleep(60)\n")
    screen = Pty([*PLAY, "--level", f"{tmp_path / 'slow.py'}:move"])
    screen.until("Your move")
    screen.type("b2\n")
    screen.until("b2\r\n")
    screen.type("\x03")
    assert screen.status() == 130
    assert "Your game is kept." in screen.seen
    assert list(state.iterdir())


def test_the_prompt_is_shown_again_after_the_program_was_suspended() -> None:
    shell = f"set -m; {shlex.join([*PLAY, '--friend'])}; echo suspended; fg"
    screen = Pty([sys.executable, "-c", f"import os; os.execvp('sh', ['sh', '-c', {shell!r}])"])
    screen.until("Your move, First player (X): ")
    screen.type("mov")
    screen.until("mov")
    screen.type("\x1a")
    screen.until("Your move, First player (X): mov")
    assert "suspended" in screen.seen
    screen.type("es\n")
    assert "No moves yet." in screen.until("Your move")
    screen.type("quit\n")
    assert screen.status() == 0


def test_an_analysis_that_was_stopped_is_not_kept() -> None:
    stopped = True
    session = Session((Seat("Ada"), Seat("Grace")), Position("5,5,4"), random.Random(1), stop=lambda: stopped)
    assert not session.analyse().exact
    assert session.hint(session.analyse())
    stopped = False
    assert session.analyse().nodes > 1000


def test_analyse_reads_the_last_position_of_a_saved_game(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    play("--friend", lines=f"b2 | b1 | save {file}")
    position = read_sgf(file.read_text()).main_line.position
    answer = json.loads(Terminal.run("analyse", repr(position).split("'")[1], "--json").out)
    assert (answer["positionValue"], answer["remoteness"]) == ("win", 5)


def test_a_player_resigns() -> None:
    out = play("--friend", "--first", lines="resign | b2 | resign | c1 | undo | c1 | resign | new | quit").out
    assert out.count("The game is 3 × 3") == 1
    assert "There is no game to resign." in out
    assert "Second player resigned. First player wins." in out
    assert "The game is over: O resigned." in out
    assert "First player resigned. Second player wins." in out
    assert "Score: First player 0, Second player 1, draws 0." in out
