"""`tilewright design ladder`: Katamino ladders, and the table of all subsets."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from tilewright.cli.app import DONE, NO, ForceOption, JsonOption, OutputOption
from tilewright.cli.design import common, design
from tilewright.errors import NotationError


@design.command()
def ladder(
    first: Annotated[int, typer.Option("--from", help="The smallest board is 5 x FROM.")] = 3,
    last: Annotated[int, typer.Option("--to", help="The largest board is 5 x TO.")] = 8,
    seed: common.SeedOption = 0,
    count: common.CountOption = 1,
    table: Annotated[bool, typer.Option("--table", help="Print how many subsets and tilings every 5 x k has.")] = False,
    recount: Annotated[
        bool, typer.Option("--recount", help="Count all subsets anew instead of reading the table.")
    ] = False,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Make ladders: growing sets of pentominoes that fill 5 x 3, 5 x 4, ..., each step adding one piece.

    Several ladders never share a set. Examples: `tilewright design ladder --from 3 --to 9 --seed 4`,
    `tilewright design ladder --recount -o ladder.json` (every subset of 5 x 1 to 5 x 12).
    """
    from tilewright.design.ladder import count_subsets, document, ladders, published
    from tilewright.files import check_writable, write
    from tilewright.formats.answer import dumps_json, print_json

    for path in output or []:
        if path.suffix != ".json":
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .json for the table")
        check_writable(path, force)
    tables = {k: count_subsets(k) for k in range(1, 13)} if recount else published()
    for path in output or []:
        write(path, dumps_json(document(tables)), force)
    if table or recount:
        if json:
            print_json(document(tables))
        else:
            print("board  subsets  tilings")
            for k, found in tables.items():
                print(f"{f'5x{k}':5}  {len(found):7}  {sum(found.values()):7}")
        raise typer.Exit(DONE)
    made = list(islice(ladders(tables, first, last, seed), count))
    if json:
        rows = [
            [{"pieces": step, "board": f"5x{len(step)}", "tilings": tables[len(step)][step]} for step in one]
            for one in made
        ]
        print_json({"tilewright": 1, "kind": "ladders", "seed": seed, "ladders": rows})
    else:
        print(
            "\n\n".join(
                "\n".join(f"{step}@5x{len(step)}  {tables[len(step)][step]} tilings" for step in one) for one in made
            )
        )
    if len(made) < count:
        common.note(
            f"there are {len(made)} ladders from 5x{first} to 5x{last} that share no set: {count} were asked for"
        )
    raise typer.Exit(DONE if len(made) == count else NO)
