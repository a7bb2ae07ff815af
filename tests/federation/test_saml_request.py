"""Requests to identity providers; libxmlsec and plain cryptography verify what we signed."""

import base64
import zlib
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from lxml import etree

from gatehouse.identity.sso.saml import sending
from gatehouse.identity.sso.saml.certificates import generate_own_key, load_own_key
from tests.federation.saml_idp import NOW, Pair, signature_holds

REQUEST = sending.AuthnRequest(
    id="_request1",
    destination="https://idp.acme.example/sso?tenant=1",
    issuer="https://login.gatehouse.example/saml/acme",
    acs_url="https://login.gatehouse.example/acs",
    at=NOW,
)
KEY = generate_own_key("login.gatehouse.example", NOW)
PAIR = Pair(KEY.private, KEY.certificate)
STATE = "state & more=ü"


def unpacked(url: str) -> tuple[dict[str, list[str]], Any]:
    query = parse_qs(urlsplit(url).query)
    return query, etree.fromstring(zlib.decompress(base64.b64decode(query["SAMLRequest"][0]), -15))


def test_a_redirect_carries_request_and_state():
    url = sending.build_authn_redirect(REQUEST, STATE, None)
    assert url.startswith("https://idp.acme.example/sso?tenant=1&SAMLRequest=")
    query, root = unpacked(url)
    assert query["RelayState"] == [STATE]
    assert root.attrib == {
        "ID": "_request1",
        "Version": "2.0",
        "IssueInstant": "2026-03-04T12:00:00Z",
        "Destination": REQUEST.destination,
        "AssertionConsumerServiceURL": REQUEST.acs_url,
        "ProtocolBinding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
    }
    assert root[0].text == REQUEST.issuer


def test_a_signed_redirect_is_signed_over_the_query():
    url = sending.build_authn_redirect(REQUEST, STATE, KEY)
    signed, _, signature = urlsplit(url).query.removeprefix("tenant=1&").partition("&Signature=")
    value = base64.b64decode(parse_qs(f"s={signature}")["s"][0])
    key = KEY.certificate.public_key()
    assert isinstance(key, RSAPublicKey)
    key.verify(value, signed.encode(), PKCS1v15(), SHA256())
    query, _ = unpacked(url)
    assert query["SigAlg"] == ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"]


def test_a_signed_form():
    fields = sending.build_authn_form(REQUEST, STATE, KEY)
    root = etree.fromstring(base64.b64decode(fields["SAMLRequest"]))
    assert signature_holds(root, PAIR)
    names = [etree.QName(each).localname for each in root]
    assert names == ["Issuer", "Signature", "NameIDPolicy"]
    root.set("AssertionConsumerServiceURL", "https://evil.example")
    assert not signature_holds(root, PAIR)


def test_a_plain_form():
    fields = sending.build_authn_form(REQUEST, STATE, None)
    root = etree.fromstring(base64.b64decode(fields["SAMLRequest"]))
    assert [etree.QName(each).localname for each in root] == ["Issuer", "NameIDPolicy"]
    assert fields["RelayState"] == STATE


def test_ids_are_new_and_fit_for_xml():
    assert len({sending.derive_request_id(f"state {each}") for each in range(50)}) == 50
    assert sending.derive_request_id("state") == sending.derive_request_id("state")
    assert sending.derive_request_id("state").startswith("_")


def test_a_key_is_kept_and_read_again():
    again = load_own_key(KEY.private_pem(), PAIR.certificate_pem)
    assert again.certificate == KEY.certificate
    assert again.private.private_numbers() == KEY.private.private_numbers()
