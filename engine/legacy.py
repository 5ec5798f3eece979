"""Legacy (H13 to H15): a road of twelve islands on which a starter deck grows, trades cards and is scarred.

A road is a value that its seed, its starter deck and its steps determine. It knows neither opponents nor matches: the
caller names the starter deck of the island's opponent, and the steps say how its matches ended.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Final, Literal, NotRequired, TypedDict

from engine import cards
from engine.abilities import TABLE, VULNERABILITY
from engine.cards import Card, CardNotation, from_text, text_of
from engine.design import ability_cost
from engine.errors import IllegalAction
from engine.events import Event
from engine.seat import Seat
from engine.setup.options import Options
from engine.standing import standing

ISLANDS: Final = 12
LIVES: Final = {1: 1, 2: 2, 3: 1, 4: 1}
"""Lost matches that a road lasts, by its starter deck (H14), as measured (docs/opponents.md): the last one ends it."""
MAX_GROWTHS: Final = 3
"""Of one card (H15)."""
MAX_WORTH: Final = 1
"""Mana that a gained ability is worth at most (R9.6, H15)."""
SEED_BITS: Final = 53
"""Of the seed of a match: a browser reads so large a number exactly."""
TRAVELLER: Final[Seat] = "A"
"""The seat of the player whose road it is."""

StepOutcome = Literal["won", "draw", "lost"]
Scar = Literal["attack", "health"]
GiftKind = Literal["growth", "swap", "heal"]


class RoadChoice(TypedDict):
    """The choice of a player after a won island: a card of the deck, by its place, and what it gains.

    That is an ability's slug (growth), the slug of the card that takes its place (swap), or the scar that heals.
    """

    take: GiftKind
    card: int
    gain: str


class ScarredCard(TypedDict):
    """A scar: a card of the deck, by its place, and the number that is one less."""

    card: int
    loss: Scar


class RoadStep(TypedDict):
    """A match of a road: how it ended, if it has, the scar that it left, and what was chosen after it."""

    outcome: NotRequired[StepOutcome]
    scar: NotRequired[ScarredCard | None]
    choice: NotRequired[RoadChoice]


@dataclass(frozen=True, slots=True)
class Road:
    """A road at one moment. `deck` are eight cards as `cards.text_of` writes them, each at its place for good.

    `won` islands and `tries` that did not win the present one, so many `lives` left. `chooses`: the last island is won,
    and its choice is still to be made.
    """

    seed: int
    starter: int
    deck: tuple[str, ...]
    lives: int
    won: int = 0
    tries: int = 0
    chooses: bool = False

    @classmethod
    def begin(cls, seed: int, starter: int, steps: Iterable[RoadStep] = ()) -> Road:
        """Return the road of a starter deck (1 to 4), after these steps."""
        road = cls(seed, starter, tuple(cards.preconstructed(starter)), LIVES[starter])
        for step in steps:
            road = road.after(step) if "outcome" in step else road
        return road

    @property
    def faces(self) -> tuple[Card, ...]:
        """The cards of the deck."""
        return tuple(map(from_text, self.deck))

    @property
    def is_over(self) -> bool:
        """True if all islands are won, or no life is left."""
        return self.won == ISLANDS or not self.lives

    def options(self, rival: int) -> Options:
        """Return the options of the next match, whose opponent plays the starter deck `rival` (H13)."""
        seed = random.Random(f"{self.seed}/{self.won}/{self.tries}").getrandbits(SEED_BITS)
        return Options(seed=seed, decks={"B": rival}, settled={TRAVELLER: self.deck})

    # -- after a match

    def after(self, step: RoadStep) -> Road:
        """Return the road after a match and what came of it (H14, H15)."""
        if step["outcome"] == "won":
            road = replace(self, won=self.won + 1, tries=0, chooses=self.won + 1 < ISLANDS)
            return road._taken(step["choice"]) if "choice" in step else road
        scar = step.get("scar")
        deck = (
            self.deck if scar is None else self._with(scar["card"], _healed(self.faces[scar["card"]], scar["loss"], -1))
        )
        return replace(self, deck=deck, tries=self.tries + 1, lives=self.lives - (step["outcome"] == "lost"))

    def scar(self, events: Iterable[Sequence[Event]]) -> ScarredCard | None:
        """Return the scar of a lost match with these events (H14): of the creature that fell most, of several the
        dearest; None where no creature has anything to lose. A fall that was taken back does not count."""
        falls, steps = Counter[str](), list(events)
        for event in chain.from_iterable(steps[step] for step in standing(steps)):
            if event["type"] == "destroyed" and event["at"]["player"] == TRAVELLER:
                falls.update(text_of(card) for card in (event["card"], event["over"]) if card is not None)
        faces = self.faces
        worst = sorted(range(len(faces)), key=lambda number: (-falls[self.deck[number]], -faces[number].cost, number))
        chance = random.Random(f"{self.seed}/{self.won}/{self.tries}/scar")
        for number in worst:
            losses: list[Scar] = ["attack"] if faces[number].attack else []
            losses += ["health"] if faces[number].health > 1 else []
            if faces[number].is_creature and losses:
                return {"card": number, "loss": chance.choice(losses)}
        return None

    # -- the choice after a won island

    def offers(self, rival: int) -> list[RoadChoice]:
        """Return the three choices after an island whose opponent plays the starter deck `rival` (H15).

        A growth, a healed scar or a second growth, and a card of the opponent; for it any card may be given, not only
        the one that is named.
        """
        faces, chance = self.faces, random.Random(f"{self.seed}/{self.won}/offers")
        order = chance.sample(range(len(faces)), len(faces))
        growths: list[RoadChoice] = []
        for number in order:
            abilities = chance.sample(fitting(faces[number]), len(fitting(faces[number])))
            growths += [{"take": "growth", "card": number, "gain": slug} for slug in abilities[:1]]
        scars: list[RoadChoice] = [
            {"take": "heal", "card": number, "gain": loss} for number in order for loss in scars_of(faces[number])
        ]
        own = {face.origin for face in faces}
        theirs = [slug for slug in cards.preconstructed(rival) if slug not in own]
        swaps: list[RoadChoice] = [
            {"take": "swap", "card": order[0], "gain": slug} for slug in chance.sample(theirs, len(theirs))[:1]
        ]
        first, *more = growths
        return [first, *(scars[:1] or more[:1]), *(swaps or more[1:2])]

    def taken(self, choice: object, rival: int) -> RoadChoice:
        """Return a choice that is on offer; raises IllegalAction for anything else."""
        for offer in self.offers(rival) if self.chooses else []:
            if offer == choice:
                return offer
            if offer["take"] == "swap":
                for number in range(len(self.deck)):
                    swap: RoadChoice = {**offer, "card": number}
                    if swap == choice:
                        return swap
        raise IllegalAction("not_offered")

    def foretold(self, choice: RoadChoice) -> Card:
        """Return the card that a choice makes of one of the deck."""
        face, gain = self.faces[choice["card"]], choice["gain"]
        if choice["take"] == "swap":
            return cards.ALL[gain]
        return from_text(_changed(face, ability=gain) if choice["take"] == "growth" else _healed(face, gain))

    def _taken(self, choice: RoadChoice) -> Road:
        deck = self._with(choice["card"], text_of(self.foretold(choice).notation))
        return replace(self, deck=deck, chooses=False)

    def _with(self, number: int, text: str) -> tuple[str, ...]:
        return (*self.deck[:number], text, *self.deck[number + 1 :])


# -- what a card has become


def growths_of(card: Card) -> tuple[str, ...]:
    """Return the abilities that a card of a road has gained, the first one first."""
    return card.printed[len(cards.ALL[card.origin].printed) :] if card.origin else ()


def scars_of(card: Card) -> tuple[Scar, ...]:
    """Return the scars of a card of a road."""
    if not card.origin:
        return ()
    printed = cards.ALL[card.origin]
    lost: list[tuple[Scar, int]] = [("attack", printed.attack - card.attack), ("health", printed.health - card.health)]
    return tuple(scar for scar, points in lost for _ in range(points))


def fitting(card: Card) -> list[str]:
    """Return the abilities that a card of a road may gain: worth something by R9.6, at most MAX_WORTH (H15)."""
    if len(growths_of(card)) == MAX_GROWTHS or len(card.printed) == cards.MAX_ABILITIES:
        return []
    return [
        ability.slug
        for ability in TABLE
        if not ability.flag & (card.flags | VULNERABILITY) and _suits(card, ability.slug)
    ]


def _suits(card: Card, slug: str) -> bool:
    try:
        return Fraction(0) < ability_cost(slug, card.kind) <= MAX_WORTH
    except KeyError:
        return False


def _healed(card: Card, scar: str, by: int = 1) -> str:
    return _changed(card, attack=by * (scar == "attack"), health=by * (scar == "health"))


def _changed(card: Card, *, attack: int = 0, health: int = 0, ability: str = "") -> str:
    """Return a card of a road with other numbers or one ability more; it costs what it has cost."""
    shown: dict[str, object] = {
        "name": card.name,
        "type": card.kind,
        "cost": card.cost,
        "attack": "X" if card.variable else card.attack + attack,
        "abilities": [*card.printed, *([ability] if ability else [])],
        "origin": card.origin,
    }
    if card.is_creature:
        shown["health"] = card.health + health
    changed = cards.designed(shown)
    plain = not growths_of(changed) and not scars_of(changed)
    notation: CardNotation = card.origin if plain else changed.notation
    return text_of(notation)
