"""Every card, ability, set and lane has a drawing that is installed."""

import json
from collections import Counter
from pathlib import Path

from app.cards.gallery import icons
from app.cards.gallery.designed_icons import DESIGNED
from engine import cards
from engine.abilities import NAMES

INSTALLED = Path("static/vendor/icons")


def test_every_card_has_an_icon_of_its_own() -> None:
    assert list(icons.CARDS) == list(cards.ALL)
    assert [name for name, times in Counter(icons.CARDS.values()).items() if times > 1] == []


def test_every_ability_set_lane_and_fortress_has_an_icon() -> None:
    wanted = {f"ability.{slug}" for slug in NAMES} | {f"set.{slug}" for slug in cards.SETS}
    wanted |= {"lane.top", "lane.bottom", "fortress.bastion", "fortress.fort", "kind.creature", "kind.incantation"}
    assert wanted <= icons.UI.keys()
    abilities = [icons.UI[f"ability.{slug}"] for slug in NAMES]
    assert len(set(abilities)) == len(NAMES)


def test_every_named_icon_is_installed() -> None:
    drawn = {path.stem for path in INSTALLED.glob("*.svg")}
    assert {*icons.CARDS.values(), *icons.UI.values()} <= drawn


def test_a_designed_card_has_an_icon_too() -> None:
    shown = {"name": "Rex", "type": "creature", "cost": 2, "attack": 3, "health": 3, "abilities": []}
    assert icons.card_icon(cards.designed({**shown, "icon": "duck"})) == "duck"
    for plain in (shown, {**shown, "icon": "no-such-icon"}):
        assert icons.card_icon(cards.designed(plain)) == DESIGNED
    assert DESIGNED in json.loads(Path("app/cards/gallery/ui_icons.json").read_text("utf-8")).values()
