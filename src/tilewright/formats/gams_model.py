"""GAMS: sets of rows, columns and placements, a map of what each placement covers, one equation for each cell by its indices.

Of a Shikaku the text begins with the table of its clues (`gams_shikaku.py`), which `formats/gams_table.py` reads back; the
answer is read from the listing (`listing.py`). GAMS cannot be installed freely, so no GAMS has run these texts: the tests
read them by an interpreter of the statements used here, and compare every equation with the puzzle's exact cover.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, cast

from tilewright.formats.gams_table import sets_text, table_text
from tilewright.formats.model import Model, wrap_words
from tilewright.kinds.shikaku.puzzle import rectangle
from tilewright.lattice import Atom

if TYPE_CHECKING:
    from tilewright.kinds import Shikaku


LONGEST = 60  # characters of a name: GAMS takes 63
Index = tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """The statements of a model: declarations of sets and tables, those of equations, and their definitions."""

    declarations: Sequence[str]
    equations: Sequence[str]
    definitions: Sequence[str]


def dump(model: Model) -> str:
    """Return the model as GAMS text."""
    text = STATEMENTS.get(model.compiled.puzzle.kind, _of_pieces)(model)
    pinned = [f"x.fx('{name_of(option)}') = 1;" for option in _pinned(model)]
    lines = [
        f"* {model.title}",
        "* This text has not been run by GAMS.",
        *(["$onEmpty"] if not model.cover.options else []),
        *text.declarations,
        "",
        "binary variable x(k) '1 if the placement is used';",
        "variable z 'nothing is to be gained';",
        "",
        "equations",
        *(f"  {equation}" for equation in text.equations),
        "  nothing;",
        "",
        *text.definitions,
        "nothing.. z =e= 0;",
        *pinned,
        "",
        "model tiling / all /;",
        "solve tiling minimizing z using mip;",
        "display x.l;",
    ]
    return "\n".join(lines) + "\n"


def _of_pieces(model: Model) -> Text:
    """Return the statements that depend on the kind of puzzle, for pieces in copies."""
    axes = _Axes(model)
    cells, indices = axes.indices, ",".join(axes.letters)
    demanded = [index for index, lo in zip(cells, model.cover.lo, strict=False) if lo]
    optional = [index for index, lo in zip(cells, model.cover.lo, strict=False) if not lo]
    whole = len(demanded) == axes.volume
    declarations = [f"sets\n{axes.sets()}\n{_placements(model)}\n  p 'pieces' / {_listed(_pieces(model))} /;", ""]
    declarations += [] if whole else [_set(f"cell({indices}) 'must be covered'", _compact(demanded)), ""]
    declarations += [_set(f"extra({indices}) 'may be covered'", _compact(optional)), ""] if optional else []
    declarations += [_set(f"map({indices},k) 'placement k covers the cell'", _map(model, cells)), ""]
    declarations += [_set("belongs(p,k) 'placement k is of piece p'", _owners(model))]
    covered = f"sum(map({indices},k), x(k))"
    equations = [f"cover({indices}) 'every cell once'"]
    definitions = [f"cover({indices}){'' if whole else f'$cell({indices})'}.. {covered} =e= 1;"]
    if optional:
        equations.append(f"atmost({indices}) 'at most once'")
        definitions.append(f"atmost({indices})$extra({indices}).. {covered} =l= 1;")
    copies = _copies(model)
    return Text(
        [*declarations, *copies.declarations], [*equations, *copies.equations], [*definitions, *copies.definitions]
    )


def _copies(model: Model) -> Text:
    """How often each piece is used: one equation a piece, of the kind that its copies ask for."""
    bounds = [model.compiled.owner_copies(owner) for owner in model.compiled.owners]
    used = "sum(belongs(p,k), x(k))"
    if all(each == (1, 1) for each in bounds):
        return Text([], ["copies(p) 'every piece once'"], [f"copies(p).. {used} =e= 1;"])
    names = _pieces(model)
    lo = [f"{name} {least}" for name, (least, _) in zip(names, bounds, strict=True)]
    hi = [f"{name} {'+inf' if most is None else most}" for name, (_, most) in zip(names, bounds, strict=True)]
    parameters = (
        f"parameters\n  lower(p) 'fewest copies' / {_listed(lo)} /,\n  upper(p) 'most copies' / {_listed(hi)} /;"
    )
    rules = [
        (
            any(a == b for a, b in bounds),
            "copies(p) 'so many copies'",
            f"copies(p)$(lower(p) = upper(p)).. {used} =e= lower(p);",
        ),
        (
            any(a and a != b for a, b in bounds),
            "least(p) 'at least so many'",
            f"least(p)$(lower(p) < upper(p) and lower(p) > 0).. {used} =g= lower(p);",
        ),
        (
            any(b is not None and a != b for a, b in bounds),
            "most(p) 'at most so many'",
            f"most(p)$(lower(p) < upper(p) and upper(p) < inf).. {used} =l= upper(p);",
        ),
    ]
    needed = [(equation, definition) for wanted, equation, definition in rules if wanted]
    return Text(["", parameters] if needed else [], [equation for equation, _ in needed], [each for _, each in needed])


class _Axes:
    """The indices of atoms: layers, rows and columns from 1, and the part of a cell where it has several.

    letters: the names of the index sets.
    indices: of each atom its labels.
    """

    def __init__(self, model: Model) -> None:
        grid, atoms = model.compiled.puzzle.grid, model.compiled.atoms
        split = [grid.split(atom) for atom in atoms]
        self.parts = tuple(grid.letters) if grid.letters else ()
        self.letters = ("l", "i", "j")[-grid.dimension :] + (("s",) if self.parts else ())
        self.low = [min(cell[axis] for cell, _ in split) for axis in range(grid.dimension)]
        self.high = [max(cell[axis] for cell, _ in split) for axis in range(grid.dimension)]
        self.names = ("l", "r", "c")[-grid.dimension :]
        self.indices = [self._index(cell, slot) for cell, slot in split]

    def _index(self, cell: Atom, slot: int) -> Index:
        places = tuple(f"{name}{at - low + 1}" for name, at, low in zip(self.names, cell, self.low, strict=True))
        return places + ((f"s{slot + 1}",) if self.parts else ())

    @property
    def volume(self) -> int:
        """The number of combinations of labels."""
        number = max(1, len(self.parts))
        for low, high in zip(self.low, self.high, strict=True):
            number *= high - low + 1
        return number

    def sets(self) -> str:
        """The sets of the indices."""
        words = {"l": "layers", "i": "rows", "j": "columns"}
        lines = [
            f"  {letter} '{words[letter]}' / {name}1*{name}{high - low + 1} /"
            for letter, name, low, high in zip(self.letters, self.names, self.low, self.high, strict=False)
        ]
        if self.parts:
            lines.append(f"  s 'parts of a cell, {' '.join(self.parts)}' / s1*s{len(self.parts)} /")
        return "\n".join(lines)


def name_of(option: int) -> str:
    """Return the label of a placement, numbered as `show --placements` does.

    >>> name_of(0)
    'k1'
    """
    return f"k{option + 1}"


def _placements(model: Model) -> str:
    number = len(model.cover.options)
    return f"  k 'placements' / {f'k1*k{number}' if number else ''} /"


def _pieces(model: Model) -> list[str]:
    """A label for each owner: its name where GAMS can hold that and no other piece has it."""
    names = [model.compiled.owner_names(owner)[0] for owner in model.compiled.owners]
    plain = [f"'{re.sub(r'[^ -~]|[%$]', '_', name).replace(chr(39), '_')[:LONGEST].strip()}'" for name in names]
    clash = len({label.lower() for label in plain}) < len(plain) or "''" in plain
    labels = [f"'p{number + 1}'" for number in range(len(names))] if clash else plain
    return [label[1:-1] if re.fullmatch(r"'[A-Za-z0-9]\w*'", label) else label for label in labels]


def _owners(model: Model) -> Iterator[str]:
    options = enumerate(owner for owner, _ in model.compiled.meanings)
    labels = _pieces(model)
    for owner, run in groupby(options, key=lambda pair: pair[1]):
        numbers = [option for option, _ in run]
        last = f"*{name_of(numbers[-1])}" if numbers[1:] else ""
        yield f"{labels[owner]}.({name_of(numbers[0])}{last})"


def _map(model: Model, cells: list[Index]) -> Iterator[str]:
    """What each placement covers, a row of the board after another."""
    for option in range(len(model.cover.options)):
        covered = [cells[item] for item in model.cover.options[option] if item < len(cells)]
        for word in _compact(covered):
            yield f"{word}.{name_of(option)}"


def _compact(indices: Iterable[Index]) -> Iterator[str]:
    """The indices, those that differ in the last label alone together: `r1.(c1,c2)`."""
    for row, run in groupby(sorted(indices, key=_numbers), key=lambda index: index[:-1]):
        last = [index[-1] for index in run]
        yield ".".join([*row, last[0] if len(last) == 1 else f"({','.join(last)})"])


def _numbers(index: Index) -> tuple[int, ...]:
    return tuple(int(label[1:]) for label in index)


def _pinned(model: Model) -> list[int]:
    """The options that must be used: the only ones that cover some pin."""
    atoms, owned = len(model.compiled.atoms), model.compiled.item_owners
    pins = [item for item in range(atoms, len(model.cover.lo)) if item not in owned]
    if not pins:
        return []
    wanted = set(pins)
    return [option for option, items in enumerate(model.cover.options) if wanted & set(items)]


def _set(head: str, words: Iterable[str]) -> str:
    return f"set {head} /\n  {_listed(list(words))}\n/;"


def _listed(words: list[str]) -> str:
    return wrap_words([f"{word}," for word in words[:-1]] + words[-1:])


def _of_clues(model: Model) -> Text:
    """Return the statements of a Shikaku: its table of clues, and rectangles as products of ranges of rows and columns."""
    puzzle = cast("Shikaku", model.compiled.puzzle)
    number = len(model.cover.options)
    candidates = f"k1*k{number}" if number else ""
    declarations = [
        f"{sets_text(puzzle.rows, puzzle.columns)}\n  k 'candidate rectangles' / {candidates} /;",
        "",
        table_text(puzzle),
        "set map(i,j,k) 'candidate k covers the cell' /",
        ",\n".join(f"  {word}" for word in _products(model)),
        "/;",
    ]
    equations = ["cover(i,j) 'every cell once, and so every clue: no candidate holds two'"]
    return Text(declarations, equations, ["cover(i,j).. sum(map(i,j,k), x(k)) =e= 1;"])


def _products(model: Model) -> Iterator[str]:
    """`(r1*r2).(c1*c3).k1` for each candidate."""
    for option, placement in enumerate(model.placements):
        top, left, height, width = rectangle(placement)
        yield f"{_range('r', top, height)}.{_range('c', left, width)}.{name_of(option)}"


def _range(letter: str, first: int, length: int) -> str:
    return f"{letter}{first + 1}" if length == 1 else f"({letter}{first + 1}*{letter}{first + length})"


STATEMENTS: dict[str, Callable[[Model], Text]] = {"shikaku": _of_clues}  # by kind; all others are pieces in copies
