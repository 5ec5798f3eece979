"""A solo match played and drawn as in a program with no site around it: writes the names of the modules that it took.

Values are handed over: the row of the match, the match, the addresses of static files.
"""

from __future__ import annotations

import random
import sys
from typing import Final

from app.base.drawing.renderer import Renderer
from app.cards.gallery.drawing import HELPERS
from app.matches.core.features import STORED
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.seat_holder import AUTOMATON
from app.matches.table.drawing import table_drawing
from app.matches.table.viewpoint import viewpoint_of
from app.people.players.player import Player
from engine.match import Match, Options

MOVES: Final = 6
ANN: Final = Player("ann", "Ann")


def _row(options: Options) -> MatchRow:
    return MatchRow(
        id="solo",
        mode="solo",
        edition="2022",
        format=options.format,
        options=options.to_json(),
        status="playing",
        holders={"A": ANN, "B": AUTOMATON},
        public=False,
        casual=True,
        rated=False,
        result=None,
        rematch_of=None,
        version=1,
        created_at=0,
        started_at=0,
        finished_at=None,
        coach=None,
        features=dict.fromkeys(stored.name for stored in STORED),
    )


def main() -> None:
    options = Options(seed=1, mode="solo", decks={"A": 1})
    match, chance = Match.new(options), random.Random(1)
    live = LiveMatch(_row(options), match, 0)
    templates = Renderer(lambda path: f"/static/{path}", lambda icon: f"#i-{icon}", helpers=HELPERS)
    viewpoint = viewpoint_of(live.row, match, ANN.id)
    before = table_drawing(templates, live.now(), viewpoint)
    assert "creature" in before.stage("")
    for seq in range(1, MOVES + 1):
        match, events = match.apply("A", chance.choice(match.legal_actions("A")))
        live.step("action", match=match, seq=seq, events=events)
        frame = table_drawing(templates, live.after(before.state.number, MOVES), viewpoint, before.state)
        assert frame.change(before.state, set(), "")
        before = frame
    sys.stdout.write("\n".join(sys.modules))


if __name__ == "__main__":
    main()
