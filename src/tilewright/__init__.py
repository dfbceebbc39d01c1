"""Solve, count, prove, design, print and play puzzles in which pieces must fill a board.

>>> import tilewright as tw
>>> puzzle = tw.load("FNPUV@5x5")
>>> tw.count(puzzle).value
16
>>> tw.verdict(puzzle).verdict
'several'

Everything in `__all__` is public and stays stable. Each name is imported from its module when it is first used, so that
`import tilewright` takes almost no time.
"""

from tilewright.version import __version__ as __version__

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than that of this module
if TYPE_CHECKING:
    from tilewright.api.certificate import check_proof
    from tilewright.api.count import count
    from tilewright.api.cover import Cover, CoverSolved, cover
    from tilewright.api.coverage import Coverage, coverage
    from tilewright.api.data import dumps, from_dict, loads, to_dict
    from tilewright.api.family import count_family
    from tilewright.api.many import solve_many
    from tilewright.api.optimise import Best, fewest, largest_filling, most
    from tilewright.api.options import SearchOptions
    from tilewright.api.solve import TilingStream, solve, tilings
    from tilewright.api.solved import Draw, Solved
    from tilewright.api.verdict import Relaxation, Verdict, relaxations, verdict
    from tilewright.design.blocks import Level, make_level
    from tilewright.design.cards import Card, Cards, ChallengeQuery
    from tilewright.design.challenges import find_challenges
    from tilewright.design.interlocking import Interlocking, InterlockingRecipe, make_interlocking
    from tilewright.design.levels import LevelRecipe, PieceLevel, hint_walk, make_levels
    from tilewright.design.shikaku import MadeShikaku
    from tilewright.design.shikaku import Recipe as ShikakuRecipe
    from tilewright.design.shikaku import make as make_shikaku
    from tilewright.errors import (
        ArgumentError,
        ArgumentTypeError,
        BusyError,
        EngineUnavailableError,
        InternalError,
        LimitError,
        MissingFileError,
        NotationError,
        OutOfTimeError,
        RunMismatchError,
        ScratchError,
        TilewrightError,
        UnknownEngineError,
    )
    from tilewright.exact_cover.limits import Limit
    from tilewright.exact_cover.outcome import Count, Outcome
    from tilewright.exact_cover.progress import Progress
    from tilewright.explain.hint import hint
    from tilewright.explain.techniques import Rating, rate
    from tilewright.fillable import Rule as FillRule
    from tilewright.fillable import fill as fill_rectangle
    from tilewright.formats.certificate import ProofCheck
    from tilewright.formats.model import export
    from tilewright.kinds import EdgeMatching, Packing, Polygons, Shikaku
    from tilewright.kinds.edges.puzzle import TilePin
    from tilewright.kinds.edges.tiles import Tile, select_tiles
    from tilewright.lattice import Lattice
    from tilewright.lattice.custom import register_lattice
    from tilewright.loader import load
    from tilewright.movement.disassembly import Disassembly, Move, disassemble
    from tilewright.movement.laying import LayingOrder, laying_order
    from tilewright.pieces import Piece, PieceSet, piece_set, select
    from tilewright.pieces.sets import polyforms
    from tilewright.publish.booklet import Style as BookletStyle
    from tilewright.publish.booklet import booklet, card_set, cards_pdf, puzzle_challenge
    from tilewright.publish.solids import SolidStyle, print_files
    from tilewright.puzzle import Board, Placement, Puzzle, Tiling
    from tilewright.puzzle.check import faults
    from tilewright.puzzle.puzzle import Hint
    from tilewright.puzzle.rules import Fault
    from tilewright.series.pattern import Pattern, random_aztec
    from tilewright.series.strip import Recurrence, Strip, recurrence
    from tilewright.series.term import TermQuery, terms
    from tilewright.shelf.box import load_family
    from tilewright.silhouettes.catalogue import Catalogue
    from tilewright.silhouettes.search import find_silhouettes
    from tilewright.silhouettes.silhouette import Silhouette
    from tilewright.widget import PuzzleWidget

__all__ = [
    "ArgumentError", "ArgumentTypeError", "Best", "Board", "BookletStyle", "BusyError", "Card", "Cards", "Catalogue", "ChallengeQuery",
    "Count", "Cover", "CoverSolved", "Coverage", "Disassembly", "Draw", "EdgeMatching", "EngineUnavailableError", "Fault",
    "FillRule", "Hint", "Interlocking", "InterlockingRecipe", "InternalError", "Lattice", "LayingOrder", "Level", "LevelRecipe", "Limit", "LimitError", "MadeShikaku",
    "MissingFileError", "Move", "NotationError", "OutOfTimeError", "Outcome", "Packing", "Pattern", "Piece", "PieceLevel",
    "PieceSet", "Placement", "Polygons", "Progress", "ProofCheck", "Puzzle", "PuzzleWidget", "Rating", "Recurrence",
    "Relaxation", "RunMismatchError",
    "ScratchError", "SearchOptions", "Shikaku", "ShikakuRecipe", "Silhouette", "SolidStyle", "Solved", "Strip", "TermQuery", "Tile",
    "TilePin", "TilewrightError", "Tiling", "TilingStream", "UnknownEngineError", "Verdict", "booklet", "card_set",
    "cards_pdf", "check_proof", "count", "count_family", "cover", "coverage", "disassemble", "dumps", "export", "faults", "fewest",
    "fill_rectangle", "find_challenges", "find_silhouettes", "from_dict", "hint", "hint_walk", "largest_filling", "laying_order",
    "load", "load_family", "loads", "make_interlocking", "make_level", "make_levels", "make_shikaku", "most", "piece_set", "polyforms",
    "print_files", "puzzle_challenge", "random_aztec", "rate", "recurrence", "register_lattice", "relaxations",
    "select", "select_tiles", "solve", "solve_many", "terms", "tilings", "to_dict", "verdict",
]  # fmt: skip

# The public names of each module, written NAME=OTHER if the module itself uses another name.
_MODULES = {
    "api.certificate": "check_proof",
    "api.count": "count",
    "api.cover": "Cover CoverSolved cover",
    "api.coverage": "Coverage coverage",
    "api.data": "dumps from_dict loads to_dict",
    "api.family": "count_family",
    "api.many": "solve_many",
    "api.options": "SearchOptions",
    "api.optimise": "Best fewest largest_filling most",
    "api.solve": "TilingStream solve tilings",
    "api.solved": "Draw Solved",
    "api.verdict": "Relaxation Verdict relaxations verdict",
    "exact_cover.limits": "Limit",
    "exact_cover.outcome": "Count Outcome",
    "exact_cover.progress": "Progress",
    "design.blocks": "Level make_level",
    "design.cards": "Card Cards ChallengeQuery",
    "design.challenges": "find_challenges",
    "design.levels": "LevelRecipe PieceLevel hint_walk make_levels",
    "design.shikaku": "MadeShikaku ShikakuRecipe=Recipe make_shikaku=make",
    "design.interlocking": "Interlocking InterlockingRecipe make_interlocking",
    "errors": (
        "ArgumentError ArgumentTypeError BusyError EngineUnavailableError InternalError LimitError MissingFileError NotationError "
        "OutOfTimeError RunMismatchError ScratchError TilewrightError UnknownEngineError"
    ),
    "explain.hint": "hint",
    "explain.techniques": "Rating rate",
    "fillable": "FillRule=Rule fill_rectangle=fill",
    "formats.certificate": "ProofCheck",
    "formats.model": "export",
    "kinds": "EdgeMatching Packing Polygons Shikaku",
    "kinds.edges.puzzle": "TilePin",
    "kinds.edges.tiles": "Tile select_tiles",
    "lattice": "Lattice",
    "lattice.custom": "register_lattice",
    "loader": "load",
    "movement.disassembly": "Disassembly Move disassemble",
    "movement.laying": "LayingOrder laying_order",
    "pieces": "Piece PieceSet piece_set select",
    "pieces.sets": "polyforms",
    "publish.booklet": "BookletStyle=Style booklet card_set cards_pdf puzzle_challenge",
    "publish.solids": "SolidStyle print_files",
    "puzzle": "Board Placement Puzzle Tiling",
    "puzzle.check": "faults",
    "puzzle.puzzle": "Hint",
    "puzzle.rules": "Fault",
    "series.pattern": "Pattern random_aztec",
    "series.strip": "Recurrence Strip recurrence",
    "series.term": "TermQuery terms",
    "shelf.box": "load_family",
    "silhouettes.catalogue": "Catalogue",
    "silhouettes.search": "find_silhouettes",
    "silhouettes.silhouette": "Silhouette",
    "widget": "PuzzleWidget",
}
_HOMES = {
    name.partition("=")[0]: (module, name.rpartition("=")[2])
    for module, names in _MODULES.items()
    for name in names.split()
}

# Names used by other libraries, and what to use here instead.
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
        import sys  # lets Python suggest the nearest name

        text = f"module {__name__!r} has no attribute {name!r}" + (
            f": see {_INSTEAD[name]}" if name in _INSTEAD else ""
        )
        raise AttributeError(text, name=name, obj=sys.modules[__name__])
    from tilewright.system import load_object  # imported late, so that its name does not become one of the package

    module, called = _HOMES[name]
    value: object = load_object(f"tilewright.{module}", called)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all public names, whether they have been imported yet or not."""
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
