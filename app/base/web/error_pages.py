"""Error answers: a page for a browser, JSON for everybody else."""

from __future__ import annotations

import html
from dataclasses import dataclass
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.base.complaints import complaint
from app.base.errors import AppError, Code
from app.base.web import request_id
from app.base.web.methods import allowed
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from engine.errors import EngineError

BY_STATUS = {code.status: code for code in (Code.no_page, Code.no_method, Code.too_large)}


def wants_html(request: Request) -> bool:
    """True if a browser opens a page: no program, and no page that requests a part."""
    headers = request.headers
    return (
        not request.url.path.startswith("/api/")
        and "hx-request" not in headers
        and "text/html" in headers.get("accept", "")
    )


@dataclass(frozen=True, kw_only=True)
class ErrorPage(PageContext):
    """A refusal; `reference`: by which the site host finds it in the log."""

    template = "base/web/error.html"
    sentence: str
    html: Markup
    status: int
    reference: str


def error_response(request: Request, error: AppError) -> Response:
    """Return the answer to a refused request: a page for a browser, {"error", "code"} for everybody else.

    Beyond a rate limit the answer is the sentence alone: refusing must cost less than the request.
    """
    if wants_html(request) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        text = f"<!doctype html><title>{error.status}</title><p>{html.escape(error.sentence)}</p>"
        return HTMLResponse(text, error.status, {**error.headers, "Cache-Control": "no-store"})
    if wants_html(request):
        is_ours = error.status >= HTTPStatus.INTERNAL_SERVER_ERROR  # what a visitor may report, and a host looks up
        shown = ErrorPage(
            sentence=error.sentence,
            html=error.html,
            status=error.status,
            reference=request_id.current() if is_ours else "",
        )
        page = service_of(request, Templates).show(request, shown, status=error.status)
        page.headers.update(error.headers)
        return page
    body = {"error": error.sentence, "code": error.code}
    return JSONResponse(body, status_code=error.status, headers=error.headers)


async def refuse_connection(scope: Scope, receive: Receive, send: Send, refusal: AppError) -> None:
    """Answer a request, or a socket that wants to open, with the refusal."""
    if scope["type"] == "websocket":
        socket = WebSocket(scope, receive, send)
        await socket.receive()
        await refuse_socket(socket, refusal)
    else:
        await error_response(Request(scope, receive), refusal)(scope, receive, send)


async def refuse_socket(socket: WebSocket, error: AppError) -> None:
    """Refuse a socket before it is accepted, with the same JSON as a request would get."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        body = {"error": error.sentence, "code": error.code}
        headers = {**error.headers, request_id.HEADER: request_id.current()}
        await socket.send_denial_response(JSONResponse(body, error.status, headers))
    else:
        await socket.close(1008)


async def _on_app_error(connection: HTTPConnection, error: Exception) -> Response | None:
    if isinstance(connection, WebSocket):  # refused at its route's door
        await refuse_socket(connection, AppError.of(error))
        return None
    assert isinstance(connection, Request)
    return error_response(connection, AppError.of(error))


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(request, AppError(Code.malformed, detail=complaint(error.errors())))


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    ours: object = error.detail
    detail = AppError(ours if isinstance(ours, Code) else Code.unreadable)  # a library's words are English
    refusal = AppError(BY_STATUS.get(error.status_code, Code.malformed), detail=detail)
    refusal.status = error.status_code
    refusal.headers.update(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        refusal.headers["Allow"] = allowed(request.scope)  # the framework names those of one route
    return error_response(request, refusal)


async def _on_gone(request: Request, error: Exception) -> Response:
    """The answer to half a body: the client has gone or was disconnected, so nobody reads it."""
    return Response(status_code=400)


class UnexpectedErrors:
    """ASGI middleware: answers an unexpected error, which then continues to the server.

    The framework would do so outside of all other middlewares: without the visitor's language, headers and a count.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def watch(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception as error:
            if not has_begun:
                request = Request(scope, receive)
                await error_response(request, AppError.of(error))(scope, receive, send)
            raise


def install(app: FastAPI) -> None:
    """Add the answers to refusals to the application; `UnexpectedErrors` has those to anything else."""
    app.add_exception_handler(ClientDisconnect, _on_gone)
    # Of requests and of sockets: the library's type allows either.
    app.add_exception_handler(AppError, _on_app_error)  # type: ignore[arg-type]
    app.add_exception_handler(EngineError, _on_app_error)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
