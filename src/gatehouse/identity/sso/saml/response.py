"""Verification of a SAML response; yields an identity, or a refusal that names the failed check."""

import base64
import binascii

from gatehouse.identity.sso.saml import attributes, xml
from gatehouse.identity.sso.saml.conditions import CHECKS, read_session_expiry
from gatehouse.identity.sso.saml.confirmation import find_confirmation_expiry, parse_saml_time
from gatehouse.identity.sso.saml.models import ExpectedResponse, SamlIdentity
from gatehouse.identity.sso.saml.opened_response import OpenedResponse, open_response
from gatehouse.identity.sso.saml.status import check_status
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace
from gatehouse.identity.sso.saml.xml import Element

MOST_CHARACTERS = xml.MOST_BYTES * 4 // 3 + 64 * 1024  # base64, and its line ends
SEND_BY_POST = "Let the identity provider answer with an unchanged SAML response by HTTP-POST."


def verify_response(encoded: str, expected: ExpectedResponse, trace: CheckTrace) -> SamlIdentity:
    """The identity from the form field `SAMLResponse`. Raises `SamlRefused` when a check fails; `trace`
    records all checks.

    The caller must call `require_first_use` before a session begins, so that the assertion is used only once.
    """
    root = decode_saml_message(encoded, trace)
    check_status(root, trace)
    found = open_response(root, expected, trace)
    for check in CHECKS:
        check(found, expected, trace)
    trace.raise_first_failure()
    return _read_identity(found, expected)


def decode_saml_message(encoded: str, trace: CheckTrace) -> Element:
    """Parse the XML of the form field. Nothing is decompressed, because responses arrive by POST, which uses
    no compression."""
    try:
        if len(encoded) > MOST_CHARACTERS:
            raise xml.XmlRefused(f"The message is larger than {xml.MOST_BYTES // 1024} KiB")
        root = xml.parse_xml(base64.b64decode("".join(encoded.split()), validate=True))
    except (binascii.Error, xml.XmlRefused, ValueError) as error:
        says = str(error) if isinstance(error, xml.XmlRefused) else "The message is not base64"
        raise trace.record_failed(CheckName.MESSAGE, says, mend=SEND_BY_POST) from None
    trace.record_passed(CheckName.MESSAGE, "A message came that can be read")
    return root


def _read_identity(found: OpenedResponse, expected: ExpectedResponse) -> SamlIdentity:
    assertion = found.assertion
    name_id = xml.find_element(assertion, "saml:Subject/saml:NameID")
    statement = xml.find_element(assertion, "saml:AuthnStatement")
    subject = xml.read_element_text(name_id) or ""
    given = attributes.read_saml_attributes(assertion)
    classes = xml.find_all(
        assertion, "saml:AuthnStatement/saml:AuthnContext/saml:AuthnContextClassRef"
    )
    return SamlIdentity(
        issuer=xml.read_element_text(xml.find_element(assertion, "saml:Issuer")) or "",
        name_id=subject,
        name_id_format=name_id.get("Format"),
        email=attributes.read_email(given, subject, expected.claims),
        name=attributes.read_name(given),
        attributes=given,
        groups=attributes.read_groups(given, expected.claims),
        groups_left_out=attributes.has_left_groups_out(given, expected.claims),
        session_index=statement.get("SessionIndex"),
        session_until=read_session_expiry(found),
        authenticated_at=parse_saml_time(statement.get("AuthnInstant")),
        authn_context=tuple(filter(None, map(xml.read_element_text, classes))),
        assertion_id=assertion.get("ID"),
        usable_until=find_confirmation_expiry(found, expected),
        in_response_to=found.response.get("InResponseTo"),
        name_qualifier=name_id.get("NameQualifier"),
        sp_name_qualifier=name_id.get("SPNameQualifier"),
    )


def read_unverified_issuer(encoded: str) -> str | None:
    """The issuer that a message names, to select the certificates for its verification; not verified itself.
    Raises `SamlRefused` when the message cannot be read."""
    root = decode_saml_message(encoded, CheckTrace())
    found = xml.find_element(root, "saml:Issuer")
    return xml.read_element_text(
        found if found is not None else xml.find_element(root, "saml:Assertion/saml:Issuer")
    )


def require_first_use(identity: SamlIdentity, *, is_first: bool) -> None:
    """Raises `SamlRefused` when the assertion was used before: it counts for one sign-in only."""
    if not is_first:
        raise CheckTrace().record_failed(
            CheckName.REPLAY,
            "The assertion was used before",
            came=identity.assertion_id,
            mend="Start the sign-in again. Going back or reloading sends the old response.",
        )
