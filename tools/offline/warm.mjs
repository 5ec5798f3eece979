// node warm.mjs PYODIDE ARCHIVE PACK LIBRARY: compile what is in the archive, and the standard library, with the Python that browsers
// will run, so that they need not; write the pack (static/js/offline/unpack.js) and the library.
//
// Both hold compiled modules without their sources and are not compressed: a browser does that faster, as a file ending in .gz.
// Templates leave their compiled forms beside them, as they do on a server.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, archive, pack, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/table" });
python.unpackArchive(new Uint8Array(await readFile(`${folder}/python_stdlib.zip`)), "zip", { extractDir: "/library" });
python.runPython(`
import compileall, json, py_compile, shutil, sys, zipfile
from pathlib import Path

def compiled(tree):
    assert compileall.compile_dir(tree, quiet=1, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    for source in Path(tree).rglob("*.py"):
        source.unlink()

def files(tree):
    return [(path.relative_to(tree).as_posix(), path.read_bytes()) for path in sorted(Path(tree).rglob("*")) if path.is_file()]

# What plays and draws a table never imports:
left_out = """_pyio _pyrepl ctypes doctest ftplib imaplib mailbox multiprocessing pdb pickletools poplib pydoc pydoc_data smtplib sqlite3
    tkinter turtle unittest venv webbrowser wsgiref xml xmlrpc"""
codecs = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8"}
charsets = [path.stem for path in Path("/library/encodings").glob("*.py") if path.stem not in codecs]
for name in [*left_out.split(), *(f"encodings/{charset}" for charset in charsets)]:
    shutil.rmtree(f"/library/{name}", ignore_errors=True)
    Path(f"/library/{name}.py").unlink(missing_ok=True)
compiled("/library")
with zipfile.ZipFile("/library.zip", "w") as archive:
    for name, content in files("/library"):
        archive.writestr(zipfile.ZipInfo(name), content)
compiled("/table")
Path("/table/app/base/drawing/__pycache__").mkdir()
sys.dont_write_bytecode = False
sys.path.insert(0, "/table")
from app.site.offline.worker import TableWorker
TableWorker("/static", "en").compile_all()
packed = files("/table")
head = json.dumps([[name, len(content)] for name, content in packed])
Path("/table.pack").write_bytes(b"".join([head.encode(), b"\\n", *[content for _name, content in packed]]))
`);
await writeFile(pack, python.FS.readFile("/table.pack"));
await writeFile(library, python.FS.readFile("/library.zip"));
