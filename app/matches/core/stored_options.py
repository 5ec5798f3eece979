"""The engine's options as a match stores them: the match that begins with them, and its preconstructed decks."""

from __future__ import annotations

from app.base.errors import AppError, Code
from app.base.live.server_messages import DeckNumbers
from engine.balance import evenest
from engine.cards import ALL
from engine.events import Event
from engine.match import Match, Options
from engine.seat import SEATS, Seat
from engine.setup.options import POSITION, PRECONSTRUCTED, SOLO, OptionsNotation


def begin(options: OptionsNotation) -> tuple[Match, list[Event]]:
    """Return the match of these stored options before its first action, and the events of its set-up so far."""
    return Match.start(Options.from_json(options))


def check(options: OptionsNotation) -> None:
    """Raise the engine's BadPosition for options with which no match can begin. Nothing is dealt for it."""
    checked = Options.from_json(options)
    if checked.format == POSITION:  # which is read when the match begins
        Match.new(checked)


def decks_of(match: Match | None) -> DeckNumbers | None:
    """Return the preconstructed decks in play, which are public (R2.5a). None where there are none."""
    if match is None or match.options.format != PRECONSTRUCTED:
        return None
    alone, settled = match.options.mode == SOLO, match.options.settled  # a deck that has grown has no number
    first, second = (None if seat in settled else ALL[match.setup.decks[seat][0]].deck for seat in SEATS)
    return {"A": first, "B": None if alone else second}


def with_deck(options: OptionsNotation, seat: Seat, deck: int | None) -> OptionsNotation:
    """Return the options with the guest's preconstructed deck (R2.2), a random one if they chose none.

    AppError: decks_settled where the host has settled it.
    """
    if options["format"] != PRECONSTRUCTED or deck is None:
        return options
    if are_decks_settled(options):
        raise AppError(Code.decks_settled)
    return Options.from_json({**options, "decks": {**options["decks"], seat: deck}}).to_json()


def are_decks_settled(options: OptionsNotation) -> bool:
    """True if no preconstructed deck is left to choose: both are named, or both players share one (H9)."""
    return len(options["decks"]) == len(SEATS) or options.get("mirror", False)


def evenest_for(options: OptionsNotation) -> int | None:
    """Return the deck that is most even against the host's; None where there is nothing left to choose."""
    if options["format"] != PRECONSTRUCTED or are_decks_settled(options):
        return None
    return evenest(options["edition"], *options["decks"].values())


def with_even_deck(options: OptionsNotation, seat: Seat) -> OptionsNotation:
    """Return the options with the most even deck for the free seat, where one is left to choose."""
    return with_deck(options, seat, evenest_for(options))
