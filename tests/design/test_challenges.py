"""All subsets against all shapes: the shapes are all there, the stock challenges among the cards, the file safe."""

import json
import re
from itertools import combinations
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import shapely

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.clock import NEVER
from tests.helpers.paths import DATA
from tests.helpers.stock import STOCK, stock_puzzle
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.design import challenges
from tilewright.design.cards import ChallengeQuery, parse_cards, pieces_named
from tilewright.design.challenges import (
    CardTrial,
    ChallengePlan,
    common_motions,
    find_challenges,
    rate_card,
    subsets_of_area,
)
from tilewright.design.targets import FAMILIES, convex_boards, parse_targets
from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.explain.techniques import TIERS
from tilewright.kinds import Packing
from tilewright.kinds.packing.compile import piece_classes
from tilewright.lattice import lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces import select
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board
from tilewright.silhouettes.catalogue import digest_of

TURNS = lattice("halfsquare").motions[:4]


@pytest.mark.parametrize(
    ("name", "cells", "motions"),
    [
        *(("square", cells, motions) for cells in (4, 6, 8) for motions in (8, 4)),
        *(("halfsquare", cells, motions) for cells in (1, 2, 3, 4, 5, 6) for motions in (8, 4)),
        *(("triangular", cells, motions) for cells in (1, 4, 6, 8, 9) for motions in (12, 6)),
    ],
)
def test_all_convex_polyforms_are_found(name: str, cells: int, motions: int) -> None:
    """Against the polyforms of the area, one by one, by their convex hulls."""
    grid = lattice(name)
    some = grid.motions[:motions]
    assert sum(motion.mirrored for motion in some) == max(0, motions - len(grid.motions) // 2)
    wanted = set()
    for shape in polyforms(name, cells):
        region = shapely.union_all([shapely.Polygon(grid.polygon(atom)) for atom in shape])
        if region.convex_hull.area - region.area < 1e-9:
            wanted |= {canonical_form(grid, grid.image(motion, shape), some) for motion in grid.motions}
    area = cells * len(grid.blocks[0]) if name == "halfsquare" else cells
    found = [board for boards in convex_boards(grid, area, some, set(FAMILIES.values())).values() for board in boards]
    assert {canonical_form(grid, board.atoms, some) for board in found} == wanted
    assert len(found) == len(wanted)


def test_shapes_are_called_by_what_they_are() -> None:
    grid = lattice("halfsquare")
    named = {
        (kind, board.extent)
        for area in (16, 18, 36)
        for kind, boards in convex_boards(grid, area, TURNS, ["square", "rectangle", "triangle"]).items()
        for board in boards
    }
    assert named == {
        ("square", (2, 2)),
        ("rectangle", (1, 4)),
        ("rectangle", (3, 3)),  # lies askew: 1 x 2 diagonals
        ("triangle", (2, 4)),
        ("triangle", (3, 3)),
        ("square", (3, 3)),
        ("rectangle", (1, 9)),
        ("triangle", (3, 6)),
    }


def test_subsets_are_all_there_once_up_to_identical_pieces() -> None:
    pieces = select("fridgeiq:RELMQBI")  # R = E, B = Q
    classes = piece_classes(pieces, labelled=False)
    alike = {"E": "R", "B": "Q"}
    wanted: dict[int, set[str]] = {}
    for size in range(1, len(pieces) + 1):
        for some in combinations(pieces, size):
            names = "".join(sorted(alike.get(piece.name, piece.name) for piece in some))
            wanted.setdefault(sum(len(piece.atoms) for piece in some), set()).add(names)
    for area, expected in wanted.items():
        found = ["".join(sorted(alike.get(n, n) for n in names)) for names in subsets_of_area(classes, area, 1, None)]
        assert sorted(found) == sorted(expected)


@pytest.fixture(scope="module")
def stock_plan() -> ChallengePlan:
    shapes = ["squares", "rectangles", "triangles", *(str(EXAMPLES / f"fridgeiq/challenge_0{n}.toml") for n in (4, 6))]
    return ChallengePlan(ChallengeQuery("fridgeiq", tuple(shapes)))


def test_the_stock_challenges_are_among_the_cards(stock_plan: ChallengePlan) -> None:
    alike = str.maketrans("EB", "RQ")
    subsets: dict[str, set[str]] = {}
    for shape, names in stock_plan.tasks():
        subsets.setdefault(shape.name, set()).add("".join(sorted("".join(names).translate(alike))))
    shapes = {
        canonical_form(shape.board.grid, shape.board.atoms, TURNS): shape.name
        for some in stock_plan.shapes.values()
        for shape in some
    }
    assert len(STOCK["challenges"]) == 32
    for challenge in STOCK["challenges"]:
        puzzle = stock_puzzle(challenge)
        names = "".join(sorted(challenge["parts"].translate(alike)))
        shape = shapes[canonical_form(puzzle.grid, puzzle.board.atoms, TURNS)]
        assert names in subsets[shape], challenge["name"]


def test_cards_of_the_stock_challenges_have_the_known_numbers_of_tilings() -> None:
    work = CardTrial(select("fridgeiq"), False, NEVER)
    for challenge in STOCK["challenges"]:
        if challenge["tilings"] is not None:
            (shape,) = parse_targets(["1x1"], select("fridgeiq")).shapes
            shape = type(shape)(challenge["name"], stock_puzzle(challenge).board)
            card = work((shape, tuple(challenge["parts"])), NEVER)
            assert card is not None and card.tiling
            assert (card.tilings, card.bound) == (challenge["tilings"], "exact"), challenge["name"]


def test_every_subset_is_decided_as_by_itself() -> None:
    found = find_challenges(ChallengeQuery.of("tetrominoes:ITLJO", ["squares", "rectangles"], rated=False))
    assert found.complete
    seen = {(card.shape.name, tuple(sorted(card.names))): card for card in found.cards}
    pieces = select("tetrominoes:ITLJO")
    for rows, columns in [(1, 4), (2, 2), (1, 8), (2, 4), (1, 12), (2, 6), (3, 4), (4, 4), (2, 8), (4, 5), (2, 10)]:
        kind = "square" if rows == columns else "rectangle"
        for some in combinations(pieces, rows * columns // 4):
            card = seen.pop((f"{kind} {rows}x{columns}", tuple(sorted(piece.name for piece in some))))
            assert card.tilings == count(Packing(Board.of_size(f"{rows}x{columns}"), some)).value
            assert (card.tiling is None) == (card.tilings == 0)
    assert {name for name, _ in seen} == {"rectangle 1x16", "rectangle 1x20"}


def test_mirror_images_are_one_shape_only_for_pieces_that_flip() -> None:
    for notation, motions in (("fridgeiq", 4), ("fridgeiq!free", 8), ("tetrominoes", 4), ("pentominoes", 8)):
        assert len(common_motions(select(notation))) == motions


def test_processes_change_nothing_and_keep_filters() -> None:
    one = find_challenges(ChallengeQuery.of("fridgeiq:DIYMTQ", ["triangles"], keep="all"))
    two = find_challenges(ChallengeQuery.of("fridgeiq:DIYMTQ", ["triangles"], keep="all"), threads=2)
    assert one.text() == two.text()
    solvable = find_challenges(ChallengeQuery.of("fridgeiq:DIYMTQ", ["triangles"], keep="solvable"))
    unique = find_challenges(ChallengeQuery.of("fridgeiq:DIYMTQ", ["triangles"], keep="unique"))
    assert [c.names for c in solvable.cards] == [c.names for c in one.cards if c.tilings]
    assert [c.names for c in unique.cards] == [c.names for c in one.cards if c.tilings == 1]
    assert 0 < len(unique.cards) < len(solvable.cards) < len(one.cards)
    assert all(card.rating for card in solvable.cards)


def test_a_limit_leaves_it_incomplete() -> None:
    found = find_challenges(ChallengeQuery.of("pentominoes", ["rectangles"]), limit=0.0)
    assert (found.complete, found.ended, found.cards) == (False, "limit", ())


def test_a_silhouette_whose_parts_lie_half_a_cell_apart_is_a_shape_too() -> None:
    """Posed in half cells, with the number of tilings that docs/data counts twice."""
    found = find_challenges(ChallengeQuery.of("fridgeiq", ["fridgeiq-D4#36"], fewest=16, rated=False))
    (card,) = found.cards
    assert (card.tilings, card.bound, card.shape.scale) == (256, "exact", 2)
    assert card.puzzle.board.area == sum(piece.area for piece in card.puzzle.pieces) == 4 * 40
    assert parse_cards(found.text()).text() == found.text()
    for wrong in (0, 1, 3, "2", True, 2.0, None):
        data = found.dump()
        data["boards"][0]["scale"] = wrong
        with pytest.raises(NotationError):
            parse_cards(json.dumps(data | {"digest": digest_of(data)}))


def test_a_whole_catalogue_gives_all_its_silhouettes() -> None:
    plan = ChallengePlan(ChallengeQuery("fridgeiq", ("fridgeiq-D4",), fewest=16))
    assert [len(shapes) for shapes in plan.shapes.values()] == [96]


def test_shapes_from_a_catalogue_of_outlines(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = DATA / "catalogue_published_5.json"
    monkeypatch.setattr(challenges, "count", lambda puzzle, limit: count(puzzle, limit=Limit(nodes=10_000)))
    found = find_challenges(ChallengeQuery.of("fridgeiq", [str(catalogue)], rated=False, each=NEVER, fewest=16))
    assert len(found.cards) == 5
    assert all(card.tiling for card in found.cards)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "arguments are required: --pieces"),
        (("--pieces", "fridgeiqq"), "unknown set 'fridgeiqq'"),
        (("--pieces", "pentominoes", "--shapes", "circles"), "--shapes 'circles': expected squares, rectangles"),
        (("--pieces", "pentominoes", "--shapes", ""), "expected at least one family"),
        (("--pieces", "tetrahexes", "--shapes", "squares"), "lattice hexagonal has no families of convex shapes"),
        (("--pieces", "pentominoes*"), "fixed number of each piece"),
        (("--pieces", "pentominoes", "--keep", "some"), "--keep 'some': expected one of all, solvable, unique"),
        (("--pieces", "pentominoes", "--pieces-used", "4..3"), "4 to 3 pieces"),
        (("--pieces", "FNPUV+fridgeiq"), "expected one lattice"),
        (("--pieces", "heptominoes"), "expected at most 5,000,000"),
        (("--pieces", "pentominoes", "--shapes", str(EXAMPLES / "fridgeiq/triangle_01.toml")), "expected square"),
        (("--pieces", "FN", "-o", "nowhere/x.json"), "there is no directory nowhere"),
        (("--pieces", "FN", "-o", "x.txt"), "expected .json"),
    ],
)
def test_bad_questions_are_refused(options: tuple[str, ...], message: str, run: CommandLine) -> None:
    assert message in run.refused("design", "challenges", *options)


def test_too_many_cards_are_refused_in_python_too() -> None:
    with pytest.raises(LimitError, match="subsets of the pieces"):
        find_challenges(ChallengeQuery.of("octominoes", ["rectangles"]))


def test_the_command_its_file_and_the_booklet_of_it(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "cards.json"
    done = run("design", "challenges", "--pieces", "fridgeiq:DIYM", "--shapes", "triangles,3x3,1x2", "-o", path)
    assert done.code == 0, done.err
    assert "triangle 3x3  MDI  1 tiling  " in done.out.replace("DIM", "MDI")
    assert "complete" in done.out.splitlines()[-1]
    found = parse_cards(path.read_text())
    assert found.text() == path.read_text()
    assert json.loads(path.read_text())["command"] == (
        "tilewright design challenges --pieces fridgeiq:DIYM --shapes triangles,3x3,1x2"
    )
    solvable = [card for card in found.cards if card.tiling]
    assert 0 < len(solvable) < len(found.cards)
    assert run("publish", "booklet", path, "-o", tmp_path / "cards.pdf").code == 0
    pdf = pdfium.PdfDocument((tmp_path / "cards.pdf").read_bytes())
    texts = [" ".join(str(page.get_textpage().get_text_range()).split()) for page in pdf]
    assert texts[2].startswith("1. triangle 1x2 no. 1 1 piece, 1 tiling, easy")
    assert all("1:1, one cell is 20 mm" in text for text in texts[2 : 2 + len(solvable)])
    as_json = run("design", "challenges", "--pieces", "fridgeiq:DIYM", "--shapes", "triangles,3x3,1x2", "--json").json
    assert as_json == json.loads(path.read_text())


def test_exit_codes(run: CommandLine) -> None:
    assert run("design", "challenges", "--pieces", "tetrominoes:T", "--shapes", "2x2", "--keep", "solvable").code == 1
    assert run("design", "challenges", "--pieces", "pentominoes", "--limit", "0").code == 3


def test_a_file_changed_by_hand_is_refused(tmp_path: Path, run: CommandLine) -> None:
    text = find_challenges(ChallengeQuery.of("fridgeiq:DIYM", ["triangles"])).text()

    def refused(change, match: str, seal: bool = False) -> None:
        data = json.loads(text)
        change(data)
        if seal:
            data["digest"] = digest_of(data)
        path = tmp_path / "cards.json"
        path.write_text(json.dumps(data))
        assert match in run.refused("publish", "booklet", path, "-o", tmp_path / "x.pdf")
        assert [each.name for each in tmp_path.iterdir()] == ["cards.json"]

    refused(lambda d: d.update(tilewright=2), "version '2': expected 1")
    refused(lambda d: d.update(pieces="fridgeiq:DIYT"), "not those of the catalogue", seal=True)
    refused(lambda d: d["challenges"].pop(), "edited by hand")
    refused(lambda d: d.update(to=3), "edited by hand")
    refused(lambda d: d["challenges"][0].update(tilings=7), "edited by hand")
    refused(lambda d: d["boards"][0]["cells"].pop(), "edited by hand")
    refused(lambda d: d.pop("digest"), "it has no digest: expected a file of challenges")
    refused(lambda d: d.update(ended="whenever"), "'whenever'", seal=True)
    refused(lambda d: d.update(ended="limit"), "'limit'", seal=True)
    refused(lambda d: d.pop("keep"), "'keep' is missing", seal=True)
    refused(lambda d: d.update(boards=7), "a value is of the wrong form", seal=True)
    with pytest.raises(NotationError, match=r"not JSON from line \d+, column \d+"):
        parse_cards(text[:300])


def test_a_solution_that_is_none_is_found_out_even_with_its_digest() -> None:
    data = json.loads(find_challenges(ChallengeQuery.of("fridgeiq:DIYM", ["triangles"])).text())
    row = next(row for row in data["challenges"] if len(row.get("solution", [])) > 1)
    row["solution"].pop()
    data["digest"] = digest_of(data)
    with pytest.raises(NotationError, match="its solution is invalid"):
        parse_cards(json.dumps(data))


def test_the_example_of_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (EXAMPLES.parent / "docs/guides/challenges.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(example, "docs/guides/challenges.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_copies_of_a_piece() -> None:
    twice = select("tetrominoes:O+tetrominoes:O")
    (piece,) = pieces_named(twice, ["O", "O"])
    assert piece.copies == (2, 2)
    found = find_challenges(ChallengeQuery.of("tetrominoes:O+tetrominoes:O", ["2x4"], rated=False))
    assert [(card.names, card.tilings) for card in found.cards] == [(["O", "O"], 1)]


def test_several_tilings_do_not_make_a_card_hard() -> None:
    cards = find_challenges(
        ChallengeQuery.of("fridgeiq:DIYMT", ["triangles", "rectangles", "squares"], keep="solvable")
    ).cards
    tiers = {(card.shape.name, "".join(card.names)): card.rating.tier for card in cards if card.rating}
    assert tiers["square 2x2", "DYM"] == "medium"  # 4 tilings: one choice, then all is forced
    assert all(tiers[card.shape.name, "".join(card.names)] != "extreme" for card in cards if len(card.names) <= 3)
    for card in cards:  # what has one tiling is rated as any puzzle, with no choice to make
        assert card.rating
        assert card.tilings > 1 or "choice" not in card.rating.names
        assert "search" not in card.rating.names or card.tilings == 1


def test_a_choice_is_counted_until_the_rest_is_forced() -> None:
    puzzle = Packing.parse("pentominoes:LP@2x5")
    tilings = solve(puzzle, n=None).tilings
    for tiling in tilings:
        rating = rate_card(puzzle, tiling, len(tilings))
        assert TIERS.index(rating.tier) <= TIERS.index("medium")  # two pieces
        assert dict(rating.techniques).get("choice", 0) <= 1


@pytest.mark.full
def test_shapes_of_one_name_and_several_areas_stay_apart(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "cards.json"
    words = ["--pieces", "fridgeiq", "--shapes", "hexagons", "--pieces-used", "1..2", "--no-rating"]
    assert run("design", "challenges", *words, "-o", path).code == 0
    written = json.loads(path.read_text())
    names = [board["name"] for board in written["boards"]]
    assert len(names) == len(set(names)) and any(" of " in name for name in names)
    assert len(parse_cards(path.read_text()).cards) == len(written["challenges"])  # each solution fits its board
