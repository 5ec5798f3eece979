"""The environments' wheel in an environment with what it names as needed: its README, and its learner."""

from __future__ import annotations

import doctest
import re
from importlib.metadata import requires
from pathlib import Path

import pytest

from tests.tools.packages.installed import Installed
from tools.packages import build
from tools.packages.build import ENGINE, GYM

README = GYM.about / "README.md"
NEEDED = ("numpy", "gymnasium", "pettingzoo", "cloudpickle", "farama-notifications", "typing-extensions")
FOR_OPENSPIEL = ("open-spiel", "absl-py", "attrs", "ml-collections", "scipy", "PyYAML")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Provide the engine, the environments, and what they need: no OpenSpiel."""
    folder = tmp_path_factory.mktemp("packages")
    clean = Installed(tmp_path_factory.mktemp("clean"))
    clean.install(*(build.build(package, folder)[0] for package in (ENGINE, GYM)))
    clean.lend(NEEDED)
    return clean


def test_what_is_lent_is_what_the_wheel_asks_for(installed: Installed) -> None:
    code = "import importlib.metadata as m; print(*m.requires('clash-of-decks-gym'), sep='\\n')"
    wanted = [line for line in installed.run("-c", code).stdout.splitlines() if "extra" not in line]
    assert wanted[0] == f"clash-of-decks-engine=={build.version()}"
    named = {re.split(r"[<>=]", line)[0] for line in wanted[1:]}
    further = {re.split(r"[<>=;~ ]", line)[0] for name in named for line in requires(name) or [] if "extra" not in line}
    assert named | further == set(NEEDED)


def test_the_learner_of_the_readme_learns_and_keeps_its_policy(installed: Installed) -> None:
    assert "python -m clash_of_decks_gym.examples.train --minutes 4 --out policy.npy" in README.read_text("utf-8")
    command = ["-m", "clash_of_decks_gym.examples.train", "--minutes", "0.02", "--matches", "10", "--out", "p.npy"]
    done = installed.run(*command)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^10 other matches against level 1: \d+ % won", done.stdout, re.MULTILINE)
    assert (installed.folder / "p.npy").exists()


def test_the_examples_of_its_readme_do_what_the_page_shows(installed: Installed, tmp_path: Path) -> None:
    assert len(doctest.DocTestParser().get_examples(README.read_text("utf-8"))) > 20
    installed.lend(FOR_OPENSPIEL)
    done = installed.run("-m", "doctest", str(README))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
