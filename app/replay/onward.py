"""Playing on from a moment of a replay: a new match that begins with its position."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from app.errors import AppError
from app.matches.film import Film
from app.matches.looking import Beside
from app.matches.models import Seat
from app.matches.room import Room
from app.matches.service import MatchService
from app.players.models import Player
from engine import notation
from engine.match import Options
from engine.record import Names

How = Literal["hotseat", "link", "solo"]


def options_at(film: Film, step: int, seed: int) -> Options:
    """A match that begins with the position of a step; AppError(not_from_here, 409) where there is none to play."""
    match = film.at(step)
    if match.position is None or match.status != "playing":
        raise AppError("not_from_here", 409)
    before = film.record.options
    return Options(
        seed=seed,
        edition=before.edition,
        mode=before.mode,
        format="position",
        position=notation.to_json(match.position),
        undo=before.undo,
        preview=before.preview,
    )


async def play_on(service: MatchService, host: Player, options: Options, names: Names, how: How, seat: Seat) -> Room:
    """Open that match: alone at once, by link with the host at `seat`, or at one device with the record's names."""
    if options.solo is not None:
        return await service.play_on(host, options, "A")
    if how != "hotseat":
        return await service.play_on(host, options, seat)
    first = replace(host, name=names["A"] or host.name)
    return await service.play_on(first, options, "A", Beside(names["B"] or ""))
