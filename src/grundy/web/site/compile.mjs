// Run by Node when the folder is made: the Python of browsers compiles its own library and the app, so that no visitor has to.
// Arguments: the folder of the runtime, and that of the sources, which has `lib` and `app`.
import { pathToFileURL } from "node:url";

const [runtime, sources] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.mkdirTree("/sources");
python.FS.mount(python.FS.filesystems.NODEFS, { root: sources }, "/sources");
const program = `
import py_compile
from pathlib import Path

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
for source in Path("/sources").rglob("*.py"):
    place = source.relative_to("/sources")
    is_game = place.parts[:3] == ("app", "grundy", "games")  # whose rules are docstrings, and whose names are found in sources
    has_text = is_game or place.parts[:3] == ("app", "grundy", "core")
    compiled = source.parent / "__pycache__" / f"{source.stem}.cpython-314.pyc" if is_game else source.with_suffix(".pyc")
    py_compile.compile(source, compiled, str(place), True, 0 if has_text else 2, UNCHECKED)
    if not is_game:
        source.unlink()
`;
try {
  python.runPython(program);
} catch (error) {
  process.stderr.write(`${error.message}\n`, () => process.exit(1)); // without the line of the runtime, which is a megabyte long
}
