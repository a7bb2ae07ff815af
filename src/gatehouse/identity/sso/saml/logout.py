"""Logout messages (core §3.7): writing them, and reading them after their signature was verified."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from lxml import etree

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.confirmation import parse_saml_time
from gatehouse.identity.sso.saml.models import CLOCK_SKEW
from gatehouse.identity.sso.saml.sending import build_message_root, format_saml_time
from gatehouse.identity.sso.saml.status import PREFIX
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace
from gatehouse.identity.sso.saml.xml import Element

LOGOUT_REQUEST = xml.qualified_name(xml.SAMLP, "LogoutRequest")
LOGOUT_RESPONSE = xml.qualified_name(xml.SAMLP, "LogoutResponse")
LASTS = timedelta(minutes=5)
MOST_INDEXES = 100
SIGN_OUT_AGAIN = "Sign out again. If this happens again, compare the settings on both sides."


@dataclass(frozen=True, slots=True)
class LogoutSubject:
    """The user's identity at the provider, with all parts that distinguish its users."""

    name_id: str
    format: str | None = None
    qualifier: str | None = None
    sp_qualifier: str | None = None
    session_index: str | None = None


@dataclass(frozen=True, slots=True)
class LogoutRequest:
    """`session_indexes` is empty for all sessions of the user. `usable_until`: how long the id has to be
    remembered, to detect replays."""

    id: str
    issuer: str
    name_id: str
    format: str | None
    session_indexes: tuple[str, ...]
    usable_until: datetime


@dataclass(frozen=True, slots=True)
class LogoutEnvelope:
    """The fields that every message has. `id` must not begin with a digit."""

    id: str
    destination: str
    issuer: str
    at: datetime


def build_logout_request(envelope: LogoutEnvelope, subject: LogoutSubject) -> Element:
    root = _build_logout_root("LogoutRequest", envelope)
    root.set("NotOnOrAfter", format_saml_time(envelope.at + LASTS))
    name_id = etree.SubElement(root, xml.qualified_name(xml.SAML, "NameID"))
    name_id.text = subject.name_id
    for name, value in (
        ("Format", subject.format),
        ("NameQualifier", subject.qualifier),
        ("SPNameQualifier", subject.sp_qualifier),
    ):
        if value:
            name_id.set(name, value)
    if subject.session_index:
        etree.SubElement(
            root, xml.qualified_name(xml.SAMLP, "SessionIndex")
        ).text = subject.session_index
    return root


def build_logout_response(envelope: LogoutEnvelope, request_id: str) -> Element:
    """A logout response that reports success."""
    root = _build_logout_root("LogoutResponse", envelope)
    root.set("InResponseTo", request_id)
    status = etree.SubElement(root, xml.qualified_name(xml.SAMLP, "Status"))
    etree.SubElement(status, xml.qualified_name(xml.SAMLP, "StatusCode"), Value=f"{PREFIX}Success")
    return root


def check_logout_structure(root: Element, name: str, trace: CheckTrace) -> None:
    """Check that the XML is exactly one logout message with no stray signatures. Raises `SamlRefused`
    otherwise."""
    ids = list(xml.list_element_ids(root))
    inner = xml.find_in_tree(root, LOGOUT_REQUEST, LOGOUT_RESPONSE)
    strays = [
        each
        for each in xml.find_in_tree(root, xml.qualified_name(xml.DS, "Signature"))
        if each.getparent() is not root
    ]
    signatures = xml.find_all(root, "ds:Signature")
    if root.tag != name or len(inner) != 1 or not root.get("ID"):
        problem = "The message is not one of those that end sessions"
    elif len(ids) != len(set(ids)):
        problem = "Two parts of the message have the same id"
    elif strays or len(signatures) > 1:
        problem = "A signature stands where none belongs"
    else:
        trace.record_passed(CheckName.STRUCTURE, "One message")
        return
    raise trace.record_failed(CheckName.STRUCTURE, problem, mend=SIGN_OUT_AGAIN)


def read_logout_request(
    root: Element, issuer: str, here: str, now: datetime, trace: CheckTrace
) -> LogoutRequest:
    """Read a request from an element whose signature was verified. Raises `SamlRefused` when issuer or
    destination is another one, or the request is too old."""
    _check_logout_envelope(root, issuer, here, now, trace)
    until = parse_saml_time(root.get("NotOnOrAfter"))
    if root.get("NotOnOrAfter") and (until is None or until <= now - CLOCK_SKEW):
        _record_failed_check(
            trace, CheckName.TIME, "The request is too old", root.get("NotOnOrAfter")
        )
    name_id = xml.read_element_text(xml.find_element(root, "saml:NameID"))
    names = xml.find_all(root, "saml:NameID")
    if name_id is None or len(names) != 1:
        _record_failed_check(
            trace, CheckName.SUBJECT, "The request names no user in a way that can be read", None
        )
    indexes = [xml.read_element_text(each) for each in xml.find_all(root, "samlp:SessionIndex")]
    if None in indexes or len(indexes) > MOST_INDEXES:
        _record_failed_check(
            trace, CheckName.SUBJECT, "The request names sessions that cannot be read", None
        )
    trace.raise_first_failure()
    return LogoutRequest(
        id=root.get("ID"),
        issuer=issuer,
        name_id=name_id or "",
        format=names[0].get("Format"),
        session_indexes=tuple(index for index in indexes if index),
        usable_until=now + LASTS + 2 * CLOCK_SKEW,
    )


def check_logout_response(
    root: Element, issuer: str, here: str, request_id: str, now: datetime, trace: CheckTrace
) -> None:
    """Check a logout response from an element whose signature was verified. Raises `SamlRefused` when it does
    not answer the request or does not report success."""
    _check_logout_envelope(root, issuer, here, now, trace)
    if root.get("InResponseTo") != request_id:
        _record_failed_check(
            trace, CheckName.REQUEST, "It does not answer this sign-out", root.get("InResponseTo")
        )
    code = xml.find_element(root, "samlp:Status/samlp:StatusCode")
    value = code.get("Value") if code is not None else None
    if value != f"{PREFIX}Success":
        _record_failed_check(
            trace, CheckName.STATUS, "The identity provider did not end every session", value
        )
    trace.raise_first_failure()


def _check_logout_envelope(
    root: Element, issuer: str, here: str, now: datetime, trace: CheckTrace
) -> None:
    version, target, issued = (
        root.get(name) for name in ("Version", "Destination", "IssueInstant")
    )
    said = xml.read_element_text(xml.find_element(root, "saml:Issuer"))
    at = parse_saml_time(issued)
    is_now = at is not None and now - LASTS - CLOCK_SKEW <= at <= now + CLOCK_SKEW
    if version != "2.0":
        _record_failed_check(trace, CheckName.VERSION, "It is not SAML 2.0", version)
    if said != issuer:
        _record_failed_check(trace, CheckName.ISSUER, "It is from another identity provider", said)
    if target != here:
        _record_failed_check(trace, CheckName.DESTINATION, "It is for another address", target)
    if not is_now:
        _record_failed_check(trace, CheckName.TIME, "It is too old, or from the future", issued)


def _record_failed_check(trace: CheckTrace, name: CheckName, says: str, came: str | None) -> None:
    trace.record_failed(name, says, came=came, mend=SIGN_OUT_AGAIN)


def _build_logout_root(name: str, envelope: LogoutEnvelope) -> Element:
    return build_message_root(name, envelope.id, envelope.destination, envelope.issuer, envelope.at)
