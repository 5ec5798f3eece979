"""A player's own fortress that an action would destroy, which a player may want to think about twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.abilities import BLOOD_PRICE
from engine.cards import Card
from engine.match import LegalAction, Match
from engine.position import Position, Side
from engine.seat import Seat
from engine.summon import PLAYABLE

OwnLoss = Literal["bastion", "fort", ""]


def own_losses(match: Match, seat: Seat, legal: Sequence[LegalAction]) -> list[OwnLoss]:
    """Return for each of the seat's legal actions which side of its fortress would fall by it; "" where none would.

    Found by trying: only plays that could cost the last HP are tried.
    """
    nothing: list[OwnLoss] = [""] * len(legal)
    position = match.position
    if position is None or not legal:
        return nothing
    side = position.sides[seat]
    if side.hp > 1 and not [card for card in _playable(side) if card.flags & BLOOD_PRICE]:
        return nothing
    return [_loss(match, seat, each) if _is_risky(position, side, each) else "" for each in legal]


def _playable(side: Side) -> list[Card]:
    """Return the cards that a play can come from."""
    return side.hand[:PLAYABLE] if side.champion is None else [*side.hand[:PLAYABLE], side.champion]


def _is_risky(position: Position, side: Side, action: LegalAction) -> bool:
    """True for a play that could take all HP: a card from the fortress' right takes one (R6.4), and Blood Price as many
    as mana is missing (R13.2)."""
    if action["type"] == "champion" and side.champion is not None:
        card, taken = side.champion, 0
    elif action["type"] == "play":
        taken = int(action["hand"] > side.fort_at)
        card = side.hand[action["hand"] - taken]
    else:
        return False
    missing = max(0, card.cost - position.mana) if card.flags & BLOOD_PRICE else 0
    return side.hp <= taken + missing


def _loss(match: Match, seat: Seat, action: LegalAction) -> OwnLoss:
    _, events = match.apply(seat, action)
    felled = {event["type"] for event in events if event.get("player") == seat}
    return "fort" if "fort_fell" in felled else "bastion" if "bastion_fell" in felled else ""
