from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Response

from gatehouse.access.client import CurrentClient
from gatehouse.identity.login import service
from gatehouse.identity.login.errors import EmailMissing
from gatehouse.identity.login.schemas import PasswordLogin, SsoPrelogin
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sessions.service import login_answer, set_refresh_cookie
from gatehouse.kit.resources import AllResources

router = APIRouter(tags=["Login"])

ScopedTenant = Annotated[str | None, Header(alias="frontegg-scoped-tenant", max_length=100)]
LoginAlias = Annotated[
    str | None, Header(alias="frontegg-login-alias", max_length=200, pattern=r"^[^\x00]*$")
]


@router.post(
    "/identity/resources/auth/v1/user",
    response_model=LoginResponse,
    response_model_exclude_none=True,
    responses={
        401: {"description": "ER-01013: wrong password, or nobody has this address"},
        403: {"description": "ER-01034 locked out, ER-01060 not verified, login.no_access"},
    },
)
@router.post(
    "/identity/resources/auth/v2/user",
    response_model=LoginResponse,
    response_model_exclude_none=True,
    name="sign_in_with_password_v2",
)
async def sign_in_with_password(
    resources: AllResources,
    client: CurrentClient,
    data: PasswordLogin,
    response: Response,
    scoped_tenant: ScopedTenant = None,
    login_alias: LoginAlias = None,
) -> LoginResponse:
    """Sign in with e-mail and password; sets the refresh cookie.

    Enters the tenant that the page names (`frontegg-scoped-tenant` or `frontegg-login-alias`) when
    the person belongs to it, else the usual one. Wire reference §5, §12.
    """
    email = data.email or data.username
    if not email:
        raise EmailMissing("email: is needed")
    signed_in = await service.sign_in_with_password(
        resources,
        email,
        data.password,
        client=client,
        tenant_id=_id(scoped_tenant),
        alias=login_alias,
    )
    set_refresh_cookie(response, resources, signed_in)
    return login_answer(signed_in)


def _id(text: str | None) -> UUID | None:
    """A header is a hint: one that is no id names no tenant."""
    try:
        return UUID(text) if text else None
    except ValueError:
        return None


@router.post("/identity/resources/auth/v2/user/sso/prelogin")
@router.post("/identity/resources/auth/v1/user/saml/prelogin", name="find_sso_v1")
async def find_sso(resources: AllResources, client: CurrentClient, data: SsoPrelogin) -> Response:
    """Whether this address signs in elsewhere; 404 `SSO domain was not found` when not."""
    await service.find_sso(resources, client)
