"""Wins against made-up opponents: a hundred guests who have played nobody else bring a rating no further than a few."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import NamedTuple

import sqlalchemy as sa

from app.contests.ratings.ending import record_end
from app.contests.ratings.models import ratings, results
from app.contests.ratings.newcomers import AT_FIRST, MIN_OPPONENTS
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.opening import new_rows
from app.people.players.player import Player
from engine.match import Match, Options
from tests.support.service import worker

OPTIONS = Options(seed=1, first="A")
NUMBERS = count()


def ended() -> Match:
    """Return a match in which both have had a turn, and then B has resigned."""
    match, _events = Match.start(OPTIONS)
    for _turn in range(2):
        match, _events = match.apply(match.to_act[0], {"type": "end_summon"})
    match, _events = match.apply("B", {"type": "resign", "player": "B"})
    return match


MATCH = ended()


def won(winner: Player, loser: Player) -> MatchRow:
    """Return the row of a rated match that has ended so."""
    number = next(NUMBERS)
    row = new_rows.of_options(OPTIONS.to_json(), {"A": winner, "B": loser}, public=False, casual=False, rated=True)
    result, at = Result("A", "resignation"), 1_000_000.0 + number
    return replace(row, id=f"match{number}", status="over", result=result, finished_at=at)


def play(connection: sa.Connection, winner: Player, loser: Player) -> None:
    """Note a won match."""
    record_end(connection, won(winner, loser), MATCH)


class Standing(NamedTuple):
    """A player's rating, and after how many matches."""

    rating: float
    matches: int


def rating_of(connection: sa.Connection, player: Player) -> Standing:
    """Return a player's rating and number of matches."""
    query = sa.select(ratings.c.rating, ratings.c.matches).where(ratings.c.player_id == player.id)
    return Standing(*connection.execute(query).one())


async def test_a_hundred_throwaway_guests_bring_no_more_than_the_first_few(postgresql: str) -> None:
    async with worker(postgresql) as site:
        ann = await site.people.players.create("Ann")
        guests = [await site.people.players.create(f"G{number}") for number in range(100)]

        def write(connection: sa.Connection) -> None:
            for guest in guests[:AT_FIRST]:
                play(connection, ann, guest)
            after_few = rating_of(connection, ann)
            for guest in guests[AT_FIRST:]:
                play(connection, ann, guest)
            assert rating_of(connection, ann) == after_few and after_few.matches == AT_FIRST
            assert rating_of(connection, guests[-1]).rating < 1500, "a newcomer's own rating changes"
            verdicts = sa.select(results.c.verdict).where(results.c.player_id == ann.id).order_by(results.c.at)
            found = list(connection.execute(verdicts).scalars())
            assert found == ["counted"] * AT_FIRST + ["newcomer"] * (len(guests) - AT_FIRST)

        await site.base.writer.job(write)
        late = await site.people.players.create("Late")

        def write_again(connection: sa.Connection) -> None:
            connection.execute(sa.delete(results).where(results.c.player_id != ann.id))  # as when guests leave
            play(connection, ann, late)
            assert rating_of(connection, ann).matches == AT_FIRST

        await site.base.writer.job(write_again)


async def test_who_has_met_others_is_a_newcomer_no_longer(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, *guests = [
            await site.people.players.create(f"P{number}") for number in range(AT_FIRST + MIN_OPPONENTS + 2)
        ]
        newcomer, *others = guests[AT_FIRST:]

        def write(connection: sa.Connection) -> None:
            for guest in guests[:AT_FIRST]:
                play(connection, ann, guest)
            play(connection, ann, newcomer)
            assert rating_of(connection, ann).matches == AT_FIRST
            for other in others:
                play(connection, newcomer, other)
            play(connection, ann, newcomer)
            assert rating_of(connection, ann).matches == AT_FIRST + 1
            play(connection, ann, others[0])  # six of seven were newcomers
            assert rating_of(connection, ann).matches == AT_FIRST + 1

        await site.base.writer.job(write)
