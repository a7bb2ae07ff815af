"""Checks that the library does not make: where a key was used, and whether it can ever verify a
signature. Each check raises `ValueError`."""

from typing import Any, Final

import orjson
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from webauthn import base64url_to_bytes
from webauthn.helpers import parse_cbor

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


def refuse_frames(client_data: str) -> None:
    """Refuse responses from frames: our pages are in no frame of another site (WebAuthn Level 3 §7.1
    steps 10 and 11, §7.2 steps 13 and 14)."""
    said = orjson.loads(base64url_to_bytes(client_data))
    if (
        not isinstance(said, dict)
        or said.get("crossOrigin", False) is not False
        or "topOrigin" in said
    ):
        raise ValueError("The key was used in a frame of another site")


def check_key(credential_id: bytes, public_key: bytes) -> None:
    if len(credential_id) > MOST_ID_BYTES:
        raise ValueError("The id of the key is too long")
    key = parse_cbor(public_key)
    if not isinstance(key, dict):
        raise ValueError("The key is no COSE key")
    match key.get(KTY):
        case kty if kty == EC2:
            _check_curve(key)
        case kty if kty == RSA:
            _check_rsa(key)
        case kty if kty == OKP:
            _check_okp(key)
        case _:
            raise ValueError("The type of the key is unknown")


def _check_curve(key: dict[int, Any]) -> None:
    number, curve = CURVES.get(key.get(ALG, 0), (0, None))
    size = (curve.key_size + 7) // 8 if curve else 0
    x, y = _decode_bytes(key, X), _decode_bytes(key, Y)
    if curve is None or key.get(CRV) != number or len(x) != size or len(y) != size:
        raise ValueError("The curve does not go with the algorithm")
    ec.EllipticCurvePublicNumbers(int.from_bytes(x), int.from_bytes(y), curve).public_key()


def _check_okp(key: dict[int, Any]) -> None:
    if key.get(ALG) != EDDSA or key.get(CRV) != ED25519:
        raise ValueError("The curve does not go with the algorithm")
    ed25519.Ed25519PublicKey.from_public_bytes(_decode_bytes(key, X))


def _check_rsa(key: dict[int, Any]) -> None:
    modulus, exponent = int.from_bytes(_decode_bytes(key, N)), int.from_bytes(_decode_bytes(key, E))
    if key.get(ALG) not in RSA_ALGORITHMS:
        raise ValueError("The algorithm does not go with the key")
    if not LEAST_RSA_BITS <= modulus.bit_length() <= MOST_RSA_BITS:
        raise ValueError("The modulus is too short or too long")
    rsa.RSAPublicNumbers(exponent, modulus).public_key()


def _decode_bytes(key: dict[int, Any], label: int) -> bytes:
    value = key.get(label)
    if not isinstance(value, bytes):
        raise ValueError("A part of the key is not bytes")
    return value
