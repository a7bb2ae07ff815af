"""Certificates as administrators bring them: text of one or several, or what a browser made of a file."""

import base64
import binascii
import re
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

from gatehouse.identity.sso.connections.errors import BadCertificate

MOST = 5
LEAST_RSA_BITS = 2048
BLOCK = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Certificate:
    pem: str
    fingerprint: str
    not_before: datetime
    expires_at: datetime


def read_certificates(text: str) -> list[Certificate]:
    """PEM, its base64, or base64 of DER, which is how metadata has it. Each is there once.
    `BadCertificate`."""
    blocks = [block.encode() for block in BLOCK.findall(text)]
    if not blocks:
        blocks = _decoded(text)
    found = {one.fingerprint: one for one in map(_read, blocks)}
    if len(found) > MOST:
        raise BadCertificate(f"There can be at most {MOST} certificates", most=MOST)
    return list(found.values())


def _decoded(text: str) -> list[bytes]:
    try:
        plain = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadCertificate("This is no certificate in PEM or base64") from None
    inner = BLOCK.findall(plain.decode("latin-1"))
    return [block.encode() for block in inner] or [plain]


def _read(block: bytes) -> Certificate:
    try:
        is_pem = block.startswith(b"-----")
        found = (
            x509.load_pem_x509_certificate(block)
            if is_pem
            else x509.load_der_x509_certificate(block)
        )
        key = found.public_key()
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadCertificate("This is no certificate in PEM or base64") from None
    if not _is_strong(key):
        raise BadCertificate(
            f"The certificate's key is too weak: RSA has {LEAST_RSA_BITS} bits or more"
        )
    return Certificate(
        pem=found.public_bytes(Encoding.PEM).decode(),
        fingerprint=found.fingerprint(SHA256()).hex(),
        not_before=found.not_valid_before_utc,
        expires_at=found.not_valid_after_utc,
    )


def _is_strong(key: object) -> bool:
    if isinstance(key, RSAPublicKey):
        return key.key_size >= LEAST_RSA_BITS
    return isinstance(key, EllipticCurvePublicKey)
