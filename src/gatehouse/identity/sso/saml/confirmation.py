"""Whether the assertion was handed to who brings it: the bearer confirmation (SAML profiles §4.1.4.2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.models import Expected
from gatehouse.identity.sso.saml.opened import Opened
from gatehouse.identity.sso.saml.trace import CheckName, Trace
from gatehouse.identity.sso.saml.xml import Element

BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"


@dataclass(frozen=True, slots=True)
class Fault:
    name: CheckName
    says: str
    came: str | None
    expected: str | None
    mend: str


def confirmation(opened: Opened, expected: Expected, trace: Trace) -> None:
    """One that holds is enough."""
    found = bearers(opened.assertion)
    if not found:
        trace.failed(
            CheckName.CONFIRMATION,
            "The assertion cannot be used by who brings it",
            expected=BEARER,
            mend="Let the identity provider confirm the subject by the method bearer.",
        )
        return
    faults = [list(_faults(each, opened, expected)) for each in found]
    if [] in faults:
        trace.passed(
            CheckName.RECIPIENT, "The assertion was issued for this address", expected.acs_url
        )
        trace.passed(CheckName.CONFIRMATION, "The assertion may be used by who brings it")
        return
    for fault in faults[0]:
        trace.failed(
            fault.name, fault.says, came=fault.came, expected=fault.expected, mend=fault.mend
        )


def bearers(assertion: Element) -> list[Element]:
    """The data of each bearer confirmation."""
    found = xml.find_all(assertion, "saml:Subject/saml:SubjectConfirmation")
    return [
        data
        for each in found
        if each.get("Method") == BEARER
        for data in xml.find_all(each, "saml:SubjectConfirmationData")
    ]


def usable_until(opened: Opened, expected: Expected) -> datetime:
    """Until when one of the confirmations holds, however the clocks differ."""
    times = (time_of(each.get("NotOnOrAfter")) for each in bearers(opened.assertion))
    return max(each for each in times if each) + expected.skew


def time_of(text: str | None) -> datetime | None:
    """Of a date with a time; one without a zone is in UTC (core §1.3.3). None for anything else."""
    plain = (text or "").strip()
    try:
        at = datetime.fromisoformat(plain)
    except ValueError:
        return None
    if "T" not in plain:
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _faults(data: Element, opened: Opened, expected: Expected) -> Iterator[Fault]:
    recipient = data.get("Recipient")
    if recipient != expected.acs_url:
        yield Fault(
            CheckName.RECIPIENT,
            "The assertion was issued for another address",
            recipient,
            expected.acs_url,
            "Set the assertion consumer service (ACS, recipient) of the identity provider to the "
            "expected value.",
        )
    answers = data.get("InResponseTo")
    # Where only the assertion is signed, the answer must be named in it, not only around it.
    may_be_absent = opened.response_is_signed or not expected.request_id
    if answers != expected.request_id and not (answers is None and may_be_absent):
        yield Fault(
            CheckName.REQUEST,
            "The assertion does not answer this sign-in",
            answers,
            expected.request_id,
            "Start the sign-in anew, in one browser and without going back.",
        )
    until, since = time_of(data.get("NotOnOrAfter")), data.get("NotBefore")
    begun = since is None or _has_begun(time_of(since), expected)
    if until is None or until <= expected.now - expected.skew or not begun:
        yield Fault(
            CheckName.TIME,
            "The assertion may not be used now",
            data.get("NotOnOrAfter") if begun else since,
            expected.now.isoformat(),
            "Start the sign-in anew. If this comes back, set the clock of the identity provider.",
        )


def _has_begun(since: datetime | None, expected: Expected) -> bool:
    return since is not None and since <= expected.now + expected.skew
