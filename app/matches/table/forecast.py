"""The effect of the coming assault, marked on the table's pieces: only for the player who is to act."""

from __future__ import annotations

from dataclasses import replace

from app.matches.table.board import PLAYS, Board, OfferedAction, Outlook
from app.matches.table.hands import OpenHand
from app.matches.table.pieces import Forecast
from app.matches.table.pile import Pile
from app.matches.table.realms import Realm
from engine.actions import At
from engine.match import Match
from engine.preview import FortressPreview, Preview, hp_after_plays
from engine.seat import Viewer

CHOOSING = ("summon", "assault")


def is_shown_to(match: Match, viewer: Viewer) -> bool:
    """True if this viewer is shown a preview: on their own turn, unless the room does without."""
    position = match.position
    return match.options.preview and position is not None and position.phase in CHOOSING and match.to_act == (viewer,)


def with_forecast(model: Board, match: Match, preview: Preview) -> Board:
    """Return the table with marks for the effects of the assault, and with the HP that each play would leave its
    player, where it changes: `preview` is the engine's (`Match.preview`)."""
    fallen = [creature["at"] for creature in preview["fallen"]]
    fortresses = preview["fortresses"]
    return model._replace(
        realms={key: _realm(realm, fallen) for key, realm in model.realms.items()} if fallen else model.realms,
        hands={seat: _hand(hand, fortresses[seat]) for seat, hand in model.hands.items()},
        choices=_with_hp_after(model.choices, match),
        outlook=_outlook(model, preview),
    )


def _with_hp_after(choices: tuple[OfferedAction, ...], match: Match) -> tuple[OfferedAction, ...]:
    position = match.position
    legal = [choice.action for choice in choices]
    plays = [action for action in legal if action["type"] == "play" or action["type"] == "champion"]
    if position is None or not plays:
        return choices
    before, after = position.sides[position.active].hp, iter(hp_after_plays(position, plays))
    left = [next(after) if action["type"] in PLAYS else before for action in legal]
    return tuple(
        [
            choice if hp == before else OfferedAction(choice.action, choice.ask, hp)
            for choice, hp in zip(choices, left, strict=True)
        ]
    )


def _realm(realm: Realm, fallen: list[At]) -> Realm:
    fallen_here = frozenset([at["index"] for at in fallen if (at["player"], at["lane"]) == (realm.seat, realm.lane)])
    return realm._replace(fallen=fallen_here) if fallen_here else realm


def _hand(hand: OpenHand | Pile, fortress: FortressPreview) -> OpenHand | Pile:
    turns = fortress["mended"] == "bastion"
    if fortress["to"] == fortress["from"] and not fortress["fell"] and not turns:
        return hand
    forecast = Forecast(fortress["to"], fortress["fell"] or "", turns)
    return replace(hand, forecast=forecast) if isinstance(hand, Pile) else hand._replace(forecast=forecast)


def _outlook(model: Board, preview: Preview) -> Outlook | None:
    """Return the sum of it; None where nothing would happen."""
    owners = [creature["player"] for creature in preview["fallen"]]
    ours, theirs = (preview["fortresses"][seat] for seat in (model.near, model.far))
    if not owners and theirs["from"] == theirs["to"] and not theirs["fell"]:
        return None
    return Outlook(
        felled=owners.count(model.far),
        lost=owners.count(model.near),
        before=theirs["from"],
        after=theirs["to"],
        fell=theirs["fell"] or "",
        wins=preview["winner"] == model.near,
        mends=ours["mended"] is not None,
    )
