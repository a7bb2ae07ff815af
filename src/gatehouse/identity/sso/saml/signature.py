"""Verification of XML signatures with the pinned certificates. Returns only what was verified."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from lxml import etree
from signxml.algorithms import DigestAlgorithm, SignatureMethod
from signxml.exceptions import SignXMLException
from signxml.verifier import SignatureConfiguration, VerifyResult, XMLVerifier

from gatehouse.identity.sso.saml import certificates, xml
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace, SamlRefused
from gatehouse.identity.sso.saml.xml import Element

METHODS: Final = frozenset(
    {
        SignatureMethod.RSA_SHA256,
        SignatureMethod.RSA_SHA384,
        SignatureMethod.RSA_SHA512,
        SignatureMethod.SHA256_RSA_MGF1,
        SignatureMethod.SHA384_RSA_MGF1,
        SignatureMethod.SHA512_RSA_MGF1,
        SignatureMethod.ECDSA_SHA256,
        SignatureMethod.ECDSA_SHA384,
        SignatureMethod.ECDSA_SHA512,
    }
)
DIGESTS: Final = frozenset({DigestAlgorithm.SHA256, DigestAlgorithm.SHA384, DigestAlgorithm.SHA512})
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
CANONICAL: Final = frozenset({EXCLUSIVE, f"{EXCLUSIVE}WithComments"})
TRANSFORMS: Final = CANONICAL | {f"{xml.DS}enveloped-signature"}
# The exceptions that the libraries raise for crafted signatures.
NOT_VERIFIED = (
    SignXMLException,
    etree.LxmlError,
    UnsupportedAlgorithm,
    NotImplementedError,
    ValueError,
    TypeError,
)
USE_SHA256 = "Set the signature algorithm of the identity provider to RSA-SHA256."
SIGN_PLAINLY = "Let the identity provider sign the assertion in the usual way of SAML 2.0."


def find_signature(element: Element) -> Element | None:
    """The signature that is a direct child of the element; signatures elsewhere are ignored."""
    return xml.find_element(element, "ds:Signature")


def verify_signature(
    element: Element, pinned: Sequence[x509.Certificate], now: datetime, trace: CheckTrace
) -> Element:
    """The signed element, parsed from the bytes that the digest covers. Raises `SamlRefused` when no pinned
    certificate matches.

    The element is serialized as its own document first, so that a reference cannot resolve to anything else.
    Keys and certificates inside the message are ignored, except to report which one was used.
    """
    what = etree.QName(element).localname
    signature = find_signature(element)
    _check_signature_form(element, signature, trace)
    _check_signature_algorithms(signature, trace)
    current = require_current_certificates(pinned, now, trace)
    text = xml.serialize_element(element)
    for certificate in current:
        signed = _verify_with_certificate(text, certificate, now)
        if signed is None or signed.tag != element.tag or signed.get("ID") != element.get("ID"):
            continue
        shown = certificates.certificate_fingerprint(certificate)
        trace.record_passed(CheckName.SIGNATURE, f"The signature of the {what} is valid", shown)
        return signed
    raise _explain_mismatch(signature, what, current, trace)


def _verify_with_certificate(
    text: bytes, certificate: x509.Certificate, now: datetime
) -> Element | None:
    settings = SignatureConfiguration(
        location="./",
        signature_methods=METHODS,
        digest_algorithms=DIGESTS,
        ignore_ambiguous_key_info=True,
        verification_time=now,
    )
    try:
        result = XMLVerifier().verify(
            text,
            x509_cert=certificate,
            parser=xml.build_hardened_parser(),
            id_attribute="ID",
            expect_config=settings,
        )
    except NOT_VERIFIED:
        return None
    return result.signed_xml if isinstance(result, VerifyResult) else None


def _check_signature_form(element: Element, signature: Element, trace: CheckTrace) -> None:
    """Require one reference, to the element that contains the signature, with only the transforms that SAML
    allows (core §5.4)."""
    references = xml.find_all(signature, "ds:SignedInfo/ds:Reference")
    target = f"#{element.get('ID')}"
    transforms = [
        each.get("Algorithm", "")
        for each in xml.find_all(signature, "ds:SignedInfo/ds:Reference/ds:Transforms/ds:Transform")
    ]
    method = xml.find_element(signature, "ds:SignedInfo/ds:CanonicalizationMethod")
    problem = None
    if len(references) != 1 or not element.get("ID") or references[0].get("URI") != target:
        problem = "The signature does not reference the element that contains it"
    elif not set(transforms) <= TRANSFORMS or len(transforms) > len(set(transforms)):
        problem = "The signature uses a transform that SAML does not allow"
    elif (
        not CANONICAL & set(transforms)
        or method is None
        or method.get("Algorithm") not in CANONICAL
    ):
        problem = "The signature does not use exclusive canonicalization"
    elif xml.find_element(signature, "ds:Object") is not None:
        problem = "The signature carries an object"
    if problem:
        came = ", ".join([*(each.get("URI", "") for each in references), *transforms])
        raise trace.record_failed(
            CheckName.SIGNATURE, problem, came=came, expected=target, mend=SIGN_PLAINLY
        )


def _check_signature_algorithms(signature: Element, trace: CheckTrace) -> None:
    method = xml.find_element(signature, "ds:SignedInfo/ds:SignatureMethod")
    digest = xml.find_element(signature, "ds:SignedInfo/ds:Reference/ds:DigestMethod")
    came = [each.get("Algorithm", "") if each is not None else "" for each in (method, digest)]
    allowed = [{each.value for each in METHODS}, {each.value for each in DIGESTS}]
    for name, fine in zip(came, allowed, strict=True):
        if name not in fine:
            says = "The message is signed with an algorithm that is not accepted"
            raise trace.record_failed(
                CheckName.ALGORITHM, says, came=name, expected="RSA-SHA256", mend=USE_SHA256
            )
    trace.record_passed(
        CheckName.ALGORITHM, "The signature uses accepted algorithms", ", ".join(came)
    )


def require_current_certificates(
    pinned: Sequence[x509.Certificate], now: datetime, trace: CheckTrace
) -> list[x509.Certificate]:
    """The pinned certificates that are valid now. Raises `SamlRefused` when none is."""
    current = [each for each in pinned if certificates.is_certificate_current(each, now)]
    if current:
        return current
    since = min(
        (each.not_valid_before_utc for each in pinned if each.not_valid_before_utc > now),
        default=None,
    )
    if since:
        raise trace.record_failed(
            CheckName.CERTIFICATE,
            "The connection's certificate is not valid yet",
            came=since.isoformat(),
            expected=now.isoformat(),
            mend="Add a certificate of the identity provider that is valid now to the connection.",
            code="certificate_not_yet_valid",
        )
    until = max((each.not_valid_after_utc for each in pinned), default=None)
    says = (
        "The certificate of the connection is not valid now" if until else "No certificate is set"
    )
    raise trace.record_failed(
        CheckName.CERTIFICATE,
        says,
        came=until.isoformat() if until else None,
        mend="Add the identity provider's current certificate to the connection.",
    )


def _explain_mismatch(
    signature: Element, what: str, current: Sequence[x509.Certificate], trace: CheckTrace
) -> SamlRefused:
    """Explain whether the certificate or the content differs. The certificate in the message is used only for
    the report."""
    known = ", ".join(certificates.certificate_fingerprint(each) for each in current)
    text = xml.read_element_text(
        xml.find_element(signature, "ds:KeyInfo/ds:X509Data/ds:X509Certificate")
    )
    used = _parse_fingerprint(text) if text else None
    if used and used not in known:
        return trace.record_failed(
            CheckName.CERTIFICATE,
            f"The {what} was signed with a certificate that is not configured for this connection",
            came=used,
            expected=known,
            mend="If the identity provider changed its certificate, add the new one to the connection.",
        )
    return trace.record_failed(
        CheckName.SIGNATURE,
        f"The signature of the {what} does not match the connection's certificates",
        came=used,
        expected=known,
        mend="Compare the certificate of the connection with the one of the identity provider. If they "
        "are the same, the message was changed on its way.",
    )


def _parse_fingerprint(text: str) -> str | None:
    try:
        return certificates.certificate_fingerprint(certificates.parse_certificates(text)[0])
    except certificates.CertificateRefused:
        return None
