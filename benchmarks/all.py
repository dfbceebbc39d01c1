"""Every benchmark of docs/measured/benchmarks.md, its data, its tables and its plots, by one command.

    uv run --group benchmark python benchmarks/all.py [PART...] [--list] [--again] [-- WORDS FOR THE PARTS]

Parts run one after another; each writes its file in docs/data. A part whose file is younger than this run's beginning
is done: a run that was ended goes on where it stood, unless --again says to begin anew. Then the tables of the page are
written anew (tools/make_tables.py) and the plots drawn (tools/make_plots.py, which needs matplotlib).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE.parent / "docs" / "data"
STARTED = DATA / ".bench-started"  # its time is that of the run's beginning; not committed
PARTS = {  # part: its program; it writes bench-PART.json
    "beside": "beside.py",
    "limits": "limits.py",
    "growth-large": "growth_large.py",
    "stock": "stock.py",
    "auto": "auto_engine.py",
    "growth": "growth.py",
    "drawn": "drawn.py",
    "named": "named.py",
}


def path_of(part: str) -> Path:
    """Where a part's measurements are."""
    return DATA / f"bench-{part}.json"


def is_done(part: str) -> bool:
    """Whether its measurements are of this run."""
    path = path_of(part)
    return path.exists() and STARTED.exists() and path.stat().st_mtime >= STARTED.stat().st_mtime


def run(part: str, more: list[str]) -> bool:
    """Run a part; whether it ended well. What it had measured before is kept if it did not."""
    new = path_of(part).with_suffix(".new")
    began = time.monotonic()
    command = [sys.executable, str(HERE / PARTS[part]), "--json", str(new), *more]
    good = subprocess.run(command, check=False, cwd=HERE.parent).returncode == 0 and new.exists()
    if good:
        new.replace(path_of(part))
    else:
        new.unlink(missing_ok=True)
    print(f"{part}: {'done' if good else 'FAILED'} after {time.monotonic() - began:.0f} s", flush=True)
    return good


def main() -> None:
    words, _, more = " ".join(sys.argv[1:]).partition("-- ")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; by default all")
    parser.add_argument("--list", action="store_true", help="say which parts are done, and end")
    parser.add_argument("--again", action="store_true", help="begin a new run")
    options = parser.parse_args(words.split())
    asked = [part for part in PARTS if not options.parts or part in options.parts]
    if options.list:
        print("\n".join(f"{part}: {'done' if is_done(part) else 'open'}" for part in asked))
        return
    if options.again or not STARTED.exists() or all(map(is_done, asked)):
        STARTED.touch()
        os.utime(STARTED)
    failed = [part for part in asked if not is_done(part) and not run(part, more.split())]
    for tool in ("tools.make_tables", "tools.make_plots"):
        subprocess.run([sys.executable, "-m", tool], check=False, cwd=HERE.parent)
    if failed:
        raise SystemExit(f"not done: {', '.join(failed)}; the same command goes on there")
    STARTED.unlink()


if __name__ == "__main__":
    main()
