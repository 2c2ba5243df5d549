"""Play on the full screen: people, levels, engines, undo, hints, values, and keeping the unfinished game."""

import shlex
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from textual.widgets import Static

from noughts import Evaluation, GameTree, Limit, Record, analyse
from noughts.players.levels import LEVELS
from noughts.players.opponent import Choice, Opponent
from noughts.rules.files.sgf import read_sgf
from noughts.rules.gallery import game
from noughts.rules.game import Player as Side
from noughts.rules.position import Position
from noughts.session.seats import Seat
from noughts.session.session import Session
from noughts.terminal.kept import games as kept_games
from noughts.terminal.kept import unfinished
from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.rooms.room import SMALLEST
from tests.terminal.screen.screens import Player, play

TWO = Settings(x="person", o="person")


def test_a_game_between_two_people_is_won_and_the_next_one_begins() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "1", "3", "2", "7")
        assert "First player wins with X: c1, b2, a3." in player.panel
        assert player.app.session.score.wins(0) == 1
        await player.press("enter")
        assert "Your move, First player (X)" in player.panel

    play(does, TWO)


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_game_as_each_side_against_each_level(side: str, level: str) -> None:
    async def does(player: Player) -> None:
        session = player.app.session
        while not session.position.is_over:
            assert session.awaits_person
            move = session.position.moves[0]
            await player.press(str(move + 1))
        assert session.ending in player.panel

    play(does, Settings(**{side: "person", "o" if side == "x" else "x": level}))


def test_hjkl_and_arrows_move_the_cursor() -> None:
    async def does(player: Player) -> None:
        await player.press(
            "h", "k", "enter", "right", "right", "down", "down", "space", "l", "j", "up", "left", "enter"
        )
        assert player.app.session.record.move_names == ("a1", "c3", "b2")

    play(does, TWO)


def test_discs_fall_where_the_column_of_the_cursor_is() -> None:
    async def does(player: Player) -> None:
        await player.press("enter", "enter", "left", "down", "enter", "7")
        assert player.app.session.record.move_names == ("d6", "d5", "c6", "g6")
        assert "▼" in player.text

    play(does, Settings(game="connect four", o="person"))


def test_the_lines_through_the_cursor_are_lit_in_all_layers() -> None:
    async def does(player: Player) -> None:
        board = player.app.screen.query_one(BoardView)
        await player.press("home", "pagedown", "pageup")
        assert board.picture.lit.bit_count() == 1 + 7 * 3
        assert board.position.name(board.target) == "a1a"
        assert player.text.count("Layer") == 4

    play(does, Settings(game="qubic", o="person"))


def test_a_click_plays_a_cell_and_a_click_on_a_key_presses_it() -> None:
    async def does(player: Player) -> None:
        lines = player.lines
        row = next(number for number, line in enumerate(lines) if " c" in line and " a " in line)
        await player.pilot.click(offset=(lines[row].index("c"), row + 2))
        await player.wait()
        assert player.app.session.record.move_names[0] == "c1"
        keys = player.lines[-1]
        await player.pilot.click(offset=(keys.index("Undo"), len(lines) - 1))
        await player.wait()
        assert not player.app.session.record.moves
        await player.pilot.click(offset=(player.lines[0].index("Settings"), 0))
        await player.wait()
        assert "Colours" in player.text

    play(does)


def test_undo_redo_and_swap() -> None:
    async def does(player: Player) -> None:
        session = player.app.session
        await player.press("5", "u")
        assert not session.record.moves
        await player.press("r")
        assert len(session.record.moves) == 2
        await player.press("x")
        assert session.record.names[1] == "You"
        assert len(session.record.moves) == 1

    play(does)


def test_a_move_is_typed() -> None:
    async def does(player: Player) -> None:
        await player.move("h8")
        await player.move("h8")
        assert "h8 is taken: X has a stone there." in player.text, "the question stays open"
        await player.press("backspace")
        await player.type("9")
        await player.press("enter")
        await player.move("nowhere")
        assert "'nowhere' is not a cell of this board" in player.text
        await player.press("escape")
        assert player.app.session.record.move_names == ("h8", "h9")

    play(does, Settings(game="gomoku", o="person"))


@pytest.mark.parametrize("name", ["l", "12", "l6"])
def test_a_column_is_typed_by_its_letter_or_its_number(name: str) -> None:
    async def does(player: Player) -> None:
        await player.move(name)
        assert player.app.session.record.move_names == ("l6",)

    play(does, Settings(game="12,6,4 gravity", o="person"))


def test_a_person_resigns_and_takes_it_back() -> None:
    async def does(player: Player) -> None:
        session = player.app.session
        await player.press("R")
        assert "There is no game to resign." in player.text
        await player.press("5", "R")
        assert "You resigned. Computer (perfect) wins." in player.panel
        assert session.wins(Side.O) == 1
        assert session.unfinished is None
        await player.press("u")
        assert "Your move" in player.panel
        assert session.wins(Side.O) == 0
        await player.press("R", "f", "enter")
        assert not session.record.moves
        assert "Your move" in player.panel

    play(does)
    (file,) = kept_games.files()
    assert kept_games.load(file)[0].main_line.ended == "x resigned"


def test_a_wrong_move_is_explained() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "5")
        assert "b2 is taken: X has a stone there." in player.text

    play(does, TWO)


def test_a_hint_and_a_reason_are_shown() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "1", "3", "t")
        assert "◆" in player.text
        assert "a3" in player.panel
        await player.press("w")
        assert "X's c1" in player.panel

    play(does, TWO)


def test_values_are_shown_before_every_move_and_are_remembered() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "v")
        assert player.text.count("■") > 1
        await player.press("1")
        assert "■" in player.text
        assert player.app.settings.values == "on"
        await player.press("right")
        assert "b1 ■ draw" in player.panel
        await player.press("v")
        assert "■" not in player.text

    play(does, TWO)


def test_threats_are_shown_on_request() -> None:
    async def does(player: Player) -> None:
        await player.press("!")
        assert "Threats on: no move completes a row" in player.text
        await player.press("5", "2", "1", "!")
        assert "Threats off" in player.text
        await player.press("!")
        picture = player.app.screen.query_one(BoardView).picture
        assert picture.threats == 1 << 8

    play(does, TWO)


def test_a_new_game_is_chosen_with_the_keyboard_alone() -> None:
    async def does(player: Player) -> None:
        await player.press("n", "up", "up", "up", "up", "right", "right", "down", "down", "left", "left")
        assert "7 × 6, four in a row, discs fall." in player.text
        await player.press("up", "up", "enter")
        for _ in range(30):
            await player.press("backspace")
        await player.type("4,4,nonsense")
        await player.press("enter")
        assert "Unknown" in player.text
        for _ in range(8):
            await player.press("backspace")
        await player.type("3")
        await player.press("enter", "end", "enter")
        assert player.app.session.start.game.name == "4,4,3"
        assert player.app.settings.game == "4,4,3"

    play(does)


def test_an_unknown_player_is_told_which_players_there_are() -> None:
    async def does(player: Player) -> None:
        await player.press("n", "up", "up", "enter")
        await player.type("!")
        await player.press("enter")
        assert "Unknown player 'perfect!'" in player.text
        assert "engine:COMMAND" in player.text

    play(does)


def test_an_external_engine_plays_and_a_broken_one_is_reported() -> None:
    engine = f"engine:{shlex.join([sys.executable, '-m', 'noughts', 'engine', 'ugi'])}"

    async def does(player: Player) -> None:
        await player.press("5")
        assert player.app.session.awaits_person
        assert len(player.app.session.record.moves) == 2

    play(does, Settings(o=engine))

    async def fails(player: Player) -> None:
        await player.press("5")
        assert "annot run" in player.text

    play(fails, Settings(o="engine:/no/such/engine"))


def test_an_engine_that_ends_is_asked_again_when_enter_is_pressed(tmp_path: Path) -> None:
    (program := tmp_path / "engine.py").write_text("raise SystemExit")
    engine = f"engine:{shlex.join([sys.executable, str(program)])}"

    async def does(player: Player) -> None:
        await player.press("5")
        for _ in range(2):
            assert "Computer cannot move:" in player.panel
            assert "⏎ ask again n new game" in player.panel
            await player.press("?", "escape", "t")
            assert "Computer cannot move:" in player.panel, "the message stays until it is answered"
            await player.press("enter")
        program.write_text("from noughts.terminal.program import run\nrun(['engine', 'ugi'])")
        await player.press("enter")
        assert "Your move" in player.panel
        assert "cannot move" not in player.text
        assert len(player.app.session.record.moves) == 2
        program.unlink()

    play(does, Settings(o=engine))


def test_a_new_game_answers_an_engine_that_cannot_be_run() -> None:
    async def does(player: Player) -> None:
        await player.press("5")
        assert "Computer cannot move: cannot run '/no/such/engine'" in player.panel
        await player.press("n", "enter")
        assert "cannot" not in player.text
        assert "Your move" in player.panel

    play(does, Settings(o="engine:/no/such/engine"))


def test_two_computers_play_while_a_person_watches() -> None:
    async def does(player: Player) -> None:
        session = player.app.session
        for _ in range(200):
            await player.pilot.pause(0.05)
            if session.position.is_over:
                break
        assert session.ending in player.panel

    play(does, Settings(x="easy", o="medium", pace="fast"))


def test_any_move_cancels_a_search_and_escape_stops_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def analyse_until_stopped(session: Session) -> Evaluation:
        while not (session.stop and session.stop()):
            time.sleep(0.01)
        return analyse(session.position, Limit(1))

    monkeypatch.setattr(Session, "analyse", analyse_until_stopped)

    async def does(player: Player) -> None:
        await player.pilot.press("t")
        assert player.app.room.is_searching
        await player.pilot.press("enter")
        assert len(player.app.session.record.moves) == 1
        await player.pilot.press("t")
        await player.pilot.press("escape")
        assert not player.app.room.is_searching

    play(does, TWO)


def test_a_computer_that_was_stopped_goes_on_when_enter_is_pressed() -> None:
    async def does(player: Player) -> None:
        session, opponent = player.app.session, Opponent("slow", think)
        session.seat(1, Seat("Computer", opponent))
        await player.pilot.press("enter")
        await player.until(thinks.is_set)
        await player.pilot.press("escape")
        await player.wait()
        assert session.awaits_computer
        assert "Stopped. ⏎ ask again" in player.panel
        may_move.set()
        await player.press("enter")
        assert session.awaits_person
        assert len(session.record.moves) == 2

    thinks, may_move = threading.Event(), threading.Event()

    def think(position: Position, random: Random) -> Choice:
        thinks.set()
        may_move.wait(10)
        return Choice(position.moves[0])

    play(does)


def test_an_unfinished_game_is_kept_and_offered_again() -> None:
    async def does(player: Player) -> None:
        await player.press("5")

    session = play(does).session
    said = unfinished.Unfinished("noughts tui").end(session)
    assert said == "Your game is kept. To continue it, run noughts tui again."
    kept = unfinished.load()
    assert kept
    assert len(kept.main_line.moves) == 2


@pytest.mark.parametrize("answer", ["enter", "down"])
def test_the_board_behind_the_offer_shows_the_offered_game(answer: str) -> None:
    kept = read_sgf("(;GM[4]SZ[15]PB[Ada]PW[Computer (easy)];B[hh];W[ii];B[jj])")

    async def does(player: Player) -> None:
        assert "Continue it" in player.text
        assert player.app.session.position.game.name == "15,15,5"
        await player.pilot.pause(0.2)
        assert len(player.app.session.record.moves) == 3, "the computer waits for the answer"
        await player.press(answer, "enter") if answer == "down" else await player.press(answer)
        if answer == "enter":
            await player.until(lambda: "2. j10" in player.panel and "Your move, Ada" in player.panel)
        else:
            assert "3 × 3" in player.panel
            assert "Your move, First player (X)" in player.panel

    app = play(does, TWO, kept=kept)
    assert app.has_resumed is (answer == "enter")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("", "unfinished: X against O, 15 × 15"),
        ("PB[Deep (engine:python3 my.py)]PW[You]", "Deep (engine:python3…) against You, 15 × 15"),
        (f"PB[{'Ada ' * 300}]PW[a\n\n\n\nb]", "Ada Ada Ada Ada Ada … against a b, 15 × 15"),
    ],
)
def test_the_offer_fits_whatever_the_names_are(names: str, words: str) -> None:
    tree = read_sgf(f"(;GM[4]SZ[15]{names};B[hh];W[ii])")

    async def does(player: Player) -> None:
        title = player.app.screen.query_one(".title", Static).content
        assert words in str(title)
        assert "Continue it" in player.text
        assert "New game" in player.text

    play(does, TWO, SMALLEST, kept=tree)


@pytest.mark.parametrize(("size", "oldest"), [((60, 24), "1."), ((120, 40), "")])
def test_the_newest_moves_of_a_long_game_are_shown(size: tuple[int, int], oldest: str) -> None:
    choose, position, moves = Random(1), Position(game("qubic")), list[int]()
    while len(moves) < 40:
        move = choose.choice([move for move in range(64) if not position.why_illegal(move)])
        if not position.play(move).is_over:
            position, moves = position.play(move), [*moves, move]
    record = Record(Position(game("qubic")), tuple(moves))
    last = " ".join(record.move_names[-2:])

    async def does(player: Player) -> None:
        await player.press("enter")
        assert f"20. {last}" in player.panel
        assert not any(line.rstrip().endswith(".") for line in player.lines), "no number is torn from its moves"
        assert not oldest or f" {oldest} " not in player.panel
        await player.press("a")
        assert f"20. {last}" in player.panel

    play(does, TWO, size, kept=GameTree.of(record))


@pytest.mark.parametrize(("keys", "words"), [("51234", "Your move"), ("51238", "First player wins")])
def test_the_state_of_the_game_and_the_whole_form_fit_into_the_smallest_terminal(keys: str, words: str) -> None:
    async def does(player: Player) -> None:
        await player.press(*keys)
        assert words in player.panel
        await player.press("n")
        assert "Start the game" in player.text
        await player.press("up", "up", "up", "up", "right", "right")
        assert "7 × 6, four in a row" in player.text
        assert "Start the game" in player.text

    play(does, TWO, SMALLEST)


def test_names_with_escape_sequences_are_harmless() -> None:
    async def does(player: Player) -> None:
        assert "\x1b" not in player.text
        assert "[31m" in player.panel

    play(does, Settings(name="\x1b[31mAda\x07[/bold]"))


def test_the_score_belongs_to_the_players() -> None:
    async def does(player: Player) -> None:
        await player.press("1", "4", "2", "5", "3", "x")
        session = player.app.session
        assert session.wins(Side.O) == 1
        assert session.wins(Side.X) == 0

    play(does, TWO)


def test_a_saved_game_is_in_the_list(folder: Path) -> None:
    async def does(player: Player) -> None:
        await player.press("5", "1", "f", "g")
        assert "2026-03-01 12.30 tictactoe unfinished 2 moves First player – Second" in player.text

    play(does, TWO)
    assert len(list((folder / "data" / "noughts" / "games").glob("*.sgf"))) == 1


def test_a_new_game_does_not_lose_the_unfinished_one() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "n", "enter")
        assert player.app.session.position.empty.bit_count() == 9
        assert player.app.session.unsaved, "the unfinished game"
        assert player.app.session.unsaved.main_line.moves[0] == 4
        await player.press("u")
        assert player.app.session.record.moves[0] == 4, "undo brings it back"

    play(does)


def test_a_game_that_goes_on_after_an_analysis_is_still_unsaved() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "a", "o")
        assert player.app.current_mode == "play"
        assert player.app.session.unsaved

    play(does)


def test_a_hint_stays_when_the_help_is_closed() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "t")
        hint = player.app.screen.query_one(BoardView).picture.hint
        assert hint
        await player.press("?", "escape")
        assert player.app.screen.query_one(BoardView).picture.hint == hint

    play(does, TWO)


def test_escape_stops_two_computers_and_enter_lets_them_go_on() -> None:
    async def does(player: Player) -> None:
        room = player.app.room
        await player.until(lambda: bool(player.app.session.record.moves) and room.is_busy)
        await player.pilot.press("escape")
        moves = player.app.session.record.moves
        await player.pilot.pause(1)
        assert player.app.session.record.moves == moves
        assert "Stopped" in player.text
        await player.pilot.press("enter")
        await player.pilot.pause(0.2)
        assert len(player.app.session.record.moves) > len(moves)

    play(does, Settings(x="easy", o="medium", pace="slow"))


def test_values_that_are_switched_off_during_their_search_stay_off() -> None:
    async def does(player: Player) -> None:
        await player.pilot.press("v", "v")
        await player.wait()
        assert "■" not in player.text
        assert player.app.settings.values == "off"

    play(does, TWO)
