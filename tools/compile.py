"""The engine, and what draws tables, compiled to C by mypyc, in build/compiled; it is optional.

A compiled module lies next to its source, and Python prefers it. build/compiled is the site's tree: links to it, and
copies of what is compiled. With that folder before the repository on Python's path (`PYTHONPATH=build/compiled:.
python -P …`) the site plays with it; `python -m tools.packages.build compiled` makes a wheel of both.
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
PACKAGES = ("engine", "app/matches/table")
"""The parts that are compiled: the modules in which a server, the command line and a search spend their time."""
LEFT = (
    "app/matches/table/hint.py", "engine/__main__.py", "engine/events/", "engine/json_fields.py",
    "engine/notation/types.py", "engine/record.py", "engine/setup/options.py", "engine/setup/views.py",
)  # fmt: skip
"""The modules that are not compiled: types, which a compiled module would not keep for their readers; and readers of
options: Python refuses what is of a wrong type by a sentence of its own, where C would raise TypeError."""
GROUP = "clash_compiled"
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


def modules(root: Path) -> list[str]:
    """Return the paths of the modules to be compiled, from `root` on."""
    found = [
        path for package in PACKAGES for path in sorted((root / package).rglob("*.py")) if path.name != "__init__.py"
    ]
    return [name for path in found if not (name := path.relative_to(root).as_posix()).startswith(LEFT)]


def fingerprint() -> str:
    """Return a key of the sources, Python and mypyc, by which compiled modules are known to be up to date."""
    from mypy.version import __version__

    digest = hashlib.sha256(f"{sys.version} {__version__}".encode())
    for path in modules(ROOT):
        digest.update(path.encode() + b"\0" + (ROOT / path).read_bytes())
    return digest.hexdigest()


def compile_into(folder: Path, optimisation: str, python: str) -> None:
    """Copy what is compiled into `folder` and compile it, unless that is done already; link the rest of the site.
    `python` has the site's packages."""
    stamp, made_from = folder / STAMP, fingerprint()
    if stamp.exists() and stamp.read_text("ascii") == made_from:
        link_rest(folder)
        print(f"The compiled modules in {shown(folder)} are up to date.")
        return
    shutil.rmtree(folder, ignore_errors=True)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    link_rest(folder)
    compile_in_place(folder, optimisation, python)
    stamp.write_text(made_from, "ascii")
    print(f"To play with it: PYTHONPATH={shown(folder)}{os.pathsep}. {shown(Path(sys.executable))} -P -m app serve")


def link_rest(folder: Path) -> None:
    """Link in `folder` what lies next to the compiled packages, as it is now."""
    for package in PACKAGES:
        for parent in Path(package).parents[:-1]:  # of app/matches/table: app/matches and app
            copy = folder / parent
            for link in copy.iterdir():
                if link.is_symlink() and not link.exists():
                    link.unlink()
            for path in (ROOT / parent).iterdir():
                if path.name != "__pycache__" and not (copy / path.name).exists():
                    (copy / path.name).symlink_to(path)


def shown(path: Path) -> str:
    """Return the path relative to the repository."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def compile_in_place(folder: Path, optimisation: str, python: str) -> None:
    """Compile the modules of `folder`; the results are put next to their sources."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    sources = modules(folder)
    print(f"Compiling {len(sources)} modules to C (some minutes)", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(folder)
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        # Types are checked elsewhere: here they only have to be known.
        options = [
            "--follow-imports=silent",
            "--ignore-missing-imports",
            "--config-file=",
            f"--python-executable={python}",
        ]
        options += ["--explicit-package-bases", "--python-version", version, f"--cache-dir={os.devnull}"]
        extensions = mypycify(
            [*options, *sources], opt_level=optimisation, debug_level="0", target_dir=scratch, group_name=GROUP
        )
        command = build_ext(Distribution({"name": GROUP, "ext_modules": extensions}))
        command.inplace = True
        command.build_lib = command.build_temp = scratch
        command.ensure_finalized()
        command.run()


def main() -> int:
    """Compile; returns 1, with a sentence, where that is impossible."""
    read = argparse.ArgumentParser(description="Compile the engine and what draws tables to C.")
    read.add_argument("--python", default=sys.executable, help="the Python that has the site's packages")
    read.add_argument("--optimisation", default="2", choices=("0", "1", "2", "3"), help="the C compiler's -O")
    asked = read.parse_args()
    why = missing()
    if why is not None:
        print(why, file=sys.stderr)
        return 1
    compile_into(FOLDER, asked.optimisation, asked.python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
