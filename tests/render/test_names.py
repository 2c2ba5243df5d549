"""Names keep whole grapheme clusters when they are cut, and right-to-left names do not reorder the text around them."""

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.render.characters import characters
from noughts.render.names import LONGEST_NAME, alike, clean_name, isolated

WHOLE = {
    "a family": "👨‍👩‍👧‍👦",
    "a skin": "👍🏽",
    "a skin and a trade": "👩🏽‍🚀",
    "a heart on fire": "❤️‍🔥",
    "a head that nods": "🙂‍↕️",
    "a rainbow": "🏳️‍🌈",
    "a flag": "🇩🇪",
    "a region": "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "a key": "1️⃣",
    "a letter with marks": "ẹ̌",
    "Korean in parts": "\u1112\u1161\u11ab",
    "Thai": "กำ"[:1] + "\u0e34",
}
PERSIAN, SINHALA = "می‌خواهم", "ශ්‍රී"

anything = st.text(
    st.one_of(
        st.sampled_from("".join(WHOLE.values()) + PERSIAN + SINHALA + " a\n\u202e\U000e0061\U000e007f"), st.characters()
    )
)


VISIBLE = {name: text for name, text in WHOLE.items() if not any(category(point) == "Cf" for point in text)}


@pytest.mark.parametrize("character", WHOLE.values(), ids=WHOLE)
def test_a_grapheme_cluster_counts_as_one_character(character: str) -> None:
    assert characters(f"a{character}{character}b") == ["a", character, character, "b"]


@pytest.mark.parametrize("character", VISIBLE.values(), ids=VISIBLE)
@pytest.mark.parametrize("before", range(30, 41))
def test_a_name_is_cut_between_characters(character: str, before: int) -> None:
    name = clean_name("a" * before + character * 40, "X")
    assert len(name) <= LONGEST_NAME < len(name + character)
    assert name[before:] == character * ((LONGEST_NAME - before) // len(character))


@pytest.mark.parametrize("name", ["שרה", "Ada Lovelace", "Ștefan", "李小龍", *VISIBLE.values()])
def test_valid_names_are_unchanged(name: str) -> None:
    assert clean_name(f"  {name}\n", "X") == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A\u200dda", "Ada"),
        ("Ada\u202eevil", "Adaevil"),
        ("Ada\x1b[2J", "Ada [2J"),
        ("Ada\nLovelace", "Ada Lovelace"),
        ("Bob\U000e0041", "Bob"),
        (WHOLE["a region"], "🏴"),
        ("👩\u200d🚀", "👩🚀"),
        ("\u200b\u2066 ", "X"),
        ("\u3164", "X"),
        ("\u2800\uffa0\u115f", "X"),
        ("A\u034fda\u2800", "Ada"),
        ("", "X"),
    ],
)
def test_invisible_characters_are_removed(text: str, name: str) -> None:
    assert clean_name(text, "X") == name


@given(anything)
def test_a_name_is_one_line_of_whole_characters(text: str) -> None:
    name = clean_name(text, "")
    assert len(name) <= LONGEST_NAME
    assert name == " ".join(name.split())
    assert clean_name(name, "") == name
    assert "".join(characters(text)) == text
    assert not any(category(point) == "Cf" for point in name)


@pytest.mark.parametrize("name", ["שרה", "سارة", "Ada שרה", PERSIAN])
def test_a_right_to_left_name_is_isolated(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Ada", "李小龍", "👩‍🚀", "X", "(:", ""])
def test_other_names_are_not_isolated(name: str) -> None:
    assert isolated(name) == name


def test_a_huge_name_is_processed_quickly() -> None:
    assert clean_name("a" + "\u0301" * 1_000_000, "X") == "a" + "\u0301" * 4


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Z" + "\u0351\u036b" * 10 + "oe\u0301", "Z" + "\u0351\u036b" * 2 + "oe\u0301"),
        ("ก" + "\u0e47" * 30, "ก" + "\u0e47" * 4),
        ("\u0301 \u0316Ada", "Ada"),
        ("\ufe0f", "X"),
        ("\U000e0101", "X"),
    ],
)
def test_marks_are_few_and_on_a_letter(text: str, name: str) -> None:
    assert clean_name(text, "X") == name


@pytest.mark.parametrize("name", ["မြှုံ့", "བསྒྲུབས", "Việt".replace("ệ", "e\u0323\u0302"), "שָׁלוֹם", "ด้วย", "क्षि"])
def test_languages_with_many_marks_keep_them(name: str) -> None:
    assert clean_name(name, "X") == name


@pytest.mark.parametrize(
    ("one", "other"), [("Zo\u00e9", "zoe\u0301"), ("Ada", "ＡＤＡ"), ("Ada 1", "Ada 1\ufe0f"), ("Straße", "STRASSE")]
)
def test_names_that_look_the_same_are_alike(one: str, other: str) -> None:
    assert alike(one) == alike(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ade"), ("Zoé", "Zoe"), ("李", "季"), ("❤️", "♥️")])
def test_names_that_look_different_are_not_alike(one: str, other: str) -> None:
    assert alike(one) != alike(other)
