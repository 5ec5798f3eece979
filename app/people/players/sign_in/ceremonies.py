"""The two ceremonies of WebAuthn, by the library: making a passkey and using one. Values in, values out.

Loaded with the first of them: the library and what it needs are 16 MB and 0.1 s, and many sites have no passkeys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import orjson
import structlog
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app.base.errors import AppError, Code
from app.people.players.sign_in.relying_party import RelyingParty

NAME = "Clash of Decks"
ATTACHMENT = "authenticatorAttachment"

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Made:
    """A passkey that was just made: the credential's id by base64url, its public key, and how often it has signed."""

    id: str
    public_key: bytes
    signed: int


def new_options(party: RelyingParty, handle: bytes, name: str, challenge: bytes, known: Iterable[str]) -> bytes:
    """Return the options for making a passkey, as JSON; authenticators that hold one of `known` make none."""
    options = generate_registration_options(
        rp_id=party.domain,
        rp_name=NAME,
        user_id=handle,
        user_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in known],
    )
    return options_to_json(options).encode()


def use_options(party: RelyingParty, challenge: bytes) -> bytes:
    """Return the options for using any passkey of this site, as JSON."""
    preferred = UserVerificationRequirement.PREFERRED
    return options_to_json(
        generate_authentication_options(rp_id=party.domain, challenge=challenge, user_verification=preferred)
    ).encode()


def challenge_in(credential: dict[str, object]) -> bytes:
    """Return the challenge that a browser claims to answer; AppError(passkey_refused)."""
    try:
        response = credential["response"]
        data = response["clientDataJSON"] if isinstance(response, dict) else ""
        return parse_client_data_json(base64url_to_bytes(str(data))).challenge
    except (WebAuthnException, KeyError, ValueError, TypeError) as error:
        raise AppError(Code.passkey_refused) from error


def check_new(party: RelyingParty, credential: dict[str, object], challenge: bytes) -> Made:
    """Return the passkey that a browser has made; AppError(passkey_refused)."""
    try:
        made = verify_registration_response(
            credential=_as_text(credential),
            expected_challenge=challenge,
            expected_rp_id=party.domain,
            expected_origin=party.origin,
        )
    except (WebAuthnException, KeyError, ValueError, TypeError) as error:
        raise AppError(Code.passkey_refused) from error
    return Made(bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count)


def check_use(
    party: RelyingParty, credential: dict[str, object], challenge: bytes, public_key: bytes, signed: int
) -> int:
    """Return the signature counter of a passkey if this is its signature; AppError(passkey_refused).

    A counter that stands still or goes back is noted only: passkeys that are shared by devices, or restored, have none
    that only grows. Each challenge is good once, so nothing can be played again.
    """
    try:
        used = verify_authentication_response(
            credential=_as_text(credential),
            expected_challenge=challenge,
            expected_rp_id=party.domain,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,  # compared here
        )
    except (WebAuthnException, KeyError, ValueError, TypeError) as error:
        raise AppError(Code.passkey_refused) from error
    if 0 < signed >= used.new_sign_count:
        log.warning("passkey_counter", before=signed, now=used.new_sign_count)
    return used.new_sign_count


def _as_text(credential: dict[str, object]) -> str:
    """Return a credential as the library reads it, without a hint of where the authenticator is, which nothing here
    needs: the library refuses one that it does not know, where a browser would ignore it (WebAuthn, 2.1.1)."""
    return orjson.dumps({name: value for name, value in credential.items() if name != ATTACHMENT}).decode()
