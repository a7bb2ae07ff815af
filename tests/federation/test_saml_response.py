"""Responses that count: what they become, and what is told of each check."""

from datetime import timedelta
from typing import Any

import pytest
import xmlsec

from gatehouse.identity.sso.saml.models import ExpectedResponse, SamlIdentity
from gatehouse.identity.sso.saml.response import verify_response
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from tests.federation import saml_idp as idp
from tests.federation.saml_idp import NOW, Message, encoded, pair, signed
from tests.federation.saml_reading import EXPECTED, IDP, OURS, expecting


def read(root: Any, expected: ExpectedResponse = EXPECTED) -> SamlIdentity:
    return verify_response(encoded(root), expected, CheckTrace())


@pytest.mark.parametrize("parts", [("Assertion",), ("Response",), ("Assertion", "Response")])
def test_a_signed_response_becomes_an_identity(parts):
    found = read(signed(Message(), IDP, *parts))
    assert found.name_id == "alice@acme.example"
    assert found.email == "alice@acme.example"
    assert found.groups == ("Staff", "Admins")
    assert found.session_index == "_session1"
    assert found.assertion_id == "_assertion1"
    assert found.in_response_to == "_request1"
    assert found.authenticated_at == NOW
    assert found.authn_context == (
        "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
    )
    assert found.usable_until == NOW + timedelta(minutes=8)


CONTENT = {
    "aes-128-gcm": (xmlsec.constants.TransformAes128Gcm, 128),
    "aes-256-gcm": (xmlsec.constants.TransformAes256Gcm, 256),
    "aes-128-cbc": (xmlsec.constants.TransformAes128Cbc, 128),
    "aes-256-cbc": (xmlsec.constants.TransformAes256Cbc, 256),
}


@pytest.mark.parametrize("algorithm", CONTENT)
def test_an_encrypted_assertion_that_is_signed_inside(algorithm):
    content, bits = CONTENT[algorithm]
    root = idp.encrypted(signed(Message(), IDP), OURS.certificate, content=content, bits=bits)
    assert read(root).name_id == "alice@acme.example"


def test_an_encrypted_assertion_in_a_signed_response():
    root = idp.encrypted(idp.response(Message()), OURS.certificate)
    idp.sign(root, IDP)
    assert read(root).name_id == "alice@acme.example"


def test_an_old_and_a_new_key_of_ours_overlap():
    root = idp.encrypted(signed(Message(), IDP), OURS.certificate)
    both = expecting(decryption_keys=(pair("ours, new").private, OURS.private))
    assert read(root, both).name_id == "alice@acme.example"


def test_an_old_and_a_new_certificate_of_theirs_overlap():
    new = pair("idp, new")
    both = expecting(certificates=(IDP.certificate, new.certificate))
    assert read(signed(Message(), IDP), both).name_id == "alice@acme.example"
    assert read(signed(Message(), new), both).name_id == "alice@acme.example"


def test_elliptic_curves():
    curve = pair("curve", kind="ec")
    root = signed(Message(), curve, method=xmlsec.constants.TransformEcdsaSha256)
    assert read(root, expecting(certificates=(curve.certificate,))).name_id == "alice@acme.example"


def test_the_identity_provider_may_begin_where_that_is_allowed():
    root = signed(Message(request_id=None), IDP)
    assert read(root, expecting(request_id=None, allows_unsolicited=True)).in_response_to is None


@pytest.mark.parametrize("minutes", [-3, 7])
def test_clocks_may_differ_a_little(minutes):
    off = timedelta(minutes=minutes)
    assert read(signed(Message(), IDP), expecting(now=NOW + off)).name_id


EMAILS = [
    ({"mail": ["bob@acme.example"]}, "subject-7", "bob@acme.example"),
    ({"Email": ["bob@acme.example"]}, "subject-7", "bob@acme.example"),
    ({"urn:oid:0.9.2342.19200300.100.1.3": ["bob@acme.example"]}, "x", "bob@acme.example"),
    ({}, "bob@acme.example", "bob@acme.example"),
    ({"mail": ["not one"]}, "subject-7", None),
    ({"mail": ["<b>bob@acme.example</b>"]}, "subject-7", None),
]


@pytest.mark.parametrize(("attributes", "name_id", "email"), EMAILS)
def test_where_the_email_comes_from(attributes, name_id, email):
    root = signed(Message(attributes=attributes, name_id=name_id), IDP)
    assert read(root).email == email


def test_names_and_groups_as_entra_sends_them():
    claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
    attributes = {
        f"{claims}/givenname": ["Alice"],
        f"{claims}/surname": ["Example"],
        f"{claims}/name": ["alice@acme.example"],
        "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups": ["g1", "g2", "g1"],
    }
    found = read(signed(Message(attributes=attributes), IDP))
    assert (found.name, found.groups) == ("Alice Example", ("g1", "g2"))


STATUS = [
    ("Requester", "RequestDenied", "denied the request"),
    ("Responder", "AuthnFailed", "could not sign in at the identity provider"),
    ("Requester", "InvalidNameIDPolicy", "cannot send the requested Name ID format"),
    ("Responder", "SomethingOfTheirs", "could not answer"),
]


@pytest.mark.parametrize(("outer", "inner", "says"), STATUS)
def test_an_answer_that_says_no_is_told_in_words(outer, inner, says):
    prefix = "urn:oasis:names:tc:SAML:2.0:status:"
    message = Message().changed(
        f'<samlp:StatusCode Value="{prefix}Success"/>',
        f'<samlp:StatusCode Value="{prefix}{outer}"><samlp:StatusCode Value="{prefix}{inner}"/>'
        "</samlp:StatusCode><samlp:StatusMessage>Not today</samlp:StatusMessage>",
    )
    with pytest.raises(SamlRefused) as refused:
        read(idp.response(message))
    assert refused.value.check.name == "status"
    assert says in refused.value.check.says
    assert "Not today" in (refused.value.check.came or "")


def test_the_trace_tells_every_check_and_all_that_is_to_mend():
    trace = CheckTrace()
    verify_response(encoded(signed(Message(), IDP)), EXPECTED, trace)
    assert [each.name for each in trace.checks] == [
        "message", "status", "structure", "algorithm", "signature", "version", "issuer", "destination",
        "request", "recipient", "confirmation", "audience", "time", "conditions", "authentication",
        "subject",
    ]  # fmt: skip
    trace = CheckTrace()
    wrong = Message(audience="https://other.example", acs_url="https://other.example/acs")
    with pytest.raises(SamlRefused) as refused:
        verify_response(encoded(signed(wrong, IDP)), EXPECTED, trace)
    assert refused.value.check.name == "destination"
    failed = {str(each.name): each for each in trace.checks if not each.passed}
    assert list(failed) == ["destination", "recipient", "audience"]
    assert failed["audience"].came == "https://other.example"
    assert failed["audience"].expected == EXPECTED.audience
    assert all(each.mend for each in failed.values())
