"""`tilewright series` and `fillable`: count the boards of a family, and decide which boards can be filled.

`series` prints the counts of a family of boards; `series --entropy` prints log(tilings) per cell of a long
strip or of the plane. `fillable` decides by rules which rectangles a set of tetrominoes fills.
"""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.api.answer import limit_row, print_json
from tilewright.api.solved import Solved
from tilewright.cli import options
from tilewright.cli.listing import write_tilings
from tilewright.cli.options import Argument, Command, Parser, as_path, new_file
from tilewright.cli.output import PICTURES, SUFFIXES, tell_rows, tell_saved, which_limit, write, write_pictures
from tilewright.cli.terminal import print_tiling, progress
from tilewright.errors import NotationError, OutOfTimeError, quote
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.exact_cover.outcome import Count
from tilewright.exact_cover.progress import Progress
from tilewright.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.files import check_writable
from tilewright.fillable import Rule, blocks, fill, rules
from tilewright.series.pattern import BoardFamily, Index, Pattern, families, family, members, published, values
from tilewright.series.strip import WIDTH, PlaneEntropy, Strip, StripEntropy, plane_entropy, recurrence, strip_entropy
from tilewright.series.term import Term, TermQuery, bfile, counted, estimate, open_store, plot, terms
from tilewright.system import digits


class _UnfinishedError(Exception):
    """A board that is needed was not counted."""

    def __init__(self, text: str, count: Count) -> None:
        super().__init__(text)
        self.count = count


def _unfinished(query: TermQuery, index: Index, found: Count) -> str:
    return f"{query.pattern.named(index)} was not finished: {which_limit(found, as_limit(query.limit))}"


def tell_entropy(args: Namespace, query: TermQuery) -> int:
    """Print the entropy of a strip, or, with two placeholders, that of the plane."""
    plane = len(query.pattern.variables) == 2
    try:
        if plane:
            found: PlaneEntropy | StripEntropy | None = _of_plane(args.n, query)
        else:
            found = strip_entropy(Strip.of(query.pattern), Deadline(Limit(seconds=args.limit)))
    except OutOfTimeError:
        print("tilewright: the limit came before the entropy was known", file=sys.stderr)
        return LIMIT_REACHED
    except _UnfinishedError as error:
        print(f"tilewright: the entropy is not known: {error}", file=sys.stderr)
        return error.count.exit_code
    if found is None:
        print("no length of this strip can be tiled")
        return NO
    row: dict[str, Any]
    if isinstance(found, PlaneEntropy):
        row = {"estimate": found.estimate, "error": found.error, "values": list(found.values)}
        text = f"{found.estimate:.12f} for each cell, an estimate: the last size moved it by {found.error:.1g}"
    else:
        row = {"low": found.low, "high": found.high, "states": found.states}
        within = max(WIDTH, found.high - found.low)
        text = f"{found.middle:.12f} for each cell, within {within:.0e}; {found.states:,} states"
    tell_rows(args.json, {"pattern": query.pattern.text.strip(), **row}, [text])
    return DONE


def _of_plane(sizes: str | None, query: TermQuery) -> PlaneEntropy:
    """Return the estimate from boards of the given sizes, each counted once."""
    if sizes is None:
        raise NotationError("no sizes: expected --n 8..14, or 8..14:2")
    numbers = values(sizes)

    @cache
    def tilings(height: int, width: int) -> int:
        found = counted(query, (height, width), Progress())
        if not isinstance(found, Term):
            raise _UnfinishedError(_unfinished(query, (height, width), found), found)
        return found.value

    cells = query.pattern.puzzle((numbers[0], numbers[0])).grid.slot_count
    try:
        return plane_entropy(tilings, numbers, cells)
    except ValueError as error:
        raise NotationError(str(error)) from None


SERIES = """PATTERN is a notation or a file with placeholders `{n}` (and `{k}`: a table, by antidiagonals), or a family's number.
Examples: `tilewright series 'tetrominoes*@{n}x{n}' --n 1..10`; `tilewright series A004003 --n 1..9 --store
squares.db`,
repeated after any interruption; `tilewright series 'dominoes*@5x{2n}' --recurrence`; `tilewright series --list`."""

PATIENCE = 1.0  # seconds; a count expected to take longer is announced


def _refuse_others(args: Namespace, mode: str, *meant: str) -> None:
    """Raise NotationError naming the arguments that have no effect together with the option `mode`."""
    parser = Parser("tilewright series", "", COMMANDS["series"])
    usual = parser.parse([])
    others = [
        each.option_strings[-1] if each.option_strings else "PATTERN"
        for each in parser.arguments() + parser.options()
        if each.dest not in (*meant, "help") and getattr(args, each.dest) != getattr(usual, each.dest)
    ]
    if others := [name for name in others if name != mode.split()[0]]:
        verb, them = ("means", "it") if len(others) == 1 else ("mean", "them")
        terms = f"; for the terms of a range leave {mode.split()[0]} out" if {"--n", "--k"} & set(others) else ""
        raise NotationError(f"{', '.join(others)} {verb} nothing to {mode}: leave {them} out{terms}")


def _run_series(args: Namespace) -> int:
    if args.list:
        _refuse_others(args, "--list", "json")
        return _list(args.json)
    if args.recurrence:
        _refuse_others(args, "--recurrence", "pattern", "up_to", "limit", "json")
    if args.pattern is None:
        raise NotationError("expected PATTERN, e.g. 'tetrominoes*@{n}x{n}', or --list")
    if args.bfile is not None:
        check_writable(args.bfile, args.force)
    query, known = _query(args)
    if args.recurrence:
        return _recurrence(args, query)
    if args.entropy:
        plane = len(query.pattern.variables) == 2
        meant = ("n", "up_to", "engine", "threads") if plane else ()
        _refuse_others(args, "--entropy" if plane else "--entropy of a strip", "pattern", "limit", "json", *meant)
        return tell_entropy(args, query)
    ranges = {name: values(text) for name in ("n", "k") if (text := getattr(args, name)) is not None}
    every = list(members(query.pattern, ranges))
    table = _Table(query, known, args.json)
    kept = nullcontext() if args.store is None else open_store(args.store, query.family())
    with kept as store:
        for term in terms(query, table.noted(every), store, table.watched):
            table.add(term)
            if isinstance(term, Count):
                tell_saved(term)
    if args.bfile is not None:
        write(args.bfile, bfile(table.terms, [query.pattern.text.strip(), f"up to: {query.up_to}"]), args.force)
    write_pictures(args, lambda: plot(table.terms, query.pattern.text.strip().splitlines()[0]))
    return table.end()


def _query(args: Namespace) -> tuple[TermQuery, list[BoardFamily]]:
    """Return what to count, and the families in which it is published."""
    if not set("@{}") & set(args.pattern) and not Path(args.pattern).exists():
        found = family(args.pattern)
        pattern, up_to = Pattern(found.pattern), args.up_to or found.up_to
    else:
        pattern, up_to = Pattern.of(args.pattern), args.up_to or "none"
    limit = Limit(seconds=args.limit, memory=args.memory, scratch=args.scratch)
    query = TermQuery(pattern, up_to, args.engine, limit, args.threads)
    return query, list(published(pattern, up_to))


@dataclass
class _Table:
    """The terms as they are printed: n, the number, the effort, and whether it agrees with the published one."""

    query: TermQuery
    known: list[BoardFamily]
    json: bool
    terms: list[Term] = field(default_factory=list)
    unfinished: Count | None = None
    begun: Index = ()  # the term being counted
    reason: str = ""  # the reason why that term was not finished
    wrong: list[str] = field(default_factory=list)

    def noted(self, every: Iterable[Index]) -> Iterator[Index]:
        """Yield the members, and record each as it is begun."""
        for index in every:
            self.begun = index
            yield index

    @contextmanager
    def watched(self, search: Progress) -> Iterator[None]:
        """Show the progress of the count of a term."""
        self.announce()
        with progress(search):
            yield

    def announce(self) -> None:
        """Print how long a slow term may take, before its count begins."""
        expected = estimate(self.terms)
        if expected is not None and expected.seconds >= PATIENCE:
            print(f"{self.query.pattern.named(self.begun)}: {expected}", file=sys.stderr)

    def add(self, found: Term | Count) -> None:
        """Add and print a term."""
        if isinstance(found, Count):
            self.unfinished = found
            self.reason = _unfinished(self.query, self.begun, found)
            return
        self.terms.append(found)
        said = self.compared(found)
        if not self.json:
            place = " ".join(map(str, found.index))
            print(f"{place} {digits(found.value)}" + (f"  # {said}" if said else ""), flush=True)

    def compared(self, term: Term) -> str:
        """Return a remark comparing this term with the published ones."""
        for each in self.known:
            if (there := each.known.get(term.index)) is not None:
                if there == term.value:
                    return f"as in {each.id}"
                self.wrong.append(f"{self.query.pattern.named(term.index)}: {each.id} has {there}")
                return f"{each.id} has {there}"
        return f"beyond {self.known[0].id}" if self.known else ""

    def end(self) -> int:
        """Print the last lines, or the JSON object, and return the exit code."""
        if self.json:
            print_json(self._answer())
        for line in self.wrong:
            print(f"tilewright: differs from what is published: {line}", file=sys.stderr)
        if self.unfinished is not None:
            print(f"tilewright: {self.reason}", file=sys.stderr)
            return self.unfinished.exit_code or DONE
        return NO if self.wrong else DONE

    def _answer(self) -> dict[str, Any]:
        pattern, found = self.query.pattern, self.unfinished
        answer: dict[str, Any] = {"tilewright": 1, "pattern": pattern.text.strip(), "up_to": self.query.up_to}
        answer["ended"] = found.ended if found else "exhausted"
        if found:
            answer["unfinished"] = {**dict(zip(pattern.variables, self.begun, strict=True)), **limit_row(found)}
        rows = [self._row(term) for term in self.terms]
        self.wrong = list(dict.fromkeys(self.wrong))
        return {**answer, "families": [each.id for each in self.known], "terms": rows}

    def _row(self, term: Term) -> dict[str, Any]:
        place = dict(zip(self.query.pattern.variables, term.index, strict=True))
        took = {"engine": term.engine, "seconds": round(term.seconds, 6), "memory": term.memory}
        origin = {"digest": term.digest, "version": term.version, "published": self.compared(term)}
        return {**place, "value_text": digits(term.value), **took, **origin}


def _recurrence(args: Namespace, query: TermQuery) -> int:
    """Find the recurrence of a strip and print what proves it."""
    if query.up_to != "none":
        raise NotationError(f"--recurrence is found for plain counts, not up to {query.up_to}: expected --up-to none")
    deadline = Deadline(Limit(seconds=args.limit))
    try:
        found = recurrence(Strip.of(query.pattern), deadline)
    except OutOfTimeError:
        print("tilewright: the limit came before a recurrence was proven", file=sys.stderr)
        return LIMIT_REACHED
    texts = {
        name: list(map(digits, getattr(found, name))) for name in ("coefficients", "first", "numerator", "denominator")
    }
    fraction = {name: texts.pop(name) for name in ("numerator", "denominator")}
    row = {"pattern": query.pattern.text.strip(), "order": found.order, **texts}
    row |= {"states": found.states, "generating_function": fraction}
    tell_rows(args.json, row, [found, f"sum of a(n) x^n = {found.generating_function}"])
    if not args.json:
        print(f"order {found.order}; proven by a transfer matrix of {found.states:,} states", file=sys.stderr)
    return DONE


def _list(json: bool) -> int:
    every = families().values()
    rows = [{"id": f.id, "name": f.name, "pattern": f.pattern, "up_to": f.up_to, "terms": len(f.terms)} for f in every]
    width = max(len(each.pattern) for each in every)
    lines = [
        f"{each.id}  {each.pattern:<{width}}  {len(each.known):>3} terms  {each.name}"
        + ("" if each.up_to == "none" else f" (up to {each.up_to})")
        for each in every
    ]
    tell_rows(json, {"families": rows}, lines)
    return DONE


FILLABLE = """Any number of each kind may be used, turned but not flipped. There is a rule for each of the 127 sets of kinds. For a
board of any size the answer comes at once, with the reason or with the tilings that make it up.

Examples: `tilewright fillable JLSTZ`, `tilewright fillable STZ 6x10`, `tilewright fillable JLSTZ 50x62 -o
tiling.svg`."""

SIZE = re.compile(r"([1-9]\d{0,17})x([1-9]\d{0,17})", re.ASCII)


def _run_fillable(args: Namespace) -> int:
    chosen = [Rule(args.kinds)] if args.kinds else list(rules())
    if args.size is None:
        if args.output or args.draw:
            raise NotationError("-o and --draw: expected a board such as 8x10 behind the kinds")
        document = {"rules": [{"kinds": rule.kinds, "rule": str(rule)} for rule in chosen]}
        tell_rows(args.json, document, (f"{rule.kinds:9}{rule}" if len(chosen) > 1 else rule for rule in chosen))
        return DONE
    return _decide(chosen[0], *_size(args.size), args)


def _size(text: str) -> tuple[int, int]:
    if (found := SIZE.fullmatch(text)) is None:
        raise NotationError(f"{quote(text)}: expected rows x columns such as 8x10")
    return int(found[1]), int(found[2])


def _decide(rule: Rule, rows: int, columns: int, args: Namespace) -> int:
    """Print whether the kinds fill a board, and write a tiling if one is wanted."""
    reason = rule.reason(rows, columns)
    answer: dict[str, Any] = {"kinds": rule.kinds, "rule": str(rule), "board": f"{rows}x{columns}"}
    if reason:
        answer |= {"fillable": False, "reason": {"kind": reason.by, "text": reason.words}}
        text = f"{rule.kinds} cannot fill {rows}x{columns}: {reason.words}"
    else:
        answer |= {"fillable": True}
        text = f"{rule.kinds} fills {rows}x{columns}"
        if args.output or args.draw:
            tiling = fill(rule.kinds, rows, columns)
            found = Solved(puzzle=tiling.puzzle, tilings=(tiling,), ended="enough", verdict="solved")
            write_tilings(args.output, found, args.force)
            if args.draw and not args.json:
                print_tiling(tiling)
            sizes = Counter(tuple(sorted(each.size)) for _, _, each in blocks(rule.kinds, rows, columns))
            parts = (f"{count} of {m}x{n}" for (m, n), count in sorted(sizes.items()))
            text += f", composed of {', '.join(parts)}"
    tell_rows(args.json, answer, [text])
    return NO if reason else DONE


COMMANDS = {
    "series": Command(
        SERIES,
        _run_series,
        [
            Argument("pattern", nargs="?", metavar="PATTERN", help="A family of puzzles."),
            Argument("--n", metavar="RANGE", help="Values of {n}: 1..14, every second 2..14:2, or 2,4,8."),
            Argument("--k", metavar="RANGE", help="Values of {k}."),
            options.UP_TO.but(default=None),
            options.ENGINE,
            options.LIMIT.but(help="Stop after so many seconds of one term."),
            options.MEMORY,
            options.SCRATCH,
            options.THREADS,
            Argument(
                "--store",
                type=as_path,
                metavar="FILE",
                help="Keep each term here, and go on with those that are missing.",
            ),
            Argument("--bfile", type=new_file, metavar="FILE", help="Write the terms as lines `n a(n)`."),
            Argument(
                "--recurrence",
                action="store_true",
                help="A strip of fixed width: find its linear recurrence and generating function, and prove them.",
            ),
            Argument(
                "--entropy",
                action="store_true",
                help="Entropy, log(tilings) for each cell: of a long strip, enclosed; of the plane (`{n}x{k}` and --n), "
                "estimated.",
            ),
            Argument("--list", action="store_true", help="List the families whose numbers are published."),
            options.OUTPUTS.but(help="Draw the terms on a logarithmic scale: .svg or .png."),
            options.FORCE,
            options.JSON,
        ],
        PICTURES,
    ),
    "fillable": Command(
        FILLABLE,
        _run_fillable,
        [
            Argument(
                "kinds", nargs="?", metavar="KINDS", help="Letters out of IJLOSTZ; without them every set is listed."
            ),
            Argument("size", nargs="?", metavar="RxC", help="A board of R rows and C columns."),
            Argument("--draw", action="store_true", help="Print a tiling of the board."),
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        SUFFIXES,
    ),
}
