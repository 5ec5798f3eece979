"""Entries: admission, deck, and first round. Parts of a job that holds the event's row."""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.bots import characters
from app.decks.legality import is_legal
from app.errors import AppError, Code
from app.matches.clocks.clock_option import ClockOption
from app.players.models import players
from app.players.player import Player
from app.ratings.glicko import BOTS, Rating
from app.ratings.models import ratings
from app.store.ids import new_id
from app.tournaments import permits
from app.tournaments.event import EventEntry, StoredEvent, load
from app.tournaments.models import entries
from app.tournaments.permits import EntryAct
from app.tournaments.rules.options import MOST_ENTRIES
from app.tournaments.rules.types import EntryState
from app.tournaments.storage import statements
from engine import editions
from engine.setup.options import DECKS, PRECONSTRUCTED

MOST_OF_ADDRESS: Final = 64
"""Entries from one address: enough for a club in one room, too few for a stranger to fill an event."""
MOST_ASKED_OF_ADDRESS: Final = 32  # of those that wait for approval


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A wish to enter; `address` is a keyed hash, `organizes` that the player has seen the organizers' keys."""

    player: Player
    deck: int | list[str] | None
    invite: str | None
    address: str | None
    organizes: bool = False


def enter(connection: sa.Connection, event: StoredEvent, new: NewEntry) -> EventEntry:
    """Enter, or come back: results stay."""
    known = event.entry_of(new.player)
    if known is not None and known.state != "out":
        return known
    if new.organizes and event.may_enter:
        statements.change(connection, event.id, caster=new_id())  # a player who knows the old link sees nothing by it
    invited = new.invite is not None and hmac.compare_digest(new.invite.encode(), event.invite.encode())
    invited = invited or event.is_organizer(new.player)
    if known is not None:
        return come_back(connection, event, known, invited=invited)
    if not event.may_enter:
        raise AppError(Code.event_closed)
    if event.options.entry == "invitation" and not invited:
        raise AppError(Code.event_by_invitation)
    if new.player.program and not event.options.programs:
        raise AppError(Code.no_programs_here)
    asks = event.options.entry == "approval" and not invited
    _check_room(connection, event, new.address, asks=asks)
    values = {
        "player_id": new.player.id,
        "name": _name_of(connection, new.player),
        "program": new.player.program,
        "rating": _rating_of(connection, event, new.player),
        "state": "asked" if asks else "in",
        "deck": checked_deck(event, new.deck),
        "address": new.address,
    }
    return _insert(connection, event, values)


def add_computer(connection: sa.Connection, event: StoredEvent, level: int | None) -> EventEntry:
    """Add a computer player, under a name of its level that is free."""
    wanted = level or event.options.computers or 1
    taken = {entry.name for entry in event.entries}
    names = [one.name for one in characters.CHARACTERS if one.level == wanted]
    numbered = (f"{names[0]} {number}" for number in range(2, MOST_ENTRIES + 2))
    name = next(one for one in (*names, *numbered) if one not in taken)
    values = {"name": name, "computer": wanted, "rating": round(BOTS[wanted].rating), "state": "in"}
    return _insert(connection, event, {"player_id": None, "program": False, "deck": None, "address": None, **values})


def set_state(connection: sa.Connection, event: StoredEvent, entry: EventEntry, do: EntryAct) -> None:
    """Approve, remove, pause or resume an entry."""
    states: dict[str, EntryState] = {"approve": "in", "remove": "out", "pause": "paused", "resume": "in"}
    values: dict[str, object] = {"state": states[do], "barred": do == "remove"}
    if do == "approve":
        values["from_round"] = _from_round(event, entry)
    statements.change_entry(connection, event, entry.number, **values)


def checked_deck(event: StoredEvent, deck: int | list[str] | None) -> str | None:
    """Return a deck as it is stored, locked; AppError: own_deck_needed, no_deck_needed."""
    if event.options.decks == "own":
        slugs = deck if isinstance(deck, list) else []
        if not is_legal(tuple(slugs), editions.BY_NAME[event.options.edition]):
            raise AppError(Code.own_deck_needed)
        return " ".join(slugs)
    if deck is None:
        return None
    if event.options.format != PRECONSTRUCTED or event.options.mirror or deck not in DECKS:
        raise AppError(Code.no_deck_needed)
    return str(deck)


def come_back(connection: sa.Connection, event: StoredEvent, entry: EventEntry, *, invited: bool) -> EventEntry:
    """Let an entry that has left play again, with its results; one that never had a place is approved as a new one."""
    permits.check(permits.own_refusal(event, entry, "resume"))
    asks = event.options.entry == "approval" and not invited and not _has_played(event, entry)
    state: EntryState = "asked" if asks else "in"
    statements.change_entry(connection, event, entry.number, state=state, from_round=_from_round(event, entry))
    return load(event.id)(connection).entry(entry.number)


def _from_round(event: StoredEvent, entry: EventEntry) -> int:
    """Return the round from which an entry plays: an entry that has had a place keeps the round of its first."""
    return entry.from_round if _has_played(event, entry) else _next_round(event)


def _has_played(event: StoredEvent, entry: EventEntry) -> bool:
    return any(entry.number in result.numbers for result in event.results)


def _next_round(event: StoredEvent) -> int:
    return event.round + 1 if event.system.has_rounds else 1


def _check_room(connection: sa.Connection, event: StoredEvent, address: str | None, *, asks: bool) -> None:
    """Refuse one too many. Who has left counts for the address alone, so that removing strangers makes room, and not
    for them."""
    waiting = sum(entry.state == "asked" for entry in event.entries)
    if waiting >= MOST_ENTRIES if asks else permits.is_full(event):
        raise AppError(Code.event_full, most=MOST_ENTRIES)
    if address is None:
        return
    of_address = sa.select(entries.c.state).where(entries.c.tournament_id == event.id, entries.c.address == address)
    states = connection.execute(of_address).scalars().all()
    most = MOST_ASKED_OF_ADDRESS if asks else MOST_OF_ADDRESS
    if len(states) >= MOST_OF_ADDRESS or (asks and states.count("asked") >= most):
        raise AppError(Code.event_crowded, most=most)


def _insert(connection: sa.Connection, event: StoredEvent, values: dict[str, object]) -> EventEntry:
    number = 1 + max((entry.number for entry in event.entries), default=0)
    row = {
        "tournament_id": event.id,
        "number": number,
        "computer": None,
        "barred": False,
        "from_round": _next_round(event),
        "at": time.time(),
    }
    connection.execute(sa.insert(entries).values(**row | values))
    return load(event.id)(connection).entry(number)


def _name_of(connection: sa.Connection, player: Player) -> str:
    """Return the player's name as it is now; AppError(not_entered) where the guest was just deleted."""
    found = connection.execute(sa.select(players.c.name).where(players.c.id == player.id)).scalar_one_or_none()
    if found is None:
        raise AppError(Code.not_entered)
    return str(found)


def _rating_of(connection: sa.Connection, event: StoredEvent, player: Player) -> int:
    """Return the rating in this kind of match; that of a newcomer where there is none."""
    query = sa.select(ratings.c.rating).where(
        ratings.c.player_id == player.id,
        ratings.c.against == ("bots" if player.program else "people"),
        ratings.c.format == event.options.format,
        ratings.c.clock == _family(event.options.clock),
    )
    found = connection.execute(query).scalar_one_or_none()
    return round(Rating().rating if found is None else found)


def _family(clock: ClockOption | None) -> str:
    return "none" if clock is None else "live" if clock.is_live else "correspondence"
