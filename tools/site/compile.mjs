// Compiles Python sources to byte code, by the Python that is going to run them: what is compiled in the visitor's
// browser instead costs seconds.
//
//   node compile.mjs PYODIDE SOURCES TARGET     each .py below SOURCES becomes a .pyc at the same place below TARGET
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodideFolder, sources, target] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/sources");
pyodide.FS.mkdirTree("/target");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: sources }, "/sources");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: target }, "/target");
pyodide.runPython(`
import importlib._bootstrap_external as machinery
from pathlib import Path
from types import CodeType

NO_LINE = 0xF8  # an entry of the table of line numbers: none, for so many code units (1 to 8) less one

def without_lines(code):
    """The code with an empty table of line numbers, a fifth of all; tracebacks still name functions and files."""
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    units = len(code.co_code) // 2
    rest = bytes([NO_LINE | units % 8 - 1]) if units % 8 else b""
    return code.replace(co_linetable=bytes([NO_LINE | 7]) * (units // 8) + rest, co_consts=constants)

for source in sorted(Path("/sources").rglob("*.py")):
    name = source.relative_to("/sources")
    target = Path("/target") / name.with_suffix(".pyc")
    target.parent.mkdir(parents=True, exist_ok=True)
    # Without docstrings, which nobody reads there, and not checked against a source, which is not there.
    code = without_lines(compile(source.read_bytes(), str(name), "exec", dont_inherit=True, optimize=2))
    target.write_bytes(machinery._code_to_hash_pyc(code, bytes(8), checked=False))
`);
