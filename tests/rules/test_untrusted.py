"""Files and JSON from outside are read within limits, and every failure is an error of noughts."""

import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, NoughtsError
from noughts.rules.errors import BadFile
from noughts.rules.untrusted import check_types, decompress, parse_json, read_bytes


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_bytes(file, 5) == b"12345"
    with pytest.raises(NoughtsError, match="too large: expected at most 4 bytes"):
        read_bytes(file, 4)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless device")
def test_an_endless_device_is_not_read_to_its_end() -> None:
    with pytest.raises(NoughtsError, match="too large"):
        read_bytes(Path("/dev/zero"), 1000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 5000,
        "\ud800",
        b"\xff",
        "[]".encode("utf-16")[3:],
    ],
    ids=range(8),
)
def test_what_is_not_json_is_one_error(text: str | bytes) -> None:
    with pytest.raises(NotationError, match="not JSON"):
        parse_json(text)


@given(st.binary() | st.text())
def test_json_is_read_or_an_error(text: str | bytes) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(NotationError):
            parse_json(text)
    else:
        assert repr(parse_json(text)) == repr(expected)


def test_content_is_decompressed_up_to_its_limit() -> None:
    packed = zlib.compress(bytes(1000))
    assert decompress(packed, 1000) == bytes(1000)
    with pytest.raises(BadFile, match="too large: expected at most 999 bytes"):
        decompress(packed, 999)
    for wrong in (b"", b"x", packed[:-1], packed + b"x", b"\0" + packed):
        with pytest.raises(BadFile, match="compressed content"):
            decompress(wrong, 1000)


@dataclass
class Fields:
    number: int = 0
    size: float = 0.0
    good: bool = True
    text: str | None = None
    word: Literal["a", "b"] = "a"
    many: tuple[int, ...] = ()
    pairs: tuple[tuple[str, int], ...] = ()
    names: Mapping[str, int] = ()  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("number", [3], [3.0, True, "3", None]),
        ("size", [3, 0.5], [True, "3", None]),
        ("good", [False], [0, None]),
        ("text", ["x", None], [1]),
        ("word", ["b"], ["c", None, []]),
        ("many", [(1, 2)], [[1], (1, "2"), 1]),
        ("pairs", [(("a", 1),)], [(("a",),), (("a", "b"),), ((1, 1),), ("a1",)]),
        ("names", [{"a": 1}], [{1: 1}, {"a": "b"}, []]),
    ],
)
def test_fields_of_another_type_are_an_error(name: str, right: list[Any], wrong: list[Any]) -> None:
    def read(value: Any) -> None:
        check_types(Fields, [Fields(**{"names": {}, name: value})])

    for value in right:
        read(value)
    for value in wrong:
        with pytest.raises(NotationError, match=f"^{name} is "):
            read(value)
