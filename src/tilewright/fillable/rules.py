"""The rule of a set of kinds: what its boards are, and why the others cannot be filled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from tilewright.errors import NotationError, quote
from tilewright.fillable.family import SizeFamily
from tilewright.fillable.theorem import FROM, KINDS, PERIOD, Obstruction, theorem

# Larger classes of boards that a rule may be said by, the smallest first: (words, what a board of it is not).
BASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("none", ("n x n",)),
    ("both sides are multiples of 4", ("2k+1 x n", "4k+2 x n")),
    ("both sides are even", ("2k+1 x n",)),
    ("the area is a multiple of 8", ("2k+1 x 2k+1", "2k+1 x 4k+2", "2k+1 x 8k+4", "4k+2 x 4k+2")),
    ("one side is a multiple of 4", ("2k+1 x 2k+1", "2k+1 x 4k+2", "4k+2 x 4k+2")),
    ("the area is a multiple of 4", ("2k+1 x 2k+1", "2k+1 x 4k+2")),
)
END = FROM + PERIOD  # lengths from here on behave as those a period before


@dataclass(frozen=True)
class Rule:
    """Which rectangles the kinds fill, any number of each, turned but not flipped.

    >>> rule = Rule("STZ")
    >>> print(rule)
    the area is a multiple of 4, except 1 x n, 2 x n, 3 x n, 6 x 6, 6 x 10
    >>> rule.fills(6, 14), rule.fills(6, 10)
    (True, False)
    >>> rule.reason(6, 10).by
    'strip'
    """

    kinds: str

    def __post_init__(self) -> None:
        chosen = set(self.kinds)
        if not chosen or not chosen <= set(KINDS) or len(chosen) < len(self.kinds):
            raise NotationError(f"{quote(self.kinds)}: expected letters out of {KINDS}, each at most once")
        object.__setattr__(self, "kinds", "".join(kind for kind in KINDS if kind in chosen))

    def fills(self, rows: int, columns: int) -> bool:
        """Return True if a board of this size can be filled. Raises NotationError unless both sides are positive."""
        return self.reason(rows, columns) is None

    def reason(self, rows: int, columns: int) -> Obstruction | None:
        """Return why a board cannot be filled, None if it can be. Raises NotationError for sides below 1."""
        if min(rows, columns) < 1:
            raise NotationError(f"{rows}x{columns}: expected two sides of at least 1")
        return next((each for each in self.reasons if (rows, columns) in each), None)

    @cached_property
    def reasons(self) -> tuple[Obstruction, ...]:
        """All reasons that hold for these kinds."""
        return tuple(reason for reason in theorem().reasons if set(self.kinds) <= set(reason.kinds))

    def __str__(self) -> str:
        return _words(self)


@cache
def rules() -> tuple[Rule, ...]:
    """Return the rules of all 127 sets of kinds, the smallest sets first."""
    return tuple(Rule("".join(chosen)) for size in range(1, len(KINDS) + 1) for chosen in combinations(KINDS, size))


@cache
def _words(rule: Rule) -> str:
    """The rule in words: the smallest class of boards that it agrees with where both sides are large, and exceptions."""
    large = [(m, n) for m in range(FROM, END) for n in range(m, END)]
    for words, texts in BASES:
        excluded = tuple(map(SizeFamily.parse, texts))
        if all(rule.fills(*size) != any(size in each for each in excluded) for size in large):
            rest = _exceptions(rule, excluded)
            return f"{words}, except {', '.join(map(str, rest))}" if rest else words
    raise AssertionError(f"no words for the rule of {rule.kinds}")


def _exceptions(rule: Rule, excluded: tuple[SizeFamily, ...]) -> list[SizeFamily]:
    """The families that the class holds and the kinds do not fill, none part of what the others exclude."""
    said = {size for family in excluded for size in _boards(family)}
    families = [family for reason in rule.reasons for family in reason.boards]
    families.sort(key=lambda family: (-len(_boards(family) - said), str(family)))
    chosen: list[SizeFamily] = []
    for family in families:
        if not _boards(family) <= said:
            chosen.append(family)
            said |= _boards(family)
    return sorted(chosen, key=lambda family: (family.first.rest, -family.second.step, family.second.rest))


@cache
def _boards(family: SizeFamily) -> frozenset[tuple[int, int]]:
    return frozenset(family.within(END))
