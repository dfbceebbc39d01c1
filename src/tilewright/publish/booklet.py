"""A booklet as PDF: title, contents, one challenge a page at true size, pieces to cut out, solutions.

Cards: the tiles or pieces of puzzles, to print and to cut out, without a booklet around them.
"""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isqrt
from typing import Any

import msgspec

from tilewright.api.solve import solve
from tilewright.design.cards import Cards
from tilewright.errors import LimitError, NotationError, check_puzzle
from tilewright.exact_cover.limits import Limit
from tilewright.files import data_text
from tilewright.lattice import Lattice, Vector, lattice
from tilewright.movement.disassembly import disassemble
from tilewright.movement.laying import LayingOrder, laying_order
from tilewright.movement.picture import frames_together
from tilewright.pieces import Piece
from tilewright.publish.paper import (
    PRINTING,
    PieceColors,
    check_language,
    decimal,
    note,
    paper_size,
    places_from_one,
    words,
)
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.page import (
    LINE,
    RIM,
    CutOut,
    PieceCount,
    cut_out_sheets,
    fitting_cell,
    piece_counts,
    piece_cut_out,
    pieces_note,
)
from tilewright.puzzle.picture import draw_puzzle_board, draw_tiling
from tilewright.render import draw
from tilewright.render.canvas import GRAY, LIGHT, PRINT, Canvas, Drawing, Theme, palette_colors
from tilewright.render.svg import pdf, sheet_svg
from tilewright.silhouettes.catalogue import Catalogue
from tilewright.silhouettes.silhouette import Silhouette, atoms_by_shift

MOST_CELLS = 20_000  # of a board on a page: more than anyone can see
LIST_WIDTH = 42.0  # cells of a row of pieces to use
SHADE = "#c6ccd2"  # of an silhouette to be filled: pale, to save ink, and clearly an area


def drawn_size(picture: Drawing) -> tuple[float, float]:
    """(width, height) of a picture in cells."""
    canvas = Canvas()
    picture(canvas)
    left, top, right, bottom = canvas.box
    return right - left, bottom - top


@dataclass(frozen=True)
class Challenge:
    """One page.

    picture:  draws what is given; None of its lines may change the outline's size.
    answer:   draws the solution, or None with the reason in `remark`.
    needs:    the pieces it takes.
    cards:    what else is to be cut out for it.
    number:   from one on, of several of this name.
    laid:     the order in which the pieces of a solid answer are laid.
    steps:    pictures of how the pieces of a solid are put together, for pages of their own.
    choice:   draws the pieces to use in rows `width` cells long, where they differ from page to page.
    to_scale: whether real pieces are laid on the page (else it is filled with a pencil).
    """

    name: str
    note: str
    picture: Drawing
    answer: Drawing | None
    needs: tuple[PieceCount, ...] = ()
    choice: Callable[..., None] | None = None
    to_scale: bool = True
    remark: str = ""
    cards: tuple[CutOut, ...] = ()
    number: int | None = None
    laid: LayingOrder | None = None
    steps: tuple[CutOut, ...] = ()

    @property
    def unit(self) -> str:
        """What a cell is called."""
        return self.cards[0].unit if self.cards else "cell"

    def size(self) -> tuple[float, float]:
        """(width, height) of the picture in cells."""
        return drawn_size(self.picture)


def svg(picture: Drawing, cell: float, theme: Theme = LIGHT, margin: float = 0.05) -> str:
    """Return the picture at `cell` mm a cell."""
    canvas = Canvas(theme, cell, "mm", edge=min(Canvas.edge, LINE / cell))
    picture(canvas)
    return canvas.svg(margin)


def parse_names(text: str) -> dict[str, str]:
    """Names of silhouettes by their id, `{"0126af29...": "Dice", ...}`; NotationError when it is something else."""
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.DecodeError as error:
        raise NotationError(f'no names of silhouettes: {error}: expected {{"id": "name", ...}}') from None


def catalogue_challenges(
    catalogue: Catalogue, names: Mapping[str, str] = {}, colors: PieceColors | None = None
) -> list[Challenge]:
    """Return a challenge for each silhouette; `names` by the silhouettes' ids, where they have one; `colors` of the document."""
    if not catalogue.silhouettes:
        raise NotationError("the catalogue has no silhouettes: expected at least one")
    pieces = (colors or PieceColors()).pieces(catalogue.pieces)
    return [_of_silhouette(each, pieces, names.get(each.id, "")) for each in catalogue.silhouettes]


def _of_silhouette(silhouette: Silhouette, pieces: tuple[Piece, ...], name: str) -> Challenge:
    grid = lattice(silhouette.lattice)
    colors = palette_colors(pieces)
    numbers = {piece.name: i for i, piece in enumerate(pieces)}
    needs = piece_counts(pieces, Counter(letter for letter, _ in silhouette.solution))

    def picture(canvas: Canvas) -> None:
        for shift, atoms in atoms_by_shift(grid, silhouette.atoms):
            draw.silhouette(canvas, grid, atoms, SHADE, _moved(grid, shift))

    def answer(canvas: Canvas) -> None:
        for letter, placed in silhouette.solution:
            ((shift, atoms),) = atoms_by_shift(grid, placed)
            draw.shape(canvas, grid, atoms, colors[letter], letter, _moved(grid, shift), numbers[letter])

    note = pieces_note(len(silhouette.solution)) + (f", symmetry {silhouette.group}" if silhouette.group else "")
    return Challenge(name, note, picture, answer, needs)


def _moved(grid: Lattice, shift: Vector) -> tuple[float, float]:
    """Return the picture's (x, y) of a shift in half cells."""
    x, y = (sum(v * step[axis] for v, step in zip(shift, grid.basis, strict=True)) / 2 for axis in (0, 1))
    return x, y


def puzzle_challenge(
    puzzle: Puzzle, limit: Limit | float | None, name: str = "", colors: PieceColors | None = None
) -> Challenge:
    """Return a challenge that asks for a tiling of the puzzle; it is solved for the answer.

    name:   for a puzzle without one.
    colors: those of the pieces in the whole document.

    >>> from tilewright import load
    >>> puzzle_challenge(load("LPNUV@5x5"), Limit(seconds=10)).name
    'LPNUV@5x5'
    """
    puzzle, name = (colors or PieceColors()).puzzle(puzzle), puzzle.name or name
    if puzzle.board.area > MOST_CELLS:
        raise LimitError(
            f"{name}: a board of {puzzle.board.area:,.0f} cells: expected at most {MOST_CELLS:,} on a page"
        )
    found = solve(puzzle, 1, limit=limit)
    remark = "" if found.tilings else _remark(found.reason.text if found.reason else "", found.verdict)
    return _asking(puzzle, name, found.tilings[0] if found.tilings else None, remark)


def card_challenges(cards: Cards, colors: PieceColors | None = None) -> list[Challenge]:
    """Return a challenge for each card that can be done, numbered within its shape; `colors` of the document."""
    colors = colors or PieceColors()
    number: Counter[str] = Counter()
    found = []
    for card in cards.cards:
        if card.tiling:
            number[card.shape.name] += 1
            asked = _asking(colors.puzzle(card.puzzle), card.shape.name, colors.tiling(card.tiling))
            rating = f", {card.rating.tier}" if card.rating else ""
            found.append(replace(asked, note=f"{asked.note}, {card.state}{rating}", number=number[card.shape.name]))
    if not found:
        raise NotationError("no challenge of the file is solvable: expected at least one to print")
    return found


def _asking(puzzle: Puzzle, name: str, tiling: Tiling | None, remark: str = "") -> Challenge:
    """Return a challenge that asks for a tiling of the puzzle."""
    given = partial(draw_puzzle_board, puzzle=puzzle)
    answer = partial(draw_tiling, tiling=tiling) if tiling else None
    steps = _steps(tiling) if tiling else ()
    task = puzzle.picture.task(tiling)
    choice = partial(puzzle.picture.draw_piece_list, at=(0, 0)) if task.piece_list else None
    laid = laying_order(tiling) if tiling and puzzle.board.atoms and puzzle.grid.dimension == 3 else None
    return Challenge(
        name, task.note, given, answer, task.needs, choice, task.to_scale, remark, task.cards, laid=laid, steps=steps
    )  # fmt: skip


def _steps(tiling: Tiling) -> tuple[CutOut, ...]:
    """How the pieces of a solid are put together; nothing where they cannot, or where it takes too long to find."""
    if tiling.puzzle.grid.dimension != 3 or len(tiling.placements) < 2:
        return ()
    try:
        answer = disassemble(tiling, limit=STEPS_LIMIT)
    except NotationError:  # pieces cannot be moved on this lattice
        return ()
    frames = frames_together(answer) if answer.answer else []
    return tuple(CutOut(frame.size, frame.draw) for frame in frames[:MOST_STEPS])


def _remark(reason: str, verdict: str) -> str:
    if verdict == "impossible":
        return f"Impossible: {places_from_one(reason)}" if reason else "Impossible: an exhaustive search found nothing."
    return "Not solved within the time limit."


EDGE, BOUND = 4.3, 20.0  # margins in mm: what printers need, and where holes or staples go
HEAD, FOOT = 12.0, 12.0  # for name and ruler
PENCIL_CELL = 12.0  # largest cell, in mm, of what is solved with a pencil
CHOICES, CHOICE_CELL = (
    (62.0, 46.0, 34.0, 22.0),
    9.0,
)  # mm for the pieces to use, the most that leave 1:1; their largest cell
COLUMNS = 5  # of the contents
MOST_ON_COVER, MOST_PIECES_ON_COVER, COVER_WIDTH = 25, 40, 20.0  # boards, pieces, cells of a row of pieces
GUTTER, HEADING = 8.0, 11.0  # mm between challenges on a page, and for the name of one
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 8: (2, 4)}  # challenges on a page: columns and rows
# Words of the template.
STEPS_LIMIT = Limit(seconds=5)  # for each solid
MOST_STEPS, STEP_CELL = 200, 8.0  # pictures of one solid, and their largest cell in mm
ON_PAGES = (
    ":",
    "Contents",
    "page",
    "Pieces to cut out",
    "How to put it together",
    "Solutions",
    "from page",
    "Name",
    PRINTING,
)


@dataclass(frozen=True)
class Style:
    """cell: mm; paper: its name; binding: "left" or "none"; patterned: hatching instead of colors; language: one of LANGUAGES.

    gray: no color at all; the shades of pieces are those of `PieceColors("gray")`.

    >>> Style(paper="letter", per_page=4).cell
    20.0
    """

    cell: float = 20.0
    paper: str = "a4"
    binding: str = "left"
    patterned: bool = False
    language: str = "en"
    per_page: int = 1
    gray: bool = False

    def __post_init__(self) -> None:
        paper_size(self.paper)
        if self.binding not in ("left", "none"):
            raise NotationError(f"--binding {self.binding!r}: expected left or none")
        check_language(self.language)
        if self.per_page not in PER_PAGE:
            raise NotationError(f"--per-page {self.per_page}: expected one of {', '.join(map(str, PER_PAGE))}")

    @property
    def theme(self) -> Theme:
        """How pieces are drawn."""
        return PRINT if self.patterned else GRAY if self.gray else LIGHT

    @property
    def bound(self) -> float:
        """The margin on the side that is bound (the top of a page laid across)."""
        return BOUND if self.binding == "left" else EDGE

    def room(self, flipped: bool = False, choice: float = 0.0) -> tuple[float, float]:
        """(width, height) in mm of the place for a picture above `choice` mm of pieces, page upright or laid across."""
        width, height = paper_size(self.paper)
        used = HEAD + FOOT + choice
        if flipped:
            return height - 2 * EDGE, width - self.bound - EDGE - used
        return width - self.bound - EDGE, height - 2 * EDGE - used

    def scale(self, cell: float, unit: str = "cell") -> str:
        """Return what a page says about its scale."""
        if cell == self.cell:
            return words(f"1:1, one {unit} is {{cell}} mm", self.language, cell=decimal(cell, "g", self.language))
        return words(
            f"scaled to {{share}} %, one {unit} is {{cell}} mm: 1:1 does not fit on {{paper}}",
            self.language,
            share=f"{100 * cell / self.cell:.0f}",
            cell=decimal(cell, ".1f", self.language),
            paper=self.paper,
        )


def booklet(challenges: Sequence[Challenge], style: Style, title: str, subtitle: str = "") -> bytes:
    """Return a PDF: a title page, the challenges, the pieces to cut out, the answers. Raises NotationError without challenges.

    >>> from tilewright import load
    >>> booklet([puzzle_challenge(load("LPNUV@5x5"), Limit(seconds=10))], Style(), "Five by five")[:5]
    b'%PDF-'
    """
    if not challenges:
        raise NotationError("no challenges for the booklet: expected at least one challenge")
    width, height = paper_size(style.paper)
    data = {
        "title": title,
        "subtitle": subtitle or note(f"{len(challenges)} challenge" + "s" * (len(challenges) != 1), style.language),
        "language": style.language,
        "words": {each: words(each, style.language) for each in ON_PAGES},
        "sheet": {"width": width, "height": height, "edge": EDGE, "bound": style.bound, "head": HEAD},
        "cover": _cover(challenges, style.theme),
        "perpage": style.per_page,
        "across": PER_PAGE[style.per_page][0],
        "columns": COLUMNS,
        "challenges": [_page(challenge, number, style) for number, challenge in enumerate(challenges, start=1)],
        "pieces": _cut_outs(challenges, style),
        "steps": _step_pages(challenges, style),
        "answerheight": (height - 2 * EDGE) / 3 - 22,
    }
    return pdf(data_text("booklet.typ"), data)


def _page(challenge: Challenge, number: int, style: Style) -> dict[str, Any]:
    """Everything the template says of a challenge; the cell is the largest that fits, upright or across."""
    is_alone = style.per_page == 1
    wide, high = (side + RIM for side in challenge.size())
    wanted = style.cell if challenge.to_scale and is_alone else min(style.cell, PENCIL_CELL)
    tried = _rooms(style, has_choice=challenge.choice is not None)
    cell, strip, upright, room = max((min(wanted, r[0] / wide, r[1] / high), strip, up, r) for r, strip, up in tried)
    name = challenge.name
    if challenge.number is not None:
        name = words("{name} no. {count}", style.language, name=name, count=challenge.number)
    return {
        "heading": f"{number}. {name}" if name else f"{number}",
        "note": note(challenge.note, style.language),
        "thumb": svg(challenge.picture, 2.0, style.theme),
        "answer": svg(challenge.answer, 8.0, style.theme) if challenge.answer else None,
        "remark": note(challenge.remark, style.language),
        "laid": _laid(challenge.laid, style.language),
        "picture": svg(challenge.picture, cell, style.theme, margin=RIM / 2),
        "width": wide * cell,
        "flipped": not upright,
        "roomheight": room[1],
        "height": room[1] + strip + HEADING,
        "choice": _choice(challenge, room[0], strip, style.theme),
        "scale": style.scale(cell, challenge.unit) if challenge.to_scale and is_alone else "",
    }


def _laid(order: LayingOrder | None, language: str) -> str:
    if order is None:
        return ""
    if not order:
        return words("Cannot be laid piece by piece.", language)
    names = ", ".join(f"{number}\u00a0{name}" for number, name in enumerate(order.names, start=1))
    return words("Lay from above: {names}", language, names=names)


def _rooms(style: Style, has_choice: bool) -> list[tuple[tuple[float, float], float, bool]]:
    """Return the places that a picture may have: width and height, the height left for the pieces to use, whether upright."""
    if style.per_page == 1:
        choices = CHOICES if has_choice else (0.0,)
        return [(style.room(not upright, strip), strip, upright) for upright in (True, False) for strip in choices]
    columns, rows = PER_PAGE[style.per_page]
    width, height = style.room()
    wide, high = (width - GUTTER * (columns - 1)) / columns, (height - GUTTER * (rows - 1)) / rows - HEADING
    strip = high / 3 if has_choice else 0.0
    return [((wide, high - strip), strip, True)]


def _choice(challenge: Challenge, width: float, strip: float, theme: Theme) -> str | None:
    """Return the pieces to use with their letters, as large as the strip lets them be."""
    if challenge.choice is None:
        return None
    best = ""
    largest = 0.0
    for cells in range(8, int(LIST_WIDTH) + 1, 2):  # rows so long that the pieces come out largest
        in_rows = partial(challenge.choice, width=cells)
        wide, high = drawn_size(in_rows)
        cell = min(CHOICE_CELL, (strip - 4) / (high + RIM), width / (wide + RIM))
        if cell > largest:
            best, largest = svg(in_rows, cell, theme), cell
    return best


def _cover(challenges: Sequence[Challenge], theme: Theme) -> str:
    """Pieces that the challenges need, one of each name; where they need none, some of the pictures in a square."""
    needed = [need.piece for challenge in challenges for need in challenge.needs]
    pieces: dict[str, Piece] = {}
    for piece in needed:
        if piece.lattice == needed[0].lattice:
            pieces.setdefault(piece.name, piece.with_copies(1, 1))
    if pieces:
        shown = tuple(pieces.values())[:MOST_PIECES_ON_COVER]
        return svg(partial(draw.draw_pieces, pieces=shown, at=(0, 0), width=COVER_WIDTH), 6.0, theme)
    side = isqrt(min(len(challenges), MOST_ON_COVER))
    pictures = [challenge.picture for challenge in challenges[: side * side]]
    return sheet_svg(pictures, columns=side, cell=2.0, unit="mm", theme=theme)


def _cut_outs(challenges: Sequence[Challenge], style: Style) -> list[dict[str, Any]]:
    """Sheets with the pieces that the challenges need, and those with their cards."""
    pieces = [_cut_out(need) for need in needed_pieces(challenges)]
    tiles = [card for challenge in challenges for card in challenge.cards if card.key is None]
    cards = [*tiles, *_needed_cards(challenges)]
    return [page for parts in (pieces, cards) for page in cut_out_pages(parts, style)]


def _step_pages(challenges: Sequence[Challenge], style: Style) -> list[dict[str, Any]]:
    """Pages with the steps of each solid."""
    pages = []
    for number, challenge in enumerate(challenges, start=1):
        sheets, cell = cut_out_sheets(challenge.steps, style.room(), STEP_CELL, style.theme)
        heading = f"{number}. {challenge.name}" if challenge.name else f"{number}"
        for canvas in sheets:
            width = (canvas.box[2] - canvas.box[0] + RIM) * cell
            pages.append({"heading": heading, "picture": canvas.svg(RIM / 2), "width": width})
    return pages


def _cut_out(need: PieceCount) -> CutOut:
    """Return a piece to be cut out; a note says of one in several parts that they come apart."""
    if not need.piece.connected:
        warnings.warn(f"piece {need.piece.name} is in several parts, which come apart when it is cut out", stacklevel=2)
    return piece_cut_out(need)


def cut_out_pages(parts: Sequence[CutOut], style: Style) -> list[dict[str, Any]]:
    """Sheets with what is to be cut out, as the templates take them: picture, width in mm, a line about the scale."""
    sheets, cell = cut_out_sheets(parts, style.room(), style.cell, style.theme)
    return [
        {
            "picture": canvas.svg(RIM / 2),
            "width": (canvas.box[2] - canvas.box[0] + RIM) * cell,
            "scale": style.scale(cell, parts[0].unit),
        }
        for canvas in sheets
    ]


def needed_pieces(challenges: Sequence[Challenge]) -> list[PieceCount]:
    """Every piece as often as the challenge that needs most of it, tall ones first."""
    most: dict[tuple[str, object], PieceCount] = {}
    for need in (need for challenge in challenges for need in challenge.needs):
        first = most.setdefault((need.piece.name, need.piece.forms), need)
        most[need.piece.name, need.piece.forms] = replace(first, count=max(first.count, need.count))
    return _tall_first(need for need in most.values() for _ in range(need.count))


def _needed_cards(challenges: Sequence[Challenge]) -> list[CutOut]:
    """Every piece that is a card as often as the challenge that needs most of it."""
    most: dict[Hashable, list[CutOut]] = {}
    for challenge in challenges:
        own: defaultdict[Hashable, list[CutOut]] = defaultdict(list)
        for card in challenge.cards:
            own[card.key].append(card)
        most |= {key: cards for key, cards in own.items() if len(cards) > len(most.get(key, ()))}
    return [card for key, cards in most.items() if key is not None for card in cards]


def _tall_first(needs: Iterable[PieceCount]) -> list[PieceCount]:
    """Return the tallest pieces first, so that those beside each other on a sheet are about as tall."""
    return sorted(needs, key=lambda need: -max(atom[0] for atom in need.piece.atoms))


@dataclass(frozen=True)
class CardSet:
    """What one puzzle has to be cut out: its title, a line about it, the parts, and whether some are tiles with labels."""

    title: str
    note: str
    parts: tuple[CutOut, ...]
    has_tiles: bool = False


def piece_cards(pieces: Sequence[Piece], name: str) -> CardSet:
    """Return the pieces of a set, each as often as it has copies, or once where that is open.

    >>> from tilewright.pieces import select
    >>> len(piece_cards(select("pentominoes"), "pentominoes").parts)
    12
    """
    if pieces[0].grid.dimension != 2:
        raise NotationError(f"{name}: solid pieces cannot be cut out of paper: expected flat ones")
    counts = piece_counts(tuple(pieces), {piece.name: piece.copies[1] or 1 for piece in pieces})
    parts = tuple(_cut_out(need) for need in _tall_first(need for need in counts for _ in range(need.count)))
    return CardSet(name, note(pieces_note(len(parts)), "en"), parts)


def card_set(puzzle: Puzzle, name: str = "") -> CardSet:
    """Return the tiles or pieces of a puzzle; `name` is for one without. Raises NotationError where it has none to cut out.

    >>> from tilewright import load
    >>> len(card_set(load("macmahon3@4x6")).parts)
    24
    """
    check_puzzle(puzzle)
    task = puzzle.picture.task(None)
    counts = [need for need in task.needs for _ in range(need.count)]
    parts = (*map(_cut_out, counts), *task.cards)
    if not parts:
        raise NotationError(
            f"this {puzzle.title} has nothing to cut out: expected tiles or flat pieces, a known number of each"
        )
    has_tiles = any(card.key is None for card in task.cards)
    return CardSet(puzzle.name or name or puzzle.title, task.note, parts, has_tiles)


def card_notes(sets: Sequence[CardSet], style: Style) -> list[str]:
    """Return a line for each set whose cards are smaller than asked for, because they do not fit on the paper.

    >>> from tilewright import load
    >>> card_notes([card_set(load("macmahon3@4x6"), "macmahon")], Style(cell=20.0))
    []
    """
    cells = [fitting_cell(each.parts, style.room(), style.cell) for each in sets]
    smaller = [(each, cell) for each, cell in zip(sets, cells, strict=True) if cell < style.cell]
    return [f"{each.title}: {style.scale(cell, each.parts[0].unit)}" for each, cell in smaller]


def cards_pdf(sets: Sequence[CardSet], style: Style) -> bytes:
    """Return a PDF with the cards at their true size, each set beginning a page, with a ruler to check the print.

    >>> from tilewright import load
    >>> cards_pdf([card_set(load("macmahon3@4x6"))], Style())[:5]
    b'%PDF-'
    """
    width, height = paper_size(style.paper)
    titles = [{"title": each.title, "note": note(each.note, style.language)} for each in sets]
    parts = [cut_out_pages(each.parts, style) for each in sets]
    pages = [page | title for title, pages in zip(titles, parts, strict=True) for page in pages]
    sheet = {"width": width, "height": height, "edge": EDGE, "head": HEAD}
    data = {"sheet": sheet, "bound": style.bound, "language": style.language, "pages": pages}
    return pdf(data_text("cards.typ"), data)


def cards_svg(sets: Sequence[CardSet], style: Style) -> list[str]:
    """Return an SVG for each sheet of cards, in millimeters."""
    return [page["picture"] for each in sets for page in cut_out_pages(each.parts, style)]
