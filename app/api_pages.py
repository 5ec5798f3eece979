"""The page at /docs that shows the API, from the OpenAPI description at /openapi.json."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from app.security.limits import Limit

router = APIRouter()


@router.get("/docs", include_in_schema=False, dependencies=[Depends(Limit("ask"))])
async def docs(request: Request) -> HTMLResponse:
    """The API, to read and to try out."""
    page: HTMLResponse = request.app.state.templates.page(request, "api_pages/docs.html")
    return page
