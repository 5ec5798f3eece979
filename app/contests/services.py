"""The services that rate players, deal the deal of the day and run tournaments."""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa

from app.base.services import Base
from app.base.store.database import Database
from app.contests.deals import results as deal_results
from app.contests.deals.rehearsal import DealRehearsals
from app.contests.deals.service import DealService, FinishedDeals
from app.contests.legacy import rows as road_rows
from app.contests.legacy import service as legacy
from app.contests.legacy.board import RoadBoards
from app.contests.legacy.service import RoadService
from app.contests.ratings import ending
from app.contests.ratings.service import RatingService
from app.contests.tournaments.drawing.crosstable import CrossTables
from app.contests.tournaments.entering import Entering
from app.contests.tournaments.live.attendance import Attendance
from app.contests.tournaments.live.frames import TournamentFrames
from app.contests.tournaments.live.live_state import LiveStates
from app.contests.tournaments.live.presence import TournamentPresence
from app.contests.tournaments.organizing.service import Organizing
from app.contests.tournaments.reading import TournamentReader
from app.contests.tournaments.running import outcomes, pairing_work
from app.contests.tournaments.running.driver import Driver
from app.contests.tournaments.storage.feed import TournamentFeed
from app.contests.tournaments.storage.sealed import ARE_SEALED, series_in_play, still_sealed
from app.contests.tournaments.storage.writing import TournamentWriter
from app.matches.core.features.deal import road_of
from app.matches.core.match_row import MatchRow
from app.matches.helpers.process import HelperProcess
from app.matches.services import ContestRules, Matches
from app.people.players.player import Player
from app.people.services import People
from engine.match import Match


def record_end(connection: sa.Connection, row: MatchRow, match: Match) -> None:
    """Store the results that belong to the end of a match, in its transaction."""
    ending.record_end(connection, row, match)
    outcomes.record_end(connection, row)
    deal_results.record_end(connection, row, match)
    road_rows.record_end(connection, row, time.time())


def rules_for(database: Database) -> ContestRules:
    """Return what `app.matches` must know of contests."""
    deals = FinishedDeals(database)

    async def check_may_see(row: MatchRow, player: Player | None) -> None:
        if road_of(row) is None:
            await deals.check_may_see(row, player)
        else:
            await legacy.check_may_see(database, row, player)

    return ContestRules(
        may_see=check_may_see,
        record_end=record_end,
        is_attended=Attendance(database).is_enough,
        still_sealed=still_sealed,
        are_sealed=ARE_SEALED,
        series_in_play=series_in_play,
    )


@dataclass(frozen=True, kw_only=True)
class Contests:
    """The services of `app.contests`. `pairing` is the process that pairs rounds."""

    ratings: RatingService
    deals: DealService
    roads: RoadService
    road_boards: RoadBoards
    rehearsals: DealRehearsals
    pairing: HelperProcess
    tournaments: TournamentReader
    entering: Entering
    organizing: Organizing
    tournament_frames: TournamentFrames
    tournament_presence: TournamentPresence
    tournament_states: LiveStates
    tournament_driver: Driver
    crosstables: CrossTables

    @classmethod
    def open(cls, base: Base, people: People, matches: Matches) -> Contests:
        """Make the services of the district above `app.matches`."""
        settings, database, writer, health = base.settings, base.database, base.writer, base.health
        service = matches.service
        pairing = HelperProcess(
            "pairing", pairing_work.prepare, seconds=pairing_work.MAX_SECONDS, trouble=base.helper_trouble
        )
        feed = TournamentFeed(database, base.bus, health)
        service.on_end.subscribe(feed.match_ended)
        people.players.on_change.subscribe(feed.player_changed)
        tournaments = TournamentReader(database, service, people.staff, feed, pairing)
        tournament_writer = TournamentWriter(writer, feed)
        entering = Entering(tournaments, tournament_writer)
        deals = DealService(database, writer, service, FinishedDeals(database))
        return cls(
            ratings=RatingService(database, writer, people.preferences, listed=settings.leaderboard),
            deals=deals,
            roads=RoadService(database, writer, service, matches.history, matches.replaying),
            road_boards=RoadBoards(database),
            rehearsals=DealRehearsals(deals, matches.thinkers, is_on=settings.analysis, health=health),
            pairing=pairing,
            tournaments=tournaments,
            entering=entering,
            organizing=Organizing(tournaments, tournament_writer, service, matches.admission),
            tournament_frames=TournamentFrames(base.templates),
            tournament_presence=TournamentPresence(tournaments, entering),
            tournament_states=LiveStates(database, service, tournaments, health),
            tournament_driver=Driver(database, writer, service, feed, pairing, health),
            crosstables=CrossTables(matches.replaying),
        )
