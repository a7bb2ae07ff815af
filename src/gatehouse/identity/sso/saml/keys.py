"""The service provider's own key, with the certificate that identity providers import."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

BITS = 2048
VALID_FOR = timedelta(days=3 * 365)


@dataclass(frozen=True, slots=True)
class OwnKey:
    private: rsa.RSAPrivateKey
    certificate: x509.Certificate

    def private_pem(self) -> bytes:
        return self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def new_key(name: str, now: datetime) -> OwnKey:
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


def load_key(private_pem: bytes, certificate_pem: bytes) -> OwnKey:
    """Load a key that `new_key` made. Skips the primality check: the stored key is sealed and was valid when
    made, and each check would block the process for as long as a hundred requests take."""
    private = load_pem_private_key(private_pem, password=None, unsafe_skip_rsa_key_validation=True)
    if not isinstance(private, rsa.RSAPrivateKey):
        raise ValueError("the key of the service provider is not RSA")
    return OwnKey(private, x509.load_pem_x509_certificate(certificate_pem))
