"""Receives the provider's response to a test login, and checks it one by one. No session begins."""

import asyncio

from gatehouse.access.client import Client
from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.errors import ProviderFault, Reason
from gatehouse.identity.external.models import ExternalAttempt
from gatehouse.identity.sso.claims import oidc_groups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout.sessions import subject_of
from gatehouse.identity.sso.own_keys import keys_to_open
from gatehouse.identity.sso.saml.models import ExpectedResponse, SamlIdentity
from gatehouse.identity.sso.saml.response import read_response
from gatehouse.identity.sso.saml.sending import request_id_of
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in import oidc as sign_in
from gatehouse.identity.sso.sign_in.saml import (
    PendingSamlSignIn,
    expected_of,
    groups_of,
    identity_of,
)
from gatehouse.identity.sso.sign_in.saml_responses import answer_of
from gatehouse.identity.sso.test_login.person import Assertion, check_person
from gatehouse.identity.sso.test_login.service import (
    TestLogin,
    fail_discovery,
    find_waiting_test,
    store_test_result,
)
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources

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


async def take_saml(resources: Resources, *, message: str, state: str, client: Client) -> bool:
    """Store the trace if the response belongs to a test login. Returns whether it does."""
    if not state:
        return False
    async with resources[Database].transaction(Scope.system()) as db:
        test_id = await sign_ins.provider_of(db, "saml_test", state)
        found = await find_waiting_test(db, test_id) if test_id else None
        if test_id is None or found is None:
            return False
        await sign_ins.turn_back(db, "saml_test", test_id, state)
        keys = await keys_to_open(db, resources)
    test, connection = found
    expected = expected_of(
        resources, connection, PendingSamlSignIn([connection], request_id_of(state), keys)
    )
    trace, identity = await asyncio.to_thread(_read_saml, message, expected)
    if identity is not None:
        answer, subject = answer_of(identity), subject_of(identity)
        told = Assertion(
            identity_of(connection.id, answer, subject), groups_of(answer), identity.attributes
        )
        await check_person(resources, connection, told, client, trace)
    await store_test_result(resources, test, trace)
    return True


async def take_oidc(resources: Resources, came: sign_in.OidcReturn) -> bool:
    """Store the trace if the response belongs to a test login that began in this browser. Returns whether it
    does."""
    found = await _find_begun_test(resources, came.state, came.browser)
    if found is None:
        return False
    test, connection, attempt = found
    trace = await trace_oidc_login(resources, connection, attempt, came)
    await store_test_result(resources, test, trace)
    return True


async def take_refusal(
    resources: Resources, *, state: str, browser: str, error: str, description: str
) -> bool:
    found = await _find_begun_test(resources, state, browser)
    if found is None:
        return False
    await store_test_result(resources, found[0], fail_answer(error, description))
    return True


async def _find_begun_test(
    resources: Resources, state: str, browser: str
) -> tuple[TestLogin, SsoConnection, ExternalAttempt] | None:
    async with resources[Database].transaction(Scope.system()) as db:
        attempt = await sign_ins.use_by_state(db, "oidc_test", browser, state)
        found = await find_waiting_test(db, attempt.provider) if attempt else None
    return (*found, attempt) if found and attempt else None


def _read_saml(message: str, expected: ExpectedResponse) -> tuple[CheckTrace, SamlIdentity | None]:
    trace = CheckTrace()
    try:
        return trace, read_response(message, expected, trace)
    except SamlRefused:
        return trace, None


def fail_answer(error: str, description: str) -> CheckTrace:
    """The trace of a response without a code."""
    trace = CheckTrace()
    trace.failed(
        "answer",
        "The identity provider refused the sign-in",
        came=f"{error}: {description}" if description else error,
        mend="Assign the person to this application at the identity provider, and compare the redirect URI "
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
    trace.passed("answer", "The identity provider sent the person back with a code")
    try:
        provider = await sign_in.provider_of(resources, connection)
    except ProviderFault as fault:
        return fail_discovery(trace, fault)
    if came.sender and came.sender != provider.issuer:
        return _fail_sender(came.sender, provider.issuer)
    trace.passed("discovery", "The identity provider describes itself", connection.sso_endpoint)
    try:
        async with asyncio.timeout(relying_party.SECONDS):
            tokens = await relying_party.exchange_authorization_code(
                resources, provider, attempt, came.code
            )
    except (ProviderFault, TimeoutError) as fault:
        _fail_tokens(trace, fault)
        return trace
    trace.passed("tokens", "The code was exchanged for tokens")
    try:
        async with asyncio.timeout(relying_party.SECONDS):
            claims = await relying_party.claims_of(resources, provider, tokens, attempt.nonce)
    except ProviderFault as fault:
        return _record_token_checks(trace, fault)
    except TimeoutError:
        return _record_token_checks(trace, ProviderFault("unreachable", "No answer in time"))
    _record_token_checks(trace, None)
    found = await relying_party.discover_endpoints(resources, connection.sso_endpoint)  # cached
    told = Assertion(
        sign_in.identity_of(connection, provider, claims),
        oidc_groups(claims, connection.claim_names),
        claims,
        set(found.scopes) - set(provider.scopes),
    )
    await check_person(resources, connection, told, came.client, trace)
    return trace


def _fail_sender(sender: str, issuer: str | None) -> CheckTrace:
    trace = CheckTrace()
    trace.failed(
        "answer",
        "Another identity provider sent the person back",
        came=sender,
        expected=issuer,
        mend="Set the connection's issuer to the one that the identity provider names.",
    )
    return trace


def _fail_tokens(trace: CheckTrace, fault: ProviderFault | TimeoutError) -> None:
    detail = fault.detail if isinstance(fault, ProviderFault) else "No answer in time"
    if isinstance(fault, ProviderFault) and fault.reason == "too_large":
        trace.failed(
            "tokens",
            "The answer with the tokens is too large",
            came=detail,
            mend="Let the identity provider send fewer claims, above all fewer groups.",
            code="answer_too_large",
        )
        return
    trace.failed(
        "tokens",
        "The code could not be exchanged for tokens",
        came=detail,
        mend="Compare the client id, the client secret and the redirect URI with the identity provider's.",
    )


def _record_token_checks(trace: CheckTrace, fault: ProviderFault | None) -> CheckTrace:
    """Record the checks of the tokens in their order, up to the one that failed."""
    if fault and not any(fault.reason in reasons for _, reasons, _, _ in CHECKS):
        trace.failed(
            "userinfo",
            "The identity provider's keys or user info could not be read",
            came=fault.detail,
            mend=OF_THE_SERVER,
        )
        return trace
    for name, reasons, says, mend in CHECKS:
        if fault and fault.reason in reasons:
            trace.failed(name, "This check failed", came=fault.detail, mend=mend)
            return trace
        trace.passed(name, says)
    return trace
