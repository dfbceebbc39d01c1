"""`tilewright design family`: one set of pieces against many boards."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from tilewright.cli.app import DONE, NO, ForceOption, JsonOption, OutputOption, ThreadsOption
from tilewright.cli.design import common, design
from tilewright.errors import NotationError


@design.command()
def family(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A TOML file with `[named]` cells and `groups`.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--open", metavar="NAMES", help="Count this member only, e.g. `MAR,14`; may be repeated."),
    ] = None,
    find: Annotated[
        str | None,
        typer.Option(
            "--find",
            metavar="PIECES",
            help="Search this pool (`SET:LETTERS`, sums with +) for sets that solve all members.",
        ),
    ] = None,
    tries: Annotated[
        int | None, typer.Option("--tries", min=1, help="With --find: so many random sets instead of all.")
    ] = None,
    count: common.CountOption = 1,
    seed: common.SeedOption = 0,
    threads: ThreadsOption = 1,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Count the tilings of every member of a family, or find sets of pieces that solve them all.

    Example: `tilewright design family examples/families/calendar.toml --threads 2 -o calendar.json`.
    """
    from tilewright.design.family import count_members, document, piece_sets
    from tilewright.files import check_writable, write
    from tilewright.formats.answer import dumps_json, piece_rows, print_json
    from tilewright.formats.family import load_family
    from tilewright.pieces import select

    for path in output or []:
        if path.suffix != ".json":
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .json")
        check_writable(path, force)
    posed = load_family(file)
    if find is not None:
        sets = list(islice(piece_sets(posed, select(find), seed, tries), count))
        if json:
            print_json({"tilewright": 1, "kind": "piece sets", "sets": [piece_rows(pieces) for pieces in sets]})
        else:
            print("\n".join(",".join(piece.name for piece in pieces) for pieces in sets))
        raise typer.Exit(DONE if sets else NO)
    members = None if only is None else [posed.parse_member(text) for text in only]
    found = count_members(posed, members, threads)
    for path in output or []:
        write(path, dumps_json(document(posed, found, file)), force)
    if json:
        print_json(document(posed, found, file))
    else:
        for names, value in zip(found.members, found.values, strict=True):
            print(f"{','.join(names)}  {value}")
        print("  ".join(f"{key} {value:g}" for key, value in found.summary.items()))
    raise typer.Exit(DONE if any(found.values) else NO)
