"""AuthnRequest to the identity provider, by redirect or by form."""

from dataclasses import dataclass
from datetime import datetime

from lxml import etree

from gatehouse.identity.sso.saml import sending, xml
from gatehouse.identity.sso.saml.keys import OwnKey
from gatehouse.identity.sso.saml.xml import Element
from gatehouse.kit import crypto

POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


@dataclass(frozen=True, slots=True)
class AuthnRequest:
    """`id` is the id that the response must name."""

    id: str
    destination: str
    issuer: str
    acs_url: str
    at: datetime
    force: bool = False
    name_id_format: str | None = None


def request_id_of(state: str) -> str:
    """Derive the request id from the state, so that the response is bound to it without storing anything.
    Begins with an underscore, because an XML id must not begin with a digit."""
    return f"_{crypto.derive_token(state, b'saml request')}"


def redirect_url(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> str:
    """The address to which the browser is sent."""
    return sending.redirect_address(
        request.destination, sending.REQUEST, _build_element(request), relay_state, key
    )


def form_fields(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> dict[str, str]:
    """The fields of a form that posts the request to the identity provider."""
    return sending.post_fields(sending.REQUEST, _build_element(request), relay_state, key)


def _build_element(request: AuthnRequest) -> Element:
    root = etree.Element(
        xml.qualified_name(xml.SAMLP, "AuthnRequest"),
        {
            "ID": request.id,
            "Version": "2.0",
            "IssueInstant": request.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "Destination": request.destination,
            "AssertionConsumerServiceURL": request.acs_url,
            "ProtocolBinding": POST,
        },
        nsmap={"samlp": xml.SAMLP, "saml": xml.SAML},
    )
    if request.force:
        root.set("ForceAuthn", "true")
    etree.SubElement(root, xml.qualified_name(xml.SAML, "Issuer")).text = request.issuer
    policy = etree.SubElement(
        root, xml.qualified_name(xml.SAMLP, "NameIDPolicy"), AllowCreate="true"
    )
    if request.name_id_format:
        policy.set("Format", request.name_id_format)
    return root
