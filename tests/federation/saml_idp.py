"""A SAML identity provider that signs and encrypts with libxmlsec, nothing of ours in it."""

import base64
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from lxml import etree

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
DS = "http://www.w3.org/2000/09/xmldsig#"
NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
EMAIL_CLAIM = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"


@dataclass(frozen=True)
class Pair:
    private: Any
    certificate: x509.Certificate

    @property
    def private_pem(self) -> bytes:
        pem: bytes = self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return pem

    @property
    def certificate_pem(self) -> bytes:
        return self.certificate.public_bytes(Encoding.PEM)


@cache
def pair(
    name: str,
    *,
    kind: str = "rsa",
    days: int = 3650,
    starts: datetime = datetime(2025, 1, 1, tzinfo=UTC),
) -> Pair:
    """The same for the same name in one run."""
    private = (
        rsa.generate_private_key(65537, 2048)
        if kind == "rsa"
        else ec.generate_private_key(ec.SECP256R1())
    )
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(starts)
        .not_valid_after(starts + timedelta(days=days))
        .sign(private, SHA256())
    )
    return Pair(private, certificate)


@dataclass(frozen=True)
class Message:
    """What the identity provider is asked to say; each field can be made wrong on its own."""

    entity_id: str = "https://idp.acme.example/saml"
    acs_url: str = "https://login.gatehouse.example/auth/saml/callback"
    audience: str = "https://login.gatehouse.example/saml/acme"
    name_id: str = "alice@acme.example"
    name_id_format: str = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    request_id: str | None = "_request1"
    now: datetime = NOW
    response_id: str = "_response1"
    assertion_id: str = "_assertion1"
    attributes: dict[str, list[str]] = field(
        default_factory=lambda: {EMAIL_CLAIM: ["alice@acme.example"], "groups": ["Staff", "Admins"]}
    )
    lifetime: timedelta = timedelta(minutes=5)
    # Text to put in place of another in the finished XML, before it is signed.
    changes: tuple[tuple[str, str], ...] = ()

    def but(self, **changes: Any) -> "Message":
        return replace(self, **changes)

    def changed(self, old: str, new: str) -> "Message":
        return replace(self, changes=(*self.changes, (old, new)))


def response(message: Message) -> Any:
    """The unsigned response."""
    m = message
    answers = f' InResponseTo="{m.request_id}"' if m.request_id else ""
    since, until = _time(m.now - timedelta(minutes=1)), _time(m.now + m.lifetime)
    attributes = "".join(
        f'<saml:Attribute Name="{name}">'
        + "".join(f"<saml:AttributeValue>{each}</saml:AttributeValue>" for each in values)
        + "</saml:Attribute>"
        for name, values in m.attributes.items()
    )
    text = (
        f'<samlp:Response xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" ID="{m.response_id}" Version="2.0" '
        f'IssueInstant="{_time(m.now)}" Destination="{m.acs_url}"{answers}>'
        f"<saml:Issuer>{m.entity_id}</saml:Issuer>"
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
        f'<saml:Assertion ID="{m.assertion_id}" Version="2.0" IssueInstant="{_time(m.now)}">'
        f"<saml:Issuer>{m.entity_id}</saml:Issuer>"
        f'<saml:Subject><saml:NameID Format="{m.name_id_format}">{m.name_id}</saml:NameID>'
        '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">'
        f'<saml:SubjectConfirmationData NotOnOrAfter="{until}" Recipient="{m.acs_url}"{answers}/>'
        "</saml:SubjectConfirmation></saml:Subject>"
        f'<saml:Conditions NotBefore="{since}" NotOnOrAfter="{until}">'
        f"<saml:AudienceRestriction><saml:Audience>{m.audience}</saml:Audience></saml:AudienceRestriction>"
        "</saml:Conditions>"
        f'<saml:AuthnStatement AuthnInstant="{_time(m.now)}" SessionIndex="_session1">'
        "<saml:AuthnContext><saml:AuthnContextClassRef>"
        "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
        "</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>"
        f"<saml:AttributeStatement>{attributes}</saml:AttributeStatement>"
        "</saml:Assertion></samlp:Response>"
    )
    for old, new in m.changes:
        assert old in text, old
        text = text.replace(old, new)
    return etree.fromstring(text)


def signed(
    message: Message,
    key: Pair,
    *parts: str,
    method: Any = xmlsec.constants.TransformRsaSha256,
    digest: Any = xmlsec.constants.TransformSha256,
) -> Any:
    """`parts`: "Assertion", "Response"; the assertion when none is named."""
    root = response(message)
    for part in ("Assertion", "Response"):
        if part in (parts or ("Assertion",)):
            sign(
                root if part == "Response" else assertion_of(root),
                key,
                method=method,
                digest=digest,
            )
    return root


def sign(
    element: Any,
    key: Pair,
    *,
    method: Any = xmlsec.constants.TransformRsaSha256,
    digest: Any = xmlsec.constants.TransformSha256,
) -> None:
    template = xmlsec.template.create(element, xmlsec.constants.TransformExclC14N, method, ns="ds")
    element.insert(1, template)  # after the issuer
    reference = xmlsec.template.add_reference(template, digest, uri=f"#{element.get('ID')}")
    xmlsec.template.add_transform(reference, xmlsec.constants.TransformEnveloped)
    xmlsec.template.add_transform(reference, xmlsec.constants.TransformExclC14N)
    info = xmlsec.template.ensure_key_info(template)
    xmlsec.template.x509_data_add_certificate(xmlsec.template.add_x509_data(info))
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_memory(key.private_pem, xmlsec.constants.KeyDataFormatPem)
    context.key.load_cert_from_memory(key.certificate_pem, xmlsec.constants.KeyDataFormatPem)
    xmlsec.tree.add_ids(element.getroottree().getroot(), ["ID"])
    context.sign(template)


def signature_holds(root: Any, key: Pair) -> bool:
    """What a reader is told that only asks libxmlsec whether the first signature holds."""
    fresh = etree.fromstring(etree.tostring(root))
    xmlsec.tree.add_ids(fresh, ["ID"])
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_memory(key.certificate_pem, xmlsec.constants.KeyDataFormatCertPem)
    try:
        context.verify(next(fresh.iter(f"{{{DS}}}Signature")))
    except xmlsec.Error:
        return False
    return True


def encrypted(
    root: Any,
    certificate: x509.Certificate,
    *,
    content: Any = xmlsec.constants.TransformAes256Gcm,
    wrap: Any = xmlsec.constants.TransformRsaOaep,
    bits: int = 256,
) -> Any:
    """The same response, with its assertion encrypted for the owner of the certificate."""
    assertion = assertion_of(root)
    around = etree.Element(f"{{{SAML}}}EncryptedAssertion")
    assertion.getparent().replace(assertion, around)
    around.append(assertion)
    data = xmlsec.template.encrypted_data_create(
        around, content, type=xmlsec.constants.TypeEncElement, ns="xenc"
    )
    xmlsec.template.encrypted_data_ensure_cipher_value(data)
    info = xmlsec.template.encrypted_data_ensure_key_info(data, ns="ds")
    wrapped = xmlsec.template.add_encrypted_key(info, wrap)
    xmlsec.template.encrypted_data_ensure_cipher_value(wrapped)
    manager = xmlsec.KeysManager()
    pem = certificate.public_bytes(Encoding.PEM)
    manager.add_key(xmlsec.Key.from_memory(pem, xmlsec.constants.KeyDataFormatCertPem))
    context = xmlsec.EncryptionContext(manager)
    context.key = xmlsec.Key.generate(
        xmlsec.constants.KeyDataAes, bits, xmlsec.constants.KeyDataTypeSession
    )
    context.encrypt_xml(data, assertion)
    return root


def assertion_of(root: Any) -> Any:
    return root.find(f"{{{SAML}}}Assertion")


def encoded(root: Any) -> str:
    """As the browser posts it."""
    text = root if isinstance(root, bytes) else etree.tostring(root)
    return base64.b64encode(text).decode()


def metadata(
    entity_id: str, sign_in_url: str, *pairs: Pair, binding: str = "HTTP-Redirect"
) -> bytes:
    keys = "".join(
        '<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>'
        + base64.b64encode(each.certificate.public_bytes(Encoding.DER)).decode()
        + "</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
        for each in pairs
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><!-- from the console -->'
        f'<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="{DS}" '
        f'entityID="{entity_id}"><md:IDPSSODescriptor protocolSupportEnumeration="{SAMLP}">{keys}'
        "<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>"
        f'<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:{binding}" '
        f'Location="{sign_in_url}"/></md:IDPSSODescriptor></md:EntityDescriptor>'
    ).encode()


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
