"""Read solutions back: our JSON, whole or as lines of .jsonl, drawings, and the answers of other solvers.

These are glpsol, lp_solve, CBC, HiGHS, GAMS, Z3, MiniSat, CaDiCaL and solvers with the same output.

An answer that is truncated, belongs to another model, is not integral or is infeasible is refused with the
reason and never drawn. Named solvers give values by column name, glpsol by column number, SAT solvers by
variable; the solver is recognized from the text.

A GAMS listing has the output of `display x.l;`: a line `---- 89 VARIABLE x.L`, then `k1 1.000, k3 1.000`.
Labels are the numbers of candidates, as in `show --placements` and in our models. GAMS leaves out zeros. A
listing whose last model status is neither optimal nor an integer solution is refused; one that says infeasible
is the answer "none".
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from tilewright.errors import LimitError, NotationError, quote
from tilewright.exact_cover import linear
from tilewright.exact_cover.linear import UndecidedError, refuse_broken
from tilewright.exact_cover.problem import Solution as CoverSolution
from tilewright.formats.model import Model, cell_model
from tilewright.formats.tables import decode_json
from tilewright.kinds import Packing
from tilewright.lattice import lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Puzzle, Tiling
from tilewright.puzzle.board import read_cells
from tilewright.puzzle.table import PlacementRow, learnt
from tilewright.puzzle.walls import EMPTY_MARKS


class Solution(msgspec.Struct):
    """One solution, as rows of placements."""

    placements: list[PlacementRow]


class Answer(msgspec.Struct):
    """The part of an answer that is read: its solutions."""

    solutions: list[Solution]


class _PuzzleRow(msgspec.Struct):
    """What an answer says of its puzzle."""

    lattice: str
    name: str = ""


class _Told(msgspec.Struct):
    """An answer that names the lattice of its solutions."""

    puzzle: _PuzzleRow
    solutions: list[Solution]


MOST_ASSEMBLED = 1_000  # placements of an assembly that is read without its puzzle


def parse_assemblies(text: str) -> list[Tiling] | None:
    """Return the tilings of an answer of ours, each of a board that is what it covers; None for any other text.

    Raises NotationError for placements that overlap or have no cells, LimitError for too many of them.
    """
    if text.lstrip()[:1] != "{":
        return None
    data = decode_json(text)
    if not isinstance(data, dict) or "solutions" not in data or "board" in data:
        return None
    try:
        told = msgspec.convert(data, learnt(_Told))
    except msgspec.ValidationError as error:
        raise NotationError(f"{error}: expected an answer of `tilewright solve --json`") from None
    if not told.solutions:
        raise NotationError("the answer has no solutions: expected one")
    return [_assembly(told.puzzle, solution.placements) for solution in told.solutions]


def _assembly(puzzle: _PuzzleRow, rows: Sequence[PlacementRow]) -> Tiling:
    if not 1 <= len(rows) <= MOST_ASSEMBLED:
        raise LimitError(f"an assembly of {len(rows):,} pieces: expected 1 to {MOST_ASSEMBLED:,}")
    grid = lattice(puzzle.lattice)
    placed = [(row.piece, tuple(sorted(read_cells(grid, row.cells)))) for row in rows]
    covered = [atom for _, atoms in placed for atom in atoms]
    if len(covered) != len(set(covered)) or not all(atoms for _, atoms in placed):
        raise NotationError("the pieces of the assembly overlap, or one has no cells: expected a solution")
    first = dict(reversed(placed))
    copies = Counter(name for name, _ in placed)
    pieces = tuple(
        Piece(name, grid.normalize(atoms), puzzle.lattice, (copies[name],) * 2, connected=False)
        for name, atoms in first.items()
    )
    board = Packing(Board(tuple(sorted(covered)), (), puzzle.lattice), pieces, name=puzzle.name)
    return Tiling(board, tuple(Placement(name, atoms, "0", puzzle.lattice) for name, atoms in placed))


def parse_solution(text: str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """Return the placements of the only solution in a text.

    Raises NotationError for several solutions, and otherwise quoting what is wrong.

    >>> from tilewright import Packing
    >>> parse_solution("OO", Packing.parse("tetrominoes:O@2x2"))[0].piece
    'O'
    """
    first, *others = parse_solutions(text, puzzle)
    if others:
        raise NotationError(f"{1 + len(others)} solutions: expected one")
    return first


def parse_solutions(text: str, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    """Return the placements of each solution in a text, at least one; raise NotationError quoting what is wrong.

    >>> from tilewright import Packing
    >>> len(parse_solutions("OO\\nOO\\n\\nOO\\nOO", Packing.parse("tetrominoes:O@2x2")))
    2
    """
    if "<puzzle" in text:
        from tilewright.formats.burr_answers import parse_answers  # XML, for files of BurrTools alone

        if found := parse_answers(text, puzzle=puzzle):
            return [saved.tiling.placements for saved in found]
        raise NotationError("the file of BurrTools has no saved solutions: expected one")
    if is_answer(text):
        if (placements := read_answer(puzzle, text)) is None:
            raise NotationError("the solver says that there is no solution: expected one")
        return [placements]
    if text.lstrip()[:1] != "{":
        return [_drawn(drawing, puzzle) for drawing in _drawings(text, puzzle)]
    return [tuple(map(puzzle.read_row, rows)) for rows in _rows(text, puzzle)]


def _drawn(drawing: str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """Return the placements in a drawing.

    Raises NotationError if nothing is recognized, unless marks say that the cells are empty.
    """
    placements = puzzle.parse_drawing(drawing)
    if not placements and set(drawing).isdisjoint(EMPTY_MARKS):
        line = next((line for line in drawing.splitlines() if line.strip()), "")
        raise NotationError(
            f"{quote(line)}: nothing is recognized in the drawing: expected a {puzzle.owner_word}, or . in all cells"
        )
    return placements


def _drawings(text: str, puzzle: Puzzle) -> list[str]:
    """Return the drawings in a text.

    Each has as many lines as the rows of the board need, so blank lines may be part of it.
    """
    lines = text.splitlines()
    while lines and not lines[-1] and _besides(lines, puzzle):
        del lines[-1]
    found, height = list[str](), 0
    while any(map(str.strip, lines)):
        if found and lines[0].strip():
            drawn, rows = height + len(list(takewhile(str.strip, lines))), puzzle.text.rows
            what = f"{drawn} rows, the board {rows}"
            if height != rows:
                what = f"{drawn} lines: expected {height} for the {rows} rows of the board"
            raise NotationError(f"{quote(lines[0])}: the drawing has {what}")
        if found and len(puzzle.board.extent) == 2:
            del lines[0]  # the line between two drawings
        del lines[: _blank_before(lines, puzzle)]
        height = puzzle.text.height(lines[0])
        found.append("\n".join(lines[:height]))
        del lines[:height]
    return found or [text]


def _blank_before(lines: Sequence[str], puzzle: Puzzle) -> int:
    """Return how many lines at the start belong to no drawing, whose first rows may also be blank.

    Raises NotationError if that is unclear: for empty lines above fewer rows than the board has.
    """
    if len(puzzle.board.extent) > 2:
        return min(_besides(lines, puzzle), sum(1 for _ in takewhile(lambda line: not line, lines)))
    blank = list(takewhile(lambda line: not line.strip(), lines))
    height = puzzle.text.height(lines[len(blank)])
    if (
        not puzzle.board.atoms or height > puzzle.text.rows
    ):  # boards without cells, and drawings with walls, have no blank rows
        return len(blank)
    if len(lines) >= height:
        return min(len(blank), _besides(lines, puzzle))
    if not all(blank):
        raise NotationError(
            f"empty lines above {len(lines) - len(blank)} of {height} rows: expected a line for each row of the board, "
            "with points where nothing lies"
        )
    return 0


def _besides(lines: Sequence[str], puzzle: Puzzle) -> int:
    """Return the number of lines that do not belong to whole drawings separated by single lines."""
    return (len(lines) + 1) % (puzzle.text.height(lines[0]) + 1)


def _rows(text: str, puzzle: Puzzle) -> list[list[PlacementRow]]:
    """Return the rows of each solution: of an answer, of a single solution, or of one solution on each line."""
    first, _, rest = text.strip().partition("\n")
    if rest.lstrip()[:1] != "{":
        answer = decode_json(text)
        _warn_of_another(answer, puzzle)
        return _rows_of(answer, text)
    lines = [line for line in (first, *rest.splitlines()) if line.strip()]
    values = [decode_json(line) for line in lines]
    if isinstance(values[-1], dict) and list(values[-1]) == ["archive"]:  # the last line written by `run export`
        values.pop()
    return [rows for line, value in zip(lines, values, strict=False) for rows in _rows_of(value, line)]


def _warn_of_another(answer: Any, puzzle: Puzzle) -> None:
    """Warn if an answer states that it belongs to another puzzle; its placements may be right all the same."""
    told = answer.get("puzzle") if isinstance(answer, dict) else None
    if isinstance(told, dict) and isinstance(told.get("digest"), str) and told["digest"] != puzzle.digest:
        warnings.warn(f"the answer says that it is of another puzzle, {quote(str(told.get('name', '')))}", stacklevel=2)


def _rows_of(data: Any, text: str) -> list[list[PlacementRow]]:
    if isinstance(data, dict) and repr(data.get("tilewright", 1)) != "1":
        told = quote(repr(data["tilewright"]))[1:-1]
        raise NotationError(f'"tilewright": {told}: an answer of another version of the format: expected version 1')
    try:
        if isinstance(data, dict) and "disassemblies" in data:
            stuck = [data["stuck"]] if "stuck" in data else []
            data = {"solutions": [*data["disassemblies"], *stuck]}
        if "placements" in data:
            return [msgspec.convert(data, learnt(Solution)).placements]
        solutions = msgspec.convert(data, learnt(Answer)).solutions
    except msgspec.ValidationError as error:
        raise NotationError(f'{quote(text.strip())}: {error}: expected our JSON, {{"solutions": [...]}}') from None
    if not solutions:
        raise NotationError("the answer has no solutions: expected one")
    return [solution.placements for solution in solutions]


_HEAD = re.compile(
    r"^-{4}\s{0,20}\d{0,9}\s{1,20}VARIABLE\s{1,9}(\w{1,63})\.L\b(.{0,300})$", re.MULTILINE | re.IGNORECASE
)
_STATUS = re.compile(r"^\*{4} MODEL STATUS\s{1,20}(\d{1,3})", re.MULTILINE)
_ENTRY = re.compile(
    r"['\"]?k?(\d{1,9})['\"]?\s+(EPS|[-+]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:E[-+]?\d{1,5})?)", re.IGNORECASE
)
_PAGE = re.compile(
    r"\f|GAMS |General Algebraic Modeling|E x e c u t i o n"
)  # the lines at the top of a page begin like this
FEASIBLE, INFEASIBLE = {1, 2, 8}, {4, 10, 19}  # optimal and integer solution; infeasible, proven in several ways


def is_listing(text: str) -> bool:
    """Return True for text with a displayed variable, or with the model status of a listing."""
    return _HEAD.search(text) is not None or _STATUS.search(text) is not None


def read_listing(text: str) -> dict[int, float] | None:
    """Return the values of the last displayed variable by number of placement, from 1; None if the model is infeasible.

    Raises NotationError for another status, for a listing without such a variable, and for entries that are not
    a label and a value.

    >>> read_listing("----     89 VARIABLE x.L\\n\\nk1  1.000,    k3  1.000\\n")
    {1: 1.0, 3: 1.0}
    """
    if statuses := _STATUS.findall(text):
        status = int(statuses[-1])
        if status in INFEASIBLE:
            return None
        if status not in FEASIBLE:
            raise NotationError(f"GAMS says model status {status}: expected 1 (optimal) or 8 (integer solution)")
    heads = list(_HEAD.finditer(text))
    if not heads:
        raise NotationError("the listing displays no variable: expected `display x.l;` in the model")
    if heads[-1][2].lstrip().startswith("="):
        raise NotationError(f"{quote(heads[-1][0])}: expected the variable of the placements, such as x(k)")
    values: dict[int, float] = {}
    for entry in _entries(text[heads[-1].end() :]):
        found = _ENTRY.fullmatch(entry)
        if found is None:
            raise NotationError(f"{quote(entry)}: expected a placement and its value, such as k3 1.000")
        number = int(found[1])
        if number in values:
            raise NotationError(f"the listing gives k{number} two values")
        values[number] = 0.0 if found[2].upper() == "EPS" else float(found[2])
    return values


def _entries(text: str) -> Iterator[str]:
    """Yield the words between commas, up to the first empty line after the end of the list."""
    going_on = True
    for line in text.splitlines():
        words = line.strip()
        if not words or _PAGE.match(line):
            if not going_on:
                return
            continue
        if words.startswith("----") or words == "( ALL       0.000 )":
            return
        going_on = words.endswith(",")
        yield from (entry for part in words.split(",") if (entry := part.strip()))
    if going_on:
        raise NotationError("the listing is cut short: expected an entry behind the last comma")


def read_answer(puzzle: Puzzle, text: str, variables: str = "placements") -> tuple[Placement, ...] | None:
    """Return the placements in a solver's answer; None if the solver says that there is no solution.

    `variables` is "cells" for a SAT solver's answer to the formula of cell states, which is also recognized by
    its number of variables. Raises NotationError for answers that are wrong or cannot be read.
    """
    model = Model.of(puzzle)
    if variables == "cells" or _is_of_cells(puzzle, text, model):
        return _read_cells(puzzle, text)
    for recognize, read in _READERS:
        if recognize(text):
            solution = read(text, model)
            return None if solution is None else model.compiled.tiling(solution).placements
    line = next((line for line in text.splitlines() if line.strip()), "")
    raise NotationError(
        f"{quote(line)}: expected the answer of glpsol -w or -o, lp_solve -S3, CBC, HiGHS, Z3, MiniSat, CaDiCaL or GAMS"
    )


def is_answer(text: str) -> bool:
    r"""Return True for text that only a solver writes.

    >>> is_answer("SAT\n1 -2 0\n"), is_answer("SAT\nSAT\n"), is_answer("sat\n((p0 true))\n")
    (True, False, True)
    """
    if _is_minisat(text):  # a drawing may also begin with these three letters
        return re.match(r"\s*(SAT\s+(-?\d+\s+)*0|UNSAT(ISFIABLE)?)\s*$", text) is not None
    return any(recognize(text) for recognize, _ in _READERS)


def _is_of_cells(puzzle: Puzzle, text: str, model: Model) -> bool:
    """Return whether a SAT solver gives values to as many variables as only the formula of cell states has."""
    if not _is_sat(text) or not (words := _sat_words(text)):
        return False
    from tilewright.exact_cover.formula import encode

    highest = max((int(word.lstrip("-")) for word in words if re.fullmatch(r"-?\d{1,9}", word)), default=0)
    if highest == encode(model.cover).cnf.variables:
        return False
    try:
        return highest == cell_model(puzzle).cnf.variables
    except (NotationError, LimitError):  # the puzzle has no such formula
        return False


_DEFINED = re.compile(r"\(\s*define-fun\s+\|?(\w+)\|?\s*\(\s*\)\s*Bool\s+(true|false)\s*\)", re.ASCII)
_VALUED = re.compile(r"\(\s*\|?(\w+)\|?\s+(true|false)\s*\)", re.ASCII)


def _smtlib(text: str, model: Model) -> CoverSolution | None:
    """Return the solution that Z3 prints for `(get-model)` or `(get-value (...))`.

    A variable that Z3 leaves out may have either value and is taken as false.
    """
    status, _, rest = text.strip().partition("\n")
    if status.strip() == "unsat":
        return None
    if status.strip() == "unknown":
        raise UndecidedError("the SMT solver says unknown, as when its time is over: no verdict")
    if not (body := rest.strip()):
        raise NotationError("the SMT solver gives no values: expected the answer to (get-model), or z3 -model")
    if body.count("(") != body.count(")"):
        raise NotationError("the SMT solver's answer is cut short: a bracket is not closed")
    found = _DEFINED.findall(body) if "define-fun" in body else _VALUED.findall(body)
    values = dict(found)
    if len(values) < len(set(found)):  # `z3 -model` together with (get-model) prints the model twice
        raise NotationError("the SMT solver's answer gives a variable two values")
    if unknown := sorted(values.keys() - {*model.columns}):
        raise NotationError(
            f"the SMT solver's answer has {quote(unknown[0])}, which this puzzle does not have: it is of another model"
        )
    if not values:
        raise NotationError(
            "the SMT solver's answer has no values: expected (define-fun NAME () Bool true) or (NAME true)"
        )
    return tuple(
        sorted(model.option_of[name] for name, value in values.items() if value == "true" and name in model.option_of)
    )


_COLUMN = re.compile(r"^\s{0,9}\d{1,9} (\S{1,255})\s{1,40}(?:\*|[A-Z]{1,2})?\s{1,40}([-+.\deE]{1,30})\s", re.MULTILINE)


def _glpsol_listing(text: str, model: Model) -> CoverSolution | None:
    """Return the solution in the readable listing of `glpsol -o`, which puts long names on lines of their own."""
    found = re.search(r"^Status:\s{1,20}(?:INTEGER )?([A-Z -]+?)\s*$", text, re.MULTILINE)
    status = found[1] if found else ""
    if status in ("EMPTY", "INFEASIBLE (FINAL)"):
        return None
    if status == "UNDEFINED":
        raise UndecidedError("glpsol ended without an answer (status undefined): no verdict")
    if status not in ("OPTIMAL", "NON-OPTIMAL", "FEASIBLE") or "End of output" not in text:
        raise NotationError(
            f"glpsol's listing has status {quote(status)}, or is cut short: expected OPTIMAL, and its end"
        )
    body = text.partition("Column name")[2].partition("\n\n")[0]
    return _by_name((list(each) for each in _COLUMN.findall(body)), model, "glpsol", all_there=True)


def _glpsol(text: str, model: Model) -> CoverSolution | None:
    # If some rows cannot be covered, MathProg has an additional column for each of them, LP one for all.
    width, bare = len(model.cover.options), sum(1 for _ in model.uncoverable_rows())
    found = re.search(r"^s \w+ \d+ (\d+)", text, re.MULTILINE)
    labels = len(model.columns) - width
    extra = int(found[1]) - width - labels if found else 0
    return linear.read_answer(text, width, labels + (extra if extra in (0, bare > 0, bare) else 0))


def _lp_solve(text: str, model: Model) -> CoverSolution | None:
    if re.search(r"^This problem is (infeasible|unbounded)", text, re.MULTILINE):
        return None
    body = text.partition("Actual values of the variables:")[2].partition("Actual values of the constraints:")
    if not body[1]:  # at this point all variables have been printed
        raise NotationError("lp_solve's answer is cut short: expected the values of variables and constraints (-S3)")
    return _by_name((line.split() for line in body[0].splitlines() if line.strip()), model, "lp_solve", all_there=True)


def _cbc(text: str, model: Model) -> CoverSolution | None:
    first, *lines = text.strip().splitlines()
    if first.lower().startswith(("infeasible", "integer infeasible")):
        return None
    if not first.startswith("Optimal"):
        raise NotationError(f"{quote(first)}: expected an optimal answer of CBC")
    # The columns are number, name, value and reduced cost. `**` before a line marks a value out of bounds.
    # Zeros are left out.
    return _by_name(
        (line.replace("**", " ").split()[1:3] for line in lines if line.strip()), model, "CBC", all_there=False
    )


def _highs(text: str, model: Model) -> CoverSolution | None:
    status = text.partition("Model status")[2].strip().splitlines()[:1]
    if status == ["Infeasible"]:
        return None
    if status != ["Optimal"]:
        raise NotationError(f"HiGHS says {quote(status[0] if status else 'nothing')}: expected Optimal")
    found = re.search(r"^# Columns (\d+)\n(.*?)^# Rows (\d+)\n(.*)", text, re.MULTILINE | re.DOTALL)
    if not found or sum(len(line.split()) >= 2 for line in found[4].splitlines()) < int(found[3]):
        raise NotationError("the answer of HiGHS is cut short: expected its columns and rows")
    lines = (line.split() for line in found[2].splitlines() if line.strip())
    return _by_name(lines, model, "HiGHS", all_there=True)


def _by_name(lines: Iterable[list[str]], model: Model, solver: str, all_there: bool) -> CoverSolution:
    known, values = {*model.columns}, dict[str, float]()
    for words in lines:
        try:
            name, value = words[0], float(words[1])
        except (IndexError, ValueError):
            raise NotationError(
                f"{quote(' '.join(words))}: expected a column of {solver}'s answer and its value"
            ) from None
        if name in known:
            values[name] = value
        elif name != "none":
            raise NotationError(
                f"{solver}'s answer has the column {quote(name)}, which this puzzle does not have: it is of another model"
            )
    if all_there and len(values) != len(known):
        raise NotationError(f"{solver}'s answer has {len(values)} columns: expected {len(known)}")
    refuse_broken(values.values(), solver)
    chosen = (name for name, value in values.items() if value > 0.5 and name in model.option_of)
    return tuple(sorted(map(model.option_of.__getitem__, chosen)))


def _sat(text: str, model: Model) -> CoverSolution | None:
    from tilewright.exact_cover.formula import encode

    encoded, words = encode(model.cover), _sat_words(text)
    return None if words is None else encoded.solution(_literals(words, encoded.cnf.variables))


def _read_cells(puzzle: Puzzle, text: str) -> tuple[Placement, ...] | None:
    if not _is_sat(text):
        line = next((line for line in text.splitlines() if line.strip()), "")
        raise NotationError(f"{quote(line)}: expected the answer of a SAT solver such as MiniSat or CaDiCaL")
    model, words = cell_model(puzzle), _sat_words(text)
    return None if words is None else model.placements(_literals(words, model.cnf.variables))


def _sat_words(text: str) -> list[str] | None:
    """Return the literals in the answer of a SAT solver, in the form of MiniSat or of the SAT competitions.

    Returns None if there is no model.
    """
    if _is_minisat(text):
        first, _, rest = text.strip().partition("\n")
        return None if first.startswith("UNSAT") else rest.split()
    if re.search(r"^s UNSATISFIABLE", text, re.MULTILINE):
        return None
    return [word for line in text.splitlines() if line.startswith("v ") for word in line[2:].split()]


def _literals(words: list[str], variables: int) -> list[int]:
    """Return the literals of an answer that gives each variable a value."""
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        raise NotationError(
            "the SAT solver's answer has a word that is not a literal: expected numbers ending in 0"
        ) from None
    if numbers[-1:] != [0]:
        raise NotationError("the SAT solver's answer is cut short: expected literals ending in 0")
    used = {abs(number) for number in numbers[:-1]}
    if len(used) != len(numbers) - 1:
        raise NotationError("the SAT solver's answer gives a variable two values")
    if used != set(range(1, variables + 1)):
        raise NotationError(
            f"the SAT solver's answer has {len(used)} variables, the puzzle {variables}: it is of another model, or cut short"
        )
    return numbers[:-1]


def _gams(text: str, model: Model) -> CoverSolution | None:
    values = read_listing(text)
    if values is None:
        return None
    if wrong := next((number for number in values if not 0 < number <= len(model.columns)), None):
        raise NotationError(f"GAMS gives k{wrong} a value: expected k1 to k{len(model.columns)}, as this puzzle has")
    refuse_broken(values.values(), "GAMS")
    return tuple(sorted(number - 1 for number, value in values.items() if value > 0.5))


def _starts(*words: str) -> Callable[[str], bool]:
    return lambda text: text.lstrip().startswith(words)


def _line(pattern: str) -> Callable[[str], bool]:
    return lambda text: re.search(pattern, text, re.MULTILINE) is not None


_is_minisat = _starts("SAT\n", "UNSAT")
_is_sat = _line(r"^s (SATISFIABLE|UNSATISFIABLE)|\A\s*(SAT\n|UNSAT)")
_READERS: tuple[tuple[Callable[[str], bool], Callable[[str, Model], CoverSolution | None]], ...] = (
    (_is_sat, _sat),
    (_line(r"^(c Problem:|s (mip|bas|ipt) )"), _glpsol),
    (_line(r"^Problem:.{0,300}\nRows: "), _glpsol_listing),
    (_line(r"\A\s*(sat|unsat|unknown)\s*$"), _smtlib),
    (_line(r"^(Actual values of the variables|This problem is infeasible)"), _lp_solve),
    (_starts("Model status"), _highs),
    (is_listing, _gams),
    (_starts("Optimal", "Infeasible", "Integer infeasible", "Stopped"), _cbc),
)
