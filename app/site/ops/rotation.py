"""Backups into a folder: each is tried by restoring it to a temporary place, and old ones are deleted.

All of the last 48 hours stay, and the newest of each of the last days, of the last weeks, and of each revision.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Hashable, Iterable, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

from app.base.settings import Settings
from app.site.ops.backup import BackupError, Summary, backup, restore, revision_in

T = TypeVar("T", bound=Hashable)
NAME: Final = "clash-%Y%m%dT%H%M%SZ.backup"
ALL_OF: Final = timedelta(hours=48)
COUNTED: Final = ("matches", "actions", "players")


def backup_to_folder(settings: Settings, folder: Path, *, days: int, weeks: int) -> tuple[Path, Summary]:
    """Write a backup into the folder, try it, and delete those that need not stay; BackupError, UnknownRevision.

    A backup that cannot be restored is kept under another name for inspection, and nothing is deleted.
    """
    path = folder / time.strftime(NAME, time.gmtime())
    summary = backup(settings, path)
    try:
        try_restore(path, summary)
    except BackupError:
        path.replace(path.with_suffix(".broken"))
        raise
    found = dated(folder)
    for old in set(found) - kept(found, days, weeks, {name: revision_in(folder / name) for name in found}):
        (folder / old).unlink(missing_ok=True)
    return path, summary


def try_restore(path: Path, summary: Summary) -> None:
    """Restore a backup to a temporary folder next to it and open the result; BackupError unless it is complete."""
    with tempfile.TemporaryDirectory(prefix=".try-", dir=path.parent) as name:
        settings = Settings(data_dir=Path(name), database_url="", secret=None)
        restore(settings, path, new=True)
        database = Path(name, "clash.db")
        with closing(sqlite3.connect(database)) as file:
            counts = tuple(file.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED)
            broken = file.execute("PRAGMA foreign_key_check").fetchone()
    if counts != (summary.matches, summary.actions, summary.players) or broken is not None:
        raise BackupError(f"{path} was written, but what is restored from it is not what was backed up.")


def dated(folder: Path) -> dict[str, datetime]:
    """Return the names of the backups in the folder, with their times; nothing else there is touched."""
    found: dict[str, datetime] = {}
    for path in folder.iterdir():
        try:
            found[path.name] = datetime.strptime(path.name, NAME).replace(tzinfo=UTC)
        except ValueError:
            continue
    return found


def kept(backups: dict[str, datetime], days: int, weeks: int, revisions: Mapping[str, str | None]) -> set[str]:
    """Return the names of those that stay: all of the last 48 hours, the newest of each of the last days and weeks that
    have one, and the newest of each revision of the database, to which an older version may have to go back."""
    newest_first = sorted(backups, key=lambda name: backups[name], reverse=True)
    recent = {name for name in newest_first if backups[newest_first[0]] - backups[name] <= ALL_OF}
    by_revision = {name: found for name in newest_first if (found := revisions.get(name))}
    by_day = {name: backups[name].date().toordinal() for name in newest_first}
    by_week = {name: (day - 1) // 7 for name, day in by_day.items()}
    of_days, of_weeks = _first_of_each(by_day.items(), days), _first_of_each(by_week.items(), weeks)
    return {*recent, *of_days, *of_weeks, *_first_of_each(by_revision.items(), len(by_revision))}


def _first_of_each(found: Iterable[tuple[str, T]], most: int) -> list[str]:
    """Return the first name of each period or revision, at most `most` of them."""
    first: dict[T, str] = {}
    for name, period in found:
        first.setdefault(period, name)
    return list(first.values())[:most]
