"""Guests who stay away and have nothing stored are deleted; guests who come back, or have something, are not."""

from __future__ import annotations

import time
from typing import Any

import pytest
import sqlalchemy as sa

from app.base.seconds import DAY
from app.cards.decks.models import decks
from app.cards.designer.models import designs
from app.learning.practice.models import exercises
from app.learning.replay.models import records
from app.matches.core.schemas import NewMatch
from app.people.players.models import invited, invites, players
from app.people.players.player import Player
from app.people.players.service import PlayerService
from app.site.ops import cleanup
from app.site.ops import maintenance as module
from app.site.ops.cleanup import Limits, clear_guests
from app.site.ops.maintenance import Maintenance
from app.site.ops.models import chores
from app.site.site import Site
from tests.app.site.ops.test_cleanup import steady
from tests.support.service import worker

KEEP = Limits(0, 0, 0, guests=42 * DAY)
TIMES = {"created_at": 0.0, "updated_at": 0.0}


async def write(site: Site, statement: sa.Executable, rows: Any = None) -> None:
    """Change the database."""
    await site.base.writer.job(lambda connection: connection.execute(statement, rows))


async def guest(site: Site, name: str, days: float) -> Player:
    """Return a guest who was last seen so many days ago."""
    player = await site.people.players.create(name)
    await write(site, sa.update(players).where(players.c.id == player.id).values(seen_at=time.time() - days * DAY))
    return player


async def left(site: Site) -> set[str]:
    """Return the names of the guests that there are."""
    names = sa.select(players.c.name)
    return set(await site.base.database.read(lambda connection: connection.execute(names).scalars().all()))


async def cleaner(site: Site) -> Maintenance:
    """Return the chores of a site whose clock has run evenly for long."""
    await steady(site)
    return Maintenance(site.base.database, site.base.writer, site.matches.service, KEEP)


async def test_who_stays_away_and_leaves_nothing_goes(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "GUESTS", 2)
    async with worker(postgresql) as site:
        for number in range(5):
            await guest(site, f"gone{number}", 43 + number)
        await guest(site, "young", 41)
        builder, designer, pupil, uploader, welcome, host, joined = [
            await guest(site, name, 400)
            for name in ("builder", "designer", "pupil", "uploader", "welcome", "host", "joined")
        ]
        await write(site, sa.insert(decks).values(id="d", player_id=builder.id, name="d", cards="", **TIMES))
        card = {"id": "c", "player_id": designer.id, "name": "c", "card": b"{}"}
        await write(site, sa.insert(designs).values(**card, **TIMES))
        lesson = {"player_id": pupil.id, "kind": "lesson", "name": "1", "seq": 0, "moves": "[]", "done": False}
        await write(site, sa.insert(exercises).values(lesson))
        what = {"player_id": uploader.id, "mode": "duel", "edition": "2022", "format": "draft", "record": b""}
        await write(site, sa.insert(records).values(id="r", opened_at=0.0, **what, **TIMES))
        code = {"id": "i", "code_hash": b"x", "label": "", "uses_left": 1, "expires_at": 0.0, "created_at": 0.0}
        await write(site, sa.insert(invites).values(code))
        await write(site, sa.insert(invited).values(player_id=welcome.id, invite_id="i", at=0.0))
        live = await site.matches.service.opening.create(host, NewMatch(seat="A"))
        await site.matches.service.joining.join(live.id, joined)
        steadily = await cleaner(site)
        assert (
            await Maintenance(site.base.database, site.base.writer, site.matches.service, Limits(0, 0, 0)).clean() == 0
        )
        await write(site, sa.delete(chores).where(chores.c.name == module.CLEANUP))
        assert await steadily.clean() == 5
        kept = {"young", "builder", "designer", "pupil", "uploader", "welcome", "host", "joined"}
        assert await left(site) == kept


async def test_a_guest_who_comes_back_is_seen_and_stays(postgresql: str) -> None:
    async with worker(postgresql) as site:
        ann, token = await site.people.players.create_with_token("Ann")
        bob = await site.people.players.create("Bob")
        cookie = await site.people.players.begin_session(bob)
        await write(site, sa.update(players).values(seen_at=time.time() - 400 * DAY))
        elsewhere = PlayerService(site.base.database, site.base.writer, "s" * 40)
        known = await elsewhere.by_token(token)
        assert known is not None and known.player == ann and await elsewhere.by_cookie(cookie) == bob
        assert await (await cleaner(site)).clean() == 0


async def test_a_guest_who_was_cleaned_up_is_unknown_also_to_a_worker_that_knew_them(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(postgresql) as site:
        ann = await site.people.players.create("Ann")
        cookie = await site.people.players.begin_session(ann)
        assert await site.people.players.by_cookie(cookie) == ann
        await write(site, sa.update(players).values(seen_at=time.time() - 400 * DAY))
        assert (await site.base.writer.job(clear_guests(time.time() - DAY, (0.0, "")))).gone == 1
        steady = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: steady() + 2 * DAY)
        assert await site.people.players.by_cookie(cookie) is None


async def test_a_guest_who_comes_back_during_the_cleanup_is_not_deleted(postgresql: str) -> None:
    """PostgreSQL: the guest was found to be old, and is noted as seen before the deletion is written."""
    async with worker(postgresql) as site:
        ann = await guest(site, "Ann", 400)
        sweep = clear_guests(time.time() - DAY, (0.0, ""))
        with site.base.database.engine.connect() as looking, looking.begin():
            await write(site, sa.update(players).where(players.c.id == ann.id).values(seen_at=time.time()))
            assert sweep(looking).gone == 0
        assert await left(site) == {"Ann"}
