"""Tetris filling: a report of 2023 that fills boards with the seven kinds by MiniSat; and counts of the OEIS."""

from __future__ import annotations

from itertools import product

from tools.claims.claim import Claim, Run, count_of, read

REPORT = "Tetris Filling Problem, report of 2023-11-27"
TABLE = read("tetris_report.json")
OEIS = {row["oeis"]: row for row in read("oeis_tilings.json")["sequences"]}
GROWING = range(4, 8)  # rows and columns of the boards whose formulas are measured
FIVE = [(m, n) for m in range(5, 16) for n in range(m, 16) if m * n % 4 == 0]


def filled(run: Run) -> str:
    """How many boards of the report's table are filled, by tilings that were checked."""
    boards = list(TABLE["times"])
    return f"{sum(run('solve', f'tetrominoes*@{board}').code == 0 for board in boards)} of {len(boards)}"


def states(run: Run) -> str:
    """The number of orientations of each kind, in the order of the report."""
    drawn = {piece["name"]: piece["orientations"] for piece in run("sets", "tetrominoes", "--json").json["pieces"]}
    return ", ".join(f"{kind} {drawn[kind]}" for kind in TABLE["states_per_block"])


def variables(run: Run) -> str:
    """The number of variables of the formula for 8x7, with its margin of 3 cells on each side."""
    text = run("export", "tetrominoes*@8x7", "--to", "dimacs", "--model", "cells").out
    return next(line.split()[2] for line in text.splitlines() if line.startswith("p cnf "))


def growth(run: Run) -> str:
    """O(mn) where variables and clauses are a m n + b m + c n + d: that is so if four of the boards give a, b, c and d for all."""
    sizes: dict[tuple[int, int], list[int]] = {}
    for m, n in product(GROWING, GROWING):
        text = run("export", f"tetrominoes*@{m}x{n}", "--to", "dimacs", "--model", "cells").out
        sizes[m, n] = next([*map(int, line.split()[2:])] for line in text.splitlines() if line.startswith("p cnf "))
    least = GROWING[0]
    for (m, n), found in sizes.items():
        for i, number in enumerate(found):
            origin, tall, wide, both = (
                sizes[least + down, least + right][i] for down, right in ((0, 0), (1, 0), (0, 1), (1, 1))
            )
            down, right = m - least, n - least
            if number != origin + down * (tall - origin) + right * (wide - origin) + down * right * (
                both - tall - wide + origin
            ):
                return f"more at {m}x{n}"
    return "O(mn)"


def cell_state_count(run: Run) -> str:
    """How many (orientation, cell) there are."""
    rows = run("show", "tetrominoes*@8x7", "--states", "--json").json["states"]
    return str(sum(len(row["states"]) for row in rows))


def kinds_used(run: Run) -> str:
    """Whether the first filling of the example has several kinds."""
    placed = run("solve", "tetrominoes*@8x7", "--json").json["solutions"][0]["placements"]
    return "yes" if len({each["piece"] for each in placed}) > 1 else "no"


def without_two(run: Run) -> str:
    """How many of the 27 boards J, L, S, T and Z fill by the rule."""
    return f"{sum(run('fillable', 'JLSTZ', f'{m}x{n}').code == 0 for m, n in FIVE)} of {len(FIVE)}"


def oeis(name: str) -> Claim:
    """The claim of a sequence: its largest board with fewer than 10^8 tilings."""
    row = OEIS[name]
    board, number = max((each for each in row["boards"] if each[1] < 10**8), key=lambda each: each[1])
    puzzle = f"{row['pieces']}@{board}"
    return Claim(
        f"{row['name'].partition(' (')[0]}, {board}", f"OEIS {name}", str(number), f"count '{puzzle}'", count_of(puzzle)
    )


CLAIMS = (
    Claim(
        "the boards of its table can be filled with all seven kinds",
        REPORT,
        f"{len(TABLE['times'])} of {len(TABLE['times'])}",
        "solve 'tetrominoes*@5x8'",
        filled,
        slow=True,
    ),
    Claim(
        "orientations of each kind",
        REPORT,
        ", ".join(f"{kind} {number}" for kind, number in TABLE["states_per_block"].items()),
        "sets tetrominoes",
        states,
    ),
    Claim(
        "without O and I every board tried is filled; for all boards it is left open",
        REPORT,
        "27 of 27",
        "fillable JLSTZ 15x12",
        without_two,
        note="all boards are decided: [which boards](../explanation/tetromino-boards.md)",
    ),
    Claim("states of a cell", REPORT, "76", "show 'tetrominoes*@8x7' --states", cell_state_count),
    Claim(
        "variables of the formula, N_v = 76 (m + 6) (n + 6), for 8x7",
        REPORT,
        str(76 * 14 * 13),
        "export 'tetrominoes*@8x7' --to dimacs --model cells",
        variables,
    ),
    Claim(
        "how variables and clauses grow with the board (the report says O(mn) of the time)",
        REPORT,
        "O(mn)",
        "export 'tetrominoes*@8x7' --to dimacs --model cells",
        growth,
        slow=True,
        note="a m n + b m + c n + d, on all boards of 4 to 7 rows and columns; times here: [ratios](tetris.md#ratios)",
    ),
    Claim("the filling found for 8x7 is made of various kinds", REPORT, "yes", "solve 'tetrominoes*@8x7'", kinds_used),
    *map(oeis, ("A230031", "A263425", "A084480", "A226322", "A232497", "A233191", "A233266", "A242636")),
)
