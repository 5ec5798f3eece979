"""The log of moderation in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.base.i18n import _
from app.people.moderation.log import Act
from app.people.moderation.staff import Role

ACTS: Final[Mapping[Act, Callable[[], str]]] = {
    # Translators: acts of those who run the site, in the log of the administration page.
    "mute": lambda: _("Muted"),
    "ban": lambda: _("Banned"),
    "lift": lambda: _("Mute or ban lifted"),
    "rename": lambda: _("Name removed"),
    "close": lambda: _("Table closed"),
    "end": lambda: _("Match ended"),
    "report": lambda: _("Report closed"),
    "grant": lambda: _("Role given"),
    "join": lambda: _("Became a moderator by link"),
    "withdraw": lambda: _("Role withdrawn"),
    "link": lambda: _("Moderator link created"),
    "announce": lambda: _("Announcement"),
    "stop": lambda: _("Shutdown announced"),
    "invite": lambda: _("Invitation created"),
    "uninvite": lambda: _("Invitation withdrawn"),
    "remove": lambda: _("Study deleted"),
}
ROLES: Final[Mapping[Role, Callable[[], str]]] = {
    # Translators: a role on the administration page: may do everything there.
    "host": lambda: _("Host"),
    "moderator": lambda: _("Moderator"),
    # Translators: a role: may open tournaments in which matches with the players' own cards are rated.
    "organizer": lambda: _("Organizer of rated tournaments with players' own cards"),
}


def act_words(act: Act) -> str:
    return ACTS[act]()


def role_words(role: Role) -> str:
    return ROLES[role]()
