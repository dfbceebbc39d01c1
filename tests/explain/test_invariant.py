"""Invariants: found where they exist, checked by plain sums, never claimed where there is a tiling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.generate import light_seeds, random_cover, random_puzzle
from tilewright import verdict
from tilewright._kernel import Cover
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.explain import reasons as explained
from tilewright.explain.reasons import Invariant, find_invariant, invariant_fault, invariant_reason, why_impossible
from tilewright.kinds import Packing
from tilewright.kinds.packing import reasons

IMPOSSIBLE = [
    *(f"dominoes*@{n}x{n}-r0c0,r{n - 1}c{n - 1}" for n in (8, 12, 16, 32)),
    *(f"tetrominoes:{letters}*@{n}x{n}" for n in (6, 10, 14) for letters in ("T", "L", "LJ")),
    "tetrominoes:IOLTS!free@4x5",  # T covers three of a color: five tetrominoes never make a rectangle
    "tetrominoes*@5x6",
]


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_found_and_checked(text: str) -> None:
    compiled = Packing.parse(text).compile()
    reason = invariant_reason(compiled)
    assert reason is not None and reason.kind == "invariant"
    assert reason.modulus is not None and len(reason.weights) == len(compiled.atoms)


def test_few_colors() -> None:
    for text, modulus in [("dominoes*@8x8-r0c0,r7c7", 3), ("tetrominoes:T*@10x10", 8), ("tetrominoes:L*@10x10", 8)]:
        found = find_invariant(Packing.parse(text).compile().cover)
        assert found is not None and (found.modulus, len(set(found.weights))) == (modulus, 2)


def test_the_classic_sentence() -> None:
    reason = invariant_reason(Packing.parse("dominoes*@8x8-r0c0,r7c7").compile())
    assert reason is not None and "32" in reason.text and "30" in reason.text


def test_none_where_there_is_a_tiling() -> None:
    for text in ("tetrominoes*@6x6", "dominoes*@8x8", "pentominoes@6x10", "tetrominoes:T*@4x4"):
        assert find_invariant(Packing.parse(text).compile().cover) is None


def solvable(cover: ExactCover) -> bool:
    return any(engine("reference").solutions(cover, Limit(solutions=1)))


def test_sound_on_random_covers() -> None:
    found = 0
    covers = [random_cover(seed) for seed in range(200)]
    covers += [random_puzzle(seed).compile().cover for seed in light_seeds(60)]
    for cover in covers:
        if cover.validate() is None and (invariant := find_invariant(cover)) is not None:
            found += 1
            assert invariant_fault(cover, invariant) is None
            assert not solvable(cover)
    assert found > 30


def test_the_certificate_is_refused_when_it_proves_nothing() -> None:
    cover = Packing.parse("dominoes*@4x4-r0c0,r3c3").compile().cover
    good = find_invariant(cover)
    assert good is not None and invariant_fault(cover, good) is None
    assert "modulus" in str(invariant_fault(cover, replace(good, modulus=1)))
    assert "each of 14 items" in str(invariant_fault(cover, replace(good, weights=good.weights[1:])))
    assert "option" in str(invariant_fault(cover, replace(good, weights=(good.weights[0] + 1, *good.weights[1:]))))
    assert "must be covered sums to 0" in str(invariant_fault(cover, Invariant(2, (1,) * 14)))
    free = cover.replace(lo=(0, *cover.lo[1:]))
    assert "item 0 may be covered 0 to 1 times" in str(invariant_fault(free, good))


def test_what_is_soon_solved_needs_no_elimination(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tiling that a short search finds says that there is no reason; where it finds none the weights are looked for."""
    solved = Packing.parse("dominoes*@10x12").compile()
    corners = "r0c0,r11c11"
    assert len(solved.cover.lo) > reasons.FEW_ITEMS
    assert (reason := why_impossible(Packing.parse(f"dominoes*@12x12-{corners}").compile())) is not None
    assert reason.kind == "invariant"
    asked = []
    monkeypatch.setattr(reasons, "invariant_reason", lambda compiled, deadline: asked.append(compiled))
    assert why_impossible(solved) is None and not asked
    assert why_impossible(Packing.parse(f"dominoes*@12x12-{corners}").compile()) is None and asked


def test_a_verdict_eliminates_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reasons look for an invariant, and so does it itself, for whom a short search does not settle it."""
    asked = []
    find = explained.search_invariant

    def counted(cover: Cover, work: int) -> tuple[int, list[int]] | None:
        asked.append(work)
        return find(cover, work)

    monkeypatch.setattr(explained, "search_invariant", counted)
    for limit in (Limit(), Limit(seconds=60.0)):
        assert verdict(Packing.parse("LPNUV@5x5"), limit=limit).verdict == "impossible"
        assert verdict(Packing.parse("dominoes*@10x12"), limit=limit).verdict == "several"
    assert len(asked) == 4
    cover = Packing.parse("FNPUV@5x5").compile().cover
    assert find_invariant(cover, Deadline(Limit(seconds=1.0))) is None and cover.work_in_vain > 0
    assert find_invariant(cover) is None and len(asked) == 6  # a look that may take longer is another
    assert find_invariant(cover) is None and len(asked) == 6
