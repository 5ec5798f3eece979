"""Backups: one SQLite file, whichever database the site uses, taken while players play.

Because the file is the same for both, a backup also moves a site from SQLite to PostgreSQL and back. It holds all that
must last, the secrets in the data folder included. See docs/decisions/backups.md.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import quote

import sqlalchemy as sa

from app.base.settings import Settings
from app.base.store import migrate
from app.base.store.database import make_engine, parsed_url
from app.base.store.preflight import in_short
from app.matches.core.sync import DEAD_AFTER
from app.site.push.vapid import FILE as VAPID_FILE

FORMAT: Final = 1
PASSING: Final = ("presence", "visits", "workers")  # true of running processes only
REVISION: Final = "alembic_version"
NOTES: Final = "backup"  # the table that makes a SQLite file a backup
NEWER: Final = "{path} was written by a newer version of the game: install that one first."
CHUNK: Final = 500
POLL_SECONDS: Final = 0.2  # seconds
MEGABYTE: Final = 1024 * 1024
SEAL: Final = b"Clash of Decks, SHA-256 of all before: "
"""The bytes after the last page of SQLite's file, which ignores them; the digest follows."""
SEAL_BYTES: Final = len(SEAL) + 32


class BackupError(Exception):
    """A backup cannot be made or restored; the text is one sentence for the host. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The content of a backup."""

    matches: int
    actions: int
    players: int
    at: float


# --- making one


def backup(settings: Settings, path: Path, *, force: bool = False) -> Summary:
    """Write the site's present state to `path`; `force` replaces a file that is there. BackupError, UnknownRevision."""
    if path.exists() and not force:
        raise BackupError(f"{path} exists already: choose another name, or say --force to replace it.")
    if not path.parent.is_dir():
        raise BackupError(f"There is no folder {path.parent}.")
    if not _is_there(settings):
        raise BackupError(f"There is no database {settings.shown_database}.")
    with _draft(path.parent) as draft, _database(settings) as engine:
        revision = _known_revision(engine)
        if engine.dialect.name == "sqlite":
            _copy_file(Path(engine.url.database or ""), draft)
        else:
            _copy_out(engine, draft, revision)
        summary = _finish(draft, revision, _secrets(settings))
        draft.replace(path)
        _sync(path.parent)
    return summary


@contextmanager
def _draft(folder: Path) -> Iterator[Path]:
    """Provide a file that nobody else may read; it is deleted afterwards unless it was renamed."""
    number, name = tempfile.mkstemp(prefix=".backup-", suffix=".db", dir=folder)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for file in (draft, *(draft.with_name(f"{draft.name}{end}") for end in ("-wal", "-shm", "-journal", ".lock"))):
            file.unlink(missing_ok=True)


@contextmanager
def _database(settings: Settings) -> Iterator[sa.Engine]:
    engine = make_engine(settings.database)
    try:
        yield engine
    except sa.exc.SQLAlchemyError as error:
        raise BackupError(f"The database cannot be used: {in_short(error)}.") from error
    finally:
        engine.dispose()


def _known_revision(engine: sa.Engine) -> str:
    """Return the revision of a database that holds a site; UnknownRevision, BackupError for one that is empty."""
    with engine.connect() as connection:
        revision = migrate.revision_of(connection)
    if revision is None:
        raise BackupError("The database is empty: there is nothing to back up.")
    migrate.check_known(revision)
    return revision


def _copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file with SQLite's own online backup: one consistent moment, writers continue."""
    with closing(sqlite3.connect(source)) as from_, closing(sqlite3.connect(target)) as to:
        from_.backup(to)


def _copy_out(engine: sa.Engine, target: Path, revision: str) -> None:
    """Copy everything that one transaction sees into a SQLite file with the same tables."""
    into = make_engine(f"sqlite:///{target}")
    reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    try:
        with reading.connect() as source, into.execution_options(writing=True).begin() as sink:
            source.execute(sa.text("SET LOCAL statement_timeout = 0"))
            migrate.upgrade(sink, revision)
            _copy_rows(source, sink)
    finally:
        into.dispose()


def _copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """Copy the rows of all lasting tables, those that others refer to first. Both have the same tables."""
    from_, to = sa.MetaData(), sa.MetaData()
    from_.reflect(source)
    to.reflect(target)
    for table in to.sorted_tables:
        if table.name not in (*PASSING, REVISION, NOTES):
            rows = source.execution_options(yield_per=CHUNK).execute(sa.select(from_.tables[table.name]))
            left = _left_out(table)
            for some in rows.mappings().partitions():
                target.execute(sa.insert(table), [{**row, **left} for row in some])


def _left_out(table: sa.Table) -> dict[str, None]:
    """Return null for each column that names a row of a passing table: an unfinished analysis waits again."""
    return {key.parent.name: None for key in table.foreign_keys if key.column.table.name in PASSING}


def _secrets(settings: Settings) -> dict[str, str | None]:
    """Return the files outside the database: the secrets of sessions and of web push."""
    key = settings.data_dir / VAPID_FILE
    return {
        "secret": settings.secret_key if settings.secret is None and settings.has_secret else None,
        "vapid": key.read_text("utf-8") if key.exists() and settings.vapid_key is None else None,
    }


def _finish(draft: Path, revision: str, secrets: dict[str, str | None]) -> Summary:
    """Make the file whole: without the rows of running processes, with a description of itself, in one piece."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as file:
        file.execute("PRAGMA foreign_keys=ON")  # references to passing rows are emptied
        there = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in there.intersection(PASSING):  # an older version may lack some
            file.execute(f"DELETE FROM {table}")
        file.execute(f"CREATE TABLE {NOTES} (name TEXT PRIMARY KEY, value)")
        notes = {"format": FORMAT, "revision": revision, "at": time.time(), "sealed": "sha256", **secrets}
        file.executemany(f"INSERT INTO {NOTES} VALUES (?, ?)", notes.items())
        file.execute("PRAGMA journal_mode=DELETE")
        file.execute("VACUUM")
        summary = _summary(file)
    with draft.open("r+b") as whole:
        digest = _digest(whole, draft.stat().st_size)
        whole.seek(0, os.SEEK_END)
        whole.write(SEAL + digest)
    _sync(draft)
    return summary


def _digest(file: BinaryIO, size: int) -> bytes:
    """Return the SHA-256 of the first `size` bytes of a file."""
    digest = hashlib.sha256()
    file.seek(0)
    while size > 0 and (read := file.read(min(size, MEGABYTE))):
        digest.update(read)
        size -= len(read)
    return digest.digest()


def _is_as_written(path: Path) -> bool:
    """True if no byte of a backup has changed since it was written; an older one, which has no seal, may be."""
    size = path.stat().st_size - SEAL_BYTES
    with path.open("rb") as file:
        file.seek(max(0, size))
        seal = file.read()
        if not seal.startswith(SEAL):
            return not _is_sealed(path)
        return seal.removeprefix(SEAL) == _digest(file, size)


def _is_sealed(path: Path) -> bool:
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as file:
        return file.execute(f"SELECT 1 FROM {NOTES} WHERE name = 'sealed'").fetchone() is not None


def _sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to disk (fsync)."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _summary(file: sqlite3.Connection) -> Summary:
    matches, actions, players = (
        file.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("matches", "actions", "players")
    )
    at = file.execute(f"SELECT value FROM {NOTES} WHERE name = 'at'").fetchone()[0]
    return Summary(matches, actions, players, at)


# --- going back to one


def check_folder(settings: Settings) -> None:
    """Raise BackupError where there is no data folder: with somebody else's settings, perhaps."""
    if not settings.data_dir.is_dir():
        raise BackupError(f"There is no data folder {settings.data_dir.absolute()}: is CLASH_DATA_DIR the site's?")


def _is_there(settings: Settings) -> bool:
    """Return False for a database of SQLite that has no file yet."""
    url = parsed_url(settings.database)
    return url.get_backend_name() != "sqlite" or Path(url.database or "").exists()


def restore(settings: Settings, path: Path, *, force: bool = False, new: bool = False) -> Summary:
    """Bring the site back to the state in `path`; `force` replaces a site that is not empty, `new` makes the data
    folder and the file of a database that are not there: a backup must not fill what nobody uses.

    The server must not be running. BackupError, UnknownRevision.
    """
    summary, secret, vapid = _checked(path)
    if new:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    check_folder(settings)
    if not new and not _is_there(settings):
        raise BackupError(f"There is no database {settings.shown_database}: if the site moves there, say --new.")
    with _draft(settings.data_dir) as draft, _database(settings) as engine:
        _check_place(engine, settings.shown_database, force=force)
        _copy_file(path, draft)
        _bring_up(draft)
        if engine.dialect.name == "sqlite":
            target = Path(engine.url.database or "")
            engine.dispose()
            _copy_file(draft, target)
            _sync(target)
        else:
            _copy_in(draft, engine)
    if secret is not None and settings.secret is None:
        _keep_secret(settings.data_dir / "secret", secret)
    if vapid is not None and settings.vapid_key is None:
        _keep_secret(settings.data_dir / VAPID_FILE, vapid)
    return summary


def revision_in(path: Path) -> str | None:
    """Return the revision of the database in a backup; None where the file is none."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as file:
            found = file.execute(f"SELECT value FROM {NOTES} WHERE name = 'revision'").fetchone()
    except sqlite3.DatabaseError:
        return None
    return found and str(found[0])


def _checked(path: Path) -> tuple[Summary, str | None, str | None]:
    """Return the content of a backup, its secret and its key for push services; BackupError unless it is whole."""
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    try:
        with closing(sqlite3.connect(path)) as file:
            notes = dict(file.execute(f"SELECT name, value FROM {NOTES}"))
            whole = file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            if notes["format"] > FORMAT:
                raise BackupError(NEWER.format(path=path))
            migrate.check_known(notes["revision"])
            summary = _summary(file)
        whole = whole and _is_as_written(path)
    except migrate.DatabaseTooNew as error:
        raise BackupError(NEWER.format(path=path)) from error
    except migrate.DatabaseTooOld as error:
        raise BackupError(f"{path} cannot be restored here. {error}") from error
    except (sqlite3.DatabaseError, KeyError, TypeError):
        whole = False
    if not whole:
        raise BackupError(f"{path} is not a whole backup of this game, or some of its bytes have changed since.")
    return summary, notes["secret"], notes.get("vapid")


def _check_place(engine: sa.Engine, shown: str, *, force: bool) -> None:
    """Raise BackupError if a server is running on the database, or if it holds something and `force` is not set."""
    with engine.connect() as connection:
        revision = migrate.revision_of(connection)
        if revision is None:
            return
        migrate.check_known(revision)
        beats = _beats(connection)
        filled = any(
            connection.execute(sa.text(f"SELECT 1 FROM {table} LIMIT 1")).first() for table in ("players", "matches")
        )
    if filled and not force:
        raise BackupError(f"The database {shown} is not empty: say --force to replace everything in it.")
    give_up = time.monotonic() + DEAD_AFTER
    while (
        beats and time.monotonic() < give_up
    ):  # a server that was killed has left its row, too, but it no longer beats
        time.sleep(POLL_SECONDS)
        with engine.connect() as connection:
            if _beats(connection) - beats:
                raise BackupError("The server is running: stop it first.")


def _beats(connection: sa.Connection) -> set[tuple[str, int]]:
    """Return the workers that are or were running, with their heart beats."""
    return {(row.id, row.beat) for row in connection.execute(sa.text("SELECT id, beat FROM workers"))}


def _bring_up(draft: Path) -> None:
    """Migrate the copy of a backup to the tables of this code."""
    engine = make_engine(f"sqlite:///{draft}")
    try:
        with engine.execution_options(writing=True).begin() as connection:
            connection.execute(sa.text(f"DROP TABLE {NOTES}"))
        migrate.migrate(engine)
    finally:
        engine.dispose()


def _copy_in(draft: Path, engine: sa.Engine) -> None:
    """Replace all rows in one transaction."""
    migrate.migrate(engine)
    from_ = make_engine(f"sqlite:///{draft}")
    try:
        with from_.connect() as source, engine.begin() as sink:
            sink.execute(sa.text("SET LOCAL statement_timeout = 0"))
            there = sa.MetaData()
            there.reflect(sink)
            for table in reversed(there.sorted_tables):
                if table.name != REVISION:
                    sink.execute(sa.delete(table))
            _copy_rows(source, sink)
    finally:
        from_.dispose()


def _keep_secret(path: Path, secret: str) -> None:
    """Store a secret: players keep their seats by it, and push services recognize the site by it."""
    draft = path.with_name(f".{path.name}.restored")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
