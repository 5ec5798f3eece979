// node warm.mjs PYODIDE ARCHIVE: compile what is in the archive with the Python that browsers will run, so that they need not.
//
// Modules, templates and catalogues leave their compiled forms beside them, as they do on a server.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/table" });
python.runPython(`
import compileall, py_compile, shutil, sys
sys.dont_write_bytecode = False
sys.path.insert(0, "/table")
compileall.compile_dir("/table", quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
from app.offline.worker import TableWorker
TableWorker("/static", "en").compile_all()
shutil.make_archive("/packed", "zip", "/table")
`);
await writeFile(archive, python.FS.readFile("/packed.zip"));
