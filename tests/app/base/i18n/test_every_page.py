"""Every page of the site in the language of tests: each word that is seen there went through a catalogue."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.base.errors import SENTENCES
from app.base.i18n import current_language, use_language
from app.base.settings import Settings
from app.contests.legacy.service import this_week
from app.main import create_app
from app.matches.play.forms import PRESETS
from app.people.players.player import Player
from engine import cards
from engine.abilities import BY_SLUG
from tests.support.boards import BoardPage, board
from tests.support.bots import let_bot_resign, resign_to_bot
from tests.support.cases import FULL
from tests.support.languages import no_further_languages_afterwards
from tests.support.leftovers import leftovers, leftovers_of_json, plain
from tests.support.service import site_of
from tests.support.site_time import let_due_happen
from tests.support.tour import Tour, pages
from tools.i18n.faults import PLACEHOLDER
from tools.i18n.pseudo import CODE, write_locale
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose

ANNA, BO = "Άννα", "Βίων"  # no plain letters
PASSWORD = "correct horse battery"
CHAT = "https://127.0.0.1:9"  # where nobody answers, which is known at once
GOLDEN = sorted((Path(__file__).parents[3] / "engine" / "golden" / "playthroughs").glob("*.json"))
EVERY = 6  # so many matches come before the next one whose every page is looked at; of the others, what tells of moves
MAX_ACTIONS = 24  # so many actions a match has, then somebody gives up: replays go to the end
EACH = 20  # so many actions after the last look comes the next


def _before_a_match(tour: Tour) -> None:
    anna = ApiPlayer(tour.client, ANNA)
    tour.visit("/solo/sum?mana=2")
    for preset in PRESETS:
        tour.visit(f"/new?preset={preset.slug}", anna)
    for path in ("/no-such-page", "/match/nothing", "/replays/nothing"):
        tour.visit(path, status=404)
    tour.visit("/words", data={"words": "no such words"}, status=404)


def _what_can_be_read(tour: Tour) -> None:
    for slug in ("ogre", "boom", "bastion", "fort", "zombie"):
        if slug in cards.ALL:
            tour.visit(f"/cards/{slug}")
            tour.visit(f"/cards/{slug}/face")
    for query in ("", "ogre", "2.1", "⟦", "no such rule"):
        tour.visit(f"/rules/found?q={query}")
        tour.visit(f"/rules/found?q={query}", target="div#rules-found")
    for ability in BY_SLUG:
        tour.visit(f"/abilities/{ability}")
    for slug in re.findall(r'href="/learn/([\w-]+)"', tour.visit("/learn")):
        tour.visit(f"/learn/{slug}")
        tour.visit(f"/learn/{slug}/picture", status=404 if slug == "marks" else 200)
    for slug in re.findall(r'href="/puzzles/([\w-]+)"', tour.visit("/puzzles"))[:8]:
        tour.visit(f"/puzzles/{slug}")
        tour.visit(f"/puzzles/{slug}/picture", status=404 if slug == "daily" else 200)


def _ones_own(tour: Tour) -> None:
    anna = ApiPlayer(tour.client, ANNA)
    deck = {"name": ANNA, "deck": ".".join(cards.preconstructed(2))}
    design = {"name": ANNA, "attack": "3", "health": "3", "ability": ["rage", "aura:sprint"], "icon": "duck"}
    for path, form in (("/decks", deck), ("/designer", design)):
        tour.visit(path, anna)
        tour.visit(path, anna, data=form)
        [made] = re.findall(rf'href="({path}/(?!new|import)[\w-]+)"', tour.visit(path, anna))[:1]
        for end in ("", "/edit", "/print"):
            tour.visit(made + end, anna)
        tour.visit(f"{path}/import?text=nothing", anna, status=422)
    tour.visit("/decks", anna, data={**deck, "deck": ""}, status=422)
    tour.visit("/designer", anna, data={**design, "name": " "}, status=422)
    for target in ("section#deck-panel", "section#found", ""):
        tour.visit(f"/decks/new?deck={deck['deck']}&toggle=ogre", anna, target=target)
    for sum_of in ("attack=9&health=9", "attack=3&health=3&ability=rage&ability=aura:sprint&incantation=yes"):
        tour.visit(f"/designer/new?{sum_of}", anna)
    tour.visit("/account/recovery-code", anna, data={})
    tour.visit("/account/device/link", anna, data={})
    tour.visit("/account/code", anna, data={"code": "wrong"}, status=422)
    tour.visit("/settings/you", anna, data={"name": ANNA, "language": CODE})
    for address in ("nowhere", f"{CHAT}/x"):
        tour.visit("/settings/word", anna, data={"do": "save", "address": address})
    tour.visit("/settings/calendar", anna, data={"do": "new"})
    tour.visit("/build-a-bot/tokens", anna, data={"bot_name": BO, "label": BO, "scope": ["play"]})
    tour.visit("/replays", anna, data={"text": "{"}, status=422)


def _visits(tour: Tour, players: dict[str, ApiPlayer], match_id: str, rng: random.Random, most: int) -> None:
    """Play a match by chance, to its end or to `most` actions; on the way both players and a watcher look at it."""
    path, first = f"/match/{match_id}", players["A"]
    state = first.state(match_id)
    while state["status"] != "over":
        if state["seq"] >= most:
            first.act(match_id, state["seq"], {"type": "resign", "player": "A"})
            break
        if state["seq"] % EACH == 0:
            for player in (None, *players.values()):
                tour.visit(path, player)
        if state["legal"] and "choose" in state["legal"][0]:
            for target in ("div#workshop-deck-A", "section#found", "section#deck-panel"):
                tour.visit(f"{path}/workshop?seat=A", first, target=target)
        seat = rng.choice(state["to_act"])
        mine = players[seat].state(match_id)
        state = players[seat].act(match_id, mine["seq"], choose(mine, rng))
    for player in (None, *players.values()):
        for end in ("", "/ratings", "/replay", "/replay/frame?step=9"):
            tour.visit(path + end, player)
    for end in (
        "/log", "/replay/log?step=9", "/replay/digest", "/replay/accuracy", "/replay/analysis", "/replay/picture",
        "/replay/record", "/climb", "/profile/A", "/deal",
    ):  # fmt: skip
        tour.visit(path + end, first)
    for end in ("", "/frame?step=3", "/log?step=3"):
        tour.visit(f"/embed{path}/replay{end}")


DUELS: list[Json] = [
    {"edition": "2021", "format": "preconstructed", "deck": 1, "best_of": 3},
    {"edition": "2022", "format": "draft", "sets": list(cards.SETS), "champions": "optional", "public": True},
    {"edition": "2022", "format": "constructed", "sets": list(cards.SETS), "champions": True, "undo": False},
    {"edition": "2021", "format": "draft", "clock": {"kind": "fischer", "base": 300, "increment": 5}},
]
SOLO: list[Json] = [{"edition": "2021", "format": "preconstructed", "solo": {}}, {"edition": "2022", "format": "draft"}]


def _duels(tour: Tour) -> None:
    for seed, options in enumerate(DUELS):
        rng = random.Random(seed)
        anna, bo = ApiPlayer(tour.client, ANNA), ApiPlayer(tour.client, BO)
        match_id = anna.open(**options)
        path = f"/match/{match_id}"
        for end in ("", "/deck", "/name", "/bot", "/others"):
            tour.visit(path + end, anna)
        tour.visit(path)
        tour.visit("/", bo)
        bo.ok("POST", f"/{match_id}/join", {})
        tour.visit(f"{path}/join")  # the seat is gone
        tour.client.cookies.clear()
        with board(tour.client, path, headers={**bo.headers, "Accept-Language": CODE}) as page:
            tour.received(f"{path}/live", page.receive_text(), "json")
            _visits(tour, {"A": anna, "B": bo}, match_id, rng, most=MAX_ACTIONS)
            _receive(tour, page, anna.state(match_id)["seq"])
        for player in (anna, bo):
            tour.visit(f"{path}/friend", player)
            tour.client.post(f"{path}/friend", headers=player.headers)
            tour.visit(f"{path}/friend", player)
        for friendship in re.findall(r"/friends/[\w-]+", tour.visit("/", anna))[:1]:
            tour.visit(friendship, anna)
        for player in (anna, bo):
            for other in ("/", "/matches", "/profile", "/matches/ongoing", "/matches/waits", "/friends"):
                tour.visit(other, player)


def _receive(tour: Tour, page: BoardPage, seq: int) -> None:
    """Check a page's messages until the `seq`-th action has come."""
    while True:
        text = page.receive_text()
        tour.received("a page's socket", text, "json")
        if re.search(rf'data-seq=\\?"{seq}\\?"', text):
            return


TOURNAMENTS: list[dict[str, str]] = [
    {"begins": "2030-05-06T19:30", "system": "swiss", "rounds": "2", "gap": "", "computers": "1", "entry": "approval"},
    {"system": "round_robin", "clock": "fischer 300 10"}, {"system": "knockout", "best_of": "1", "entry": "invitation"},
    {"system": "league", "clock": "correspondence 72 7"}, {"system": "arena", "minutes": "5"},
]  # fmt: skip


def _tournaments(tour: Tour) -> None:
    tour.visit("/tournaments")
    tour.visit("/tournaments/new")
    tour.visit("/tournaments/new", data={"name": ""}, status=422)
    tour.visit("/tournaments/find", data={"words": "no such words"}, status=404)
    for form in TOURNAMENTS:
        _a_tournament(tour, form)
    _a_tournament_is_cast(tour)
    _a_tournament_with_cards(tour)


def _a_tournament(tour: Tour, form: dict[str, str]) -> None:
    """Open a tournament, which two enter, play its first round, and end it; everybody visits it at each step."""
    host, anna, bo = (ApiPlayer(tour.client, name) for name in (ANNA, ANNA, BO))
    path = re.findall(r"/tournament/[\w-]+", tour.visit("/tournaments/new", host, data={"name": ANNA, **form}))[0]

    def all_look() -> None:
        for player in (None, host, anna, bo):
            tour.visit(path, player)
        tour.visit("/tournaments", bo)
        for end in ("wall", "decks", "call", "print/standings", "print/pairings", "print/slips", "print/crosstable"):
            tour.visit(f"{path}/{end}", bo)

    def organize(do: str, **asked: str) -> None:
        tour.visit(f"{path}/organize", host, data={"do": do, "reason": BO, **asked})

    all_look()
    [key] = re.findall(r"\?key=([^\"]+)", tour.visit(path, host)) or [""]
    tour.visit(f"{path}/enter", anna, data={"key": key})
    tour.visit(f"{path}/enter", bo, data={"key": key if form.get("entry") == "invitation" else ""})
    all_look()
    if form.get("entry") == "approval":
        organize("approve", number="2")
    if form.get("computers"):
        organize("computer")
    organize("start")
    _goes_on(tour)
    played = re.findall(r'href="/match/([\w-]+)', tour.visit(path, bo))
    assert form["system"] == "arena" or played
    for match_id in played:
        tour.visit(f"{path}/round/{match_id}", bo)
    all_look()
    tour.visit(f"{path}/results/1", bo, status=200 if form["system"] in ("round_robin", "league") else 404)
    for do in ("pause", "resume"):
        organize(do)
        tour.visit(f"{path}/{do}", bo, data={})
        tour.visit(path, bo)
    seats = {do: re.findall(rf'id="{do}-(1\.[\d.]+)"', tour.visit(path, host)) for do in ("extend", "rule")}
    if seats["extend"]:
        organize("extend", seat=seats["extend"][0], minutes="5")
        organize("rule", seat=seats["rule"][0], outcome="a")
    all_look()
    for handle in re.findall(r"/tournaments/of/[\w-]+", tour.visit("/profile", bo)):
        tour.visit(handle, bo)
    if form["system"] in ("swiss", "arena"):  # the others are over by the ruling
        organize("remove", number="2")
        organize("end")
    _goes_on(tour)
    assert tour.client.get(f"/api/tournaments/{path.split('/')[2]}").json()["status"] in ("over", "cancelled")
    all_look()


def _goes_on(tour: Tour) -> None:
    """Let what is due in tournaments happen now."""
    tour.client.portal.call(let_due_happen, site_of(tour.client))  # type: ignore[union-attr]


def _a_tournament_with_cards(tour: Tour) -> None:
    """Open one that two play with their own cards; they report one result, then two that contradict each other."""
    host, *players = (ApiPlayer(tour.client, name) for name in (ANNA, ANNA, BO))
    grant = partial(site_of(tour.client).people.staff.grant, Player(host.id, host.name), "organizer")
    tour.client.portal.call(grant)  # type: ignore[union-attr]
    form = {"name": ANNA, "system": "round_robin", "box": "rated"}
    path = re.findall(r"/tournament/[\w-]+", tour.visit("/tournaments/new", host, data=form))[0]
    for player in players:
        tour.visit(path, player)
        tour.visit(f"{path}/enter", player, data={"key": ""})
    tour.visit(f"{path}/organize", host, data={"do": "start", "reason": BO})
    _goes_on(tour)
    assert f'{path}/report"' in tour.visit(path, players[0])
    for player, outcome in zip(players, ("a", "b"), strict=True):
        [seat] = re.findall(r'id="report-(1\.[\d.]+)"', tour.visit(path, player))
        tour.visit(f"{path}/report", player, data={"seat": seat, "outcome": outcome})
        for who in (host, *players):
            tour.visit(path, who)
        tour.visit(f"{path}/call", players[1])


def _losses_to_a_computer(tour: Tour) -> None:
    """Lose three matches in a row to one computer opponent, and look at the help that is offered then."""
    anna = ApiPlayer(tour.client, ANNA)
    for _ in range(3):
        lost = anna.open(opponent="bot:1", first="A")
        resign_to_bot(anna, lost)
    assert "<form" in tour.visit(f"/match/{lost}/help", anna)
    tour.visit("/campaign", anna)


def _a_tournament_is_cast(tour: Tour) -> None:
    """Open a tournament that two others play, and follow its caster's link."""
    anna, *players = (ApiPlayer(tour.client, name) for name in (ANNA, BO, BO))
    form = {"name": ANNA, "system": "round_robin", "caster": "5"}
    path = re.findall(r"/tournament/[\w-]+", tour.visit("/tournaments/new", anna, data=form))[0]
    for player in players:
        tour.visit(f"{path}/enter", player, data={"key": ""})
    tour.visit(f"{path}/organize", anna, data={"do": "start", "reason": BO})
    _goes_on(tour)
    [link] = set(re.findall(r"/caster\?key=[\w-]+", tour.visit(path, anna)))
    tour.visit(path + link)
    tour.visit(path + link.replace("?", "/1/1?"))
    tour.visit(f"{path}/word", anna)
    for do in ("save", "drop"):
        tour.visit(f"{path}/word", anna, data={"do": do, "address": f"{CHAT}/x"})


def _alone(tour: Tour) -> None:
    for seed, options in enumerate(SOLO):
        anna = ApiPlayer(tour.client, ANNA)
        _visits(tour, {"A": anna}, anna.open(mode="solo", **options), random.Random(seed), most=MAX_ACTIONS)


def _replays(tour: Tour) -> None:
    anna = ApiPlayer(tour.client, ANNA)
    for number, path in enumerate(GOLDEN if FULL else GOLDEN[::EVERY]):
        whole = number % (EVERY if FULL else 1) == 0
        record = json.loads(path.read_text("utf-8"))
        record["names"] = {seat: name and (ANNA if seat == "A" else BO) for seat, name in record["names"].items()}
        tour.client.cookies.clear()
        headers = {"Accept": "text/html", **anna.headers}
        form = {"text": json.dumps(record)}
        sent = tour.client.post("/replays", data=form, headers=headers, follow_redirects=False)
        replay = sent.headers["location"]
        for end in ("", "/analysis", "/accuracy", "/picture", "/record", "/frame?step=20&from=open") if whole else ():
            tour.visit(replay + end, anna)
        for end in ("", "/frame?step=3", "/log?step=3") if whole else ():
            tour.visit(f"/embed{replay}{end}", anna)
        tour.visit(f"{replay}/digest", anna)
        for step in range(0, len(record["actions"]), 80):
            tour.visit(f"{replay}/log?step={step}", anna)
            tour.visit(f"{replay}/frame?step={step}", anna)
    tour.visit("/replays", anna)
    _studies(tour, anna, replay)


def _studies(tour: Tour, anna: ApiPlayer, replay: str) -> None:
    tour.visit("/studies", anna)
    headers = {**anna.headers, "Accept-Language": CODE}
    made = tour.client.post(f"{replay}/study", data={"step": "30"}, headers=headers, follow_redirects=False)
    chapter = made.headers["location"].partition("?")[0]
    study = chapter.rpartition("/")[0]
    moves = tour.client.get(f"{replay}/record").json()["actions"]
    asked = max(step for step, move in enumerate(moves) if move["action"]["type"] == "end_summon")
    for number, (step, question) in enumerate([(2, ""), (asked - 1, ANNA)], 1):
        said = {"step": str(step), "version": str(number), "text": BO, "question": question}
        tour.visit(f"{chapter}/comment", anna, data=said)
    tour.visit(f"{chapter}/marks", anna, data={"step": "2", "version": "3", "marks": "At>Bf Ah0 Bc"})
    for end in ("", "/frame?step=2", "/log?step=2", "/picture", "/editor?step=2"):
        tour.visit(chapter + end, anna)
        if end not in ("/editor?step=2", "/picture"):
            tour.visit(f"/embed{chapter}{end}")
    tour.visit(study, anna)
    tour.visit("/studies/choice", anna)
    tour.visit("/studies/import", anna, data={"text": "{"}, status=422)
    tour.visit(f"/studies/questions/{study.rpartition('/')[2]}.{chapter.rpartition('/')[2]}.{asked - 1}", anna)


def _company(tour: Tour) -> None:
    """Two on a side, and a coach: the links, what they offer, the form for marks."""
    anna, bo = ApiPlayer(tour.client, ANNA), ApiPlayer(tour.client, BO)
    match_id = anna.open(pairs="both", first="A")
    key = anna.ok("GET", f"/{match_id}/company")["beside"]
    tour.visit(f"/match/{match_id}/company", anna)
    tour.visit(f"/match/{match_id}/with/{key}")
    tour.visit(f"/match/{match_id}/with/{key}", bo, data={"name": BO})
    for player in (None, anna, bo):
        tour.visit(f"/match/{match_id}", player)
    tour.visit(f"/match/{match_id}/marks", anna)
    coached = anna.open(seat="A")
    bo.ok("POST", f"/{coached}/join", {})
    anna.ok("POST", f"/{coached}/coach", {"do": "offer", "sees": "A"})
    tour.visit(f"/match/{coached}", bo)
    bo.ok("POST", f"/{coached}/coach", {"do": "accept", "sees": "A"})
    tour.visit(f"/match/{coached}/company", bo)
    way = f"/match/{coached}/with/{bo.ok('GET', f'/{coached}/company')['coach']}"
    coach = ApiPlayer(tour.client, "Ωρίων")
    tour.visit(way)
    tour.visit(way, coach, data={"name": "Ωρίων"})
    for player in (None, anna, coach):
        tour.visit(f"/match/{coached}", player)


def _deals(tour: Tour) -> None:
    anna = ApiPlayer(tour.client, ANNA)
    page = tour.visit("/deals", anna)
    deal = f"/deals/{re.findall(r'/deals/([0-9-]+)/play', page)[0]}"
    begun = tour.client.post(f"{deal}/play", headers=anna.headers, follow_redirects=False).headers["location"]
    match_id = begun.rpartition("/")[2]
    tour.visit(begun, anna)
    tour.visit(deal, anna)
    resign_to_bot(anna, match_id)
    for path in (deal, f"{deal}/picture", f"{begun}/deal", "/mistakes"):
        tour.visit(path, anna)


def _roads(tour: Tour) -> None:
    """A road of Legacy and that of the week: with gifts to choose from, with a scar, given up."""
    anna = ApiPlayer(tour.client, ANNA)
    for begun in ("/legacy", "/legacy/week"):
        made = tour.client.post(begun, headers=anna.headers, data={"deck": "2"}, follow_redirects=False)
        road = made.headers["location"]
        tour.visit(road, anna)
        for outcome in ("won", "lost"):
            sailed = tour.client.post(f"{road}/play", headers=anna.headers, follow_redirects=False)
            match_id = sailed.headers["location"].rpartition("/")[2]
            tour.visit(road, anna)
            if outcome == "won":
                let_bot_resign(tour.client, match_id)
                fields = dict(re.findall(r'type="hidden" name="(\w+)"\s+value="([^"]*)"', tour.visit(road, anna)))
                chosen = {"card": "0", **fields}
                assert tour.client.post(f"{road}/choose", headers=anna.headers, data=chosen).status_code < 400
            else:
                resign_to_bot(anna, match_id)
        tour.visit(f"/match/{match_id}", anna)
        tour.visit("/legacy", anna)
        tour.client.post(f"{road}/end", headers=anna.headers)
        tour.visit(road, anna)
        tour.visit(f"{road}/picture", anna)
    handle = tour.client.get("/profile", headers=anna.headers, follow_redirects=False).headers["location"]
    tour.visit(f"/legacy/of/{handle.rpartition('/')[2]}", anna)
    tour.visit(f"/legacy/week/{this_week()}", anna)


def _the_hosts_pages(tour: Tour) -> None:
    tour.visit("/admin")
    tour.visit("/admin/login", data={"password": "wrong"}, status=403)
    tour.client.post("/admin/login", data={"password": PASSWORD})
    for path, form in (("announcement", {"text": ANNA}), ("stop", {"minutes": "5"}), ("invites", {"label": BO})):
        tour.visit(f"/admin/{path}", data=form, keep=True)
    anna = ApiPlayer(tour.client, ANNA)
    for path in ("", "/join", f"/players?q={ANNA}", f"/players/{anna.id}"):
        tour.visit(f"/admin{path}", keep=True)
    tour.visit("/admin/staff/link", data={}, keep=True)
    tour.visit("/cards")  # with the notice


def _all_without_parameters(tour: Tour) -> None:
    """Visit every page that needs no parameters, as a newcomer and as a player: a new one needs no line here."""
    anna = ApiPlayer(tour.client, ANNA)
    for path in sorted(path for path in pages() if "{" not in path):
        for player in (None, anna):
            tour.visit(path, player, status=None)


PARTS: list[Callable[[Tour], None]] = [
    _all_without_parameters, _before_a_match, _what_can_be_read, _ones_own, _duels, _tournaments, _alone, _company,
    _losses_to_a_computer, _deals, _roads, _replays, _the_hosts_pages,
]  # fmt: skip


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tour]:
    """Provide the walk, done; the language of tests is gone afterwards."""
    folder = tmp_path_factory.mktemp("tour")
    (folder / "texts").mkdir()
    for name in ("imprint", "privacy", "house-rules", "contact"):
        (folder / "texts" / f"{name}.md").write_text(ANNA)
    settings = Settings(
        house_texts=folder / "texts",
        data_dir=folder / "data",
        rate_limit=0,
        webhooks=CHAT,
        admin_token=PASSWORD,
        locales=write_locale(folder / "locales"),
    )
    with no_further_languages_afterwards():
        with TestClient(create_app(settings)) as client:
            walk = Tour(client)
            for part in PARTS:
                part(walk)
        invited = settings.model_copy(update={"data_dir": folder / "invited", "invite_only": True})
        with TestClient(create_app(invited)) as walk.client:
            walk.visit("/invite")
            walk.visit("/invite", data={"code": "wrong"}, status=422)
            yield walk


def test_every_page_was_seen_and_every_word_went_through_a_catalogue(tour: Tour) -> None:
    assert tour.found == {}
    assert tour.golden == {}, "a page has two golden buttons"
    assert "\n".join(sorted(pages() - tour.seen)) == ""


def test_every_refusal_has_its_words_in_a_catalogue(tour: Tour) -> None:
    with use_language(CODE):
        said = {code: PLACEHOLDER.sub("", current_language().texts.gettext(text)) for code, text in SENTENCES.items()}
    assert {code for code, sentence in said.items() if plain(sentence)} == set()


def test_what_was_forgotten_is_found() -> None:
    page = '<p title="Close" data-say="Choose a lane" data-card="ogre">⟦Çļöšéé⟧ cards of <bdi>Ann</bdi>: Ogre</p>'
    assert leftovers(page) == ["title: Close", "data-say: Choose a lane", "⟦Çļöšéé⟧ cards of"]
    assert leftovers_of_json(json.dumps({"events": [{"type": "coin"}], "zone": page})) == leftovers(page)
