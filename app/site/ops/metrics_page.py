"""`GET /metrics`: Prometheus figures.

Each worker counts for itself: behind a proxy, let Prometheus ask every worker at its own address. Only the figures
clash_site_… are read from the database and are the same at all of them. See docs/hosting/operations.md.
"""

from __future__ import annotations

import asyncio
import math
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Depends
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    generate_latest,
)
from starlette.requests import Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.health import Watch
from app.base.live.bus import Bus
from app.base.settings import Settings
from app.base.store.database import Database
from app.base.web.limits import Limit
from app.base.web.metrics import Metrics
from app.base.web.services import service_of
from app.site.ops.counts import SiteCounter

SITE_SECONDS: Final = 2.0  # for what is read from the database; Prometheus waits ten

router = APIRouter(tags=["operation"])


@router.get(
    "/metrics",
    response_class=Response,
    dependencies=[Depends(Limit("ask"))],
    responses={404: {"description": "switched off"}},
)
async def get_metrics(request: Request) -> Response:
    """Return Prometheus figures of the worker that answers, and a few of the whole site (clash_site_…)."""
    if not service_of(request, Settings).metrics:
        raise AppError(Code.no_page)
    metrics = service_of(request, Metrics)
    metrics.set_disk(*await asyncio.to_thread(_disk, service_of(request, Settings).data_dir))
    # Without the database, or while it hangs, this worker's own figures all the same.
    if service_of(request, Watch).found.database == "ok":
        with suppress(AppError, TimeoutError):
            async with asyncio.timeout(SITE_SECONDS):
                counts = await service_of(request, Database).read(service_of(request, SiteCounter).read)
                metrics.set_site(service_of(request, Bus).worker, counts)
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


def _disk(folder: Path) -> tuple[float, float]:
    """Return the size of the folder's disk, and what is free of it."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return math.nan, math.nan
    return usage.total, usage.free
