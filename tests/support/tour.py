"""A walk over the pages of the site in the language of tests: what is seen, and which words were not translated."""

from __future__ import annotations

import re
from typing import Final

from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from app.main import ROUTERS
from tests.support.leftovers import leftovers, leftovers_of_json
from tools.i18n.pseudo import CODE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer

PICTURE: Final = "/picture.png"  # what a chat shows of a link: tests of link words and pictures look at these
LEFT_OUT: Final = {
    **dict.fromkeys(("/healthz", "/readyz", "/metrics", "/worker.js", "/robots.txt"), "machines read it"),
    **dict.fromkeys(("/openapi.json", "/docs"), "the API and its codes are described in English"),
    "/check/seen": "`python -m app check` reads it",
    "/account/export": "a file of one's data, with the names of the API",
    **dict.fromkeys(("/match/{id}/qr.svg", "/tournament/{id}/qr.svg"), "a picture without words"),
    **dict.fromkeys(("/puzzles/daily", "/profile", "/matches/next", "/deals", "/legacy/week"), "leads to another page"),
    **dict.fromkeys(("/account/sign-in", "/account/sign-in/back"), "only where a provider of accounts is set up"),
    "/match/{id}/profile/{seat}": "leads to another page",
    "/cards/face": "the face of a designed card, as its board has it",
    "/mistakes/{name}": "a puzzle's page; it takes an analysis",
    **dict.fromkeys(("/tournament/{id}.ics", "/tournaments.atom", "/calendar.ics"), "programs read it"),
    "/offline/own": "a script reads it",
    "/studies/{study}/file": "a file with the names of the notation",
}
"""Pages at which nobody looks here, and why."""
_APART: Final = re.compile(r"<(template|dialog)\b.*?</\1>", re.DOTALL)  # what is not there yet
_GOLDEN: Final = re.compile(r'class="[^"]*\bbutton-brass\b[^>]*>')
_EXPERT: Final = "/match/{match}/replay/expert/{at}"  # as the replay of the match itself, made of an analysis


def pages() -> set[str]:
    """Return the path of every page, with {id} and the like in it."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    paths = {route.path for route in routes if "GET" in (route.methods or ()) and not route.path.startswith("/api/")}
    return {
        path for path in paths if path not in LEFT_OUT and not path.startswith(_EXPERT) and not path.endswith(PICTURE)
    }


class Tour:
    """The visited addresses; words that never went through a catalogue, each with its page; and the pages that show
    more than one golden button at once."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.seen: set[str] = set()
        self.found: dict[str, str] = {}
        self.golden: dict[str, list[str]] = {}
        self._pages = {path: re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))) for path in pages()}

    def visit(
        self,
        path: str,
        player: ApiPlayer | None = None,
        *,
        data: Json | None = None,
        target: str = "",
        keep: bool = False,
        status: int | None = 200,
    ) -> str:
        """Return the text of a page, as `player` sees it; of the answer to a form (`data`), or a part (`target`).

        Cookies are only kept for `keep`. `status` None: any refusal is shown as well as the page, but no fault is.
        """
        headers = {"Accept": "text/html", "Accept-Language": CODE, **(player.headers if player else {})}
        if target:
            headers |= {"HX-Request": "true", "HX-Request-Type": "partial", "HX-Target": target}
        if not keep:
            self.client.cookies.clear()
        method = "GET" if data is None else "POST"
        answer = self.client.request(method, path, data=data, headers=headers)
        fits = answer.status_code == status if status else answer.status_code < 500
        assert fits, (path, answer.status_code, answer.text[:1000])
        self.received(path, answer.text, answer.headers.get("content-type", ""))
        golden = [button for button in _GOLDEN.findall(_APART.sub("", answer.text)) if " hidden" not in button]
        if len(golden) > 1:
            self.golden[path] = golden
        bare = answer.url.path
        if method == "GET" and answer.status_code == (status or 200):
            self.seen |= {page for page, pattern in self._pages.items() if pattern.fullmatch(bare)}
        return answer.text

    def received(self, where: str, text: str, kind: str) -> None:
        """Look at a text that came from `where`."""
        found = leftovers(text) if "html" in kind or "svg" in kind else []
        found += leftovers_of_json(text) if "json" in kind else []
        for words in found:
            self.found.setdefault(words, where)
