// node run.mjs PYODIDE SCRIPT PLACE…: run a script in the Python that browsers run, which imports from these places: the pack, or
// folders, which have their own paths there. Its function `main` takes what comes in as text, and returns what goes out.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, script, ...places] = process.argv.slice(2);
const asked = await text(process.stdin); // before the interpreter takes it
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
const shared = readFileSync(new URL("../../static/js/offline/unpack.js", import.meta.url)); // Node takes no .js for a module
const { unpack } = await import(`data:text/javascript;base64,${shared.toString("base64")}`);
for (const place of places) {
  if (place.endsWith(".gz")) unpack(python.FS, new Uint8Array(gunzipSync(readFileSync(place))), place);
  else python.mountNodeFS(place, place);
  python.pyimport("sys").path.append(place);
}
python.runPython(readFileSync(script, "utf8"));
process.stdout.write(python.globals.get("main")(asked));
