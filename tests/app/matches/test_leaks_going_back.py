"""Nothing leaks and nothing is forgotten by going back (R2.5a): over the open API, its stream, and on the page."""

from __future__ import annotations

import random

from starlette.testclient import TestClient

from app.table import narration, pieces
from engine import cards
from engine.match import LegalAction, Match, Options
from engine.seat import SEATS, BySeat, Seat, Viewer, other
from tests.engine.properties.disguise import side_by_side
from tests.engine.properties.ledger import Ledger
from tests.engine.properties.wandering import ALL, FEW
from tests.engine.test_seen_cards import cast, go, solo
from tests.support.boards import HTML
from tests.support.cases import case, seeds
from tests.support.tables import html_of
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.random_moves import CREATURES

END, UNDO, TAKEBACK = ({"type": kind} for kind in ("end_summon", "undo", "takeback"))
OURS = ["boom", "zombie", "brute", "gnome", "lanternfish", "giant", "treant", "baron"]
THEIRS = ["boom", "titan", "troll", "ogre", "lich", "djinn", "reptile"]


def constructed(visitor: TestClient, theirs: list[str], **options: object) -> tuple[ApiPlayer, ApiPlayer, str, Json]:
    """Return a constructed duel that Ann begins; its first state as she sees it."""
    ann, bob, match_id = duel(visitor, format="constructed", first="A", seed=12, **options)
    ann.act(match_id, 0, {"type": "deck", "cards": OURS})
    bob.act(match_id, 1, {"type": "deck", "cards": theirs})
    return ann, bob, match_id, ann.state(match_id)


def hand(player: ApiPlayer, match_id: str, seat: Seat) -> list[str]:
    row: list[str] = player.state(match_id)["view"][seat]["hand"]
    return row


def take_back(asking: ApiPlayer, other: ApiPlayer, match_id: str) -> None:
    asking.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
    other.ok("POST", f"/{match_id}/takeback", {"do": "accept"})


# -- the leaks that there were


def _probed(visitor: TestClient, theirs: list[str]) -> list[Json | str]:
    """Return all that Ann is shown while she plays a Champion that may lie in Bob's hand, and undoes it, twice."""
    ann, bob, match_id, _ = constructed(visitor, theirs, champions=True)
    ann.act(match_id, 2, {"type": "champion_choice", "card": "familiar"})
    bob.act(match_id, 3, {"type": "champion_choice", "card": "gnome"})
    seen: list[Json] = []
    for seq in (4, 6):
        seen.append(ann.act(match_id, seq, {"type": "champion", "lane": "top"}))
        seen.append(ann.act(match_id, seq + 1, UNDO))
        assert set(hand(ann, match_id, "B")) == {"*", "?"}
    with visitor.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as stream:
        stream.receive_json()
        stream.send_json({"since": 0})
        seen += [stream.receive_json() for _ in range(8)]
    page = visitor.get(f"/match/{match_id}", headers={**ann.headers, **HTML}).text
    for state in seen:
        state.pop("id", None)
    return [*seen, page.replace(match_id, "")]


def test_a_champion_does_not_reveal_whether_the_opponent_has_the_card(visitor: TestClient) -> None:
    assert _probed(visitor, [*THEIRS, "familiar"]) == _probed(visitor, [*THEIRS, "spectre"])


def test_a_takeback_where_both_own_the_same_card(visitor: TestClient) -> None:
    ann, bob, match_id, _ = constructed(visitor, [*THEIRS, "zombie"])
    ann.act(match_id, 2, END)
    row = hand(bob, match_id, "B")
    both = next(slug for slug in ("boom", "zombie") if slug in row[1:5] and cards.ALL[slug].is_creature)
    bob.act(match_id, 3, {"type": "play", "hand": row.index(both), "lane": "top"})
    take_back(ann, bob, match_id)
    assert set(hand(bob, match_id, "A")) == {"*", "?"}
    assert hand(ann, match_id, "B") == ["*", *(both if card == both else "?" for card in row[1:])]


def _order_to_take_back() -> tuple[int, list[tuple[Seat, LegalAction]], Seat]:
    """Return a seed of a 2021 duel, its actions up to an order, and who can take a turn back in which those were
    unknown."""
    for seed in range(500):
        dice = random.Random(seed)
        match = Match.new(Options(seed=seed, edition="2021", first="A", decks={"A": 1, "B": 2}))
        moves: list[tuple[Seat, LegalAction]] = []
        while match.status != "over" and len(moves) < 60:
            assert match.position is not None
            if match.position.pending is not None:
                for seat in SEATS:
                    before = match.history.last_turn_of(seat, match.position)
                    owner = match.position.pending.owner
                    if before is not None and owner != seat:
                        waiting = {card.bit for card in match.position.pending.cards}
                        held = {card.bit for card in before.sides[owner].hand if not before.seen & card.bit}
                        if waiting <= held:
                            return seed, moves, seat
            (seat,) = match.to_act
            move = (seat, dice.choice(match.legal_actions(seat)))
            moves.append(move)
            match, _ = match.apply(*move)
    raise AssertionError("no such match")


def test_a_takeback_while_cards_wait_for_their_order(visitor: TestClient) -> None:
    seed, moves, asking = _order_to_take_back()
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    match_id = ann.open(edition="2021", first="A", seed=seed, deck=1)
    bob.ok("POST", f"/{match_id}/join", {"deck": 2})
    players = {"A": ann, "B": bob}
    for seq, (by, action) in enumerate(moves):
        state = players[by].act(match_id, seq, dict(action))
    waiting, owner = state["view"]["pending"], other(asking)
    assert waiting["owner"] == owner
    take_back(players[asking], players[owner], match_id)
    assert set(waiting["cards"]) <= set(hand(players[asking], match_id, owner))


# -- to and fro by chance


def _action(state: Json, dice: random.Random) -> Json:
    seat, legal = state["seat"], state["legal"]
    first = legal[0]
    if first["type"] == "deck":
        return {"type": "deck", "cards": dice.sample(FEW[state["edition"]], first["choose"])}
    if first["type"] == "champion_choice":
        decks = state["view"]["decks"]
        others = decks["B" if seat == "A" else "A"] or FEW["2022"]
        fitting = [slug for slug in others if slug in CREATURES and slug not in decks[seat]]
        return {"type": "champion_choice", "card": dice.choice(fitting)}
    bold = [action for action in legal if action["type"] in ("champion", "play")]
    chosen: Json = dice.choice(bold if bold and dice.random() < 0.7 else legal)
    return chosen


def test_the_api_shows_what_was_shown_and_nothing_else(visitor: TestClient) -> None:
    for options in (
        {"format": "constructed", "champions": True},
        {"format": "constructed", "edition": "2021"},
        {"format": "draft", "champions": True, "sets": ["treachery", "submersion"]},
        {"mode": "solo", "format": "draft", "sets": ["treachery"]},
    ):
        for seed in seeds(1, 2):
            with case(f"{options} {seed}"):
                check_a_match(visitor, options, seed)


def check_a_match(visitor: TestClient, options: Json, seed: int) -> None:
    """A ledger from the answers' events alone says what each player's opponent may see."""
    dice = random.Random(seed)
    ann, bob, eve = (ApiPlayer(visitor, name) for name in ("Ann", "Bob", "Eve"))
    match_id = ann.open(seed=seed, **options)
    alone = options.get("mode") == "solo"
    if not alone:
        bob.ok("POST", f"/{match_id}/join", {})
    players, ledger = {"A": ann, "B": bob}, Ledger()
    undone = taken = 0
    for _ in range(70):
        state = eve.state(match_id)
        seat = dice.choice(state["to_act"])
        player, other = players[seat], players["B" if seat == "A" else "A"]
        chance = dice.random()
        if chance < 0.1 and other.ask("POST", f"/{match_id}/takeback", {"do": "offer"}).status_code == 200:
            seen = player.ok("POST", f"/{match_id}/takeback", {"do": "accept"})
            ledger.observe([{"type": "taken_back", "turn": seen["view"]["turn"]}])
            taken += 1
        else:
            answer = _act(player, match_id, dice, back=chance > 0.6)
            undone += any(event["type"] == "undone" for event in answer["events"])
            if answer["status"] == "over":
                break
            ledger.observe(answer["events"])
        if eve.state(match_id)["status"] == "playing":
            _compare(ledger, players, eve, match_id, alone)
    assert undone > 1
    assert taken or alone


def _act(player: ApiPlayer, match_id: str, dice: random.Random, *, back: bool) -> Json:
    """Return an undo, where it is wanted and possible, else an action by chance; the answer."""
    state = player.state(match_id)
    if back:
        answer = player.ask("POST", f"/{match_id}/actions", {"seq": state["seq"], "action": UNDO})
        if answer.status_code == 200:
            undone: Json = answer.json()
            return undone
    return player.act(match_id, state["seq"], _action(state, dice))


def _compare(ledger: Ledger, players: dict[str, ApiPlayer], eve: ApiPlayer, match_id: str, alone: bool) -> None:
    if alone:
        for player in (players["A"], eve):
            pile = player.state(match_id)["view"]["B"]
            assert (pile["pile"], pile["pile_known"]) == (len(ledger.now.pile), ledger.pile)
        return
    assert hand(players["A"], match_id, "B") == ledger.hand("B")
    assert hand(players["B"], match_id, "A") == ledger.hand("A")
    assert set(hand(eve, match_id, "A") + hand(eve, match_id, "B")) == {"*", "?"}


# -- the page


def test_cards_that_were_never_shown_change_no_part_of_the_page() -> None:
    names: BySeat[str] = {"A": "Ann", "B": "Bob"}
    viewers: tuple[Viewer, ...] = ("A", None)
    for kind in (kind for kind in ALL if "constructed" in kind or "twins" in kind or "solo" in kind):
        for viewer in viewers:
            for number, (one, two) in enumerate(side_by_side(kind, 1, viewer)):
                back = one.move is not None and one.move.kind in ("undo", "takeback")
                if back or number % 5 == 0:
                    with case(f"{kind} for {viewer}, {number}"):
                        assert html_of(one.match, viewer) == html_of(two.match, viewer)
                        seen = [change.match.events_for(change.events, viewer) for change in (one, two)]
                        assert narration.narrate(seen[0], names) == narration.narrate(seen[1], names)


def test_the_board_shows_what_is_known_of_the_pile() -> None:
    match = solo()
    assert "Known on top of the pile" not in html_of(match, "A")
    match = go(match, ("A", cast(1, "A", "top", 0)))
    pile = pieces.hands_of(match.table_view("A"), "A")["B"]
    assert isinstance(pile, pieces.Pile)
    assert ([card.slug for card in pile.known], pile.count) == (["rascal"], 4)
    for viewer in ("A", None):
        assert "Known on top of the pile" in html_of(match, viewer)
    over, _ = match.apply("A", {"type": "resign", "player": "A"})
    rest = pieces.hands_of(over.table_view("A"), "A")["B"]
    assert isinstance(rest, pieces.Pile)
    assert len(rest.known) == 4
    assert "The pile, top first" in html_of(over, "A")
