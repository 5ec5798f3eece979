"""Entries: admission, deck, and first round. Parts of a job that holds the tournament's row."""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.ids import new_id
from app.cards.decks.legality import is_legal
from app.contests.ratings.glicko import BOTS, Rating
from app.contests.ratings.kinds import family_of
from app.contests.ratings.models import ratings
from app.contests.tournaments import permits
from app.contests.tournaments.models import entries
from app.contests.tournaments.permits import EntryAct
from app.contests.tournaments.rules.options import MAX_ENTRIES
from app.contests.tournaments.rules.types import EntryState
from app.contests.tournaments.storage import statements
from app.contests.tournaments.tournament import StoredTournament, TournamentEntry, load
from app.matches.bots import characters
from app.people.players.models import players
from app.people.players.player import Player
from engine import editions
from engine.setup.options import DECKS, PRECONSTRUCTED

MAX_OF_ADDRESS: Final = 64
"""Entries from one address: enough for a club in one room, too few for a stranger to fill a tournament."""
MAX_ASKED_OF_ADDRESS: Final = 32  # of those that wait for approval


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A wish to enter; `address` is a keyed hash, `organizes` that the player has seen the organizers' keys."""

    player: Player
    deck: int | list[str] | None
    invite: str | None
    address: str | None
    organizes: bool = False


def enter(connection: sa.Connection, tournament: StoredTournament, new: NewEntry) -> TournamentEntry:
    """Enter, or come back: results stay."""
    known = tournament.entry_of(new.player)
    if known is not None and known.state != "out":
        return known
    if new.organizes and tournament.may_enter:
        statements.change(
            connection, tournament.id, caster=new_id()
        )  # a player who knows the old link sees nothing by it
    invited = new.invite is not None and hmac.compare_digest(new.invite.encode(), tournament.invite.encode())
    invited = invited or tournament.is_organizer(new.player)
    if known is not None:
        return come_back(connection, tournament, known, invited=invited)
    if not tournament.may_enter:
        raise AppError(Code.tournament_closed)
    if tournament.options.entry == "invitation" and not invited:
        raise AppError(Code.tournament_by_invitation)
    if new.player.program and not tournament.options.programs:
        raise AppError(Code.no_programs_here)
    asks = tournament.options.entry == "approval" and not invited
    _check_room(connection, tournament, new.address, asks=asks)
    values = {
        "player_id": new.player.id,
        "name": _name_of(connection, new.player),
        "program": new.player.program,
        "rating": _rating_of(connection, tournament, new.player),
        "state": "asked" if asks else "in",
        "deck": checked_deck(tournament, new.deck),
        "address": new.address,
    }
    return _insert(connection, tournament, values)


def add_computer(connection: sa.Connection, tournament: StoredTournament, level: int | None) -> TournamentEntry:
    """Add a computer player, under a name of its level that is free."""
    wanted = level or tournament.options.computers or 1
    taken = {entry.name for entry in tournament.entries}
    names = [one.name for one in characters.CHARACTERS if one.level == wanted]
    numbered = (f"{names[0]} {number}" for number in range(2, MAX_ENTRIES + 2))
    name = next(one for one in (*names, *numbered) if one not in taken)
    values = {"name": name, "computer": wanted, "rating": round(BOTS[wanted].rating), "state": "in"}
    return _insert(
        connection, tournament, {"player_id": None, "program": False, "deck": None, "address": None, **values}
    )


def set_state(connection: sa.Connection, tournament: StoredTournament, entry: TournamentEntry, do: EntryAct) -> None:
    """Approve, remove, pause or resume an entry."""
    states: dict[str, EntryState] = {"approve": "in", "remove": "out", "pause": "paused", "resume": "in"}
    values: dict[str, object] = {"state": states[do], "barred": do == "remove"}
    if do == "approve":
        values["from_round"] = _from_round(tournament, entry)
    statements.change_entry(connection, tournament, entry.number, **values)


def checked_deck(tournament: StoredTournament, deck: int | list[str] | None) -> str | None:
    """Return a deck as it is stored, locked; AppError: own_deck_needed, no_deck_needed."""
    if tournament.options.decks == "own":
        slugs = deck if isinstance(deck, list) else []
        if not is_legal(tuple(slugs), editions.BY_NAME[tournament.options.edition]):
            raise AppError(Code.own_deck_needed)
        return " ".join(slugs)
    if deck is None:
        return None
    if tournament.options.format != PRECONSTRUCTED or tournament.options.mirror or deck not in DECKS:
        raise AppError(Code.no_deck_needed)
    return str(deck)


def come_back(
    connection: sa.Connection, tournament: StoredTournament, entry: TournamentEntry, *, invited: bool
) -> TournamentEntry:
    """Let an entry that has left play again, with its results; one that never had a place is approved as a new one."""
    permits.check(permits.own_refusal(tournament, entry, "resume"))
    asks = tournament.options.entry == "approval" and not invited and not _has_played(tournament, entry)
    state: EntryState = "asked" if asks else "in"
    statements.change_entry(
        connection, tournament, entry.number, state=state, from_round=_from_round(tournament, entry)
    )
    return load(tournament.id)(connection).entry(entry.number)


def _from_round(tournament: StoredTournament, entry: TournamentEntry) -> int:
    """Return the round from which an entry plays: an entry that has had a place keeps the round of its first."""
    return entry.from_round if _has_played(tournament, entry) else _next_round(tournament)


def _has_played(tournament: StoredTournament, entry: TournamentEntry) -> bool:
    return any(entry.number in result.numbers for result in tournament.results)


def _next_round(tournament: StoredTournament) -> int:
    return tournament.round + 1 if tournament.system.has_rounds else 1


def _check_room(connection: sa.Connection, tournament: StoredTournament, address: str | None, *, asks: bool) -> None:
    """Refuse one too many. Players who have left count for their address alone, so that removing strangers makes room,
    but not for them."""
    waiting = sum(entry.state == "asked" for entry in tournament.entries)
    if waiting >= MAX_ENTRIES if asks else permits.is_full(tournament):
        raise AppError(Code.tournament_full, most=MAX_ENTRIES)
    if address is None:
        return
    of_address = sa.select(entries.c.state).where(
        entries.c.tournament_id == tournament.id, entries.c.address == address
    )
    states = connection.execute(of_address).scalars().all()
    most = MAX_ASKED_OF_ADDRESS if asks else MAX_OF_ADDRESS
    if len(states) >= MAX_OF_ADDRESS or (asks and states.count("asked") >= most):
        raise AppError(Code.tournament_crowded, most=most)


def _insert(connection: sa.Connection, tournament: StoredTournament, values: dict[str, object]) -> TournamentEntry:
    number = 1 + max((entry.number for entry in tournament.entries), default=0)
    row = {
        "tournament_id": tournament.id,
        "number": number,
        "computer": None,
        "barred": False,
        "from_round": _next_round(tournament),
        "at": time.time(),
    }
    connection.execute(sa.insert(entries).values(**row | values))
    return load(tournament.id)(connection).entry(number)


def _name_of(connection: sa.Connection, player: Player) -> str:
    """Return the player's name as it is now; AppError(not_entered) where the guest was just deleted."""
    found = connection.execute(sa.select(players.c.name).where(players.c.id == player.id)).scalar_one_or_none()
    if found is None:
        raise AppError(Code.not_entered)
    return str(found)


def _rating_of(connection: sa.Connection, tournament: StoredTournament, player: Player) -> int:
    """Return the rating in this kind of match; that of a newcomer where there is none."""
    query = sa.select(ratings.c.rating).where(
        ratings.c.player_id == player.id,
        ratings.c.against == ("bots" if player.program else "people"),
        ratings.c.format == tournament.options.format,
        ratings.c.clock == family_of(tournament.options.clock),
    )
    found = connection.execute(query).scalar_one_or_none()
    return round(Rating().rating if found is None else found)
