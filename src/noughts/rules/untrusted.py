"""Read untrusted files and JSON within limits on time and memory."""

import json
import os
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from stat import S_ISREG
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from noughts.rules.errors import BadFile, NotationError, NoughtsError, cut, short_repr


def read_bytes(path: Path, most: int) -> bytes:
    """Return the content of a file of at most `most` bytes. Reading a pipe or a device stops one byte after the limit.

    Raises:
        NoughtsError: the file is larger.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise NoughtsError(f"the file {cut(path.name)} is too large: expected at most {most:,} bytes")
    return content


def expect_regular(path: Path) -> None:
    """Raise an error if a path that noughts derived, for example from another file's name, is not a regular file.

    Through a symbolic link, a file elsewhere would be changed. Opening a pipe would never return.

    Raises:
        NoughtsError: something else has this path.
        OSError: the operating system does not say what the path is.
    """
    if os.path.lexists(path) and not S_ISREG(path.lstat().st_mode):
        raise NoughtsError(f"{path} is not a regular file: move it away, or choose another name")


def parse_json(text: str | bytes) -> Any:
    """Return the data in JSON text.

    Raises:
        NotationError: the text is not JSON, is not in UTF-8, or is nested too deeply.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(f"this is not JSON: {error}") from None
    # the text has another encoding, a number with thousands of digits, or deep nesting
    except (ValueError, RecursionError):
        raise NotationError("this is not JSON that noughts can read") from None


def decompress(data: bytes, most: int) -> bytes:
    """Decompress zlib data, and return the content, which must not be longer than `most` bytes.

    Raises:
        BadFile: the data is damaged or truncated, has something after its end, or its content is longer.
    """
    inflate = zlib.decompressobj()
    try:
        content = inflate.decompress(data, most + 1)
    except zlib.error as error:
        raise BadFile(f"its compressed content is damaged: {error}") from None
    if len(content) > most:
        raise BadFile(f"its content is too large: expected at most {most:,} bytes")
    if not inflate.eof or inflate.unused_data:
        raise BadFile("its compressed content is truncated, or does not end where the file ends")
    return content


def check_types(kind: type, values: Iterable[object]) -> None:
    """Check that the fields of dataclasses read from JSON have the types in their annotations.

    Args:
        kind: the dataclass.
        values: instances of it.

    Raises:
        NotationError: a field has another type.
    """
    fields = get_type_hints(kind).items()
    for value in values:
        for name, expected in fields:
            if not _fits(getattr(value, name), expected):
                raise NotationError(f"{name} is {short_repr(getattr(value, name))}, which has the wrong type")


def _fits(value: object, expected: Any) -> bool:
    origin, arguments = get_origin(expected), get_args(expected)
    if origin is Literal:
        return value in arguments
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in arguments)
    if origin is tuple and arguments[-1] is not ...:
        fits_length = isinstance(value, tuple) and len(value) == len(arguments)
        return fits_length and all(map(_fits, cast(tuple[object, ...], value), arguments))
    if origin in (tuple, list):
        return isinstance(value, origin) and all(_fits(item, arguments[0]) for item in value)
    if origin is Mapping:
        items = value.items() if isinstance(value, dict) else [(None, None)]
        return all(_fits(item, one) for pair in items for item, one in zip(pair, arguments, strict=True))
    if isinstance(value, bool) or expected is bool:
        return expected is bool and isinstance(value, bool)
    return isinstance(value, (int, float) if expected is float else expected)
