"""A whole stage is a kept frame with the zones in its gaps: the same as the template with the zones themselves."""

from __future__ import annotations

import random

import pytest

from app.matches.core.live.live_match import LiveMatch
from app.matches.table.drawing import table_drawing
from app.matches.table.viewpoint import Viewpoint
from app.matches.table.zones import drawn_zones
from engine.match import Match, Options
from engine.seat import other
from tests.support.duels import begun
from tests.support.service import worker
from tests.support.tables import fragments, templates

MOVES = 25


@pytest.mark.parametrize("viewpoint", [Viewpoint("A"), Viewpoint("B"), Viewpoint()])
async def test_the_stage_is_what_its_template_makes_of_the_zones(sqlite: str, viewpoint: Viewpoint) -> None:
    chance = random.Random(4)
    async with worker(sqlite) as site:
        live: LiveMatch = (await begun(site, seed=1))[1]
        match, events = Match.start(Options(seed=4, format="preconstructed"))
        counts = set()
        for seq in range(1, MOVES):
            live.step("action", match=match, seq=seq, events=events)
            drawing = table_drawing(templates(), live.now(), viewpoint)
            context = {
                "kind": "board",
                "zones": drawn_zones(fragments(), drawing.state.zones),
                "near": viewpoint.near,
                "far": other(viewpoint.near),
                "mode": live.row.mode,
                "voice": None,
            }
            assert drawing.stage("") == templates().text("matches/play/stage.html", context).strip()
            counts.add(drawing.stage("").count('class="creature"'))
            if not match.to_act:
                break
            match, events = match.apply(match.to_act[0], chance.choice(match.legal_actions(match.to_act[0])))
        assert len(counts) > 2, "creatures came into play"
