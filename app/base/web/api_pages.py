"""The OpenAPI description at /openapi.json, and the page at /docs that shows it."""

import orjson
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.base.web.limits import Limit
from app.base.web.page_cache import cached_answer, cached_page

router = APIRouter()


@router.get("/docs", include_in_schema=False, dependencies=[Depends(Limit("ask"))])
async def docs(request: Request) -> Response:
    """Show the API, to read and to try out."""
    return await cached_page(request, "base/web/docs.html", None, dict)


@router.get("/openapi.json", include_in_schema=False, dependencies=[Depends(Limit("ask"))])
async def description(request: Request) -> Response:
    """Return the OpenAPI description."""

    def draw() -> str:
        return orjson.dumps(request.app.openapi()).decode()

    return await cached_answer(request, "openapi.json", draw, media_type="application/json", in_thread=True)
