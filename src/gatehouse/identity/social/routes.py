"""Social sign-in."""

from typing import Annotated

from fastapi import Form
from fastapi import Query as Parameter
from fastapi.responses import RedirectResponse, Response

from gatehouse.access.guard import CurrentPrincipal
from gatehouse.identity.external import sign_ins
from gatehouse.identity.sign_in.context import PARAMETERS
from gatehouse.identity.sign_in.legacy_login_box_v5 import (
    build_provider_sign_in_response,
    is_v4_login_box,
)
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.social import legacy_login_box_v4, listing, schemas, service
from gatehouse.identity.social.apps import read_starting_app
from gatehouse.identity.social.models import CameBack
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(tags=["Social sign-in"])

LISTS = "/identity/resources/sso"
AUTH = "/identity/resources/auth"
NO_STORE = {"cache-control": "no-store"}
Short = Annotated[str | None, Parameter(max_length=2000)]


@router.get(f"{LISTS}/v1")
async def list_social_providers_v1(resources: AllResources) -> list[schemas.SocialProviderV1]:
    """List the offered providers, for older clients."""
    return listing.list_providers_v1(resources)


@router.get(f"{LISTS}/v2")
async def list_social_providers(resources: AllResources) -> list[schemas.SocialProviderOut]:
    """List the offered providers. A browser that is sent to `authorizationUrl` returns to `redirectUri` with
    a code."""
    return listing.list_providers_v2(resources)


@router.get(f"{LISTS}/v2/authenticated")
async def list_own_social_providers(
    resources: AllResources, caller: CurrentPrincipal
) -> list[schemas.SocialProviderOut]:
    """List the offered providers, for a signed-in user."""
    return listing.list_providers_v2(resources)


@router.get(f"{LISTS}/custom/v1")
async def list_custom_social_providers(resources: AllResources) -> schemas.CustomProviders:
    """List the vendor's own providers among the offered ones."""
    return schemas.CustomProviders(providers=listing.list_custom_providers(resources))


@router.get(f"{AUTH}/v1/sso/config")
async def list_social_providers_of_app(
    resources: AllResources,
) -> dict[str, schemas.SocialProviderOfApp]:
    """List the offered providers by name, for native apps."""
    return listing.list_providers_for_app(resources)


@router.get(
    f"{AUTH}/v2/user/sso/default/{{provider}}/prelogin",
    response_class=RedirectResponse,
    status_code=302,
)
@router.get(
    f"{AUTH}/v2/user/sso/custom/{{provider}}/prelogin",
    name="start_custom_social_sign_in",
    response_class=RedirectResponse,
    status_code=302,
)
@router.get(
    f"{AUTH}/v1/user/sso/default/{{provider}}/prelogin",
    name="start_social_sign_in_v1",
    response_class=RedirectResponse,
    status_code=302,
)
async def start_social_sign_in(
    call: PublicCall,
    provider: str,
    redirect_uri: Annotated[str | None, Parameter(alias="redirectUri", max_length=2000)] = None,
    standard_redirect_uri: Annotated[
        str | None, Parameter(alias="redirect_uri", max_length=2000)
    ] = None,
    state: Short = None,
    login_hint: Short = None,
    client_id: Short = None,
    code_challenge: Short = None,
    code_challenge_method: Short = None,
) -> Response:
    """Redirect to the provider, with a cookie that binds the response to this browser. The browser returns to
    `redirectUri`, a page whose origin may call the API, with `code` and `state` as it was given, or with
    `error`. 404 for a provider that is not offered. An app sends its `client_id` and a `code_challenge`
    (S256): the browser returns to one of the app's own addresses, and the app continues with `POST
    /oauth/account/social/{provider}/post-login`."""
    token = sign_ins.read_or_create_browser_token(call.request.cookies, call.resources)
    page = redirect_uri or standard_redirect_uri
    app = None
    if client_id:
        app = read_starting_app(
            call.resources,
            client_id=client_id,
            page=page,
            state=state,
            challenge=code_challenge,
            method=code_challenge_method,
        )
    address = await service.start_social_sign_in(
        call, provider, browser=token, page=page, state=state, login_hint=login_hint, app=app
    )
    response = RedirectResponse(address, 302, headers=NO_STORE)
    sign_ins.set_browser_cookie(response, call.resources, token)
    return response


@router.get(
    f"{AUTH}/v2/user/sso/{{provider}}/callback", response_class=RedirectResponse, status_code=303
)
async def return_from_provider(
    call: PublicCall,
    provider: str,
    code: Annotated[str, Parameter(max_length=4000)] = "",
    state: Annotated[str, Parameter(max_length=200)] = "",
    error: Annotated[str, Parameter(max_length=200)] = "",
) -> Response:
    """Callback of providers: redirects to the page where the sign-in began, with the code or an `error`.
    Starts no session."""
    target = await service.accept_provider_callback(
        call, provider, code=code, state=state, error=error
    )
    return RedirectResponse(target, 303, headers=NO_STORE)


@router.post(
    f"{AUTH}/v2/user/sso/{{provider}}/callback", response_class=RedirectResponse, status_code=303
)
async def return_from_provider_by_form(
    call: PublicCall,
    provider: str,
    code: Annotated[str, Form(max_length=4000)] = "",
    state: Annotated[str, Form(max_length=200)] = "",
    error: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Callback of providers whose page posts the response: redirects to the page where the sign-in began,
    with the code or an `error`. Starts no session."""
    target = await service.accept_provider_callback(
        call, provider, code=code, state=state, error=error
    )
    return RedirectResponse(target, 303, headers=NO_STORE)


@router.post(
    f"{AUTH}/v1/user/sso/{{provider}}/postlogin",
    response_model=schemas.SocialAnswer,
    responses={
        302: {
            "description": "Without a location: the earliest sign-in box goes where the text says"
        },
        401: {
            "description": "ER-01049: the code, the browser or the provider's answer is not right"
        },
        403: {
            "description": "social.email_not_verified, social.account_exists, sign_up.closed, "
            "login.no_access"
        },
    },
    openapi_extra={"parameters": PARAMETERS},
)
async def sign_in_with_social_account(
    call: PublicCall,
    provider: str,
    code: Annotated[str, Parameter(max_length=4000)] = "",
    redirect_uri: Annotated[str | None, Parameter(alias="redirectUri", max_length=2000)] = None,
    data: schemas.SocialPostlogin | None = None,
) -> Response:
    """Sign in with the code that a provider sent, in the browser that was redirected there. A new user gets
    an account and a company, or with the `invitationToken` of an invite link a membership in its company. The
    response is the login response with the user's data; it sets the refresh cookie. Other parameters that
    clients send (`redirectUri`, `state`, `code_verifier`) are already known here. The earliest sign-in box
    sends users to providers itself, with a code that was not requested here: it is told to start again."""
    request, resources = call.request, call.resources
    data = data or schemas.SocialPostlogin()
    invitation = data.invitation_token
    if is_v4_login_box(request):
        api = legacy_login_box_v4.get_api_address(request, resources)
        anew = await service.build_restart_address(call, provider, code, redirect_uri, api=api)
        if anew is not None:
            return legacy_login_box_v4.build_redirect_response(resources, anew, invitation)
        invitation = invitation or legacy_login_box_v4.read_invitation_cookie(
            request.cookies, resources
        )
    came = CameBack(
        provider=provider,
        code=code,
        browser=sign_ins.read_browser_token(request.cookies, resources),
        door=call.sign_in_context(invitation),
        metadata=data.metadata or {},
    )
    entered = await service.finish_social_sign_in(call, came)
    person = entered.person
    return build_provider_sign_in_response(
        request,
        resources,
        entered.outcome,
        email=person.email,
        name=person.name,
        isNewUser=person.is_new,
        userId=str(person.id),
        tenantId=str(entered.tenant_id) if entered.tenant_id else None,
    )
