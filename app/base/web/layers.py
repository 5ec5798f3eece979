"""Layers of middleware by the kind of what arrives: which are asked is decided once, when the site starts."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from app.base.web.assets import PREFIX
from app.base.web.path_index import PathIndex

ConnectionKind: TypeAlias = Literal["call", "file", "socket"]
"""A request, one for a static file, or a websocket."""
CONNECTION_KINDS: Final[tuple[ConnectionKind, ...]] = ("call", "file", "socket")


class LayeredApp(FastAPI):
    """An application that asks `passed_by` none of the layers that would only pass on what is of a kind."""

    # Any: options of FastAPI, each of its own type.
    def __init__(self, passed_by: dict[ConnectionKind, tuple[object, ...]], **options: Any) -> None:
        super().__init__(**options)
        self._passed_by = passed_by

    def build_middleware_stack(self) -> ASGIApp:
        """Return the application behind its layers; each kind has a stack of its own."""
        self.router.middleware_stack = PathIndex(self.router)
        every = self.user_middleware
        stacks: dict[ConnectionKind, ASGIApp] = {}
        for kind in CONNECTION_KINDS:
            passed = self._passed_by.get(kind, ())
            self.user_middleware = [layer for layer in every if layer.cls not in passed]
            stacks[kind] = super().build_middleware_stack()
        self.user_middleware = every

        async def chosen(scope: Scope, receive: Receive, send: Send) -> None:
            await stacks[_kind_of(scope)](scope, receive, send)

        return chosen


def _kind_of(scope: Scope) -> ConnectionKind:
    if scope["type"] == "websocket":
        return "socket"
    return "file" if scope.get("path", "").startswith(f"{PREFIX}/") else "call"
