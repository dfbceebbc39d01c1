"""What the check of a certificate found, for people or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.cli.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.errors import printable
from tilewright.formats.answer import print_json

if TYPE_CHECKING:
    from tilewright.formats.certificate import ProofCheck


def tell_check(checked: ProofCheck, json: bool, subject: dict[str, Any]) -> int:
    """Print it, with what was certified if as JSON, and return the exit code."""
    if json:
        found = {
            "valid": checked.good,
            "proof": "unchecked" if checked.good is None else "checked",
            "claim": checked.claim,
            "text": checked.text,
        }
        print_json({"tilewright": 1, **subject, **found})
    else:
        word = {True: "valid", False: "invalid", None: "unchecked"}[checked.good]
        print(printable(f"{word}: {checked.claim + ': ' if checked.claim else ''}{checked.text}"))
    return {True: DONE, False: NO, None: LIMIT_REACHED}[checked.good]
