"""The notices as the banner of an open page."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final

from markupsafe import Markup
from starlette.websockets import WebSocket

from app.base.live.page import LiveZone
from app.base.live.server_messages import Encoded, encoded
from app.base.subscriber import Subscriber
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.notices.notices import Notices

SWAPPED: Final = {"swap": Markup('hx-swap-oob="outerMorph" ')}


class BannerZone(LiveZone):
    """Sent whenever the notices change; at first only where there are any: the page was drawn with none."""

    def __init__(self, socket: WebSocket) -> None:
        self._notices = service_of(socket, Notices)
        self._templates = service_of(socket, Templates)
        self._shown: object = ()

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        return self._notices.followed(None, reader)

    async def frame(self) -> Encoded | None:
        now = self._notices.shown()
        if now == self._shown:
            return None
        self._shown = now
        return encoded({"type": "banner", "content": self._templates.text("banner.html", SWAPPED).strip()})
