"""Opening a tournament: the check of its options, and its first rows."""

from __future__ import annotations

import secrets
import time
from typing import Final

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.ids import new_id
from app.contests.tournaments.models import organizers, tournaments
from app.contests.tournaments.permits import RUNNING
from app.contests.tournaments.schemas import NewTournament
from app.contests.tournaments.tournament import StoredTournament, load
from app.matches.core.finding import spoken_codes
from app.people.players.player import Player
from engine import editions
from engine.match import Options
from engine.setup.options import CONSTRUCTED

MAX_RUNNING: Final = 10  # tournaments of one organizer that are not over


def check(new: NewTournament) -> None:
    """Refuse options that do not fit together, before anybody has entered. AppError, or the engine's BadPosition."""
    if new.box and (new.computers is not None or new.programs):
        raise AppError(Code.box_of_people)
    if new.system == "league" and not new.box and (new.clock is None or new.clock.is_live):
        raise AppError(Code.league_clock)
    if new.system == "arena" and not new.box and (new.clock is None or not new.clock.is_live):
        raise AppError(Code.arena_clock)
    fits = new.format == CONSTRUCTED and new.computers is None and not editions.BY_NAME[new.edition].bans
    if new.decks == "own" and not fits:
        raise AppError(Code.own_decks_format)
    Options.from_json(new.engine_options(0))


def open_tournament(connection: sa.Connection, by: Player, new: NewTournament) -> StoredTournament:
    """Open a tournament with its first organizer, as part of a job. AppError(too_many_tournaments)."""
    own = sa.select(sa.func.count()).select_from(tournaments).join(organizers)
    own = own.where(organizers.c.player_id == by.id, tournaments.c.status.in_(RUNNING))
    if connection.execute(own).scalar_one() >= MAX_RUNNING:
        raise AppError(Code.too_many_tournaments, most=MAX_RUNNING)
    tournament_id = new_id()
    connection.execute(
        sa.insert(tournaments).values(
            id=tournament_id,
            name=new.name,
            system=new.system,
            options=orjson.dumps(new.stored()),
            status="open",
            listed=new.spectators,
            round=0,
            seed=secrets.randbelow(2**31),
            code=spoken_codes.new_code(),
            invite=new_id(),
            caster=new_id(),
            version=1,
            created_at=time.time(),
        )
    )
    add_organizer(connection, tournament_id, by)
    return load(tournament_id)(connection)


def add_organizer(connection: sa.Connection, tournament_id: str, player: Player) -> None:
    """Make a player an organizer of a locked tournament."""
    values = {"tournament_id": tournament_id, "player_id": player.id, "name": player.name, "at": time.time()}
    connection.execute(sa.insert(organizers).values(values))
