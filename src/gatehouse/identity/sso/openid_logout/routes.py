"""Endpoints for logout with OpenID Connect: back-channel messages, and the return of browsers from the
provider."""

from typing import Annotated

from fastapi import Form, Query
from fastapi.responses import RedirectResponse, Response

from gatehouse.access.client import CurrentClient
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sso.logout.deliver import NO_STORE
from gatehouse.identity.sso.openid_logout import provider_initiated
from gatehouse.identity.sso.sign_in.schemas import State
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.vendor.client.saml import OIDC_BACKCHANNEL_PATH, OIDC_LOGOUT_PATH


@router.post(OIDC_BACKCHANNEL_PATH)
async def take_openid_logout(
    resources: AllResources,
    client: CurrentClient,
    logout_token: Annotated[str, Form(min_length=1, max_length=16_384)],
) -> Response:
    """End the sessions that the token's user, or one session of theirs, began at its provider (OpenID Connect
    Back-Channel Logout 1.0). 200, also where none is left; 400 `sso.logout_refused` for what no connection's
    provider has signed, and for a token that was already used."""
    await provider_initiated.end_sessions(resources, logout_token, client)
    return Response(headers=NO_STORE)


@router.get(OIDC_LOGOUT_PATH, response_class=RedirectResponse, status_code=303)
async def come_back_from_openid_logout(
    resources: AllResources, client: CurrentClient, state: Annotated[State, Query()] = ""
) -> Response:
    """Return from the provider after a sign-out that began here, once: redirect to the page where it
    began."""
    page = await provider_initiated.page_after(resources, state, client) if state else None
    return RedirectResponse(page or build_mail_link(resources, LOGIN), 303, headers=NO_STORE)
