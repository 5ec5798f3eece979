"""The services that know players, and keep order among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.base.live.worker_hints import BansHint, PlayerHint
from app.base.services import Base
from app.people.moderation.log import ModerationLog
from app.people.moderation.staff import StaffService
from app.people.notices.notices import Notices
from app.people.players.bans.bans import BanList
from app.people.players.bans.blocks import Blocks
from app.people.players.bans.open_sockets import OpenSockets
from app.people.players.identity.own_cookies import site_mark
from app.people.players.invites import InviteService
from app.people.players.preference_service import PreferenceService
from app.people.players.preferences import DEFAULTS_OF_PAGES
from app.people.players.programs.repeated_calls import CallStore
from app.people.players.programs.tokens import TokenService
from app.people.players.service import PlayerService
from app.people.players.shown_names import guest_words
from app.people.players.sign_in.passkeys import PasskeyService
from app.people.players.sign_in.provider import Provider
from app.people.players.sign_in.provider_accounts import ProviderAccounts
from app.people.players.sign_in.recovery import RecoveryService
from app.people.players.sign_in.sessions import SessionService
from app.people.players.sign_in.started_sign_ins import StartedSignIns
from app.people.players.sign_in.tickets import TicketService

HELPERS: Final[Mapping[str, object]] = {"guest_words": guest_words, "pref_defaults": DEFAULTS_OF_PAGES}
"""The names that templates know from this district, whatever the settings."""


@dataclass(frozen=True, kw_only=True)
class People:
    """The services of `app.people`."""

    notices: Notices
    open_sockets: OpenSockets
    players: PlayerService
    bans: BanList
    sessions: SessionService
    tickets: TicketService
    repeated_calls: CallStore
    staff: StaffService
    moderation_log: ModerationLog
    recovery: RecoveryService
    passkeys: PasskeyService
    provider: Provider
    provider_accounts: ProviderAccounts
    started_sign_ins: StartedSignIns
    tokens: TokenService
    preferences: PreferenceService
    invites: InviteService
    blocks: Blocks

    @classmethod
    def open(cls, base: Base) -> People:
        """Make the services of the district above `app.base`."""
        settings, database, writer, bus = base.settings, base.database, base.writer, base.bus
        notices = Notices(database, writer, bus, base.health, base.helper_trouble)
        base.templates.offer({**HELPERS, "notices": notices.shown, "site_mark": site_mark(settings.secret_key)})
        players = PlayerService(
            database, writer, settings.secret_key, notify=lambda player_id: bus.publish(PlayerHint(player_id))
        )
        bus.subscribe(PlayerHint, lambda hint: players.drop_cached(hint.player))
        bans = BanList(database, writer, notify=lambda: bus.publish(BansHint()))
        bus.subscribe(BansHint, lambda _: bans.changed())
        preferences = PreferenceService(database, writer)
        preferences.on_face.subscribe(players.forget)
        tickets, provider = TicketService(writer), Provider(settings)
        return cls(
            notices=notices,
            open_sockets=OpenSockets(),
            players=players,
            bans=bans,
            sessions=SessionService(database, writer, players),
            tickets=tickets,
            repeated_calls=CallStore(writer),
            staff=StaffService(database, writer, tickets),
            moderation_log=ModerationLog(database, writer),
            recovery=RecoveryService(database, writer),
            passkeys=PasskeyService(database, writer, tickets),
            provider=provider,
            provider_accounts=ProviderAccounts(database, writer, players, provider),
            started_sign_ins=StartedSignIns(writer),
            tokens=TokenService(database, writer, players),
            preferences=preferences,
            invites=InviteService(database, writer, required=settings.invite_only),
            blocks=Blocks(database, writer),
        )
