"""A release: one version everywhere, a changelog that says how to upgrade."""

import re
import tomllib
from pathlib import Path

import pytest

from app.__main__ import main
from app.main import create_app
from app.ops.status_page import StatusOut
from app.settings import Settings
from app.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$", re.MULTILINE)
PYTHON = re.compile(r"Python :: (3\.\d+)$")
IMAGE = re.compile(r"clash-of-decks:(\d+\.\d+\.\d+)")


def test_everything_says_the_same_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == VERSION
    assert create_app(Settings(data_dir=tmp_path)).openapi()["info"]["version"] == VERSION
    assert StatusOut.model_fields["version"].default == VERSION
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Clash of Decks {VERSION}\n"
    files = [ROOT / "docker-compose.yml", ROOT / "docker-compose.scale.yml", *(ROOT / "deploy").rglob("*.yaml")]
    assert {version for path in files for version in IMAGE.findall(path.read_text("utf-8"))} == {VERSION}
    assert f"newTag: {VERSION}" in (ROOT / "docs" / "hosting" / "kubernetes.md").read_text("utf-8")


def test_the_changelog_has_this_version_and_how_to_upgrade() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest, *_ = RELEASE.findall(changelog)
    assert newest == VERSION
    for version in RELEASE.findall(changelog):
        section = changelog.partition(f"## {version} ")[2].partition("\n## ")[0]
        assert "- For hosts: upgrade" in section
        assert f"| {version} |" in (ROOT / "docs" / "release.md").read_text("utf-8")
