"""Legal moves by chance, for players that only have to play on."""

from __future__ import annotations

import random

from engine import cards
from tools.rig.json import Json


def choose(state: Json, rng: random.Random) -> Json:
    """Return a legal action by chance; where only the kind of action is listed, a deck or a Champion by chance."""
    action: Json = rng.choice(state["legal"])
    if "choose" not in action:
        return action
    if action["type"] == "deck":
        return {"type": "deck", "cards": rng.sample(cards_to_build_with(state), action["choose"])}
    taken = set(state["view"].get("decks", {}).get(state["seat"]) or [])
    champion = next(slug for slug in rng.sample(CREATURES, len(CREATURES)) if slug not in taken)
    return {"type": "champion_choice", "card": champion}


def _creatures() -> list[str]:
    return [slug for slug, card in cards.ALL.items() if card.is_creature and "mercenary" not in card.printed]


CREATURES = _creatures()


def cards_to_build_with(state: Json) -> list[str]:
    """Return the cards of which a deck may be built in this match (R2.5)."""
    sets = ("initiation",) if state["edition"] == "2021" else cards.SETS
    return cards.of_sets(sets)
