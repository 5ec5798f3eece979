"""The tables of players, all of them guests: names, proofs of identity, preferences, blocked players."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.base.store.belongings import Values, ownership, player_column
from app.base.store.database import metadata
from app.people.players.player import NAME_LENGTH

LABEL_LENGTH = 60
DEVICE_LENGTH = 60
REASON_LENGTH = 200
CREDENTIAL_LENGTH = 1364  # of 1023 bytes, the most that WebAuthn allows
ISSUER_LENGTH = 500
SUBJECT_LENGTH = 255  # the most that OpenID Connect allows
PATH_LENGTH = 200

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    # SHA-256 of the API token; a browser's guest has none, its signed cookie names the id.
    sa.Column("token_hash", sa.LargeBinary(32), unique=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False, server_default="0", index=True),  # to the day
)

# A guest's preferences: JSON of those that differ from the defaults (preferences.py), and
# whether they have ever set one that pages know (preference_service.py).
preferences = sa.Table(
    "preferences",
    metadata,
    player_column("player_id", ownership(keeps_guest=False), primary_key=True),
    sa.Column("chosen", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)


def _device(row: Values) -> Values:
    return {name: row[name] for name in ("device", "created_at", "seen_at")}


# A guest's browsers: a cookie names one of these, signed. Without the row the cookie is worth nothing.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    player_column("player_id", ownership(keeps_guest=False, export=_device), index=True),
    sa.Column("device", sa.String(DEVICE_LENGTH), nullable=False),  # "Firefox, Android"; empty where unknown
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False, index=True),  # to the day
)


def _passkey(row: Values) -> Values:
    return {name: row[name] for name in ("id", "device", "created_at", "used_at")}


passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(CREDENTIAL_LENGTH), primary_key=True),  # the credential's, by base64url
    player_column("player_id", ownership(export=_passkey), index=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),  # COSE
    sa.Column("signed", sa.BigInteger, nullable=False),  # the authenticator's counter; 0 where it has none
    sa.Column("device", sa.String(DEVICE_LENGTH), nullable=False),  # where it was made
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("used_at", sa.Double, nullable=False),
)


def _provider_account(row: Values) -> Values:
    return {name: row[name] for name in ("issuer", "subject", "organizer", "created_at", "used_at")}


# The account at the site's OpenID Connect provider with which a guest signs in, by what never changes of it.
provider_accounts = sa.Table(
    "provider_accounts",
    metadata,
    sa.Column("issuer", sa.String(ISSUER_LENGTH), primary_key=True),
    sa.Column("subject", sa.String(SUBJECT_LENGTH), primary_key=True),
    player_column("player_id", ownership(export=_provider_account), index=True),
    sa.Column("organizer", sa.Boolean, nullable=False),  # in the group that may open tournaments, at the last sign-in
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("used_at", sa.Double, nullable=False),  # the last sign-in
    sa.UniqueConstraint("issuer", "player_id"),
)

# Sign-ins on their way to the provider and back: each works once, within minutes, in the browser that began it.
started_sign_ins = sa.Table(
    "started_sign_ins",
    metadata,
    sa.Column("state_hash", sa.LargeBinary(32), primary_key=True),  # SHA-256
    sa.Column("browser_hash", sa.LargeBinary(32), nullable=False),  # SHA-256 of the browser's cookie
    # The guest who gets the account; null: the person who signs in becomes the guest of the account.
    player_column("player_id", ownership(keeps_guest=False, export=None), nullable=True, index=True),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("verifier", sa.String(64), nullable=False),
    sa.Column("path", sa.String(PATH_LENGTH), nullable=False),  # the page that is shown afterwards
    sa.Column("expires_at", sa.Double, nullable=False, index=True),
)

recovery_codes = sa.Table(
    "recovery_codes",
    metadata,
    player_column("player_id", ownership(), primary_key=True),
    sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),  # SHA-256; the code is shown once
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("used_at", sa.Double),
)

# Single uses within some minutes: answer a challenge, sign in with a proof.
tickets = sa.Table(
    "tickets",
    metadata,
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),  # SHA-256 of the ticket
    sa.Column("purpose", sa.String(16), nullable=False),
    player_column("player_id", ownership(keeps_guest=False, export=None), nullable=True, index=True),
    sa.Column("expires_at", sa.Double, nullable=False, index=True),
)

# Bot accounts, and the guest who made each on the page "Build a bot"; NULL if the program made it.
bot_accounts = sa.Table(
    "bot_accounts",
    metadata,
    player_column("player_id", ownership(keeps_guest=False, may_repeat=True, export=None), primary_key=True),
    player_column("owner_id", ownership(on_delete="unset", may_repeat=True), index=True),
    sa.Column("created_at", sa.Double, nullable=False),
)


def is_program(player_id: sa.ColumnElement[str]) -> sa.Label[bool]:
    """True if the guest of this column is a bot account, as the column `program` of a query."""
    return sa.exists().where(bot_accounts.c.player_id == player_id).label("program")


def current_name(player_id: sa.ColumnElement[str], stored: sa.Column[str]) -> sa.Label[str]:
    """Return the present name of the guest of this column, under the name of the column that has the one of when the
    row was made: for a guest who has been deleted, and where there was none, that one."""
    now = sa.select(players.c.name).where(players.c.id == player_id).scalar_subquery()
    return sa.func.coalesce(now, stored).label(stored.name)


def with_current_name(stored: sa.Column[str]) -> sa.Select[Any]:
    """Return the query of a table with `player_id` and a column for the name, which has the present one."""
    table = stored.table
    others = [column for column in table.c if column is not stored]
    return sa.select(*others, current_name(table.c.player_id, stored))


def _token(row: Values) -> Values:
    return {name: row[name] for name in ("label", "scopes", "created_at", "used_at")}


# Bans ("ban") and mutes ("mute") by the site: of a player, or of a network by its first address and its width.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    player_column("player_id", ownership(keeps_guest=False), nullable=True, index=True),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("network", sa.String(43)),
    sa.Column("reason", sa.String(REASON_LENGTH), nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("ends_at", sa.Double, index=True),  # null: until it is lifted
)

# Tokens in addition to the one that a guest of the API gets: what a program may do as this guest (tokens.py).
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    player_column("player_id", ownership(keeps_guest=False, may_repeat=True, export=None), index=True),
    player_column(  # its maker, who may end it: the guest, or the owner of the bot account
        "maker_id", ownership(keeps_guest=False, may_repeat=True, export=_token), index=True
    ),
    sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),  # SHA-256; the token is shown once
    sa.Column("label", sa.String(LABEL_LENGTH), nullable=False),
    sa.Column("scopes", sa.String(60), nullable=False),  # by commas
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("used_at", sa.Double, nullable=False),  # to the day
)

# The answers to calls that may be sent again (repeated_calls.py), for a day; `hash`: of the proof, the path and
# the key.
repeated_calls = sa.Table(
    "repeated_calls",
    metadata,
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("body", sa.LargeBinary(32), nullable=False),  # SHA-256 of what was sent
    sa.Column("answer", sa.Text),  # null: not yet
    sa.Column("at", sa.Double, nullable=False, index=True),
)

invites = sa.Table(
    "invites",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),  # SHA-256; the code is shown once
    sa.Column("label", sa.String(LABEL_LENGTH), nullable=False),
    sa.Column("uses_left", sa.Integer, nullable=False),
    sa.Column("expires_at", sa.Double, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
)

# Guests who have accepted an invitation may open tables until it is withdrawn.
invited = sa.Table(
    "invited",
    metadata,
    player_column("player_id", ownership(), primary_key=True),
    sa.Column("invite_id", sa.ForeignKey("invites.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Double, nullable=False),
)

# Blocked players; `name` is the blocked player's at that time.
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    player_column("player_id", ownership()),
    player_column("blocked_id", ownership(keeps_guest=False, export=None), index=True),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.UniqueConstraint("player_id", "blocked_id"),
)

# Friends: one row for each direction, and only players with both rows see anything of it.
friendships = sa.Table(
    "friendships",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, info=ownership()),
    sa.Column(
        "friend_id",
        sa.ForeignKey("players.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
        info=ownership(export=None),
    ),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),  # the friend's at that time
    sa.Column("at", sa.Double, nullable=False),
    sa.UniqueConstraint("player_id", "friend_id"),
)
