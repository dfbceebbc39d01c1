"""Write models for GAMS, and read the data of GAMS programs.

A model has sets of rows, columns and placements, a map of what each placement covers, and an equation for each
cell, addressed by its indices. The model of a Shikaku begins with the table of its clues, which can be read
back; answers are read by `solution.py`. GAMS is not free, so these models have never been run by it. The tests
run them with an interpreter of the statements used here, and compare every equation with the exact cover of the
puzzle.

The sets and two-dimensional tables of a program are read; equations and everything else are skipped. In a table
every number belongs to the column name above it, and blanks are zeros. A line that begins with `+` names
further columns (McCarl GAMS User Guide, "Tables"). Names are case-insensitive. A Shikaku is read from `table
grid(i,j)`, with a number in the column of each clue. Rows and columns are those of the sets `i` and `j` if the
program lists them, else those of the table. Blanks, `.` and 0 are cells without a clue; `na` is a clue of
unknown size.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from math import prod
from typing import NamedTuple, cast

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import FORMATS, Format
from tilewright.formats.model import Model, wrap_words
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import rectangle
from tilewright.puzzle.board import MAX_CELLS

MAX_LABEL_LENGTH = 60  # characters; GAMS allows 63
MAX_LINE_LENGTH = 70_000  # characters; GAMS allows 80,000
AXES = (
    ("l", "l", "layers"),
    ("i", "r", "rows"),
    ("j", "c", "columns"),
)  # index set, first letter of its labels, meaning
Index = tuple[str, ...]
Statements = tuple[
    list[str], list[tuple[str, str]]
]  # declarations, and the declaration and definition of each equation


def dump(model: Model) -> str:
    """Return the model as GAMS text."""
    has_clues = FORMATS["gams-table"].suits(model.compiled.puzzle)
    declarations, equations = _of_clues(model) if has_clues else _of_pieces(model)
    lines = [f"* {model.title}", "* This text has not been run by GAMS."]
    if not model.cover.options:
        lines.append("$onEmpty")
    lines += [
        "\n\n".join(declarations),
        "",
        "binary variable x(k) '1 if the placement is used';",
        "variable z 'a dummy objective';",
        "",
        "equations",
        *(f"  {declared}" for declared, _ in equations),
        "  objective;",
        "",
        *(definition for _, definition in equations),
        "objective.. z =e= 0;",
        *(f"x.fx('{name_of(option)}') = 1;" for option in _pinned(model)),
        "",
        "model tiling / all /;",
        "solve tiling minimizing z using mip;",
        "display x.l;",
    ]
    return "\n".join(lines) + "\n"


def _of_pieces(model: Model) -> Statements:
    """Return the statements for pieces with numbers of copies."""
    axes = _axes(model)
    letters = axes.letters
    fewest = model.cover.lo[: len(axes.indices)]  # the first items are the atoms
    required = [index for index, lo in zip(axes.indices, fewest, strict=True) if lo]
    optional = [index for index, lo in zip(axes.indices, fewest, strict=True) if not lo]
    parameters, copies = _copies(model)
    declarations = [
        f"sets\n{axes.sets}\n  k 'placements' / {_placements(model)} /\n  p 'pieces' / {_listed(_pieces(model))} /;"
    ]
    covered, condition = f"sum(map({letters},k), x(k))", ""
    if len(required) < axes.volume:
        declarations.append(_set(f"cell({letters}) 'must be covered'", _compact(required)))
        condition = f"$cell({letters})"
    equations = [(f"cover({letters}) 'every cell once'", f"cover({letters}){condition}.. {covered} =e= 1;")]
    if optional:
        declarations.append(_set(f"extra({letters}) 'may be covered'", _compact(optional)))
        definition = f"atmost({letters})$extra({letters}).. {covered} =l= 1;"
        equations.append((f"atmost({letters}) 'at most once'", definition))
    declarations += [
        _set(f"map({letters},k) 'placement k covers the cell'", _cover_entries(model, axes.indices)),
        _set("belongs(p,k) 'placement k is of piece p'", _belongs_entries(model)),
        *parameters,
    ]
    return declarations, [*equations, *copies]


def _copies(model: Model) -> Statements:
    """Return the statements that bound how often each piece is used, one equation for each type of bound."""
    bounds = [model.compiled.owner_copies(owner) for owner in model.compiled.owners]
    used = "sum(belongs(p,k), x(k))"
    if all(each == (1, 1) for each in bounds):
        return [], [("copies(p) 'every piece once'", f"copies(p).. {used} =e= 1;")]
    has_exact = any(lo == hi for lo, hi in bounds)
    has_least = any(lo > 0 and lo != hi for lo, hi in bounds)
    has_most = any(hi is not None and lo != hi for lo, hi in bounds)
    cases = [
        (has_exact, "copies(p)", "so many copies", "lower(p) = upper(p)", "=e= lower(p)"),
        (has_least, "least(p)", "at least so many", "lower(p) < upper(p) and lower(p) > 0", "=g= lower(p)"),
        (has_most, "most(p)", "at most so many", "lower(p) < upper(p) and upper(p) < inf", "=l= upper(p)"),
    ]
    equations = [
        (f"{head} '{meaning}'", f"{head}$({condition}).. {used} {bound};")
        for occurs, head, meaning, condition, bound in cases
        if occurs
    ]
    if not equations:  # any number of each piece
        return [], []
    named = list(zip(_pieces(model), bounds, strict=True))
    lower = _listed([f"{name} {lo}" for name, (lo, _) in named])
    upper = _listed([f"{name} {'+inf' if hi is None else hi}" for name, (_, hi) in named])
    return [f"parameters\n  lower(p) 'fewest copies' / {lower} /,\n  upper(p) 'most copies' / {upper} /;"], equations


class _Axes(NamedTuple):
    """The index sets of atoms: layers, rows and columns from 1, and the part of a cell if it has several.

    letters: The names of the sets.
    sets:    Their declarations.
    indices: The labels of each atom.
    volume:  The number of cells in the bounding box; if cells have several parts, each part counts.
    """

    letters: str
    sets: str
    indices: list[Index]
    volume: int


def _axes(model: Model) -> _Axes:
    puzzle, atoms = model.compiled.puzzle, model.compiled.atoms
    if not atoms:
        raise NotationError(
            f"GAMS models need rows and columns, which a {puzzle.title} does not have: expected another format, e.g. lp"
        )
    parts = puzzle.grid.letters
    axes = list(AXES[-puzzle.grid.dimension :])
    if parts:
        axes.append(("s", "s", f"parts of a cell, {' '.join(parts)}"))
    places = [(*cell, slot) if parts else cell for cell, slot in map(puzzle.grid.split, atoms)]
    spans = [(min(axis), max(axis)) for axis in zip(*places, strict=True)]
    if parts:
        spans[-1] = 0, len(parts) - 1
    lows = [low for low, _ in spans]
    sizes = [high - low + 1 for low, high in spans]
    sets = [
        f"  {letter} '{what}' / {prefix}1*{prefix}{size} /"
        for (letter, prefix, what), size in zip(axes, sizes, strict=True)
    ]

    def index_of(place: Sequence[int]) -> Index:
        labels = zip(axes, place, lows, strict=True)
        return tuple(f"{prefix}{at - low + 1}" for (_, prefix, _), at, low in labels)

    return _Axes(
        letters=",".join(letter for letter, _, _ in axes),
        sets="\n".join(sets),
        indices=[index_of(place) for place in places],
        volume=prod(sizes),
    )


def name_of(option: int) -> str:
    """Return the label of a placement, numbered as in `show --placements`.

    >>> name_of(0)
    'k1'
    """
    return f"k{option + 1}"


def _placements(model: Model) -> str:
    number = len(model.cover.options)
    return f"k1*k{number}" if number else ""


def _pieces(model: Model) -> list[str]:
    """Return names of the pieces that are valid in GAMS; if two coincide or one is empty, all are called p1, p2, ..."""
    names = [_fit_name(model.compiled.owner_names(owner)[0]) for owner in model.compiled.owners]
    if "" in names or len({name.lower() for name in names}) < len(names):
        return [f"p{number}" for number in range(1, len(names) + 1)]
    return [name if re.fullmatch(r"[A-Za-z0-9]\w*", name) else f"'{name}'" for name in names]


def _fit_name(name: str) -> str:
    """Return the name, cut to the length of a label, with `_` for every character that GAMS does not allow in quotes."""
    return re.sub(r"[^ -~]|[%$']", "_", name)[:MAX_LABEL_LENGTH].strip()


def _belongs_entries(model: Model) -> Iterator[str]:
    """Yield the placements of each piece, consecutive ones as a range: `F.(k1*k8)`."""
    options = enumerate(owner for owner, _ in model.compiled.meanings)
    labels = _pieces(model)
    for owner, run in groupby(options, key=lambda pair: pair[1]):
        numbers = [option for option, _ in run]
        last = f"*{name_of(numbers[-1])}" if numbers[1:] else ""
        yield f"{labels[owner]}.({name_of(numbers[0])}{last})"


def _cover_entries(model: Model, cells: list[Index]) -> Iterator[str]:
    """Yield what each placement covers, row by row: `r1.(c1,c2).k1`."""
    for option in range(len(model.cover.options)):
        covered = [cells[item] for item in model.cover.options[option] if item < len(cells)]
        for word in _compact(covered):
            yield f"{word}.{name_of(option)}"


def _compact(indices: Iterable[Index]) -> Iterator[str]:
    """Yield indices, combined if only the last label differs: `r1.(c1,c2)`."""
    ordered = sorted(indices, key=lambda index: [int(label[1:]) for label in index])
    for row, run in groupby(ordered, key=lambda index: index[:-1]):
        last = [index[-1] for index in run]
        yield ".".join([*row, last[0] if len(last) == 1 else f"({','.join(last)})"])


def _pinned(model: Model) -> list[int]:
    """Return the options that must be used.

    A pin has its own item, which follows the atoms and belongs to no piece; only one option covers it.
    """
    atoms, owned = len(model.compiled.atoms), model.compiled.item_owners
    pins = {item for item in range(atoms, len(model.cover.lo)) if item not in owned}
    if not pins:
        return []
    return [option for option, items in enumerate(model.cover.options) if not pins.isdisjoint(items)]


def _set(head: str, words: Iterable[str]) -> str:
    return f"set {head} /\n  {_listed(list(words))}\n/;"


def _listed(words: list[str]) -> str:
    return wrap_words([f"{word}," for word in words[:-1]] + words[-1:])


def _of_clues(model: Model) -> Statements:
    """Return the statements of a Shikaku: its table of clues, and rectangles as products of ranges of rows and columns."""
    puzzle = cast("Shikaku", model.compiled.puzzle)
    rectangles = ((name_of(option), *rectangle(each)) for option, each in enumerate(model.placements))
    products = [
        f"  {_range('r', top, height)}.{_range('c', left, width)}.{name}"
        for name, top, left, height, width in rectangles
    ]
    declarations = [
        f"{sets_text(puzzle.rows, puzzle.columns)}\n  k 'candidate rectangles' / {_placements(model)} /;",
        table_text(puzzle).rstrip(),
        "\n".join(["set map(i,j,k) 'candidate k covers the cell' /", ",\n".join(products), "/;"]),
    ]
    equation = "cover(i,j) 'every cell once, and so every clue: no candidate holds two'"
    return declarations, [(equation, "cover(i,j).. sum(map(i,j,k), x(k)) =e= 1;")]


def _range(letter: str, first: int, length: int) -> str:
    return f"{letter}{first + 1}" if length == 1 else f"({letter}{first + 1}*{letter}{first + length})"


Span = tuple[int, int, str]  # the first and last character of a word in a line, and the word
Line = tuple[int, str]  # the line number in the text, from 1, and the line

_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")  # 'rows'
_PART = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|[/;]|[^'\"/;]+|['\"]")  # `i 'rows' /r1/;` is i, 'rows', blank, /, r1, /, ;
_ELEMENT = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|[^\s,]+|[,\n]")  # `r1 'top', r2` is r1, 'top', comma, r2
_WORD = re.compile(r"'[^']*'|\"[^\"]*\"|[^\s;,]+")  # `r1  4  na` is r1, 4, na
# `table grid(i,j) 'clues'`: grid, i,j and 'clues'
_TABLE = re.compile(r"(?:^|;)[ \t]*table[ \t]+([A-Za-z]\w{0,62})[ \t]*(?:\(([^()]{0,200})\))?(.*)", re.IGNORECASE)
# `r01a*r12a`: r, 01, a and 12
_RANGE = re.compile(r"([A-Za-z_]*)(\d{1,7})([A-Za-z_]*)\*\1(\d{1,7})\3", re.IGNORECASE)
_KEYWORDS = re.compile(  # `equations cover(i,j)`: ends a table without a semicolon
    r"\s*(sets?|alias|scalars?|parameters?|table|variables?|binary|integer|positive|negative|free|equations?|models?|solve|"
    r"display|options?|file|put|loop|abort)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,7}(\.0*)?")  # `12` or `12.0`
_NUMBERED = re.compile(r"(.*?)(\d{1,7})")  # `row12`: row and 12


@dataclass
class GamsTable:
    """A table as written: `entries` maps (row, column) to words in lower case with their line numbers."""

    name: str
    domain: tuple[str, ...]
    rows: dict[str, None] = field(default_factory=dict)
    columns: dict[str, None] = field(default_factory=dict)
    entries: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)


def code_lines(text: str) -> list[Line]:
    """Return the lines of a program without comments (`*` at the left, `$ontext` to `$offtext`), with tabs expanded."""
    lines: list[Line] = []
    commented = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if line[:7].lower() == "$ontext":
            commented = commented or number
        elif line[:8].lower() == "$offtext":
            commented = 0
        elif not commented and line[:1] not in ("*", "$"):
            lines.append((number, line.expandtabs(8)))
    if commented:
        raise NotationError(f"line {commented}: '$ontext' is not closed: expected $offtext after it")
    return lines


def _tables(lines: list[Line]) -> Iterator[GamsTable]:
    """Yield the tables of a program; raise NotationError with the number of a line that is wrong."""
    for place, (_, line) in enumerate(lines, start=1):
        if match := _TABLE.search(line):
            domain = tuple(name.strip().lower() for name in (match[2] or "").split(",") if name.strip())
            table = GamsTable(match[1], domain)
            if ";" not in _QUOTED.sub("", match[3]):
                _fill(table, _body(lines, place))
            yield table


def _body(lines: list[Line], place: int) -> Iterator[Line]:
    """Yield the lines of a table, up to the semicolon or the next statement."""
    for number, line in lines[place:]:
        if _KEYWORDS.match(line):
            return
        before, semicolon, _ = line.partition(";")
        if before.strip():
            yield number, before
        if semicolon:
            return


def _fill(table: GamsTable, body: Iterable[Line]) -> None:
    heads: list[Span] = []
    for number, line in body:
        continued = line.lstrip().startswith("+")
        line = line.replace("+", " ", 1) if continued else line
        words = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(line)]
        if continued or not heads:
            heads = [(start, end, _label(word, number)) for start, end, word in words]
            names = Counter(name for _, _, name in heads)
            if not names:
                raise NotationError(f"line {number}: no names: expected those of the columns")
            twice, times = names.most_common(1)[0]
            if times > 1:
                raise NotationError(f"line {number}: column {quote(twice)} occurs twice: expected each once")
            table.columns |= dict.fromkeys(names)
        elif words:
            row = _label(words[0][2], number)
            table.rows[row] = None
            for span in words[1:]:
                column = _above(span, heads, number)
                if (row, column) in table.entries:
                    raise NotationError(
                        f"line {number}: row {quote(row)} has column {quote(column)} twice: expected once"
                    )
                table.entries[row, column] = span[2], number


def _above(span: Span, heads: list[Span], number: int) -> str:
    """Return the column name that stands above a word; raise NotationError unless there is exactly one."""
    start, end, word = span
    last = bisect_right(heads, end - 1, key=lambda head: head[0])  # the columns that begin before the word ends
    nearest = heads[max(0, last - 2) : last]  # two are enough to see that the word is ambiguous
    above = [name for left, right, name in nearest if left < end and start < right]
    if len(above) != 1:
        names = " and ".join(map(quote, above)) or "no column name"
        raise NotationError(f"line {number}: {quote(word)} is below {names}: expected each number below one name")
    return above[0]


def _label(word: str, number: int) -> str:
    label = word[1:-1].strip() if word[0] in "'\"" else word
    if not label or (word[0] not in "'\"" and re.search(r"[().*/=<>]", label)):
        raise NotationError(f"line {number}: {quote(word)}: expected the name of one row or column, such as r1")
    return label.lower()


def _slash_lists(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, elements) for each list between slashes: `sets i 'rows' / r1*r6 /, j / c1*c6 /;` has two."""
    parts: list[list[str]] = [[]]  # of the current statement: the text before, between and after its slashes
    for match in _PART.finditer(text):
        if match[0] == "/":
            parts.append([])
        elif match[0] == ";":
            parts = [[]]
        else:
            parts[-1].append(match[0])
        if len(parts) == 3:
            before = re.split(r"[,\n]", _QUOTED.sub("", "".join(parts[0])).rstrip())[-1].split()
            words = [word for word in before if word.lower() not in ("set", "sets")]
            yield words[0].lower() if words else "", "".join(parts[1])
            parts = [[]]


def _elements(text: str, name: str) -> list[str]:
    """Return the first word of each element, in lower case and in order; a description may follow on the same line.

    Raises NotationError for elements that cannot be read, LimitError for too many.
    """
    found: dict[str, None] = {}
    after_separator = True
    for match in _ELEMENT.finditer(text):
        word = match[0]
        is_first_word = after_separator
        after_separator = word in (",", "\n")
        if after_separator or not is_first_word:
            continue
        span = _RANGE.fullmatch(word)
        if span is None and "*" not in word:
            found[word.strip("'\"").lower()] = None
            continue
        low, high = (int(span[2]), int(span[4])) if span else (1, 0)
        if span is None or high < low:
            raise NotationError(f"set {quote(name)}: {quote(word)}: expected a range such as r1*r9")
        if high - low >= MAX_CELLS:
            raise LimitError(f"set {quote(name)}: {quote(word)}: expected at most {MAX_CELLS:,} elements")
        width = len(span[2]) if span[2][0] == "0" else 0
        found |= dict.fromkeys(f"{span[1]}{number:0{width}}{span[3]}".lower() for number in range(low, high + 1))
    return list(found)


def parse_table(text: str) -> Shikaku:
    """Return the Shikaku of a GAMS program; raise NotationError naming the line, row or column that is wrong.

    >>> print(parse_table("table grid(i,j)\\n    c1  c2  c3\\nr1   2\\nr2           4\\n;"))
    2 . .
    . . 4
    """
    lines = code_lines(text)
    table = _only_table(list(_tables(lines)))
    domain = table.domain or ("*", "*")
    listed = {
        name: _elements(elements, name)
        for name, elements in _slash_lists("\n".join(line for _, line in lines))
        if name in domain and name != "*"
    }
    rows = _names(table.rows, listed.get(domain[0]), "row")
    columns = _names(table.columns, listed.get(domain[1]), "column")
    if len(rows) * len(columns) > MAX_CELLS:
        raise LimitError(f"a Shikaku of {len(rows) * len(columns):,} cells: expected at most {MAX_CELLS:,}")
    row_of = {name: place for place, name in enumerate(rows)}
    column_of = {name: place for place, name in enumerate(columns)}
    values = ((row_of[row], column_of[column], _value(*entry)) for (row, column), entry in table.entries.items())
    clues = sorted((clue for clue in values if clue[2] != 0), key=lambda clue: clue[:2])
    return Shikaku(len(rows), len(columns), tuple(clues))


def _only_table(tables: Sequence[GamsTable]) -> GamsTable:
    flat = [table for table in tables if len(table.domain) in (0, 2)]
    if len(flat) != 1:
        names = ", ".join(quote(table.name) for table in flat[:9]) or "none"
        raise NotationError(
            f"the program has the tables {names}: expected one of two dimensions, such as table grid(i,j)"
        )
    if not flat[0].columns or not flat[0].rows:
        raise NotationError(f"table {quote(flat[0].name)} is empty: expected names of columns, then rows of numbers")
    return flat[0]


def _names(written: Iterable[str], listed: list[str] | None, what: str) -> list[str]:
    """Return all row names, or all column names, in order."""
    names = list(written)
    if listed is not None:
        there = set(listed)
        if stranger := next((name for name in names if name not in there), None):
            raise NotationError(
                f"{what} {quote(stranger)} is not in its set: expected one of {quote(', '.join(listed))}"
            )
        return listed
    numbered = [match for name in names if (match := _NUMBERED.fullmatch(name))]
    if len(numbered) < len(names) or len({match[1] for match in numbered}) != 1:
        return names
    numbers = [int(match[2]) for match in numbered]
    if (gap := next((a for a, b in pairwise(numbers) if b != a + 1), None)) is not None:
        raise NotationError(
            f"{what} {gap + 1} does not follow {what} {gap}: expected all of them in order, or a set that lists them"
        )
    return names


def _value(word: str, line: int) -> int | None:
    """Return the number of a clue; 0 for no clue, None for an unknown number."""
    if word.lower() == "na":
        return None
    if word == ".":
        return 0
    if not _NUMBER.fullmatch(word):
        raise NotationError(f"line {line}: {quote(word)}: expected a whole number of up to 7 digits, a blank, . or na")
    return int(word.partition(".")[0])


def dump_table(puzzle: Shikaku) -> str:
    """Return the sets and the table of a Shikaku; raise NotationError for pinned rectangles, which a table cannot hold."""
    if puzzle.pinned:
        raise NotationError("a GAMS table cannot hold pinned rectangles: write the puzzle as TOML or JSON")
    return f"{sets_text(puzzle.rows, puzzle.columns)};\n\n{table_text(puzzle)}"


def sets_text(rows: int, columns: int) -> str:
    """Return the statement of the sets of rows and columns, without its semicolon.

    >>> print(sets_text(2, 3))
    sets
      i 'rows'    / r1*r2 /
      j 'columns' / c1*c3 /
    """
    return f"sets\n  i 'rows'    / r1*r{rows} /\n  j 'columns' / c1*c{columns} /"


def table_text(puzzle: Shikaku) -> str:
    """Return the statement `table grid(i,j)`, split into parts if the board is too wide for the lines of GAMS."""
    left = len(f"r{puzzle.rows}") + 1
    width = max(len(f"c{puzzle.columns}"), *(len(str(value)) for _, _, value in puzzle.clues), 2) + 1
    clues = {(row, column): "na" if value is None else str(value) for row, column, value in puzzle.clues}
    part = max(1, (MAX_LINE_LENGTH - left) // width)
    lines = ["table grid(i,j) 'clues: how many cells the rectangle around each has'"]
    for first in range(0, puzzle.columns, part):
        columns = range(first, min(first + part, puzzle.columns))
        lines.append(("+" if first else "").ljust(left) + "".join(f"c{column + 1}".rjust(width) for column in columns))
        for row in range(puzzle.rows):
            words = "".join(clues.get((row, column), "").rjust(width) for column in columns)
            lines.append(f"{f'r{row + 1}':<{left}}{words}".rstrip())
    return "\n".join([*lines, ";"]) + "\n"


GAMS_TABLE = Format(parse_table, dump_table)
