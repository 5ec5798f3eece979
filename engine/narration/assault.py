"""Sentences about the assault, and about the fortresses that it hits (R6, R7)."""

from __future__ import annotations

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
from engine.narration.narrator import DETAIL, GREAT, PLAIN, NarratedLine, Narrator, Narrators


def _assault_began(tell: Narrator, event: AssaultBegan) -> NarratedLine:
    return NarratedLine(PLAIN, tell.gettext("%(player)s attacks!", player=tell.name(event["player"])))


def _attack(tell: Narrator, event: Attacked) -> NarratedLine:
    tell.source = tell.card(event["card"])
    target = event["target"]
    if "fortress" in target:
        words = {"card": tell.source, "player": tell.name(target["player"])}
        return NarratedLine(PLAIN, tell.gettext("%(card)s attacks the fortress", **words))
    words = {"card": tell.source, "target": tell.card(target["card"])}
    if event["cause"] == "instinct":
        return NarratedLine(PLAIN, tell.gettext("Instinct: %(card)s strikes back at %(target)s", **words))
    if event["cause"] == "berserk":
        return NarratedLine(PLAIN, tell.gettext("Berserk: %(card)s goes on to attack %(target)s", **words))
    return NarratedLine(PLAIN, tell.gettext("%(card)s attacks %(target)s", **words))


def _rested(tell: Narrator, event: Rested) -> NarratedLine:
    words = {"card": tell.card(event["card"])}
    reasons = {
        "new": tell.gettext("%(card)s has just arrived and rests", **words),
        "fortress": tell.gettext("%(card)s may not attack the fortress this turn and rests", **words),
        "defender": tell.gettext("%(card)s is a Defender and leaves the fortress alone", **words),
    }
    return NarratedLine(DETAIL, reasons.get(event["reason"]) or tell.gettext("%(card)s rests", **words))


def _sprint(tell: Narrator, event: Sprinted) -> NarratedLine | None:
    if not event["bonus"]:
        return None
    words = {"card": tell.card(event["card"]), "bonus": event["bonus"]}
    return NarratedLine(DETAIL, tell.gettext("%(card)s sprints to the bridge: +%(bonus)s attack", **words))


def _wounded(tell: Narrator, event: Wounded) -> NarratedLine | None:
    if event["left"] <= 0:
        return None  # narrated by "destroyed"
    text = tell.ngettext(
        "%(card)s takes %(amount)s wound (%(left)s health left)",
        "%(card)s takes %(amount)s wounds (%(left)s health left)",
        event["amount"],
        card=tell.card(event["card"]),
        amount=event["amount"],
        left=event["left"],
    )
    return NarratedLine(DETAIL, text)


def _absorbed(tell: Narrator, event: Absorbed) -> NarratedLine:
    return NarratedLine(DETAIL, tell.gettext("Protection: %(card)s takes no wounds", card=tell.card(event["card"])))


def _immune(tell: Narrator, event: Immune) -> NarratedLine:
    return NarratedLine(DETAIL, tell.gettext("Indestructible: no effect on %(card)s", card=tell.card(event["card"])))


def _evaded(tell: Narrator, event: Evaded) -> NarratedLine:
    return NarratedLine(DETAIL, tell.gettext("Evasion: %(card)s slips to the rear", card=tell.card(event["card"])))


def _destroyed(tell: Narrator, event: Destroyed) -> NarratedLine:
    target, goal = tell.card(event["card"]), tell.goal_of(event["card"])
    if event["over"] is not None:
        target = tell.gettext("%(card)s carrying %(symbiote)s", card=target, symbiote=tell.card(event["over"]))
    if not tell.source:
        return NarratedLine(PLAIN, tell.gettext("%(card)s is destroyed", card=target))
    if goal is None:
        return NarratedLine(PLAIN, tell.gettext("%(source)s destroys %(card)s", source=tell.source, card=target))
    player = tell.name(goal["player"]) if goal["type"] == "returned" else ""
    words = {"source": tell.source, "card": target, "player": player}
    sentences = {
        "returned": tell.gettext("%(source)s destroys %(card)s: it goes to %(player)s's hand", **words),
        "aside": tell.gettext("%(source)s destroys %(card)s: the Champion is set aside", **words),
        "to_discard": tell.gettext("%(source)s destroys %(card)s: it goes to the discard pile", **words),
        "to_pile": tell.gettext("%(source)s destroys %(card)s: it goes on top of the pile", **words),
    }
    return NarratedLine(PLAIN, sentences[goal["type"]])


def _order_asked(tell: Narrator, event: OrderAsked) -> NarratedLine:
    return NarratedLine(
        DETAIL,
        tell.gettext("%(player)s chooses the order of the returning cards", player=tell.name(event["player"])),
    )


def _fortress_hit(tell: Narrator, event: FortressHit) -> NarratedLine:
    amount = event["amount"]
    text = tell.ngettext(
        "%(player)s's fortress takes %(amount)s wound from %(source)s",
        "%(player)s's fortress takes %(amount)s wounds from %(source)s",
        amount,
        source=tell.source,
        player=tell.name(event["player"]),
        amount=amount,
    )
    return NarratedLine(DETAIL, text)


def _regeneration(tell: Narrator, event: Regenerated) -> NarratedLine:
    text = tell.ngettext(
        "%(player)s's fortress regains %(steps)s HP by Regeneration",
        "%(player)s's fortress regains %(steps)s HP by Regeneration",
        event["steps"],
        player=tell.name(event["player"]),
        steps=event["steps"],
    )
    return NarratedLine(DETAIL, text)


def _bastion_fell(tell: Narrator, event: BastionFell) -> NarratedLine:
    return NarratedLine(GREAT, tell.gettext("%(player)s's Bastion falls!", player=tell.name(event["player"])))


def _fort_turned(tell: Narrator, event: FortTurned) -> NarratedLine:
    return NarratedLine(GREAT, tell.gettext("%(player)s's Fort is a Bastion again", player=tell.name(event["player"])))


def _fort_fell(tell: Narrator, event: FortFell) -> NarratedLine:
    return NarratedLine(GREAT, tell.gettext("%(player)s's Fort falls!", player=tell.name(event["player"])))


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
