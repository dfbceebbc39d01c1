"""`tilewright publish`: booklets, pieces to print in plastic, sheets for the laser cutter."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import ForceOption, app
from tilewright.errors import NotationError, quote

if TYPE_CHECKING:
    from tilewright.pieces import Piece
    from tilewright.publish.challenge import Challenge
    from tilewright.puzzle import Board

publish = typer.Typer(help="Make things: a booklet to print, pieces and trays, sheets to cut.", no_args_is_help=True)
app.add_typer(publish, name="publish")

FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...", help="Catalogues of silhouettes, challenges, and puzzles of any kind, in this order."
    ),
]
NamesOption = Annotated[
    Path | None, typer.Option("--names", metavar="FILE", help='Names of silhouettes by id: JSON {"id": "name", ...}.')
]
LimitOption = Annotated[float, typer.Option(min=0.0, metavar="SECONDS", help="For solving each puzzle.")]
CellOption = Annotated[str, typer.Option("--cell", metavar="LENGTH", help="Side of a cell: 20mm, 2cm, 0.75in.")]


@publish.command()
def booklet(
    files: FilesArgument,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.pdf", help="The PDF to write.")],
    force: ForceOption = False,
    cell: CellOption = "20mm",
    paper: Annotated[str, typer.Option(help="a3, a4, a5, letter, legal or tabloid.")] = "a4",
    binding: Annotated[str, typer.Option(help="left keeps room for holes or staples; none does not.")] = "left",
    title: Annotated[str, typer.Option(help="On the title page; else the first file's name.")] = "",
    patterns: Annotated[
        bool, typer.Option("--patterns", help="Hatch the pieces in black instead of coloring them.")
    ] = False,
    names: NamesOption = None,
    limit: LimitOption = 60.0,
) -> None:
    """Write a booklet: one challenge a page at true size, pieces to cut out, solutions at the back.

    Example: `tilewright publish booklet examples/katamino/*.toml -o katamino.pdf --paper letter`.
    """
    from tilewright.files import check_writable, write
    from tilewright.publish.booklet import Style
    from tilewright.publish.booklet import booklet as make
    from tilewright.publish.length import parse_length

    if output.suffix != ".pdf":
        raise NotationError(f"-o {output}: unknown suffix {output.suffix!r}: expected .pdf")
    if not output.parent.is_dir():
        raise NotationError(f"-o {output}: there is no directory {output.parent}")
    check_writable(output, force)
    style = Style(parse_length(cell, "--cell", 1.0), paper, binding, patterns)
    challenges = _challenges(files, names, limit)
    write(output, make(challenges, style, title or Path(files[0]).stem), force)


@publish.command()
def sheet(
    files: FilesArgument,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help=".svg or .png.")],
    force: ForceOption = False,
    solutions: Annotated[bool, typer.Option("--solutions", help="Show the solutions instead.")] = False,
    columns: Annotated[int, typer.Option(min=1, max=100, help="Pictures in a row.")] = 8,
    theme: Annotated[str, typer.Option(help="light, dark or print (hatched).")] = "light",
    names: NamesOption = None,
    limit: LimitOption = 60.0,
) -> None:
    """Draw all silhouettes of catalogues, and boards of puzzles, as one picture.

    Example: `tilewright publish sheet catalogue.json -o silhouettes.png`.
    """
    from tilewright.files import check_writable, write
    from tilewright.render.png import png
    from tilewright.render.sheet import sheet_svg
    from tilewright.render.theme import THEMES

    if output.suffix not in (".svg", ".png"):
        raise NotationError(f"-o {output}: unknown suffix {output.suffix!r}: expected .svg or .png")
    if theme not in THEMES:
        raise NotationError(f"--theme {quote(theme)}: expected one of {', '.join(THEMES)}")
    check_writable(output, force)
    every = _challenges(files, names, limit)
    shown = [(each.answer if solutions else each.picture, each.name or f"{i}") for i, each in enumerate(every, start=1)]
    pictures = [(picture, name) for picture, name in shown if picture]
    if not pictures:
        raise NotationError("there is no solution to show")
    document = sheet_svg([p for p, _ in pictures], [name for _, name in pictures], columns, THEMES[theme], 16.0)
    write(output, png(document, 1.0) if output.suffix == ".png" else document, force)


def _challenges(files: list[str], names: Path | None, limit: float) -> list[Challenge]:
    """The challenges of catalogues and puzzles, in order; names for the silhouettes that have one."""
    from tilewright.formats.source import read_text
    from tilewright.publish import challenge

    try:
        known = challenge.parse_names(read_text(names)) if names else {}
    except NotationError as error:
        raise NotationError(f"{names}: {error}") from None
    return [challenge for name in files for challenge in _challenges_of(name, known, limit)]


def _challenges_of(name: str, names: dict[str, str], limit: float) -> list[Challenge]:
    """The challenges of a catalogue or a file of challenges, or the one of a puzzle."""
    from tilewright import formats
    from tilewright.cover.search.limit import Limit
    from tilewright.design.challenges.cards import is_cards, parse_cards
    from tilewright.formats.source import read_text
    from tilewright.publish import challenge
    from tilewright.silhouettes.catalogues.reading import MAX_BYTES, is_catalogue, parse_catalogue

    if Path(name).is_file():
        text = read_text(name, MAX_BYTES)
        if is_catalogue(text):
            return challenge.catalogue_challenges(parse_catalogue(text, name), names)
        if is_cards(text):
            return challenge.card_challenges(parse_cards(text, name))
    return [challenge.puzzle_challenge(formats.load(name), Limit(seconds=limit), Path(name).stem)]


SetArgument = Annotated[
    str,
    typer.Argument(
        metavar="SET", help="Pieces such as `fridgeiq` or `tetrominoes:SIO`, or a puzzle: then with its board."
    ),
]
ClearanceOption = Annotated[
    str, typer.Option("--clearance", metavar="LENGTH", help="By which each outline moves inwards.")
]


@publish.command()
def pieces(
    pieces: SetArgument,
    directory: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Directory for the files.")],
    force: ForceOption = False,
    cell: CellOption = "20mm",
    height: Annotated[str, typer.Option(metavar="LENGTH", help="Height of flat pieces.")] = "5mm",
    magnet: Annotated[str, typer.Option(metavar="DxT", help="Recesses for round magnets, e.g. 10x2mm.")] = "",
    clearance: ClearanceOption = "0.15mm",
    radius: Annotated[str, typer.Option(metavar="LENGTH", help="Of rounded corners.")] = "1mm",
    bed: Annotated[str, typer.Option(metavar="LENGTH", help="Side of the printer's bed.")] = "220mm",
    label: Annotated[bool, typer.Option("--label", help="Engrave the names.")] = False,
) -> None:
    """Write solids to print: STL and 3MF of each piece, of the board's tray, and of all pieces on a plate.

    Example: `tilewright publish pieces fridgeiq -o fridgeiq --magnet 10x2mm --label`.
    """
    from tilewright.files import write_all
    from tilewright.publish.length import parse_length, parse_two_lengths
    from tilewright.publish.print_files import print_files
    from tilewright.publish.solid import SolidStyle

    style = SolidStyle(
        parse_length(cell, "--cell", 0.1),
        parse_length(height, "--height", 0.1),
        parse_length(clearance, "--clearance"),
        parse_two_lengths(magnet, "--magnet", 1.0, 0.2) if magnet else None,
        label,
        parse_length(radius, "--radius"),
    )
    files, notes = print_files(*_set_and_board(pieces), style, parse_length(bed, "--bed", 10))
    for note in notes:
        print(f"tilewright: {note}", file=sys.stderr)
    made = not directory.exists()
    directory.mkdir(exist_ok=True)
    try:
        write_all({directory / name: content for name, content in files.items()}, force)
    except BaseException:
        if made:
            directory.rmdir()
        raise


@publish.command()
def laser(
    pieces: SetArgument,
    output: Annotated[
        list[Path], typer.Option("-o", "--output", metavar="FILE", help=".svg or .dxf; may be repeated.")
    ],
    force: ForceOption = False,
    cell: CellOption = "20mm",
    kerf: Annotated[str, typer.Option(metavar="LENGTH", help="Width of the line that burns away.")] = "0.15mm",
    clearance: ClearanceOption = "0.05mm",
    sheet: Annotated[str, typer.Option(metavar="WxH", help="Size of a sheet, e.g. 600x400mm.")] = "600x400mm",
    label: Annotated[bool, typer.Option("--label/--no-label", help="Engrave the names.")] = True,
) -> None:
    """Write sheets to cut: pieces, and for a puzzle the frame and floor of its board, with kerf compensation.

    Example: `tilewright publish laser pentominoes@6x10 -o katamino.svg -o katamino.dxf --kerf 0.2mm`.
    """
    from tilewright.files import check_writable, write_all
    from tilewright.publish import laser as cutter
    from tilewright.publish.length import parse_length, parse_two_lengths

    writers = {".svg": cutter.svg, ".dxf": cutter.dxf}
    for path in output:
        if path.suffix not in writers:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .svg or .dxf")
        check_writable(path, force)
    style = cutter.LaserStyle(
        parse_length(cell, "--cell", 0.1),
        parse_length(kerf, "--kerf"),
        parse_length(clearance, "--clearance"),
        label,
        parse_two_lengths(sheet, "--sheet", 10.0, 10.0),
    )
    sheets = cutter.arrange_sheets(cutter.laser_parts(*_set_and_board(pieces), style), style)
    files = {}
    for path in output:
        for number, each in enumerate(sheets, start=1):
            name = path if len(sheets) == 1 else path.with_stem(f"{path.stem}-{number}")
            files[name] = writers[path.suffix](each)
    write_all(files, force)


def _set_and_board(text: str) -> tuple[tuple[Piece, ...], Board | None]:
    """The pieces of a set's notation, or the pieces and the board of a puzzle."""
    from tilewright import formats
    from tilewright.pieces import select
    from tilewright.publish.task import physical_pieces

    if "@" not in text and not Path(text).exists() and "\n" not in text and text != "-":
        return select(text), None
    puzzle = formats.load(text)
    return physical_pieces(puzzle), puzzle.board
