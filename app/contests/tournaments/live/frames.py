"""The zones of a tournament's pages and sockets: each is drawn once for a copy of the tournament, a language and a
kind of reader."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from app.base.i18n import current_language
from app.base.live.server_messages import Encoded, encoded
from app.base.store.database import StoredRow
from app.base.web.templating import Templates
from app.contests.tournaments.drawing import contexts
from app.contests.tournaments.drawing.facts import head_context
from app.contests.tournaments.drawing.organizers import log_lines, organizers_context
from app.contests.tournaments.drawing.people import people_context
from app.contests.tournaments.drawing.route import route_context
from app.contests.tournaments.drawing.wall import wall_context
from app.contests.tournaments.live.live_state import LiveState, pictured
from app.contests.tournaments.live.own_facts import OwnFacts
from app.contests.tournaments.permits import TournamentMoment
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard
from app.matches.table.drawing import swapped
from app.matches.table.picture import Picture
from app.people.players.player import Player

T = TypeVar("T")
CACHE_SIZE: Final = 1024  # drawings: zones of tournaments in all languages
PICTURES: Final = 1024  # pictures of boards


class TournamentZone(NamedTuple):
    """A zone as HTML, and as a frame for the sockets of pages that have it already."""

    html: str
    frame: Encoded


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Figures:
    """The boards that are being played: the HTML of each picture by its element's id, all of them as a zone, and the
    frames with what has changed since those drawn before, of which each reader saw one."""

    html: Mapping[str, str]
    whole: TournamentZone
    since: WeakKeyDictionary[Figures, Encoded | None] = field(default_factory=WeakKeyDictionary)

    def changed_since(self, before: Figures | None) -> Encoded | None:
        """Return what a reader of `before` gets: all where the boards are others, None where nothing has changed."""
        if before is self:
            return None
        if before is None or before.html.keys() != self.html.keys():
            return self.whole.frame
        if before not in self.since:
            changed = [html for name, html in self.html.items() if before.html[name] != html]
            content = "".join(map(swapped, changed))
            self.since[before] = encoded({"type": "zone", "content": content}) if changed else None
        return self.since[before]


class TournamentFrames:
    """Draws the zones."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._drawn: LRUCache[Hashable, tuple[tuple[object, ...], Any]] = LRUCache(CACHE_SIZE)
        self._figures: LRUCache[Hashable, str] = LRUCache(PICTURES)

    def clock(self, tournament: StoredTournament, now: float) -> TournamentZone:
        """Return the time until the next round."""
        context = contexts.clock_context(tournament, now)
        return self._alike("contests/tournaments/clock_zone.html", tuple(context.values()), context)

    def shared(self, tournament: StoredTournament, acts: Sequence[StoredRow]) -> TournamentZone:
        """Return the part that all see, in the current language; `acts` is the log."""
        return self._zone(
            "contests/tournaments/tournament_zone.html",
            (tournament, acts),
            lambda: {**contexts.shared_context(tournament), "log": log_lines(tournament, acts)},
        )

    def head(self, tournament: StoredTournament) -> TournamentZone:
        """Return what is played, and how far the tournament is, in the current language."""
        return self._zone("contests/tournaments/head_zone.html", (tournament,), lambda: head_context(tournament))

    def route(self, tournament: StoredTournament) -> TournamentZone:
        """Return the rounds as a way, in the current language."""
        return self._zone("contests/tournaments/route_zone.html", (tournament,), lambda: route_context(tournament))

    def wall(self, tournament: StoredTournament, site: str) -> TournamentZone:
        """Return the projector's zone, in the current language; `site` is where its words are typed."""
        context = partial(wall_context, tournament, site)
        return self._zone("contests/tournaments/wall_zone.html", (tournament,), context, site)

    def people(self, tournament: StoredTournament, here: frozenset[int]) -> TournamentZone:
        """Return the list of players, in the current language."""
        return self._zone(
            "contests/tournaments/people_zone.html", (tournament, here), lambda: people_context(tournament, here)
        )

    def own(self, tournament: StoredTournament, player: Player | None, facts: OwnFacts, site: str) -> TournamentZone:
        """Return a viewer's next step in the current language, alike for all spectators."""
        own = contexts.own_context(tournament, player, facts.decks, facts.left, site)
        return self._alike("contests/tournaments/own_zone.html", tuple(own.values()), own)

    def organizers(self, now: TournamentMoment, player: Player, site: str) -> TournamentZone:
        """Return an organizer's part in the current language, alike for all who do not play; `site` is the address of
        its links."""
        entry = now.tournament.entry_of(player)
        kind = (now.tournament.is_organizer(player), entry.number if entry else None, now.player is None, site)
        return self._zone(
            "contests/tournaments/organize.html",
            (now.tournament,),
            lambda: organizers_context(now, player, site),
            (kind, frozenset(now.tables.items())),
        )

    def figures(self, tournament: StoredTournament, state: LiveState) -> Figures:
        """Return the pictures of the boards that are being played, in the current language."""
        return self._once("pictures", (tournament, state), lambda: self._drawn_figures(tournament, state))

    def _drawn_figures(self, tournament: StoredTournament, state: LiveState) -> Figures:
        drawn = [(board, state.pictures.get(board.match_id or "")) for board in pictured(tournament)]
        html = {_id_of(board): self._figure(tournament, board, picture) for board, picture in drawn}
        whole = self._templates.text("contests/tournaments/pictures_zone.html", {"figures": tuple(html.values())})
        return Figures(html, _zone_of(whole))

    def _figure(self, tournament: StoredTournament, board: TournamentBoard, picture: Picture | None) -> str:
        numbers = board.result.numbers
        people = tuple((contexts.name_of(tournament, one), tournament.faces.get(one)) for one in numbers)
        key = (current_language().code, board.match_id, board.result.board, people, picture)
        html = self._figures.get(key)
        if html is None:
            line = contexts.board_line(tournament, board)
            context = {"id": _id_of(board), "line": line, "picture": picture}
            html = self._figures[key] = self._templates.text("contests/tournaments/picture.html", context)
        return html

    def _zone(
        self,
        name: str,
        of: tuple[object, ...],
        context: Callable[[], Mapping[str, object]],
        kind: Hashable = None,
    ) -> TournamentZone:
        """Return a zone of a tournament, for a kind of reader."""
        return self._once(name, of, lambda: _zone_of(self._templates.text(name, context())), kind)

    def _once(self, name: str, of: tuple[object, ...], draw: Callable[[], T], kind: Hashable = None) -> T:
        """Return a drawing of a tournament; it is made again only when one of the values that it is made of is another
        object."""
        tournament = of[0]
        assert isinstance(tournament, StoredTournament)
        key = (name, tournament.id, current_language().code, kind)
        known = self._drawn.get(key)
        if known is None or any(one is not other for one, other in zip(known[0], of, strict=True)):
            known = self._drawn[key] = of, draw()
        drawn: T = known[1]
        return drawn

    def _alike(self, name: str, values: tuple[Hashable, ...], context: Mapping[str, object]) -> TournamentZone:
        """Return a zone that is the same wherever these values are equal."""
        key = (name, values, current_language().code)
        known = self._drawn.get(key)
        if known is None:
            known = self._drawn[key] = (), _zone_of(self._templates.text(name, context))
        zone: TournamentZone = known[1]
        return zone


def _id_of(board: TournamentBoard) -> str:
    return f"picture-{board.result.round}-{board.result.board}"


def _zone_of(html: str) -> TournamentZone:
    return TournamentZone(html, encoded({"type": "zone", "content": swapped(html)}))
