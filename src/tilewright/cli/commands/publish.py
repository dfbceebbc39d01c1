"""`tilewright publish`: booklets and cards to print, sheets of pictures, solids, drawings for a laser cutter."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import PICTURES, check_outputs, write, write_all, write_folder
from tilewright.cli.terminal import DONE, note
from tilewright.cover.limits import Limit
from tilewright.design.cards import is_cards, parse_cards
from tilewright.errors import NotationError
from tilewright.files import read_text, suffix_of
from tilewright.formats import problem_titles
from tilewright.kinds import find_named_sets
from tilewright.names import load, names_puzzle
from tilewright.pieces import select
from tilewright.publish import laser
from tilewright.publish.booklet import (
    CardSet,
    Challenge,
    Style,
    booklet,
    card_challenges,
    card_notes,
    card_set,
    cards_pdf,
    cards_svg,
    catalogue_challenges,
    parse_names,
    piece_cards,
    puzzle_challenge,
    svg,
)
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


def add_challenges(parser: Parser) -> None:
    """The files with challenges, their names, and the time for solving."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="Catalogues of silhouettes (also fridgeiq-D4, or one: fridgeiq-D4#Dice), challenges, puzzles of any kind, in this order; no silhouette twice.",
    )
    parser.add_argument(
        "--names", metavar="FILE", type=Path, help='Other names of silhouettes by id: JSON {"id": "name", ...}.'
    )
    parser.take("limit", default=60.0, help="Time limit for solving each puzzle, in seconds.")


def add_set(parser: Parser) -> None:
    """Pieces to make, with or without a board."""
    parser.add_argument(
        "pieces",
        metavar="SET",
        help="Pieces such as `fridgeiq` or `tetrominoes:SIO`, or a puzzle, which adds its board.",
    )


def add_length(parser: Parser, name: str, default: str, text: str, metavar: str = "LENGTH") -> None:
    """An option that takes a length."""
    parser.add_argument(name, metavar=metavar, default=default, help=text)


def _colors(args: Namespace) -> PieceColors:
    if args.patterns and args.gray:
        raise NotationError("--patterns and --gray: expected one of them")
    return PieceColors("hatch" if args.patterns else "gray" if args.gray else "color")


def read_challenges(
    files: Sequence[str], names: Path | None, limit: float, colors: PieceColors | None = None
) -> list[Challenge]:
    """The challenges of catalogues and puzzles, in order; names for the silhouettes that have one."""
    try:
        known = parse_names(read_text(names)) if names else {}
    except NotationError as error:
        raise NotationError(f"{names}: {error}") from None
    printed: set[str] = set()
    shared, every = colors or PieceColors(), {**published_names(), **known}
    found = [each for name in files for each in _challenges_of(name, every, limit, printed, shared)]
    if known and printed.isdisjoint(known):  # some may be of other catalogues, but not all
        raise NotationError(
            f"{names}: it names none of these silhouettes: expected their ids, as they stand in the catalogue"
        )
    return found


def _note_unsolved(challenges: Sequence[Challenge]) -> None:
    """Say on standard error which have no answer, and why; the paper says it, too."""
    for each in challenges:
        if each.remark:
            note(f"{each.name}: {each.remark[0].lower()}{each.remark[1:]}")


def _challenges_of(
    name: str, names: dict[str, str], limit: float, printed: set[str], colors: PieceColors
) -> list[Challenge]:
    """The challenges of a catalogue, of a silhouette of one, or of a file of challenges, or the one of a puzzle.

    Silhouettes whose ids are in `printed` are left out; the others are added to it.
    """
    if files := catalogue_files(name):
        return [each for file in files for each in _new_silhouettes(file, range(len(file.ids)), names, printed, colors)]
    if entry := entry_of(name):
        return _new_silhouettes(entry.file, [entry.index], names, printed, colors)
    if Path(name).is_file():
        text = read_text(name, MAX_BYTES)
        if is_cards(text):
            return card_challenges(parse_cards(text, name), colors)
    titles = problem_titles(name)
    if titles:
        several = [(load(f"{name}#{number}"), title) for number, title in enumerate(titles, start=1)]
        return [puzzle_challenge(puzzle, Limit(seconds=limit), title, colors) for puzzle, title in several]
    return [puzzle_challenge(load(name), Limit(seconds=limit), Path(name).stem, colors)]


def _new_silhouettes(
    file: CatalogueFile, indices: Sequence[int], names: dict[str, str], printed: set[str], colors: PieceColors
) -> list[Challenge]:
    """The challenges of some silhouettes of a catalogue that are not printed yet."""
    new = tuple(file.silhouette(index) for index in indices if file.ids[index] not in printed)
    printed.update(each.id for each in new)
    if file.ids and not new:
        return []
    return catalogue_challenges(Catalogue(file.query, file.pieces, new, file.ended), names, colors)


def _flat_puzzle(text: str) -> bool:
    """Whether to make a puzzle of flat pieces: a set of solid ones makes room for the flat box of its name."""
    solid = not names_puzzle(text) and is_shelf_name(text) and select(text)[0].grid.dimension != 2
    return names_puzzle(text) or (solid and load(text).grid.dimension == 2)


def _puzzle_of_set(text: str) -> Puzzle | None:
    """The puzzle with the tiles or pieces of a kind's named set such as `t-puzzle`; None for another set."""
    sets = find_named_sets(text)
    return load(sets.document(text)) if sets else None


def set_and_board(text: str, flat: bool = False) -> tuple[tuple[laser.Made, ...], Board | None]:
    """The pieces of a set's notation, or the pieces and the board of a puzzle; `flat`: whether only flat ones will do."""
    if is_shelf_name(text) and "/" not in text and not (box := find_box(text)).board_names:
        return box.pieces, None  # a box for regions of cards
    if not (_flat_puzzle(text) if flat else names_puzzle(text)):
        of_set = _puzzle_of_set(text)
        return of_set.picture.pieces_to_make() if of_set else select(text), None
    puzzle = load(text)
    return puzzle.picture.pieces_to_make(), puzzle.board


BOOKLET_DETAILS = """The booklet also has the pieces, to cut out.

Example: `tilewright publish booklet examples/katamino/*.toml -o katamino.pdf --paper letter`."""


def _add_booklet_arguments(parser: Parser) -> None:
    add_challenges(parser)
    parser.take("output", help="The PDF to write.", metavar="FILE.pdf", required=True, suffixes=(".pdf",))
    parser.take("force")
    parser.take("cell", "paper", "language")
    parser.add_argument(
        "--binding", metavar="left|none", default="left", help="Where to keep room for holes or staples: left, or none."
    )
    parser.add_argument(
        "--title", metavar="TEXT", default="", help="Title on the first page; without it, the name of the first file."
    )
    parser.add_argument(
        "--per-page",
        metavar="N",
        type=options.whole(1, 8),
        default=1,
        help="Challenges on a page: 1, 2, 4, 6 or 8. More than one are not at true size, and the page has a line for a name.",
    )
    parser.take("patterns", "gray")


def _run_booklet(args: Namespace) -> int:
    cell = parse_length(args.cell, "--cell", 1.0)
    style = Style(cell, args.paper, args.binding, args.patterns, args.language.lower(), args.per_page, args.gray)
    challenges = read_challenges(args.files, args.names, args.limit, _colors(args))
    write(args.output, booklet(challenges, style, args.title or Path(args.files[0]).stem), args.force)
    _note_unsolved(challenges)
    return DONE


TILE = 40.0  # mm: a tile of paper that fingers can turn
CARDS_DETAILS = """Everything is at true size; a PDF has a ruler to check the print.

Example: `tilewright publish cards examples/edges/heads-and-tails.edges -o cards.pdf --cell 45mm`."""


def _add_cards_arguments(parser: Parser) -> None:
    parser.add_argument(
        "puzzles",
        metavar="PUZZLE",
        nargs="+",
        help="Files, notations such as macmahon3@4x6, or sets of pieces such as pentominoes.",
    )
    parser.take("output", help=".pdf, or .svg: one file a sheet.", required=True, suffixes=(".pdf", ".svg"))
    parser.take("force")
    parser.take(
        "cell",
        default=None,
        help="Side of a cell or tile: 20mm, 2cm, 0.75in. [default: 40mm for tiles, 20mm for pieces]",
    )
    parser.take("paper", "language", "patterns", "gray")


def _run_cards(args: Namespace) -> int:
    colors = _colors(args)
    sets = [_cards_of(name, colors) for name in args.puzzles]
    cell = TILE if any(each.has_tiles for each in sets) else Style().cell
    if args.cell:
        cell = parse_length(args.cell, "--cell", 1.0)
    style = Style(cell, args.paper, "none", args.patterns, args.language.lower(), gray=args.gray)
    for text in card_notes(sets, style):
        note(text)
    write_all(_files(args.output, sets, style), args.force)
    return DONE


def _cards_of(name: str, colors: PieceColors) -> CardSet:
    """The cards of a puzzle, or of a set of pieces such as `pentominoes`."""
    if _flat_puzzle(name):
        return card_set(colors.puzzle(load(name)), Path(name).stem)
    if of_set := _puzzle_of_set(name):
        return card_set(colors.puzzle(of_set), name)
    return piece_cards(colors.pieces(select(name)), name)


def _files(path: Path, sets: list[CardSet], style: Style) -> dict[Path, str | bytes]:
    if suffix_of(path) == ".pdf":
        return {path: cards_pdf(sets, style)}
    sheets = cards_svg(sets, style)
    names = [path] if len(sheets) == 1 else [path.with_stem(f"{path.stem}-{n}") for n in range(1, len(sheets) + 1)]
    return dict(zip(names, sheets, strict=True))


CELL = 10.0  # millimetres, of the pictures in a directory
SHEET_DETAILS = "Example: `tilewright publish sheet catalogue.json -o silhouettes.png`."


def _add_sheet_arguments(parser: Parser) -> None:
    add_challenges(parser)
    parser.take("output", help=".svg or .png, or a directory: one SVG each, and its solution.", required=True)
    parser.take("force")
    parser.add_argument("--solutions", action="store_true", help="Show the solutions instead.")
    parser.add_argument("--columns", metavar="N", type=options.whole(1, 100), default=8, help="Pictures in a row.")
    themes = options.OneOf(*THEMES)
    parser.add_argument("--theme", type=themes, default="light", help="Light, dark or print (hatched).")


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
    names = [name for _, name in pictures]
    document = sheet_svg([picture for picture, _ in pictures], names, args.columns, THEMES[args.theme], 16.0)
    write(args.output, png(document, 1.0) if suffix_of(args.output) == ".png" else document, args.force)
    _note_unsolved(challenges)
    return DONE


def _write_each(args: Namespace) -> int:
    """A picture of each challenge and each solution, `001.svg` and `001-solution.svg`: all of them or none."""
    challenges = read_challenges(args.files, args.names, args.limit)
    digits = max(3, len(str(len(challenges))))
    files: dict[Path, str | bytes] = {}
    for number, each in enumerate(challenges, start=1):
        start = args.output / f"{number:0{digits}}"
        files[start.with_name(f"{start.name}.svg")] = svg(each.picture, CELL, THEMES[args.theme])
        if each.answer:
            files[start.with_name(f"{start.name}-solution.svg")] = svg(each.answer, CELL, THEMES[args.theme])
    write_all(files, args.force)
    _note_unsolved(challenges)
    return DONE


PIECES_DETAILS = "Example: `tilewright publish pieces fridgeiq -o fridgeiq --magnet 10x2mm --label`."


def _add_pieces_arguments(parser: Parser) -> None:
    add_set(parser)
    parser.take("output", help="Directory for the files.", metavar="DIR", type=options.new_folder, required=True)
    parser.take("force")
    parser.take("cell")
    add_length(parser, "--height", "5mm", "Height of flat pieces.")
    add_length(parser, "--magnet", "", "Recesses for round magnets, e.g. 10x2mm.", metavar="DxT")
    add_length(parser, "--clearance", "0.15mm", "How far each outline moves inward.")
    add_length(parser, "--radius", "1mm", "Radius of rounded corners.")
    add_length(parser, "--bed", "220mm", "Side of the printer's bed.")
    parser.add_argument("--label", action="store_true", help="Engrave the names.")


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


LASER_DETAILS = """The lines allow for the kerf, the width that the cutter burns away.

Example: `tilewright publish laser pentominoes@6x10 -o katamino.svg -o katamino.dxf --kerf 0.2mm`."""
WRITERS = {".svg": laser.svg, ".dxf": laser.dxf}


def _add_laser_arguments(parser: Parser) -> None:
    add_set(parser)
    parser.take("outputs", help=".svg or .dxf; may be repeated.", required=True, suffixes=tuple(WRITERS))
    parser.take("cell")
    add_length(parser, "--kerf", "0.15mm", "Width of the line that the cutter burns away.")
    add_length(parser, "--clearance", "0.05mm", "How far each outline moves inward.")
    add_length(parser, "--sheet", "600x400mm", "Size of a sheet.", metavar="WxH")
    options.take_switch(parser, "--label", "--no-label", True, "Engrave the names.", "Engrave nothing.")


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
    files = {}
    for path in args.output:
        for number, each in enumerate(sheets, start=1):
            name = path if len(sheets) == 1 else path.with_stem(f"{path.stem}-{number}")
            files[name] = WRITERS[suffix_of(path)](each)
    write_all(files, args.force)
    return DONE


COMMANDS = {
    "publish booklet": Command(BOOKLET_DETAILS, _add_booklet_arguments, _run_booklet),
    "publish cards": Command(CARDS_DETAILS, _add_cards_arguments, _run_cards),
    "publish sheet": Command(SHEET_DETAILS, _add_sheet_arguments, _run_sheet),
    "publish pieces": Command(PIECES_DETAILS, _add_pieces_arguments, _run_pieces),
    "publish laser": Command(LASER_DETAILS, _add_laser_arguments, _run_laser),
}
