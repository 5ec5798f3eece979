"""The state of one page of a match, and the answers to it, apart from those who carry its messages."""

from __future__ import annotations

import json

import pytest

from app.base.drawing.renderer import Renderer
from app.base.errors import AppError
from app.base.live.client_messages import HelloIn, LiftIn, WhyIn
from app.cards.gallery.drawing import HELPERS
from app.matches.core.live.live_match import LiveMatch
from app.matches.play.board_session import WHOLE, BoardSession
from app.site.offline import kept
from app.site.offline.kept import ME, FormQuery, KeptMatch
from engine.match import Match
from engine.record import MatchRecord


def _live(preset: str) -> LiveMatch:
    """Return a new match of one player."""
    match: KeptMatch = kept.new(FormQuery(f"preset={preset}"), "m1")
    record = MatchRecord.from_json(match["record"])
    begun: Match = list(record.replay())[-1].match
    return LiveMatch(kept.row_after(kept.row_of(match, record.options), begun, {}), begun, len(record.moves))


def _session(live: LiveMatch) -> BoardSession:
    return BoardSession(Renderer(str, str, helpers=HELPERS), live, ME, "http://here")


def _end(live: LiveMatch) -> None:
    """Let the player who is to act end their turn."""
    assert live.match is not None
    after, events = live.match.apply(live.match.to_act[0], {"type": "end_summon"})
    live.step("action", seq=live.seq + 1, match=after, events=events)


def test_a_page_is_led_from_what_it_shows_and_a_greeting_is_a_beat_while_news_is_on_its_way() -> None:
    live = _live("hot-seat")
    session, number = _session(live), live.last.number
    first = json.loads(session.news(live.now()).frame or "")
    assert first["type"] == "snapshot" and 'id="stage"' in first["content"]
    shown = live.seq
    _end(live)
    for known in (shown, live.seq):
        assert session.answer(HelloIn(type="hello", hello=known)) == {"type": "beat", "beat": known}
    assert session.answer(HelloIn(type="hello", hello=live.seq + 7)) == WHOLE
    second = json.loads(session.news(live.after(number, 1)).frame or "")
    assert (second["type"], second["from"], second["seq"]) == ("frame", shown, live.seq)
    assert session.answer(HelloIn(type="hello", hello=shown)) == WHOLE, "the page has missed a frame"


def test_a_cover_is_lifted_for_the_player_it_waits_for_until_another_is_to_act() -> None:
    live = _live("hot-seat")
    session = _session(live)
    waits = session.viewpoint().cover
    assert waits is not None and session.spoken_for() is None
    other = "B" if waits == "A" else "A"
    assert session.answer(LiftIn(type="lift", seat=other)) == WHOLE and session.viewpoint().cover == waits
    with_cover = session.snapshot()
    assert session.answer(LiftIn(type="lift", seat=waits)) == WHOLE and session.spoken_for() == waits
    assert session.snapshot() != with_cover
    session.answer(LiftIn(type="lift", seat=other))
    assert session.spoken_for() == waits, "a player who is not awaited lifts nothing, and covers nothing again"
    _end(live)
    assert session.viewpoint().cover == other and session.spoken_for() is None


def test_why_a_card_cannot_be_played_is_a_refusal() -> None:
    session = _session(_live("hot-seat"))
    assert session.answer(WhyIn(type="why", hand=0)) is None, "behind the cover nobody asks"
    cover = session.viewpoint().cover
    assert cover is not None
    session.answer(LiftIn(type="lift", seat=cover))
    with pytest.raises(AppError):
        session.answer(WhyIn(type="why", hand=999))
