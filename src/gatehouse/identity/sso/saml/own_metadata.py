"""The service provider's metadata, for import at an identity provider."""

from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.x509 import Certificate
from lxml import etree

from gatehouse.identity.sso.saml import certificates, xml
from gatehouse.identity.sso.saml.encryption import OAEP_SHA1_MASK
from gatehouse.identity.sso.saml.request import POST, REDIRECT
from gatehouse.identity.sso.saml.xml import Element

PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"


@dataclass(frozen=True, slots=True)
class ServiceProvider:
    """`certificates`: the active one first; an upcoming one follows, so that both sides overlap."""

    entity_id: str
    acs_url: str
    certificates: Sequence[Certificate] = ()
    signs_requests: bool = False
    slo_url: str = ""


def write_metadata(provider: ServiceProvider) -> bytes:
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
            _add_key(role, use, certificate)
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


def _add_key(role: Element, use: str, certificate: Certificate) -> None:
    key = etree.SubElement(role, xml.qualified_name(xml.MD, "KeyDescriptor"), use=use)
    info = etree.SubElement(key, xml.qualified_name(xml.DS, "KeyInfo"))
    data = etree.SubElement(info, xml.qualified_name(xml.DS, "X509Data"))
    text = etree.SubElement(data, xml.qualified_name(xml.DS, "X509Certificate"))
    text.text = certificates.der_base64(certificate)
    if use == "encryption":
        for algorithm in (f"{xml.XENC11}aes256-gcm", f"{xml.XENC11}aes128-gcm", OAEP_SHA1_MASK):
            method = xml.qualified_name(xml.MD, "EncryptionMethod")
            etree.SubElement(key, method, Algorithm=algorithm)


def _format_boolean(value: bool) -> str:
    return "true" if value else "false"
