"""Files of other programs keep what noughts does not understand, byte for byte.

The files in `files/` were written for these tests, in the form in which these programs write: Sabaki, CGoban, Little
Golem, a Gomocup manager, a Renju server, Yixin, PlayOK, a program for FF[3], and Piskvork. They are not real games.
"""

import re
from pathlib import Path

import pytest

from noughts import GameTree, read_games, read_sgf, write_sgf

FILES = sorted((Path(__file__).parent / "files").iterdir())
ENCODINGS = {"yixin.sgf": "gb18030", "renju_ja.sgf": "cp932", "club_big5.sgf": "big5"}
UNDERSTOOD = {"B", "W", "C", "AB", "AW", "AE", "PL", "FF", "GM", "CA", "SZ", "PB", "PW"}
GAMES = [
    *[("caro.sgf", "17,15,5", "o won"), ("cgoban.sgf", "19,19,5", "o resigned"), ("ff3.sgf", "15,15,5", "x resigned")],
    *[("littlegolem.sgf", "19,19,5", ""), ("sabaki.sgf", "15,15,5", ""), ("vint.sgf", "15,15,5", "o lost on time")],
    *[
        ("renju_ja.sgf", "15,15,5", "x resigned"),
        ("club_big5.sgf", "15,15,5 exact", "void"),
        ("yixin.sgf", "15,15,5 exact", ""),
    ],
    *[("gomocup.sgf", "20,20,5", "x won"), ("playok.sgf", "15,15,5 exact", "draw agreed")],
    ("swap2.psq", "15,15,5 exact", "o lost on time"),
]


def properties(text: str) -> list[str]:
    """Return the properties that noughts does not use itself, in their order, independently of noughts."""
    found, key, gap, at = list[str](), "", "", re.search(r"\(;[A-Za-z\s]", text).start()  # type: ignore[union-attr]
    while at < len(text):
        if text[at] == "[":
            begin = at
            while text[at] != "]":
                at += 2 if text[at] == "\\" else 1
            value, at = text[begin : at + 1], at + 1
            if key:
                found.append(key + value)
            else:  # another value, perhaps on a new line
                found[-1] += gap + value
            key, gap = "", ""
        else:
            key = key + text[at] if text[at].isalpha() else "" if text[at] in ";()" else key
            gap = "" if key or text[at] in ";()" else gap + text[at]
            at += 1
    return [raw for raw in found if name(raw) not in UNDERSTOOD]


def name(raw: str) -> str:
    return "".join(letter for letter in raw.partition("[")[0] if letter.isupper())


def in_order(text: str) -> list[str]:
    """Return the properties without the program, the rules and the result, which noughts can add, too."""
    return [raw for raw in properties(text) if name(raw) not in ("AP", "RU", "RE")]


def written(trees: tuple[GameTree, ...]) -> str:
    return "".join(map(write_sgf, trees))


@pytest.mark.parametrize("file", [file for file in FILES if file.suffix == ".sgf"], ids=lambda file: file.name)
def test_a_round_trip_keeps_all_properties_byte_for_byte(file: Path) -> None:
    before = file.read_bytes().decode(ENCODINGS.get(file.name, "utf-8"))
    trees = read_games(file.read_bytes())
    after = written(trees)
    assert len(in_order(before)) > 1
    assert in_order(after) == in_order(before)
    assert set(properties(before)) <= set(properties(after))
    assert read_games(after.encode()) == trees


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_data_survives_an_edit(file: Path) -> None:
    for tree in read_games(file.read_bytes()):
        path = tree.end(())
        longer = tree if tree.position(path).is_over else tree.play(path, tree.position(path).moves[0])
        commented = longer.set_comment((), "mine")
        assert in_order(write_sgf(commented)) == in_order(write_sgf(tree))
        assert read_sgf(write_sgf(commented)) == commented


@pytest.mark.parametrize(("name", "game", "ended"), GAMES, ids=lambda value: str(value))
def test_the_game_and_its_end_are_read(name: str, game: str, ended: str) -> None:
    tree = read_games((Path(__file__).parent / "files" / name).read_bytes())[0]
    assert tree.start.game.name == game
    assert tree.main_line.ended == ended
    assert len(tree.main_line.moves) >= 2


def test_characters_of_several_bytes_are_decoded_before_brackets_are_read() -> None:
    files = Path(__file__).parent / "files"
    (japanese,) = read_games((files / "renju_ja.sgf").read_bytes())
    assert japanese.names == ("能代", "予想")
    assert japanese.root.properties[0] == "GN[表の対局]", "表 ends with the byte of a backslash"
    (chinese,) = read_games((files / "club_big5.sgf").read_bytes())
    assert chinese.names == ("許小姐", "蓋先生")
    (mainland,) = read_games((files / "yixin.sgf").read_bytes())
    assert "开局，]天元" in mainland.root.children[0].comment
