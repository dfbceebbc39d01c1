"""A catalogue of silhouettes on the command line: its silhouettes as a list, as JSON, as one picture."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tilewright.cli.output import as_picture, check_outputs
from tilewright.files import write
from tilewright.formats.answer import print_json
from tilewright.publish.challenge import catalogue_challenges
from tilewright.render.sheet import sheet_svg
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.catalogues.named import Entry, merged
from tilewright.silhouettes.catalogues.names import class_of, published_names
from tilewright.silhouettes.catalogues.reading import CatalogueFile
from tilewright.silhouettes.silhouette import Silhouette

CELL = 16.0
COLUMNS = 8


def show_catalogue(files: list[CatalogueFile], args: Namespace) -> None:
    """Print the number, id, class, size and name of each silhouette; write the pictures of `-o`."""
    check_outputs(args.output, args.force, (".svg", ".png"))
    entries = merged(files)
    silhouettes = [entry.silhouette() for entry in entries]
    for path in args.output:
        write(path, as_picture(path.suffix, _sheet(files[0], silhouettes)), args.force)
    rows = [_row(number, *each) for number, each in enumerate(zip(entries, silhouettes, strict=True), start=1)]
    if args.json:
        print_json({"tilewright": 1, "silhouettes": rows})
        return
    for row in rows:
        size = "x".join(f"{side:g}" for side in row["size"])
        print(f"{row['number']:>4} {row['id']}  {row['class']:24} {size:>7}  {row['name']}".rstrip())


def _row(number: int, entry: Entry, silhouette: Silhouette) -> dict[str, Any]:
    return {
        "number": number,
        "id": silhouette.id,
        "name": entry.name,
        "group": silhouette.group,
        "class": class_of(silhouette, entry.file.query.symmetry),
        "size": list(silhouette.extent),
    }


def _sheet(file: CatalogueFile, silhouettes: list[Silhouette]) -> str:
    names = published_names()
    listed = Catalogue(file.query, file.pieces, tuple(silhouettes), file.ended)
    captions = [f"{number} {names.get(one.id, '')}".strip() for number, one in enumerate(silhouettes, start=1)]
    return sheet_svg([each.picture for each in catalogue_challenges(listed)], captions, COLUMNS, cell=CELL)
