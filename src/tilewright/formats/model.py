"""Puzzles as models for other programs: the table of models, their common parts, and the short ones.

The 0-1 program behind most models has named rows (what must be covered, and how often) and named columns
(placements). Rows are `b0`, `bF`, ... (one for each piece: the number of its placements) and `cRC` (one for
each cell), as in the classic Doodle Fit script. Cells are written `cR_C` when a side exceeds 10, because c111
would be ambiguous, and end with the letter of the atom on lattices with several atoms in a cell. Columns are
`pPIECE_ROW_COLUMN`, followed by the motion if the piece moves. If placements share an edge by its label, each
edge and label has a further column at the end, `uEDGE_LABEL`, which is 1 only if no placement shows that label
there. All columns of an edge but one are 1, so every row remains a sum of ones.

The formula of the Tetris-filling report is DIMACS text with the map of its variables, one for each cell and
state (`kinds/packing/cell_states.py`). `read --model cells` converts the answer of a solver back to placements.

- `lp`: CPLEX LP, read by CBC, HiGHS, SCIP, Gurobi, glpsol --lp and others;
- `lp_solve`: the dialect of lp_solve, for `lp_solve -S3 FILE`;
- `mps`: free MPS, read by every solver of linear programs;
- `mathprog`: GNU MathProg, for `glpsol --math FILE -w ANSWER`, the classic way of Doodle Fit;
- `opb`: the format of pseudo-Boolean solvers, `+1 x1 +1 x4 = 1 ;`: placement i is x(i + 1), as the comments state;
- `smtlib`: SMT-LIB 2 with pseudo-Boolean sums, for Z3;
- `constraints`: readable equations: `p_b(row,col)` is 1 when the top left corner of block b lies at that cell, `ue4_1`
  when nothing shows a certain label at edge 4;
- `dimacs`: for any SAT solver, with the map from variables to placements in its comments. It is pure ASCII, because
  some programs read nothing else: ids are written by `certificate.escape_id`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright import formats
from tilewright.errors import NotationError, check_instance, check_puzzle, printable, quote
from tilewright.exact_cover import linear
from tilewright.exact_cover.linear import Program, Row
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats.certificate import escape_id
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.puzzle import CellModel, Compiled
from tilewright.system import load_object

if TYPE_CHECKING:
    from tilewright.exact_cover.formula import Cnf, Encoded


@dataclass(frozen=True)
class Model:
    """The 0-1 program of a puzzle; pieces of equal shape have separate rows, so that each row belongs to one piece."""

    compiled: Compiled

    @classmethod
    def of(cls, puzzle: Puzzle) -> Model:
        """Return the model of a puzzle."""
        return cls(puzzle.compile(labelled=True))

    @property
    def cover(self) -> ExactCover:
        """The exact cover that the model states."""
        return self.compiled.cover

    @property
    def title(self) -> str:
        """One line that describes the model."""
        items, options, entries = self.cover.size
        name = self.compiled.puzzle.name or "a puzzle"
        name = re.sub(r"[^ -~]|\*/", "?", name)[
            :60
        ]  # comments cannot hold other characters, nor the sign that ends them
        return f"{name}: {items} rows, {options} columns, {entries} non-zeros, digest {self.compiled.puzzle.digest}"

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """The placement that each column stands for."""
        return tuple(self.compiled.placement(option) for option in range(len(self.cover.options)))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns: first placements, then unused labels.

        They consist of letters, digits and underscores, and are distinct.
        """
        return tuple(self.program.columns)

    @cached_property
    def program(self) -> Program:
        """The named rows and columns of the cover."""
        return Program.of(self.cover, self.row_names, self.placement_columns)

    @cached_property
    def placement_columns(self) -> tuple[str, ...]:
        """The columns of the placements, in the order of the options of the cover."""
        turning = any(placement.motion != "0" for placement in self.placements)
        return tuple(_column(placement, turning) for placement in self.placements)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows: pieces first, as in the classic script, then pins, cells and labels."""
        atoms = len(self.compiled.atoms)
        own = sorted(self.program.items.items(), key=lambda each: each[0] < atoms)
        return (*(row for _, row in own), *self.program.colors)

    @cached_property
    def row_names(self) -> list[str]:
        """The names of the rows, in the order of the items of the cover."""
        grid, extent = self.compiled.puzzle.grid, self.compiled.puzzle.board.extent
        between = "_" if max(extent) > 10 else ""
        names = []
        for atom in self.compiled.atoms:
            cell, slot = grid.split(atom)
            names.append("c" + between.join(map(str, cell)) + (grid.letters[slot] if grid.letters else ""))
        owners = self.compiled.item_owners
        counted = [owners[item] for item in range(len(names), len(self.cover.lo)) if item in owners]
        names += [f"b{_plain(self.compiled.owner_names(owner)[0])}" for owner in counted]
        rest = range(len(names), len(self.cover.lo))  # pins, and edges whose colors are labels
        names += [f"{'pin' if self.cover.lo[item] else 'e'}{number}" for number, item in enumerate(rest)]
        if len(set(names)) != len(names):
            raise NotationError("two pieces have names that differ only in signs: rename one for this export")
        return names

    @cached_property
    def option_of(self) -> dict[str, int]:
        """The option of each placement column."""
        return {name: option for option, name in enumerate(self.placement_columns)}

    def uncoverable_rows(self) -> Iterator[Row]:
        """Yield the rows that require something but have no terms, so that nothing can cover them."""
        return (row for row in self.rows if not row.terms and row.lo > 0)


def _column(placement: Placement, turning: bool) -> str:
    piece, _, rest = placement.id.rpartition("@")
    corner, _, motion = rest.rpartition("/")  # a corner may contain fractions
    return "_".join([f"p{_plain(piece)}", *map(_number, corner.split(",")), *[_plain(motion)] * turning])


def _number(written: str) -> str:
    """Return a coordinate in letters and digits; distinct coordinates have distinct texts.

    >>> _number("-1/2+3*sqrt(2)")
    'm1d2p3r2'
    """
    return re.sub(r"[()*]", "", written.replace("sqrt", "r")).translate(str.maketrans("+-/", "pmd"))


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "_", name)


WIDEST = 100  # characters of a line


def wrap_words(words: list[str]) -> str:
    """Return the words on lines of at most WIDEST characters, because some readers accept no longer ones."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) + 1 > WIDEST:
            lines.append(line)
            line = f"  {word}"
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def cell_model(puzzle: Puzzle) -> CellModel:
    """Return the formula of a puzzle with a variable for each cell and state; raise NotationError if it has none."""
    model = puzzle.cell_states()
    if model is None:
        raise NotationError(
            f"cell states: this {puzzle.title} has none: expected any number of each piece, as tetrominoes*@8x7"
        )
    return model


def dump_cell_states(puzzle: Puzzle) -> str:
    """Return the cell-state formula as DIMACS text; comments name the states and the variables of the board's cells."""
    model = cell_model(puzzle)
    notes = [
        f"cell states: {printable(puzzle.name, 60)!r}, digest {puzzle.digest}".encode("ascii", "replace").decode(),
        "state NUMBER: PIECE/MOTION and the piece's other cells as DOWN,RIGHT=STATE",
    ]
    for number, state in enumerate(model.states):
        piece = state.piece.encode("ascii", "replace").decode()
        others = (f" {down},{right}={other}" for down, right, other in state.others)
        notes.append(f"state {number}: {piece}/{state.motion}{''.join(others)}")
    notes += ["VARIABLE ROW,COLUMN STATE; variables that are not named belong to the margin and are false"]
    notes += [f"{variable} {','.join(map(str, cell))} {state}" for variable, cell, state in model.variables()]
    return model.cnf.dimacs(notes)


# The key is the name on the command line; the value is the module and the function that writes the model.
MODELS = {
    "mathprog": ("tilewright.formats.model", "dump_mathprog"),
    "lp": ("tilewright.formats.model", "dump_lp"),
    "lp_solve": ("tilewright.formats.model", "dump_lp_solve"),
    "mps": ("tilewright.formats.model", "dump_mps"),
    "dimacs": ("tilewright.formats.model", "dump_dimacs"),
    "opb": ("tilewright.formats.model", "dump_opb"),
    "smtlib": ("tilewright.formats.model", "dump_smtlib"),
    "gams": ("tilewright.formats.gams", "dump"),
    "dlx": ("tilewright.formats.dlx", "dump"),
    "equations": ("tilewright.formats.model", "dump_equations"),
}
MODEL_SUFFIXES = {
    ".mod": "mathprog",
    ".lp": "lp",
    ".mps": "mps",
    ".cnf": "dimacs",
    ".opb": "opb",
    ".smt2": "smtlib",
    ".gms": "gams",
    ".dlx": "dlx",
}
UNCOLORED = ("gams",)  # formats that cannot express covers with colors

# What the variables of a formula may stand for.
VARIABLES = ("placements", "cells")


def export_model(puzzle: Puzzle, name: str, variables: str = "placements") -> str:
    """Return the puzzle as a model in the format `name`; raise NotationError listing the formats for other names.

    `variables` is "placements" or, for DIMACS, "cells": a variable for each cell and state, as in the
    Tetris-filling report.

    >>> from tilewright import Packing
    >>> print(export_model(Packing.parse("tetrominoes:O@2x2"), "dlx").splitlines()[1])
    c00 c01 c10 c11 bO
    """
    if name not in MODELS:
        raise NotationError(f"unknown model format {name!r}: expected one of {', '.join(MODELS)}")
    if variables not in VARIABLES or (variables == "cells" and name != "dimacs"):
        raise NotationError(f"model {quote(variables)} as {name}: expected placements, or cells as dimacs")
    if variables == "cells":
        return dump_cell_states(puzzle)
    dump: Callable[[Model], str] = load_object(*MODELS[name])
    model = Model.of(puzzle)
    if model.cover.colors and name in UNCOLORED:
        others = ", ".join(other for other in MODELS if other not in UNCOLORED)
        raise NotationError(f"{name} cannot say that placements share an edge by its label: expected one of {others}")
    return dump(model)


def export_names() -> tuple[str, ...]:
    """Return the names of all models and formats."""
    return (*MODELS, *formats.names())


def format_of(suffix: str) -> str | None:
    """Return the model or format whose files have this suffix; None if there is none.

    >>> format_of(".cnf"), format_of(".toml"), format_of(".doc")
    ('dimacs', 'toml', None)
    """
    written = (name for name, entry in formats.FORMATS.items() if entry.written and suffix in entry.suffixes)
    return MODEL_SUFFIXES.get(suffix) or next(written, None)


def export(puzzle: Puzzle, to: str, model: str = "placements") -> str:
    """Return the text of a puzzle as the model or in the format `to`; raise NotationError listing them for other names.

    `model` tells what variables stand for: "placements" or, for DIMACS, "cells" (states of cells, as in the
    Tetris-filling report).

    >>> from tilewright import load
    >>> export(load("FNPUV@5x5"), "notation")
    'FNPUV@5x5'
    """
    check_puzzle(puzzle)
    check_instance("to", to, str, "the name of a model or format, e.g. 'dimacs' or 'toml'")
    if to not in export_names():
        raise NotationError(f"format {quote(to)}: expected one of {', '.join(export_names())}")
    if to not in MODELS and model != "placements":
        raise NotationError(f"model {quote(model)} as {to}: expected a model of a solver, such as dimacs")
    return export_model(puzzle, to, model) if to in MODELS else formats.dump(puzzle, to)


def dump_lp(model: Model) -> str:
    """Return the model as LP text."""
    # All columns appear in the objective, so that readers number them in our order.
    objective = [f"{'+ ' if i else ''}0 {column}" for i, column in enumerate(model.columns or ["none"])]
    lines = [f"\\ {model.title}", "Minimize", wrap_words([" obj:", *objective])]
    lines += ["Subject To", *(line for row in model.rows for line in _lp_row(row))]
    if any(model.uncoverable_rows()) or not model.columns:
        lines += ["Bounds", " none = 0"]
    if model.columns:
        lines += ["Binary", wrap_words(["", *model.columns])]
    return "\n".join([*lines, "End"]) + "\n"


def _lp_row(row: Row) -> list[str]:
    words = _words(row) or (["none"] if row.lo else [])
    return _bounded(row, words, before=" ") if words else []


def _words(row: Row, names: Mapping[str, str] | None = None) -> list[str]:
    """Return the terms of a row as a sum."""
    return [
        f"{'+ ' if place else ''}{'' if times == 1 else f'{times} '}{names[column] if names else column}"
        for place, (times, column) in enumerate(row.terms)
    ]


def _relations(row: Row) -> list[tuple[str, int]]:
    """Return the signs and bounds that a row imposes on its sum: one pair, or two if the bounds differ."""
    if row.lo == row.hi:
        return [("=", row.lo)]
    return [(">=", row.lo)] * (row.lo > 0) + ([] if row.hi is None else [("<=", row.hi)])


def _bounded(row: Row, words: Sequence[str], before: str = "") -> list[str]:
    """Return the lines of a sum with each of its bounds; two bounds have separate names."""
    total = wrap_words([f"{before}{{}}: {words[0]}", *words[1:]])
    ends = {"=": "", ">=": "_lo", "<=": "_hi"}
    return [f"{total.format(row.name + ends[sign])} {sign} {bound}" for sign, bound in _relations(row)]


def dump_lp_solve(model: Model) -> str:
    """Return the model as lp_solve text."""
    lines = [f"/* {model.title} */", "max: ;", *(line for row in model.rows for line in _lp_solve_row(row))]
    if any(model.uncoverable_rows()):
        lines.append("none = 0;")
    if model.columns:
        lines.append(wrap_words([f"bin {model.columns[0]}", *(f", {column}" for column in model.columns[1:])]) + ";")
    return "\n".join(lines) + "\n"


def _lp_solve_row(row: Row) -> list[str]:
    # lp_solve treats a relation of one variable as a bound, unless it has a name, as ours have.
    if row.terms:
        return [f"{line};" for line in _bounded(row, _words(row))]
    return [f"{row.name}: none >= {row.lo};"] if row.lo else []


def dump_mps(model: Model) -> str:
    """Return the model as MPS text: exact rows are E; other rows are G, with a range if bounded above, or L."""
    rows = [row for row in model.rows if row.lo or (row.terms and row.hi is not None)]
    senses = {row.name: "E" if row.lo == row.hi else "G" if row.lo else "L" for row in rows}
    lines = [f"* {model.title}", "NAME tilewright FREE", "ROWS", " N obj"]
    lines += [f" {sense} {name}" for name, sense in senses.items()]
    by_column: dict[str, list[str]] = {column: [] for column in model.columns}
    for row in rows:
        for times, column in row.terms:
            by_column[column].append(f" {column} {row.name} {times}")
    lines.append("COLUMNS")
    for column, entries in by_column.items():
        lines += entries or [f" {column} obj 0"]
    if not by_column:
        lines.append(" none obj 0")
    lines.append("RHS")
    lines += [f" rhs {row.name} {row.hi if senses[row.name] == 'L' else row.lo}" for row in rows]
    ranged = [row for row in rows if senses[row.name] == "G" and row.hi is not None]
    if ranged:
        lines += ["RANGES", *(f" rng {row.name} {(row.hi or 0) - row.lo}" for row in ranged)]
    lines += ["BOUNDS", *(f" BV bnd {column}" for column in model.columns), "ENDATA"]
    return "\n".join(lines) + "\n"


def dump_mathprog(model: Model) -> str:
    """Return the model as MathProg text."""
    return linear.mathprog(model.columns, model.rows, note=model.title)


def dump_opb(model: Model) -> str:
    """Return the model as OPB text."""
    number = {column: index for index, column in enumerate(model.columns, start=1)}
    body = []
    for row in model.rows:
        total = " ".join(f"+{times} x{number[column]}" for times, column in row.terms) or "+0 x1"
        for sign, bound in _relations(row):
            if sign != "<=":
                body.append(f"{total} {sign} {bound} ;")
            elif row.terms:  # the format has only >=
                body.append(f"{total.replace('+', '-')} >= -{bound} ;")
    head = [f"* #variable= {max(1, len(number))} #constraint= {len(body)}", f"* {model.title}"]
    head += [f"* x{index} {placement.id}" for index, placement in enumerate(model.placements, start=1)]
    head += [f"* x{number[column]} {column}" for column in model.columns[len(model.placements) :]]
    return "\n".join([*head, *body]) + "\n"


def dump_smtlib(model: Model) -> str:
    """Return the model as SMT-LIB text that asks for an assignment."""
    lines = [f"; {model.title}", "(set-option :produce-models true)"]
    lines += [f"(declare-const {column} Bool)" for column in model.columns]
    lines += [line for row in model.rows for line in _smtlib_row(row)]
    return "\n".join([*lines, "(check-sat)", "(get-model)"]) + "\n"


def _smtlib_row(row: Row) -> list[str]:
    if not row.terms:
        return [f"(assert false) ; nothing covers {row.name}"] if row.lo else []
    weights = " ".join(str(times) for times, _ in row.terms)
    columns = " ".join(column for _, column in row.terms)
    tests = {"=": "pbeq", ">=": "pbge", "<=": "pble"}
    return [f"(assert ((_ {tests[sign]} {bound} {weights}) {columns})) ; {row.name}" for sign, bound in _relations(row)]


def dump_equations(model: Model) -> str:
    """Return the model as readable equations, one for each row."""
    readable = {column: column for column in model.columns}
    readable |= {column: _readable(model, option) for column, option in model.option_of.items()}
    return "\n".join(_line(row, readable) for row in model.rows if row.lo or (row.terms and row.hi is not None)) + "\n"


def _readable(model: Model, option: int) -> str:
    piece, _, rest = model.placements[option].id.rpartition("@")
    corner, _, motion = rest.rpartition("/")
    return f"p_{piece}({corner}{'' if motion == '0' else ',' + motion})"


def _line(row: Row, readable: Mapping[str, str]) -> str:
    words = _words(row, readable) or ["0"]
    if row.lo == row.hi:
        return wrap_words([f"{row.name}: {words[0]}", *words[1:], f"= {row.lo}"])
    most = [] if row.hi is None else [f"<= {row.hi}"]
    return wrap_words([f"{row.name}:", *[f"{row.lo} <="] * (row.lo > 0), *words, *most])


def dump_formula(compiled: Compiled, encoded: Encoded, notes: Sequence[str] = (), cnf: Cnf | None = None) -> str:
    """Return the formula (or `cnf`, if clauses were added) as DIMACS text.

    A line `c x ID` tells which placement variable x stands for.
    """
    ids = (escape_id(compiled.placement(option).id) for option in range(len(compiled.cover.options)))
    lines = [f"{variable} {id}" for variable, id in zip(encoded.option.tolist(), ids, strict=True)]
    return (cnf or encoded.cnf).dimacs([*notes, *lines])


def dump_dimacs(model: Model) -> str:
    """Return the formula as DIMACS text; placement i is variable i + 1."""
    from tilewright.exact_cover.formula import encode

    return dump_formula(model.compiled, encode(model.cover), [model.title])
