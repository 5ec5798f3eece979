"""The engine's wheel in an environment with nothing else: what its README says, its types, its command line."""

from __future__ import annotations

import doctest
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.tools.packages.installed import Installed
from tools.packages import build
from tools.packages.build import ENGINE

README = ENGINE.about / "README.md"


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build.build(ENGINE, tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def installed(archives: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    clean = Installed(tmp_path_factory.mktemp("clean"))
    clean.install(archives[0])
    return clean


def test_the_examples_of_its_readme_do_what_the_page_shows(installed: Installed) -> None:
    assert len(doctest.DocTestParser().get_examples(README.read_text("utf-8"))) > 20
    done = installed.run("-m", "doctest", str(README))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_holds_every_module_and_all_data_of_the_engine(archives: tuple[Path, Path]) -> None:
    wheel, archive = archives
    expected = {
        f"clash_of_decks/{path.relative_to(ENGINE.source).as_posix()}"
        for path in ENGINE.source.rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".so")
    } | {"clash_of_decks/py.typed"}
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert inside == expected
    with tarfile.open(archive) as source:
        members = {name.partition("/")[2] for name in source.getnames()}
    assert expected | {"LICENSE", "README.md", "pyproject.toml"} <= members


def test_the_same_tree_gives_the_same_bytes(archives: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, _ = build.build(ENGINE, tmp_path)
    assert wheel.read_bytes() == archives[0].read_bytes()


def test_it_needs_nothing_and_names_its_version(installed: Installed) -> None:
    code = "import importlib.metadata as m; d = m.distribution('clash-of-decks-engine'); print(d.requires, d.version)"
    assert installed.run("-c", code).stdout == f"None {build.version()}\n"
