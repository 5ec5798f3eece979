"""The services of the site as a whole: its home page, accounts, notifications, its hosts."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.services import Base
from app.contests.services import Contests
from app.matches.services import Matches
from app.people.services import People
from app.site.account.service import AccountService
from app.site.admin.login import AdminKey
from app.site.lobby.copies import LobbyCopy
from app.site.lobby.showcase import ShowcaseCopy
from app.site.lobby.zones import LobbyFrames
from app.site.ops.cleanup import Limits
from app.site.ops.counts import SiteCounter
from app.site.ops.maintenance import Maintenance
from app.site.ops.status_page import SiteStatus
from app.site.push.notifications import Notifications
from app.site.push.service import PushService
from app.site.push.vapid import site_key


@dataclass(frozen=True, kw_only=True)
class Front:
    """The services of `app.site`."""

    accounts: AccountService
    push: PushService
    notifications: Notifications
    lobby: LobbyCopy
    showcase: ShowcaseCopy
    lobby_frames: LobbyFrames
    admin_key: AdminKey
    counter: SiteCounter
    status: SiteStatus
    maintenance: Maintenance

    @classmethod
    def open(cls, base: Base, people: People, matches: Matches, contests: Contests) -> Front:
        """Make the services of the district above all others."""
        settings, database, writer, health = base.settings, base.database, base.writer, base.health
        service, feed = matches.service, contests.tournaments.feed
        push = PushService(database, writer, site_key(settings), settings.push_services, settings.webhooks)
        notifications = Notifications(database, writer, service, people.preferences, push, feed, health=health)
        matches.challenges.on_made.subscribe(notifications.challenged)
        if notifications.is_on:
            service.live_matches.observe(notifications)
        lobby, counter = LobbyCopy(service.lobby, base.bus, health), SiteCounter()
        return cls(
            accounts=AccountService(database, writer, people.players, service, people.bans),
            push=push,
            notifications=notifications,
            lobby=lobby,
            showcase=ShowcaseCopy(lobby, service, health),
            lobby_frames=LobbyFrames(base.templates),
            admin_key=AdminKey(settings),
            counter=counter,
            status=SiteStatus(database, counter, base.watch, base.metrics, matches.thinkers),
            maintenance=Maintenance(database, writer, service, Limits.of(settings), health),
        )
