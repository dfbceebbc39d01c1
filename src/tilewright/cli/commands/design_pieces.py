"""`tilewright design` for given pieces: silhouettes, challenges, levels, cards and convex shapes."""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TextIO

from tilewright.api.answer import print_json
from tilewright.cli import options
from tilewright.cli.options import Argument, Command, new_folder, number_range, seconds, whole
from tilewright.cli.output import PICTURES, Keeper, write, write_folder, write_pictures
from tilewright.cli.terminal import PACE, exit_code, paced, progress, say, tell
from tilewright.design.cards import BoxCard, Card, Cards, ChallengeQuery, make_cards
from tilewright.design.challenges import ChallengeProgress, find_challenges
from tilewright.design.levels import LevelRecipe, PieceLevel, grow_levels, hint_walk, levels_document
from tilewright.errors import NotationError, did_you_mean, printable, quote
from tilewright.exact_cover.limits import Deadline, Limit, in_time
from tilewright.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.explain.techniques import TIERS
from tilewright.files import suffix_of
from tilewright.formats import dump
from tilewright.kinds.polygons.outlines import FEW, CountedShape, counted_shapes
from tilewright.kinds.polygons.table import NAMED_SETS as POLYGON_SETS
from tilewright.loader import load, names_puzzle
from tilewright.pieces import select
from tilewright.publish import paper
from tilewright.publish.paper import check_language
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.picture import SECONDS_A_PLACE, draw_puzzle_board
from tilewright.puzzle.puzzle import Hint, Tier
from tilewright.render.svg import sheet_svg
from tilewright.shelf.box import Box, find_box
from tilewright.silhouettes.catalogue import Catalogue
from tilewright.silhouettes.comparison import compare, comparison_note, read_other
from tilewright.silhouettes.growth import GrowthProgress
from tilewright.silhouettes.query import Query, name_pieces, parse_within
from tilewright.silhouettes.search import search_silhouettes
from tilewright.silhouettes.silhouette import Silhouette
from tilewright.system import dumps_json, ticking

SILHOUETTES = """Each is found once, with a checked tiling. No board is assumed: the catalogue is complete, or says that it is
not.

Example: `tilewright design silhouettes --pieces fridgeiq --symmetry D4 -o catalogue.json`"""


def _run_silhouettes(args: Namespace) -> int:
    board = parse_within(args.within) if args.within else None
    name, own = name_pieces(args.pieces)
    query = Query(name, args.symmetry, args.contact, board, own)
    others = read_other(args.compare) if args.compare else None
    if args.compare and others and (differs := comparison_note(args.compare, others, query)):
        tell(differs)
    catalogue = _search(query, args)
    if args.output is not None:
        write(args.output, catalogue.text(), args.force)
    if args.json:
        print_json(catalogue.dump())
    else:
        state = "complete" if catalogue.complete else f"not complete ({catalogue.ended})"
        if catalogue.complete_for:
            state += f"; complete for symmetry {' and '.join(catalogue.complete_for)}"
        print(f"{len(catalogue.silhouettes)} silhouettes, {state}")
    if others is not None:
        _print_comparison(catalogue, others.names, sys.stderr if args.json else sys.stdout)
    return exit_code(catalogue.ended, catalogue.silhouettes)


def _search(query: Query, args: Namespace) -> Catalogue:
    """Return the silhouettes; each is saved and reported as it is found."""
    growth = GrowthProgress()
    keeper = Keeper(args.output, None if args.json else say, args.force)

    def keep(silhouette: Silhouette, so_far: Catalogue) -> None:
        rows, columns = silhouette.extent
        line = f"{silhouette.id}  {silhouette.group}  {silhouette.center}  {silhouette.contact}  {rows:g}x{columns:g}"
        keeper(line, so_far.text)

    def estimate() -> str:
        slow = growth.growth_seconds is not None and growth.growth_seconds > PACE
        return f"estimate: growing takes {_duration(growth.growth_seconds or 0.0)}" if slow else ""

    def progress() -> str:
        done = f", {growth.fraction:.0%} done" if growth.fraction else ""
        tried = f"{growth.nodes:,} tried, {growth.examined:,} examined, {growth.solutions} found"
        return f"{growth.seconds:.0f} s, {growth.stage}: {tried}{done}"

    with keeper, paced(progress, estimate, keeper.tick_aside):
        return search_silhouettes(query, args.threads, args.limit, growth, keep)


def _print_comparison(catalogue: Catalogue, others: Mapping[str, str], file: TextIO) -> None:
    found = compare(catalogue, others)
    rows = (("common", found.common), ("only here", found.only_here), ("only there", found.only_there))
    for name, ids in rows:
        print(f"{name}: {len(ids)}", file=file)
        if name != "common":
            for one in ids:
                print(f"  {one} {printable(others.get(one, ''), 60)}".rstrip(), file=file)


def _duration(seconds: float) -> str:
    for unit, size, limit in (("seconds", 1, 120), ("minutes", 60, 120), ("hours", 3600, 48), ("days", 86400, 730)):
        if seconds < limit * size:
            return f"about {seconds / size:.0f} {unit}"
    return "years: out of reach; the catalogue will not be complete"


CHALLENGES = """Can it be done, in how many ways, how hard is it? `publish booklet` prints the file.

Example: `tilewright design challenges --pieces fridgeiq --shapes squares,triangles --pieces-used 1..6 --keep solvable -o
cards.json`"""


def _run_challenges(args: Namespace) -> int:
    trying = ChallengeProgress()
    found = _find(args, trying)
    if args.output is not None:
        write(args.output, found.text(), args.force)
    if args.json:
        print_json(found.dump())
    else:
        state = "complete" if found.complete else f"not complete ({found.ended})"
        print(f"{trying.nodes:,} challenges tried, {len(found.cards):,} listed, {state}")
    return exit_code(found.ended, found.cards)


def _find(args: Namespace, trying: ChallengeProgress) -> Cards:
    """Return the challenges; each is saved and reported as it is found."""
    keeper = Keeper(args.output, None if args.json else say, args.force)

    def keep(card: Card, so_far: Callable[[], Cards]) -> None:
        level = f"  {card.rating.tier}" if card.rating else ""
        images = ", one up to symmetry" if args.keep == "unique" and card.tilings > 1 else ""
        keeper(f"{card.shape.name}  {_pieces(card)}  {card.state}{images}{level}", lambda: so_far().text())

    def progress() -> str:
        return f"{trying.seconds:.0f} s: {trying.nodes:,} of {trying.total:,} tried, {trying.solutions:,} kept"

    def first() -> str:
        return f"{trying.total:,} challenges to try" if trying.total > 1000 else ""

    shapes = [text.strip() for text in args.shapes.split(",") if text.strip()]
    fewest, most = args.pieces_used
    query = ChallengeQuery.of(
        args.pieces, shapes, fewest=fewest, most=most, keep=args.keep, rated=args.rating, each=args.each
    )
    with keeper, paced(progress, first, keeper.tick_aside):
        return find_challenges(query, threads=args.threads, limit=args.limit, progress=trying, on_found=keep)


def _pieces(card: Card) -> str:
    """Return the names of the pieces in the notation for sets of pieces."""
    names = Counter(card.names)
    texts = [name if times == 1 else f"{name}x{times}" for name, times in names.items()]
    return "".join(texts) if all(len(text) == 1 for text in texts) else ",".join(texts)


LEVELS = """Each board is grown from pieces laid side by side, has one solution, and differs from the others by more than turns
and
mirrors. FILE.json is written whenever a level is found, so that it can be read at any moment. `tilewright show
levels.json#3` draws the third, `tilewright hint levels.json#3` helps to solve it, and `publish booklet levels.json`
prints them all.

Example: `tilewright design levels --pieces pentominoes --board 6x6..8x8 --pieces-used 5..8 -n 30 --difficulty
easy..hard
-o levels.json`."""


SAVE_EVERY = 0.1  # seconds between two checks whether a file must be saved


def _boards(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    found = re.fullmatch(r"(\d{1,3})x(\d{1,3})(?:\.\.(\d{1,3})x(\d{1,3}))?", text, re.ASCII)
    if not found:
        raise ArgumentTypeError(f"{quote(text)}: expected a size or two, as 8x8 or 6x6..8x8")
    least = int(found[1]), int(found[2])
    most = (int(found[3]), int(found[4])) if found[3] else least
    if least[0] > most[0] or least[1] > most[1]:
        raise ArgumentTypeError(f"{quote(text)}: expected the smaller size first")
    return least, most


def _open_range(text: str) -> tuple[int, int | None]:
    return (number_range(text[:-2])[0], None) if text.endswith("..") else number_range(text)


def _tiers(text: str) -> tuple[Tier, Tier]:
    first, _, last = text.partition("..")
    found = [tier for word in (first, last or first) for tier in TIERS if tier == word]
    if len(found) != 2:
        guess = did_you_mean(first if first not in TIERS else last, TIERS)
        raise ArgumentTypeError(f"{quote(text)}{guess}: expected one or two of {', '.join(TIERS)}, as easy..hard")
    if TIERS.index(found[0]) > TIERS.index(found[1]):
        raise ArgumentTypeError(f"{quote(text)}: expected the easier difficulty first")
    return found[0], found[1]


def _run_levels(args: Namespace) -> int:
    (least, most), (easiest, hardest) = args.board, args.difficulty
    recipe = LevelRecipe(select(args.pieces), least, most, args.pieces_used, easiest, hardest, args.unique)
    drawn = any(suffix_of(path) in PICTURES for path in args.output)
    share = min(args.limit / 2, SECONDS_A_PLACE * args.count * most[0] * most[1] * drawn)
    deadline = Deadline(Limit(seconds=args.limit - share))
    made, interrupted = _grown(recipe, args, deadline)
    struck = deadline.left <= 0
    if made:
        args.output = [path for path in args.output if suffix_of(path) != ".json"]  # JSON files are already written
        write_pictures(args, lambda: _level_sheet([level for level, _ in made]))
        if args.json:
            print_json(levels_document(made, _command(args)))
        else:
            _print_levels([level for level, _ in made])
    if interrupted:
        tell(f"interrupted: {len(made)} of {args.count} levels were found")
        return INTERRUPTED
    if len(made) < args.count:
        wider = "" if recipe.tiers == TIERS else " or --difficulty"
        helps = f"a longer --limit than {args.limit:g}" if struck else f"a wider --board, --pieces-used{wider}"
        tell(f"{len(made)} of {args.count} levels were found: expected {helps}")
    return DONE if len(made) == args.count else LIMIT_REACHED


HintedLevel = tuple[PieceLevel, list[Hint] | None]


class _LevelTally:
    """The progress of making levels: how many of the wanted number are done."""

    engine, nodes = "", 0

    def __init__(self, wanted: int) -> None:
        self.wanted, self.solutions, self.fraction = wanted, 0, 0.0

    def have(self, number: int) -> None:
        """Set the number of levels that are done."""
        self.solutions, self.fraction = number, number / self.wanted


def _grown(recipe: LevelRecipe, args: Namespace, deadline: Deadline) -> tuple[list[HintedLevel], bool]:
    """Return the levels, with hints if requested, and whether Ctrl-C came; JSON files are written meanwhile."""
    made, tally = list[HintedLevel](), _LevelTally(args.count)
    walks: dict[int, list[Hint]] = {}
    keepers = [Keeper(path, None, args.force) for path in args.output if suffix_of(path) == ".json"]
    with ExitStack() as stack:
        for each in keepers:
            stack.enter_context(each)
            stack.enter_context(ticking(SAVE_EVERY, each.tick_aside))
        stack.enter_context(deadline.progress.showing(tally))
        stack.enter_context(progress(deadline.progress, "levels"))
        try:
            for levels in grow_levels(recipe, args.count, args.seed, deadline):
                for level in levels if args.hints else ():
                    if id(level) not in walks:
                        walks[id(level)] = hint_walk(level.puzzle, limit=deadline.limit_left())
                made = [(level, walks.get(id(level))) for level in levels]
                tally.have(len(made))
                for each in keepers:
                    each("", partial(lambda made: dumps_json(levels_document(made, _command(args))), made))
        except KeyboardInterrupt:
            return made, True
    return made, False


def _command(args: Namespace) -> str:
    """Return the command that makes the same levels again."""
    (least, most), used, tiers = args.board, args.pieces_used, args.difficulty
    sizes = "..".join(f"{rows}x{columns}" for rows, columns in dict.fromkeys((least, most)))
    return (
        f"tilewright design levels --pieces {shlex.quote(args.pieces)} --board {sizes} --pieces-used {used[0]}..{used[1]} "
        f"-n {args.count} --difficulty {tiers[0]}..{tiers[1]}{'' if args.unique else ' --any'} --seed {args.seed}"
        f"{' --hints' * args.hints}"
    )


def _print_levels(made: list[PieceLevel]) -> None:
    texts = []
    for number, level in enumerate(made, start=1):
        names = ",".join(piece.name for piece in level.puzzle.pieces)
        texts.append(f"{number} {level.rating.tier}: {names}\n{level.puzzle.board}")
    print("\n\n".join(texts), flush=True)


def _level_sheet(made: list[PieceLevel]) -> str:
    captions = [f"{number} {level.rating.tier}" for number, level in enumerate(made, start=1)]
    return sheet_svg([partial(draw_puzzle_board, puzzle=level.puzzle) for level in made], captions, 6, cell=12.0)


CARDS = """Each card has exactly one solution, from the pieces that already lie on the board. For a box with dice or dates a roll
or a
date is drawn, too, with its number of tilings on the empty board; for Mondrian blocks the black ones are given. Boxes
without a board get regions of three or four pieces. In JSON each card has a link, to be added to a studio's address.

Examples: `tilewright design cards kanoodle -n 10 --difficulty easy..hard -o cards.pdf`,
`tilewright design cards genius-square --seed 4`, `tilewright design cards ubongo -n 30 -o cards.json`."""


def _run_cards(args: Namespace) -> int:
    check_language(args.language)
    name, _, board = args.name.partition("/")
    box = find_box(name)
    if board:
        box.board(board)
    cards = _graded_cards(box, board, args)
    head = {"tilewright": 1, "kind": "box cards", "box": args.name, "seed": args.seed}
    document = {**head, "cards": [card.row() for card in cards]}
    write_pictures(
        args,
        lambda: _cards_sheet(cards, args.language),
        json=lambda _: dumps_json(document),
        pdf=lambda path: _booklet(box, cards, path, args.language),
    )
    if args.json:
        print_json(document)
    else:
        print("\n\n".join(card_text(number, card) for number, card in enumerate(cards, start=1)))
    return DONE


def _graded_cards(box: Box, board: str, args: Namespace) -> list[BoxCard]:
    """Return the wanted number of cards, spread evenly over the difficulties, easy ones first."""
    if args.difficulty is None:
        return list(islice(make_cards(box, board, None, args.seed), args.count))
    first, last = map(TIERS.index, args.difficulty)
    tiers = TIERS[first : last + 1]
    cards: list[BoxCard] = []
    for number, tier in enumerate(tiers):
        share = (args.count - len(cards)) // (len(tiers) - number)
        cards += islice(make_cards(box, board, tier, args.seed), share)
    return cards


def _cards_sheet(cards: list[BoxCard], language: str) -> str:
    captions = [f"{i} {card.board or paper.note(card.rating.tier, language)}" for i, card in enumerate(cards, start=1)]
    return sheet_svg([partial(draw_puzzle_board, puzzle=card.puzzle) for card in cards], captions, 3, cell=24.0)


def card_text(number: int, card: BoxCard) -> str:
    """Return a card as text: its difficulty, open cells, pieces to place, and the board with the given pieces."""
    puzzle = card.puzzle
    board = f"{card.board}, " if card.board else ""
    head = f"{number}. {board}{card.rating.tier}, {sum(card.missing.values())} pieces to place"
    open_cells = f", open {','.join(card.member)} ({card.ways:,} ways)" if card.member else ""
    rest = " ".join(f"{name}{f'×{left}' if left > 1 else ''}" for name, left in card.missing.items())
    drawing = puzzle.draw(Tiling(puzzle, puzzle.pinned_placements)) if puzzle.pinned else str(puzzle.board)
    return f"{head}{open_cells}: {rest}\n{drawing}"


def _booklet(box: Box, cards: list[BoxCard], path: Path, language: str) -> bytes:
    from tilewright.publish.booklet import Style, booklet, puzzle_challenge

    challenges = []
    for number, card in enumerate(cards, start=1):
        name = f"{number} {' '.join(card.member)} {paper.note(card.rating.tier, language)}"
        challenges.append(puzzle_challenge(card.puzzle, Limit(), name))
    return booklet(challenges, Style(language=language), box.title, path.stem)


CONVEX = """All pieces are used, and no lattice is assumed. The angles of the pieces must be multiples of 45 degrees.

Examples: `tilewright design convex tangram` (13 shapes), `tilewright design convex sei-shonagon -o shapes` (16),
`tilewright design convex tangram --corners 5` (all 53 pentagons)."""


def _polygons(text: str) -> Puzzle:
    """Return the puzzle of a set of polygons or of a file; raise NotationError listing the sets for anything else."""
    if POLYGON_SETS.is_meant(text):
        return load(POLYGON_SETS.document(text))
    if names_puzzle(text):
        return load(text)
    known = [name for name, _, _ in POLYGON_SETS.rows()]
    guess = did_you_mean(text, known)
    raise NotationError(f"{quote(text)}{guess}: expected a set of polygons, {', '.join(known)}, or a file with them")


def _run_convex(args: Namespace) -> int:
    found: list[CountedShape] = []
    deadline = Deadline(Limit(seconds=args.limit))
    with in_time() as block:
        for each in counted_shapes(_polygons(args.pieces), args.corners, deadline):
            found.append(each)
            if not args.json:
                print(f"{len(found)}. {each}", flush=True)
    if args.output:
        files = {f"{number:02}.toml": dump(each.puzzle, "toml") for number, each in enumerate(found, start=1)}
        write_folder(args.output, files, args.force)
    if args.json:
        print_json({"tilewright": 1, "complete": block.ended is None, "shapes": [each.row for each in found]})
    elif block.ended:
        tell("not complete: the limit came first")
    return LIMIT_REACHED if block.ended else DONE if found else NO


COMMANDS = {
    "design silhouettes": Command(
        SILHOUETTES,
        _run_silhouettes,
        [
            Argument(
                "--pieces",
                metavar="SET",
                required=True,
                help="Pieces, e.g. `fridgeiq`, `fridgeiq!free`, or a file with pieces.",
            ),
            Argument("--symmetry", metavar="GROUP", default="D4", help="D4, C4, D2, D2d, C2, D1 or D1d."),
            Argument(
                "--contact",
                metavar="edge|corner|concentric|corner-concentric|all",
                default="edge",
                help="Edge: connected through edges; corner: corners count; concentric: every part symmetric itself; "
                "corner-concentric: the same of parts joined through corners; all: edge, corner and concentric.",
            ),
            Argument("--within", metavar="RxC", help="Only silhouettes on a board of R rows and C columns."),
            options.THREADS,
            options.LIMIT,
            Argument(
                "--compare",
                metavar="CATALOGUE",
                help="Another catalogue, a file or `fridgeiq-D4`: say what is common, only here, only there.",
            ),
            options.OUTPUT.but(help="Write the catalogue to FILE (.json)."),
            options.FORCE,
            options.JSON,
        ],
        (".json",),
    ),
    "design challenges": Command(
        CHALLENGES,
        _run_challenges,
        [
            Argument("--pieces", metavar="SET", required=True, help="Pieces, e.g. `fridgeiq`, or a file with pieces."),
            Argument(
                "--shapes",
                metavar="LIST",
                default="squares,rectangles,triangles",
                help="Divided by commas: squares, rectangles, triangles, parallelograms, trapezoids, pentagons, hexagons, "
                "heptagons, octagons, convex (all of these), sizes such as 5x8, puzzle files, catalogues of "
                "silhouettes.",
            ),
            Argument(
                "--pieces-used",
                type=_open_range,
                metavar="A..B",
                default="1..",
                help="Pieces of a challenge; `A..` without an end.",
            ),
            Argument(
                "--keep",
                metavar="all|solvable|unique",
                default="all",
                help="Which challenges to list: all, solvable, or unique: one solution up to symmetry, so that turns and "
                "mirror images of it do not count.",
            ),
            Argument(
                "--no-rating", dest="rating", action="store_false", help="Do not say how hard each is, which is faster."
            ),
            Argument(
                "--each",
                type=seconds(),
                metavar="SECONDS",
                default=10,
                help="Time limit for counting the tilings of one challenge, in seconds.",
            ),
            options.THREADS,
            options.LIMIT,
            options.OUTPUT.but(help="Write the challenges to FILE (.json)."),
            options.FORCE,
            options.JSON,
        ],
        (".json",),
    ),
    "design cards": Command(
        CARDS,
        _run_cards,
        [
            Argument("name", metavar="BOX", help="A box, or one of its boards: `kanoodle`, `iq-puzzler/diagonal`."),
            options.DIFFICULTY.but(
                type=_tiers,
                metavar="TIER..TIER",
                help=f"Range of difficulty, spread as evenly as possible: {', '.join(TIERS)}.",
            ),
            options.OUTPUTS.but(
                help="Write the cards: .json, .pdf for a booklet with solutions, .svg or .png for a sheet of cards to cut;"
                " may be repeated."
            ),
            options.FORCE,
            options.COUNT,
            options.SEED,
            options.LANGUAGE,
            options.JSON,
        ],
        (".json", ".pdf", ".svg", ".png"),
    ),
    "design levels": Command(
        LEVELS,
        _run_levels,
        [
            Argument(
                "--pieces",
                metavar="PIECES",
                default="pentominoes",
                help="The pool to choose from, e.g. `pentominoes`, `tetrominoes*`.",
            ),
            Argument(
                "--board",
                type=_boards,
                metavar="RxC..RxC",
                default="6x6..8x8",
                help="The smallest and the largest box that holds a board.",
            ),
            Argument("--pieces-used", type=number_range, metavar="A..B", default="5..8", help="Pieces of a level."),
            options.DIFFICULTY.but(
                type=_tiers,
                metavar="TIER..TIER",
                default="easy..hard",
                help=f"Range of difficulty, spread as evenly as possible: {', '.join(TIERS)}.",
            ),
            options.COUNT.but(type=whole(1, 1000), default=10, help="How many levels."),
            Argument("--any", dest="unique", action="store_false", help="Allow several solutions, not exactly one."),
            options.SEED,
            options.LIMIT.but(default=60),
            Argument(
                "--hints",
                action="store_true",
                help="Add the steps of a person from the empty board to the solution to the file, which takes longer.",
            ),
            options.OUTPUTS.but(
                help="Write the levels to FILE.json, their boards to FILE.svg or .png; may be repeated."
            ),
            options.FORCE,
            options.JSON,
        ],
        (".json", ".svg", ".png"),
    ),
    "design convex": Command(
        CONVEX,
        _run_convex,
        [
            Argument("pieces", metavar="PIECES", help="A set of polygons, e.g. tangram, or a polygon puzzle."),
            Argument(
                "--corners",
                type=whole(FEW[0], FEW[-1]),
                metavar="K",
                help=f"Instead find every shape with K corners, {FEW[0]} to {FEW[-1]}, convex or not.",
            ),
            options.OUTPUT.but(
                type=new_folder,
                metavar="DIR",
                help="A directory for the shapes as puzzles, `01.toml`, ...; made if there is none.",
            ),
            options.FORCE,
            options.LIMIT,
            options.JSON,
        ],
    ),
}
