"""Verifies a provider's response from the browser, and stores it under a code until the page fetches the
session.

No transaction is open during verification. The response itself is never part of an address: it is long, and
would remain in histories and logs.
"""

import asyncio
import re
from dataclasses import dataclass

from cryptography import x509

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.external import sign_ins
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sso.answers.service import StoredResponses, answer_of
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.identity.sso.domains.service import of_address
from gatehouse.identity.sso.logout.saml_sessions import subject_of
from gatehouse.identity.sso.own_key.service import keys_to_open
from gatehouse.identity.sso.saml.keys import OwnKey
from gatehouse.identity.sso.saml.models import ExpectedResponse, SamlIdentity
from gatehouse.identity.sso.saml.replay import use_once
from gatehouse.identity.sso.saml.request import request_id_of
from gatehouse.identity.sso.saml.response import issuer_of, read_response
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in import queries
from gatehouse.identity.sso.sign_in.box import finish_address
from gatehouse.identity.sso.sign_in.errors import SsoFailed
from gatehouse.kit import clock
from gatehouse.kit.addresses import with_query
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

RETURNS = RateLimit("saml.return.ip", 240, 5)
PAGE = "/account/saml/callback"
REFUSED = "refused"  # in place of a code
TESTED = "tested"
CODE = re.compile(r"[A-Za-z0-9_-]{43}")
OVER = "This sign-in is over. Sign in again."
FAILED = "Your company's sign-in did not succeed. Try again, or ask your administrator."


@dataclass(frozen=True, slots=True)
class PendingSamlSignIn:
    """The connections that may have sent the response: the requested one, or all of an issuer that allow
    sign-ins started at the provider."""

    connections: list[SsoConnection]
    request_id: str | None
    keys: list[OwnKey]


def is_code(message: str) -> bool:
    return CODE.fullmatch(message) is not None


async def page_after(resources: Resources, *, message: str, state: str, client: Client) -> str:
    """The page where the browser continues, with the code; without a valid code the page shows the failure.
    For an older login box, the browser first goes to the finish address of Gatehouse, because a cross-site
    POST does not carry the browser's cookie."""
    try:
        code = await receive_saml_response(resources, message=message, state=state, client=client)
    except SsoFailed:
        code = REFUSED
    async with resources[Database].one_statement() as db:
        if await sign_ins.way_back(db, "saml", state):
            return finish_address(resources, {"SAMLResponse": code, "RelayState": state})
    return page_with(resources, code, state)


def page_with(resources: Resources, code: str, state: str) -> str:
    """The page that fetches the session with this code, or shows that the sign-in failed."""
    values = {"SAMLResponse": code, "RelayState": state}
    return with_query(own_addresses(resources).page or build_mail_link(resources, PAGE), values)


async def receive_saml_response(
    resources: Resources, *, message: str, state: str, client: Client
) -> str:
    """Verify a response and return the code that fetches the session, once. Raises `SsoFailed` when a check
    fails; the failed check is recorded."""
    await resources[RateLimiter].hit(RETURNS, place_of(client.ip))
    waiting = await _find_waiting_sign_in(resources, message, state)
    refused = None
    for connection in waiting.connections:
        expected = expected_of(resources, connection, waiting)
        try:
            identity = await asyncio.to_thread(read_response, message, expected, CheckTrace())
            if waiting.request_id is None and not _speaks_for(connection, identity.email):
                continue
            return await _store_response(resources, connection, identity, state)
        except SamlRefused as refusal:
            refused = refusal
            await _record_refusal(resources, connection, refusal, client)
    raise SsoFailed(FAILED if refused else OVER)


async def _find_waiting_sign_in(
    resources: Resources, message: str, state: str
) -> PendingSamlSignIn:
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.provider_of(db, "saml", state) if state else None
        keys = await keys_to_open(db, resources)
        if provider is not None:
            found = await queries.BY_ID.all(db, provider)
            return PendingSamlSignIn(found, request_id_of(state), keys)
    issuer = await asyncio.to_thread(_issuer_of, message)
    async with resources[Database].transaction(Scope.system()) as db:
        found = await connections.BY_ISSUER.all(db, issuer) if issuer else []
    return PendingSamlSignIn(found, None, keys)


def _issuer_of(message: str) -> str | None:
    try:
        return issuer_of(message)
    except SamlRefused:
        return None


def _speaks_for(connection: SsoConnection, email: str | None) -> bool:
    """Whether the connection has validated the domain of the address; selects one of several connections to a
    provider."""
    try:
        domain = of_address(normalize_email(email or ""))
    except InvalidEmail:
        return False
    return any(row["validated"] and row["domain"] == domain for row in connection.domains)


def expected_of(
    resources: Resources, connection: SsoConnection, waiting: PendingSamlSignIn
) -> ExpectedResponse:
    ours = own_addresses(resources)
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
    async with resources[Database].transaction(Scope.system()) as db:
        told = answer_of(identity)
        kept = StoredResponses(db, connection.tenant_id, connection.id, told, subject_of(identity))
        await use_once(identity, kept, CheckTrace())
        if identity.in_response_to is not None:
            back = await sign_ins.accept_callback(db, "saml", str(connection.id), state, kept.code)
            if back is None:
                raise SsoFailed(OVER)
        if not connection.idp_entity_id:
            # Pin the issuer from now on, so that another issuer with the same signing key is rejected.
            await connections.LEARN_ISSUER.run(
                db, connection.tenant_id, connection.id, identity.issuer
            )
    return kept.code


async def _record_refusal(
    resources: Resources, connection: SsoConnection, refusal: SamlRefused, client: Client
) -> None:
    """Record the failed check for the company's administrators. The unauthenticated client gets no
    details."""
    event = AuthenticationFailed(connection.tenant_id, f"sso_saml_{refusal.check.name}")
    async with resources[Database].transaction(Scope.system()) as db:
        await announce_event(db, event, by=by_person(None, "", client))
