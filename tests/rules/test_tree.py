"""Game trees: variations and comments are written and read back, and no operation loses a line."""

import copy
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    GameTree,
    IllegalMove,
    NotationError,
    NoughtsError,
    Position,
    Record,
    game,
    position,
    read_moves,
    read_tree,
    write_moves,
    write_tree,
)
from noughts.rules.tree import LONGEST_COMMENT, MOST_NODES, Path, TreeNode, clean_comment, write_game
from noughts.session.reading import split_text
from tests.rules.test_record import records

AWKWARD = [
    "",
    "}",
    "\\\\",
    "\\}{",
    "{a}",
    "(b2)",
    "two\nlines",
    "x: b",
    "# no",
    "a ] b",
    "1-0",
    " 1\t2 ",
    "\x00",
    "b2 a1",
]
comments = st.one_of(st.sampled_from(AWKWARD), st.text(max_size=20))


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Draw a tree: a record, and then variations and comments at random places."""
    tree = GameTree.of(draw(records()))
    for choice in draw(st.lists(st.integers(0, 10**9), max_size=8)):
        path = nth_path(tree, choice)
        if moves := tree.position(path).moves:
            tree = tree.play(path, moves[choice // 1000 % len(moves)])
    for choice, comment in draw(st.lists(st.tuples(st.integers(0, 10**6), comments), max_size=3)):
        tree = tree.set_comment(nth_path(tree, choice), comment)
    return tree


def nth_path(tree: GameTree, choice: int) -> Path:
    everything = paths(tree)
    return everything[choice % len(everything)]


def paths(tree: GameTree) -> list[Path]:
    """Return the paths of all nodes."""
    found: list[Path] = [()]
    for path in found:
        found += [(*path, child.move) for child in tree.node(path).children]
    return found


@given(trees())
def test_a_written_tree_is_read_back(tree: GameTree) -> None:
    anew = read_tree(write_tree(tree), tree.start, tree.names)
    assert (anew.root, anew.start, anew.names) == (tree.root, tree.start, tree.names)
    for same in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):
        assert same == tree
        assert hash(same) == hash(tree)


@given(trees())
def test_every_path_is_legal(tree: GameTree) -> None:
    for path in paths(tree):
        assert Record(tree.start, path).position == tree.position(path)
        moves = [child.move for child in tree.node(path).children]
        assert len(set(moves)) == len(moves)
    assert tree.size == len(paths(tree)) - 1
    assert [*tree.lines] == [path for path in tree.lines if not tree.node(path).children]
    assert tree.lines[0] == tree.main_line.moves == tree.end(())


@given(records())
def test_a_record_is_the_main_line_of_its_tree(record: Record) -> None:
    tree = GameTree.of(record)
    assert tree.main_line == record
    assert tree.has_only_main_line
    assert write_tree(tree).split() == list(record.move_names)
    assert read_tree(write_moves(record), record.start.game).main_line == read_moves(
        write_moves(record), record.start.game
    )


@given(trees(), st.integers(0, 10**6))
def test_promoting_a_line_keeps_all_lines(tree: GameTree, choice: int) -> None:
    path = nth_path(tree, choice)
    after = tree.promote(path)
    assert set(paths(after)) == set(paths(tree))
    assert all(after.node(other).comment == tree.node(other).comment for other in paths(tree))
    assert after.main_line.moves == tree.end(path)


@given(trees(), st.integers(0, 10**6))
def test_deleting_a_branch_keeps_all_others(tree: GameTree, choice: int) -> None:
    path = nth_path(tree, choice)
    if not path:
        with pytest.raises(NoughtsError, match="the first position cannot be deleted"):
            tree.delete(path)
        return
    kept = [other for other in paths(tree) if other[: len(path)] != path]
    assert paths(tree.delete(path)) == kept


@given(trees(), st.integers(0, 10**6))
def test_a_move_is_added_once_as_the_last_variation(tree: GameTree, choice: int) -> None:
    path = nth_path(tree, choice)
    before = tree.node(path).children
    for move in tree.position(path).moves:
        after = tree.play(path, tree.start.game.board.names[move])
        assert after.play(path, move) is after
        if child := tree.node(path).child(move):
            assert child in before
            assert after == tree
        else:
            assert after.node(path).children == (*before, TreeNode(move))
            assert after.delete((*path, move)).root == tree.root
            if path != tree.end(()):
                assert after.main_line.ended == tree.main_line.ended, "the result belongs to the main line"


@given(trees(), st.integers(0, 10**6), comments)
def test_a_comment_changes_nothing_else(tree: GameTree, choice: int, comment: str) -> None:
    path = nth_path(tree, choice)
    after = tree.set_comment(path, comment)
    assert after.node(path).comment == clean_comment(comment)
    assert after.set_comment(path, tree.node(path).comment) == tree


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("b2 a1 (c1 c3 {good}) c3", "b2 a1 (c1 c3 {good}) c3"),
        ("1. b2 a1! (1... c1? 2. c3 $1) 2. c3 *", "b2 a1 (c1 c3) c3"),
        ("b2,a1,(c1,c3),c3", "b2 a1 (c1 c3) c3"),
        ("{begin} b2 {one} {two}", "{begin} b2 {one\ntwo}"),
        ("b2 a1 (c1 c3 (a2 b3) c2) (b1)", "b2 a1 (c1 c3 (a2 b3) c2) (b1)"),
        ("b2 (a1) (a1 b1) a2", "b2 (a1 b1) a2"),
        ("b2 ({why not} a1) c1", "{why not} b2 (a1) c1"),
        ("(1,1) (0,0) {corner} (2, 2)", "b2 a1 {corner} c3"),
        ("5 1 {corner} 9", "b2 a1 {corner} c3"),
        ("game: 3,3,3\nx: Ada (me)\nb2 (a1) a2 # (no)\nunfinished\n", "b2 (a1) a2"),
        ("game: 3,3,3\nx: Ada {1}\nb2 a1 b1 c1 b3\nX wins\n", "b2 a1 b1 c1 b3"),
        ("", ""),
    ],
)
def test_trees_of_other_programs_are_read(text: str, written: str) -> None:
    tree = read_tree(text)
    assert write_tree(tree) == written
    assert read_tree(write_tree(tree), tree.start, tree.names) == tree


def test_names_and_the_first_position_are_read_from_the_lines_before_the_moves() -> None:
    tree = read_tree("x: Ada\no: Bob\ngame: 4,4,3\nstart: x3_/4_/4_/4_ o\nb2 (c3) a2")
    assert tree.names == ("Ada", "Bob")
    assert tree.start == position("x3_/4_/4_/4_ o", "4,4,3")
    assert read_tree("d {low}", "connect four").main_line.move_names == ("d6",)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("b2 (c1", NotationError, r"a variation does not end: expected \)"),
        ("b2 (a1) c1)", NotationError, r"there is a \) without a \( before it"),
        ("(b2)", NotationError, "a bracket must follow the move that it replaces"),
        ("b2 {x", NotationError, "a comment does not end: expected }"),
        ("b2 (b9)", NotationError, "'b9' is not a move: expected a name from a1 to c3"),
        ("b2 a1 (b2)", IllegalMove, "move 2: b2 is taken: X has a stone there"),
        ("b2 {" + "x" * (LONGEST_COMMENT + 1) + "}", NoughtsError, "the comment is too long"),
        (3, NotationError, "expected moves as text"),
    ],
)
def test_invalid_text_raises_an_error(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        read_tree(text)


def test_operations_on_a_line_that_does_not_exist_raise_an_error() -> None:
    tree = read_tree("b2 a1")
    for operation in (tree.promote, tree.delete, tree.node, tree.line):
        with pytest.raises(NoughtsError, match="there is no such line in the game: b2 c1"):
            operation((4, 2))
    with pytest.raises(IllegalMove, match="b2 is taken"):
        tree.play((4,), "b2")
    with pytest.raises(NoughtsError, match="expected a GameTree"):
        write_tree("b2")  # type: ignore[arg-type]


def test_long_lines_and_long_texts_take_linear_time() -> None:
    begin = time.process_time()
    large = Position(game("52,52,52 misere"))
    tree = GameTree.of(Record(large, large.moves[:1500]))
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree.play(tree.end(()), tree.position(tree.end(())).moves[0]).size == 1501
    for text in ("b2 " + "(" * 100_000, "b2 " + "{" * 100_000, "b2 (a1) " * 50_000, "b2 (" + "1 " * 100_000):
        with pytest.raises(NoughtsError):
            read_tree(text)
    assert time.process_time() - begin < 20  # quadratic time would be much longer


def test_a_tree_has_a_limited_size() -> None:
    moves = [move for a in range(12) for b in range(30) for c in range(30) for move in (a, 40 + b, 80 + c)]
    text = ""
    board = Position(game("19,19,5")).game.board.names
    for number in range(0, len(moves), 3):
        a, b, c = (board[move] for move in moves[number : number + 3])
        text += f" ({a} {b} {c})"
    with pytest.raises(NotationError, match=f"more than {MOST_NODES:,} moves"):
        read_tree(f"s19{text}", "19,19,5")


def test_a_resigned_game_can_be_analysed_to_its_end() -> None:
    tree = GameTree.of(Record(Position(game("3,3,3")), (4, 0), ("", ""), "x resigned"))
    assert tree.main_line.ended == "x resigned"
    over = tree.add([4, 0, 1, 2, 7])
    assert (over.main_line.ended, over.main_line.position.is_over) == ("", True)


@pytest.mark.parametrize(
    "text",
    [
        "b2 a1 c3",
        "b2 a1 (c1 c3 {good}) c3",
        "game: 4,4,4\nx: Ada\no: Grace\nstart: x3_/4_/4_/4_ o\n\nb2 {hm} (c1) d4\nX resigned",
        "b2 {one\n\ntwo\nX wins\n\nthree} a1\ndraw agreed",
        "game: 7,6,4 gravity\n\nd6 d5 (c6 d5) d4",
    ],
)
def test_a_game_as_text_keeps_everything(text: str) -> None:
    tree = read_tree(text)
    assert read_tree(write_game(tree)) == tree
    (item,) = split_text(write_game(tree))
    assert item.read() == tree
