"""Run the notebooks beside this file and save what they print: python examples/notebooks/run.py

What this needs is what `make notebook` installs.
"""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent


def run(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run a notebook from the first cell to the last, in a folder; what it prints becomes its outputs."""
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    notebook.metadata["language_info"] = {"name": "python"}  # and not the version that happened to run it
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # the times


if __name__ == "__main__":
    for file in sorted(HERE.glob("*.ipynb")):
        print(file.name, flush=True)
        notebook = nbformat.read(file, as_version=4)
        run(notebook, HERE)
        file.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
