"""Sentences about the assault, and about the fortresses that it hits (R6, R7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.events.assault import (
    Absorbed,
    Attacked,
    BastionFell,
    Destroyed,
    Evaded,
    FortFell,
    FortressHit,
    FortTurned,
    Immune,
    OrderAsked,
    Regenerated,
    Rested,
    Sprinted,
    Wounded,
)
from engine.events.turns import AssaultBegan
from engine.narration.narrator import DETAIL, GREAT, PLAIN, CardGoal, Narrator, Narrators, Sentence


def _assault_began(narrator: Narrator, event: AssaultBegan) -> Sentence:
    return Sentence(PLAIN, narrator.gettext("%(player)s attacks!", player=narrator.name(event["player"])))


def _attack(narrator: Narrator, event: Attacked) -> Sentence:
    narrator.source = narrator.card(event["card"])
    target = event["target"]
    if "fortress" in target:
        words = {"card": narrator.source, "player": narrator.name(target["player"])}
        return Sentence(PLAIN, narrator.gettext("%(card)s attacks the Stronghold", **words))
    words = {"card": narrator.source, "target": narrator.card(target["card"])}
    if event["cause"] == "instinct":
        return Sentence(PLAIN, narrator.gettext("Instinct: %(card)s strikes back at %(target)s", **words))
    if event["cause"] == "berserk":
        return Sentence(PLAIN, narrator.gettext("Berserk: %(card)s goes on to attack %(target)s", **words))
    return Sentence(PLAIN, narrator.gettext("%(card)s attacks %(target)s", **words))


def _rested(narrator: Narrator, event: Rested) -> Sentence:
    words = {"card": narrator.card(event["card"])}
    reasons = {
        "new": narrator.gettext("%(card)s has just arrived and rests", **words),
        "fortress": narrator.gettext("%(card)s may not attack the Stronghold this turn and rests", **words),
        "defender": narrator.gettext("%(card)s is a Defender and leaves the Stronghold alone", **words),
    }
    return Sentence(DETAIL, reasons.get(event["reason"]) or narrator.gettext("%(card)s rests", **words))


def _sprint(narrator: Narrator, event: Sprinted) -> Sentence | None:
    if not event["bonus"]:
        return None
    words = {"card": narrator.card(event["card"]), "bonus": event["bonus"]}
    return Sentence(DETAIL, narrator.gettext("%(card)s sprints to the bridge: +%(bonus)s attack", **words))


def _wounded(narrator: Narrator, event: Wounded) -> Sentence | None:
    if event["left"] <= 0:
        return None  # narrated by "destroyed"
    text = narrator.ngettext(
        "%(card)s takes %(amount)s damage (%(left)s health left)",
        "%(card)s takes %(amount)s damage (%(left)s health left)",
        event["amount"],
        card=narrator.card(event["card"]),
        amount=event["amount"],
        left=event["left"],
    )
    return Sentence(DETAIL, text)


def _absorbed(narrator: Narrator, event: Absorbed) -> Sentence:
    return Sentence(DETAIL, narrator.gettext("Protection: %(card)s takes no damage", card=narrator.card(event["card"])))


def _immune(narrator: Narrator, event: Immune) -> Sentence:
    return Sentence(
        DETAIL, narrator.gettext("Indestructible: no effect on %(card)s", card=narrator.card(event["card"]))
    )


def _evaded(narrator: Narrator, event: Evaded) -> Sentence:
    return Sentence(DETAIL, narrator.gettext("Vanish: %(card)s slips to the rear", card=narrator.card(event["card"])))


def _destroyed(narrator: Narrator, event: Destroyed) -> Sentence:
    target, goals = narrator.card(event["card"]), narrator.goals()
    if event["over"] is not None:
        target = narrator.gettext("%(card)s carrying %(symbiote)s", card=target, symbiote=narrator.card(event["over"]))
    if not narrator.source:
        return Sentence(PLAIN, narrator.gettext("%(card)s is destroyed", card=target))
    if not goals:
        return Sentence(PLAIN, narrator.gettext("%(source)s destroys %(card)s", source=narrator.source, card=target))
    return Sentence(PLAIN, _pair_gone(narrator, target, goals) if len(goals) > 1 else _gone(narrator, target, goals[0]))


def _gone(narrator: Narrator, target: str, goal: CardGoal) -> str:
    """Return the sentence of a destroyed card that goes to `goal`."""
    words = {"source": narrator.source, "card": target, "player": narrator.owner_of(goal)}
    sentences = {
        "returned": narrator.gettext("%(source)s destroys %(card)s: it goes to %(player)s's hand", **words),
        "aside": narrator.gettext("%(source)s destroys %(card)s: the Champion is set aside", **words),
        "to_discard": narrator.gettext("%(source)s destroys %(card)s: it goes to the discard pile", **words),
        "to_pile": narrator.gettext("%(source)s destroys %(card)s: it goes on top of the pile", **words),
    }
    return sentences[goal["type"]]


def _pair_gone(narrator: Narrator, target: str, goals: Sequence[CardGoal]) -> str:
    """Return the sentence of a destroyed pair: a Champion is set aside, whatever becomes of the other half."""
    aside = next((goal for goal in goals if goal["type"] == "aside"), None)
    goal = next(goal for goal in goals if goal is not aside)
    words = {"source": narrator.source, "card": target, "player": narrator.owner_of(goal)}
    if aside is None:
        both = {
            "returned": narrator.gettext("%(source)s destroys %(card)s: both go to %(player)s's hand", **words),
            "to_discard": narrator.gettext("%(source)s destroys %(card)s: both go to the discard pile", **words),
            "to_pile": narrator.gettext("%(source)s destroys %(card)s: both go on top of the pile", **words),
        }
        return both[goal["type"]]
    words |= {"champion": narrator.card(aside["card"]), "other": narrator.card(goal["card"])}
    parted = {
        "returned": narrator.gettext(
            "%(source)s destroys %(card)s: %(champion)s is set aside, %(other)s goes to %(player)s's hand", **words
        ),
        "to_pile": narrator.gettext(
            "%(source)s destroys %(card)s: %(champion)s is set aside, %(other)s goes on top of the pile", **words
        ),
    }
    return parted[goal["type"]]


def _order_asked(narrator: Narrator, event: OrderAsked) -> Sentence:
    return Sentence(
        DETAIL,
        narrator.gettext("%(player)s chooses the order of the returning cards", player=narrator.name(event["player"])),
    )


def _fortress_hit(narrator: Narrator, event: FortressHit) -> Sentence:
    lost = event["lost"]
    text = narrator.ngettext(
        "%(player)s's Stronghold takes %(amount)s damage from %(source)s",
        "%(player)s's Stronghold takes %(amount)s damage from %(source)s",
        lost,
        source=narrator.source,
        player=narrator.name(event["player"]),
        amount=lost,
    )
    return Sentence(DETAIL, text)


def _regeneration(narrator: Narrator, event: Regenerated) -> Sentence:
    text = narrator.ngettext(
        "%(player)s's Stronghold regains %(steps)s HP by Regeneration",
        "%(player)s's Stronghold regains %(steps)s HP by Regeneration",
        event["steps"],
        player=narrator.name(event["player"]),
        steps=event["steps"],
    )
    return Sentence(DETAIL, text)


def _bastion_fell(narrator: Narrator, event: BastionFell) -> Sentence:
    return Sentence(GREAT, narrator.gettext("%(player)s's Bastion falls!", player=narrator.name(event["player"])))


def _fort_turned(narrator: Narrator, event: FortTurned) -> Sentence:
    return Sentence(
        GREAT, narrator.gettext("%(player)s's Fort is a Bastion again", player=narrator.name(event["player"]))
    )


def _fort_fell(narrator: Narrator, event: FortFell) -> Sentence:
    return Sentence(GREAT, narrator.gettext("%(player)s's Fort falls!", player=narrator.name(event["player"])))


ASSAULT: Final[Narrators] = {
    "assault_began": _assault_began,
    "attack": _attack,
    "rested": _rested,
    "sprint": _sprint,
    "wounded": _wounded,
    "absorbed": _absorbed,
    "immune": _immune,
    "evaded": _evaded,
    "destroyed": _destroyed,
    "order_asked": _order_asked,
    "fortress_hit": _fortress_hit,
    "regeneration": _regeneration,
    "bastion_fell": _bastion_fell,
    "fort_turned": _fort_turned,
    "fort_fell": _fort_fell,
}
