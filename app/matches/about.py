"""What a match page says about people and circumstances: names, who is there, offers, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.i18n import _
from app.matches.models import SEATS, Meta, Seat, Viewer
from app.matches.room import Presence

AUTOMATON = "automaton"
AT_HAND = "at-hand"  # at the same device: nobody is connected or away


class Person(NamedTuple):
    """Who sits at a seat: the name as shown, and whether a connection is open ("here", "away", "automaton", "free")."""

    name: str
    you: bool
    presence: str
    presence_words: str


class About(NamedTuple):
    """A match apart from its cards, as its page shows it to one viewer."""

    id: str
    mode: str
    edition: str
    format: str
    waiting: bool
    over: bool
    winner: str | None
    reason_words: str
    draw_offer: Seat | None
    takeback_offer: Viewer
    can_take_back: bool
    absent: Viewer
    rematch_offer: Seat | None
    next_id: str | None
    watchers: int
    has_record: bool


def names(meta: Meta) -> dict[str, str]:
    """The players' names by seat, as the log and the page write them."""
    return called({seat: meta.names[seat] for seat in SEATS}, solo=meta.mode == "solo")


def called(given: Mapping[str, str | None], *, solo: bool) -> dict[str, str]:
    """What players of these names are called, by seat; two equal names get a mark."""
    shown: dict[str, str] = {seat: given[seat] or _("Guest") for seat in SEATS}
    if solo:
        shown["B"] = _("The automaton")
    elif shown["A"] == shown["B"]:
        shown = {seat: f"{name} {seat}" for seat, name in shown.items()}
    return shown


def people(meta: Meta, presence: Presence, viewer: Viewer) -> dict[str, Person]:
    """Everybody at the table, by seat."""
    shown = names(meta)
    return {seat: _person(meta, presence, viewer, seat, shown[seat]) for seat in SEATS}


def _person(meta: Meta, presence: Presence, viewer: Viewer, seat: Seat, name: str) -> Person:
    if meta.mode == "solo" and seat == "B":
        return Person(name, False, AUTOMATON, "")
    if meta.hotseat:
        return Person(name, False, AT_HAND, "")
    if meta.seats[seat] is None:
        return Person(_("Free seat"), False, "free", _("nobody yet"))
    here = presence.A if seat == "A" else presence.B
    return Person(name, seat == viewer, *(("here", _("is here")) if here else ("away", _("is away"))))


def about(
    meta: Meta, presence: Presence, absent: Viewer = None, takeback: Viewer = None, *, can_take_back: bool = False
) -> About:
    """The match apart from its cards; `takeback` is who asks for it, `can_take_back` whether the viewer could."""
    result = meta.result
    return About(
        id=meta.id,
        mode=meta.mode,
        edition=meta.edition,
        format=meta.format,
        waiting=meta.status == "open",
        over=meta.status == "over",
        winner=result.winner if result else None,
        reason_words=_reason(meta),
        draw_offer=meta.draw_offer,
        takeback_offer=takeback,
        can_take_back=can_take_back,
        absent=absent,
        rematch_offer=meta.rematch_offer,
        next_id=meta.next_id,
        watchers=presence.watchers,
        has_record=result is not None and result.winner is not None,
    )


def _reason(meta: Meta) -> str:
    """How the match ended, in a sentence; empty while it goes on."""
    result = meta.result
    if result is None:
        return ""
    shown = names(meta)
    if result.reason == "cancelled":
        return _("The table was closed before anybody sat down.")
    if result.winner == "draw":
        drawn = {
            "agreement": _("You agreed on it."),
            "abandonment": _("One player left and did not come back; the other chose a draw."),
        }
        return drawn.get(result.reason, _("Two hundred turns, and both fortresses stand."))
    loser = shown["B" if result.winner == "A" else "A"]
    sentences = {
        "fort": _("The Fort of {player} has fallen."),
        "pile": _("The pile of {player} is used up and its Fort is bare."),
        "resignation": _("{player} resigned."),
        "abandonment": _("{player} left and did not come back."),
    }
    return sentences.get(result.reason, _("{player} has lost.")).format(player=loser)
