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
    from tilewright.explain.difficulty import Rating, rate
    from tilewright.explain.hint import Hint, hint
    from tilewright.formats.certificate import ProofCheck
    from tilewright.formats.model import export
    from tilewright.kinds import EdgeMatching, Packing, Shikaku
    from tilewright.kinds.edges.puzzle import TilePin
    from tilewright.kinds.edges.tiles import Tile, select_tiles
    from tilewright.names import load
    from tilewright.pieces import Piece, PieceSet, piece_set, select
    from tilewright.puzzle import Board, Placement, Puzzle, Tiling
    from tilewright.puzzle.check import Fault, faults
    from tilewright.shelf.box import load_family
    from tilewright.silhouettes.catalogue import Catalogue
    from tilewright.silhouettes.search import find_silhouettes
    from tilewright.silhouettes.silhouette import Silhouette

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Best",
    "Board",
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
    "Hint",
    "Level",
    "Limit",
    "LimitError",
    "MadeShikaku",
    "MissingFileError",
    "NotationError",
    "OutOfTimeError",
    "Packing",
    "Piece",
    "PieceSet",
    "Placement",
    "ProofCheck",
    "Puzzle",
    "Rating",
    "Relaxation",
    "Report",
    "RunMismatchError",
    "ScratchError",
    "Shikaku",
    "ShikakuRecipe",
    "Silhouette",
    "Solved",
    "Tile",
    "TilePin",
    "TilewrightError",
    "Tiling",
    "TilingStream",
    "UnknownEngineError",
    "Verdict",
    "check_proof",
    "count",
    "count_family",
    "cover",
    "coverage",
    "dumps",
    "export",
    "faults",
    "fewest",
    "find_challenges",
    "find_silhouettes",
    "from_dict",
    "hint",
    "largest_filling",
    "load",
    "load_family",
    "loads",
    "make_level",
    "make_shikaku",
    "most",
    "piece_set",
    "rate",
    "relaxations",
    "select",
    "select_tiles",
    "solve",
    "solve_many",
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
    "Hint": "tilewright.explain.hint",
    "Level": "tilewright.design.blocks",
    "Limit": "tilewright.cover.limits",
    "LimitError": "tilewright.errors",
    "MadeShikaku": "tilewright.design.shikaku",
    "MissingFileError": "tilewright.errors",
    "NotationError": "tilewright.errors",
    "OutOfTimeError": "tilewright.errors",
    "Packing": "tilewright.kinds",
    "Piece": "tilewright.pieces",
    "PieceSet": "tilewright.pieces",
    "Placement": "tilewright.puzzle",
    "ProofCheck": "tilewright.formats.certificate",
    "Puzzle": "tilewright.puzzle",
    "Rating": "tilewright.explain.difficulty",
    "Relaxation": "tilewright.api.verdict",
    "Report": "tilewright.cover.limits",
    "RunMismatchError": "tilewright.errors",
    "ScratchError": "tilewright.errors",
    "Shikaku": "tilewright.kinds",
    "ShikakuRecipe": "tilewright.design.shikaku:Recipe",
    "Silhouette": "tilewright.silhouettes.silhouette",
    "Solved": "tilewright.api.solve",
    "Tile": "tilewright.kinds.edges.tiles",
    "TilePin": "tilewright.kinds.edges.puzzle",
    "TilewrightError": "tilewright.errors",
    "Tiling": "tilewright.puzzle",
    "TilingStream": "tilewright.api.solve",
    "UnknownEngineError": "tilewright.errors",
    "Verdict": "tilewright.api.verdict",
    "check_proof": "tilewright.api.certificate",
    "count": "tilewright.api.count",
    "cover": "tilewright.cover",  # the package, which can be called
    "coverage": "tilewright.api.coverage",
    "dumps": "tilewright.api.data",
    "count_family": "tilewright.api.family",
    "export": "tilewright.formats.model",
    "faults": "tilewright.puzzle.check",
    "fewest": "tilewright.api.optimise",
    "find_challenges": "tilewright.design.challenges",
    "find_silhouettes": "tilewright.silhouettes.search",
    "from_dict": "tilewright.api.data",
    "hint": "tilewright.explain.hint",
    "largest_filling": "tilewright.api.optimise",
    "load": "tilewright.names",
    "load_family": "tilewright.shelf.box",
    "loads": "tilewright.api.data",
    "make_level": "tilewright.design.blocks",
    "make_shikaku": "tilewright.design.shikaku:make",
    "most": "tilewright.api.optimise",
    "piece_set": "tilewright.pieces",
    "rate": "tilewright.explain.difficulty",
    "relaxations": "tilewright.api.verdict",
    "select": "tilewright.pieces",
    "select_tiles": "tilewright.kinds.edges.tiles",
    "solve": "tilewright.api.solve",
    "solve_many": "tilewright.api.many",
    "tilings": "tilewright.api.solve",
    "to_dict": "tilewright.api.data",
    "verdict": "tilewright.api.verdict",
}


def __getattr__(name: str) -> object:
    """Import a public name (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tilewright._signature import fold_signatures  # with `inspect`, which the command line does without

    module, _, called = _HOMES[name].partition(":")
    value: object = getattr(import_module(module), called or name)
    fold_signatures(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "import_module"})
