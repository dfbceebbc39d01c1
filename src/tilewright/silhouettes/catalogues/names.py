"""The names by which silhouettes were published, and the classes they fall into."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from tilewright.silhouettes.silhouette import Silhouette

DATA = "data/silhouettes/fridgeiq-names.json"  # written by tools/make_silhouettes.py; names its source


@cache
def published_names() -> Mapping[str, str]:
    """Return the published names by id.

    >>> published_names()["0126af294064d825"]
    'Dice'
    """
    names: dict[str, str] = json.loads(files("tilewright").joinpath(DATA).read_text(encoding="utf-8"))["names"]
    return MappingProxyType(names)


def class_of(silhouette: Silhouette, symmetry: str) -> str:
    """Return the class of a silhouette: edge, corner, concentric, or mixed parity; two of them where both hold.

    concentric: it has several parts, each of which the group named `symmetry` keeps. mixed parity: parts half a cell apart.
    """
    if silhouette.contact == "edge":
        return "edge"
    words = ["corner"] if silhouette.contact == "corner" else []
    words += ["concentric"] if silhouette.is_concentric(symmetry) else []
    words += ["mixed parity"] if silhouette.mixed else []
    return ", ".join(words) or "corner-concentric"
