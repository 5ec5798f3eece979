"""Parts of lessons: their positions, what a step offers, and when it is done or can no longer be done.

The learner plays deck 1, the opponent deck 2 (R2.2), in the 2022 edition.
"""

from __future__ import annotations

from typing import Final

from app.cards.gallery.abilities.short_position import ShortPosition
from app.learning.lessons.lesson_runner import END_SUMMON, Allow, GoalContext, LessonGoal, LessonStep
from app.learning.practice.exercise import OPPONENT, YOU
from engine.match import LegalAction

LANES: Final = ("top", "bottom")


def side(hand: str, top: str = "", bottom: str = "", fortress: str = "bastion") -> dict[str, object]:
    """Return a player's half of a position: slugs with spaces between them; * is the fortress in the hand."""
    realms = {
        lane: [{"card": slug} for slug in listed.split()] for lane, listed in zip(LANES, (top, bottom), strict=True)
    }
    return {"hand": hand.split(), "fortress": fortress, **realms}


def position(turn: int, mana: int, you: dict[str, object], opponent: dict[str, object]) -> ShortPosition:
    """Return a position in which the learner is to play with this mana."""
    return {
        "edition": "2022", "mode": "duel", "turn": turn, "active": YOU, "phase": "summon", "mana": mana,
        YOU: you, OPPONENT: opponent,
    }  # fmt: skip


# -- which actions a step offers


def creatures(context: GoalContext, action: LegalAction) -> bool:
    """Offer all creatures."""
    return action["type"] == "play" and "lane" in action


def incantations(context: GoalContext, action: LegalAction) -> bool:
    """Offer all incantations."""
    return action["type"] == "play" and "target" in action


def attack(context: GoalContext, action: LegalAction) -> bool:
    """Offer the attack alone."""
    return action == END_SUMMON


def anything(context: GoalContext, action: LegalAction) -> bool:
    """Offer every legal action."""
    return True


def card_only(slug: str) -> Allow:
    """Offer only the plays of this card."""

    def only(context: GoalContext, action: LegalAction) -> bool:
        side = context.view()[YOU]
        return action["type"] == "play" and "hand" in side and side["hand"][action["hand"]] == slug

    return only


# -- when a step is done, or can no longer be done


def played(context: GoalContext) -> bool:
    """True if the learner has played a card."""
    return context.happened("played", player=YOU)


def attacked(context: GoalContext) -> bool:
    """True if the learner's assault has begun."""
    return context.happened("assault_began", player=YOU)


def your_turn_again(context: GoalContext) -> bool:
    """True if the learner's next turn has begun."""
    return context.happened("turn_began", player=YOU)


def all_mana_spent(context: GoalContext) -> bool:
    """True if the learner has no mana left."""
    return bool(context.view()["mana"] == 0)


def fortress_hit(player: str) -> LessonGoal:
    """Return the goal that this player's fortress is hit."""
    return lambda context: context.happened("fortress_hit", player=player)


def held(context: GoalContext) -> bool:
    """True if the opponent's turn is over and the learner's fortress was not hit."""
    return your_turn_again(context) and not context.happened("fortress_hit", player=YOU)


def destroyed(slug: str) -> LessonGoal:
    """Return the goal that this card is destroyed."""
    return lambda context: context.happened("destroyed", card=slug)


def cast(context: GoalContext) -> bool:
    """True if the learner has cast an incantation."""
    return context.happened("cast", player=YOU)


def fell(player: str, what: str) -> LessonGoal:
    """Return the goal that this player's `bastion` or `fort` falls."""
    return lambda context: context.happened(f"{what}_fell", player=player)


def brute_came_back(context: GoalContext) -> bool:
    """True if Brute has returned to the learner's hand, and the opponent's turn is over."""
    return your_turn_again(context) and context.happened("returned", player=YOU, card="brute")


def attack_step(done: LessonGoal, lost: LessonGoal = attacked) -> LessonStep:
    """Return the step in which the learner attacks."""
    return LessonStep(attack, done, lost)
