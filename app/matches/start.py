"""From what a player asks for to the engine's options, and from those to a match."""

from __future__ import annotations

import secrets

from app.errors import AppError
from app.matches.schemas import MAX_SEED, NewMatch
from app.matches.seats import Seat
from engine.events import Event
from engine.match import Match, Options
from engine.setup.options import OptionsNotation


def new_seed() -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbelow(MAX_SEED + 1)


def options_of(new: NewMatch, seat: Seat) -> OptionsNotation:
    """Return the options of a new match as they are stored; its host sits at `seat`.

    Raises the engine's BadPosition when they do not fit together, AppError(no_such_bot, 422) for an unknown opponent.
    """
    if new.opponent != "human":
        raise AppError("no_such_bot", 422)
    asked: dict[str, object] = {
        "seed": new_seed() if new.seed is None else new.seed,
        "edition": new.edition,
        "mode": new.mode,
        "format": new.format,
        "sets": new.sets,
        "champions": new.champions,
        "decks": {seat: new.deck} if new.format == "preconstructed" else {},
        "first": new.first,
        "undo": new.undo,
        "preview": new.preview,
        "solo": new.solo.model_dump(exclude_none=True) if new.solo else None,
    }
    return Options.from_json(asked).to_json()


def with_deck(options: OptionsNotation, seat: Seat, deck: int | None) -> OptionsNotation:
    """Return the options with the guest's preconstructed deck (R2.2); without a choice, one by chance."""
    if options["format"] != "preconstructed" or deck is None:
        return options
    return Options.from_json({**options, "decks": {**options["decks"], seat: deck}}).to_json()


def begin(options: OptionsNotation) -> tuple[Match, list[Event]]:
    """Return the match of these stored options before its first action, and what happened in its set-up so far."""
    return Match.start(Options.from_json(options))
