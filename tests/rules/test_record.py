"""Game records, and reading and writing plain lists of moves."""

import copy
import pickle
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import noughts
from noughts import (
    Board,
    Game,
    IllegalMove,
    NotationError,
    NoughtsError,
    Outcome,
    Player,
    Position,
    Record,
    RulesError,
    game,
    in_a_row,
    position,
    read_moves,
    read_sgf,
    read_tree,
    write_moves,
    write_sgf,
)
from noughts.rules.record import ENDINGS, Ended, numbered_moves, result_text, split_moves
from tests.strategies import games, named_games, placed, played

START = Position(game("3,3,3"))
SHORT = Record(START, (4, 0, 2), ("Ada", "Grace"))
AWKWARD = ["", " ", "x", "draw", "X wins", "1. b2", "b2 a1", "Ann: the #1", "o: me", "#", "[B]", "½", "名前", "a\nb"]


def read_line(text: str) -> Record:
    """Return the main line of a game in SGF."""
    return read_sgf(text).main_line


names = st.one_of(st.sampled_from(AWKWARD), st.text(max_size=12))


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Game] = named_games) -> Record:
    """Draw a record of random moves, from the empty board or another position."""
    here = draw(games)
    start = draw(st.one_of(st.just(Position(here)), played(here), placed(here)))
    record = Record(start, (), (draw(names), draw(names)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=12)):
        if record.position.is_over:
            break
        record = record.play(record.position.moves[choice % len(record.position.moves)])
    return record if record.is_over else replace(record, ended=draw(st.sampled_from(["", "", *ENDINGS])))


@given(records(st.one_of(named_games, games())))
def test_the_positions_of_a_record_follow_from_its_moves(record: Record) -> None:
    position = record.start
    expected = [position]
    for move, name in zip(record.moves, record.move_names, strict=True):
        assert record.start.game.board.cell(name) == move
        position = position.play(move)
        expected.append(position)
    assert record.positions == tuple(expected)
    assert record.position == position
    anew = Record(record.start, record.moves, record.names, record.ended)
    assert anew == record
    assert hash(anew) == hash(record)
    assert anew.positions == record.positions
    for same in (
        pickle.loads(pickle.dumps(record)),
        copy.deepcopy(record),
        eval(repr(record), {name: getattr(noughts, name) for name in noughts.__all__}.copy()),
    ):
        assert same == record
        assert same.positions == record.positions


@given(records(), st.integers(0, 15))
def test_back_removes_the_last_moves(record: Record, plies: int) -> None:
    kept = max(len(record.moves) - plies, 0)
    back = record.back(plies)
    assert back == Record(
        record.start, record.moves[:kept], record.names, record.ended if kept == len(record.moves) else ""
    )
    assert back.position == record.positions[kept]
    for move in record.moves[kept:]:
        back = back.play(move)
    assert back == replace(record, ended=back.ended)


def test_back_never_goes_beyond_the_start() -> None:
    assert Record(START).back() == Record(START)
    assert SHORT.back().back(5).position == START


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ((4, 4), "move 2: b2 is taken: X has a stone there"),
        ((9,), "move 1: cell 9 is not on the board"),
        ((0, 3, 1, 4, 2, 5), "move 6: the game is over: X has won"),
    ],
)
def test_illegal_moves_raise_an_error_with_their_number(moves: tuple[int, ...], message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        Record(START, moves)
    with pytest.raises(IllegalMove, match=message):
        replace(SHORT, moves=moves)


def test_replacing_the_moves_replaces_the_positions() -> None:
    assert replace(SHORT, moves=(1, 2)).position == START.play(1).play(2)


def test_a_record_accepts_moves_by_name() -> None:
    assert Record(START, ("b2", "1", 2)).moves == (4, 0, 2)  # type: ignore[arg-type]


def test_play_accepts_a_move_by_name() -> None:
    assert Record(START).play("b2").play("1").play("0 2").moves == (4, 0, 2)
    assert Record(Position(game("connect four"))).play("d").play("4").move_names == ("d6", "d5")
    with pytest.raises(IllegalMove, match="b2 is taken"):
        SHORT.play("b2")


@pytest.mark.parametrize(
    ("start", "text"),
    [
        (START, "unfinished"),
        (position("3x/2o_/3_ o"), "X wins"),
        (position("3x/2o_/3_ o", "misere"), "O wins"),
        (position("xox/xox/oxo o"), "draw"),
    ],
)
def test_the_result_in_words(start: Position, text: str) -> None:
    assert result_text(start) == text


@pytest.mark.parametrize(
    ("ended", "winner"),
    [
        *[("x resigned", Player.O), ("o resigned", Player.X), ("x lost on time", Player.O), ("o forfeited", Player.X)],
        *[("x won", Player.X), ("o won", Player.O), ("draw agreed", None), ("void", None)],
    ],
)
def test_players_can_end_a_game_before_it_is_over_on_the_board(ended: Ended, winner: Player | None) -> None:
    record = replace(SHORT, ended=ended)
    assert (record.is_over, record.winner) == (True, winner)
    assert (SHORT.is_over, SHORT.winner) == (False, None)
    assert result_text(record).lower() == ended
    assert record != SHORT
    assert record.back(0) == record
    assert record.back() == SHORT.back()
    with pytest.raises(IllegalMove, match=f"(?i)the game is over: {ended}"):
        record.play("b1")
    assert read_moves(write_moves(record)) == record
    assert read_sgf(write_sgf(record)).main_line == record


def test_an_ending_is_rejected_if_it_is_unknown_or_the_game_is_over_on_the_board() -> None:
    with pytest.raises(NoughtsError, match="unknown ending 'x left': expected one of x resigned"):
        replace(SHORT, ended="x left")  # type: ignore[arg-type]
    with pytest.raises(NoughtsError, match="the game is over on the board"):
        Record(position("3x/2o_/3_ o"), ended="x resigned")


@pytest.mark.parametrize(
    ("result", "ended"),
    [
        *[("X resigned", "x resigned"), ("o resigned.", "o resigned"), ("draw agreed", "draw agreed")],
        *[("draw", "draw agreed"), ("½-½", "draw agreed"), ("*", ""), ("unfinished", "")],
        *[("X wins", "x won"), ("O has won!", "o won"), ("1-0", "x won"), ("0-1", "o won"), ("void", "void")],
    ],
)
def test_a_result_that_the_board_does_not_show_ends_the_game(result: str, ended: str) -> None:
    assert read_moves(f"b2 a1\n{result}\n").ended == ended
    assert read_moves("b2 a1 1/2-1/2").ended == "draw agreed"
    assert read_moves(f"b2 a1 b1 b3 a2 c2 a3 c1 c3\n{result}\n").ended == "", "the board is full"


# The list of moves.


def test_write_moves_writes_the_game_the_names_and_the_moves() -> None:
    assert write_moves(SHORT) == "game: 3,3,3\nx: Ada\no: Grace\n1. b2 a1\n2. c1\nunfinished\n"
    late = Record(position("xo7_"), (4,))
    assert write_moves(late) == "game: 3,3,3\nstart: xo_/3_/3_ x\n1. b2\nunfinished\n"


@pytest.mark.parametrize(
    ("start", "moves", "lines"),
    [
        ("9_ x", "a1", ["1. a1"]),
        ("9_ x", "a1 b2 c3", ["1. a1 b2", "2. c3"]),
        ("9_ o", "", []),
        ("9_ o", "a1", ["1... a1"]),
        ("9_ o", "a1 b2 c3 a3", ["1... a1", "2. b2 c3", "3. a3"]),
        ("xo_/_x_/3_ o", "a3 c3", ["1... a3", "2. c3"]),
    ],
)
def test_moves_are_numbered_in_pairs_of_x_and_o(start: str, moves: str, lines: list[str]) -> None:
    record = read_moves(f"start: {start}\n{moves}")
    assert list(numbered_moves(record)) == lines
    assert read_moves(f"start: {start}\n{' '.join(lines)}") == record


@given(records())
def test_written_moves_are_read_back(record: Record) -> None:
    read = read_moves(write_moves(record))
    assert (read.start, read.moves) == (record.start, record.moves)
    assert read.names == tuple(" ".join(name.split()) for name in record.names)


@given(records(games()))
def test_a_game_without_a_name_is_read_back_with_its_game(record: Record) -> None:
    read = read_moves(write_moves(record), record.start.game)
    assert (read.start, read.moves) == (record.start, record.moves)


@pytest.mark.parametrize(
    "text",
    [
        "b2 a1 c1",
        "B2, A1, C1",
        "1. b2 a1 2. c1",
        "1.b2 a1 2.c1",
        "1. b2! a1?? 2. c1!?",
        "1... b2 a1 c1",
        "# a game\n\nb2\na1 # a corner\n  c1\n",
        "game: tictactoe\nb2 a1 c1\nunfinished",
        "Game : 3,3,3 # the classic\nb2 a1 c1",
        "b2 a1 c1\n*",
        "b2 a1\r\nc1\r\n",
        "5 1 3",
        "5,1,3",
        "1. 5 1 2. 3",
        "1 1 0 0 0 2",
        "1,1 0,0 0,2",
        "(1, 1) (0, 0)! [0, 2]",
        "1. (1,1) (0,0)\n2. (0,2)",
        "5 a1 (0 2)",
        "1. b2\n\n1… a1\n2. c1",
        "b2a1c1",
        "B2A1 c1",
        "X:b2 O:a1 X:c1",
        "x: 5, o: 1, x: 3",
        "game: 3,3,3\nX: b2\nO: a1\nX: c1",
        "X:b2 O:a1\nX:c1\n*",
        "X: b2\nO: a1\nX: c1\nunfinished",
    ],
)
def test_moves_are_read_in_many_forms(text: str) -> None:
    assert read_moves(text) == Record(START, (4, 0, 2))


@pytest.mark.parametrize(
    "line", ["X wins", "x won.", "O has won!", "draw", "drawn", "tie", "1-0", "0-1", "1/2-1/2", "½-½"]
)
def test_a_result_is_not_read_as_a_move(line: str) -> None:
    assert read_moves(f"b2\n{line}\n").moves == (4,)


@pytest.mark.parametrize("mark", ["1-0", "0-1", "1/2-1/2", "½-½", "*"])
def test_a_result_after_the_last_move_is_not_read_as_a_move(mark: str) -> None:
    assert read_moves(f"1. b2 a1\n2. c3 {mark}").moves == (4, 0, 8)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("4 4 d", (38, 31, 24)),
        ("(5, 3) (4, 3)", (38, 31)),
        ("ddd", (38, 31, 24)),
        ("444", (38, 31, 24)),
        ("1. dd 2. d", (38, 31, 24)),
        ("d6d5d4", (38, 31, 24)),
        ("X:d O:d X:4", (38, 31, 24)),
        ("https://connect4.gamesolver.org/?pos=444", (38, 31, 24)),
        ("connect4.gamesolver.org/en/?pos=444&x=1\n", (38, 31, 24)),
        ("https://connect4.gamesolver.org/?pos=444#top", (38, 31, 24)),
        ("?pos=444", (38, 31, 24)),
    ],
)
def test_with_gravity_a_column_is_a_move(text: str, moves: tuple[int, ...]) -> None:
    assert read_moves(text, "connect four").moves == moves
    assert read_tree(text, game("connect four")).main_line.moves == moves


@pytest.mark.parametrize(("text", "rules"), [("ddh", "connect four"), ("448", "connect four"), ("bbb", "tictactoe")])
def test_a_word_that_names_no_columns_is_not_a_move(text: str, rules: str) -> None:
    with pytest.raises(NotationError, match=f"'{text}' is not a move: expected"):
        read_moves(text, rules)


def test_the_game_in_the_text_overrides_the_argument() -> None:
    assert read_moves("d3", "4,3,3").moves == (11,)
    assert read_moves("d3", game("4,3,3")).start.game == game("4,3,3")
    assert read_moves("game: 4,4,4\nd4", "4,3,3").start.game == game("4,4,4")
    assert read_moves("game: 4,4,4\nd4", game("4,3,3")).start.game == game("4,4,4")


def test_the_start_line_sets_the_player_to_move() -> None:
    record = read_moves("start: x_o/3_/3_ o\nb2 b1")
    assert record.start == position("x_o/3_/3_ o")
    assert [at.turn for at in record.positions] == [Player.O, Player.X, Player.O]
    assert record.position.outcome is None
    assert read_moves("start: 2x_/2o_/3_ o\nc2").position.outcome == Outcome(Player.O, 0b111000, ("a2", "b2", "c2"))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("b2 d4", NotationError, "^'d4' is not a move: expected a name from a1 to c3, a digit from 1 to 9, or"),
        ("b2\n\nwhat now", NotationError, "line 3: 'what' is not a move"),
        ("colour: red", NotationError, "the text begins with 'colour': expected game, x, o, start or moves"),
        ("game: chess\nb2", NotationError, "unknown game 'chess'"),
        ("game: 99,99,5", RulesError, "at most 2704 cells"),
        ("start: xo\nb2", NotationError, "the position has 2 cells: expected 9"),
        ("b2 b2", IllegalMove, "move 2: b2 is taken"),
        ("5 10", NotationError, "^'10' is not a move: expected a name from a1 to c3, a digit from 1 to 9, or"),
        ("1 2 0", NotationError, "^'0' is not a move: expected"),
        ("(1, 3)", NotationError, "^'\\(1, 3\\)' is not a move: expected"),
        ("a1 a2 b1 b2 c1 c2", IllegalMove, "move 6: the game is over: X has won"),
        ("game: 3,3,3 gravity\na1", IllegalMove, "move 1: a1 would hang in the air"),
        ("X:a1 X:b2", IllegalMove, "move 2: X plays b2, but O is to move"),
        ("X:a1 O:zz", NotationError, "'zz' is not a move: expected moves, as in X:b2 O:a1"),
        ("x: Ada Lovelace\no: Bob", NotationError, "no moves follow the players' names"),
        ("X:a1 O:b2 then X", NotationError, "no moves follow the players' names"),
        ("b2 a1\nX: c3", NotationError, "line 2 is a move after a list of moves"),
        ("b2a1d4", NotationError, "^'b2a1d4' is not a move"),
        ("h8h7i9k7", NotationError, "'h8h7i9k7' is not a move: .*; for a different board, name the game"),
        ("4455", NotationError, "'4455' is not a move: .*; for a different board, name the game"),
        ("https://connect4.gamesolver.org/?pos=4485", NotationError, "'4485' is not a move"),
        ("game: 7,6,4 gravity\n4455 2", NotationError, "2 after the moves '4455' looks like a score: leave it out"),
        ("game: 7,6,4 gravity\n4455 -12", NotationError, "-12 after the moves '4455' looks like a score"),
    ],
)
def test_invalid_lists_raise_an_error(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_moves(text)


def test_records_work_on_boards_that_are_not_grids() -> None:
    plus = Game("plus", Board(((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))), (0b01110,))
    record = Record(Position(plus)).play("b2").play("b1").play("a2")
    assert read_moves(write_moves(record), plus) == record


@pytest.mark.parametrize("game_", [in_a_row(3, 5), in_a_row(2, 1), in_a_row(3, 5, 1), in_a_row(2, 2, 2, 2, 2)])
def test_records_on_boards_of_every_dimension_are_read_back(game_: Game) -> None:
    assert game(game_.name) == game_
    record = Record(Position(game_)).play(0)
    assert read_moves(write_moves(record)) == record
    assert read_sgf(write_sgf(record)).main_line == record


@pytest.mark.parametrize(("write", "read"), [(write_moves, read_moves), (write_sgf, read_line)])
def test_a_long_record_is_read_in_time(write: Callable[[Record], str], read: Callable[[str], Record]) -> None:
    start = Position(game("52,52,52"))
    cells = list(range(52 * 52))
    Random(1).shuffle(cells)
    record = Record(start, tuple(cells))
    text, began = write(record), time.process_time()
    assert read(text) == record
    assert time.process_time() - began < 3


@given(st.lists(st.tuples(records(), st.booleans()), min_size=1, max_size=4), st.sampled_from(["", "\n", "# next\n"]))
def test_several_lists_of_moves_are_split(games: list[tuple[Record, bool]], between: str) -> None:
    texts = [_written(record, result_first=first) for record, first in games]
    parts = list(split_moves(between.join(texts)))
    assert parts == [f"{text}{between}" for text in texts[:-1]] + texts[-1:]
    assert [read_moves(text) for text in parts] == [read_moves(write_moves(record)) for record, _ in games]


@given(records(), st.randoms(use_true_random=False))
def test_a_game_is_not_split_wherever_names_and_result_stand(record: Record, random: Random) -> None:
    lines = write_moves(record).splitlines(keepends=True)
    loose = [line for line in lines if line[:2] in ("x:", "o:") or line == lines[-1]]
    fixed = [line for line in lines if line not in loose]
    random.shuffle(loose)
    above = random.randint(0, len(loose))
    text = "".join([*loose[:above], *fixed, *loose[above:]])
    assert list(split_moves(text)) == [text]
    assert read_moves(text) == read_moves(write_moves(record))


def _written(record: Record, *, result_first: bool) -> str:
    *lines, result = write_moves(record).splitlines(keepends=True)
    return "".join([lines[0], result, *lines[1:]] if result_first else [*lines, result])


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("b2 a1\n\nc3 # here\n", ["b2 a1\n\n", "c3 # here\n"]),
        ("b2 a1\n\n\nb2 c3\n \n1. a1", ["b2 a1\n\n\n", "b2 c3\n \n", "1. a1"]),
        ("1. b2 a1\n\n2. c3\n\n1. a1", ["1. b2 a1\n\n2. c3\n\n", "1. a1"]),
        ("1. b2\n\n1... a1\n2. c3", ["1. b2\n\n1... a1\n2. c3"]),
        ("1. b2\n\n1… a1", ["1. b2\n\n1… a1"]),
        ("1. b2 a1\n\n1... c3", ["1. b2 a1\n\n", "1... c3"]),
        ("1. b2\n\n1. a1", ["1. b2\n\n", "1. a1"]),
        ("1. b2 a1 1-0\n1. c3 *", ["1. b2 a1 1-0\n", "1. c3 *"]),
        ("b2 a1\n\nX wins\n\nc3", ["b2 a1\n\nX wins\n\n", "c3"]),
        ("b2 a1\n# the middle\nc3", ["b2 a1\n# the middle\nc3"]),
        ("b2 a1\nX wins\nc3", ["b2 a1\nX wins\n", "c3"]),
        ("b2\nx: Ada\na1", ["b2\n", "x: Ada\na1"]),
        ("game: 4,4,3\nx: Ada #1\nb2\n*", ["game: 4,4,3\nx: Ada #1\nb2\n*"]),
        (" \n", []),
        ("x: Ada\nX wins\nb2 a1 c3", ["x: Ada\nX wins\nb2 a1 c3"]),
        ("X wins\nx: Ada\nb2 a1 c3", ["X wins\nx: Ada\nb2 a1 c3"]),
        ("b2 a1 c3\nx: Ada\no: Bob", ["b2 a1 c3\nx: Ada\no: Bob"]),
        ("b2 a1 c3\n*\nx: Ada\no: Bob\n\n# late", ["b2 a1 c3\n*\nx: Ada\no: Bob\n\n# late"]),
        ("b2\nx: Ada\n*\na1\nO: Bob", ["b2\n", "x: Ada\n*\na1\nO: Bob"]),
        ("b2\nX wins\nstart: x8_ o", ["b2\nX wins\n", "start: x8_ o"]),
        ("game: 3,3,3\n*\ngame: 4,4,3\n*", ["game: 3,3,3\n*\n", "game: 4,4,3\n*"]),
    ],
)
def test_lists_are_split_at_the_ends_of_games(text: str, games: list[str]) -> None:
    assert list(split_moves(text)) == games
