"""Draws the ten heads-and-tails puzzles of examples/cards: nine cards each, cut out of a square that matches.

Cards are drawn from the top left on, so that each meets the heads and tails of those before it, then shuffled and turned. Nothing is chosen for its number of solutions, which `docs/measured/edge-matching.md` states.

uv run python -m tools.make_cards
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from string import ascii_lowercase

FOLDER = Path(__file__).parents[1] / "examples" / "cards"
SIZE, SIDES = 3, 4
LETTERS = ascii_lowercase
SEED = 1
# Figures of each puzzle, and whether the four sides of a card must show different ones, as on most cards that are sold.
RECIPES = [(4, True)] * 6 + [(5, True), (6, True), (4, False), (3, False)]


def main() -> None:
    """Write the ten files."""
    FOLDER.mkdir(exist_ok=True)
    rng = Random(SEED)
    for number, (figures, different) in enumerate(RECIPES, start=1):
        cards = draw_cards(figures, different, rng)
        note = f"{figures} figures, {'four different ones' if different else 'any'} on each card"
        lines = [f"# Nine cards, {note}: a head (small letter) meets its tail (capital).", "edges 3x3 match=partner"]
        lines += [f"{place}: {card}" for place, card in enumerate(cards, start=1)]
        (FOLDER / f"{number:02}.edges").write_text("\n".join(lines) + "\n")


def draw_cards(figures: int, different: bool, rng: Random) -> list[str]:
    """Nine words of four letters, clockwise, in any order and turn."""
    square = None
    while square is None:
        square = throw(figures, different, rng)
    turned = [card[start:] + card[:start] for card in square for start in [rng.randrange(SIDES)]]
    return rng.sample(turned, len(turned))


def throw(figures: int, different: bool, rng: Random) -> list[str] | None:
    """The cards of a square that matches, by rows: top, right, bottom, left. None where a card would repeat a figure."""
    cards: list[str] = []
    for row in range(SIZE):
        for column in range(SIZE):
            top = cards[-SIZE][2].swapcase() if row else ""
            left = cards[-1][1].swapcase() if column else ""
            known = (top + left).lower()
            if different and len(set(known)) < len(known):
                return None
            letters = [letter for letter in LETTERS[:figures] if not different or letter not in known]
            thrown = iter(rng.sample(letters, SIDES - len(known)) if different else rng.choices(letters, k=SIDES))
            halves = (letter if rng.random() < 0.5 else letter.upper() for letter in thrown)
            cards.append("".join((top or next(halves), next(halves), next(halves), left or next(halves))))
    return cards


if __name__ == "__main__":
    main()
