"""Assemblies and disassemblies in files of BurrTools, read and written, for cubes.

An assembly gives for each piece, in the order of the problem's shapes and as often as each may be used, where the corner
of its box comes to lie and by which rotation, or `x` for a copy that is not used. Rotation 4 k + j turns j times about
x, then takes x to x, z, -x, -z, y or -y (k = 0 to 5). A separation is a list of positions of its pieces, all of them
absolute; in the last one the pieces that leave are more than 10,000 cells away. What is left of both parts follows inside of it. A
`separationInfo` has the numbers of moves alone, each plus one, and 0 where a part needs no separation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import burrtools
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Vector
from tilewright.movement.disassembly import Disassembly, Move, Separation, names_of
from tilewright.movement.ways import Ways, ways_of
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults

REMOVED = 10_000  # a piece that lies farther away has been taken out
AWAY = 20_000  # where we put it
MOST_STATES = 100_000
MOST_DEEP = 64  # separations in one another: one for each piece at most


@dataclass(frozen=True)
class SavedAnswer:
    """One solution of a file.

    tiling:      the assembly.
    disassembly: as the file has it, not checked; None where it only has the numbers, or nothing.
    levels:      the numbers of moves, of each separation the part that is left before the one that is taken out.
    """

    tiling: Tiling
    disassembly: Disassembly | None
    levels: tuple[int, ...]


def _rotations() -> tuple[tuple[Vector, ...], ...]:
    def product(a: Sequence[Vector], b: Sequence[Vector]) -> tuple[Vector, ...]:
        columns = list(zip(*b, strict=True))
        return tuple(tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in columns) for row in a)

    one, about_x = ((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    about_y, about_z = ((0, 0, -1), (0, 1, 0), (1, 0, 0)), ((0, -1, 0), (1, 0, 0), (0, 0, 1))
    back = product(about_y, about_y)
    firsts = (one, about_y, back, product(back, about_y), about_z, product(about_z, product(about_z, about_z)))
    found = []
    for first in firsts:
        for _ in range(4):
            found.append(first)
            first = product(first, about_x)
    return tuple(found)


ROTATIONS = _rotations()


def _turned(number: int, place: Sequence[int]) -> Vector:
    return tuple(sum(x * y for x, y in zip(row, place, strict=True)) for row in ROTATIONS[number])


def _shifted(place: Sequence[int], by: Sequence[int]) -> Vector:
    return tuple(a + b for a, b in zip(place, by, strict=True))


def parse_answers(text: str, puzzle: Puzzle) -> list[SavedAnswer]:
    """Return the solutions of a puzzle that are saved in a file with it, checked to be tilings.

    Raises NotationError where the puzzle is none of the file's, and saying what is wrong with a solution.
    """
    root = burrtools.parse_root(text)
    elements = root.findall("problems/problem")
    problem = next((k for k in range(len(elements)) if burrtools.parse(text, k) == puzzle), None)
    if problem is None or not isinstance(puzzle, Packing):
        raise NotationError("the file of BurrTools holds another puzzle: expected saved solutions of this one")
    element = elements[problem]
    solutions = element.findall("solutions/solution")
    if solutions and puzzle.lattice != "cubic":
        raise NotationError(f"solutions on the lattice {puzzle.lattice} are not read: expected cubes")
    voxels = root.findall("shapes/voxel")
    rows = [(row, burrtools.copies_of(row)) for row in element.findall("shapes/shape")]
    shapes = [(_voxels(voxels, row), copies[1]) for row, copies in rows if any(copies)]
    slots = [
        (piece.name, places) for piece, (places, most) in zip(puzzle.pieces, shapes, strict=True) for _ in range(most)
    ]
    goal = burrtools.read_shape(voxels, burrtools.read_number(_only(element, "result"), "id"), "cubic").atoms
    board = (*puzzle.board.atoms, *puzzle.board.optional)
    corner = tuple(a - b for a, b in zip(min(board), min(goal), strict=True))  # boards count from their top left
    return [_saved(puzzle, slots, corner, solution) for solution in solutions]


def _only(element: Element, name: str) -> Element:
    found = element.find(name)
    assert found is not None
    return found


def _voxels(voxels: list[Element], row: Element) -> list[Vector]:
    """Return the voxels of a shape, from its hot spot."""
    number = burrtools.read_number(row, "id")
    atoms = burrtools.read_shape(voxels, number, "cubic").atoms
    spot = [burrtools.read_number(voxels[number], f"h{axis}", 0) for axis in "xyz"]
    return [_shifted(burrtools.place_of(atom, "cubic"), [-v for v in spot]) for atom in atoms]


Slots = Sequence[tuple[str, Sequence[Vector]]]  # for each copy the name of its piece, and its voxels from the hot spot


def _saved(puzzle: Packing, slots: Slots, corner: Vector, solution: Element) -> SavedAnswer:
    words = (solution.findtext("assembly") or "").split(" ")
    placed: dict[int, tuple[Atom, ...]] = {}
    for number, (_, places) in enumerate(slots):
        if words[:1] == ["x"]:
            del words[0]
            continue
        try:
            x, y, z, turn = map(int, words[:4])
        except ValueError:
            raise NotationError(
                f"an assembly ends at piece {number + 1}: expected x y z and a rotation for each"
            ) from None
        if not 0 <= turn < len(ROTATIONS) or max(map(abs, (x, y, z))) > REMOVED:
            raise NotationError(f"{x} {y} {z} {turn}: expected a place and a rotation from 0 to {len(ROTATIONS) - 1}")
        del words[:4]
        there = (_shifted(_turned(turn, place), (x, y, z)) for place in places)
        atoms = (atom for each in there if (atom := burrtools.atom_at(each, "cubic")))
        placed[number] = tuple(sorted(_shifted(atom, corner) for atom in atoms))
    if words:
        raise NotationError(
            f"{len(words)} numbers too many in an assembly: expected four for each of {len(slots)} pieces"
        )
    tiling = Tiling(puzzle, tuple(puzzle.placement(slots[number][0], atoms) for number, atoms in placed.items()))
    if wrong := faults(puzzle, tiling.placements):
        raise NotationError(f"a saved solution is no tiling: {wrong[0].text}")
    names = dict(zip(placed, names_of(tiling.placements), strict=True))
    tree, info = solution.find("separation"), solution.findtext("separationInfo")
    if tree is None:
        return SavedAnswer(tiling, None, _levels(info) if info else ())
    separations = list(_separations(tree, names, ways_of(puzzle.grid), 0))
    answer = Disassembly(pieces=tuple(names.values()), separations=tuple(separations), tiling=tiling)
    return SavedAnswer(tiling, answer, answer.levels)


def _levels(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,6}( [0-9]{1,6}){0,200}", text.strip(), re.ASCII):
        raise NotationError(f"separationInfo {quote(text)}: expected numbers")
    return tuple(int(word) - 1 for word in text.split() if word != "0")


def _separations(element: Element, names: Mapping[int, str], ways: Ways, depth: int) -> Iterator[Separation]:
    """Return the separation of an element, then those inside of it."""
    if depth > MOST_DEEP:
        raise LimitError(f"separations more than {MOST_DEEP} deep: expected one for each piece at most")
    numbers = _integers(element.findtext("pieces"), 0, len(names) + max(names, default=0))
    if len(set(numbers)) != len(numbers) or not set(numbers) <= set(names):
        raise NotationError("a separation names pieces that are not placed, or one twice: expected each once")
    states = [_state(state, len(numbers)) for state in element.findall("state")]
    if len(states) < 2:
        raise NotationError("a separation without moves: expected at least two positions")
    pieces = [names[number] for number in numbers]
    yield Separation(tuple(pieces), tuple(_move(pieces, before, after, ways) for before, after in pairwise(states)))
    for inner in sorted(element.findall("separation"), key=lambda each: each.get("type") != "left"):
        yield from _separations(inner, names, ways, depth + 1)


def _state(element: Element, pieces: int) -> list[Vector]:
    axes = [_integers(element.findtext(f"d{axis}"), -10 * REMOVED, 10 * REMOVED) for axis in "xyz"]
    if any(len(axis) != pieces for axis in axes):
        raise NotationError(f"a position of {', '.join(str(len(axis)) for axis in axes)} pieces: expected {pieces}")
    return list(zip(*axes, strict=True))


def _integers(text: str | None, least: int, most: int) -> list[int]:
    words = (text or "").split()
    if (
        not words
        or len(words) > MOST_STATES
        or not all(re.fullmatch(r"-?[0-9]{1,6}", word, re.ASCII) for word in words)
    ):
        raise NotationError(f"{quote(text or '')}: expected whole numbers")
    numbers = [int(word) for word in words]
    if min(numbers) < least or max(numbers) > most:
        raise NotationError(f"{quote(text or '')}: expected numbers from {least:,} to {most:,}")
    return numbers


def _move(pieces: Sequence[str], before: Sequence[Vector], after: Sequence[Vector], ways: Ways) -> Move:
    """Return the move between two positions: pieces that shift alike along one axis."""
    steps = [_shifted(b, [-x for x in a]) for a, b in zip(before, after, strict=True)]
    moved = [step for step in steps if any(step)]
    if len(set(moved)) != 1 or sum(map(bool, moved[0])) != 1:
        raise NotationError("several pieces shift differently in one move: expected one set of pieces, along one axis")
    shift = burrtools.atom_at(moved[0], "cubic")
    assert shift is not None
    distance = max(map(abs, shift))
    direction = next(each for each in ways.directions if tuple(v * distance for v in each.vector) == shift)
    names = tuple(name for name, step in zip(pieces, steps, strict=True) if any(step))
    return Move(names, direction.name, direction.vector, None if distance > REMOVED else distance)


def dump_answers(puzzle: Puzzle, answers: Iterable[Disassembly]) -> str:
    """Return the puzzle with these assemblies and how they come apart, as a file of BurrTools.

    Raises NotationError for lattices other than cubes and squares.
    """
    if not isinstance(puzzle, Packing) or burrtools.LAYERS.get(puzzle.lattice, puzzle.lattice) != "cubic":
        raise NotationError(
            f"disassemblies on the lattice {puzzle.lattice} are not written for BurrTools: expected cubes"
        )
    return burrtools.dump(
        puzzle, [_SolutionWriter(puzzle, answer).solution(number) for number, answer in enumerate(answers, 1)]
    )


class _SolutionWriter:
    """One assembly in the numbers of BurrTools."""

    def __init__(self, puzzle: Packing, answer: Disassembly) -> None:
        assert answer.tiling is not None
        self.answer = answer
        board = [_place(atom) for atom in (*puzzle.board.atoms, *puzzle.board.optional)]
        corner = burrtools.box_corner(board, "cubic")
        placements = dict(zip(names_of(answer.tiling.placements), answer.tiling.placements, strict=True))
        bodies = {part: name for name in answer.pieces for part in ([name] if name in placements else name.split("+"))}
        self.numbers: dict[str, list[int]] = {}  # of a body, in the order of the assembly
        self.places: dict[int, Vector] = {}
        words, slot = [], 0
        for piece in puzzle.pieces:
            most = burrtools.most_copies(piece, len(board))
            mine = [name for name, placement in placements.items() if placement.piece == piece.name]
            drawn = [_place(atom) for atom in piece.atoms]
            shape = [_shifted(place, [-v for v in burrtools.box_corner(drawn, "cubic")]) for place in drawn]
            for number, name in enumerate(mine, start=slot):
                there = [_shifted(_place(atom), [-v for v in corner]) for atom in placements[name].atoms]
                turn, place = _rotation(shape, there)
                self.numbers.setdefault(bodies[name], []).append(number)
                self.places[number] = place
                words.append(f"{' '.join(map(str, place))} {turn}")
            words += ["x"] * (most - len(mine))
            slot += most
        self.assembly = " ".join(words)

    def solution(self, number: int) -> str:
        """Return the element of the solution."""
        tree = self._separation(frozenset(self.answer.pieces), dict(self.places), "")
        return f'<solution asmNum="{number}"><assembly>{self.assembly}</assembly>{tree}</solution>'

    def _separation(self, part: frozenset[str], places: dict[int, Vector], kind: str) -> str:
        """Return the separation of a part that lies so; "" where it needs none."""
        found = next((each for each in self.answer.separations if frozenset(each.pieces) == part), None)
        if found is None:
            return ""
        numbers = sorted(number for name in found.pieces for number in self.numbers[name])
        states = [_state_text([places[number] for number in numbers])]
        for move in found.moves:
            distance = AWAY if move.distance is None else move.distance
            step = [v * distance for v in _place(move.vector)]
            moved = {number for name in move.pieces for number in self.numbers[name]}
            after = {number: _shifted(place, step) if number in moved else place for number, place in places.items()}
            states.append(_state_text([after[number] for number in numbers]))
            if move.distance is not None:
                places = after
        taken = frozenset(found.moves[-1].pieces)
        inner = self._separation(taken, places, "removed") + self._separation(part - taken, places, "left")
        opening = f'<separation type="{kind}">' if kind else "<separation>"
        pieces = f'<pieces count="{len(numbers)}">{" ".join(map(str, numbers))}</pieces>'
        return f"{opening}{pieces}{''.join(states)}{inner}</separation>"


def _place(atom: Atom) -> Vector:
    return burrtools.place_of((0, *atom)[-3:], "cubic")


def _state_text(places: Sequence[Vector]) -> str:
    axes = zip("xyz", (" ".join(map(str, values)) for values in zip(*places, strict=True)), strict=True)
    return f"<state>{''.join(f'<d{axis}>{numbers}</d{axis}>' for axis, numbers in axes)}</state>"


def _rotation(shape: Sequence[Vector], there: Sequence[Vector]) -> tuple[int, Vector]:
    """Return the first rotation that takes a shape to its place, and where its corner then lies."""
    wanted = sorted(there)
    for number in range(len(ROTATIONS)):
        turned = sorted(_turned(number, place) for place in shape)
        shift = _shifted(wanted[0], [-v for v in turned[0]])
        if [_shifted(place, shift) for place in turned] == wanted:
            return number, shift
    raise NotationError("a piece lies as a mirror image of itself: expected pieces that are only turned")
