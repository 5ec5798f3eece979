"""The wheel from build to duel in every Python that it names, as `pipx` installs it: with the newest of what it needs.

Pythons are found on the PATH (python3.14), or CLASH_TEST_PYTHONS names them as it would name folders of a PATH. A
registry of packages must answer.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.need import missing
from tests.tools.packages.installed import Installed, play_a_duel
from tools.packages import build

VERSIONS = ("3.11", "3.13", "3.14")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Provide the wheel and the source archive."""
    return build.build_site(tmp_path_factory.mktemp("packages"))


def python(version: str) -> str:
    """Return a Python of this version, or skip the test. It may be a launcher that has none to launch."""
    named = os.environ.get("CLASH_TEST_PYTHONS", "").split(os.pathsep)
    for found in (*named, f"python{version}"):
        if path := shutil.which(found):
            asked = [path, "-c", "import sys, venv; print('%s.%s' % sys.version_info[:2])"]
            if subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version:
                return path
    return missing(f"Python {version}", f"python{version}")


@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_installed_and_a_duel_is_played(packages: tuple[Path, Path], version: str, tmp_path: Path) -> None:
    clean = Installed(tmp_path, python(version))
    clean.pip("install", "--quiet", f"{packages[0]}[postgresql,redis]")
    clean.pip("check")
    with clean.serving() as address:
        play_a_duel(address)


def test_its_metadata_and_contents_are_whole(packages: tuple[Path, Path], tmp_path: Path) -> None:
    judges = Installed(tmp_path)
    judges.pip("install", "--quiet", "twine", "check-wheel-contents", "validate-pyproject[all]")
    wheel, archive = packages
    shutil.unpack_archive(archive, tmp_path)
    (described,) = tmp_path.glob("clash_of_decks-*/pyproject.toml")
    for judge, *about in (
        ("twine", "check", "--strict", str(wheel), str(archive)),
        ("check-wheel-contents", "--config", str(build.ROOT / "pyproject.toml"), str(wheel)),
        ("validate-pyproject", str(described), str(build.ROOT / "pyproject.toml")),
    ):
        done = subprocess.run([judges.bin / judge, *about], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
