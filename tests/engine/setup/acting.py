"""Words for tests of the set-up: begin one, act in it, expect refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import cards
from engine.errors import BadPosition, IllegalAction
from engine.events import Event
from engine.seat import Seat, Viewer
from engine.setup.options import Options
from engine.setup.setup import Setup
from tools.rig.json import Json

STARTER = tuple(cards.of_sets(("initiation",)))
EIGHT = list(STARTER[:8])
TEN = list(STARTER[:10])
OTHER_TEN = list(STARTER[10:20])


def begin(seed: int = 7, **options: Any) -> Setup:
    """Return a fresh set-up."""
    return Setup.new(Options(seed=seed, **options))[0]


def act(setup: Setup, seat: Seat, kind: str, value: object) -> tuple[Setup, list[Event]]:
    """Act once; the result must survive storage, and the set-up before it must not have changed."""
    before = json.dumps(setup.to_json())
    key = "cards" if kind == "deck" else "card"
    after, events = setup.apply(seat, {"type": kind, key: value})
    assert json.dumps(setup.to_json()) == before
    assert Setup.from_json(json.loads(json.dumps(after.to_json())), after.options) == after
    return after, events


def seen(setup: Setup, viewer: Viewer, **how: Any) -> Json:
    """Return the set-up as a viewer sees it, whatever its stage."""
    return {**setup.view_for(viewer, **how)}


def refused(setup: Setup, seat: Seat, action: object) -> str:
    """Return the code with which an action is refused; nothing may have changed."""
    before = json.dumps(setup.to_json())
    with pytest.raises(IllegalAction) as caught:
        setup.apply(seat, action)
    assert json.dumps(setup.to_json()) == before and str(caught.value)
    return caught.value.code


def bad_options(seed: Any = 7, **options: Any) -> str:
    """Return the code with which options are refused."""
    with pytest.raises(BadPosition) as caught:
        Options(seed=seed, **options)
    assert str(caught.value)
    return caught.value.code


def draft_first_offered(setup: Setup) -> Setup:
    """Let everybody take the first card on offer until the draft is done."""
    while setup.phase == "draft":
        (seat,) = setup.to_act
        setup, _ = act(setup, seat, "pick", cards_on_offer(setup, seat)[0])
    return setup


def cards_on_offer(setup: Setup, seat: Seat) -> list[str]:
    """Return the cards that a seat may pick or ban now."""
    return [offer["card"] for offer in setup.legal(seat) if offer["type"] in ("pick", "ban")]


def types(events: list[Event]) -> list[str]:
    """Return the kinds of events."""
    return [event["type"] for event in events]
