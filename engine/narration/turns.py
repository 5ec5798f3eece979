"""Sentences about turns: whose it is, what is played and cast, how the match ends."""

from __future__ import annotations

from typing import Final

from engine.events import (
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
from engine.narration.narrator import DETAIL, GREAT, HEADING, PLAIN, Line, Narrator, Narrators


def _turn_began(tell: Narrator, event: TurnBegan) -> Line:
    text = tell.gettext("Turn {turn}: {player}").format(turn=event["turn"], player=tell.name(event["player"]))
    return Line(HEADING, text)


def _mana(tell: Narrator, event: ManaGained) -> Line:
    text = tell.gettext("{player} gains {amount} mana").format(
        player=tell.name(event["player"]), amount=event["amount"]
    )
    return Line(DETAIL, text)


def _played(tell: Narrator, event: Played) -> Line | None:
    if event["place"] is None and not event["champion"]:
        return None  # the automaton's: told by "revealed"
    if event["onto"]:
        text = tell.in_lane(
            event["lane"],
            tell.gettext("{player} puts {card} on a creature in the mountain lane"),
            tell.gettext("{player} puts {card} on a creature in the wave lane"),
        )
    elif event["champion"]:
        text = tell.in_lane(
            event["lane"],
            tell.gettext("{player} plays the Champion {card} in the mountain lane"),
            tell.gettext("{player} plays the Champion {card} in the wave lane"),
        )
    else:
        text = tell.in_lane(
            event["lane"],
            tell.gettext("{player} plays {card} in the mountain lane"),
            tell.gettext("{player} plays {card} in the wave lane"),
        )
    return Line(PLAIN, text.format(player=tell.name(event["player"]), card=tell.card(event["card"])))


def _cast(tell: Narrator, event: IncantationCast) -> Line:
    tell.source = tell.card(event["card"])
    words = {"player": tell.name(event["player"]), "card": tell.source, "target": tell.card(event["target"]["card"])}
    return Line(PLAIN, tell.gettext("{player} casts {card} on {target}").format(**words))


def _blood_price(tell: Narrator, event: BloodPricePaid) -> Line:
    wounds = event["wounds"]
    text = tell.ngettext(
        "{player} pays a Blood Price of {wounds} wound", "{player} pays a Blood Price of {wounds} wounds", wounds
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), wounds=wounds))


def _champion_ready(tell: Narrator, event: ChampionReady) -> Line:
    return Line(DETAIL, tell.gettext("The Champion {card} is ready").format(card=tell.card(event["card"])))


def _undone(tell: Narrator, event: Undone) -> Line:
    return Line(PLAIN, tell.gettext("{player} undoes the last play").format(player=tell.name(event["player"])))


def _taken_back(tell: Narrator, event: TakenBack) -> Line:
    text = tell.gettext("Turn {turn} is taken back: {player} plays it again")
    return Line(HEADING, text.format(turn=event["turn"], player=tell.name(event["player"])))


def _over(tell: Narrator, event: MatchOver) -> Line:
    if event["winner"] == "draw":
        return Line(GREAT, tell.gettext("The match is a draw"))
    return Line(GREAT, tell.gettext("{player} wins the match").format(player=tell.name(event["winner"])))


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
