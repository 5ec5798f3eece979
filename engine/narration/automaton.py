"""Sentences about the automaton and its pile (R10)."""

from __future__ import annotations

from typing import Final

from engine.events.automaton import Fizzled, LastTurn, PileHit, PileReshuffled, Revealed
from engine.narration.narrator import DETAIL, GREAT, PLAIN, Narrator, Narrators, Sentence


def _revealed(narrator: Narrator, event: Revealed) -> Sentence:
    words = {"card": narrator.card(event["card"]), "spent": event["spent"], "mana": event["mana"]}
    if event["spent"] >= event["mana"]:  # the last card may cost more than there was left (R10.3)
        text = narrator.in_lane(
            event["lane"],
            narrator.gettext("The automaton reveals %(card)s for the mountain lane (all %(mana)s mana spent)", **words),
            narrator.gettext("The automaton reveals %(card)s for the wave lane (all %(mana)s mana spent)", **words),
        )
    else:
        text = narrator.in_lane(
            event["lane"],
            narrator.gettext(
                "The automaton reveals %(card)s for the mountain lane (%(spent)s of %(mana)s mana)", **words
            ),
            narrator.gettext("The automaton reveals %(card)s for the wave lane (%(spent)s of %(mana)s mana)", **words),
        )
    return Sentence(PLAIN, text)


def _fizzled(narrator: Narrator, event: Fizzled) -> Sentence:
    return Sentence(DETAIL, narrator.gettext("%(card)s finds no target", card=narrator.card(event["card"])))


def _pile_hit(narrator: Narrator, event: PileHit) -> Sentence:
    lost = len(event["cards"])
    text = narrator.ngettext(
        "The pile loses %(amount)s card, %(left)s left",
        "The pile loses %(amount)s cards, %(left)s left",
        lost,
        amount=lost,
        left=event["left"],
    )
    return Sentence(DETAIL, text)


def _reshuffled(narrator: Narrator, event: PileReshuffled) -> Sentence:
    count = event["count"]
    text = narrator.ngettext(
        "The discard pile becomes a new pile of %(count)s card",
        "The discard pile becomes a new pile of %(count)s cards",
        count,
        count=count,
    )
    return Sentence(PLAIN, text)


def _last_turn(narrator: Narrator, event: LastTurn) -> Sentence:
    return Sentence(GREAT, narrator.gettext("The pile is empty: the automaton has one last turn"))


AUTOMATON: Final[Narrators] = {
    "revealed": _revealed,
    "fizzled": _fizzled,
    "pile_hit": _pile_hit,
    "pile_reshuffled": _reshuffled,
    "last_turn": _last_turn,
}
