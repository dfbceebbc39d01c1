"""The rooms of cover/: no circle of imports, not even of late ones; engines apart; one engine asked for, one file read."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright.exact_cover
from tilewright.exact_cover.engine import ENGINES, lookup

ROOT = Path(tilewright.exact_cover.__path__[0])
ROOM = "tilewright.exact_cover"


def module_name(path: Path) -> str:
    return ".".join([ROOM, *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__")


FILES = {module_name(path): path for path in ROOT.rglob("*.py")}


def imports_of(name: str) -> Iterator[str]:
    """The modules of this room that a module imports, anywhere in it; those for types alone are left out."""
    tree = ast.parse(FILES[name].read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from {f"{node.module}.{alias.name}" for alias in node.names} & FILES.keys() or {
                node.module
            } & FILES.keys()
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & FILES.keys()


def reached_from(name: str) -> set[str]:
    found: set[str] = set()
    left = [name]
    while left:
        new = set(imports_of(left.pop())) - found
        found |= new
        left += new
    return found


def test_the_imports_have_no_circle() -> None:
    assert len(FILES) > 15 and f"{ROOM}.problem" in reached_from(f"{ROOM}.engines.kernel_engines")
    assert [name for name in FILES if name in reached_from(name)] == []


def test_no_engine_imports_another() -> None:
    engines = {name for name in FILES if name.startswith(f"{ROOM}.engines.")}
    assert len(engines) >= len({module for module, _ in ENGINES.values()})
    assert {name: found for name in engines if (found := reached_from(name) & engines)} == {}


def test_the_table_of_engines_is_complete() -> None:
    """Every file of an engine stands in the table, under the names its classes give themselves."""
    for name in ENGINES:
        assert lookup(name).name == name and lookup(name).summary
    assert {path.stem for path in (ROOT / "engines").glob("*.py")} - {"__init__"} == {
        module for module, _ in ENGINES.values()
    }


@pytest.mark.parametrize("name", ["native", "sweep", "frontier", "reference", "z3"])
def test_one_engine_asked_for_is_one_file_imported(name: str) -> None:
    program = (
        "import sys; from tilewright.exact_cover.engine import engine, lookup; lookup(sys.argv[1]);"
        "from tilewright.exact_cover.problem import BatchChecker;"
        "print(*(m for m in sys.modules if m.startswith('tilewright.exact_cover.engines.') or m == 'numpy'))"
    )
    done = subprocess.run([sys.executable, "-c", program, name], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [f"tilewright.exact_cover.engines.{ENGINES[name][0]}"]
