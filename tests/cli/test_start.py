"""What a command imports: nothing that it does not need."""

from __future__ import annotations

import ast
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import EXAMPLES
from tilewright.cli.main import COMMANDS, listed
from tilewright.formats import FORMATS

HEAVY = (
    *("numpy", "shapely", "msgspec", "typing_extensions", "rich", "click", "typer", "resvg_py", "typst"),
    *("urllib.request", "http", "xml", "ssl", "hashlib", "json", "tempfile", "threading", "socket", "tomllib"),
)
TWO = str(EXAMPLES / "doodle-fit" / "two")


RUN = """
import sys
sys.argv = ["program", *sys.argv[1:]]
from tilewright.cli.main import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("\\n".join(sys.modules), file=sys.stderr)
"""
IMPORT = "import sys, tilewright; print('\\n'.join(sys.modules), file=sys.stderr)"


def imported(*words: str) -> set[str]:
    """The modules of a Python that runs the command line, or without words imports the package."""
    code = RUN if words else IMPORT
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stderr.splitlines())


def heavy(modules: set[str]) -> set[str]:
    return {name for name in modules if name in HEAVY or name.startswith(tuple(f"{each}." for each in HEAVY))}


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--help",),
        ("--version",),
        ("solve", "--help"),
        ("solve", TWO),
        ("count", TWO),
        ("solve", "FNPUV@5x5"),
    ],
    ids=lambda words: " ".join(words),
)
def test_nothing_heavy_is_imported(words: tuple[str, ...]) -> None:
    assert heavy(imported(*words)) == set()


@pytest.mark.parametrize(("suffix", "needed"), [(".txt", set()), (".jsonl", {"json"})])
def test_writing_tilings_imports_little(suffix: str, needed: set[str], tmp_path: Path) -> None:
    """The table of a puzzle takes msgspec, and a file that is only tried out `tempfile`: a sixth of the whole process."""
    found = heavy(imported("solve", "FNPUV@5x5", "-o", str(tmp_path / f"x{suffix}")))
    assert {name.partition(".")[0] for name in found} == needed


def test_help_imports_no_command() -> None:
    modules = imported("--help")
    assert {name for name in modules if name.startswith("tilewright.cli.commands.")} == set()
    assert not modules & {"argparse", "dataclasses", "tilewright._kernel", "tilewright.puzzle"}


def test_a_command_imports_no_other_and_one_format() -> None:
    modules = imported("solve", TWO)
    commands = {name for name in modules if name.startswith("tilewright.cli.commands.")}
    assert commands == {"tilewright.cli.commands.solve"}
    formats = {f"tilewright.formats.{entry.module}" for entry in FORMATS.values()}
    assert modules & formats == {"tilewright.formats.drawing"}
    assert not {name for name in modules if name.startswith("tilewright.kinds.shikaku")}


OWN = """
import atexit, sys
before = set(sys.modules)
def tell():
    print("\\n".join(set(sys.modules) - before), file=sys.stderr)
atexit.register(tell)
sys.argv = ["tilewright", "solve", "FNPUV@5x5"]
from tilewright.cli.main import main
main()
"""


def test_solving_imports_nothing_of_counting_drawing_lots_and_foreign_solvers() -> None:
    ran = subprocess.run([sys.executable, "-c", OWN], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    modules = ran.stderr.splitlines()
    others = (
        "exact_cover.formula",
        "puzzle.symmetry",
        "puzzle.orbits",
        "puzzle.picture",
        "render.draw",
        "lattice.custom",
        "api.random_tilings",
    )
    assert "tilewright.api.solve" in modules
    assert not {f"tilewright.{name}" for name in others} & set(modules)


def test_importing_the_package_imports_nothing_of_it() -> None:
    modules = {name for name in imported() if name.startswith("tilewright")}
    assert modules == {"tilewright", "tilewright.version"}


def public_names() -> tuple[set[str], set[str]]:
    """The names that type checkers see, and those with a home."""
    tree = ast.parse(Path(tw.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in checked.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name for node in imports for alias in node.names}, set(tw._HOMES)


def test_all_public_names_are_there_and_typed() -> None:
    typed, homes = public_names()
    assert typed == homes == set(tw.__all__)
    assert tw.__all__ == sorted(tw.__all__)
    assert set(tw.__all__) <= set(dir(tw))
    for name in tw.__all__:
        assert getattr(tw, name).__doc__, name


def test_types_and_homes_agree() -> None:
    tree = ast.parse(Path(tw.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    for node in checked.body:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            home = (node.module or "").removeprefix("tilewright."), alias.name
            assert tw._HOMES[alias.asname or alias.name] == home


def test_a_star_import_and_pickles() -> None:
    names: dict[str, object] = {}
    exec("from tilewright import *", names)
    assert set(tw.__all__) <= set(names)
    found = tw.count(tw.load("FNPUV@5x5"))
    assert pickle.loads(pickle.dumps(found)) == found
    assert pickle.loads(pickle.dumps(tw.count)) is tw.count
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = tw.nonsense


def test_the_table_lists_every_command() -> None:
    folder = Path(tw.__file__).parent / "cli" / "commands"
    modules = {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if path.stem != "__init__"
    }
    assert {module for module, _ in COMMANDS.values()} == modules
    assert [name for name, _ in listed()][:2] == ["solve", "count"]


ENDING = """
import sys
sys.argv = ["tilewright", *sys.argv[1:]]
from tilewright.cli import main
from tilewright.cli import terminal as streams
import os, signal
def interrupt(*_): os.kill(os.getpid(), signal.SIGINT)
{moment}
main.main()
"""


@pytest.mark.parametrize(
    "moment",
    [
        "import atexit; atexit.register(interrupt)",
        "streams.give_up = interrupt",
        "import threading; threading._register_atexit(interrupt)",
        "main.INTERRUPTED, told = 130, streams.tell; streams.tell = lambda text: (interrupt(), told(text)); main.run = interrupt",
        "main._leave = lambda code: (interrupt(), os._exit(code))",
    ],
)
def test_ctrl_c_while_the_command_ends_leaves_no_traceback(moment: str) -> None:
    script = ENDING.format(moment=moment)
    done = subprocess.run(
        [sys.executable, "-c", script, "solve", "FNPUV@5x5"], capture_output=True, text=True, timeout=300
    )
    assert done.returncode in (130, -signal.SIGINT) and done.stderr in ("", "interrupted\n"), done.stderr


def test_the_module_is_the_command_line_to_its_end() -> None:
    """`python -m tilewright` takes the same way out as `tilewright`."""
    code = "import sys; sys.orig_argv, sys.argv = {}, [{!r}]; from tilewright.cli import main as _start; print(_start.is_command_line())"
    for words, name, expected in (
        (["python", "-m", "tilewright", "count"], "/x/tilewright/__main__.py", "True"),
        (["python", "-m", "pytest"], "/x/pytest/__main__.py", "False"),
        (["python", "x.py"], "x.py", "False"),
    ):
        said = subprocess.run(
            [sys.executable, "-c", code.format(words, name)], capture_output=True, text=True, timeout=300
        )
        assert said.stdout.strip() == expected, said
