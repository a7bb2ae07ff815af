"""SAML metadata: reads an identity provider's, and writes that of the service provider."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from cryptography.x509 import Certificate
from lxml import etree

from gatehouse.identity.sso.saml import certificates, xml
from gatehouse.identity.sso.saml.confirmation import parse_saml_time
from gatehouse.identity.sso.saml.encryption import OAEP_SHA1_MASK
from gatehouse.identity.sso.saml.sending import POST, REDIRECT
from gatehouse.identity.sso.saml.trace import printable_value
from gatehouse.identity.sso.saml.xml import Element

BINDINGS: Final = (REDIRECT, POST)
MOST_LENGTH = 2_000  # of a URL
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"


class MetadataRefused(ValueError):
    """The text is not metadata of one usable identity provider; the message says why."""


@dataclass(frozen=True, slots=True)
class SamlEndpoint:
    binding: str
    url: str


@dataclass(frozen=True, slots=True)
class IdpMetadata:
    """`certificates` has all signing certificates, so that an upcoming one is known before it is used."""

    entity_id: str
    sign_in: tuple[SamlEndpoint, ...]
    sign_out: tuple[SamlEndpoint, ...]
    certificates: tuple[Certificate, ...]
    name_id_formats: tuple[str, ...]
    wants_signed_requests: bool
    valid_until: datetime | None

    @property
    def redirect_endpoint(self) -> SamlEndpoint | None:
        """The sign-in endpoint for HTTP-Redirect, if there is one."""
        return next((each for each in self.sign_in if each.binding == REDIRECT), None)

    @property
    def sign_in_at(self) -> SamlEndpoint:
        """The preferred sign-in endpoint: HTTP-Redirect, or HTTP-POST if only that is offered."""
        return self.redirect_endpoint or self.sign_in[0]

    @property
    def sign_out_at(self) -> SamlEndpoint | None:
        """The preferred single logout endpoint: HTTP-Redirect if offered."""
        ordered = sorted(self.sign_out, key=lambda each: each.binding != REDIRECT)
        return next(iter(ordered), None)


def parse_idp_metadata(document: bytes | str, now: datetime) -> IdpMetadata:
    """Raises `MetadataRefused` unless it is the metadata of exactly one identity provider."""
    try:
        text = xml.decode_xml(document) if isinstance(document, bytes) else document
        root = xml.parse_xml(xml.strip_declaration(text).encode(), comments=True)
    except xml.XmlRefused as refused:
        raise MetadataRefused(str(refused)) from None
    entity = _get_idp_entity(root)
    entity_id = (entity.get("entityID") or "").strip()
    if not entity_id or len(entity_id) > 1024:
        raise MetadataRefused("The metadata does not contain an entity ID")
    until = _parse_valid_until(root, entity, now)
    role = xml.find_element(entity, "md:IDPSSODescriptor")
    return IdpMetadata(
        entity_id=entity_id,
        sign_in=_require_endpoints(_parse_endpoints(role, "SingleSignOnService")),
        sign_out=_parse_endpoints(role, "SingleLogoutService"),
        certificates=_parse_certificates(role),
        name_id_formats=_list_element_texts(xml.find_all(role, "md:NameIDFormat")),
        wants_signed_requests=role.get("WantAuthnRequestsSigned", "") in ("true", "1"),
        valid_until=until,
    )


def is_secure_url(url: str) -> bool:
    """Whether traffic to the URL is safe: https, or an address of this machine."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def require_secure_url(url: str) -> str:
    """Return the URL if a browser may be sent to it. Raises `MetadataRefused` otherwise."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
        parts = urlsplit("")
    plain = url.isascii() and url.isprintable() and not set(url) & set(" \"'<>\\")
    if (
        not (is_secure_url(url) and host and plain and port != 0)
        or "@" in parts.netloc
        or len(url) > MOST_LENGTH
    ):
        raise MetadataRefused("The sign-in URL must begin with https://")
    return url


def _get_idp_entity(root: Element) -> Element:
    entities = xml.find_in_tree(root, xml.qualified_name(xml.MD, "EntityDescriptor"))
    found = [each for each in entities if xml.find_element(each, "md:IDPSSODescriptor") is not None]
    if len(found) > 1:
        raise MetadataRefused(
            "The metadata describes several identity providers. Upload only the part for yours."
        )
    if not found:
        raise MetadataRefused("The metadata does not describe a SAML 2.0 identity provider")
    return found[0]


def _parse_valid_until(root: Element, entity: Element, now: datetime) -> datetime | None:
    texts = [each.get("validUntil") for each in (root, entity) if each.get("validUntil")]
    times: list[datetime] = []
    for text in texts:
        time = parse_saml_time(text)
        if time is None:
            raise MetadataRefused(
                f"validUntil of the metadata is malformed: {printable_value(text)}"
            )
        times.append(time)
    if any(each <= now for each in times):
        raise MetadataRefused("The metadata has expired. Download it again.")
    return min(times, default=None)


def _parse_endpoints(role: Element, name: str) -> tuple[SamlEndpoint, ...]:
    found = (
        SamlEndpoint(each.get("Binding"), require_secure_url(each.get("Location", "").strip()))
        for each in xml.find_all(role, f"md:{name}")
        if each.get("Binding") in BINDINGS
    )
    return tuple(dict.fromkeys(found))


def _require_endpoints(endpoints: tuple[SamlEndpoint, ...]) -> tuple[SamlEndpoint, ...]:
    if not endpoints:
        raise MetadataRefused(
            "The metadata does not contain a sign-in URL for HTTP-Redirect or HTTP-POST"
        )
    return endpoints


def _parse_certificates(role: Element) -> tuple[Certificate, ...]:
    """The certificates of keys for signing or without a stated use. Certificates that are not accepted are
    skipped if another one is accepted, because providers publish former keys too."""
    texts = dict.fromkeys(
        text
        for key in xml.find_all(role, "md:KeyDescriptor")
        if key.get("use", "signing") == "signing"
        for each in xml.find_all(key, "ds:KeyInfo/ds:X509Data/ds:X509Certificate")
        if (text := xml.read_element_text(each))
    )
    found: list[Certificate] = []
    refusals: list[str] = []
    for text in texts:
        try:
            found += certificates.parse_certificates(text)
        except certificates.CertificateRefused as refused:
            refusals.append(str(refused))
    if not found:
        raise MetadataRefused(
            refusals[0] if refusals else "The metadata does not contain a signing certificate"
        )
    return tuple(certificates.remove_duplicate_certificates(found))


def _list_element_texts(elements: Iterable[Element]) -> tuple[str, ...]:
    return tuple(text for each in elements if (text := xml.read_element_text(each)))


@dataclass(frozen=True, slots=True)
class ServiceProvider:
    """`certificates`: the active one first; an upcoming one follows, so that both sides overlap."""

    entity_id: str
    acs_url: str
    certificates: Sequence[Certificate] = ()
    signs_requests: bool = False
    slo_url: str = ""


def write_sp_metadata(provider: ServiceProvider) -> bytes:
    root = etree.Element(
        xml.qualified_name(xml.MD, "EntityDescriptor"),
        {"entityID": provider.entity_id},
        nsmap={"md": xml.MD, "ds": xml.DS},
    )
    role = etree.SubElement(
        root,
        xml.qualified_name(xml.MD, "SPSSODescriptor"),
        AuthnRequestsSigned=_format_boolean(provider.signs_requests),
        WantAssertionsSigned="true",
        protocolSupportEnumeration=xml.SAMLP,
    )
    for use in ("signing", "encryption"):
        for certificate in provider.certificates:
            _add_key_descriptor(role, use, certificate)
    for binding in (REDIRECT, POST) if provider.slo_url else ():
        name = xml.qualified_name(xml.MD, "SingleLogoutService")
        etree.SubElement(role, name, Binding=binding, Location=provider.slo_url)
    for name_id_format in (PERSISTENT, EMAIL_ADDRESS):
        etree.SubElement(role, xml.qualified_name(xml.MD, "NameIDFormat")).text = name_id_format
    etree.SubElement(
        role,
        xml.qualified_name(xml.MD, "AssertionConsumerService"),
        Binding=POST,
        Location=provider.acs_url,
        index="0",
        isDefault="true",
    )
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True))


def _add_key_descriptor(role: Element, use: str, certificate: Certificate) -> None:
    key = etree.SubElement(role, xml.qualified_name(xml.MD, "KeyDescriptor"), use=use)
    info = etree.SubElement(key, xml.qualified_name(xml.DS, "KeyInfo"))
    data = etree.SubElement(info, xml.qualified_name(xml.DS, "X509Data"))
    text = etree.SubElement(data, xml.qualified_name(xml.DS, "X509Certificate"))
    text.text = certificates.to_der_base64(certificate)
    if use == "encryption":
        for algorithm in (f"{xml.XENC11}aes256-gcm", f"{xml.XENC11}aes128-gcm", OAEP_SHA1_MASK):
            method = xml.qualified_name(xml.MD, "EncryptionMethod")
            etree.SubElement(key, method, Algorithm=algorithm)


def _format_boolean(value: bool) -> str:
    return "true" if value else "false"
