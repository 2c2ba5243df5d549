"""The history of a game: a value for each position and a mark for each mistake, as text and as a picture."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Player, Position, Record, Solver, analyse, game, read_moves
from noughts.explain.review.review import review
from noughts.render.characters import breadth
from noughts.render.history import ValueForX, given_away, history_text, legend, value_words
from noughts.render.history_svg import history_svg
from noughts.render.theme import THEMES, Theme
from noughts.rules.record import result_text
from noughts.solver.evaluation import distance
from tests.render.pictures import HOSTILE, Picture

START = Position(game("tictactoe"))
LOST = read_moves("x: Ada\no: Grace\nb2 b1 a1 c3 a3 a2 c1")
FULL = read_moves("a1 b2 c3 b1 b3 a3 c1 c2 a2")


def values_of(record: Record) -> list[ValueForX]:
    """Return the value of the first position and, from a review, of each move."""
    first, score = analyse(record.start), Solver(record.start.game).score(record.start)
    values = [ValueForX(score if record.start.turn is Player.X else -score, first.distance)]
    for move in review(record).moves:
        assert move.after is not None
        plies = distance(move.after, move.position.empty.bit_count())
        values.append(ValueForX(move.after if move.player is Player.X else -move.after, plies))
    return values


def test_the_text_has_a_line_for_each_move() -> None:
    assert history_text(LOST, values_of(LOST)).splitlines() == [
        "     start     ■ draw",
        "1. X b2        ■ draw",
        "2. O b1    ?   ▲ X wins in 6",
        "3. X a1        ▲ X wins in 5",
        "4. O c3        ▲ X wins in 4",
        "5. X a3        ▲ X wins in 3",
        "6. O a2        ▲ X wins in 2",
        "7. X c1        ▲ X wins in 1",
        "The number counts the moves to the end, including this one.",
    ]
    plain = history_text(LOST, values_of(LOST), ascii=True)
    assert plain.isascii()
    assert "2. O b1    ?   X wins in 6" in plain


def test_the_number_at_a_move_includes_the_move() -> None:
    lines = history_text(LOST, values_of(LOST), ascii=True).splitlines()[1:-1]
    for line, after in zip(lines, LOST.positions[1:], strict=True):
        left = 0 if after.is_over else analyse(after).distance
        assert left is None or line.endswith((f" in {left + 1}", " draw"))
    shown = Picture(history_svg(LOST, values_of(LOST)))
    assert {"6", "5", "4", "3", "2", "1"} <= {node.text for node in shown.of("n-tick")}
    assert "The number counts the moves to the end, including this one." in shown.texts


@pytest.mark.parametrize(
    ("before", "after", "by", "mark"),
    [
        (0, 3, "o", "?"),
        (0, -3, "x", "?"),
        (3, 0, "x", "?"),
        (3, -3, "x", "??"),
        (-3, 3, "o", "??"),
        (0, 0, "x", ""),
        (3, 2, "x", ""),
        (-3, 0, "x", ""),
    ],
)
def test_moves_that_give_value_away_are_marked(before: float, after: float, by: str, mark: str) -> None:
    record = Record(Position(game("tictactoe"), 0, 0, Player(by))).play("b2")
    assert given_away(record, [ValueForX(before), ValueForX(after)]) == (mark,)
    assert given_away(record, [ValueForX(before), ValueForX(0.5, None, False)]) == ("",), "an estimate proves nothing"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (ValueForX(3, 2), "▲ X wins in 2"),
        (ValueForX(-3), "▼ O wins"),
        (ValueForX(0, 4), "■ draw"),
        (ValueForX(3, 0), "▲ X has won"),
        (ValueForX(0.31, None, False), "~ +0.31 for X"),
    ],
)
def test_values_name_the_winner(value: ValueForX, words: str) -> None:
    assert value_words(value) == words


def test_the_picture_shows_each_value_in_its_band() -> None:
    values = values_of(LOST)
    picture = Picture(history_svg(LOST, values))
    picture.is_safe_and_alone()
    picture.lies_on_the_paper()
    assert picture.tips == [
        *["Start: draw", "X b2: draw", "O b1: X wins in 6", "X a1: X wins in 5"],
        *["O c3: X wins in 4", "X a3: X wins in 3", "O a2: X wins in 2", "X c1: X wins in 1"],
    ]
    assert [node.text for node in picture.of("n-mark")] == ["?"]
    assert {"▲ X wins", "■ draw", "▼ O wins", "O b1", "5", "start"} <= set(picture.texts)
    assert picture.title == "Value history: Ada against Grace: X wins"
    assert picture.described == "Seen by X. " + history_text(LOST, values, ascii=True)
    points = (picture.of("n-run")[0].get("d") or "").lstrip("M").split("L")
    heights = [float(point.split()[1]) for point in points]
    assert heights[0] == heights[1]
    assert heights[1:] == sorted(heights[1:], reverse=True), "the sooner the win, the farther out"


@pytest.mark.parametrize("narrow", [False, True])
def test_no_number_or_mark_overlaps_the_line_of_values(narrow: bool) -> None:
    swings = [0, 0, 0, -3, 0, 3, -4, 2, -1]
    values = [ValueForX(score, None if not score else 10 - ply) for ply, score in enumerate(swings)]
    record = Record(Position(game("tictactoe")))
    for move in ("b1", "b2", "a2", "a1", "c3", "b3", "c1", "a3"):
        record = record.play(move)
    picture = Picture(history_svg(record, values, marks=("", "", "??", "?", "", "??", "?", "??"), narrow=narrow))
    points = (picture.of("n-run")[0].get("d") or "").lstrip("M").split("L")
    run = [(float(x), float(y)) for x, y in (point.split() for point in points)]
    bands = max(y for _, y in run) + 20
    words = [node for node in (*picture.of("n-tick"), *picture.of("n-mark")) if float(node.get("y") or 0) < bands]
    assert len(words) == 5 + 5
    for node in words:
        x, y, half = float(node.get("x") or 0), float(node.get("y") or 0) - 4, 3 * len(node.text or "")
        for (x0, y0), (x1, y1) in pairwise(run):
            on = [x0 + (x1 - x0) * part / 50 for part in range(51)]
            met = [at for at in on if abs(at - x) <= half and abs(y0 + (y1 - y0) * (at - x0) / (x1 - x0) - y) <= 4]
            assert not met, (node.text, x, y)


def test_a_narrow_picture_contains_the_same_information() -> None:
    wide, narrow = (Picture(history_svg(LOST, values_of(LOST), narrow=is_narrow)) for is_narrow in (False, True))
    narrow.lies_on_the_paper()
    assert narrow.size[0] < 360 < wide.size[0], "it fits a phone"
    assert narrow.tips == wide.tips
    assert narrow.described == wide.described
    assert " ".join(narrow.texts).endswith("The number counts the moves to the end, including this one.")
    assert ".n-near .n-name,.n-near .n-small,.n-near .n-tick{font-size:13px}" in history_svg(
        LOST, values_of(LOST), narrow=True
    ), "its text is larger"
    whole = Picture(history_svg(FULL, values_of(FULL), narrow=True))
    assert whole.size[0] <= 318, "a whole game of tic-tac-toe fits a phone 360 pixels wide"


NAMES = [("Ada", "名" * 40), ("W" * 40, "👩‍🚀" * 13), ("A" * 60, "Ada"), ("n" * 40, "o" * 40)]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("moves", [1, 4, 7])
@pytest.mark.parametrize("names", NAMES)
def test_long_names_are_shortened_in_the_picture(names: tuple[str, str], moves: int, narrow: bool) -> None:
    record = Record(START, LOST.moves[:moves], names)
    picture = Picture(history_svg(record, values_of(record), narrow=narrow))
    (heading,) = picture.of("n-says")
    x, o = (heading.text or "").removesuffix(f": {result_text(record.position)}").split(" against ")
    for short, name in zip((x, o), names, strict=True):
        assert short == name or (short.endswith("…") and name.startswith(short[:-1]) and breadth(short) > 8)
    assert (x, o) != names
    assert "Ada" not in names or "Ada" in (x, o), "a short name stays whole"
    assert 14 + 8 * breadth(heading.text or "") < picture.size[0] <= (400 if narrow else 560)
    assert picture.title == f"Value history: {names[0]} against {names[1]}: {result_text(record.position)}"


def test_a_picture_is_at_least_as_wide_as_its_title() -> None:
    record = Record(START, (4,))
    for title in ("", "What became of the centre", "A long story " * 20):
        picture = Picture(history_svg(record, values_of(record), title=title, narrow=True))
        (heading,) = picture.of("n-says")
        assert 14 + 8 * breadth(heading.text or "") < picture.size[0] <= 400
        assert (heading.text == (title or "X against O: unfinished")) is (len(title) < 100)
        assert picture.title == f"Value history: {title or heading.text}"


def test_other_marks_can_be_shown() -> None:
    marks = ["", "??", "?!", "", "", "", "<b>"]
    picture = Picture(history_svg(LOST, values_of(LOST), marks=marks))
    assert [node.text for node in picture.of("n-mark")] == ["??", "?!", "<b>"]
    assert "3. X a1    ?!" in history_text(LOST, values_of(LOST), marks=marks)


@given(st.sampled_from(["3,3,3", "7,6,4 gravity", "5,5,4", "12,12,5"]), st.integers(0, 99), st.sampled_from(THEMES))
def test_any_game_is_drawn(name: str, seed: int, theme: Theme) -> None:
    random, record = Random(seed), Record(Position(game(name)), (), (HOSTILE, "O\x00"))
    while not record.position.is_over:
        record = record.play(random.choice(record.position.moves))
    values = [
        random.choice(
            [ValueForX(0, 3), ValueForX(random.uniform(-1, 1) * 0.9, None, False), ValueForX(5, 7), ValueForX(-2, None)]
        )
        for _ in record.positions
    ]
    picture = Picture(history_svg(record, values, narrow=bool(seed % 2), theme=theme))
    picture.is_safe_and_alone()
    picture.lies_on_the_paper()
    assert len(picture.tips) == len(values)
    lines = history_text(record, values).splitlines()
    assert lines[len(values) :] == list(filter(None, [legend(values)]))


def test_games_without_moves_are_drawn_and_wrong_numbers_of_values_rejected() -> None:
    start = Record(Position(game("tictactoe")))
    assert Picture(history_svg(start, [(0, 9, True)])).tips == ["Start: draw"]
    with pytest.raises(NoughtsError, match="a game of 7 moves needs 8 values, not 1"):
        history_svg(LOST, [(0, 9, True)])
    with pytest.raises(NoughtsError, match="8 values"):
        history_text(LOST, [])
