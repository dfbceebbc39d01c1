"""The tables of docs/measured/tetris.md about which kinds of tetrominoes fill a board, and how many of each."""

from __future__ import annotations

from collections import defaultdict

from tools.tables.page import Tables, read, table


def kinds_table() -> str:
    body = []
    for board, row in read("tetris-kinds.json")["boards"].items():
        no = defaultdict(list)
        for kinds, why in row["no"].items():
            no[why].append(kinds)
        reasons = "; ".join(f"{why.removeprefix('no: ')}: {len(sets)}" for why, sets in sorted(no.items()))
        answers = [row[key] for key in ("without O and I", "every kind", "equally often")]
        body.append([board, " ".join(row["minimal"]) or "none", reasons, *answers])
    head = [
        "board",
        "minimal sets that fill it",
        "sets that do not, by argument",
        "without O, I",
        "every kind",
        "equally often",
    ]
    return table(head, body)


def kinds_used() -> str:
    """Exact shares where all tilings were counted; the sampled ones beside them."""

    def shares(numbers: dict[str, int]) -> str:
        total = sum(numbers.values())
        return ", ".join(f"{kinds}: {100 * number / total:.4g}%" for kinds, number in numbers.items())

    body = []
    for board, row in read("tetris-kinds.json").get("kinds", {}).items():
        exact, drawn = row.get("exact"), row.get("random")
        first = ", ".join(f"{engine} {n}" for engine, n in row["first"].items())
        mean = sum(int(k) * n for k, n in exact.items()) / sum(exact.values()) if exact else None
        body.append(
            [
                board,
                first,
                f"{sum(exact.values()):.4g}" if exact else "",
                shares(exact) if exact else "",
                f"{mean:.3f}" if mean else "",
                shares(drawn["kinds"]) if drawn else "",
            ]
        )
    head = ["board", "kinds in the first filling found", "fillings", "kinds: share of all fillings", "mean"]
    return table([*head, "of 2,000 drawn at random"], body)


def kinds_copies() -> str:
    """How many copies of each kind lie in a filling, on average over all."""
    body = []
    for board, row in read("tetris-kinds.json").get("kinds", {}).items():
        if drawn := row.get("random"):
            body.append([board, *(f"{drawn['mean'][kind]:.2f}" for kind in "IJLOSTZ")])
    return table(["board", *"IJLOSTZ"], body)


def kinds_proofs() -> str:
    """The certificates of the largest sets that fill nothing: counted by hand, or the lines of a DRAT proof."""
    body = []
    for board, row in read("tetris-kinds.json")["boards"].items():
        cells = []
        for name, found in row.get("proofs", {}).items():
            what = f"DRAT, {found['lines']} lines" if found["by"] in ("drat-trim", "dratify") else found["reason"]
            cells.append(f"{name} ({what}{'' if found['proof'] == 'checked' else ', unchecked'})")
        body.append([board, "; ".join(cells)])
    return table(["board", "refuted, each with a checked certificate"], body)


TABLES: Tables = {
    "kinds": kinds_table,
    "kinds-used": kinds_used,
    "kinds-copies": kinds_copies,
    "kinds-proofs": kinds_proofs,
}
