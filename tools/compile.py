"""The engine with its busiest modules compiled to C by mypyc, in build/compiled; it is optional.

A compiled module lies next to its source, and Python prefers it. With that folder before the repository on Python's
path (`PYTHONPATH=build/compiled:. python -P …`) the site plays with it; the image is built with `--here`, which
compiles next to the sources of the current folder.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "compiled"
RULES = (
    "abilities", "actions", "assault", "audience", "automaton", "cards", "editions", "hand", "history", "identity",
    "leave", "log", "match", "pile", "play", "position", "preview", "realm", "seat", "strike", "summon", "turn",
    "view",
)  # fmt: skip
NOTATION = ("bounds", "checks", "pending", "reading", "writing")
SETUP = ("bans", "building", "champions", "choices", "draft", "setup")
BOTS = (
    "endings", "evaluation", "features", "hands", "lane_memo", "nodes", "plays", "search", "settling", "tree", "turns",
)  # fmt: skip
MODULES = tuple(
    f"engine/{folder}{name}.py"
    for folder, names in (("", RULES), ("notation/", NOTATION), ("setup/", SETUP), ("bots/", BOTS))
    for name in names
)
"""The modules in which a server, the command line and a search spend their time."""
GROUP = "engine_compiled"
STAMP = ".compiled-from"
NEEDED = (
    "python -m tools.compile needs a C compiler and Python's header files: install them first "
    "(on Debian: apt install gcc libc6-dev python3-dev)."
)


def missing() -> str | None:
    """Return the reason why nothing can be compiled on this machine, None if it can."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    return None if shutil.which(compiler) and header.exists() else NEEDED


def fingerprint() -> str:
    """Return a key of the sources, Python and mypyc, by which a compiled engine is known to be up to date."""
    from mypy.version import __version__

    digest = hashlib.sha256(f"{sys.version} {__version__} {MODULES}".encode())
    for path in sorted((ROOT / "engine").rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def compile_into(folder: Path, optimisation: str = "2") -> None:
    """Copy the engine into `folder` and compile it there, unless that is done already."""
    stamp, made_from = folder / STAMP, fingerprint()
    if stamp.exists() and stamp.read_text("ascii") == made_from:
        print(f"The compiled engine in {shown(folder)} is up to date.")
        return
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    compile_in_place(folder, optimisation)
    stamp.write_text(made_from, "ascii")
    print(f"To play with it: PYTHONPATH={shown(folder)}{os.pathsep}. {shown(Path(sys.executable))} -P -m app serve")


def shown(path: Path) -> str:
    """Return the path relative to the repository."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def compile_in_place(folder: Path, optimisation: str) -> None:
    """Compile the modules of `folder`/engine; the results are put next to their sources."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    print(f"Compiling {len(MODULES)} modules of the engine to C (some minutes)", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(folder)
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        options = ["--strict", "--python-version", version, f"--cache-dir={os.devnull}"]
        modules = mypycify(
            [*options, *MODULES], opt_level=optimisation, debug_level="0", target_dir=scratch, group_name=GROUP
        )
        command = build_ext(Distribution({"name": "engine", "ext_modules": modules}))
        command.inplace = True
        command.build_lib = command.build_temp = scratch
        command.ensure_finalized()
        command.run()


def main() -> int:
    """Compile; returns 1, with a sentence, where that is impossible."""
    read = argparse.ArgumentParser(description="Compile the engine's busiest modules to C.")
    read.add_argument("--here", action="store_true", help="next to the sources, not into build/compiled")
    read.add_argument("--optimisation", default="2", choices=("0", "1", "2", "3"), help="the C compiler's -O")
    asked = read.parse_args()
    why = missing()
    if why is not None:
        print(why, file=sys.stderr)
        return 1
    if asked.here:
        compile_in_place(ROOT, asked.optimisation)
    else:
        compile_into(FOLDER, asked.optimisation)
    return 0


if __name__ == "__main__":
    sys.exit(main())
