"""Bar charts: bars and axes agree with the numbers."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from noughts.render.bars import bars_svg, bars_text

COUNTS = {"minimax": 549_946, "alpha-beta": 18_297, "nothing": 0, "one": 1}
SVG = "{http://www.w3.org/2000/svg}"


def test_a_chart_is_drawn_as_text() -> None:
    lines = bars_text(COUNTS, width=20).splitlines()
    assert [line.split()[0] for line in lines[:4]] == list(COUNTS)
    assert [line.split()[-1] for line in lines[:4]] == ["549,946", "18,297", "0", "1"]
    assert [line.count("█") for line in lines] == [20, 15, 0, 1, 0, 0, 0]
    assert lines[-1].strip() == "Each step to the right is ten times as many."


def test_a_logarithmic_axis_has_equal_steps_and_says_so() -> None:
    lines = bars_text({str(n): 10**n for n in range(9)}, width=82).splitlines()
    lengths = [line.count("█") for line in lines[:9]]
    assert {b - a for a, b in pairwise(lengths)} == {10}
    assert lines[10].split() == ["1", "100", "10,000", "1", "million", "100", "million"]
    ends = [line.rindex("█") for line in lines[:9]]
    assert [at for at, letter in enumerate(lines[9]) if letter == "|"] == ends
    assert "ten times as many" in lines[-1]


def test_similar_numbers_have_a_linear_axis() -> None:
    """A number twenty times as large has a bar twenty times as long, and the axis has no logarithmic steps."""
    text = bars_text({"twenty": 4_000, "one": 200}, width=60)
    assert [line.count("█") for line in text.splitlines()[:2]] == [60, 3]
    assert text.splitlines()[-1].split() == ["0", "1,000", "2,000", "3,000", "4,000"]
    assert "ten times" not in text


@pytest.mark.parametrize("greatest", [3, 17, 420, 99_999, 4_000_000, 7 * 10**13, 10**40])
@pytest.mark.parametrize("least", [1, 2])
def test_the_axis_of_every_picture_is_correct(greatest: int, least: int) -> None:
    root = ElementTree.fromstring(bars_svg({"a": greatest, "b": least}))
    ticks = [float(path.attrib["d"][1:].split()[0]) for path in root.iter(f"{SVG}path")]
    bars = [bar for bar in root.iter(f"{SVG}rect") if "n-win" in bar.attrib["class"]]
    left, (longest, shortest) = float(bars[0].attrib["x"]), [float(bar.attrib["width"]) for bar in bars]
    steps = {round(b - a) for a, b in pairwise(ticks)}
    assert max(steps) - min(steps) <= 1, "the ticks are evenly spaced"
    is_logarithmic = "ten times" in "".join(root.itertext())
    if greatest > 50 * least:
        assert is_logarithmic
        assert len(ticks) == len(str(greatest))
        assert ticks[0] == pytest.approx(left + shortest, abs=1) or least > 1, "1 is at the first tick"
    else:
        assert not is_logarithmic
        assert ticks[0] == pytest.approx(left, abs=1)
        assert longest / shortest == pytest.approx(greatest / least, rel=0.01)
    labels = [float(text.attrib["x"]) for text in root.iter(f"{SVG}text") if text.attrib["class"] == "n-tick"]
    assert set(labels) <= set(ticks)
    assert labels[:1] == ticks[:1]


def test_a_chart_is_drawn_as_svg() -> None:
    root = ElementTree.fromstring(bars_svg({**COUNTS, "<&>": 7}, title="a < b"))
    assert root.findtext(f"{SVG}title") == "a < b"
    described = root.findtext(f"{SVG}desc") or ""
    assert "minimax: 549,946" in described
    assert "<&>: 7" in described
    width = float(root.attrib["width"])
    bars = [bar for bar in root.iter(f"{SVG}rect") if "n-win" in bar.attrib["class"]]
    assert float(bars[0].attrib["width"]) == 340
    assert all(float(bar.attrib["x"]) + float(bar.attrib["width"]) < width for bar in bars)


@pytest.mark.parametrize(("numbers", "axis"), [({}, 0), ({"none": 0}, 0), ({"one": 1}, 2)])
def test_charts_with_few_or_no_numbers_can_be_drawn(numbers: dict[str, int], axis: int) -> None:
    assert len(bars_text(numbers).splitlines()) == len(numbers) + axis
    ElementTree.fromstring(bars_svg(numbers))
