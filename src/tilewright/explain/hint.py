"""One step and why: the easiest technique that shows where something must lie, or else where it cannot.

Whether a completion exists is always found out first, so that a wrong move is never built upon; no step is taken from
that completion, except where no technique helps. Then the technique is "search", and the step is in every solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tilewright.cover.choose import choose
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover
from tilewright.cover.result import Report
from tilewright.errors import NotationError
from tilewright.explain import words
from tilewright.explain.difficulty import FORCED, SEARCH, TECHNIQUES, apply_easiest, exhaust, forced_name, start
from tilewright.explain.position import Position, Table, bits
from tilewright.explain.techniques import TIERS, Finding, Tier
from tilewright.lattice import Atom
from tilewright.puzzle import Placement, Puzzle, Shikaku
from tilewright.puzzle.check import faults

Kind = Literal["place", "rule out", "wrong", "impossible", "done", "free"]
SEARCH_NODES = 2_000_000  # of each look for a completion; beyond it a hint goes by techniques alone


@dataclass(frozen=True)
class Hint:
    """One step.

    kind:       place (it is in every solution), rule out (it is in none), wrong (a move that is), impossible (the
                puzzle itself), done, free (nothing is forced: every placement that fits is in some solution).
    placements: what to place, what is ruled out, or which move is wrong.
    atoms:      where the reason is.
    """

    kind: Kind
    technique: str
    tier: Tier
    text: str
    placements: tuple[Placement, ...] = ()
    atoms: tuple[Atom, ...] = ()


def hint(puzzle: Puzzle | Shikaku, partial: Sequence[Placement] = (), without: Iterable[str] = ()) -> Hint:
    """The next step from a partial solution; `without` are ids of placements ruled out by earlier steps."""
    for fault in faults(puzzle, partial, partial=True):
        bad = tuple(placement for placement in partial if set(placement.atoms) & set(fault.atoms))[-1:]
        return Hint("wrong", "rules", FORCED, words.sentence(fault.text), bad, fault.atoms)
    position = start(puzzle)
    if without:
        position.rule_out(_by_id(position.table, without))
    laid = [_option(position.table, placement) for placement in partial]
    before = position.copy()
    for option in laid:
        position.place(option)
    if next(_solutions(position), None) is None:
        return _wrong(before, laid)
    if position.solved:
        return Hint("done", "", FORCED, "Everything is covered: this is a solution.")
    return _step(position)


def _option(table: Table, placement: Placement) -> int:
    compiled = table.compiled
    items = {atom: item for item, atom in enumerate(compiled.atoms)}
    covered = tuple(sorted(items[atom] for atom in placement.atoms))
    for number, option in enumerate(compiled.cover.options):
        if tuple(item for item in option if table.is_cell(item)) == covered and _is_of(table, number, placement.piece):
            return number
    raise NotationError(f"{placement.id} is no allowed placement here")


def _is_of(table: Table, option: int, name: str) -> bool:
    number = table.compiled.meanings[option][0]
    if isinstance(table.compiled.puzzle, Shikaku):
        return table.compiled.placement(option).piece == name
    return any(piece.name == name for piece in table.compiled.kinds[number].pieces)


def _by_id(table: Table, ids: Iterable[str]) -> int:
    known = {table.compiled.placement(option).id: option for option in range(len(table.cover.options))}
    found = 0
    for text in ids:
        if text not in known:
            example = next(iter(known), "nothing")
            raise NotationError(
                f"no placement {text!r}: expected an id as `tilewright show --placements` lists, e.g. {example}"
            )
        found |= 1 << known[text]
    return found


def _solutions(position: Position) -> Iterator[tuple[int, ...] | None]:
    """A solution that extends the position, or nothing; None when the search was cut short."""
    options = sorted(set(bits(position.alive)) | set(position.placed))
    cover = position.table.cover
    kept = tuple(cover.options[option] for option in options)
    part = ExactCover(cover.lo, cover.hi, kept, cover.order, cover.adjacent)
    report = Report()
    for batch in choose(part, "find").solutions(part, Limit(nodes=SEARCH_NODES, solutions=1), report, 1):
        for solution in batch:
            yield tuple(options[number] for number in solution)
            return
    if report.ended != "exhausted":
        yield None


def _wrong(before: Position, laid: Sequence[int]) -> Hint:
    """Which of the moves is wrong: one that no solution has, or else the first after which there is none."""
    if next(_solutions(before), None) is None:
        return Hint("impossible", "search", SEARCH, "The puzzle has no solution, whatever is placed.")
    for option in laid:
        alone = before.copy()
        alone.place(option)
        if next(_solutions(alone), None) is None:
            return _blame(alone, option, "no solution contains it")
    so_far = before.copy()
    for option in laid:
        so_far.place(option)
        if next(_solutions(so_far), None) is None:
            return _blame(so_far, option, "no solution contains it together with the moves before it")
    raise AssertionError("the moves together have no completion, so some first ones have none")


def _blame(position: Position, option: int, verdict: str) -> Hint:
    """Why nothing completes a position in which `option` was the last move, by the easiest technique that shows it."""
    table = position.table
    what = words.option_name(table, option)
    trial = position.copy()
    for tier in TIERS:
        exhaust(trial, tier)
        item = trial.starved()
        if item is not None:
            why = f"{what} is wrong: {verdict}; following the techniques up to {tier}, {words.item_name(table, item)} is left without any choice"
            return Hint(
                "wrong",
                "techniques",
                tier,
                words.sentence(why),
                (table.compiled.placement(option),),
                _atoms(table, [item]),
            )
    why = f"{what} is wrong: {verdict}, as a search shows"
    return Hint("wrong", "search", SEARCH, words.sentence(why), (table.compiled.placement(option),))


def _atoms(table: Table, items: Iterable[int]) -> tuple[Atom, ...]:
    return tuple(table.compiled.atoms[item] for item in items if table.is_cell(item))


def _step(position: Position) -> Hint:
    forced = _forced(position, position.open)
    if forced is not None:
        item, option = forced
        name = forced_name(position.table, item)
        return _place(position.table, name, FORCED, words.forced(position.table, item, option, name), option, [item])
    eliminations: list[tuple[Tier, Finding]] = []
    for tier in TIERS[1:]:
        for _, level, technique in TECHNIQUES:
            if level == tier:
                findings = list(technique(position))
                if (found := _one_step(position, tier, findings)) is not None:
                    return found
                eliminations += ((tier, finding) for finding in findings)
        if eliminations and (found := _in_turn(position, tier)) is not None:
            return found
    for tier, finding in eliminations:
        return _rule_out(position.table, finding.technique, tier, words.reason(position.table, finding), finding)
    return _by_search(position)


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
            text = why + words.forced(table, item, option, forced_name(table, item))
            hardest = max(names, key=lambda name: TIERS.index(names[name]))
            return _place(table, hardest, names[hardest], text, option, [item])
    return None


def _one_step(position: Position, tier: Tier, findings: Sequence[Finding]) -> Hint | None:
    """What one finding forces; if no single one does, what all of them together force."""
    table = position.table
    together = 0
    for finding in findings:
        together |= finding.ruled_out
        if (found := _forced_without(position, finding.ruled_out)) is not None:
            item, option = found
            text = f"{words.reason(table, finding)}; so {words.forced(table, item, option, forced_name(table, item))}"
            return _place(table, finding.technique, tier, text, option, [*finding.items, item])
    if (found := _forced_without(position, together)) is None:
        return None
    item, option = found
    others = table.covering[item] & together & position.alive
    reasons = [finding for finding in findings if finding.ruled_out & others]
    text = (
        f"{words.item_name(table, item)} can only be covered by {words.option_name(table, option)}, for "
        + ", and ".join(words.reason(table, Finding(f.technique, f.ruled_out & others, f.items)) for f in reasons[:3])
    )
    return _place(table, reasons[0].technique, tier, text, option, [i for f in reasons for i in f.items] + [item])


def _forced_without(position: Position, ruled_out: int) -> tuple[int, int] | None:
    cover = position.table.cover
    touched = {item for option in bits(ruled_out & position.alive) for item in cover.options[option]}
    trial = position.copy()
    trial.rule_out(ruled_out)
    return _forced(trial, touched & position.open)


def _forced(position: Position, items: Iterable[int]) -> tuple[int, int] | None:
    """(item, its only choice), pieces and clues before other cells."""
    found = [item for item in sorted(items) if position.choices(item).bit_count() == position.missing[item]]
    if not found:
        return None
    item = min(found, key=lambda item: forced_name(position.table, item) == "forced cell")
    return item, next(bits(position.choices(item)))


def _place(table: Table, technique: str, tier: Tier, text: str, option: int, items: Iterable[int]) -> Hint:
    placement = table.compiled.placement(option)
    return Hint("place", technique, tier, words.sentence(text), (placement,), _atoms(table, dict.fromkeys(items)))


def _rule_out(table: Table, technique: str, tier: Tier, text: str, finding: Finding) -> Hint:
    placements = tuple(table.compiled.placement(option) for option in bits(finding.ruled_out))
    return Hint("rule out", technique, tier, words.sentence(text), placements, _atoms(table, finding.items))


def _by_search(position: Position) -> Hint:
    """A step that only a search shows: what every solution has, or what none has."""
    table = position.table
    solution = next(_solutions(position), None)
    for option in sorted(set(solution or ()) - set(position.placed)):
        trial = position.copy()
        trial.rule_out(1 << option)
        if next(_solutions(trial), ()) == ():
            text = f"no technique helps; a search shows that every solution has {words.option_name(table, option)}"
            return _place(table, "search", SEARCH, text, option, [])
    for option in bits(position.alive):
        trial = position.copy()
        trial.place(option)
        if next(_solutions(trial), ()) == ():
            text = f"no technique helps; a search shows that no solution has {words.option_name(table, option)}"
            return _rule_out(table, "search", SEARCH, text, Finding("search", 1 << option, ()))
    text = "nothing is forced: every placement that still fits is in some solution, so any of them will do"
    return Hint("free", "search", SEARCH, words.sentence(text))
