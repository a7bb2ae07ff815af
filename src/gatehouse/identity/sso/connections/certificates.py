"""Certificates of a connection, in the form of its database rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from gatehouse.identity.sso.connections.errors import BadCertificate
from gatehouse.identity.sso.saml import certificates
from gatehouse.identity.sso.saml.certificates import CertificateRefused

MOST = 10


@dataclass(frozen=True, slots=True)
class PinnedCertificate:
    pem: str
    fingerprint: str
    not_before: datetime
    expires_at: datetime


def read_certificates(text: str) -> list[PinnedCertificate]:
    """Parse one or several certificates without duplicates. Raises `BadCertificate` when the text cannot be
    parsed."""
    try:
        return rows_of(certificates.read_certificates(text))
    except CertificateRefused as refused:
        raise BadCertificate(str(refused)) from None


def rows_of(found: Iterable[x509.Certificate]) -> list[PinnedCertificate]:
    """Convert certificates to rows. Raises `BadCertificate` when there are too many."""
    rows = [
        PinnedCertificate(
            pem=certificates.to_pem(one),
            fingerprint=certificates.certificate_fingerprint(one),
            not_before=one.not_valid_before_utc,
            expires_at=one.not_valid_after_utc,
        )
        for one in found
    ]
    if len(rows) > MOST:
        raise BadCertificate(f"There can be at most {MOST} certificates", most=MOST)
    return rows
