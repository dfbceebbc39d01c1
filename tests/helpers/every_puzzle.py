"""A puzzle of every kind, on every sort of lattice, with everything that a puzzle may have."""

from __future__ import annotations

import tilewright as tw
from tests.helpers.cli import EXAMPLES

PUZZLE = tw.load("FNPUV@5x5")
SHIKAKU = tw.load("# shikaku\n2 .\n. 2")
EDGES = tw.load("macmahon3*@2x3")
POLYGONS = tw.load(
    {
        "kind": "polygons",
        "board": {"polygon": {"square": 4}, "minus": [{"square": 2}]},
        "piece": [{"name": "A", "corners": "0 0, 3 0, 3 1, 0 1", "copies": 4}],
        "pinned": [{"piece": "A", "corners": "-2 -2, 1 -2, 1 -1, -2 -1"}],
    }
)
OWN = tw.register_lattice("ownsquares", corners={"a": [(0, 0), (1, 0), (1, 1), (0, 1)]})
OWN_BOARD = tw.Board(tuple((row, column) for row in range(2) for column in range(4)), lattice="ownsquares")
PAINTED = {
    "board": "##\n##",
    "paint": {"red": [[0, 0]]},
    "piece": [{"name": "A", "shape": "##", "copies": 2, "allowed_paints": [{"cell": [0, 0], "paints": ["red"]}]}],
}
PUZZLES = {
    "packing": PUZZLE,
    "constraints": tw.load("tetrominoes*@4x4").where("at most 2 of a kind"),
    "pins": PUZZLE.with_placements([tw.solve(PUZZLE)[0].placements[0]]),
    "optional": tw.load({"pieces": "tetrominoes:O*", "board": "####\n####\no"}),
    "an outline": tw.load(EXAMPLES / "fridgeiq" / "square_01.toml"),
    "cylinder": tw.load("tetrominoes:O*@2x4~"),
    "torus": tw.load("tetrominoes:O*@4x4~~"),
    "half squares": tw.load("tangram/square"),
    "hexagons": tw.load("tetrahexes*@4x4"),
    "triangles": tw.load("hexiamonds*@2x6"),
    "cubes": tw.load("soma@3x3x3"),
    "prisms": tw.load(
        {"lattice": "prism", "board": "1x1x1", "piece": [{"name": "A", "shape": "▲"}, {"name": "B", "shape": "▼"}]}
    ),
    "balls": tw.load({"lattice": "spheres", "board": "1x2x2", "piece": [{"name": "A", "shape": "##\n##"}]}),
    "a lattice of one's own": tw.Packing(OWN_BOARD, [tw.Piece("D", ((0, 0), (0, 1)), "ownsquares", copies=(0, None))]),
    "shikaku": SHIKAKU,
    "edges": EDGES,
    "edges with pins": tw.load("edges 1x2\nabab *2 @0,1/90\n"),
    "edges on a torus": tw.load("wang2*@3x3~~"),
    "polygons": POLYGONS,
    "a set of polygons": tw.load({"kind": "polygons", "board": {"square": 5}, "pieces": "perigal"}),
}
