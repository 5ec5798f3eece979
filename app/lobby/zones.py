"""The zones of the start page that change while it is open, drawn once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.i18n import _, current_language
from app.live.server_messages import Encoded, encoded
from app.lobby.own_matches import TableLine
from app.matches.lobby import LobbyNow
from app.matches.match_row import MatchRow
from app.table.frames import swapped
from app.table.match_summary import player_names
from app.table.match_words import format_words, option_words
from app.web.templating import Templates

Rows = tuple[MatchRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A list of the page: its template, which of what there is it shows, and how a match stands in it."""

    template: str
    rows: Callable[[LobbyNow], Rows]
    line: Callable[[MatchRow], TableLine]

    def context(self, rows: Iterable[MatchRow]) -> dict[str, object]:
        """Return what its template shows of these matches."""
        return {"lines": [self.line(row) for row in rows]}


def _table(row: MatchRow) -> TableLine:
    who = next((guest.name for guest in row.guests if guest.name), _("Guest"))
    return TableLine(row.id, who, format_words(row), tags=option_words(row))


def _watched(row: MatchRow) -> TableLine:
    shown = player_names(row)
    who = _("{first} against {second}").format(first=shown["A"], second=shown["B"])
    return TableLine(row.id, who, format_words(row), tags=option_words(row))


TABLES: Final = Zone("lobby/tables.html", lambda now: now.tables, _table)
WATCHED: Final = Zone("lobby/watched.html", lambda now: now.watched, _watched)
ZONES: Final = (TABLES, WATCHED)


def others_of(rows: Iterable[MatchRow], player_id: str | None) -> Rows:
    """Return the tables that are not this player's own: those stand in a list above."""
    return tuple(row for row in rows if not row.seats_of(player_id))


class Drawn(NamedTuple):
    """A zone as it was last drawn, and of which matches."""

    rows: Rows
    frame: Encoded


class LobbyFrames:
    """Draws zones as frames for sockets; what everybody sees alike is drawn once in each language."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._drawn: dict[tuple[Zone, str], Drawn] = {}

    def frame(self, zone: Zone, now: LobbyNow, player_id: str | None) -> Encoded:
        """Return a zone as this player sees it, in the current language."""
        rows = zone.rows(now)
        if zone is TABLES and player_id is not None:
            others = others_of(rows, player_id)
            if len(others) < len(rows):
                return self._draw(zone, others)
        key = zone, current_language().code
        drawn = self._drawn.get(key)
        if drawn is None or drawn.rows is not rows:
            drawn = self._drawn[key] = Drawn(rows, self._draw(zone, rows))
        return drawn.frame

    def _draw(self, zone: Zone, rows: Rows) -> Encoded:
        html = self._templates.text(zone.template, zone.context(rows))
        return encoded({"lobby": True, "content": swapped(html)})
