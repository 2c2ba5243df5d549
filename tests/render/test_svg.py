"""Boards as SVG: every option is drawn, described in words and escaped, in all themes and dimensions."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Position, Record, analyse, game, position, solve_steps
from noughts.explain.story.build_story import tell
from noughts.explain.words import discs_fall
from noughts.render.board.svg import Arrow, board_svg
from noughts.render.history_svg import history_svg
from noughts.render.theme import COLOURS, THEMES, Theme
from noughts.render.tree.svg import tree_svg
from noughts.solver.evaluation import Bounds, Evaluation, MoveEvaluation
from tests.render.pictures import HOSTILE, Picture, rules
from tests.strategies import games, named_games, positions

MIDDLE = position("o_x/x2_/x2o x")
EMPTY = Position(game("tictactoe"))


def test_values_have_a_shape_a_word_and_a_number_and_losing_replies_are_counted() -> None:
    texts = Picture(board_svg(MIDDLE, evaluation=analyse(MIDDLE))).texts
    assert texts.count("▲ win") == texts.count("in 1") == 1
    assert texts.count("▼ loss") == texts.count("in 2") == 2
    opening = Picture(board_svg(EMPTY, evaluation=analyse(EMPTY)))
    assert opening.texts.count("■ draw") == 9
    assert opening.texts.count("7 of O's 8") == 4
    assert opening.texts.count("4 of O's 8") == 5
    assert opening.texts.count("replies lose") == 9
    assert "a1 draw: 7 of O's 8 replies lose" in opening.described


def test_estimates_have_no_shape() -> None:
    start = Position(game("15,15,5")).play("h8")
    picture = Picture(board_svg(start, evaluation=analyse(start, 1, estimate_nodes=20)))
    assert [text for text in picture.texts if text.startswith("~ ")]
    assert not set("▲■▼") & set("".join(picture.texts))


@pytest.mark.parametrize(
    ("bounds", "distance", "label", "words"),
    [
        (Bounds(1, 1), 5, ["▲ win", "in 5"], "win in 5"),
        (Bounds(-1, -1), 8, ["▼ loss", "in 8"], "loss in 8"),
        (Bounds(1, 1), None, ["▲ win"], "win"),
        (Bounds(0, 0), 9, ["■ draw"], "draw"),
        (Bounds(-1, 0), None, ["?", "not a win"], "not a win"),
        (Bounds(0, 1), None, ["?", "not a loss"], "not a loss"),
        (Bounds(-1, 1), None, ["?"], "unknown"),
    ],
    ids=str,
)
def test_what_is_known_about_a_move_is_written_on_its_cell(
    bounds: Bounds, distance: int | None, label: list[str], words: str
) -> None:
    move = MoveEvaluation(4, EMPTY.play("b2"), bounds, distance)
    picture = Picture(board_svg(EMPTY, evaluation=Evaluation(EMPTY, moves=(move,)), coordinates=False))
    assert picture.texts == label
    assert picture.described.endswith(f"Moves: b2 {words}.")
    assert len(picture.of("n-about")) == (bounds.value is None), "undecided moves look different"


@pytest.mark.parametrize("start", ["o_x/x2_/x2o x", "4,4,3 gravity", "3x3x3 gravity"])
def test_every_label_is_on_the_cell_that_the_move_takes(start: str) -> None:
    for known in solve_steps(start, all_moves=True):
        picture = Picture(board_svg(known.position, evaluation=known))
        picture.lies_on_the_paper()
        squares = [(float(cell.get("x") or 0), float(cell.get("y") or 0)) for cell in picture.of("n-cell")]
        places = [(float(text.get("x") or 0), float(text.get("y") or 0)) for text in picture.of("n-value")]
        labelled = [cell for cell, (x, y) in enumerate(squares) for a, b in places if x < a < x + 72 and y < b < y + 72]
        assert labelled == sorted(known.position.moves)


def test_arrows_rings_marks_numbers_and_colours_are_drawn_and_described() -> None:
    picture = Picture(
        board_svg(
            MIDDLE,
            arrows=[(0, 8), Arrow(1, 7, "win"), (4, 4, "loss")],
            marks={8: "?", 0: "!"},
            moves=[4, 1, 0],
            fill={4: "note", 5: "#abc"},
            last=8,
        )
    )
    assert len(picture.of("n-arrow")) == len(picture.of("n-head")) == 2
    assert len(picture.of("n-arrow", "n-win")) == 1
    assert len(picture.of("n-ring", "n-loss")) == 1
    assert [node.text for node in picture.of("n-mark")] == ["?", "!"]
    assert [node.text for node in picture.of("n-number")] == ["1", "2", "3"]
    assert len(picture.of("n-ghost")) == 2, "pale stones only on empty cells"
    assert len(picture.of("n-x", "n-ghost")) == len(picture.of("n-o", "n-ghost")) == 1, "of both players in turn"
    assert len(picture.of("n-cell", "n-last")) == len(picture.of("n-cell", "n-note")) == 1
    assert 'style="fill:#abc"' in picture.text
    assert "Arrows: a1 to c3, b1 to b3, b2 to b2." in picture.described
    assert "Marked: c3 ?, a1 !." in picture.described
    assert "Numbered: 1 b2, 2 b1, 3 a1." in picture.described
    assert "The last move was c3." in picture.described


def test_cells_can_be_given_by_name() -> None:
    by_name = board_svg(
        MIDDLE, last="c3", marks={"a1": "!"}, fill={"b2": "win"}, moves=["b2", "b1"], arrows=[("a1", "b2", "win")]
    )
    assert by_name == board_svg(
        MIDDLE, last=8, marks={0: "!"}, fill={4: "win"}, moves=[4, 1], arrows=[Arrow(0, 4, "win")]
    )


def test_an_arrow_points_from_cell_to_cell() -> None:
    picture = Picture(board_svg(EMPTY, arrows=[(3, 5)], coordinates=False))
    shaft, head = picture.of("n-arrow")[0].get("d") or "", picture.of("n-head")[0].get("d") or ""
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", shaft)]
    assert numbers[1] == numbers[3] == 10 + 1.5 * 72, "the arrow follows the middle row"
    assert 10 < numbers[0] < 10 + 72 < 10 + 2 * 72 < numbers[2]
    assert head.startswith("M178 118L"), "the arrow ends at the edge of the stone"


def test_names_and_captions_cannot_break_the_picture() -> None:
    picture = Picture(board_svg(MIDDLE, caption=HOSTILE, title=HOSTILE, marks={1: HOSTILE}))
    picture.is_safe_and_alone()
    assert '</text><script>alert("&")</script> ]]> ��[2J é 漢 🙂' in picture.texts
    assert picture.title.startswith("</text><script>")


@given(st.text())
def test_any_text_can_be_a_caption(text: str) -> None:
    Picture(board_svg(MIDDLE, caption=text, marks={1: text}, title=text)).is_safe_and_alone()


def test_the_description_says_everything_that_is_drawn() -> None:
    picture = Picture(board_svg(MIDDLE.play("b2"), last=4))
    assert picture.title == "3 × 3, three in a row: X wins"
    assert picture.described == ("X on c1, a2, b2, a3. O on a1, b3, c3. The last move was b2. The line is c1, b2, a3.")
    assert picture.root.get("role") == "img"
    assert Picture(board_svg(EMPTY)).described == "X on no cell. O on no cell."


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_colour_for_everything(theme: Theme) -> None:
    text = board_svg(
        MIDDLE, evaluation=analyse(MIDDLE), last=0, arrows=[(0, 8, "win")], marks={1: "?"}, moves=[4], theme=theme
    )
    picture = Picture(text)
    style = picture.text.partition("<style>")[2].partition("</style>")[0]
    assert picture.root.get("class") == f"n-{theme}"
    used = {name for node in picture.root.iter() for name in (node.get("class") or "").split()} - {
        f"n-{theme}",
        "n-ghost",
    }
    assert used - {"n-more", "n-value"} <= rules(style, theme)
    assert ("prefers-color-scheme:dark" in style) is (theme == "auto")
    assert ("@media print" in style) is (theme == "auto")
    assert "$" not in style


def luminance(colour: str) -> float:
    """Return the relative luminance as defined by WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    light, dark = sorted([luminance(one), luminance(two)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", COLOURS)
def test_text_has_enough_contrast(name: str) -> None:
    colours = COLOURS[name]
    for kind in ("win", "draw", "loss"):
        assert contrast(colours[kind], colours[f"{kind}_text"]) >= 4.5
        assert contrast(colours[kind], colours["ink"]) >= 4.5
        assert contrast(colours[kind], colours["faint"]) >= 4.5
        assert contrast(colours[kind], colours["accent"]) >= 4.5
    for ground in ("paper", "band", "cut", "last", "note"):
        assert contrast(colours[ground], colours["ink"]) >= 4.5
    assert contrast(colours["paper"], colours["faint"]) >= 4.5
    assert contrast(colours["band"], colours["faint"]) >= 4.5


def test_the_colours_of_print_differ_in_grey() -> None:
    greys = [luminance(COLOURS["print"][kind]) for kind in ("win", "draw", "loss")]
    assert min(abs(a - b) for a, b in combinations(greys, 2)) > 0.1


def test_coordinates_and_size_can_be_set() -> None:
    with_names, without = Picture(board_svg(EMPTY)), Picture(board_svg(EMPTY, coordinates=False))
    assert with_names.texts == ["a", "b", "c", "1", "2", "3"]
    assert without.texts == []
    assert without.size < with_names.size
    large, (width, height) = Picture(board_svg(EMPTY, size=600)), with_names.size
    assert large.size == (600, round(600 * height / width, 2))
    assert large.root.get("viewBox") == with_names.root.get("viewBox")


@pytest.mark.parametrize(
    ("name", "layers"),
    [
        ("3x3x3", ["a", "b", "c"]),
        ("2x2x2x2,2", ["a1", "b1", "a2", "b2"]),
        ("3,3,3", []),
        ("5x1x2x2,2", ["a1", "b1", "a2", "b2"]),
    ],
)
def test_layers_are_named(name: str, layers: list[str]) -> None:
    texts = Picture(board_svg(Position(game(name)))).texts
    assert [text for text in texts if text.startswith("Layer")] == [f"Layer {layer}" for layer in layers]


def test_where_discs_fall_the_board_is_a_panel_with_discs_unless_something_is_written_on_it() -> None:
    start = Position(game("connect four")).play("d6").play("d5")
    picture = Picture(board_svg(start, last="d5", discs=True))
    assert [len(picture.of(name)) for name in ("n-panel", "n-disc-x", "n-disc-o", "n-x", "n-o")] == [1, 1, 1, 0, 0]
    assert len(picture.of("n-last")) == 1
    for plain in (board_svg(start), board_svg(start, moves=["d4"], discs=True), board_svg(EMPTY, discs=True)):
        assert not Picture(plain).of("n-panel")
    won = board_svg(position("7_/7_/3_x3_/3_x3_/3_xo2_/2_oxo2_ o", "connect four"), discs=True)
    assert len(Picture(won).of("n-over")) == 1


@given(positions(games() | named_games), st.sampled_from(THEMES), st.booleans(), st.booleans())
def test_a_board_of_any_shape_is_drawn_completely(
    board: Position, theme: Theme, coordinates: bool, discs: bool
) -> None:
    picture = Picture(board_svg(board, theme=theme, coordinates=coordinates, discs=discs, caption="x"))
    picture.is_safe_and_alone()
    picture.lies_on_the_paper()
    assert len(picture.of("n-cell")) == len(board.game.board)
    mark = "n-disc-" if discs and discs_fall(board.game) else "n-"
    assert len(picture.of(f"{mark}x")) == board.x.bit_count()
    assert len(picture.of(f"{mark}o")) == board.o.bit_count()
    assert len(picture.of("n-line")) == bool(board.outcome and board.outcome.line)
    places = ["cx", "cy"] if discs and discs_fall(board.game) else ["x", "y"]
    corners = [[float(cell.get(place) or 0) for place in places] for cell in picture.of("n-cell")]
    for (a, b), (c, d) in combinations(corners, 2):
        assert abs(a - c) >= 72 or abs(b - d) >= 72


def test_a_straight_line_is_struck_through_and_others_are_framed() -> None:
    straight = Picture(board_svg(MIDDLE.play("b2"))).of("n-line")[0].get("d") or ""
    assert straight.count("M") == straight.count("L") == 1
    cube = Position(game("3x3x3"))
    for move in (0, 1, 13, 2, 26):
        cube = cube.play(move)
    assert cube.is_over
    through_layers = Picture(board_svg(cube)).of("n-line")[0].get("d") or ""
    assert (through_layers.count("M"), through_layers.count("L")) == (3, 0)
    torus = Position(game("torus"))
    for move in (1, 0, 5, 4, 6):
        torus = torus.play(move)
    assert torus.is_over
    around = Picture(board_svg(torus)).of("n-line")[0].get("d") or ""
    assert (around.count("M"), around.count("L")) == (3, 0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"last": 9}, "cell 9 is not on the board"),
        ({"fill": {-1: "win"}}, "cell -1"),
        ({"marks": {12: "?"}}, "cell 12"),
        ({"arrows": [(0, 99)]}, "cell 99"),
        ({"arrows": [(0, 1, "red")]}, "unknown kind of arrow 'red'"),
        ({"moves": [0, 27]}, "cell 27"),
        ({"fill": {0: "url(https://example.org/x)"}}, "unknown colour"),
        ({"fill": {0: 'red"/><script>'}}, "unknown colour"),
        ({"theme": "sepia"}, "unknown theme 'sepia'"),
        ({"size": 0}, "at least 1 as the width in pixels"),
        ({"marks": {"z9": "?"}}, "'z9' is not a cell of this board"),
    ],
    ids=str,
)
def test_invalid_arguments_raise_an_error(settings: dict[str, object], message: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(message)):
        board_svg(EMPTY, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("colour", ["#fed", "#f6edb8", "gold", "rgb(10, 20, 30)", "hsl(120 50% 50% / 0.5)"])
def test_css_colours_are_accepted(colour: str) -> None:
    assert f'style="fill:{colour}"' in board_svg(EMPTY, fill={3: colour})


@pytest.mark.parametrize("theme", ["light", "auto"])
def test_pictures_on_one_page_do_not_change_each_others_style(theme: Theme) -> None:
    """For every property of an element, only one rule has the greatest weight."""
    record = Record(MIDDLE).play("b2")
    values = [(3, 1, True), (3, 0, True)]
    pictures = [
        board_svg(MIDDLE.play("b2"), last=4, arrows=[(0, 8, "win"), (1, 1)], marks={1: "?"}, moves=[1], theme=theme),
        board_svg(MIDDLE, evaluation=analyse(MIDDLE), fill={0: "win", 1: "loss"}, caption="x", theme=theme),
        history_svg(record, values, theme=theme),
        tree_svg(tell(MIDDLE, algorithm="alphabeta"), theme=theme),
    ]
    styles = "".join(re.findall("<style>(.*?)</style>", text, re.DOTALL)[0] for text in pictures)
    styles = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\}", "", styles)
    declarations: dict[frozenset[str], set[str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", styles):
        for selector in selectors.split(","):
            names = frozenset(selector.split()[-1].strip(".").split("."))
            declarations.setdefault(names, set()).update(body.split(";"))
    for text in pictures:
        for node in Picture(text).root.iter():
            classes = set((node.get("class") or "").split())
            weights: dict[tuple[str, int], set[str]] = {}
            for names, parts in declarations.items():
                if names <= classes:
                    for part in parts:
                        weights.setdefault((part.split(":")[0], len(names)), set()).add(part)
            most = {name: max(weight for other, weight in weights if other == name) for name, _ in weights}
            for (name, weight), parts in weights.items():
                assert weight < most[name] or len(parts) == 1, (classes, parts)
