"""SGF: written games are checked by an independent parser, and samples of other programs can be read."""

import time
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    Board,
    Game,
    GameTree,
    IllegalMove,
    NotationError,
    NoughtsError,
    Player,
    Position,
    Record,
    RulesError,
    cells_in,
    game,
    grid,
    in_a_row,
    position,
    read_sgf,
    read_tree,
    write_sgf,
)
from noughts.rules.files.sgf_parser import sgf_games
from tests.rules.test_record import records
from tests.rules.test_tree import trees
from tests.strategies import games

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
START = Position(game("3,3,3"))


def line(text: str, game: Game | str | None = None) -> Record:
    """Return the main line of a game."""
    return read_sgf(text, game).main_line


def split_sgf(text: str) -> list[str]:
    """Return the parts of a text that are games."""
    return [text[sgf.begin : sgf.end] for sgf in sgf_games(text)]


def parsed(text: str) -> list[dict[str, list[str]]]:
    """Parse an SGF without variations into its nodes, independently of noughts."""
    assert text[:2] == "(;"
    assert text[-2:] == ")\n"
    nodes: list[dict[str, list[str]]] = []
    name, place = "", 1
    while place < len(text) - 2:
        letter = text[place]
        if letter == ";":
            nodes.append({})
        elif letter == "[":
            value, place = "", place + 1
            while text[place] != "]":
                place += text[place] == "\\"
                value, place = value + text[place], place + 1
            nodes[-1].setdefault(name, []).append(value)
            name = name if text[place + 1] == "[" else ""
        elif letter != "\n":
            assert letter.isupper()
            name += letter
        place += 1
    return nodes


@given(records())
def test_written_games_are_valid_sgf(record: Record) -> None:
    board = record.start.game.board

    def points(cells: int) -> list[str]:
        return ["".join(LETTERS[x] for x in board.points[cell]) for cell in cells_in(cells)]

    root, *others = parsed(write_sgf(record))
    assert root.pop("FF") == root.pop("GM") == ["4"]
    assert root.pop("CA") == ["UTF-8"]
    assert root.pop("AP") == ["noughts"]
    assert root.pop("RU") == [record.start.game.name]
    size = [str(side) for side in board.shape]
    assert root.pop("SZ") == ([size[0]] if len(size) == 2 and size[0] == size[1] else [":".join(size)])
    assert root.pop("AB", []) == points(record.start.x)
    assert root.pop("AW", []) == points(record.start.o)
    turn = {"B": Player.X, "W": Player.O}[root.pop("PL", ["B"])[0]]
    assert turn is record.start.turn
    for name, key in zip(record.names, ("PB", "PW"), strict=True):
        assert root.pop(key, [""]) == [" ".join(name.split())]
    outcome = record.position.outcome
    results = {None: "0", Player.X: "B+", Player.O: "W+"}
    board_result = results[outcome.winner] if outcome else ""
    by_players = {
        **{"x resigned": "W+R", "o resigned": "B+R", "x lost on time": "W+T", "o lost on time": "B+T"},
        **{
            "x forfeited": "W+F",
            "o forfeited": "B+F",
            "x won": "B+",
            "o won": "W+",
            "draw agreed": "0",
            "void": "Void",
        },
    }
    assert root.pop("RE", [""]) == [by_players.get(record.ended, board_result)]
    assert not root
    for node, move in zip(others, record.moves, strict=True):
        assert node == {"B" if turn is Player.X else "W": points(1 << move)}
        turn = turn.other


@given(records())
def test_written_games_are_read_back(record: Record) -> None:
    read = line(write_sgf(record))
    assert (read.start, read.moves) == (record.start, record.moves)
    assert read.names == tuple(" ".join(name.split()) for name in record.names)


@given(records(games()))
def test_a_game_without_a_name_is_read_back_with_its_game(record: Record) -> None:
    read = line(write_sgf(record), record.start.game)
    assert (read.start, read.moves) == (record.start, record.moves)


def test_a_written_game_has_these_properties() -> None:
    record = Record(START, (4, 0, 2, 6, 3, 5, 1, 7, 8), ("Ada [the first]", "O: \\"))
    assert write_sgf(record) == (
        "(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[3]RU[3,3,3]PB[Ada [the first\\]]PW[O\\: \\\\]RE[0]\n"
        ";B[bb];W[aa];B[ca];W[ac];B[ab];W[cb];B[ba];W[bc];B[cc])\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[4]SZ[3];B[bb];W[aa];B[ca])",
        "(;SZ[3];B[bb];W[aa];B[ca])",
        "(;FF[4]GM[4]SZ[3:3]KM[6.5]ZZ[what][ever];B[bb]BL[12];W[aa];B[ca])",
        "  \n( ; GM [4] SZ [3]\n ; B [bb]\n ; W [aa] ; B [ca] )\n",
        "An email said:\n\n(;GM[4]SZ[3];B[bb];W[aa];B[ca])\nBye",
        "(;GM[4]SZ[3];B[bb];W[aa](;B[ca])(;B[cc];W[cb]))",  # the first variation is read
        "(;GM[4]SZ[3];B[bb](;W[aa](;B[ca])(;B[ac]))(;W[ba]))",
        "(;GM[4]SZ[3]C[a \\] and \\\\ and ( ; ) B[aa\\] in a comment];B[bb]C[];W[aa];B[ca])",
        "(;GaMe[4]SiZe[3];Black[bb];White[aa];Black[ca])",  # FF[1] to FF[3]
        "(;GM[4]SZ[3]C[two\nlines];\nB[bb];W[aa];B[ca])",
        "(;GM[4]SZ[3];B[bb:bb];W[aa];B[ca])",
        "(;;GM[4]SZ[3];;B[bb];;W[aa];C[why?];B[ca];)",
        "(;GM[4]SZ[3];B[bb]W[aa];B[ca])",
        "(;GM[4]SZ[3]PL[Black];B[bb];W[aa];B[ca])",
        "(;GM[4]SZ[3]RU[unknown rules];B[bb];W[aa];B[ca])",
        "(;GM[4]SZ[3]RE[B+Resign];B[bb];W[aa];B[ca])",
        "\ufeff(;GM[4]SZ[3];B[bb];W[aa];B[ca])",
        "(;SZ[3];B[bb];W[aa];B[ca];)",  # without a game type
        "(;GM[1]SZ[3];B[bb];W[aa];B[ca])",  # with the type of another game
        "(;GM[tic-tac-toe]SZ[3];B[bb];W[aa];B[ca])",
    ],
)
def test_sgf_of_other_programs_is_read(text: str) -> None:
    record = line(text)
    assert (record.start, record.moves) == (START, (4, 0, 2))


@pytest.mark.parametrize(
    ("result", "ended"),
    [
        *[("B+R", "o resigned"), ("W+Resign", "x resigned"), ("0", "draw agreed"), ("Draw", "draw agreed")],
        *[("B+", "x won"), ("W+", "o won"), ("B+5", "x won"), ("W+3.5", "o won"), ("Black wins", "x won")],
        *[
            ("W+T", "x lost on time"),
            ("B+Time", "o lost on time"),
            ("W+F", "x forfeited"),
            ("B+Forfeit", "o forfeited"),
        ],
        *[("Void", "void"), ("?", ""), ("", "")],
    ],
)
def test_a_result_that_the_board_does_not_show_ends_the_game(result: str, ended: str) -> None:
    tree = read_sgf(f"(;SZ[3]RE[{result}];B[bb];W[aa])")
    assert tree.main_line.ended == ended
    assert f"RE[{result}]" in write_sgf(tree)
    assert read_sgf(write_sgf(tree)) == tree
    assert read_sgf(write_sgf(tree.main_line)).main_line == tree.main_line
    played_on = tree.play((4, 0), "c1")
    assert "RE[" not in write_sgf(played_on), "the result of a game that goes on is not known"
    assert "RE[" not in write_sgf(tree.delete((4, 0)))
    assert f"RE[{result}]" in write_sgf(tree.play((4,), "c1")), "a variation changes no result"
    assert not line(f"(;SZ[3]RE[{result}];B[aa];W[ab];B[ba];W[bb];B[ca])").ended, "X has won"


def test_the_size_and_the_rules_are_read() -> None:
    def read(text: str) -> str:
        return line(text).start.game.name

    assert read("(;GM[4])") == "19,19,5"
    assert read("(;GM[4]SZ[15])") == "15,15,5"
    assert read("(;GM[4]SZ[4])") == "4,4,4"
    assert read("(;GM[4]SZ[7:6])") == "7,6,5"
    assert read("(;GM[4]SZ[7:6]RU[7,6,4 gravity])") == "7,6,4 gravity"
    assert read("(;GM[4]SZ[7:6]RU[Connect Four])") == "7,6,4 gravity"
    assert read("(;GM[4]SZ[3]RU[4,4,4])") == "3,3,3"  # SZ determines the size
    assert read("(;GM[4]SZ[3:3:3])") == "3x3x3"
    assert read("(;GM[4]SZ[52])") == "52,52,5"
    assert line("(;GM[4]SZ[3];B[ba])", "3,3,3 torus").start.game == game("torus")
    assert line("(;GM[4]SZ[3];B[ba])", game("misere")).start.game == game("misere")


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("(;GM[4]SZ[3];W[bb];B[aa])", "9_ o", (4, 0)),  # white moves first
        ("(;GM[4]SZ[3]PL[W];W[bb];B[aa])", "9_ o", (4, 0)),
        ("(;GM[4]SZ[3]PL[w])", "9_ o", ()),
        ("(;GM[4]SZ[3]AB[aa][bb]AW[cc])", "x2_/_x_/2_o o", ()),
        ("(;GM[4]SZ[3]AB[aa]AB[bb]AW[cc])", "x2_/_x_/2_o o", ()),
        ("(;GM[4]SZ[3];AB[aa]AW[cc];AB[bb];W[ca])", "x2_/_x_/2_o o", (2,)),
        ("(;GM[4]SZ[3]AB[aa:ba]AW[ab:bb])", "2x_/2o_/3_ x", ()),
        ("(;GM[4]SZ[3]AB[aa:ca]AW[bb])", "3x/_o_/3_ o", ()),
        ("(;GM[4]SZ[3]AB[ab:bc]PL[B])", "3_/2x_/2x_ x", ()),
        ("(;GM[4]SZ[3]AddBlack[aa]AddWhite[ca];Black[bb])", "x_o/3_/3_ x", (4,)),
        ("(;GM[4]SZ[3]AB[aa];W[bb];B[ca])", "x2_/3_/3_ o", (4, 2)),
        ("(;GM[4]SZ[3]AB[aa];B[bb])", "x2_/3_/3_ x", (4,)),
    ],
)
def test_the_first_position_is_read(text: str, start: str, moves: tuple[int, ...]) -> None:
    record = line(text)
    assert record.start == position(start)
    assert record.moves == moves


def test_a_line_is_a_board_one_cell_high() -> None:
    record = Record(Position(in_a_row(3, 5)), (2, 0, 3))
    assert "SZ[5:1]RU[line 5,3]" in write_sgf(record)
    assert line(write_sgf(record)) == record


def test_an_unknown_game_must_be_given_as_an_argument() -> None:
    own = Record(Position(Game("corners", grid(3, 3), (0b101_000_101,))), (0, 4))
    with pytest.raises(NotationError, match=r"unknown game RU\[corners\]: pass the game as well"):
        line(write_sgf(own))
    assert line(write_sgf(own), own.start.game) == own


def test_on_a_3d_board_a_rectangle_is_a_box() -> None:
    record = line("(;GM[4]SZ[3:3:3]AB[aaa:baa]AW[abc:bbc][ccc])")
    assert record.start.x == sum(1 << cell for cell in (0, 1))
    assert record.start.o == sum(1 << cell for cell in (21, 22, 26))


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("Ada", "Ada"),
        ("Ada\\: [one\\]", "Ada: [one]"),
        ("back\\\\slash", "back\\slash"),
        ("a soft \\\nbreak", "a soft break"),
        (" two\n  lines ", "two lines"),
        ("", ""),
    ],
)
def test_names_are_written_as_simple_text(value: str, name: str) -> None:
    assert line(f"(;GM[4]SZ[3]PB[{value}]PW[x])").names == (name, "x")
    assert line(f"(;GaMe[4]SiZe[3]PlayerBlack[{value}])").names == (name, "")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, r"this text contains no game: expected SGF that begins with \(;"),
        ("b2 a1", NotationError, r"this text contains no game: expected SGF that begins with \(;"),
        (";B[aa]", NotationError, "this text contains no game"),
        ("(B[aa])", NotationError, "this text contains no game"),
        ("(;GM[4](B[aa]))", NotationError, "character 9: expected ; before the first property"),
        ("(;GM[4]SZ[3]", NotationError, r"character 1: the game that begins here does not end: expected \)"),
        ("\n(;GM[4]SZ[3]\n\n  (;B[aa])", NotationError, "line 2, column 1: the game that begins here does not end"),
        ("(;SZ[3]\n(;SZ[3](;FF[4]SZ[3]))", NotationError, r"does not end before the next one at line 2, column 8"),
        ("(;GM[4]SZ[3];B[bb)", NotationError, r"character 14: B\[ has no end: expected \]"),
        ("(;GM[4]SZ[3];?[bb])", NotationError, r"character 14: '\?\[bb\]\)' is not SGF: expected ;, \)"),
        ("(;SZ[3]\nC[a [b] c];B[bb])", NotationError, r"line 2, column 9: 'c];B\[bb]\)' is not SGF: .* written \\]"),
        ("(;GM[4]SZ[0])", NotationError, r"SZ\[0\]: a side of a board must have at least 1 cell"),
        ("(;GM[4]SZ[60])", NotationError, r"SZ\[60\]: a board has at most 2704 cells"),
        ("(;GM[4]SZ[9999])", NotationError, r"SZ\[9999\] is not the size of a board: expected SZ\[3\]"),
        ("(;GM[4]SZ[three])", NotationError, r"SZ\[three\] is not the size"),
        ("(;GM[4]SZ[60:2])", RulesError, "SGF allows at most 52 cells a side, not 60"),
        ("(;GM[4]SZ[3];B[dd])", NotationError, r"\[dd\] is not a point on this board: expected aa to cc"),
        ("(;GM[4]SZ[3];B[a])", NotationError, r"\[a\] is not a point"),
        ("(;GM[4]SZ[3];B[])", NotationError, r"character 14: B\[\] is a pass: this game has no passes"),
        ("(;GM[4]SZ[3]\n;B[bb]\n;W[tt])", NotationError, r"line 3, column 2: W\[tt\] is a pass"),
        ("(;GM[4]SZ[3];B[aa][bb])", NotationError, r"B\[aa\]\[bb\] has 2 points: expected one"),
        ("(;GM[4]SZ[3];B[bb])(;GM[4]SZ[3])", NotationError, "there are 2 games in this text: noughts.read_games reads"),
        ("(;GM[4]SZ[3];B[aa:bb])", NotationError, r"B\[aa:bb\] is a rectangle: expected one point"),
        ("(;GM[4]SZ[3]AB[??:cc])", NotationError, r"\[\?\?:cc\] is not a point"),
        ("(;GM[4]SZ[3]AB[cc:aa])", NotationError, r"\[cc:aa\] is not a point"),
        ("(;GM[4]SZ[3]PL[red])", NotationError, r"PL\[red\] is not a player: expected PL\[B\] or PL\[W\]"),
        ("(;GM[4]SZ[3];B[bb];AW[aa])", NotationError, "stones are set up in the middle of the game"),
        ("(;GM[4]SZ[3]AB[aa]AW[aa])", RulesError, "both X and O have a stone on a1"),
        ("(;GM[4]SZ[3];B[bb];W[bb])", IllegalMove, "move 2: b2 is taken: X has a stone there"),
        ("(;GM[4]SZ[3];B[bb];B[aa])", IllegalMove, "move 2: X plays a1, but O is to move"),
        ("(;GM[4]SZ[7:6]RU[connect four];B[aa])", IllegalMove, "move 1: a1 would hang in the air"),
        ("x" * 2_000_001, NotationError, "the SGF is 2000001 characters long: expected at most 2000000"),
    ],
)
def test_invalid_sgf_raises_an_error(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        line(text)


def test_a_board_that_is_too_wide_for_sgf_raises_an_error() -> None:
    with pytest.raises(RulesError, match="at most 52 cells a side, not 53"):
        write_sgf(Record(Position(game("53,2,2")), (52,)))
    wide = Record(Position(game("52,2,2")), (51,))
    assert ";B[Za]" in write_sgf(wide)
    assert line(write_sgf(wide)) == wide


def test_records_work_on_boards_that_are_not_grids() -> None:
    plus = Game("plus", Board(((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))), (0b01110,))
    record = Record(Position(plus)).play("b2").play("b1").play("a2")
    assert line(write_sgf(record), plus) == record
    with pytest.raises(NotationError, match=r"\[aa\] is not a point"):
        line("(;GM[4]SZ[3];B[aa])", plus)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[4]SZ[3]" + ";" * 200_000 + ")\n",
        "(;GM[4]SZ[3]C[" + "x" * 1_900_000 + "])\n",
        "(;GM[4]SZ[3]C[" + "\\]" * 900_000 + "])\n",
        "(;GM[4]SZ[3]C[" + "\\]" * 900_000,
        "(" * 1_000_000,
        "(;GM[4]SZ[3]" + "(;" * 200_000 + ")" * 200_001 + "\n",
        "(;GM[4]SZ[3]" + "A" * 1_900_000,
        "(;GM[4]SZ[3]AB" + " " * 1_900_000 + "x",
        "(;GM[4]SZ[3]AB[aa]" + "[bb]" * 100_000 + " \n" * 100_000 + "x)",
    ],
    ids=lambda text: text[:20],
)
def test_long_texts_are_read_in_linear_time(text: str) -> None:
    start = time.process_time()
    with suppress(NoughtsError):
        line(text)
    assert time.process_time() - start < 20  # quadratic time would be hours


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(;GM[4]SZ[20]AB" + "[aa:jt]" * 50_000 + ")", "AB lists more points than the 400 of the board"),
        ("(" + ";" * 900_000 + ")", "more than 10,000 nodes"),
    ],
)
def test_oversized_texts_are_rejected(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        line(text)


@given(st.lists(records(), min_size=1, max_size=4), st.sampled_from(["", "\n", " \r\n\n"]))
def test_a_collection_is_split(games: list[Record], between: str) -> None:
    texts = [write_sgf(record).strip() for record in games]
    assert (split_sgf(between.join(["", *texts, ""]))) == texts


def test_variations_stay_with_their_game_and_invalid_text_raises_an_error() -> None:
    one, two = "(;GM[4]SZ[3];B[aa](;W[bb])(;W[cc]))", "(;GM[4]SZ[3]PB[a) (;b];B[bb])"
    assert (split_sgf(f"{one}{two}")) == [one, two]
    assert (split_sgf("")) == []
    with pytest.raises(NotationError, match="does not end"):
        [line(text) for text in split_sgf(f"{one}(;GM[4]SZ[3]")]


@pytest.mark.parametrize("comment", ["a backslash \\\nand a line break", "\\\\\n]:;(", "a]b:c\\"])
def test_escapes_in_comments_are_read_back(comment: str) -> None:
    tree = GameTree.of(Position()).play((), "b2").set_comment((4,), comment)
    assert read_sgf(write_sgf(tree)).node((4,)).comment == comment


@given(trees())
def test_trees_are_read_back_with_their_variations_and_comments(tree: GameTree) -> None:
    text = write_sgf(tree)
    x, o = (" ".join(name.split()) for name in tree.names)
    assert read_sgf(text) == GameTree(replace(tree.head, names=(x, o), ended=tree.main_line.ended), tree.root)
    assert line(text).moves == tree.main_line.moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;SZ[3];B[bb](;W[aa];B[cc]C[good])(;W[ca];B[cb]))", "b2 a1 (c1 c2) c3 {good}"),
        ("(;SZ[3]C[begin];B[bb](;W[aa])(;W[ca](;B[cb])(;B[bc])))", "{begin} b2 a1 (c1 c2 (b3))"),
        ("(;SZ[3];B[bb](;W[aa])(;W[aa];B[ca]))", "b2 a1 c1"),  # two variations that begin alike
        (r"(;SZ[3];B[bb]C[a \] b \\ c: d\:e])", r"b2 {a ] b \\ c: d:e}"),
        ("(;SZ[3];B[bb]C[two\nlines and \\\nmore])", "b2 {two\nlines and more}"),
        ("(;SZ[3];B[bb];C[why?];W[aa])", "b2 {why?} a1"),
    ],
)
def test_variations_and_comments_of_other_programs_are_read(text: str, moves: str) -> None:
    assert read_sgf(text) == read_tree(moves)


def test_a_written_tree_has_these_variations() -> None:
    tree = read_tree("{start} b2 a1 (c1 c3 {good}) c3")
    moves = "C[start]\n;B[bb]\n(;W[aa];B[cc])\n(;W[ca];B[cc]C[good]))\n"
    assert write_sgf(tree) == "(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[3]RU[3,3,3]" + moves


def test_an_illegal_move_in_a_variation_raises_an_error() -> None:
    with pytest.raises(IllegalMove, match="move 2: b2 is taken"):
        read_sgf("(;SZ[3];B[bb](;W[aa])(;W[bb]))")


ONE, TWO = "(;GM[4]SZ[3];B[aa])", "(;GM[4]SZ[3];B[bb])"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (f"{ONE} trailing", [ONE]),
        (f"{ONE})", [ONE]),
        (f"{ONE};B[bb]", [ONE]),
        (f"Two games:\n{ONE}) and (another) {TWO}.", [ONE, TWO]),
        (f"{ONE}\n(;GM[4]SZ[3];B[", [ONE, "(;GM[4]SZ[3];B["]),
        (f"{ONE}(;GM[4]! {TWO}", [ONE, f"(;GM[4]! {TWO}"]),
        (f"( {ONE[1:-1]}(;W[bb]))", [f"( {ONE[1:-1]}(;W[bb]))"]),
    ],
)
def test_text_around_games_is_ignored(text: str, games: list[str]) -> None:
    assert (split_sgf(text)) == games
    if len(games) == 1:
        assert line(text) == line(games[0])
