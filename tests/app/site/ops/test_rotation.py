"""Backups into a folder: tried by restoring them, the old ones deleted, nothing else touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.base.settings import Settings
from app.site.ops.backup import BackupError, backup
from app.site.ops.rotation import NAME, dated, kept, try_restore
from tests.support.backups import done, refused


def names(*ages: float) -> dict[str, datetime]:
    """Return the names of backups that are so many days old, on a Sunday evening."""
    now = datetime(2026, 11, 22, 20, tzinfo=UTC)
    return {when.strftime(NAME): when for when in (now - timedelta(days=age) for age in ages)}


def test_two_days_and_the_newest_of_each_day_week_and_revision_stay() -> None:
    backups = names(0, 0.1, 1, 2, 3, 8, 9, 15, 16, 30, 31)
    revisions = dict.fromkeys(backups, "0002") | dict.fromkeys(names(16, 31), "0001")
    stays = kept(backups, days=4, weeks=3, revisions=revisions)
    assert [name for name in backups if name in stays] == list(names(0, 0.1, 1, 2, 3, 8, 15, 16))
    assert kept(names(400), 1, 0, {}) == set(names(400)), "the last one is never deleted"


def test_a_backup_is_tried_and_old_ones_go(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    foreign = folder / "clash-of-mine.backup"
    for name in ["clash-20200101T000000Z.backup", "clash-20200102T000000Z.backup", foreign.name]:
        (folder / name).write_bytes(b"old")
    said = done("backup-folder", str(folder), "--days", "2", "--weeks", "0", data=settings.data_dir)
    assert "was restored to a temporary folder, and everything was there" in said
    [newest, older] = sorted(dated(folder), reverse=True)
    assert older == "clash-20200102T000000Z.backup"
    assert sorted(path.name for path in folder.iterdir()) == sorted([newest, older, foreign.name])
    done("restore", str(folder / newest), data=tmp_path / "elsewhere")


def test_a_backup_that_lacks_something_is_found_out(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "one.backup"
    summary = backup(settings, path)
    try_restore(path, summary)
    with closing(sqlite3.connect(settings.data_dir / "clash.db")) as site, site:
        site.execute("INSERT INTO players (id, name, created_at) VALUES ('x', 'Ann', 0)")
    later = tmp_path / "two.backup"
    backup(settings, later)
    with pytest.raises(BackupError, match="not what was backed up"):
        try_restore(later, summary)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(BackupError, match="not a whole backup"):
        try_restore(path, summary)
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".try")] == []


def test_a_folder_that_is_not_there_is_one_sentence(settings: Settings, tmp_path: Path) -> None:
    assert "There is no folder" in refused("backup-folder", str(tmp_path / "nowhere"), data=settings.data_dir)
