"""Sentences about the assault, and about the fortresses that it hits (R6, R7)."""

from __future__ import annotations

from typing import Final

from engine.events import (
    Absorbed,
    AssaultBegan,
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
from engine.narration.narrator import DETAIL, GREAT, PLAIN, Line, Narrator, Narrators


def _assault_began(tell: Narrator, event: AssaultBegan) -> Line:
    return Line(PLAIN, tell.gettext("{player} attacks!").format(player=tell.name(event["player"])))


def _attack(tell: Narrator, event: Attacked) -> Line:
    tell.source = tell.card(event["card"])
    target = event["target"]
    if "fortress" in target:
        words = {"card": tell.source, "player": tell.name(target["player"])}
        return Line(PLAIN, tell.gettext("{card} attacks the fortress").format(**words))
    words = {"card": tell.source, "target": tell.card(target["card"])}
    if event["cause"] == "instinct":
        return Line(PLAIN, tell.gettext("Instinct: {card} strikes back at {target}").format(**words))
    if event["cause"] == "berserk":
        return Line(PLAIN, tell.gettext("Berserk: {card} goes on to attack {target}").format(**words))
    return Line(PLAIN, tell.gettext("{card} attacks {target}").format(**words))


def _rested(tell: Narrator, event: Rested) -> Line:
    reasons = {
        "new": tell.gettext("{card} has just arrived and rests"),
        "fortress": tell.gettext("{card} may not attack the fortress this turn and rests"),
        "defender": tell.gettext("{card} is a Defender and leaves the fortress alone"),
    }
    return Line(
        DETAIL, reasons.get(event["reason"], tell.gettext("{card} rests")).format(card=tell.card(event["card"]))
    )


def _sprint(tell: Narrator, event: Sprinted) -> Line | None:
    if not event["bonus"]:
        return None
    text = tell.gettext("{card} sprints to the bridge: +{bonus} attack")
    return Line(DETAIL, text.format(card=tell.card(event["card"]), bonus=event["bonus"]))


def _wounded(tell: Narrator, event: Wounded) -> Line | None:
    if event["left"] <= 0:
        return None  # told by "destroyed"
    text = tell.ngettext(
        "{card} takes {amount} wound ({left} health left)",
        "{card} takes {amount} wounds ({left} health left)",
        event["amount"],
    )
    return Line(DETAIL, text.format(card=tell.card(event["card"]), amount=event["amount"], left=event["left"]))


def _absorbed(tell: Narrator, event: Absorbed) -> Line:
    return Line(DETAIL, tell.gettext("Protection: {card} takes no wounds").format(card=tell.card(event["card"])))


def _immune(tell: Narrator, event: Immune) -> Line:
    return Line(DETAIL, tell.gettext("Indestructible: no effect on {card}").format(card=tell.card(event["card"])))


def _evaded(tell: Narrator, event: Evaded) -> Line:
    return Line(DETAIL, tell.gettext("Evasion: {card} slips to the rear").format(card=tell.card(event["card"])))


def _destroyed(tell: Narrator, event: Destroyed) -> Line:
    target, goal = tell.card(event["card"]), tell.goal_of(event["card"])
    if event["over"] is not None:
        target = tell.gettext("{card} carrying {symbiote}").format(card=target, symbiote=tell.card(event["over"]))
    if not tell.source:
        return Line(PLAIN, tell.gettext("{card} is destroyed").format(card=target))
    sentences = {
        "returned": tell.gettext("{source} destroys {card}: it goes to {player}'s hand"),
        "aside": tell.gettext("{source} destroys {card}: the Champion is set aside"),
        "to_discard": tell.gettext("{source} destroys {card}: it goes to the discard"),
        "to_pile": tell.gettext("{source} destroys {card}: it goes on top of the pile"),
    }
    text = sentences[goal["type"]] if goal else tell.gettext("{source} destroys {card}")
    player = tell.name(goal["player"]) if goal and goal["type"] == "returned" else ""
    return Line(PLAIN, text.format(source=tell.source, card=target, player=player))


def _order_asked(tell: Narrator, event: OrderAsked) -> Line:
    return Line(
        DETAIL,
        tell.gettext("{player} chooses the order of the returning cards").format(player=tell.name(event["player"])),
    )


def _fortress_hit(tell: Narrator, event: FortressHit) -> Line:
    amount = event["amount"]
    text = tell.ngettext(
        "{player}'s fortress takes {amount} wound from {source}",
        "{player}'s fortress takes {amount} wounds from {source}",
        amount,
    )
    return Line(DETAIL, text.format(source=tell.source, player=tell.name(event["player"]), amount=amount))


def _regeneration(tell: Narrator, event: Regenerated) -> Line:
    text = tell.ngettext(
        "{player}'s fortress regains {steps} HP by Regeneration",
        "{player}'s fortress regains {steps} HP by Regeneration",
        event["steps"],
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), steps=event["steps"]))


def _bastion_fell(tell: Narrator, event: BastionFell) -> Line:
    return Line(GREAT, tell.gettext("{player}'s Bastion falls!").format(player=tell.name(event["player"])))


def _fort_turned(tell: Narrator, event: FortTurned) -> Line:
    return Line(GREAT, tell.gettext("{player}'s Fort is a Bastion again").format(player=tell.name(event["player"])))


def _fort_fell(tell: Narrator, event: FortFell) -> Line:
    return Line(GREAT, tell.gettext("{player}'s Fort falls!").format(player=tell.name(event["player"])))


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
