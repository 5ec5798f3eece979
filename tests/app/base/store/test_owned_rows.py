"""Saved decks and designs on both databases: limits, owners, order."""

from __future__ import annotations

import pytest

from app.base.errors import AppError
from app.cards.decks.models import MAX_DECKS
from app.cards.designer.models import MAX_DESIGNS
from engine import cards
from engine.design import check_design
from tests.support.service import worker

DECK = tuple(cards.preconstructed(2))
REX: dict[str, object] = {
    "name": "Rex", "type": "creature", "cost": 5, "attack": 3, "health": 3, "abilities": ["rage", "aura:sprint"],
    "icon": "duck",
}  # fmt: skip


async def test_so_many_decks_and_no_more(sqlite: str) -> None:
    async with worker(sqlite) as here:
        service = here.cards.decks
        ann = await here.people.players.create("Ann")
        for number in range(MAX_DECKS):
            await service.create(ann, f"Deck {number}", DECK)
        with pytest.raises(AppError) as caught:
            await service.create(ann, "One more", DECK)
        assert (caught.value.status, caught.value.code) == (409, "too_many_decks")
        assert str(MAX_DECKS) in caught.value.sentence
        assert len(await service.of(ann)) == MAX_DECKS
        await service.delete(ann, (await service.of(ann))[0].id)
        await service.create(ann, "Now it fits", DECK)
        for deck_id in ("nosuchdeck", "", "a\x00b", "é", "x" * 200, "../.."):
            with pytest.raises(AppError, match="no_such_deck"):
                await service.get(deck_id)


async def test_designs_keep_their_icons_and_are_so_many(sqlite: str) -> None:
    async with worker(sqlite) as here:
        service = here.cards.designs
        ann, bob = await here.people.players.create("Ann"), await here.people.players.create("Bob")
        design = await service.create(ann, check_design(REX))
        found = await service.get(design.id)
        assert dict(REX) == found.card.notation
        changed = await service.change(ann, design.id, check_design({**REX, "health": 4, "cost": 6}))
        assert (changed.card.health, changed.card.icon) == (4, "duck")
        with pytest.raises(AppError, match="not_your_design"):
            await service.delete(bob, design.id)
        copied = await service.copy(bob, design.id)
        assert [each.card.icon for each in await service.of(bob)] == [copied.card.icon] == ["duck"]
        await service.delete(ann, design.id)
        assert await service.of(ann) == []
        with pytest.raises(AppError, match="no_such_design"):
            await service.get(design.id)
        for _ in range(MAX_DESIGNS):
            await service.create(ann, check_design(REX))
        with pytest.raises(AppError, match="too_many_designs"):
            await service.create(ann, check_design(REX))
