"""Texts that are hard for readers, and a check that a reader takes time in proportion to the length of its text."""

import gc
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from noughts import NoughtsError

Shape: TypeAlias = Callable[[int], str]
"""Returns a text of about this many characters."""

_SHORT, _LONG = 2_000, 8_000
_MOST = 9  # times as long for a text four times as long: linear readers need 4 times as long, and quadratic ones 16
_ATTEMPTS = 10


def repeated(unit: str, begin: str = "", end: str = "") -> Shape:
    """Return the shape of a text that repeats a unit between a beginning and an end."""
    return lambda length: begin + unit * ((length - len(begin) - len(end)) // len(unit)) + end


def halves(first: str, second: str, begin: str = "", end: str = "") -> Shape:
    """Return the shape of a text that repeats one unit, and then another one."""
    return lambda length: begin + first * (length // 2 // len(first)) + second * (length // 2 // len(second)) + end


SHAPES: Mapping[str, Shape] = {
    "unclosed comments": repeated("{"),
    "unclosed comments between spaces": repeated("{ "),
    "unclosed comments after a move": repeated("{", "b2 "),
    "unclosed comments after a header": repeated("{", "game: 3,3,3\nb2 "),
    "escapes in a comment": repeated("\\a", "b2 {"),
    "empty comments": repeated("{}", "b2 "),
    "a long comment and empty ones": lambda length: "b2 {" + "a\n" * (length // 20) + "}" + "{}" * (length // 3),
    "open brackets": repeated("("),
    "open brackets between spaces": repeated("( "),
    "open brackets after moves": repeated("(", "b2 a1 "),
    "closed brackets": repeated(")", "b2 "),
    "variations in variations": halves("(c1 a1 ", ")", "b2 a1 "),
    "a long point": repeated("1 ", "("),
    "a long point with commas": repeated("1,", "(", ")"),
    "open points": repeated("(1 "),
    "slashes": repeated("/", end="!"),
    "slashes as a game": repeated("/", "game: ", "!\nb2"),
    "slashes as a start": repeated("/", "start: ", "!\nb2"),
    "slashes as a game in SGF": repeated("/", "(;SZ[3]RU[", "!];B[bb])"),
    "marks": repeated("x"),
    "marks and slashes": repeated("x/", end="!"),
    "underscores": repeated("_", end="!"),
    "digits": repeated("1"),
    "numbers": repeated("1 ", end="x"),
    "move numbers": repeated("1."),
    "digits and dots": halves("1", ".", end="x"),
    "question marks": repeated("?", "b2 b2", "x"),
    "question marks apart": repeated("? "),
    "question and exclamation marks": repeated("?!", "b2 b2", "x"),
    "question marks before a bracket": repeated("?", "b2 (a1", "x)"),
    "dollars": repeated("$", "b2 (", "x)"),
    "sides": repeated("1x", end="1"),
    "sides with commas": repeated("9,", end="9"),
    "sides as a game": repeated("9x", "game: ", "9"),
    "variants": repeated("gravity ", "3,3,3 "),
    "hyphens": repeated("a-"),
    "line breaks": repeated("\n", "b2", "x"),
    "carriage returns": repeated("\r", "b2", "x"),
    "blank lines": repeated("\n \t", "b2", "x"),
    "spaces": repeated(" ", "x", "y"),
    "spaces before a colon": repeated(" ", "x", "\u00b7:"),
    "paragraphs": repeated("b2 a1\n\n"),
    "paragraphs of headers": repeated("x: a\n\n", end="b2 (a1) c3"),
    "brackets in a comment in SGF": repeated("a]", "(;SZ[3]C[", ";B[bb])"),
    "brackets and spaces in a comment in SGF": repeated("a ] ", "(;SZ[3]C[", "(;"),
    "open values in SGF": repeated(";A[", "(;SZ[3]"),
    "open values without nodes in SGF": repeated("A[", "(;SZ[3]"),
    "escapes in SGF": repeated("\\]", "(;SZ[3]C["),
    "open values with escapes in SGF": repeated(";A[\\]", "(;SZ[3]"),
    "stray text in SGF": repeated("?;", "(;SZ[3]", ")"),
    "stray values in SGF": repeated("[a];", "(;SZ[3]", ")"),
    "names without values in SGF": repeated("A ", "(;SZ[3]", ")"),
    "games with moves in SGF": repeated("(;SZ[3];B[bb])"),
    "games in SGF without an end": repeated("(;FF[4]SZ[3];B[bb]"),
    "faces": repeated("(;-)"),
    "properties of a move": repeated("A[1]", "b2 "),
    "different properties of a move": lambda length: "b2 " + "".join(f"A[{n}]" for n in range(length // 7)),
    "open properties of a move": repeated("A[1 ", "b2 "),
    "open properties and points of a move": repeated("A[1) ", "b2 "),
    "capital letters": repeated("A", end="["),
    "small and capital letters": halves("a", "A", end="["),
    "moves of Piskvork": repeated("1,1,0\n"),
    "a long move of Piskvork": repeated("1,"),
    "games": repeated("b2\n1-0\n"),
    "headers": repeated("x: a\n"),
    "results": repeated("draw by agreement\n"),
    "positions": repeated("3_/3_/3_ x\n\n"),
    "bars": repeated("x|"),
    "rules": repeated("-+", "|"),
    "rules apart": repeated("- + ", "|"),
    "dashes": repeated("-", "|", "x"),
    "line breaks in a drawing": repeated("\n", "|\nx", "z"),
    "spaces in a drawing": repeated(" ", "|\nx", "z"),
    "columns": repeated("a", "game: 7,6,4 gravity\n"),
    "columns of a large board": repeated("a", "game: 52,52,5 gravity\n", "!"),
    "column numbers": repeated("4", "game: 52,52,5 gravity\n"),
    "nested lists": halves("[", "]"),
    "open lists": repeated("["),
    "empty lists": repeated("[],", "[", "]"),
    "a flat list": repeated("'x',", "[", "]"),
    "a list of a number": repeated("1", "[", "]"),
    "a list of signs": repeated("-", "[", "1]"),
    "strings side by side": repeated("'x' ", "[", "]"),
    "open games in SGF": repeated("(;"),
    "games in SGF": repeated("(;)"),
    "games in SGF before spaces": halves("(;)", " "),
    "brackets and spaces": repeated("( "),
    "a property in SGF without a value": repeated("A", "(;"),
    "a value in SGF without an end": repeated("\\a", "(;C["),
    "empty values in SGF": repeated("[]", "(;C", ")"),
    "empty comments in SGF": lambda length: "(;SZ[3]C[" + "a\n" * (length // 20) + "]" + "C[]" * (length // 4) + ")",
    "comments in SGF": repeated("C[a]", "(;SZ[3]", ")"),
    "rectangles in SGF": repeated("[aa:ZZ]", "(;SZ[52]AB", ")"),
    "properties with rectangles in SGF": repeated("AB[aa:ZZ]", "(;SZ[52]", ")"),
    "sides in SGF": repeated("1:", "(;SZ[", "1])"),
    "nodes in SGF": repeated(";", "(", ")"),
    "moves in SGF": repeated(";B[aa]", "(;SZ[52]", ")"),
    "text between games in SGF": repeated("x (;) "),
    "links": repeated("http://a\n"),
    "a long link": repeated("a", "http://", " b"),
    "links to a game": repeated("/play/aaaaaaaaaaaaaaaaaaaaaa\n"),
    "marks on a letter": repeated("\u0301\u200d", "x: \u263a", "\nb2"),
    "letters that grow": repeated("\u0130"),
    "quotation marks": repeated('\\"'),
    "backslashes": repeated("\\"),
    "ampersands": repeated("&=;"),
    "secrets": repeated("abcdefghijklmnopqrstuv/seat/"),
    "colons": repeated(":1"),
}
"""Texts that are hard for at least one kind of reader, by name."""


def seconds_taken(read: Callable[[str], Any], text: str) -> float:
    """Return the seconds that a reader computes. Errors count as answers."""
    gc.disable()
    began = time.thread_time()
    with suppress(NoughtsError):
        read(text)
    seconds = time.thread_time() - began
    gc.enable()
    return seconds


def expect_linear(
    read: Callable[[str], Any],
    shape: Shape,
    name: str,
    measure: Callable[[Callable[[str], Any], str], float] = seconds_taken,
) -> None:
    """Check that a reader takes time in proportion to the length of its text.

    Other programs on the computer disturb single measurements, so only the shortest of several counts.
    """
    texts = shape(_SHORT), shape(_LONG)
    measure(read, shape(100))  # compiles regular expressions, which is done once
    least = [measure(read, text) for text in texts]
    for _ in range(_ATTEMPTS):
        if least[1] <= _MOST * least[0]:
            return
        least = [min(taken, measure(read, text)) for taken, text in zip(least, texts, strict=True)]
    raise AssertionError(f"{name} takes {least[1] / least[0]:.0f} times as long for a text four times as long")
