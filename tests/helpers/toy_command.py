"""The command line of a Tilewright that knows the kind of `tests/puzzle/toy_kind` as well: `python -m tests.helpers.toy_command`.

The studio's search processes import this module too, so that they know the kind.
"""

from __future__ import annotations

from tilewright.cli.main import main
from tilewright.kinds import KINDS, Kind

KINDS["stars"] = Kind("tests.puzzle.toy_kind.puzzle", "Stars", "stars")

if __name__ == "__main__":
    main()
