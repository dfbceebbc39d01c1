"""Constraints that a person states: counts agree with a filter over all tilings, by definitions written here once more."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tests.helpers.tiers import quick
from tilewright.api.certificate import certify_states
from tilewright.exact_cover.choice import choose

Cells = frozenset[tuple[int, ...]]
Named = frozenset[tuple[str, Cells]]
TROMINOES = {"I": "###", "L": "##\n#"}
PIECES = {**TROMINOES, "D": "##", "O": "##\n##", "S": "##\n ##", "T": "###\n #"}


def _random_puzzle(rng: random.Random) -> tw.Packing:
    rows, columns = rng.randint(2, 4), rng.randint(3, 5)
    holes = set(rng.sample([(r, c) for r in range(rows) for c in range(columns)], rng.randint(0, 2)))
    cells = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes]
    rng.shuffle(cells)
    may = set(cells[: min(rng.choice([0, 0, 2, 4]), len(cells) - 4)])
    signs = {cell: "o" if cell in may else "#" for cell in cells}
    board = "\n".join("".join(signs.get((r, c), ".") for c in range(columns)) for r in range(rows))
    chosen = rng.sample(sorted(PIECES), rng.randint(1, 3))
    pieces = [{"name": name, "shape": PIECES[name], "copies": rng.choice(["any", [0, 2], [0, 4]])} for name in chosen]
    puzzle = tw.load({"piece": pieces, "board": board})
    assert isinstance(puzzle, tw.Packing)
    return puzzle


def _beside(a: Cells, b: Cells) -> bool:
    return any(abs(r - y) + abs(c - x) == 1 for r, c in a for y, x in b)


def _meet(a: Cells, b: Cells) -> bool:
    return any(abs(r - y) <= 1 and abs(c - x) <= 1 for r, c in a for y, x in b)


def _random_sentence(rng: random.Random, puzzle: tw.Packing) -> str:
    names = list(puzzle.piece_names)
    one = rng.choice(names)
    r, c = rng.choice((*puzzle.board.atoms, *puzzle.board.optional))
    sentences = [
        f"{one} touches the border",
        f"{one} does not touch the border",
        "no piece touches the border",
        f"{one} covers r{r}c{c}",
        f"{one} does not cover r{r}c{c}",
        f"at most {rng.randint(0, 3)} of {one}",
        f"at least {rng.randint(1, 3)} of {one} touch the border",
        f"at most {rng.randint(1, 3)} of a kind",
        f"exactly {rng.randint(1, 4)} pieces touch the border",
        "no two of one kind are adjacent",
        "no two of one kind meet at a corner point",
        f"no two {one} are adjacent",
        f"no two {one} meet",
        "no two pieces meet",
    ]
    if len(names) > 1:
        a, b = rng.sample(names, 2)
        sentences += [f"{a} and {b} are not adjacent", f"{a} and {b} do not meet", f"{a} and {b} are adjacent"] * 3
    return rng.choice(sentences)


def _keeps(sentence: str, tiling: Named, board: Cells, names: tuple[str, ...]) -> bool:
    """The definition, sentence by sentence."""
    words = sentence.split()

    def at_border(cells: Cells) -> bool:
        return any((r + y, c + x) not in board for r, c in cells for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0)))

    if words[-1] == "border" and words[0] in names:
        return all(at_border(cells) != ("not" in words) for name, cells in tiling if name == words[0])
    if sentence == "no piece touches the border":
        return not any(at_border(cells) for _, cells in tiling)
    if "cover" in sentence:
        row, column = words[-1][1:].split("c")
        covered = any(name == words[0] and (int(row), int(column)) in cells for name, cells in tiling)
        return covered != ("not" in words)
    if words[0] in ("at", "exactly"):
        number = int(words[1] if words[0] == "exactly" else words[2])
        if "kind" in words:
            found = list(Counter(name for name, _ in tiling).values())
        else:
            found = [
                sum(
                    ("pieces" in words or name == words[4 if words[3:4] == ["of"] else 3])
                    and ("border" not in words or at_border(cells))
                    for name, cells in tiling
                )
            ]
        return all(n <= number if "most" in words else n >= number if "least" in words else n == number for n in found)
    related = _meet if "meet" in words else _beside
    if words[:2] == ["no", "two"]:
        pairs = [
            (a, b)
            for (one, a), (two, b) in combinations(tiling, 2)
            if "pieces" in words or (one == two and (words[2] == "of" or one == words[2]))
        ]
        return not any(related(a, b) for a, b in pairs)
    pairs = [(a, b) for one, a in tiling for two, b in tiling if (one, two) == (words[0], words[2])]
    return all(related(a, b) != ("not" in words) for a, b in pairs)


def _named(tiling: tw.Tiling) -> Named:
    return frozenset((one.piece, frozenset(one.atoms)) for one in tiling)


@pytest.mark.parametrize("block", quick(range(10), 5))
def test_counts_of_random_puzzles(block: int) -> None:
    rng, strict = random.Random(block), 0
    for _ in range(40):
        puzzle = _random_puzzle(rng)
        board = frozenset((*puzzle.board.atoms, *puzzle.board.optional))
        every = list(map(_named, tw.solve(puzzle, None, limit=10)))
        if len(every) > 3000:
            continue
        sentences = [_random_sentence(rng, puzzle) for _ in range(rng.choice([1, 1, 2]))]
        expected = {one for one in every if all(_keeps(each, one, board, puzzle.piece_names) for each in sentences)}
        strict += len(expected) not in (0, len(every))
        asked = puzzle.where(*sentences)
        found = tw.solve(asked, None)
        assert {*map(_named, found)} == expected, (str(asked), sentences)
        assert tw.count(asked).value == len(found) == len(expected)
        assert (tw.verdict(asked).verdict == "impossible") == (not expected)
        for tiling in every[:40]:
            placements = [tw.Placement(name, sorted(cells)) for name, cells in tiling]
            wrong = [fault for fault in tw.faults(asked, placements) if fault.rule == "where"]
            assert bool(wrong) == (tiling not in expected), sentences
    assert strict >= 2


@pytest.mark.parametrize("seed", range(12))
def test_engines_agree(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = _random_puzzle(rng)
    asked = puzzle.where(_random_sentence(rng, puzzle), _random_sentence(rng, puzzle))
    cover = asked.compile().with_symmetries().cover
    numbers = {}
    for name in ("reference", "native", "sweep", "frontier"):
        numbers[name] = choose(cover, name).count(cover).solutions
    assert len({*numbers.values()}) == 1, numbers


def _images(tiling: Named, board: Cells) -> set[frozenset[Cells]]:
    """The images under the turns and reflections that keep the board, by shapes: a mirrored S is a Z."""
    moves = [lambda r, c: (r, c), lambda r, c: (c, -r), lambda r, c: (-r, -c), lambda r, c: (-c, r)]
    found = set[frozenset[Cells]]()
    for move in moves:
        for mirror in (1, -1):

            def moved(cells: Cells, origin: tuple[int, int] = (0, 0)) -> Cells:
                return frozenset(
                    (r - origin[0], c - origin[1])
                    for r, c in (move(r, mirror * c) for r, c in cells)  # noqa: B023
                )

            origin = tuple(min(cell[axis] for cell in moved(board)) for axis in (0, 1))
            if moved(board, origin) == board:
                found.add(frozenset(moved(cells, origin) for _, cells in tiling))
    return found


SYMMETRIC = [
    ("FNPUV@5x5", "F and N are adjacent"),
    ("LPTVW@5x5", "L and P do not meet"),
    ("pentominoes:FILNPTUVWXYZ?@4x5", "at most 2 pieces touch the border"),
    ("tetrominoes*@4x4", "no two of one kind are adjacent"),
    ("trominoes*@4x3", "no two of one kind meet at a corner point"),
    ("dominoes*@4x4", "exactly 6 pieces touch the border"),
    ("tetrominoes*@4x6", "at most 2 of a kind"),
    ("tetrominoes*@4x4", "O does not touch the border"),
    ("tetrominoes*@4x5", "S and Z are not adjacent"),
    ("tetrominoes*@4x4", "J and L are adjacent"),
    ("tetrominoes:SZIOT?@4x4", "S and Z are adjacent"),
]


@pytest.mark.parametrize(("notation", "sentence"), SYMMETRIC)
def test_up_to_symmetry(notation: str, sentence: str) -> None:
    puzzle = tw.load(notation)
    assert isinstance(puzzle, tw.Packing)
    board = frozenset(puzzle.board.atoms)
    every = [_named(tiling) for tiling in tw.solve(puzzle, None)]
    kept = [one for one in every if _keeps(sentence, one, board, puzzle.piece_names)]
    orbits = {frozenset(_images(one, board)) for one in kept}
    assert tw.count(puzzle.where(sentence), up_to="symmetries").value == len(orbits)


def test_a_constraint_on_one_cell_breaks_the_symmetry() -> None:
    puzzle = tw.load('pieces = "FNPUV"\nboard = "5x5"\nwhere = "V covers r0c0"')
    assert tw.count(puzzle).value == tw.count(puzzle, up_to="symmetries").value * 2 == 4


@pytest.mark.parametrize("sentence", ["no P and L", "without P, L", "no P or L", "no P, L", "at most 0 of P, L"])
def test_none_of_some_pieces(sentence: str) -> None:
    without = tw.count(tw.load("FINTUVWXYZ?@5x4"))
    assert tw.count(tw.load("pentominoes?@5x4").where(sentence)).value == without.value > 0


def test_twins_are_told_apart_where_a_constraint_names_one() -> None:
    twins = tw.load({"piece": {"A": "##", "B": "##"}, "board": "1x4"})
    assert isinstance(twins, tw.Packing)
    assert tw.count(twins).value == 1
    assert tw.solve(twins.where("B covers r0c0"), None)[0][0, 0].piece == "B"
    assert tw.count(twins.where("no two of one kind are adjacent")).value == 0


@pytest.mark.parametrize(
    ("notation", "sentence", "expected"),
    [
        ("dominoes*@4x4~", "no piece touches the border", 0),
        ("dominoes*@4x4~~", "no piece touches the border", None),  # a torus has no border
        ("soma@3x3x3", "V touches the border", None),
        ("trihexes*@3x4", "no two of one kind are adjacent", 0),
    ],
)
def test_other_lattices(notation: str, sentence: str, expected: int | None) -> None:
    puzzle = tw.load(notation)
    assert isinstance(puzzle, tw.Packing)
    whole = tw.count(puzzle, limit=20).value
    assert tw.count(puzzle.where(sentence), limit=20).value == (whole if expected is None else expected)


def test_predicates() -> None:
    puzzle = tw.load("FNPUV@5x5")
    assert isinstance(puzzle, tw.Packing)
    every = list(tw.solve(puzzle, None))

    def low(one: tw.Placement) -> bool:
        return one.piece != "P" or min(row for row, _ in one) >= 1

    def apart(one: tw.Placement, other: tw.Placement) -> bool:
        return {one.piece, other.piece} != {"U", "N"} or one.atoms[0][0] != other.atoms[0][0]

    expected = [
        each for each in every if all(map(low, each)) and all(apart(a, b) for a in each for b in each if a != b)
    ]
    found = tw.solve(puzzle.where(each=low, pair=apart), None)
    assert {*map(_named, found)} == {*map(_named, expected)}
    assert 0 < len(expected) < len(every)
    copies = tw.load("dominoes*@4x4")
    assert isinstance(copies, tw.Packing)

    def no_fault_free_row(one: tw.Placement, other: tw.Placement) -> bool:
        return one.atoms[0][0] != other.atoms[0][0] or one.atoms[1][0] == other.atoms[1][0]

    wanted = sum(
        all(no_fault_free_row(a, b) and no_fault_free_row(b, a) for a, b in combinations(each, 2))
        for each in tw.solve(copies, None)
    )
    assert tw.count(copies.where(pair=no_fault_free_row)).value == wanted


def test_file_and_back() -> None:
    puzzle: tw.Puzzle = tw.load('pieces = "FNPUV"\nboard = "5x5"\nwhere = ["F and N are adjacent", "V covers r0c0"]\n')
    assert tw.loads(tw.dumps(puzzle)) == puzzle
    assert tw.load({"pieces": "FNPUV", "board": "5x5", "where": "V covers r0c0"}) != tw.load("FNPUV@5x5")
    assert isinstance(puzzle, tw.Packing)
    with pytest.raises(ValueError, match="function"):
        tw.dumps(puzzle.where(each=lambda one: True))


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Q touches the border", "no piece 'Q'"),
        ("V is nice", "expected a sentence such as"),
        ("V covers r9c9", "not on the board"),
        ("V covers r0c0z", "letters"),
        ("x" * 1000, "at most 300"),
        ("V and are adjacent", "expected"),
    ],
)
def test_refused(sentence: str, said: str) -> None:
    puzzle = tw.load("FNPUV@5x5")
    assert isinstance(puzzle, tw.Packing)
    with pytest.raises(tw.NotationError) as error:
        puzzle.where(sentence)
    assert said in str(error.value)


def test_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run = CommandLine(monkeypatch, capsys)
    where = ("--where", "V covers r0c0")
    assert run("count", "FNPUV@5x5", *where).out == "4\n"
    assert run("solve", "FNPUV@5x5", *where).out.startswith("V")
    assert "where V covers r0c0" in run("show", "FNPUV@5x5", *where).out
    assert run("verdict", "FNPUV@5x5", "--where", "F does not touch the border").code == 1
    assert "place" in run("hint", "FNPUV@5x5", *where).out
    assert "constraint" in run("verdict", "FNPUV@5x5", "--relax", "--where", "F and N are not adjacent").out
    assert "has no pieces" in run.refused("count", "https://puzz.link/p?shikaku/2/2/4i", *where)


def test_check_names_the_constraint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = CommandLine(monkeypatch, capsys)
    drawing = f"{tmp_path}/answer.txt"
    run("solve", "FNPUV@5x5", "-o", drawing)
    assert run("check", "FNPUV@5x5", drawing).code == 0
    ran = run("check", "FNPUV@5x5", drawing, "--where", "F and N are not adjacent")
    assert ran.code == 1
    assert "F and N are not adjacent" in ran.out + ran.err


def test_a_certificate_of_states_does_not_hold_constraints_on_two(tmp_path: Path) -> None:
    puzzle = tw.load("tetrominoes*@4x4")
    assert isinstance(puzzle, tw.Packing)
    one, two = puzzle.where("O touches the border"), puzzle.where("no two of one kind are adjacent")
    path = tmp_path / "proof"
    assert certify_states(one, tw.count(one).value, path) == "checked"
    assert tw.check_proof(one, path).good
    with pytest.raises(tw.LimitError):
        certify_states(two, tw.count(two).value, path)
