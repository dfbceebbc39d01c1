"""What every search is told, checked before any work is done."""

from __future__ import annotations

from tilewright.arguments import argument_error, check_engine, check_flag, check_threads
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.registry import engine as find_engine

NO_ENGINES = ("auto", "shikaku")  # the choice, and a search that needs no cover


def check_arguments(engine: object, limit: object, threads: object, labelled: object = False) -> None:
    """Raise ArgumentError at what no search can be told, EngineUnavailableError where the engine cannot run here."""
    check_engine(engine)
    if engine not in NO_ENGINES:
        find_engine(str(engine))
    if not isinstance(limit, Limit):
        raise argument_error("limit", limit, "a Limit, e.g. Limit(seconds=10)")
    check_threads(threads)
    check_flag("labelled", labelled)
