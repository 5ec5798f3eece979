"""The state of a match in play as plain slotted values that are cheap to clone.

Nothing here knows a rule; `summon.py`, `assault.py`, `turn.py` and `automaton.py` change a position in place, and
`match.py` clones before it lets them.
"""

from __future__ import annotations

from typing import Final, Literal, TypedDict

from engine.abilities import SYMBIOTE
from engine.actions import At, LaneName
from engine.cards import Card, CardNotation
from engine.editions import Edition
from engine.events import KnownReason
from engine.seat import BySeat, Seat, Winner

Phase = Literal["summon", "assault", "order", "over"]
SUMMON: Final = "summon"
ASSAULT: Final = "assault"
ORDER: Final = "order"
OVER: Final = "over"
DRAW: Final = "draw"
"""`winner` of a drawn match; otherwise the seat that has won."""


class Creature:
    """A creature in play: one card, or a Symbiote pair (`over` lies on `card`).

    `attack`, `health`, `flags` and `auras` are the printed sums of the pair; what neighbours lend is in `realm.py`.
    """

    __slots__ = (
        "card", "over", "wounds", "new", "done", "hit", "sprint", "champion", "attack", "health", "flags", "auras",
    )  # fmt: skip

    def __init__(self, card: Card, over: Card | None = None, *, new: bool = False, champion: bool = False) -> None:
        self.card = card
        self.over = over
        self.wounds = 0
        self.new = new
        self.done = False
        self.hit = False
        self.sprint = 0
        self.champion = champion
        self.attack = card.attack
        self.health = card.health
        self.flags = card.flags
        self.auras = card.auras
        if over is not None:
            self.join(over)

    def join(self, symbiote: Card) -> None:
        """Lay a Symbiote on this creature, which has none: the two are one from now on (I11)."""
        self.over = symbiote
        self.attack += symbiote.attack
        self.health += symbiote.health
        self.flags |= symbiote.flags
        self.auras |= symbiote.auras

    @property
    def can_host(self) -> bool:
        """True if a Symbiote may be put on it: it has none yet."""
        return not self.flags & SYMBIOTE

    def clone(self) -> Creature:
        """Return an independent copy."""
        copy = Creature(self.card, self.over, new=self.new, champion=self.champion)
        copy.wounds, copy.done, copy.hit, copy.sprint = self.wounds, self.done, self.hit, self.sprint
        return copy


Lane = list[Creature]


class Side:
    """One player's half of the table.

    `hand` holds the cards without the fortress; `fort_at` is the number of cards to the fortress' left. The automaton
    has a `pile` (top first) and a `discard` (oldest first) instead; `gift` are the abilities that R10.8 gives all its
    creatures.
    """

    __slots__ = (
        "hand", "fort_at", "is_fort", "lanes", "champion", "ready", "in_play", "pile", "discard", "gift",
    )  # fmt: skip

    def __init__(self, hand: list[Card], *, pile: list[Card] | None = None) -> None:
        self.hand = hand
        self.fort_at = 0
        self.is_fort = False
        self.lanes: tuple[Lane, Lane] = ([], [])
        self.champion: Card | None = None
        self.ready = False
        self.in_play = False
        self.pile = pile
        self.discard: list[Card] = []
        self.gift = 0

    @property
    def hp(self) -> int:
        """The fortress' HP: cards to its right (R1.3), or cards in the pile (R10.1)."""
        return len(self.hand) - self.fort_at if self.pile is None else len(self.pile)

    def clone(self) -> Side:
        """Return an independent copy; the cards themselves are shared."""
        copy = Side(self.hand[:], pile=None if self.pile is None else self.pile[:])
        copy.fort_at, copy.is_fort = self.fort_at, self.is_fort
        top, bottom = self.lanes
        copy.lanes = ([creature.clone() for creature in top], [creature.clone() for creature in bottom])
        copy.champion, copy.ready, copy.in_play = self.champion, self.ready, self.in_play
        copy.discard, copy.gift = self.discard[:], self.gift
        return copy


class Solo:
    """The automaton's options and state (R10.2, R10.8): mana = `fixed` + `per_creature` each; reshuffles so far."""

    __slots__ = ("fixed", "per_creature", "weakened", "abilities", "last_turn", "seed", "shuffles")

    def __init__(
        self,
        fixed: int = 6,
        per_creature: int = 1,
        weakened: bool = False,
        abilities: tuple[str, ...] = (),
        last_turn: bool = False,
        seed: int | str = 0,
        shuffles: int = 0,
    ) -> None:
        self.fixed = fixed
        self.per_creature = per_creature
        self.weakened = weakened
        self.abilities = abilities
        self.last_turn = last_turn
        self.seed = seed
        self.shuffles = shuffles

    def clone(self) -> Solo:
        """Return an independent copy."""
        return Solo(
            self.fixed, self.per_creature, self.weakened, self.abilities, self.last_turn, self.seed, self.shuffles
        )


class AttackerLeft(At):
    """A creature in the middle of its attacks; `limited`: it may not attack a fortress (R13.4)."""

    limited: bool


class RevealedLeft(TypedDict):
    """An incantation that the automaton has revealed, and its mana so far (R10.3)."""

    card: CardNotation
    lane: LaneName
    mana: int
    spent: int


class Then(TypedDict, total=False):
    """The rest to resolve when destroyed cards are in order, as JSON: one of `attacker`, `cast`, `revealed`.

    `phase` to return to; `again`: Berserk; `all`: the rest of the assault; `cast`: the place of the incantation.
    """

    phase: Phase
    again: bool
    all: bool
    attacker: AttackerLeft
    cast: int
    revealed: RevealedLeft
    automaton: Literal[True]


class Pending:
    """Cards that wait for their owner's order (R5.8, 2021), and what is left to resolve then.

    `revealed` is the automaton's incantation that is resolving, if it is one: it lies nowhere else meanwhile.
    """

    __slots__ = ("owner", "cards", "then", "revealed")

    def __init__(self, owner: Seat, cards: tuple[Card, ...], then: Then, revealed: Card | None = None) -> None:
        self.owner = owner
        self.cards = cards
        self.then = then
        self.revealed = revealed


class Position:
    """A match in play, hidden cards included (docs/notation.md).

    `seen` is the set of the cards that have been shown to the whole table and whose place an attentive player knows
    since, as bits (R2.5a, `identity.py`). Nothing is ever shown to one player alone; each also knows their own
    hand.
    """

    __slots__ = ("edition", "turn", "active", "phase", "mana", "winner", "reason", "sides", "solo", "pending", "seen")

    def __init__(self, edition: Edition, first: Side, second: Side, solo: Solo | None = None) -> None:
        self.edition = edition
        self.turn = 0
        self.active: Seat = "A"
        self.phase: Phase = SUMMON
        self.mana = 0
        self.winner: Winner | None = None
        self.reason: KnownReason = ""
        self.sides: BySeat[Side] = {"A": first, "B": second}
        self.solo = solo
        self.pending: Pending | None = None
        self.seen = 0

    def clone(self) -> Position:
        """Return an independent copy (`pending` is shared: it is replaced, never changed)."""
        sides, solo = self.sides, self.solo
        copy = Position(self.edition, sides["A"].clone(), sides["B"].clone(), None if solo is None else solo.clone())
        copy.turn, copy.active, copy.phase, copy.mana = self.turn, self.active, self.phase, self.mana
        copy.winner, copy.reason, copy.pending, copy.seen = self.winner, self.reason, self.pending, self.seen
        return copy
