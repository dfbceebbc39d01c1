"""Models for other solvers, each a function from a puzzle to text.

- `lp`: CPLEX LP, read by CBC, HiGHS, SCIP, Gurobi, glpsol --lp and others;
- `lp_solve`: lp_solve's own dialect, for `lp_solve -S3 FILE`;
- `mps`: free MPS, read by every solver of linear programs;
- `mathprog`: GNU MathProg, for `glpsol --math FILE -w ANSWER`, the classic way of Doodle Fit;
- `opb`: the form of pseudo-Boolean solvers, `+1 x1 +1 x4 = 1 ;`: placement i is x(i + 1), as the comments say;
- `smtlib`: SMT-LIB 2 with pseudo-Boolean sums, for Z3;
- `constraints`: written out for people: `p_b(row,col)` is 1 when block b lies with its top left at that cell, `ue4_1` when nothing shows a
  certain label at edge 4;
- `dimacs`: for any SAT solver, with the map from variables to placements in its comments. It is ASCII throughout, for there are programs that
  read nothing else: ids are written as `certificate.escape_id` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.cover import linear
from tilewright.cover.formula import Cnf, Encoded, encode
from tilewright.cover.problem import ExactCover
from tilewright.formats.certificate import escape_id
from tilewright.formats.model import Model, ModelRow, wrap_words
from tilewright.puzzle.compiled import Compiled


def dump_lp(model: Model) -> str:
    """The model as LP text."""
    # All columns stand in the objective, so that readers number them in our order.
    objective = [f"{'+ ' if i else ''}0 {column}" for i, column in enumerate(model.columns or ["none"])]
    lines = [f"\\ {model.title}", "Minimize", wrap_words([" obj:", *objective])]
    lines += ["Subject To", *(line for row in model.rows for line in _lp_row(row))]
    bare = list(model.uncoverable_rows())
    if bare or not model.columns:
        lines += ["Bounds", " none = 0"]
    if model.columns:
        lines += ["Binary", wrap_words(["", *model.columns])]
    return "\n".join([*lines, "End"]) + "\n"


def _lp_row(row: ModelRow) -> list[str]:
    words = [
        f"{'' if i == 0 else '+ '}{'' if times == 1 else f'{times} '}{column}"
        for i, (times, column) in enumerate(row.terms)
    ]
    words = words or (["none"] if row.lo else [])
    if not words:
        return []
    total = wrap_words([f" {{}}: {words[0]}", *words[1:]])
    if row.lo == row.hi:
        return [total.format(row.name) + f" = {row.lo}"]
    lines = [total.format(f"{row.name}_lo") + f" >= {row.lo}"] if row.lo else []
    return lines + ([total.format(f"{row.name}_hi") + f" <= {row.hi}"] if row.hi is not None else [])


def dump_lp_solve(model: Model) -> str:
    """The model as lp_solve text."""
    lines = [f"/* {model.title} */", "max: ;", *(line for row in model.rows for line in _lp_solve_row(row))]
    if any(True for _ in model.uncoverable_rows()):
        lines.append("none = 0;")
    if model.columns:
        lines.append(wrap_words([f"bin {model.columns[0]}", *(f", {column}" for column in model.columns[1:])]) + ";")
    return "\n".join(lines) + "\n"


def _lp_solve_row(row: ModelRow) -> list[str]:
    words = [
        f"{'' if i == 0 else '+ '}{'' if times == 1 else f'{times} '}{column}"
        for i, (times, column) in enumerate(row.terms)
    ]
    if not words:
        return [f"{row.name}: none >= {row.lo};"] if row.lo else []
    # A relation of one variable is a bound to lp_solve, unless it has a name, as all of ours have.
    total = wrap_words([f"{{}}: {words[0]}", *words[1:]])
    if row.lo == row.hi:
        return [total.format(row.name) + f" = {row.lo};"]
    lines = [total.format(f"{row.name}_lo") + f" >= {row.lo};"] if row.lo else []
    return lines + ([total.format(f"{row.name}_hi") + f" <= {row.hi};"] if row.hi is not None else [])


def dump_mps(model: Model) -> str:
    """The model as MPS text: exact rows are E, ranges are G with a range or L."""
    rows = [row for row in model.rows if row.terms or row.lo]
    senses = {
        row.name: "E" if row.lo == row.hi else "G" if row.lo else "L" for row in rows if row.lo or row.hi is not None
    }
    rows = [row for row in rows if row.name in senses]
    lines = [
        f"* {model.title}",
        "NAME tilewright FREE",
        "ROWS",
        " N obj",
        *(f" {senses[row.name]} {row.name}" for row in rows),
    ]
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
    """The model as MathProg text; the rows in the order pieces, cells."""
    place = {name: number for number, name in enumerate(model.row_names)}
    order = [place[name] for name in dict.fromkeys(row.name for row in model.rows) if name in place]
    order += [item for item in range(len(place)) if item not in set(order)]  # whose colors are all alike
    new = {item: number for number, item in enumerate(order)}
    cover = model.cover
    rows = [
        sorted((new[item], color) for item, color in zip(option, colors, strict=True))
        for option, colors in zip(cover.options, cover.color_rows, strict=True)
    ]
    sorted_cover = ExactCover(
        tuple(cover.lo[item] for item in order),
        tuple(cover.hi[item] for item in order),
        tuple(tuple(item for item, _ in row) for row in rows),
        colors=[color for row in rows for _, color in row] if cover.colors else (),
    )
    return linear.dump(
        sorted_cover, [model.row_names[item] for item in order], model.placement_columns, note=model.title
    )


def dump_opb(model: Model) -> str:
    """The model as OPB text."""
    number = {column: index for index, column in enumerate(model.columns, start=1)}
    body = []
    for row in model.rows:
        total = " ".join(f"+{times} x{number[column]}" for times, column in row.terms) or "+0 x1"
        if row.lo == row.hi:
            body.append(f"{total} = {row.lo} ;")
            continue
        if row.lo:
            body.append(f"{total} >= {row.lo} ;")
        if row.hi is not None and row.terms:  # the form knows >= only
            body.append(f"{total.replace('+', '-')} >= -{row.hi} ;")
    head = [f"* #variable= {max(1, len(number))} #constraint= {len(body)}", f"* {model.title}"]
    head += [f"* x{index} {placement.id}" for index, placement in enumerate(model.placements, start=1)]
    head += [f"* x{number[column]} {column}" for column in model.columns[len(model.placements) :]]
    return "\n".join([*head, *body]) + "\n"


def dump_smtlib(model: Model) -> str:
    """The model as SMT-LIB text that asks for a model."""
    lines = [f"; {model.title}", "(set-option :produce-models true)"]
    lines += [f"(declare-const {column} Bool)" for column in model.columns]
    lines += [line for row in model.rows for line in _smtlib_row(row)]
    return "\n".join([*lines, "(check-sat)", "(get-model)"]) + "\n"


def _smtlib_row(row: ModelRow) -> list[str]:
    if not row.terms:
        return [f"(assert false) ; nothing covers {row.name}"] if row.lo else []
    weights = " ".join(str(times) for times, _ in row.terms)
    columns = " ".join(column for _, column in row.terms)
    asserted = [("pbeq", row.lo)] if row.lo == row.hi else []
    if row.lo != row.hi:
        asserted = [("pbge", row.lo)] * (row.lo > 0) + [("pble", row.hi)] * (row.hi is not None)  # type: ignore[list-item]
    return [f"(assert ((_ {test} {bound} {weights}) {columns})) ; {row.name}" for test, bound in asserted]


def dump_equations(model: Model) -> str:
    """One equation a row."""
    readable = {column: column for column in model.columns}
    readable |= {column: _readable(model, option) for column, option in model.option_of.items()}
    return "\n".join(_line(row, readable) for row in model.rows if row.terms or row.lo) + "\n"


def _readable(model: Model, option: int) -> str:
    piece, _, rest = model.placements[option].id.rpartition("@")
    corner, _, motion = rest.partition("/")
    return f"p_{piece}({corner}{'' if motion == '0' else ',' + motion})"


def _line(row: ModelRow, readable: dict[str, str]) -> str:
    words = [
        f"{'+ ' if i else ''}{'' if times == 1 else f'{times} '}{readable[column]}"
        for i, (times, column) in enumerate(row.terms)
    ]
    words = words or ["0"]
    if row.lo == row.hi:
        return wrap_words([f"{row.name}: {words[0]}", *words[1:], f"= {row.lo}"])
    least = [f"{row.lo} <="] if row.lo else []
    most = [f"<= {row.hi}"] if row.hi is not None else []
    return wrap_words([f"{row.name}:", *least, *words, *most])


def dump_formula(compiled: Compiled, encoded: Encoded, notes: Sequence[str] = (), cnf: Cnf | None = None) -> str:
    """The formula (or `cnf`, when clauses were added to it); a line `c x ID` says what variable x stands for."""
    ids = (escape_id(compiled.placement(option).id) for option in range(len(compiled.cover.options)))
    lines = [f"{variable} {id}" for variable, id in zip(encoded.option.tolist(), ids, strict=True)]
    return (cnf or encoded.cnf).dimacs([*notes, *lines])


def dump_dimacs(model: Model) -> str:
    """The formula as DIMACS text; placement i is variable i + 1."""
    return dump_formula(model.compiled, encode(model.cover), [model.title])
