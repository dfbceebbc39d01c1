"""Catalogues of symmetric silhouettes: complete, check_silhouette, the same by two methods; their files; their command."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.clock import NEVER, Clock
from tests.helpers.paths import DATA
from tests.helpers.tiers import quick
from tests.silhouettes.sat_model import sat_confirms, sat_silhouettes
from tilewright.cli.main import main
from tilewright.errors import NotationError, OutOfTimeError
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.kinds.packing.compile import piece_classes
from tilewright.lattice import lattice
from tilewright.pieces import select
from tilewright.silhouettes.catalogue import (
    BUILTIN,
    Catalogue,
    builtin,
    digest_of,
    load_catalogue,
    parse_catalogue,
    silhouette_row,
)
from tilewright.silhouettes.comparison import compare, read_other
from tilewright.silhouettes.growth import EXAMINE, SKIP, GrowthDeadline, GrowthProgress, RegionSearch, cell_masks
from tilewright.silhouettes.orbits import build_graph
from tilewright.silhouettes.query import Problem, Query, check_silhouette, parse_within
from tilewright.silhouettes.search import Collection, SearchPlan, find_silhouettes
from tilewright.silhouettes.silhouette import Silhouette, group_positions


def ids(silhouettes) -> list[str]:
    return sorted(silhouette.id for silhouette in silhouettes)


@pytest.fixture(scope="module")
def small() -> Catalogue:
    return find_silhouettes("fridgeiq:MYDBQ", "D2", "corner")


# (pieces, symmetry, contact, side of the board, silhouettes): the SAT model searches the same board
SMALL = [
    ("tetrominoes:IOJL", "D4", "edge", 8, 1),
    ("tetrominoes:IOJL", "D4", "corner", 8, 1),
    ("tetrominoes:OJL", "D2", "corner", 7, 2),
    ("tetrominoes:OJL", "C2", "edge", 6, 4),
    ("tetrominoes:IO", "D1", "edge", 6, 1),
    ("tetrominoes:JL", "D1", "corner", 5, 3),
    ("PV", "C2", "edge", 5, 0),
    ("fridgeiq:MYI", "D1d", "corner", 4, 30),
    ("fridgeiq:DIQ!free", "D1", "edge", 4, 1),
    ("fridgeiq:QI", "D4", "concentric", 5, 0),
    ("fridgeiq:NBQ", "C4", "concentric", 5, 2),  # of two mirror images these pieces tile one
    ("fridgeiq:YAMS", "C4", "corner", 6, 2),
    ("fridgeiq:NQ", "C2", "concentric", 5, 3),
    ("fridgeiq:MYD", "D2", "corner", 5, 3),
    ("fridgeiq:BOQY", "D2", "edge", 6, 2),  # one of them of mixed parity, held together by half edges
]
# of several parts that are not symmetric themselves, in many places
APART = [
    ("monabolo!free+fridgeiq:I!turn+diaboloes:1!free+monabolo!free", "C2", "corner", 4, 9),  # satellites everywhere
    ("monabolo+monabolo+fridgeiq:D!free", "D2", "corner", 5, 3),
    ("monomino+monomino+monomino+monomino", "C2", "corner", 5, 14),
    ("monomino+monomino+dominoes", "C2", "concentric", 5, 6),
]


@pytest.mark.parametrize(("pieces", "symmetry", "contact", "side", "count"), quick(APART + SMALL, 12))
def test_a_sat_model_finds_the_same_outlines(pieces: str, symmetry: str, contact: str, side: int, count: int) -> None:
    found = find_silhouettes(pieces, symmetry, contact, (side, side))
    assert found.complete
    assert len(found.silhouettes) == count
    assert ids(found.silhouettes) == ids(sat_silhouettes(select(pieces), symmetry, contact, (side, side)))


def test_parts_shifted_by_half_a_cell_hold_together_by_half_edges() -> None:
    mixed = [o for o in find_silhouettes("fridgeiq:BOQY", "D2", "edge").silhouettes if o.center == "mixed"]
    assert mixed
    assert {o.contact for o in mixed} == {"edge"}
    assert any(value % 1 for row in silhouette_row(mixed[0], "D2")["cells"] for value in row[:2])


@pytest.mark.parametrize(
    ("pieces", "symmetry"), [("tetrominoes:IOJL", "D4"), ("tetrominoes:OJL", "D2"), ("fridgeiq:YAMS", "C4")]
)
def test_corner_contact_by_blocks_and_by_plain_growth_agree(pieces: str, symmetry: str) -> None:
    chosen = select(pieces)
    classes = piece_classes(chosen, labelled=False)
    grid = lattice(chosen[0].lattice)
    area = sum(len(piece.atoms) for piece in chosen)
    graph = build_graph(grid, group_positions(grid, symmetry), cell_masks(grid, classes), 8).through_corners()
    regions = RegionSearch(graph, classes)
    plain = {
        Silhouette.of(grid.name, regions.placed_pieces(tiling)).id
        for _, tiled in regions.grow([SKIP] * area + [EXAMINE], GrowthDeadline(threads=2))
        for _, tiling in tiled
    }
    blocks = find_silhouettes(pieces, symmetry, "corner")
    assert {o.id for o in blocks.silhouettes if max(o.extent) <= 16} == plain


def test_edge_is_contained_in_the_other_classes_and_the_fields_say_which(small: Catalogue) -> None:
    corner = small
    edge, concentric = (find_silhouettes("fridgeiq:MYDBQ", "D2", contact) for contact in ("edge", "concentric"))
    assert {o.id for o in edge.silhouettes} <= {o.id for o in corner.silhouettes} & {
        o.id for o in concentric.silhouettes
    }
    assert {o.contact for o in edge.silhouettes} == {"edge"}
    assert {o.contact for o in corner.silhouettes} <= {"edge", "corner"}
    assert all(o.is_concentric("D2") for o in concentric.silhouettes)
    assert edge.silhouettes


def test_every_outline_is_invariant_and_tiled_and_stands_once(small: Catalogue) -> None:
    for silhouette in small.silhouettes:
        check_silhouette(silhouette, small.pieces)
        assert silhouette.group in ("D2", "D4")
        assert len(silhouette.atoms) == 32
    assert len(set(ids(small.silhouettes))) == len(small.silhouettes)


def test_the_sat_model_confirms_and_refutes_a_region() -> None:
    pieces = select("fridgeiq:BOQY")
    found = find_silhouettes("fridgeiq:BOQY", "D2", "edge").silhouettes
    assert all(sat_confirms(silhouette, pieces, "D2") for silhouette in found)
    assert not any(sat_confirms(silhouette, select("fridgeiq:BOQM"), "D2") for silhouette in found if silhouette.mixed)


def test_flips_allow_more() -> None:
    turned, flipped = (find_silhouettes(f"fridgeiq:LSMY{motion}", "D1", "edge") for motion in ("", "!free"))
    assert set(ids(turned.silhouettes)) < set(ids(flipped.silhouettes))


def test_threads_change_nothing() -> None:
    one, four = (find_silhouettes("tetrominoes:OJL", "C2", "edge", threads=threads) for threads in (1, 4))
    assert ids(one.silhouettes) == ids(four.silhouettes)


@pytest.mark.parametrize(("pieces", "symmetry", "contact"), quick([row[:3] for row in SMALL], 8))
def test_the_shares_of_a_search_are_disjoint_and_all_of_it(pieces: str, symmetry: str, contact: str) -> None:
    plan, found = SearchPlan(Problem(Query(pieces, symmetry, contact))), list[str]()
    for case in plan.cases:
        for share in ((0, 3), (1, 3), (2, 6), (5, 6)):
            collection = Collection(plan.problem)
            assert case.search(GrowthDeadline(), collection, share)
            found += collection.silhouettes
    assert sorted(found) == ids(find_silhouettes(pieces, symmetry, contact).silhouettes)


def test_a_limit_leaves_the_catalogue_incomplete_and_what_it_holds_true(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = find_silhouettes("tetrominoes:OJL", "C2", "edge")
    clock = Clock(monkeypatch)
    found = find_silhouettes("tetrominoes:OJL", "C2", "edge", None, 2, NEVER, on_found=lambda *_: clock.strike())
    assert (found.complete, found.ended) == (False, "limit")
    assert found.silhouettes and set(ids(found.silhouettes)) <= set(ids(whole.silhouettes))


def out_of_reach(monkeypatch: pytest.MonkeyPatch, symmetry: str) -> None:
    """Say that this symmetry alone would take years."""

    def needed(self: SearchPlan, deadline: GrowthDeadline) -> float:
        return 1e9 if self.problem.query.symmetry == symmetry else 0.0

    monkeypatch.setattr(SearchPlan, "seconds_needed", needed)


def test_out_of_reach_the_larger_symmetries_are_found_whole_and_then_some(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = find_silhouettes("tetrominoes:IOJL", "D4")
    assert whole.complete and whole.silhouettes
    out_of_reach(monkeypatch, "C2")
    clock, told = Clock(monkeypatch), GrowthProgress()

    def strike_at_the_first_of_its_own(silhouette: Silhouette, so_far: Catalogue) -> None:
        if silhouette.group == "C2":
            clock.strike()

    found = find_silhouettes(
        "tetrominoes:IOJL", "C2", limit=NEVER, progress=told, on_found=strike_at_the_first_of_its_own
    )
    assert told.growth_seconds == 1e9
    assert (found.complete, found.ended) == (False, "limit")
    assert found.complete_for == ("D4", "C4", "D2", "D2d")
    assert {o.id for o in whole.silhouettes} <= {o.id for o in found.silhouettes}
    assert any(o.group == "C2" for o in found.silhouettes)
    assert parse_catalogue(found.text()).complete_for == found.complete_for


@pytest.mark.parametrize(
    ("pieces", "symmetry", "within"),
    [("tetrominoes:IOJL", "D4", None), ("PV", "C2", (5, 5)), ("fridgeiq:YAMS", "C4", None)],
)
def test_what_is_small_is_not_taken_to_be_out_of_reach(
    pieces: str, symmetry: str, within: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a graph that holds all that can be reached, nothing was left out that an estimate would miss."""
    monkeypatch.setattr("time.perf_counter", lambda: 0.0)  # no probe takes long
    assert SearchPlan(Problem(Query(pieces, symmetry, "edge", within))).seconds_needed(GrowthDeadline()) == 0


@pytest.mark.parametrize(
    ("pieces", "symmetry", "contact"), [("tetrominoes:OJL", "C2", "edge"), ("fridgeiq:MYD", "D2", "corner")]
)
def test_growth_share_by_share_is_all_of_it(
    pieces: str, symmetry: str, contact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = find_silhouettes(pieces, symmetry, contact)
    out_of_reach(monkeypatch, symmetry)
    monkeypatch.setattr("tilewright.silhouettes.search.SHARES", 16)
    found = find_silhouettes(pieces, symmetry, contact)
    assert found.complete
    assert ids(found.silhouettes) == ids(whole.silhouettes)


@pytest.mark.parametrize("looks", [1, 30, 1000, 3000])
def test_a_limit_strikes_while_the_tables_are_built(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch, looks)
    found = find_silhouettes("pentominoes+tetrominoes", "C2", "edge", limit=NEVER)
    assert (found.ended, found.silhouettes) == ("limit", ())


def test_a_graph_is_not_built_after_the_deadline() -> None:
    layers = group_positions(lattice("square"), "C2")[:1]
    with pytest.raises(OutOfTimeError):
        build_graph(lattice("square"), layers, (1,), 5, deadline=Deadline(Limit(seconds=0)))


def test_a_catalogue_comes_back_from_its_file(small: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(small.text())
    again = load_catalogue(path)
    assert again.text() == small.text()
    assert ids(again.silhouettes) == ids(small.silhouettes)


def test_a_catalogue_edited_by_hand_is_refused(small: Catalogue, tmp_path: Path) -> None:
    def refused(change, match: str, seal: bool = True) -> None:
        data = json.loads(small.text())
        change(data)
        if seal:  # with a digest that fits: what is wrong must be found by what it says
            data["digest"] = digest_of(data)
        path = tmp_path / "c.json"
        path.write_text(json.dumps(data))
        with pytest.raises(NotationError, match=match):
            load_catalogue(path)

    refused(lambda d: d.update(tilewright=2), "version '2': expected 1")
    refused(lambda d: d.update(kind="puzzle"), "expected a catalogue")
    refused(lambda d: d.update(pieces="fridgeiq:MYDBI"), "not those of the catalogue")
    refused(lambda d: d.pop("symmetry"), "'symmetry' is missing")
    refused(lambda d: d.update(outlines=7), "expected a list of silhouettes")
    refused(lambda d: d.update(complete=False), "edited by hand")
    refused(lambda d: d["outlines"][0].update(id="0" * 16), "edited by hand")
    refused(lambda d: d["outlines"][0].update(group="D4x"), "edited by hand")
    refused(lambda d: d["outlines"][0]["solution"].pop(), "covered 0 times")
    refused(lambda d: d["outlines"][0]["solution"][0].update(piece="U"), "no piece 'U'")
    refused(lambda d: d["outlines"][0]["cells"][0].__setitem__(0, 0.25), "multiples of 0.5")
    refused(lambda d: d["outlines"].pop(), "edited by hand", seal=False)
    refused(lambda d: d.update(symmetry="C2"), "edited by hand", seal=False)
    refused(lambda d: d.pop("digest"), "it has no digest", seal=False)


def test_a_catalogue_cut_short_cannot_call_itself_complete(small: Catalogue) -> None:
    stopped = replace(small, ended="stopped", silhouettes=small.silhouettes[1:])
    for change in ({"complete": True}, {"ended": "exhausted"}, {"complete": True, "ended": "exhausted"}):
        with pytest.raises(NotationError, match="digest does not match"):
            parse_catalogue(json.dumps({**json.loads(stopped.text()), **change}), "c.json")
    assert not parse_catalogue(stopped.text()).complete


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"kind": "silhouettes", ', "c.json: not JSON from line 1, column 25"),
        ('{"kind": "silhouettes", "a": ' + "[" * 100_000, "c.json: brackets are nested too deeply"),
        ('{"kind": "silhouettes", "tilewright": 1' + "0" * 5000 + "}", "c.json: a number has too many digits"),
        ("[]", "c.json: expected a catalogue"),
    ],
)
def test_what_is_no_catalogue_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_catalogue(text, "c.json")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tetrominoes:IT", "D4"), "cover 8 cells|has that area"),
        (("tetrominoes:IOT", "D3"), "expected one of C2, C4, D1"),
        (("tetrominoes:IOT", "D4", "touching"), "expected one of edge, corner, concentric"),
        (("tetrominoes:IO*", "D4"), "fixed number of each piece"),
        (("PV", "D4"), "cover 10 cells: no region of lattice square with symmetry D4 has that area; expected 9 or 12"),
        (("tetrominoes:IO", "D1", "concentric"), "slide along the mirror"),
        (("FNPUV+fridgeiq", "D4"), "one lattice"),
    ],
)
def test_impossible_questions_are_refused(arguments: tuple[str, ...], message: str) -> None:
    if arguments == ("tetrominoes:IT", "D4"):
        assert find_silhouettes(*arguments).silhouettes == ()  # area 8 is possible, no silhouette is
        return
    with pytest.raises(NotationError, match=message):
        find_silhouettes(*arguments)


@pytest.mark.parametrize("text", ["12", "0x4", "axb", "12x12x12"])
def test_a_board_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected RxC"):
        parse_within(text)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["tilewright", "design", "silhouettes", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_the_command_writes_a_catalogue_and_compares(
    small: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = tmp_path / "c.json", tmp_path / "other.json"
    other.write_text(small.text())
    code = run(monkeypatch, "--pieces", "fridgeiq:MYDBQ", "--symmetry", "D2", "-o", str(path), "--compare", str(other))
    out = capsys.readouterr().out
    edge = load_catalogue(path)
    assert code == 0
    assert edge.complete
    assert f"common: {len(edge.silhouettes)}" in out
    assert "only here: 0" in out
    assert f"only there: {len(small.silhouettes) - len(edge.silhouettes)}" in out
    assert all(silhouette.id in out for silhouette in edge.silhouettes)
    assert list(tmp_path.iterdir()) and not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def test_exit_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--pieces", "tetrominoes:IT") == 1
    assert run(monkeypatch, "--pieces", "pentominoes", "--symmetry", "C2", "--limit", "0") == 3
    assert run(monkeypatch, "--pieces", "PV") == 2
    assert run(monkeypatch, "--pieces", "tetrominoes:IOJL", "-o", str(tmp_path / "no" / "c.json")) == 2
    assert "there is no directory" in capsys.readouterr().err


def test_json_on_standard_output_is_the_catalogue(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--pieces", "tetrominoes:IOJL", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["kind"] == "silhouettes"
    assert data["complete"] is True
    assert len(data["outlines"]) == 1


BUILTIN_COUNTS = {
    "fridgeiq-D4-concentric": 92,
    "fridgeiq-D4-corner": 82,
    "fridgeiq-free-D4-concentric": 135,
    "fridgeiq-free-D4-corner": 127,
}
PUBLISHED = DATA / "fridgeiq_published.json"


@pytest.mark.full
def test_fridgeiq_has_all_that_is_published_and_more() -> None:
    there = read_other(PUBLISHED).names
    classes = {c["id"]: c["connectivity"] for c in json.loads(PUBLISHED.read_text())["challenges"]}
    assert len(there) == len(classes) == 79
    edge, corner, concentric = (
        find_silhouettes("fridgeiq", "D4", c, threads=2) for c in ("edge", "corner", "concentric")
    )
    assert all(c.complete for c in (edge, corner, concentric))
    assert [len(c.silhouettes) for c in (edge, corner, concentric)] == [74, 82, 92]
    assert len(compare(edge, there).common) == 60
    ours = {o.id for c in (corner, concentric) for o in c.silhouettes}
    assert len(ours) == 74 + 4 + 4 + 14  # one part; corner contact: concentric, four blocks; concentric, apart
    assert len(there.keys() - ours) == 5, "all but the five whose four blocks do not touch"


@pytest.mark.full
def test_what_fridgeiq_has_beyond_the_published_is_confirmed_by_sat() -> None:
    there = read_other(PUBLISHED).names
    pieces = select("fridgeiq")
    new = [o for o in find_silhouettes("fridgeiq", "D4", "concentric", threads=2).silhouettes if o.id not in there]
    assert len(new) == 22
    assert all(sat_confirms(silhouette, pieces, "D4") for silhouette in new)


@pytest.mark.full
def test_the_twelve_pentominoes_make_ten_outlines_with_all_symmetries_of_the_square() -> None:
    found = find_silhouettes("pentominoes", "D4", "edge", threads=2)
    assert found.complete
    assert len(found.silhouettes) == 10
    assert all(sat_confirms(silhouette, found.pieces, "D4") for silhouette in found.silhouettes)


@pytest.mark.full
@pytest.mark.parametrize(
    ("pieces", "symmetry", "side"),
    [("tetrominoes:IOSZJL", "D4", 10), ("tetrominoes", "D2", 6), ("FLNPTUVY", "C4", 7)],
)
def test_larger_sets_on_bounded_boards(pieces: str, symmetry: str, side: int) -> None:
    found = find_silhouettes(pieces, symmetry, "edge", (side, side), threads=2)
    assert found.complete
    assert ids(found.silhouettes) == ids(sat_silhouettes(select(pieces), symmetry, "edge", (side, side)))


@pytest.mark.parametrize("name", quick(BUILTIN, 2))
def test_built_in_catalogues_are_complete_and_right(name: str) -> None:
    found = builtin(name)  # reading it checks every silhouette
    assert found.complete
    assert len(found.silhouettes) == BUILTIN_COUNTS[name]


@pytest.mark.full
@pytest.mark.parametrize("name", BUILTIN)
def test_built_in_catalogues_come_out_again(name: str) -> None:
    there = builtin(name)
    query = there.query
    here = find_silhouettes(query.pieces, query.symmetry, query.contact, query.within, threads=2)
    assert here.complete
    assert ids(here.silhouettes) == ids(there.silhouettes)


def test_an_unknown_built_in_catalogue_is_refused() -> None:
    with pytest.raises(NotationError, match="expected one of fridgeiq-D4-concentric"):
        builtin("fridgeiq")
