"""Roads, cards and choices in words."""

from __future__ import annotations

from app.base.i18n import _, ngettext
from app.cards.gallery import wording
from app.cards.gallery.starters import starters
from app.contests.legacy.stored_road import StoredRoad
from engine.legacy import ISLANDS, RoadChoice


def deck_name(starter: int) -> str:
    """Return the name of a starter deck."""
    return next(deck.name for deck in starters() if deck.number == starter)


def title_words(stored: StoredRoad) -> str:
    """Return the title of a road."""
    if stored.week is not None:
        return _("The road of the week: %(deck)s", deck=deck_name(stored.starter))
    return _("The road of %(deck)s", deck=deck_name(stored.starter))


def result_words(stored: StoredRoad) -> str:
    """Return how far a road has come."""
    if stored.is_finished:
        return _("All %(islands)s islands won", islands=ISLANDS)
    return _("%(won)s of %(islands)s islands won", won=stored.road.won, islands=ISLANDS)


def lives_words(lives: int) -> str:
    """Return how many lives are left."""
    return ngettext("%(n)s life left", "%(n)s lives left", lives, n=lives)


def choice_title(choice: RoadChoice) -> str:
    """Return the kind of a choice."""
    return {"growth": _("A new ability"), "swap": _("One of their cards"), "heal": _("A scar heals")}[choice["take"]]


def choice_words(stored: StoredRoad, choice: RoadChoice) -> str:
    """Return in one sentence what a choice does."""
    card, after = stored.road.faces[choice["card"]], stored.road.foretold(choice)
    if choice["take"] == "swap":
        name = wording.name_in_text(after)
        return _(
            "%(card)s takes the place of one of your cards, and whatever that card has gained goes with it.", card=name
        )
    name = wording.name_in_text(card)
    if choice["take"] == "growth":
        return _(
            "%(card)s gains %(ability)s and costs no more.", card=name, ability=wording.ability_name(choice["gain"])
        )
    if choice["gain"] == "attack":
        return _("%(card)s gets 1 attack back.", card=name)
    return _("%(card)s gets 1 health back.", card=name)
