"""The notebook of docs runs from its first cell to its last."""

import pathlib

import nbformat
from nbclient import NotebookClient

DOCS = pathlib.Path(__file__).parents[2] / "docs"


def test_notebook() -> None:
    notebook = nbformat.read(DOCS / "notebook.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(DOCS)}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    pictures = [
        output
        for cell in code
        for output in cell.outputs
        if "<svg" in "".join(output.get("data", {}).get("text/html", ""))
    ]
    assert len(code) >= 10 and len(pictures) >= 4
