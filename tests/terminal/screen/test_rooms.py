"""The rooms Analyse, Puzzles, Games and Settings, and what all rooms have in common."""

import asyncio
import os
import random
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.widgets import OptionList

from noughts.puzzles.collections import puzzle_of_the_day, with_id
from noughts.puzzles.puzzle import Puzzle
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game
from noughts.rules.notation import t3en
from noughts.terminal.kept import games as kept_games
from noughts.terminal.kept import progress as kept_progress
from noughts.terminal.kept import settings as kept_settings
from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.app import FullScreen
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.rooms.room import SMALLEST
from noughts.terminal.screen.searches import Searches
from noughts.terminal.screen.start import open_full_screen
from tests.terminal.screen.screens import NOW, SYMBOLS, Player, play

TWO = Settings(x="person", o="person")


def test_analyse_shows_values_best_line_variations_and_history() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "2", "a")
        assert "X to move: win in 5" in player.panel
        assert "Best line" in player.panel
        assert "▇" in player.panel or "█" in player.panel
        assert "◆▲5" in player.text
        await player.press("b", "b", "b", "b", "b")
        assert "X wins" in player.text
        assert player.app.study_path[:2] == (4, 1)
        await player.press("[", "[", "{")
        assert not player.app.study_path
        await player.press("1")
        assert player.app.study_path[0] == 0
        await player.press(")")
        assert player.app.study_path[0] == 4
        await player.press("[")
        assert "Variations a1" in player.panel
        await player.press("]", "(", "M", "{", "]")
        assert player.app.study_path[0] == 0
        await player.press("d", "v", "}")
        assert "▲" not in player.text.split("Best line")[0]
        await player.press("[", "o")
        assert player.app.current_mode == "play"

    play(does, TWO)


def test_g_twice_and_shift_g_go_to_the_ends_of_a_game_and_g_goes_to_games() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "2", "1", "a", "[")
        await player.pilot.press("g", "g")
        await player.wait()
        assert not player.app.study_path
        await player.press("G")
        assert player.app.study_path == (4, 1, 0)
        await player.press("[")
        advice = player.panel[player.panel.index("wins in") - 3 :]
        await player.press("]", "[")
        assert advice in player.panel, "the advice is shown again"
        await player.pilot.press("g")
        await player.until(lambda: player.app.current_mode == "games")

    play(does, TWO)


@pytest.mark.parametrize("games", [1, 2])
def test_a_file_is_opened_at_the_beginning(games: int, folder: Path) -> None:
    file = folder / "club.sgf"
    file.write_text("(;SZ[15]PB[Linus]PW[Ada];B[aa];W[hh])\n" * games)
    trees = kept_games.load(file)

    async def does(player: Player) -> None:
        if games == 1:
            await player.until(lambda: "1. a1 h8" in player.panel)
            await player.pilot.press("escape")
        else:
            await player.until(lambda: "club 2" in player.text)

    play(does, TWO, show=trees[0] if games == 1 else file)


def test_saved_games_are_renamed_and_deleted() -> None:
    async def does(player: Player) -> None:
        for number in range(3):
            await player.press(str(number + 1), "f", "u")
        await player.press("g", "G", "r")
        await player.type("/")
        await player.press("enter")
        assert "Expected a name without special characters" in player.text
        await player.press("backspace")
        await player.type(" first")
        await player.press("enter")
        assert "2026-03-01 12.30 fi" in player.text
        await player.press("G", "r", *["backspace"] * 6, "enter")
        await player.press("g", "d", "enter")
        assert len(kept_games.files()) == 3, "Keep it is the first answer"
        await player.press("d")
        assert "Delete 2026-03-01 12.30" in player.text
        await player.press("down", "enter")
        assert len(kept_games.files()) == 2

    play(does, TWO)


def test_a_name_that_is_taken_is_not_given_again() -> None:
    for name in ("a.sgf", "b.sgf"):
        path = kept_games.folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"(;SZ[3]PB[{name}];B[aa])")
    with pytest.raises(NoughtsError, match="there is already a game named b"):
        kept_games.rename(path.with_name("a.sgf"), "b")
    assert {path.name for path in kept_games.files()} == {"a.sgf", "b.sgf"}


def test_moves_have_the_same_names_in_all_rooms() -> None:
    async def does(player: Player) -> None:
        await player.press("4", "4", "a")
        await player.press("{", "b")
        move = player.app.study.position(()).name(player.app.study_path[0])
        assert f"1. {move}" in player.panel
        await player.press("[")
        assert f"Best line {move} " in player.panel

    play(does, Settings(game="4,4,3 gravity", x="person", o="person"))


def test_values_appear_while_they_are_proved_and_escape_stops_the_search() -> None:
    async def does(player: Player) -> None:
        await player.pilot.press("a")
        for _ in range(100):
            await player.pilot.pause(0.05)
            if "nodes (esc" in player.text:
                break
        assert "nodes (esc" in player.text
        picture = player.app.screen.query_one(BoardView).picture
        assert picture.marks
        await player.pilot.press("escape")
        await player.pilot.pause()
        assert not player.app.room.is_searching
        assert player.app.screen.query_one(BoardView).picture.marks

    pytest.importorskip("noughts_kernel")
    play(does, Settings(game="8,8,5", o="person"))


def test_a_result_that_does_not_fit_the_game_is_reported() -> None:
    async def does(player: Player) -> None:
        def done(move: str) -> None:
            player.app.session.position.play(move).play(move)

        player.app.room.search(lambda search: "b2", done, "Searching")
        await player.wait()
        assert "b2 is taken" in player.text

    play(does, TWO)


def test_todays_puzzle_is_solved_and_counts() -> None:
    puzzle = puzzle_of_the_day(NOW.date())

    async def does(player: Player) -> None:
        await player.press("z")
        assert f"Rated {puzzle.rating:,}" in player.panel
        rest = puzzle
        while not rest.is_solved:
            await player.move(rest.position.name(rest.line[0]))
            assert "Yes." in player.panel
            rest = rest.play(rest.line[0])
        assert "Solved" in player.panel

    play(does)
    progress = kept_progress.load()
    assert progress.results == {puzzle.id: True}
    assert progress.day == NOW.date()


def shown_puzzle(player: Player) -> Puzzle:
    found = re.match(r"Puzzle (\w+)", player.panel)
    assert found, player.panel
    return with_id(found[1])


def test_a_wrong_answer_counts_and_the_answer_is_shown() -> None:
    async def does(player: Player) -> None:
        await player.press("z", "n")
        puzzle = shown_puzzle(player)
        wrong = next(move for move in puzzle.position.moves if move not in puzzle.answers)
        await player.move(puzzle.position.name(wrong))
        assert "No." in player.panel
        await player.press("t", "w")
        assert "The answer" in player.panel
        first = puzzle.position.turn
        assert f"{first}1" in player.text
        await player.pilot.resize_terminal(100, 30)
        await player.press("left")
        assert f"{first}1" in player.text, "the answer stays"
        assert kept_progress.load().results == {puzzle.id: False}
        await player.press("n")
        assert shown_puzzle(player).id != puzzle.id
        await player.press("e", "down", "enter")
        assert "win-in-1" in shown_puzzle(player).themes

    play(does)


def test_progress_that_cannot_be_read_is_reported_and_stays_as_it_is(folder: Path) -> None:
    file = folder / "state" / "noughts" / "puzzles.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")

    async def does(player: Player) -> None:
        await player.press("z")
        await player.until(lambda: "Your progress is not kept: cannot read" in player.text)
        await player.press("w", "n")
        assert "Puzzle" in player.panel

    play(does)
    assert file.read_text() == "{"


def test_games_are_searched_opened_exported_and_imported(folder: Path) -> None:
    (folder / "club.sgf").write_text(
        "(;GM[0]PB[Ada]PW[\x1b[31mGrace]SZ[15];B[hh];W[ii])\n(;SZ[15]PB[Linus];B[aa])", encoding="utf-8"
    )

    async def does(player: Player) -> None:
        await player.press("g")
        assert "No games yet" in player.text
        await player.press("i")
        await player.type("nothing.sgf")
        await player.press("enter")
        assert "Cannot read nothing.sgf: No such file" in player.text
        for _ in range(11):  # the dialogue stays open
            await player.press("backspace")
        await player.type("club.sgf")
        await player.press("enter")
        assert "Linus" in player.text
        assert "\x1b" not in player.text
        await player.press("/")
        await player.type("linus")
        await player.press("enter")
        assert "Ada" not in player.text
        await player.press("e")
        for _ in range(8):
            await player.press("backspace")
        await player.type("out.sgf")
        await player.press("enter", "enter")
        assert player.app.current_mode == "analyse"
        assert player.app.study.names[0] == "Linus"

    play(does)
    assert "Linus" in (folder / "out.sgf").read_text()


def test_an_export_asks_before_it_overwrites_a_file(folder: Path) -> None:
    (folder / "club.sgf").write_text("(;SZ[15]PB[Linus];B[aa])", encoding="utf-8")
    (target := folder / "game.sgf").write_text("precious", encoding="utf-8")

    async def does(player: Player) -> None:
        await player.press("e", "enter")
        assert "game.sgf exists." in player.text
        assert "--force" not in player.text
        await player.press("escape", "e", "enter", "enter")
        assert target.read_text(encoding="utf-8") == "precious"
        assert "Write the game to" in player.text, "another name can be typed"
        await player.press("enter", "down", "enter")
        assert "Saved to game.sgf" in player.text

    play(does, show=folder / "club.sgf")
    assert "Linus" in target.read_text(encoding="utf-8")


def test_the_list_of_games_cuts_the_players_first() -> None:
    place = kept_games.folder()
    place.mkdir(parents=True)
    engine = "Computer (engine:python3 my.py)"
    (place / "2026-03-01 12.30.sgf").write_text(f"(;GM[0]GN[x]SZ[15]PB[{engine}]PW[{engine}];B[aa])")

    async def does(player: Player) -> None:
        await player.press("g")
        assert "2026-03-01 12.30 gomoku unfinished 1 move Computer (engine:pyt…) – C" in player.text

    play(does)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_folders_and_broken_links_among_the_games_are_ignored(folder: Path) -> None:
    place = kept_games.folder()
    place.mkdir(parents=True)
    (place / "good.sgf").write_text("(;SZ[15]PB[Linus];B[aa])")
    (place / "folder.sgf").mkdir()
    (place / "gone.sgf").symlink_to(place / "nowhere.sgf")
    os.mkfifo(place / "pipe.sgf")
    assert [path.name for path in kept_games.files()] == ["good.sgf"]
    os.mkfifo(folder / "club.sgf")

    async def does(player: Player) -> None:
        await player.press("g")
        assert "Linus" in player.text
        await player.press("i")
        await player.type("club.sgf")
        await player.press("enter")
        assert "Cannot read club.sgf: it is not a file." in player.text

    play(does)


def test_settings_are_kept_in_a_file() -> None:
    async def does(player: Player) -> None:
        await player.press("s", "right", "down", "right", "down", "down", "down", "down", "enter")
        for _ in range(4):
            await player.press("backspace")
        await player.type("Ada")
        await player.press("enter")
        assert "‹ Ada ›" in player.text
        await player.press("p")
        assert "┼" not in player.text

    play(does)
    kept = kept_settings.load()
    assert (kept.theme, kept.characters, kept.name) == ("light", "ascii", "Ada")
    assert tomllib.loads(kept_settings.settings_path().read_text())["theme"] == "light"


def test_the_settings_are_shown_to_a_user_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    async def does(player: Player) -> None:
        await player.press("s")
        assert "The settings are kept in /" in player.text

    monkeypatch.setattr(Path, "home", home)
    play(does)


def test_options_of_the_command_are_not_stored() -> None:
    async def does(player: Player) -> None:
        await player.press("!")

    app = play(does, Settings(game="qubic", o="person"), stored=Settings(name="Ada"))
    assert app.settings.game == "qubic"
    assert kept_settings.load() == Settings(name="Ada", threats="on")


def test_a_damaged_settings_file_is_reported_or_read_as_far_as_possible() -> None:
    path = kept_settings.settings_path()
    path.parent.mkdir(parents=True)
    path.write_text('theme = "pink"\nname = "Ada"\nother = 1\n')
    assert kept_settings.load() == Settings(name="Ada")
    path.write_text("theme = ")
    with pytest.raises(NoughtsError, match=r"cannot read"):
        kept_settings.load()


@pytest.mark.parametrize("content", [b"theme = ", b'name = "\xff"', b"#" * 100_001, None])
def test_an_unreadable_settings_file_is_reported_and_is_not_overwritten(
    content: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept_settings.settings_path()
    path.parent.mkdir(parents=True)
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)

    def run(app: FullScreen) -> None:
        async def does() -> None:
            async with app.run_test(notifications=True) as pilot:
                player = Player(app, pilot)
                await player.until(lambda: "The default settings are used: cannot read" in player.text)
                await player.press("s", "right")
                assert app.settings.theme == "light"
                assert "Not kept: cannot read" in player.text

        asyncio.run(does())

    monkeypatch.setattr(FullScreen, "run", run)
    assert open_full_screen(Searches()) == 0
    assert content == (path.read_bytes() if path.is_file() else None)


@pytest.mark.parametrize("name", ["gomoku", "misere"])
def test_an_engine_of_the_settings_does_not_play_another_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_settings.keep(stored := Settings(game="gomoku", o="engine:/no/such/engine"))

    def run(app: FullScreen) -> None:
        async def does() -> None:
            async with app.run_test(notifications=True) as pilot:
                player = Player(app, pilot)
                await player.wait()
                if name == "gomoku":
                    assert "engine:/no/such/engine" in app.session.seats[1].title
                else:
                    assert app.session.seats[1].title == "Computer (perfect)"
                    assert "O is played by perfect" in player.text
                await player.press("!")

        asyncio.run(does())

    monkeypatch.setattr(FullScreen, "run", run)
    assert open_full_screen(Searches(), game=game(name)) == 0
    assert kept_settings.load() == replace(stored, threats="on")


def test_help_lists_the_keys_and_the_palette_finds_commands() -> None:
    async def does(player: Player) -> None:
        await player.press("?")
        assert "show a best move and the reason for it" in player.text
        await player.press(*["j"] * 20)
        assert "quit; an unfinished game is kept" in player.text
        await player.press("escape", "g", "?")
        assert "move in the list" in player.text
        await player.press("escape", "ctrl+p")
        await player.type("puzz")
        await player.pilot.pause(0.3)
        await player.press("enter")
        await player.pilot.pause(0.3)
        await player.wait()
        assert player.app.current_mode == "puzzles"

    play(does)


def test_the_position_and_the_game_are_copied_and_pasted() -> None:
    async def does(player: Player) -> None:
        await player.press("5", "1", "c")
        assert player.app.clipboard == t3en(player.app.session.position)
        await player.press("C")
        assert player.app.clipboard.startswith("(;")
        player.app.screen.post_message(events.Paste("x_o/_x_/3_ o"))
        await player.wait()
        assert player.app.current_mode == "analyse"
        assert t3en(player.app.study.start) == "x_o/_x_/3_ o"
        player.app.screen.post_message(events.Paste("connect four\nd d e"))
        await player.wait()
        assert player.app.study.start.game.name == "7,6,4 gravity"

    play(does, TWO)


@pytest.mark.parametrize("text", ["x" * 1_000_000, "b2 " * 333_333, "((;" * 333_333, "\x1b[201~\x00" * 10_000])
def test_a_megabyte_is_pasted_without_harm(text: str) -> None:
    async def does(player: Player) -> None:
        player.app.screen.post_message(events.Paste(text))
        await player.press("right")
        await player.press("g", "/")
        player.app.screen.post_message(events.Paste(text))
        await player.pilot.pause()
        assert player.app.is_running

    play(does)


def test_a_large_board_is_drawn_small_when_the_terminal_becomes_small() -> None:
    async def does(player: Player) -> None:
        await player.pilot.resize_terminal(45, 14)
        await player.until(lambda: " · · · · · · · · · ·" in player.text)

    play(does, Settings(game="15,15,5"), (120, 40))


@pytest.mark.parametrize("room", ["play", "analyse", "puzzles", "games", "settings"])
def test_every_room_survives_every_size(room: str) -> None:
    async def does(player: Player) -> None:
        player.app.action_room(room)
        await player.pilot.pause()
        for size in ((1, 1), (2, 200), (200, 2), (39, 11), (40, 12), (0, 0), (120, 40), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.pilot.press("right", "enter", "escape")
            if 0 < size[0] < 40:
                await player.until(lambda: player.app.screen.has_class("-small"))
        await player.until(lambda: not player.app.screen.has_class("-small"))
        await player.until(lambda: player.app.screen.focused)
        await player.pilot.resize_terminal(39, 12)
        await player.until(lambda: "noughts needs 40 × 12 characters. This terminal has 39 × 12." in player.text)

    play(does, Settings(game="qubic", o="easy"))


@pytest.mark.parametrize("keys", [["n"], ["?"], ["z", "e"], ["s", "end", "enter"]])
def test_every_dialogue_survives_every_size_and_fast_keys(keys: list[str]) -> None:
    async def does(player: Player) -> None:
        await player.press(*keys)
        for size in ((1, 1), (7, 30), (80, 1), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.pilot.press("down")
        for _ in range(5):
            player.app.simulate_key("escape")
        await player.wait()
        assert player.app.screen.focused

    play(does)


@pytest.mark.parametrize("size", [(80, 24), SMALLEST])
def test_the_last_line_of_every_list_and_of_the_help_can_be_seen(size: tuple[int, int]) -> None:
    async def does(player: Player) -> None:
        await player.press("z", "?", "end")
        await player.until(lambda: "kept" in player.text)
        await player.press("escape", "e", "end")
        await player.until(lambda: "Sacrifice: give up a row" in player.text)

    play(does, size=size)


_OF_THE_WINDOW = {"#c5c8c6", "#868887", "#ff5f57", "#febc2e", "#28c840"}  # around every picture, and its plain text


def test_no_color_leaves_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    async def does(player: Player) -> None:
        await player.press("5", "n")
        colours = set(re.findall("#[0-9a-f]{6}", player.app.export_screenshot(simplify=True)))
        assert all(one[1:3] == one[3:5] == one[5:] for one in colours - _OF_THE_WINDOW), colours

    monkeypatch.setenv("NO_COLOR", "1")
    play(does)


def test_without_colour_the_cursor_and_the_last_move_show_on_a_small_board(monkeypatch: pytest.MonkeyPatch) -> None:
    async def does(player: Player) -> None:
        await player.press("enter", "right", "enter", "down")
        board, app = player.app.screen.query_one(BoardView), player.app
        lines = [list(board.render_line(y)) for y in range(board.size.height)]
        styled = {
            name: [part.text for line in lines for part in line if part.style and getattr(part.style, name)]
            for name in ("reverse", "underline")
        }
        assert styled == {"reverse": ["·"], "underline": ["O"]}
        assert app.no_color

    monkeypatch.setenv("NO_COLOR", "1")
    play(does, Settings(game="gomoku", x="person", o="person"))


@pytest.mark.parametrize(
    ("keys", "selected"),
    [
        (["n"], "Start the game"),
        (["s"], "Colours"),
        (["f", "g"], "2026-03-01 12.30"),
        (["f", "g", "d"], "Keep it"),
        (["ctrl+p"], "Analyse"),
    ],
)
def test_without_colour_the_selected_line_is_reversed(
    keys: list[str], selected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def does(player: Player) -> None:
        await player.press("5", *keys)
        await player.until(lambda: selected in _reversed(player))

    monkeypatch.setenv("NO_COLOR", "1")
    play(does, TWO)


def _reversed(player: Player) -> str:
    options = player.app.screen.query(OptionList).first()
    parts = [part for y in range(options.size.height) for part in options.render_line(y)]
    for line_filter in player.app.get_line_filters():
        parts = line_filter.apply(parts, options.background_colors[1])
    return "".join(part.text for part in parts if part.style and part.style.reverse)


KEYS = [
    *"hjkl159tvurnxwfpazgsRMG,.[](){}!/?bmdoeicCAZé",
    *("left", "right", "up", "down", "enter", "space", "escape", "tab", "home", "end", "pageup", "pagedown"),
    *("backspace", "ctrl+a", "f1", "shift+tab"),
]


def random_keys(seed: int, count: int) -> None:
    """Press random keys, and resize the screen now and then."""
    choose = random.Random(seed)

    async def does(player: Player) -> None:
        for number in range(count):
            player.app.simulate_key(SYMBOLS.get(key := choose.choice(KEYS), key))
            if number % 10 == 0:
                await player.pilot.pause()
            if number % 200 == 0:
                await player.pilot.resize_terminal(choose.randint(1, 130), choose.randint(1, 50))
        for _ in range(10):
            await player.pilot.pause()
        assert player.app.is_running

    play(does, Settings(game=choose.choice(["tictactoe", "connect four", "qubic", "5,5,4", "gomoku"]), o="easy"))


@pytest.mark.parametrize("seed", range(4))
def test_random_keys_do_no_harm(seed: int) -> None:
    random_keys(seed, 250)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_thousand_random_keys_do_no_harm(seed: int) -> None:
    random_keys(seed, 1_000)
