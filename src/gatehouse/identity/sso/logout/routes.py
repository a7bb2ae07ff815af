"""Endpoints for single logout: where SAML providers send browsers (SAML profiles §4.4), and OpenID Connect's
back-channel messages and returns."""

import asyncio
from typing import Annotated

from fastapi import Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from gatehouse.access.client import Client, CurrentClient
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sso.errors import LogoutRefused
from gatehouse.identity.sso.logout import idp_initiated
from gatehouse.identity.sso.logout.idp_initiated import (
    IncomingLogout,
    parse_logout_form,
    parse_logout_query,
)
from gatehouse.identity.sso.logout.sp_initiated import NO_STORE, deliver_logout_message
from gatehouse.identity.sso.saml.sending import REQUEST, RESPONSE
from gatehouse.identity.sso.saml.trace import SamlRefused
from gatehouse.identity.sso.sign_in.schemas import SamlMessage, SamlState, State
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.client.saml import OIDC_BACKCHANNEL_PATH, OIDC_LOGOUT_PATH, SLO_PATH

router = Router(tags=["Login"])

LOGIN = "/oauth/account/login"


@router.get(SLO_PATH, response_class=RedirectResponse, status_code=303)
async def take_saml_logout(
    request: Request, resources: AllResources, client: CurrentClient
) -> Response:
    """Single logout, by an address: a request that ends the sessions of a user who signed out at the
    provider, or the response to a request of Gatehouse. 400 `sso.logout_refused` for what the provider has
    not signed."""
    await idp_initiated.limit_logout_messages(resources, client)
    try:
        came = parse_logout_query(request.scope["query_string"])
    except SamlRefused:
        raise LogoutRefused(idp_initiated.MESSAGE_REFUSED) from None
    return await _handle_saml_logout(resources, came, client)


@router.post(SLO_PATH, response_class=RedirectResponse, status_code=303)
async def take_posted_saml_logout(
    resources: AllResources,
    client: CurrentClient,
    SAMLRequest: Annotated[SamlMessage | None, Form()] = None,  # noqa: N803  its name in SAML
    SAMLResponse: Annotated[SamlMessage | None, Form()] = None,  # noqa: N803
    RelayState: Annotated[SamlState, Form()] = "",  # noqa: N803
) -> Response:
    """Single logout, by a form. 400 `sso.logout_refused` for what the provider has not signed."""
    if (SAMLRequest is None) == (SAMLResponse is None):
        raise LogoutRefused(idp_initiated.MESSAGE_REFUSED)
    kind = REQUEST if SAMLRequest is not None else RESPONSE
    await idp_initiated.limit_logout_messages(resources, client)
    try:
        # The message is up to half a megabyte from an unauthenticated sender: parse it in a thread, off the
        # event loop.
        came = await asyncio.to_thread(
            parse_logout_form, kind, SAMLRequest or SAMLResponse or "", RelayState
        )
    except SamlRefused:
        raise LogoutRefused(idp_initiated.MESSAGE_REFUSED) from None
    return await _handle_saml_logout(resources, came, client)


async def _handle_saml_logout(
    resources: Resources, came: IncomingLogout, client: Client
) -> Response:
    if came.is_request:
        answer = await idp_initiated.end_saml_sessions(resources, came, client)
        return deliver_logout_message(answer) if answer else _redirect_to_page(resources, None)
    page = await idp_initiated.finish_saml_logout(resources, came, client)
    return _redirect_to_page(resources, page)


def _redirect_to_page(resources: Resources, page: str | None) -> Response:
    return RedirectResponse(page or build_mail_link(resources, LOGIN), 303, headers=NO_STORE)


@router.post(OIDC_BACKCHANNEL_PATH)
async def take_openid_logout(
    resources: AllResources,
    client: CurrentClient,
    logout_token: Annotated[str, Form(min_length=1, max_length=16_384)],
) -> Response:
    """End the sessions that the token's user, or one session of theirs, began at its provider (OpenID Connect
    Back-Channel Logout 1.0). 200, also where none is left; 400 `sso.logout_refused` for what no connection's
    provider has signed, and for a token that was already used."""
    await idp_initiated.end_openid_sessions(resources, logout_token, client)
    return Response(headers=NO_STORE)


@router.get(OIDC_LOGOUT_PATH, response_class=RedirectResponse, status_code=303)
async def come_back_from_openid_logout(
    resources: AllResources, client: CurrentClient, state: Annotated[State, Query()] = ""
) -> Response:
    """Return from the provider after a sign-out that began here, once: redirect to the page where it
    began."""
    page = await idp_initiated.finish_openid_logout(resources, state, client) if state else None
    return _redirect_to_page(resources, page)
