"""Properly signed messages for another recipient, for another time, or for none."""

from datetime import timedelta

import pytest

from gatehouse.identity.sso.saml.models import SamlIdentity
from gatehouse.identity.sso.saml.response import require_first_use, verify_response
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from tests.federation.saml_idp import NOW, Message, encoded, pair, signed
from tests.federation.saml_reading import EXPECTED, IDP, refusal, refused

ADMIN = "<saml:NameID>admin</saml:NameID>"
CONDITIONS = {
    "another issuer": (Message(entity_id="https://evil.example"), "issuer"),
    "another audience": (Message(audience="https://other.example"), "audience"),
    "an audience that begins like ours": (Message(audience=Message().audience + "/x"), "audience"),
    "no audience": (
        Message().changed(
            f"<saml:AudienceRestriction><saml:Audience>{Message().audience}</saml:Audience>"
            "</saml:AudienceRestriction>", "",
        ), "audience",
    ),
    "a second restriction that is not ours": (
        Message().changed(
            "</saml:AudienceRestriction>",
            "</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>https://other.example"
            "</saml:Audience></saml:AudienceRestriction>",
        ), "audience",
    ),
    "another destination": (
        Message().changed(f'Destination="{Message().acs_url}"', 'Destination="https://other.example"'),
        "destination",
    ),
    "another recipient": (
        Message().changed(f'Recipient="{Message().acs_url}"', 'Recipient="https://other.example"'),
        "recipient",
    ),
    "no recipient": (Message().changed(f' Recipient="{Message().acs_url}"', ""), "recipient"),
    "another request": (Message(request_id="_request2"), "request"),
    "no request": (Message(request_id=None), "request"),
    "the request of somebody else in the assertion": (
        Message().changed('InResponseTo="_request1"/>', 'InResponseTo="_request2"/>'), "request",
    ),
    "the request only around a signed assertion": (
        Message().changed(' InResponseTo="_request1"/>', "/>"), "request",
    ),
    "SAML 1.1": (Message().changed('Version="2.0"', 'Version="1.1"'), "version"),
    "no bearer": (
        Message().changed("cm:bearer", "cm:sender-vouches"),
        "confirmation",
    ),
    "too late": (Message(lifetime=timedelta(minutes=-4)), "time"),
    "too early": (Message(now=NOW + timedelta(minutes=10)), "time"),
    "no end of use": (
        Message().changed('Data NotOnOrAfter="2026-03-04T12:05:00Z"', "Data"),
        "time",
    ),
    "a time without a zone that is over in UTC": (
        Message().changed("2026-03-04T12:05:00Z", "2026-03-04T11:50:00"), "time",
    ),
    "a date without a time": (Message().changed("2026-03-04T12:05:00Z", "2026-03-05"), "time"),
    "a time that is none": (Message().changed("2026-03-04T11:59:00Z", "tomorrow"), "time"),
    "a session that is over": (
        Message().changed("SessionIndex=", 'SessionNotOnOrAfter="2026-03-04T11:00:00Z" SessionIndex='),
        "time",
    ),
    "a condition that nobody knows": (
        Message().changed("</saml:Conditions>", '<x:Only xmlns:x="urn:x"/></saml:Conditions>'), "conditions",
    ),
    "no authentication": (
        Message().changed("saml:AuthnStatement", "saml:Statement"), "authentication",
    ),
    "an authentication in the future": (
        Message().changed('AuthnInstant="2026-03-04T12:00:00Z"', 'AuthnInstant="2027-01-01T00:00:00Z"'),
        "authentication",
    ),
    "no name id": (Message().changed("saml:NameID", "saml:BaseID"), "subject"),
    "an empty name id": (Message(name_id=" "), "subject"),
    "two name ids": (
        Message().changed("<saml:NameID ", f"{ADMIN}<saml:NameID "), "subject",
    ),
    "two subjects": (
        Message().changed("<saml:Subject>", f"<saml:Subject>{ADMIN}</saml:Subject><saml:Subject>"),
        "subject",
    ),
    "a name id for once": (
        Message(name_id_format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"), "subject",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_signed_assertion_that_is_not_for_this(name):
    message, check = CONDITIONS[name]
    assert refused(signed(message, IDP)) == check


LATER = pair("later", starts=NOW + timedelta(days=1))
WITHOUT_ANSWER = Message().changed(' InResponseTo="_request1"/>', "/>")
ADVICE = {
    "no request in the response": (Message(request_id=None), "request", "no_in_response_to"),
    "no request in the assertion": (WITHOUT_ANSWER, "request", "no_in_response_to"),
    "another request": (Message(request_id="_request2"), "request", None),
    "a time of the conditions": (
        Message().changed('NotBefore="2026-03-04T11:59:00Z"', 'NotBefore="tomorrow"'),
        "time", "time_unreadable",
    ),
    "the end of use": (
        Message().changed('Data NotOnOrAfter="2026-03-04T12:05:00Z"', 'Data NotOnOrAfter="soon"'),
        "time", "time_unreadable",
    ),
    "the beginning of use": (
        Message().changed("Data NotOnOrAfter", 'Data NotBefore="now" NotOnOrAfter'),
        "time", "time_unreadable",
    ),
    "no end of use": (
        Message().changed('Data NotOnOrAfter="2026-03-04T12:05:00Z"', "Data"), "time", "time_unreadable",
    ),
    "too late": (Message(lifetime=timedelta(minutes=-4)), "time", None),
    "the time of the sign-in": (
        Message().changed('AuthnInstant="2026-03-04T12:00:00Z"', 'AuthnInstant="noon"'),
        "authentication", "time_unreadable",
    ),
    "a sign-in in the future": (
        Message().changed('AuthnInstant="2026-03-04T12:00:00Z"', 'AuthnInstant="2027-01-01T00:00:00Z"'),
        "authentication", "clock",
    ),
    "no sign-in": (Message().changed("saml:AuthnStatement", "saml:Statement"), "authentication", None),
}  # fmt: skip


@pytest.mark.parametrize("name", ADVICE)
def test_what_to_do_is_named_by_its_cause(name):
    message, check, code = ADVICE[name]
    found = refusal(signed(message, IDP))
    assert (found.name, found.code) == (check, code)
    assert code != "time_unreadable" or "clock" not in (found.mend or "")


def test_a_certificate_that_is_valid_later():
    found = refusal(signed(Message(), LATER), certificates=(LATER.certificate,))
    assert (found.name, found.code) == ("certificate", "certificate_not_yet_valid")
    assert found.came == LATER.certificate.not_valid_before_utc.isoformat()
    over = pair("over", days=30)
    found = refusal(signed(Message(), over), certificates=(over.certificate, LATER.certificate))
    assert (found.name, found.code) == ("certificate", "certificate_not_yet_valid")
    found = refusal(signed(Message(), over), certificates=(over.certificate,))
    assert (found.name, found.code) == ("certificate", None)
    assert found.came == over.certificate.not_valid_after_utc.isoformat()


def test_a_signed_response_without_destination():
    message = Message().changed(f' Destination="{Message().acs_url}"', "")
    assert refused(signed(message, IDP, "Response")) == "destination"
    # Unsigned it says nothing anyway; the recipient in the assertion does.
    assert verify_response(encoded(signed(message, IDP)), EXPECTED, CheckTrace()).name_id


def test_an_unsolicited_response_is_refused_where_it_is_not_allowed():
    root = signed(Message(request_id=None), IDP)
    assert refused(root, request_id=None) == "request"


def test_a_response_to_another_request_is_not_taken_for_an_unsolicited_one():
    root = signed(Message(), IDP)
    assert refused(root, request_id=None, allows_unsolicited=True) == "request"
    # Nor by taking the unsigned name of the request away.
    del root.attrib["InResponseTo"]
    assert refused(root, request_id=None, allows_unsolicited=True) == "request"


@pytest.mark.parametrize("minutes", [-5, 9])
def test_the_clock(minutes):
    assert refused(signed(Message(), IDP), now=NOW + timedelta(minutes=minutes)) == "time"


def test_an_assertion_counts_once():
    seen: set[tuple[str, str]] = set()

    def use(found: SamlIdentity) -> None:
        key = (found.issuer, found.assertion_id)
        is_first = key not in seen
        seen.add(key)
        require_first_use(found, is_first=is_first)

    use(verify_response(encoded(signed(Message(), IDP)), EXPECTED, CheckTrace()))
    # The same assertion in another wrapping is the same.
    again = verify_response(
        encoded(signed(Message(response_id="_other"), IDP)), EXPECTED, CheckTrace()
    )
    with pytest.raises(SamlRefused) as found_out:
        use(again)
    assert found_out.value.check.name == "replay"
