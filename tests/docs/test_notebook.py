"""The example notebook runs from top to bottom, and its cells show pictures."""

from __future__ import annotations

import nbformat
from nbclient import NotebookClient

from tests.helpers.paths import ROOT

NOTEBOOK = ROOT / "docs" / "notebooks" / "tilewright.ipynb"


def test_the_notebook_runs_and_shows_pictures() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in code for output in cell.outputs]
    assert not any(output.output_type == "error" for output in outputs)
    pictures = [output.data["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 6 and all(picture.startswith("<svg") for picture in pictures)
    shown = " ".join(
        str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", "")) for output in outputs
    )
    assert "impossible" in shown and "9356" in shown
