"""Bars: numbers side by side, by their logarithm."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from noughts.render.bars import bars_svg, bars_text

COUNTS = {"minimax": 549_946, "alpha-beta": 18_297, "nothing": 0, "one": 1}
SVG = "{http://www.w3.org/2000/svg}"


def test_the_text() -> None:
    lines = bars_text(COUNTS, width=20).splitlines()
    assert [line.split()[0] for line in lines] == list(COUNTS)
    assert [line.split()[-1] for line in lines] == ["549,946", "18,297", "0", "1"]
    lengths = [line.count("█") for line in lines]
    assert lengths == [20, 15, 0, 1]


def test_ten_times_as_much_is_a_step() -> None:
    lengths = [line.count("█") for line in bars_text({str(n): 10**n for n in range(9)}, width=82).splitlines()]
    assert {b - a for a, b in pairwise(lengths)} == {10}


def test_the_picture() -> None:
    root = ElementTree.fromstring(bars_svg({**COUNTS, "<&>": 7}, title="a < b"))
    assert root.findtext(f"{SVG}title") == "a < b"
    described = root.findtext(f"{SVG}desc") or ""
    assert "minimax: 549,946" in described
    assert "<&>: 7" in described
    width = float(root.attrib["width"])
    bars = [bar for bar in root.iter(f"{SVG}rect") if "n-win" in bar.attrib["class"]]
    assert float(bars[0].attrib["width"]) == 340
    assert all(float(bar.attrib["x"]) + float(bar.attrib["width"]) < width for bar in bars)


@pytest.mark.parametrize("numbers", [{}, {"none": 0}, {"one": 1}])
def test_few_or_no_numbers(numbers: dict[str, int]) -> None:
    assert len(bars_text(numbers).splitlines()) == len(numbers)
    ElementTree.fromstring(bars_svg(numbers))
