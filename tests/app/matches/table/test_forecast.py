"""The coming assault on the table's pieces: only for the player to act, and without anything hidden."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from app.matches.table import board, forecast
from app.matches.table.board import Board
from app.matches.table.pieces import Forecast
from app.matches.table.zones import StatusZone, TurnZone
from engine.match import Match, Options
from engine.seat import Viewer
from tests.engine.test_history import END, match_from, side
from tests.support.cases import in_turn
from tests.support.tables import fragments


def shown(match: Match, viewer: Viewer = "A") -> Board:
    preview = match.preview()
    assert preview is not None
    return forecast.with_forecast(board.build(match, viewer), match, preview)


def falling(model: Board) -> list[tuple[str, str, int]]:
    return [(c.seat, c.lane, c.position) for realm in model.realms.values() for c in realm.creatures if c.falls]


def test_it_is_for_the_player_who_is_to_begin_the_assault() -> None:
    match = match_from(side("* zombie boom", top="titan"), side("* treant giant", top="gnome"))
    assert forecast.is_shown_to(match, "A")
    assert not forecast.is_shown_to(match, "B")
    assert not forecast.is_shown_to(match, None)
    after, _ = match.apply("A", END)
    assert not forecast.is_shown_to(after, "A")
    assert forecast.is_shown_to(after, "B")
    assert not forecast.is_shown_to(replace(match, options=replace(match.options, preview=False)), "A")
    over, _ = match.apply("A", {"type": "resign", "player": "A"})
    assert not any(forecast.is_shown_to(over, seat) for seat in ("A", "B"))


def test_not_during_the_set_up_nor_while_cards_are_ordered() -> None:
    assert not forecast.is_shown_to(Match.new(Options(seed=1, format="draft")), "A")
    splash = match_from(
        side("* baron boom", top="parasite"), side("* shaman troll", top="zombie assassin"), edition="2021"
    )
    waiting, _ = splash.apply("A", END)
    assert forecast.is_shown_to(waiting, "A")
    waiting, _ = waiting.apply("A", {"type": "attack_all"})
    assert waiting.to_act == ("B",)
    assert not forecast.is_shown_to(waiting, "B")


def test_marks_sums_and_fortresses() -> None:
    match = match_from(side("* zombie", top="titan", bottom="brute"), side("* treant giant lich djinn", top="zombie"))
    model = shown(match)
    assert falling(model) == [("B", "top", 0)]
    assert model.hands["B"].forecast == Forecast(5, "bastion")
    assert model.hands["A"].forecast is None
    assert model.outlook is not None
    assert (model.outlook.felled, model.outlook.lost, model.outlook.fell) == (1, 0, "bastion")


def test_one_s_own_losses_are_counted_apart() -> None:
    """Instinct answers (I7): the attacker falls."""
    model = shown(match_from(side("* treant giant", top="gnome"), side("* treant giant", top="brawler")))
    assert falling(model) == [("A", "top", 0)]
    assert model.outlook is not None and (model.outlook.felled, model.outlook.lost) == (0, 1)
    assert model.outlook.is_waste
    assert not model.outlook._replace(after=model.outlook.before - 1).is_waste


def test_an_assault_that_mends_the_own_fortress_is_no_waste() -> None:
    rivals = side("* treant giant", top="brawler")
    for hand, fort, forecast_of_hand in (
        ("giant * treant", "bastion", Forecast(3)),
        ("* giant treant", "fort", Forecast(2, "", True)),
    ):
        model = shown(match_from({**side(hand, top="dryad"), "fortress": fort}, rivals))
        assert model.hands["A"].forecast == forecast_of_hand
        assert model.outlook is not None and model.outlook.lost == 1 and not model.outlook.is_waste
    words = fragments().fragment("matches/table/hp.html", seat="A", fort="fort", hp=2, forecast=Forecast(2, "", True))
    assert "Bastion again!" in words


def test_hidden_cards_change_nothing_in_it() -> None:
    """Solo to the end by chance: the pile in another order gives the same marks."""
    rng = random.Random(3)
    compared = 0
    for seed in range(12):
        match = Match.new(Options(seed=seed, mode="solo", format="draft"))
        while match.status != "over":
            if match.position is not None and forecast.is_shown_to(match, "A"):
                position = match.position.clone()
                assert position.sides["B"].pile is not None
                rng.shuffle(position.sides["B"].pile)
                other = replace(match, position=position)
                assert shown(match) == shown(other)
                compared += 1
            match, _ = match.apply("A", rng.choice(match.legal_actions("A")))
    assert compared > 100


GLOWS = {"attack-waiting", "button-brass"}


@in_turn(
    ("mine", "theirs", "mana", "looks"),
    [
        (side("* zombie treant"), side("* treant giant"), 9, set()),
        (side("* zombie treant"), side("* treant giant"), 0, GLOWS),
        (side("* zombie treant", top="gnome"), side("* treant giant", top="brawler"), 0, {*GLOWS, "attack-warns"}),
    ],
)
def test_the_button_is_calm_with_plays_glows_without_and_warns_of_waste(
    mine: dict[str, object], theirs: dict[str, object], mana: int, looks: set[str]
) -> None:
    match = match_from(mine, theirs, mana=mana)
    zone = StatusZone(shown(match).status_line, "", False)
    (found,) = re.findall(r'class="([^"]*)" id="attack"', zone.html(fragments()))
    assert set(found.split()) & {*GLOWS, "attack-warns"} == looks


def test_a_play_says_what_it_leaves_of_the_own_life_where_it_changes() -> None:
    match = match_from(side("zombie * treant giant"), side("* lich", top="titan"))
    model = shown(match)
    left = {each.action["hand"]: each.hp for each in model.choices if each.action["type"] == "play"}
    assert left == {0: None, 2: 1, 3: 1}
    sent = TurnZone(1, "A", model.choices).html(fragments())
    assert sent.count('"hp":1') == 4


def test_a_cast_says_what_comes_back_to_the_own_life() -> None:
    """The card itself (R4.7), and the caster's own creature that it destroys (R5.7)."""
    match = match_from(side("boom * treant giant", top="gnome"), side("* lich", top="titan"))
    model = shown(match)
    left = {
        each.action["target"]["player"]: each.hp
        for each in model.choices
        if each.action["type"] == "play" and "target" in each.action
    }
    assert left == {"A": 4, "B": 3}
