"""The narration: a sentence for each event that matters to a reader, in the visitor's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import escape

from app.cards.wording import card_name as printed_name
from app.i18n import _, ngettext
from app.table.pieces import card_of
from engine.seat import Seat

Event = Mapping[str, Any]
Names = Mapping[Seat, str]

HEADING, PLAIN, DETAIL, GREAT = "heading", "plain", "detail", "great"
GOES_TO: Final = ("returned", "aside", "to_discard", "to_pile")


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
    index: int = 0
    source: str = ""

    def name(self, seat: Seat) -> str:
        """Return the player at `seat`."""
        return self.names[seat]

    def goal_of(self, card: Any) -> Event | None:
        """Return the event that tells where a destroyed card goes, if it goes there in the same update."""
        for event in self.events[self.index + 1 :]:
            if event["type"] in GOES_TO and event["card"] == card:
                return event
            if event["type"] in ("attack", "turn_ended"):
                return None
        return None


def card_name(notation: Any) -> str:
    """Return the name of a card in the visitor's language."""
    return printed_name(card_of(notation))


def lane_name(lane: str) -> str:
    """Return the name of a lane, as it stands in a sentence: "in the top lane"."""
    return _("the top lane") if lane == "top" else _("the bottom lane")


def _turn_began(tell: _Narrator, event: Event) -> Line:
    text = _("Turn {turn}: {player}").format(turn=event["turn"], player=tell.name(event["player"]))
    return Line(HEADING, text)


def _mana(tell: _Narrator, event: Event) -> Line:
    text = _("{player} gains {amount} mana").format(player=tell.name(event["player"]), amount=event["amount"])
    return Line(DETAIL, text)


def _played(tell: _Narrator, event: Event) -> Line | None:
    if event["place"] is None and not event["champion"]:
        return None  # the automaton's: told by "revealed"
    words = {
        "player": tell.name(event["player"]),
        "card": card_name(event["card"]),
        "lane": lane_name(event["lane"]),
    }
    if event["onto"]:
        return Line(PLAIN, _("{player} puts {card} on a creature in {lane}").format(**words))
    if event["champion"]:
        return Line(PLAIN, _("{player} plays the Champion {card} in {lane}").format(**words))
    return Line(PLAIN, _("{player} plays {card} in {lane}").format(**words))


def _cast(tell: _Narrator, event: Event) -> Line:
    tell.source = card_name(event["card"])
    words = {"player": tell.name(event["player"]), "card": tell.source}
    target = event.get("target")
    if target is None:
        return Line(PLAIN, _("{player} casts {card}").format(**words))
    return Line(PLAIN, _("{player} casts {card} on {target}").format(target=card_name(target["card"]), **words))


def _blood_price(tell: _Narrator, event: Event) -> Line:
    wounds = event["wounds"]
    text = ngettext(
        "{player} pays {wounds} wound of Blood Price", "{player} pays {wounds} wounds of Blood Price", wounds
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), wounds=wounds))


def _assault_began(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, _("{player} attacks!").format(player=tell.name(event["player"])))


def _attack(tell: _Narrator, event: Event) -> Line:
    tell.source = card_name(event["card"])
    target = event["target"]
    if target.get("fortress"):
        words = {"card": tell.source, "player": tell.name(target["player"])}
        return Line(PLAIN, _("{card} attacks the fortress of {player}").format(**words))
    words = {"card": tell.source, "target": card_name(target["card"])}
    if event["cause"] == "instinct":
        return Line(PLAIN, _("{card} strikes back at {target} by Instinct").format(**words))
    if event["cause"] == "berserk":
        return Line(PLAIN, _("{card} attacks again: {target}").format(**words))
    return Line(PLAIN, _("{card} attacks {target}").format(**words))


def _rested(tell: _Narrator, event: Event) -> Line:
    reasons = {
        "new": _("{card} has just arrived and rests"),
        "fortress": _("{card} may not attack the fortress this turn and rests"),
        "defender": _("{card} is a Defender and leaves the fortress alone"),
    }
    return Line(DETAIL, reasons.get(event["reason"], _("{card} rests")).format(card=card_name(event["card"])))


def _sprint(tell: _Narrator, event: Event) -> Line | None:
    if not event["bonus"]:
        return None
    text = _("{card} sprints to the bridge: +{bonus} attack")
    return Line(DETAIL, text.format(card=card_name(event["card"]), bonus=event["bonus"]))


def _wounded(tell: _Narrator, event: Event) -> Line | None:
    if event["left"] <= 0:
        return None  # told by "destroyed"
    text = ngettext(
        "{card} takes {amount} wound, {left} left", "{card} takes {amount} wounds, {left} left", event["amount"]
    )
    return Line(DETAIL, text.format(card=card_name(event["card"]), amount=event["amount"], left=event["left"]))


def _absorbed(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, _("Protection: {card} takes no wound").format(card=card_name(event["card"])))


def _immune(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, _("{card} is Indestructible: no effect").format(card=card_name(event["card"])))


def _evaded(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, _("{card} evades to the rear").format(card=card_name(event["card"])))


def _fate(tell: _Narrator, card: Any) -> str:
    goal = tell.goal_of(card)
    kind = goal["type"] if goal else ""
    if goal and kind == "returned":
        return _("it returns to the hand of {player}").format(player=tell.name(goal["player"]))
    if kind == "aside":
        return _("the Champion is set aside")
    if kind == "to_discard":
        return _("it goes to the discard")
    return _("it goes on top of the pile") if kind == "to_pile" else ""


def _destroyed(tell: _Narrator, event: Event) -> Line:
    target, fate = card_name(event["card"]), _fate(tell, event["card"])
    if event["over"] is not None:
        target = _("{card} with {over}").format(card=target, over=card_name(event["over"]))
    if tell.source:
        text = _("{source} destroys {card}").format(source=tell.source, card=target)
    else:
        text = _("{card} is destroyed").format(card=target)
    return Line(PLAIN, _("{what}: {fate}").format(what=text, fate=fate) if fate else text)


def _order_asked(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, _("{player} orders the returning cards").format(player=tell.name(event["player"])))


def _fortress_hit(tell: _Narrator, event: Event) -> Line:
    amount = event["amount"]
    if event["by"] == "blood-price":
        text = ngettext(
            "The fortress of {player} takes {amount} wound", "The fortress of {player} takes {amount} wounds", amount
        )
        return Line(DETAIL, text.format(player=tell.name(event["player"]), amount=amount))
    text = ngettext(
        "{source} hits the fortress of {player}: {amount} wound",
        "{source} hits the fortress of {player}: {amount} wounds",
        amount,
    )
    return Line(DETAIL, text.format(source=tell.source, player=tell.name(event["player"]), amount=amount))


def _regeneration(tell: _Narrator, event: Event) -> Line:
    text = ngettext(
        "Regeneration: the fortress of {player} moves {steps} place back",
        "Regeneration: the fortress of {player} moves {steps} places back",
        event["steps"],
    )
    return Line(DETAIL, text.format(player=tell.name(event["player"]), steps=event["steps"]))


def _bastion_fell(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, _("The Bastion of {player} falls!").format(player=tell.name(event["player"])))


def _fort_turned(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, _("The Fort of {player} is a Bastion again").format(player=tell.name(event["player"])))


def _fort_fell(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, _("The Fort of {player} falls!").format(player=tell.name(event["player"])))


def _champion_ready(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, _("The Champion {card} is ready").format(card=card_name(event["card"])))


def _revealed(tell: _Narrator, event: Event) -> Line:
    text = _("The automaton reveals {card} for {lane} ({spent} of {mana} mana)")
    words = {"spent": event["spent"], "mana": event["mana"], "lane": lane_name(event["lane"])}
    return Line(PLAIN, text.format(card=card_name(event["card"]), **words))


def _fizzled(tell: _Narrator, event: Event) -> Line:
    return Line(DETAIL, _("{card} finds no target").format(card=card_name(event["card"])))


def _pile_hit(tell: _Narrator, event: Event) -> Line:
    text = ngettext(
        "The pile loses {amount} card, {left} left", "The pile loses {amount} cards, {left} left", event["amount"]
    )
    return Line(DETAIL, text.format(amount=event["amount"], left=event["left"]))


def _reshuffled(tell: _Narrator, event: Event) -> Line:
    count = event["count"]
    text = ngettext(
        "The discard becomes a new pile of {count} card", "The discard becomes a new pile of {count} cards", count
    )
    return Line(PLAIN, text.format(count=count))


def _last_turn(tell: _Narrator, event: Event) -> Line:
    return Line(GREAT, _("The pile is gone: the automaton has one last turn"))


def _over(tell: _Narrator, event: Event) -> Line:
    if event["winner"] == "draw":
        return Line(GREAT, _("The match is a draw"))
    return Line(GREAT, _("{player} wins the match").format(player=tell.name(event["winner"])))


def _coin(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, _("The coin says: {player} starts").format(player=tell.name(event["first"])))


def _picked(tell: _Narrator, event: Event) -> Line:
    words = {"player": tell.name(event["player"]), "card": card_name(event["card"])}
    return Line(PLAIN, _("{player} takes {card}").format(**words))


def _banned(tell: _Narrator, event: Event) -> Line:
    words = {"player": tell.name(event["by"]), "card": card_name(event["card"])}
    return Line(PLAIN, _("{player} bans {card}").format(**words))


def _deck_chosen(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, _("{player} has built a deck").format(player=tell.name(event["player"])))


def _decks_revealed(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, _("Both decks lie open"))


def _champion_chosen(tell: _Narrator, event: Event) -> Line:
    player = tell.name(event["player"])
    if "card" not in event:
        return Line(PLAIN, _("{player} has decided about a Champion").format(player=player))
    if event["card"] is None:
        return Line(PLAIN, _("{player} wants no Champion").format(player=player))
    return Line(PLAIN, _("{player} chooses the Champion {card}").format(player=player, card=card_name(event["card"])))


def _champions_revealed(tell: _Narrator, event: Event) -> Line:
    chosen = [(tell.name(seat), card_name(event[seat])) for seat in ("A", "B") if event[seat] is not None]
    if not chosen:
        return Line(PLAIN, _("This match has no Champions"))
    return Line(PLAIN, "; ".join(_("{player} has the Champion {card}").format(player=p, card=c) for p, c in chosen))


def _undone(tell: _Narrator, event: Event) -> Line:
    return Line(PLAIN, _("{player} takes the last play back").format(player=tell.name(event["player"])))


def _taken_back(tell: _Narrator, event: Event) -> Line:
    text = _("Turn {turn} is taken back: {player} plays it again")
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


def narrate(events: Sequence[Event], names: Names) -> list[Line | None]:
    """Return for each event, in order, its sentence or None; `names` are the players' by seat."""
    teller = _Narrator(events, names)
    lines: list[Line | None] = []
    for index, event in enumerate(events):
        teller.index = index
        sentence = NARRATORS.get(event["type"])
        lines.append(sentence(teller, event) if sentence else None)
    return lines


def as_html(lines: Sequence[Line | None]) -> str:
    """Return the sentences as lines of the log."""
    return "".join(f'<li class="line line-{line.kind}">{escape(line.text)}</li>' for line in lines if line)
