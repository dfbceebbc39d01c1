"""`tilewright series --entropy`: log(tilings) for each cell, of a long strip or of the plane."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import cache

from tilewright.cli.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.cli.saved import which_limit
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Count, Report
from tilewright.errors import NotationError, OutOfTimeError
from tilewright.formats.answer import print_json
from tilewright.lattice import lattice
from tilewright.series.entropy import WIDTH, PlaneEntropy, StripEntropy, plane_entropy, strip_entropy
from tilewright.series.pattern import values
from tilewright.series.strip import Strip
from tilewright.series.term import Term, TermQuery, counted


class _UnfinishedError(Exception):
    """A board that is needed was not counted."""

    def __init__(self, text: str, count: Count) -> None:
        super().__init__(text)
        self.count = count


def tell_entropy(args: Namespace, query: TermQuery) -> int:
    """Print the entropy of a strip, or, with two placeholders, that of the plane."""
    plane = len(query.pattern.variables) == 2
    try:
        found = _of_plane(args.n, query) if plane else _of_strip(args, query)
    except OutOfTimeError:
        print("tilewright: the limit came before the entropy was known", file=sys.stderr)
        return LIMIT_REACHED
    except _UnfinishedError as error:
        print(f"tilewright: the entropy is not known: {error}", file=sys.stderr)
        return error.count.exit_code
    if found is None:
        print("no length of this strip can be tiled")
        return NO
    if args.json:
        print_json({"tilewright": 1, "pattern": query.pattern.text.strip(), **_document(found)})
    elif isinstance(found, PlaneEntropy):
        print(f"{found.estimate:.12f} for each cell, an estimate: the last size moved it by {found.error:.1g}")
    else:
        within = max(WIDTH, found.high - found.low)
        print(f"{found.middle:.12f} for each cell, within {within:.0e}; {found.states:,} states")
    return DONE


def _of_strip(args: Namespace, query: TermQuery) -> StripEntropy | None:
    return strip_entropy(Strip.of(query.pattern), Deadline(Limit(seconds=args.limit)))


def _of_plane(sizes: str | None, query: TermQuery) -> PlaneEntropy:
    """The estimate from boards of these sizes, each counted once."""
    if sizes is None:
        raise NotationError("no sizes: expected --n 8..14, or 8..14:2")
    numbers = values(sizes)

    @cache
    def tilings(height: int, width: int) -> int:
        found = counted(query, (height, width), Report())
        if not isinstance(found, Term):
            named = query.pattern.named((height, width))
            raise _UnfinishedError(f"{named} was not finished: {which_limit(found, query.limit)}", found)
        return found.value

    cells = lattice(query.pattern.puzzle((numbers[0], numbers[0])).lattice).slot_count
    try:
        return plane_entropy(tilings, numbers, cells)
    except ValueError as error:
        raise NotationError(str(error)) from None


def _document(found: PlaneEntropy | StripEntropy) -> dict[str, object]:
    if isinstance(found, PlaneEntropy):
        return {"estimate": found.estimate, "error": found.error, "values": list(found.values)}
    return {"low": found.low, "high": found.high, "states": found.states}
