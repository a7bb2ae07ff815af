"""Asks the identity provider to sign somebody in: an AuthnRequest, by redirect or by form."""

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
from gatehouse.identity.sso.saml.keys import OwnKey
from gatehouse.identity.sso.saml.xml import Element
from gatehouse.kit import crypto

POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
RAW_DEFLATE = -15


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
    """Where the browser goes (bindings §3.4). Signed over the query, since nothing of the XML is."""
    packer = zlib.compressobj(wbits=RAW_DEFLATE)
    packed = packer.compress(xml.text(_element(request))) + packer.flush()
    query = {"SAMLRequest": base64.b64encode(packed).decode(), "RelayState": relay_state}
    if key is not None:
        query["SigAlg"] = SignatureMethod.RSA_SHA256.value
    text = urlencode(query)
    if key is not None:
        signed = key.private.sign(text.encode(), PKCS1v15(), SHA256())
        text += "&" + urlencode({"Signature": base64.b64encode(signed).decode()})
    separator = "&" if urlsplit(request.destination).query else "?"
    return f"{request.destination}{separator}{text}"


def form_fields(request: AuthnRequest, relay_state: str, key: OwnKey | None) -> dict[str, str]:
    """What a form posts to the identity provider (bindings §3.5)."""
    element = _element(request)
    if key is not None:
        element = _signed(element, key)
    message = base64.b64encode(xml.text(element)).decode()
    return {"SAMLRequest": message, "RelayState": relay_state}


def _element(request: AuthnRequest) -> Element:
    root = etree.Element(
        xml.named(xml.SAMLP, "AuthnRequest"),
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
    etree.SubElement(root, xml.named(xml.SAML, "Issuer")).text = request.issuer
    policy = etree.SubElement(root, xml.named(xml.SAMLP, "NameIDPolicy"), AllowCreate="true")
    if request.name_id_format:
        policy.set("Format", request.name_id_format)
    return root


def _signed(element: Element, key: OwnKey) -> Element:
    # The signature's place is after the issuer (core §3.2.1).
    place = etree.Element(xml.named(xml.DS, "Signature"), Id="placeholder", nsmap={"ds": xml.DS})
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
