"""Tries what the five published systems say of their own input, and writes docs/measured/claims.md.

uv run python -m tools.make_claims
"""

from __future__ import annotations

from collections.abc import Iterator

from tools.claims import doodle_fit, fridgeiq, katamino, shikaku, tetris
from tools.claims.claim import ROOT, Claim, run_here
from tools.tables.page import table

PAGE = ROOT / "docs" / "measured" / "claims.md"
SYSTEMS: dict[str, tuple[Claim, ...]] = {
    "Doodle Fit": doodle_fit.CLAIMS,
    "FridgeIQ": fridgeiq.CLAIMS,
    "Tetris filling": tetris.CLAIMS,
    "Katamino": katamino.CLAIMS,
    "Shikaku": shikaku.CLAIMS,
}
HEAD = """# Five published systems, claim by claim

Each row has what an author says of the author's own input, and what a command says; if many commands are run, one of them is shown. `python -m tools.make_claims` runs them all and writes this page. The input is in `tests/data` and `examples`,
with its sources.
"""


def row(claim: Claim, ours: str) -> tuple[str, str, str, str, str]:
    """A line of the table; what differs says why."""
    same = "yes" if ours == claim.theirs else "no" if claim.note else "**no**"
    return claim.says, claim.theirs, ours, "; ".join(filter(None, (same, claim.note))), f"`tilewright {claim.command}`"


def sections() -> Iterator[str]:
    """A table for each system, and its sources."""
    for name, claims in SYSTEMS.items():
        rows = [row(claim, claim.ours(run_here)) for claim in claims]
        sources = "; ".join(dict.fromkeys(claim.source for claim in claims))
        yield f"## {name}\n\n{table(('claim', 'theirs', 'ours', 'the same', 'command'), rows)}\n\nSources: {sources}.\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text("\n".join([HEAD, *sections()]))


if __name__ == "__main__":
    main()
