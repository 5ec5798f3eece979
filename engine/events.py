"""Events in the order in which they happen: a closed set of kinds, each with its keys and its audience.

An event is a JSON object with a `type`. Players are "A" and "B"; a creature is told by where it stood at that moment
(`at`: player, lane, index from the bridge) and its `card`; `place` counts in a hand with the fortress.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, final

from engine.actions import At, LaneName
from engine.cards import CardNotation
from engine.seat import Seat, Winner

Reason = Literal["fort", "pile", "resignation", "agreement", "abandonment", "time", "turn_limit"]
"""The ways in which a match can end."""
KnownReason = Reason | Literal[""]
"""The same of a match that may have begun with a position that was over already: then nobody knows it."""
RestReason = Literal["new", "fortress", "defender"]
HitBy = Literal["attack", "sharpening"]
Cause = Literal["activation", "berserk", "instinct"]


@final
class CreatureTarget(At):
    """A creature that an attack or incantation is aimed at."""

    card: CardNotation


@final
class FortressTarget(TypedDict):
    """A player's fortress that an attack is aimed at."""

    player: Seat
    fortress: Literal[True]


class OfPlayer(TypedDict):
    """An event that happened to a player, or was caused by one."""

    player: Seat


class OfCreature(TypedDict):
    """An event that happened to a creature in play, or was caused by one."""

    at: At
    card: CardNotation


# -- the turn


class TurnBegan(OfPlayer):
    """A turn begins; the first is 1."""

    type: Literal["turn_began"]
    turn: int


class ManaGained(OfPlayer):
    """The mana of a turn (R3.1, R10.2)."""

    type: Literal["mana"]
    amount: int


class AssaultBegan(OfPlayer):
    """Phase 3 begins (section 5)."""

    type: Literal["assault_began"]


class TurnEnded(OfPlayer):
    """A turn is over (R3.2)."""

    type: Literal["turn_ended"]


class MatchOver(TypedDict):
    """The match is over (section 7)."""

    type: Literal["over"]
    winner: Winner
    reason: Reason


class Undone(OfPlayer):
    """The last play of the turn was undone."""

    type: Literal["undone"]


class TakenBack(OfPlayer):
    """A finished turn was taken back."""

    type: Literal["taken_back"]
    turn: int


# -- plays


class Played(OfPlayer):
    """A creature entered play, from `place` of the hand; None for a Champion and for the automaton's cards."""

    type: Literal["played"]
    card: CardNotation
    place: int | None
    cost: int
    lane: LaneName
    index: int
    onto: bool
    champion: bool


class IncantationCast(OfPlayer):
    """An incantation was cast, from `place` of the hand; None for the automaton's."""

    type: Literal["cast"]
    card: CardNotation
    place: int | None
    cost: int
    target: CreatureTarget


class BloodPricePaid(OfPlayer):
    """Missing mana was paid in wounds (Blood Price)."""

    type: Literal["blood_price"]
    wounds: int


class ChampionReady(OfPlayer):
    """A Champion can be played (R9.5)."""

    type: Literal["champion_ready"]
    card: CardNotation


# -- attacks


class Rested(OfCreature):
    """A creature did not attack."""

    type: Literal["rested"]
    reason: RestReason


class Attacked(OfCreature):
    """A creature attacks (R5.5)."""

    type: Literal["attack"]
    target: CreatureTarget | FortressTarget
    cause: Cause


class Sprinted(OfCreature):
    """A creature went to the bridge; its attack grew by `bonus`."""

    type: Literal["sprint"]
    to: int
    bonus: int


class Wounded(OfCreature):
    """A creature was wounded; `left` is its health after that."""

    type: Literal["wounded"]
    amount: int
    left: int


class Absorbed(OfCreature):
    """Protection saved a creature."""

    type: Literal["absorbed"]


class Immune(OfCreature):
    """An incantation did nothing to an Indestructible creature."""

    type: Literal["immune"]


class Evaded(OfCreature):
    """A creature moved to the rear of its lane."""

    type: Literal["evaded"]
    to: int


class Destroyed(OfCreature):
    """A creature left play; `over` is the Symbiote that lay on it."""

    type: Literal["destroyed"]
    over: CardNotation | None


class Returned(OfPlayer):
    """A card arrived at `place` of a hand."""

    type: Literal["returned"]
    card: CardNotation
    place: int


class SetAside(OfPlayer):
    """A Champion left play."""

    type: Literal["aside"]
    card: CardNotation


class OrderAsked(OfPlayer):
    """The owner of cards that return together must order them (R5.8, 2021)."""

    type: Literal["order_asked"]
    cards: list[CardNotation]


# -- fortresses


class FortressHit(OfPlayer):
    """A fortress takes wounds."""

    type: Literal["fortress_hit"]
    amount: int
    by: HitBy


FortressMoved = TypedDict(
    "FortressMoved", {"type": Literal["fortress_moved"], "player": Seat, "from": int, "to": int, "hp": int}
)
"""A fortress moved in its hand from one place to another."""


class Regenerated(OfPlayer):
    """A fortress moves so many steps to the left."""

    type: Literal["regeneration"]
    steps: int


class BastionFell(OfPlayer):
    """A Bastion turned into a Fort (R6.2)."""

    type: Literal["bastion_fell"]


class FortTurned(OfPlayer):
    """A Fort turned back into a Bastion by Regeneration."""

    type: Literal["fort_turned"]
    to: int
    hp: int


class FortFell(OfPlayer):
    """A Fort fell (R6.3)."""

    type: Literal["fort_fell"]


# -- the automaton


class Revealed(TypedDict):
    """The automaton turned over a card (R10.3)."""

    type: Literal["revealed"]
    card: CardNotation
    lane: LaneName
    spent: int
    mana: int


class Fizzled(TypedDict):
    """The automaton's incantation found no target (I12)."""

    type: Literal["fizzled"]
    card: CardNotation
    lane: LaneName


class ToDiscard(TypedDict):
    """A card went to the automaton's discard."""

    type: Literal["to_discard"]
    card: CardNotation


class ToPile(TypedDict):
    """A card went onto the automaton's pile."""

    type: Literal["to_pile"]
    card: CardNotation


class PileHit(TypedDict):
    """The automaton's pile lost cards (R10.5)."""

    type: Literal["pile_hit"]
    amount: int
    cards: list[CardNotation]
    left: int


class PileReshuffled(TypedDict):
    """The automaton's discard became its pile."""

    type: Literal["pile_reshuffled"]
    count: int


class LastTurn(TypedDict):
    """The automaton has one last turn (R10.6, 2021)."""

    type: Literal["last_turn"]


# -- before the first turn


class CoinTossed(TypedDict):
    """Chance decided who starts (R2.7)."""

    type: Literal["coin"]
    first: Seat


class DraftRevealed(TypedDict):
    """The next cards of a draft lie open; `first` picks first."""

    type: Literal["draft_revealed"]
    cards: list[str]
    first: Seat


class Picked(OfPlayer):
    """A card of a draft was taken."""

    type: Literal["picked"]
    card: str


class Banned(OfPlayer):
    """A card was banned `by` one player from the deck of the other (R2.5, 2021)."""

    type: Literal["banned"]
    by: Seat
    card: str


class DeckChosen(OfPlayer):
    """A deck is built; only its owner sees its `cards`."""

    type: Literal["deck_chosen"]
    cards: NotRequired[list[str]]


class DecksRevealed(TypedDict):
    """Both decks became public (R2.5, 2021)."""

    type: Literal["decks_revealed"]
    A: list[str]
    B: list[str]


class ChampionChosen(OfPlayer):
    """A Champion is chosen, or declined; only its owner sees the `card`."""

    type: Literal["champion_chosen"]
    card: NotRequired[CardNotation | None]


class ChampionsRevealed(TypedDict):
    """The Champions became public (R9.1)."""

    type: Literal["champions_revealed"]
    A: CardNotation | None
    B: CardNotation | None


class Dealt(TypedDict):
    """The cards are dealt: how many each player has (R2.7, R10.1)."""

    type: Literal["dealt"]
    A: int
    B: int


Event = (
    TurnBegan | ManaGained | AssaultBegan | TurnEnded | MatchOver | Undone | TakenBack
    | Played | IncantationCast | BloodPricePaid | ChampionReady
    | Rested | Attacked | Sprinted | Wounded | Absorbed | Immune | Evaded | Destroyed
    | Returned | SetAside | OrderAsked
    | FortressHit | FortressMoved | Regenerated | BastionFell | FortTurned | FortFell
    | Revealed | Fizzled | ToDiscard | ToPile | PileHit | PileReshuffled | LastTurn
    | CoinTossed | DraftRevealed | Picked | Banned
    | DeckChosen | DecksRevealed | ChampionChosen | ChampionsRevealed | Dealt
)  # fmt: skip
Log = list[Event] | None
"""The list that events go to; None when nobody listens (searches)."""
