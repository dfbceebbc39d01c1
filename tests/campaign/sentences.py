"""Sentences of `--where` at random: every form, with every word that may stand in it, and what it means."""

from __future__ import annotations

from random import Random

from tests.campaign.puzzles import Copies, Packed, Sentence
from tests.campaign.truth_lattice import Grid

EVERY = ("every piece", "each piece", "all pieces", "pieces", "piece")
COUNTED = ("pieces", "pieces", "pieces", "placements", "placement", "piece")
KINDS = ("a kind", "one kind", "each kind", "any kind", "the same kind")
NUMBERS = ("0", "1", "2", "3", "one", "two", "three", "four", "five", "six")
VALUES = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def draw_sentence(rng: Random, grid: Grid, puzzle: Packed) -> Sentence:
    """A sentence about the pieces and cells of a puzzle; often true of some tiling."""
    form = rng.choice([_each, _each, _counted, _counted, _no_two, _no_two, _together, _none])
    sentence = form(rng, grid, puzzle)
    return sentence if rng.random() < 0.9 else _ended(sentence)


def _ended(sentence: Sentence) -> Sentence:
    """The same with a full stop and more blanks."""
    return Sentence(**{**sentence.__dict__, "words": f" {sentence.words.replace(' ', '  ', 1)}."})


def _names(rng: Random, puzzle: Packed, least: int, most: int) -> tuple[str, ...]:
    every = [piece.name for piece in puzzle.pieces]
    return tuple(rng.sample(every, min(len(every), rng.randint(least, max(least, most)))))


def _listed(rng: Random, names: tuple[str, ...]) -> str:
    if len(names) < 2:
        return names[0]
    return rng.choice(
        [", ".join(names), " and ".join(names), ",".join(names), f"{', '.join(names[:-1])} and {names[-1]}"]
    )


def _cell(rng: Random, grid: Grid, puzzle: Packed) -> tuple[str, tuple[int, ...], str]:
    """The name of a cell of the board, what it means, and its letter where that is named."""
    named = {atom for _, atoms in puzzle.named for atom in atoms}
    atom = rng.choice([atom for atom in puzzle.atoms if atom not in named] or puzzle.atoms)
    cell = atom[: grid.dimension]
    letter = grid.letters[atom[-1]] if grid.letters and rng.random() < 0.6 else ""
    return "".join(f"{axis}{v}" for axis, v in zip("lrc"[-grid.dimension :], cell, strict=True)) + letter, cell, letter


def _predicate(rng: Random, grid: Grid, puzzle: Packed, negated: bool) -> tuple[str, str, dict[str, object]]:
    """The words behind a subject in the singular, or behind `does not`, and what they mean."""
    if rng.random() < 0.5:
        return "touches the border", "touch the border", {"where": "border", "negated": negated}
    words, cell, letter = _cell(rng, grid, puzzle)
    return f"covers {words}", f"cover {words}", {"where": "cell", "cell": cell, "letter": letter, "negated": negated}


def _not(rng: Random, plural: bool) -> str:
    return rng.choice(["do not" if plural else "does not", "must not", "may not", "can not", "cannot", "never"])


def _each(rng: Random, grid: Grid, puzzle: Packed) -> Sentence:
    negated = rng.random() < 0.5
    singular, bare, meaning = _predicate(rng, grid, puzzle, negated)
    if rng.random() < 0.3 and (negated or meaning["where"] == "border"):
        if negated:
            return Sentence(f"no piece {singular}", "each", **meaning)
        return Sentence(
            f"{rng.choice(EVERY)} {(rng.choice(['', 'must ']) and 'must ' + bare) or singular}", "each", **meaning
        )
    names = _names(rng, puzzle, 1, 2)
    subject = _listed(rng, names)
    if negated:
        return Sentence(f"{subject} {_not(rng, len(names) > 1)} {bare}", "each", names, **meaning)
    words = f"{subject} {rng.choice([singular, bare, f'must {bare}'])}"
    if meaning["where"] == "cell":  # one of its placements does
        return Sentence(words, "counted", names, **meaning, bounds=(1, None))
    return Sentence(words, "each", names, **meaning)


def _bounds(rng: Random) -> tuple[str, Copies]:
    number = rng.choice(NUMBERS[1:] if rng.random() < 0.9 else NUMBERS)
    value = VALUES.get(number) or int(number)
    words = rng.choice(["at most", "at most", "at least", "exactly"])
    return f"{words} {number}", (0 if words == "at most" else value, None if words == "at least" else value)


def _counted(rng: Random, grid: Grid, puzzle: Packed) -> Sentence:
    words, bounds = _bounds(rng)
    meaning: dict[str, object] = {"bounds": bounds}
    behind = ""
    if rng.random() < 0.5:
        negated = rng.random() < 0.25
        singular, bare, said = _predicate(rng, grid, puzzle, negated)
        meaning |= said
        behind = f" do not {bare}" if negated else f" {rng.choice([singular, bare])}"
    chosen = rng.random()
    if chosen < 0.3:
        return Sentence(
            f"{words}{rng.choice([' of', ' of', ''])} {rng.choice(KINDS)}{behind}", "counted", kind=True, **meaning
        )
    if chosen < 0.6:
        return Sentence(f"{words} {rng.choice(COUNTED)}{behind}", "counted", **meaning)
    names = _names(rng, puzzle, 1, 2)
    return Sentence(
        f"{words}{rng.choice([' of', ' of', ''])} {_listed(rng, names)}{behind}", "counted", names, **meaning
    )


def _relation(rng: Random, plural: bool = True) -> tuple[str, str]:
    """Words for a relation that holds and its name."""
    if rng.random() < 0.5:
        return rng.choice(["are adjacent", "are adjacent", "must be adjacent"]), "adjacent"
    return rng.choice(
        ["meet", "meet at a corner point", "meet at one corner", "meet in point", "meet even at a corner"]
    ), "meet"


def _no_two(rng: Random, grid: Grid, puzzle: Packed) -> Sentence:
    words, relation = _relation(rng)
    words = words.replace("must be", "are")
    chosen = rng.random()
    if chosen < 0.4:
        return Sentence(
            f"no two{rng.choice([' of', ' of', ''])} {rng.choice(KINDS)} {words}",
            "no two",
            kind=True,
            relation=relation,
        )
    if chosen < 0.6:
        return Sentence(f"no two {rng.choice(['pieces', 'placements'])} {words}", "no two", relation=relation)
    names = _names(rng, puzzle, 1, 2)
    return Sentence(f"no two of {_listed(rng, names)} {words}", "no two", names, relation=relation)


def _together(rng: Random, grid: Grid, puzzle: Packed) -> Sentence:
    names = _names(rng, puzzle, 2, 3)
    if len(names) < 2:
        return _no_two(rng, grid, puzzle)
    words, relation = _relation(rng)
    if rng.random() < 0.5:
        return Sentence(f"{_listed(rng, names)} {words}", "together", names, relation=relation)
    denied = {
        "adjacent": ["are not adjacent", "must not be adjacent", "are never adjacent", "cannot be adjacent"],
        "meet": ["do not meet", "must not meet", "may not meet at a corner point", "never meet", "cannot meet"],
    }
    return Sentence(
        f"{_listed(rng, names)} {rng.choice(denied[relation])}", "together", names, relation=relation, negated=True
    )


def _none(rng: Random, grid: Grid, puzzle: Packed) -> Sentence:
    names = _names(rng, puzzle, 1, 2)
    listed = " or ".join(names) if rng.random() < 0.3 else _listed(rng, names)
    words = rng.choice([f"no {listed}", f"without {listed}", f"no piece {listed}", f"without piece {listed}"])
    return Sentence(words, "none", names, bounds=(0, 0))
