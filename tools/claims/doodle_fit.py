"""Doodle Fit: "Solving Doodle Fit", kqueue.org, 13 January 2012, and the solver DoodleFit2Solver."""

from __future__ import annotations

from tools.claims.claim import EXAMPLES, Claim, Run, count_of, read

TWO = f"{EXAMPLES}/doodle-fit/two"
SECOND = f"{EXAMPLES}/doodle-fit/cheeseonhead"
BLOG = "Xi Wang, Solving Doodle Fit, kqueue.org, 2012-01-13"
FIRST, OTHER = read("doodle_fit.json")["instances"]


def drawing(run: Run) -> str:
    """The rows of the answer."""
    return " / ".join(line.replace(" ", ".") for line in run("solve", TWO).out.splitlines())


def size(run: Run) -> str:
    """Placements, constraints and non-zeros."""
    stats = run("show", TWO, "--stats", "--json").json["stats"]
    return f"{stats['placements']}, {stats['items']}, {stats['entries']}"


def mathprog(run: Run) -> str:
    """Whether the model is in the language of the original."""
    text = run("export", TWO, "--to", "mathprog").out
    return "yes" if ", binary" in text and text.rstrip().endswith("end;") else "no"


CLAIMS = (
    Claim(
        "the level `two` is solved, drawn like this", BLOG, " / ".join(FIRST["blog_answer"]), f"solve {TWO}", drawing
    ),
    Claim(
        "variables, constraints and non-zeros of its 0-1 program",
        BLOG,
        f"{FIRST['blog_variables']}, {FIRST['blog_constraints']}, {FIRST['blog_nonzeros']}",
        f"show {TWO} --stats",
        size,
    ),
    Claim("the program is written in GNU MathProg", BLOG, "yes", f"export {TWO} --to mathprog", mathprog),
    Claim(
        "the level with nine blocks has a solution",
        "github.com/cheeseonhead/DoodleFit2Solver, input.txt",
        "at least 1",
        f"count {SECOND}",
        lambda run: "at least 1" if int(count_of(SECOND)(run)) >= 1 else "0",
    ),
)
