"""`python -m app backup`, `python -m app backup-folder`, `python -m app restore` and `python -m app admin`."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.base.settings import Settings, SettingsError, load
from app.base.store.migrate import UnknownRevision
from app.base.store.preflight import in_short
from app.base.web import logs
from app.site.ops.backup import BackupError, Summary, backup, check_folder, restore
from app.site.ops.rotation import backup_to_folder

PIPE = "-"  # standard output or input instead of a file


def run_backup(file: str, *, force: bool) -> int:
    """Write a backup; print the result, or one sentence on why it failed. Return the exit code."""
    return _run("backup", lambda settings: _summary_line("Backed up", _backup(settings, file, force), settings))


def run_restore(file: str, *, force: bool, new: bool) -> int:
    """Restore a backup; print the result, or one sentence on why it failed. Return the exit code."""
    return _run("restore", lambda settings: _summary_line("Restored", _restore(settings, file, force, new), settings))


def run_rotation(folder: str, *, days: int, weeks: int) -> int:
    """Write a backup into a folder, try it and delete old ones, and print the result. Returns the exit code."""

    def act(settings: Settings) -> str:
        path, summary = backup_to_folder(settings, Path(folder), days=days, weeks=weeks)
        done = _summary_line("Backed up", summary, settings)
        return f"{done} {path} was restored to a temporary folder, and everything was there."

    return _run("backup", act)


def show_admin() -> int:
    """Print where the admin page is, and a password for it, ready to be set, where there is none. Returns the exit
    code."""
    try:
        settings = load()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The admin page is {settings.base_url or 'http://127.0.0.1:8000'}/admin.")
    if settings.admin_token is None:
        print("It has no password, so it is closed. Set this one, or your own, and start the site again:")
        print(f"CLASH_ADMIN_TOKEN={secrets.token_urlsafe(24)}")
    else:
        print("Its password is the setting CLASH_ADMIN_TOKEN.")
    return 0


def _run(command: str, act: Callable[[Settings], str]) -> int:
    try:
        settings = load()
        logs.configure(settings.model_copy(update={"log_level": "warning"}))
        print(act(settings), file=sys.stderr)
    except (BackupError, UnknownRevision, SettingsError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        print(f"The {command} has failed: {error.strerror or error}{where}.", file=sys.stderr)
        return 1
    except sqlite3.Error as error:
        print(f"The {command} has failed: {in_short(error)}.", file=sys.stderr)
        return 1
    return 0


def _summary_line(done: str, summary: Summary, settings: Settings) -> str:
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(summary.at))
    counts = f"{summary.matches} matches with {summary.actions} actions, {summary.players} players"
    where = f"{'into' if done == 'Restored' else 'from'} {settings.shown_database}"
    return f"{done} {counts}, as of {at}, {where}."


def _backup(settings: Settings, file: str, force: bool) -> Summary:
    if file != PIPE:
        return backup(settings, Path(file), force=force)
    with _on_disk(settings) as folder:
        written = Path(folder, "backup")
        summary = backup(settings, written)
        with written.open("rb") as source:
            shutil.copyfileobj(source, sys.stdout.buffer)
        return summary


def _on_disk(settings: Settings) -> tempfile.TemporaryDirectory[str]:
    """Return a folder for a draft in the data folder: the system's own is memory in a container."""
    check_folder(settings)
    return tempfile.TemporaryDirectory(prefix=".backup-", dir=settings.data_dir)


def _restore(settings: Settings, file: str, force: bool, new: bool) -> Summary:
    if file != PIPE:
        return restore(settings, Path(file), force=force, new=new)
    with _on_disk(settings) if settings.data_dir.is_dir() or not new else tempfile.TemporaryDirectory() as folder:
        received = Path(folder, "backup")
        with received.open("wb") as sink:
            shutil.copyfileobj(sys.stdin.buffer, sink)
        return restore(settings, received, force=force, new=new)
