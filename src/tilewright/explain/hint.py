"""The next step from a position and its reason: the easiest technique that forces or excludes a placement.

First a search decides, as far as the budget allows, whether a completion exists, so that no step builds on a wrong
move. No step is taken from a completion that a search has found, unless no technique helps. Then the technique is
"search", and the step is in every solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import and_

from tilewright.errors import NotationError, OutOfTimeError, check_placements, check_puzzle, quote
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.exact_cover.outcome import Ended
from tilewright.exact_cover.progress import Progress
from tilewright.explain import techniques
from tilewright.explain.position import Position, StepDeadline, Table, bits, find_completion, first_bit, in_slices
from tilewright.explain.reasons import why_areas_differ, why_impossible
from tilewright.explain.techniques import TIERS, Finding, forced_name
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import FORCED, SEARCH, Hint, Kind, Tier
from tilewright.puzzle.rules import Reason


def next_step(position: Position) -> Hint:
    """Return the easiest step from an unsolved position; the best one found so far when the deadline comes."""
    eliminations: list[tuple[Tier, Finding]] = []
    try:
        return _easiest(position, eliminations)
    except OutOfTimeError as end:
        ended: Ended = end.ended
        if eliminations:
            return replace(_first(position.table, eliminations), ended=ended)
        return no_step_hint(position.table.deadline)


def no_step_hint(deadline: Deadline) -> Hint:
    """Return the hint that the budget was too small for any step."""
    seconds, nodes = deadline.limit.seconds, deadline.limit.nodes
    if deadline.progress.stop:
        return Hint("none", "", FORCED, "Stopped before a step was found.", ended="stopped")
    within = "the limit"
    if seconds is not None and (nodes is None or deadline.progress.seconds >= seconds):
        within = f"{round(seconds, 1 if seconds >= 1 else 3):g} s"
    return Hint("none", "", FORCED, f"No easy step found in {within}.", ended="limit")


def _easiest(position: Position, eliminations: list[tuple[Tier, Finding]]) -> Hint:
    """Return the easiest step; `eliminations` collects what is ruled out on the way, easiest first."""
    table = position.table
    if (forced := _forced(position, position.open)) is not None:
        item, option = forced
        return _step(
            table, "place", forced_name(table, item), FORCED, _forced_clause(position, *forced), [option], [item]
        )
    for tier in TIERS[1:]:
        for _, level, technique in techniques.techniques_of(table.compiled.puzzle):
            if level == tier:
                findings = []
                for finding in technique(position):
                    findings.append(finding)
                    eliminations.append((tier, finding))
                if (found := _one_step(position, tier, findings)) is not None:
                    return found
        if eliminations and (found := _in_turn(position, tier)) is not None:
            return found
    return _first(table, eliminations) if eliminations else _by_search(position)


def _first(table: Table, eliminations: Sequence[tuple[Tier, Finding]]) -> Hint:
    tier, finding = eliminations[0]
    why = techniques.reason_clause(table, finding)
    return _step(table, "rule out", finding.technique, tier, why, bits(finding.ruled_out), finding.items)


def _in_turn(position: Position, tier: Tier) -> Hint | None:
    """Return the step that is forced after the techniques up to a tier have been applied repeatedly, or None."""
    table = position.table
    trial = position.copy()
    names: dict[str, Tier] = {}
    while applied := techniques.apply_easiest(trial, tier):
        names[applied[0]] = applied[1]
        if (forced := _forced(trial, trial.open)) is not None:
            item, option = forced
            fallen = (position.alive & ~trial.alive).bit_count()
            why = f"{fallen} placements fall one after the other ({' and '.join(names)}); then "
            hardest = max(names, key=lambda name: TIERS.index(names[name]))
            text = why + _forced_clause(position, item, option)
            return _step(table, "place", hardest, names[hardest], text, [option], [item])
    return None


def _one_step(position: Position, tier: Tier, findings: Sequence[Finding]) -> Hint | None:
    """Return the step that one finding forces or, if no single one does, all of them together, or None."""
    table = position.table
    together = 0
    for finding in findings:
        table.deadline.step()
        together |= finding.ruled_out
        if (found := _forced_without(position, finding.ruled_out)) is not None:
            item, option = found
            text = f"{techniques.reason_clause(table, finding)}; so {_forced_clause(position, item, option)}"
            return _step(table, "place", finding.technique, tier, text, [option], [*finding.items, item])
    if (found := _forced_without(position, together)) is None:
        return None
    item, option = found
    others = table.covering[item] & together & position.alive
    reasons = [finding for finding in findings if finding.ruled_out & others]
    whys = (techniques.reason_clause(table, each._replace(ruled_out=each.ruled_out & others)) for each in reasons[:3])
    only = f"{techniques.item_name(table, item)} can only be covered by {techniques.option_name(table, option)}"
    items = [*chain.from_iterable(finding.items for finding in reasons), item]
    return _step(table, "place", reasons[0].technique, tier, f"{only}, for {', and '.join(whys)}", [option], items)


def _forced_without(position: Position, ruled_out: int) -> tuple[int, int] | None:
    cover = position.table.cover
    touched = {item for option in bits(ruled_out & position.alive) for item in cover.options[option]}
    trial = position.copy()
    trial.rule_out(ruled_out)
    return _forced(trial, touched & position.open)


def _forced(position: Position, items: Iterable[int]) -> tuple[int, int] | None:
    """Return (item, one of its choices) if it has no more choices than it needs; pieces and clues before cells."""
    covering, alive, missing = position.table.covering, position.alive, position.missing
    found = [
        item
        for some in in_slices(sorted(items), position.table.deadline)
        for item in some
        if (covering[item] & alive).bit_count() == missing[item]
    ]
    if not found:
        return None
    item = min(found, key=lambda item: forced_name(position.table, item) == "forced cell")
    return item, first_bit(position.choices(item))


def _forced_clause(position: Position, item: int, option: int) -> str:
    """Return a clause which says that an item has no more choices than it needs."""
    table, missing = position.table, position.missing[item]
    if missing > 1:
        name = techniques.item_name(table, item)
        return f"{name} needs each of the {missing} places that are left: {techniques.option_name(table, option)}"
    if item in table.compiled.item_owners:
        return table.compiled.puzzle.hints.forced_text(table.placement(option), techniques.item_name(table, item))
    way = "can be covered in one way only" if forced_name(table, item) == "forced cell" else "has one place left"
    return f"{techniques.item_name(table, item)} {way}: {techniques.option_name(table, option)}"


def _step(
    table: Table, kind: Kind, technique: str, tier: Tier, text: str, options: Iterable[int], items: Iterable[int] = ()
) -> Hint:
    """Return a hint about these options; `text` is a clause, and `items` are the reason.

    The items of the board become its atoms. Each class of identical pieces is named by one that is not used up.
    """
    compiled, about = table.compiled, dict.fromkeys(items)
    atoms = tuple(compiled.atoms[item] for item in about if table.is_cell(item))
    owners = (compiled.item_owners.get(item) for item in about)
    pieces = tuple(table.free_name(owner) for owner in owners if owner is not None)
    placements = tuple(map(table.placement, options))
    return Hint(kind, technique, tier, techniques.to_sentence(text), placements, atoms, pieces=pieces)


def _by_search(position: Position) -> Hint:
    """Return a step that only a search shows: a placement that every solution has, or that none has."""
    table = position.table
    found = find_completion(position)
    decided = found.decided
    wanted = sorted({*(found.solution or ())} - {*position.placed})
    trials: Iterator[tuple[Kind, str, int]] = chain(
        (("place", "every solution has", option) for option in wanted),
        (("rule out", "no solution has", option) for option in bits(position.alive)),
    )
    for kind, what, option in trials:
        trial = position.copy()
        if kind == "place":
            trial.rule_out(1 << option)
        else:
            trial.place(option)
        found = find_completion(trial)
        decided = decided and found.decided
        if found.impossible:
            text = f"no technique helps; a search shows that {what} {techniques.option_name(table, option)}"
            return _step(table, kind, "search", SEARCH, text, [option])
    if not decided:
        return no_step_hint(table.deadline)
    text = "nothing is forced: every placement that still fits is in some solution, so any of them will do"
    return _step(table, "free", "search", SEARCH, text, [])


PATIENCE = Limit(seconds=2.0)  # as long as a player is willing to wait for a hint
TOGETHER = "no solution contains it together with the moves before it"


def hint(
    puzzle: Puzzle,
    partial: Sequence[Placement] = (),
    *,
    without: Iterable[str] = (),
    limit: Limit | float | None = PATIENCE,
    progress: Progress | None = None,
) -> Hint:
    """Return the next step from a partial solution by the easiest technique, or the placement that is wrong.

    puzzle:  any puzzle.
    partial: the placements on the board.
    without: ids of placements that earlier steps ruled out; steps hold in every solution without these.
    limit:   seconds, or a Limit, whose nodes bound the steps of the techniques and the nodes of each search for a
             completion. When it comes first, or `progress.stop` is set, the step is the best found until then, or of
             kind "none".
    progress: can be polled from another thread.

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
    return replace(_by_rules_or_steps(puzzle, partial, without, limit, progress), position=Tiling(puzzle, partial))


def _by_rules_or_steps(
    puzzle: Puzzle, partial: Sequence[Placement], without: Iterable[str], limit: Limit, progress: Progress | None
) -> Hint:
    for fault in faults(puzzle, partial, partial=True) if partial else ():  # an empty board breaks no rule
        given = {placement.atoms for placement in puzzle.pinned_placements}
        there = [placement for placement in partial if set(placement.atoms) & set(fault.atoms)]
        bad = tuple(placement for placement in there if placement.atoms not in given)[-1:]
        return Hint("wrong", "rules", FORCED, techniques.to_sentence(fault.text), bad, fault.atoms)
    deadline = StepDeadline(limit, progress)
    try:
        own = puzzle.hints.step(partial, tuple(without), deadline)
        return own or _hint(puzzle, partial, without, deadline)
    except OutOfTimeError:
        return no_step_hint(deadline)


def _hint(puzzle: Puzzle, partial: Sequence[Placement], without: Iterable[str], deadline: Deadline) -> Hint:
    if reason := why_areas_differ(puzzle, deadline):
        return _impossible(reason)
    before = techniques.initial_position(puzzle, deadline)
    ruled_out = _by_id(before.table, without) if without else 0
    laid = [_option(before.table, placement) for placement in partial]
    before.table.laid.update(zip(laid, partial, strict=True))
    position = before.copy()
    for option in laid:
        position.lay(option)
    if position.solved:
        return Hint("done", "", FORCED, "Everything is covered: this is a solution.")
    found = find_completion(position)
    if found.impossible:
        try:
            return _wrong(before, laid)
        except OutOfTimeError:
            text = "The pieces placed so far cannot be completed, as a search shows."
            return Hint("wrong", "search", SEARCH, text, ended="limit")
    if not found.decided and (starved := _starved(before, laid)) is not None:
        return starved
    position.rule_out(ruled_out)
    needed = [option for option in found.solution or () if ruled_out >> option & 1]
    if needed and find_completion(position).impossible:
        what = f"what is ruled out leaves no solution; {techniques.option_name(position.table, needed[0])} lies in one"
        return _step(position.table, "wrong", "search", SEARCH, what, needed[:1])
    return next_step(position)


def _option(table: Table, placement: Placement) -> int:
    compiled = table.compiled
    items = {atom: item for item, atom in enumerate(compiled.atoms)}
    for option in bits(reduce(and_, (table.covering[items[atom]] for atom in placement.atoms))):
        is_named = placement.piece in compiled.owner_names(compiled.meanings[option][0])
        covers_no_more = len(compiled.atoms_of(option)) == len(placement.atoms)
        if is_named and covers_no_more and compiled.is_option(option, placement):
            return option
    raise NotationError(f"{placement.id} is not an allowed placement here")


def _by_id(table: Table, ids: Iterable[str]) -> int:
    options = table.deadline.watch(range(len(table.options)), 1)
    compiled = table.compiled
    known = {
        compiled.placement(option, name).id: option
        for option in options
        for name in compiled.owner_names(compiled.meanings[option][0])
    }
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
    """Return the hint that names the wrong move of a position without completion.

    It is a move that no solution has, or otherwise the first one after which there is no completion.
    """
    if not laid or find_completion(before).impossible:
        return _hopeless(before, "search", SEARCH)
    for option in laid:
        alone = before.copy()
        alone.lay(option)
        if find_completion(alone).impossible:
            return _blame(alone, option, "no solution contains it")
    so_far = before.copy()
    for option in laid:
        so_far.lay(option)
        if option == laid[-1] or find_completion(so_far).impossible:
            break
    return _blame(so_far, option, TOGETHER)


def _impossible(reason: Reason) -> Hint:
    return Hint("impossible", reason.kind, FORCED, f"The puzzle has no solution: {reason.text}.")


def _hopeless(before: Position, technique: str, tier: Tier) -> Hint:
    """Return the hint that the puzzle has no solution, with a reason if one can be found without a search."""
    with suppress(OutOfTimeError):
        if reason := why_impossible(before.table.compiled, before.table.deadline):
            return _impossible(reason)
    return Hint("impossible", technique, tier, "The puzzle has no solution, whatever is placed.")


def _starved(before: Position, laid: Sequence[int]) -> Hint | None:
    """Return a hint on the first move that leaves something without choices, or that there is no solution, or None."""
    position = before.copy()
    if position.starved_item() is not None:
        return _hopeless(before, "techniques", FORCED)
    for option in laid:
        position.lay(option)
        if position.starved_item() is not None:
            return _blame(position, option, TOGETHER)
    return None


def _blame(position: Position, option: int, verdict: str) -> Hint:
    """Return the easiest explanation of why a position whose last move was `option` has no completion."""
    table = position.table
    what = f"{techniques.option_name(table, option)} is wrong: {verdict}"
    trial = position.copy()
    with suppress(OutOfTimeError):  # the result of the search holds even without a better reason
        for tier in TIERS:
            techniques.apply_all(trial, tier)
            if (item := trial.starved_item()) is not None:
                left = f"{techniques.item_name(table, item)} is left without {techniques.choices_text(table, item)}"
                text = f"{what}; following the techniques up to {tier}, {left}"
                return _step(table, "wrong", "techniques", tier, text, [option], [item])
    return _step(table, "wrong", "search", SEARCH, f"{what}, as a search shows", [option])
