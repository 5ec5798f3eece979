"""Hostile requests for a site: the API, every page with its forms and queries, and records from outside."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx
from fastapi.routing import APIRoute

from app.cards.gallery import codes
from app.learning.lessons.course import LESSONS
from app.main import ROUTERS
from engine.bots import puzzles
from engine.cards import SETS
from tools.fuzz import command_line, hostile, samples
from tools.fuzz.verdict import FuzzVerdict
from tools.rig.site import RunningSite

PATIENCE: Final = 120.0
GUEST_LASTS: Final = 60  # requests of one guest: the next one has room for new rows
FIELDS: Final = (
    "name", "deck", "step", "how", "seat", "mode", "edition", "format", "sets", "first", "champions", "undo", "preview",
    "public", "solo_fixed", "solo_per_creature", "solo_starts", "solo_weakened", "solo_abilities", "solo_no_bastion",
    "second_name", "second_deck", "pair", "opponent",
    "text", "attack", "health", "ability", "icon", "code", "password", "from", "preset",
    "before", "limit", "q", "set", "type", "cost", "sort", "toggle", "fill", "clear", "language", "token", "minutes",
)  # fmt: skip
GOOD: Final = (
    "1", "2", "3", "solo", "hotseat", "link", "duel", "A", "B", "2021", "2022", "draft", "constructed", "optional",
    "yes", "no", "on", "closest", "mirror", "bot",
    "coin", "me", "preconstructed", "initiation", "rage", "open", "Rex", "ogre.zombie.troll", "name",
)  # fmt: skip
TYPES: Final = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "x/y; charset=\\xff",
)
HEADERS: Final = ("accept-language", "cookie", "hx-target", "hx-request-type", "if-none-match", "range", "referer")


@dataclass
class FuzzGuest:
    """The guest who sends requests, and their rows on the site."""

    client: httpx.Client
    headers: dict[str, str]
    ids: dict[str, str] = field(default_factory=dict)


def guest(url: str, dice: random.Random) -> FuzzGuest:
    """Return a new guest with a match, a deck, a designed card and a record."""
    client = httpx.Client(base_url=url, timeout=PATIENCE, headers={"Origin": url})
    token = client.post("/api/players", json={"name": "Fuzz"}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    new = {"format": dice.choice(("preconstructed", "draft", "constructed")), "mode": "duel", "first": "A", "seat": "A"}
    match_id = client.post("/api/matches", json=new, headers=headers).json()["id"]
    other = client.post("/api/players", json={"name": "Other"}).json()["token"]
    client.post(f"/api/matches/{match_id}/join", json={}, headers={"Authorization": f"Bearer {other}"})
    tides = {"name": "Tides", "cards": samples.slugs(dice, 8)}
    deck = client.post("/api/decks", json=tides, headers=headers).json()["id"]
    card = client.post("/designer", data={"name": "Rex", "attack": "3", "health": "3"}, headers=headers)
    sent = {"file": ("match.json", hostile.encoded(random.Random(0), samples.record(random.Random(3))))}
    kept = client.post("/replays", files=sent, headers=headers)
    design, replay = (answer.headers.get("location", "/x").rpartition("/")[2] for answer in (card, kept))
    client.cookies.clear()  # the token identifies the guest
    ids = {"/match": match_id, "/api/matches": match_id, "/decks": deck, "/api/decks": deck}
    ids |= {"/designer": design, "/replays": replay, "/learn": LESSONS[0].slug, "/puzzles": puzzles.load()[0].id}
    return FuzzGuest(client, headers, ids)


# -- requests


@dataclass
class Request:
    """One request."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def as_text(self) -> bytes:
        return f"{self.method} {self.path} ".encode() + self.body


def _routes(api: bool) -> list[APIRoute]:
    found = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    return [route for route in found if route.path.startswith("/api/") is api]


API: Final = _routes(True)
PAGES: Final = _routes(False)


def _filled(dice: random.Random, route: APIRoute, whose: FuzzGuest) -> str:
    """Return the path of a route with an existing id, or something hostile."""
    known = next((value for start, value in whose.ids.items() if route.path.startswith(start)), "ogre")
    wanted = known if dice.random() < 0.8 else hostile.text(dice)
    shown = quote(wanted.encode("utf-8", "surrogatepass")[:2_000], safe="") or "x"
    start, brace, rest = route.path.partition("{")
    return start + shown + rest.partition("}")[2] if brace else start


def _query(dice: random.Random, names: list[str]) -> str:
    pairs = [(dice.choice(names), _word(dice)) for _ in range(dice.randrange(5))]
    text = urlencode([(name, word.encode("utf-8", "surrogatepass")) for name, word in pairs])[:6_000]
    return f"?{text}" if text else ""


def _word(dice: random.Random) -> str:
    kind = dice.random()
    if kind < 0.4:
        return dice.choice(GOOD)
    if kind < 0.6:
        return str(dice.choice([number for number in hostile.NUMBERS if abs(number) < 10**400]))
    return _code(dice) if kind < 0.65 else hostile.text(dice)


def _code(dice: random.Random) -> str:
    """Return a code whose checksum is right, whatever it holds; or one that is cut."""
    kind = dice.choice((codes.DECK, codes.CARD))
    made = codes.pack(kind, dice.randbytes(dice.choice((1, 3, 4, 8, 20, 60, 300))))
    return made if dice.random() < 0.8 else made[: dice.randrange(len(made))]


def _names(route: APIRoute) -> list[str]:
    """Return the fields of a route's query, and others."""
    return [param.alias for param in route.dependant.query_params] * 6 + list(FIELDS)


def _odd_headers(dice: random.Random) -> dict[str, str]:
    if dice.random() < 0.8:
        return {}
    shown = ascii(hostile.text(dice))[1:-1][:3_000].strip() or "x"
    return {dice.choice(HEADERS): shown}


BODIES: Final[dict[str, Any]] = {
    "/api/players": {"name": "Ann"},
    "/api/players/me/invite": {"code": "x"},
    "/api/matches": {
        "mode": "duel", "edition": "2022", "format": "draft", "sets": list(SETS), "seat": "A", "opponent": "human",
        "deck": 1, "opponent_deck": None, "mirror": False,
        "seed": 7, "first": "A", "clock": None, "public": False, "champions": "optional", "solo": None,
        "undo": True, "preview": True,
    },
    "/api/matches/{id}/join": {"deck": 2},
    "/api/matches/{id}/draw": {"do": "offer"},
    "/api/matches/{id}/takeback": {"do": "offer"},
    "/api/matches/{id}/claim": {"take": "wait"},
    "/api/matches/{id}/rematch": {},
}  # fmt: skip
SOLO: Final = {"level": None, "fixed": 7, "per_creature": 1, "weakened": False, "abilities": ["rage"]}


def _body(dice: random.Random, path: str) -> Any:
    """Return a valid body of a route of the API."""
    if path.endswith("/actions"):
        return {"seq": dice.randrange(6), "action": samples.any_action(dice)}
    if path.startswith("/api/decks"):
        by_code = {"name": "Tides", "code": _code(dice)}
        return by_code if dice.random() < 0.4 else {"name": "Tides", "cards": samples.slugs(dice, 8)}
    body = BODIES.get(path, {})
    return {**body, "mode": "solo", "solo": SOLO} if path == "/api/matches" and dice.random() < 0.5 else body


def api_request(dice: random.Random, whose: FuzzGuest) -> Request:
    """Return a request to the API, hostile in one way or another."""
    route = dice.choice(API)
    method = dice.choice(sorted(route.methods or {"GET"}))
    path = _filled(dice, route, whose) + (_query(dice, _names(route)) if dice.random() < 0.4 else "")
    if method in ("GET", "DELETE") and dice.random() < 0.9:
        return Request(method, path, headers=_odd_headers(dice))
    body = _body(dice, route.path)
    content = hostile.encoded(dice, hostile.mutated(dice, body) if dice.random() < 0.9 else hostile.value(dice))
    if dice.random() < 0.25:
        content = hostile.broken(dice, content)
    kind = "application/json" if dice.random() < 0.8 else dice.choice(TYPES)
    return Request(method, path, content, {"Content-Type": kind, **_odd_headers(dice)})


def page_request(dice: random.Random, whose: FuzzGuest) -> Request:
    """Return a request to a page or of a form, hostile in one way or another."""
    route = dice.choice([route for route in PAGES if not route.path.startswith(("/admin", "/healthz", "/readyz"))])
    method = dice.choice(sorted(route.methods or {"GET"}))
    path, headers = _filled(dice, route, whose), {"Accept": "text/html", **_odd_headers(dice)}
    if method == "GET":
        return Request(method, path + _query(dice, _names(route)), headers=headers)
    body = _query(dice, [*FIELDS, *("deck", "name", "text", "step", "how", "attack") * 4])[1:].encode()
    if dice.random() < 0.15:
        body = hostile.broken(dice, body)
    return Request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})


def upload_request(dice: random.Random, whose: FuzzGuest) -> Request:
    """Return a record as a file or as text."""
    content = command_line.record(dice)[: 600 * 1024]
    if dice.random() < 0.3:
        made = whose.client.build_request("POST", "/replays", data={"text": content.decode("utf-8", "replace")})
    else:
        made = whose.client.build_request("POST", "/replays", files={"file": ("match.json", content)})
    return Request("POST", "/replays", made.read(), {"Content-Type": made.headers["Content-Type"]})


# -- sending


ENDINGS: Final = {("DELETE", "/api/players/me"), ("POST", "/account/delete")}
"""After these the guest may be deleted: the next request is another's."""
MAKERS: Final = {"API": api_request, "pages": page_request, "uploads": upload_request}


def clock(site: RunningSite) -> float:
    """Return the CPU seconds of a site and its database so far, or the time of day where the system tells none: a
    machine that is busy with something else proves nothing about a request."""
    return site.cpu + site.store_cpu if sys.platform == "linux" else time.perf_counter()


def run(kind: str, count: int, running: RunningSite, dice: random.Random, limit: float | None) -> FuzzVerdict:
    """Send so many requests of a kind (a key of MAKERS) to a site."""
    verdict, make = FuzzVerdict(kind, limit), MAKERS[kind]
    while verdict.inputs < count and not verdict.is_broken:
        whose = guest(running.url(0), dice)
        for _ in range(min(GUEST_LASTS, count - verdict.inputs)):
            request = make(dice, whose)
            for each in _with_what_follows(request, verdict):
                ask(each, whose, running, verdict)
            if (request.method, request.path.partition("?")[0]) in ENDINGS:
                break
        whose.client.close()
    return verdict


def _with_what_follows(request: Request, verdict: FuzzVerdict) -> Iterator[Request]:
    """Yield a request; then, after an accepted record, the pages that show it."""
    yield request
    if request.path == "/replays" and verdict.led_to.startswith("/replays/"):
        base = verdict.led_to
        for path in ("", "/frame?step=0", "/frame?step=99&from=open", "/record", "?step=5&from=B"):
            yield Request("GET", base + path, headers={"Accept": "text/html"})
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        yield Request("POST", f"{base}/play", b"step=0&how=hotseat", form)
        if verdict.led_to.startswith("/match/"):
            yield Request("GET", verdict.led_to, headers={"Accept": "text/html"})


def ask(request: Request, whose: FuzzGuest, running: RunningSite, verdict: FuzzVerdict) -> None:
    """Send it and judge the answer; one that came late is asked for twice more, to count what it costs the site."""
    try:
        answer, seconds = _sent(request, whose)
        if verdict.is_slow(seconds):
            seconds = min(_cost(request, whose, running) for _ in range(2))
    except httpx.HTTPError as error:
        verdict.broke(f"no answer ({type(error).__name__})", request.as_text())
        return
    verdict.led_to = answer.headers.get("location", "")
    code = _code_of(answer)
    verdict.answered(str(answer.status_code), len(answer.content), seconds)
    verdict.judge(
        f"{answer.status_code} {code}",
        len(answer.content),
        request.as_text(),
        internal=answer.status_code >= 500 or code == "internal",
    )
    if verdict.is_slow(seconds):
        verdict.fault(f"an answer after {seconds:.1f} s of a processor", request.as_text())


def _sent(request: Request, whose: FuzzGuest) -> tuple[httpx.Response, float]:
    headers = {**whose.headers, **request.headers}
    for another_try in (True, False):  # the site may have closed the connection after the answer before
        began = time.perf_counter()
        try:
            answer = whose.client.request(request.method, request.path, content=request.body or None, headers=headers)
        except (httpx.ReadError, httpx.RemoteProtocolError, httpx.WriteError):
            if another_try:
                continue
            raise
        return answer, time.perf_counter() - began
    raise AssertionError("two tries end the loop")


def _cost(request: Request, whose: FuzzGuest, running: RunningSite) -> float:
    """Return the CPU seconds that a request costs the site."""
    began = clock(running)
    _sent(request, whose)
    return clock(running) - began


def _code_of(answer: httpx.Response) -> str:
    if "json" not in answer.headers.get("content-type", ""):
        return ""
    try:
        found = answer.json()
    except ValueError:
        return "no JSON"
    return str(found.get("code", "")) if isinstance(found, dict) else ""
