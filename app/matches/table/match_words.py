"""The format of a match in words."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _, formats
from app.cards.gallery.wording import set_name
from app.matches.core.features import that_have
from app.matches.core.features.clock import clock_option
from app.matches.core.features.deal import road_of
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import Wishes
from app.matches.solo import levels
from engine import cards
from engine.setup.solo import SoloOptions

STARTER: Final = ("initiation",)
ALL_SETS: Final = tuple(cards.SETS)


def format_words(row: MatchRow) -> str:
    """Return the game at a table in a few words: "Draft duel, all seven sets"."""
    words = played_words(row.mode, row.format, row.edition, tuple(row.options["sets"]))
    if level := _level(row):
        words = _("%(match)s, %(level)s", match=words, level=level)
    return _("%(match)s, with Champions", match=words) if row.options.get("champions") else words


def option_words(row: MatchRow) -> tuple[str, ...]:
    """Return the options of a table that differ from the usual ones, other than its game; each in a word or two."""
    clock = clock_option(row)
    chosen = (
        (clock is not None, clock.words if clock else ""),
        *((True, words) for feature in that_have("option_words") for words in feature.option_words(row)),
        *((True, words) for words in Wishes.unusual_words(row)),
        # Translators: the order of the cards was given by a player, so the match counts for no rating.
        (row.casual and road_of(row) is None, _("known seed")),
        (road_of(row) is not None, _("Legacy")),
        # Translators: a match that counts for no rating.
        (row.public and not row.rated and not row.casual, _("friendly")),
    )
    return tuple(words for is_so, words in chosen if is_so)


def _level(row: MatchRow) -> str:
    """Return the level of a custom solo game (R10.9); nothing for a quick one."""
    if not row.has_automaton or row.format == "position":
        return ""
    worth = SoloOptions.from_json(row.options["solo"]).worth(bool(row.options.get("champions")))
    return levels.name(worth, row.edition) if worth else ""


def played_words(mode: str, played: str, edition: str, sets: tuple[str, ...]) -> str:
    """Return the words for a match with these options; `played` is the format."""
    names = {
        ("duel", "preconstructed"): _("Duel with starter decks"),
        ("duel", "draft"): _("Draft duel"),
        ("duel", "constructed"): _("Constructed duel"),
        ("solo", "preconstructed"): _("Solo with a starter deck"),
        ("solo", "draft"): _("Solo draft"),
        ("duel", "position"): _("Duel from a set position"),
        ("solo", "position"): _("Solo from a set position"),
    }
    words = [names.get((mode, played), _("Special match"))]
    if played == "draft" and len(sets) == len(ALL_SETS):
        words.append(_("all seven sets"))
    elif played == "draft" and sets and sets != STARTER:
        words.append(formats.series(set_name(slug) for slug in sets))
    if edition != "2022":
        words.append(_("%(year)s edition", year=edition))
    return formats.series(words)
