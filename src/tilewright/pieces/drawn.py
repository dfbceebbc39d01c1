"""The drawn sets: pieces that players know by letters. `/` ends a row, `//` a layer (layers from the top).

Sources: letters of the polyiamonds, polyhexes and polycubes as in David Goodger's Polyform Puzzler (copy
github.com/tiwo/puzzler, commit 7ad3d9a792f0), which follows Kadon's names for solids; the Bedlam cube's pieces as in
Ange Albertini's and Scott Kurowski's solvers, under the letters that these pieces have here.
"""

from __future__ import annotations

from collections.abc import Mapping

# Letters and colors as in shared use among players; I cyan, O yellow, T purple, S green, Z red, J blue, L orange.
TETROMINOES = {
    "I": "####",
    "J": "#../###",
    "L": "..#/###",
    "O": "##/##",
    "S": ".##/##.",
    "T": ".#./###",
    "Z": "##./.##",
}
TETROMINO_COLORS = {
    "I": "#00b8d4", "J": "#2f6fde", "L": "#ef8a17", "O": "#e8c200", "S": "#3faf46", "T": "#9c4dcc", "Z": "#dc3b3b",
}  # fmt: skip
PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#/#/#/#/#", "L": "#./#./#./##", "N": ".#/.#/##/#.", "P": "##/##/#.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z": "##./.#./.##",
}  # fmt: skip
# The 16 magnets of the FridgeIQ set: github.com/MarianAldenhoevel/FridgeIQ, commit 368cc9e39417 (may turn, never flip).
FRIDGEIQ = {
    "A": "■◣/■.", "R": "◢■/.■", "E": "◢■/.■", "L": ".■◣/■■.", "O": "■./■◣", "M": "◢/■", "T": ".◣./■■◣", "S": "◢/■/■",
    "Q": "■/■", "D": "◢◣", "J": ".■/■■", "B": "■■", "N": "■■■/■..", "Y": "◣/■", "I": ".◢/◢■", "U": "■./■■/.■",
}  # fmt: skip

HEXIAMONDS = {
    "C": "...▲▼/▲▼▲▼.", "E": "▲▼▲▼▲/..▼..", "F": ".▲.▲/▲▼▲▼", "G": "..▼▲/▲▼▲▼", "H": "▲▼▲▼/..▼▲", "I": "▲▼▲▼▲▼",
    "J": "▲▼▲▼▲/▼....", "O": "▲▼▲/▼▲▼", "P": "...▲./▲▼▲▼▲", "S": "...▲/▲▼▲▼/▼...", "V": ".▲▼./▲▼▲▼",
    "X": ".▲../▲▼▲▼/..▼.",
}  # fmt: skip
HEPTIAMONDS = {
    "A": "▲▼▲▼/▼.▼▲", "B": ".▲▼./▲▼▲▼/..▼.", "C": "▲▼▲▼▲/▼...▼", "D": ".▲./▲▼▲/▼▲▼", "E": "...▲../▲▼▲▼▲▼",
    "F": "▲▼▲▼▲/▼.▼..", "G": "..▼▲./▲▼▲▼▲", "H": "...▲▼/▲▼▲▼▲", "I": "▲▼▲▼▲▼▲", "J": "▲▼▲▼▲/▼▲...",
    "L": ".....▲/▲▼▲▼▲▼", "M": ".▲.▲./▲▼▲▼▲", "N": "...▲▼/▲▼▲▼./▼....", "P": ".▲..../▲▼▲▼▲▼",
    "Q": ".▲.../▲▼▲▼▲/....▼", "R": ".▲▼▲▼▲/▲▼....", "S": "..▼▲/▲▼▲▼/▼...", "T": ".▲.../▲▼▲▼▲/▼....",
    "U": ".▲.▲▼/▲▼▲▼.", "V": "..▲./..▼▲/▲▼▲▼", "W": "...▲/▲▼▲▼/..▼▲", "X": ".▲.../▲▼▲▼▲/..▼..", "Y": "▲▼▲▼▲/.▲▼..",
    "Z": "▲▼▲▼./..▼▲▼",
}  # fmt: skip
TETRAHEXES = {
    "I": "# # # #", "J": " . . #/# # #", "O": " # #/# #", "P": " . #/# # #", "S": " . # #/# # .", "U": "# . #/ # #",
    "Y": " . #/# #/ . #",
}  # fmt: skip
PENTAHEXES = {
    "A": " . #/# # #/ . #", "B": " . # #/# # #", "C": "# . . #/ # # #", "D": " # #/# # #", "E": " . # ./# # # #",
    "F": " # . #/# # #", "G": " . # #/# # . #", "H": ". # ./ . # #/# # .", "I": "# # # # #", "J": " . . . #/# # # #",
    "L": ". . . #/ . . #/# # # .", "N": " . . # #/# # # .", "P": " . . #/# # # #", "Q": " . . #/# # #/ # . .",
    "R": ". . #/ . . #/# # #", "S": ". . . #/ # # #/# . . .", "T": " . . #/# # #/ . # .", "U": " # ./# . #/ # #",
    "V": ". # ./ # ./# # #", "W": ". . . #/ . # #/# # . .", "X": " # ./# # #/ . #", "Y": " . . #/# # #/ . . #",
}  # fmt: skip
# A and B are mirror images of each other; P has three arms.
SOMA = {
    "A": "../.#//#./##", "B": "#./##//../.#", "L": "#../###", "P": "../#.//#./##", "T": "#./##/#.", "V": "#./##",
    "Z": "#./##/.#",
}  # fmt: skip
TETRACUBES = {
    "A": "../.#//#./##", "B": "#./..//#./##", "I": "####", "L": "..#/###", "O": "##/##", "P": "../#.//#./##",
    "S": ".##/##.", "T": ".#./###",
}  # fmt: skip
# Pentacubes that lie in no plane; J1, J2, J4 are mirror images of L1, L2, L4, N1 and N2 of S1 and S2, V1 of V2.
SOLID_PENTACUBES = {
    "A": ".#/#.//.#/##", "J1": "..#/###//.../#..", "J2": "..#/###//.../.#.", "J4": "..#/###//..#/...",
    "L1": ".../#..//..#/###", "L2": ".../.#.//..#/###", "L3": ".../..#//..#/###", "L4": "..#/...//..#/###",
    "N1": ".##/##.//.../#..", "N2": ".##/##.//.../.#.", "Q": "../#.//##/##", "S1": ".../#..//.##/##.",
    "S2": ".../.#.//.##/##.", "T1": "../#./..//#./##/#.", "T2": "../.#/..//#./##/#.", "V1": "../#./#.//.#/##/..",
    "V2": ".##/...//.#./##.",
}  # fmt: skip
PENTACUBES = {**PENTOMINOES, **SOLID_PENTACUBES}
# 12 pentacubes and a tetracube for the 4x4x4 cube.
BEDLAM = {
    **{name: PENTACUBES[name] for name in ("F", "W", "X", "J4", "L1", "L2", "L3", "S1", "S2", "T1", "T2", "V2")},
    "A": TETRACUBES["A"],
}

# 12 pieces of 55 balls, sold under several names with a 5x11 board and a pyramid; the letters are those that solvers use.
KANOODLE = {
    "A": "#../###", "B": "##./###", "C": "#.../####", "D": ".#../####", "E": "##../.###", "F": "#./##", "G": "#../#../###",
    "H": "#../##./.##", "I": "#.#/###", "J": "####", "K": "##/##", "L": ".#./###/.#.",
}  # fmt: skip

# name: (what it is, drawings, lattice, motion ("": the lattice's usual one), whether they are all classes of a size)
DRAWN: Mapping[str, tuple[str, Mapping[str, str], str, str, bool]] = {
    "tetrominoes": ("the 7 one-sided tetrominoes of the falling-blocks game", TETROMINOES, "square", "turn", True),
    "pentominoes": ("the 12 pentominoes (Katamino)", PENTOMINOES, "square", "", True),
    "fridgeiq": ("the 16 pieces of whole and half squares of FridgeIQ", FRIDGEIQ, "halfsquare", "turn", False),
    "hexiamonds": ("the 12 hexiamonds", HEXIAMONDS, "triangular", "", True),
    "heptiamonds": ("the 24 heptiamonds", HEPTIAMONDS, "triangular", "", True),
    "tetrahexes": ("the 7 tetrahexes", TETRAHEXES, "hexagonal", "", True),
    "pentahexes": ("the 22 pentahexes", PENTAHEXES, "hexagonal", "", True),
    "soma": ("the 7 pieces of the Soma cube", SOMA, "cubic", "", False),
    "kanoodle": ("12 pieces of 3, 4 and 5 balls in a plane, for 5x11 and the pyramid", KANOODLE, "spheres", "", False),
    "bedlam": ("the 13 pieces of the Bedlam cube", BEDLAM, "cubic", "", False),
    "tetracubes": ("the 8 tetracubes, mirror images apart", TETRACUBES, "cubic", "", True),
    "pentacubes": ("the 29 pentacubes, mirror images apart", PENTACUBES, "cubic", "", True),
    "solid-pentominoes": ("the 12 pentacubes that lie in a plane", PENTOMINOES, "cubic", "", True),
    "nonplanar-pentacubes": ("the 17 pentacubes that lie in no plane", SOLID_PENTACUBES, "cubic", "", True),
}
