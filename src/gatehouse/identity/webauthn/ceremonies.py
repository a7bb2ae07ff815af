"""The two WebAuthn ceremonies: registration and authentication."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import orjson
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import parse_cbor
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
from gatehouse.identity.webauthn.models import RelyingParty, WebauthnCredential
from gatehouse.identity.webauthn.schemas import NewKey, UsedKey
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of

NOT_VERIFIED = "The security key could not be verified. Try again."
TIMEOUT = 300_000  # milliseconds, the lifetime of the challenge
TRANSPORTS = {transport.value for transport in AuthenticatorTransport}
MOST_ID_BYTES: Final = 1023  # WebAuthn Level 3 §7.1
KTY, ALG, CRV, X, Y = 1, 3, -1, -2, -3  # COSE labels (RFC 9052 §7, RFC 9053 §7)
N, E = -1, -2  # of RSA (RFC 8230 §4)
OKP, EC2, RSA = 1, 2, 3
# The algorithm goes with one curve (WebAuthn Level 3 §5.8.5).
CURVES: Final[dict[int, tuple[int, ec.EllipticCurve]]] = {
    -7: (1, ec.SECP256R1()),
    -35: (2, ec.SECP384R1()),
    -36: (3, ec.SECP521R1()),
}
EDDSA, ED25519 = -8, 6
RSA_ALGORITHMS: Final = {-257, -258, -259, -37, -38, -39, -65535}
LEAST_RSA_BITS, MOST_RSA_BITS = 2048, 8192


def build_creation_options(
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
        user_verification=_choose_user_verification(passkey),
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
        exclude_credentials=_build_credential_descriptors(known),
    )
    return _to_plain_options(options)


def build_request_options(
    party: RelyingParty, challenge: bytes, allowed: list[WebauthnCredential], *, passkey: bool
) -> dict[str, Any]:
    """The options of `navigator.credentials.get`; an empty `allowed` permits any passkey of the site."""
    options = generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=TIMEOUT,
        allow_credentials=_build_credential_descriptors(allowed),
        user_verification=_choose_user_verification(passkey),
    )
    return _to_plain_options(options)


def verify_registration(
    party: RelyingParty, challenge: bytes, key: NewKey, *, passkey: bool
) -> VerifiedRegistration:
    """Verify a registration. Raises `WrongKey` for another challenge, origin or site, without user
    presence, or (passkey) without user verification."""
    with _refuse_invalid_response():
        require_top_frame(key.response.client_data_json)
        made = verify_registration_response(
            credential=key.to_credential(),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            require_user_verification=passkey,
        )
        check_public_key(made.credential_id, made.credential_public_key)
    return made


def verify_authentication(
    party: RelyingParty,
    challenge: bytes,
    credential: WebauthnCredential,
    key: UsedKey,
    *,
    passkey: bool,
) -> VerifiedAuthentication:
    """Verify an authentication: like a registration, with the signature and a counter that must have
    grown."""
    with _refuse_invalid_response():
        require_top_frame(key.response.client_data_json)
        return verify_authentication_response(
            credential=key.to_credential(),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            credential_public_key=credential.public_key,
            credential_current_sign_count=credential.sign_count,
            require_user_verification=passkey,
        )


@contextmanager
def _refuse_invalid_response() -> Iterator[None]:
    try:
        yield
    except (WebAuthnException, ValueError, LookupError, TypeError):
        raise WrongKey(NOT_VERIFIED) from None


def decode_key_bytes(text: str) -> bytes:
    """Decode the credential id or the user handle of a response. Raises `WrongKey` when it is malformed."""
    try:
        return base64url_to_bytes(text)
    except ValueError:
        raise WrongKey(NOT_VERIFIED) from None


def _choose_user_verification(passkey: bool) -> UserVerificationRequirement:
    required, preferred = (
        UserVerificationRequirement.REQUIRED,
        UserVerificationRequirement.PREFERRED,
    )
    return required if passkey else preferred


def _build_credential_descriptors(
    known: list[WebauthnCredential],
) -> list[PublicKeyCredentialDescriptor]:
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


def require_top_frame(client_data: str) -> None:
    """Refuse responses from frames: our pages are in no frame of another site (WebAuthn Level 3 §7.1
    steps 10 and 11, §7.2 steps 13 and 14)."""
    said = orjson.loads(base64url_to_bytes(client_data))
    if (
        not isinstance(said, dict)
        or said.get("crossOrigin", False) is not False
        or "topOrigin" in said
    ):
        raise ValueError("The key was used in a frame of another site")


def check_public_key(credential_id: bytes, public_key: bytes) -> None:
    if len(credential_id) > MOST_ID_BYTES:
        raise ValueError("The id of the key is too long")
    key = parse_cbor(public_key)
    if not isinstance(key, dict):
        raise ValueError("The key is no COSE key")
    match key.get(KTY):
        case kty if kty == EC2:
            _check_ec_key(key)
        case kty if kty == RSA:
            _check_rsa_key(key)
        case kty if kty == OKP:
            _check_ed25519_key(key)
        case _:
            raise ValueError("The type of the key is unknown")


def _check_ec_key(key: dict[int, Any]) -> None:
    number, curve = CURVES.get(key.get(ALG, 0), (0, None))
    size = (curve.key_size + 7) // 8 if curve else 0
    x, y = _read_key_bytes(key, X), _read_key_bytes(key, Y)
    if curve is None or key.get(CRV) != number or len(x) != size or len(y) != size:
        raise ValueError("The curve does not go with the algorithm")
    ec.EllipticCurvePublicNumbers(int.from_bytes(x), int.from_bytes(y), curve).public_key()


def _check_ed25519_key(key: dict[int, Any]) -> None:
    if key.get(ALG) != EDDSA or key.get(CRV) != ED25519:
        raise ValueError("The curve does not go with the algorithm")
    ed25519.Ed25519PublicKey.from_public_bytes(_read_key_bytes(key, X))


def _check_rsa_key(key: dict[int, Any]) -> None:
    modulus, exponent = (
        int.from_bytes(_read_key_bytes(key, N)),
        int.from_bytes(_read_key_bytes(key, E)),
    )
    if key.get(ALG) not in RSA_ALGORITHMS:
        raise ValueError("The algorithm does not go with the key")
    if not LEAST_RSA_BITS <= modulus.bit_length() <= MOST_RSA_BITS:
        raise ValueError("The modulus is too short or too long")
    rsa.RSAPublicNumbers(exponent, modulus).public_key()


def _read_key_bytes(key: dict[int, Any], label: int) -> bytes:
    value = key.get(label)
    if not isinstance(value, bytes):
        raise ValueError("A part of the key is not bytes")
    return value


def build_relying_party(resources: Resources) -> RelyingParty:
    deployment = resources[Deployment]
    configuration = configuration_of(resources)
    name = brand_of(configuration, "loginBox").name
    domain = deployment.key_domain
    pages = [one for one in deployment.origins if _belongs_to_domain(one, domain)]
    apps = [origin for one in configuration.mobile_apps for origin in one.origins]
    return RelyingParty(domain, name, [*pages, *deployment.webauthn_apps, *apps])


def _belongs_to_domain(origin: str, domain: str) -> bool:
    """Whether the host is the key's domain or below it."""
    host = urlsplit(origin).hostname or ""
    return host == domain or host.endswith(f".{domain}")
