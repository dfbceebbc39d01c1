"""Build the site: the docs and, in its folder `studio/`, the studio.

uv run --group docs --group site python -m tools.build_docs --studio

Without `--studio` the docs alone are made (and need the group `docs` alone); a studio that is there already stays, and where
there is none the first page shows a picture of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.docs.api import write_reference
from tools.docs.gallery import write_gallery
from tools.docs.stage import ROOT, stage, wear_the_studio

WORK = ROOT / "build" / "docs"


def build(out: Path, playable: bool) -> None:
    """Build the pages into the folder `out`; what else lies there stays. Warnings are errors, which end the program.

    playable: whether the studio stands, or will stand, in the folder `studio`; else the first page shows a picture of it.
    """
    source, made = WORK / "source", WORK / "html"
    stage(source)
    wear_the_studio(source, playable)
    write_reference(source / "reference" / "python")
    write_gallery(source, playable)
    shutil.rmtree(made, ignore_errors=True)
    strict = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env"]
    if build_main([*strict, "-j", str(os.cpu_count()), "-d", str(WORK / "trees"), str(source), str(made)]):
        raise SystemExit("the docs have warnings: see above")
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(made, out, dirs_exist_ok=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder of the site (default: site)")
    parser.add_argument("--studio", action="store_true", help="build the studio, too")
    asked = parser.parse_args()
    build(asked.out, asked.studio or (asked.out / "studio" / "index.html").is_file())
    if asked.studio:
        from tools import build_site  # it needs a group of its own

        build_site.build(asked.out.resolve() / "studio")
    elif not (asked.out / "studio" / "index.html").is_file():
        print(f"{asked.out}/studio is not there yet: add --studio", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
