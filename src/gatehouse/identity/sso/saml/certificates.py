"""Certificates that a connection pins, and the service provider's own key."""

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

PEM = re.compile(r"-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", re.DOTALL)
FEWEST_RSA_BITS = 2048
FEWEST_EC_BITS = 256
MOST_BYTES = 16 * 1024
BITS = 2048
VALID_FOR = timedelta(days=3 * 365)


class CertificateRefused(ValueError):
    """No certificate, or one whose key is too weak; the message says which."""


def parse_certificates(text: str) -> list[x509.Certificate]:
    """Every certificate of a text: PEM with or without its frame, one or several, and base64 of PEM, as
    some clients send it."""
    parts = PEM.findall(text) or PEM.findall(_unpack_base64(text)) or [text]
    return remove_duplicate_certificates(_parse_certificate(part) for part in parts)


def remove_duplicate_certificates(
    certificates: Iterable[x509.Certificate],
) -> list[x509.Certificate]:
    return list({certificate_fingerprint(each): each for each in certificates}.values())


def to_pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(Encoding.PEM).decode()


def to_der_base64(certificate: x509.Certificate) -> str:
    """The certificate in base64 of DER, as XML holds it."""
    return base64.b64encode(certificate.public_bytes(Encoding.DER)).decode()


def certificate_fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 in pairs of digits, as identity providers show it."""
    return certificate.fingerprint(SHA256()).hex(":").upper()


def is_certificate_current(certificate: x509.Certificate, now: datetime) -> bool:
    return certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc


def _unpack_base64(text: str) -> str:
    try:
        return base64.b64decode("".join(text.split()), validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""


def _parse_certificate(body: str) -> x509.Certificate:
    plain = "".join(body.split())
    if len(plain) > MOST_BYTES:
        raise CertificateRefused("The certificate is too large")
    try:
        certificate = x509.load_der_x509_certificate(base64.b64decode(plain, validate=True))
        key = certificate.public_key()
    except (binascii.Error, ValueError, TypeError, UnsupportedAlgorithm):
        raise CertificateRefused("This is not a certificate in PEM format") from None
    is_strong = (isinstance(key, RSAPublicKey) and key.key_size >= FEWEST_RSA_BITS) or (
        isinstance(key, EllipticCurvePublicKey) and key.key_size >= FEWEST_EC_BITS
    )
    if not is_strong:
        raise CertificateRefused(
            "The key of the certificate must be RSA with at least 2048 bits, or an elliptic curve with 256. "
            f"This one is weaker: {certificate_fingerprint(certificate)}"
        )
    return certificate


@dataclass(frozen=True, slots=True)
class OwnKey:
    private: rsa.RSAPrivateKey
    certificate: x509.Certificate

    def private_pem(self) -> bytes:
        return self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def generate_own_key(name: str, now: datetime) -> OwnKey:
    """Generate a key pair. Slow: as much CPU time as some hundred requests."""
    private = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + VALID_FOR)
        .sign(private, SHA256())
    )
    return OwnKey(private, certificate)


def load_own_key(private_pem: bytes, certificate_pem: bytes) -> OwnKey:
    """Load a key that `generate_own_key` made. Skips the primality check: the stored key is sealed and was
    valid when made, and each check would block the process for as long as a hundred requests take."""
    private = load_pem_private_key(private_pem, password=None, unsafe_skip_rsa_key_validation=True)
    if not isinstance(private, rsa.RSAPrivateKey):
        raise ValueError("the key of the service provider is not RSA")
    return OwnKey(private, x509.load_pem_x509_certificate(certificate_pem))
