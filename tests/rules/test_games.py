"""Files with several games, damaged files, the games of Piskvork, and the names of rules in other programs' files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    GameTree,
    IllegalMove,
    NotationError,
    NoughtsError,
    Record,
    game,
    read_games,
    read_moves,
    read_sgf,
    read_tree,
    write_moves,
    write_sgf,
    write_tree,
)
from tests.rules.test_record import records
from tests.rules.test_tree import trees

ONE, TWO = "(;SZ[3];B[aa])", "(;SZ[3];B[bb])"
PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,1250\n7,9,90000\n"


def moves(data: str | bytes, *, lenient: bool = False) -> list[str]:
    """Return the moves of each game."""
    return [write_tree(tree.without_properties()) for tree in read_games(data, lenient=lenient)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ONE + TWO, ["a1", "b2"]),
        (f"From: a friend (;-)\n\n{ONE}\n\nand\n\n{TWO}\nBye", ["a1", "b2"]),
        (f"\ufeff{ONE}", ["a1"]),
        ("b2 a1", ["b2 a1"]),
        ("b2 a1\n1-0\n\na1 b2\n", ["b2 a1", "a1 b2"]),
        ("x: Ada\n\nb2 a1 (c1) c3\n\nb2 {why}", ["b2 a1 (c1) c3", "b2 {why}"]),
        (PSQ, ["h8 i8 g9"]),
    ],
)
def test_all_games_of_a_file_are_read(text: str, found: list[str]) -> None:
    assert moves(text) == moves(text.encode()) == found


@given(st.lists(trees(), min_size=1, max_size=4))
def test_a_written_collection_is_read_back(games: list[GameTree]) -> None:
    texts = list(map(write_sgf, games))
    assert read_games("".join(texts)) == tuple(map(read_sgf, texts))


@given(st.lists(records(), min_size=1, max_size=3))
def test_written_lists_are_read_back(games: list[Record]) -> None:
    games = [record for record in games if record.moves]
    if games:
        read = read_games("".join(map(write_moves, games)).encode())
        assert [tree.main_line.moves for tree in read] == [record.moves for record in games]


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (f"{ONE}\n(;SZ[3];B[bb];W[bb])", IllegalMove, "game 2 of 2: line 2, column 15: move 2: b2 is taken"),
        (f"{ONE}\n(;SZ[3];B[bb", NotationError, r"game 2 of 2: line 2, column 9: B\[ has no end: expected \]"),
        ("b2 a1\n*\nb2 b2\n*\n", IllegalMove, "game 2 of 2: move 2: b2 is taken"),
        ("", NotationError, "this text contains no game: expected SGF, or moves such as b2 a1 c3"),
        (b"\xff\xfe", NotationError, "this text contains no game"),
        (3, NotationError, "expected games as text or bytes, not 3"),
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n16,1,0\n",
            NotationError,
            "line 3: '16,1,0' is not a move: expected a column",
        ),
        ("Piskvorky 15x15, 11:11, 0\n8,x,0\n", NotationError, "line 2: '8,x,0' is not a move"),
        ("Piskvorky 15x15, 11:11, 0\n0,1,0\n", NotationError, "line 2: '0,1,0' is not a move"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", IllegalMove, "line 3: move 2: h8 is taken"),
        ("Piskvorky 99x99, 11:11, 0\n8,8,0\n", NoughtsError, "a board has at most"),
    ],
)
def test_an_error_names_the_game_and_the_place(data: str | bytes, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_games(data)


# Damaged files.


@pytest.mark.parametrize(
    ("text", "found", "note"),
    [
        (
            "(;SZ[3];B[bb];W[aa]",
            ["b2 a1"],
            r"character 1: the game that begins here does not end: expected \) (its end",
        ),
        ("(;SZ[3];B[bb];W[aa]C[never", ["b2 a1"], "character 20: C[ has no end: expected ] (skipped, with everything"),
        (
            r"(;SZ[3];B[bb]C[a [b] c];W[aa])",
            ["b2 {a [b] c} a1"],
            r"character 22: 'c];W[aa])' is not SGF: expected ;, ) or",
        ),
        (r"(;SZ[3];B[bb]C[a] b\: c];W[aa])", ["b2 {a] b: c} a1"], "(read as part of the text before it)"),
        (
            "(;SZ[3];B[bb];W[];B[aa])",
            ["b2"],
            "W[] is a pass: this game has no passes (skipped, with the moves after it)",
        ),
        ("(;SZ[3];B[bb];W[tt]C[pass])", ["b2 {pass}"], "character 15: W[tt] is a pass"),
        ("(;SZ[3];B[bb](;W[bb];B[aa])(;W[ca]))", ["b2 c1"], "move 2: b2 is taken"),
        ("(;SZ[3];B[bb] ?! ;W[aa])", ["b2 a1"], "'?! ;W[aa])' is not SGF"),
        ("(;SZ[3];B[bb]\n(;FF[4]SZ[3];B[aa])", ["b2", "a1"], "does not end before the next one at line 2, column 1"),
        (
            "(;SZ[9999];B[bb])",
            ["b2"],
            "SZ[9999] is not the size of a board: expected SZ[3] or SZ[columns:rows] (the usual",
        ),
        ("(;SZ[3]AB[aa]AW[aa];B[bb])", ["b2"], "both X and O have a stone on a1"),
        ("(;SZ[3];B[bb];AW[aa];W[cc])", ["b2"], "stones are set up in the middle of the game"),
        ("(;SZ[3](B[bb]))", ["b2"], "expected ; before the first property (the ; is assumed)"),
        ("(;AP[noughts]SZ[3]RU[my game];B[bb])", ["b2"], "unknown game RU[my game]"),
        (PSQ + "1,1,0\n99,1,0\n", ["h8 i8 g9 a1"], "line 6: '99,1,0' is not a move"),
    ],
)
def test_lenient_reading_keeps_what_it_can_and_says_what_it_skipped(text: str, found: list[str], note: str) -> None:
    with pytest.raises(NoughtsError):
        read_games(text)
    assert moves(text, lenient=True) == found
    notes = [each for tree in read_games(text, lenient=True) for each in tree.notes]
    assert any(note.replace("\\)", ")") in each for each in notes), notes


@given(trees(), st.data())
def test_lenient_reading_survives_every_cut(tree: GameTree, data: st.DataObject) -> None:
    text = write_sgf(tree)
    cut = text[: data.draw(st.integers(min(8, len(text)), len(text)))]
    for game_ in read_games(cut + ")", lenient=True) if "(;" in cut else ():
        assert read_sgf(write_sgf(game_)) is not None


@given(trees())
def test_lenient_reading_of_a_sound_file_is_strict_reading(tree: GameTree) -> None:
    text = write_sgf(tree)
    assert read_sgf(text, lenient=True) == read_sgf(text)
    assert not read_sgf(text, lenient=True).skipped


def test_the_list_of_what_was_skipped_is_short() -> None:
    (tree,) = read_games("(;SZ[3]" + "? ;" * 500 + ")", lenient=True)
    assert len(tree.skipped) == 21
    assert tree.skipped[-1] == "There are more errors, which are not listed."


# The names of rules.


@pytest.mark.parametrize(
    ("rules", "note"),
    [
        ("", ""),
        ("Freestyle", ""),
        ("free style", ""),
        ("15,15,5", ""),
        ("Renju", "renju's forbidden moves and its overline rule are not applied"),
        ("RIF", "renju's forbidden moves"),
        ("Taraguchi-10", "renju's forbidden moves"),
        ("Caro", "five blocked at both ends also win here"),
        ("Japanese", "The rules 'Japanese' are unknown: this game is read as 15,15,5."),
    ],
)
def test_rules_that_are_not_applied_are_named(rules: str, note: str) -> None:
    tree = read_sgf(f"(;SZ[15]RU[{rules}];B[hh])")
    assert tree.start.game == game("15,15,5")
    assert note in " ".join(tree.notes)
    assert bool(note) == bool(tree.notes)
    again = read_sgf(write_sgf(tree))
    assert (again, again.notes) == (tree, tree.notes)
    assert read_tree(write_tree(tree), "15,15,5").notes == tree.notes


@pytest.mark.parametrize("rules", ["Gomoku", "Standard", "Swap2", "swap 2", "Gomoku rules"])
def test_gomoku_of_other_programs_needs_exactly_five(rules: str) -> None:
    tree = read_sgf(f"(;SZ[15]RU[{rules}];B[hh])")
    assert tree.start.game.name == "15,15,5 exact"
    assert not tree.notes
    assert read_sgf(write_sgf(tree)) == tree
    assert f"RU[{rules}]" in write_sgf(tree)


def test_the_result_of_the_file_counts_where_the_board_shows_none() -> None:
    assert read_sgf("(;SZ[15]RU[Renju]RE[W+];B[hh])").main_line.ended == "o won"
    overline = ";".join(f"B[{c}a];W[{c}c]" for c in "abcde")
    won = read_sgf(f"(;SZ[15]RU[Renju]RE[W+F];{overline[:-6]})")
    assert won.main_line.position.is_over
    assert "RE[W+F]" in write_sgf(won), "by renju's rules, which noughts does not apply"


# Piskvork.


def test_a_game_of_piskvork_has_its_data() -> None:
    (tree,) = read_games(PSQ + "A.zip\nB.zip\n15\n0,Freestyle15_1\n")
    assert tree.names == ("A.zip", "B.zip")
    assert tree.main_line.ended == "o lost on time"
    assert tree.root.properties == ("EV[Freestyle15_1]", "RU[Freestyle]")
    times = [node.properties for _, node in tree.root.walk()]
    assert times == [(), ("EMT[1.25]",), ("EMT[90]",)]
    assert read_sgf(write_sgf(tree)) == tree


def test_the_second_player_can_begin_in_piskvork() -> None:
    (tree,) = read_games(PSQ.replace("11:11, 0", "0:11, 1") + "homo-1\nB.exe\n-1\n")
    assert tree.names == ("B.exe", "homo-1")
    assert read_games(PSQ + "-1\n")[0].names == ("", "")
    assert read_games(PSQ.replace("15x15", "20x19"))[0].start.game.name == "20,19,5"
    assert read_games(PSQ, "15,15,6")[0].start.game.name == "15,15,6"
    assert "renju" in read_games(PSQ + "A\nB\n0\n1,Renju15_2\n")[0].notes[0]


def test_the_event_of_a_game_of_piskvork_names_its_rules() -> None:
    assert read_games(PSQ + "A\nB\n0\n0,Standard15\n")[0].start.game == game("15,15,5 exact")


def test_a_file_of_positions_by_their_columns_has_one_game_a_line() -> None:
    games = read_games("444\n4455\n2252576\n", "connect four")
    assert [tree.main_line.moves for tree in games] == [
        read_moves(columns, "connect four").moves for columns in ("444", "4455", "2252576")
    ]
