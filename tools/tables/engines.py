"""The table of engines in docs/measured/engines.md, which follows the code; the measured ones there are kept as they are."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from tilewright.exact_cover.engine import Engine, engines
from tilewright.kinds.shikaku import search
from tools.tables.page import Tables, table

TAKEN = {  # by the race: its contenders
    "native": "one tiling, all tilings, a count",
    "sweep": "one tiling, all tilings, a count",
    "frontier": "a count",
    "race": "everything: it runs the others in turns",
    "reference": "covers that the others refuse",
}


@contextmanager
def nothing_installed() -> Iterator[None]:
    """As on a machine that has neither optional packages nor programs."""
    with ExitStack() as stack:
        stack.enter_context(patch("tilewright.exact_cover.engine.has_package", lambda _: False))
        stack.enter_context(patch.object(shutil, "which", lambda _: None))
        yield


def needs(found: Engine) -> str:
    """What an engine needs beyond the package."""
    with nothing_installed():
        reason = found.unavailable() or "nothing"
    package = re.match(r"(\S+) is not installed: ", reason)
    return f"the package {package[1]}" if package else reason.replace("glpsol is not on PATH: install ", "")


def auto_takes(name: str) -> str:
    """For which goals `auto` runs an engine, alone or in turns with others."""
    return TAKEN.get(name, "")


def choice_table() -> str:
    """Every engine as it describes itself, and the search that Shikaku brings along."""
    rows = [[f"`{name}`", needs(each), each.summary, auto_takes(name)] for name, each in engines().items()]
    idea = (search.__doc__ or "").split("\n")[0].rstrip(".")
    rows.append([f"`{search.NAME}`", "nothing", f"{idea} (Shikaku only)", "everything of a Shikaku"])
    return table(["engine", "needs", "what it is", "`auto` takes it for"], rows)


TABLES: Tables = {"choice": choice_table}
