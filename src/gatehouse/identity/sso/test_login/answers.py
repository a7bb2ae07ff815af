"""Receives the provider's response to a test login, and checks it one by one. No session begins."""

import asyncio

from gatehouse.access.client import Client
from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault, Reason
from gatehouse.identity.external.models import ExternalAttempt
from gatehouse.identity.sso.claims import read_oidc_groups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout.sessions import build_logout_subject
from gatehouse.identity.sso.own_keys import list_own_keys
from gatehouse.identity.sso.saml.models import ExpectedResponse, SamlIdentity
from gatehouse.identity.sso.saml.response import verify_response
from gatehouse.identity.sso.saml.sending import derive_request_id
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in import oidc as sign_in
from gatehouse.identity.sso.sign_in.saml import (
    PendingSamlSignIn,
    build_claimed_groups,
    build_expected_response,
    build_saml_identity,
)
from gatehouse.identity.sso.sign_in.saml_responses import to_stored_response
from gatehouse.identity.sso.test_login.person import Assertion, check_test_user
from gatehouse.identity.sso.test_login.service import (
    TestLogin,
    find_pending_test,
    record_discovery_failure,
    store_test_result,
)
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources

CLOCK = "Set the clock of the identity provider, for example by NTP, and start the test again."
RELOAD = "Start the test again, in one browser and without going back."
OF_THE_SERVER = "The error occurred at the identity provider. Check its log."
# The checks after the code exchange, in the order in which they run: text if passed, and the fix if not.
CHECKS: tuple[tuple[str, tuple[Reason, ...], str, str], ...] = (
    ("idToken", ("malformed",), "The identity provider sent an ID token", OF_THE_SERVER),
    ("algorithm", ("algorithm",), "The ID token uses a supported signing algorithm",
     "Choose RS256 or ES256 as the signing algorithm of the ID token at the identity provider."),
    ("key", ("unknown_key",), "The identity provider publishes the signing key",
     "Publish the signing key at the identity provider's JWKS address."),
    ("signature", ("signature",), "The signature is valid", OF_THE_SERVER),
    ("issuer", ("issuer",), "The ID token is from the connection's identity provider",
     "Set the connection's issuer to the one that the identity provider names."),
    ("audience", ("audience",), "The ID token is meant for this client",
     "Compare the connection's client ID with the one at the identity provider."),
    ("time", ("expired", "not_yet"), "The ID token is valid now", CLOCK),
    ("request", ("nonce",), "The ID token matches this test", RELOAD),
    ("subject", ("subject",), "The ID token identifies the user",
     "Let the identity provider send the claim sub, the same one in the ID token and at userinfo."),
)  # fmt: skip


async def finish_saml_test(
    resources: Resources, *, message: str, state: str, client: Client
) -> bool:
    """Store the trace if the response belongs to a test login. Returns whether it does."""
    if not state:
        return False
    async with resources[Database].transaction(Scope.system()) as db:
        test_id = await sign_ins.find_pending_provider(db, "saml_test", state)
        found = await find_pending_test(db, test_id) if test_id else None
        if test_id is None or found is None:
            return False
        await sign_ins.end_sign_in_without_code(db, "saml_test", test_id, state)
        keys = await list_own_keys(db, resources)
    test, connection = found
    expected = build_expected_response(
        resources, connection, PendingSamlSignIn([connection], derive_request_id(state), keys)
    )
    trace, identity = await asyncio.to_thread(_verify_saml_response, message, expected)
    if identity is not None:
        answer, subject = to_stored_response(identity), build_logout_subject(identity)
        told = Assertion(
            build_saml_identity(connection.id, answer, subject),
            build_claimed_groups(answer),
            identity.attributes,
        )
        await check_test_user(resources, connection, told, client, trace)
    await store_test_result(resources, test, trace)
    return True


async def finish_oidc_test(resources: Resources, came: sign_in.OidcReturn) -> bool:
    """Store the trace if the response belongs to a test login that began in this browser. Returns whether it
    does."""
    found = await _consume_pending_test(resources, came.state, came.browser)
    if found is None:
        return False
    test, connection, attempt = found
    trace = await trace_oidc_login(resources, connection, attempt, came)
    await store_test_result(resources, test, trace)
    return True


async def finish_refused_test(
    resources: Resources, *, state: str, browser: str, error: str, description: str
) -> bool:
    found = await _consume_pending_test(resources, state, browser)
    if found is None:
        return False
    await store_test_result(resources, found[0], trace_provider_error(error, description))
    return True


async def _consume_pending_test(
    resources: Resources, state: str, browser: str
) -> tuple[TestLogin, SsoConnection, ExternalAttempt] | None:
    async with resources[Database].transaction(Scope.system()) as db:
        attempt = await sign_ins.consume_sign_in_by_state(db, "oidc_test", browser, state)
        found = await find_pending_test(db, attempt.provider) if attempt else None
    return (*found, attempt) if found and attempt else None


def _verify_saml_response(
    message: str, expected: ExpectedResponse
) -> tuple[CheckTrace, SamlIdentity | None]:
    trace = CheckTrace()
    try:
        return trace, verify_response(message, expected, trace)
    except SamlRefused:
        return trace, None


def trace_provider_error(error: str, description: str) -> CheckTrace:
    """The trace of a response without a code."""
    trace = CheckTrace()
    trace.record_failed(
        "answer",
        "The identity provider refused the sign-in",
        came=f"{error}: {description}" if description else error,
        mend="Assign the user to this application at the identity provider, and compare the redirect URI "
        "and the scopes openid, email and profile.",
    )
    return trace


async def trace_oidc_login(
    resources: Resources,
    connection: SsoConnection,
    attempt: ExternalAttempt,
    came: sign_in.OidcReturn,
) -> CheckTrace:
    trace = CheckTrace()
    trace.record_passed("answer", "The identity provider returned a code")
    try:
        provider = await sign_in.load_oidc_provider(resources, connection)
    except ProviderFault as fault:
        return record_discovery_failure(trace, fault)
    if came.sender and came.sender != provider.issuer:
        return _trace_wrong_sender(came.sender, provider.issuer)
    trace.record_passed("discovery", "The discovery document was read", connection.sso_endpoint)
    try:
        async with asyncio.timeout(relying_party.SECONDS):
            tokens = await relying_party.exchange_authorization_code(
                resources, provider, attempt, came.code
            )
    except (ProviderFault, TimeoutError) as fault:
        _record_token_failure(trace, fault)
        return trace
    trace.record_passed("tokens", "The code was exchanged for tokens")
    try:
        async with asyncio.timeout(relying_party.SECONDS):
            claims = await relying_party.read_provider_claims(
                resources, provider, tokens, attempt.nonce
            )
    except ProviderFault as fault:
        return _record_token_checks(trace, fault)
    except TimeoutError:
        return _record_token_checks(trace, ProviderFault("unreachable", "The request timed out"))
    _record_token_checks(trace, None)
    found = await relying_party.discover_endpoints(resources, connection.sso_endpoint)  # cached
    told = Assertion(
        sign_in.build_oidc_identity(connection, provider, claims),
        read_oidc_groups(claims, connection.claim_names),
        claims,
        set(found.scopes) - set(provider.scopes),
    )
    await check_test_user(resources, connection, told, came.client, trace)
    return trace


def _trace_wrong_sender(sender: str, issuer: str | None) -> CheckTrace:
    trace = CheckTrace()
    trace.record_failed(
        "answer",
        "The response came from a different identity provider",
        came=sender,
        expected=issuer,
        mend="Set the connection's issuer to the one that the identity provider names.",
    )
    return trace


def _record_token_failure(trace: CheckTrace, fault: ProviderFault | TimeoutError) -> None:
    detail = fault.detail if isinstance(fault, ProviderFault) else "The request timed out"
    if isinstance(fault, ProviderFault) and fault.reason == "too_large":
        trace.record_failed(
            "tokens",
            "The token response is too large",
            came=detail,
            mend="Let the identity provider send fewer claims, above all fewer groups.",
            code="answer_too_large",
        )
        return
    trace.record_failed(
        "tokens",
        "The code could not be exchanged for tokens",
        came=detail,
        mend="Compare the client ID, the client secret and the redirect URI with the identity provider's.",
    )


def _record_token_checks(trace: CheckTrace, fault: ProviderFault | None) -> CheckTrace:
    """Record the checks of the tokens in their order, up to the one that failed."""
    if fault and not any(fault.reason in reasons for _, reasons, _, _ in CHECKS):
        trace.record_failed(
            "userinfo",
            "The identity provider's keys or user info could not be read",
            came=fault.detail,
            mend=OF_THE_SERVER,
        )
        return trace
    for name, reasons, says, mend in CHECKS:
        if fault and fault.reason in reasons:
            trace.record_failed(name, "This check failed", came=fault.detail, mend=mend)
            return trace
        trace.record_passed(name, says)
    return trace
