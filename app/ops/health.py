"""`GET /healthz`: this process answers. `GET /readyz`: it can also do its work."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from app import migrate
from app.db import Database
from app.errors import AppError

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """Alive."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """Whether each part works, in a word each."""

    status: Literal["ok", "unready"]
    database: Literal["ok", "away"]
    migrations: Literal["ok", "behind", "unknown"]
    redis: Literal["ok", "away", "none"]


@router.get("/healthz")
async def healthz() -> Health:
    """Liveness: the process answers."""
    return Health()


@router.get("/readyz", responses={503: {"model": Readiness}})
async def readyz(request: Request, response: Response) -> Readiness:
    """Readiness: the database is there and its tables are those of this code; without Redis all goes on, slower."""
    state = request.app.state
    database: Database = state.database
    try:
        revision = await database.read(_revision)
    except AppError:
        found = Readiness(status="unready", database="away", migrations="unknown", redis=_redis(request))
    else:
        current = revision == migrate.head()
        word: Literal["ok", "behind"] = "ok" if current else "behind"
        found = Readiness(status="ok" if current else "unready", database="ok", migrations=word, redis=_redis(request))
    response.status_code = 200 if found.status == "ok" else 503
    return found


def _revision(connection: sa.Connection) -> str | None:
    return migrate.revision_of(connection)


def _redis(request: Request) -> Literal["ok", "away", "none"]:
    if not request.app.state.settings.redis_url:
        return "none"
    return "ok" if request.app.state.bus.connected else "away"
