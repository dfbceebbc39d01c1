"""A marimo notebook with the widget, which writes down what it is told. It is run by `test_widget_browser.py`."""

import marimo

app = marimo.App()


@app.cell
def _():
    import json
    import os
    from pathlib import Path

    from tilewright.widget import PuzzleWidget

    widget = PuzzleWidget("LPV@3x5", height=700)

    def told(change):
        pieces = sorted(placement.piece for placement in widget.placements)
        line = json.dumps({"name": change["name"], "pieces": pieces, "done": widget.tiling is not None})
        with Path(os.environ["TOLD"]).open("a") as file:
            file.write(line + "\n")

    widget.observe(told, ["placements", "tiling"])
    widget  # noqa: B018  what a cell ends with is shown
    return


if __name__ == "__main__":
    app.run()
