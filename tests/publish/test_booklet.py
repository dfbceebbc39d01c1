"""The booklet, measured on its own pages: the ruler, the size of outlines, what is said where."""

import json
import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.paths import DATA
from tilewright.api.solve import solve
from tilewright.cli.options import LANGUAGE
from tilewright.exact_cover.limits import Limit
from tilewright.kinds import Packing
from tilewright.loader import load
from tilewright.pieces import select
from tilewright.publish import booklet as challenge
from tilewright.publish.booklet import ON_PAGES, Style, booklet, needed_pieces
from tilewright.publish.paper import LANGUAGES, TABLES, note
from tilewright.silhouettes.catalogue import Catalogue, digest_of, load_catalogue
from tilewright.silhouettes.query import Query
from tilewright.silhouettes.silhouette import Silhouette

CATALOGUE = DATA / "catalogue_published_5.json"
NAMES = CATALOGUE.with_name("catalogue_published_5_names.json")
ENGLISH = re.compile(r"\b(pieces?|tiles?|symmetry|letter|number|each|tilings?|least|easy|extreme|fits|limit|cells)\b")
SHADE = int(challenge.SHADE[3:5], 16)  # the green of the outlines' grey


@lru_cache
def document(paper: str = "a4", binding: str = "left") -> pdfium.PdfDocument:
    names = challenge.parse_names(NAMES.read_text("utf-8"))
    challenges = challenge.catalogue_challenges(load_catalogue(CATALOGUE), names)
    return pdfium.PdfDocument(booklet(challenges, Style(paper=paper, binding=binding), "Five"))


def text(pdf: pdfium.PdfDocument, page: int) -> str:
    return " ".join(str(pdf[page].get_textpage().get_text_range()).split())


def grey(
    pdf: pdfium.PdfDocument, page: int, dpi: int, crop: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> np.ndarray:
    """The page's green channel; `crop` in mm off left, bottom, right, top."""
    points = tuple(value * 72 / 25.4 for value in crop)
    return np.asarray(pdf[page].render(scale=dpi / 72, crop=points).to_numpy())[..., 1].astype(float)


def longest_run(line: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))


@pytest.mark.parametrize("page", [0, 2, 4, 7])
def test_the_ruler_is_100_mm_long(page: int) -> None:
    pdf = document()
    crop = (0, 40, 0, 190) if page == 0 else (0, 0, 0, 280)
    dark = grey(pdf, page, 600, crop) < 128
    longest = max(longest_run(line) for line in dark)
    assert longest * 25.4 / 600 == pytest.approx(100.0, abs=0.1)


def shaded_area(pdf: pdfium.PdfDocument, page: int, dpi: int = 200) -> float:
    """mm² of the outline: pixels weighted by how much of them it covers."""
    inside = grey(pdf, page, dpi, (0, 16, 0, 12))
    return float(((255 - inside) / (255 - SHADE)).sum()) * (25.4 / dpi) ** 2


@pytest.mark.parametrize("number", range(5))
def test_each_silhouette_has_its_true_area_on_paper(number: int) -> None:
    pdf = document(binding="none")
    assert "1:1, one cell is 20 mm" in text(pdf, 2 + number)
    assert shaded_area(pdf, 2 + number) == pytest.approx(40 * 20**2, rel=0.002)


def test_what_does_not_fit_is_scaled_down_and_says_so() -> None:
    pdf = document(binding="left")
    page = next(page for page in range(2, 7) if "scaled" in text(pdf, page))
    said = re.search(r"scaled to (\d+) %, one cell is ([\d.]+) mm: 1:1 does not fit on a4", text(pdf, page))
    assert said and "San Damiano" in text(pdf, page)
    cell = float(said[2])
    assert 17 < cell < 20 and int(said[1]) == round(100 * cell / 20)
    assert shaded_area(pdf, page) == pytest.approx(40 * cell**2, rel=0.01)
    large = document("a3")
    assert all("1:1, one cell is 20 mm" in text(large, page) for page in range(2, 7))


@pytest.mark.parametrize("paper, points", [("a4", (595.3, 841.9)), ("letter", (612, 792)), ("A5", (419.5, 595.3))])
def test_pages_have_the_size_of_the_paper(paper: str, points: tuple[float, float]) -> None:
    assert document(paper)[0].get_size() == pytest.approx(points, abs=0.1)


def test_contents_pieces_and_solutions() -> None:
    pdf = document()
    names = ["Dice", "Spikey I", "San Damiano", "The Octagon", "On Edge"]
    for number, name in enumerate(names, start=1):
        assert f"{number}. {name}" in text(pdf, 1)
        assert f"page {number + 2}" in text(pdf, 1)
        assert text(pdf, number + 1).startswith(f"{number}. {name} 16 pieces")
    assert len(pdf) == 1 + 1 + 5 + 1 + 1
    assert "Pieces to cut out" in text(pdf, 7)
    assert "Solutions" in text(pdf, 8)
    assert "Pieces to cut out: page 8. Solutions: from page 9." in text(pdf, 1)
    blank = (grey(pdf, 8, 50) > 250).mean()
    assert 0.3 < blank < 0.9


def test_pieces_to_cut_out_have_their_true_size() -> None:
    pdf = document()
    picture = grey(pdf, 7, 300, (0, 14, 0, 12))
    filled = (picture < 254).sum() * (25.4 / 300) ** 2
    pieces = load_catalogue(CATALOGUE).pieces
    lines = sum(piece_edge(piece.atoms) for piece in pieces) * 20 * challenge.LINE / 2
    assert filled == pytest.approx(40 * 20**2 + lines, rel=0.01)


def piece_edge(atoms: tuple[tuple[int, ...], ...]) -> float:
    """Length of a half-square piece's outline in cells."""
    from shapely import Polygon, union_all

    from tilewright.lattice import lattice

    return float(union_all([Polygon(lattice("halfsquare").polygon(atom)) for atom in atoms]).length)


def test_all_fonts_are_embedded() -> None:
    pdf, seen = document(), 0
    for page in pdf:
        for item in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_TEXT]):
            font = pdfium_c.FPDFTextObj_GetFont(item.raw)
            assert pdfium_c.FPDFFont_GetIsEmbedded(font) == 1
            seen += 1
    assert seen > 20


def test_puzzles_of_every_kind() -> None:
    shikaku = "2 . . 2\n. . . .\n. 4 4 .\n2 . . 2"
    puzzles = [
        Packing.parse("FNPUV@5x5"),
        Packing.parse("tetrominoes*@8x7"),
        load(shikaku),
        load(EXAMPLES / "doodle-fit/two"),
    ]
    challenges = [
        challenge.puzzle_challenge(puzzle, Limit(), name) for puzzle, name in zip(puzzles, "kqrs", strict=True)
    ]
    pdf = pdfium.PdfDocument(booklet(challenges, Style(paper="letter", patterned=True), "All"))
    assert "1:1, one cell is 20 mm" in text(pdf, 2)
    assert "any number of each" in text(pdf, 3)
    assert "rectangles, 4 × 4" in text(pdf, 4)
    assert "1:1" not in text(pdf, 4)
    assert text(pdf, 5).startswith("4. s 3 pieces")


def test_a_puzzle_without_a_tiling_says_why_where_its_solution_would_be() -> None:
    pdf = pdfium.PdfDocument(booklet([challenge.puzzle_challenge(Packing.parse("FNPUV@5x6"), Limit())], Style(), "x"))
    assert "Impossible: " in text(pdf, len(pdf) - 1)


def test_a_long_board_lies_across() -> None:
    pdf = pdfium.PdfDocument(
        booklet([challenge.puzzle_challenge(Packing.parse("pentominoes@5x12"), Limit())], Style(), "x")
    )
    wide, high = pdf[2].get_size()
    assert wide > high and "1:1" in text(pdf, 2)


def test_pieces_are_counted_for_the_challenge_that_needs_most() -> None:
    puzzles = [
        Packing.parse("tetrominoes:O*@2x4"),
        Packing.parse("tetrominoes:O*@4x4"),
        Packing.parse("tetrominoes:I*@1x4"),
    ]
    found = needed_pieces([challenge.puzzle_challenge(puzzle, Limit()) for puzzle in puzzles])
    assert sorted(need.piece.name for need in found) == ["I", "O", "O", "O", "O"]


def test_same_input_same_bytes() -> None:
    challenges = [challenge.puzzle_challenge(Packing.parse("FNPUV@5x5"), Limit())]
    assert booklet(challenges, Style(), "x") == booklet(challenges, Style(), "x")


def resealed(data: dict) -> str:
    """With a digest that fits, so that what is wrong must be found by what it says."""
    return json.dumps({**data, "digest": digest_of(data)})


def changed(**changes: object) -> str:
    return resealed({**json.loads(CATALOGUE.read_text("utf-8")), **changes})


def edited() -> str:
    data = json.loads(CATALOGUE.read_text("utf-8"))
    data["outlines"][2]["cells"].pop()
    return resealed(data)


def doubled() -> str:
    data = json.loads(CATALOGUE.read_text("utf-8"))
    data["outlines"].append(data["outlines"][1])
    return resealed(data)


def swapped() -> str:
    data = json.loads(CATALOGUE.read_text("utf-8"))
    first, second, *_ = data["outlines"][0]["solution"]
    first["piece"], second["piece"] = second["piece"], first["piece"]
    return resealed(data)


@pytest.mark.parametrize(
    "content, said",
    [
        (changed(tilewright=2), "version '2': expected 1"),
        (changed(kind="silhouettes2"), "expected a string"),
        (changed(pieces="fridgeiqq"), "unknown set"),
        (changed(pieces="pentominoes"), "not those of the catalogue"),
        (changed(ended="exhausted"), "edited by hand"),
        (changed(outlines=[]), "no silhouettes"),
        (changed(outlines=3), "expected a list of silhouettes"),
        (edited(), "edited by hand|covered 0 times|lies outside the silhouette"),
        (swapped(), "is not an orientation of it"),
        (doubled(), "is listed twice"),
        (CATALOGUE.read_text("utf-8").replace("0126af294064d825", "0126af294064d826"), "edited by hand"),
        (CATALOGUE.read_text("utf-8")[:5000], "not JSON"),
        (changed(outlines=[{"id": "a", "cells": [[0.3, 0, "nesw"]], "solution": []}]), "cell \"[0.3, 0, 'nesw']\""),
        (changed(outlines=[{"id": "a", "cells": [[0, 0, "nx"]], "solution": []}]), "letters of"),
        (changed(outlines=[{"id": "a", "cells": [[0, 0, "nn"]], "solution": []}]), "appears twice"),
        (changed(outlines=[{"id": "a", "cells": [[1e300, 0, "n"]], "solution": []}]), "cell "),
        (changed(outlines=[{"id": "a", "cells": [], "solution": []}]), "no cells"),
    ],
)
def test_a_bad_catalogue_is_refused_in_one_line_and_nothing_is_written(
    content: str, said: str, tmp_path: Path, run: CommandLine
) -> None:
    source = tmp_path / "catalogue.json"
    source.write_text(content, "utf-8")
    assert re.search(said.replace("[", r"\["), run.refused("publish", "booklet", source, "-o", tmp_path / "out.pdf"))
    assert [path.name for path in tmp_path.iterdir()] == ["catalogue.json"]


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["-o", "x.txt"], ".txt"),
        (["-o", "nowhere/x.pdf"], "nowhere"),
        (["-o", "x.pdf", "--paper", "b7"], "'b7'"),
        (["-o", "x.pdf", "--binding", "right"], "'right'"),
        (["-o", "x.pdf", "--cell", "20furlong"], "'20furlong'"),
        (["-o", "x.pdf", "--cell", "0mm"], "'0mm'"),
        (["-o", "x.pdf", "--language", "nl"], "'nl': expected en, de, fr or es"),
        (["-o", "x.pdf", "--names", CATALOGUE], "no names of silhouettes"),
        (["-o", "x.pdf", "--names", "nowhere.json"], "nowhere.json"),
        (["-o", "x.pdf", "--names", NAMES], "it names none of these silhouettes"),
    ],
)
def test_bad_options_are_refused(arguments: list[str], said: str, run: CommandLine) -> None:
    assert said in run.refused("publish", "booklet", "FNPUV@5x5", *arguments)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no directory in which nobody can write")
@pytest.mark.parametrize(
    "command",
    [
        ("publish", "booklet", "FNPUV@5x5", "-o", "/proc/x.pdf"),
        ("publish", "laser", "fridgeiq:D", "-o", "/proc/x.svg"),
        ("design", "silhouettes", "--pieces", "tetrominoes:IOJL", "-o", "/proc/x.json"),
        ("design", "challenges", "--pieces", "tetrominoes:IO", "-o", "/proc/x.json"),
    ],
)
def test_a_directory_that_cannot_be_written_is_refused_before_any_work(
    command: tuple[str, ...], run: CommandLine
) -> None:
    assert f"{command[-1]}: cannot write there: " in run.refused(*command)


def test_a_board_that_no_page_can_show_is_refused_before_it_is_solved(run: CommandLine) -> None:
    assert "250,000 cells" in run.refused("publish", "booklet", "tetrominoes*@500x500", "-o", "x.pdf")


def test_the_command_writes_the_booklet(tmp_path: Path, run: CommandLine) -> None:
    done = run(
        "publish", "booklet", "FNPUV@5x5", CATALOGUE, "-o", tmp_path / "b.pdf", "--title", "Mine", "--names", NAMES
    )
    assert done.code == 0, done.err
    pdf = pdfium.PdfDocument((tmp_path / "b.pdf").read_bytes())
    assert "Mine" in text(pdf, 0) and "6. On Edge" in text(pdf, 1)


def test_a_booklet_in_german(tmp_path: Path, run: CommandLine) -> None:
    done = run("publish", "booklet", "FNPUV@5x5", "-o", tmp_path / "b.pdf", "--title", "Teile", "--language", "de")
    assert done.code == 0, done.err
    pdf = pdfium.PdfDocument((tmp_path / "b.pdf").read_bytes())
    pages = [text(pdf, page) for page in range(len(pdf))]
    assert "1 Aufgabe" in pages[0] and "dieses Lineal ist 100 mm lang" in pages[0]
    assert "Inhalt" in pages[1] and "Teile zum Ausschneiden: Seite 4. Lösungen: ab Seite 5." in pages[1]
    assert "5 Teile" in pages[2] and "1:1, ein Feld misst 20 mm" in pages[2]
    assert pages[4].startswith("Lösungen")
    assert not [page for page in pages if re.search("piece|Solution|page|Content|challenge", page)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", ("1 défi", "Pièces à découper : page 4. Solutions : à partir de la page 5.", "5 pièces")),
        ("es", ("1 reto", "Piezas para recortar: página 4. Soluciones: desde la página 5.", "5 piezas")),
    ],
)
def test_a_booklet_in_other_languages(tmp_path: Path, run: CommandLine, language: str, said: tuple[str, ...]) -> None:
    name = tmp_path / "b.pdf"
    done = run(
        "publish", "booklet", "FNPUV@5x5", "-o", name, "--title", "X", "--cell", "17.5mm", "--language", language
    )
    assert done.code == 0, done.err
    pdf = pdfium.PdfDocument(name.read_bytes())
    pages = " ".join(text(pdf, page) for page in range(len(pdf)))
    spoken = re.sub(r"\s+", " ", pages)
    assert all(each in spoken for each in (*said, "17,5 mm"))
    assert not re.search(r"\b(pieces?|Solutions?:|Contents?|challenges?|cells?|from|ruler)\b", spoken)


def test_every_language_of_paper_has_every_text_with_the_same_values() -> None:
    assert set(LANGUAGES) == {"en", *TABLES}
    assert LANGUAGE.settings["metavar"].split("|") == list(LANGUAGES)
    english = TABLES["de"].keys()
    assert set(ON_PAGES) <= english
    for language, table in TABLES.items():
        assert not (missing := english ^ table.keys()), f"{language}: {missing}"
        for key, text in table.items():
            places = [sorted(re.findall(r"{(\w+)}", each)) for each in (key, text)]
            assert places[0] == places[1], f"{language}: {key}"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_note_of_a_puzzle_or_a_card_is_left_in_english(language: str) -> None:
    notes = [
        "1 piece", "12 pieces, symmetry D4", "24 tiles; a small letter meets its capital", "any number of each",
        "5 pieces; a tube: glue the pale cells under the first", "6 rectangles, 6 × 6", "7 pieces, 1 tiling, extreme",
        "8 pieces, at least 3 tilings, easy", "Not solved within the time limit.",
    ]  # fmt: skip
    left = {each: note(each, language) for each in notes}
    assert not [new for new in left.values() if ENGLISH.search(new)]
    assert note("a line of somebody's", language) == "a line of somebody's"


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("FNPUV@5x6", "die Teile bedecken höchstens 25 Felder, das Brett hat 30"),
        (
            "tetrominoes:O*@3x3",
            "keine Auswahl der Teile bedeckt genau 9 Felder; die nächstkleinere mögliche Zahl ist 8",
        ),
        ("pentominoes:X*@5x10", "nichts kann "),
        ("2 . .\n. . 3", "die Zahlen ergeben 5, das Brett hat 6 Felder"),
        ("7 .\n. .\n. .\n1 .", "passt kein Rechteck aus 7 Feldern"),
        ("tetrominoes:LOST@4x4", "die Rechnung geht nicht auf"),
    ],
)
def test_the_reason_of_an_impossible_puzzle_is_in_the_language_of_the_page(
    text: str, german: str, language: str
) -> None:
    reason = solve(load(text), 1).reason
    assert reason is not None
    printed = note(f"Impossible: {reason.text}", language)
    assert not ENGLISH.search(printed)
    assert language != "de" or german in printed


def test_parts_shifted_by_half_a_cell() -> None:
    """A silhouette of mixed parity: two pieces on lattices half a cell apart."""
    parts = [("B", ((0, 0), (0, 2))), ("Q", ((3, 1), (5, 1)))]
    whole = [(name, tuple((*cell, kind) for cell in cells for kind in range(4))) for name, cells in parts]
    silhouette = Silhouette.of("halfsquare", whole)
    (page,) = challenge.catalogue_challenges(
        Catalogue(Query("fridgeiq:BQ", "C2"), select("fridgeiq:BQ"), (silhouette,))
    )
    assert page.size() == (2.0, 3.5)
    pdf = pdfium.PdfDocument(booklet([page], Style(), "x"))
    assert shaded_area(pdf, 2, dpi=600) == pytest.approx(4 * 400, rel=0.005)


def test_a_sheet_of_silhouettes_or_of_solutions(tmp_path: Path, run: CommandLine) -> None:
    assert run("publish", "sheet", CATALOGUE, "FNPUV@5x5", "-o", tmp_path / "a.svg", "--names", NAMES).code == 0
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert re.findall('aria-label="([^"]*)"', text)[-6:] == [
        "Dice",
        "Spikey I",
        "San Damiano",
        "The Octagon",
        "On Edge",
        "FNPUV@5x5",
    ]
    assert run("publish", "sheet", CATALOGUE, "-o", tmp_path / "b.png", "--solutions", "--theme", "print").code == 0
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")
    assert "'neon'" in run.refused("publish", "sheet", CATALOGUE, "-o", tmp_path / "c.svg", "--theme", "neon")
    assert ".gif" in run.refused("publish", "sheet", CATALOGUE, "-o", tmp_path / "c.gif")
    assert "no solution" in run.refused("publish", "sheet", "FNPUV@5x6", "-o", tmp_path / "c.svg", "--solutions")
