"""Exchange a code, a refresh token or the session of a browser for tokens (RFC 6749 §5, RFC 9700 §4.14)."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.external.client import derive_code_challenge
from gatehouse.identity.oauth import authorize, models, queries
from gatehouse.identity.oauth.binding import verify_dpop_binding
from gatehouse.identity.oauth.client_secret import may_omit_pkce, require_registered_secret
from gatehouse.identity.oauth.clients import THIRD_PARTY, find_client
from gatehouse.identity.oauth.consents.service import has_consent
from gatehouse.identity.oauth.errors import AccessDenied, InvalidGrant, NoSession
from gatehouse.identity.oauth.events import CodeReused
from gatehouse.identity.sessions import queries as session_queries
from gatehouse.identity.sessions.end_queries import END_GRANT, END_OLDER_GRANTS
from gatehouse.identity.sessions.errors import SessionNotFound
from gatehouse.identity.sessions.models import SessionFacts, SignedIn
from gatehouse.identity.sessions.refresh import refresh_session
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sessions.tokens import (
    UNLIMITED,
    GrantedScopes,
    build_session_claims,
    fetch_session_claims,
    issue_session_tokens,
)
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time, new_id, token_hash
from gatehouse.kit.db import Database, Db
from gatehouse.kit.db.configuration_version import get_version_to_confirm, mark_confirmed
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.errors import PrehookBlocked, PrehookUnanswered
from gatehouse.vendor.applications import Application

SHORTEST_VERIFIER, LONGEST_VERIFIER = 43, 128  # RFC 7636 §4.1
# The hosted platform's clients in browsers and on iOS make shorter verifiers, and cannot be changed.
SHORTEST_OF_OURS = 16
KEPT_GRANTS = 10
WRONG = "The code is invalid, has expired or was already used"
OVER = "The refresh token is invalid or was already used, or its session has ended"


@dataclass(frozen=True, slots=True)
class Grant:
    """Tokens that an application asks for. `db` has the system scope."""

    db: Db
    resources: Resources
    application: Application
    client: Client
    granted: GrantedScopes = UNLIMITED


async def exchange_code(call: models.TokenCall) -> models.Tokens:
    """Exchange a code for the tokens of a new application session. Raises `InvalidGrant` when the code is not
    valid; a second use ends the session that the first one gave. Raises `InvalidClient` when the application
    did not authenticate, and `InvalidDpopProof` or `NonceNeeded` when the proof is refused; the code then
    stays unused."""
    db, resources, asked, client = call.db, call.resources, call.asked, call.client
    tokens = await _exchange_code_in_one_statement(call)
    if tokens is not None:
        return tokens
    code_hash = token_hash(asked.code)
    code = await queries.USE_CODE.first(db, code_hash, clock.now())
    if code is None:
        raise InvalidGrant(WRONG)
    application = find_client(resources, str(code.application_id))
    if code.was_used:
        await _end_session_of_reused_code(db, code, client)
        raise InvalidGrant(WRONG)
    if (
        application is None
        or code.expires_at <= clock.now()
        or not _is_request_for_code(call, application, code)
    ):
        raise InvalidGrant(WRONG)
    await require_registered_secret(call, application)
    key = await verify_dpop_binding(db, resources, application, asked.proof, code.dpop_key)
    if code.scopes is not None and not await has_consent(
        db, code.user_id, application.id, code.scopes
    ):
        raise InvalidGrant(WRONG)  # access was revoked while the code was made
    granted = GrantedScopes(key, _limit_granted_scopes(application, code.scopes))
    grant = Grant(db, resources, application, client, granted)
    session_id = await _start_granted_session(grant, code.session_id, code.entering, code_hash)
    if session_id is None:
        raise InvalidGrant(WRONG)
    return await _issue_first_tokens(grant, session_id, code.entering, code.nonce)


async def _exchange_code_in_one_statement(call: models.TokenCall) -> models.Tokens | None:
    """Exchange a common code in one statement. None, and no change, when the code needs more steps or is to
    be refused."""
    resources, asked, client = call.resources, call.asked, call.client
    application = find_client(resources, asked.client_id)
    if (
        application is None
        or application.type == THIRD_PARTY
        or application.dpop_bound_access_tokens
        or asked.proof is not None
        or not _is_code_verifier(application, asked.code_verifier)
    ):
        return None
    async with resources[Database].one_statement(confirms=True) as alone:
        facts = await queries.EXCHANGE.first(
            alone, new_id(), clock.now(), token_hash(asked.code), asked.redirect_uri, application.id,
            application.refresh_token_seconds, client.ip, client.user_agent,
            derive_code_challenge(asked.code_verifier), get_version_to_confirm(),
        )  # fmt: skip
    if facts is None:
        return None
    mark_confirmed()
    grant = Grant(call.db, resources, application, client)
    return await _build_tokens(grant, facts, facts.nonce, await _fetch_prehook_claims(grant, facts))


def _is_request_for_code(
    call: models.TokenCall, application: Application, code: models.UsedCode
) -> bool:
    """Whether client, redirect URI and verifier match the code (RFC 9700 §4.5). A backend with optional PKCE
    that authenticated with its secret may omit the verifier; one that it sends must match."""
    resources, asked = call.resources, call.asked
    if asked.client_id and find_client(resources, asked.client_id) != application:
        return False
    is_authenticated = call.authenticated is not None and call.authenticated.id == application.id
    if not asked.code_verifier and is_authenticated:
        return may_omit_pkce(resources, application) and asked.redirect_uri == code.redirect_uri
    if not _is_code_verifier(application, asked.code_verifier):
        return False
    challenge = derive_code_challenge(asked.code_verifier)
    return (
        equal_in_constant_time(challenge, code.code_challenge)
        and asked.redirect_uri == code.redirect_uri
    )


def _is_code_verifier(application: Application, verifier: str) -> bool:
    shortest = SHORTEST_VERIFIER if application.type == THIRD_PARTY else SHORTEST_OF_OURS
    return shortest <= len(verifier) <= LONGEST_VERIFIER and verifier.isascii()


async def issue_tokens_for_browser(grant: Grant, session: models.BrowserSession) -> models.Tokens:
    """Issue tokens for a page whose browser is already signed in. Every page load adds a session, so only the
    newest are kept."""
    session_id = await _start_granted_session(grant, session.session_id, session.tenant_id)
    if session_id is None:
        raise SessionNotFound("Session not found")
    await END_OLDER_GRANTS.run(
        grant.db, session.session_id, grant.application.id, KEPT_GRANTS, clock.now()
    )
    return await _issue_first_tokens(grant, session_id, session.tenant_id, None)


async def refresh_tokens(call: models.TokenCall) -> models.Tokens:
    """Rotate the tokens of an application's session. Raises `InvalidGrant` when the token is not valid; a
    second use ends the session. A token that is bound to a key requires a proof of that key, or of another
    one when the application authenticated with its secret (RFC 9449 §5). Raises `InvalidClient` when the
    application did not authenticate."""
    asked = call.asked
    application, owner = await _get_session_owner(call)
    await require_registered_secret(call, application)
    may_change_key = call.authenticated == application and asked.proof is not None
    expected = None if may_change_key else owner.dpop_key
    key = await verify_dpop_binding(call.db, call.resources, application, asked.proof, expected)
    granted = GrantedScopes(key, _limit_granted_scopes(application, owner.scopes))
    await call.db.pause()
    try:
        signed_in = await refresh_session(
            call.resources,
            asked.refresh_token,
            tenant_id=asked.tenant_id,
            client=call.client,
            oauth_client=application,
            granted=granted,
        )
    except Unauthenticated as error:
        raise InvalidGrant(OVER) from error
    return _to_tokens(signed_in, signed_in.access_token, granted)


async def _get_session_owner(
    call: models.TokenCall,
) -> tuple[Application, models.RefreshTokenOwner]:
    resources, asked = call.resources, call.asked
    named = resources[RefreshTokens].parse_token(asked.refresh_token)
    if named is None:
        raise InvalidGrant(OVER)
    owner = await queries.OWNER_OF.first(call.db, named[0])
    application = find_client(resources, str(owner.application_id)) if owner else None
    if owner is None or application is None:
        raise InvalidGrant(OVER)
    if asked.client_id and find_client(resources, asked.client_id) != application:
        raise InvalidGrant(OVER)  # the token belongs to another client (RFC 6749 §5.2)
    return application, owner


async def _start_granted_session(
    grant: Grant, parent_id: UUID, tenant_id: UUID, code_hash: bytes | None = None
) -> UUID | None:
    application, client, granted = grant.application, grant.client, grant.granted
    return await queries.GRANT.first(
        grant.db, new_id(), clock.now(), parent_id, tenant_id, application.id,
        application.refresh_token_seconds, client.ip, client.user_agent,
        granted.dpop_key, granted.scopes, code_hash,
    )  # fmt: skip


async def _issue_first_tokens(
    grant: Grant, session_id: UUID, tenant_id: UUID, nonce: str | None
) -> models.Tokens:
    facts = await session_queries.FACTS_OF_SESSION.first(
        grant.db, session_id, clock.now(), tenant_id, grant.application.guarded
    )
    if facts is None:
        raise InvalidGrant(WRONG)
    return await _build_tokens(grant, facts, nonce, await _fetch_prehook_claims(grant, facts))


async def _fetch_prehook_claims(grant: Grant, facts: SessionFacts) -> Claims:
    """Ask the vendor's prehook for additional claims. When it raises `PrehookBlocked` or `PrehookUnanswered`,
    the application's session, whose tokens were not delivered, is ended."""
    try:
        return await fetch_session_claims(
            grant.resources, facts, grant.application, grant.client, grant.granted, db=grant.db
        )
    except (PrehookBlocked, PrehookUnanswered):
        await END_GRANT.run(grant.db, facts.session_id, clock.now(), "prehook")
        raise


async def _build_tokens(
    grant: Grant, facts: SessionFacts, nonce: str | None, added: Claims
) -> models.Tokens:
    """Build the first tokens of a session."""
    resources, application, granted = grant.resources, grant.application, grant.granted
    refresh_token = resources[RefreshTokens].encode_token(facts.session_id, 0)
    signed_in = await issue_session_tokens(
        resources, facts, application, refresh_token, granted=granted, added=added
    )
    # The Gatehouse API accepts the id token too, so it expires with the access token.
    claims = granted.limit_claims({**added, **build_session_claims(facts, application)})
    claims["at_hash"] = _hash_access_token(signed_in.access_token)
    if nonce:
        claims["nonce"] = nonce
    id_token = await resources[AccessTokens].issue(
        claims,
        audience=application.audience,
        seconds=signed_in.expires_in,
        algorithm=application.signing_algorithm,
    )
    return _to_tokens(signed_in, id_token, granted)


def _to_tokens(signed_in: SignedIn, id_token: str, granted: GrantedScopes) -> models.Tokens:
    """Build the token response. Clients of the hosted platform use the id token as their access token, so
    both have the claims."""
    return models.Tokens(
        access_token=signed_in.access_token,
        id_token=id_token,
        refresh_token=signed_in.refresh_token,
        expires_in=signed_in.expires_in,
        is_bound=granted.dpop_key is not None,
        scopes=granted.scopes,
    )


def _limit_granted_scopes(
    application: Application, given: list[str] | None
) -> tuple[str, ...] | None:
    """The scopes of a grant. If the application was first-party when it was granted and is third-party now,
    only `openid`."""
    if given is None:
        return ("openid",) if application.type == THIRD_PARTY else None
    return tuple(given)


def _hash_access_token(token: str) -> str:
    """Half of the SHA-256 hash for `at_hash` (OpenID Connect Core §3.1.3.6); both signing algorithms use
    SHA-256."""
    digest = sha256(token.encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


async def _end_session_of_reused_code(db: Db, code: models.UsedCode, client: Client) -> None:
    if code.granted_session_id is None:
        return
    await END_GRANT.run(db, code.granted_session_id, clock.now(), "code_reused")
    event = CodeReused(code.entering, code.user_id, code.granted_session_id)
    await announce_event(db, event, by=by_person(code.user_id, "", client))


async def issue_tokens_by_cookie(
    grant: Grant, cookies: Sequence[str], tenant_id: UUID | None
) -> models.Tokens:
    """Issue tokens by refresh cookie. Raises `NoSession` without a session, `AccessDenied` when the user may
    not use the application, and `AdmissionRefused` when the tenant refuses."""
    wanted = _build_token_only_request(grant.application, tenant_id)
    session = await authorize.find_session_by_cookies(grant.db, grant.resources, cookies, wanted)
    return await _issue_tokens_if_admitted(grant, session)


async def issue_tokens_for_session(grant: Grant, session: models.NamedSession) -> models.Tokens:
    """Issue tokens for a session that has just begun; the caller's transaction undoes the session when this
    raises."""
    wanted = _build_token_only_request(grant.application, session.tenant_id)
    found = await authorize.find_named_session(
        grant.db, session.session_id, session.tenant_id, wanted
    )
    return await _issue_tokens_if_admitted(grant, found)


async def _issue_tokens_if_admitted(
    grant: Grant, session: models.BrowserSession | None
) -> models.Tokens:
    if session is None or session.lacks_second_factor:
        raise NoSession("Session not found")
    if not session.admitted:
        raise AccessDenied("The user does not have access to this application")
    await authorize.require_session_admission(grant.db, grant.resources, session, grant.client)
    return await issue_tokens_for_browser(grant, session)


def _build_token_only_request(
    application: Application, tenant_id: UUID | None
) -> models.AuthorizationRequest:
    """A request for tokens alone. Raises `AccessDenied` when the application's tokens need a key."""
    if application.dpop_bound_access_tokens:
        raise AccessDenied("Tokens of this application must be bound to a key")
    return models.AuthorizationRequest(
        client=application,
        redirect_uri="",
        code_challenge="",
        prompts=frozenset({"none"}),
        tenant_id=tenant_id,
    )
