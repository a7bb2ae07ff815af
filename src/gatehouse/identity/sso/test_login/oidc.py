"""The trace of a test login with OpenID Connect, check by check."""

import asyncio

from gatehouse.access.client import Client
from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external.client import authorization_address
from gatehouse.identity.external.errors import ProviderFault, Reason
from gatehouse.identity.external.models import ExternalAttempt, ExternalProvider
from gatehouse.identity.sso.claims import oidc_groups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.sign_in import oidc as sign_in
from gatehouse.identity.sso.sign_in.models import EnabledConnection
from gatehouse.identity.sso.test_login.lines import Line, failed_line, passed_line
from gatehouse.identity.sso.test_login.person import Assertion, check_person
from gatehouse.kit.resources import Resources

__all__ = ["authorization_address", "line_of", "provider_of", "trace_oidc_login"]

CLOCK = "Set the clock of the identity provider, for example by NTP, and start the test anew."
RELOAD = "Start the test anew, in one browser and without going back."
OF_THE_SERVER = "Look into the identity provider's log; the fault is there."
# The checks after the code exchange, in the order in which they run: text if passed, and the fix if not.
CHECKS: tuple[tuple[str, tuple[Reason, ...], str, str], ...] = (
    ("idToken", ("malformed",), "The identity provider sent an id token", OF_THE_SERVER),
    ("algorithm", ("algorithm",), "The id token is signed in a way that is taken",
     "Choose RS256 or ES256 as the signing algorithm of the id token at the identity provider."),
    ("key", ("unknown_key",), "The identity provider publishes the key of the signature",
     "Publish the signing key at the identity provider's JWKS address."),
    ("signature", ("signature",), "The signature is right", OF_THE_SERVER),
    ("issuer", ("issuer",), "The id token is from the connection's identity provider",
     "Set the connection's issuer to the one that the identity provider names."),
    ("audience", ("audience",), "The id token is meant for this client",
     "Compare the connection's client id with the one at the identity provider."),
    ("time", ("expired", "not_yet"), "The id token is valid now", CLOCK),
    ("request", ("nonce",), "The id token answers this test", RELOAD),
    ("subject", ("subject",), "The id token says whose it is",
     "Let the identity provider send the claim sub, the same one in the id token and at userinfo."),
)  # fmt: skip


async def provider_of(resources: Resources, connection: SsoConnection) -> ExternalProvider:
    """The provider with its discovered endpoints. Raises `ProviderFault` when discovery fails."""
    return await sign_in.provider_of(resources, EnabledConnection.of_connection(connection))


def line_of(fault: ProviderFault) -> Line:
    """The line for a provider whose discovery document could not be read."""
    return failed_line(
        "discovery",
        "The identity provider's own description could not be read",
        came=fault.detail,
        mend="Set the issuer to the address before /.well-known/openid-configuration. It has to be reachable "
        "from the internet.",
    )


async def trace_oidc_login(
    resources: Resources,
    connection: SsoConnection,
    attempt: ExternalAttempt,
    code: str,
    sender: str | None,
    client: Client,
) -> list[Line]:
    way = EnabledConnection.of_connection(connection)
    lines = [passed_line("answer", "The identity provider sent the person back with a code")]
    try:
        provider = await provider_of(resources, connection)
    except ProviderFault as fault:
        return [*lines, line_of(fault)]
    if sender and sender != provider.issuer:
        return [_of_another(sender, provider.issuer)]
    lines.append(
        passed_line("discovery", "The identity provider describes itself", connection.sso_endpoint)
    )
    try:
        async with asyncio.timeout(relying_party.SECONDS):
            tokens = await relying_party.exchange_authorization_code(
                resources,
                provider,
                code=code,
                redirect_uri=attempt.redirect_uri,
                verifier=attempt.verifier,
            )
    except (ProviderFault, TimeoutError) as fault:
        return [*lines, _no_tokens(fault)]
    lines.append(passed_line("tokens", "The code was exchanged for tokens"))
    try:
        async with asyncio.timeout(relying_party.SECONDS):
            claims = await relying_party.claims_of(
                resources,
                provider,
                tokens,
                attempt.nonce,
                sign_in.wanted_claims(way),
                way.email_claim or relying_party.EMAIL,
            )
    except ProviderFault as fault:
        return lines + _lines_until(fault)
    except TimeoutError:
        return lines + _lines_until(ProviderFault("unreachable", "No answer in time"))
    lines += [passed_line(name, says) for name, _, says, _ in CHECKS]
    told = Assertion(
        sign_in.identity_of(way, provider, claims),
        oidc_groups(claims, way.claim_names),
        claims,
        await _more_scopes(resources, way, provider),
    )
    return lines + await check_person(resources, connection, told, client)


async def _more_scopes(
    resources: Resources, way: EnabledConnection, provider: ExternalProvider
) -> set[str]:
    found = await relying_party.discover_endpoints(resources, way.sso_endpoint)  # cached
    return set(found.scopes) - set(provider.scopes)


def _of_another(sender: str, issuer: str | None) -> Line:
    return failed_line(
        "answer",
        "Another identity provider sent the person back",
        came=sender,
        expected=issuer,
        mend="Set the connection's issuer to the one that the identity provider names.",
    )


def refused_line(error: str, description: str) -> Line:
    """The line for a response without a code."""
    return failed_line(
        "answer",
        "The identity provider refused the sign-in",
        came=f"{error}: {description}" if description else error,
        mend="Assign the person to this application at the identity provider, and compare the redirect URI "
        "and the scopes openid, email and profile.",
    )


def _no_tokens(fault: ProviderFault | TimeoutError) -> Line:
    if isinstance(fault, ProviderFault) and fault.reason == "too_large":
        return failed_line(
            "tokens",
            "The answer with the tokens is too large",
            came=fault.detail,
            mend="Let the identity provider send fewer claims, above all fewer groups.",
            code="answer_too_large",
        )
    return failed_line(
        "tokens",
        "The code could not be exchanged for tokens",
        came=fault.detail if isinstance(fault, ProviderFault) else "No answer in time",
        mend="Compare the client id, the client secret and the redirect URI with the identity provider's.",
    )


def _lines_until(fault: ProviderFault) -> list[Line]:
    """All checks that passed before the fault, and the one that failed."""
    lines: list[Line] = []
    for name, reasons, says, mend in CHECKS:
        if fault.reason in reasons:
            return [*lines, failed_line(name, "This check failed", came=fault.detail, mend=mend)]
        lines.append(passed_line(name, says))
    return [
        failed_line(
            "userinfo",
            "The identity provider's keys or user info could not be read",
            came=fault.detail,
            mend=OF_THE_SERVER,
        )
    ]
