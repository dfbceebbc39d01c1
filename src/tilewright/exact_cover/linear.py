"""The 0-1 program of a cover for solvers of linear programs: rows are items, columns are options.

`Matrix` is the program as sparse arrays. Colors add columns and rows after these: a column for each color of several
options, which is 1 if one of them is taken; rows that define it; and a row for each item with colors, by which at most
one of its colors is used.

`Program` is the program as named rows, for texts. There, the column of a color is 1 only if no option gives it, so that
all rows are sums of ones. GNU MathProg is such a text, for `glpsol --math`, whose answer can be read here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.exact_cover.constraints import NoGood, color_groups, exclusive_parts, without_colors
from tilewright.exact_cover.problem import UNLIMITED, ExactCover, Solution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


SECONDS_AN_ENTRY = 2e-7  # approximate time per entry of the cover to make its matrix


@dataclass(frozen=True)
class Matrix:
    """The rows in compressed form: row i has entries starts[i] to starts[i + 1] of `columns` and `values`."""

    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]  # inf for no bound
    width: int  # the total number of columns

    @classmethod
    def of(cls, cover: ExactCover) -> Matrix:
        """Return the program of a cover; an item that an option names twice has coefficient 2."""
        matrix = cls._of_plain(without_colors(cover))
        return matrix._with_colors(cover) if cover.colors else matrix

    @classmethod
    def _of_plain(cls, cover: ExactCover) -> Matrix:
        import numpy as np

        from tilewright.exact_cover.formula import as_numpy

        rows, width = len(cover.lo), len(cover.options)
        starts_of_options, items = as_numpy(cover.options)
        owners = np.repeat(np.arange(width), np.diff(starts_of_options))
        keys, times = np.unique(items.astype(np.int64) * max(width, 1) + owners, return_counts=True)
        starts = np.zeros(rows + 1, np.int32)
        np.cumsum(np.bincount(keys // max(width, 1), minlength=rows), out=starts[1:])
        hi = np.array(cover.upper, np.float64)
        hi[hi == UNLIMITED] = np.inf
        columns = (keys % max(width, 1)).astype(np.int32)
        return cls(starts, columns, times.astype(np.float64), np.array(cover.lo, np.float64), hi, width)

    def _with_colors(self, cover: ExactCover) -> Matrix:
        """Return the program with the columns and rows of the colors."""
        import numpy as np

        loose, width = without_colors(cover), self.width
        rows: list[list[tuple[int, float]]] = []
        upper: list[float] = []
        for colored in color_groups(cover):
            used = []
            for group in colored.groups:
                used.append(group[0] if len(group) == 1 else width)
                if len(group) > 1:
                    rows += ([(o, 1.0) for o in part] + [(width, -1.0)] for part in exclusive_parts(loose, group))
                    width += 1
            upper += [0.0] * (len(rows) - len(upper))
            rows.append([(column, 1.0) for column in used])
            upper.append(1.0)
        columns, values = zip(*(entry for row in rows for entry in row), strict=True) if rows else ((), ())
        ends = self.starts[-1] + np.cumsum([len(row) for row in rows])
        return Matrix(
            np.concatenate((self.starts, ends)).astype(np.int32),
            np.concatenate((self.columns, columns)).astype(np.int32),
            np.concatenate((self.values, values)).astype(np.float64),
            np.concatenate((self.lo, np.full(len(rows), -np.inf))),
            np.concatenate((self.hi, upper)),
            width,
        )


def chosen_columns(values: NDArray[np.float64], solver: str) -> Solution:
    """Return the columns that a solver set to 1. Raises TilewrightError for values that are not whole."""
    import numpy as np

    if np.any(np.abs(values - np.round(values)) > 1e-5):
        raise TilewrightError(f"{solver} returned values that are not whole numbers")
    return tuple(np.flatnonzero(values > 0.5).tolist())


@dataclass(frozen=True)
class Row:
    """A bound on a sum of (coefficient, column) terms: it lies between lo and hi (None: no bound)."""

    name: str
    terms: tuple[tuple[int, str], ...]
    lo: int
    hi: int | None


@dataclass(frozen=True)
class Program:
    """The named columns and rows of a cover.

    columns: those of options, then for each color of an item one that is 1 only if none of its options is taken.
    items:   for each item its row, except for items whose colors can differ.
    colors:  the rows by which all but one of the colors of such an item are unused.
    """

    columns: list[str]
    items: dict[int, Row]
    colors: list[Row]

    @classmethod
    def of(cls, cover: ExactCover, rows: Sequence[str], columns: Sequence[str]) -> Program:
        """Return the program with these names of items and options."""
        loose, colored = without_colors(cover), color_groups(cover)
        terms: list[list[tuple[int, str]]] = [[] for _ in cover.lo]
        for column, option in zip(columns, cover.options, strict=True):
            for item, times in Counter(option).items():
                terms[item].append((times, column))
        split = {each.item for each in colored}
        bounds = enumerate(zip(rows, terms, loose.lo, loose.hi, strict=True))
        items = {item: Row(name, tuple(own), lo, hi) for item, (name, own, lo, hi) in bounds if item not in split}
        unused = [[f"u{rows[each.item]}_{number}" for number in range(len(each.groups))] for each in colored]
        made: list[Row] = []
        for each, names in zip(colored, unused, strict=True):
            name = rows[each.item]
            for number, (column, group) in enumerate(zip(names, each.groups, strict=True)):
                for part, options in enumerate(exclusive_parts(loose, group)):
                    own = [(1, columns[option]) for option in options]
                    made.append(Row(f"{name}_{number}_{part}", (*own, (1, column)), 0, 1))
            made.append(Row(name, tuple((1, column) for column in names), len(names) - 1, None))
        return cls([*columns, *(name for names in unused for name in names)], items, made)


def dump(cover: ExactCover, no_goods: Sequence[NoGood] = ()) -> tuple[str, int]:
    """Return the model of a cover without names, as MathProg, and its number of columns."""
    options = [f"x{option}" for option in range(len(cover.options))]
    program = Program.of(cover, [f"c{item}" for item in range(len(cover.lo))], options)
    rows = [*program.items.values(), *program.colors]
    bare = sum(not row.terms and row.lo > 0 for row in rows)
    return mathprog(program.columns, rows, no_goods), len(program.columns) + bare


def mathprog(columns: Sequence[str], rows: Iterable[Row], no_goods: Sequence[NoGood] = (), note: str = "") -> str:
    """Return a program as MathProg; a row without terms gets a column of its own."""
    lines = [f"/* {note} */"] if note else []
    lines += [f"var {column}, binary;" for column in columns]
    lines += [line for row in rows for line in _mathprog_row(row)]
    for number, constraint in enumerate(no_goods):
        text = " ".join(f"{'-' if sign < 0 else '+'} {columns[option]}" for sign, option in constraint.terms)
        lines.append(f"s.t. no_good{number}: {text} >= {constraint.least};")
    return "\n".join([*lines, "solve;", "end;"]) + "\n"


def _mathprog_row(row: Row) -> list[str]:
    name, lo, hi = row.name, row.lo, row.hi
    if not row.terms:  # a constant is not a constraint in MathProg, but a fixed variable is
        return [f"var {name}_none, >= 0, <= 0;", f"s.t. {name}: {name}_none >= {lo};"] if lo else []
    total = " + ".join(column if times == 1 else f"{times} * {column}" for times, column in row.terms)
    if lo == hi:
        return [f"s.t. {name}: {total} = {lo};"]
    if hi is None:
        # Also when lo is 0, because glpsol drops columns that occur in no row.
        return [f"s.t. {name}: {total} >= {lo};"]
    return [f"s.t. {name}: {lo} <= {total} <= {hi};"] if lo else [f"s.t. {name}: {total} <= {hi};"]


class UndecidedError(NotationError):
    """An answer that decides nothing, such as one after a time limit."""


def refuse_broken(values: Iterable[float], solver: str) -> None:
    """Raise NotationError for a value other than 0 and 1, such as a fraction or nan."""
    broken = next((value for value in values if not min(abs(value), abs(value - 1)) <= 1e-5), None)
    if broken is not None:
        raise NotationError(f"{solver}'s answer has the value {broken:g}: expected 0 or 1")


def read_answer(text: str, width: int, extra_columns: int = 0) -> Solution | None:
    """Return the columns that are 1 in the output of `glpsol -w`; None if it says that nothing is feasible.

    width: the number of options.

    Raises NotationError for an answer for another model, one that is cut short, or one with invalid values, and
    UndecidedError for an answer without a verdict.
    """
    values: dict[int, float] = {}
    status, ended = "", False
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        try:
            if words[:1] == ["s"]:
                columns, status = int(words[3]), words[4]
                if columns != width + extra_columns:
                    raise NotationError(f"line {number}: the answer has {columns} columns: expected {width}")
            elif words[:1] == ["j"]:
                values[int(words[1])] = float(words[2])
            elif words[:1] == ["e"]:
                ended = True
        except NotationError:
            raise
        except (ValueError, IndexError):
            raise NotationError(f"line {number}: {quote(line)}: expected what glpsol -w writes") from None
    if status == "n" and ended:
        return None
    if status == "u" and ended:
        raise UndecidedError("glpsol ended without an answer (status undefined), as when its time is over: no verdict")
    if not ended or sorted(values) != list(range(1, width + extra_columns + 1)) or status not in ("o", "f"):
        raise NotationError("glpsol's answer is cut short: expected a line for every column and `e o f`")
    refuse_broken(values.values(), "glpsol")
    return tuple(column - 1 for column in range(1, width + 1) if values[column] > 0.5)
