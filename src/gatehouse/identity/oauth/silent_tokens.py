"""Tokens for an application whose user is already signed in."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.oauth import authorize, token
from gatehouse.identity.oauth.errors import AccessDenied, NoSession
from gatehouse.identity.oauth.models import (
    AuthorizationRequest,
    BrowserSession,
    NamedSession,
    Tokens,
)
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application


async def tokens_by_cookie(
    db: Db,
    resources: Resources,
    application: Application,
    cookies: Sequence[str],
    tenant_id: UUID | None,
    client: Client,
) -> Tokens:
    """Issue tokens by refresh cookie. Raises `NoSession` without a session, `AccessDenied` when the user may
    not use the application, and `AdmissionRefused` when the tenant refuses. Needs the system scope."""
    _must_be_unbound(application)
    wanted = _nothing_more(application, tenant_id)
    session = await authorize.find_session(db, resources, cookies, wanted)
    return await _issue_tokens(db, resources, application, session, client)


async def tokens_of_session(
    db: Db, resources: Resources, application: Application, session: NamedSession, client: Client
) -> Tokens:
    """Issue tokens for a session that has just begun; the caller's transaction undoes the session when this
    raises. Needs the system scope."""
    _must_be_unbound(application)
    wanted = _nothing_more(application, session.tenant_id)
    found = await authorize.session_named(db, session.session_id, session.tenant_id, wanted)
    return await _issue_tokens(db, resources, application, found, client)


async def _issue_tokens(
    db: Db,
    resources: Resources,
    application: Application,
    session: BrowserSession | None,
    client: Client,
) -> Tokens:
    if session is None or session.lacks_second_factor:
        raise NoSession("Session not found")
    if not session.admitted:
        raise AccessDenied("They do not have access to this application")
    await authorize.must_admit(db, resources, session, client)
    return await token.tokens_of_browser(db, resources, application, session, client)


def _must_be_unbound(application: Application) -> None:
    if application.dpop_bound_access_tokens:
        raise AccessDenied("Tokens of this application are bound to a key")


def _nothing_more(application: Application, tenant_id: UUID | None) -> AuthorizationRequest:
    return AuthorizationRequest(
        client=application,
        redirect_uri="",
        code_challenge="",
        state=None,
        nonce=None,
        prompts=frozenset({"none"}),
        max_age=None,
        acr_values=frozenset(),
        tenant_id=tenant_id,
        alias=None,
        signed_in_after=None,
    )
