"""The userinfo endpoint (OpenID Connect Core §5.3)."""

from typing import Annotated

from fastapi import Depends, Request

from gatehouse.access import session_caller
from gatehouse.access.client import bearer_token
from gatehouse.access.guard import claims_of_token
from gatehouse.access.principal import Principal
from gatehouse.access.proof import THIRD_PARTY
from gatehouse.access.tokens import Claims
from gatehouse.identity.oauth.body import FORM, is_form, read_values
from gatehouse.identity.oauth.errors import AccessTokenRefused, InvalidRequest
from gatehouse.identity.oauth.respond import SCOPES
from gatehouse.identity.oauth.schemas import UserInfo
from gatehouse.kit.db import Database
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.router import Router

TOKEN = {"type": "object", "properties": {"access_token": {"type": "string"}}}
BODY = {"requestBody": {"content": {FORM: {"schema": TOKEN}}}}

router = Router(tags=["OpenID Connect"])


async def token_of_header(request: Request) -> str:
    try:
        return bearer_token(request)
    except Unauthenticated as error:
        raise AccessTokenRefused(error.message, headers={"www-authenticate": "Bearer"}) from None


async def token_of_call(request: Request) -> str:
    """Read the access token from the header or the form (RFC 6750 §2)."""
    given = await read_values(request) if is_form(request) else {}
    if "access_token" not in given:
        return await token_of_header(request)
    if "authorization" in request.headers:
        raise InvalidRequest("access_token: is in the header as well")
    return given["access_token"]


async def _verify_token(request: Request, token: str) -> tuple[Claims, Principal]:
    claims = await claims_of_token(request, token)
    async with request.app.state.resources[Database].one_statement() as db:
        return claims, await session_caller.load_session_principal(db, claims)


async def _user_info(request: Request, token: str) -> UserInfo:
    try:
        claims, caller = await _verify_token(request, token)
    except Unauthenticated as error:
        raise AccessTokenRefused(
            error.message, headers=error.headers or AccessTokenRefused.CHALLENGE
        ) from None
    scopes = claims["scope"].split() if claims.get("type") == THIRD_PARTY else SCOPES
    info = UserInfo(sub=str(caller.user_id), tenantId=caller.tenant_id)
    if "email" in scopes:
        info.email, info.email_verified = caller.email, claims.get("email_verified", False)
    if "profile" in scopes:
        info.name, info.picture = caller.name, claims.get("profilePictureUrl")
    return info


@router.get("/oauth/userinfo", response_model_exclude_none=True)
async def get_user_info(
    request: Request, token: Annotated[str, Depends(token_of_header)]
) -> UserInfo:
    """Get the user of the access token (OpenID Connect Core §5.3); a third-party application gets what its
    scopes allow. 401 `invalid_token`."""
    return await _user_info(request, token)


@router.post("/oauth/userinfo", response_model_exclude_none=True, openapi_extra=BODY)
async def post_user_info(
    request: Request, token: Annotated[str, Depends(token_of_call)]
) -> UserInfo:
    """Get the user of the access token, which may also come as `access_token` of a form."""
    return await _user_info(request, token)
