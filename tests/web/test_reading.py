"""Pasted text: one reader for positions, moves, SGF and links. Long texts are read by the engines."""

import asyncio
import threading
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from noughts import (
    GameTree,
    NoughtsError,
    Player,
    Position,
    game,
    position,
    read_tree,
    t3en,
    write_moves,
    write_sgf,
    write_tree,
)
from noughts.render.names import clean_name
from noughts.session.reading import UNREADABLE, split_text
from noughts.web.model import stored_game
from noughts.web.model.page_games import page_game
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.play.saving import sgf_of, tree_of
from noughts.web.reading import read_games
from noughts.web.server.workers.pool import WorkerPool
from tests.rules.test_tree import trees

ARTICLE = "o_x/x2_/x2o x"
SGF = "(;GM[4]SZ[3];B[bb];W[aa])"


def found(text: str, name: str = "3,3,3") -> list[str]:
    """Return what is found in a text: the moves of each game, or its position if it has no moves."""
    games, left = read_games(text, page_game(name), link=lambda link: read_tree(link.rpartition("=")[2]))
    assert left == 0
    return [write_tree(tree) or t3en(tree.start) for tree in games]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("b2 a1 c3", ["b2 a1 c3"]),
        ("1. b2 a1? 2. c3", ["b2 a1 c3"]),
        ("b2 a1 (c1 c3 {good}) c3", ["b2 a1 (c1 c3 {good}) c3"]),
        ("b2 {hello} a1", ["b2 {hello} a1"]),
        ("x: Ada\n\nb2 (a1) a2", ["b2 (a1) a2"]),
        ("{so: centre} b2 a1", ["{so: centre} b2 a1"]),
        ("b2 a1 c3\nx: Ada\no: Bob", ["b2 a1 c3"]),
        ("x: Ada\nX wins\nb2 a1 c3", ["b2 a1 c3"]),
        ("1. b2\n\n1... a1", ["b2 a1"]),
        ("5 1 9", ["b2 a1 c3"]),
        ("(1,1) (0, 0)", ["b2 a1"]),
        ("1. 5 1\n2. 9", ["b2 a1 c3"]),
        ("Dear friend,\n\nb2 a1 c3\n\nBye!", ["b2 a1 c3"]),
        (SGF, ["b2 a1"]),
        ("(;SZ[3];B[bb])", ["b2"]),
        ("(;GM[1]SZ[3];B[bb](;W[aa])(;W[ca]C[why]))", ["b2 a1 (c1 {why})"]),
        ("(;GM[4]SZ[3];B[aa]) thanks for the game", ["a1"]),
        ("An email said:\n\n(;SZ[3];B[aa]))\nBye", ["a1"]),
        (ARTICLE, [ARTICLE]),
        (f"\ufeff{ARTICLE}\r\n", [ARTICLE]),
        ("xo x     ", ["xo_/x2_/3_ o"]),  # a space is an empty cell
        ("xo \nx  \n   ", ["xo_/x2_/3_ o"]),
        ("xo \r\nx  \r\n   \r\n", ["xo_/x2_/3_ o"]),
        ("X|O| \n-+-+-\n |X| \n-+-+-\n | |O", ["xo_/_x_/2_o x"]),
        ("X|O| -+-+- |X| -+-+- | |O", ["xo_/_x_/2_o x"]),  # a form field removes line ends
        ("R_A_3_3_o-xx--xoo", [ARTICLE]),
        ("[['o','','x'],['x','',''],['x','o','o']]", [ARTICLE]),
        (f"b2 a1\n\na1 b2\n\n{SGF}", ["b2 a1", "a1 b2", "b2 a1"]),
        (f"{SGF}\nb2 a1\n{SGF}", ["b2 a1"] * 3),
        (f"{ARTICLE}\n\n3_/_x_/3_ o", [ARTICLE, "3_/_x_/3_ o"]),
        (f"{ARTICLE}\n3_/_x_/3_ o", [ARTICLE, "3_/_x_/3_ o"]),
        (f"{ARTICLE}\n\nb2\n\n{SGF}", [ARTICLE, "b2", "b2 a1"]),
        ("b2 (a1) a2\n\na1 {no} b2", ["b2 (a1) a2", "a1 {no} b2"]),
        ("http://localhost:8321/analyse?moves=b2,a1", ["b2 a1"]),
        ("b2 a1\n/analyse?moves=c3\na1 c3\n", ["b2 a1", "c3", "a1 c3"]),
    ],
)
def test_everything_in_a_text_is_found(text: str, wanted: list[str]) -> None:
    assert found(text) == wanted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello world", UNREADABLE),
        ("what is this", UNREADABLE),
        ("<b>what", UNREADABLE),
        ("o_x/x2_/x2q x", UNREADABLE),
        ("# A title\n\nSome words.", UNREADABLE),
        ("", "there is nothing to read: paste a position"),
        ("3_/3_/3_/3_ x", "the position has 12 cells: expected 9 for a board of 3 × 3; to use a different board"),
        ("x wins", "there are no moves in 'x wins'"),
        ("connect four nonsense", "cannot read 'nonsense'"),
        ("connect four d6 d6", "d6 is taken"),
        ("hello world", "cannot read 'hello world'"),
        ("b2 b2", "move 2: b2 is taken"),
        ("b2 (a1", "a variation does not end"),
        ("d99 a1", "'d99' is not a move"),
        ("(;GM[4]SZ[40])", "at most 400 cells"),
        ("(GM[4])", "expected"),
        (f"{SGF}\n\nb2 b2", "game 2 of 2: move 2: b2 is taken"),
        ("https://example.org/analyse?moves=b2", "a link cannot be read here"),
    ],
)
def test_unreadable_text_gets_one_sentence_about_the_whole_text(text: str, words: str) -> None:
    with pytest.raises(NoughtsError) as raised:
        read_games(text, page_game("3,3,3"))
    assert words in str(raised.value)
    assert "character 1 is" not in str(raised.value)


@given(trees())
def test_written_games_are_read_back(tree: GameTree) -> None:
    if len(tree.start.game.board.shape) > 3 or not tree.start.game.lines:
        return  # not for a page
    x, o = (clean_name(name, "") for name in tree.names)
    if tree.root.children and tree.start == Position(tree.start.game):
        (read,), _ = read_games(write_tree(tree), tree.start.game)
        assert read.root == tree.root
    (read,), _ = read_games(write_sgf(tree))
    assert (read.root, read.start) == (tree.root, tree.start)
    assert read.names == (x, o)


def test_the_game_of_the_form_is_used_unless_the_text_names_one() -> None:
    assert read_games("b2 a1", game("4,4,3"))[0][0].start.game == game("4,4,3")
    assert read_games("game: 4,4,3\nb2 a1", game("misere"))[0][0].start.game == game("4,4,3")
    assert read_games(SGF, game("connect four"))[0][0].start.game == game("3,3,3")
    assert read_games("x3_/4_/4_/4_ o", game("4,4,3"))[0][0].start.turn is Player.O
    assert read_games(write_moves(read_tree("b2 a1").main_line))[0][0].start == position("9_ x")


@pytest.mark.parametrize("text", ["b2 a1 c3", f"{ARTICLE}\n{ARTICLE}", "game: 3,3,3\nb2 b2\n1-0\na1", "hello world"])
def test_reading_ends_when_its_time_is_up(text: str) -> None:
    with pytest.raises(NoughtsError, match="takes too long to read"):
        split_text(text, deadline=lambda: True)


def test_the_long_variations_of_a_stored_game_are_parsed_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = list[threading.Thread]()

    def read(*arguments: Any) -> GameTree:
        threads.append(threading.current_thread())
        return read_tree(*arguments)

    monkeypatch.setattr(stored_game, "read_tree", read)
    lines = f"b2 {{{'long ' * 300}}} a1 (c1) c3"
    game = StoredGame("game", moves=(4, 0), lines=lines)
    assert write_tree(game.tree_within(1_000)) == "b2 a1", "a page links only to the main line, and parses nothing"
    assert threads == []
    assert write_tree(asyncio.run(tree_of(game, WorkerPool()))) == lines.replace("long }", "long}")
    assert "C[long" in asyncio.run(sgf_of(game, WorkerPool()))
    assert len(threads) == 2
    assert threading.main_thread() not in threads


EMOJI = "⚪⚪⚪⚪⚪⚪⚪\n" * 5 + "⚪⚪🔴🟡⚪⚪⚪"


@pytest.mark.parametrize(
    ("text", "name", "moves"),
    [
        # The name of a game alone is its empty board. Moves or a position may follow.
        ("connect four", "connect four", ""),
        ("tic tac toe", "tictactoe", ""),
        ("3,3,3 misere", "misere", ""),
        ("4x4x4", "qubic", ""),
        ("3,3,3", "tictactoe", ""),
        ("connect four ddc", "connect four", "d6 d5 c6"),
        ("Connect 4: 4 4 3", "connect four", "d6 d5 c6"),
        ("misère b2 a1", "misere", "b2 a1"),
        ("4,4,3 a1 b2", "4,4,3", "a1 b2"),
        ("gomoku\nh8 h9", "gomoku", "h8 h9"),
        ("5,4,3", "tictactoe", "b2 a2 c1"),  # moves first
        # The game is guessed from the moves or the position.
        ("ddc", "connect four", "d6 d5 c6"),
        ("4444", "connect four", "d6 d5 d4 d3"),
        ("h8 i9", "gomoku", "h8 i9"),
        ("d4 a1", "4,4,4", "d4 a1"),
        ("b2b a1a", "cube", "b2b a1a"),
        ("xo2_/4_/4_/4_ x", "4,4,4", ""),
        (EMOJI, "connect four", ""),
        ("❌⭕⬜\n⬜❌⬜\n⬜⬜⭕", "tictactoe", ""),
    ],
)
def test_the_game_is_named_or_guessed(text: str, name: str, moves: str) -> None:
    (tree,), _ = read_games(text, page_game("3,3,3"))
    assert (tree.start.game, write_tree(tree)) == (game(name), moves)


def test_several_games_may_have_names() -> None:
    trees, _ = read_games("connect four ddc\n\nmisere b2 a1")
    found = [(tree.start.game, write_tree(tree)) for tree in trees]
    assert found == [(game("connect four"), "d6 d5 c6"), (game("misere"), "b2 a1")]


def test_words_around_sgf_name_no_game() -> None:
    (tree,), _ = read_games(f"Connect four\n\n{SGF}")
    assert tree.start.game == game("tictactoe")


@pytest.mark.parametrize("text", ["gomoku " * 3_000, "connect four\n\n" * 2_000, "misere b2\n\n" * 2_000])
def test_many_names_are_read_or_refused(text: str) -> None:
    with suppress(NoughtsError):
        read_games(text)
