"""Puzzles with one thing less, for the reducer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from tests.campaign.puzzles import Covered, Packed, Shape
from tests.campaign.truth import TooManyError, Truth


def smaller_packed(drawn: Packed) -> Iterator[Packed]:
    """Puzzles with one thing less: whole features first, then parts of them, pieces, cells."""
    plain = Packed(drawn.lattice, drawn.atoms, drawn.pieces)
    features = ("groups", "where", "predicates", "paint", "partial", "pins", "optional", "title", "pieces_text", "size")
    for name in features:
        if getattr(drawn, name):
            changes = {name: getattr(plain, name)}
            yield replace(drawn, **changes | ({"named": (), "excluded": ()} if name == "groups" else {}))
    for name in ("where", "pins", "partial", "paint", "optional", "excluded"):
        yield from (replace(drawn, **{name: rest}) for rest in _with_one_less(getattr(drawn, name)))
    for number, piece in enumerate(drawn.pieces):
        for less in _smaller_piece(piece):
            yield replace(drawn, pieces=(*drawn.pieces[:number], less, *drawn.pieces[number + 1 :]), pieces_text="")
    yield from _without_piece(drawn)
    yield from (_without_cell(drawn, atom) for atom in (*drawn.atoms, *drawn.optional) if len(drawn.atoms) > 1)
    if drawn.wrap:
        yield replace(drawn, wrap="", periods=(0, 0))
    if drawn.wrap == "both":
        yield replace(drawn, wrap="columns", periods=(0, drawn.periods[1]))


def _with_one_less(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if len(values) > 1:
        yield from ((*values[:number], *values[number + 1 :]) for number in range(len(values)))


def _smaller_piece(piece: Shape) -> Iterator[Shape]:
    for name, value in (("paints", ()), ("copies", (1, 1)), ("motion", "free"), ("motion", "fixed"), ("color", None)):
        if getattr(piece, name) != value:
            yield replace(piece, **{name: value})
    if len(piece.paints) > 1:
        yield from (replace(piece, paints=rest) for rest in _with_one_less(piece.paints))


def _names_in(drawn: Packed) -> set[str]:
    told = {name for sentence in (*drawn.where, *drawn.predicates) for name in sentence.names}
    return told | {name for name, _ in (*drawn.pins, *drawn.partial)}


def _without_piece(drawn: Packed) -> Iterator[Packed]:
    """The same without a piece, and without the cells that it may cover."""
    used = _names_in(drawn)
    for number, piece in enumerate(drawn.pieces):
        if piece.name in used or len(drawn.pieces) < 2:
            continue
        rest = replace(drawn, pieces=(*drawn.pieces[:number], *drawn.pieces[number + 1 :]), pieces_text="", size="")
        yield rest
        try:
            tilings = Truth(replace(drawn, groups=())).labelled
        except TooManyError:
            continue
        for cells in [
            cells for tiling in tilings[:3] for name, cells in sorted(tiling, key=repr) if name == piece.name
        ]:
            changed = rest
            for atom in cells:
                changed = _without_cell(changed, atom)
            yield changed


def _without_cell(drawn: Packed, atom: tuple[int, ...]) -> Packed:
    """The same without a cell, its paint and its names."""
    named = tuple((name, atoms) for name, atoms in drawn.named if atom not in atoms)
    known = {name for name, _ in named}
    groups = tuple(filter(None, (tuple(name for name in group if name in known) for group in drawn.groups)))
    return replace(
        drawn,
        atoms=tuple(each for each in drawn.atoms if each != atom),
        optional=tuple(each for each in drawn.optional if each != atom),
        paint=tuple(each for each in drawn.paint if each[0] != atom),
        named=named if groups else (),
        groups=groups,
        excluded=tuple(names for names in drawn.excluded if known.issuperset(names)),
        size="",
    )


def smaller_cover(drawn: Covered) -> Iterator[Covered]:
    """Covers without an option, without an item, and with plainer bounds and colors."""
    yield from (replace(drawn, options=rest) for rest in _with_one_less(drawn.options))
    for gone in (*drawn.secondary, *(name for name, _, _ in drawn.items)):
        rows = (tuple(entry for entry in option if entry[0] != gone) for option in drawn.options)
        items = tuple(each for each in drawn.items if each[0] != gone)
        kept = tuple(option for option in rows if any(item == name for item, _ in option for name, _, _ in items))
        if items and kept:
            yield Covered(items, kept, tuple(name for name in drawn.secondary if name != gone))
    for number, (name, lo, hi) in enumerate(drawn.items):
        if (lo, hi) != (1, 1):
            yield replace(drawn, items=(*drawn.items[:number], (name, 1, 1), *drawn.items[number + 1 :]))
    if any(color for option in drawn.options for _, color in option):
        yield replace(drawn, options=tuple(tuple((item, "") for item, _ in option) for option in drawn.options))


def smaller_of(drawn: Any) -> Iterator[Any]:
    """For other kinds: each field that is a tuple with one thing less, each other one as it is by default."""
    for field in fields(drawn):
        value = getattr(drawn, field.name)
        if isinstance(value, tuple):
            yield from (replace(drawn, **{field.name: rest}) for rest in _with_one_less(value))
            if value and field.default == ():
                yield replace(drawn, **{field.name: ()})
        elif value != field.default and not isinstance(field.default, type(field.default_factory)):
            yield replace(drawn, **{field.name: field.default})
