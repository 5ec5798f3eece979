"""The matches of a round: from a board to the row of a match that begins with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import sqlalchemy as sa

from app.base.signals import Signal
from app.base.store.ids import new_id
from app.contests.tournaments.rules.options import Knockout
from app.contests.tournaments.rules.types import BoardOutcome
from app.contests.tournaments.tournament import StoredTournament, TournamentEntry
from app.matches.bots import characters
from app.matches.core.features import series
from app.matches.core.features.feature import Fact
from app.matches.core.features.tournament import CASTER, SHOW_BY, TOURNAMENT
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.new_rows import next_row, of_options, with_features
from app.matches.core.opening.opening import Opening
from app.matches.core.opening.start import bot_of, new_seed
from app.matches.core.seat_holder import FORMER, Bot, SeatHolder
from app.matches.core.storage import store
from app.matches.core.storage.models import bot_turns
from app.people.players.player import Player
from engine.match import Match, Options
from engine.seat import Seat
from engine.setup.options import PRECONSTRUCTED, OptionsNotation

SIDES: Final[dict[Seat, BoardOutcome]] = {"A": "a", "B": "b"}


@dataclass(frozen=True, slots=True)
class PreparedMatch:
    """A match that begins when its row is stored."""

    live: LiveMatch
    on_storing: Signal[[sa.Connection, MatchRow]]

    @property
    def id(self) -> str:
        """Return the id of the match."""
        return self.live.id

    def insert(self, connection: sa.Connection) -> None:
        """Store the match. The worker that plays for a computer at its table finds it even if this one dies now."""
        store.insert(connection, self.live.row)
        if self.live.row.bots:
            connection.execute(sa.insert(bot_turns).values(match_id=self.id, worker=None))
        self.on_storing(connection, self.live.row)


class MatchMaker:
    """Prepares the matches of tournaments; ids and seeds are drawn here, before the transaction."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def first(self, tournament: StoredTournament, a: int, b: int | None, now: float) -> PreparedMatch:
        """Return the first match of a board; `now` is the site's time. `a` begins, without `b` against a computer."""
        one, two = tournament.entry(a), None if b is None else tournament.entry(b)
        opposite = _computer(tournament) if two is None else holder_of(two)
        holders: dict[Seat, SeatHolder] = {"A": holder_of(one), "B": opposite}
        people = all(isinstance(holder, Player) for holder in holders.values())
        row = of_options(
            _options(tournament, one, two),
            holders,
            public=tournament.options.spectators,
            casual=False,
            clock=tournament.options.clock,
            rated=tournament.options.rated and people,
        )
        system = tournament.system
        if isinstance(system, Knockout) and system.best_of > 1:
            row = with_features(row, series.begun(system.best_of, "kept").stored())
        return self._prepared(tournament, row, now)

    def next(self, tournament: StoredTournament, row: MatchRow, match: Match | None, now: float) -> PreparedMatch:
        """Return the match after one of a series that is not decided."""
        return self._prepared(tournament, next_row(row, match), now)

    def opened(self, new: PreparedMatch) -> None:
        """Notify the players of a match that is stored now."""
        self._opening.opened(new.live)

    def _prepared(self, tournament: StoredTournament, row: MatchRow, now: float) -> PreparedMatch:
        show_by = now + tournament.options.show_up
        event: dict[str, Fact] = {
            TOURNAMENT.name: tournament.id,
            SHOW_BY.name: show_by,
            CASTER.name: tournament.options.caster,
        }
        # Its id does not belong to this worker: else one worker would have all tables of a tournament.
        new = replace(with_features(row, event), id=new_id())
        return PreparedMatch(self._opening.prepared(new), self._opening.on_storing)


def holder_of(entry: TournamentEntry) -> SeatHolder:
    """Return the holder of a seat for an entry."""
    if entry.computer is not None:
        return Bot(entry.computer, entry.name)
    return entry.player or FORMER


def _computer(tournament: StoredTournament) -> Bot:
    return bot_of(characters.of_level(tournament.options.computers or 1))


def _options(tournament: StoredTournament, one: TournamentEntry, two: TournamentEntry | None) -> OptionsNotation:
    chosen = tournament.options
    asked: dict[str, object] = {**chosen.engine_options(new_seed()), "mode": "duel", "first": "A"}
    decks = {seat: entry.shown_deck for seat, entry in (("A", one), ("B", two)) if entry is not None}
    if chosen.format == PRECONSTRUCTED and not chosen.mirror:
        numbers = {seat: deck for seat, deck in decks.items() if isinstance(deck, int)}
        asked |= {"decks": numbers, "mirror": len(numbers) == 2 and numbers["A"] == numbers["B"]}
    elif chosen.decks == "own":
        asked["settled"] = {seat: deck for seat, deck in decks.items() if isinstance(deck, list)}
    return Options.from_json(asked).to_json()
