"""The words of a notification: no card, and no more than the player's list of matches shows. `outside` is its link
where others may read it: with that of a match anybody may watch it."""

from __future__ import annotations

from typing import Final, Literal

from app.base.i18n import _
from app.base.i18n.formats import isolated
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.match_row import MatchRow
from app.matches.table.match_summary import player_names
from app.matches.table.match_words import format_words
from app.people.players.shown_names import marked_name
from engine.seat import Seat, other

NotificationKind = Literal["turn", "seat", "asked", "round", "over"]
PushMessage = dict[str, str | int]
TEST: Final = "trial"
"""The kind of a test message."""


def message_of(kind: NotificationKind, row: MatchRow, seat: Seat, waiting: int) -> PushMessage:
    """Return the notification of the player at `seat`; `waiting` is the number of matches in which they are awaited."""
    opponent = isolated(player_names(row)[other(seat)])
    title = _("Your turn") if kind == "turn" else _("%(player)s has sat down", player=opponent)
    text = _("%(player)s is waiting for you. %(what)s", player=opponent, what=format_words(row))
    where: PushMessage = {"url": f"/match/{row.id}", "outside": "/matches/next" if kind == "turn" else "/"}
    return {"title": title, "body": text, **where, "tag": row.id, "kind": kind, "waiting": waiting}


def challenge_message(challenge: Challenge, waiting: int) -> PushMessage:
    """Return the notification of the challenged player; `waiting` is the number of matches in which they are
    awaited."""
    title = _(
        "%(player)s challenges you",
        player=isolated(marked_name(challenge.from_name, program=challenge.row.guests[0].program)),
    )
    body = _("%(what)s. Accept or decline it on the home page.", what=format_words(challenge.row))
    return {"title": title, "body": body, "url": "/", "tag": challenge.row.id, "kind": "asked", "waiting": waiting}


def trial(waiting: int) -> PushMessage:
    title, text = _("Notifications work"), _("This is what a notification from a match looks like.")
    return {"title": title, "body": text, "url": "/settings", "tag": "trial", "kind": TEST, "waiting": waiting}
