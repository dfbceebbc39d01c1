"""What the studio's page builds on: pieces of sets, verdicts with reasons, tilings up to symmetry, things to take away."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.helpers.tiers import quick
from tilewright import count, load, tilings
from tilewright.formats.solution import parse_solution
from tilewright.lattice import lattice
from tilewright.puzzle.check import faults
from tilewright.web.work import orbit_digest


@pytest.fixture(scope="module")
def studio(shared_address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_address, timeout=60) as client:
        yield client


def searched(studio: httpx.Client, **job: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """(tilings, the last event) of a search."""
    begun = studio.post("/api/search", json=job).json()
    found: list[dict[str, Any]] = []
    event: dict[str, Any] = {}
    with studio.stream("GET", f"/api/search/{begun['id']}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                event = json.loads(line[6:])
                found += event["solutions"] if event["event"] == "solutions" else []
    return found, event


def test_chosen_pieces_are_tables_that_make_a_puzzle(studio: httpx.Client) -> None:
    rows = studio.post("/api/pieces", json={"pieces": "pentominoes:FNPUV"}).json()
    assert [row["name"] for row in rows] == list("FNPUV")
    puzzle = json.dumps({"board": "5x5", "piece": [row["table"] for row in rows]})
    posed = studio.post("/api/puzzle", json={"puzzle": puzzle}).json()
    assert (posed["cells"], posed["pieces"]) == (25, 5)


def test_sets_offered_exist_on_their_lattice(studio: httpx.Client) -> None:
    sets = studio.get("/api/sets").json()
    assert {"pentominoes", "fridgeiq", "soma"} <= {row["name"] for row in sets}
    assert {row["lattice"] for row in sets} <= set(studio.get("/api/lattices").json())


@pytest.mark.parametrize("text", ["pentominoes:Q", "nonsense", "pentominoes:" + "F" * 100_000])
def test_pieces_that_are_not_there_are_refused_in_one_line(studio: httpx.Client, text: str) -> None:
    answer = studio.post("/api/pieces", json={"pieces": text})
    assert answer.status_code == 422 and "\n" not in answer.json()["error"]


@pytest.mark.parametrize("pieces", ["soma:L", "pentominoes:F", "fridgeiq:R", "hexiamonds:S", "tetrahexes:S"])
def test_the_motions_of_the_page_are_motions_of_the_piece(studio: httpx.Client, pieces: str) -> None:
    [row] = studio.post("/api/pieces", json={"pieces": pieces}).json()
    orientations = len(row["orientations"])
    for become in row["turns"].values():
        assert sorted(become) == list(range(orientations))  # a motion loses no orientation
    reached = {0}
    for _ in range(orientations):
        reached |= {become[at] for at in reached for become in row["turns"].values()}
    assert reached == set(range(orientations)), "turn, flip and tumble together reach every orientation"


def test_layers_of_a_solid_lattice_are_drawn_with_its_flat_one(studio: httpx.Client) -> None:
    views = studio.get("/api/lattices").json()
    assert views["cubic"]["polygons"] == views["square"]["polygons"]
    assert views["prism"]["polygons"] == views["triangular"]["polygons"]
    assert views["cubic"]["dimension"] == lattice("cubic").dimension == 3


def test_a_listing_up_to_symmetry_shows_each_tiling_once(studio: httpx.Client) -> None:
    every, _ = searched(studio, puzzle="pentominoes:LPVY*@5x6", number=10_000)
    some, end = searched(studio, puzzle="pentominoes:LPVY*@5x6", number=10_000, up_to="symmetries")
    *_, counted = searched(studio, puzzle="pentominoes:LPVY*@5x6", goal="count", up_to="symmetries")[1:]
    assert end["sent"] == len(some) == counted["count"]["value"] < len(every) == end["count"]


def test_a_shikaku_lists_its_divisions_up_to_symmetry(studio: httpx.Client) -> None:
    some, end = searched(studio, puzzle="2 .\n. 2", number=10_000, up_to="symmetries")
    assert (end["ended"], end["count"], end["sent"], len(some)) == ("exhausted", 2, 1, 1)


def test_the_verdict_comes_with_its_tilings_or_its_colouring(studio: httpx.Client) -> None:
    tilings, end = searched(studio, puzzle="FNPUV@5x5", goal="verdict")
    puzzle = load("FNPUV@5x5")
    shown = [parse_solution(json.dumps(row), puzzle) for row in tilings]
    assert end["verdict"] == "several" and len(set(shown)) == 2
    assert not any(faults(puzzle, placements) for placements in shown)
    none, end = searched(studio, puzzle="tetrominoes@4x7", goal="verdict")
    assert not none and end["verdict"] == "impossible"
    weights = {tuple(row[:-1]): row[-1] for row in end["reason"]["weights"]}
    board = sum(weights.get(atom, 0) for atom in load("tetrominoes@4x7").board.atoms)
    assert (board - sum(end["reason"]["pieces"].values())) % end["reason"]["modulus"] != 0


def test_the_catalogue_opens_as_puzzles_of_all_its_pieces(studio: httpx.Client) -> None:
    outlines = [row for row in studio.get("/api/gallery").json() if row["name"].startswith("outline/")]
    view = studio.get(f"/api/gallery/{outlines[0]['name']}").json()
    [tiling], end = searched(studio, puzzle=view["puzzle"])
    assert end["verdict"] == "solved" and {row["piece"] for row in tiling["placements"]} == set("ABDEIJLMNOQRSTUY")


def test_a_ruling_out_hint_marks_one_place(studio: httpx.Client) -> None:
    hint = studio.post("/api/hint", json={"puzzle": "soma@3x3x3", "solution": '{"placements": []}'}).json()
    marked = [tuple(atom) for atom in hint["placements"][0]["atoms"]]
    assert marked and len(marked) == len(set(marked)) < 27


@pytest.mark.parametrize("puzzle", ["pentominoes@6x10", "tetrominoes*@12x12", "FNPUV@5x5"])
def test_board_and_pieces_are_printed_at_one_size(studio: httpx.Client, puzzle: str) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    answer = studio.post("/api/export", json={"puzzle": puzzle, "form": "booklet"})
    pages = [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(io.BytesIO(answer.content))]
    scaled = [text for text in pages if "one cell is" in text]
    assert len(scaled) >= 2 and len({text.split("one cell is")[1].split("mm")[0] for text in scaled}) == 1


def test_a_puzz_link_taken_away_opens_again(studio: httpx.Client) -> None:
    clues = "2 .\n. 2"
    link = studio.post("/api/export", json={"puzzle": clues, "form": "puzz.link"}).text
    assert load(link.strip()) == load(clues)


def test_solutions_that_are_images_of_one_another_count_as_one_found(studio: httpx.Client) -> None:
    rows, _ = searched(studio, puzzle="FNPUV@5x5", number=100)
    assert len(rows) == 16
    ends = [searched(studio, puzzle="FNPUV@5x5", goal="found", partial=json.dumps(row))[1] for row in rows]
    orbits = Counter(end["orbit"] for end in ends)
    assert sorted(orbits.values()) == [8, 8], "the board has eight symmetries and no solution has any"
    assert {end["count"]["value"] for end in ends} == {2}


@pytest.mark.parametrize("text", quick(["macmahon2@2x3", "FLN@3x5", "pentominoes:LPVY*@5x6"], 2))
def test_there_are_as_many_solutions_to_find_as_up_to_symmetry(text: str) -> None:
    puzzle = load(text)
    orbits = {orbit_digest(puzzle, tiling.placements) for tiling in tilings(puzzle)}
    assert len(orbits) == count(puzzle, up_to="symmetries").value
