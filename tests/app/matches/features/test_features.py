"""The common part of every feature of a match, whatever it does: see `app.matches.features`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from app.errors import SENTENCES
from app.live.server_messages import FeatureKeys
from app.matches.features import BY_MESSAGE, FEATURES, PageMessage, feature_facts, public_keys
from app.matches.live.live_match import LiveMatch, MatchObserver
from app.matches.live.update import Change
from app.matches.memory.live_matches import LiveMatches
from app.matches.schemas import NewMatch
from app.matches.storage.models import matches
from app.web.limits import TABLE
from app.web.templating import ROOT
from tests.support.service import worker


class Listener(MatchObserver):
    """Writes down its calls."""

    def __init__(self) -> None:
        self.received: list[str] = []

    def opened(self, live: LiveMatch) -> None:
        self.received.append(f"opened {live.seq}")

    def changed(self, live: LiveMatch, change: Change) -> None:
        self.received.append(f"{change.kind} {change.seq}")

    def closed(self, live: LiveMatch) -> None:
        self.received.append(f"closed {live.seq}")


def test_each_feature_is_complete() -> None:
    for feature in FEATURES:
        assert feature.price in TABLE
        assert feature.__doc__
        assert feature.template is None or (Path(ROOT) / "templates" / feature.template).is_file()
        assert feature.action is None or f"{feature.action}_by_offer" in SENTENCES
        assert all(matches.c[stored.name].nullable for stored in feature.stored)
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)


def test_a_page_may_send_the_message_of_each() -> None:
    assert BY_MESSAGE.keys() <= set(get_args(PageMessage))
    for message, feature in BY_MESSAGE.items():
        assert message.model_fields["type"].default == feature.name


OPTIONAL = {"pairs", "coach", "coach_sees", "coach_offer", "coach_wish", "awaited"}


async def test_the_values_are_those_that_the_stream_promises(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path}/game.db") as site:
        live = await site.matches.opening.create(await site.players.create("Ann"), NewMatch())
        keys = public_keys(live.now())
        assert list(keys) == [key for key in FeatureKeys.__annotations__ if key not in OPTIONAL]
        facts = feature_facts(live.now(), "A", both=False)
        assert facts.keys() > keys.keys()
        assert hash(facts) == hash(feature_facts(live.now(), "A", both=False))


async def test_observers_are_called_for_each_match_from_its_opening_to_its_end(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path}/game.db") as site:
        first, second = Listener(), Listener()
        site.matches.live_matches.observers += [first, second]
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        live = await site.matches.opening.create(ann, NewMatch(seat="A", first="A"))
        await site.matches.opening.join(live.id, bob)
        await site.matches.act(live.id, ann, 0, {"type": "end_summon"})
        assert first.received[:2] == ["opened 0", "row 0"]
        assert first.received[-1] == "action 1"
        small = LiveMatches(site.database, most=0)  # keeps nothing but the newest
        small.observers.append(third := Listener())
        for _ in range(2):
            small.put(LiveMatch((await site.matches.opening.create(ann, NewMatch())).row, None, 0))
        assert third.received == ["opened 0", "closed 0", "opened 0"] or third.received == [
            "opened 0",
            "opened 0",
            "closed 0",
        ]
        assert first.received == second.received
