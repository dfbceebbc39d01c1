"""The next step from a position: the easiest technique that shows where something must lie, or else where it cannot.

No step is taken from a completion that a search has found, except where no technique helps. Then the technique is
"search", and the step is in every solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.report import Ended
from tilewright.errors import OutOfTimeError
from tilewright.explain.hints import words
from tilewright.explain.hints.completion import find_completion
from tilewright.explain.hints.difficulty import FORCED, SEARCH, apply_easiest, forced_name
from tilewright.explain.hints.position import Position, Table, bits
from tilewright.explain.hints.techniques import TIERS, Finding, Tier
from tilewright.lattice import Atom
from tilewright.puzzle import Placement

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
    seconds = deadline.limit.seconds
    if deadline.report.stop:
        return Hint("none", "", FORCED, "Stopped before a step was found.", ended="stopped")
    within = "the limit"
    if seconds is not None and deadline.report.seconds >= seconds:
        within = f"{round(seconds, 1 if seconds >= 1 else 3):g} s"
    return Hint("none", "", FORCED, f"No easy step found in {within}.", ended="limit")


def _easiest(position: Position, eliminations: list[tuple[Tier, Finding]]) -> Hint:
    """The easiest step; `eliminations` collects what is ruled out on the way, easiest first."""
    forced = _forced(position, position.open)
    if forced is not None:
        item, option = forced
        name = forced_name(position.table, item)
        return place_hint(
            position.table, name, FORCED, words.forced_clause(position.table, item, option, name), option, [item]
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
    return rule_out_hint(table, finding.technique, tier, words.reason_clause(table, finding), finding)


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
            text = why + words.forced_clause(table, item, option, forced_name(table, item))
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
            text = f"{words.reason_clause(table, finding)}; so {words.forced_clause(table, item, option, forced_name(table, item))}"
            return place_hint(table, finding.technique, tier, text, option, [*finding.items, item])
    if (found := _forced_without(position, together)) is None:
        return None
    item, option = found
    others = table.covering[item] & together & position.alive
    reasons = [finding for finding in findings if finding.ruled_out & others]
    text = (
        f"{words.item_name(table, item)} can only be covered by {words.option_name(table, option)}, for "
        + ", and ".join(
            words.reason_clause(table, Finding(f.technique, f.ruled_out & others, f.items)) for f in reasons[:3]
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
    return Hint("place", technique, tier, words.to_sentence(text), (placement,), atoms, pieces=pieces)


def rule_out_hint(table: Table, technique: str, tier: Tier, text: str, finding: Finding) -> Hint:
    """The hint to rule out what a technique found."""
    placements = tuple(table.placement(option) for option in bits(finding.ruled_out))
    atoms, pieces = board_atoms(table, finding.items), pieces_of(table, finding.items)
    return Hint("rule out", technique, tier, words.to_sentence(text), placements, atoms, pieces=pieces)


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
            text = f"no technique helps; a search shows that every solution has {words.option_name(table, option)}"
            return place_hint(table, "search", SEARCH, text, option, [])
    for option in bits(position.alive):
        trial = position.copy()
        trial.place(option)
        found = find_completion(trial)
        decided = decided and found.decided
        if found.impossible:
            text = f"no technique helps; a search shows that no solution has {words.option_name(table, option)}"
            return rule_out_hint(table, "search", SEARCH, text, Finding("search", 1 << option, ()))
    if not decided:
        return no_step_hint(table.deadline)
    text = "nothing is forced: every placement that still fits is in some solution, so any of them will do"
    return Hint("free", "search", SEARCH, words.to_sentence(text))
