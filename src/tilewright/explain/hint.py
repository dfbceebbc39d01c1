"""The next step from a position and why: the easiest technique that shows where something must lie, or where it cannot.

Whether a completion exists is found out first, as far as the budget allows, so that a wrong move is not built upon. No
step is taken from a completion that a search has found, except where no technique helps: then the technique is
"search", and the step is in every solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from tilewright.cover.limits import Deadline, Ended, Limit, Report, as_limit
from tilewright.errors import NotationError, OutOfTimeError, check_placements, check_puzzle, quote
from tilewright.explain import techniques
from tilewright.explain.position import Position, StepDeadline, Table, bits, find_completion
from tilewright.explain.reasons import why_areas_differ, why_impossible
from tilewright.explain.techniques import (
    FORCED,
    SEARCH,
    TIERS,
    Finding,
    Tier,
    apply_all,
    apply_easiest,
    forced_name,
    initial_position,
)
from tilewright.lattice import Atom
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import Reason, faults
from tilewright.render.canvas import escape

Kind = Literal["place", "rule out", "wrong", "impossible", "done", "free", "none"]


@dataclass(frozen=True)
class Hint:
    """One step.

    kind:       place (it is in every solution), rule out (it is in none), wrong (a move that is), impossible (the
                puzzle itself), done, free (nothing is forced: every placement that fits is in some solution), none
                (the budget was used up before a step was found).
    placements: what to place, what is ruled out, or which move is wrong.
    atoms:      where the reason is.
    pieces:     names of the pieces or clues that the reason is about.
    ended:      "limit" or "stopped" when the step is the best that was found until then; an easier one may exist.
    position:   what lay there before the step.

    >>> from tilewright import hint, load
    >>> step = hint(load("V@3x3-r1c1,r1c2,r2c1,r2c2"))
    >>> step.kind, step.placements[0].piece
    ('place', 'V')
    """

    kind: Kind
    technique: str
    tier: Tier
    text: str
    placements: tuple[Placement, ...] = ()
    atoms: tuple[Atom, ...] = ()
    ended: Ended = "exhausted"
    pieces: tuple[str, ...] = ()
    position: Tiling | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        what = " ".join((self.kind, *(placement.id for placement in self.placements)))
        return f"<Hint: {what}{f' ({self.technique})' if self.technique else ''}>"

    def _repr_svg_(self) -> str | None:
        from tilewright.render.svg import step_svg  # drawing, for notebooks alone

        if self.position is None:
            return None
        return step_svg(self.position, self.placements, self.kind == "place", self.atoms)

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text)}</p>{self._repr_svg_() or ''}"


def next_step(position: Position) -> Hint:
    """The easiest step from a position that is not solved; the best one found so far when the deadline comes."""
    eliminations: list[tuple[Tier, Finding]] = []
    try:
        return _easiest(position, eliminations)
    except OutOfTimeError as end:
        ended: Ended = end.ended
        if eliminations:
            return replace(_first(position.table, eliminations), ended=ended)
        return no_step_hint(position.table.deadline)


def no_step_hint(deadline: Deadline) -> Hint:
    """Return the hint that the budget did not suffice for any step."""
    seconds, nodes = deadline.limit.seconds, deadline.limit.nodes
    if deadline.report.stop:
        return Hint("none", "", FORCED, "Stopped before a step was found.", ended="stopped")
    within = "the limit"
    if seconds is not None and (nodes is None or deadline.report.seconds >= seconds):
        within = f"{round(seconds, 1 if seconds >= 1 else 3):g} s"
    return Hint("none", "", FORCED, f"No easy step found in {within}.", ended="limit")


def _easiest(position: Position, eliminations: list[tuple[Tier, Finding]]) -> Hint:
    """The easiest step; `eliminations` collects what is ruled out on the way, easiest first."""
    forced = _forced(position, position.open)
    if forced is not None:
        item, option = forced
        name = forced_name(position.table, item)
        return place_hint(
            position.table, name, FORCED, techniques.forced_clause(position.table, item, option, name), option, [item]
        )
    for tier in TIERS[1:]:
        for _, level, technique in position.table.compiled.puzzle.hints.techniques():
            if level == tier:
                findings = []
                for finding in technique(position):
                    findings.append(finding)
                    eliminations.append((tier, finding))
                if (found := _one_step(position, tier, findings)) is not None:
                    return found
        if eliminations and (found := _in_turn(position, tier)) is not None:
            return found
    return _first(position.table, eliminations) if eliminations else _by_search(position)


def _first(table: Table, eliminations: Sequence[tuple[Tier, Finding]]) -> Hint:
    tier, finding = eliminations[0]
    return rule_out_hint(table, finding.technique, tier, techniques.reason_clause(table, finding), finding)


def _in_turn(position: Position, tier: Tier) -> Hint | None:
    """What is forced after the techniques up to a tier have ruled out what they can, in several turns."""
    table = position.table
    trial = position.copy()
    names: dict[str, Tier] = {}
    while applied := apply_easiest(trial, tier):
        names[applied[0]] = applied[1]
        if (forced := _forced(trial, trial.open)) is not None:
            item, option = forced
            fallen = (position.alive & ~trial.alive).bit_count()
            why = f"{fallen} placements fall one after the other ({' and '.join(names)}); then "
            text = why + techniques.forced_clause(table, item, option, forced_name(table, item))
            hardest = max(names, key=lambda name: TIERS.index(names[name]))
            return place_hint(table, hardest, names[hardest], text, option, [item])
    return None


def _one_step(position: Position, tier: Tier, findings: Sequence[Finding]) -> Hint | None:
    """What one finding forces; if no single one does, what all of them together force."""
    table = position.table
    together = 0
    for finding in findings:
        position.table.deadline.check()
        together |= finding.ruled_out
        if (found := _forced_without(position, finding.ruled_out)) is not None:
            item, option = found
            text = f"{techniques.reason_clause(table, finding)}; so {techniques.forced_clause(table, item, option, forced_name(table, item))}"
            return place_hint(table, finding.technique, tier, text, option, [*finding.items, item])
    if (found := _forced_without(position, together)) is None:
        return None
    item, option = found
    others = table.covering[item] & together & position.alive
    reasons = [finding for finding in findings if finding.ruled_out & others]
    text = (
        f"{techniques.item_name(table, item)} can only be covered by {techniques.option_name(table, option)}, for "
        + ", and ".join(
            techniques.reason_clause(table, Finding(f.technique, f.ruled_out & others, f.items)) for f in reasons[:3]
        )
    )
    return place_hint(table, reasons[0].technique, tier, text, option, [i for f in reasons for i in f.items] + [item])


def _forced_without(position: Position, ruled_out: int) -> tuple[int, int] | None:
    cover = position.table.cover
    touched = {item for option in bits(ruled_out & position.alive) for item in cover.options[option]}
    trial = position.copy()
    trial.rule_out(ruled_out)
    return _forced(trial, touched & position.open)


def _forced(position: Position, items: Iterable[int]) -> tuple[int, int] | None:
    """(item, its only choice), pieces and clues before other cells."""
    watched = position.table.deadline.watch(sorted(items))
    found = [item for item in watched if position.choices(item).bit_count() == position.missing[item]]
    if not found:
        return None
    item = min(found, key=lambda item: forced_name(position.table, item) == "forced cell")
    return item, next(bits(position.choices(item)))


def place_hint(table: Table, technique: str, tier: Tier, text: str, option: int, items: Iterable[int]) -> Hint:
    """The hint to place an option."""
    placement = table.placement(option)
    about = tuple(dict.fromkeys(items))
    atoms, pieces = board_atoms(table, about), pieces_of(table, about)
    return Hint("place", technique, tier, techniques.to_sentence(text), (placement,), atoms, pieces=pieces)


def rule_out_hint(table: Table, technique: str, tier: Tier, text: str, finding: Finding) -> Hint:
    """The hint to rule out what a technique found."""
    placements = tuple(table.placement(option) for option in bits(finding.ruled_out))
    atoms, pieces = board_atoms(table, finding.items), pieces_of(table, finding.items)
    return Hint("rule out", technique, tier, techniques.to_sentence(text), placements, atoms, pieces=pieces)


def board_atoms(table: Table, items: Iterable[int]) -> tuple[Atom, ...]:
    """The parts of the board among the items."""
    return tuple(table.compiled.atoms[item] for item in items if table.is_cell(item))


def pieces_of(table: Table, items: Iterable[int]) -> tuple[str, ...]:
    """The pieces or clues among the items, each class of identical pieces by the name of one that is not used up."""
    owners = (table.compiled.item_owners.get(item) for item in items)
    return tuple(table.free_name(owner) for owner in owners if owner is not None)


def _by_search(position: Position) -> Hint:
    """A step that only a search shows: what every solution has, or what none has."""
    table = position.table
    found = find_completion(position)
    decided = found.decided
    for option in sorted({*(found.solution or ())} - {*position.placed}):
        trial = position.copy()
        trial.rule_out(1 << option)
        found = find_completion(trial)
        decided = decided and found.decided
        if found.impossible:
            text = f"no technique helps; a search shows that every solution has {techniques.option_name(table, option)}"
            return place_hint(table, "search", SEARCH, text, option, [])
    for option in bits(position.alive):
        trial = position.copy()
        trial.place(option)
        found = find_completion(trial)
        decided = decided and found.decided
        if found.impossible:
            text = f"no technique helps; a search shows that no solution has {techniques.option_name(table, option)}"
            return rule_out_hint(table, "search", SEARCH, text, Finding("search", 1 << option, ()))
    if not decided:
        return no_step_hint(table.deadline)
    text = "nothing is forced: every placement that still fits is in some solution, so any of them will do"
    return Hint("free", "search", SEARCH, techniques.to_sentence(text))


__all__ = ["PATIENCE", "Hint", "hint"]

PATIENCE = Limit(seconds=2.0)  # as long as somebody who plays waits for a hint
TOGETHER = "no solution contains it together with the moves before it"


def hint(
    puzzle: Puzzle,
    partial: Sequence[Placement] = (),
    *,
    without: Iterable[str] = (),
    limit: Limit | float | None = PATIENCE,
    report: Report | None = None,
) -> Hint:
    """Return the next step from a partial solution by the easiest technique, or which of its placements is wrong.

    puzzle:  any puzzle.
    partial: placements that lie on the board.
    without: ids of placements that earlier steps ruled out.
    limit:   seconds, or a Limit, whose nodes bound the steps of the techniques and the nodes of each search for a completion.
             When it comes first, or `report.stop` is set, the step is the best found until then, or of kind "none".
    report:  the progress, to be polled from another thread.

    Raises NotationError for an unknown id.

    >>> from tilewright import load
    >>> hint(load("LPNUV@5x5")).kind
    'impossible'
    >>> step = hint(load("tetrominoes:O*@2x4"))
    >>> step.kind, step.technique, step.placements[0].id
    ('place', 'forced cell', 'O@0,0/0')
    """
    check_puzzle(puzzle)
    check_placements("partial", partial)
    limit = as_limit(limit)
    return replace(_by_rules_or_steps(puzzle, partial, without, limit, report), position=Tiling(puzzle, partial))


def _by_rules_or_steps(
    puzzle: Puzzle, partial: Sequence[Placement], without: Iterable[str], limit: Limit, report: Report | None
) -> Hint:
    for fault in faults(puzzle, partial, partial=True) if partial else ():  # what lies nowhere breaks no rule
        given = {placement.atoms for placement in puzzle.pinned_placements}
        there = [placement for placement in partial if set(placement.atoms) & set(fault.atoms)]
        bad = tuple(placement for placement in there if placement.atoms not in given)[-1:]
        return Hint("wrong", "rules", FORCED, techniques.to_sentence(fault.text), bad, fault.atoms)
    deadline = StepDeadline(limit, report or Report())
    try:
        own = puzzle.hints.step(partial, tuple(without), deadline)
        return own or _hint(puzzle, partial, without, deadline)
    except OutOfTimeError:
        return no_step_hint(deadline)


def _hint(puzzle: Puzzle, partial: Sequence[Placement], without: Iterable[str], deadline: Deadline) -> Hint:
    if reason := why_areas_differ(puzzle, deadline):
        return _impossible(reason)
    position = initial_position(puzzle, deadline)
    if without:
        position.rule_out(_by_id(position.table, without))
    laid = [_option(position.table, placement) for placement in partial]
    position.table.laid.update(zip(laid, partial, strict=True))
    before = position.copy()
    for option in laid:
        position.place(option)
    if position.solved:
        return Hint("done", "", FORCED, "Everything is covered: this is a solution.")
    found = find_completion(position)
    if found.impossible:
        try:
            return _wrong(before, laid)
        except OutOfTimeError:
            return Hint(
                "wrong",
                "search",
                SEARCH,
                "The pieces placed so far cannot be completed, as a search shows.",
                ended="limit",
            )
    if not found.decided and (starved := _starved(before, laid)) is not None:
        return starved
    return next_step(position)


def _option(table: Table, placement: Placement) -> int:
    items = {atom: item for item, atom in enumerate(table.compiled.atoms)}
    covered = tuple(sorted(items[atom] for atom in placement.atoms))
    there = table.covering[covered[0]]
    for item in covered[1:]:
        there &= table.covering[item]
    for number in bits(there):
        option = table.options[number]
        if tuple(item for item in option if table.is_cell(item)) == covered and _is_of(table, number, placement):
            return number
    raise NotationError(f"{placement.id} is not an allowed placement here")


def _is_of(table: Table, option: int, placement: Placement) -> bool:
    compiled = table.compiled
    names = compiled.owner_names(compiled.meanings[option][0])
    return placement.piece in names and compiled.is_option(option, placement)


def _by_id(table: Table, ids: Iterable[str]) -> int:
    known: dict[str, int] = {}
    for option in range(len(table.options)):
        table.deadline.check()
        known[table.compiled.placement(option).id] = option
    found = 0
    for text in ids:
        if text not in known:
            example = next(iter(known), "nothing")
            raise NotationError(
                f"no placement {quote(text)}: expected an id as `tilewright show --placements` lists, e.g. {example}"
            )
        found |= 1 << known[text]
    return found


def _wrong(before: Position, laid: Sequence[int]) -> Hint:
    """Which of the moves, which together have no completion, is wrong: one that no solution has, or else the first
    after which there is none.
    """
    if not laid or find_completion(before).impossible:
        return _hopeless(before, "search", SEARCH)
    for option in laid:
        alone = before.copy()
        alone.place(option)
        if find_completion(alone).impossible:
            return _blame(alone, option, "no solution contains it")
    so_far = before.copy()
    for option in laid[:-1]:
        so_far.place(option)
        if find_completion(so_far).impossible:
            return _blame(so_far, option, TOGETHER)
    so_far.place(laid[-1])
    return _blame(so_far, laid[-1], TOGETHER)


def _impossible(reason: Reason) -> Hint:
    return Hint("impossible", reason.kind, FORCED, f"The puzzle has no solution: {reason.text}.")


def _hopeless(before: Position, technique: str, tier: Tier) -> Hint:
    """That the puzzle has no solution, with a reason if one can be seen without a search."""
    with suppress(OutOfTimeError):
        if reason := why_impossible(before.table.compiled, before.table.deadline):
            return _impossible(reason)
    return Hint("impossible", technique, tier, "The puzzle has no solution, whatever is placed.")


def _starved(before: Position, laid: Sequence[int]) -> Hint | None:
    """The first move after which something is left without choices, or that there is no solution; None if nothing is."""
    position = before.copy()
    if position.starved_item() is not None:
        return _hopeless(before, "techniques", FORCED)
    for option in laid:
        position.place(option)
        if position.starved_item() is not None:
            return _blame(position, option, TOGETHER)
    return None


def _blame(position: Position, option: int, verdict: str) -> Hint:
    """Why nothing completes a position in which `option` was the last move, by the easiest technique that shows it."""
    table = position.table
    what = techniques.option_name(table, option)
    trial = position.copy()
    wrong = (table.placement(option),)
    with suppress(OutOfTimeError):  # what the search has shown holds without a better reason, too
        for tier in TIERS:
            apply_all(trial, tier)
            item = trial.starved_item()
            if item is not None:
                left = f"following the techniques up to {tier}, {techniques.item_name(table, item)} is left without any choice"
                text = techniques.to_sentence(f"{what} is wrong: {verdict}; {left}")
                where, about = board_atoms(table, [item]), pieces_of(table, [item])
                return Hint("wrong", "techniques", tier, text, wrong, where, pieces=about)
    return Hint(
        "wrong", "search", SEARCH, techniques.to_sentence(f"{what} is wrong: {verdict}, as a search shows"), wrong
    )
