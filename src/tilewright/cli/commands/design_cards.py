"""`tilewright design cards`: challenges for a box of the shelf."""

from __future__ import annotations

from argparse import Namespace
from itertools import islice
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import write
from tilewright.cli.terminal import DONE
from tilewright.cover.limits import Limit
from tilewright.design.cards import BoxCard, make_cards
from tilewright.errors import NotationError
from tilewright.explain.techniques import TIERS
from tilewright.files import check_writable
from tilewright.formats.answer import dumps_json, print_json
from tilewright.publish.booklet import Style, booklet, puzzle_challenge
from tilewright.puzzle import Tiling
from tilewright.shelf.box import Box, find_box

DETAILS = """Each has exactly one solution. Pieces that are given lie on the board; of a box with dice or dates a roll or a date is
drawn, too, and of Mondrian blocks the black ones are given. Boxes without a board get regions of three or four pieces.

Examples: `tilewright design cards kanoodle --count 10 --difficulty hard -o cards.pdf`,
`tilewright design cards genius-square --seed 4`, `tilewright design cards ubongo --count 30 -o cards.json`."""


def add_arguments(parser: Parser) -> None:
    """The box, how many cards and how hard, where they go."""
    parser.add_argument("name", metavar="BOX", help="A box, or one of its boards: `kanoodle`, `iq-puzzler/diagonal`.")
    parser.take("difficulty", metavar="|".join(TIERS), type=options.OneOf(*TIERS))
    parser.take("outputs", help="Write them: .json, or .pdf for a booklet with solutions; may be repeated.")
    parser.take("count", "seed", "json")


def run(args: Namespace) -> int:
    """Make cards and show them."""
    for path in args.output:
        if path.suffix not in (".json", ".pdf"):
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .json or .pdf")
        check_writable(path, args.force)
    name, _, board = args.name.partition("/")
    box = find_box(name)
    if board:
        box.board(board)
    cards = list(islice(make_cards(box, board, args.difficulty, args.seed), args.count))
    document = {
        "tilewright": 1,
        "kind": "box cards",
        "box": args.name,
        "seed": args.seed,
        "cards": [card.row() for card in cards],
    }
    for path in args.output:
        write(path, dumps_json(document) if path.suffix == ".json" else _booklet(box, cards, path), args.force)
    if args.json:
        print_json(document)
    else:
        print("\n\n".join(card_text(number, card) for number, card in enumerate(cards, start=1)))
    return DONE


def card_text(number: int, card: BoxCard) -> str:
    """The card as text: how hard it is, what is open, the pieces to place, the board with those that are given."""
    puzzle = card.puzzle
    head = f"{number}. {card.rating.tier}, {len(puzzle.pieces) - len(card.given)} pieces to place"
    open_cells = f", open {','.join(card.member)}" if card.member else ""
    rest = " ".join(piece.name for piece in puzzle.pieces if piece.name not in card.given)
    drawing = puzzle.draw(Tiling(puzzle, puzzle.pinned_placements)) if puzzle.pinned else str(puzzle.board)
    return f"{head}{open_cells}: {rest}\n{drawing}"


def _booklet(box: Box, cards: list[BoxCard], path: Path) -> bytes:
    challenges = [
        puzzle_challenge(card.puzzle, Limit(), f"{number} {' '.join(card.member)} {card.rating.tier}")
        for number, card in enumerate(cards, start=1)
    ]
    return booklet(challenges, Style(), box.title, path.stem)


COMMAND = Command(DETAILS, add_arguments, run)
