"""Decode game files. Without a byte order mark or the SGF property ``CA``, try the encodings UTF-8 and Latin-1."""

import codecs
import re

from noughts.rules.errors import NotationError, cut, short_repr
from noughts.rules.files.faults import Faults

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # must come before UTF-16, whose mark begins in the same way
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_ROOT = re.compile(rb"\(\s*;.*?(?:\]\s*[;()]|\Z)", re.DOTALL)  # in some encodings, a ] can be part of another character
_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\[\]]{1,40}?)\s*\]")
_KNOWN = re.compile(
    "utf-8|ascii|iso8859-[0-9]+|cp[0-9]+|gb2312|gbk|gb18030|hz|big5|big5hkscs|shift_jis(_2004)?|shift_jisx0213|euc_jp|"
    "euc_kr|johab|iso2022_.+|koi8-.|mac-.+|tis-620"
)
# Programs that name the older standard also use the characters of the newer one.
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc_kr": "cp949"}


def decoded(data: str | bytes, faults: Faults | None = None) -> str:
    """Return the content of a file as text, without a byte order mark.

    Args:
        data: the content.
        faults: what to do about an unknown encoding, and about bytes that the encoding does not allow. By default, they
            are errors.

    Raises:
        NotationError: the encoding is unknown or does not allow some bytes, or the content is neither text nor bytes.
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if not isinstance(data, bytes):
        raise NotationError(f"expected games as text or bytes, not {short_repr(data)}")
    faults = faults or Faults()
    name = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "") or _charset(data, faults)
    try:
        return data.decode(name or "utf-8")
    except UnicodeDecodeError as error:
        if not name:
            return data.decode("latin-1")
        message = f"byte {error.start + 1:,} is wrong in the encoding {name.removesuffix('-sig')} of this file"
        faults.meet(NotationError(f"{message}: expected a file in that encoding"), skipped="wrong bytes are replaced")
        return data.decode(name, errors="replace")


def _charset(data: bytes, faults: Faults) -> str:
    """Return the encoding that the property ``CA`` of the first SGF game names, or an empty string."""
    root = _ROOT.search(data)
    found = _CHARSET.search(root[0]) if root else None
    if not found:
        return ""
    written = found[1].decode("latin-1")
    try:
        name = codecs.lookup(written).name
    except (LookupError, ValueError):
        name = ""
    if not _KNOWN.fullmatch(name):
        message = f"CA[{cut(written)}] is not a known encoding: expected, for example, UTF-8, GB2312 or Big5"
        faults.meet(NotationError(message))
        return ""
    return _WIDER.get(name, name)
