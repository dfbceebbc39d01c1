"""Writes docs/shelf: a page for each box of the shelf with its picture, boards, what is known, commands, sources, and cards.

`python -m tools.make_shelf [BOX...]` writes all pages, or these; `--cards N` makes so many cards anew (they take seconds each),
else those of the page stay. The index stands in docs/shelf/README.md.
"""

from __future__ import annotations

import argparse
import re
from itertools import islice
from pathlib import Path

from tilewright.cli.commands.design_pieces import card_text
from tilewright.cli.commands.lists import box_svg, published_text
from tilewright.design.cards import make_cards
from tilewright.errors import LimitError
from tilewright.shelf.box import Box, BoxBoard, PublishedFamily, boxes, find_box
from tools.tables.page import table

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs/shelf"
PICTURES = ROOT / "docs/pictures"
CARDS = re.compile(r"<!-- cards -->\n(.*)<!-- end -->\n", re.DOTALL)
SHOWN = 1  # card on a page
HERE = "counted here"


def page(box: Box, cards: str) -> str:
    """Return the page of a box."""
    name = box.aliases[0] if box.aliases else box.name
    made = f"`tilewright design cards {name} -n 10 -o cards.pdf` makes challenges with one solution each"
    return (
        f"# {box.title}\n\nFits the game sold as {box.fits.removesuffix('.')}. {box.about}\n\n![{box.title}](../pictures/shelf-{box.name}.svg)\n\n"
        f"{_boards(box)}```console\n{_commands(box, name)}\n```\n\n"
        f"{made}{', such as this one' if cards else ''}.{_family_command(box, name)}\n\n<!-- cards -->\n{cards}<!-- end -->\n\n"
        f"Sources (confidence {box.confidence}): {'; '.join(each.removesuffix('.') for each in box.sources)}.\n"
    )


def _boards(box: Box) -> str:
    """Return the table of the boards, without columns that are empty; nothing for a box without boards."""
    rows = [row for board in box.boards for row in _known(board)]
    if not rows:
        return ""
    columns = [
        column
        for column in zip(("board", "what it is", "cells", "known", "source"), *rows, strict=True)
        if any(column[1:])
    ]
    head, *lines = zip(*columns, strict=True)
    return f"{table(head, lines)}\n\n"


def _known(board: BoxBoard) -> list[tuple[str, str, str, str, str]]:
    """Return a row for each thing known of a board; what the library counted itself goes without a source."""
    facts = [(published_text(each), each.source) for each in board.published]
    facts += [(family_text(each), each.source) for each in board.published_family]
    first = (f"`{board.name}`", board.about, str(len(board.puzzle.board.atoms)))
    return [(*first, fact, source if source != HERE else "") for fact, source in facts or [("", "")]]


def family_text(found: PublishedFamily) -> str:
    """What is known of all members: how many tilings they have, which have fewest."""
    facts = {"least": found.least, "median": found.median, "most": found.most, "tilings in all": found.total}
    words = [f"{name} {number:,}" for name, number in facts.items() if number is not None]
    if found.impossible is not None:
        words.append("none is impossible" if not found.impossible else f"{found.impossible:,} are impossible")
    if found.rarest:
        words.append(f"fewest for {' and '.join(f'`{each}`' for each in found.rarest)}")
    return f"of all members: {', '.join(words)}"


def _commands(box: Box, name: str) -> str:
    lines = [f"$ tilewright shelf {name} -o box.svg"]
    boards = box.boards
    if boards:
        board = boards[-1].name if len(boards) > 1 else ""
        lines.append(f"$ tilewright solve {name}{'/' + board if board else ''}")
    if boards and boards[0].dice:
        lines.append(f"$ tilewright verdict {name} --roll {','.join(boards[0].open)}")
    elif boards and boards[0].family:
        lines.append(f"$ tilewright count {name} --open {','.join(boards[0].open)}")
    return "\n".join(lines)


def _family_command(box: Box, name: str) -> str:
    is_family = box.boards and box.boards[0].family
    return f" `tilewright design family {name}` counts the tilings of every member." if is_family else ""


def _cards(box: Box, number: int, before: str) -> str:
    if not number:
        return before
    made = []
    try:
        for place, card in enumerate(islice(make_cards(box), number), start=1):
            made.append(f"```text\n{card_text(place, card)}\n```\n")
    except LimitError:
        pass
    return "\n".join(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cards", type=int, default=0)
    args = parser.parse_args()
    PAGES.mkdir(exist_ok=True)
    for box in [find_box(name) for name in args.names] or boxes():
        path = PAGES / f"{box.name}.md"
        found = CARDS.search(path.read_text("utf-8")) if path.exists() else None
        cards = re.findall(r"```text\n.*?```\n", _cards(box, args.cards, found[1] if found else ""), re.DOTALL)
        path.write_text(page(box, "\n".join(cards[:SHOWN])), "utf-8")
        (PICTURES / f"shelf-{box.name}.svg").write_text(box_svg(box, box.boards), "utf-8")
    rows = [(f"[{box.name}]({box.name}.md)", ", ".join(box.aliases), box.title, box.fits) for box in boxes()]
    head = (
        (PAGES / "README.md").read_text("utf-8").partition("| name |")[0]
        if (PAGES / "README.md").exists()
        else "# The shelf\n\n"
    )
    (PAGES / "README.md").write_text(
        f"{head}{table(('name', 'aliases', 'what it is', 'fits the game sold as'), rows)}\n", "utf-8"
    )


if __name__ == "__main__":
    main()
