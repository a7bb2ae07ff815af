"""Checks of a verified assertion (SAML profiles §4.1.4, core §2.5)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.confirmation import (
    NAME_THE_REQUEST,
    NO_REQUEST,
    START_AGAIN,
    UNREADABLE,
    WRITE_TIMES,
    check_confirmation,
    parse_saml_time,
)
from gatehouse.identity.sso.saml.models import ExpectedResponse
from gatehouse.identity.sso.saml.opened_response import OpenedResponse
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace

TRANSIENT: Final = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
CLOCK = "Set the clock of the identity provider, for example by NTP, and start the sign-in again."
UNDERSTOOD: Final = frozenset(
    xml.qualified_name(xml.SAML, each)
    for each in ("AudienceRestriction", "OneTimeUse", "ProxyRestriction")
)


def check_version(opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace) -> None:
    for element in (opened.response, opened.assertion):
        if element.get("Version") != "2.0":
            trace.record_failed(
                CheckName.VERSION,
                "The message is not SAML 2.0",
                came=element.get("Version"),
                expected="2.0",
                mend="Choose SAML 2.0 as the protocol at the identity provider.",
            )
            return
    trace.record_passed(CheckName.VERSION, "The message is SAML 2.0")


def check_issuer(opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace) -> None:
    """The issuer of the assertion must match; a response that names its issuer must name the same one."""
    found = xml.read_element_text(xml.find_element(opened.assertion, "saml:Issuer"))
    around = xml.find_element(opened.response, "saml:Issuer")
    all_found = [found] if around is None else [found, xml.read_element_text(around)]
    wanted = expected.issuer or found
    wrong = [each or "" for each in all_found if each != wanted]
    if found and not wrong:
        trace.record_passed(
            CheckName.ISSUER, "The message is from the connection's identity provider", found
        )
        return
    trace.record_failed(
        CheckName.ISSUER,
        "The message is from another identity provider than the connection's",
        came=wrong[0] if wrong else None,
        expected=wanted,
        mend="Compare the entity id of the connection with the one that the identity provider shows.",
    )


def check_destination(
    opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace
) -> None:
    """Destination is required if the response is signed (bindings §3.5.5.2)."""
    found = opened.response.get("Destination")
    if found == expected.acs_url or (not found and not opened.response_is_signed):
        trace.record_passed(CheckName.DESTINATION, "The message was sent to this address", found)
        return
    trace.record_failed(
        CheckName.DESTINATION,
        "The message was sent to another address",
        came=found,
        expected=expected.acs_url,
        mend="Set the assertion consumer service (ACS, reply or single sign-on URL) of the identity "
        "provider to the expected value.",
    )


def check_in_response_to(
    opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace
) -> None:
    """InResponseTo must name the request; a response without a request must be allowed as unsolicited."""
    found = opened.response.get("InResponseTo")
    if found == expected.request_id and (found or expected.allows_unsolicited):
        says = (
            "The response matches this sign-in"
            if found
            else "The identity provider started the sign-in"
        )
        trace.record_passed(CheckName.REQUEST, says, found)
    elif not found and not expected.request_id:
        trace.record_failed(
            CheckName.REQUEST,
            "IdP-initiated sign-in is not allowed for this connection",
            mend="Start the sign-in at the product, or allow IdP-initiated sign-in.",
        )
    else:
        trace.record_failed(
            CheckName.REQUEST,
            "The response does not match this sign-in",
            came=found,
            expected=expected.request_id,
            mend=START_AGAIN if found else NAME_THE_REQUEST,
            code=None if found else NO_REQUEST,
        )


def check_times(opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace) -> None:
    found = xml.find_all(opened.assertion, "saml:Conditions")
    statements = xml.find_all(opened.assertion, "saml:AuthnStatement")
    limits = [
        *(TimeLimit("NotBefore", each.get("NotBefore")) for each in found),
        *(TimeLimit("NotOnOrAfter", each.get("NotOnOrAfter")) for each in found),
        *(TimeLimit("SessionNotOnOrAfter", each.get("SessionNotOnOrAfter")) for each in statements),
    ]
    for limit in limits:
        if limit.text is not None and limit.parsed_time is None:
            trace.record_failed(
                CheckName.TIME,
                f"{limit.name} of the assertion is not a valid time",
                came=limit.text,
                mend=WRITE_TIMES,
                code=UNREADABLE,
            )
            return
        if limit.text is not None and not limit.is_met(expected):
            trace.record_failed(
                CheckName.TIME,
                f"The assertion is not valid now: {limit.name}",
                came=limit.text,
                expected=expected.now.isoformat(),
                mend=CLOCK,
            )
            return
    trace.record_passed(CheckName.TIME, "The assertion is valid now", expected.now.isoformat())


@dataclass(frozen=True, slots=True)
class TimeLimit:
    name: str
    text: str | None

    @property
    def parsed_time(self) -> datetime | None:
        return parse_saml_time(self.text)

    def is_met(self, expected: ExpectedResponse) -> bool:
        at = self.parsed_time
        if at is None:
            return False
        if self.name == "NotBefore":
            return at <= expected.now + expected.skew
        return expected.now - expected.skew < at


def check_audience(opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace) -> None:
    """Every audience restriction must include this service provider."""
    restrictions = xml.find_all(opened.assertion, "saml:Conditions/saml:AudienceRestriction")
    named = [
        [xml.read_element_text(each) for each in xml.find_all(restriction, "saml:Audience")]
        for restriction in restrictions
    ]
    came = ", ".join(each or "" for audiences in named for each in audiences)
    if named and all(expected.audience in audiences for audiences in named):
        trace.record_passed(
            CheckName.AUDIENCE, "The assertion is meant for this service provider", came
        )
        return
    trace.record_failed(
        CheckName.AUDIENCE,
        "The assertion is meant for another service provider",
        came=came,
        expected=expected.audience,
        mend="Set the audience (entity id, identifier) of the identity provider to the expected value.",
    )


def check_conditions(opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace) -> None:
    """A condition that is not understood makes the assertion invalid (core §2.5.1)."""
    found = xml.find_all(opened.assertion, "saml:Conditions")
    unknown = [each.tag for element in found for each in element if each.tag not in UNDERSTOOD]
    if len(found) == 1 and not unknown:
        trace.record_passed(CheckName.CONDITIONS, "All conditions are supported")
        return
    trace.record_failed(
        CheckName.CONDITIONS,
        "The assertion has conditions that are not supported"
        if unknown
        else "The assertion must contain exactly one Conditions element",
        came=", ".join(unknown) or str(len(found)),
        mend="Remove extra conditions at the identity provider.",
    )


def check_authentication(
    opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace
) -> None:
    statements = xml.find_all(opened.assertion, "saml:AuthnStatement")
    text = statements[0].get("AuthnInstant") if statements else None
    at = parse_saml_time(text)
    if at is None:
        trace.record_failed(
            CheckName.AUTHENTICATION,
            "The assertion does not say when the user signed in",
            came=text,
            mend=WRITE_TIMES
            if text
            else "Let the identity provider send an authentication statement (AuthnStatement).",
            code=UNREADABLE if text else None,
        )
    elif at > expected.now + expected.skew:
        trace.record_failed(
            CheckName.AUTHENTICATION,
            "The sign-in time at the identity provider is in the future",
            came=text,
            expected=expected.now.isoformat(),
            mend=CLOCK,
            code="clock",
        )
    else:
        trace.record_passed(
            CheckName.AUTHENTICATION, "The user signed in at the identity provider", at.isoformat()
        )


def check_subject(opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace) -> None:
    found = xml.find_all(opened.assertion, "saml:Subject")
    names = [each for element in found for each in xml.find_all(element, "saml:NameID")]
    name_id = xml.read_element_text(names[0]) if len(names) == 1 and len(found) == 1 else None
    if not name_id:
        trace.record_failed(
            CheckName.SUBJECT,
            "The assertion must identify exactly one user",
            came=f"{len(names)} Name IDs",
            mend="Let the identity provider send one Name ID (NameID), not encrypted on its own.",
        )
    elif names[0].get("Format") == TRANSIENT:
        trace.record_failed(
            CheckName.SUBJECT,
            "The Name ID changes at each sign-in",
            came=TRANSIENT,
            mend="Set the Name ID format to persistent or email address.",
        )
    else:
        trace.record_passed(CheckName.SUBJECT, "The assertion identifies one user", name_id)


CHECKS: Final[tuple[Callable[[OpenedResponse, ExpectedResponse, CheckTrace], None], ...]] = (
    check_version,
    check_issuer,
    check_destination,
    check_in_response_to,
    check_confirmation,
    check_audience,
    check_times,
    check_conditions,
    check_authentication,
    check_subject,
)


def read_session_expiry(opened: OpenedResponse) -> datetime | None:
    found = (
        parse_saml_time(each.get("SessionNotOnOrAfter"))
        for each in xml.find_all(opened.assertion, "saml:AuthnStatement")
    )
    return min((each for each in found if each), default=None)
