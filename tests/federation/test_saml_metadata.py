"""Metadata of identity providers, as files and addresses bring them, and our own."""

from datetime import UTC, datetime

import pytest
from lxml import etree

from gatehouse.identity.sso.saml import certificates
from gatehouse.identity.sso.saml.metadata import (
    MetadataRefused,
    ServiceProvider,
    parse_idp_metadata,
    write_sp_metadata,
)
from tests.federation.saml_idp import NOW, metadata, pair

URL = "https://idp.acme.example/sso?tenant=1"
ENTITY = "https://idp.acme.example/saml"
ONE, TWO = pair("one"), pair("two")
MD = "{urn:oasis:names:tc:SAML:2.0:metadata}"


def test_entity_endpoint_and_every_certificate():
    found = parse_idp_metadata(metadata(ENTITY, URL, ONE, TWO), NOW)
    assert (found.entity_id, found.redirect_endpoint and found.redirect_endpoint.url) == (
        ENTITY,
        URL,
    )
    assert found.certificates == (ONE.certificate, TWO.certificate)
    assert found.name_id_formats == ("urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",)
    assert found.wants_signed_requests is False


def test_the_one_identity_provider_among_several_entities():
    one = metadata(ENTITY, URL, ONE).partition(b"-->")[2]
    other = one.replace(b"IDPSSODescriptor", b"SPSSODescriptor")
    text = (
        b'<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">%s</EntitiesDescriptor>'
    )
    assert parse_idp_metadata(text % (other + one), NOW).entity_id == ENTITY
    with pytest.raises(MetadataRefused, match="several"):
        parse_idp_metadata(text % (one + one), NOW)


def test_both_bindings_and_which_is_for_redirects():
    text = metadata(ENTITY, "https://idp.acme.example/post", ONE, binding="HTTP-POST")
    also = metadata(ENTITY, URL, ONE).partition(b"<md:SingleSignOnService")[2].partition(b"/>")[0]
    both = text.replace(
        b"</md:IDPSSODescriptor>", b"<md:SingleSignOnService" + also + b"/></md:IDPSSODescriptor>"
    )
    assert parse_idp_metadata(text, NOW).redirect_endpoint is None
    found = parse_idp_metadata(both, NOW)
    assert [each.url for each in found.sign_in] == ["https://idp.acme.example/post", URL]
    assert found.redirect_endpoint == found.sign_in[1]


GOOD = metadata(ENTITY, URL, ONE)
BAD = {
    "no XML": b"entity",
    "a page": b"<html><body>Sign in</body></html>",
    "a definition": b'<!DOCTYPE x [<!ENTITY y "z">]>' + GOOD.partition(b"-->")[2],
    "no entity id": GOOD.replace(ENTITY.encode(), b" "),
    "no certificate": metadata(ENTITY, URL),
    "a certificate that is none": GOOD.replace(
        b"<ds:X509Certificate>", b"<ds:X509Certificate>AAAA"
    ),
    "no endpoint": metadata(ENTITY, URL, ONE, binding="SOAP"),
    "plain http": metadata(ENTITY, "http://idp.acme.example/sso", ONE),
    "a script": metadata(ENTITY, "javascript:alert(1)", ONE),
    "a user in the address": metadata(ENTITY, "https://idp.acme.example@evil.example/", ONE),
    "an old one": GOOD.replace(b"entityID", b'validUntil="2026-01-01T00:00:00Z" entityID'),
    "a time that is none": GOOD.replace(b"entityID", b'validUntil="soon" entityID'),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_usable_metadata(name):
    with pytest.raises(MetadataRefused):
        parse_idp_metadata(BAD[name], NOW)


def test_how_long_it_may_be_used():
    text = GOOD.replace(b"entityID", b'validUntil="2026-05-01T00:00:00Z" entityID')
    assert parse_idp_metadata(text, NOW).valid_until == datetime(2026, 5, 1, tzinfo=UTC)


def test_our_own_metadata_names_both_keys():
    provider = ServiceProvider(
        "https://login.gatehouse.example/saml/acme",
        "https://login.gatehouse.example/acs",
        (ONE.certificate, TWO.certificate),
        signs_requests=True,
    )
    root = etree.fromstring(write_sp_metadata(provider))
    assert root.get("entityID") == provider.entity_id
    role = root.find(f"{MD}SPSSODescriptor")
    assert (role.get("AuthnRequestsSigned"), role.get("WantAssertionsSigned")) == ("true", "true")
    assert role.find(f"{MD}AssertionConsumerService").get("Location") == provider.acs_url
    uses = [each.get("use") for each in role.findall(f"{MD}KeyDescriptor")]
    assert uses == ["signing", "signing", "encryption", "encryption"]
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/09/xmldsig#}X509Certificate")]
    assert certificates.parse_certificates(texts[1]) == [TWO.certificate]


def test_certificates_as_people_paste_them():
    import base64

    pem = ONE.certificate_pem.decode()
    bare = "".join(pem.splitlines()[1:-1])
    packed = base64.b64encode(pem.encode()).decode()
    for text in (pem, bare, packed, f"  {bare}\n", pem.replace("\n", "\r\n")):
        assert certificates.parse_certificates(text) == [ONE.certificate]
    both = pem + TWO.certificate_pem.decode() + pem
    assert certificates.parse_certificates(both) == [ONE.certificate, TWO.certificate]
    for text in ("", "x", pem[:200], pem.replace("A", "B")):
        with pytest.raises(certificates.CertificateRefused):
            certificates.parse_certificates(text)
