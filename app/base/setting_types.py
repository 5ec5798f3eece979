"""Types of settings, each with what it must be: ValueError says it in one sentence that begins after the name."""

import importlib.util
import ipaddress
import re
from functools import partial
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, BeforeValidator, SecretStr

from app.base.version import VERSION

REDIS = ("redis", "rediss", "unix")
EVERYBODY = "*"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
NUMBERED = re.compile(r".+-(\d{1,9})")
"""A name that ends in a number, as those of a StatefulSet's pods do."""
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def _folder(value: Path) -> Path:
    if not value.is_dir():
        raise ValueError("must be a folder that there is")
    return value


def _number_in(value: object) -> object:
    named = NUMBERED.fullmatch(value.strip()) if isinstance(value, str) else None
    return named[1] if named else value


def _site_url(value: str) -> str:
    if not value:
        return value
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise ValueError("must look like https://clash.example, without a path")
    return f"{parts.scheme}://{parts.netloc}"


def _database_url(value: str) -> str:
    if not value:
        return value
    scheme, mark, rest = value.partition("://")
    if not mark or scheme.partition("+")[0] not in DRIVERS:
        raise ValueError("must begin with sqlite:// or postgresql://")
    driver = DRIVERS[scheme.partition("+")[0]]
    if driver != "sqlite":
        _needs("psycopg", "postgresql")
    return f"{driver}://{rest}"


def _redis_url(value: str) -> str:
    parts = _parts(value)
    if value and not (parts and parts.scheme in REDIS and (parts.path if parts.scheme == "unix" else parts.hostname)):
        raise ValueError("must look like redis://host:6379/0, rediss:// for TLS, or unix:///path/of/a/socket")
    if value:
        _needs("redis", "redis")
    return value


def _issuer(value: str) -> str:
    parts = _parts(value)
    if value and not (parts and parts.hostname and not parts.query and not parts.fragment and is_safe_link(parts)):
        raise ValueError("must look like https://login.school.example; http only for this machine itself")
    return value


def _scopes(value: str) -> str:
    if "openid" not in value.split():
        raise ValueError("must name the scope openid, and others after a space")
    return value


def _networks(value: str) -> str:
    for part in filter(None, map(str.strip, value.split(","))):
        if part != EVERYBODY and not _is_network(part):
            raise ValueError(
                f"{part!r} is neither an address nor a network such as 172.16.0.0/12; names are not looked up, "
                f"and {EVERYBODY} means everybody"
            )
    return value


def _long_enough(value: SecretStr, length: int) -> SecretStr:
    if len(value.get_secret_value()) < length:
        raise ValueError(f"must have at least {length} characters")
    return value


def _p256_key(value: SecretStr) -> SecretStr:
    if not _is_p256(value.get_secret_value()):
        raise ValueError("must be the private key of a P-256 pair as PEM, from `-----BEGIN` to `-----`")
    return value


def _parts(url: str) -> SplitResult | None:
    """Return the parts of a URL with its port; None for any other text."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def is_safe_link(parts: SplitResult) -> bool:
    """True if nobody in between can read or change what is sent to this URL: by https, or to this machine itself."""
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def _needs(package: str, extra: str) -> None:
    """ValueError: the package is not installed, which the installed site leaves out without this extra."""
    if importlib.util.find_spec(package) is None:
        wheel = f"clash_of_decks-{VERSION}-py3-none-any.whl[{extra}]"
        raise ValueError(f"needs the package {package}: install 'build/packages/{wheel}', which `make package` builds")


def _is_network(text: str) -> bool:
    """True if this is an address, or a network by its first address, as the server compares it."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _is_p256(pem: str) -> bool:
    """True if this is a private key of the curve that web push uses, without a password."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
    return isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1)


Folder = Annotated[Path, AfterValidator(_folder)]
NumberInName = Annotated[int, BeforeValidator(_number_in)]
SiteUrl = Annotated[str, AfterValidator(_site_url)]
DatabaseUrl = Annotated[str, AfterValidator(_database_url)]
RedisUrl = Annotated[str, AfterValidator(_redis_url)]
Issuer = Annotated[str, AfterValidator(_issuer)]
OidcScopes = Annotated[str, AfterValidator(_scopes)]
Networks = Annotated[str, AfterValidator(_networks)]
SecretOf16 = Annotated[SecretStr, AfterValidator(partial(_long_enough, length=16))]
SecretOf32 = Annotated[SecretStr, AfterValidator(partial(_long_enough, length=32))]
P256Key = Annotated[SecretStr, AfterValidator(_p256_key)]
