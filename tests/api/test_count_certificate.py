"""Count certificates: the states of a sweep and their numbers, checked without compile, engines or kernel."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice, product
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.count_states import BoardStates, OneLie, fault, lines_of
from tests.helpers.generate import random_puzzle
from tilewright.api.certificate import certify_states, check_proof
from tilewright.api.count import count
from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.explain import checkers, count_states
from tilewright.explain.checkers import count_fault
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import NAMES
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Puzzle

EVERY_LATTICE = tuple(NAMES)
MOST_BRUTE = 10  # atoms of a board that brute force counts


def brute_force(puzzle: Puzzle) -> int:
    """Count with the cells alone: cover the least cell in every way, and look at supplies and pins at the end."""
    board = puzzle.board
    cells = {*board.atoms, *board.optional}
    placements = list(_shikaku_rectangles(puzzle) if isinstance(puzzle, Shikaku) else _positions(puzzle, cells))
    if isinstance(puzzle, Shikaku):
        pins = [("", frozenset(product(range(t, t + h), range(left, left + w)))) for t, left, h, w in puzzle.pinned]
        bounds = []
    else:
        kind = {piece.name: piece.forms for piece in puzzle.pieces}
        pins = [(kind[pin.piece], frozenset(pin.atoms)) for pin in puzzle.pinned]
        bounds = [_bounds(puzzle, shape) for shape in dict.fromkeys(kind.values())]

    def completions(left: frozenset, chosen: list) -> int:
        if not left:
            used = [sum(shape == own for own, _ in chosen) for shape, _, _ in bounds]
            kept = all(pin in chosen for pin in pins)
            return kept and all(lo <= n <= hi for n, (_, lo, hi) in zip(used, bounds, strict=True))
        least = min(left)
        found = completions(left - {least}, chosen) if least in board.optional else 0
        for placed in placements:
            if least in placed[1] and placed[1] <= left:
                found += completions(left - placed[1], [*chosen, placed])
        return found

    return completions(frozenset(cells), [])


def _positions(puzzle: Packing, cells: set) -> Iterator:
    for shape in {piece.forms for piece in puzzle.pieces}:
        for orientation in shape:
            for vector in product(*(range(-1, side + 1) for side in puzzle.board.extent)):
                moved = frozenset(puzzle.grid.shift(orientation, vector))
                if moved <= cells:
                    yield shape, moved


def _bounds(puzzle: Packing, shape: object) -> tuple:
    twins = [piece for piece in puzzle.pieces if piece.forms == shape]
    pinned = [pin.piece for pin in puzzle.pinned]
    most = [99 if piece.copies[1] is None else piece.copies[1] for piece in twins]
    return shape, sum(max(piece.copies[0], pinned.count(piece.name)) for piece in twins), sum(most)


def _shikaku_rectangles(puzzle: Shikaku) -> Iterator:
    size = {(row, column): value for row, column, value in puzzle.clues}
    for top, left in product(range(puzzle.rows), range(puzzle.columns)):
        for bottom, right in product(range(top + 1, puzzle.rows + 1), range(left + 1, puzzle.columns + 1)):
            cells = frozenset(product(range(top, bottom), range(left, right)))
            inside = [size[cell] for cell in cells if cell in size]
            if len(inside) == 1 and inside[0] in (None, len(cells)):
                yield "", cells


def random_shikaku(seed: int) -> Shikaku:
    """Clues of a random division, some unknown, some moved, and now and then a pinned rectangle."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    parts = [(0, 0, rows, columns)]
    for _ in range(rng.randint(0, 5)):
        top, left, height, width = parts.pop(rng.randrange(len(parts)))
        if height > 1 and (width == 1 or rng.random() < 0.5):
            cut = rng.randint(1, height - 1)
            parts += [(top, left, cut, width), (top + cut, left, height - cut, width)]
        elif width > 1:
            cut = rng.randint(1, width - 1)
            parts += [(top, left, height, cut), (top, left + cut, height, width - cut)]
        else:
            parts.append((top, left, height, width))
    clues, pins = [], rng.sample(parts, rng.random() < 0.2)
    for part in parts:
        top, left, height, width = part
        value = height * width + (rng.random() < 0.05 and part not in pins)
        place = (top + rng.randrange(height), left + rng.randrange(width))
        clues.append((*place, None if rng.random() < 0.25 else value))
    return Shikaku(rows, columns, tuple(clues), tuple(pins))


def puzzles(seeds: range) -> Iterator[Puzzle]:
    for seed in seeds:
        yield random_shikaku(seed) if seed % 6 == 0 else random_puzzle(seed, EVERY_LATTICE)


@pytest.mark.parametrize(
    "seeds", [range(70), pytest.param(range(70, 240), marks=(pytest.mark.full, pytest.mark.ci))], ids=str
)
def test_numbers_are_those_of_the_reference_and_of_brute_force(seeds: range) -> None:
    values, lattices, compared = set(), set(), 0
    for puzzle in puzzles(seeds):
        states = BoardStates(puzzle.compile())
        value = states.value
        assert value == count(puzzle, engine="reference").value, puzzle
        if len(puzzle.board.atoms) + len(puzzle.board.optional) <= MOST_BRUTE:
            assert value == brute_force(puzzle), puzzle
            compared += 1
        lines = lines_of(states)
        assert fault(puzzle, value, states.axes, lines) is None
        assert (
            fault(puzzle, value + 1, states.axes, lines) == f"the whole board has {value} tilings: expected {value + 1}"
        )
        values.add(min(value, 3))
        lattices.add(puzzle.lattice)
    assert compared > len(seeds) // 3
    assert values == {0, 1, 2, 3} and lattices == set(EVERY_LATTICE)


def test_known_numbers() -> None:
    for notation, value in (("FNPUV@5x5", 16), ("dominoes*@8x8", 12988816), ("pentominoes@3x20", 8), ("LPNUV@5x5", 0)):
        puzzle = Packing.parse(notation)
        states = BoardStates(puzzle.compile())
        assert states.value == value
        assert fault(puzzle, value, states.axes, lines_of(states)) is None


def test_identical_pieces_are_one_kind_and_pieces_of_other_rules_are_another() -> None:
    twins = Packing(Board.of_size("2x3"), (Piece.parse("##", "A"), Piece.parse("#\n#", "B", copies=(2, 2))))
    assert BoardStates(twins.compile()).value == 3
    turned = Piece.parse("##", "B", copies=(0, None))
    apart = Packing(Board.of_size("1x2"), (Piece.parse("##", "A", copies=(0, None), motion="fixed"), turned))
    for puzzle in (twins, apart):
        states = BoardStates(puzzle.compile())
        assert states.value == count(puzzle, engine="reference").value == brute_force(puzzle)
        assert fault(puzzle, states.value, states.axes, lines_of(states)) is None


def test_paint_is_respected() -> None:
    domino = Piece.parse("##", "D", copies=(0, None), allowed_paints=(((0, 0), ("white",)), ((0, 1), ("black",))))
    white_above = (((0, 0), "white"), ((0, 1), "white"))
    paint = (((0, 0), "white"), ((0, 1), "black"), ((1, 0), "black"), ((1, 1), "black"))
    for colored, value in ((paint, 0), ((*paint[:3], ((1, 1), "white")), 2), (paint[:2], 2), (white_above, 1), ((), 2)):
        puzzle = Packing(Board(((0, 0), (0, 1), (1, 0), (1, 1)), paint=colored), (domino,))
        states = BoardStates(puzzle.compile())
        assert states.value == count(puzzle, engine="reference").value == value
        assert fault(puzzle, value, states.axes, lines_of(states)) is None


def test_pins_are_kept_and_cover_what_may_stay_empty() -> None:
    board = Board(((0, 0), (0, 1)), optional=((0, 2), (0, 3)))
    domino = Piece.parse("##", "D", copies=(0, None))
    for pins, value in (((), 2), ((((0, 2), (0, 3)),), 1), ((((0, 1), (0, 2)),), 0)):
        puzzle = Packing(board, (domino,), tuple(Pin("D", atoms) for atoms in pins))
        states = BoardStates(puzzle.compile())
        assert states.value == value == brute_force(puzzle)
        assert fault(puzzle, value, states.axes, lines_of(states)) is None


def test_one_number_that_is_wrong_is_found_wherever_it_stands() -> None:
    tried = 0
    for puzzle in puzzles(range(30)):
        honest = BoardStates(puzzle.compile())
        every = [(p, left, c) for p, layer in enumerate(honest.layers) for left, cs in layer.items() for c in cs]
        for place, left, covered in every:
            for by in (1, -honest.layers[place][left][covered]):
                lying = OneLie(puzzle, place, left, covered, by)
                if by:
                    assert (fault(puzzle, lying.value, lying.axes, lines_of(lying)) or "").startswith("line ")
                    tried += 1
    assert tried > 400


def test_a_state_that_is_left_out_is_missed() -> None:
    for notation in ("FNPUV@5x5", "dominoes*@4x4"):
        puzzle = Packing.parse(notation)
        states = BoardStates(puzzle.compile())
        lines = lines_of(states).splitlines(keepends=True)
        for number, line in enumerate(lines):
            if not line.startswith(b"@"):
                wrong = fault(puzzle, states.value, states.axes, b"".join(lines[:number] + lines[number + 1 :]))
                assert wrong is not None and "needed and not listed" in wrong


def test_a_number_never_rests_on_what_comes_later() -> None:
    puzzle = Packing.parse("dominoes*@4x4")
    states = BoardStates(puzzle.compile())
    groups = lines_of(states).split(b"@")[1:]
    turned = b"".join(b"@" + group for group in reversed(groups))
    assert "needed and not listed before" in (fault(puzzle, 36, states.axes, turned) or "")


def near(puzzle: Packing) -> Iterator[Packing]:
    """Puzzles on the same board with one rule changed."""
    first, *rest = puzzle.pieces
    lo, _ = first.copies
    for copies in ((lo + 1, None), (0, None), (0, lo + 1)):
        yield Packing(puzzle.board, (first.with_copies(*copies), *rest), puzzle.pinned)
    for motion in ("fixed", "turn", "free"):
        yield Packing(puzzle.board, (Piece(first.name, first.atoms, first.lattice, first.copies, motion), *rest))
    yield Packing(puzzle.board, puzzle.pieces)
    board = puzzle.board
    yield Packing(Board((*board.atoms, *board.optional), (), board.lattice), puzzle.pieces)
    yield Packing(Board(board.atoms[1:], (*board.optional, board.atoms[0]), board.lattice), puzzle.pieces)


def test_the_certificate_of_another_puzzle_proves_nothing() -> None:
    others = 0
    for seed in range(160):
        puzzle = random_puzzle(seed, EVERY_LATTICE)
        if puzzle.pinned or len(puzzle.board.atoms) > 14:
            continue
        value = count(puzzle, engine="reference").value
        for other in near(puzzle):
            states = BoardStates(other.compile())
            if states.value != value:
                assert fault(puzzle, states.value, states.axes, lines_of(states)) is not None
                others += 1
    assert others > 80


MALFORMED = (
    b"0 1.0", b"0 1e0", b"0 -1", b"0 +1", b"0 1_0", b"0  1", b" 0 1", b"0 1 ", b"0x0 1", b"0 1\r", b"0\t1", b"0 \xb2",
    b"0 \xd9\xa1", b"F0 1", b"-2 1", b"0", b"", b"{}", b"null", b"0 true", b"@", b"@0x1", b"@-1", b"@1.0", b"@0 1:",
    b"@0 *", b"@0 :1", b"@0 1:**", b"@0 -1", b"@0 1 1 1", b"@99", b"\x00", b"0 1" + b"0" * 5000, b"f" * 10**6 + b" 1",
)  # fmt: skip


def test_lines_of_any_other_form_are_refused() -> None:
    puzzle = Packing.parse("dominoes*@2x3")
    states = BoardStates(puzzle.compile())
    lines = lines_of(states)
    assert fault(puzzle, 3, states.axes, lines) is None
    for line in MALFORMED:
        assert (fault(puzzle, 3, states.axes, lines + line + b"\n") or "").startswith("line "), line
        assert (fault(puzzle, 3, states.axes, line + b"\n" + lines) or "").startswith("line "), line
    for axes in ([], [0], [0, 0], [1, 0, 2], [-1, 0], [0, 2]):
        assert "axes" in (fault(puzzle, 3, axes, lines) or "")
    assert (fault(puzzle, 3, states.axes, lines[:-1]) or "").startswith("line ")
    assert fault(puzzle, 3, states.axes, b"") is not None and fault(puzzle, 0, states.axes, b"") is not None


def test_any_order_of_the_coordinates_will_do_but_only_with_its_own_states() -> None:
    puzzle = Packing.parse("FNPUV@5x5")
    states = BoardStates(puzzle.compile())
    assert (
        fault(puzzle, 16, states.axes[::-1], lines_of(states)) is None
    )  # the board is a square, the set of motions whole
    puzzle = Packing.parse("tetrominoes*@3x4")
    states = BoardStates(puzzle.compile())
    assert fault(puzzle, states.value, states.axes[::-1], lines_of(states)) is not None


def mutated(rng: random.Random, lines: list[bytes]) -> list[bytes]:
    """One change, blind or sly: numbers, places, copies, lines lost, doubled, exchanged."""
    lines = list(lines)
    at = rng.randrange(len(lines))
    words = lines[at].split(b" ")
    match rng.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        case 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            words[-1] = b"%d\n" % rng.choice([0, 1, 2, rng.randrange(100), 2**64, 10**3999])
            lines[at] = b" ".join(words)
        case 4:
            place = rng.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + bytes([lines[at][place] ^ 1 << rng.randrange(8)]) + lines[at][place + 1 :]
        case 5:
            words[0] = rng.choice([b"@%d", b"%x"]) % rng.randrange(20)
            lines[at] = b" ".join(words)
        case 6:
            del lines[at:]
        case _:
            lines[at] = rng.choice(lines).split(b" ")[0] + b" " + words[-1]
    return lines


def accepted_false_claims(puzzle: Puzzle, seed: int, mutants: int) -> int:
    """Mutants of a certificate that prove another number than the true one."""
    rng = random.Random(seed)
    states = BoardStates(puzzle.compile())
    value, original, bad = states.value, lines_of(states).splitlines(keepends=True), 0
    for _ in range(mutants):
        lines = original
        for _ in range(rng.randint(1, 3)):
            lines = mutated(rng, lines) if lines else lines
        axes = rng.choice([states.axes, states.axes, states.axes[::-1]])
        last = lines[-1].split()[-1] if lines else b"0"
        claims = {value + 1, 0, rng.randrange(100), int(last) if last.isdigit() else 1} - {value}
        bad += sum(fault(puzzle, claim, axes, b"".join(lines)) is None for claim in claims)
    return bad


def test_no_mutant_proves_another_number() -> None:
    for seed, puzzle in enumerate(puzzles(range(60))):
        if BoardStates(puzzle.compile()).states:
            assert accepted_false_claims(puzzle, seed, 25) == 0, puzzle


@pytest.mark.full
@pytest.mark.parametrize("part", range(10))
def test_no_mutant_proves_another_number_in_a_long_campaign(part: int) -> None:
    """500 puzzles, 100,000 mutants in all."""
    every = puzzles(range(1000 * part + 1000, 1000 * part + 2000))
    known = list(islice((puzzle for puzzle in every if BoardStates(puzzle.compile()).states), 50))
    assert len(known) == 50
    for seed, puzzle in enumerate(known):
        assert BoardStates(puzzle.compile()).value == count(puzzle, engine="native").value
        assert accepted_false_claims(puzzle, seed, 200) == 0, puzzle


def test_time_and_sizes_are_limited() -> None:
    puzzle = Packing.parse("tetrominoes*@6x6")
    states = BoardStates(puzzle.compile())
    over = Deadline(Limit(seconds=1e-9))
    with pytest.raises(OutOfTimeError):
        count_fault(puzzle, states.value, states.axes, BytesIO(lines_of(states)), over)
    with pytest.raises(OutOfTimeError):
        BoardStates(puzzle.compile(), over)
    with pytest.raises(LimitError, match="more than 100 states"):
        BoardStates(puzzle.compile(), most=100)


def test_too_many_lines_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Packing.parse("dominoes*@2x3")
    monkeypatch.setattr(checkers, "MOST_STATES", 20)
    with pytest.raises(LimitError, match="lines"):
        fault(puzzle, 3, [1, 0], b"@0\n" * 50)


def test_what_is_kept_of_moves_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Packing.parse("FNPUV@5x5")
    states = BoardStates(puzzle.compile())
    monkeypatch.setattr(count_states, "MOST_REMEMBERED", 5)
    assert fault(puzzle, 16, states.axes, lines_of(states)) is None


def test_numbers_of_thousands_of_digits() -> None:
    monomino = Piece.parse("#", "A", copies=(0, None))
    puzzle = Packing(Board.of_size("1x5000"), (monomino, Piece.parse("##", "B", copies=(0, None))))
    states = BoardStates(puzzle.compile())
    assert len(str(states.value)) == 1045
    assert fault(puzzle, states.value, states.axes, lines_of(states)) is None


def test_numbers_of_too_many_digits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.explain.count_states.TOO_LARGE", 12988816)
    with pytest.raises(LimitError, match="digits"):
        BoardStates(Packing.parse("dominoes*@8x8").compile())


def test_the_command_writes_states_which_check_reads(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "states"
    for notation, value in (("FNPUV@5x5", 16), ("LPNUV@5x5", 0), ("dominoes*@8x8", 12988816)):
        ran = run("count", notation, "--proof", path)
        assert (ran.code, ran.out.strip()) == (int(not value), str(value))
        assert ran.err.endswith(f"proof checked: {path}\n") and ran.err.startswith(
            "impossible" if not value else "proof"
        )
        assert json.loads(path.read_text().splitlines()[0])["certificate"] == "states"
        assert run("check", notation, "--proof", path).out.startswith(f"valid: count {value}: ")
        assert run("check", "dominoes*@4x4", "--proof", path).code == 1
    assert run("count", "FNPUV@5x5", "--proof", path, "--json").json["certificate"] == "states"


def test_where_there_are_too_many_states_tilings_are_listed(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list"
    monkeypatch.setattr("tilewright.explain.count_states.MOST_STATES", 100)
    ran = run("count", "FNPUV@5x5", "--proof", path)
    assert (ran.code, ran.out.strip()) == (0, "16") and "rests on our own count" in ran.err
    assert "rests on that count of ours" in run("check", "FNPUV@5x5", "--proof", path).out
    ran = run("count", "dominoes*@8x8", "--proof", tmp_path / "none")
    assert (ran.code, ran.out.strip()) == (3, "12988816") and "no proof written: more than 100 states" in ran.err
    assert not (tmp_path / "none").exists()


def test_forged_files_are_refused_and_never_crash(tmp_path: Path) -> None:
    """Heads and bodies changed byte by byte, through the one reader of certificates."""
    puzzle, path, rng = Packing.parse("dominoes*@4x4"), tmp_path / "states", random.Random(5)
    certify_states(puzzle, 36, path)
    good = path.read_bytes()
    for changed in (b'"count": 36', b'"count": 36.0', b'"count": "036"', b'"count": "36\\n"', b'"count": true'):
        path.write_bytes(good.replace(b'"count": "36"', changed))
        with pytest.raises(NotationError):
            check_proof(puzzle, path)
    for old, new in ((b'"count": "36"', b'"count": "37"'), (b"[0, 1]", b"[0, 0]"), (b"[0, 1]", b"[]")):
        path.write_bytes(good.replace(old, new))
        assert check_proof(puzzle, path).good is False
    for _ in range(600):
        forged = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            forged[rng.randrange(len(forged))] = rng.choice(b'0123456789abcdef@ :*\n"{}-.\xff')
        path.write_bytes(forged)
        with suppress(NotationError):
            checked = check_proof(puzzle, path)
            assert checked.good is False or checked.claim == "count 36"
