"""The answer in a GAMS listing: what `display x.l;` writes, `---- 89 VARIABLE x.L` and then `k1 1.000, k3 1.000`.

Labels are the numbers of candidates, as `show --placements` and our models have them. Zeros are left out by GAMS. A listing whose
last model status is neither optimal nor an integer solution is refused, one that says infeasible is the answer "none".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.errors import NotationError, quote

_HEAD = re.compile(
    r"^-{4}\s{0,20}\d{0,9}\s{1,20}VARIABLE\s{1,9}(\w{1,63})\.L\b(.{0,300})$", re.MULTILINE | re.IGNORECASE
)
_STATUS = re.compile(r"^\*{4} MODEL STATUS\s{1,20}(\d{1,3})", re.MULTILINE)
_ENTRY = re.compile(r"['\"]?k?(\d{1,9})['\"]?\s+(\S{1,30})", re.IGNORECASE)
_PAGE = re.compile(r"\f|GAMS |General Algebraic Modeling|E x e c u t i o n")  # begins the lines at the top of a page
FEASIBLE, INFEASIBLE = {1, 2, 8}, {4, 10, 19}  # optimal, integer solution; infeasible, proven in several ways


def is_listing(text: str) -> bool:
    """Return True for text with a displayed variable, or with the model status of a listing."""
    return _HEAD.search(text) is not None or _STATUS.search(text) is not None


def read_listing(text: str) -> dict[int, float] | None:
    """Return the values of the last displayed variable by number of placement, from 1; None where the model is infeasible.

    Raises NotationError for another status, for a listing without such a variable, and for what is no number with its value.

    >>> read_listing("----     89 VARIABLE x.L\\n\\nk1  1.000,    k3  1.000\\n")
    {1: 1.0, 3: 1.0}
    """
    if statuses := _STATUS.findall(text):
        status = int(statuses[-1])
        if status in INFEASIBLE:
            return None
        if status not in FEASIBLE:
            raise NotationError(f"GAMS says model status {status}: expected 1 (optimal) or 8 (integer solution)")
    heads = list(_HEAD.finditer(text))
    if not heads:
        raise NotationError("the listing displays no variable: expected `display x.l;` in the model")
    if heads[-1][2].lstrip().startswith("="):
        raise NotationError(f"{quote(heads[-1][0])}: expected the variable of the placements, such as x(k)")
    values: dict[int, float] = {}
    for entry in _entries(text[heads[-1].end() :]):
        number, value = _number_and_value(entry)
        if number in values:
            raise NotationError(f"the listing gives k{number} two values")
        values[number] = value
    return values


def _entries(text: str) -> Iterator[str]:
    """The words between commas, to the first empty line behind which no list goes on."""
    going_on = True
    for line in text.splitlines():
        words = line.strip()
        if not words or _PAGE.match(line):
            if not going_on:
                return
            continue
        if words.startswith("----") or words == "( ALL       0.000 )":
            return
        going_on = words.endswith(",")
        yield from (entry for part in words.split(",") if (entry := part.strip()))
    if going_on:
        raise NotationError("the listing is cut short: expected an entry behind the last comma")


def _number_and_value(entry: str) -> tuple[int, float]:
    found = _ENTRY.fullmatch(entry)
    if found is None:
        raise NotationError(f"{quote(entry)}: expected a placement and its value, such as k3 1.000")
    word = found[2].upper()
    try:
        return int(found[1]), 0.0 if word == "EPS" else float(word)
    except ValueError:
        raise NotationError(f"{quote(entry)}: expected a placement and its value, such as k3 1.000") from None
