"""Every setting of the site, read once from environment variables that begin with CLASH_."""

import os
import re
import secrets
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, Self

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.base.kept_secret import kept_secret
from app.base.setting_types import (
    DRIVERS,
    DatabaseUrl,
    Folder,
    Issuer,
    Networks,
    NumberInName,
    OidcScopes,
    P256Key,
    RedisUrl,
    SecretOf16,
    SecretOf32,
    SiteUrl,
)

PREFIX = "CLASH_"
TEST_PREFIX = "CLASH_TEST_"  # read by the tests only, never by the site
SECRET_BYTES = 32
PASSWORD = re.compile(r"(://[^:/@]*:).*@")
"""The parts of a URL before its password and the password itself."""


class SettingsError(ValueError):
    """A setting is unknown or impossible; the text is one line per mistake, for the site host."""


class Settings(BaseSettings):
    """All settings with their defaults; a field `data_dir` is the variable CLASH_DATA_DIR."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    data_dir: Path = Field(Path("data"), description="Folder for the database and the secret.")
    database_url: DatabaseUrl = Field(
        "", description="Database, for example postgresql://user:password@host/name; empty: SQLite in the data folder."
    )
    locales: Folder | None = Field(
        None,
        description="Folder with more languages, laid out as `app/base/i18n/locales` (see CONTRIBUTING); empty: none.",
    )
    house_texts: Folder | None = Field(
        None,
        description="Folder with pages of your own, linked at the foot of each page: `imprint.md`, `privacy.md`, "
        "`house-rules.md`, `contact.md`, for one language `imprint.fr.md`; empty: `texts` in the data "
        "folder.",
    )
    redis_url: RedisUrl = Field(
        "", description="Redis, which connects several workers; empty: none, one worker needs none."
    )
    workers: int = Field(
        1,
        ge=1,
        le=1000,
        description="Number of workers among which the proxy divides the matches by their ids "
        "(docs/decisions/scale.md); 1: it does not.",
    )
    worker: NumberInName = Field(
        1,
        ge=1,
        le=1000,
        description="This worker's position in the proxy's list, or a name that ends in it, such as `game-2`.",
    )
    base_url: SiteUrl = Field(
        "",
        description="Address of the site, for example https://clash.example; empty: taken from each request.",
    )
    secret: SecretOf32 | None = Field(
        None,
        description="Key that signs cookies, at least 32 characters; empty: created once and kept in the data folder.",
    )
    trusted_proxies: Networks = Field(
        "127.0.0.1,::1",
        description="Addresses or networks, separated by commas, whose X-Forwarded-* headers are trusted; *: all.",
    )
    rate_limit: float = Field(1.0, ge=0, le=1000, description="Multiplies every rate limit; 0 switches them off.")
    connections_per_address: int = Field(
        500,
        ge=0,
        le=100_000,
        description="Connections that one address may hold open at a worker, trusted proxies excepted. 0: no limit.",
    )
    sockets_per_address: int = Field(
        200,
        ge=0,
        le=100_000,
        description="Open boards, lessons and streams (websockets) of one address at a worker. 0: no limit.",
    )
    head_seconds: float = Field(
        15.0, gt=0, le=600, description="Seconds within which a request's first line and headers must arrive."
    )
    body_seconds: float = Field(30.0, gt=0, le=3600, description="Seconds within which a request's body must arrive.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Lowest level that is logged.")
    log_format: Literal["text", "json"] = Field("text", description="Log for people (text) or for machines (json).")
    absence_grace_seconds: int = Field(
        120,
        ge=0,
        le=86400,
        description="Seconds that the player to act may be away before the opponent is offered the win or a draw; 0: "
        "never offered.",
    )
    bot_processes: int = Field(
        1, ge=1, le=64, description="Processes of each worker in which computer opponents think."
    )
    bot_pause_seconds: float = Field(
        1.2,
        ge=0,
        le=60,
        description="Shortest time in seconds that a computer opponent takes for an action while somebody watches.",
    )
    analysis: bool = Field(
        True,
        description="Analyse finished matches, and try the deals of coming days, in the background, when no computer "
        "opponent has to think.",
    )
    leaderboard: bool = Field(True, description="Show the players with the best ratings at /leaderboard.")
    keep_open_hours: int = Field(
        72, ge=0, le=87600, description="Hours after which a table that nobody has joined is deleted; 0: never."
    )
    keep_unfinished_days: int = Field(
        180,
        ge=0,
        le=36500,
        description="Days without a move after which an unfinished match is deleted, without a winner; 0: never.",
    )
    keep_finished_days: int = Field(
        0, ge=0, le=36500, description="Days after which a finished match and its replay are deleted; 0: never."
    )
    keep_uploads_days: int = Field(
        180,
        ge=0,
        le=36500,
        description="Days after which an uploaded record that nobody has opened since is deleted; 0: never.",
    )
    keep_guests_days: int = Field(
        42,
        ge=0,
        le=36500,
        description="Days after which a guest who has not come back, and has nothing stored (no match, deck, "
        "designed card, record, lesson, puzzle, passkey, recovery code, linked account or invitation), is "
        "deleted; 0: never.",
    )
    talk: Literal["words", "emotes", "off"] = Field(
        "words",
        description="Chat at a match: words between friends by link and among spectators, and emotes for everybody; "
        "emotes only; or nothing.",
    )
    keep_talk_days: int = Field(
        30, ge=0, le=36500, description="Days after which the chat of a match is deleted; 0: never."
    )
    keep_reports_days: int = Field(
        180,
        ge=0,
        le=36500,
        description="Days after which players' reports and entries of the moderators' log are deleted; 0: never.",
    )
    min_free_mb: int = Field(
        100,
        ge=0,
        le=1_000_000_000,
        description="Megabytes that must be free on the disk of a SQLite database for new tables to be opened; 0: not "
        "checked.",
    )
    invite_only: bool = Field(
        False,
        description="Only players with an invitation (created on the page /admin) may open tables and upload records; "
        "their friends may join.",
    )
    oidc_issuer: Issuer = Field(
        "",
        description="Issuer of the OpenID Connect provider with whose accounts players may sign in, for example "
        "https://login.school.example (docs/hosting/sign-in.md); empty: none.",
    )
    oidc_client_id: str = Field("", description="This site's client ID at the OpenID Connect provider.")
    oidc_secret: SecretStr | None = Field(
        None, description="This site's client secret there; empty: it is a public client, which has none."
    )
    oidc_name: str = Field(
        "", max_length=40, description="The provider's name on the button, for example the school's; empty: its host."
    )
    oidc_scopes: OidcScopes = Field("openid profile", description="Scopes that are requested of the provider.")
    oidc_only: bool = Field(
        False, description="Show the site only to those who have signed in with an account of the provider."
    )
    oidc_organizers: str = Field(
        "", description="Group at the provider whose members may open tournaments; empty: every player may."
    )
    oidc_groups: str = Field("groups", min_length=1, description="Claim of the ID token that lists a person's groups.")
    admin_token: SecretOf16 | None = Field(
        None, description="Password of the page /admin, at least 16 characters; empty: there is no such page."
    )
    vapid_key: P256Key | None = Field(
        None,
        description="Key by which push services recognize the site, the private half as PEM (P-256); empty: created "
        "once and kept in the data folder.",
    )
    push_services: str = Field(
        "fcm.googleapis.com,updates.push.services.mozilla.com,.notify.windows.com,.push.apple.com",
        description="Push services through which players may be notified while the site is closed, separated by "
        "commas: hosts (with a leading dot: all below it) or origins (only these may be in a private "
        "network); `none`: no notifications.",
    )
    webhooks: str = Field(
        "*",
        description="Hosts to which players and organizers may have messages sent (webhooks), separated by commas: `*` "
        "(any, by https, on the public internet), hosts (with a leading dot: all below it) or origins (only these may "
        "be in a private network); `none`: no such messages.",
    )
    metrics: bool = Field(True, description="Metrics for Prometheus at /metrics.")
    shutdown_grace_seconds: int = Field(
        10, ge=0, le=600, description="Seconds that running requests get to finish when the server is stopped."
    )
    dev: bool = Field(False, description="Reload templates, styles and scripts at each request, for work on the site.")

    @field_validator("worker")
    @classmethod
    def _check_worker(cls, value: int, info: ValidationInfo) -> int:
        total = info.data.get("workers", value)
        if value > total:
            raise ValueError(f"is {value}, but CLASH_WORKERS is {total}")
        return value

    @model_validator(mode="after")
    def _check_oidc(self) -> Self:
        if self.oidc_issuer and not self.oidc_client_id:
            raise ValueError("CLASH_OIDC_ISSUER needs CLASH_OIDC_CLIENT_ID")
        if not self.oidc_issuer and (self.oidc_client_id or self.oidc_only or self.oidc_organizers):
            raise ValueError("CLASH_OIDC_CLIENT_ID, CLASH_OIDC_ONLY and CLASH_OIDC_ORGANIZERS need CLASH_OIDC_ISSUER")
        return self

    @property
    def changed(self) -> dict[str, str]:
        """The settings that are not at their defaults, by the names of their variables; secrets are masked."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        return {
            PREFIX + name.upper(): PASSWORD.sub(r"\1***@", str(value))
            for name, value in sorted(given.items())
            if value != type(self).model_fields[name].default
        }

    @property
    def database(self) -> str:
        """SQLAlchemy's URL of the database, with the driver that the site brings."""
        return self.database_url or f"{DRIVERS['sqlite']}:///{self.data_dir.absolute() / 'clash.db'}"

    @property
    def shown_database(self) -> str:
        """The database as people read it: the file of SQLite, or the URL without its password."""
        return PASSWORD.sub(r"\1***@", self.database).removeprefix(f"{DRIVERS['sqlite']}:///")

    @property
    def secret_path(self) -> Path:
        """The file of the key that signs cookies, where no setting has it."""
        return self.data_dir / "secret"

    @property
    def has_secret(self) -> bool:
        """True if there is a key that signs cookies already."""
        return self.secret is not None or self.secret_path.exists()

    @cached_property
    def secret_key(self) -> str:
        """The key that signs cookies: CLASH_SECRET, or the one in the data folder, made there when there is none."""
        if self.secret is not None:
            return self.secret.get_secret_value()
        return kept_secret(self.secret_path, lambda: secrets.token_urlsafe(SECRET_BYTES))


def read_file(path: Path) -> None:
    """Take the environment's variables from a file of lines NAME=value, as systemd and Docker read it, before those
    that are set. SettingsError."""
    try:
        with path.open(encoding="utf-8") as lines:
            found = dotenv_values(stream=lines, interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise SettingsError(f"The settings in {path} cannot be read: {reason}.") from error
    if empty := [name for name, value in found.items() if value is None]:
        raise SettingsError(f"A line of {path} is not NAME=value: {empty[0]}.")
    os.environ.update({name: value for name, value in found.items() if value is not None})


def load(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings from the environment; SettingsError names every unknown or impossible variable."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    given = {name.upper() for name in environment if name.upper().startswith(PREFIX)}
    unknown = sorted(name for name in given - known if not name.startswith(TEST_PREFIX))
    if unknown:
        raise SettingsError(f"Unknown setting {', '.join(unknown)}: the known ones are {', '.join(sorted(known))}.")
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"{PREFIX}{str(e['loc'][0]).upper()}: {sentence}." if e["loc"] else f"{sentence}."
            for e in error.errors()
            for sentence in [e["msg"].removeprefix("Value error, ")]
        ]
        raise SettingsError("\n".join(lines)) from None
