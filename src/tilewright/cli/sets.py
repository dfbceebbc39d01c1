"""`tilewright sets`: the named sets of pieces, every orientation drawn."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.cli.app import JsonOption, app


@app.command()
def sets(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A set, or pieces of one: `tetrominoes:SIO`, `pentominoes!turn`."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the named sets; with NAME draw every orientation of its pieces, with their number.

    Example: `tilewright sets tetrominoes` draws the 7 pieces: S 2, I 2, O 1, J 4, Z 2, T 4, L 4.
    """
    from tilewright.pieces import piece_set, select
    from tilewright.pieces.sets import set_names

    if name is None:
        found = [piece_set(each) for each in set_names()]
        if json:
            from tilewright.formats.answer import print_json

            rows = [{"name": s.name, "pieces": len(s.pieces), "summary": s.summary} for s in found]
            print_json({"tilewright": 1, "sets": rows})
            return
        for each in found:
            print(f"{each.name:21}{len(each.pieces):5}  {each.summary}")
        return
    pieces = select(name)
    if json:
        from tilewright.formats.answer import piece_rows, print_json

        print_json({"tilewright": 1, "set": name, "pieces": piece_rows(pieces)})
        return
    for piece in pieces:
        drawings = [type(piece)(piece.name, atoms, piece.lattice) for _, atoms in piece.orientations]
        print(f"{piece.name} {len(drawings)}")
        print(side_by_side([str(drawing) for drawing in drawings]), end="\n\n")


def side_by_side(drawings: list[str], width: int = 100, gap: int = 3) -> str:
    """Drawings next to each other, bottoms aligned, in as many bands as `width` needs."""
    bands: list[list[list[str]]] = [[]]
    used = 0
    for drawing in drawings:
        lines = drawing.split("\n")
        if bands[-1] and used + len(lines[0]) > width:
            bands.append([])
            used = 0
        bands[-1].append(lines)
        used += max(map(len, lines)) + gap
    return "\n\n".join(_band(band, gap) for band in bands)


def _band(drawings: list[list[str]], gap: int) -> str:
    height = max(map(len, drawings))
    padded = []
    for lines in drawings:
        width = max(map(len, lines))
        padded.append([" " * width] * (height - len(lines)) + [line.ljust(width) for line in lines])
    return "\n".join((" " * gap).join(row).rstrip() for row in zip(*padded, strict=True))
