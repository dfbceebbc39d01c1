"""One step and why: the easiest technique that shows where something must lie, or else where it cannot.

Whether a completion exists is found out first, as far as the budget allows, so that a wrong move is not built upon.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import NotationError, OutOfTimeError, quote
from tilewright.explain.hints import words
from tilewright.explain.hints.completion import find_completion
from tilewright.explain.hints.deadline import StepDeadline
from tilewright.explain.hints.difficulty import FORCED, SEARCH, apply_all, initial_position
from tilewright.explain.hints.position import Position, Table, bits
from tilewright.explain.hints.step import Hint, board_atoms, next_step, no_step_hint, pieces_of
from tilewright.explain.hints.techniques import TIERS
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import faults

__all__ = ["PATIENCE", "Hint", "hint"]

PATIENCE = Limit(seconds=2.0)  # as long as somebody who plays waits for a hint
TOGETHER = "no solution contains it together with the moves before it"


def hint(
    puzzle: Puzzle,
    partial: Sequence[Placement] = (),
    without: Iterable[str] = (),
    limit: Limit = PATIENCE,
    report: Report | None = None,
) -> Hint:
    """Return the next step from a partial solution; `without` are ids of placements ruled out by earlier steps.

    When the limit comes first, or `report.stop` is set, the step is the best found until then, or of kind "none".
    `limit.nodes` bounds the steps of the techniques, and the nodes of each search for a completion. Raises NotationError
    for an unknown id.

    >>> from tilewright import Packing
    >>> step = hint(Packing.parse("tetrominoes:O*@2x4"))
    >>> step.kind, step.technique, step.placements[0].id
    ('place', 'forced cell', 'O@0,0/0')
    """
    for fault in faults(puzzle, partial, partial=True) if partial else ():  # what lies nowhere breaks no rule
        bad = tuple(placement for placement in partial if set(placement.atoms) & set(fault.atoms))[-1:]
        return Hint("wrong", "rules", FORCED, words.to_sentence(fault.text), bad, fault.atoms)
    deadline = StepDeadline(limit, report or Report())
    try:
        return _hint(puzzle, partial, without, deadline)
    except OutOfTimeError:
        return no_step_hint(deadline)


def _hint(puzzle: Puzzle, partial: Sequence[Placement], without: Iterable[str], deadline: Deadline) -> Hint:
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
        return Hint("impossible", "search", SEARCH, "The puzzle has no solution, whatever is placed.")
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


def _starved(before: Position, laid: Sequence[int]) -> Hint | None:
    """The first move after which something is left without choices, or that there is no solution; None if nothing is."""
    position = before.copy()
    if position.starved_item() is not None:
        return Hint("impossible", "techniques", FORCED, "The puzzle has no solution, whatever is placed.")
    for option in laid:
        position.place(option)
        if position.starved_item() is not None:
            return _blame(position, option, TOGETHER)
    return None


def _blame(position: Position, option: int, verdict: str) -> Hint:
    """Why nothing completes a position in which `option` was the last move, by the easiest technique that shows it."""
    table = position.table
    what = words.option_name(table, option)
    trial = position.copy()
    wrong = (table.placement(option),)
    with suppress(OutOfTimeError):  # what the search has shown holds without a better reason, too
        for tier in TIERS:
            apply_all(trial, tier)
            item = trial.starved_item()
            if item is not None:
                left = (
                    f"following the techniques up to {tier}, {words.item_name(table, item)} is left without any choice"
                )
                text = words.to_sentence(f"{what} is wrong: {verdict}; {left}")
                where, about = board_atoms(table, [item]), pieces_of(table, [item])
                return Hint("wrong", "techniques", tier, text, wrong, where, pieces=about)
    return Hint("wrong", "search", SEARCH, words.to_sentence(f"{what} is wrong: {verdict}, as a search shows"), wrong)
