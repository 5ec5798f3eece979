"""The key by which push services recognize this site (VAPID, RFC 8292): given, or made once into the data folder."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.settings import Settings, kept_secret

if TYPE_CHECKING:
    from py_vapid import Vapid

FILE: Final = "vapid.pem"
PLAIN: Final = {"no-strict": True}  # the library would refuse a site's address with a port


class VapidKey:
    """The site's key, read or made when it is first needed; the library is loaded then, too.

    `given`: the private key as PEM; without it the one in `folder` is used.
    """

    def __init__(self, folder: Path, given: str | None = None) -> None:
        self._path = folder / FILE
        self._given = given

    @cached_property
    def _key(self) -> Vapid:
        from py_vapid import Vapid

        key = Vapid.from_pem((self._given or kept_secret(self._path, _new_pem)).encode())
        key.conf = PLAIN
        return key

    @cached_property
    def public(self) -> str:
        """The public half as browsers take it (base64url of the point)."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid.utils import b64urlencode

        point = self._key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return str(b64urlencode(point))

    def headers(self, origin: str, site: str) -> dict[str, str]:
        """Return the headers that prove to the push service at `origin` that `site` sends."""
        signed: dict[str, str] = self._key.sign({"aud": origin, "sub": site})
        return signed


def site_key(settings: Settings) -> VapidKey:
    """Return the key of the site with these settings."""
    given = settings.vapid_key
    return VapidKey(settings.data_dir, given.get_secret_value() if given is not None else None)


def _new_pem() -> str:
    from py_vapid import Vapid

    key = Vapid()
    key.generate_keys()
    return bytes(key.private_pem()).decode()
