"""Writes docs/measured/silhouettes-fridgeiq.md and its pictures from the built-in catalogues and the published collection.

uv run python -m tools.make_silhouettes
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from tilewright.publish import booklet
from tilewright.render.canvas import LIGHT
from tilewright.render.svg import sheet_svg
from tilewright.silhouettes import catalogue
from tilewright.silhouettes.catalogue import BUILTIN, Catalogue, builtin
from tilewright.silhouettes.comparison import read_other
from tilewright.silhouettes.silhouette import Silhouette

DOCS = Path(__file__).parents[1] / "docs"
PUBLISHED = DOCS.parent / "tests" / "data" / "fridgeiq_published.json"
NAMES = DOCS.parent / "src" / "tilewright" / catalogue.DATA


def main() -> None:
    """Write the page and the picture."""
    concentric, corner = builtin("fridgeiq-D4-concentric"), builtin("fridgeiq-D4-corner")
    ours = {silhouette.id: silhouette for c in (concentric, corner) for silhouette in c.silhouettes}
    there = read_other(PUBLISHED).names
    new = [silhouette for silhouette in ours.values() if silhouette.id not in there]
    lines = ["# FridgeIQ: every silhouette with the symmetries of the square", ""]
    lines += [
        "The sixteen pieces have area 40. `python -m tools.make_silhouettes` writes this page; [why nothing is missed](../explanation/silhouettes.md).",
        "",
    ]
    lines += how_many(ours.values(), there)
    lost = sorted(id_ for id_ in there if id_ not in ours)
    lines += [
        f"The published collection has {len(there)}; its printed booklet leaves out {len(lost)} that fall into four parts of area 10 which do not touch"
        f" and can be moved, so that {len(there) - len(lost)} are left. All of these are found. Those beyond it are edge-connected ones, and ones of mixed"
        " parity, whose parts lie on two lattices; of the latter the published addendum speaks.",
        "",
        f"## Beyond the published collection: {len(new)}",
        "",
        "![tilings](../pictures/silhouettes-new.svg)",
        "",
    ]
    kinds = {
        kind: [one for one in sorted(new, key=order) if (one.center == "mixed") == (kind == "mixed parity")]
        for kind in ("joined along edges", "mixed parity")
    }
    lines += [f"- {kind}: " + ", ".join(f"`{one.id[:8]}`" for one in ones) for kind, ones in kinds.items()]
    lines += ["", f"Left out: {', '.join(f'`{id_[:8]}`' for id_ in lost)}."]
    lines += ["", "## All of them", "", "![silhouettes](../pictures/silhouettes-all.svg)", ""]
    lines += ["[Their names and tilings](silhouettes-solved.md).", "", *built_in()]
    NAMES.write_text(names_document(there, ours))
    (DOCS / "measured" / "silhouettes-fridgeiq.md").write_text("\n".join(lines) + "\n")
    answers = [each.answer for each in challenges(concentric, sorted(new, key=order)) if each.answer]
    ids = [silhouette.id for silhouette in sorted(new, key=order)]
    (DOCS / "pictures" / "silhouettes-new.svg").write_text(sheet_svg(answers, ids, 6, LIGHT, 16.0))
    drawn = [each.picture for each in challenges(concentric, sorted(ours.values(), key=order))]
    titles = [there.get(one.id, one.id[:8]) for one in sorted(ours.values(), key=order)]
    (DOCS / "pictures" / "silhouettes-all.svg").write_text(sheet_svg(drawn, titles, 10, LIGHT, 10.0))


def names_document(there: Mapping[str, str], ours: Mapping[str, Silhouette]) -> str:
    """The file of published names by id, of silhouettes that a catalogue of ours has; those without a name are left out."""
    data = json.loads(PUBLISHED.read_text())
    unnamed = {row["id"] for row in data["challenges"] if not row["booklet_name"]}
    known = {id_: name for id_, name in sorted(there.items()) if id_ in ours and name not in unnamed}
    lines = ",\n".join(f"{json.dumps(id_)}: {json.dumps(name)}" for id_, name in known.items())
    return f'{{"source": {json.dumps(data["source"])},\n"names": {{\n{lines}\n}}}}\n'


CLASSES = (
    ("joined along edges", "--contact edge"),
    ("parts that touch at corners only, not all concentric", "--contact corner"),
    ("parts that touch at corners only, all concentric", "--contact corner` and `--contact concentric"),
    ("parts apart, all concentric", "--contact concentric"),
)


def class_of(silhouette: Silhouette) -> str:
    """One of the four classes, which do not overlap."""
    place = {"edge": 0, "corner": 2 if silhouette.is_concentric("D4") else 1, "none": 3}[silhouette.contact]
    return CLASSES[place][0]


def how_many(ours: Collection[Silhouette], there: Mapping[str, str]) -> list[str]:
    """The numbers of silhouettes by class, published and new: the one table of them."""
    lines = ["## How many", "", "| class | found by | all | published | new |", "|---|---|---|---|---|"]
    for name, words in CLASSES:
        mine = [silhouette for silhouette in ours if class_of(silhouette) == name]
        known = sum(silhouette.id in there for silhouette in mine)
        lines.append(f"| {name} | `{words}` | {len(mine)} | {known} | {len(mine) - known} |")
    known = sum(silhouette.id in there for silhouette in ours)
    lines += [f"| all | | **{len(ours)}** | {known} | {len(ours) - known} |", ""]
    by_contact = {
        contact: sum(in_catalogue(contact, one) for one in ours) for contact in ("edge", "concentric", "corner")
    }
    told = ", ".join(f"`{contact}` {number}" for contact, number in by_contact.items())
    return [*lines, f"Each value of `--contact` finds those joined along edges as well: {told}.", ""]


def in_catalogue(contact: str, silhouette: Silhouette) -> bool:
    """Whether a catalogue with this `--contact` holds the silhouette."""
    concentric = contact == "concentric" and silhouette.is_concentric("D4")
    return silhouette.contact in ("edge", contact) or concentric


def order(silhouette: Silhouette) -> tuple[str, str, str]:
    """By contact, then center."""
    return silhouette.contact, silhouette.center, silhouette.id


def challenges(query: Catalogue, silhouettes: list[Silhouette]) -> list[booklet.Challenge]:
    """Silhouettes as they are drawn."""
    return booklet.catalogue_challenges(Catalogue(query.query, query.pieces, tuple(silhouettes), "limit"))


def built_in() -> list[str]:
    """The catalogues that come with the package, and the commands that write them anew."""
    lines = [
        "## Built-in catalogues",
        "",
        "`fridgeiq-D4` and `fridgeiq-free-D4` are two of these together, each silhouette once.",
        "",
    ]
    lines += ["| name | silhouettes | written anew by |", "|---|---|---|"]
    found = ((name, builtin(name)) for name in BUILTIN)
    return lines + [
        f"| {name} | {len(one.silhouettes)} | `{one.query.command} -o {name}.json` |" for name, one in found
    ]


if __name__ == "__main__":
    main()
