"""The Python of the static site: what the page loads asks for no module that the site leaves out, ours or the standard library's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tilewright

SOURCE = Path(tilewright.__file__).parent
LISTS = Path(__file__).parents[2] / "tools" / "site" / "python_files.py"
ENTRY = "tilewright.web.answers"  # what the page's worker asks, see static/backend/worker.js
BY_NAME = (
    "tilewright.exact_cover.engines.kernel_engines",
    "tilewright.exact_cover.engines.reference",
)  # tables name them as texts


def listed(name: str) -> list[str]:
    """A list of the site's builder, which needs packages of its own to be imported."""
    for node in ast.parse(LISTS.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
            return list(ast.literal_eval(node.value))
    raise AssertionError(name)


def name_of(path: Path) -> str:
    return ".".join(("tilewright", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def is_in_page(path: Path) -> bool:
    inside = path.relative_to(SOURCE).as_posix()
    return not any(inside == out or inside.startswith(f"{out}/") for out in listed_out())


@cache
def listed_out() -> tuple[str, ...]:
    return tuple(listed("NOT_IN_PAGE"))


@cache
def sources() -> dict[str, Path]:
    return {name_of(path): path for path in SOURCE.rglob("*.py") if is_in_page(path)}


def imports(node: ast.AST, late: bool) -> Iterator[str]:
    """The modules that code imports; those for types alone never, those in functions only if `late`."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.If) and "TYPE_CHECKING" in ast.unparse(inner.test):
            for other in inner.orelse:
                yield from imports(other, late)
        elif isinstance(inner, ast.Import):
            yield from (alias.name for alias in inner.names)
        elif isinstance(inner, ast.ImportFrom) and inner.module:
            yield inner.module
            yield from (f"{inner.module}.{alias.name}" for alias in inner.names)
        elif late or not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from imports(inner, late)


def loaded(late: bool = True) -> dict[str, ast.Module]:
    """The modules that the page loads to begin with; if `late` those too that it may load sooner or later, every format and kind."""
    every = [name for name in sources() if name.split(".")[1:2] in (["formats"], ["kinds"])]
    left = [ENTRY, *BY_NAME, *every] if late else [ENTRY]
    found: dict[str, ast.Module] = {}
    while left:
        name = left.pop()
        if name not in found and name in sources():
            found[name] = ast.parse(sources()[name].read_text("utf-8"))
            left += imports(found[name], late)
            left += [name.rpartition(".")[0]]  # the package around it
    return found


def test_the_page_imports_no_module_that_the_site_leaves_out() -> None:
    lacking = {each.replace("/", ".") for each in listed("NOT_NEEDED")}
    modules = loaded()
    lacking |= {name_of(path) for path in SOURCE.rglob("*.py") if not is_in_page(path)}
    assert len(modules) > 60
    wrong = {
        (name, each)
        for name, tree in modules.items()
        for each in imports(tree, late=False)
        if any(each == out or each.startswith(f"{out}.") for out in lacking)
    }
    assert wrong == set()


def test_the_solver_begins_without_what_comes_with_printing() -> None:
    parts = tuple(f"tilewright.{each}" for each in listed("FOR_PRINTING"))
    at_once = loaded(late=False)
    assert len(at_once) > 60
    assert [name for name in at_once if ".".join(name.split(".")[:2]) in parts] == []


def test_what_the_site_leaves_out_is_there() -> None:
    assert [each for each in listed("NOT_IN_PAGE") if not (SOURCE / each).exists()] == []
