"""Playing on from a moment of a replay: a new match that begins with its position."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from app.errors import AppError
from app.matches.looking import Beside
from app.matches.models import Seat
from app.matches.room import Room
from app.matches.service import MatchService
from app.matches.start import new_seed
from app.players.models import Player
from app.replay.film import Film
from engine import notation
from engine.match import Options

How = Literal["hotseat", "link", "solo"]


def options_at(film: Film, step: int) -> Options:
    """A match that begins with the position of a step; AppError(not_from_here, 409) where there is none to play."""
    match = film.at(step)
    if match.position is None or match.status != "playing":
        raise AppError("not_from_here", 409)
    before = film.record.options
    return Options(
        seed=new_seed(),
        edition=before.edition,
        mode=before.mode,
        format="position",
        position=notation.to_json(match.position),
        undo=before.undo,
        preview=before.preview,
    )


async def play_on(service: MatchService, host: Player, film: Film, step: int, how: How, seat: Seat) -> Room:
    """Open that match: alone at once, by link with the host at `seat`, or at one device with the record's names."""
    options = options_at(film, step)
    if options.solo is not None:
        return await service.play_on(host, options, "A")
    if how != "hotseat":
        return await service.play_on(host, options, seat)
    names = film.record.names
    first = replace(host, name=names["A"] or host.name)
    return await service.play_on(first, options, "A", Beside(names["B"] or ""))
