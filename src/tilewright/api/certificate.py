"""Write and check certificates: files with which anybody can verify an answer.

- *refutation* (impossible, unique): FILE is a DIMACS formula that says the puzzle has a tiling (for "unique", another
  tiling than the one that its comments give). FILE.drat is CaDiCaL's proof that the formula has no model.
- *reason* (impossible): JSON with an argument that needs no search. It is checked by counting.
- *states* (a count of a puzzle or of a cover): the states of a sweep, each with its number of completions
  (`explain/count_states.py`).
- *tilings* (a count with too many states): a JSON line with the number of tilings and their SHA-256, then one line for
  each tiling with the ids of its placements. The lines are sorted.

A check shares no code with the search that found the answer, and it trusts no statement of the file. It builds
the formula again from the puzzle and requires the same text. Every step of the proof must follow by unit
propagation (`exact_cover/proof_check.py`), and no other installed checker may disagree. Reasons are counted
again, and tilings are tested by the rules of the puzzle. CaDiCaL's techniques that would need more than unit
propagation only delete clauses; they are switched off.

To add a kind of certificate, add an entry to `FORMS`.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tilewright.api.count import count
from tilewright.api.solve import tilings
from tilewright.errors import InternalError, LimitError, NotationError, OutOfTimeError, quote
from tilewright.exact_cover import proof_check
from tilewright.exact_cover.engines.sat import SatSolver
from tilewright.exact_cover.frontier_count import cover_digest
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.exact_cover.outcome import Count, Ended
from tilewright.exact_cover.problem import UNLIMITED, BatchChecker, ExactCover, Solution
from tilewright.explain.checkers import count_fault, cover_count_fault
from tilewright.explain.count_states import CountStates, narrow_order
from tilewright.files import check_writable, write_all
from tilewright.formats import certificate as form
from tilewright.formats.certificate import ProofCheck, ReasonHead, StatesHead, TilingsHead, escape_id
from tilewright.formats.model import dump_formula
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.rules import Reason
from tilewright.puzzle.tilings import Tilings
from tilewright.system import digits

if TYPE_CHECKING:
    from tilewright.exact_cover.formula import AtMostOne, Cnf, Encoded

MOST_LISTED = 1_000_000  # tilings in a certificate, about 100 bytes each
ProofState = Literal[
    "checked", "unchecked"
]  # "checked" by a program other than the solver; "unchecked" if the limit came first


@dataclass(frozen=True)
class Certificate:
    """The text of a certificate and, for a refutation, of the proof beside it."""

    content: str
    proof: str | None = None

    def write(self, puzzle: Puzzle, path: Path, seconds: float | None = None) -> ProofState:
        """Check the certificate and write its files: all of them or none.

        Raises InternalError, and writes no file, if the check refuses the certificate.
        """
        proof = None if self.proof is None else self.proof.encode()
        checked = check_certificate(puzzle, self.content.encode(), proof, Deadline(Limit(seconds=seconds)))
        if checked.good is False:
            raise InternalError(f"the certificate is refused: {checked.text}")
        files: dict[Path, str | bytes] = {path: self.content}
        write_all(files if self.proof is None else {**files, proof_path(path): self.proof})
        return "checked" if checked.good else "unchecked"


def check_writable_proof(path: Path) -> None:
    """Raise NotationError if a certificate cannot be written to `path`; to be called before a long search."""
    for file in (path, proof_path(path)):
        check_writable(file, forcible=False)


def reason_certificate(puzzle: Puzzle, reason: Reason) -> Certificate:
    """Return the certificate of a reason that is checked by counting."""
    modulus = reason.modulus or 0
    body = {
        "kind": reason.kind,
        "atoms": reason.atoms,
        "modulus": reason.modulus,
        "weights": [(atom, weight % modulus) for atom, weight in reason.weights] if modulus else [],
        "pieces": [(name, weight % modulus) for name, weight in reason.pieces] if modulus else [],
    }
    return Certificate(_head(puzzle.digest, "reason", reason=body) + "\n")


def _head(digest: str, kind: str, **fields: object) -> str:
    return json.dumps({"tilewright": 1, "certificate": kind, "puzzle": digest, **fields})


def cover_of_board(compiled: Compiled, axes: Sequence[int]) -> tuple[ExactCover, list[int]]:
    """Return the cover of a compiled puzzle and an order of its items: atoms by these coordinates, then the others.

    Pinned atoms must be covered. Items that only mark pinned placements, and items that count copies without a
    bound beyond the pinned ones, lose their bounds.
    """
    cover, atoms = compiled.cover, compiled.atoms
    pins = {atom for pin in compiled.puzzle.pinned_placements for atom in pin.atoms}
    pinned = Counter(compiled.meanings[option][0] for option in compiled.pins)
    counted = {
        item for item, owner in compiled.item_owners.items() if compiled.owner_copies(owner) != (pinned[owner], None)
    }
    colored = {item for item, color in zip(cover.options.flat, cover.colors, strict=bool(cover.colors)) if color}
    lo, hi = list(cover.lo), list(cover.upper)
    for item in range(len(lo)):
        if item < len(atoms):
            lo[item] = max(lo[item], int(atoms[item] in pins))
        elif item not in counted and item not in colored:
            lo[item], hi[item] = 0, UNLIMITED
    order = sorted(range(len(atoms)), key=lambda item: [atoms[item][axis] for axis in axes])
    return cover.replace(lo=lo, hi=hi), [*order, *range(len(atoms), len(lo))]


def sorted_axes(compiled: Compiled) -> list[int]:
    """Return the coordinates by which atoms are sorted, the longest side first, which keeps the frontier short."""
    extent = compiled.puzzle.board.extent
    sides = sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis))
    return [*sides, *range(len(sides), len(compiled.atoms[0]))]


def certify_states(puzzle: Puzzle, value: int, path: Path, seconds: float | None = None) -> ProofState:
    """Write the states of a sweep over the board with their numbers, which prove the count, after checking them.

    Returns whether the check finished in time. Raises LimitError when there are too many states and
    OutOfTimeError when the time ends before all are known; no file is written then.
    """
    check_writable(path, forcible=False)
    if not puzzle.board.atoms:
        raise LimitError("a board without cells has no states")
    deadline = Deadline(Limit(seconds=seconds))
    compiled = puzzle.compile(deadline=deadline)
    if compiled.without_constraints().cover.size != compiled.cover.size:
        raise LimitError(
            "the puzzle has constraints on several placements, which a certificate of states cannot express"
        )
    axes = sorted_axes(compiled)
    states = CountStates(*cover_of_board(compiled, axes), deadline)
    return Certificate(_states_text(puzzle.digest, states, axes, value)).write(puzzle, path, _seconds_left(deadline))


def _seconds_left(deadline: Deadline) -> float | None:
    return None if isinf(deadline.left) else max(0, deadline.left)


def _states_text(digest: str, states: CountStates, order: Sequence[int], value: int) -> str:
    if states.value != value:
        raise InternalError(f"the states add up to {digits(states.value)}, counted were {digits(value)}")
    head = _head(digest, "states", version=2, count=str(value), order=order)
    text = "".join(f"{line}\n" for line in (head, *states.lines()))
    if len(text) > form.MOST_BYTES:
        raise LimitError(f"its states take {len(text):,} bytes: expected at most {form.MOST_BYTES:,}")
    return text


def certify_count(
    puzzle: Puzzle,
    path: Path,
    *,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
) -> tuple[Count, ProofState | None]:
    """List all tilings and write their ids, sorted and with a common hash, after checking them.

    Nothing is written when the limit came first; the count is then a lower bound. Raises LimitError beyond
    MOST_LISTED tilings.
    """
    check_writable(path, forcible=False)
    stream = tilings(puzzle, engine=engine, limit=limit, threads=threads)
    writer = _LineWriter(puzzle, stream.deadline)
    lines: list[str] = []
    late: Ended | None = None
    try:
        for batch in stream.batches():
            lines += writer.lines(batch)
            if len(lines) > MOST_LISTED:
                raise LimitError(
                    f"more than {MOST_LISTED:,} tilings: expected fewer for a certificate, which lists them"
                )
    except OutOfTimeError as error:
        late = error.ended
    done = stream.outcome
    found = Count(
        value=len(lines),
        bound="at least",
        ended=late or done.ended,
        engine=done.engine,
        nodes=done.nodes,
        times=stream.clock.times(),
    )
    if found.ended != "exhausted":
        return found, None
    body = "".join(f"{line}\n" for line in sorted(lines))
    head = _head(puzzle.digest, "tilings", count=len(lines), sha256=hashlib.sha256(body.encode()).hexdigest())
    left = _seconds_left(stream.deadline)
    return replace(found, bound="exact"), Certificate(f"{head}\n{body}").write(puzzle, path, left)


class _LineWriter:
    """Writes tilings as lines of placement names.

    The names are those of the cover, because a search without a cover may name identical pieces differently.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        self.puzzle, self.deadline = puzzle, deadline
        self.tokens: list[str] = []
        self.tokens_at: dict[tuple[str, object], str] = {}  # the key is the name of a piece and what it covers

    def lines(self, batch: Sequence[Tiling]) -> Iterator[str]:
        """Return a line for each tiling.

        Raises OutOfTimeError if the deadline comes before a cover that is needed is built.
        """
        if isinstance(batch, Tilings):
            self.tokens = self.tokens or _tokens(batch.compiled)
            return (" ".join(sorted(map(self.tokens.__getitem__, solution))) for solution in batch.solutions)
        if not self.tokens_at:
            self.tokens_at = _tokens_at(self.puzzle.compile(deadline=self.deadline))
        return (
            " ".join(sorted(self.tokens_at[each.piece, each.place] for each in tiling.placements)) for tiling in batch
        )


def _tokens(compiled: Compiled) -> list[str]:
    return [escape_id(compiled.placement(option).id) for option in range(len(compiled.cover.options))]


def _tokens_at(compiled: Compiled) -> dict[tuple[str, object], str]:
    """Return the token of each placement by its place and any name of its owner."""
    found: dict[tuple[str, object], str] = {}
    for option, token in enumerate(_tokens(compiled)):
        owner, place = compiled.meanings[option][0], compiled.place_of(option)
        found.update(((name, place), token) for name in compiled.owner_names(owner))
    return found


def check_proof(puzzle: Puzzle, path: Path, limit: Limit | float | None = None) -> ProofCheck:
    """Check that the certificate in `path` is valid and belongs to this puzzle.

    Raises NotationError if the file is not a certificate.

    >>> from tempfile import TemporaryDirectory
    >>> from tilewright import load, verdict
    >>> puzzle = load("dominoes*@3x3")
    >>> with TemporaryDirectory() as folder:
    ...     found = verdict(puzzle, proof=Path(folder, "proof"))
    ...     check_proof(puzzle, Path(folder, "proof")).claim
    'impossible'
    """
    deadline = Deadline(Limit(seconds=as_limit(limit).seconds))
    content = form.read_certificate(path)
    beside = proof_path(path)
    proof = form.read_file(beside) if content.startswith(form.REFUTATION) and beside.exists() else None
    try:
        return check_certificate(puzzle, content, proof, deadline)
    except NotationError as error:
        raise NotationError(f"{form.name_of(path)}: {error}") from None


def check_certificate(puzzle: Puzzle, content: bytes, proof: bytes | None, deadline: Deadline) -> ProofCheck:
    """Check that a certificate, with the proof that was beside it, is valid and belongs to this puzzle.

    Raises NotationError if the content is no certificate.
    """
    try:
        if content.startswith(form.REFUTATION):
            return check_refutation(puzzle, content, proof, deadline)
        head, body = form.split(content)
        kind = form.certificate_type(head)
        if kind not in FORMS:
            raise NotationError(f"certificate {quote(kind)}: expected one of {', '.join(FORMS)}")
        schema, check = FORMS[kind]
        parsed = form.parse(head, schema)
        if parsed.puzzle != puzzle.digest:
            return other_puzzle(puzzle, parsed.puzzle)
        return check(puzzle, parsed, body, deadline)
    except OutOfTimeError:
        return ProofCheck(None, "", "it was not checked in time")


def _check_reason(puzzle: Puzzle, head: ReasonHead, body: bytes, deadline: Deadline) -> ProofCheck:
    if body.strip():
        raise NotationError("lines after the reason: expected none")
    told = head.reason
    reason = Reason(told.kind, "", told.atoms, told.modulus, told.weights, told.pieces)
    wrong = puzzle.checkers.reason_fault(reason, deadline)
    modulo = f", weights modulo {reason.modulus}" if reason.modulus else ""
    return ProofCheck(wrong is None, "impossible", wrong or f"counted by hand ({reason.kind}{modulo})")


def _check_states(puzzle: Puzzle, head: StatesHead, body: bytes, deadline: Deadline) -> ProofCheck:
    if not puzzle.board.atoms:
        return ProofCheck(False, f"count {head.count}", "a board without cells has no states")
    return _added_up(head.count, lambda: count_fault(puzzle, int(head.count), head.order, BytesIO(body), deadline))


def _added_up(count: str, find_fault: Callable[[], str | None]) -> ProofCheck:
    claim = f"count {count}"
    try:
        wrong = find_fault()
    except OutOfTimeError:
        return ProofCheck(None, claim, "it was not checked in time")
    return ProofCheck(wrong is None, claim, wrong or "the numbers of all states were added up again")


def _check_tilings(puzzle: Puzzle, head: TilingsHead, body: bytes, deadline: Deadline) -> ProofCheck:
    claim = f"count {head.count}"
    if body.count(b"\n") != head.count or hashlib.sha256(body).hexdigest() != head.sha256:
        return ProofCheck(False, claim, "the list and its number or hash differ")
    lines = body.decode("ascii", "replace").split("\n")
    if lines.pop() or any(a >= b for a, b in pairwise(lines)):
        return ProofCheck(False, claim, "the list is not sorted, holds a tiling twice, or has a line without an end")
    compiled = puzzle.compile(deadline=deadline)
    option_of = {name: option for option, name in enumerate(_tokens(compiled))}
    try:
        solutions = [_solution(option_of, line) for line in deadline.watch(lines)]
    except NotationError as error:
        return ProofCheck(False, claim, str(error))
    if solutions and (wrong := BatchChecker(compiled.cover).wrong(solutions)):
        return ProofCheck(False, claim, f"line {wrong[0] + 2} is not a tiling")
    again = count(puzzle, limit=replace(deadline.limit, seconds=_seconds_left(deadline)))
    if again.bound != "exact":
        return ProofCheck(None, claim, "all are tilings; whether they are all was not counted again in time")
    good = again.value == head.count
    told = f"all are tilings, and counting again gives {digits(again.value)}"
    return ProofCheck(good, claim, told + (" (that none is missing rests on that count of ours)" if good else ""))


def _solution(option_of: dict[str, int], line: str) -> Solution:
    """Return the options that a line names, which must be sorted, so that no tiling can appear on two lines."""
    names = line.split(" ") if line else []
    solution = _options(option_of, names)
    if any(a >= b for a, b in pairwise(names)):
        raise NotationError(f"{quote(line)}: the placements are not sorted, or one stands twice")
    return solution


def _options(option_of: dict[str, int], names: Sequence[str]) -> Solution:
    if strange := [name for name in names if name not in option_of]:
        raise NotationError(f"the puzzle has no placement {quote(strange[0])}")
    return tuple(option_of[name] for name in names)


def checkable(puzzle: Puzzle, reason: Reason | None) -> bool:
    """Return whether the certificate of a reason is the reason itself."""
    return reason is not None and reason.kind in puzzle.checkers.checkable_reasons()


# For each kind: the type of its head and its checker, called as (puzzle, head, the lines after it, deadline).
Check = Callable[[Puzzle, Any, bytes, Deadline], ProofCheck]
FORMS: dict[str, tuple[type[form.Head], Check]] = {
    "reason": (ReasonHead, _check_reason),
    "states": (StatesHead, _check_states),
    "tilings": (TilingsHead, _check_tilings),
}


def certify_cover(cover: ExactCover, value: int, path: Path, deadline: Deadline) -> bool:
    """Write the states that prove a count; return whether adding them up again finished in time.

    Raises LimitError, and writes no file, when there are too many states; OutOfTimeError when the deadline
    comes before all are known.
    """
    check_writable(path, forcible=False)
    order = narrow_order(cover, deadline)
    text = _states_text(cover_digest(cover), CountStates(cover, order, deadline), order, value)
    checked = check_cover_certificate(cover, text.encode(), deadline)
    if checked.good is False:
        raise InternalError(f"the certificate is refused: {checked.text}")
    write_all({path: text})
    return checked.good is True


def check_cover_proof(cover: ExactCover, path: Path, deadline: Deadline) -> ProofCheck:
    """Check that the certificate in `path` proves a count of this cover.

    Raises NotationError if the file is no such certificate.
    """
    content = form.read_certificate(path)
    try:
        return check_cover_certificate(cover, content, deadline)
    except NotationError as error:
        raise NotationError(f"{form.name_of(path)}: {error}") from None


def check_cover_certificate(cover: ExactCover, content: bytes, deadline: Deadline) -> ProofCheck:
    """Check that the content of a file proves a count of this cover; raise NotationError if it is no such certificate.

    >>> cover = ExactCover.of([(0,), (0,)], primary=1)
    >>> head = _head(cover_digest(cover), "states", version=2, count="2", order=[0])
    >>> check_cover_certificate(cover, f"{head}\\n@0\\n0 2\\n".encode(), Deadline()).good
    True
    """
    head, body = form.split(content)
    if (kind := form.certificate_type(head)) != "states":
        raise NotationError(f"certificate {quote(kind)}: expected states, as `cover --count --proof` writes them")
    parsed = form.parse(head, StatesHead)
    if parsed.puzzle != cover_digest(cover):
        return ProofCheck(False, f"count {parsed.count}", "it is of another cover")
    return _added_up(
        parsed.count, lambda: cover_count_fault(cover, int(parsed.count), parsed.order, BytesIO(body), deadline)
    )


PAIRWISE = 50_000  # literals: a formula up to this size needs no helper variables, so that a person can read it


@dataclass(frozen=True)
class Statement:
    """A formula that has no model iff the cover has no solution except the known ones."""

    encoded: Encoded
    at_most_one: AtMostOne
    cnf: Cnf


def statement(cover: ExactCover, known: Sequence[Solution]) -> Statement:
    """Return the formula of the cover with the known solutions forbidden.

    At-most-one constraints are encoded pairwise if that is small, else as a product.
    """
    from tilewright.exact_cover.formula import encode

    at_most_one: AtMostOne = "pairwise" if _pairs(cover) <= PAIRWISE else "product"
    encoded = encode(cover, at_most_one=at_most_one)
    return Statement(encoded, at_most_one, encoded.cnf.with_clauses(encoded.no_good(solution) for solution in known))


def _pairs(cover: ExactCover) -> int:
    return sum(size * (size - 1) for size in Counter(cover.options.flat).values())


def refute(statement: Statement, deadline: Deadline) -> list[str] | None:
    """Return the lines of a proof that ends with the empty clause; None if the formula has a model.

    Raises OutOfTimeError when the limit comes first.
    """
    with SatSolver(statement.cnf, deadline, proof=True) as solver:
        if solver.next() is not None:
            return None
        lines = solver.proof()
        return lines if lines[-1:] == ["0"] else [*lines, "0"]


HEAD = form.REFUTATION.decode().strip().removeprefix("c ")
NOTES = re.compile(
    rf"c {HEAD}\nc puzzle (?P<puzzle>\S{{1,200}})\nc claim (?P<claim>impossible|unique)\nc at-most-one [a-z]{{1,20}}\n"
    r"(?:c tiling(?P<tiling>(?: [!-~]+)*)\n)?"
)


def proof_path(path: Path) -> Path:
    """Return the path of the proof that belongs to a refutation."""
    return path.with_name(path.name + ".drat")


def refutation_certificate(compiled: Compiled, known: Sequence[Solution], deadline: Deadline) -> Certificate | None:
    """Search for a proof that there is no tiling except the known ones; return None if there is another.

    Raises OutOfTimeError when the limit comes first.
    """
    goal = statement(compiled.cover, known)
    if 2 * goal.cnf.size[2] > form.MOST_BYTES:
        raise LimitError(
            f"the formula has {goal.cnf.size[2]:,} literals: expected at most {form.MOST_BYTES // 2:,} in a certificate"
        )
    proof = refute(goal, deadline)
    if proof is None:
        return None
    return Certificate(_formula(compiled, known, goal), "".join(f"{line}\n" for line in proof))


def _formula(compiled: Compiled, known: Sequence[Solution], goal: Statement) -> str:
    claim = "unique" if known else "impossible"
    notes = [HEAD, f"puzzle {compiled.puzzle.digest}", f"claim {claim}", f"at-most-one {goal.at_most_one}"]
    for solution in known:
        notes.append(" ".join(["tiling", *sorted(escape_id(compiled.placement(option).id) for option in solution)]))
    return dump_formula(compiled, goal.encoded, notes, goal.cnf)


def check_refutation(puzzle: Puzzle, formula: bytes, proof: bytes | None, deadline: Deadline) -> ProofCheck:
    """Check that the formula is that of the puzzle and that the proof refutes it.

    Raises NotationError if the text is no refutation, and OutOfTimeError when the deadline comes before the
    proof is read.
    """
    try:
        text = formula.decode("ascii")
    except UnicodeDecodeError:
        raise NotationError("expected a formula in ASCII") from None
    notes = NOTES.match(text)
    if notes is None:
        raise NotationError(
            "expected lines `c puzzle`, `c claim impossible` or `unique`, `c at-most-one`, as `verdict --proof` writes them"
        )
    claim, tiling = notes["claim"], notes["tiling"]
    if notes["puzzle"] != puzzle.digest:
        return other_puzzle(puzzle, notes["puzzle"], claim)
    if (tiling is not None) != (claim == "unique"):
        return ProofCheck(False, claim, f"it forbids {int(tiling is not None)} tilings: expected {int(tiling is None)}")
    puzzle.checkers.require_search_certificate()
    compiled = puzzle.compile(deadline=deadline)
    try:
        known = [] if tiling is None else [_known(compiled, tiling.split())]
    except NotationError as error:
        return ProofCheck(False, claim, str(error))
    deadline.check()
    goal = statement(compiled.cover, known)
    if 2 * goal.cnf.size[2] > len(text) or text != _formula(compiled, known, goal):
        return ProofCheck(False, claim, "the formula is not that of the puzzle")
    if proof is None:
        return ProofCheck(False, claim, "the proof, a file of the same name and `.drat`, is missing")
    return _judge(goal, claim, proof, deadline)


def other_puzzle(puzzle: Puzzle, named: str, claim: str = "") -> ProofCheck:
    """Return the result for a certificate that names another puzzle."""
    return ProofCheck(False, claim, f"it is of another puzzle, {quote(named)}: expected {puzzle.digest}")


def _known(compiled: Compiled, tokens: list[str]) -> Solution:
    """Return the known tiling; raise NotationError if the tokens name no tiling."""
    solution = tuple(sorted(_options({name: option for option, name in enumerate(_tokens(compiled))}, tokens)))
    if wrong := faults(compiled.puzzle, compiled.tiling(solution).placements):
        raise NotationError(f"the tiling it forbids is none: {wrong[0].text}")
    return solution


def _judge(goal: Statement, claim: str, proof: bytes, deadline: Deadline) -> ProofCheck:
    """Check the proof with our own checker, which decides; other installed checkers must not disagree."""
    try:
        text = proof.decode("ascii")
    except UnicodeDecodeError:
        return ProofCheck(False, claim, "the proof is not ASCII text")
    end, lines = time.monotonic() + deadline.left, text.split("\n")
    ours = proof_check.check(goal.cnf.variables, goal.cnf.clauses(), lines[: None if lines[-1] else -1], end)
    if ours.answer == "out of time":
        return ProofCheck(None, claim, "our checker was not done in time")
    if ours.answer == "rejected":
        return ProofCheck(False, claim, f"our checker rejects the proof: {ours.text}")
    agree = ["our checker"]
    silent: list[str] = []
    for name, answer in proof_check.opinions(goal.cnf.dimacs(), text, end):
        if answer == "refuted":
            return ProofCheck(False, claim, f"our checker accepts the proof and {name} rejects it: not accepted")
        (agree if answer == "verified" else silent).append(name)
    late = f"; not done in time: {', '.join(silent)}" if silent else ""
    return ProofCheck(True, claim, f"{' and '.join(agree)} accept{'s' * (len(agree) == 1)} the proof{late}")
