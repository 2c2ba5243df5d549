"""Games as moving pictures, and boards as emoji."""

import re
from xml.etree import ElementTree

import pytest

from noughts import position
from noughts.render.board.emoji import emoji_board
from noughts.render.board.replay import replay_svg
from noughts.rules.record import Record, read_moves

GAMES = {
    "tictactoe": "b2 a1 c3 a3 a2 c2 b1 b3 c1",
    "won": "a1 b1 b2 b3 c3",
    "connect four": "game: 7,6,4 gravity\nd6 d5 d4 c6",
    "three dimensions": "game: 3x3x3\na1a b2b",
    "set up": "game: 3,3,3\nstart: x_o/3_/3_ x\n\nb2",
    "no moves": "game: 4,4,4",
}
SVG = "{http://www.w3.org/2000/svg}"


def record(name: str) -> Record:
    return read_moves(GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_every_move_appears_after_the_one_before(name: str) -> None:
    game = record(name)
    svg = replay_svg(game)
    root = ElementTree.fromstring(svg)
    shown = [group for group in root.iter(f"{SVG}g") if group.get("class") == "n-go" and group.get("opacity") is None]
    mark = "n-disc-" if name == "connect four" else "n-"
    stones = [group for group in shown if group[0].get("class") in (f"{mark}x", f"{mark}o")]
    assert [group[0].get("class") for group in stones] == [f"{mark}{p.turn.value}" for p in game.positions[:-1]]
    names = [str(re.search(r"animation:(\S+)", group.get("style") or "")[1]) for group in stones]  # type: ignore[index]
    begins = [float(str(re.search(rf"@keyframes {name}{{0%,([\d.]+)%", svg)[1])) for name in names]  # type: ignore[index]
    assert begins == sorted(set(begins))
    assert all(0 < begin < 100 for begin in begins)


def test_the_end_is_shown_without_animations() -> None:
    """In a still picture, the parts hidden at the end of the animation stay hidden: the highlights of earlier moves."""
    root = ElementTree.fromstring(replay_svg(record("won")))
    hidden = [group for group in root.iter(f"{SVG}g") if group.get("opacity") == "0"]
    assert len(hidden) == 4
    assert all(group[0].tag == f"{SVG}rect" for group in hidden)
    assert "prefers-reduced-motion:reduce" in replay_svg(record("won"))


@pytest.mark.parametrize("name", GAMES)
def test_a_moving_picture_is_described_in_words(name: str) -> None:
    root = ElementTree.fromstring(replay_svg(record(name), caption="Ada & Grace"))
    words = str(root.findtext(f"{SVG}desc"))
    assert "The moves: " in words or words == "No moves."
    assert ("The line is" in words) == (name == "won")
    assert "Ada & Grace" in "".join(root.itertext())


def test_a_long_game_takes_half_a_minute() -> None:
    there = Record(position("start", "15,15,5"), tuple(range(0, 60, 2)) + tuple(range(1, 60, 2)))
    (seconds,) = {float(found) for found in re.findall(r"animation:\S+ ([\d.]+)s", replay_svg(there))}
    assert 30 < seconds < 40


@pytest.mark.parametrize(
    ("text", "game", "emoji"),
    [
        ("o_x/x2_/x2o x", None, "⭕⬜❌\n❌⬜⬜\n❌⭕⭕"),
        ("start", "7,6,4 gravity", "\n".join(["⚪" * 7] * 6)),
        ("x_/_o//2_/2_ x", "2x2x2", "❌⬜\n⬜⭕\n\n⬜⬜\n⬜⬜"),
    ],
)
def test_a_board_as_emoji(text: str, game: str | None, emoji: str) -> None:
    assert emoji_board(position(text, game)) == emoji


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "7,6,4 gravity", "3x3x3", "4x4x4 gravity", "5,5,4 misere"])
@pytest.mark.parametrize("moves", [0, 1, 4])
def test_emoji_are_read_again(game: str, moves: int) -> None:
    there = position("start", game)
    for _ in range(moves):
        there = there.play(there.moves[-1])
    assert position(emoji_board(there), game) == there


def test_emoji_may_have_variation_selectors_and_other_forms() -> None:
    assert position("✖️🅾️◻️/❎⭕⬛/🔵🔴⚪ x") == position("xo_/xo_/ox_ x")
