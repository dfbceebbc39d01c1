"""How the code is laid out: rules that a reader relies on and that no linter knows."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import tilewright

SOURCE = Path(tilewright.__file__).parent
ROOT = Path(__file__).parents[1]


@cache
def trees(folder: Path) -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}


def name_of(path: Path) -> str:
    return ".".join(("tilewright", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def passes_through(node: ast.FunctionDef) -> bool:
    """Whether the body, a docstring apart, returns one call of a function with the same arguments."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    given = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    if len(body) != 1 or not given or node.args.kwonlyargs or node.args.defaults or node.decorator_list:
        return False
    call = body[0].value if isinstance(body[0], ast.Return) else None
    if not isinstance(call, ast.Call) or call.keywords or not isinstance(call.func, ast.Name):
        return False
    return [argument.id if isinstance(argument, ast.Name) else None for argument in call.args] == given


def test_no_function_only_passes_on() -> None:
    """To one that keeps what it returned (`cache`) a method may."""
    found = []
    for path, tree in trees(SOURCE).items():
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        kept = {node.name for node in functions if "cache" in map(ast.unparse, node.decorator_list)}
        found += [
            f"{name_of(path)}.{node.name}"
            for node in functions
            if passes_through(node) and not any(f"{name}(" in ast.unparse(node.body[-1]) for name in kept)
        ]
    assert found == []


def test_names_of_files_stand_at_most_twice() -> None:
    """The folders of kinds apart, which have the same files each."""
    names = Counter(path.name for path in trees(SOURCE) if path.name != "__init__.py" and "kinds" not in path.parts)
    assert {name: times for name, times in names.items() if times > 2} == {}


def test_names_of_classes_stand_once() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees(SOURCE).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name_of(path))
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


TABLES = {  # modules with a table whose rows name objects of modules that are imported when a row is asked for
    "tilewright": "public names",
    "tilewright.cli.main": "commands",
    "tilewright.exact_cover.engine": "engines",
    "tilewright.formats": "formats",
    "tilewright.formats.model": "models",
    "tilewright.kinds": "kinds of puzzles",
}


def callers(*names: str) -> set[str]:
    """The modules that call a function of one of these names."""
    return {
        name_of(path)
        for path, tree in trees(SOURCE).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in names
    }


def test_imports_stand_in_strings_in_tables_alone() -> None:
    assert callers("load_object", "import_module") - {"tilewright.system"} == TABLES.keys()
    assert callers("find_spec", "__import__") == {"tilewright.system"}


@pytest.mark.parametrize("folder", ["tests", "tools", "benchmarks"])
def test_no_test_is_imported(folder: str) -> None:
    suspicious = re.compile(r"^\s*from\s+(?:[\w.]*\.)?test_\w*\s+import\b", re.MULTILINE)  # or in a string
    texts = {path: path.read_text("utf-8") for path in sorted((ROOT / folder).rglob("*.py"))}
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, text in texts.items()
        if suspicious.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2].startswith("test_")
    ]
    assert wrong == []


COMMENTS = {
    ".py": r'"""[\s\S]*?"""|#[^\n]*',
    ".js": r"//[^\n]*|/\*[\s\S]*?\*/",
    ".cpp": r"//[^\n]*",
    ".hpp": r"//[^\n]*",
}
FILE = re.compile(r"(?<![\w/.@{-])((?:[\w-]+/)*[\w-]+\.(?:py|js|mjs|cpp|hpp|md))(?![\w/(])")
ELSEWHERE = {
    "docs/js/class_p.js",
    "nb_combined.cpp",
    "tilewright/core/dom.js",
}  # of other projects, or made at run time


def test_files_that_are_named_exist() -> None:
    """A file that a comment, a docstring or a page names is there, under that path or the end of it."""
    paths = [
        path
        for path in ROOT.rglob("*")
        if path.is_file() and not {"build", ".venv", "node_modules", ".git"} & {*path.parts}
    ]
    relative = [path.relative_to(ROOT).as_posix() for path in paths]
    ends = {"/".join(parts[start:]) for parts in (name.split("/") for name in relative) for start in range(len(parts))}
    missing = set()
    for path, name in zip(paths, relative, strict=True):
        if name.startswith("tests/") or path.suffix not in {*COMMENTS, ".md"}:
            continue
        text = path.read_text("utf-8")
        said = (
            re.sub(r"```[\s\S]*?```", "", text)
            if path.suffix == ".md"
            else "\n".join(re.findall(COMMENTS[path.suffix], text))
        )
        missing |= {(name, named) for named in FILE.findall(said) if named not in ends | ELSEWHERE}
    assert missing == set()


def test_no_circle_among_modules() -> None:
    """Late imports and those for types alone count as well. The files of one kind may name one another."""
    graph = grimp.build_graph("tilewright", exclude_type_checking_imports=False, cache_dir=None)
    inside = re.compile(r"tilewright\.kinds\.\w+")
    above = {
        module: {
            other
            for other in graph.find_modules_directly_imported_by(module)
            if other != module and not ((kind := inside.match(module)) and other.startswith(f"{kind[0]}."))
        }
        for module in graph.modules
    }
    TopologicalSorter(above).prepare()  # raises CycleError, which lists the modules
