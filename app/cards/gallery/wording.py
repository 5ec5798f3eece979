"""Names and descriptions of abilities, sets and cards, in our own words and in the visitor's language.

Rules: R8 and its small print (R13). Each ability has a `clause` that continues a sentence about its card and a `text`
that explains it; where an incantation does something else with it, there is a wording for that too.
"""

from dataclasses import dataclass

from app.base.i18n import DEFAULT, LANGUAGES, _, current_language, ngettext, once_in_each_language
from app.base.i18n.comparing import plain
from app.base.i18n.formats import isolated
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
    return _names()[slug]


@once_in_each_language
def _names() -> dict[str, str]:
    return {
        "aerial": _("Aerial"),
        "sharpening": _("Sharpening"),
        "aquatic": _("Aquatic"),
        "aura": _("Aura"),
        "berserk": _("Berserk"),
        "catalyst": _("Catalyst"),
        "defender": _("Defender"),
        "evasion": _("Vanish"),
        "indestructible": _("Indestructible"),
        "instinct": _("Instinct"),
        "mercenary": _("Mercenary"),
        "perforation": _("Perforation"),
        "blood-price": _("Blood Price"),
        "protection": _("Protection"),
        "rage": _("Rage"),
        "regeneration": _("Regeneration"),
        "splash": _("Splash"),
        "sprint": _("Sprint"),
        "symbiote": _("Symbiote"),
        "vulnerability": _("Vulnerability"),
    }


@once_in_each_language
def _texts() -> dict[str, str]:
    return {
        "aerial": _(
            "In the mountain lane it flies over every creature and attacks the Stronghold itself. "
            "In the wave lane the wings do nothing."
        ),
        "sharpening": _(
            "Damage beyond what it took to destroy its targets is not wasted: it is added up and hits the "
            "opposing Stronghold once the destroyed creatures have left."
        ),
        "aquatic": _("Right beside the bridge, in either lane, it deals double damage."),
        "aura": _(
            "The creatures directly in front of it and behind it, in its own lane, have the ability in the golden "
            "circle. "
            "It does not have it itself."
        ),
        "berserk": _(
            "Each time its attack destroys an opposing creature it attacks again: the next creature, or the Stronghold "
            "when none is left. On the turn it enters play with Rage it still spares the Stronghold."
        ),
        "catalyst": _("While it is in play, its player gains 2 more mana at the start of each of their turns."),
        "defender": _("It fights creatures only: it never attacks a Stronghold."),
        "evasion": _(
            "Damaged but not destroyed, it slips away to the rear of its lane as soon as its attacker is done."
        ),
        "indestructible": _(
            "Incantations cannot harm it. They may still be aimed at it, and what splashes or pierces past it hits "
            "the others."
        ),
        "instinct": _(
            "Damaged by a creature but not destroyed, it answers as soon as its attacker is done: a full attack, even "
            "out of turn, on the first creature opposite or on the Stronghold when there is none."
        ),
        "mercenary": _(
            "Instead of going back to its player's hand it changes sides: it goes to the far right of the opponent's "
            "hand and belongs to them from then on."
        ),
        "perforation": _("It also hits the creature right behind its target, for as much. Never a Stronghold."),
        "blood-price": _(
            "It may be played with too little mana: each missing mana is 1 damage to its player's own Stronghold."
        ),
        "protection": _("Each turn, the first attack or incantation that would damage it does nothing to it."),
        "rage": _("It may attack on the very turn it enters play, but creatures only."),
        "regeneration": _(
            "For each target that it damages, its player's Stronghold moves one place to the left. A Fort at the far "
            "left is rebuilt as a Bastion, second card from the right."
        ),
        "splash": _(
            "It also hits the creature in the same place in the other lane, for the same damage. Never a Stronghold."
        ),
        "sprint": _(
            "When it attacks it first runs to the bridge, and until the end of the assault its attack grows by 1 for "
            "each creature it overtook."
        ),
        "symbiote": _(
            "It may be played on top of one of your creatures. The two become one: attack, health and abilities add "
            "up. A creature carries one Symbiote at most."
        ),
        "vulnerability": _(
            "Its attack is X: whatever leaves each target with 1 health, or a Stronghold with 1 card to its right. "
            "Only Sprint or Aquatic can make that deadly."
        ),
    }


@once_in_each_language
def _clauses() -> dict[str, str]:
    return {
        "aerial": _("in the mountain lane it flies past everyone and attacks the Stronghold"),
        "sharpening": _("excess damage carries over to the Stronghold"),
        "aquatic": _("beside the bridge it hits twice as hard"),
        "berserk": _("each creature it destroys buys it another attack"),
        "catalyst": _("it brings 2 extra mana every turn"),
        "defender": _("it leaves Strongholds alone"),
        "evasion": _("damage sends it to the rear of its lane"),
        "indestructible": _("incantations leave it cold"),
        "instinct": _("it strikes back at once when a creature damages it"),
        "mercenary": _("it leaves for the opponent's hand"),
        "perforation": _("it also hits the creature behind its target"),
        "blood-price": _("missing mana is paid by your own Stronghold"),
        "protection": _("the first hit of each turn bounces off"),
        "rage": _("it attacks creatures on the turn it arrives"),
        "regeneration": _("every target it damages mends your Stronghold"),
        "splash": _("it hits the same place in the other lane too"),
        "sprint": _("it runs to the bridge and gains 1 attack for each creature overtaken"),
        "symbiote": _("it may ride on another creature and add its strength"),
        "vulnerability": _("it leaves every target with 1 health"),
    }


@once_in_each_language
def _incantation_clauses() -> dict[str, str]:
    return {
        **_clauses(),
        "mercenary": _("then it goes to the opponent's hand"),
        "regeneration": _("every target damaged mends your Stronghold"),
        "vulnerability": _("the target is left with 1 health"),
        "perforation": _("the creature behind the target takes the same"),
        "splash": _("so does the same place in the other lane"),
        "sharpening": _("excess damage carries over to the opposing Stronghold"),
    }


@once_in_each_language
def ability(slug: str) -> AbilityWords:
    """Return an ability of R8 in words, `aura:rage` included; KeyError for an unknown slug."""
    if slug.startswith(AURA_PREFIX):
        return _aura_words(slug, slug.removeprefix(AURA_PREFIX))
    in_2021 = slug == abilities.AURA or abilities.BY_SLUG[slug].in_2021
    return AbilityWords(slug, ability_name(slug), _clauses().get(slug, ""), _texts()[slug], in_2021)


def _aura_words(slug: str, lent: str) -> AbilityWords:
    name = ability_name(lent)
    clause = _("its neighbours have %(ability)s", ability=name)
    text = _("The creatures directly in front of it and behind it have %(ability)s.", ability=name)
    return AbilityWords(slug, ability_name(slug), clause, f"{text} {_texts()[lent]}", abilities.BY_SLUG[lent].in_2021)


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
    return current_language().cards.get(card.slug or "", card.name)


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
    table = _clauses() if card.is_creature else _incantation_clauses()
    return [ability(slug).clause if slug.startswith(AURA_PREFIX) else table[slug] for slug in card.printed]


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
