"""Which layers of middleware are asked: decided by the kind of what arrives, once, when the site starts."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from app.base.web.assets import PREFIX

Kind: TypeAlias = Literal["call", "file", "socket"]
"""A request, one for a static file, or a websocket."""
KINDS: Final[tuple[Kind, ...]] = ("call", "file", "socket")


class LayeredApp(FastAPI):
    """An application that asks `passed_by` none of the layers that would only pass on what is of a kind."""

    def __init__(self, passed_by: dict[Kind, tuple[type, ...]], **options: Any) -> None:  # Any: FastAPI's own
        super().__init__(**options)
        self._passed_by = passed_by

    def build_middleware_stack(self) -> ASGIApp:
        """Return the application behind its layers; each kind has a stack of its own."""
        every = self.user_middleware
        stacks: dict[Kind, ASGIApp] = {}
        for kind in KINDS:
            passed = self._passed_by.get(kind, ())
            self.user_middleware = [layer for layer in every if layer.cls not in passed]
            stacks[kind] = super().build_middleware_stack()
        self.user_middleware = every

        async def chosen(scope: Scope, receive: Receive, send: Send) -> None:
            await stacks[_kind_of(scope)](scope, receive, send)

        return chosen


def _kind_of(scope: Scope) -> Kind:
    if scope["type"] == "websocket":
        return "socket"
    return "file" if scope.get("path", "").startswith(f"{PREFIX}/") else "call"
