"""A match as a browser keeps it, which no site knows: its record, who sits where, and since when."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NotRequired, TypedDict, cast
from urllib.parse import parse_qs

from app.base.live.server_messages import Status
from app.matches.bots.characters import Character
from app.matches.core.features import STORED
from app.matches.core.features.deal import DEAL
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.opening.new_rows import next_row
from app.matches.core.opening.seating import host_seat, seating
from app.matches.core.opening.start import bot_of, opponent_of, options_of
from app.matches.core.seat_holder import AUTOMATON, Bot, SeatHolder, SeatRow, holder_of, name_of, rows_of
from app.matches.play import forms
from app.people.players.names import clean_name
from app.people.players.player import Player
from engine.legacy import TRAVELLER
from engine.match import Match, Options
from engine.record import MatchRecord, Move, RecordNotation
from engine.seat import SEATS, BySeat, Seat, other
from engine.setup.options import OptionsNotation

ME: Final = "me"
"""The id of who plays here: nobody else reads it."""


class SeatBefore(TypedDict):
    """A seat as browsers kept it before it was rows: `computer` is "automaton", "bot:4" for level 4, or null."""

    player: str | None
    name: str | None
    face: NotRequired[str | None]
    computer: str | None


class KeptMatch(TypedDict):
    """The match as JSON; `begun` in seconds since 1970, and a record whose result is null while it is played. `road` is
    the id of the road of Legacy that it belongs to."""

    id: str
    begun: float
    seats: BySeat[list[dict[str, str | int | None]] | SeatBefore]
    record: RecordNotation
    road: NotRequired[str]


class FormQuery:
    """A query string as a form."""

    def __init__(self, query: str) -> None:
        self._values = parse_qs(query)

    def get(self, key: str, default: str = "") -> str:
        """Return the first value of a field."""
        return self._values.get(key, [default])[0]

    def getlist(self, key: str) -> list[str]:
        """Return all values of a field."""
        return self._values.get(key, [])


def new(wishes: FormQuery, match_id: str) -> KeptMatch:
    """Return the match of the create form, or of a preset as its link names it (app/matches/play/forms.py): `preset`,
    `edition`, and of a computer the `opponent`. In `own` and `other` are the decks of a constructed match.

    AppError or EngineError for what does not fit.
    """
    if wishes.get("mode"):
        form = forms.read_form(wishes)
    else:
        _slug, form = forms.preset_of(wishes.get("preset", "quick-solo"), wishes.get("edition"))
        form = replace(form, opponent=wishes.get("opponent", form.opponent))
    form = forms.with_decks(form)
    asked = forms.new_match(form)
    seat, host = host_seat(asked.mode, asked.seat), Player(ME, clean_name(form.name))
    opposite = opponent_of(asked) or forms.second_player(form)
    holders = seating(asked.mode, host, seat, opposite)
    decks = {seat: wishes.get("own"), other(seat): wishes.get("other")} if asked.format == "constructed" else {}
    moves = [Move(by, {"type": "deck", "cards": deck.split(".")}, 0.0) for by, deck in decks.items() if deck]
    return _kept(match_id, options_of(asked, seat), holders, moves)


def again(row: MatchRow, match: Match, match_id: str) -> KeptMatch:
    """Return the match after this one, as a rematch on the site has it."""
    new = next_row(row, match)
    return _kept(match_id, new.options, new.holders)


def of_road(road_id: str, options: OptionsNotation, rival: Character, name: str) -> KeptMatch:
    """Return a match of a road against this opponent, of a player with this name."""
    holders = seating(options["mode"], Player(ME, clean_name(name)), TRAVELLER, bot_of(rival))
    return {**_kept(uuid.uuid4().hex, options, holders), "road": road_id}


def _kept(
    match_id: str, options: OptionsNotation, holders: Mapping[Seat, SeatHolder], moves: Sequence[Move] = ()
) -> KeptMatch:
    names = {seat: name_of(holders[seat]) for seat in SEATS}
    return {
        "id": match_id,
        "begun": time.time(),
        "seats": {seat: [row._asdict() for row in rows_of(holders[seat])] for seat in SEATS},
        "record": MatchRecord(Options.from_json(options), names, tuple(moves), None).to_json(),
    }


def _holder(kept: list[dict[str, str | int | None]] | SeatBefore) -> SeatHolder:
    if isinstance(kept, list):
        return holder_of([SeatRow(**row) for row in kept])  # type: ignore[arg-type]
    if kept["player"] is not None:
        return Player(kept["player"], kept["name"] or "", chosen_face=kept.get("face"))
    level = (kept["computer"] or "").removeprefix("bot:")
    return Bot(int(level), kept["name"] or "") if level.isdecimal() else AUTOMATON


def row_of(kept: KeptMatch, options: Options) -> MatchRow:
    """Return the row of a kept match before its first action. It has no id: nothing on a site is its own."""
    asked = options.to_json()
    return MatchRow(
        id="",
        mode="solo" if asked["mode"] == "solo" else "duel",
        edition="2021" if asked["edition"] == "2021" else "2022",
        format=asked["format"],
        options=asked,
        status="setup",
        holders={seat: _holder(kept["seats"][seat]) for seat in SEATS},
        public=False,
        casual=True,
        rated=False,
        result=None,
        rematch_of=None,
        version=1,
        created_at=kept["begun"],
        started_at=kept["begun"],
        finished_at=None,
        coach=None,
        features={**dict.fromkeys(stored.name for stored in STORED), DEAL.name: kept.get("road")},
    )


def row_after(row: MatchRow, match: Match, features: Mapping[str, str | int | float | None]) -> MatchRow:
    """Return the row when `match` is the newest state, and `features` have changed; the same where nothing has."""
    outcome = match.outcome
    changed = replace(
        row,
        status=cast("Status", match.status),
        result=Result(outcome.winner, outcome.reason) if outcome else None,
        features={**row.features, **features},
    )
    return row if changed == row else replace(changed, version=row.version + 1)
