"""The width of characters; shortened texts fit, are cut between characters, and close their isolates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.render.characters import breadth, characters, in_ascii, shortened
from noughts.render.names import POP_ISOLATE, isolated

TEXTS = st.text(st.one_of(st.sampled_from("aWi 名한👍🏽🇩🇪\u0301\u200d\u2068\u2069בא"), st.characters()), max_size=30)


@pytest.mark.parametrize(
    ("text", "letters"),
    [("", 0), ("abc", 3), ("名前", 4), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("1️⃣", 2), ("é", 1), ("\u2068a\u2069", 1)],
)
def test_the_width_of_a_text(text: str, letters: float) -> None:
    assert breadth(text) == letters


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("├ max(−10, ≤+10) = …", "| max(-10, <=+10) = ..."),
        ("▲ win, ■ draw, ▼ loss", "^ win, = draw, v loss"),
        ("“misère” 3 × 3", '"misere" 3 x 3'),
        ("±∞", "+/-inf"),
        ("Maker–Breaker", "Maker-Breaker"),
        ("名", "?"),
    ],
)
def test_special_characters_have_plain_equivalents(text: str, plain: str) -> None:
    assert in_ascii(text) == plain


def test_capitals_and_broad_letters_need_more_room() -> None:
    assert breadth("a") < breadth("A") < breadth("W") < breadth("名")


@given(TEXTS, st.floats(2, 40))
def test_a_shortened_text_fits_and_keeps_its_beginning(text: str, most: float) -> None:
    short = shortened(text, most)
    assert breadth(short) <= most
    if breadth(text) <= most:
        assert short == text
    else:
        kept, _, rest = short.rpartition("…")
        seen = characters(text)
        assert kept in ["".join(seen[:count]).rstrip() for count in range(len(seen))]
        assert set(rest) <= {POP_ISOLATE}


def test_a_shortened_name_stays_isolated() -> None:
    short = shortened(isolated("א" * 40), 10)
    assert (short[0], short[-2:]) == (isolated("א")[0], f"…{POP_ISOLATE}")
