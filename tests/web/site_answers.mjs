// The Python of a built site under Node: it reads expressions from standard input, and prints an answer for each as JSON.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [version] = readdirSync(join(process.argv[2], "static"));
const folder = join(process.argv[2], "static", version, "python");
const place = mkdtempSync(join(tmpdir(), "grundy-node-"));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"]) copyFileSync(join(folder, name), join(place, name));
for (const name of ["pyodide.asm.wasm", "python_stdlib.zip", "app.zip"]) writeFileSync(join(place, name), gunzipSync(readFileSync(join(folder, `${name}.gz`))));
const { loadPyodide } = await import(pathToFileURL(join(place, "pyodide.mjs")).href);
try {
  const python = await loadPyodide({ indexURL: `${place}/`, env: { HOME: "/home/pyodide", GRUNDY_SAVE: "0", GRUNDY_SITE: version } });
  python.unpackArchive(new Uint8Array(readFileSync(join(place, "app.zip"))), "zip", { extractDir: "/lib/python-app" });
  python.globals.set("questions", readFileSync(0, "utf8"));
  python.runPython(readFileSync(process.argv[3], "utf8"));
} catch (error) {
  process.stderr.write(`${error.message}\n`, () => process.exit(1)); // without the line of the runtime, which is a megabyte long
}
