"""Asks the identity provider to sign somebody in: an AuthnRequest, by redirect or by form."""

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
    """`id` is what the answer must name."""

    id: str
    destination: str
    issuer: str
    acs_url: str
    at: datetime
    force: bool = False
    name_id_format: str | None = None


def request_id_of(state: str) -> str:
    """Follows from the state that goes with the request, so that the answer is bound to it and nothing has
    to be stored. Begins with an underscore, because an XML id begins with no digit."""
    return f"_{crypto.derive_token(state, b'saml request')}"


def redirect_url(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> str:
    """Where the browser goes."""
    return sending.redirect_address(
        request.destination, sending.REQUEST, _build_element(request), relay_state, key
    )


def form_fields(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> dict[str, str]:
    """What a form posts to the identity provider."""
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
