"""The units for systemd: valid, hardened, and their very commands run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from app.base.settings import PREFIX, Settings
from tests.support.need import missing

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
INSTALLED = "/opt/clash-of-decks"


def lines(unit: Path, key: str) -> list[str]:
    """Return the values of a key."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text("utf-8"), re.MULTILINE)


def here(text: str, tmp_path: Path) -> str:
    """Return a text of a unit with the folders of this test in place of those of a machine."""
    places = {INSTALLED: ROOT, "/etc/": tmp_path, "/var/lib/": tmp_path, "/var/backups/": tmp_path / "backups"}
    for place, folder in places.items():
        text = text.replace(place, f"{folder}/" if place.endswith("/") else str(folder))
    return text


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        missing("systemd-analyze", "systemd")
    for each in UNITS:
        text = each.read_text("utf-8").replace("User=clash", "User=root").replace("Group=clash", "Group=root")
        (tmp_path / each.name).write_text(here(text, tmp_path), "utf-8")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / unit.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name)
def test_a_service_is_hardened_and_has_the_settings_that_every_command_has(unit: Path) -> None:
    assert lines(unit, "User") == ["clash"]
    for key, value in {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes"}.items():
        assert lines(unit, key) == [value]
    assert all("-m app --env-file /etc/clash-of-decks.env " in one for one in lines(unit, "ExecStart"))


def test_the_command_of_the_backup_runs(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "backups" / "clash-of-decks").mkdir(parents=True)
    settings.data_dir.rename(tmp_path / "clash-of-decks")
    unit = next(unit for unit in UNITS if unit.name.endswith("backup.service"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    page = (ROOT / "docs" / "hosting" / "operations.md").read_text("utf-8")
    [first] = re.findall(r"^    echo (\S+) > /etc/clash-of-decks.env$", page, re.MULTILINE)
    (tmp_path / "clash-of-decks.env").write_text(here(first, tmp_path), "utf-8")
    [command] = lines(unit, "ExecStart")
    ended = subprocess.run(
        shlex.split(here(command, tmp_path)), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "everything was there" in ended.stderr
    assert len(list((tmp_path / "backups" / "clash-of-decks").glob("clash-*.backup"))) == 1
