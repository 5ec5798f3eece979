"""An update as programs get it (docs/api.md): the state, a change of it, the answer to an action.

Here the cards, the row and the features of a match come together.
"""

from __future__ import annotations

from functools import partial

from app.base.live.server_messages import ClockOut, Encoded, MatchState, MatchStep, encoded
from app.matches.core.features import public_keys
from app.matches.core.features.clock import DUE, clock_out
from app.matches.core.features.deal import DEAL
from app.matches.core.live.update import Update
from app.matches.core.reader_role import ReaderRole
from app.matches.core.seat_holder import to_json
from app.matches.core.stored_options import decks_of


def state(update: Update, reader: ReaderRole) -> MatchState:
    """Return the object of `GET /api/matches/{id}`."""
    row = update.row
    return {
        "type": "state",
        "id": row.id,
        "seq": update.seq,
        "status": row.status,
        "seat": reader.seat,
        "view": update.view_of(reader),
        "legal": update.legal_of(reader),
        "to_act": update.to_act,
        "result": row.result.to_json() if row.result else None,
        "clock": _clock(update),
        "mode": row.mode,
        "edition": row.edition,
        "format": row.format,
        "names": {"A": row.names["A"], "B": row.names["B"]},
        "players": {"A": to_json(row.holders["A"]), "B": to_json(row.holders["B"])},
        "decks": decks_of(update.match),
        "public": row.public,
        "casual": row.casual,
        "rated": row.rated,
        "seed": row.options["seed"] if row.casual and row.features[DEAL.name] is None else None,
        "present": update.presence.to_json(),
        **public_keys(update),
    }


def state_json(update: Update, reader: ReaderRole) -> Encoded:
    """Return `state` as JSON, made once per kind of reader; again each time while a clock runs."""
    if update.row.features[DUE.name] is not None:
        return encoded(state(update, reader))
    return update.shared(("state", reader), lambda: encoded(state(update, reader)))


def answer_json(update: Update, reader: ReaderRole) -> Encoded:
    """Return `state` with its events as JSON: the answer to an action."""
    return encoded({**state(update, reader), "events": update.events(reader.seat)})


def step_json(update: Update, reader: ReaderRole) -> Encoded:
    """Return a stream's message for one change as JSON, made once per kind of reader."""
    return update.shared(("step", reader), lambda: encoded(_step(update, reader)))


def _step(update: Update, reader: ReaderRole) -> MatchStep:
    row = update.row
    return {
        "type": "update",
        "seq": update.seq,
        "status": row.status,
        "view": update.view_of(reader),
        "events": update.events(reader.seat),
        "legal": update.legal_of(reader),
        "to_act": update.to_act,
        "result": row.result.to_json() if row.result else None,
        "clock": update.shared("clock", partial(_clock, update)),
        **public_keys(update),
    }


def _clock(update: Update) -> ClockOut | None:
    """Return the clocks as they stand now; None if there are no clocks or an earlier change is sent again."""
    return None if update.site_time is None else clock_out(update.row, update.site_time())
