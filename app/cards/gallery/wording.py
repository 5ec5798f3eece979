"""Names and descriptions of abilities, sets and cards, in our own words and in the visitor's language.

What belongs to one ability is in its module of `abilities/`.
"""

from dataclasses import dataclass

from app.base.i18n import DEFAULT, LANGUAGES, _, current_language, ngettext, once_in_each_language
from app.base.i18n.comparing import plain
from app.base.i18n.formats import isolated
from app.cards.gallery.abilities import PAGES
from engine import abilities
from engine.cards import Card

AURA_PREFIX = "aura:"


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """An ability in words: its name, half a sentence, and the whole explanation."""

    slug: str
    name: str
    clause: str
    text: str
    in_2021: bool


def ability_name(slug: str) -> str:
    """Return the name of an ability slug, "Aura of Rage" for `aura:rage`; KeyError for an unknown one."""
    if slug.startswith(AURA_PREFIX):
        return _("Aura of %(ability)s", ability=ability_name(slug.removeprefix(AURA_PREFIX)))
    return PAGES[slug]().name


@once_in_each_language
def ability(slug: str) -> AbilityWords:
    """Return an ability of R8 in words, `aura:rage` included; KeyError for an unknown slug."""
    if slug.startswith(AURA_PREFIX):
        return _aura_words(slug, slug.removeprefix(AURA_PREFIX))
    in_2021 = slug == abilities.AURA or abilities.BY_SLUG[slug].in_2021
    page = PAGES[slug]()
    return AbilityWords(slug, page.name, page.clause, page.text, in_2021)


def _aura_words(slug: str, lent: str) -> AbilityWords:
    name = ability_name(lent)
    clause = _("its neighbours have %(ability)s", ability=name)
    text = _("The creatures directly in front of it and behind it have %(ability)s.", ability=name)
    return AbilityWords(
        slug, ability_name(slug), clause, f"{text} {PAGES[lent]().text}", abilities.BY_SLUG[lent].in_2021
    )


@once_in_each_language
def all_abilities() -> tuple[AbilityWords, ...]:
    """Return the twenty abilities in words, by name in the current language."""
    return tuple(sorted((ability(slug) for slug in abilities.NAMES), key=lambda words: plain(words.name)))


@once_in_each_language
def explained_abilities() -> tuple[AbilityWords, ...]:
    """Return every ability that a card in play can have, each Aura on its own (`aura:rage`)."""
    own = tuple(ability(slug) for slug in abilities.BY_SLUG)
    return own + tuple(ability(AURA_PREFIX + each.slug) for each in abilities.TABLE if each.lendable)


def set_name(slug: str) -> str:
    """Return the name of a card set, or of the designed cards (an empty slug); KeyError for an unknown one."""
    return {
        "initiation": _("Initiation"),
        "treachery": _("Treachery"),
        "submersion": _("Submersion"),
        "breaching": _("Breaching In"),
        "deliquescence": _("Deliquescence"),
        "elusive": _("Elusive"),
        "resistance": _("Resistance"),
        "": _("Designed"),
    }[slug]


def set_motto(slug: str) -> str:
    """Return a line about what the cards of a set are like; KeyError for an unknown one."""
    return {
        "initiation": _(
            "The Initiation Pack (formerly Starter Kit): four decks to begin with, and everything you need to know."
        ),
        "treachery": _("Hired blades and second thoughts: today's dragon may be theirs tomorrow."),
        "submersion": _("High tide: what fights beside the water fights twice as hard."),
        "breaching": _("No wall is thick enough for those who sharpen and ride along."),
        "deliquescence": _("It drips, it creeps, it asks for blood."),
        "elusive": _("Now you see it; now it stands behind you with a lute."),
        "resistance": _("Hold the line, hit back, feed the cat."),
    }[slug]


def kind_name(kind: str) -> str:
    """Return "Creature" or "Incantation"."""
    return {"creature": _("Creature"), "incantation": _("Incantation")}[kind]


def card_name(card: Card) -> str:
    """Return the name of a card in the current language as it is printed, English where there is none."""
    return current_language().cards.get(card.origin, card.name)


def name_in_text(card: Card) -> str:
    """Return a card's name for a sentence of plain text, set apart where it may be written the other way: without that
    a Hebrew sentence shows "Boom!" as "!Boom"."""
    return isolated(card_name(card))


def card_names(card: Card) -> dict[str, str]:
    """Return all printed names of a card by language, the English first."""
    slug = card.slug or ""
    printed = {code: language.cards[slug] for code, language in LANGUAGES.items() if slug in language.cards}
    return {DEFAULT: card.name} | printed


def attack_text(card: Card) -> str:
    """Return the printed attack or wounds: a number, or X with Vulnerability."""
    return "X" if "vulnerability" in card.printed else str(card.attack)


def clauses(card: Card) -> list[str]:
    """Return half a sentence for each ability of a card, in the order printed."""
    return [_clause(card, slug) for slug in card.printed]


def _clause(card: Card, slug: str) -> str:
    if slug.startswith(AURA_PREFIX):
        return ability(slug).clause
    page = PAGES[slug]()
    return page.clause if card.is_creature or page.aimed is None else page.aimed


def sentence(card: Card) -> str:
    """Return one sentence that says what a card does, made from its data."""
    return _join(_opening(card), clauses(card))


def _opening(card: Card) -> str:
    if not card.is_creature:
        return _incantation_opening(card)
    if "vulnerability" in card.printed:
        return _toughness(card)
    if not card.printed:
        return _creature_without_tricks(card)
    if card.attack == 0:
        return ngettext(
            "Falls to a single point of damage and hits nobody",
            "Falls to %(n)s damage and hits nobody",
            card.health,
            n=card.health,
        )
    return ngettext(
        "Hits for %(attack)s, falls to a single point of damage",
        "Hits for %(attack)s, falls to %(n)s damage",
        card.health,
        attack=card.attack,
        n=card.health,
    )


def _incantation_opening(card: Card) -> str:
    if "vulnerability" in card.printed:
        return _("Aim it at any creature")
    return ngettext(
        "Deals %(n)s damage to any creature", "Deals %(n)s damage to any creature", card.attack, n=card.attack
    )


def _toughness(card: Card) -> str:
    return ngettext("Falls to a single point of damage", "Falls to %(n)s damage", card.health, n=card.health)


def _creature_without_tricks(card: Card) -> str:
    numbers = {"attack": card.attack, "health": card.health}
    if card.attack >= card.health + 2:
        return ngettext(
            "Hits for %(attack)s before anyone notices that %(health)s damage would do; no tricks",
            "Hits for %(attack)s before anyone notices that %(health)s damage would do; no tricks",
            card.health,
            **numbers,
        )
    if card.health >= card.attack + 2:
        return _("Takes %(health)s damage to bring down and hits for %(attack)s; no tricks", **numbers)
    return _("An honest %(attack)s to give and %(health)s to take; no tricks", **numbers)


def _join(opening: str, parts: list[str]) -> str:
    if not parts:
        return _("%(opening)s.", opening=opening)
    return _("%(opening)s: %(parts)s.", opening=opening, parts=_("; ").join(parts))


def numbers(card: Card) -> str:
    """Return cost, attack and health (or wounds) in words, for those who cannot see the card."""
    values = {"cost": card.cost, "attack": attack_text(card), "health": card.health}
    if card.is_creature:
        return _("creature, cost %(cost)s, attack %(attack)s, health %(health)s", **values)
    return _("incantation, cost %(cost)s, damage %(attack)s", **values)
