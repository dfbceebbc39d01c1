"""The first hour: what a developer, a mathematician and a teacher try first, as they would write it, and what must come out.

A snippet is Python that prints; a command is a line of the shell. Expected is what the output contains.
"""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine

OCTAGONS = """from math import cos, pi, sin
side, far = 1 + 2**0.5, (1 + 0.5**0.5) ** 0.5
octagon = [(far * cos((2 * k + 1) * pi / 8), far * sin((2 * k + 1) * pi / 8)) for k in range(8)]
square = [(side / 2 + cos(k * pi / 2) / 2**0.5, side / 2 + sin(k * pi / 2) / 2**0.5) for k in range(4)]
tw.register_lattice("octagons", corners={"o": octagon, "s": square}, basis=((0, side), (side, 0)))
"""
SNIPPETS = {
    # the developer, who needs levels for a game
    "solve": ("print(tw.solve(tw.load('FNPUV@5x5')))", "1 tiling"),
    "all tilings are a list": ("print(len(tw.solve(tw.load('FNPUV@5x5'), None)))", "16"),
    "loop over tilings": ("print(sum(1 for _ in tw.solve(tw.load('FNPUV@5x5'), 3)))", "3"),
    "what lies at a cell": ("print(tw.solve(tw.load('tetrominoes:O@2x2'))[0][0, 1].piece)", "O"),
    "grid of names": ("print(tw.solve(tw.load('tetrominoes:O@2x2'))[0].grid())", "[['O', 'O'], ['O', 'O']]"),
    "numpy array": ("print(tw.solve(tw.load('dominoes*@2x2'))[0].grid(int).shape)", "(2, 2)"),
    "pieces from lists": ("print(tw.count(tw.load({'pieces': [[[1, 1]]] * 2, 'board': ['11', '11']})))", "2 tilings"),
    "piece from rows": ("print(tw.Piece.from_rows([[1, 1], [1, 0]], 'L'))", "##\n#."),
    "packing with a list": ("P = tw.Piece.parse('##', 'I'); print(tw.Packing(tw.Board.of_size('1x2'), [P]) == tw.Packing(tw.Board.of_size('1x2'), (P,)))", "True"),
    "puzzles as keys": ("print(len({tw.load('FNPUV@5x5'), tw.load('FNPUV@5x5')}))", "1"),
    "json there and back": ("p = tw.load('FNPUV@5x5'); print(tw.loads(tw.dumps(p)) == p)", "True"),
    "tiling to json": ("print(tw.dumps(tw.solve(tw.load('tetrominoes:O@2x2'))[0]))", '"kind":"tiling"'),
    "one line of json": ("print(tw.load('{\"pieces\": \"FNPUV\", \"board\": \"5x5\"}').board.area)", "25.0"),
    "hint as a sentence": ("print(tw.hint(tw.load('tetrominoes:O@2x2')))", "."),
    "hint as a picture": ("print(tw.hint(tw.load('tetrominoes:O@2x2'))._repr_svg_()[:4])", "<svg"),
    "a level and its rating": ("print(tw.make_level(None, 4, seed=1, difficulty='easy').rating.tier)", "easy"),
    "a level twice the same": ("print(tw.make_level(None, 4, seed=1).puzzle == tw.make_level(None, 4, seed=1).puzzle)", "True"),
    "a shikaku": ("print(tw.make_shikaku(tw.ShikakuRecipe(4, 4), seed=1).puzzle.rows)", "4"),
    "is it unique": ("print(tw.verdict(tw.load('tetrominoes:O@2x2')).verdict)", "unique"),
    "if verdict": ("print('yes' if tw.verdict(tw.load('LPNUV@5x5')) else 'no')", "no"),
    "a wrong file": ("\ntry:\n    tw.load('nothing.json')\nexcept FileNotFoundError as error:\n    print(error)", "no such file"),
    "a wrong letter": ("\ntry:\n    tw.load('FNPUQ@5x5')\nexcept ValueError as error:\n    print(error)", "Q"),
    "a wrong type": ("\ntry:\n    tw.solve('FNPUV@5x5')\nexcept TypeError as error:\n    print(error)", "load("),
    "seconds as a limit": ("print(tw.solve(tw.load('pentominoes@6x10'), limit=0))", "the limit came first"),
    "a stream that closes": ("\nwith tw.tilings(tw.load('pentominoes@6x10')) as s:\n    next(s)\nprint(s.outcome.ended)", "stopped"),
    "a board from a set": ("print(tw.Board({(0, 1), (0, 0)}) == tw.Board([(0, 0), (0, 1)]))", "True"),
    "a piece from a list": ("print(tw.Piece('L', [(0, 0), (1, 0), (1, 1)]))", "#.\n##"),
    "a piece from texts": ("print(tw.Piece.from_rows(['11', '10'], 'L'))", "##\n#."),
    "a board from an array": ("import numpy as np; print(tw.load({'pieces': 'dominoes*', 'board': np.ones((2, 2), int)}).board)", "##\n##"),
    "a board that could be two": ("\ntry:\n    tw.load({'pieces': 'dominoes*', 'board': [[1, 1]]})\nexcept ValueError as error:\n    print(error)", "rows"),
    "values where data belongs": ("\ntry:\n    tw.load({'pieces': tw.piece_set('soma'), 'board': '3x3x3'})\nexcept ValueError as error:\n    print(error)", "Packing("),
    "a number for a puzzle": ("\ntry:\n    tw.load(5)\nexcept TypeError as error:\n    print(error)", "text"),
    "a size for a board": ("\ntry:\n    tw.make_level('5x5', 5)\nexcept TypeError as error:\n    print(error)", "Board.of_size"),
    "two numbers for a size": ("\ntry:\n    tw.Board.of_size(5, 5)\nexcept TypeError as error:\n    print(error)", "5x5"),
    "a text for pieces": ("\ntry:\n    tw.Packing(tw.Board.of_size('5x5'), 'FNPUV')\nexcept TypeError as error:\n    print(error)", "select("),
    "a wrong difficulty": ("\ntry:\n    tw.make_level(None, 4, difficulty='esay')\nexcept ValueError as error:\n    print(error)", "'easy'"),
    "a set as a recipe": ("print(tw.LevelRecipe(tw.piece_set('pentominoes')).tiers)", "easy"),
    "no function as a sentence": ("\ntry:\n    tw.load('FNPUV@5x5').where(lambda p: True)\nexcept TypeError as error:\n    print(error)", "each="),
    "a misspelled name": ("\ntry:\n    tw.sovle\nexcept AttributeError as error:\n    print(error.name, error.obj is tw)", "sovle True"),
    "short in the shell": ("print([tw.solve(tw.load('FNPUV@5x5'))[0], tw.hint(tw.load('tetrominoes:O@2x2')), tw.piece_set('soma')])", "<Tiling: 5 placements on 25 cells>"),
    "a picture in a file": ("print(tw.solve(tw.load('FNPUV@5x5'))[0].svg()[:4])", "<svg"),
    "names from elsewhere": ("\nfor name in ('solve_all', 'check', 'save', 'is_unique', 'pentominoes'):\n    try:\n        getattr(tw, name)\n    except AttributeError as error:\n        print(str(error).partition('see ')[2][:6])", "solve(\nfaults\ndumps(\nverdic\npiece_"),
    "a dictionary of cells": ("print({cell: p.piece for cell, p in tw.solve(tw.load('tetrominoes:O@2x2'))[0].items()})", "(1, 1): 'O'"),
    "dict of a tiling": ("print(len(dict(tw.solve(tw.load('FNPUV@5x5'))[0])))", "25"),
    "a board from rows": ("print(tw.Board.from_rows(['110', '011']))", "##.\n.##"),
    "a board from an array of its own": ("import numpy as np; print(len(tw.Board.from_rows(np.eye(3, dtype=int))))", "3"),
    "answers from other processes": ("import pickle; print(pickle.loads(pickle.dumps(tw.count(tw.load('FNPUV@5x5')))))", "16 tilings"),
    "seconds for a maker": ("print(tw.make_level(None, 4, seed=1, limit=60).puzzle.name, tw.make_shikaku(tw.ShikakuRecipe(4, 4), limit=60).puzzle.rows)", "4"),
    # the mathematician, who counts
    "aztec diamonds": ("print([int(tw.count(tw.load(f'dominoes*@a{n}'))) for n in range(1, 5)])", "[2, 8, 64, 1024]"),
    "tori": ("print(tw.count(tw.load('dominoes*@6x6~~')))", "90,176 tilings"),
    "deficient boards": ("print(all(tw.verdict(tw.load(f'trominoes:2*@4x4-r{r}c{c}')) for r in range(4) for c in range(4)))", "True"),
    "polyominoes": ("print([len(tw.polyforms('square', 5, motion)) for motion in ('free', 'turn', 'fixed')])", "[12, 18, 63]"),
    "all but one piece": ("p = tw.load('pentominoes?@5x3'); print(tw.count(p.where('no P')), '|', tw.count(p))", "8 tilings | 28 tilings"),
    "no number from a bound": ("\ntry:\n    int(tw.count(tw.load('pentominoes@6x10'), limit=0))\nexcept ValueError as error:\n    print(error)", "bound"),
    "no board without cells": ("\nfor text in ('dominoes*@0x4', 'dominoes*@1x1-r0c0'):\n    try:\n        tw.load(text)\n    except ValueError as error:\n        print(error)", "series"),
    "dominoes on a chessboard": ("print(tw.count(tw.load('dominoes*@8x8')).value)", "12988816"),
    "up to symmetry": ("print(tw.count(tw.load('FNPUV@5x5'), up_to='symmetries'))", "2 tilings up to symmetries"),
    "mutilated board": ("print(tw.verdict(tw.load('dominoes*@8x8-r0c0,r7c7')))", "impossible: "),
    "soma": ("print(tw.solve(tw.load('soma@3x3x3'))[0].grid()[0][0][0] in tw.piece_set('soma'))", "True"),
    "cells of a board": ("print(len(tw.Board.parse('###\\n#.#\\n###')), (1, 1) in tw.Board.parse('###\\n#.#\\n###'))", "8 False"),
    "sizes of a set": ("print([len(p) for p in tw.piece_set('pentominoes')] == [5] * 12)", "True"),
    "polyforms are counted": ("print(len(tw.piece_set('hexominoes')))", "35"),
    "an exact cover": ("print(tw.cover({'A': [1, 4], 'B': [2, 3], 'C': [1, 2]}).solve(None))", "1 solution, and there are no others"),
    "queens": ("print(tw.cover({(r, c): [('r', r), ('c', c), ('u', r + c), ('d', r - c)] for r in range(6) for c in range(6)}, optional=[(k, v) for k in 'ud' for v in range(-5, 11)]).count())", "4 solutions"),
    "langford": ("n = 4; print(tw.cover({(k, i): [f'n{k}', i, i + k + 1] for k in range(1, n + 1) for i in range(2 * n - k - 1)}).count().value)", "2"),
    "latin squares": ("c = range(3); print(tw.cover({(i, j, v): [('x', i, j), ('r', i, v), ('c', j, v)] for i in c for j in c for v in c}).count().value)", "12"),
    "at most two of an item": ("print(tw.cover([['a']] * 4, copies={'a': (0, 2)}).count().value)", "11"),
    "an item that nothing covers": ("print(tw.cover({'A': ['x', 'y']}, items=['x', 'y', 'z']).solve())", "no solution"),
    "an item twice in an option": ("\ntry:\n    tw.cover({'A': ['x', 'x']})\nexcept ValueError as error:\n    print(error)", "expected at most 1"),
    "an item that is a list": ("\ntry:\n    tw.cover({'A': [['x']]})\nexcept TypeError as error:\n    print(error)", "tuple"),
    "a cover is no puzzle": ("\ntry:\n    tw.count(tw.cover({'A': ['x']}))\nexcept TypeError as error:\n    print(error)", ".count()"),
    "octagons and squares": (OCTAGONS + "print([len(tw.polyforms('octagons', n)) for n in (1, 2, 3, 4)], len(tw.Board.of_size('2x2', 'octagons')))", "[2, 2, 7, 22] 8"),
    "dominoes of octagons and squares": (OCTAGONS + "print(tw.count(tw.Packing(tw.Board.of_size('3x3', 'octagons'), [tw.Piece(n, f, 'octagons', (0, None)) for n, f in zip('AB', tw.polyforms('octagons', 2))])))", "1 tiling"),
    "a cell that the lattice lacks": ("\ntry:\n    tw.Piece('A', [(0, 0, 9)], 'halfsquare')\nexcept ValueError as error:\n    print(error)", "0 to 3"),
    "cells with long names": ("\ntry:\n    tw.register_lattice('halves', {'up': [(0, 0, 'down')], 'down': [(0, 0, 'up')]})\nexcept ValueError as error:\n    print(error)", "a small letter"),
    "torus": ("print(tw.count(tw.load('dominoes*@4x4~~')).value > tw.count(tw.load('dominoes*@4x4')).value)", "True"),
    "random tilings": ("print(len(tw.solve(tw.load('dominoes*@6x6'), 3, random=1)))", "3"),
    "the most of a piece": ("print(int(tw.count(tw.load('tetrominoes:O*@4x4'))))", "1"),
    # the teacher
    "the pieces of a set": ("print(tw.piece_set('tetrominoes'))", "I\n####"),
    "a heart as a board": ("print(tw.load({'pieces': 'dominoes*', 'board': ['0110110', '1111111', '0111110', '0011100']}).board.area)", "19.0"),
    "why it is impossible": ("print(tw.solve(tw.load('dominoes*@3x3')))", "no tiling: "),
    "what would help": ("print(next(tw.relaxations(tw.load('tetrominoes:OS@2x4'))).text)", "another piece O"),
    "pictures": ("print(tw.solve(tw.load('FNPUV@5x5'), 2)._repr_html_()[:3])", "<p>"),
}  # fmt: skip

COMMANDS = {
    "solve": ("solve FNPUV@5x5", 0, "N"),
    "solve in JSON": ("solve FNPUV@5x5 --json", 0, '"solutions"'),
    "count": ("count FNPUV@5x5", 0, "16"),
    "count up to symmetry": ("count FNPUV@5x5 --up-to symmetries", 0, "2"),
    "why not": ("verdict LPNUV@5x5", 1, "impossible"),
    "a hint": ("hint tetrominoes:O@2x2", 0, "place"),
    "the pieces": ("sets pentominoes", 0, "#####"),
    "all sets": ("sets", 0, "soma"),
    "show": ("show FNPUV@5x5 --stats", 0, "25"),
    "a level": ("design blocks --blocks 4 --seed 1", 0, "---"),
    "a level with its solution": ("design blocks --blocks 4 --seed 1 --json", 0, '"solution"'),
    "shikaku with solutions": ("design shikaku 4x4 -n 2 --json", 0, '"solution"'),
    "edges with solutions": ("design edges 2x2 --json", 0, '"solution"'),
    "one line of JSON": ("""count '{"pieces": "FNPUV", "board": "5x5"}'""", 0, "16"),
    "a wrong set": ("count pentomino@6x10", 2, "pentominoes"),
    "engines": ("engines", 0, "native"),
    # what people type who come from elsewhere
    "blanks around the sign": ("count 'dominoes* @ 8x8'", 0, "12988816"),
    "a capital X": ("count dominoes*@8X8", 0, "12988816"),
    "the sign for times": ("count dominoes*@8×8", 0, "12988816"),
    "a star for times": ("count 'dominoes*@8*8'", 0, "12988816"),
    "a board as a word of its own": ("solve pentominoes 6x10", 2, "pentominoes@6x10"),
    "a board as an option": ("count pentominoes --board 6x10", 2, "pentominoes@6x10"),
    "a piece too many": ("solve FNPUV@5x5 5x5", 2, "one argument too many"),
    "play": ("play FNPUV@5x5", 2, "serve"),
    "draw": ("draw kanoodle", 2, "show"),
    "print": ("print soma", 2, "publish"),
    "generate": ("generate shikaku", 2, "design"),
    "convert": ("convert x.toml", 2, "export"),
    "prove": ("prove FNPUV@5x5", 2, "verdict"),
    "version": ("version", 2, "--version"),
    "a seed": ("solve tetrominoes*@8x8 --seed 3", 2, "--random"),
    "distinct": ("count FNPUV@5x5 --distinct", 2, "--up-to symmetries"),
    "a format": ("solve FNPUV@5x5 --format json", 2, "--json"),
    "a timeout": ("count FNPUV@5x5 --timeout 3", 2, "--limit"),
    "jobs": ("count FNPUV@5x5 --jobs 2", 2, "--threads"),
    "dominoes once": ("count dominoes@8x8", 1, "dominoes*"),
    "a box": ("solve kanoodle", 0, "A"),
    "a picture's cells": ("count heart.png --cell 3", 2, "PIECES@FILE"),
    "a wrong box": ("solve kanodle", 2, "kanoodle"),
    "letters of another set": ("solve LOI@4x3", 2, "tetrominoes:LOI"),
    "a letter that a set lacks": ("count trominoes:Q*@3x4", 2, "tilewright sets trominoes"),
    "a silhouette misspelled": ("solve fridgeiq-D4#sproket", 2, "did you mean sprocket"),
    "a catalogue that is none": ("show fridgeiq-D5#1", 2, "did you mean fridgeiq-D4"),
    "small letters": ("solve fpu@5x3", 2, "pentominoes FPU"),
    "a hint for the impossible": ("hint FNPU@5x5", 1, "20 cells, the board has 25"),
    "a theorem": ("fillable T 5x8", 1, "both sides are multiples of 4 (D. W. Walkup"),
    "a worksheet": ("publish worksheet FNPUV@5x5", 2, "booklet --per-page"),
    "without a piece": ("count 'pentominoes?@5x3' --where 'no P'", 0, "8"),
    "an order of a diamond": ("series dominoes*@a{n} --n 1..3", 0, "3 64"),
    "nothing": ("solve", 2, "PUZZLE"),
    "challenges with one solution": (
        "design challenges --pieces tetrominoes --shapes 2x6 --keep unique",
        0,
        "2 tilings, one up to symmetry",
    ),
    "a count with what lies there": ("count dominoes*@2x4 --with begun.txt", 0, "3"),
    "a verdict with what lies there": ("verdict dominoes*@2x3 --with begun.txt", 0, "several"),
    "outlines of all tilings": ("solve dominoes*@2x2 --all -o x.geojson", 0, "wrote x-001.geojson, x-002.geojson"),
    "how often a cell has which piece": ("count dominoes*@1x2 --by cell", 0, "1 tiling\n"),
    "an empty file": ("count empty.json", 2, "is empty"),
    # files: what the suffix says need not be said again
    "a model by its suffix": ("export FNPUV@5x5 -o x.cnf -o x.lp", 0, "wrote x.cnf, x.lp"),
    "a model of no known suffix": ("export FNPUV@5x5 -o x.model", 2, "dimacs"),
    "a model of no name": ("export FNPUV@5x5", 2, "--to FORMAT"),
    "a suffix in capitals": ("show FNPUV@5x5 -o X.SVG", 0, "wrote X.SVG"),
    "a drawing of another size": ("check dominoes*@2x2 small.txt", 1, "takes up 1x2 cells, the board is 2x2"),
    "a drawing too long": ("check dominoes*@2x2 tall.txt", 2, "3 rows, the board 2"),
    "an impossible puzzle on paper": ("publish booklet dominoes*@1x3 -o x.pdf", 0, "dominoes*@1x3: impossible"),
}


@pytest.mark.parametrize(("snippet", "expected"), SNIPPETS.values(), ids=SNIPPETS)
def test_python(snippet: str, expected: str) -> None:
    import tilewright as tw

    out = StringIO()
    with redirect_stdout(out):
        exec(snippet, {"tw": tw})
    assert expected in out.getvalue()


@pytest.mark.parametrize(("line", "code", "expected"), COMMANDS.values(), ids=COMMANDS)
def test_commands(
    line: str,
    code: int,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.txt").write_text("11\n")
    (tmp_path / "begun.txt").write_text("1\n1\n")
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "tall.txt").write_text("11\n11\n11\n")
    ran = CommandLine(monkeypatch, capsys)(*shlex.split(line))
    assert ran.code == code, ran
    assert expected in (ran.out + ran.err)


def test_there_are_ninety_six() -> None:
    assert len(SNIPPETS) + len(COMMANDS) >= 60 + 24 + 12
