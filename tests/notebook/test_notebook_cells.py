"""Outputs in notebook cells, run by a real Jupyter kernel: pictures and text without network requests."""

import re
from html import unescape
from typing import Any

import pytest

pytestmark = pytest.mark.needs("nbclient", "ipykernel")

SVG, HTML, TEXT = "image/svg+xml", "text/html", "text/plain"
CELLS = {
    "position": ("from noughts import *\nstart = position('o_x/x2_/x2o x')\nstart", SVG),
    "record": ("read_moves('b2 a1 c3')", SVG),
    "analysis": ("analyse(start)", SVG),
    "verdict": ("from noughts.notebook import solve\nverdict = solve(start)", SVG),
    "result": ("alphabeta(start)", HTML),
    "story": ("tell(start, algorithm='alphabeta')", HTML),
    "lazy story": ("import noughts\nnoughts.tell(start, order='centre', unit='depth')", HTML),
    "board": ("from noughts.notebook import play\nboard = play(seed=1, values=True)\nboard", None),
    "played": ("board.play('b2').hint()", None),
}
ASKS = re.compile(
    r"""(?:src|srcset|href|action|data|poster)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?(?!data:|#)|@import|fetch\(|"""
    r"""\bimport\s*\(|\bfrom\s*["']http|XMLHttpRequest|WebSocket|EventSource|sendBeacon"""
)


@pytest.fixture(scope="module")
def outputs() -> dict[str, dict[str, Any]]:
    """Return the outputs of each cell."""
    import nbclient
    import nbformat

    cells = [nbformat.v4.new_code_cell(code) for code, _ in CELLS.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    nbformat.validate(notebook)
    shown = {}
    for name, cell in zip(CELLS, notebook.cells, strict=True):
        (output,) = cell.outputs  # also if it was updated
        assert output.output_type == ("display_data" if name == "verdict" else "execute_result")
        shown[name] = dict(cell.outputs[0].data)
    return shown


@pytest.mark.parametrize("name", CELLS)
def test_each_output_has_a_picture_or_page_and_text(outputs: dict[str, dict[str, Any]], name: str) -> None:
    shown, wanted = outputs[name], CELLS[name][1]
    assert wanted in shown if wanted else {SVG, HTML} & set(shown)
    assert len(shown[TEXT]) < 500
    assert "object at 0x" not in shown[TEXT]
    assert "application/javascript" not in shown


@pytest.mark.parametrize("name", CELLS)
def test_no_output_makes_network_requests(outputs: dict[str, dict[str, Any]], name: str) -> None:
    for kind, text in outputs[name].items():
        for plain in (text, unescape(text), unescape(unescape(text))) if isinstance(text, str) else ():
            assert not ASKS.search(plain), kind


def test_the_text_of_a_story_is_one_line(outputs: dict[str, dict[str, Any]]) -> None:
    assert outputs["story"][TEXT] == "<Story of alphabeta on o_x/x2_/x2o x: searched 9 of 10>"
    assert "searched 10 of 10" in outputs["lazy story"][TEXT]


@pytest.mark.needs("anywidget")
def test_a_board_is_clickable_if_anywidget_is_installed(outputs: dict[str, dict[str, Any]]) -> None:
    view = "application/vnd.jupyter.widget-view+json"
    assert outputs["board"][view]["model_id"] == outputs["played"][view]["model_id"]
    assert "★" in outputs["played"][SVG]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg"><a/></svg>', False),
        ("<style>p{background:url(data:,)}</style>", False),
        ('<rect fill="url(#hatch)"/>', False),
        ('<img src="https://example.org/a.png">', True),
        ("<img src=//example.org/a.png>", True),
        ("<script>import('x.js')</script>", True),
        ("<style>@import 'x.css'</style>", True),
        ("<style>p{background:url(x.png)}</style>", True),
    ],
)
def test_network_requests_are_recognised(text: str, asks: bool) -> None:
    assert bool(ASKS.search(text)) is asks
