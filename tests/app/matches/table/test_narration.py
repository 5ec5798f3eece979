"""The narration: what happened, in words."""

from __future__ import annotations

import random
import re

from app.matches.table import narration
from engine.audience import KINDS
from engine.match import Match, Options
from engine.narration import NARRATORS
from engine.seat import BySeat
from tests.support.cases import in_turn
from tests.support.tables import table
from tools.rig.json import Json

NAMES: BySeat[str] = {"A": "Anna", "B": "{Bo}"}
SILENT = {"turn_ended", "returned", "aside", "fortress_moved", "to_discard", "to_pile", "draft_revealed", "dealt"}
"""Kinds without a sentence of their own: they show, or belong to another sentence."""


def sentences(actions: list[Json], **position: object) -> list[str]:
    """Return the sentences of these actions of A, from this position."""
    match = table(mana=9, **position)
    lines: list[str] = []
    for action in actions:
        match, events = match.apply("A", action)
        lines += [line.text for line in narration.narrate(match.events_for(events, "A"), NAMES) if line]
    return lines


def test_attacks_plays_and_incantations_say_what_becomes_of_the_cards() -> None:
    lines = sentences([{"type": "end_summon"}], A={"top": [{"card": "ogre"}]}, B={"top": [{"card": "gnome"}]})
    assert {"Ogre attacks Gnome", "Ogre destroys Gnome: it goes to {Bo}'s hand"} <= set(lines)
    play: Json = {"type": "play", "hand": 1, "lane": "top"}
    cast: Json = {"type": "play", "hand": 1, "target": {"player": "A", "lane": "top", "index": 0}}
    lines = sentences([play, cast], A={"hand": ["*", "zombie", "boom", "brute"]})
    assert lines[0] == "Anna plays Zombie in the mountain lane"
    assert {"Anna casts Boom! on Zombie", "Boom! destroys Zombie: it goes to Anna's hand"} <= set(lines)


def test_every_kind_of_event_is_narrated_or_known_to_be_silent() -> None:
    assert set(NARRATORS) | SILENT == set(KINDS)
    assert not set(NARRATORS) & SILENT


@in_turn(
    ("mode", "edition", "played"),
    [
        ("duel", "2022", "draft"),
        ("duel", "2021", "preconstructed"),
        ("solo", "2022", "draft"),
        ("solo", "2021", "draft"),
    ],
)
def test_whole_matches_can_be_narrated_for_everybody(mode: str, edition: str, played: str) -> None:
    chance = random.Random(11)
    sets = ("initiation",) if edition == "2021" else ("treachery", "breaching", "elusive", "deliquescence")
    kinds = set()
    for seed in range(4):
        chosen = sets if played == "draft" else ("initiation",)
        match = Match.new(Options(seed=seed, mode=mode, edition=edition, format=played, sets=chosen))
        for _ in range(150):
            if match.status == "over":
                break
            seat = chance.choice(match.to_act)
            match, events = match.apply(seat, chance.choice(match.legal_actions(seat)))
            for viewer in ("A", "B", None):
                lines = narration.narrate(match.events_for(events, viewer), NAMES)
                assert len(lines) == len(events)
                texts = [line.text for line in lines if line]
                assert not [text for text in texts if re.search(r"{(?!Bo})|%\(|None", text)]
            kinds |= {event["type"] for event in events}
    assert len(kinds) > 12
