"""Deals and results in words."""

from __future__ import annotations

from app.base.i18n import _, formats, ngettext, pgettext
from app.base.i18n.formats import isolated
from app.cards.gallery.starters import starters
from app.contests.deals.results import DealTry
from app.contests.deals.service import SharedDeal
from app.contests.ratings.words import OUTCOMES
from app.matches.solo import levels
from engine.setup.options import DUEL


def title_words(deal: SharedDeal) -> str:
    """Return the title of a deal."""
    if deal.day is None:
        return _("Beat this deal")
    return _("Deal of the day, %(day)s", day=formats.day(deal.starts_at))


def plan_words(deal: SharedDeal) -> str:
    """Return what is played, as everybody may know it."""
    plan = deal.plan
    if deal.day is None:
        return _("Against the automaton: the same cards in the same order.")
    names = {deck.number: deck.name for deck in starters()}
    own = names[plan.decks[0]]
    if plan.mode == DUEL and plan.bot is not None:
        rival = _("%(name)s, %(level)s", name=isolated(plan.bot.name), level=plan.bot.level_words)
        return _(
            "A duel against %(rival)s: %(own)s against %(other)s.", rival=rival, own=own, other=names[plan.decks[1]]
        )
    level = levels.name(plan.level, "2022")
    return _("Against the automaton, %(level)s, with %(own)s.", level=level, own=own)


def outcome_words(result: DealTry) -> str:
    """Return how a try ended."""
    if result.outcome is None:
        return pgettext("deal", "not finished")
    return OUTCOMES[result.outcome]()


def fortress_words(result: DealTry) -> str:
    """Return what was left of the fortress."""
    if result.bastion:
        return _("Bastion %(hp)s", hp=result.hp)
    return _("Fort %(hp)s", hp=result.hp)


def share_words(deal: SharedDeal, result: DealTry) -> str:
    """Return a result to be shared, which names no card."""
    turns = ngettext("%(num)s turn", "%(num)s turns", result.turns)
    return f"{title_words(deal)}: {outcome_words(result)}, {turns}, {fortress_words(result)}"
