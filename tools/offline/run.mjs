// node run.mjs PYODIDE SCRIPT PLACE…: run a script in the Python that browsers run, which imports from these places: the archive, or
// folders, which have their own paths there. Its function `main` takes what comes in as text, and returns what goes out.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, script, ...places] = process.argv.slice(2);
const asked = await text(process.stdin); // before the interpreter takes it
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const place of places) {
  if (place.endsWith(".gz"))
    python.unpackArchive(new Uint8Array(gunzipSync(readFileSync(place))), "zip", { extractDir: place });
  else python.mountNodeFS(place, place);
  python.pyimport("sys").path.append(place);
}
python.runPython(readFileSync(script, "utf8"));
process.stdout.write(python.globals.get("main")(asked));
