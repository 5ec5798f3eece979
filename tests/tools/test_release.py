"""A release: one version everywhere, a changelog that says how to upgrade, a workflow that the forge would take."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.__main__ import main
from app.main import create_app
from app.ops.status_page import StatusOut
from app.settings import Settings
from app.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ".github/workflows/release.yml"
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$", re.MULTILINE)
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


@pytest.mark.parametrize("schema", ["vendor.github-workflows", "custom.github-workflows-require-timeout"])
def test_the_workflow_is_valid(schema: str) -> None:
    command = [str(Path(sys.executable).with_name("check-jsonschema")), "--builtin-schema", schema, WORKFLOW]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_workflow_runs_no_action_that_may_change() -> None:
    used = re.findall(r"uses: (\S+)", (ROOT / WORKFLOW).read_text("utf-8"))
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)
