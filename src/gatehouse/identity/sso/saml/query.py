"""Messages in a redirect address (bindings §3.4): decompression within limits, and verification of the
query's signature with the pinned certificates."""

import base64
import binascii
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import unquote_plus

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, PSS, PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512, HashAlgorithm
from cryptography.x509 import Certificate

from gatehouse.identity.sso.saml import certificates, xml
from gatehouse.identity.sso.saml.sending import RAW_DEFLATE, REQUEST, RESPONSE
from gatehouse.identity.sso.saml.signature import USE_SHA256, require_current_certificates
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace

_MORE: Final = "http://www.w3.org/2001/04/xmldsig-more#"
RSA: Final[dict[str, type[HashAlgorithm]]] = {
    f"{_MORE}rsa-sha256": SHA256,
    f"{_MORE}rsa-sha384": SHA384,
    f"{_MORE}rsa-sha512": SHA512,
}
_2007: Final = "http://www.w3.org/2007/05/xmldsig-more#"
# RSASSA-PSS without parameters (RFC 6931 §2.3.10): MGF1 with the same hash, and a salt of its length.
RSA_PSS: Final[dict[str, type[HashAlgorithm]]] = {
    f"{_2007}sha256-rsa-MGF1": SHA256,
    f"{_2007}sha384-rsa-MGF1": SHA384,
    f"{_2007}sha512-rsa-MGF1": SHA512,
}
ECDSA_: Final[dict[str, type[HashAlgorithm]]] = {
    f"{_MORE}ecdsa-sha256": SHA256,
    f"{_MORE}ecdsa-sha384": SHA384,
    f"{_MORE}ecdsa-sha512": SHA512,
}
NAMES: Final = (REQUEST, RESPONSE, "RelayState", "SigAlg", "Signature", "SAMLEncoding")
DEFLATE: Final = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"


class QueryRefused(ValueError):
    """No message can be read from the query; the error message says why."""


@dataclass(frozen=True, slots=True)
class SignedQuery:
    """`kind` is `SAMLRequest` or `SAMLResponse`; `signed` are the bytes that the signature covers."""

    kind: str
    text: bytes
    relay_state: str
    signed: bytes
    algorithm: str
    signature: bytes


def parse_signed_query(query: bytes) -> SignedQuery:
    """Parse the query. Raises `QueryRefused` when it repeats a parameter or the message exceeds the size
    limit."""
    raw = _split_raw_parameters(query)
    kinds = [kind for kind in (REQUEST, RESPONSE) if kind in raw]
    if len(kinds) != 1:
        raise QueryRefused("The address has no SAML message, or two")
    if _decode_parameter(raw, "SAMLEncoding") not in ("", DEFLATE):
        raise QueryRefused("The message is packed in a way that is not known")
    parts = [name for name in (kinds[0], "RelayState", "SigAlg") if name in raw]
    return SignedQuery(
        kind=kinds[0],
        text=_inflate_message(_decode_parameter(raw, kinds[0])),
        relay_state=_decode_parameter(raw, "RelayState"),
        signed="&".join(f"{name}={raw[name]}" for name in parts).encode(),
        algorithm=_decode_parameter(raw, "SigAlg"),
        signature=_decode_base64(_decode_parameter(raw, "Signature")),
    )


def verify_query(
    query: SignedQuery, pinned: Sequence[Certificate], now: datetime, trace: CheckTrace
) -> None:
    """Verify the signature of the query. Raises `SamlRefused` when no pinned certificate matches it."""
    if not query.signature:
        raise trace.record_failed(
            CheckName.SIGNATURE,
            "The message is not signed",
            mend="Let the identity provider sign its sign-out messages.",
        )
    if query.algorithm not in RSA | RSA_PSS | ECDSA_:
        raise trace.record_failed(
            CheckName.ALGORITHM,
            "The message is signed with an algorithm that is not accepted",
            came=query.algorithm,
            expected="RSA-SHA256",
            mend=USE_SHA256,
        )
    current = require_current_certificates(pinned, now, trace)
    for certificate in current:
        if _is_query_signature_valid(query, certificate.public_key()):
            shown = certificates.certificate_fingerprint(certificate)
            trace.record_passed(CheckName.SIGNATURE, "The signature of the address holds", shown)
            return
    raise trace.record_failed(
        CheckName.SIGNATURE,
        "The signature of the address does not hold for the connection's certificates",
        expected=", ".join(map(certificates.certificate_fingerprint, current)),
        mend="Compare the certificate of the connection with the one of the identity provider.",
    )


def _is_query_signature_valid(query: SignedQuery, key: Any) -> bool:
    try:
        if query.algorithm in RSA and isinstance(key, RSAPublicKey):
            key.verify(query.signature, query.signed, PKCS1v15(), RSA[query.algorithm]())
            return True
        if query.algorithm in RSA_PSS and isinstance(key, RSAPublicKey):
            digest = RSA_PSS[query.algorithm]()
            padding = PSS(mgf=MGF1(digest), salt_length=digest.digest_size)
            key.verify(query.signature, query.signed, padding, digest)
            return True
        if query.algorithm in ECDSA_ and isinstance(key, EllipticCurvePublicKey):
            # Two numbers of equal length, as in XML (RFC 4051 §2.3.6).
            middle = len(query.signature) // 2
            r, s = (
                int.from_bytes(part)
                for part in (query.signature[:middle], query.signature[middle:])
            )
            digest = ECDSA_[query.algorithm]()
            key.verify(encode_dss_signature(r, s), query.signed, ECDSA(digest))
            return True
    except (InvalidSignature, ValueError):
        return False
    return False


def _split_raw_parameters(query: bytes) -> dict[str, str]:
    """The parameters in their original encoding, because the signature covers exactly that."""
    found: dict[str, str] = {}
    try:
        pairs = [pair.partition("=") for pair in query.decode("ascii").split("&")]
    except UnicodeDecodeError:
        raise QueryRefused("The address is not in ASCII") from None
    for name, _, value in pairs:
        if name not in NAMES:
            continue
        if name in found:
            raise QueryRefused(f"The address has {name} twice")
        found[name] = value
    return found


def _decode_parameter(raw: dict[str, str], name: str) -> str:
    return unquote_plus(raw.get(name, ""))


def _decode_base64(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise QueryRefused("The message is not base64") from None


def _inflate_message(text: str) -> bytes:
    unpacker = zlib.decompressobj(RAW_DEFLATE)
    try:
        found = unpacker.decompress(_decode_base64(text), xml.MOST_BYTES + 1)
    except zlib.error:
        raise QueryRefused("The message cannot be unpacked") from None
    if len(found) > xml.MOST_BYTES or not unpacker.eof:
        raise QueryRefused("The message is larger than what is read, or cut off")
    return found
