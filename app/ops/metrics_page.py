"""`GET /metrics`: Prometheus figures.

Each worker counts for itself: behind a proxy, let Prometheus ask every worker at its own address. Only the figures
clash_site_… are read from the database and are the same at all of them. See docs/hosting/operations.md.
"""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Depends
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    generate_latest,
)
from starlette.requests import Request
from starlette.responses import Response

from app.errors import AppError, Code
from app.web.current_site import site_of
from app.web.limits import Limit

router = APIRouter(tags=["operation"])


@router.get(
    "/metrics",
    response_class=Response,
    dependencies=[Depends(Limit("ask"))],
    responses={404: {"description": "switched off"}},
)
async def get_metrics(request: Request) -> Response:
    """Return Prometheus figures of the worker that answers, and a few of the whole site (clash_site_…)."""
    site = site_of(request)
    if not site.settings.metrics:
        raise AppError(Code.no_page)
    with suppress(AppError):  # without the database, this worker's own figures all the same
        site.metrics.set_site(site.bus.worker, await site.database.read(site.counter.read))
    return Response(generate_latest(site.metrics.registry), media_type=CONTENT_TYPE_LATEST)
