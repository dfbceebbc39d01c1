"""Katamino and the pentominoes: the classic counts, and ladders on 5 rows."""

from __future__ import annotations

from itertools import combinations

from tools.claims.claim import EXAMPLES, Claim, Run, count_of, read

KNOWN = read("known_counts.json")
PENTOMINOES = "FILNPTUVWXYZ"


def ladder(run: Run) -> str:
    """How many of the examples, one for each length from 3 to 12, are solved."""
    solved = [run("solve", f"{EXAMPLES}/katamino/5x{n}.toml").code == 0 for n in range(3, 13)]
    return f"{sum(solved)} of {len(solved)}"


def solvable(pieces: int, board: str, run: Run) -> str:
    """How many sets of pentominoes fill the board, and in how many ways together."""
    counts = [int(count_of(f"{''.join(chosen)}@{board}")(run)) for chosen in combinations(PENTOMINOES, pieces)]
    return f"{sum(count > 0 for count in counts)} sets, {sum(counts)} tilings"


CLAIMS = (
    *(
        Claim(
            f"tilings of `{row['puzzle']}` up to symmetries",
            row["source"],
            str(row["symmetries"]),
            f"count {row['puzzle']} --up-to symmetries",
            count_of(row["puzzle"], "--up-to", "symmetries"),
        )
        for row in KNOWN["counts"]
        if "symmetries" in row
    ),
    Claim(
        "every length of the ladder, 3 to 12, can be filled",
        "the game",
        "10 of 10",
        "solve examples/katamino/5x3.toml",
        ladder,
    ),
    *(
        Claim(
            f"of all sets of {row['pieces']} pentominoes, those that fill {row['board']}",
            row["source"],
            f"{row['solvable']} sets, {row['tilings']} tilings",
            "design ladder --table",
            lambda run, row=row: solvable(row["pieces"], row["board"], run),  # type: ignore[misc]
            slow=True,
        )
        for row in KNOWN["subsets"][:2]
    ),
)
