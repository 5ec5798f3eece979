"""A hint as the API and the page say it. Not compiled: pydantic reads its types."""

from __future__ import annotations

from pydantic import BaseModel, Field, JsonValue

from app.matches.table import hint_words
from engine.bots.advice import Advice
from engine.seat import Seat


class HintOut(BaseModel):
    """The play that the expert bot would make in the player's place."""

    seq: int = Field(description="the number of actions so far: with another one the hint is out of date")
    actions: list[dict[str, JsonValue]] = Field(description="the turn in the notation, the next action first")
    chance: float | None = Field(description="the chance to win that it sees")
    play: str = Field(description="the next action in words")
    reasons: list[str] = Field(description="sentences that say why")
    unrated: bool = Field(description="the match counted for ratings until this hint, and no longer does")


def hint_of(seq: int, seat: Seat, advice: Advice, *, alone: bool, unrated: bool) -> HintOut:
    """Return a hint for the player of `seat` after `seq` actions; `alone`: against the automaton."""
    return HintOut(
        seq=seq,
        actions=[dict(action) for action in advice.actions],
        chance=advice.chance,
        play=hint_words.next_words(advice.turn, seat),
        reasons=hint_words.reasons(advice.effects, alone=alone, chance=advice.chance),
        unrated=unrated,
    )
