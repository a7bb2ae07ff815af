"""SAML: redirects users to a tenant's provider, verifies its response, and signs in the user that it names.

A response is stored under a code until the page fetches the session: it is too long for an address, and would
remain in histories and logs. No transaction is open during verification.
"""

import asyncio
import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cryptography import x509

from gatehouse.access.client import Client
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.models import ExternalIdentity, normalize_email_or_none
from gatehouse.identity.external.service import announce_failed_sign_in
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import get_service_provider_addresses
from gatehouse.identity.sso.domains.service import get_email_domain
from gatehouse.identity.sso.errors import SsoFailed
from gatehouse.identity.sso.logout.sessions import store_saml_session
from gatehouse.identity.sso.own_keys import list_own_keys, load_or_create_own_keys
from gatehouse.identity.sso.saml.certificates import OwnKey
from gatehouse.identity.sso.saml.models import (
    ExpectedResponse,
    SamlIdentity,
    is_case_insensitive_format,
)
from gatehouse.identity.sso.saml.response import (
    read_unverified_issuer,
    require_first_use,
    verify_response,
)
from gatehouse.identity.sso.saml.sending import (
    AuthnRequest,
    build_authn_form,
    build_authn_redirect,
    derive_request_id,
)
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in import people, queries
from gatehouse.identity.sso.sign_in import saml_responses as answers
from gatehouse.identity.sso.sign_in.box import BoxPages, build_finish_address
from gatehouse.identity.sso.sign_in.saml_responses import StoredSamlResponse
from gatehouse.kit import clock
from gatehouse.kit.addresses import with_query
from gatehouse.kit.crypto import new_token
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.client.saml import REQUEST_PATH

RETURNS = RateLimit("saml.return.ip", 240, 5)
PAGE = "/account/saml/callback"
REFUSED = "refused"  # in place of a code
TESTED = "tested"
CODE = re.compile(r"[A-Za-z0-9_-]{43}")
OVER = "This sign-in has expired. Sign in again."
FAILED = "Sign-in with your company failed. Try again, or contact your administrator."


async def start_saml_sign_in(
    resources: Resources, way: SsoConnection, browser: str, box: BoxPages
) -> str:
    """The address to which the browser is sent. If `box` names pages of an older login box, the browser
    continues there after the response."""
    ours = get_service_provider_addresses(resources)
    async with resources[Database].transaction(Scope.system()) as db:
        begun = await sign_ins.begin_external_sign_in(
            db, kind="saml", provider=str(way.id), browser=browser, redirect_uri=ours.acs_url,
            page=box.page, page_state=box.when_failed,
        )  # fmt: skip
    return await build_request_address(resources, way, begun.state)


async def build_request_address(resources: Resources, connection: SsoConnection, state: str) -> str:
    """The provider's address with a request for this state; if the provider accepts requests by form only,
    the page of Gatehouse that posts it. No transaction may be open."""
    if connection.sso_by_post:
        return with_query(resources[Deployment].public_url + REQUEST_PATH, {"state": state})
    request, key = await _prepare_authn_request(resources, connection, state)
    return build_authn_redirect(request, state, key)


async def build_request_form(resources: Resources, state: str) -> tuple[str, dict[str, str]] | None:
    """The provider's address and the fields of the form for it; None if no sign-in or test login waits for
    this state."""
    async with resources[Database].transaction(Scope.system()) as db:
        connection = await _find_connection_of_state(db, state)
    if connection is None or not connection.sso_by_post:
        return None
    request, key = await _prepare_authn_request(resources, connection, state)
    return connection.sso_endpoint, build_authn_form(request, state, key)


async def _find_connection_of_state(db: Db, state: str) -> SsoConnection | None:
    if provider := await sign_ins.find_pending_provider(db, "saml", state):
        return await queries.BY_ID.first(db, provider)
    if test_id := await sign_ins.find_pending_provider(db, "saml_test", state):
        return await queries.OF_TEST.first(db, UUID(test_id))
    return None


async def _prepare_authn_request(
    resources: Resources, connection: SsoConnection, state: str
) -> tuple[AuthnRequest, OwnKey | None]:
    ours = get_service_provider_addresses(resources)
    key = (await load_or_create_own_keys(resources))[0] if connection.sign_request else None
    request = AuthnRequest(
        id=derive_request_id(state),
        destination=connection.sso_endpoint,
        issuer=connection.audience or ours.sp_entity_id,
        acs_url=ours.acs_url,
        at=clock.now(),
    )
    return request, key


async def finish_saml_sign_in(
    resources: Resources,
    *,
    message: str,
    state: str,
    browser: str,
    client: Client,
    door: SignInContext,
) -> SignedIn | SignInChallenge:
    """Sign in the user that the message names. The message is the code from the callback, or the provider's
    own response if the product's server received it. Raises `SsoFailed`, `SsoRefused`, and the errors of
    `sign_in`."""
    if message == REFUSED:
        raise SsoFailed(FAILED)
    if is_response_code(message):
        code = message
    else:
        code = await receive_saml_response(resources, message=message, state=state, client=client)
    async with resources[Database].transaction(Scope.system()) as db:
        attempt = await sign_ins.consume_sign_in_by_code(db, "saml", browser, code)
        taken = await answers.consume_saml_response(db, code, asked_here=attempt is not None)
        way = await queries.BY_ID.first(db, taken[0]) if taken else None
        if taken is None or way is None:
            raise SsoFailed(OVER)
        connection_id, answer, subject = taken
        identity = build_saml_identity(connection_id, answer, subject)
        arrival = people.SsoArrival(way, identity, build_claimed_groups(answer), client)
        outcome = await people.sign_in_with_sso(db, resources, arrival, door)
        await store_saml_session(db, way, answer.issuer, subject, outcome)
        return outcome


def build_claimed_groups(answer: StoredSamlResponse) -> ClaimedGroups:
    return ClaimedGroups(frozenset(answer.groups), is_complete=not answer.groups_left_out)


def build_saml_identity(
    connection_id: UUID, answer: StoredSamlResponse, subject: dict[str, Any] | None
) -> ExternalIdentity:
    """Build the identity. A company's provider is trusted for addresses of its domains, and `people` accepts
    no others."""
    return ExternalIdentity(
        kind="saml",
        provider=str(connection_id),
        issuer=answer.issuer,
        subject=answer.subject,
        email=answer.email,
        email_verified=answer.email is not None,
        name=answer.name,
        ignores_case=is_case_insensitive_format(subject["format"] if subject else None),
    )


@dataclass(frozen=True, slots=True)
class PendingSamlSignIn:
    """The connections that may have sent the response: the requested one, or all of an issuer that allow
    sign-ins started at the provider."""

    connections: list[SsoConnection]
    request_id: str | None
    keys: list[OwnKey]


def is_response_code(message: str) -> bool:
    return CODE.fullmatch(message) is not None


async def accept_posted_response(
    resources: Resources, *, message: str, state: str, client: Client
) -> str:
    """The page where the browser continues, with the code; without a valid code the page shows the failure.
    For an older login box, the browser first goes to the finish address of Gatehouse, because a cross-site
    POST does not carry the browser's cookie."""
    try:
        code = await receive_saml_response(resources, message=message, state=state, client=client)
    except SsoFailed:
        code = REFUSED
    async with resources[Database].one_statement() as db:
        if await sign_ins.find_return_page(db, "saml", state):
            return build_finish_address(resources, {"SAMLResponse": code, "RelayState": state})
    return build_callback_address(resources, code, state)


def build_callback_address(resources: Resources, code: str, state: str) -> str:
    """The page that fetches the session with this code, or shows that the sign-in failed."""
    values = {"SAMLResponse": code, "RelayState": state}
    return with_query(
        get_service_provider_addresses(resources).page or build_mail_link(resources, PAGE), values
    )


async def receive_saml_response(
    resources: Resources, *, message: str, state: str, client: Client
) -> str:
    """Verify a response and return the code that fetches the session, once. Raises `SsoFailed` when a check
    fails; the failed check is recorded."""
    await resources[RateLimiter].hit(RETURNS, get_ip_network(client.ip))
    waiting = await _find_pending_sign_in(resources, message, state)
    refused = None
    for connection in waiting.connections:
        expected = build_expected_response(resources, connection, waiting)
        try:
            identity = await asyncio.to_thread(verify_response, message, expected, CheckTrace())
            if waiting.request_id is None and not _has_validated_domain(connection, identity.email):
                continue
            return await _store_response(resources, connection, identity, state)
        except SamlRefused as refusal:
            refused = refusal
            reason = f"sso_saml_{refusal.check.name}"
            async with resources[Database].transaction(Scope.system()) as db:
                await announce_failed_sign_in(db, connection.tenant_id, reason, client)
    raise SsoFailed(FAILED if refused else OVER)


async def _find_pending_sign_in(
    resources: Resources, message: str, state: str
) -> PendingSamlSignIn:
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.find_pending_provider(db, "saml", state) if state else None
        keys = await list_own_keys(db, resources)
        if provider is not None:
            found = await queries.BY_ID.all(db, provider)
            return PendingSamlSignIn(found, derive_request_id(state), keys)
    issuer = await asyncio.to_thread(_read_issuer_or_none, message)
    async with resources[Database].transaction(Scope.system()) as db:
        found = await connections.BY_ISSUER.all(db, issuer) if issuer else []
    return PendingSamlSignIn(found, None, keys)


def _read_issuer_or_none(message: str) -> str | None:
    try:
        return read_unverified_issuer(message)
    except SamlRefused:
        return None


def _has_validated_domain(connection: SsoConnection, email: str | None) -> bool:
    """Whether the connection has validated the domain of the address; selects one of several connections to a
    provider."""
    address = normalize_email_or_none(email)
    return address is not None and get_email_domain(address) in connection.validated_domains


def build_expected_response(
    resources: Resources, connection: SsoConnection, waiting: PendingSamlSignIn
) -> ExpectedResponse:
    ours = get_service_provider_addresses(resources)
    return ExpectedResponse(
        issuer=connection.idp_entity_id or None,
        certificates=tuple(
            x509.load_pem_x509_certificate(one["pem"].encode()) for one in connection.certificates
        ),
        audience=connection.audience or ours.sp_entity_id,
        acs_url=ours.acs_url,
        now=clock.now(),
        request_id=waiting.request_id,
        allows_unsolicited=connection.idp_initiated,
        decryption_keys=tuple(key.private for key in waiting.keys),
        claims=connection.claim_names,
    )


async def _store_response(
    resources: Resources, connection: SsoConnection, identity: SamlIdentity, state: str
) -> str:
    code = new_token()
    async with resources[Database].transaction(Scope.system()) as db:
        is_first = await answers.store_saml_response(db, connection, code, identity)
        require_first_use(identity, is_first=is_first)
        if identity.in_response_to is not None:
            provider = str(connection.id)
            if await sign_ins.accept_callback(db, "saml", provider, state, code) is None:
                raise SsoFailed(OVER)
        if not connection.idp_entity_id:
            # Pin the issuer from now on, so that another issuer with the same signing key is rejected.
            await connections.LEARN_ISSUER.run(
                db, connection.tenant_id, connection.id, identity.issuer
            )
    return code
