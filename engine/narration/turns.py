"""Sentences about turns: their beginning, plays and incantations, the end of the match."""

from __future__ import annotations

from typing import Final

from engine.events.turns import (
    BloodPricePaid,
    ChampionReady,
    IncantationCast,
    ManaGained,
    MatchOver,
    Played,
    TakenBack,
    TurnBegan,
    Undone,
)
from engine.narration.narrator import DETAIL, GREAT, HEADING, PLAIN, NarratedLine, Narrator, Narrators


def _turn_began(tell: Narrator, event: TurnBegan) -> NarratedLine:
    text = tell.gettext("Turn %(turn)s: %(player)s", turn=event["turn"], player=tell.name(event["player"]))
    return NarratedLine(HEADING, text)


def _mana(tell: Narrator, event: ManaGained) -> NarratedLine:
    text = tell.gettext("%(player)s gains %(amount)s mana", player=tell.name(event["player"]), amount=event["amount"])
    return NarratedLine(DETAIL, text)


def _played(tell: Narrator, event: Played) -> NarratedLine | None:
    if event["place"] is None and not event["champion"]:
        return None  # the automaton's: narrated by "revealed"
    words = {"player": tell.name(event["player"]), "card": tell.card(event["card"])}
    if event["onto"]:
        text = tell.in_lane(
            event["lane"],
            tell.gettext("%(player)s puts %(card)s on a creature in the mountain lane", **words),
            tell.gettext("%(player)s puts %(card)s on a creature in the wave lane", **words),
        )
    elif event["champion"]:
        text = tell.in_lane(
            event["lane"],
            tell.gettext("%(player)s plays the Champion %(card)s in the mountain lane", **words),
            tell.gettext("%(player)s plays the Champion %(card)s in the wave lane", **words),
        )
    else:
        text = tell.in_lane(
            event["lane"],
            tell.gettext("%(player)s plays %(card)s in the mountain lane", **words),
            tell.gettext("%(player)s plays %(card)s in the wave lane", **words),
        )
    return NarratedLine(PLAIN, text)


def _cast(tell: Narrator, event: IncantationCast) -> NarratedLine:
    tell.source = tell.card(event["card"])
    words = {"player": tell.name(event["player"]), "card": tell.source, "target": tell.card(event["target"]["card"])}
    return NarratedLine(PLAIN, tell.gettext("%(player)s casts %(card)s on %(target)s", **words))


def _blood_price(tell: Narrator, event: BloodPricePaid) -> NarratedLine:
    wounds = event["wounds"]
    text = tell.ngettext(
        "%(player)s pays a Blood Price of %(wounds)s wound",
        "%(player)s pays a Blood Price of %(wounds)s wounds",
        wounds,
        player=tell.name(event["player"]),
        wounds=wounds,
    )
    return NarratedLine(DETAIL, text)


def _champion_ready(tell: Narrator, event: ChampionReady) -> NarratedLine:
    return NarratedLine(DETAIL, tell.gettext("The Champion %(card)s is ready", card=tell.card(event["card"])))


def _undone(tell: Narrator, event: Undone) -> NarratedLine:
    return NarratedLine(PLAIN, tell.gettext("%(player)s undoes the last play", player=tell.name(event["player"])))


def _taken_back(tell: Narrator, event: TakenBack) -> NarratedLine:
    words = {"turn": event["turn"], "player": tell.name(event["player"])}
    return NarratedLine(HEADING, tell.gettext("Turn %(turn)s is taken back: %(player)s plays it again", **words))


def _over(tell: Narrator, event: MatchOver) -> NarratedLine:
    if event["reason"] == "aborted":
        return NarratedLine(GREAT, tell.gettext("The match was ended without a winner"))
    if event["winner"] == "draw":
        return NarratedLine(GREAT, tell.gettext("The match is a draw"))
    return NarratedLine(GREAT, tell.gettext("%(player)s wins the match", player=tell.name(event["winner"])))


TURNS: Final[Narrators] = {
    "turn_began": _turn_began,
    "mana": _mana,
    "played": _played,
    "cast": _cast,
    "blood_price": _blood_price,
    "champion_ready": _champion_ready,
    "undone": _undone,
    "taken_back": _taken_back,
    "over": _over,
}
