"""The site's wheel in an environment with what it names as needed, and nothing of the tree: it serves a duel."""

from __future__ import annotations

import os
import re
import subprocess
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest

from app.base.version import VERSION
from tests.support.waiting import DEADLINE
from tests.tools.packages.installed import Installed, play_a_duel
from tools.packages import build
from tools.packages.build import ROOT, SITE_PARTS, site_needs


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build.build_site(tmp_path_factory.mktemp("packages"))[0]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Provide the site without its extras: neither PostgreSQL's driver nor Redis's."""
    clean = Installed(tmp_path_factory.mktemp("clean"))
    clean.install(wheel)
    locked = set(
        re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==", (ROOT / "requirements" / "site.txt").read_text("utf-8"), re.M)
    )
    here = {re.sub(r"[-_.]+", "-", found.name).lower() for found in distributions()}  # some are for other systems
    clean.lend(sorted(locked & here - {"psycopg", "psycopg-binary", "redis"}))
    return clean


def test_it_holds_every_file_of_the_site_that_the_tree_has(wheel: Path) -> None:
    kept = {
        path.relative_to(ROOT).as_posix()
        for part in SITE_PARTS
        for path in (ROOT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".so" and path.name != ".built"
    }
    with zipfile.ZipFile(wheel) as packed:
        inside = {name.partition("/")[2] for name in packed.namelist() if ".dist-info/" not in name}
    assert inside == {name.replace("messages.po", "messages.mo") for name in kept} | {"__init__.py"}


def test_it_names_each_package_once_and_those_of_some_sites_as_extras() -> None:
    always, extras = site_needs()
    named = [re.split(r"[<>=\[;]", line)[0] for line in always]
    assert len(named) == len(set(named)) > 30
    assert {"fastapi", "jinja2", "sqlalchemy"} <= set(named)
    assert [line.partition(">=")[0] for lines in extras.values() for line in lines] == ["psycopg[binary]", "redis"]


def test_a_duel_is_played_on_it(installed: Installed) -> None:
    with installed.serving() as address:
        play_a_duel(address)


def test_its_other_commands_answer_and_an_extra_that_is_missing_is_named(installed: Installed) -> None:
    def ask(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "CLASH_DATA_DIR": str(installed.folder / "data"), **settings}
        command = [str(installed.bin / "clash-of-decks"), *arguments]
        return subprocess.run(
            command, cwd=installed.folder, env=environment, capture_output=True, text=True, check=False,
            timeout=DEADLINE,
        )  # fmt: skip

    assert "CLASH_ADMIN_TOKEN=" in ask("admin").stdout
    assert ask("backup", "kept").returncode == 0 and (installed.folder / "kept").stat().st_size > 10_000
    refused = ask("serve", CLASH_REDIS_URL="redis://x", CLASH_DATABASE_URL="postgresql://x/y")
    named = re.findall(r"install 'build/packages/(\S+)\[(postgresql|redis)]'", refused.stderr)
    assert (refused.returncode, len(named)) == (1, 2)
    assert {wheel for wheel, _ in named} == {f"clash_of_decks-{VERSION}-py3-none-any.whl"}
