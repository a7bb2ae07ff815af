"""The bearer confirmation of an assertion: recipient, request and validity period (SAML profiles
§4.1.4.2)."""

from datetime import UTC, datetime

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.models import ExpectedResponse
from gatehouse.identity.sso.saml.opened_response import OpenedResponse
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace
from gatehouse.identity.sso.saml.xml import Element

BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"


START_AGAIN = "Start the sign-in again, in one browser and without going back."
NAME_THE_REQUEST = (
    "Let the identity provider name the request that it answers (InResponseTo) in the response and in the "
    "subject confirmation."
)
NO_REQUEST = "no_in_response_to"
WRITE_TIMES = (
    "Let the identity provider send this time as a date and time in UTC: 2026-03-04T12:00:00Z."
)
UNREADABLE = "time_unreadable"


def check_confirmation(
    opened: OpenedResponse, expected: ExpectedResponse, trace: CheckTrace
) -> None:
    """At least one bearer confirmation must be valid."""
    found = find_bearer_confirmations(opened.assertion)
    if not found:
        trace.record_failed(
            CheckName.CONFIRMATION,
            "The assertion has no valid bearer confirmation",
            expected=BEARER,
            mend="Let the identity provider confirm the subject by the method bearer.",
        )
        return
    traces = [_check_confirmation_data(each, opened, expected) for each in found]
    if all(each.checks for each in traces):
        trace.checks.extend(traces[0].checks)
        return
    trace.record_passed(
        CheckName.RECIPIENT, "The assertion was issued for this address", expected.acs_url
    )
    trace.record_passed(CheckName.CONFIRMATION, "The bearer confirmation is valid")


def find_bearer_confirmations(assertion: Element) -> list[Element]:
    """The data of each bearer confirmation."""
    found = xml.find_all(assertion, "saml:Subject/saml:SubjectConfirmation")
    return [
        data
        for each in found
        if each.get("Method") == BEARER
        for data in xml.find_all(each, "saml:SubjectConfirmationData")
    ]


def find_confirmation_expiry(opened: OpenedResponse, expected: ExpectedResponse) -> datetime:
    """The latest time at which one of the confirmations expires, including the clock skew."""
    times = (
        parse_saml_time(each.get("NotOnOrAfter"))
        for each in find_bearer_confirmations(opened.assertion)
    )
    return max(each for each in times if each) + expected.skew


def parse_saml_time(text: str | None) -> datetime | None:
    """Parse a date with a time; one without a zone is in UTC (core §1.3.3). Returns None for anything
    else."""
    plain = (text or "").strip()
    try:
        at = datetime.fromisoformat(plain)
    except ValueError:
        return None
    if "T" not in plain:
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _check_confirmation_data(
    data: Element, opened: OpenedResponse, expected: ExpectedResponse
) -> CheckTrace:
    """The checks that fail for one confirmation."""
    trace = CheckTrace()
    recipient = data.get("Recipient")
    if recipient != expected.acs_url:
        trace.record_failed(
            CheckName.RECIPIENT,
            "The assertion was issued for another address",
            came=recipient,
            expected=expected.acs_url,
            mend="Set the assertion consumer service (ACS, recipient) of the identity provider to the "
            "expected value.",
        )
    answers = data.get("InResponseTo")
    # If only the assertion is signed, it must name the request itself; the response around it is unsigned.
    may_be_absent = opened.response_is_signed or not expected.request_id
    if answers != expected.request_id and not (answers is None and may_be_absent):
        trace.record_failed(
            CheckName.REQUEST,
            "The assertion does not match this sign-in",
            came=answers,
            expected=expected.request_id,
            mend=NAME_THE_REQUEST if answers is None else START_AGAIN,
            code=NO_REQUEST if answers is None else None,
        )
    _check_confirmation_times(data, expected, trace)
    return trace


def _check_confirmation_times(data: Element, expected: ExpectedResponse, trace: CheckTrace) -> None:
    """NotOnOrAfter is required (profiles §4.1.4.2), NotBefore is optional."""
    texts = {"NotOnOrAfter": data.get("NotOnOrAfter"), "NotBefore": data.get("NotBefore")}
    times = {name: parse_saml_time(text) for name, text in texts.items()}
    until, since = times["NotOnOrAfter"], times["NotBefore"]
    for name, text in texts.items():
        if times[name] is None and (text is not None or name == "NotOnOrAfter"):
            trace.record_failed(
                CheckName.TIME,
                f"{name} of the subject confirmation is not a valid time",
                came=text,
                mend=WRITE_TIMES,
                code=UNREADABLE,
            )
            return
    has_begun = since is None or since <= expected.now + expected.skew
    if until is None or until <= expected.now - expected.skew or not has_begun:
        trace.record_failed(
            CheckName.TIME,
            "The assertion is not valid at this time",
            came=texts["NotOnOrAfter" if has_begun else "NotBefore"],
            expected=expected.now.isoformat(),
            mend="Start the sign-in again. If this happens again, set the clock of the identity provider.",
        )
