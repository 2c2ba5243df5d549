"""The notebooks run, print the outputs saved in them, and load nothing from the network.

`make notebook` installs what this needs.
"""

import importlib.util
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.needs("nbclient", "ipykernel")

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 280_000  # bytes: half of it is the explorer in an output
REMOTE = re.compile(
    r"""(?:src|srcset|href|action|data|poster)\s*=\s*["']?\s*(?:https?:)?//|url\((?!["']?(?:#|data:))|@import|fetch\(|XMLHttp"""
)


def read(file: Path) -> Any:
    import nbformat

    return nbformat.read(file, as_version=4)


def displays(notebook: Any) -> list[dict[str, str]]:
    """Return what the cells display, by MIME type."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [dict(output.data) for cell in cells for output in cell.outputs if "data" in output]


def words(notebook: Any) -> list[str]:
    """Return all text that a notebook prints and displays, with the title and description of each picture."""
    texts = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            texts.append("".join(output.text for output in cell.outputs if output.output_type == "stream"))
            for output in cell.outputs:
                for kind, text in sorted(output.get("data", {}).items()):
                    spoken = re.findall(r"<(?:title|desc)>.*?</", text, re.DOTALL) if "svg" in kind else [text]
                    texts += [re.sub(r"<[^>]*>", " ", part) for part in spoken]
    return texts


def test_there_are_three_notebooks() -> None:
    assert {file.stem for file in NOTEBOOKS} == {"ladder", "minimax", "your_own"}


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=[pytest.mark.slow] * (file.stem == "ladder")) for file in NOTEBOOKS],
    ids=lambda file: file.stem,
)
def test_it_prints_the_saved_outputs(file: Path, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("run_notebooks", FOLDER / "run.py")
    assert spec
    assert spec.loader
    script: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    notebook = read(file)
    script.run(notebook, tmp_path)
    assert words(notebook) == words(read(file)), "run examples/notebooks/run.py to save the current outputs"


@pytest.mark.needs("anywidget")
def test_play_shows_a_clickable_board(tmp_path: Path) -> None:
    import nbclient
    import nbformat

    cell = nbformat.v4.new_code_cell("import noughts.notebook; noughts.notebook.play()")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute(cwd=tmp_path)
    (output,) = cell.outputs
    assert "application/vnd.jupyter.widget-view+json" in output.data


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_is_small_and_complete(file: Path) -> None:
    assert file.stat().st_size < LARGEST
    import nbformat

    notebook = read(file)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), "not saved after one full run"
    assert not [output for cell in code for output in cell.outputs if output.output_type == "error"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_display_loads_nothing_from_the_network_and_has_a_text_form(file: Path) -> None:
    for data in displays(read(file)):
        assert "text/plain" in data
        assert "application/javascript" not in data
        assert not [text for text in data.values() if REMOTE.search(unescape(text))]


@pytest.mark.parametrize(
    ("text", "remote"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', False),
        ('<img src="https://example.org/a.png">', True),
        ("<script>fetch('/a')</script>", True),
        ("<style>p{background:url(a.png)}</style>", True),
        ("<style>p{background:url(data:image/png;base64,AAAA)}</style>", False),
    ],
)
def test_remote_finds_network_requests(text: str, remote: bool) -> None:
    assert bool(REMOTE.search(text)) is remote
