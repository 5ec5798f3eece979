"""Events in English: one sentence for each, and a narration that joins those that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine import cards
from engine.cards import CardNotation
from engine.events import (
    Attacked,
    ChampionChosen,
    ChampionsRevealed,
    CreatureTarget,
    Dealt,
    DeckChosen,
    Destroyed,
    Event,
    FortressMoved,
    FortressTarget,
    HitBy,
    IncantationCast,
    MatchOver,
    OfCreature,
    PileHit,
    Played,
    Sprinted,
)
from engine.seat import SEATS, Seat

Names = Mapping[Seat, str]
LETTERS: Names = {seat: seat for seat in SEATS}

_REASONS = {
    "fort": "a Fort has fallen",
    "pile": "the automaton has no cards left",
    "resignation": "the opponent has resigned",
    "agreement": "the players agreed to it",
    "abandonment": "the opponent left and did not come back",
    "turn_limit": "nobody has won in 199 turns",
}
_RESTS = {
    "new": "it has only just entered play",
    "fortress": "it may not attack the fortress in the turn it enters play",
    "defender": "a Defender does not attack fortresses",
}
_BLOWS: dict[HitBy, str] = {"attack": "", "sharpening": " by Sharpening"}
_CAUSES = {"activation": "attacks", "berserk": "goes berserk and attacks", "instinct": "strikes by Instinct at"}
_ARRIVALS = frozenset({"returned", "aside", "to_discard", "to_pile"})


def card_name(card: CardNotation) -> str:
    """Return the English name of a card in the notation."""
    return cards.ALL[card].name if isinstance(card, str) else card["name"]


def listed(items: Iterable[CardNotation]) -> str:
    """Return card names in a row: "Ogre, Gnome and Troll"."""
    names = [card_name(item) for item in items]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "nothing"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _target(target: CreatureTarget | FortressTarget, who: Names) -> str:
    if "fortress" in target:
        return f"{who[target['player']]}'s fortress"
    return f"{who[target['player']]}'s {card_name(target['card'])}"


def _owned(event: OfCreature, who: Names) -> str:
    return f"{who[event['at']['player']]}'s {card_name(event['card'])}"


def _played(event: Played, who: Names) -> str:
    champion = "the Champion " if event["champion"] else ""
    where = "onto a creature in" if event["onto"] else "in"
    cost = f" for {event['cost']} mana" if event["place"] is not None or champion else ""
    return f"{who[event['player']]} plays {champion}{card_name(event['card'])} {where} the {event['lane']} lane{cost}."


def _cast(event: IncantationCast, who: Names) -> str:
    cost = f" for {event['cost']} mana" if event["place"] is not None else ""
    return f"{who[event['player']]} casts {card_name(event['card'])} on {_target(event['target'], who)}{cost}."


def _attack(event: Attacked, who: Names) -> str:
    return f"{_owned(event, who)} {_CAUSES[event['cause']]} {_target(event['target'], who)}."


def _sprint(event: Sprinted, who: Names) -> str:
    passed = f"passes {_count(event['bonus'], 'creature')}" if event["bonus"] else "is at the bridge already"
    return f"{_owned(event, who)} sprints: it {passed}."


def _destroyed(event: Destroyed, who: Names) -> str:
    under = f" with {card_name(event['over'])} on it" if event["over"] else ""
    return f"{_owned(event, who)}{under} is destroyed."


def _fortress_moved(event: FortressMoved, who: Names) -> str:
    side = "right" if event["to"] > event["from"] else "left"
    return f"{who[event['player']]}'s fortress moves {side}: {event['hp']} HP."


def _over(event: MatchOver, who: Names) -> str:
    reason = _REASONS[event["reason"]]
    return f"The match is a draw: {reason}." if event["winner"] == "draw" else f"{who[event['winner']]} wins: {reason}."


def _pile_hit(event: PileHit, who: Names) -> str:
    lost = f": {listed(event['cards'])}" if event["cards"] else ""
    return f"The automaton's pile takes {_count(event['amount'], 'wound')}{lost}; {_count(event['left'], 'card')} left."


def _champions(event: ChampionsRevealed, who: Names) -> str:
    shown = ((seat, event[seat]) for seat in SEATS)
    told = [f"{who[seat]}'s Champion is {card_name(card)}" for seat, card in shown if card is not None]
    return "; ".join(told) + "." if told else "There are no Champions in this match."


def _dealt(event: Dealt, who: Names) -> str:
    counts = ", ".join(f"{who[seat]} {event[seat]}" for seat in SEATS)
    return f"The cards are dealt: {counts}."


def _deck_chosen(event: DeckChosen, who: Names) -> str:
    """Return the choice of a deck: what was chosen is told where it is known."""
    shown = f": {listed(event['cards'])}" if "cards" in event else ""
    return f"{who[event['player']]} has chosen a deck{shown}."


def _champion_chosen(event: ChampionChosen, who: Names) -> str:
    """Return the choice of a Champion: what was chosen is told where it is known."""
    card = event.get("card")
    shown = "" if card is None else f": {card_name(card)}"
    return f"{who[event['player']]} has chosen a Champion{shown}."


_SENTENCES: dict[str, Callable[[Any, Names], str]] = {
    "turn_began": lambda e, who: f"Turn {e['turn']}: {who[e['player']]}.",
    "mana": lambda e, who: f"{who[e['player']]} has {e['amount']} mana.",
    "assault_began": lambda e, who: f"{who[e['player']]} attacks.",
    "turn_ended": lambda e, who: f"{who[e['player']]}'s turn ends.",
    "over": _over,
    "undone": lambda e, who: f"{who[e['player']]} undoes the last play.",
    "taken_back": lambda e, who: f"{who[e['player']]} takes back turn {e['turn']}.",
    "played": _played,
    "cast": _cast,
    "blood_price": lambda e, who: f"{who[e['player']]} pays a Blood Price of {_count(e['wounds'], 'wound')}.",
    "champion_ready": lambda e, who: f"{who[e['player']]}'s Champion {card_name(e['card'])} is ready.",
    "rested": lambda e, who: f"{_owned(e, who)} does not attack: {_RESTS[e['reason']]}.",
    "attack": _attack,
    "sprint": _sprint,
    "wounded": lambda e, who: f"{_owned(e, who)} takes {_count(e['amount'], 'wound')}: {e['left']} health left.",
    "absorbed": lambda e, who: f"Protection saves {_owned(e, who)}.",
    "immune": lambda e, who: f"{_owned(e, who)} is Indestructible.",
    "evaded": lambda e, who: f"{_owned(e, who)} evades to the rear of its lane.",
    "destroyed": _destroyed,
    "returned": lambda e, who: f"{card_name(e['card'])} returns to {who[e['player']]}'s hand.",
    "aside": lambda e, who: f"{who[e['player']]}'s Champion {card_name(e['card'])} is set aside, tapped.",
    "order_asked": lambda e, who: f"{who[e['player']]} orders the returning cards: {listed(e['cards'])}.",
    "fortress_hit": lambda e, who: (
        f"{who[e['player']]}'s fortress takes {_count(e['amount'], 'wound')}{_BLOWS[e['by']]}."
    ),
    "fortress_moved": _fortress_moved,
    "regeneration": lambda e, who: f"{who[e['player']]}'s fortress regenerates {_count(e['steps'], 'step')}.",
    "bastion_fell": lambda e, who: f"{who[e['player']]}'s Bastion falls: now it is a Fort.",
    "fort_turned": lambda e, who: f"{who[e['player']]}'s Fort is a Bastion again: {e['hp']} HP.",
    "fort_fell": lambda e, who: f"{who[e['player']]}'s Fort falls.",
    "revealed": lambda e, who: (
        f"The automaton reveals {card_name(e['card'])} for the {e['lane']} lane ({e['spent']} of {e['mana']} mana)."
    ),
    "fizzled": lambda e, who: f"{card_name(e['card'])} finds no target in the {e['lane']} lane.",
    "to_discard": lambda e, who: f"{card_name(e['card'])} goes to the automaton's discard.",
    "to_pile": lambda e, who: f"{card_name(e['card'])} goes on top of the automaton's pile.",
    "pile_hit": _pile_hit,
    "pile_reshuffled": lambda e, who: f"The automaton's discard is shuffled into a new pile of {e['count']}.",
    "last_turn": lambda e, who: "The automaton's pile is gone: this is its last turn.",
    "coin": lambda e, who: f"The coin falls: {who[e['first']]} starts.",
    "draft_revealed": lambda e, who: f"Four cards are revealed, {who[e['first']]} chooses first: {listed(e['cards'])}.",
    "picked": lambda e, who: f"{who[e['player']]} takes {card_name(e['card'])}.",
    "banned": lambda e, who: f"{who[e['by']]} bans {card_name(e['card'])} from {who[e['player']]}'s deck.",
    "deck_chosen": _deck_chosen,
    "decks_revealed": lambda e, who: f"{who['A']} reveals {listed(e['A'])}; {who['B']} reveals {listed(e['B'])}.",
    "champion_chosen": _champion_chosen,
    "champions_revealed": _champions,
    "dealt": _dealt,
}


def sentence(event: Event, names: Names = LETTERS) -> str:
    """Return one English sentence for one event; `names` are what A and B are called within a sentence."""
    return _begun(_SENTENCES[event["type"]](event, names))


def _begun(line: str) -> str:
    """Return the sentence with a capital where it begins with "the automaton"; a player's name stays as it is."""
    return "T" + line[1:] if line.startswith("the ") else line


def _arrival(event: Event, who: Names) -> str:
    if event["type"] == "returned":
        return f"it returns to {who[event['player']]}'s hand"
    if event["type"] == "aside":
        return "the Champion is set aside, tapped"
    return "it goes to the automaton's discard" if event["type"] == "to_discard" else "it goes on top of the pile"


def tell(events: Sequence[Event], names: Names = LETTERS) -> list[str]:
    """Return the events as sentences, a creature's end in one: "Ogre destroys Gnome: it returns to B's hand."

    A Symbiote pair's two cards, and cards whose owner has yet to order them (R5.8), are told one by one.
    """
    lines: list[str] = []
    told: set[int] = set()
    doer = ""
    for index, event in enumerate(events):
        if index in told:
            continue
        if event["type"] == "attack" or event["type"] == "cast":
            doer = card_name(event["card"])
        home = None
        if event["type"] == "destroyed" and event["over"] is None:
            home = _home(events, index, told, event["card"])
        if event["type"] != "destroyed" or home is None:
            lines.append(sentence(event, names))
        else:
            told.add(home)
            lines.append(f"{doer} destroys {_owned(event, names)}: {_arrival(events[home], names)}.")
    return lines


def _home(events: Sequence[Event], start: int, told: set[int], card: CardNotation) -> int | None:
    """Return where the card destroyed at `start` goes: its next arrival before anybody does something else."""
    for index in range(start + 1, len(events)):
        event = events[index]
        if event["type"] in ("attack", "cast", "order_asked", "turn_ended"):
            return None
        if event["type"] in _ARRIVALS and index not in told and event.get("card") == card:
            return index
    return None
