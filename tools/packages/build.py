"""`make package`: what can be installed on its own, as wheels and source archives in build/packages.

`clash-of-decks` is the whole site, its tree as it is within one folder; it needs what requirements/site.in names, from
the locked version on until the next that may break it. `clash-of-decks-engine` is `engine/` under the name
`clash_of_decks`, `clash-of-decks-gym` is `tools/packages/gym/`: there imports are renamed on the way. Sources are
copied, then setuptools builds from the copy, without a network. `compiled` is another wheel of the site, for this
system and this Python alone, which holds what `tools.compile` has made, too: the image is built from it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.compile import FOLDER as COMPILED
from tools.i18n.compiled import compile_catalogues

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "packages"
NOT_SHIPPED = shutil.ignore_patterns("__pycache__", "*.so", "pyproject.toml", "README.md")
RENAMED = {"engine": "clash_of_decks", "tools.packages.gym": "clash_of_decks_gym"}
"""Packages of this repository, and their names when they are installed."""
_IMPORT = re.compile(rf"^(\s*(?:from|import) )({'|'.join(map(re.escape, RENAMED))})(?=[.\s])", re.MULTILINE)
_COMMAND = re.compile(rf"(python -m )({'|'.join(map(re.escape, RENAMED))})\b")
BACKEND = "import sys; from setuptools import build_meta as b; to, *how = sys.argv[1:]; "
BOTH = BACKEND + "b.build_sdist(to); b.build_wheel(to)"
WHEEL = BACKEND + "b.build_wheel(to, {'--build-option': how})"
HERE = (
    f"--python-tag=cp{sys.version_info.major}{sys.version_info.minor}",
    f"--plat-name={sysconfig.get_platform()}",
)
"""The name of a wheel with compiled modules says where it works."""
EPOCH = "1767225600"
"""The time of all files in the archives: the same tree gives the same bytes."""


@dataclass(frozen=True)
class Package:
    """One package: `source` is its code; pyproject.toml and README.md lie in `about`."""

    source: Path
    about: Path

    @property
    def name(self) -> str:
        """The name by which it is imported."""
        return RENAMED[".".join(self.source.relative_to(ROOT).parts)]


SITE = ROOT / "tools" / "packages" / "site"
SITE_PARTS = ("app", "engine", "migrations", "static", "templates")
EXTRAS = {"psycopg": "postgresql", "redis": "redis"}
"""Packages that only some sites need, and the extras of the site's wheel that bring them."""
ENGINE = Package(ROOT / "engine", ROOT / "tools" / "packages" / "engine")
GYM = Package(ROOT / "tools" / "packages" / "gym", ROOT / "tools" / "packages" / "gym")


def version() -> str:
    """Return the version of the project: all packages have it."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return str(described["project"]["version"])


def renamed(source: str) -> str:
    """Return a module's text with its imports of this repository renamed."""
    for pattern in (_IMPORT, _COMMAND):
        source = pattern.sub(lambda found: found[1] + RENAMED[found[2]], source)
    return source


def stage(package: Package, folder: Path) -> None:
    """Write the package's source tree into `folder`, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    code = folder / package.name
    shutil.copytree(package.source, code, ignore=NOT_SHIPPED)
    (code / "py.typed").touch()
    for path in code.rglob("*.py"):
        path.write_text(renamed(path.read_text("utf-8")), "utf-8")
    described = (package.about / "pyproject.toml").read_text("utf-8")
    for unversioned, versioned in (
        ('version = "0"', f'version = "{version()}"'),
        ("-engine>=0", f"-engine=={version()}"),
    ):
        described = described.replace(unversioned, versioned)
    (folder / "pyproject.toml").write_text(described, "utf-8")
    (folder / "README.md").write_bytes((package.about / "README.md").read_bytes())
    shutil.copy(ROOT / "LICENSE", folder)


def site_needs() -> tuple[list[str], dict[str, list[str]]]:
    """Return what the site needs, and for each extra what that brings, as requirements of a wheel."""
    folder = ROOT / "requirements"
    locked: dict[str, str] = {}  # the oldest where Pythons differ
    for name, number in re.findall(
        r"^([\w.-]+)(?:\[[^]]*\])?==([\w.]+)", (folder / "site.txt").read_text("utf-8"), re.M
    ):
        locked[name] = min(number, locked.get(name, number), key=lambda each: [int(part) for part in each.split(".")])
    always: list[str] = []
    extras: dict[str, list[str]] = {name: [] for name in EXTRAS.values()}
    for line in (folder / "site.in").read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        asked, mark, where = (part.strip() for part in line.partition(";"))
        name = asked.partition("[")[0]
        number = locked[name]
        wanted = f"{asked}>={number}" + (f",<{int(number.split('.')[0]) + 1}" if not number.startswith("0.") else "")
        wanted += f"{mark} {where}" if mark else ""
        (extras[EXTRAS[name]] if name in EXTRAS else always).append(wanted)
    return always, extras


def stage_site(folder: Path) -> None:
    """Write the source tree of the site's package into `folder`, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    if not (ROOT / "static" / "vendor" / ".built").exists():
        raise SystemExit("static/vendor has not been made: run `make install` first.")
    code = folder / "clash_of_decks_site"
    shutil.copytree(SITE, code, ignore=NOT_SHIPPED)
    for part in SITE_PARTS:
        shutil.copytree(ROOT / part, code / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    compile_catalogues(code / "app" / "base" / "i18n" / "locales")
    always, extras = site_needs()
    about, _, _ = (ROOT / "pyproject.toml").read_text("utf-8").partition("[build-system]")
    about = re.sub(r"^dynamic = .*$", lambda _: f"dependencies = {json.dumps(always, indent=4)}", about, flags=re.M)
    table = "\n".join(f"{name} = {json.dumps(needed)}" for name, needed in extras.items())
    built = (SITE / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text(f"{about}[project.optional-dependencies]\n{table}\n\n{built}", "utf-8")
    (folder / "README.md").write_bytes((SITE / "README.md").read_bytes())
    shutil.copy(ROOT / "LICENSE", folder)


def build(package: Package, folder: Path) -> tuple[Path, Path]:
    """Build a package into `folder`; returns its wheel and its source archive."""
    stage(package, folder / "scratch")
    return _archives(folder)


def build_site(folder: Path) -> tuple[Path, Path]:
    """Build the site's package into `folder`; returns its wheel and its source archive."""
    stage_site(folder / "scratch")
    return _archives(folder)


def build_compiled_site(folder: Path, compiled: Path) -> Path:
    """Build a wheel of the site for this system, with the modules that were compiled into the folder `compiled`."""
    stage_site(folder / "scratch")
    made = list(compiled.rglob("*.so"))
    if not made:
        raise SystemExit("Nothing has been compiled: run `python -m tools.compile` first.")
    for module in made:
        shutil.copy2(module, folder / "scratch" / "clash_of_decks_site" / module.relative_to(compiled))
    (wheel,) = _built(folder, WHEEL, *HERE)
    return wheel


def _archives(folder: Path) -> tuple[Path, Path]:
    archive, wheel = sorted(_built(folder, BOTH), key=lambda made: made.suffix)
    return wheel, archive


def _built(folder: Path, backend: str, *how: str) -> list[Path]:
    """Return what the backend makes of the sources in `folder`/scratch; it is put into `folder`."""
    scratch, made = folder / "scratch", folder / "made"
    made.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", backend, str(made), *how],
        cwd=scratch,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    results = [each.replace(folder / each.name) for each in made.iterdir()]
    shutil.rmtree(scratch)
    made.rmdir()
    return results


def main() -> None:
    """Build the packages that are asked for and print where they are."""
    read = argparse.ArgumentParser(description="Build the packages that can be installed by themselves.")
    read.add_argument("--folder", type=Path, default=FOLDER, help="where to put them")
    ways: dict[str, Callable[[Path], Iterable[Path]]] = {
        "site": build_site,
        "engine": partial(build, ENGINE),
        "gym": partial(build, GYM),
        "compiled": lambda folder: [build_compiled_site(folder, COMPILED)],
    }
    read.add_argument("which", nargs="+", choices=ways, help="`compiled` is the site's, with compiled modules")
    asked = read.parse_args()
    folder: Path = asked.folder.resolve()
    for made in [made for name in asked.which for made in ways[name](folder)]:
        print(f"{made.relative_to(ROOT) if made.is_relative_to(ROOT) else made}  {made.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
