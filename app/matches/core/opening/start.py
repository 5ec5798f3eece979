"""From a player's wishes to the engine's options and the holder of the other seat."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from app.base.errors import AppError, Code
from app.matches.bots import characters
from app.matches.bots.characters import Character
from app.matches.core.clocks.clock_option import ClockOption
from app.matches.core.schemas import MAX_SEED, NewMatch
from app.matches.core.seat_holder import Bot, SeatHolder, is_hot_seat
from engine.match import Options
from engine.seat import Seat, other
from engine.setup.options import DUEL, PRECONSTRUCTED, OptionsNotation

HUMAN: Final = "human"


def new_seed() -> int:
    return secrets.randbelow(MAX_SEED + 1)


def options_of(new: NewMatch, seat: Seat) -> OptionsNotation:
    """Return the options of a new match as they are stored; its host sits at `seat`.

    Raises the engine's BadPosition when they do not fit together.
    """
    asked: dict[str, object] = {
        **new.engine_options(new_seed() if new.seed is None else new.seed),
        "mode": new.mode,
        "decks": _decks(new, seat),
        "first": new.first,
        "solo": new.solo.model_dump(exclude_none=True) if new.solo else None,
    }
    return Options.from_json(asked).to_json()


def _decks(new: NewMatch, seat: Seat) -> dict[Seat, int]:
    """Return the chosen decks: the host's, and the opponent's, if it is chosen, or that of a bot with a name."""
    decks = {seat: new.deck} if new.format == PRECONSTRUCTED else {}
    if new.opponent_deck is not None:
        return {**decks, other(seat): new.opponent_deck}
    named = characters.BY_SLUG.get(new.opponent.removeprefix(characters.PREFIX))
    if not decks or new.mirror or named is None or named.deck == new.deck:
        return decks
    return {**decks, other(seat): named.deck}


def opponent_of(new: NewMatch) -> Bot | None:
    """Return the bot of a new match; None for people and the automaton.

    AppError: no_such_bot, bot_in_solo.
    """
    if new.opponent == HUMAN:
        return None
    character = characters.opponent_in(new.opponent)
    if character is None:
        raise AppError(Code.no_such_bot)
    if new.mode != DUEL:
        raise AppError(Code.bot_in_solo)
    return bot_of(character)


def clock_of(new: NewMatch) -> ClockOption | None:
    """Return the chosen clocks. AppError(clock_in_solo): the automaton has none."""
    if new.clock is None:
        return None
    if new.mode != DUEL:
        raise AppError(Code.clock_in_solo)
    return new.clock


def is_rated(new: NewMatch, holders: Mapping[Seat, SeatHolder]) -> bool:
    """True if a new match is to count for ratings: as its host says, else a listed one, and one against a bot.

    Nothing counts in which chance was chosen, alone, or at a hot seat. By link the opponent must agree, too.
    """
    if new.mode != DUEL or new.seed is not None or new.pairs is not None or is_hot_seat(holders):
        return False
    return new.public or new.opponent != HUMAN if new.rated is None else new.rated


def bot_of(character: Character) -> Bot:
    return Bot(character.level, character.name)
