"""A hint in words: the next play, and why; each a whole sentence in the visitor's language."""

from __future__ import annotations

from collections.abc import Sequence

from app.base.i18n import _, formats, ngettext
from app.cards.gallery.notation import card_of
from app.cards.gallery.wording import name_in_text
from engine.actions import ATTACK, ATTACK_ALL, END_TURN, Cast, Order, Play, PlayChampion
from engine.bots.advice import PLAIN, Effects, Gains, Improvement, NamedAction, NoPlay, Unforeseen
from engine.bots.evaluation import EvaluationTerm
from engine.cards import CardNotation
from engine.seat import Seat


def next_words(turn: Sequence[NamedAction], seat: Seat) -> str:
    """Return the sentence that asks the player of `seat` for the next action of a turn (2021: cards may follow)."""
    plays_later = turn[0].action in PLAIN and any(named.action not in PLAIN for named in turn)
    return _("Make the next attack.") if plays_later else play_words(turn[0], seat)


def play_words(named: NamedAction, seat: Seat) -> str:
    """Return the sentence that asks the player of `seat` to do this."""
    action = named.action
    match action:
        case Play(lane=lane, onto=onto) | PlayChampion(lane=lane, onto=onto):
            return _summon(named, lane, onto is not None)
        case Cast():
            return _cast(named, own=action.seat == seat)
        case Order(cards):
            order = formats.series(_name(card.notation) for card in cards)
            return _("Let the cards return in this order: %(cards)s.", cards=order)
    if action == ATTACK:
        return _("Make the next attack.")
    if action == ATTACK_ALL:
        return _("Attack with all the rest.")
    return _("End your turn.") if action == END_TURN else _("Attack now, without playing anything more.")


def _summon(named: NamedAction, lane: int, rides: bool) -> str:
    card = _name(named.card)
    if rides:
        return _("Play %(card)s onto %(ridden)s.", card=card, ridden=_name(named.target))
    if lane == 0:
        return _("Play %(card)s into the mountain lane.", card=card)
    return _("Play %(card)s into the wave lane.", card=card)


def _cast(named: NamedAction, own: bool) -> str:
    words = {"card": _name(named.card), "target": _name(named.target)}
    if own:
        return _("Cast %(card)s on your own %(target)s.", **words)
    return _("Cast %(card)s on your opponent's %(target)s.", **words)


def reasons(effects: Effects, *, alone: bool, chance: float | None) -> list[str]:
    """Return the reasons, the weightiest first, and the chance to win; `alone` against the automaton."""
    found = gains(effects, alone=alone, chance=chance)
    if chance is not None and not (isinstance(effects, Gains) and effects.wins):
        found.append(_("That makes your chance of winning about %(chance)s.", chance=formats.percent(chance)))
    return found


def gains(effects: Effects, *, alone: bool, chance: float | None) -> list[str]:
    """Return the reasons alone, for pages that show the chance to win elsewhere."""
    match effects:
        case Gains(wins=True):
            return [_("This turn wins the match.")]
        case Gains():
            return [*_counted(effects, alone), *_holds(effects)]
        case NoPlay():
            return [_("No play would serve you better right now.")]
        case Improvement():
            return _outlook(effects, is_lost=chance is not None and formats.whole_percent(chance) == 0)
        case Unforeseen():
            return []


def _counted(effects: Gains, alone: bool) -> list[str]:
    found = []
    if effects.breaks_bastion:
        found.append(_("This turn brings down your opponent's Bastion."))
    if effects.felled:
        found.append(_("This turn destroys %(cards)s.", cards=_names(effects.felled)))
    if effects.damage:
        more = effects.damage_anyway > 0
        found.append(_cards_off(effects.damage, more) if alone else _hp_off(effects.damage, more))
    return found


def _cards_off(count: int, more: bool) -> str:
    """A sentence on the cards the automaton's pile loses; `more`: beyond what an attack alone takes off it."""
    if more:
        return ngettext("It takes %(num)s more card off the pile.", "It takes %(num)s more cards off the pile.", count)
    return ngettext("It takes %(num)s card off the pile.", "It takes %(num)s cards off the pile.", count)


def _hp_off(count: int, more: bool) -> str:
    """A sentence on the HP the opponent's fortress loses; `more`: beyond what an attack alone takes off it."""
    if more:
        return ngettext(
            "It takes %(num)s more HP off your opponent's Stronghold.",
            "It takes %(num)s more HP off your opponent's Stronghold.",
            count,
        )
    return ngettext(
        "It takes %(num)s HP off your opponent's Stronghold.",
        "It takes %(num)s HP off your opponent's Stronghold.",
        count,
    )


def _outlook(effects: Improvement, is_lost: bool) -> list[str]:
    """Return the reasons for a turn that gains nothing which could be counted; nothing sets up a match that `is_lost`,
    or makes up for what an attack alone would have brought down."""
    if effects.better:
        return [_better(term) for term in effects.better[:2]]
    if is_lost or effects.forgoes:
        return []
    if effects.quiet:
        return [_("Nothing falls this turn, but it sets you up for the next ones.")]
    return [_("An attack alone would do as much now, but this sets you up for the next turns.")]


def _better(term: EvaluationTerm) -> str:
    match term:
        case "top":
            return _("It makes you stronger in the mountain lane.")
        case "bottom":
            return _("It makes you stronger in the wave lane.")
        case "hand":
            return _("It leaves you a better hand.")
        case "foe_hand":
            return _("It leaves your opponent a worse hand.")
        case "fortress":
            return _("It makes your Stronghold safer.")
        case "foe_fortress":
            return _("It puts your opponent's Stronghold in greater danger.")


def _holds(effects: Gains) -> list[str]:
    """Return sentences on pieces that the opponent's next assault would otherwise destroy, and no reply now
    destroys."""
    found = []
    if effects.kept == "fort":
        found.append(
            _("It saves your Fort, which would fall in the next assault.")
            if effects.holds
            else _("Otherwise your Fort would fall in the next assault, even if your opponent played nothing.")
        )
    elif effects.kept == "bastion":
        found.append(
            _("It saves your Bastion, which would fall in the next assault.")
            if effects.holds
            else _("Otherwise your Bastion would fall in the next assault, even if your opponent played nothing.")
        )
    if effects.saved:
        saved = _names(effects.saved)
        found.append(_("If your opponent played nothing, it would save %(cards)s from the next assault.", cards=saved))
    return found


def _names(cards: Sequence[CardNotation]) -> str:
    return formats.listing(_name(card) for card in cards)


def _name(card: CardNotation | None) -> str:
    """Return the name of a card; a play always has one."""
    assert card is not None
    return name_in_text(card_of(card))
