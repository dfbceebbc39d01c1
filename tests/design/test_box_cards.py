"""Challenges for boxes: exactly one solution, no two alike, the same from the same seed."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode
from itertools import islice
from pathlib import Path

import pypdfium2 as pdfium
import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.api.family import count_layouts
from tilewright.design.cards import make_cards
from tilewright.errors import NotationError
from tilewright.loader import parse
from tilewright.shelf.box import find_box, load_board, parse_box

BOXES = ["kanoodle-jr", "ubongo", "ubongo-duel", "genius-square"]


@pytest.mark.parametrize("name", BOXES)
def test_each_card_has_one_solution(name: str) -> None:
    cards = list(islice(make_cards(find_box(name), seed=3), 3))
    assert len({card.puzzle.digest for card in cards}) == 3
    for card in cards:
        assert tw.count(card.puzzle).value == 1
        assert not tw.faults(card.puzzle, card.tiling.placements)
        assert tw.rate(card.puzzle) == card.rating


def test_no_given_piece_may_be_left_out() -> None:
    card = next(make_cards(find_box("kanoodle-jr"), seed=1))
    assert card.given
    bare = tw.Packing(card.puzzle.board, card.puzzle.pieces)
    for gone in card.puzzle.pinned:
        assert tw.count(bare.with_pins(tuple(pin for pin in card.puzzle.pinned if pin != gone))).value > 1


def test_the_seed_decides() -> None:
    first, again, other = (
        [card.puzzle.digest for card in islice(make_cards(find_box("ubongo"), seed=seed), 3)] for seed in (5, 5, 6)
    )
    assert first == again != other


def test_difficulty_is_kept() -> None:
    cards = list(islice(make_cards(find_box("kanoodle-jr"), difficulty="easy", seed=2), 3))
    assert [card.rating.tier for card in cards] == ["easy"] * 3


def test_the_command(run: CommandLine, tmp_path: Path) -> None:
    made = run("design", "cards", "ubongo", "-n", "2", "--json", "-o", tmp_path / "cards.json").json
    assert len(made["cards"]) == 2 and (tmp_path / "cards.json").exists()
    assert run("design", "cards", "ubongo").out.startswith("1. ")
    graded = run("design", "cards", "kanoodle-jr", "-n", "3", "--difficulty", "easy..hard", "--json").json
    assert [card["difficulty"] for card in graded["cards"]] == ["easy", "medium", "hard"]
    for words in (("nobox",), ("kanoodle/tower",), ("ubongo", "-o", "x.txt"), ("ubongo", "--difficulty", "mad")):
        ran = run("design", "cards", *words)
        assert ran.code == 2 and ran.err.count("\n") == 1


@pytest.mark.parametrize("name", ["ubongo-mini", "ubongo-3d"])
def test_cards_of_hands_and_of_solids(name: str) -> None:
    box = find_box(name)
    for card in islice(make_cards(box, seed=1), 2):
        names = set(card.puzzle.piece_names)
        assert not box.hands or any(names <= set(hand) for hand in box.hands)
        assert {atom[0] for atom in card.puzzle.board.atoms} == {0, 1} or box.height == 1
        assert tw.count(card.puzzle).value == 1


def test_the_cards_of_a_file_are_puzzles(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    run("design", "cards", "ubongo", "-n", "2", "-o", path)
    assert run("count", path).out == run("count", f"{path}#2").out == "1\n"
    assert tw.load(f"{path}#1") != tw.load(f"{path}#2")
    assert "card 2" in run("show", path).out
    run.refused("count", f"{path}#3")
    assert run("publish", "booklet", path, "-o", tmp_path / "cards.pdf").code == 0


def test_a_sheet_to_cut_and_links(run: CommandLine, tmp_path: Path) -> None:
    made = run("design", "cards", "tangram", "-n", "2", "--json", "-o", tmp_path / "cards.svg").json
    sheet = (tmp_path / "cards.svg").read_text("utf-8")
    for card in made["cards"]:
        assert card["board"] in sheet  # each has a silhouette of its own
        packed = card["link"].removeprefix("#play/1.")
        text = zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
        assert parse(text.decode()).digest == parse(json.dumps(card["puzzle"])).digest


def test_rolls_say_how_rare_they_are() -> None:
    card = next(make_cards(find_box("genius-square"), seed=3))
    assert card.ways == tw.count(load_board("genius-square").member(card.member)).value


def test_of_copies_those_that_are_left_are_asked_for() -> None:
    card = next(make_cards(parse_box("copies", COPIES), seed=1))
    assert card.given.count("A") + card.missing.get("A", 0) == 3


COPIES = """
title = "t"
fits = "f"
about = "a"
confidence = "A"
sources = ["s"]
piece = [{ name = "A", shape = "##", copies = 3 }, { name = "B", shape = "###" }]
boards = [{ name = "3x3", board = "3x3" }]
"""
SMALL = """
title = "t"
fits = "f"
about = "a"
confidence = "A"
sources = ["s"]
piece = [{ name = "A", shape = "###\\n###" }, { name = "B", shape = "###" }, { name = "K2", shape = "##" }, { name = "K1", shape = "#" }]
boards = [{ name = "3x4", board = "3x4", placed = ["K1", "K2"] }]
"""


def test_layouts_of_pieces_placed_first() -> None:
    box = parse_box("small", SMALL)
    found = count_layouts(box.board())
    assert sum(found.values) == tw.count(box.board().puzzle).value > 0
    assert len(set(found.members)) == len(found.members) == 17 * 12 - 2 * 17  # a domino and a cell that it leaves bare
    unique = {card.puzzle.digest for card in islice(make_cards(box, seed=1), 3)}
    assert len(unique) == 3
    for card in islice(make_cards(box, seed=1), 3):
        assert set(card.given) == {"K1", "K2"} and tw.count(card.puzzle).value == 1


def test_boxes_without_pieces_placed_first_have_no_layouts() -> None:
    with pytest.raises(NotationError, match="place no pieces first"):
        count_layouts(find_box("kanoodle-jr").board())


def test_the_booklet_of_cards_in_another_language(run: CommandLine, tmp_path: Path) -> None:
    paper = tmp_path / "cards.pdf"
    assert run("design", "cards", "ubongo", "-n", "1", "--language", "de", "-o", paper).code == 0
    pages = [page.get_textpage().get_text_bounded() for page in pdfium.PdfDocument(paper)]
    assert "Inhalt" in pages[1] and "Lösungen" in pages[-1]
    assert "expected en, de, fr or es" in run.refused("design", "cards", "ubongo", "--language", "xx")
