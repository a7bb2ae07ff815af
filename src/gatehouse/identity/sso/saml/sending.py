"""Outgoing messages to the identity provider, in a redirect address or in a form."""

import base64
import zlib
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode, urlsplit

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree
from signxml.algorithms import CanonicalizationMethod, DigestAlgorithm, SignatureMethod
from signxml.signer import XMLSigner

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.certificates import OwnKey
from gatehouse.identity.sso.saml.xml import Element
from gatehouse.kit import crypto

REQUEST, RESPONSE = "SAMLRequest", "SAMLResponse"
RAW_DEFLATE = -15
POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


def build_redirect_address(
    destination: str, kind: str, element: Element, relay_state: str, key: OwnKey | None
) -> str:
    """The address for the browser (bindings §3.4). The query is signed, because the XML is not."""
    packer = zlib.compressobj(wbits=RAW_DEFLATE)
    packed = packer.compress(xml.serialize_xml(element)) + packer.flush()
    query = {kind: base64.b64encode(packed).decode()}
    if relay_state or kind == REQUEST:
        query["RelayState"] = relay_state
    if key is not None:
        query["SigAlg"] = SignatureMethod.RSA_SHA256.value
    text = urlencode(query)
    if key is not None:
        signed = key.private.sign(text.encode(), PKCS1v15(), SHA256())
        text += "&" + urlencode({"Signature": base64.b64encode(signed).decode()})
    separator = "&" if urlsplit(destination).query else "?"
    return f"{destination}{separator}{text}"


def build_post_fields(
    kind: str, element: Element, relay_state: str, key: OwnKey | None
) -> dict[str, str]:
    """The fields of a form that posts the message to the identity provider (bindings §3.5)."""
    if key is not None:
        element = _sign_element(element, key)
    message = base64.b64encode(xml.serialize_xml(element)).decode()
    return {kind: message, **({"RelayState": relay_state} if relay_state else {})}


def _sign_element(element: Element, key: OwnKey) -> Element:
    # The signature must follow the issuer (core §3.2.1).
    place = etree.Element(
        xml.qualified_name(xml.DS, "Signature"), Id="placeholder", nsmap={"ds": xml.DS}
    )
    element.insert(1, place)
    signer = XMLSigner(
        signature_algorithm=SignatureMethod.RSA_SHA256,
        digest_algorithm=DigestAlgorithm.SHA256,
        c14n_algorithm=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0,
    )
    return signer.sign(
        element,
        key=key.private,
        cert=key.certificate.public_bytes(Encoding.PEM).decode(),
        reference_uri=f"#{element.get('ID')}",
        id_attribute="ID",
    )


@dataclass(frozen=True, slots=True)
class AuthnRequest:
    """`id` is the id that the response must name."""

    id: str
    destination: str
    issuer: str
    acs_url: str
    at: datetime


def derive_request_id(state: str) -> str:
    """Derive the request id from the state, so that the response is bound to it without storing anything.
    Begins with an underscore, because an XML id must not begin with a digit."""
    return f"_{crypto.derive_token(state, b'saml request')}"


def build_authn_redirect(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> str:
    """The address to which the browser is sent."""
    return build_redirect_address(
        request.destination, REQUEST, _build_authn_element(request), relay_state, key
    )


def build_authn_form(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> dict[str, str]:
    """The fields of a form that posts the request to the identity provider."""
    return build_post_fields(REQUEST, _build_authn_element(request), relay_state, key)


def _build_authn_element(request: AuthnRequest) -> Element:
    root = build_message_root(
        "AuthnRequest",
        request.id,
        request.destination,
        request.issuer,
        request.at,
        AssertionConsumerServiceURL=request.acs_url,
        ProtocolBinding=POST,
    )
    policy = xml.qualified_name(xml.SAMLP, "NameIDPolicy")
    etree.SubElement(root, policy, AllowCreate="true")
    return root


def build_message_root(
    name: str, message_id: str, destination: str, issuer: str, at: datetime, **attributes: str
) -> Element:
    """The root of a message with its issuer. `message_id` must not begin with a digit."""
    root = etree.Element(
        xml.qualified_name(xml.SAMLP, name),
        {
            "ID": message_id,
            "Version": "2.0",
            "IssueInstant": format_saml_time(at),
            "Destination": destination,
            **attributes,
        },
        nsmap={"samlp": xml.SAMLP, "saml": xml.SAML},
    )
    etree.SubElement(root, xml.qualified_name(xml.SAML, "Issuer")).text = issuer
    return root


def format_saml_time(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
