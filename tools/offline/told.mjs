// node told.mjs PYODIDE ARCHIVE TOLD: run told.py in the Python that browsers run; what is asked comes as text, and goes out as text.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [folder, archive, told] = process.argv.slice(2);
const asked = await text(process.stdin); // before the interpreter takes it
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/table" });
python.runPython(`import sys; sys.path.insert(0, "/table")`);
python.runPython(readFileSync(told, "utf8"));
process.stdout.write(python.globals.get("told")(asked));
