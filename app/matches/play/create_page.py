"""The context of templates/matches/play/create.html."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.cards.gallery.balance_words import closest, starting, starting_in_all_drafts, starting_in_drafts, uneven
from app.cards.gallery.starters import Starter, starters
from app.matches.bots.characters import FOR_LEVELS, Character
from app.matches.core.clocks.clock_option import offered_clocks
from app.matches.play.forms import BY_SLUG, PRESETS, MatchForm, Preset
from app.matches.solo import fields
from app.matches.table.match_words import ALL_SETS
from engine.editions import BY_NAME
from engine.setup.options import DECKS


def _uneven() -> list[tuple[str, int, list[str]]]:
    return [(edition, deck, uneven(edition, deck)) for edition in BY_NAME for deck in DECKS]


def _closest() -> list[tuple[str, str]]:
    return [(edition, closest(edition)) for edition in BY_NAME]


def _starting() -> list[tuple[str, str]]:
    """Return sentences on the starting player's win rate in each format that was measured, with its condition."""
    words = {"preconstructed": starting, "draft": starting_in_all_drafts}
    return [(f"format={name} edition={edition}", said(edition)) for name, said in words.items() for edition in BY_NAME]


def _starting_in_drafts() -> list[tuple[str, str]]:
    """Sentences on the starting player's win rate in drafts from one set, each with its condition (`data-when`)."""
    return [
        (
            f"edition={edition.name}" + (f" sets={name}" if len(edition.sets) > 1 else ""),
            starting_in_drafts(edition.name, name),
        )
        for edition in BY_NAME.values()
        for name in edition.sets
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatePage:
    """The form for a new match, filled in. `name` is the visitor's, `preset` the slug of the chosen preset ("": none),
    `error` the sentence of a refusal; `unfolded`: all options are shown; `alone`: the match is played without a
    connection, in one of these editions, perhaps with a deck that the browser keeps."""

    form: MatchForm
    name: str
    preset: str = ""
    error: str = ""
    unfolded: bool = False
    alone: tuple[str, ...] | None = None
    # The same for everybody, in the language of the page; those of one edition come with its name.
    presets: tuple[Preset, ...] = PRESETS
    bots: tuple[Character, ...] = FOR_LEVELS
    sets: Sequence[str] = ALL_SETS
    decks: Sequence[Starter] = field(default_factory=starters)
    uneven: list[tuple[str, int, list[str]]] = field(default_factory=_uneven)
    closest: list[tuple[str, str]] = field(default_factory=_closest)
    starting: list[tuple[str, str]] = field(default_factory=_starting)
    starting_in_drafts: list[tuple[str, str]] = field(default_factory=_starting_in_drafts)
    clocks: list[tuple[str, str]] = field(default_factory=offered_clocks)

    @property
    def what(self) -> str:
        """The chosen preset in a sentence."""
        preset = BY_SLUG.get(self.preset)
        return preset.text() if preset else ""

    @property
    def abilities(self) -> dict[str, list[tuple[str, str]]]:
        """The abilities that the automaton's creatures may have, by edition: slugs and names."""
        return fields.offered()

    @property
    def sum(self) -> fields.Sum:
        return fields.total(self.form.solo, self.form.edition, self.form.champions == "yes")
