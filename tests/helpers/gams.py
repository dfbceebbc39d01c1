"""A small interpreter of GAMS: the statements that our models use, read by rules of their own.

Shares nothing with the package: sets with ranges and products, one table, parameters, and equations that say how many
of the binaries x(k) of a set are 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import product
from math import inf

Row = tuple[frozenset[int], float, float]  # numbers of placements, at least so many, at most so many
RESERVED = frozenset(
    re.findall(
        r"\w+",
        """abort acronym alias all and assign binary card diag display eps eq equation equations file files for free ge gt if inf
    integer le loop lt maximizing minimizing model models na ne negative no nonnegative not option options or ord
    parameter parameters positive prod repeat sameas scalar scalars set sets smax smin solve sos1 sos2 sum system table
    then undf until using variable variables while xor yes""",
    )
)


@dataclass
class Program:
    """What a program declares: sets as lists of tuples of labels, parameters by label, equations as rows."""

    sets: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    parameters: dict[str, dict[str, float]] = field(default_factory=dict)
    table: dict[tuple[str, str], str] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    rows: list[Row] = field(default_factory=list)
    solved: bool = False


def split(text: str, sign: str) -> list[str]:
    """The parts between signs that stand in no quotes and no parentheses."""
    parts, depth, quoted = [""], 0, ""
    for letter in text:
        if quoted:
            quoted = "" if letter == quoted else quoted
        elif letter in "'\"":
            quoted = letter
        elif letter == sign and not depth:
            parts.append("")
            continue
        else:
            depth += (letter == "(") - (letter == ")")
        parts[-1] += letter
    assert not quoted and not depth, text
    return parts


def run(text: str) -> Program:
    program = Program()
    assert all(len(line) < 80_000 and line.isascii() for line in text.splitlines())
    code = "\n".join(line for line in text.splitlines() if line[:1] not in ("*", "$"))
    for statement in split(code, ";"):
        words = statement.split(None, 1)
        if words:
            step(program, words[0].lower(), words[1] if len(words) > 1 else "", statement.strip("\n"))
    assert program.solved
    return program


def step(program: Program, word: str, rest: str, statement: str) -> None:
    if word in ("set", "sets"):
        declare_sets(program, rest)
    elif word == "table":
        read_table(program, statement)
    elif word == "parameters":
        for name, values in re.findall(r"(\w+)\(p\) '[^']*' /([^/]*)/", rest):
            entries = (entry.strip().rsplit(None, 1) for entry in split(values, ","))
            program.parameters[name] = {label.strip("'"): float(value) for label, value in entries}
    elif word == "equations":
        for line in rest.splitlines():
            program.declared.add(name := line.split("(")[0].split()[0])
            assert name.lower() not in RESERVED
    elif word == "solve":
        program.solved = rest == "tiling minimizing z using mip" and not program.declared
    elif word.startswith("x.fx("):
        fixed = re.fullmatch(r"x\.fx\('k(\d+)'\) = 1", statement.strip())
        assert fixed
        program.rows.append((frozenset([int(fixed[1])]), 1, 1))
    elif ".." in word or ".." in statement:
        define(program, " ".join(statement.split()))
    else:
        assert word in ("binary", "variable", "model", "display"), statement


def declare_sets(program: Program, text: str) -> None:
    pattern = r"(\w+)(\([\w,]+\))?\s*(?:'[^']*')?\s*/([^/]*)/"
    assert not re.sub(pattern, "", text).strip(" ,\n"), text
    for name, domain, elements in re.findall(pattern, text):
        assert name.lower() not in RESERVED | set(program.sets)
        tuples = [each for word in split(elements, ",") if word.strip() for each in expand(word.strip())]
        for axis, of in enumerate(domain.strip("()").split(",") if domain else []):
            labels = {each[0] for each in program.sets[of]}
            assert all(each[axis] in labels for each in tuples), (name, of)
        assert len(set(tuples)) == len(tuples)
        program.sets[name] = tuples


def expand(word: str) -> list[tuple[str, ...]]:
    return list(product(*(labels(factor) for factor in split(word, "."))))


def labels(factor: str) -> list[str]:
    found = []
    for part in split(factor[1:-1], ",") if factor[0] == "(" else [factor]:
        if part[0] in "'\"":
            found.append(part[1:-1])
        elif "*" in part:
            first, last = part.split("*")
            name = first.rstrip("0123456789")
            assert last.startswith(name) and int(first[len(name) :]) <= int(last[len(name) :])
            found += [f"{name}{n}" for n in range(int(first[len(name) :]), int(last[len(name) :]) + 1)]
        else:
            assert re.fullmatch(r"[A-Za-z0-9]\w*", part), part
            found.append(part)
    return found


def read_table(program: Program, statement: str) -> None:
    head, *lines = statement.splitlines()
    assert head.startswith("table grid(i,j) '")
    above: dict[int, str] = {}
    for number, line in enumerate(line for line in lines if line.strip()):
        if number == 0 or line[0] == "+":
            above = {at: m[0] for m in re.finditer(r"[^\s+]+", line) for at in range(m.start(), m.end())}
        else:
            row, *entries = re.finditer(r"\S+", line)
            for entry in entries:
                columns = {above[at] for at in range(entry.start(), entry.end()) if at in above}
                assert len(columns) == 1, line
                assert (row[0],) in program.sets["i"] and (*columns,) in program.sets["j"]
                program.table[row[0], columns.pop()] = entry[0]


def define(program: Program, text: str) -> None:
    name, rest = re.fullmatch(r"(\w+)(.*)", text).groups()  # type: ignore[union-attr]
    program.declared.remove(name)
    if name == "objective":
        assert rest == ".. z =e= 0"
        return
    pattern = r"\(([\w,]+)\)(?:\$(.+?))?\.\. sum\((\w+)\(([\w,]+)\), x\(k\)\) =([elg])= (.+)"
    found = re.fullmatch(pattern, rest)
    assert found, text
    indices = found[1].split(",")
    assert found[4].split(",") == [*indices, "k"]
    covering: dict[tuple[str, ...], set[int]] = {}
    for each in program.sets[found[3]]:
        covering.setdefault(each[:-1], set()).add(int(each[-1][1:]))
    for at in product(*([label for (label,) in program.sets[index]] for index in indices)):
        if found[2] is None or holds(program, found[2], dict(zip(indices, at, strict=True))):
            value = evaluate(program, found[6], dict(zip(indices, at, strict=True)))
            least, most = (value if found[5] in "eg" else 0), (value if found[5] in "el" else inf)
            program.rows.append((frozenset(covering.get(at, ())), least, most))


def holds(program: Program, condition: str, at: dict[str, str]) -> bool:
    if member := re.fullmatch(r"(\w+)\(([\w,]+)\)", condition):
        return tuple(at[index] for index in member[2].split(",")) in set(program.sets[member[1]])
    parts = condition.removeprefix("(").removesuffix(")").split(" and ")
    return all(compare(program, part, at) for part in parts)


def compare(program: Program, part: str, at: dict[str, str]) -> bool:
    left, sign, right = part.split()
    a, b = evaluate(program, left, at), evaluate(program, right, at)
    return {"=": a == b, "<": a < b, ">": a > b}[sign]


def evaluate(program: Program, word: str, at: dict[str, str]) -> float:
    if value := re.fullmatch(r"(\w+)\((\w)\)", word):
        return program.parameters[value[1]][at[value[2]]]
    return float(word)
