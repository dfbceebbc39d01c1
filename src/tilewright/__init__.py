"""Solve, count, prove, design, print and play puzzles in which pieces must fit a board.

>>> import tilewright as tw
>>> puzzle = tw.load("FNPUV@5x5")
>>> tw.count(puzzle).value
16
>>> tw.verdict(puzzle).verdict
'several'

Everything in `__all__` is public and stays. A name is imported from its home when it is first used, so that `import
tilewright` takes no time.
"""

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than this
if TYPE_CHECKING:
    from tilewright.api.certificate import check_proof
    from tilewright.api.count import count
    from tilewright.api.cover import Cover, CoverSolved, cover
    from tilewright.api.coverage import Coverage, coverage
    from tilewright.api.data import dumps, from_dict, loads, to_dict
    from tilewright.api.family import count_family
    from tilewright.api.many import solve_many
    from tilewright.api.optimise import Best, fewest, largest_filling, most
    from tilewright.api.random_tilings import Draw
    from tilewright.api.solve import Solved, TilingStream, solve, tilings
    from tilewright.api.verdict import Relaxation, Verdict, relaxations, verdict
    from tilewright.cover.limits import Count, Limit, Report
    from tilewright.design.blocks import Level, make_level
    from tilewright.design.cards import Card, Cards
    from tilewright.design.challenges import find_challenges
    from tilewright.design.levels import LevelRecipe, PieceLevel, hint_walk, make_levels
    from tilewright.design.shikaku import MadeShikaku
    from tilewright.design.shikaku import Recipe as ShikakuRecipe
    from tilewright.design.shikaku import make as make_shikaku
    from tilewright.errors import (
        ArgumentError,
        ArgumentTypeError,
        BusyError,
        EngineUnavailableError,
        LimitError,
        MissingFileError,
        NotationError,
        OutOfTimeError,
        RunMismatchError,
        ScratchError,
        TilewrightError,
        UnknownEngineError,
    )
    from tilewright.explain.hint import Hint, hint
    from tilewright.explain.techniques import Rating, rate
    from tilewright.fillable import Rule as FillRule
    from tilewright.fillable import fill as fill_rectangle
    from tilewright.formats.certificate import ProofCheck
    from tilewright.formats.model import export
    from tilewright.kinds import EdgeMatching, Packing, Shikaku
    from tilewright.kinds.edges.puzzle import TilePin
    from tilewright.kinds.edges.tiles import Tile, select_tiles
    from tilewright.lattice import Lattice, register_lattice
    from tilewright.names import load
    from tilewright.pieces import Piece, PieceSet, piece_set, select
    from tilewright.pieces.sets import polyforms
    from tilewright.publish.booklet import Style as BookletStyle
    from tilewright.publish.booklet import booklet, card_set, cards_pdf, puzzle_challenge
    from tilewright.publish.solids import SolidStyle, print_files
    from tilewright.puzzle import Board, Placement, Puzzle, Tiling
    from tilewright.puzzle.check import Fault, faults
    from tilewright.series.pattern import Pattern, random_aztec
    from tilewright.series.strip import Recurrence, Strip, recurrence
    from tilewright.series.term import TermQuery, terms
    from tilewright.shelf.box import load_family
    from tilewright.silhouettes.catalogue import Catalogue
    from tilewright.silhouettes.search import find_silhouettes
    from tilewright.silhouettes.silhouette import Silhouette
    from tilewright.widget import PuzzleWidget

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Best",
    "Board",
    "BookletStyle",
    "BusyError",
    "Card",
    "Cards",
    "Catalogue",
    "Count",
    "Cover",
    "CoverSolved",
    "Coverage",
    "Draw",
    "EdgeMatching",
    "EngineUnavailableError",
    "Fault",
    "FillRule",
    "Hint",
    "Lattice",
    "Level",
    "LevelRecipe",
    "Limit",
    "LimitError",
    "MadeShikaku",
    "MissingFileError",
    "NotationError",
    "OutOfTimeError",
    "Packing",
    "Pattern",
    "Piece",
    "PieceLevel",
    "PieceSet",
    "Placement",
    "ProofCheck",
    "Puzzle",
    "PuzzleWidget",
    "Rating",
    "Recurrence",
    "Relaxation",
    "Report",
    "RunMismatchError",
    "ScratchError",
    "Shikaku",
    "ShikakuRecipe",
    "Silhouette",
    "SolidStyle",
    "Solved",
    "Strip",
    "TermQuery",
    "Tile",
    "TilePin",
    "TilewrightError",
    "Tiling",
    "TilingStream",
    "UnknownEngineError",
    "Verdict",
    "booklet",
    "card_set",
    "cards_pdf",
    "check_proof",
    "count",
    "count_family",
    "cover",
    "coverage",
    "dumps",
    "export",
    "faults",
    "fewest",
    "fill_rectangle",
    "find_challenges",
    "find_silhouettes",
    "from_dict",
    "hint",
    "hint_walk",
    "largest_filling",
    "load",
    "load_family",
    "loads",
    "make_level",
    "make_levels",
    "make_shikaku",
    "most",
    "piece_set",
    "polyforms",
    "print_files",
    "puzzle_challenge",
    "random_aztec",
    "rate",
    "recurrence",
    "register_lattice",
    "relaxations",
    "select",
    "select_tiles",
    "solve",
    "solve_many",
    "terms",
    "tilings",
    "to_dict",
    "verdict",
]

# The module of each name, and what it is called there if that differs.
_HOMES = {
    "ArgumentError": "tilewright.errors",
    "ArgumentTypeError": "tilewright.errors",
    "Best": "tilewright.api.optimise",
    "Board": "tilewright.puzzle",
    "BookletStyle": "tilewright.publish.booklet:Style",
    "BusyError": "tilewright.errors",
    "Card": "tilewright.design.cards",
    "Cards": "tilewright.design.cards",
    "Catalogue": "tilewright.silhouettes.catalogue",
    "Count": "tilewright.cover.limits",
    "Cover": "tilewright.api.cover",
    "CoverSolved": "tilewright.api.cover",
    "Coverage": "tilewright.api.coverage",
    "Draw": "tilewright.api.random_tilings",
    "EdgeMatching": "tilewright.kinds",
    "EngineUnavailableError": "tilewright.errors",
    "Fault": "tilewright.puzzle.check",
    "FillRule": "tilewright.fillable:Rule",
    "Hint": "tilewright.explain.hint",
    "Lattice": "tilewright.lattice",
    "Level": "tilewright.design.blocks",
    "LevelRecipe": "tilewright.design.levels",
    "Limit": "tilewright.cover.limits",
    "LimitError": "tilewright.errors",
    "MadeShikaku": "tilewright.design.shikaku",
    "MissingFileError": "tilewright.errors",
    "NotationError": "tilewright.errors",
    "OutOfTimeError": "tilewright.errors",
    "Packing": "tilewright.kinds",
    "Pattern": "tilewright.series.pattern",
    "Piece": "tilewright.pieces",
    "PieceLevel": "tilewright.design.levels",
    "PieceSet": "tilewright.pieces",
    "Placement": "tilewright.puzzle",
    "ProofCheck": "tilewright.formats.certificate",
    "Puzzle": "tilewright.puzzle",
    "PuzzleWidget": "tilewright.widget",
    "Rating": "tilewright.explain.techniques",
    "Recurrence": "tilewright.series.strip",
    "Relaxation": "tilewright.api.verdict",
    "Report": "tilewright.cover.limits",
    "RunMismatchError": "tilewright.errors",
    "ScratchError": "tilewright.errors",
    "Shikaku": "tilewright.kinds",
    "ShikakuRecipe": "tilewright.design.shikaku:Recipe",
    "Silhouette": "tilewright.silhouettes.silhouette",
    "SolidStyle": "tilewright.publish.solids",
    "Solved": "tilewright.api.solve",
    "Strip": "tilewright.series.strip",
    "TermQuery": "tilewright.series.term",
    "Tile": "tilewright.kinds.edges.tiles",
    "TilePin": "tilewright.kinds.edges.puzzle",
    "TilewrightError": "tilewright.errors",
    "Tiling": "tilewright.puzzle",
    "TilingStream": "tilewright.api.solve",
    "UnknownEngineError": "tilewright.errors",
    "Verdict": "tilewright.api.verdict",
    "booklet": "tilewright.publish.booklet",
    "card_set": "tilewright.publish.booklet",
    "cards_pdf": "tilewright.publish.booklet",
    "check_proof": "tilewright.api.certificate",
    "count": "tilewright.api.count",
    "count_family": "tilewright.api.family",
    "cover": "tilewright.cover",  # the package, which can be called
    "coverage": "tilewright.api.coverage",
    "dumps": "tilewright.api.data",
    "export": "tilewright.formats.model",
    "faults": "tilewright.puzzle.check",
    "fewest": "tilewright.api.optimise",
    "fill_rectangle": "tilewright.fillable:fill",
    "find_challenges": "tilewright.design.challenges",
    "find_silhouettes": "tilewright.silhouettes.search",
    "from_dict": "tilewright.api.data",
    "hint": "tilewright.explain.hint",
    "hint_walk": "tilewright.design.levels",
    "largest_filling": "tilewright.api.optimise",
    "load": "tilewright.names",
    "load_family": "tilewright.shelf.box",
    "loads": "tilewright.api.data",
    "make_level": "tilewright.design.blocks",
    "make_levels": "tilewright.design.levels",
    "make_shikaku": "tilewright.design.shikaku:make",
    "most": "tilewright.api.optimise",
    "piece_set": "tilewright.pieces",
    "polyforms": "tilewright.pieces.sets",
    "print_files": "tilewright.publish.solids",
    "puzzle_challenge": "tilewright.publish.booklet",
    "random_aztec": "tilewright.series.pattern",
    "rate": "tilewright.explain.techniques",
    "recurrence": "tilewright.series.strip",
    "register_lattice": "tilewright.lattice",
    "relaxations": "tilewright.api.verdict",
    "select": "tilewright.pieces",
    "select_tiles": "tilewright.kinds.edges.tiles",
    "solve": "tilewright.api.solve",
    "solve_many": "tilewright.api.many",
    "terms": "tilewright.series.term",
    "tilings": "tilewright.api.solve",
    "to_dict": "tilewright.api.data",
    "verdict": "tilewright.api.verdict",
}


# What other libraries call it, and what does it here.
_INSTEAD = {
    **dict.fromkeys(
        ("all_tilings", "solve_all", "solutions", "enumerate_tilings"), "solve(puzzle, None), or tilings(puzzle)"
    ),
    **dict.fromkeys(("check", "check_solution", "is_valid", "validate"), "faults(puzzle, placements)"),
    **dict.fromkeys(("dump", "save", "to_json"), "dumps(puzzle), which returns a text"),
    **dict.fromkeys(("is_solvable", "is_unique", "is_possible"), "verdict(puzzle)"),
    **dict.fromkeys(("random_tiling", "sample"), "solve(puzzle, random=1)"),
    **dict.fromkeys(("parse", "read", "open"), "load(...)"),
    **dict.fromkeys(("dominoes", "fridgeiq", "pentominoes", "soma", "tetrominoes", "trominoes"), "piece_set(...)"),
}


def __getattr__(name: str) -> object:
    """Import a public name (PEP 562)."""
    if name not in _HOMES:
        import sys  # so that Python suggests the nearest name

        text = f"module {__name__!r} has no attribute {name!r}" + (
            f": see {_INSTEAD[name]}" if name in _INSTEAD else ""
        )
        raise AttributeError(text, name=name, obj=sys.modules[__name__])
    from tilewright._signature import fold_signatures  # with `inspect`, which the command line does without

    module, _, called = _HOMES[name].partition(":")
    value: object = getattr(import_module(module), called or name)
    fold_signatures(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "import_module"})
