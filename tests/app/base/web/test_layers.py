"""A layer that would only pass on what is of a kind is not asked about it."""

from __future__ import annotations

from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.base.settings import Settings
from app.base.web.layers import LayeredApp
from app.main import PASSED_BY, create_app


class Outer:
    """A layer that notes what it is asked about."""

    asked: list[str]

    def __init__(self, app: ASGIApp, asked: list[str]) -> None:
        self.app = app
        self.asked = asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self.asked.append(f"{type(self).__name__} {scope['path']}")
        await self.app(scope, receive, send)


class Inner(Outer):
    """Another one."""


def test_each_kind_asks_its_own_layers_in_their_order() -> None:
    asked: list[str] = []
    app = LayeredApp({"file": (Outer,), "socket": (Inner,)})
    app.add_middleware(Inner, asked=asked)
    app.add_middleware(Outer, asked=asked)

    @app.websocket("/socket")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    with TestClient(app) as client:
        client.get("/page")
        client.get("/static/file")
        with client.websocket_connect("/socket"):
            pass
    assert asked == ["Outer /page", "Inner /page", "Inner /static/file", "Outer /socket"]


def test_every_layer_that_is_passed_by_is_one_of_the_sites(settings: Settings) -> None:
    base_url = "https://duels.example"
    layers = {layer.cls for layer in create_app(settings.model_copy(update={"base_url": base_url})).user_middleware}
    assert {passed for kind in PASSED_BY.values() for passed in kind} <= layers
