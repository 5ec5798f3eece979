"""The fields of a custom solo game in a form: its values, their sum, its mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, overload

from app.base.errors import AppError
from app.cards.gallery.wording import ability_name
from app.matches.solo import levels
from engine.abilities import BY_SLUG
from engine.editions import BY_NAME, DEFAULT
from engine.errors import EngineError
from engine.setup.solo import SoloOptions


class FormFields(Protocol):
    """A form or a query string."""

    @overload
    def get(self, key: str, /) -> object: ...
    @overload
    def get(self, key: str, default: str, /) -> object: ...

    def getlist(self, key: str, /) -> Sequence[object]:
        """Return all values of a field."""


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of the chosen options: terms in words, the level's name, or the error as a sentence."""

    terms: list[tuple[str, int]]
    level: int
    name: str = ""
    error: str = ""


def read(form: FormFields, edition: str) -> SoloOptions:
    """Return the automaton's options of a form; options that the edition does not have are left out, odd values become
    the defaults."""
    abilities = tuple(slug for slug in form.getlist("solo_abilities") if isinstance(slug, str))
    rules = BY_NAME.get(edition, BY_NAME[DEFAULT])
    return SoloOptions(
        fixed=_number(form.get("solo_fixed", "6"), 6),
        per_creature=_number(form.get("solo_per_creature", "1"), 1),
        automaton_starts=form.get("solo_starts") == "yes",
        weakened=form.get("solo_weakened") == "yes",
        abilities=tuple(slug for slug in abilities if slug in rules.solo_abilities),
        no_bastion=form.get("solo_no_bastion") == "yes" and rules.no_bastion_option,
    )


def _number(value: object, default: int) -> int:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 3 else default


def sum_of(form: FormFields) -> Sum:
    """Return the sum of the options in a form."""
    edition = str(form.get("edition", DEFAULT))
    return total(read(form, edition), edition, form.get("champions", "no") == "yes")


def total(options: SoloOptions, edition: str, champion: bool) -> Sum:
    """Return the sum of R10.9, term by term."""
    rules = BY_NAME.get(edition, BY_NAME[DEFAULT])
    terms = levels.terms(options, champion)
    level = sum(points for _, points in terms)
    try:
        options.check(rules, champion)
    except EngineError as error:
        return Sum(terms, level, error=AppError.of(error).sentence)
    return Sum(terms, level, name=levels.name(level, rules.name))


def offered() -> dict[str, list[tuple[str, str]]]:
    """Return the abilities (slug, name) that each edition lets the automaton's creatures have, in the order of the
    rules."""
    return {
        edition: [(slug, ability_name(slug)) for slug in BY_SLUG if slug in rules.solo_abilities]
        for edition, rules in BY_NAME.items()
    }
