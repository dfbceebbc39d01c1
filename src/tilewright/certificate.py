"""Certificates: files by which somebody else can check an answer, and their checking.

Three kinds, all text:

- *refutation* (impossible, unique): FILE is a DIMACS formula whose comments name the puzzle, the claim and what each
  variable stands for; FILE.drat is a DRAT proof that it has no model. For "unique" the one tiling is forbidden in it.
- *reason* (impossible): JSON of an argument that needs no search; it is checked by counting.
- *tilings* (a count): the ids of the placements of every tiling, a tiling a line, sorted, behind a JSON line with their
  number and SHA-256.

A check shares nothing with the search that found the answer: the formula is made anew from the puzzle and must be the
same to the letter, the proof is replayed by a foreign checker, tilings are tested by the puzzle's rules.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from tilewright.cover import drat
from tilewright.cover.check import BatchChecker
from tilewright.cover.encodings import AT_MOST_ONE, AtMostOne
from tilewright.cover.limit import Limit
from tilewright.cover.problem import Solution
from tilewright.cover.refute import Statement, refute, statement
from tilewright.cover.result import Count, Report
from tilewright.errors import LimitError, NotationError, quoted
from tilewright.explain.reason import Reason
from tilewright.explain.verify import reason_fault
from tilewright.formats import dimacs
from tilewright.puzzle import Shikaku
from tilewright.puzzle.check import faults
from tilewright.puzzle.compile import Compiled
from tilewright.solve import AnyPuzzle, TilingStream, count

HEAD = "tilewright 1 refutation"
BY_COUNTING = ("area", "region", "invariant")  # reasons whose certificate is the reason itself
MOST_LISTED = 1_000_000  # tilings of a certificate: some 100 bytes each
Claim = Literal["impossible", "unique"]
ProofState = Literal["checked", "unchecked"]  # by a program that is not the solver; or the limit came


@dataclass(frozen=True)
class ProofCheck:
    """Whether a certificate is good; `claim` is what it proves, `text` says by what, or what is wrong."""

    good: bool | None  # None: the checker ran out of time
    claim: str
    text: str


def proof_path(path: Path) -> Path:
    """Where the DRAT proof of a refutation lies."""
    return path.with_name(path.name + ".drat")


def write_refutation(compiled: Compiled, known: Sequence[Solution], path: Path, limit: Limit, report: Report) -> bool:
    """Search for a proof that there is no tiling but the known ones, and write it; False when the limit came first."""
    posed = statement(compiled.cover, known)
    proof = refute(posed, limit, report)
    if proof is None:
        return False
    path.write_text(_formula(compiled, known, posed), encoding="utf-8")
    proof_path(path).write_text("".join(f"{line}\n" for line in proof), encoding="ascii")
    return True


def _formula(compiled: Compiled, known: Sequence[Solution], posed: Statement) -> str:
    claim = "unique" if known else "impossible"
    notes = [HEAD, f"puzzle {compiled.puzzle.digest}", f"claim {claim}", f"at-most-one {posed.at_most_one}"]
    notes += ["tiling " + " ".join(_ids(compiled, solution)) for solution in known]
    return dimacs.dump(compiled, posed.encoded, notes, posed.cnf)


def _ids(compiled: Compiled, solution: Iterable[int]) -> list[str]:
    return sorted(compiled.placement(option).id for option in solution)


def write_reason(puzzle: AnyPuzzle, reason: Reason, path: Path) -> None:
    """The certificate of a reason that is checked by counting."""
    content = {"tilewright": 1, "certificate": "reason", "puzzle": puzzle.digest, "reason": asdict(reason)}
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def certify_count(
    puzzle: AnyPuzzle,
    path: Path,
    *,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
    report: Report | None = None,
) -> Count:
    """List all tilings and write their ids, sorted, with the hash of them all; `check_proof` re-checks the file.

    Nothing is written when the limit came first: then the count is "at least". LimitError beyond MOST_LISTED tilings.
    """
    stream = TilingStream(puzzle, engine=engine, limit=limit, threads=threads, report=report)
    names = [stream.compiled.placement(option).id for option in range(len(stream.compiled.cover.options))]
    lines: list[str] = []
    for batch in stream:
        lines += (" ".join(sorted(map(names.__getitem__, solution))) for solution in batch)
        if len(lines) > MOST_LISTED:
            raise LimitError(
                f"more than {MOST_LISTED:,} tilings: expected at most so many for a certificate, which lists them"
            )
    done = stream.report
    found = Count(
        len(lines), "at least", "none", False, done.ended or "stopped", done.engine, done.nodes, stream.clock.done()
    )
    if found.ended != "exhausted":
        return found
    lines.sort()
    head = {"tilewright": 1, "certificate": "tilings", "puzzle": puzzle.digest}
    head |= {"count": len(lines), "sha256": _hash(lines)}
    path.write_text("\n".join([json.dumps(head), *lines]) + "\n", encoding="utf-8")
    return replace(found, bound="exact")


def _hash(lines: Iterable[str]) -> str:
    total = hashlib.sha256()
    for line in lines:
        total.update(line.encode() + b"\n")
    return total.hexdigest()


def check_proof(puzzle: AnyPuzzle, path: Path, seconds: float | None = None) -> ProofCheck:
    """Whether the certificate in `path` is good and is of this puzzle; NotationError when it is no certificate."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{path}: expected a certificate, a text file") from None
    if text.startswith(f"c {HEAD}"):
        return _check_refutation(puzzle, path, text, seconds)
    first = text.split("\n", 1)[0]
    try:
        data: Any = json.loads(first if '"tilings"' in first else text)
        kind = data["certificate"]
        if data["puzzle"] != puzzle.digest:
            return ProofCheck(False, "", f"it is of another puzzle, {data['puzzle']}: expected {puzzle.digest}")
        if kind == "reason":
            return _check_reason(puzzle, _reason(data["reason"]))
        if kind == "tilings":
            return _check_tilings(puzzle, data["count"], data["sha256"], text.splitlines()[1:], seconds)
    except (ValueError, KeyError, TypeError):
        pass
    raise NotationError(
        f"{path}: {quoted(first)}: expected a certificate as `verdict --proof` or `count --proof` writes it"
    )


def _check_refutation(puzzle: AnyPuzzle, path: Path, text: str, seconds: float | None) -> ProofCheck:
    notes = [line[2:] for line in text.split("\np cnf", 1)[0].splitlines() if line.startswith("c ")]
    named = dict(line.split(" ", 1) for line in notes[:4] if " " in line)
    claim, how = named.get("claim", ""), named.get("at-most-one", "")
    if named.get("puzzle") != puzzle.digest:
        return ProofCheck(False, claim, f"it is of another puzzle, {named.get('puzzle')}: expected {puzzle.digest}")
    if claim not in ("impossible", "unique") or how not in AT_MOST_ONE:
        raise NotationError(
            f"{path}: expected lines `c claim impossible` or `unique`, and `c at-most-one` with its encoding"
        )
    compiled = puzzle.compile()
    known = _known(compiled, [line.split()[1:] for line in notes if line.startswith("tiling ")])
    if isinstance(known, str):
        return ProofCheck(False, claim, known)
    if len(known) != (claim == "unique"):
        return ProofCheck(False, claim, f"it forbids {len(known)} tilings: expected {int(claim == 'unique')}")
    encoding: AtMostOne = next(name for name in AT_MOST_ONE if name == how)
    if text != _formula(compiled, known, statement(compiled.cover, known, encoding)):
        return ProofCheck(False, claim, "the formula is not that of the puzzle")
    if not proof_path(path).exists():
        return ProofCheck(False, claim, f"the proof {proof_path(path).name} is missing")
    answer, checker = drat.check(path, proof_path(path), seconds)
    if answer == "unknown":
        return ProofCheck(None, claim, f"{checker} was not done in time")
    return ProofCheck(
        answer == "verified", claim, f"{checker} {'accepts' if answer == 'verified' else 'rejects'} the proof"
    )


def _known(compiled: Compiled, tilings: list[list[str]]) -> list[Solution] | str:
    """The tilings as solutions, or what is wrong with them."""
    option_of = {compiled.placement(option).id: option for option in range(len(compiled.cover.options))}
    found = []
    for ids in tilings:
        if strange := [name for name in ids if name not in option_of]:
            return f"the puzzle has no placement {strange[0]}"
        solution = tuple(sorted(option_of[name] for name in ids))
        if wrong := faults(compiled.puzzle, compiled.tiling(solution).placements):
            return f"the tiling it forbids is none: {wrong[0].text}"
        found.append(solution)
    return found


def _reason(data: dict[str, Any]) -> Reason:
    def pairs(rows: list[list[Any]]) -> tuple[tuple[Any, int], ...]:
        return tuple((tuple(key) if isinstance(key, list) else str(key), int(value)) for key, value in rows)

    atoms = tuple(tuple(atom) for atom in data["atoms"])
    return Reason(data["kind"], data["text"], atoms, data["modulus"], pairs(data["weights"]), pairs(data["pieces"]))


def _check_reason(puzzle: AnyPuzzle, reason: Reason) -> ProofCheck:
    wrong = reason_fault(puzzle, reason)
    modulo = f", weights modulo {reason.modulus}" if reason.modulus else ""
    # Not its sentence, which is the writer's own and nobody has checked.
    return ProofCheck(wrong is None, "impossible", wrong or f"counted by hand ({reason.kind}{modulo})")


def _check_tilings(puzzle: AnyPuzzle, number: int, digest: str, lines: list[str], seconds: float | None) -> ProofCheck:
    claim = f"count {number}"
    if len(lines) != number or _hash(lines) != digest:
        return ProofCheck(False, claim, "the list and its number or hash differ")
    if any(a >= b for a, b in pairwise(lines)):
        return ProofCheck(False, claim, "the list is not sorted, or holds a tiling twice")
    compiled = puzzle.compile()
    option_of = {compiled.placement(option).id: option for option in range(len(compiled.cover.options))}
    try:
        solutions = [tuple(option_of[name] for name in line.split()) for line in lines]
    except KeyError as strange:
        return ProofCheck(False, claim, f"the puzzle has no placement {strange}")
    if solutions and (wrong := BatchChecker(compiled.cover).wrong(solutions)):
        return ProofCheck(False, claim, f"line {wrong[0] + 2} is no tiling")
    again = count(puzzle, limit=Limit(seconds=seconds))
    if again.bound != "exact":
        return ProofCheck(None, claim, "all are tilings; whether they are all was not counted again in time")
    good = again.value == number
    return ProofCheck(good, claim, f"all are tilings, and counting again gives {again.value}")


def checkable(puzzle: AnyPuzzle, reason: Reason | None) -> bool:
    """Whether the certificate of a reason is the reason itself."""
    kinds = ("area",) if isinstance(puzzle, Shikaku) else BY_COUNTING
    return reason is not None and reason.kind in kinds
