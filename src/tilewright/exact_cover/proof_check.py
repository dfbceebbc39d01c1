"""A checker of proofs that a formula has no model: every clause of the proof must follow by unit propagation.

A clause follows by *reverse unit propagation* (RUP) if making all its literals false leads, by propagation alone, to
a clause without a literal left. Then the formula implies it, so everything derived in this way is true of the formula,
and so is the empty clause. The checker knows no other rule. It refuses

- clauses that merely preserve satisfiability (RAT): a literal derived earlier can outlive the clause it came from,
  and then a RAT step judged without that clause proves falsehoods;
- variables that the formula does not have.

Deletions save time and cannot make the result wrong: everything derived remains implied, whichever clauses are
forgotten. Units are never forgotten. Two literals of each clause are watched (Moskewicz et al., "Chaff", 2001).

The checker shares no code with a solver, decides whether our certificates are valid, and is meant to be read. Other
programs give a second opinion, which must agree: drat-trim if it is on PATH, dratify (pure Python) if installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, isinf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from tilewright.system import has_package

Answer = Literal["accepted", "rejected", "out of time"]
Clause = list[int]
LINE = re.compile(r"(d )?((?:-?[1-9][0-9]{0,9} )*)0")
STEPS = 64  # propagated literals, or lines, between two checks of the clock


@dataclass(frozen=True)
class Judgement:
    """The verdict of the checker on a proof; `text` names the line that is wrong."""

    answer: Answer
    text: str = ""


def check(variables: int, clauses: Iterable[Sequence[int]], proof: Iterable[str], deadline: float = inf) -> Judgement:
    """Check whether the proof (lines of DRAT text) derives the empty clause from the clauses over 1 .. `variables`.

    `deadline` is a time of `time.monotonic()`.
    """
    checker = _Checker(variables, deadline)
    try:
        return checker.judge(clauses, proof)
    except TimeoutError:
        return Judgement("out of time")


class _Checker:
    """The clauses known to follow, and the literals known to be true.

    value: for each literal, 1 for true, -1 for false, 0 for unknown; negative literals index from the end.
    trail: the true literals in the order in which they were found; those before `head` have been propagated.
    """

    def __init__(self, variables: int, deadline: float) -> None:
        self.variables, self.deadline = variables, deadline
        self.value = [0] * (2 * variables + 1)
        self.watches: list[list[Clause]] = [[] for _ in range(2 * variables + 1)]
        self.stored: dict[tuple[int, ...], list[Clause]] = {}
        self.trail: list[int] = []
        self.head = 0
        self.steps = 0
        self.refuted = False

    def judge(self, clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> Judgement:
        for clause in clauses:
            self.look_at_clock()
            self.add(clause)
            if self.refuted:
                break
        number = 0
        for number, line in enumerate(proof, start=1):
            self.look_at_clock()
            wrong = self.take(line.rstrip("\r\n"))
            if wrong:
                return Judgement("rejected", f"line {number}: {wrong}")
        if self.refuted:
            return Judgement("accepted")
        return Judgement("rejected", f"its {number} lines do not derive the empty clause")

    def look_at_clock(self) -> None:
        self.steps += 1
        if self.steps % STEPS == 0 and time.monotonic() >= self.deadline:
            raise TimeoutError

    def take(self, line: str) -> str | None:
        """Carry out a line of the proof; return what is wrong with it, or None.

        After the empty clause, lines are only parsed.
        """
        read = LINE.fullmatch(line)
        if read is None:
            return f"expected literals and a 0 (after a `d` for a deletion), read {line[:40]!r}"
        clause = list(dict.fromkeys(map(int, read[2].split())))
        if strange := [literal for literal in clause if abs(literal) > self.variables]:
            return f"the formula has no variable {abs(strange[0])}: it has {self.variables}"
        if self.refuted:
            return None
        if read[1]:
            self.delete(clause)
        elif self.follows(clause):
            self.add(clause)
        else:
            return "the clause does not follow by unit propagation"
        return None

    def follows(self, clause: Sequence[int]) -> bool:
        """Return whether making all literals of the clause false leads to a contradiction."""
        known = len(self.trail)
        contradiction = any(not self.make_true(-literal) for literal in clause) or not self.propagate()
        for literal in self.trail[known:]:
            self.value[literal] = self.value[-literal] = 0
        del self.trail[known:]
        self.head = known
        return contradiction

    def make_true(self, literal: int) -> bool:
        """Record that a literal is true; return False if it is known to be false."""
        if self.value[literal] == 0:
            self.value[literal], self.value[-literal] = 1, -1
            self.trail.append(literal)
        return self.value[literal] > 0

    def add(self, literals: Sequence[int]) -> None:
        """Store a clause that is known to follow, and permanently record the literals that it makes true."""
        clause = sorted(set(literals))
        self.stored.setdefault(tuple(clause), []).append(clause)
        clause.sort(key=lambda literal: self.value[literal] < 0)  # false literals last
        free = sum(self.value[literal] >= 0 for literal in clause)
        if free >= 2:
            self.watches[clause[0]].append(clause)
            self.watches[clause[1]].append(clause)
        elif not clause or not self.make_true(clause[0]) or not self.propagate():
            self.refuted = True

    def delete(self, literals: Sequence[int]) -> None:
        """Forget a clause if it is stored; literals that it has made true stay true."""
        found = self.stored.get(tuple(sorted(literals)))
        if found:
            found.pop().clear()  # the watch lists drop it when they next meet it

    def propagate(self) -> bool:
        """Make true every literal that is the last free one of a clause; return False if a clause has none left."""
        while self.head < len(self.trail):
            self.look_at_clock()
            false = -self.trail[self.head]
            self.head += 1
            watching, self.watches[false] = self.watches[false], []
            if not self.visit(false, watching, self.watches[false]):
                return False
        return True

    def visit(self, false: int, watching: list[Clause], kept: list[Clause]) -> bool:
        """Find other literals to watch in the clauses that watch a false one; clauses without any go to `kept`.

        Return False if a clause has no free literal left.
        """
        value = self.value
        for place, clause in enumerate(watching):
            if not clause:
                continue  # deleted
            first = clause[0]
            if first == false:
                first = clause[0] = clause[1]
                clause[1] = false
            if value[first] > 0:
                kept.append(clause)
                continue
            for index, other in enumerate(clause):
                if index > 1 and value[other] >= 0:
                    clause[1], clause[index] = other, false
                    self.watches[other].append(clause)
                    break
            else:
                kept.append(clause)
                if value[first] < 0:
                    kept += watching[place + 1 :]
                    return False
                value[first], value[-first] = 1, -1
                self.trail.append(first)
        return True


Checked = Literal["verified", "refuted", "unknown"]


def opinions(formula: str, proof: str, deadline: float = inf) -> Iterator[tuple[str, Checked]]:
    """Yield the name of each available checker, and whether the proof (DRAT, text) refutes the formula (DIMACS, ASCII).

    The verdict is "unknown" if a checker fails or is not done at `deadline`, a time of `time.monotonic()`.
    """
    with TemporaryDirectory(prefix="tilewright-") as folder:
        paths = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        for path, text in zip(paths, (formula, proof), strict=True):
            path.write_text(text, encoding="ascii", newline="\n")
        for name, command in _checkers(*map(str, paths)):
            yield name, _ask(command, deadline)


def _checkers(formula: str, proof: str) -> Iterator[tuple[str, list[str]]]:
    if found := shutil.which("drat-trim"):  # drat-trim accepts options only after the files
        yield "drat-trim", [found, formula, proof, "-t", "1000000"]  # its own limit is 20,000 s; ours is the deadline
    if has_package("dratify"):
        yield "dratify", [sys.executable, "-m", "tilewright.exact_cover.proof_check", formula, proof]


def _ask(command: list[str], deadline: float) -> Checked:
    seconds = None if isinf(deadline) else max(0, deadline - time.monotonic())
    try:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "unknown"
    said = ran.stdout.splitlines()
    if "s VERIFIED" in said:
        return "verified"
    return "refuted" if "s NOT VERIFIED" in said else "unknown"


def main() -> None:
    """Run dratify in this process, which can be ended, and print what drat-trim would."""
    from dratify import check_proof, parse_dimacs

    formula, proof = (Path(name).read_text(encoding="ascii") for name in sys.argv[1:3])
    result = check_proof(parse_dimacs(formula), proof)
    print("s VERIFIED" if result.ok and result.reached_empty else "s NOT VERIFIED")


if __name__ == "__main__":
    main()
