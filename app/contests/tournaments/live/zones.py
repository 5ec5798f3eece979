"""The parts of a tournament's open page, of the projector's and of a program's stream."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from starlette.websockets import WebSocket

from app.base.live.page import LiveZone
from app.base.live.server_messages import Encoded
from app.base.subscriber import Subscriber
from app.base.web.http import site_url
from app.base.web.services import service_of
from app.contests.tournaments.asker import organizes
from app.contests.tournaments.live.frames import Figures, TournamentFrames
from app.contests.tournaments.live.live_state import LiveStates
from app.contests.tournaments.live.own_facts import own_facts
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.state import state
from app.contests.tournaments.storage.feed import TournamentCopy
from app.people.players.player import Player


class OfTournament(LiveZone):
    """A part that one player, or somebody without a cookie, sees of a tournament."""

    def __init__(self, socket: WebSocket, player: Player | None) -> None:
        self.socket = socket
        self.id: str = socket.path_params["id"]
        self.player = player
        self.service = service_of(socket, TournamentReader)
        self.frames = service_of(socket, TournamentFrames)

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        return self.service.feed.followed(self.id, reader)

    async def copy(self) -> TournamentCopy:
        """Return the tournament as it is now."""
        return await self.service.feed.current(self.id)


class ClockZone(OfTournament):
    """The time until the next round."""

    async def frame(self) -> Encoded | None:
        return self.frames.clock((await self.copy()).tournament, self.service.site_time()).frame


class SharedZone(OfTournament):
    """The part that all see."""

    async def frame(self) -> Encoded | None:
        return self.frames.shared(*await self.copy()).frame


class HeadZone(OfTournament):
    """The line under the title that says what is played."""

    async def frame(self) -> Encoded | None:
        return self.frames.head((await self.copy()).tournament).frame


class RouteZone(OfTournament):
    """The rounds as a way."""

    async def frame(self) -> Encoded | None:
        return self.frames.route((await self.copy()).tournament).frame


class WallZone(OfTournament):
    """The projector's."""

    async def frame(self) -> Encoded | None:
        return self.frames.wall((await self.copy()).tournament, site_url(self.socket)).frame


class OwnStepZone(OfTournament):
    """The viewer's next step."""

    async def frame(self) -> Encoded | None:
        tournament = (await self.copy()).tournament
        facts = await own_facts(self.socket, self.player, tournament)
        return self.frames.own(tournament, self.player, facts, site_url(self.socket)).frame


class OrganizersZone(OfTournament):
    """The acts that an organizer may choose; empty for others."""

    async def frame(self) -> Encoded | None:
        tournament, player = (await self.copy()).tournament, self.player
        if player is None or not (tournament.is_organizer(player) or await self.service.is_host(player)):
            return None
        moment = await self.service.moment(tournament, player)
        return self.frames.organizers(moment, player, site_url(self.socket)).frame


class _Moving(OfTournament):
    """A part that moves from second to second."""

    def __init__(self, socket: WebSocket, player: Player | None) -> None:
        super().__init__(socket, player)
        self.states = service_of(socket, LiveStates)

    @contextmanager
    def followed(self, reader: Subscriber) -> Iterator[None]:
        with super().followed(reader), self.states.followed(self.id, reader):
            self.states.stale(self.id)  # the page does not wait for its first pictures
            yield


class PeopleZone(_Moving):
    """The players, and who is here."""

    async def frame(self) -> Encoded | None:
        return self.frames.people((await self.copy()).tournament, self.states.of(self.id).here).frame


class PicturesZone(_Moving):
    """The boards that are being played: all when they are others, then each that changes."""

    _drawn: Figures | None = None

    async def frame(self) -> Encoded | None:
        figures = self.frames.figures((await self.copy()).tournament, self.states.of(self.id))
        before, self._drawn = self._drawn, figures
        return figures.changed_since(before)


class TournamentJson(OfTournament):
    """A tournament as a program may see it."""

    async def frame(self) -> Encoded | None:
        tournament = (await self.copy()).tournament
        organizer = await organizes(self.socket, tournament, self.player)
        text = state(tournament, self.service.site_time(), tournament.entry_of(self.player), organizer=organizer)
        return Encoded(f'{{"type":"tournament","tournament":{text.decode()}}}')
