"""The key by which push services recognize this site (VAPID, RFC 8292): given, or made once into the data folder."""

from __future__ import annotations

import base64
import time
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from app.base.kept_secret import kept_secret
from app.base.seconds import DAY
from app.base.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

FILE: Final = "vapid.pem"
VALID: Final = DAY  # seconds for which a signature holds: no service takes a longer one


class VapidKey:
    """The site's key, read or made when it is first needed; the libraries are loaded then, too.

    `given`: the private key as PEM; without it the one in `folder` is used.
    """

    def __init__(self, folder: Path, given: str | None = None) -> None:
        self._path = folder / FILE
        self._given = given

    @cached_property
    def _pem(self) -> str:
        return self._given or kept_secret(self._path, _new_pem)

    @cached_property
    def public(self) -> str:
        """The public half as browsers take it (base64url of the point)."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

        key = cast("EllipticCurvePrivateKey", load_pem_private_key(self._pem.encode(), None))
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def headers(self, origin: str, site: str) -> dict[str, str]:
        """Return the headers that prove to the push service at `origin` that `site` sends."""
        from joserfc import jwt
        from joserfc.jwk import ECKey

        claims = {"aud": origin, "exp": int(time.time()) + VALID, "sub": site}
        signed = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, ECKey.import_key(self._pem))
        return {"Authorization": f"vapid t={signed},k={self.public}"}


def site_key(settings: Settings) -> VapidKey:
    """Return the key of the site with these settings."""
    given = settings.vapid_key
    return VapidKey(settings.data_dir, given.get_secret_value() if given is not None else None)


def _new_pem() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
