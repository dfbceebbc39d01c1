"""Readers of the models that are written for other solvers: the solutions of each, counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx

Terms = dict[str, int]


@dataclass
class Program:
    """Sums of variables that are 0 or 1, and their bounds."""

    variables: list[str] = field(default_factory=list)
    rows: list[tuple[int, Terms, int | None]] = field(default_factory=list)

    def add(self, terms: Terms, sign: str, bound: int) -> None:
        lo, hi = {"=": (bound, bound), ">=": (max(bound, 0), None), "<=": (0, bound)}[sign]
        self.rows.append((lo, {name: times for name, times in terms.items() if times}, hi))

    def count(self) -> int:
        """The solutions; every variable stands in some row."""
        number = {name: place for place, name in enumerate(self.variables)}
        options: list[list[int]] = [[] for _ in number]
        for row, (_, terms, _) in enumerate(self.rows):
            for name, times in terms.items():
                options[number[name]] += [row] * times
        assert all(options), "a variable is free"
        cover = ExactCover([lo for lo, _, _ in self.rows], [hi for *_, hi in self.rows], options)
        return engine("reference").count(cover, Limit()).solutions


def _sum(text: str) -> Terms:
    found: Terms = {}
    for sign, times, name in re.findall(r"([+-]?)\s*(\d+)?\s*\*?\s*([A-Za-z_]\S*)", text):
        found[name] = found.get(name, 0) + int(times or 1) * (-1 if sign == "-" else 1)
    return found


ROW = re.compile(r"\w+:\s*([^:;]*?)\s*(>=|<=|=)\s*(-?\d+)\s*(?=;|$)", re.DOTALL | re.MULTILINE)


def _read_rows(text: str, variables: Iterable[str]) -> Program:
    found = Program([each for each in variables if each != "none"])
    for words, sign, bound in ROW.findall(text):
        terms = _sum(words)
        terms.pop("none", None)  # a variable that is 0
        found.add(terms, sign, int(bound))
    return found


def read_lp(text: str) -> int:
    body, _, rest = text.partition("Subject To")[2].partition("\nBounds" if "\nBounds" in text else "\nBinary")
    names = rest.partition("Binary")[2] if "Binary" in rest else rest if "\nBounds" not in text else ""
    return _read_rows(body, names.removesuffix("End\n").split()).count()


def read_lp_solve(text: str) -> int:
    body, _, names = text.partition("max: ;")[2].partition("\nbin ")
    return _read_rows(body, re.findall(r"\w+", names)).count()


def read_mathprog(text: str) -> int:
    found = Program(re.findall(r"^var (\w+), binary;", text, re.MULTILINE))
    none = re.findall(r"^var (\w+), >= 0, <= 0;", text, re.MULTILINE)
    for body in re.findall(r"^s\.t\. \w+: (.*?);", text, re.MULTILINE | re.DOTALL):
        first, sign, second, *rest = re.split(r"\s*(<=|>=|=)\s*", body)
        if rest:
            found.rows.append((int(first), _sum(second), int(rest[1])))
        else:
            found.add({name: times for name, times in _sum(first).items() if name not in none}, sign, int(second))
    return found.count()


def read_equations(text: str) -> int:
    found = Program()
    names: dict[str, None] = {}
    for line in re.split(r"\n(?=\S)", text.strip()):
        body = line.partition(": ")[2]
        lo = re.match(r"(\d+) <=", body)
        hi = re.search(r"<= (\d+)$", body)
        exact = re.search(r"(?<!<)= (\d+)$", body)
        words = [word for word in body.split() if word not in ("+", "<=", "=")]
        words = words[bool(lo) : len(words) - bool(hi or exact)]
        terms: Terms = {}
        times = 1
        for word in words:
            if word.isdigit():
                times = int(word)
            else:
                terms[word], times = times, 1
        names |= dict.fromkeys(terms)
        least = int(exact[1]) if exact else int(lo[1]) if lo else 0
        found.rows.append((least, terms, int(exact[1]) if exact else int(hi[1]) if hi else None))
    found.variables = list(names)
    return found.count()


def read_mps(text: str) -> int:
    found, section = Program(), ""
    senses: dict[str, str] = {}
    terms: dict[str, Terms] = {}
    bounds: dict[str, list[int]] = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            section = line.split()[0]
            continue
        words = line.split()
        if section == "ROWS":
            senses[words[1]] = words[0]
            terms[words[1]], bounds[words[1]] = {}, [0, 0]
        elif section == "COLUMNS":
            terms[words[1]][words[0]] = int(words[2])
        elif section == "RHS":
            bounds[words[1]][0] = int(words[2])
        elif section == "RANGES":
            bounds[words[1]][1] = int(words[2])
        elif section == "BOUNDS":
            found.variables.append(words[2])
    for name, sense in senses.items():
        base, width = bounds[name]
        if sense == "E":
            found.add(terms[name], "=", base)
        elif sense == "L":
            found.add(terms[name], "<=", base)
        elif sense == "G":
            found.rows.append((base, terms[name], base + width if width else None))
    return found.count()


def read_opb(text: str) -> int:
    number = re.search(r"#variable= (\d+)", text)
    assert number
    found = Program()
    used: dict[str, None] = {}
    for line in text.splitlines():
        if line.startswith("*"):
            continue
        words, sign, bound = re.fullmatch(r"(.*?) (>=|=) (-?\d+) ;", line).groups()  # type: ignore[union-attr]
        terms = {name: int(times) for times, name in re.findall(r"([+-]\d+) (x\d+)", words)}
        used |= dict.fromkeys(name for name, times in terms.items() if times)
        if any(times < 0 for times in terms.values()):
            found.add({name: -times for name, times in terms.items()}, "<=", -int(bound))
        else:
            found.add(terms, sign, int(bound))
    found.variables = list(used)
    return found.count()


def read_dimacs(text: str) -> int:
    """The solutions as far as placements go: auxiliary variables are not told apart."""
    from pysat.solvers import Cadical153

    lines = [line.split() for line in text.splitlines()]
    own = [
        int(words[1])
        for words in lines
        if words[0] == "c" and len(words) == 3 and words[1].isdigit() and "@" in words[2]
    ]
    clauses = [list(map(int, words[:-1])) for words in lines if words[0] not in ("c", "p")]
    if not all(clauses):
        return 0
    found = 0
    with Cadical153(bootstrap_with=clauses) as solver:
        while solver.solve():
            model = set(solver.get_model())
            found += 1
            if not own:
                break
            solver.add_clause([-each if each in model else each for each in own])
    return found


def read_smtlib(text: str) -> int:
    import z3

    solver = z3.Solver()
    solver.from_string(text)
    names: list[Any] = [z3.Bool(name) for name in re.findall(r"declare-const (\S+) Bool", text)]
    found = 0
    while str(solver.check()) == "sat":
        found += 1
        model = solver.model()
        if not names:
            break
        solver.add(z3.Or([each != model.eval(each, model_completion=True) for each in names]))
    return found


def read_dlx(text: str) -> int:
    return engine("reference").count(dlx.parse(text), Limit()).solutions


READERS: dict[str, Callable[[str], int]] = {
    "mathprog": read_mathprog,
    "lp": read_lp,
    "lp_solve": read_lp_solve,
    "mps": read_mps,
    "dimacs": read_dimacs,
    "opb": read_opb,
    "smtlib": read_smtlib,
    "dlx": read_dlx,
    "equations": read_equations,
}
