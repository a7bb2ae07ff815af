"""Sign-in through a tenant's SAML provider (wire-api §5)."""

from typing import Annotated, Any

from fastapi import Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gatehouse.access.client import Client, CurrentClient, client_of
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.browser import browser_of
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.context import PARAMETERS, door_of
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sign_in.legacy_login_box_v5 import take_along
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.sso.sign_in import saml
from gatehouse.identity.sso.sign_in.box import (
    FINISH_PATH,
    failed_address,
    finish_address,
    leading_on,
)
from gatehouse.identity.sso.sign_in.saml_schemas import Message, SamlPostlogin, State
from gatehouse.identity.sso.test_login.answers import take_saml
from gatehouse.identity.sso.test_login.errors import test_login_over
from gatehouse.kit.db import Database
from gatehouse.kit.errors import DomainError
from gatehouse.kit.posted_form import posted_form
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.client.saml import ACS_PATH, REQUEST_PATH


@router.post(ACS_PATH, response_class=RedirectResponse, status_code=303)
async def take_saml_answer(
    resources: AllResources,
    client: CurrentClient,
    SAMLResponse: Annotated[Message, Form()],  # noqa: N803  its name in SAML
    RelayState: Annotated[State, Form()] = "",  # noqa: N803
) -> Response:
    """The assertion consumer service: where providers have the browser post their responses, from their own
    pages. Redirects to the page that fetches the session, with a code in place of the response. Starts no
    session."""
    if await take_saml(resources, message=SAMLResponse, state=RelayState, client=client):
        target = build_mail_link(resources, saml.PAGE, SAMLResponse=saml.TESTED)
    else:
        target = await saml.page_after(
            resources, message=SAMLResponse, state=RelayState, client=client
        )
    return _redirect_to(target)


@router.get(REQUEST_PATH, response_class=HTMLResponse, include_in_schema=False)
async def send_saml_request(
    resources: AllResources, client: CurrentClient, state: Annotated[State, Query()] = ""
) -> Response:
    """A page that posts the request of a pending sign-in or test login to an identity provider that accepts
    requests by HTTP-POST only. If none is pending for this state, redirects to the page that shows the
    failure."""
    await resources[RateLimiter].hit(saml.RETURNS, place_of(client.ip))
    form = await saml.form_of(resources, state)
    if form is None:
        return _redirect_to(saml.page_with(resources, saml.REFUSED, state))
    return posted_form(*form)


@router.post("/identity/resources/auth/v1/user/saml/postlogin", **SIGN_IN)
async def finish_saml(request: Request, data: SamlPostlogin) -> Response:
    """Sign in with the values that the page received; sets the refresh cookie, or asks for MFA. They are
    valid once; the response to a sign-in that began here, only in the browser where it began."""
    resources: Resources = request.app.state.resources
    message, state = data.SAMLResponse, data.RelayState
    if message == saml.TESTED or await _was_test(resources, message, state, client_of(request)):
        raise test_login_over()
    outcome = await saml.finish_saml_sign_in(
        resources,
        message=message,
        state=state,
        browser=browser_of(request.cookies, resources),
        client=client_of(request),
        door=door_of(request),
    )
    return build_sign_in_response(resources, outcome)


@router.get(FINISH_PATH, response_class=RedirectResponse, status_code=303)
async def finish_saml_for_box(
    request: Request,
    resources: AllResources,
    client: CurrentClient,
    SAMLResponse: Annotated[str, Query(max_length=100)] = "",  # noqa: N803
    RelayState: Annotated[State, Query()] = "",  # noqa: N803
    again: bool = False,
) -> Response:
    """Sign in for a login box that expects a session when the browser returns from the provider. Redirects to
    its page with the refresh cookie, or with the error; MFA is required when the box refreshes the session.
    The response is valid once, and only in the browser where the sign-in began."""
    browser = browser_of(request.cookies, resources)
    if not browser and not again:
        told = {"SAMLResponse": SAMLResponse, "RelayState": RelayState, "again": "true"}
        return leading_on(finish_address(resources, told))
    async with resources[Database].one_statement() as db:
        back = await sign_ins.way_back(db, "saml", RelayState, browser)
    if back is None:
        return _redirect_to(failed_address(build_mail_link(resources, saml.PAGE), saml.OVER))
    try:
        outcome = await saml.finish_saml_sign_in(
            resources,
            message=SAMLResponse if saml.is_code(SAMLResponse) else saml.REFUSED,
            state=RelayState,
            browser=browser,
            client=client,
            door=door_of(request),
        )
    except DomainError as refusal:
        return _redirect_to(failed_address(back.page_state, refusal.message))
    response = _redirect_to(back.page)
    take_along(response, resources, outcome)
    return response


def _redirect_to(target: str) -> Response:
    return RedirectResponse(target, 303, headers={"cache-control": "no-store"})


async def _was_test(resources: Resources, message: str, state: str, client: Client) -> bool:
    """Whether the message is the provider's own response to a test login, received by the product's
    server."""
    is_own = message != saml.REFUSED and not saml.is_code(message)
    return is_own and await take_saml(resources, message=message, state=state, client=client)
