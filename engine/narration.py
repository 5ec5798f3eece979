"""The narration: a sentence for each event that matters to a reader, in the reader's language.

The site tells it in the visitor's language, `python -m engine replay` in English; both read the same sentences here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from engine.cards import ALL, CardNotation
from engine.seat import Seat

Event = Mapping[str, Any]
Names = Mapping[Seat, str]

HEADING, PLAIN, DETAIL, GREAT = "heading", "plain", "detail", "great"
GOES_TO: Final = ("returned", "aside", "to_discard", "to_pile")


class Language(Protocol):
    """A language of readers: the sentences here are its keys, in English with names in braces."""

    def gettext(self, text: str) -> str:
        """Return the text in this language."""

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the form of the text for so many."""

    def card(self, card: CardNotation) -> str:
        """Return the name of a card in the notation."""


class English:
    """The language that the sentences are written in."""

    def gettext(self, text: str) -> str:
        """Return the text."""
        return text

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the form of the text for so many."""
        return one if count == 1 else many

    def card(self, card: CardNotation) -> str:
        """Return the English name of a card in the notation."""
        return ALL[card].name if isinstance(card, str) else card["name"]


ENGLISH: Final = English()


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log; `kind` is "heading", "plain", "detail" or "great" (a fall, the end)."""

    kind: str
    text: str


@dataclass(slots=True)
class _Narrator:
    """The events of one update with a cursor, so that a sentence can look at what follows."""

    events: Sequence[Event]
    names: Names
    language: Language
    index: int = 0
    source: str = ""

    def gettext(self, text: str) -> str:
        """Return the text in the reader's language."""
        return self.language.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the form of the text for so many, in the reader's language."""
        return self.language.ngettext(one, many, count)

    def card(self, card: CardNotation) -> str:
        """Return the name of a card in the reader's language."""
        return self.language.card(card)

    def lane(self, lane: str) -> str:
        """Return the name of a lane, as it stands in a sentence: "in the mountain lane"."""
        return self.gettext("the mountain lane") if lane == "top" else self.gettext("the wave lane")

    def name(self, seat: Seat) -> str:
        """Return the player at `seat`."""
        return self.names[seat]

    def goal_of(self, card: CardNotation) -> Event | None:
        """Return the event that tells where a destroyed card goes, if it goes there in the same update."""
        for event in self.events[self.index + 1 :]:
            if event["type"] in GOES_TO and event["card"] == card:
                return event
            if event["type"] in ("attack", "turn_ended"):
                return None
        return None


def _turn_began(tell: _Narrator, event: Event) -> Line:
    text = tell.gettext("Turn {turn}: {player}").format(turn=event["turn"], player=tell.name(event["player"]))
    return Line(HEADING, text)


def _mana(tell: _Narrator, event: Event) -> Line:
    text = tell.gettext("{player} gains {amount} mana").format(
        player=tell.name(event["player"]), amount=event["amount"]
    )
    return Line(DETAIL, text)


def _played(tell: _Narrator, event: Event) -> Line | None:
    if event["place"] is None and not event["champion"]:
        return None  # the automaton's: told by "revealed"
    words = {
        "player": tell.name(event["player"]),
        "card": tell.card(event["card"]),
        "lane": tell.lane(event["lane"]),
    }
    if event["onto"]:
        return Line(PLAIN, tell.gettext("{player} puts {card} on a creature in {lane}").format(**words))
    if event["champion"]:
        return Line(PLAIN, tell.gettext("{player} plays the Champion {card} in {lane}").format(**words))
    return Line(PLAIN, tell.gettext("{player} plays {card} in {lane}").format(**words))


def _cast(tell: _Narrator, event: Event) -> Line:
    tell.source = tell.card(event["card"])
    words = {"player": tell.name(event["player"]), "card": tell.source}
    target = event.get("target")
    if target is None:
        return Line(PLAIN, tell.gettext("{player} casts {card}").format(**words))
    return Line(
        PLAIN, tell.gettext("{player} casts {card} on {target}").format(target=tell.card(target["card"]), **words)
    )


def _blood_price(tell: _Narrator, event: Event) -> Line:
    wounds = event["wounds"]
    text = tell.ngettext(
        "{player} pays {wounds} wound of Blood Price", "{player} pays {wounds} wounds of Blood Price", wounds
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), wounds=wounds))


def _assault_began(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, tell.gettext("{player} attacks!").format(player=tell.name(event["player"])))


def _attack(tell: _Narrator, event: Event) -> Line:
    tell.source = tell.card(event["card"])
    target = event["target"]
    if target.get("fortress"):
        words = {"card": tell.source, "player": tell.name(target["player"])}
        return Line(PLAIN, tell.gettext("{card} attacks the fortress of {player}").format(**words))
    words = {"card": tell.source, "target": tell.card(target["card"])}
    if event["cause"] == "instinct":
        return Line(PLAIN, tell.gettext("{card} strikes back at {target} by Instinct").format(**words))
    if event["cause"] == "berserk":
        return Line(PLAIN, tell.gettext("{card} attacks again: {target}").format(**words))
    return Line(PLAIN, tell.gettext("{card} attacks {target}").format(**words))


def _rested(tell: _Narrator, event: Event) -> Line:
    reasons = {
        "new": tell.gettext("{card} has just arrived and rests"),
        "fortress": tell.gettext("{card} may not attack the fortress this turn and rests"),
        "defender": tell.gettext("{card} is a Defender and leaves the fortress alone"),
    }
    return Line(
        DETAIL, reasons.get(event["reason"], tell.gettext("{card} rests")).format(card=tell.card(event["card"]))
    )


def _sprint(tell: _Narrator, event: Event) -> Line | None:
    if not event["bonus"]:
        return None
    text = tell.gettext("{card} sprints to the bridge: +{bonus} attack")
    return Line(DETAIL, text.format(card=tell.card(event["card"]), bonus=event["bonus"]))


def _wounded(tell: _Narrator, event: Event) -> Line | None:
    if event["left"] <= 0:
        return None  # told by "destroyed"
    text = tell.ngettext(
        "{card} takes {amount} wound, {left} left", "{card} takes {amount} wounds, {left} left", event["amount"]
    )
    return Line(DETAIL, text.format(card=tell.card(event["card"]), amount=event["amount"], left=event["left"]))


def _absorbed(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, tell.gettext("Protection: {card} takes no wound").format(card=tell.card(event["card"])))


def _immune(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, tell.gettext("{card} is Indestructible: no effect").format(card=tell.card(event["card"])))


def _evaded(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, tell.gettext("{card} evades to the rear").format(card=tell.card(event["card"])))


def _fate(tell: _Narrator, card: Any) -> str:
    goal = tell.goal_of(card)
    kind = goal["type"] if goal else ""
    if goal and kind == "returned":
        return tell.gettext("it returns to the hand of {player}").format(player=tell.name(goal["player"]))
    if kind == "aside":
        return tell.gettext("the Champion is set aside")
    if kind == "to_discard":
        return tell.gettext("it goes to the discard")
    return tell.gettext("it goes on top of the pile") if kind == "to_pile" else ""


def _destroyed(tell: _Narrator, event: Event) -> Line:
    target, fate = tell.card(event["card"]), _fate(tell, event["card"])
    if event["over"] is not None:
        target = tell.gettext("{card} with {over}").format(card=target, over=tell.card(event["over"]))
    if tell.source:
        text = tell.gettext("{source} destroys {card}").format(source=tell.source, card=target)
    else:
        text = tell.gettext("{card} is destroyed").format(card=target)
    return Line(PLAIN, tell.gettext("{what}: {fate}").format(what=text, fate=fate) if fate else text)


def _order_asked(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, tell.gettext("{player} orders the returning cards").format(player=tell.name(event["player"])))


def _fortress_hit(tell: _Narrator, event: Event) -> Line:
    amount = event["amount"]
    if event["by"] == "blood-price":
        text = tell.ngettext(
            "The fortress of {player} takes {amount} wound", "The fortress of {player} takes {amount} wounds", amount
        )
        return Line(DETAIL, text.format(player=tell.name(event["player"]), amount=amount))
    text = tell.ngettext(
        "{source} hits the fortress of {player}: {amount} wound",
        "{source} hits the fortress of {player}: {amount} wounds",
        amount,
    )
    return Line(DETAIL, text.format(source=tell.source, player=tell.name(event["player"]), amount=amount))


def _regeneration(tell: _Narrator, event: Event) -> Line:
    text = tell.ngettext(
        "Regeneration: the fortress of {player} moves {steps} place back",
        "Regeneration: the fortress of {player} moves {steps} places back",
        event["steps"],
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), steps=event["steps"]))


def _bastion_fell(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, tell.gettext("The Bastion of {player} falls!").format(player=tell.name(event["player"])))


def _fort_turned(tell: _Narrator, event: Event) -> Line:
    return Line(
        GREAT, tell.gettext("The Fort of {player} is a Bastion again").format(player=tell.name(event["player"]))
    )


def _fort_fell(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, tell.gettext("The Fort of {player} falls!").format(player=tell.name(event["player"])))


def _champion_ready(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, tell.gettext("The Champion {card} is ready").format(card=tell.card(event["card"])))


def _revealed(tell: _Narrator, event: Event) -> Line:
    text = tell.gettext("The automaton reveals {card} for {lane} ({spent} of {mana} mana)")
    words = {"spent": event["spent"], "mana": event["mana"], "lane": tell.lane(event["lane"])}
    return Line(PLAIN, text.format(card=tell.card(event["card"]), **words))


def _fizzled(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, tell.gettext("{card} finds no target").format(card=tell.card(event["card"])))


def _pile_hit(tell: _Narrator, event: Event) -> Line:
    text = tell.ngettext(
        "The pile loses {amount} card, {left} left", "The pile loses {amount} cards, {left} left", event["amount"]
    )
    return Line(DETAIL, text.format(amount=event["amount"], left=event["left"]))


def _reshuffled(tell: _Narrator, event: Event) -> Line:
    count = event["count"]
    text = tell.ngettext(
        "The discard becomes a new pile of {count} card", "The discard becomes a new pile of {count} cards", count
    )
    return Line(PLAIN, text.format(count=count))


def _last_turn(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, tell.gettext("The pile is gone: the automaton has one last turn"))


def _over(tell: _Narrator, event: Event) -> Line:
    if event["winner"] == "draw":
        return Line(GREAT, tell.gettext("The match is a draw"))
    return Line(GREAT, tell.gettext("{player} wins the match").format(player=tell.name(event["winner"])))


def _coin(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, tell.gettext("The coin says: {player} starts").format(player=tell.name(event["first"])))


def _picked(tell: _Narrator, event: Event) -> Line:
    words = {"player": tell.name(event["player"]), "card": tell.card(event["card"])}
    return Line(PLAIN, tell.gettext("{player} takes {card}").format(**words))


def _banned(tell: _Narrator, event: Event) -> Line:
    words = {"player": tell.name(event["by"]), "card": tell.card(event["card"])}
    return Line(PLAIN, tell.gettext("{player} bans {card}").format(**words))


def _deck_chosen(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, tell.gettext("{player} has built a deck").format(player=tell.name(event["player"])))


def _decks_revealed(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, tell.gettext("Both decks lie open"))


def _champion_chosen(tell: _Narrator, event: Event) -> Line:
    player = tell.name(event["player"])
    if "card" not in event:
        return Line(PLAIN, tell.gettext("{player} has decided about a Champion").format(player=player))
    if event["card"] is None:
        return Line(PLAIN, tell.gettext("{player} wants no Champion").format(player=player))
    return Line(
        PLAIN, tell.gettext("{player} chooses the Champion {card}").format(player=player, card=tell.card(event["card"]))
    )


def _champions_revealed(tell: _Narrator, event: Event) -> Line:
    chosen = [(tell.name(seat), tell.card(event[seat])) for seat in ("A", "B") if event[seat] is not None]
    if not chosen:
        return Line(PLAIN, tell.gettext("This match has no Champions"))
    return Line(
        PLAIN, "; ".join(tell.gettext("{player} has the Champion {card}").format(player=p, card=c) for p, c in chosen)
    )


def _undone(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, tell.gettext("{player} takes the last play back").format(player=tell.name(event["player"])))


def _taken_back(tell: _Narrator, event: Event) -> Line:
    text = tell.gettext("Turn {turn} is taken back: {player} plays it again")
    return Line(HEADING, text.format(turn=event["turn"], player=tell.name(event["player"])))


NARRATORS: Final[dict[str, Callable[[_Narrator, Event], Line | None]]] = {
    "turn_began": _turn_began,
    "mana": _mana,
    "played": _played,
    "cast": _cast,
    "blood_price": _blood_price,
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
    "champion_ready": _champion_ready,
    "revealed": _revealed,
    "fizzled": _fizzled,
    "pile_hit": _pile_hit,
    "pile_reshuffled": _reshuffled,
    "last_turn": _last_turn,
    "over": _over,
    "coin": _coin,
    "picked": _picked,
    "banned": _banned,
    "deck_chosen": _deck_chosen,
    "decks_revealed": _decks_revealed,
    "champion_chosen": _champion_chosen,
    "champions_revealed": _champions_revealed,
    "undone": _undone,
    "taken_back": _taken_back,
}
"""Event kinds that are told; the others (a fortress that moves, a card that arrives) are part of another sentence."""


def narrate(events: Sequence[Event], names: Names, language: Language = ENGLISH) -> list[Line | None]:
    """Return for each event, in order, its sentence or None; `names` are the players' by seat."""
    teller = _Narrator(events, names, language)
    lines: list[Line | None] = []
    for index, event in enumerate(events):
        teller.index = index
        sentence = NARRATORS.get(event["type"])
        lines.append(sentence(teller, event) if sentence else None)
    return lines
