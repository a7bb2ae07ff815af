"""The two signature algorithms of access tokens: ES256 (RFC 7518 §3.4) and RS256 (§3.3)."""

from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256

PrivateKey = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

ECDSA_SHA256 = ec.ECDSA(SHA256())
HALF = 32  # bytes of each half of an ES256 signature
RSA_BITS = 2048


class VerifyingKey(Protocol):
    algorithm: str

    def verify(self, signature: bytes, signed: bytes) -> None:
        """Returns when the signature is right; `InvalidSignature` or `ValueError`."""


class SigningKey(VerifyingKey, Protocol):
    """A private key, which also verifies what it has signed."""

    private: Any

    def sign(self, data: bytes) -> bytes: ...


def verify_es256(key: ec.EllipticCurvePublicKey, signature: bytes, signed: bytes) -> None:
    """Raises `InvalidSignature`, `ValueError`."""
    if len(signature) != 2 * HALF:
        raise ValueError("not an ES256 signature")
    r, s = int.from_bytes(signature[:HALF]), int.from_bytes(signature[HALF:])
    key.verify(encode_dss_signature(r, s), signed, ECDSA_SHA256)


def verify_rs256(key: rsa.RSAPublicKey, signature: bytes, signed: bytes) -> None:
    """Raises `InvalidSignature`."""
    key.verify(signature, signed, padding.PKCS1v15(), SHA256())


class Es256:
    algorithm = "ES256"

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self._public = self.private.public_key()

    def sign(self, data: bytes) -> bytes:
        r, s = decode_dss_signature(self.private.sign(data, ECDSA_SHA256))
        return r.to_bytes(HALF) + s.to_bytes(HALF)

    def verify(self, signature: bytes, signed: bytes) -> None:
        verify_es256(self._public, signature, signed)


class Rs256:
    algorithm = "RS256"

    def __init__(self, private: rsa.RSAPrivateKey | None = None) -> None:
        self.private = private or rsa.generate_private_key(65537, RSA_BITS)
        self._public = self.private.public_key()

    def sign(self, data: bytes) -> bytes:
        return self.private.sign(data, padding.PKCS1v15(), SHA256())

    def verify(self, signature: bytes, signed: bytes) -> None:
        verify_rs256(self._public, signature, signed)


ALGORITHMS: dict[str, type[Es256] | type[Rs256]] = {"ES256": Es256, "RS256": Rs256}


def signing_key(private: Any) -> SigningKey:
    """The signing key of a stored private key."""
    if isinstance(private, ec.EllipticCurvePrivateKey):
        return Es256(private)
    return Rs256(private)
