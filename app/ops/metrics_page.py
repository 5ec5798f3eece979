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
from app.ops.counts import site_counter
from app.web.limits import Limit
from app.web.metrics import metrics

router = APIRouter(tags=["operation"])


@router.get(
    "/metrics",
    response_class=Response,
    dependencies=[Depends(Limit("ask"))],
    responses={404: {"description": "switched off"}},
)
async def get_metrics(request: Request) -> Response:
    """Return Prometheus figures of the worker that answers, and a few of the whole site (clash_site_…)."""
    state = request.app.state
    if not state.settings.metrics:
        raise AppError(Code.no_page)
    figures = metrics(request)
    with suppress(AppError):  # without the database, this worker's own figures all the same
        figures.set_site(state.bus.worker, await state.database.read(site_counter(request).read))
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)
