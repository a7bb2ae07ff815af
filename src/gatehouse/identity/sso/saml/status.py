"""The status that the identity provider reports (SAML core §3.2.2)."""

from typing import Final

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace
from gatehouse.identity.sso.saml.xml import Element

PREFIX: Final = "urn:oasis:names:tc:SAML:2.0:status:"
# Explanation and remedy for each status code.
TEXTS: Final = {
    "Requester": (
        "The identity provider did not accept the request",
        "Compare entity id, assertion consumer service and request signing at the identity provider.",
    ),
    "Responder": (
        "The identity provider could not answer",
        "The error occurred at the identity provider. Check its log.",
    ),
    "VersionMismatch": (
        "The identity provider does not support SAML 2.0",
        "Choose SAML 2.0 as the protocol at the identity provider.",
    ),
    "AuthnFailed": (
        "The user could not sign in at the identity provider",
        "Try again with the right password or another account.",
    ),
    "InvalidNameIDPolicy": (
        "The identity provider cannot send the requested Name ID format",
        "Set the Name ID format to persistent or email address.",
    ),
    "NoAuthnContext": (
        "The identity provider does not support the requested authentication strength",
        "Allow the requested authentication method at the identity provider.",
    ),
    "NoPassive": (
        "The identity provider needed user interaction",
        "Start the sign-in again.",
    ),
    "RequestDenied": (
        "The identity provider denied the request",
        "Assign the user to this application at the identity provider.",
    ),
    "RequestUnsupported": (
        "The identity provider does not support the request",
        "Allow sign-ins that begin at the service provider.",
    ),
    "UnknownPrincipal": (
        "The identity provider does not know the user",
        "Assign the user to this application at the identity provider.",
    ),
    "UnsupportedBinding": (
        "The identity provider cannot answer by POST",
        "Set the binding of the assertion consumer service to HTTP-POST.",
    ),
}
OTHERWISE: Final = ("The identity provider refused the sign-in", TEXTS["Responder"][1])


def check_status(response: Element, trace: CheckTrace) -> None:
    """Check the status first, because a failure response has nothing to verify. A forged success gains
    nothing, since the assertion is verified anyway."""
    outer = xml.find_element(response, "samlp:Status/samlp:StatusCode")
    inner = xml.find_element(outer, "samlp:StatusCode") if outer is not None else None
    codes = [each.get("Value", "") for each in (outer, inner) if each is not None]
    if codes and codes[0] == f"{PREFIX}Success":
        trace.record_passed(CheckName.STATUS, "The identity provider reports success", codes[0])
        return
    known = [TEXTS[short] for code in codes if (short := code.removeprefix(PREFIX)) in TEXTS]
    says, mend = known[-1] if known else OTHERWISE
    message = xml.read_element_text(xml.find_element(response, "samlp:Status/samlp:StatusMessage"))
    came = " · ".join([*codes, *([message] if message else [])])
    raise trace.record_failed(
        CheckName.STATUS, says, came=came, expected=f"{PREFIX}Success", mend=mend
    )
