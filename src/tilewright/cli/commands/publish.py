"""`tilewright publish`: booklets and cards to print, sheets of pictures, solids, and drawings for a laser cutter."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.options import Argument, Command, OneOf, new_folder, whole
from tilewright.cli.output import PICTURES, check_outputs, write, write_all, write_folder
from tilewright.cli.terminal import note
from tilewright.design.cards import is_cards, parse_cards
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.exit_codes import DONE
from tilewright.files import read_text, suffix_of
from tilewright.kinds import find_named_sets
from tilewright.loader import load, names_puzzle, problem_titles
from tilewright.pieces import select
from tilewright.publish import booklet, laser
from tilewright.publish.laser import board_notes
from tilewright.publish.paper import PieceColors, parse_length, parse_two_lengths
from tilewright.publish.solids import SolidStyle, print_files
from tilewright.puzzle import Board, Puzzle
from tilewright.render.canvas import THEMES
from tilewright.render.svg import png, sheet_svg
from tilewright.shelf import is_shelf_name
from tilewright.shelf.box import find_box
from tilewright.silhouettes.catalogue import MAX_BYTES, Catalogue, CatalogueFile, published_names
from tilewright.silhouettes.comparison import catalogue_files, entry_of


def read_challenges(
    files: Sequence[str], names: Path | None, limit: float, colors: PieceColors | None = None
) -> list[booklet.Challenge]:
    """Return the challenges of catalogues and puzzles, in order.

    The file `names` gives names to some of the silhouettes.
    """
    try:
        known = booklet.parse_names(read_text(names)) if names else {}
    except NotationError as error:
        raise NotationError(f"{names}: {error}") from None
    printed: set[str] = set()
    shared, every = colors or PieceColors(), {**published_names(), **known}
    found = [each for name in files for each in _challenges_of(name, every, limit, printed, shared)]
    if known and printed.isdisjoint(known):  # some names may belong to other catalogues, but not all of them
        ids = "their ids, as they stand in the catalogue"
        raise NotationError(f"{names}: it names none of these silhouettes: expected {ids}")
    return found


def _note_unsolved(challenges: Sequence[booklet.Challenge]) -> int:
    """Print on standard error which challenges have no answer and why, and return the exit code.

    The printed booklet states this, too.
    """
    for each in challenges:
        if each.remark:
            note(f"{each.name}: {each.remark[0].lower()}{each.remark[1:]}")
    return DONE


def _challenges_of(
    name: str, names: dict[str, str], limit: float, printed: set[str], colors: PieceColors
) -> list[booklet.Challenge]:
    """Return the challenges in a catalogue, in a file of challenges, or of a single silhouette or puzzle.

    Silhouettes whose ids are in `printed` are left out; the others are added to it.
    """
    if files := catalogue_files(name):
        return [each for file in files for each in _new_silhouettes(file, range(len(file.ids)), names, printed, colors)]
    if entry := entry_of(name):
        return _new_silhouettes(entry.file, [entry.index], names, printed, colors)
    if Path(name).is_file():
        text = read_text(name, MAX_BYTES)
        if is_cards(text):
            return booklet.card_challenges(parse_cards(text, name), colors)
    several = [(f"{name}#{number}", title) for number, title in enumerate(problem_titles(name), start=1)]
    puzzles = several or [(name, Path(name).stem)]
    return [booklet.puzzle_challenge(load(source), Limit(seconds=limit), title, colors) for source, title in puzzles]


def _new_silhouettes(
    file: CatalogueFile, indices: Sequence[int], names: dict[str, str], printed: set[str], colors: PieceColors
) -> list[booklet.Challenge]:
    """Return the challenges for those silhouettes of a catalogue that are not yet printed."""
    new = tuple(file.silhouette(index) for index in indices if file.ids[index] not in printed)
    printed.update(each.id for each in new)
    if file.ids and not new:
        return []
    return booklet.catalogue_challenges(Catalogue(file.query, file.pieces, new, file.ended), names, colors)


def _flat_puzzle(text: str) -> bool:
    """Return whether to make a puzzle of flat pieces.

    If the text names both a set of solid pieces and a flat box, the flat box is meant.
    """
    solid = not names_puzzle(text) and is_shelf_name(text) and select(text)[0].grid.dimension != 2
    return names_puzzle(text) or (solid and load(text).grid.dimension == 2)


def _puzzle_of_set(text: str) -> Puzzle | None:
    """Return the puzzle that holds the tiles or pieces of a named set such as `t-puzzle`; None for other sets."""
    sets = find_named_sets(text)
    return load(sets.document(text)) if sets else None


def set_and_board(text: str, flat: bool = False) -> tuple[tuple[laser.Made, ...], Board | None]:
    """Return the pieces of a set, or the pieces and the board of a puzzle; with `flat`, only flat ones are accepted."""
    if is_shelf_name(text) and "/" not in text and not (box := find_box(text)).board_names:
        return box.pieces, None  # a box whose regions are given by its cards
    if not (_flat_puzzle(text) if flat else names_puzzle(text)):
        of_set = _puzzle_of_set(text)
        return of_set.picture.pieces_to_make() if of_set else select(text), None
    puzzle = load(text)
    return puzzle.picture.pieces_to_make(), puzzle.board


BOOKLET = """The booklet also has the pieces, to cut out.

Example: `tilewright publish booklet examples/katamino/*.toml -o katamino.pdf --paper letter`."""


def _run_booklet(args: Namespace) -> int:
    cell = parse_length(args.cell, "--cell", 1.0)
    style = booklet.Style(
        cell,
        args.paper,
        args.binding,
        args.colors == "hatch",
        args.language.lower(),
        args.per_page,
        args.colors == "gray",
    )
    challenges = read_challenges(args.files, args.names, args.limit, PieceColors(args.colors))
    write(args.output, booklet.booklet(challenges, style, args.title or Path(args.files[0]).stem), args.force)
    return _note_unsolved(challenges)


TILE = 40.0  # mm: a paper tile that can be turned by hand
CARDS = """Everything is at true size; a PDF has a ruler to check the print.

Example: `tilewright publish cards examples/edges/heads-and-tails.edges -o cards.pdf --cell 45mm`."""


def _run_cards(args: Namespace) -> int:
    colors = PieceColors(args.colors)
    sets = [_cards_of(name, colors) for name in args.puzzles]
    cell = TILE if any(each.has_tiles for each in sets) else booklet.Style().cell
    if args.cell:
        cell = parse_length(args.cell, "--cell", 1.0)
    style = booklet.Style(
        cell, args.paper, "none", args.colors == "hatch", args.language.lower(), gray=args.colors == "gray"
    )
    for text in booklet.card_notes(sets, style):
        note(text)
    if suffix_of(args.output) == ".pdf":
        write(args.output, booklet.cards_pdf(sets, style), args.force)
    else:
        write_all(_by_sheet(args.output, booklet.cards_svg(sets, style)), args.force)
    return DONE


def _cards_of(name: str, colors: PieceColors) -> booklet.CardSet:
    """Return the cards of a puzzle, or of a set of pieces such as `pentominoes`."""
    if _flat_puzzle(name):
        return booklet.card_set(colors.puzzle(load(name)), Path(name).stem)
    if of_set := _puzzle_of_set(name):
        return booklet.card_set(colors.puzzle(of_set), name)
    return booklet.piece_cards(colors.pieces(select(name)), name)


def _by_sheet(path: Path, sheets: Sequence[str | bytes]) -> dict[Path, str | bytes]:
    """Return the sheets by file name: the path itself for a single one, else `x-1.svg`, `x-2.svg`, ... for `x.svg`."""
    several = (path.with_stem(f"{path.stem}-{number}") for number in range(1, len(sheets) + 1))
    return dict(zip([path] if len(sheets) == 1 else several, sheets, strict=True))


CELL = 10.0  # millimeters, in the pictures of a directory
SHEET = """Example: `tilewright publish sheet catalogue.json -o silhouettes.png`."""


def _run_sheet(args: Namespace) -> int:
    if args.output.is_dir():
        return _write_each(args)
    check_outputs([args.output], args.force, (*PICTURES, "or an existing directory"))
    challenges = read_challenges(args.files, args.names, args.limit)
    every = enumerate(challenges, start=1)
    shown = [(each.answer if args.solutions else each.picture, each.name or f"{i}") for i, each in every]
    pictures = [(picture, name) for picture, name in shown if picture]
    if not pictures:
        raise NotationError("there is no solution to show")
    drawings, names = map(list, zip(*pictures, strict=True))
    document = sheet_svg(drawings, names, args.columns, THEMES[args.theme], 16.0)
    write(args.output, png(document, 1.0) if suffix_of(args.output) == ".png" else document, args.force)
    return _note_unsolved(challenges)


def _write_each(args: Namespace) -> int:
    """Write a picture of each challenge and each solution, `001.svg` and `001-solution.svg`: all of them or none."""
    challenges = read_challenges(args.files, args.names, args.limit)
    digits = max(3, len(str(len(challenges))))
    files: dict[Path, str | bytes] = {}
    for number, each in enumerate(challenges, start=1):
        start = args.output / f"{number:0{digits}}"
        files[start.with_name(f"{start.name}.svg")] = booklet.svg(each.picture, CELL, THEMES[args.theme])
        if each.answer:
            files[start.with_name(f"{start.name}-solution.svg")] = booklet.svg(each.answer, CELL, THEMES[args.theme])
    write_all(files, args.force)
    return _note_unsolved(challenges)


PIECES = """Example: `tilewright publish pieces fridgeiq -o fridgeiq --magnet 10x2mm --label`."""


def _run_pieces(args: Namespace) -> int:
    style = SolidStyle(
        parse_length(args.cell, "--cell", 0.1),
        parse_length(args.height, "--height", 0.1),
        parse_length(args.clearance, "--clearance"),
        parse_two_lengths(args.magnet, "--magnet", 1.0, 0.2) if args.magnet else None,
        args.label,
        parse_length(args.radius, "--radius"),
    )
    files, notes = print_files(*set_and_board(args.pieces), style, parse_length(args.bed, "--bed", 10))
    for text in notes:
        note(text)
    write_folder(args.output, files, args.force)
    return DONE


LASER = """The lines allow for the kerf, the width that the cutter burns away.

Example: `tilewright publish laser pentominoes@6x10 -o katamino.svg -o katamino.dxf --kerf 0.2mm`."""
WRITERS = {".svg": laser.svg, ".dxf": laser.dxf}


def _run_laser(args: Namespace) -> int:
    style = laser.LaserStyle(
        parse_length(args.cell, "--cell", 0.1),
        parse_length(args.kerf, "--kerf"),
        parse_length(args.clearance, "--clearance"),
        args.label,
        parse_two_lengths(args.sheet, "--sheet", 10.0, 10.0),
    )
    pieces, board = set_and_board(args.pieces, flat=True)
    sheets = laser.arrange_sheets(laser.laser_parts(pieces, board, style), style)
    for text in board_notes(board):
        note(text)
    files: dict[Path, str | bytes] = {}
    for path in args.output:
        files |= _by_sheet(path, list(map(WRITERS[suffix_of(path)], sheets)))
    write_all(files, args.force)
    return DONE


COMMANDS = {
    "publish booklet": Command(
        BOOKLET,
        _run_booklet,
        [
            options.FILES,
            options.NAMES,
            options.SOLVING,
            options.OUTPUT.but(metavar="FILE.pdf", required=True, help="The PDF to write."),
            options.FORCE,
            options.CELL,
            options.PAPER,
            options.LANGUAGE,
            Argument(
                "--binding",
                metavar="left|none",
                default="left",
                help="Where to keep room for holes or staples: left, or none.",
            ),
            Argument(
                "--title", metavar="TEXT", help="Title on the first page; without it, the name of the first file."
            ),
            Argument(
                "--per-page",
                type=whole(1, 8),
                metavar="N",
                default=1,
                help="Challenges on a page: 1, 2, 4, 6 or 8. More than one are not at true size, and the page has a line "
                "for a name.",
            ),
            options.COLORS,
        ],
        (".pdf",),
    ),
    "publish cards": Command(
        CARDS,
        _run_cards,
        [
            Argument(
                "puzzles",
                nargs="+",
                metavar="PUZZLE",
                help="Files, notations such as macmahon3@4x6, or sets of pieces such as pentominoes.",
            ),
            options.OUTPUT.but(required=True, help=".pdf, or .svg: one file a sheet."),
            options.FORCE,
            options.CELL.but(
                default=None,
                help="Side of a cell or tile: 20mm, 2cm, 0.75in. [default: 40mm for tiles, 20mm for pieces]",
            ),
            options.PAPER,
            options.LANGUAGE,
            options.COLORS,
        ],
        (".pdf", ".svg"),
    ),
    "publish sheet": Command(
        SHEET,
        _run_sheet,
        [
            options.FILES,
            options.NAMES,
            options.SOLVING,
            options.OUTPUT.but(required=True, help=".svg or .png, or a directory: one SVG each, and its solution."),
            options.FORCE,
            Argument("--solutions", action="store_true", help="Show the solutions instead."),
            Argument("--columns", type=whole(1, 100), metavar="N", default=8, help="Pictures in a row."),
            Argument("--theme", type=OneOf(*THEMES), default="light", help="Light, dark or print (hatched)."),
        ],
    ),
    "publish pieces": Command(
        PIECES,
        _run_pieces,
        [
            options.SET,
            options.OUTPUT.but(type=new_folder, metavar="DIR", required=True, help="Directory for the files."),
            options.FORCE,
            options.CELL,
            Argument("--height", metavar="LENGTH", default="5mm", help="Height of flat pieces."),
            Argument("--magnet", metavar="DxT", help="Recesses for round magnets, e.g. 10x2mm."),
            Argument("--clearance", metavar="LENGTH", default="0.15mm", help="How far each outline moves inward."),
            Argument("--radius", metavar="LENGTH", default="1mm", help="Radius of rounded corners."),
            Argument("--bed", metavar="LENGTH", default="220mm", help="Side of the printer's bed."),
            Argument("--label", action="store_true", help="Engrave the names."),
        ],
    ),
    "publish laser": Command(
        LASER,
        _run_laser,
        [
            options.SET,
            options.OUTPUTS.but(required=True, help=".svg or .dxf; may be repeated."),
            options.FORCE,
            options.CELL,
            Argument(
                "--kerf", metavar="LENGTH", default="0.15mm", help="Width of the line that the cutter burns away."
            ),
            Argument("--clearance", metavar="LENGTH", default="0.05mm", help="How far each outline moves inward."),
            Argument("--sheet", metavar="WxH", default="600x400mm", help="Size of a sheet."),
            Argument("--no-label", dest="label", action="store_false", help="Engrave nothing."),
        ],
        tuple(WRITERS),
    ),
}
