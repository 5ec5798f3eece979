"""An event as frames for the sockets of its pages: the shared ones are drawn once in each language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from cachetools import LRUCache

from app.i18n import current_language
from app.live.server_messages import Encoded, encoded
from app.players.player import Player
from app.store.database import StoredRow
from app.table.drawing import swapped
from app.table.picture import Picture
from app.tournaments import drawing
from app.tournaments.event import EventBoard, StoredEvent
from app.tournaments.live_state import LiveState, pictured
from app.tournaments.organizing import log_lines, organizers_context
from app.tournaments.people import people_context
from app.tournaments.wall import wall_context
from app.web.templating import Templates

KEPT: Final = 256  # drawings: zones of events in all languages
PICTURES: Final = 1024  # pictures of boards, and what was sent of them

Figures = Mapping[str, str]
"""The HTML of each board's picture, by its element's id."""


class EventFrames:
    """Draws the zones of events' pages."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._drawn: LRUCache[Hashable, tuple[tuple[object, ...], Encoded]] = LRUCache(KEPT)
        self._figures: LRUCache[Hashable, str] = LRUCache(PICTURES)
        self._sent: LRUCache[tuple[str, ...], Encoded] = LRUCache(PICTURES)

    def clock(self, event: StoredEvent, now: float) -> Encoded:
        """Return the time until the next round."""
        return _frame(self._templates.text("tournaments/clock_zone.html", drawing.clock_context(event, now)))

    def shared(self, event: StoredEvent, acts: Sequence[StoredRow]) -> Encoded:
        """Return the part that all see, in the current language; `acts` is the log."""
        return self._once(
            "tournaments/event_zone.html",
            (event, acts),
            lambda: {**drawing.shared_context(event), "log": log_lines(event, acts)},
        )

    def wall(self, event: StoredEvent) -> Encoded:
        """Return the projector's zone, in the current language."""
        return self._once("tournaments/wall_zone.html", (event,), lambda: wall_context(event))

    def people(self, event: StoredEvent, here: frozenset[int]) -> Encoded:
        """Return the list of players, in the current language."""
        return self._once("tournaments/people_zone.html", (event, here), lambda: people_context(event, here))

    def own(self, event: StoredEvent, player: Player | None, decks: list[tuple[str, str]], left: int | None) -> Encoded:
        """Return a viewer's next step, in the current language; `left`: as in `drawing.own_context`."""
        own = drawing.own_context(event, player, decks, left)
        return _frame(self._templates.text("tournaments/own_zone.html", {"event": event, **own}))

    def organizers(self, event: StoredEvent, player: Player | None, link: str) -> Encoded:
        """Return an organizer's part, in the current language; `link` leads to the event."""
        context = {**organizers_context(event, player), "link": link}
        return _frame(self._templates.text("tournaments/organize.html", context))

    def figures(self, event: StoredEvent, state: LiveState) -> Figures:
        """Return the pictures of the boards that are being played, each drawn once."""
        drawn = [(board, state.pictures.get(board.match_id or "")) for board in pictured(event)]
        return {_id_of(board): self._figure(event, board, picture) for board, picture in drawn}

    def pictures(self, figures: Figures) -> Encoded:
        """Return all pictures of an event."""
        return _frame(self._templates.text("tournaments/pictures_zone.html", {"figures": tuple(figures.values())}))

    def changed(self, before: Figures, now: Figures) -> Encoded | None:
        """Return the pictures that have changed; both are of the same boards."""
        changed = tuple(html for name, html in now.items() if before[name] != html)
        if not changed:
            return None
        frame = self._sent.get(changed)
        if frame is None:
            content = "".join(map(swapped, changed))
            frame = self._sent[changed] = encoded({"type": "lobby_zone", "content": content})
        return frame

    def _figure(self, event: StoredEvent, board: EventBoard, picture: Picture | None) -> str:
        names = tuple(drawing.name_of(event, number) for number in board.result.numbers)
        key = (current_language().code, board.match_id, board.result.board, names, picture)
        html = self._figures.get(key)
        if html is None:
            line = drawing.board_line(event, board)
            context = {"id": _id_of(board), "line": line, "picture": picture}
            html = self._figures[key] = self._templates.text("tournaments/picture.html", context)
        return html

    def _once(self, name: str, of: tuple[object, ...], context: Callable[[], Mapping[str, object]]) -> Encoded:
        """Return a zone; it is drawn again only when one of the values that it is drawn from is another object."""
        event = of[0]
        assert isinstance(event, StoredEvent)
        key = (name, event.id, current_language().code)
        known = self._drawn.get(key)
        if known is None or any(one is not other for one, other in zip(known[0], of, strict=True)):
            known = self._drawn[key] = of, _frame(self._templates.text(name, context()))
        return known[1]


def _id_of(board: EventBoard) -> str:
    return f"picture-{board.result.round}-{board.result.board}"


def _frame(html: str) -> Encoded:
    return encoded({"type": "lobby_zone", "content": swapped(html)})
