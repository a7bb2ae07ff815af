"""The two WebAuthn ceremonies: registration and authentication."""

from typing import Any
from uuid import UUID

import orjson
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from gatehouse.identity.factors.errors import WrongKey
from gatehouse.identity.webauthn.checks import check_key, refuse_frames
from gatehouse.identity.webauthn.models import RelyingParty, WebauthnCredential
from gatehouse.identity.webauthn.schemas import NewKey, UsedKey

TIMEOUT = 300_000  # milliseconds, the lifetime of the challenge
TRANSPORTS = {transport.value for transport in AuthenticatorTransport}


def to_create(
    party: RelyingParty,
    challenge: bytes,
    user_id: UUID,
    email: str,
    known: list[WebauthnCredential],
    *,
    passkey: bool,
) -> dict[str, Any]:
    """The options of `navigator.credentials.create`. A passkey is discoverable and verifies the user; an
    MFA factor need not."""
    selection = AuthenticatorSelectionCriteria(
        resident_key=ResidentKeyRequirement.REQUIRED
        if passkey
        else ResidentKeyRequirement.DISCOURAGED,
        require_resident_key=passkey,
        user_verification=_verification_requirement(passkey),
    )
    options = generate_registration_options(
        rp_id=party.id,
        rp_name=party.name,
        user_id=user_id.bytes,
        user_name=email,
        user_display_name=email,
        challenge=challenge,
        timeout=TIMEOUT,
        authenticator_selection=selection,
        exclude_credentials=_credential_descriptors(known),
    )
    return _to_plain_options(options)


def to_use(
    party: RelyingParty, challenge: bytes, allowed: list[WebauthnCredential], *, passkey: bool
) -> dict[str, Any]:
    """The options of `navigator.credentials.get`; an empty `allowed` permits any passkey of the site."""
    options = generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=TIMEOUT,
        allow_credentials=_credential_descriptors(allowed),
        user_verification=_verification_requirement(passkey),
    )
    return _to_plain_options(options)


def verify_new(
    party: RelyingParty, challenge: bytes, key: NewKey, *, passkey: bool
) -> VerifiedRegistration:
    """Verify a registration. Raises `WrongKey` for another challenge, origin or site, without user
    presence, or (passkey) without user verification."""
    try:
        refuse_frames(key.response.client_data_json)
        made = verify_registration_response(
            credential=key.as_credential(),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            require_user_verification=passkey,
        )
        check_key(made.credential_id, made.credential_public_key)
        return made
    except (WebAuthnException, ValueError, LookupError, TypeError):
        raise WrongKey("The answer of the key is not right") from None


def verify_used(
    party: RelyingParty,
    challenge: bytes,
    credential: WebauthnCredential,
    key: UsedKey,
    *,
    passkey: bool,
) -> VerifiedAuthentication:
    """Verify an authentication: like a registration, with the signature and a counter that must have
    grown."""
    try:
        refuse_frames(key.response.client_data_json)
        return verify_authentication_response(
            credential=key.as_credential(),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            credential_public_key=credential.public_key,
            credential_current_sign_count=credential.sign_count,
            require_user_verification=passkey,
        )
    except (WebAuthnException, ValueError, LookupError, TypeError):
        raise WrongKey("The answer of the key is not right") from None


def credential_id_of(key: UsedKey) -> bytes:
    """The credential id. Raises `WrongKey` for a malformed one."""
    try:
        return base64url_to_bytes(key.id)
    except ValueError:
        raise WrongKey("The answer of the key is not right") from None


def _verification_requirement(passkey: bool) -> UserVerificationRequirement:
    required, preferred = (
        UserVerificationRequirement.REQUIRED,
        UserVerificationRequirement.PREFERRED,
    )
    return required if passkey else preferred


def _credential_descriptors(known: list[WebauthnCredential]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor(
            id=one.credential_id,
            transports=[
                AuthenticatorTransport(name) for name in one.transports if name in TRANSPORTS
            ]
            or None,
        )
        for one in known
    ]


def _to_plain_options(options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = orjson.loads(options_to_json(options))
    return plain
