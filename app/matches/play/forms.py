"""The create and join forms: presets, choices, and from the fields of a form to a new match."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from pydantic import ValidationError

from app.base.errors import Code, malformed
from app.base.i18n import _
from app.matches.bots import characters
from app.matches.core.clocks.clock_option import CLOCKS
from app.matches.core.opening.seating import SecondPlayer
from app.matches.core.schemas import NewMatch
from app.matches.solo import fields, levels
from app.matches.solo.fields import FormFields
from app.matches.table.match_words import ALL_SETS, STARTER
from engine.balance import evenest, fair_pairs
from engine.editions import BY_NAME, DEFAULT
from engine.seat import Seat
from engine.setup.options import DECKS
from engine.setup.solo import SoloOptions

HOTSEAT: Final = "hotseat"
BOT: Final = "bot"
CLOSEST, MIRROR = "closest", "mirror"


@dataclass(frozen=True, slots=True)
class MatchForm:
    """The create form: mode, edition, format, sets, the host's deck, whether the table is listed, who starts.

    `champions` is "no", "yes" or "optional" (R9). The mode "hotseat" is a duel of two at one device; it has the second
    player's name and deck (0: by chance), too. `pair`: "free", "closest" for the pair of preconstructed decks that is
    most even, or "mirror" (H9). "bot" is a duel against the computer; `opponent` is a level or the slug of a character.
    `clock` is one of CLOCKS as it is stored (H10), "" for none. `rated`: "yes", "no", or nothing for what is usual.
    """

    mode: str = "duel"
    edition: str = "2022"
    format: str = "preconstructed"
    sets: tuple[str, ...] = STARTER
    deck: int = fair_pairs(DEFAULT)[0][0]
    public: bool = False
    first: str = "coin"
    champions: str = "no"
    undo: bool = True
    preview: bool = True
    solo: SoloOptions = field(default_factory=SoloOptions)
    name: str = ""
    second_name: str = ""
    second_deck: int = 0
    pair: str = "free"
    opponent: str = str(characters.FIRST_LEVEL)
    clock: str = ""
    rated: str = ""
    best_of: int = 1
    series_decks: str = "kept"
    pairs: str = ""
    partner: str = ""

    @property
    def is_duel(self) -> bool:
        """True if the form asks for a duel, not a game against the automaton."""
        return self.mode in ("duel", HOTSEAT, BOT)

    @property
    def has_pair(self) -> bool:
        """True if two players play preconstructed decks."""
        return self.is_duel and self.format == "preconstructed"

    @property
    def opponent_deck(self) -> int | None:
        """The opponent's preconstructed deck, if the host chooses it, too; the most even one of a computer that is
        chosen by its level."""
        settled = self.has_pair and (self.pair == CLOSEST or (self.pair != MIRROR and self.mode == HOTSEAT))
        if settled:
            return self.second_deck or None
        known = self.has_pair and self.edition in BY_NAME and self.deck in DECKS
        by_level = known and self.pair != MIRROR and self.mode == BOT and self.opponent.isdecimal()
        return evenest(self.edition, self.deck) if by_level else None

    @property
    def played(self) -> str:
        """The format; one cannot build a deck against the automaton (R2.5)."""
        return "preconstructed" if self.format == "constructed" and not self.is_duel else self.format

    @property
    def may_have_champions(self) -> bool:
        """True if Champions can be chosen: in 2022, in duels with drafted or built decks and in custom solo
        (R9)."""
        return self.edition == "2022" and (self.mode == "solo" or self.format in ("draft", "constructed"))


@dataclass(frozen=True, slots=True)
class Preset:
    """A filled-in form with a name; the texts are made for each visitor's language."""

    slug: str
    icon: str
    form: MatchForm
    title: Callable[[], str] = field(repr=False)
    text: Callable[[], str] = field(repr=False)


PRESETS: Final = (
    Preset(
        "first-game", "duel", MatchForm(),
        lambda: _("Starter duel"), lambda: _("A duel with starter decks: send a friend the link."),
    ),
    Preset(
        "draft-duel", "deck", MatchForm(format="draft"),
        lambda: _("Draft duel"), lambda: _("Take turns picking eight cards each, then fight with them."),
    ),
    Preset(
        "everything", "island", MatchForm(format="draft", sets=ALL_SETS),
        lambda: _("Draft, all sets"), lambda: _("A draft duel with cards from all seven sets."),
    ),
    Preset(
        "own-decks", "hand", MatchForm(format="constructed"),
        lambda: _("Constructed"), lambda: _("Bring a deck of your own, or build one at the table, in secret."),
    ),
    Preset(
        "hot-seat", "person", MatchForm(mode=HOTSEAT),
        lambda: _("Two on one device"),
        lambda: _("Pass the device back and forth; neither player sees the other's hand."),
    ),
    Preset(
        "computer", "automaton", MatchForm(mode=BOT),
        lambda: _("Against the computer"), lambda: _("A duel with a computer opponent, in any format."),
    ),
    Preset(
        "quick-solo", "play", MatchForm(mode="solo"),
        lambda: _("Quick solo"), lambda: _("Your starter deck against the automaton, right away."),
    ),
    Preset(
        "draft-solo", "automaton", MatchForm(mode="solo", format="draft", sets=ALL_SETS),
        lambda: _("Solo draft"), lambda: _("Pick eight cards; the automaton gets what you leave."),
    ),
)  # fmt: skip
BY_SLUG: Final = {preset.slug: preset for preset in PRESETS}


def preset_of(slug: str, edition: str) -> tuple[str, MatchForm]:
    """Return the preset of this name, or the first one, and its choices; "solo-3" is level 3 of an edition (R10.9)."""
    year = edition if edition in BY_NAME else DEFAULT
    prefix, _dash, number = slug.partition("-")
    level = _number(number)
    if prefix == "solo" and 0 < level <= levels.highest(year):
        return slug, MatchForm(mode="solo", edition=year, solo=levels.SUGGESTED[level])
    preset = BY_SLUG.get(slug, PRESETS[0])
    return preset.slug, replace(preset.form, edition=year) if preset.form.mode == "solo" else preset.form


def read_form(form: FormFields) -> MatchForm:
    """Return the create form as it was sent; odd values become the defaults, and `new_match` refuses combinations that
    do not fit."""
    sets = tuple(name for name in ALL_SETS if name in form.getlist("sets"))
    return MatchForm(
        mode=str(form.get("mode", "duel")),
        edition=str(form.get("edition", "2022")),
        format=str(form.get("format", "preconstructed")),
        sets=sets or STARTER,
        deck=_number(form.get("deck", "1")),
        public=form.get("public") == "yes",
        first=str(form.get("first", "coin")),
        champions=str(form.get("champions", "no")),
        undo=form.get("undo") != "no",
        preview=form.get("preview") != "no",
        solo=fields.read(form, str(form.get("edition", "2022"))),
        name=str(form.get("name", "")),
        second_name=str(form.get("second_name", "")),
        second_deck=_number(form.get("second_deck", "0")),
        pair=str(form.get("pair", "free")),
        opponent=str(form.get("opponent", str(characters.FIRST_LEVEL))),
        clock=str(form.get("clock", "")),
        rated=str(form.get("rated", "")),
        best_of=_number(form.get("best_of", "1")),
        series_decks=str(form.get("series_decks", "kept")),
        pairs=str(form.get("pairs", "")),
        partner=str(form.get("partner", "")),
    )


def with_decks(match_form: MatchForm) -> MatchForm:
    """Return the form with the most even pair of preconstructed decks, if that is chosen."""
    if match_form.pair != CLOSEST or not match_form.has_pair or match_form.edition not in BY_NAME:
        return match_form
    one, two = secrets.SystemRandom().sample(fair_pairs(match_form.edition)[0], 2)
    return replace(match_form, deck=one, second_deck=two)


def _number(value: object) -> int:
    """Return the number of a field; 0 for anything else."""
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 4 else 0


def second_player(match_form: MatchForm) -> SecondPlayer | None:
    """Return the second person at the same device, if the form is for a hot seat."""
    if match_form.mode != HOTSEAT:
        return None
    return SecondPlayer(match_form.second_name)


def partner(match_form: MatchForm) -> SecondPlayer | None:
    """Return who holds the host's side with them at the same device (H12); None: nobody, or somebody by a link."""
    if match_form.pairs not in ("mine", "both") or not match_form.partner.strip():
        return None
    return SecondPlayer(match_form.partner)


def new_match(match_form: MatchForm) -> NewMatch:
    """Return the match of a form; what does not go together is left out, as on the page. AppError(malformed,
    400)."""
    drafts = match_form.format == "draft"
    duel = match_form.is_duel
    champions: dict[str, bool | str] = {"yes": True} | ({"optional": "optional"} if duel else {})
    seats: dict[str, tuple[Seat | str, Seat | None]] = {
        "coin": ("random", None),
        "me": ("A", "A"),
        "friend": ("A", "B"),
    }
    seat, first = seats.get(match_form.first, seats["coin"]) if duel else ("random", None)
    pairs = None if match_form.mode == HOTSEAT else match_form.pairs or None
    asked: dict[str, object] = {
        "mode": "duel" if duel else match_form.mode,
        "edition": match_form.edition,
        "format": match_form.played,
        "opponent": f"{characters.PREFIX}{match_form.opponent}" if match_form.mode == BOT else "human",
        "sets": list(match_form.sets if drafts and match_form.edition == "2022" else STARTER),
        "deck": match_form.deck,
        "opponent_deck": match_form.opponent_deck,
        "mirror": match_form.has_pair and match_form.pair == MIRROR,
        "public": match_form.public and match_form.mode == "duel",
        "rated": None if pairs else {"yes": True, "no": False}.get(match_form.rated),
        "pairs": pairs,
        "seat": seat,
        "first": first,
        "clock": CLOCKS.get(match_form.clock) if duel else None,
        "champions": match_form.may_have_champions and champions.get(match_form.champions, False),
        "undo": match_form.undo,
        "preview": match_form.preview,
        "best_of": match_form.best_of if duel and match_form.best_of != 1 else None,
        "series_decks": match_form.series_decks,
        "solo": None if duel else _solo(match_form.solo),
    }
    try:
        return NewMatch.model_validate(asked)
    except ValidationError as error:
        where = str(error.errors(include_url=False)[0]["loc"][0])
        raise malformed(Code.wrong_key, key=where) from None


def _solo(options: SoloOptions) -> dict[str, object]:
    """Return the automaton's options as the API takes them."""
    return {**options.to_json(), "abilities": list(options.abilities)}
