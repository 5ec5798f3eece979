// node run.mjs PYODIDE ARCHIVE SCRIPT: run a script in the Python that browsers run, with what is in the archive. Its function `main`
// takes what comes in as text, and returns what goes out.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, archive, script] = process.argv.slice(2);
const asked = await text(process.stdin); // before the interpreter takes it
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(gunzipSync(readFileSync(archive))), "zip", { extractDir: "/table" });
python.runPython(`import sys; sys.path.insert(0, "/table")`);
python.runPython(readFileSync(script, "utf8"));
process.stdout.write(python.globals.get("main")(asked));
