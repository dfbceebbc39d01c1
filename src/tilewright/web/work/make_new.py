"""A puzzle that is made on demand. The same request makes the same puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from tilewright.api.solve import solve
from tilewright.design.assembly import assembled
from tilewright.design.blocks.levels import make_level
from tilewright.design.edges.maker import EdgesRecipe, make_edges
from tilewright.design.shikaku.maker import Recipe, make
from tilewright.formats.puzzles import json_puzzle
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board, Puzzle
from tilewright.web.work.tell import Tell

TRIES = 200  # Shikaku rated on the way to a difficulty: at most half a second at 15 x 15
BLOCKS = {"easy": 6, "medium": 8, "hard": 10}  # pieces of a block level
ASSEMBLED = {"easy": 4, "medium": 6, "hard": 9}  # pieces of a surprise silhouette
BOARDS = {  # of the falling-blocks game: rows x columns, a multiple of four cells
    "easy": ("4x5", "4x6", "3x8", "6x4"),
    "medium": ("6x6", "5x8", "4x9", "7x8-r0c0,r0c7,r6c0,r6c7"),
    "hard": ("8x7", "8x8", "6x10", "9x8-r4c3,r4c4,r3c3,r3c4"),
}
TILES = {  # boards, numbers of labels and rules of edge-matching puzzles
    "easy": (
        EdgesRecipe("3x3", labels=5),
        EdgesRecipe("3x3", labels=8, border="free", turn=False),
        EdgesRecipe("h1", "triangular", labels=8, border="free"),
        EdgesRecipe("4x4", labels=12),
    ),
    "medium": (
        EdgesRecipe("4x4", labels=6),
        EdgesRecipe("4x4", labels=10, border="free", turn=False),
        EdgesRecipe("3x3", labels=4, border="free", match="partner"),
        EdgesRecipe("h2", "hexagonal", labels=8, border="free"),
        EdgesRecipe("t4", "triangular", labels=12),
    ),
    "hard": (
        EdgesRecipe("5x5", labels=8),
        EdgesRecipe("5x5", labels=10, border="free", turn=False),
        EdgesRecipe("4x4", labels=7, border="free", match="partner"),
        EdgesRecipe("h2", "triangular", labels=18),
    ),
}
CARDS = Path(__file__).parents[1] / "cards.json"


def tell_new(job: dict[str, Any], tell: Tell) -> None:
    """Make the puzzle of a request."""
    tell({"event": "end", "puzzle": make_puzzle(job["request"])})


def make_puzzle(request: Mapping[str, Any]) -> str:
    """Make the puzzle of a request; return it as the file format's JSON."""
    return json_puzzle.dump(MAKERS[request["system"]](request))


def _shikaku(request: Mapping[str, Any]) -> Puzzle:
    recipe = Recipe(request["rows"], request["columns"], request["difficulty"], tries=TRIES)
    return make(recipe, request["seed"]).puzzle


def _blocks(request: Mapping[str, Any]) -> Puzzle:
    difficulty = request["difficulty"]
    return make_level(None, BLOCKS[difficulty], request["seed"], difficulty=difficulty).puzzle


def _tetris(request: Mapping[str, Any]) -> Puzzle:
    """A board and just the pieces of one of its fillings, drawn from all."""
    seed = request["seed"]
    board = Board.of_size(Random(seed).choice(BOARDS[request["difficulty"]]))
    tetrominoes = select("tetrominoes!turn")
    drawn = solve(Packing(board, tuple(p.with_copies(0, None) for p in tetrominoes)), 1, random=seed)
    used = [placement.piece for placement in drawn.tilings[0].placements]
    return Packing(board, tuple(p.with_copies(n, n) for p in tetrominoes if (n := used.count(p.name))))


def _card(request: Mapping[str, Any]) -> Puzzle:
    """One of the cards of this difficulty that were found once and for all."""
    cards = _cards()[request["difficulty"]]
    cells, names = Random(request["seed"]).choice(cards)
    return json_puzzle.parse(json.dumps({"lattice": "halfsquare", "pieces": f"fridgeiq:{names}", "board": cells}))


@lru_cache
def _cards() -> dict[str, list[list[Any]]]:
    cards: dict[str, list[list[Any]]] = json.loads(CARDS.read_text(encoding="utf-8"))
    return cards


def _surprise(request: Mapping[str, Any]) -> Puzzle:
    return assembled(select("fridgeiq"), ASSEMBLED[request["difficulty"]], request["seed"])


def _edges(request: Mapping[str, Any]) -> Puzzle:
    recipe = Random(request["seed"]).choice(TILES[request["difficulty"]])
    return make_edges(recipe, request["seed"]).puzzle


MAKERS: dict[str, Callable[[Mapping[str, Any]], Puzzle]] = {
    "shikaku": _shikaku,
    "doodle-fit": _blocks,
    "tetris": _tetris,
    "fridgeiq": _card,
    "surprise": _surprise,
    "edges": _edges,
}
