"""A tournament in a calendar: when it begins and ends, its next round, and whether it takes place."""

from __future__ import annotations

from dataclasses import replace

import icalendar

from app.base.i18n import use_language
from app.base.seconds import HOUR, MINUTE
from app.contests.tournaments.drawing.calendar import CalendarEntry, calendar_text, entries_of
from app.contests.tournaments.drawing.facts import expected_seconds, match_seconds
from app.contests.tournaments.schemas import NEW_TOURNAMENT
from app.contests.tournaments.tournament import StoredTournament
from tests.support.cases import case

SITE = "https://clash.example"
AT = 1_900_000_000.0  # a whole second
CLUB = StoredTournament(
    id="t1",
    name="Club",
    options=NEW_TOURNAMENT.validate_python({"name": "Club", "system": "swiss", "rounds": 3}),
    status="open",
    round=0,
    next_at=None,
    ends_at=None,
    seed=1,
    code=None,
    invite="i",
    caster="c",
    trouble=None,
    version=7,
    created_at=AT - HOUR,
    started_at=None,
    finished_at=None,
    organizers=(),
    entries=(),
    boards=(),
)


def planned(tournament: StoredTournament, ahead: float = 0.0) -> list[CalendarEntry]:
    with use_language("en"):
        return entries_of(tournament, SITE, ahead)


def begins(at: float, **options: object) -> StoredTournament:
    """Return the tournament with a time at which it is to begin."""
    given = {"name": "Club", "system": "swiss", "rounds": 5, **options}
    return replace(CLUB, options=NEW_TOURNAMENT.validate_python(given).model_copy(update={"begins_at": at}))


def test_a_tournament_is_there_from_its_announced_time_and_then_from_its_real_one() -> None:
    assert planned(CLUB) == [], "without a time there is nothing to note"
    announced = begins(AT)
    (entry,) = planned(announced)
    expected = expected_seconds(announced)
    assert expected is not None and expected > HOUR
    assert entry == CalendarEntry("t1", AT, AT + expected, "Club", f"{SITE}/tournament/t1", 7)
    (late,) = planned(replace(announced, status="playing", started_at=AT + 600))
    assert (late.begins, late.ends) == (AT + 600, AT + 600 + expected)
    (over,) = planned(replace(announced, status="over", started_at=AT + 600, finished_at=AT + 900))
    assert (over.begins, over.ends, over.cancelled) == (AT + 600, AT + 900, False)


def test_it_takes_an_hour_at_least_and_ends_after_it_has_begun() -> None:
    (by_post,) = planned(begins(AT, clock={"kind": "correspondence", "hours": 24, "vacation": 0}))
    assert by_post.ends - by_post.begins == HOUR
    (short,) = planned(begins(AT, rounds=1, clock={"kind": "turn", "seconds": 10}))
    assert short.ends - short.begins == HOUR
    (called_off,) = planned(replace(begins(AT), status="cancelled", finished_at=AT - HOUR))
    assert (called_off.begins, called_off.ends, called_off.cancelled) == (AT, AT, True)


def test_the_next_round_is_there_at_the_time_on_the_wall_once_it_is_known() -> None:
    playing = replace(begins(AT), status="playing", started_at=AT, round=1, next_at=500.0)
    _, following = planned(playing, ahead=AT)
    ends = AT + 500 + match_seconds(playing.options.clock)
    assert following == CalendarEntry("t1-2", AT + 500, ends, "Club: round 2", f"{SITE}/tournament/t1", 7)
    arena = {"name": "Club", "system": "arena", "seconds": 3600}
    for name, without in {
        "paused": replace(playing, status="paused"),
        "no time yet": replace(playing, next_at=None),
        "not begun": replace(playing, round=0),
        "an arena": replace(playing, options=NEW_TOURNAMENT.validate_python(arena)),
    }.items():
        with case(name):
            assert len(planned(without, ahead=AT)) == 1


def test_programs_read_times_changes_and_cancellations() -> None:
    entries = [
        CalendarEntry("a", AT, AT + 90 * MINUTE, "Club; one, two\nthree\\", f"{SITE}/a", 7),
        CalendarEntry("b", AT, AT, "é" * 60, f"{SITE}/b", cancelled=True),
    ]
    text = calendar_text("Mine, yours", entries, AT - 1)
    assert text.endswith(b"END:VCALENDAR\r\n") and all(len(line) <= 75 for line in text.split(b"\r\n"))
    assert max(len(line) for line in text.split(b"\r\n")) >= 74, "lines are filled"
    read = icalendar.Calendar.from_ical(text)
    assert b"\r\nX-WR-CALNAME:Mine\\, yours\r\n" in text
    one, two = read.walk("VEVENT")
    assert one["SUMMARY"] == "Club; one, two\nthree\\" and two["SUMMARY"] == "é" * 60
    assert (one["UID"], two["UID"]) == ("a@clash-of-decks", "b@clash-of-decks")
    assert (one["STATUS"], one["SEQUENCE"]) == ("CONFIRMED", 7) and (two["STATUS"], two["SEQUENCE"]) == ("CANCELLED", 0)
    assert [one.decoded(name).timestamp() for name in ("DTSTAMP", "DTSTART", "DTEND")] == [AT - 1, AT, AT + 90 * MINUTE]
    assert two.decoded("DTSTART").timestamp() == AT and "DTEND" not in two, "a moment has no length"
    assert one["URL"] == f"{SITE}/a"
