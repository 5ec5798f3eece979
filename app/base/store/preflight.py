"""Checks before the server starts: one sentence for each missing part."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.base.settings import Settings
from app.base.store.database import make_engine
from app.base.store.migrate import UnknownRevision, migrate

ENDS: Final = " :.\t"

log = structlog.get_logger(__name__)


class StartError(Exception):
    """The server cannot start; the text is one sentence for the host."""


def prepare(settings: Settings) -> None:
    """Make sure of data folder, secret and database, with the tables of this code; StartError if one is missing."""
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        made = not settings.has_secret
        _ = settings.secret_key
        engine = make_engine(settings.database)
        try:
            migrate(engine)
            if made:
                _report_secret(settings, engine)
        finally:
            engine.dispose()
    except UnknownRevision as error:
        raise StartError(str(error)) from error
    except OSError as error:
        path = error.filename or settings.data_dir
        raise StartError(f"The data folder cannot be used: {error.strerror or error} ({path}).") from error
    except (SQLAlchemyError, ValueError) as error:
        raise StartError(f"The database cannot be used: {in_short(error)}.") from error


def _report_secret(settings: Settings, engine: sa.Engine) -> None:
    """Log that a secret was made; guests signed in with the old one are signed out by that."""
    with engine.connect() as connection:
        guests = connection.execute(sa.select(sa.func.count()).select_from(sa.table("players"))).scalar_one()
    path = str(settings.secret_path)
    if guests:
        log.warning("secret_made", file=path, guests=guests, means="They are signed out: put the old file back.")
    else:
        log.info("secret_made", file=path)


def in_short(error: Exception) -> str:
    """Return the complaint of a database, its driver or SQLAlchemy, in one line without its full stop."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0].strip(ENDS) if lines else type(error).__name__
