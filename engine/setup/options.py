"""Options of a match: edition, mode, format, sets, decks, seed (section 2), checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NotRequired, TypedDict, cast

from engine import cards, editions
from engine.cards import CardNotation
from engine.editions import Edition
from engine.errors import BadPosition, brief
from engine.json_fields import Fields, StoredJson
from engine.seat import SEATS, Seat
from engine.setup.solo import SoloOptions, SoloOptionsNotation

DUEL, SOLO = "duel", "solo"
MODES = (DUEL, SOLO)
PRECONSTRUCTED, DRAFT, CONSTRUCTED, POSITION = "preconstructed", "draft", "constructed", "position"
FORMATS = (PRECONSTRUCTED, DRAFT, CONSTRUCTED, POSITION)
STARTER = ("initiation",)
DECKS = range(1, 5)
MAX_SEED = 2**128
HAND: Final = 8
"""Cards of a deck when it is dealt, drafted, or built and, in 2021, banned from."""

ChampionsOption = bool | Literal["optional"]
OPTIONAL: Literal["optional"] = "optional"


class PublicOptions(TypedDict):
    """The options as everybody may know them during the match."""

    edition: str
    mode: str
    format: str
    sets: list[str]
    champions: ChampionsOption
    decks: dict[Seat, int]
    first: Seat | None
    solo: SoloOptionsNotation | None
    undo: bool
    preview: bool
    mirror: NotRequired[bool]


class OptionsNotation(PublicOptions):
    """All of them, with the seed and where a match of format "position" begins."""

    seed: int
    position: Mapping[str, object] | None
    settled: NotRequired[dict[Seat, list[CardNotation]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options settled before the first card is dealt; with the actions they determine the match.

    `seed` is the source of all chance and secret until the end. `sets` matter in a draft only (R2.3, R2.4; constructed
    uses all sets of the edition, R2.5). `decks` are the preconstructed decks by seat (R2.2); a seat that is left out
    gets one by chance. `champions`: True, both players have agreed and must choose one (R9.1); "optional", each may
    decline, and then nobody has one. `first`: who starts, None for a coin toss (R2.7; solo: the player, unless
    `solo.automaton_starts`). `position` is where a match of format "position" begins.
    `undo`: plays can be taken back until the attack. `preview`: the table shows what the assault would do.
    `mirror`: both players play the same preconstructed deck (H9). `settled` are the drafted or built decks of an
    earlier match, slugs by seat, with which this one begins (H11); secret as that match's were. In a preconstructed
    duel a settled deck takes the place of a starter deck (H13) and is public; designed cards of it stand as
    `cards.text_of` writes them.

    Raises BadPosition, with a code for the reason, when they do not fit together.
    """

    seed: int
    edition: str = editions.DEFAULT
    mode: str = DUEL
    format: str = PRECONSTRUCTED
    sets: tuple[str, ...] = STARTER
    champions: ChampionsOption = False
    decks: Mapping[Seat, int] = field(default_factory=dict)
    first: Seat | None = None
    solo: SoloOptions | None = None
    position: Mapping[str, object] | None = None
    undo: bool = True
    preview: bool = True
    mirror: bool = False
    settled: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.mode == SOLO and self.solo is None:
            object.__setattr__(self, "solo", SoloOptions())
        _check(self)

    @property
    def rules(self) -> Edition:
        """The edition's column of section 11."""
        return editions.BY_NAME[self.edition]

    @property
    def pool(self) -> tuple[str, ...]:
        """The sets whose cards are drafted or built from."""
        if self.format == CONSTRUCTED:
            return self.rules.sets
        return self.sets if self.format == DRAFT else STARTER

    def to_json(self) -> OptionsNotation:
        """Return all options by name, the seed included: not for players' eyes before the end."""
        stored = cast("OptionsNotation", {"seed": self.seed, **self.public(), "position": self.position})
        if self.settled:
            stored["settled"] = {
                seat: [cards.from_text(text).notation for text in deck] for seat, deck in self.settled.items()
            }
        return stored

    def public(self) -> PublicOptions:
        """Return the options that are public during the match."""
        shown: PublicOptions = {
            "edition": self.edition,
            "mode": self.mode,
            "format": self.format,
            "sets": list(self.sets),
            "champions": self.champions,
            "decks": dict(self.decks),
            "first": self.first,
            "solo": self.solo.to_json() if self.solo else None,
            "undo": self.undo,
            "preview": self.preview,
        }
        if self.mirror:
            shown["mirror"] = True
        return shown

    @classmethod
    def from_json(cls, data: object) -> Options:
        """Return the options of `to_json`'s object; all but the seed may be left out. Raises BadPosition."""
        read = Fields(data, "setup")
        solo = read.anything("solo")
        # These are only cast: `_check` refuses them if they are something else.
        options = cls(
            seed=read.integer("seed"),
            edition=read.word("edition", editions.DEFAULT),
            mode=read.word("mode", DUEL),
            format=read.word("format", PRECONSTRUCTED),
            sets=read.words("sets", STARTER),
            champions=cast("ChampionsOption", read.anything("champions", False)),
            decks=cast("dict[Seat, int]", read.anything("decks") or {}),
            first=cast("Seat | None", read.optional_word("first")),
            solo=None if solo is None else SoloOptions.from_json(solo),
            position=cast("StoredJson | None", read.anything("position")),
            undo=read.boolean("undo", True),
            preview=read.boolean("preview", True),
            mirror=read.boolean("mirror", False),
            settled=_settled(read.anything("settled")),
        )
        read.done()
        return options


def _settled(decks: object) -> dict[Seat, tuple[str, ...]]:
    """Return settled decks out of JSON; what they hold is checked with all options."""
    if decks is None:
        return {}
    if not isinstance(decks, dict) or not all(isinstance(deck, list) for deck in decks.values()):
        raise BadPosition("option_object", option="settled")
    return {seat: tuple(map(_text, deck)) for seat, deck in decks.items()}


def _text(card: object) -> str:
    """Return a card of a settled deck as its text; anything else is refused with all options."""
    if isinstance(card, dict):
        return cards.text_of(cards.designed(card).notation)
    return card if isinstance(card, str) else ""


def _check(options: Options) -> None:
    if type(options.seed) is not int or not 0 <= options.seed < MAX_SEED:
        raise BadPosition("seed")
    if options.edition not in editions.BY_NAME:
        raise BadPosition("unknown_edition", edition=brief(options.edition))
    if options.mode not in MODES:
        raise BadPosition("unknown_mode", mode=brief(options.mode))
    if options.format not in FORMATS:
        raise BadPosition("unknown_format", format=brief(options.format))
    if options.mode == SOLO and options.format == CONSTRUCTED:
        raise BadPosition("constructed_solo")
    _check_position(options)
    _check_sets(options)
    _check_decks(options)
    _check_settled(options)
    _check_champions(options)
    _check_first(options)
    if options.mode == DUEL and options.solo is not None:
        raise BadPosition("solo_in_duel")
    if options.solo is not None:
        options.solo.check(options.rules, champion=bool(options.champions))


def _check_position(options: Options) -> None:
    """Check that no other option contradicts a given position, which has settled already what they would settle."""
    position: object = options.position
    if (options.format == POSITION) != (position is not None):
        raise BadPosition("position_format")
    if position is None:
        return
    if not isinstance(position, dict):
        raise BadPosition("option_object", option="position")
    if (position.get("edition"), position.get("mode")) != (options.edition, options.mode):
        raise BadPosition("position_differs")
    if options.first is not None or options.champions or options.solo not in (None, SoloOptions()):
        raise BadPosition("position_settles")


def _check_sets(options: Options) -> None:
    for name in options.sets:
        if name not in cards.SETS:
            raise BadPosition("unknown_set", set=brief(name))
        if name not in options.rules.sets:
            raise BadPosition("set_not_in_edition", set=name, edition=options.edition)
    if not options.sets:
        raise BadPosition("no_sets")
    if len(set(options.sets)) < len(options.sets):
        raise BadPosition("repeated_set")


def _check_decks(options: Options) -> None:
    decks: object = options.decks
    if not isinstance(decks, Mapping):
        raise BadPosition("option_object", option="decks")
    if options.mirror and (options.mode, options.format) != (DUEL, PRECONSTRUCTED):
        raise BadPosition("mirror_format")
    if not decks:
        return
    if options.format != PRECONSTRUCTED:
        raise BadPosition("decks_format")
    seats = SEATS if options.mode == DUEL else SEATS[:1]
    if not decks.keys() <= set(seats):
        raise BadPosition("decks_seats", seats=", ".join(seats))
    if not all(type(number) is int and number in DECKS for number in decks.values()):
        raise BadPosition("unknown_deck", least=DECKS.start, most=DECKS.stop - 1)
    if len(decks) == len(SEATS) and (decks["A"] == decks["B"]) != options.mirror:
        raise BadPosition("mirror_decks" if options.mirror else "same_deck")


def _check_settled(options: Options) -> None:
    """Check that settled decks could have been built, drafted or grown for this match (R2.3, R2.5, H11, H13)."""
    if not options.settled:
        return
    if options.mode != DUEL or options.format == POSITION:
        raise BadPosition("settled_format")
    if options.format == PRECONSTRUCTED:
        _check_grown(options)
        return
    for seat in SEATS:
        deck: tuple[object, ...] = options.settled.get(seat, ())
        known = [slug for slug in deck if isinstance(slug, str) and slug in cards.ALL]
        fits = len(set(known)) == len(deck) == HAND
        if not fits or any(cards.ALL[slug].set not in options.rules.sets for slug in known):
            raise BadPosition("settled_decks")
    if options.settled.keys() != set(SEATS):
        raise BadPosition("settled_decks")
    if options.format == DRAFT:
        drafted = {slug for deck in options.settled.values() for slug in deck}
        if len(drafted) < len(SEATS) * HAND or any(cards.ALL[slug].set not in options.sets for slug in drafted):
            raise BadPosition("settled_draft")


def _check_grown(options: Options) -> None:
    """Check the decks that take the place of starter decks (H13): 2021 has no designed cards."""
    if options.mirror or not options.settled.keys() <= set(SEATS) - options.decks.keys():
        raise BadPosition("settled_starter")
    sets = options.rules.sets + ("",) * options.rules.champions  # a designed card is of no set
    for deck in options.settled.values():
        try:
            found = [cards.from_text(text) for text in deck]
        except ValueError:
            raise BadPosition("settled_starter") from None
        kinds = {card.origin or card.key for card in found}
        if not len(kinds) == len(deck) == HAND or any(card.set not in sets for card in found):
            raise BadPosition("settled_starter")


def _check_champions(options: Options) -> None:
    wanted: object = options.champions
    if not isinstance(wanted, bool) and wanted != OPTIONAL:
        raise BadPosition("champions_option")
    if not wanted:
        return
    if not options.rules.champions:
        raise BadPosition("champions_edition", edition=options.edition)
    if options.mode == SOLO:
        if wanted == OPTIONAL:
            raise BadPosition("champions_optional_solo")
    elif options.format not in (DRAFT, CONSTRUCTED):
        raise BadPosition("champions_format")


def _check_first(options: Options) -> None:
    if options.first is None:
        return
    if options.first not in SEATS:
        raise BadPosition("unknown_seat")
    if options.solo is not None and (options.first == "B") != options.solo.automaton_starts:
        raise BadPosition("first_in_solo")
