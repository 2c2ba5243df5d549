"""Run the notebooks in this folder and save their outputs: python examples/notebooks/run.py

`make notebook` installs what this needs.
"""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent


def run(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run all cells of a notebook, with `folder` as the working directory, and keep the outputs in the notebook."""
    resources = {"metadata": {"path": str(folder)}}
    options = {"timeout": 120, "kernel_name": "python3", "coalesce_streams": True}
    NotebookClient(notebook, resources=resources, **options).execute()
    notebook.metadata["language_info"] = {"name": "python"}  # without the version that ran it
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # timestamps


if __name__ == "__main__":
    for file in sorted(HERE.glob("*.ipynb")):
        print(file.name, flush=True)
        notebook = nbformat.read(file, as_version=4)
        run(notebook, HERE)
        file.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
