"""The 0-1 program of a cover as sparse arrays: rows are items, columns options; for solvers of linear programs.

Colors have further columns and rows behind these: a column for each color of several options, 1 where one of them is
taken; rows that say so, and a row for each item of whose colors at most one is used.

GNU MathProg: the cover as a model for `glpsol --math`, and glpsol's answer read back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cover.constraints import ColoredItem, NoGood, color_groups, exclusive_parts, without_colors
from tilewright.cover.problem import UNLIMITED, ExactCover, Solution
from tilewright.errors import NotationError, TilewrightError, quote

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


SECONDS_AN_ENTRY = 2e-7  # of the cover, about, to make its matrix


@dataclass(frozen=True)
class Matrix:
    """The rows in compressed form: row i has entries starts[i] to starts[i + 1] of `columns` and `values`."""

    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]  # inf where there is no bound
    width: int  # columns in all

    @classmethod
    def of(cls, cover: ExactCover) -> Matrix:
        """The program of a cover; an item an option names twice has coefficient 2."""
        matrix = cls._of_plain(without_colors(cover))
        return matrix._with_colors(cover) if cover.colors else matrix

    @classmethod
    def _of_plain(cls, cover: ExactCover) -> Matrix:
        import numpy as np  # slow to import, and not there in a browser

        from tilewright.cover.formula import as_numpy  # with numpy

        rows, width = len(cover.lo), len(cover.options)
        starts_of_options, items = as_numpy(cover.options)
        owners = np.repeat(np.arange(width), np.diff(starts_of_options))
        keys, times = np.unique(items.astype(np.int64) * max(width, 1) + owners, return_counts=True)
        starts = np.zeros(rows + 1, np.int32)
        np.cumsum(np.bincount(keys // max(width, 1), minlength=rows), out=starts[1:])
        hi = np.array(cover.upper, np.float64)
        hi[hi == UNLIMITED] = np.inf
        return cls(
            starts,
            (keys % max(width, 1)).astype(np.int32),
            times.astype(np.float64),
            np.array(cover.lo, np.float64),
            hi,
            width,
        )

    def _with_colors(self, cover: ExactCover) -> Matrix:
        """The same with the columns and rows of the colors."""
        import numpy as np  # slow to import, and not there in a browser

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
    """The columns a solver set to 1; refuses values that are not whole."""
    import numpy as np  # slow to import, and not there in a browser

    if np.any(np.abs(values - np.round(values)) > 1e-5):
        raise TilewrightError(f"{solver} returned values that are not whole numbers")
    return tuple(np.flatnonzero(values > 0.5).tolist())


def dump(
    cover: ExactCover,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    no_goods: Sequence[NoGood] = (),
    note: str = "",
) -> str:
    """The model. Rows are items (default names c0, c1, ...), columns options (x0, x1, ...); an item nobody covers stays.

    The columns of colors (`color_columns` says how many) follow those of the options.
    """
    rows = rows or [f"c{item}" for item in range(len(cover.lo))]
    columns = columns or [f"x{option}" for option in range(len(cover.options))]
    lines = [f"/* {note} */"] if note else []
    lines += [f"var {column}, binary;" for column in columns]
    loose, colored = without_colors(cover), color_groups(cover)
    lines += [f"var {name}, binary;" for each in colored for name in _color_names(each)]
    terms: list[list[str]] = [[] for _ in cover.lo]
    for column, option in zip(columns, cover.options, strict=True):
        for item, times in Counter(option).items():
            terms[item].append(column if times == 1 else f"{times} * {column}")
    for name, lo, hi, row in zip(rows, loose.lo, loose.hi, terms, strict=True):
        lines += _row(name, lo, hi, row)
    for each in colored:
        lines += _color_rows(each, loose, columns)
    for number, constraint in enumerate(no_goods):
        text = " ".join(f"{'-' if sign < 0 else '+'} {columns[option]}" for sign, option in constraint.terms)
        lines.append(f"s.t. no_good{number}: {text} >= {constraint.least};")
    return "\n".join([*lines, "solve;", "end;"]) + "\n"


def _row(name: str, lo: int, hi: int | None, terms: Sequence[str]) -> list[str]:
    if not terms:  # a constant is no constraint in MathProg; a fixed variable is
        return [f"var {name}_none, >= 0, <= 0;", f"s.t. {name}: {name}_none >= {lo};"] if lo else []
    total = " + ".join(terms)
    if lo == hi:
        return [f"s.t. {name}: {total} = {lo};"]
    if hi is None:
        return [f"s.t. {name}: {total} >= {lo};"]  # also when lo is 0: glpsol drops columns that stand in no row
    return [f"s.t. {name}: {lo} <= {total} <= {hi};"] if lo else [f"s.t. {name}: {total} <= {hi};"]


def color_columns(cover: ExactCover) -> int:
    """How many columns the model has for colors."""
    return sum(len(colored.groups) for colored in color_groups(cover))


def _color_names(colored: ColoredItem) -> list[str]:
    """The column of each group: 1 only where none of its options is taken. So all rows are sums of ones, as MiniSat needs."""
    return [f"k{colored.item}_{number}" for number in range(len(colored.groups))]


def _color_rows(colored: ColoredItem, loose: ExactCover, columns: Sequence[str]) -> list[str]:
    """All groups of the item but one are not used."""
    names = _color_names(colored)
    rows = [
        f"s.t. {name}_{number}: {' + '.join([*map(columns.__getitem__, part), name])} <= 1;"
        for name, group in zip(names, colored.groups, strict=True)
        for number, part in enumerate(exclusive_parts(loose, group))
    ]
    return [*rows, f"s.t. k{colored.item}: {' + '.join(names)} >= {len(names) - 1};"]


class UndecidedError(NotationError):
    """An answer that decides nothing."""


def refuse_broken(values: Iterable[float], solver: str) -> None:
    """NotationError for a value that no column of a 0-1 model can have: fractions, others than 0 and 1, nan."""
    broken = next((value for value in values if not min(abs(value), abs(value - 1)) <= 1e-5), None)
    if broken is not None:
        raise NotationError(f"{solver}'s answer has the value {broken:g}: expected 0 or 1")


def read_answer(text: str, width: int, extra_columns: int = 0) -> Solution | None:
    """The columns that are 1 in what `glpsol -w` wrote, None when it says that nothing is feasible.

    `width` is the number of options: an answer for another model, one cut short or one with broken values is refused
    with NotationError.
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
