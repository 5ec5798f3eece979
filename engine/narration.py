"""The narration: a sentence for each event that matters to a reader, in the reader's language.

The site tells it in the visitor's language, `python -m engine replay` in English; both read the same sentences here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from engine.cards import ALL, CardNotation
from engine.events import (
    Absorbed,
    AssaultBegan,
    Attacked,
    Banned,
    BastionFell,
    BloodPricePaid,
    ChampionChosen,
    ChampionReady,
    ChampionsRevealed,
    CoinTossed,
    DeckChosen,
    DecksRevealed,
    Destroyed,
    Evaded,
    Event,
    Fizzled,
    FortFell,
    FortressHit,
    FortTurned,
    Immune,
    IncantationCast,
    LastTurn,
    ManaGained,
    MatchOver,
    OrderAsked,
    Picked,
    PileHit,
    PileReshuffled,
    Played,
    Regenerated,
    Rested,
    Returned,
    Revealed,
    SetAside,
    Sprinted,
    TakenBack,
    ToDiscard,
    ToPile,
    TurnBegan,
    Undone,
    Wounded,
)
from engine.seat import BySeat, Seat

Names = Mapping[Seat, str]

HEADING, PLAIN, DETAIL, GREAT = "heading", "plain", "detail", "great"


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

    def goal_of(self, card: CardNotation) -> Returned | SetAside | ToDiscard | ToPile | None:
        """Return the event that tells where a destroyed card goes, if it goes there in the same update."""
        for event in self.events[self.index + 1 :]:
            match event["type"]:
                case "returned" | "aside" | "to_discard" | "to_pile" if event["card"] == card:
                    return event
                case "attack" | "turn_ended":
                    return None
        return None


def _turn_began(tell: _Narrator, event: TurnBegan) -> Line:
    text = tell.gettext("Turn {turn}: {player}").format(turn=event["turn"], player=tell.name(event["player"]))
    return Line(HEADING, text)


def _mana(tell: _Narrator, event: ManaGained) -> Line:
    text = tell.gettext("{player} gains {amount} mana").format(
        player=tell.name(event["player"]), amount=event["amount"]
    )
    return Line(DETAIL, text)


def _played(tell: _Narrator, event: Played) -> Line | None:
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


def _cast(tell: _Narrator, event: IncantationCast) -> Line:
    tell.source = tell.card(event["card"])
    words = {"player": tell.name(event["player"]), "card": tell.source, "target": tell.card(event["target"]["card"])}
    return Line(PLAIN, tell.gettext("{player} casts {card} on {target}").format(**words))


def _blood_price(tell: _Narrator, event: BloodPricePaid) -> Line:
    wounds = event["wounds"]
    text = tell.ngettext(
        "{player} pays a Blood Price of {wounds} wound", "{player} pays a Blood Price of {wounds} wounds", wounds
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), wounds=wounds))


def _assault_began(tell: _Narrator, event: AssaultBegan) -> Line:
    return Line(PLAIN, tell.gettext("{player} attacks!").format(player=tell.name(event["player"])))


def _attack(tell: _Narrator, event: Attacked) -> Line:
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


def _rested(tell: _Narrator, event: Rested) -> Line:
    reasons = {
        "new": tell.gettext("{card} has just arrived and rests"),
        "fortress": tell.gettext("{card} may not attack the fortress this turn and rests"),
        "defender": tell.gettext("{card} is a Defender and leaves the fortress alone"),
    }
    return Line(
        DETAIL, reasons.get(event["reason"], tell.gettext("{card} rests")).format(card=tell.card(event["card"]))
    )


def _sprint(tell: _Narrator, event: Sprinted) -> Line | None:
    if not event["bonus"]:
        return None
    text = tell.gettext("{card} sprints to the bridge: +{bonus} attack")
    return Line(DETAIL, text.format(card=tell.card(event["card"]), bonus=event["bonus"]))


def _wounded(tell: _Narrator, event: Wounded) -> Line | None:
    if event["left"] <= 0:
        return None  # told by "destroyed"
    text = tell.ngettext(
        "{card} takes {amount} wound ({left} health left)",
        "{card} takes {amount} wounds ({left} health left)",
        event["amount"],
    )
    return Line(DETAIL, text.format(card=tell.card(event["card"]), amount=event["amount"], left=event["left"]))


def _absorbed(tell: _Narrator, event: Absorbed) -> Line:
    return Line(DETAIL, tell.gettext("Protection: {card} takes no wounds").format(card=tell.card(event["card"])))


def _immune(tell: _Narrator, event: Immune) -> Line:
    return Line(DETAIL, tell.gettext("Indestructible: no effect on {card}").format(card=tell.card(event["card"])))


def _evaded(tell: _Narrator, event: Evaded) -> Line:
    return Line(DETAIL, tell.gettext("Evasion: {card} slips to the rear").format(card=tell.card(event["card"])))


def _destroyed(tell: _Narrator, event: Destroyed) -> Line:
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


def _order_asked(tell: _Narrator, event: OrderAsked) -> Line:
    return Line(
        DETAIL,
        tell.gettext("{player} chooses the order of the returning cards").format(player=tell.name(event["player"])),
    )


def _fortress_hit(tell: _Narrator, event: FortressHit) -> Line:
    amount = event["amount"]
    text = tell.ngettext(
        "{player}'s fortress takes {amount} wound from {source}",
        "{player}'s fortress takes {amount} wounds from {source}",
        amount,
    )
    return Line(DETAIL, text.format(source=tell.source, player=tell.name(event["player"]), amount=amount))


def _regeneration(tell: _Narrator, event: Regenerated) -> Line:
    text = tell.ngettext(
        "{player}'s fortress regains {steps} HP by Regeneration",
        "{player}'s fortress regains {steps} HP by Regeneration",
        event["steps"],
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), steps=event["steps"]))


def _bastion_fell(tell: _Narrator, event: BastionFell) -> Line:
    return Line(GREAT, tell.gettext("{player}'s Bastion falls!").format(player=tell.name(event["player"])))


def _fort_turned(tell: _Narrator, event: FortTurned) -> Line:
    return Line(GREAT, tell.gettext("{player}'s Fort is a Bastion again").format(player=tell.name(event["player"])))


def _fort_fell(tell: _Narrator, event: FortFell) -> Line:
    return Line(GREAT, tell.gettext("{player}'s Fort falls!").format(player=tell.name(event["player"])))


def _champion_ready(tell: _Narrator, event: ChampionReady) -> Line:
    return Line(DETAIL, tell.gettext("The Champion {card} is ready").format(card=tell.card(event["card"])))


def _revealed(tell: _Narrator, event: Revealed) -> Line:
    words = {"spent": event["spent"], "mana": event["mana"], "lane": tell.lane(event["lane"])}
    if event["spent"] >= event["mana"]:  # the last card may cost more than there was left (R10.3)
        text = tell.gettext("The automaton reveals {card} for {lane} (all {mana} mana spent)")
    else:
        text = tell.gettext("The automaton reveals {card} for {lane} ({spent} of {mana} mana)")
    return Line(PLAIN, text.format(card=tell.card(event["card"]), **words))


def _fizzled(tell: _Narrator, event: Fizzled) -> Line:
    return Line(DETAIL, tell.gettext("{card} finds no target").format(card=tell.card(event["card"])))


def _pile_hit(tell: _Narrator, event: PileHit) -> Line:
    text = tell.ngettext(
        "The pile loses {amount} card, {left} left", "The pile loses {amount} cards, {left} left", event["amount"]
    )
    return Line(DETAIL, text.format(amount=event["amount"], left=event["left"]))


def _reshuffled(tell: _Narrator, event: PileReshuffled) -> Line:
    count = event["count"]
    text = tell.ngettext(
        "The discard becomes a new pile of {count} card", "The discard becomes a new pile of {count} cards", count
    )
    return Line(PLAIN, text.format(count=count))


def _last_turn(tell: _Narrator, event: LastTurn) -> Line:
    return Line(GREAT, tell.gettext("The pile is empty: the automaton has one last turn"))


def _over(tell: _Narrator, event: MatchOver) -> Line:
    if event["winner"] == "draw":
        return Line(GREAT, tell.gettext("The match is a draw"))
    return Line(GREAT, tell.gettext("{player} wins the match").format(player=tell.name(event["winner"])))


def _coin(tell: _Narrator, event: CoinTossed) -> Line:
    return Line(PLAIN, tell.gettext("{player} wins the toss and starts").format(player=tell.name(event["first"])))


def _picked(tell: _Narrator, event: Picked) -> Line:
    words = {"player": tell.name(event["player"]), "card": tell.card(event["card"])}
    return Line(PLAIN, tell.gettext("{player} takes {card}").format(**words))


def _banned(tell: _Narrator, event: Banned) -> Line:
    words = {"player": tell.name(event["by"]), "card": tell.card(event["card"])}
    return Line(PLAIN, tell.gettext("{player} bans {card}").format(**words))


def _deck_chosen(tell: _Narrator, event: DeckChosen) -> Line:
    return Line(PLAIN, tell.gettext("{player} has built a deck").format(player=tell.name(event["player"])))


def _decks_revealed(tell: _Narrator, event: DecksRevealed) -> Line:
    return Line(PLAIN, tell.gettext("Both decks are revealed"))


def _champion_chosen(tell: _Narrator, event: ChampionChosen) -> Line:
    player = tell.name(event["player"])
    if "card" not in event:
        return Line(PLAIN, tell.gettext("{player} has decided on a Champion").format(player=player))
    if event["card"] is None:
        return Line(PLAIN, tell.gettext("{player} declines a Champion").format(player=player))
    return Line(
        PLAIN, tell.gettext("{player} chooses the Champion {card}").format(player=player, card=tell.card(event["card"]))
    )


def _champions_revealed(tell: _Narrator, event: ChampionsRevealed) -> Line:
    cards: BySeat[CardNotation | None] = {"A": event["A"], "B": event["B"]}
    chosen = [(tell.name(seat), tell.card(card)) for seat, card in cards.items() if card is not None]
    if not chosen:
        return Line(PLAIN, tell.gettext("The match is played without Champions"))
    player, card = chosen[0]
    if len(chosen) == 1:
        return Line(PLAIN, tell.gettext("{player} has the Champion {card}").format(player=player, card=card))
    text = tell.gettext("{player} has the Champion {card}, {other} has {second}")
    return Line(PLAIN, text.format(player=player, card=card, other=chosen[1][0], second=chosen[1][1]))


def _undone(tell: _Narrator, event: Undone) -> Line:
    return Line(PLAIN, tell.gettext("{player} undoes the last play").format(player=tell.name(event["player"])))


def _taken_back(tell: _Narrator, event: TakenBack) -> Line:
    text = tell.gettext("Turn {turn} is taken back: {player} plays it again")
    return Line(HEADING, text.format(turn=event["turn"], player=tell.name(event["player"])))


# Each takes the events of its kind: a relation of key and value that no type of a mapping can say.
NARRATORS: Final[dict[str, Callable[[_Narrator, Any], Line | None]]] = {
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
