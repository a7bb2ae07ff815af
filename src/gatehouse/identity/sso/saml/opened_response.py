"""A response after the structure and signature checks: its one assertion, and which parts are signed."""

from dataclasses import dataclass

from gatehouse.identity.sso.saml import encryption, signature, xml
from gatehouse.identity.sso.saml.models import ExpectedResponse
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace, SamlRefused
from gatehouse.identity.sso.saml.xml import Element

ASSERTION = xml.qualified_name(xml.SAML, "Assertion")
ENCRYPTED = xml.qualified_name(xml.SAML, "EncryptedAssertion")
RESPONSE = xml.qualified_name(xml.SAMLP, "Response")
SIGNATURE = xml.qualified_name(xml.DS, "Signature")
ENCRYPTION_MENDS = (
    "Give the identity provider the current encryption certificate of the service provider, with "
    "RSA-OAEP and AES-GCM."
)


@dataclass(frozen=True, slots=True)
class OpenedResponse:
    """`assertion` is an element with a verified signature, or part of a `response` with one. `response` is
    trustworthy only if `response_is_signed`."""

    response: Element
    response_is_signed: bool
    assertion: Element


def open_response(root: Element, expected: ExpectedResponse, trace: CheckTrace) -> OpenedResponse:
    """Raises `SamlRefused` when a part is missing, duplicated or in the wrong place, or no pinned certificate
    matches the signature."""
    _check_response_structure(root, trace)
    is_signed = signature.find_signature(root) is not None
    if is_signed:
        root = signature.verify_signature(root, expected.certificates, expected.now, trace)
    child = next(each for each in root if each.tag in (ASSERTION, ENCRYPTED))
    if child.tag == ASSERTION:
        return OpenedResponse(root, is_signed, _verify_assertion(child, is_signed, expected, trace))
    return OpenedResponse(root, is_signed, _decrypt_assertion(child, is_signed, expected, trace))


def _check_response_structure(root: Element, trace: CheckTrace) -> None:
    """Require one response and one assertion at any depth: a second assertion is the means of signature
    wrapping."""
    assertions = xml.find_in_tree(root, ASSERTION, ENCRYPTED)
    responses = xml.find_in_tree(root, RESPONSE)
    names = list(xml.list_element_ids(root))
    problem = None
    if root.tag != RESPONSE or len(responses) != 1:
        problem = "The message is not one SAML response"
    elif len(assertions) != 1:
        problem = f"The message has {len(assertions)} assertions, not one"
    elif assertions[0].getparent() is not root:
        problem = "The assertion is not inside the response"
    elif len(names) != len(set(names)):
        problem = "Two parts of the message have the same id"
    elif assertions[0].tag == ASSERTION and not assertions[0].get("ID"):
        problem = "The assertion has no id"
    else:
        problem = _find_stray_signature(root, assertions[0])
    if problem:
        raise trace.record_failed(
            CheckName.STRUCTURE,
            problem,
            mend="Start the sign-in again. If this happens again, the identity provider builds messages that "
            "cannot be trusted, or they are changed on the way.",
        )
    trace.record_passed(CheckName.STRUCTURE, "One response with one assertion")


def _find_stray_signature(root: Element, assertion: Element) -> str | None:
    signatures = xml.find_in_tree(root, SIGNATURE)
    homes = [each.getparent() for each in signatures]
    if any(home is not root and home is not assertion for home in homes):
        return "The message has a signature in an unexpected place"
    if len(homes) > len({id(home) for home in homes}):
        return "A part of the message has two signatures"
    return None


def _verify_assertion(
    assertion: Element, is_signed: bool, expected: ExpectedResponse, trace: CheckTrace
) -> Element:
    """The assertion's own signature must be valid if there is one, also inside a signed response."""
    if signature.find_signature(assertion) is not None:
        return signature.verify_signature(assertion, expected.certificates, expected.now, trace)
    if is_signed:
        return assertion
    raise trace.record_failed(
        CheckName.SIGNATURE,
        "Neither the response nor the assertion is signed",
        mend="Let the identity provider sign its assertions, with RSA-SHA256.",
    )


def _decrypt_assertion(
    encrypted: Element, is_signed: bool, expected: ExpectedResponse, trace: CheckTrace
) -> Element:
    try:
        assertion = encryption.decrypt_assertion(encrypted, expected.decryption_keys)
    except encryption.NotAccepted as refused:
        raise trace.record_failed(
            CheckName.ENCRYPTION,
            "The assertion is encrypted with an algorithm that is not accepted",
            came=refused.algorithm,
            mend=ENCRYPTION_MENDS,
        ) from None
    except encryption.NotDecrypted:
        raise _record_not_decrypted(trace) from None
    is_guarded = is_signed or not encryption.is_unauthenticated_encryption(encrypted)
    if not is_guarded:
        return _verify_unauthenticated_assertion(assertion, expected, trace)
    trace.record_passed(CheckName.ENCRYPTION, "The assertion was decrypted")
    _check_decrypted_assertion(assertion, trace)
    return _verify_assertion(assertion, is_signed, expected, trace)


def _verify_unauthenticated_assertion(
    assertion: Element, expected: ExpectedResponse, trace: CheckTrace
) -> Element:
    """Report every failure before the signature check as one error: a sender who can change the ciphertext
    must not learn whether it could still be parsed."""
    inner = CheckTrace()
    try:
        _check_decrypted_assertion(assertion, inner)
        found = _verify_assertion(assertion, False, expected, inner)
    except SamlRefused:
        raise _record_not_decrypted(trace) from None
    trace.record_passed(CheckName.ENCRYPTION, "The assertion was decrypted")
    trace.checks.extend(inner.checks)
    return found


def _check_decrypted_assertion(assertion: Element, trace: CheckTrace) -> None:
    names = list(xml.list_element_ids(assertion))
    parts = xml.find_in_tree(assertion, ASSERTION, ENCRYPTED, RESPONSE)
    problem = None
    if len(parts) != 1:
        problem = "The encrypted part has more than one assertion"
    elif len(names) != len(set(names)) or not assertion.get("ID"):
        problem = "The assertion has no id, or another part has the same"
    else:
        problem = _find_stray_signature(assertion, assertion)
    if problem:
        raise trace.record_failed(CheckName.STRUCTURE, problem, mend="Start the sign-in again.")


def _record_not_decrypted(trace: CheckTrace) -> SamlRefused:
    return trace.record_failed(
        CheckName.ENCRYPTION,
        "The assertion could not be decrypted or verified",
        mend=f"{ENCRYPTION_MENDS} If it is encrypted with AES-CBC, also compare the signing certificate.",
    )
