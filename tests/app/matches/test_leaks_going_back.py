"""Nothing leaks and nothing is forgotten by going back (R2.5a): over the open API, its stream, and on the page."""

from __future__ import annotations

import random

from starlette.testclient import TestClient

from app.table import narration, pieces
from engine.seat import BySeat, Seat, Viewer
from tests.engine.properties.disguise import side_by_side
from tests.engine.properties.ledger import Ledger
from tests.engine.properties.wandering import ALL, FEW
from tests.engine.test_history import match_from, side
from tests.support.cases import case, seeds
from tests.support.tables import html_of
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import CREATURES

END, UNDO, TAKEBACK = ({"type": kind} for kind in ("end_summon", "undo", "takeback"))


def hand(player: ApiPlayer, match_id: str, seat: Seat) -> list[str]:
    row: list[str] = player.state(match_id)["view"][seat]["hand"]
    return row


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


def test_cards_that_were_never_shown_change_no_part_of_the_page() -> None:
    names: BySeat[str] = {"A": "Ann", "B": "Bob"}
    viewers: tuple[Viewer, ...] = ("A", None)
    for kind in (kind for kind in ALL if "constructed" in kind or "twins" in kind or "solo" in kind):
        for viewer in viewers:
            for number, (one, two) in enumerate(side_by_side(kind, 1, viewer)):
                back = one.move is not None and one.move.kind in ("undo", "takeback")
                if back or number % 12 == 0:
                    with case(f"{kind} for {viewer}, {number}"):
                        assert html_of(one.match, viewer) == html_of(two.match, viewer)
                        seen = [change.match.events_for(change.events, viewer) for change in (one, two)]
                        assert narration.narrate(seen[0], names) == narration.narrate(seen[1], names)


def test_the_board_shows_what_is_known_of_the_pile() -> None:
    """A Mercenary that its own player fells goes onto the pile (R10), and everybody has seen it."""
    rest: Json = {"pile": ["ogre", "brute", "baron"], "discard": [], "fortress": "bastion", "top": [], "bottom": []}
    match = match_from(side("* boom titan zombie", top="rascal"), rest, mode="solo", solo={"seed": 7})
    assert "Known on top of the pile" not in html_of(match, "A")
    aimed = {"type": "play", "hand": 1, "target": {"player": "A", "lane": "top", "index": 0}}
    match, _ = match.apply("A", aimed)
    pile = pieces.hands_of(match.table_view("A"), "A")["B"]
    assert isinstance(pile, pieces.Pile) and ([card.slug for card in pile.known], pile.count) == (["rascal"], 4)
    for viewer in ("A", None):
        assert "Known on top of the pile" in html_of(match, viewer)
    over, _ = match.apply("A", {"type": "resign", "player": "A"})
    assert "The pile, top first" in html_of(over, "A")
