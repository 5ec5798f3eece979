"""The icon of a designed card in its notation: in designs, and in the matches and records that were played with them.

Revision ID: 0026
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_designs = sa.table(
    "designs",
    sa.column("id", sa.String),
    sa.column("player_id", sa.String),
    sa.column("icon", sa.String),
    sa.column("card", sa.LargeBinary),
    sa.column("updated_at", sa.Double),
)
_matches = sa.table(
    "matches",
    sa.column("id", sa.String),
    sa.column("seat_a", sa.String),
    sa.column("seat_b", sa.String),
    sa.column("options", sa.LargeBinary),
)
_actions = sa.table(
    "actions",
    sa.column("match_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("seat", sa.String),
    sa.column("action", sa.LargeBinary),
)
_snapshots = sa.table("snapshots", sa.column("match_id", sa.String))
_analyses = sa.table("analyses", sa.column("match_id", sa.String))
_records = sa.table(
    "records", sa.column("id", sa.String), sa.column("player_id", sa.String), sa.column("record", sa.LargeBinary)
)

Card = dict[str, object]
Change = Callable[[Card], Card]
"""Returns another form of a designed card, or the same."""


def upgrade() -> None:
    """Put the icons into the cards."""
    connection = op.get_bind()
    for player in connection.execute(sa.select(_designs.c.player_id).distinct()).scalars().all():
        named = _name_icons(connection, player)
        for seat, column in (("A", _matches.c.seat_a), ("B", _matches.c.seat_b)):
            _change_matches(connection, column == player, {seat: named})
        _change_records(connection, _records.c.player_id == player, named)
    op.drop_column("designs", "icon")


def downgrade() -> None:
    """Take them out again."""
    op.add_column("designs", sa.Column("icon", sa.String(60), nullable=False, server_default=""))
    connection = op.get_bind()
    for row in connection.execute(sa.select(_designs.c.id, _designs.c.card)).all():
        card = json.loads(bytes(row.card))
        values = {"icon": card.get("icon", ""), "card": _text(_without(card))}
        connection.execute(sa.update(_designs).where(_designs.c.id == row.id).values(values))
    _change_matches(connection, sa.true(), {"A": _without, "B": _without})
    _change_records(connection, sa.true(), _without)


def _name_icons(connection: sa.Connection, player: str) -> Change:
    """Rewrite the designs of a player, and return what does the same for their cards elsewhere."""
    icons: dict[str, str] = {}
    of_player = sa.select(_designs).where(_designs.c.player_id == player).order_by(_designs.c.updated_at)
    for row in connection.execute(of_player).all():
        card = json.loads(bytes(row.card))
        if row.icon:
            icons[_name_of(card)] = row.icon
            one = _designs.c.id == row.id
            connection.execute(sa.update(_designs).where(one).values(card=_text({**card, "icon": row.icon})))
    return lambda card: {**card, "icon": icons[_name_of(card)]} if _name_of(card) in icons else card


def _name_of(card: Card) -> str:
    return json.dumps(card, sort_keys=True)


def _without(card: Card) -> Card:
    return {key: value for key, value in card.items() if key != "icon"}


def _text(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _changed(value: object, change: Change) -> object:
    """Return JSON with each designed card in it changed."""
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    if not isinstance(value, dict):
        return value
    if "abilities" in value and "name" in value:
        return change(value)
    return {key: _changed(each, change) for key, each in value.items()}


def _change_matches(connection: sa.Connection, which: sa.ColumnElement[bool], changes: dict[str, Change]) -> None:
    """Change the Champions of matches, one match at a time, by the seats of those who chose them."""
    found = connection.execute(sa.select(_matches.c.id, _matches.c.options).where(which)).all()
    for match_id, text in found:
        options = json.loads(bytes(text))
        position = options.get("position")
        if position:
            sides = {seat: _changed(position[seat], change) for seat, change in changes.items()}
            values = {"options": _text({**options, "position": {**position, **sides}})}
            connection.execute(sa.update(_matches).where(_matches.c.id == match_id).values(values))
        if options.get("champions"):
            _change_choices(connection, match_id, changes)
        if position or options.get("champions"):
            for made_again in (_snapshots, _analyses):
                connection.execute(sa.delete(made_again).where(made_again.c.match_id == match_id))


def _change_choices(connection: sa.Connection, match_id: str, changes: dict[str, Change]) -> None:
    for row in connection.execute(sa.select(_actions).where(_actions.c.match_id == match_id)).all():
        action = json.loads(bytes(row.action))
        if row.seat in changes and action.get("type") == "champion_choice":
            one = (_actions.c.match_id == match_id) & (_actions.c.seq == row.seq)
            text = _text(_changed(action, changes[row.seat]))
            connection.execute(sa.update(_actions).where(one).values(action=text))


def _change_records(connection: sa.Connection, which: sa.ColumnElement[bool], change: Change) -> None:
    """Change uploaded records, one at a time: all together may not fit into memory."""
    for record_id in connection.execute(sa.select(_records.c.id).where(which)).scalars().all():
        one = _records.c.id == record_id
        text = zlib.decompress(bytes(connection.execute(sa.select(_records.c.record).where(one)).scalar_one()))
        if b'"abilities"' in text:
            values = {"record": zlib.compress(_text(_changed(json.loads(text), change)))}
            connection.execute(sa.update(_records).where(one).values(values))
