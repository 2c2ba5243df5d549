"""A damaged table is rejected and never gives a wrong answer."""

import json
import re
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, RulesError, game
from noughts.solver.tablebase import Tablebase, TableError, reader
from noughts.solver.tablebase.index import Index
from noughts.solver.tablebase.layout import BLOCK, MAGIC, pack, unpack
from tests.solver.tablebase.making import content, make, reachable


@cache
def reachable_in(name: str) -> list[Position]:
    return list(reachable(Position(game(name))))


def check_rejected(path: Path, data: bytes) -> str:
    """Check that a file with these bytes is rejected when it is opened or checked, and return the message."""
    path.write_bytes(data)
    with pytest.raises(TableError) as error, Tablebase.open(path) as table:
        table.check()
    message = str(error.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def blocks_begin(data: bytes | bytearray) -> int:
    """Return the offset of the first block of a file."""
    return 16 + int(struct.unpack_from("<I", data, 12)[0]) + 4


def flipped(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


def flip(name: str, bits: range, path: Path) -> None:
    data = content(name)
    first = blocks_begin(data)
    count = -(-json.loads(data[16 : first - 4])["entries"] // BLOCK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "Index", cache(Index))  # so that all tests use the same game
        messages = [check_rejected(path, flipped(data, bit)) for bit in bits]
    for bit, message in zip(bits, messages, strict=True):
        if first <= bit // 8 < len(data) - 8 * count - 36:
            assert re.search(r": block \d+ of \d+ \(bytes [\d,]+ to [\d,]+\) is damaged", message)


def test_flipped_bits_in_every_byte_are_detected(tmp_path: Path) -> None:
    flip("2,2,2", range(0, 8 * len(content("2,2,2")), 5), tmp_path / "table")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2,2,2", "3,3,3", "3,3,3 gravity"])
def test_every_flipped_bit_is_detected(name: str, tmp_path: Path) -> None:
    flip(name, range(8 * len(content(name))), tmp_path / "table")


def test_flipped_bits_in_many_blocks_are_detected(tmp_path: Path) -> None:
    flip("4,3,3", range(0, 8 * len(content("4,3,3")), 1201), tmp_path / "table")


def test_a_damaged_block_raises_an_error_and_the_others_can_be_read(tmp_path: Path) -> None:
    path, data = tmp_path / "table", content("4,3,3")
    at = reachable_in("4,3,3")[::97]
    path.write_bytes(data)
    with Tablebase.open(path) as table:
        right = [table.score(p) for p in at]
    path.write_bytes(flipped(data, 8 * (blocks_begin(data) + 3 * BLOCK)))
    with Tablebase.open(path) as table:
        rejections = 0
        for p, score in zip(at, right, strict=True):
            try:
                assert table.score(p) == score
            except TableError as error:
                assert "block 4 of" in str(error)  # noqa: PT017  most of them are answered
                rejections += 1
        assert 0 < rejections < len(at)
        with pytest.raises(TableError, match="block 4 of"):
            table.batch([p.x for p in at], [p.o for p in at])
        with pytest.raises(TableError, match="block 4 of"):
            [table.count(stones) for stones in range(13)]


def test_a_truncated_or_extended_file_is_rejected(tmp_path: Path) -> None:
    data = content("2,2,2")
    for length in range(len(data)):
        message = check_rejected(tmp_path / "table", data[:length])
        assert "truncated" in message or "not a noughts table" in message
    for more in (b"\0", data[-1:], data, bytes(10**6)):
        assert "too long" in check_rejected(tmp_path / "table", data + more)


@pytest.mark.slow
def test_a_truncated_or_extended_larger_file_is_rejected(tmp_path: Path) -> None:
    for length in range(len(content("3,3,3"))):
        check_rejected(tmp_path / "table", content("3,3,3")[:length])


@pytest.mark.slow
def test_a_hundred_thousand_flipped_bits_are_detected(tmp_path: Path) -> None:
    """The bits are flipped in place, one after another, in a table of more than a megabyte."""
    path, random = tmp_path / "table", Random(1)
    data = bytearray(content("4,4,4"))
    path.write_bytes(data)
    first, detected = blocks_begin(data), 0
    with Tablebase.open(path) as table, path.open("r+b", buffering=0) as file:
        reader = table._reader
        begins = reader._begins
        for _ in range(100_000):
            where, bit = random.randrange(first, int(begins[-1])), 1 << random.randrange(8)
            block = int(np.searchsorted(begins, where, "right")) - 1
            for value in (data[where] ^ bit, data[where]):
                file.seek(where)
                file.write(bytes([value]))
                try:
                    reader._unpacked(block, min(BLOCK, reader.start.entries - block * BLOCK))
                except TableError:
                    detected += 1
    assert detected == 100_000


def test_other_files_are_rejected(tmp_path: Path) -> None:
    for data in (b"", b"x", b"\x89PNG\r\n\x1a\n" + bytes(100), bytes(5000), b"x_o/3_/3_ x\n"):
        assert "it is not a noughts table" in check_rejected(tmp_path / "table", data)
    with pytest.raises(FileNotFoundError):
        Tablebase.open(tmp_path / "nothing")


def test_another_version_is_rejected(tmp_path: Path) -> None:
    data = content("3,3,3")
    later = data[:8] + struct.pack("<I", 2) + data[12:]
    assert "its format is version 2, but this release of noughts reads version 1" in check_rejected(
        tmp_path / "table", later
    )


def test_another_game_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(content("3,3,3"))
    with pytest.raises(TableError, match="it is a table for 3,3,3, not for 3,3,3 misere"):
        Tablebase.open(path, game("misere"))
    table = Tablebase.open(path, game("3,3,3"))
    with table, pytest.raises(ValueError, match="this table is for 3,3,3, not for 3,3,3 misere"):
        table.score(Position(game("misere")))


def test_another_name_is_rejected(tmp_path: Path) -> None:
    """Even with a correct checksum: the entries are those of another game than the header names."""

    def renamed(name: bytes) -> bytes:
        return with_text(content("4,3,3"), lambda text: text.replace(b'"name":"4,3,3"', b'"name":"%s"' % name))

    path = tmp_path / "table"
    path.write_bytes(renamed(b"mine"))
    Tablebase.open(path).close()
    path.write_bytes(renamed(b"4,3,4"))
    with pytest.raises(TableError, match=r"its header gives the name 4,3,4 to a different game$"):
        Tablebase.open(path)
    with pytest.raises(RulesError, match=r"^4,3,4 is the name of another game"):
        make(replace(game("4,3,3"), name="4,3,4"), path)
    with pytest.raises(RulesError, match=r"^4,3,3 exact is the name of another game"):
        make(replace(game("4,3,3"), name="4,3,3 exact"), path)


def test_a_file_made_of_parts_of_two_tables_is_rejected(tmp_path: Path) -> None:
    one, other = content("3,3,3"), content("3,3,3 misere")
    first, second = blocks_begin(one), blocks_begin(other)
    check_rejected(tmp_path / "table", one[:first] + other[second:])
    check_rejected(tmp_path / "table", one[:first] + other[second:-44] + one[-44:])


def with_text(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return the file with a changed header text and a correct checksum."""
    first = blocks_begin(data)
    text = change(data[16 : first - 4])
    head = data[:12] + struct.pack("<I", len(text)) + text
    return head + struct.pack("<I", crc32(head)) + data[first:]


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["game", "index", "entries", "block", "data", "tiers"]), junk)
def test_a_changed_header_is_rejected_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, key: str, value: object
) -> None:
    """Even with a correct checksum, as in a forged file."""
    path = tmp_path_factory.mktemp("start") / "table"
    header = json.loads(content("2,2,2")[16 : blocks_begin(content("2,2,2")) - 4])
    check_rejected_or_unchanged(path, json.dumps(header | {key: value}).encode(), header[key] == value)
    game_too = header["game"] | {Random(1).choice(list(header["game"])): value}
    check_rejected_or_unchanged(path, json.dumps(header | {"game": game_too}).encode(), False)


@pytest.mark.parametrize(
    "change",
    [
        {"entries": 1 << 60},
        {"entries": 1 << 33},
        {"data": 1 << 60},
        {"entries": float("inf")},
        {"game": {"name": "a\x1b[2J"}},
        {"game": {"name": "long" * 100}},
        {"game": {"name": "far", "points": [[0, 0], [10**12, 0]]}},
    ],
    ids=repr,
)
def test_a_header_cannot_make_noughts_work_long(change: dict[str, object], tmp_path: Path) -> None:
    def forged(text: bytes) -> bytes:
        header = json.loads(text)
        rules = header["game"] | change.get("game", {})
        return json.dumps(header | change | {"game": rules}).encode()

    message = check_rejected(tmp_path / "table", with_text(content("2,2,2"), forged))
    assert message.isprintable()


@pytest.mark.parametrize("text", [b"[" * 100_000, b"9" * 5000, b'{"block":' * 10_000], ids=range(3))
def test_a_deep_or_long_header_is_rejected(text: bytes, tmp_path: Path) -> None:
    check_rejected_or_unchanged(tmp_path / "table", text, False)


def test_a_block_is_never_longer_than_its_entries(tmp_path: Path) -> None:
    """Otherwise a small file with holes could make noughts read gigabytes at once."""
    data = content("2,2,2")
    first, end = blocks_begin(data), len(data) - 44
    added = data[:first] + bytes(BLOCK) + data[first:]
    footer = struct.pack("<II", end - first + BLOCK, crc32(added[first : end + BLOCK])) + bytes(32)
    longer = with_text(
        added[: end + BLOCK],
        lambda text: text.replace(b'"data":%d' % (end - first), b'"data":%d' % (end - first + BLOCK)),
    )
    assert "longer than its entries" in check_rejected(
        tmp_path / "table", longer + footer + struct.pack("<I", crc32(footer))
    )


@given(st.binary(max_size=60))
def test_a_header_with_any_text_is_rejected_or_harmless(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    check_rejected_or_unchanged(tmp_path_factory.mktemp("text") / "table", text, False)


def check_rejected_or_unchanged(path: Path, text: bytes, same: bool) -> None:
    path.write_bytes(with_text(content("2,2,2"), lambda _: text))
    try:
        with Tablebase.open(path) as table:
            table.check()
    except TableError as error:
        assert not same or "SHA-256" in str(error)  # noqa: PT017
    else:
        assert same


def test_a_file_truncated_while_open_raises_an_error(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(content("4,3,3"))
    with Tablebase.open(path) as table:
        start = Position(table.game)
        score = table.score(start)
        path.write_bytes(content("4,3,3")[:100])
        assert table.score(start) == score  # a block that is in the cache
        late = next(at for at in reachable_in("4,3,3") if at.empty.bit_count() == 2)
        for ask in (lambda: table.score(late), lambda: table.batch([late.x], [late.o]), table.check):
            with pytest.raises(TableError, match=r"it has become shorter: it had [0-9,]+ bytes, and now has 100"):
                ask()


def test_reading_a_closed_table_raises_an_error(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(content("3,3,3"))
    table = Tablebase.open(path)
    table.close()
    with pytest.raises(TableError, match="the table is closed"):
        table.score(Position(table.game))


@given(st.lists(st.integers(0, 255), min_size=1, max_size=100), st.integers(0, 255))
def test_packed_data_is_unpacked_again(values: list[int], least: int) -> None:
    entries = np.array([value if value >= least else 0 for value in values], np.uint8)
    packed = pack(entries)
    assert len(packed) <= len(entries)
    assert unpack(packed, len(entries)).tolist() == entries.tolist()


@given(st.binary(max_size=30), st.integers(1, 30))
def test_unpacking_invalid_data_raises_an_error(block: bytes, entries: int) -> None:
    try:
        assert len(unpack(block, entries)) == entries
    except TableError as error:
        assert str(error) == "its bit mask does not match the number of entries that follow"  # noqa: PT017


def test_the_magic_bytes_are_not_text() -> None:
    with pytest.raises(UnicodeDecodeError):
        MAGIC.decode()
