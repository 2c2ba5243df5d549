"""The notebooks run, print what is saved in them, and ask nothing of the network.

`make notebook` adds what runs them.
"""

import importlib.util
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 250_000  # bytes
ASKS = re.compile(
    r"""(?:src|srcset|href|action|data|poster)\s*=\s*["']?\s*(?:https?:)?//|url\((?!["']?(?:#|data:))|@import|fetch\(|XMLHttp"""
)


def read(file: Path) -> Any:
    return nbformat.read(file, as_version=4)


def displays(notebook: Any) -> list[dict[str, str]]:
    """What the cells display, by kinds."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [dict(output.data) for cell in cells for output in cell.outputs if "data" in output]


def words(notebook: Any) -> list[str]:
    """All words that a notebook prints and displays; of a picture its title and description."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            found.append("".join(output.text for output in cell.outputs if output.output_type == "stream"))
            for output in cell.outputs:
                for kind, text in sorted(output.get("data", {}).items()):
                    spoken = re.findall(r"<(?:title|desc)>.*?</", text, re.DOTALL) if "svg" in kind else [text]
                    found += [re.sub(r"<[^>]*>", " ", part) for part in spoken]
    return found


def test_there_are_three() -> None:
    assert {file.stem for file in NOTEBOOKS} == {"ladder", "minimax", "your_own"}


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_prints_what_is_saved(file: Path, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("run_notebooks", FOLDER / "run.py")
    assert spec
    assert spec.loader
    script: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    notebook = read(file)
    script.run(notebook, tmp_path)
    assert words(notebook) == words(read(file)), "python examples/notebooks/run.py saves what is printed today"


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_is_small_and_complete(file: Path) -> None:
    assert file.stat().st_size < LARGEST
    notebook = read(file)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), "saved after one run from the top"
    assert not [output for cell in code for output in cell.outputs if output.output_type == "error"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_display_asks_nothing_of_the_network_and_has_words(file: Path) -> None:
    for data in displays(read(file)):
        assert "text/plain" in data
        assert "application/javascript" not in data
        assert not [text for text in data.values() if ASKS.search(unescape(text))]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', False),
        ('<img src="https://example.org/a.png">', True),
        ("<script>fetch('/a')</script>", True),
        ("<style>p{background:url(a.png)}</style>", True),
        ("<style>p{background:url(data:image/png;base64,AAAA)}</style>", False),
    ],
)
def test_what_counts_as_asking(text: str, asks: bool) -> None:
    assert bool(ASKS.search(text)) is asks
