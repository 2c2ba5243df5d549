"""The tables of docs/guide/values.md are those of the stored values."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
_spec = importlib.util.spec_from_file_location("make_values", DOCS / "make_values.py")
assert _spec
assert _spec.loader
make_values = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make_values)

PAGE = make_values.PAGE.read_text(encoding="utf-8")


def test_the_page_shows_the_stored_values() -> None:
    assert make_values.page(PAGE) == PAGE, "run docs/make_values.py"


def test_the_page_has_a_table_for_each_kind_and_k() -> None:
    tables = [(kind, int(k)) for _, kind, k, _ in make_values.TABLE.findall(PAGE)]
    assert tables == [*dict.fromkeys(key[:2] for key in make_values.read("values"))]


def test_the_page_counts_what_is_unknown() -> None:
    rows = make_values.read("values").values()
    unknown = [row for row in rows if row["value"] == "unknown"]
    unmeasured = [row for row in rows if row["value"] in "XO" and not row["plies"]]
    assert f"{len(unknown)} of the {len(rows)} games are undecided" in PAGE
    assert f"In {len(unmeasured)} games, the winner is known but not the length" in PAGE


def test_the_page_names_each_source() -> None:
    sources = (DOCS / "guide" / "values-sources.md").read_text(encoding="utf-8").partition("\n## Sources\n")[2]
    for source in {row["source"] for row in make_values.read("published").values()}:
        assert all(word in sources for word in source.replace(" and ", " ").split()), source


@pytest.mark.parametrize(
    ("value", "plies", "published", "shown"),
    [
        ("X", "9", None, "X 9"),
        ("X", "9", ("X", ""), "**X** 9"),
        ("X", "9", ("X", "9"), "**X 9**"),
        ("X", "", ("X", ""), "**X**"),
        ("draw", "", ("draw", ""), "**draw**"),
        ("draw", "", ("not O", ""), "draw"),
        ("unknown", "", None, "?"),
        ("unknown", "", ("X", ""), "? (**X**)"),
    ],
)
def test_what_was_published_is_bold(value: str, plies: str, published: tuple[str, str] | None, shown: str) -> None:
    source = published and {"value": published[0], "plies": published[1]}
    assert make_values.cell({"value": value, "plies": plies}, source) == shown
