"""Altered catalogues: what is read is true by a second judge, the rest is refused in one line.

The judge draws regions as small triangles (a cell has 16) and looks at shared corners: nothing of `tilewright.silhouettes`.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.helpers.forged import GROUPS, change_value, forged_row, judge
from tilewright.errors import NotationError, TilewrightError
from tilewright.lattice import lattice
from tilewright.pieces import select
from tilewright.silhouettes.catalogue import digest_of, parse_catalogue
from tilewright.silhouettes.orbits import contact_table
from tilewright.silhouettes.search import find_silhouettes
from tilewright.silhouettes.silhouette import atom_contacts

QUERIES = [
    ("tetrominoes:OJL", "C2", "edge", None),
    ("fridgeiq:MYD", "D2", "corner", (5, 5)),
    ("fridgeiq:BOQY", "D2", "edge", None),
    ("fridgeiq:NQ", "C2", "concentric", None),
    ("monomino+monomino+dominoes", "C2", "all", (4, 4)),
    ("fridgeiq:MYI", "D1d", "corner", (4, 4)),
]


@cache
def originals() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(find_silhouettes(*query).text()) for query in QUERIES)


def change_head(source: random.Random, data: dict[str, Any]) -> None:
    """Another query; the command fits, so that the silhouettes alone can tell."""
    kind = source.randrange(4)
    if kind == 0:
        data["symmetry"] = source.choice(sorted(GROUPS))
    elif kind == 1:
        data["contact"] = source.choice(["edge", "corner", "concentric", "corner-concentric", "all"])
    elif kind == 2:
        data["within"] = [source.randrange(1, 7), source.randrange(1, 7)]
    else:
        data["complete_for"] = source.sample([*GROUPS, "D3"], source.randrange(3))
        data["ended"] = source.choice(["exhausted", "limit", "stopped", "done"])
        data["complete"] = source.random() < 0.5
    within = f" --within {data['within'][0]}x{data['within'][1]}" if "within" in data else ""
    data["command"] = (
        f"tilewright design silhouettes --pieces {data['pieces']} --symmetry {data['symmetry']} "
        f"--contact {data['contact']}{within}"
    )
    if source.random() < 0.3:  # what a row says of the group asked for may be right, too
        row = source.choice(data["outlines"])
        row["concentric"] = not row["concentric"]


def change_rows(source: random.Random, data: dict[str, Any]) -> None:
    """A silhouette that does not belong there, one in another pose, one moved off its corner, one of another catalogue."""
    rows, kind = data["outlines"], source.randrange(4)
    if kind == 0:
        rows.append(forged_row(source, data))
    elif kind == 1:
        rows.append(copy.deepcopy(source.choice(source.choice(originals())["outlines"])))
    elif kind == 2:
        row = copy.deepcopy(source.choice(rows))
        row["id"] = source.choice([row["id"], "0" * 16])
        for cell in [*row["cells"], *(cell for part in row["solution"] for cell in part["cells"])]:
            cell[0], cell[1] = cell[1], cell[0]
        rows.append(row)
    else:
        row, shift = source.choice(rows), source.choice((-6, -1, -0.5, 0.5, 1))
        for cell in [*row["cells"], *(cell for part in row["solution"] for cell in part["cells"])]:
            cell[0] += shift
            cell[1] += shift


def change_text(source: random.Random, text: str) -> str:
    kind, place = source.randrange(5), source.randrange(len(text))
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + source.choice('{}[],:"0९e') + text[place + 1 :]
    if kind == 2:  # a name twice; the last one counts for most readers
        return (
            text.replace('{"id":', '{"id":"0","id":', 1) if place % 2 else text[:1] + '"complete": false, ' + text[1:]
        )
    if kind == 3:
        depth = source.choice((50, 500, 990, 2000, 50_000))
        return text[:1] + '"deep": ' + "[" * depth + "]" * depth + ", " + text[1:]
    return text.replace("0", source.choice(("NaN", "Infinity", "00", "-0", "1e999", "9" * 5000)), 1)


def forged(number: int) -> str:
    source = random.Random(number)
    data = copy.deepcopy(source.choice(originals()))
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        if data.get("outlines") and isinstance(data["outlines"], list):
            # what was changed before may not be of the form that a change expects
            with suppress(TypeError, KeyError, IndexError, AttributeError, StopIteration, NotationError):
                source.choice((change_value, change_value, change_head, change_rows))(source, data)
    if source.random() < 0.9:
        with suppress(ValueError):  # a lone surrogate
            data["digest"] = digest_of(data)
    text = json.dumps(data)
    return change_text(source, text) if source.random() < 0.15 else text


def attack(numbers: Iterable[int]) -> Counter[str]:
    """Read forged catalogues. Returns how many were refused, and how many read and found true."""
    ends: Counter[str] = Counter()
    for number in numbers:
        text = forged(number)
        try:
            parse_catalogue(text, "c.json")
        except TilewrightError as error:
            said = str(error)
            assert "\n" not in said and len(said) < 1000, number
            said.encode()
            ends["refused"] += 1
        else:
            data = json.loads(text)
            try:
                judge(data, select(data["pieces"]))
            except AssertionError as error:
                raise AssertionError(f"forgery {number} was read: {error}") from error
            ends["true"] += 1
    return ends


def test_the_judge_believes_what_was_found() -> None:
    for data in originals():
        assert data["outlines"]
        judge(data, select(data["pieces"]))


def test_altered_catalogues_are_true_or_refused() -> None:
    ends = attack(range(250))
    assert ends["refused"] > 150 and ends["true"] > 2


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
def test_8000_altered_catalogues_are_true_or_refused(part: int) -> None:
    ends = attack(range(1000 + 1000 * part, 2000 + 1000 * part))
    assert ends["refused"] > 600 and ends["true"] > 20


@pytest.mark.parametrize("depth", [10, 500, 950, 1000, 5000, 200_000])
@pytest.mark.parametrize("field", ["deep", "tilewright", "digest", "outlines", "within"])
def test_nested_brackets_are_refused_in_one_line(field: str, depth: int) -> None:
    head = '{"kind": "silhouettes", ' + ('"tilewright": 1, ' if field != "tilewright" else "")
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        with pytest.raises(NotationError) as error:
            parse_catalogue(f'{head}"{field}": {opening * depth}1{closing * depth}}}', "c.json")
        assert str(error.value).startswith("c.json: ") and "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["square", "halfsquare", "triangular", "hexagonal"])
def test_contacts_of_the_checker_and_of_the_search_agree(name: str) -> None:
    grid = lattice(name)
    for residue in product((0, 1), repeat=2):
        assert atom_contacts(grid, residue) == contact_table(grid, residue)
