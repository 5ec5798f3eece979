"""The parts of a table that are drawn for each side: name plate, hand or pile, both lanes; in a draft the growing deck.

Shared by the live board and by replays. A zone is the HTML of an element with a stable id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from app.matches import board, draft
from app.templating import Templates


def drawn(templates: Templates, name: str, context: Mapping[str, Any]) -> Markup:
    """One zone, in the current language."""
    return Markup(templates.text(name, context).strip())


def sides(templates: Templates, context: Mapping[str, Any], model: board.Board) -> dict[str, Markup]:
    """The zones of both players of a table; `context` has `people` by seat, `b` is the model."""
    zones: dict[str, Markup] = {}
    for seat in (model.near, model.far):
        own = seat == model.viewer
        hand = model.hands[seat]
        who = context["people"][seat]
        side = "near" if seat == model.near else "far"
        plate = {**context, "seat": seat, "who": who, "side": side}
        zones[f"bar-{seat}"] = drawn(templates, "board/bar.html", plate)
        if isinstance(hand, board.Pile):
            zones[f"hand-{seat}"] = drawn(templates, "board/pile.html", {"pile": hand})
        else:
            shown = {"hand": hand, "own": own, "turn": model.can_act, "player": who.name}
            zones[f"hand-{seat}"] = drawn(templates, "board/hand.html", shown)
        for lane in board.LANES:
            realm = {"realm": model.realms[f"{seat}-{lane}"], "side": side, "own": own, "player": who.name}
            zones[f"realm-{seat}-{lane}"] = drawn(templates, "board/realm.html", realm)
    return zones


def decks(templates: Templates, context: Mapping[str, Any], model: draft.Draft) -> dict[str, Markup]:
    """The zones of both players of a draft; `context` has `people` by seat, `d` is the model."""
    zones: dict[str, Markup] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        shown = {**context, "seat": seat, "side": side, "who": context["people"][seat]}
        zones[f"deck-{seat}"] = drawn(templates, "draft/deck.html", shown)
    return zones
