"""Marks on a table: arrows and rings, which people draw for others at matches and in studies.

A mark is a spot, or two with an arrow between them: `Ah3>Bt0`. A spot is a seat and what lies there: `h3` the place of
the hand (the fortress counts), `t0` and `b0` a creature of the mountain or the wave lane, from the bridge, `t` and `b`
the whole lane, `f` the fortress, `c` the Champion next to the hand. `static/js/marks.js` reads the same.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, cast

from app.base.errors import AppError, Code
from app.base.i18n import _, pgettext
from app.base.i18n.formats import isolated, listing
from app.cards.gallery.notation import card_of
from app.cards.gallery.wording import name_in_text
from app.matches.table.pieces import HIDDEN
from engine.cards import CardNotation
from engine.seat import BySeat, Seat
from engine.view import View

MAX_MARKS: Final = 12  # drawn at the same time
_SPOT: Final = re.compile(r"([AB])(?:(h)([0-9]{1,2})|([tb])([0-9]{1,2})?|([fc]))")
LANES: Final = {"t": "top", "b": "bottom"}


class MarkSpot(NamedTuple):
    """A place on the table: `what` is "h", "t", "b", "f" or "c"; `place` None where that is the whole of it."""

    seat: Seat
    what: str
    place: int | None = None

    def __str__(self) -> str:
        return f"{self.seat}{self.what}{'' if self.place is None else self.place}"


class Mark(NamedTuple):
    """A ring around `start`, or an arrow from there to `end`."""

    start: MarkSpot
    end: MarkSpot | None = None

    def __str__(self) -> str:
        return str(self.start) if self.end is None else f"{self.start}>{self.end}"


def read_mark(text: str) -> Mark:
    """Return a mark from its notation. ValueError."""
    start, arrow, end = text.partition(">")
    found = Mark(_read_spot(start), _read_spot(end) if arrow else None)
    if found.end == found.start:
        raise ValueError("an arrow leads somewhere else")
    return found


def read_marks(text: str) -> tuple[Mark, ...]:
    """Return the marks of a text, with a space between two; a doubled one once. ValueError."""
    marks = tuple(dict.fromkeys(map(read_mark, text.split())))
    if len(marks) > MAX_MARKS:
        raise ValueError("too many marks")
    return marks


def clean_marks(text: str) -> str:
    """Return marks as they are stored, each once; AppError(bad_marks)."""
    try:
        return " ".join(map(str, read_marks(text)))
    except ValueError:
        raise AppError(Code.bad_marks, most=MAX_MARKS) from None


def _read_spot(text: str) -> MarkSpot:
    found = _SPOT.fullmatch(text)
    if found is None:
        raise ValueError("no such spot")
    seat, hand, place, lane, index, single = found.groups()
    number = place if hand else index
    return MarkSpot(cast("Seat", seat), hand or lane or single, None if number is None else int(number))


def marks_words(marks: tuple[Mark, ...], names: BySeat[str], view: View | None = None) -> str:
    """Return marks in words, for those who do not see them; `view` names the cards that its viewer knows."""
    return listing(_mark_words(mark, names, view) for mark in marks)


def _mark_words(mark: Mark, names: BySeat[str], view: View | None) -> str:
    start = _spot_words(mark.start, names, view)
    if mark.end is None:
        # Translators: a mark that somebody draws on the table; %(what)s is a card and where it lies.
        return _("a ring around %(what)s", what=start)
    return _("an arrow from %(start)s to %(end)s", start=start, end=_spot_words(mark.end, names, view))


def _spot_words(spot: MarkSpot, names: BySeat[str], view: View | None) -> str:
    place = _place_words(spot, isolated(names[spot.seat]))
    card = None if view is None else _card_at(spot, view)
    if card is None:
        return place
    # Translators: a card and where it lies: "Ogre (Anna's mountain lane, creature 1)".
    return pgettext("card", "%(card)s (%(place)s)", card=name_in_text(card_of(card)), place=place)


def _place_words(spot: MarkSpot, player: str) -> str:
    number = None if spot.place is None else spot.place + 1
    match spot.what:
        case "h":
            return _("%(player)s's hand, place %(number)s", player=player, number=number)
        case "t" if number is None:
            return _("%(player)s's mountain lane", player=player)
        case "b" if number is None:
            return _("%(player)s's wave lane", player=player)
        case "t":
            return _("%(player)s's mountain lane, creature %(number)s", player=player, number=number)
        case "b":
            return _("%(player)s's wave lane, creature %(number)s", player=player, number=number)
        case "c":
            return _("%(player)s's Champion", player=player)
    return _("%(player)s's Stronghold", player=player)


def _card_at(spot: MarkSpot, view: View) -> CardNotation | None:
    """Return the card at a spot, if the view shows one there."""
    side = view[spot.seat]
    if spot.place is None:
        return None
    if spot.what in LANES:
        lane = side["top"] if spot.what == "t" else side["bottom"]
        return lane[spot.place]["card"] if spot.place < len(lane) else None
    if "hand" not in side:
        return None
    hand = side["hand"]
    card = hand[spot.place] if spot.place < len(hand) else None
    return None if card is None or card in HIDDEN else card
