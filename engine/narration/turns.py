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
from engine.narration.narrator import DETAIL, GREAT, HEADING, PLAIN, Narrator, Narrators, Sentence


def _turn_began(narrator: Narrator, event: TurnBegan) -> Sentence:
    text = narrator.gettext("Turn %(turn)s: %(player)s", turn=event["turn"], player=narrator.name(event["player"]))
    return Sentence(HEADING, text)


def _mana(narrator: Narrator, event: ManaGained) -> Sentence:
    text = narrator.gettext(
        "%(player)s gains %(amount)s mana", player=narrator.name(event["player"]), amount=event["amount"]
    )
    return Sentence(DETAIL, text)


def _played(narrator: Narrator, event: Played) -> Sentence | None:
    if event["place"] is None and not event["champion"]:
        return None  # the automaton's: narrated by "revealed"
    words = {"player": narrator.name(event["player"]), "card": narrator.card(event["card"])}
    if event["onto"]:
        text = narrator.in_lane(
            event["lane"],
            narrator.gettext("%(player)s puts %(card)s on a creature in the mountain lane", **words),
            narrator.gettext("%(player)s puts %(card)s on a creature in the wave lane", **words),
        )
    elif event["champion"]:
        text = narrator.in_lane(
            event["lane"],
            narrator.gettext("%(player)s plays the Champion %(card)s in the mountain lane", **words),
            narrator.gettext("%(player)s plays the Champion %(card)s in the wave lane", **words),
        )
    else:
        text = narrator.in_lane(
            event["lane"],
            narrator.gettext("%(player)s plays %(card)s in the mountain lane", **words),
            narrator.gettext("%(player)s plays %(card)s in the wave lane", **words),
        )
    return Sentence(PLAIN, text)


def _cast(narrator: Narrator, event: IncantationCast) -> Sentence:
    narrator.source = narrator.card(event["card"])
    words = {
        "player": narrator.name(event["player"]),
        "card": narrator.source,
        "target": narrator.card(event["target"]["card"]),
    }
    return Sentence(PLAIN, narrator.gettext("%(player)s casts %(card)s on %(target)s", **words))


def _blood_price(narrator: Narrator, event: BloodPricePaid) -> Sentence:
    wounds = event["wounds"]
    text = narrator.ngettext(
        "%(player)s pays a Blood Price of %(wounds)s damage",
        "%(player)s pays a Blood Price of %(wounds)s damage",
        wounds,
        player=narrator.name(event["player"]),
        wounds=wounds,
    )
    return Sentence(DETAIL, text)


def _champion_ready(narrator: Narrator, event: ChampionReady) -> Sentence:
    return Sentence(DETAIL, narrator.gettext("The Champion %(card)s is ready", card=narrator.card(event["card"])))


def _undone(narrator: Narrator, event: Undone) -> Sentence:
    return Sentence(PLAIN, narrator.gettext("%(player)s undoes the last play", player=narrator.name(event["player"])))


def _taken_back(narrator: Narrator, event: TakenBack) -> Sentence:
    words = {"turn": event["turn"], "player": narrator.name(event["player"])}
    return Sentence(HEADING, narrator.gettext("Turn %(turn)s is taken back: %(player)s plays it again", **words))


def _over(narrator: Narrator, event: MatchOver) -> Sentence:
    if event["reason"] == "aborted":
        return Sentence(GREAT, narrator.gettext("The match was ended without a winner"))
    if event["winner"] == "draw":
        return Sentence(GREAT, narrator.gettext("The match is a draw"))
    return Sentence(GREAT, narrator.gettext("%(player)s wins the match", player=narrator.name(event["winner"])))


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
