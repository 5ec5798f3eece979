"""The engine's wheel in an environment with nothing else: what its README says, its types, its command line."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.engine.language import duel, side
from tests.tools.packages.installed import Installed
from tools.packages import build
from tools.packages.build import ENGINE, ROOT, renamed

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


def test_its_command_line_answers(installed: Installed) -> None:
    position = duel(A=side("* gnome boom"), B=side("* ogre")).shown
    command = [str(installed.bin / "clash-of-decks")]
    asked = json.dumps({"position": position, "legal": True}) + "\n"
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=60)
    assert {"type": "end_summon"} in json.loads(done.stdout)["legal"]
    usage = installed.run("-m", "clash_of_decks", "what")
    assert (usage.returncode, usage.stderr[:30]) == (2, "usage: python -m clash_of_deck")


def test_a_strict_checker_finds_its_types(installed: Installed, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from clash_of_decks.match import Match, Options\n"
        "match: Match = Match.new(Options(seed=1))\n"
        "reveal_type(match.status)\n"
        "match.apply('C', {})\n",
        "utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed.python)]
    found = subprocess.run(
        [*command, "--cache-dir", str(tmp_path / "cache"), str(program)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        timeout=300,
    )
    assert 'Revealed type is "str"' in found.stdout
    assert "has incompatible type \"Literal['C']\"" in found.stdout or 'expected "Literal' in found.stdout
    assert "Found 1 error" in found.stdout


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("from engine import cards\n", "from clash_of_decks import cards\n"),
        ("    from engine.setup.views import View\n", "    from clash_of_decks.setup.views import View\n"),
        ("import engine.match\n", "import clash_of_decks.match\n"),
        ("from tools.packages.gym.spaces import SIZE\n", "from clash_of_decks_gym.spaces import SIZE\n"),
        ('"""`python -m engine replay`"""\n', '"""`python -m clash_of_decks replay`"""\n'),
        ("from engineering import x\n", "from engineering import x\n"),
        ("engine = motor.engine\n", "engine = motor.engine\n"),
    ],
)
def test_only_imports_are_renamed(line: str, expected: str) -> None:
    assert renamed(line) == expected


def test_the_licence_is_inside(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[0]) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith("LICENSE")]
        assert packed.read(name) == (ROOT / "LICENSE").read_bytes()
