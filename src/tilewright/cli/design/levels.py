"""`tilewright design blocks`: block levels, each with one solution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.app import DONE, LIMIT_REACHED, ForceOption, JsonOption, LimitOption, OutputOption
from tilewright.cli.design import common, design

SECONDS = 60.0  # without --limit: from some twenty blocks on, levels with one solution are rare


@design.command()
def blocks(
    shape: Annotated[
        str, typer.Option("--shape", metavar="FILE|RxC|random", help="A drawing, a size, or `random`.")
    ] = "random",
    pieces: Annotated[int, typer.Option("--pieces", help="How many blocks.")] = 6,
    unique: Annotated[bool, typer.Option("--unique/--any", help="Exactly one solution, or any number.")] = True,
    seed: common.SeedOption = 0,
    difficulty: common.DifficultyOption = None,
    limit: LimitOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Make a block level: a shape cut into blocks that go back without turning. Prints the classic text.

    Example: `tilewright design blocks --shape 6x6 --pieces 8 --seed 3 > level.txt`.
    """
    from tilewright import formats
    from tilewright.cli.output import write_puzzle
    from tilewright.design.blocks.levels import NoLevelError, make_level
    from tilewright.files import write
    from tilewright.formats.answer import print_json
    from tilewright.puzzle import Board

    common.check_suffixes(output or [], force)
    if shape == "random":
        board = None
    elif Path(shape).exists():
        board = Board.parse(Path(shape).read_text(encoding="utf-8"))
    else:
        board = Board.of_size(shape)
    try:
        made = make_level(board, pieces, seed, unique, difficulty, SECONDS if limit is None else limit)
    except NoLevelError as none:
        common.note(str(none))
        raise typer.Exit(LIMIT_REACHED) from None
    text = formats.dump(made.puzzle, "blocks")
    for path in output or []:
        if path.suffix == ".txt":
            write(path, text, force)
        else:
            write_puzzle(path, made.puzzle, force)
    if json:
        row = {"tilewright": 1, "kind": "blocks", "seed": seed, "level": text, "reached": made.reached}
        print_json(row | ({"rating": common.rating_row(made.rating)} if made.rating else {}))
    else:
        print(text, end="")
    if made.rating:
        common.note(f"seed {seed}: {made.rating}")
    if not made.reached:
        common.note(f"{difficulty} was not reached: the nearest is given")
    raise typer.Exit(DONE if made.reached else LIMIT_REACHED)
