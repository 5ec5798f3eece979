"""What deletes or ends something asks first: one macro, `templates/web/asked.html`, makes every such form."""

import re
from pathlib import Path

from fastapi.routing import APIRoute

from app.main import ROUTERS
from app.tournaments.pages.tournament_pages import router as events

TEMPLATES = Path(__file__).parents[3] / "templates"
ENDS = re.compile(r"/(delete|remove|cancel|close|end|end-others|unlink|drop|withdraw|lift|rename|moderate|again)$")
HARMLESS = {"/blocked/{id}/withdraw", "/decks/{id}/rename"}  # a block is taken back; a deck gets another name
FORM = re.compile(r'<form[^>]*(?:action|hx-post)="([^"]*)"[^>]*>')
ASKING = re.compile(r"asking\(([^,]*),")
VARIABLE = re.compile(r"\{\{.*?\}\}")


def test_every_form_that_deletes_or_ends_something_asks_first() -> None:
    sources = [path.read_text() for path in TEMPLATES.rglob("*.html") if path.parent.name != "tournaments"]
    bare = {VARIABLE.sub("{id}", action) for source in sources for action in FORM.findall(source)}
    assert sorted(action for action in bare if ENDS.search(action)) == sorted(HARMLESS)
    asked = " ".join(action for source in sources for action in ASKING.findall(source))
    ending = {
        route.path
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and "POST" in (route.methods or ()) and route not in events.routes
        if not route.path.startswith("/api/") and ENDS.search(route.path)
    }
    assert len(ending) > 20
    unasked = [path for path in ending - HARMLESS if f'/{path.rpartition("/")[2]}"' not in asked]
    assert not unasked, unasked
