"""A release: one version everywhere, a changelog that says how to upgrade."""

import re
import tomllib
from pathlib import Path

import pytest

from app.__main__ import main
from app.base.settings import Settings
from app.base.version import VERSION
from app.main import create_app
from app.site.ops.status_page import StatusOut

ROOT = Path(__file__).resolve().parents[2]
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
