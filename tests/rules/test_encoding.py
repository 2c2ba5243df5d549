"""Files are decoded by their byte order mark or by CA, before brackets are looked for."""

import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, NoughtsError, read_games, read_sgf, write_sgf

# In these encodings, the second byte of the characters can be a backslash or a bracket.
TRICKY = {
    "Shift_JIS": "表ソ能十予",
    "Big5": "功許蓋餐",
    "GBK": "镕乗俔",
    "GB2312": "中文五子棋",
    "EUC-KR": "오목",
    "UTF-8": "ü名",
}


@pytest.mark.parametrize(("encoding", "text"), TRICKY.items())
def test_ca_is_honoured(encoding: str, text: str) -> None:
    data = f"(;CA[{encoding}]SZ[3]GN[{text}]PB[{text}];B[bb]C[{text}]N[{text}])".encode(encoding)
    tree = read_sgf(data)
    assert tree.names[0] == tree.root.children[0].comment == text
    assert f"GN[{text}]" in tree.root.properties
    assert "CA[UTF-8]" in write_sgf(tree)
    assert read_sgf(write_sgf(tree).encode()) == tree


@given(st.sampled_from(["shift_jis", "big5", "gbk", "euc_jp", "utf-8", "latin-1"]), st.integers(0x80, 0xFFFF))
def test_all_characters_of_an_encoding_are_read(encoding: str, code: int) -> None:
    try:
        data = chr(code).encode(encoding)
    except UnicodeEncodeError:
        return
    if chr(code).isspace() or (codecs.lookup(encoding).name == "big5" and data.decode("big5hkscs") != chr(code)):
        return
    (tree,) = read_games(b"(;SZ[3]CA[" + encoding.encode() + b"]N[" + data + b"];B[bb])")
    assert tree.root.properties == (f"N[{chr(code)}]",) or encoding == "shift_jis"
    assert len(tree.main_line.moves) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_a_byte_order_mark_says_more_than_ca(encoding: str) -> None:
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    (tree,) = read_games(mark + "(;SZ[3]CA[GB2312]PB[é名];B[bb])".encode(encoding))
    assert tree.names[0] == "é名"


@pytest.mark.parametrize(("data", "name"), [("é".encode(), "é"), ("é".encode("latin-1"), "é")])
def test_without_ca_a_file_is_utf_8_or_latin_1(data: bytes, name: str) -> None:
    assert read_sgf(b"(;SZ[3]PB[" + data + b"];B[bb])").names[0] == name
    assert read_games(b"x: " + data + b"\nb2 a1")[0].names[0] == name


def test_words_before_the_game_name_no_encoding() -> None:
    assert read_sgf(b"From: CA[klingon]\n\n(;SZ[3];B[bb]C[CA[nothing\\]])").root.children[0].comment == "CA[nothing]"


@pytest.mark.parametrize("name", ["klingon", "rot13", "zlib", "idna", "unicode_escape", "hex"])
def test_an_unknown_encoding_is_an_error(name: str) -> None:
    with pytest.raises(NotationError, match=rf"CA\[{name}\] is not a known encoding: expected, for example, UTF-8"):
        read_sgf(f"(;CA[{name}]SZ[3];B[bb])".encode())
    assert read_sgf(f"(;CA[{name}]SZ[3];B[bb])").main_line.moves == (4,), "text is decoded already"


def test_wrong_bytes_are_an_error_or_replaced() -> None:
    data = b"(;CA[UTF-8]SZ[3]PB[\xff];B[bb])"
    with pytest.raises(NotationError, match="byte 20 is wrong in the encoding utf-8"):
        read_games(data)
    assert read_games(data, lenient=True)[0].names[0] == "\ufffd"


@given(st.binary(max_size=60))
def test_all_bytes_are_read_or_rejected(data: bytes) -> None:
    for content in (data, b"(;" + data + b")", b"(;CA[GBK]C[" + data + b"])", b"\xff\xfe" + data):
        for lenient in (False, True):
            with suppress(NoughtsError):
                read_games(content, lenient=lenient)
