"""The common part of every feature of a match, whatever it does: see `app.matches.core.features`."""

from __future__ import annotations

from app.base.live.server_messages import FeatureKeys
from app.matches.core.features import feature_facts, moving_facts, public_keys
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Change
from app.matches.core.memory.live_matches import LiveMatches
from tests.support.duels import END, begun, opened
from tests.support.service import worker

OPTIONAL = {"pairs", "coach", "coach_sees", "coach_offer", "coach_wish", "awaited"}


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


class RowListener(Listener):
    """Wants to know of the match's row, but of no moves."""

    follows_moves = False


async def test_values_are_as_promised_and_observers_called_from_opening_to_end(sqlite: str) -> None:
    async with worker(sqlite) as site:
        _, live = await opened(site)
        now = live.now()
        keys, moving = public_keys(now), moving_facts(now, "A", both=False)
        facts, again = (feature_facts(live.row, moving, "A", both=False) for _ in range(2))
        assert list(keys) == [key for key in FeatureKeys.__annotations__ if key not in OPTIONAL]
        assert facts.keys() > keys.keys()
        assert facts == again and hash(facts) == hash(again)
        first, second, third, quiet = Listener(), Listener(), Listener(), RowListener()
        site.matches.service.live_matches.observe(first, second, quiet)
        pair, live = await begun(site, first="A")
        await site.matches.service.act(live.id, pair["A"], 0, END)
        assert (first.received[:2], first.received[-1]) == (["opened 0", "row 0"], "action 1")
        small = LiveMatches(site.base.database, most=0)  # keeps nothing but the newest
        small.observe(third)
        for _ in range(2):
            small.put(LiveMatch((await opened(site))[1].row, None, 0))
        assert sorted(third.received) == ["closed 0", "opened 0", "opened 0"] and third.received[0] == "opened 0"
        assert first.received == second.received
        assert quiet.received == [call for call in first.received if call != "action 1"]
