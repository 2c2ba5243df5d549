"""Guess answers to the questions that a program asks with `input`.

Answers that the question names are likely. Answers that the program has refused, or that made it crash, become less
likely.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from random import Random
from types import FrameType

from noughts.grading.user_code.limits import Stopped, stop_code
from noughts.grading.user_code.source import Source

MOST_ANSWERS = 60
"""The number of answers after which a game is stopped."""

_SPAN = re.compile(r"(\d)\s*(?:-|–|\.\.\.?|to|bis|a|al|à|til|tot|do|e|ile)\s*(\d)")
_ASKS_ROW = re.compile(
    r"(?i)row|[ck]ol|rad\b|rij|ligne|fila|linha|riga|zeile|spalte|rz[aą]d|wiersz|sat[iı]r|s[uü]tun|[rř][aá]d"
)
_ASKS_CELL = re.compile(
    r"(?i)move|cell|square|spot|position|zug|feld|drag|ruta|pole|case|coup|casa|casilla|hamle|kare|mossa"
)
_SHAPES = {"9", "9 9", "9,9", "a9", "A9"}  # shapes of answers with digits; see `_shape`
_NAMES, _ASKS_NAME = ("Ada", "Ben"), re.compile(r"(?i)nam|nom|isim|nimi|imi[eę]|név")
_ASKS_MARK = re.compile(
    r"(?i)who|wer\b|qui\b|chi\b|hvem|vem\b|kdo|kto|quem|qui[eé]n|start|begin|first|anf[aä]ng|commenc|come[cç]|empieza|inizia"
    r"|zaczyna|b[oö]rja|mark|symbol|piece|letter"
)


class MadeUpInput:
    """A replacement for `input` that answers the questions of a program.

    Attributes:
        asked: the number of questions so far.
        count: the number of questions in the present game.
    """

    def __init__(self, random: Random, source: Source) -> None:
        self._random, self.asked = random, 0
        texts = [node.value for node in ast.walk(source.tree) if isinstance(node, ast.Constant)]
        self._words = list(dict.fromkeys(t for t in texts if isinstance(t, str) and 0 < len(t) < 9 and t.isalnum()))
        self._known: dict[tuple[str, str], list[int]] = {}
        self._last: tuple[str, str] = ("", "")
        self.count, self._given = 0, list[tuple[str, str]]()
        self._names = set[str]()  # answers that later questions may repeat
        self._before: Callable[[], bool] = bool

    def begin(self, before: Callable[[], bool]) -> None:
        """Forget the questions and answers of the last game, and begin a new game.

        Args:
            before: called before each question. Returns whether the game went on since the last one.
        """
        self._before, self.count, self._last, self._given, self._names = before, 0, ("", ""), [], set()

    def crashed(self) -> None:
        """Note that the last answer made the program crash."""
        self._rate(-3)

    def ended_late(self) -> None:
        """Note that the game took too long, perhaps because the computer made the first move."""
        for last in self._given if self.count <= MOST_ANSWERS else ():
            self._last = last
            self._rate(-1)

    def _rate(self, points: int) -> None:
        if self._last[1]:
            self._known.setdefault(self._last, [1, 1])[points < 0] += abs(points)

    def __call__(self, prompt: object = "", /) -> str:
        """Return an answer to a question of the program."""
        self.asked, self.count = self.asked + 1, self.count + 1
        if self.count > MOST_ANSWERS:
            stop_code(Stopped("it asks too often"), sys._getframe(1))
        moved = self._before()
        text = str(prompt) or getattr(sys.stdout, "text", "")[-80:]
        question = _place(sys._getframe(1))
        self._rate(1 if moved or question != self._last[0] else -1)
        hints = _hints(text) - self._names
        hints = hints or ({*"XOxo12"} if _ASKS_MARK.search(text) else set())
        asked = len(_ASKS_ROW.findall(str(prompt)))
        hints = hints or ({"9 9", "9,9"} if asked > 1 else {*"0123"} if asked else set())
        hints = hints or ({"9"} if _ASKS_CELL.search(str(prompt)) else set())
        hints |= {_NAMES[self.count % 2]} if _ASKS_NAME.search(text) else set()
        answers = list(dict.fromkeys([*sorted(hints - _SHAPES), *self._guesses(text), *self._guesses(text)]))
        likely = [1 if {_shape(one), one} & hints else 0.1 if one.lower() in hints else 0.002 for one in answers]
        weights = [
            self._weight(question, one) * (how if 1 in likely else 1) for one, how in zip(answers, likely, strict=True)
        ]
        answer = self._random.choices(answers, weights)[0]
        self._names |= {answer, answer.lower()} if len(answer) > 2 else set()
        self._last = question, _shape(answer)
        self._given.append(self._last)
        return answer

    def _weight(self, question: str, answer: str) -> float:
        good, bad = self._known.get((question, _shape(answer)), (1, 1))
        is_move = any(map(str.isdigit, answer))
        often = 1 if is_move else min(good + bad, 4)  # marks, sides and levels change from game to game
        return float((good / (good + bad)) ** 3) / often

    def _guesses(self, prompt: str) -> Iterator[str]:
        draw = self._random.randrange
        span = _SPAN.search(prompt)
        low, high = (int(span[1]), int(span[2])) if span and span[1] < span[2] else (0, 9)
        yield from (str(draw(low, high + 1)), str(draw(low, high + 1)), f"{draw(4)} {draw(4)}", f"{draw(4)},{draw(4)}")
        yield from (f"{'abc'[draw(3)]}{draw(1, 4)}", f"{'ABC'[draw(3)]}{draw(1, 4)}", "x", "o", "X", "O", "y", "n", "")
        words = [word for word in re.findall(r"\w+", prompt) if len(word) < 9]
        yield from self._random.sample(words, min(3, len(words)))
        yield from self._random.sample(self._words, min(3, len(self._words)))


def _place(frame: FrameType | None) -> str:
    """Return the line numbers that show where in the program a question is asked."""
    lines: list[str] = []
    while frame and len(lines) < 3:
        lines.append(str(frame.f_lineno))
        frame = frame.f_back
    return " ".join(lines)


def _hints(prompt: str) -> set[str]:
    """Return the answers that a question mentions, and the shapes of the answers that contain digits."""
    words = re.findall(r"[('\"/|,\[]\s*(\w+)|(\w+)\s*[)'\"/|,\]]", prompt)
    found = {form for pair in words for word in pair if word for form in (word, word.lower())}
    found |= {*re.findall(r"\b(?:[xoynXOYN]|yes|no)\b", prompt)}
    found |= {"9"} if _SPAN.search(prompt) else set()
    return found | {_shape(word) for word in re.findall(r"\b[a-cA-C]\d\b", prompt)}


def _shape(answer: str) -> str:
    """Return the shape of an answer, such as ``a9`` for ``b2``: digits become 9, and letters before a digit become a or
    A.
    """
    return re.sub(r"[A-C](?=\d)", "A", re.sub(r"[a-c](?=\d)", "a", re.sub(r"\d", "9", answer))) or " "
