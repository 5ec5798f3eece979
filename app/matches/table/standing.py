"""The state of a match for one viewer, in a word or two: for the page's title and icon, which call the viewer back."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.base.i18n import _
from app.base.i18n.formats import isolated
from app.matches.table.match_summary import MatchSummary, Person
from app.matches.table.viewpoint import Viewpoint
from engine.seat import BySeat, Seat

StandingState = Literal["mine", "theirs", "over", ""]


class Standing(NamedTuple):
    """The awaited player: the viewer ("mine"), another, or nobody any more; and its turn, 0 before the first."""

    state: StandingState = ""
    turn: int = 0
    words: str = ""


def standing_of(
    summary: MatchSummary,
    people: BySeat[Person],
    viewpoint: Viewpoint,
    to_act: tuple[Seat, ...],
    turn: int,
    *,
    mine: bool,
) -> Standing:
    """The state of the match for this viewpoint, while the seats `to_act` are awaited in turn `turn`.

    `mine`: the viewer is awaited.
    """
    if summary.over:
        return Standing("over", turn, result_words(summary, people, viewpoint))
    if mine and not viewpoint.hotseat:
        return Standing("mine", turn, _("Your turn"))
    if len(to_act) == 1:
        return Standing("theirs", turn, _("%(player)s's turn", player=isolated(people[to_act[0]].named_in(turn))))
    return Standing("theirs" if to_act else "", turn)


def result_words(summary: MatchSummary, people: BySeat[Person], viewpoint: Viewpoint) -> str:
    """Return the result of the match for this viewer, or how it ended without one."""
    if summary.ended_words:
        return summary.ended_words
    if summary.winner == "draw":
        return _("A draw")
    if viewpoint.viewer is None or viewpoint.hotseat:
        return _("%(player)s wins", player=isolated(people["A" if summary.winner == "A" else "B"].name))
    # Translators: the result of a match, large.
    return _("Victory!") if summary.winner == viewpoint.viewer else _("Defeat")
