"""Personal API tokens (wire-api §16.10; admin portal, personal tokens)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.api_tokens import service
from gatehouse.directory.api_tokens.enabled import Enabled
from gatehouse.directory.api_tokens.models import ApiToken, ApiTokenKind
from gatehouse.directory.api_tokens.schemas import (
    CreatedPersonalAccessToken,
    CreatedPersonalApiToken,
    PersonalAccessTokens,
    PersonalApiToken,
    PersonalApiTokenCreate,
    PersonalTokenCreate,
)
from gatehouse.directory.api_tokens.service import ApiTokenRequest
from gatehouse.kit.resources import AllResources

API = "/identity/resources/users/api-tokens/v1"
ACCESS = "/identity/resources/users/access-tokens/v1"

router = Router(tags=["API tokens"])


def _to_token_request(data: PersonalTokenCreate) -> ApiTokenRequest:
    metadata = data.metadata if isinstance(data, PersonalApiTokenCreate) else None
    return ApiTokenRequest(data.description or "", data.expires_in_minutes, metadata or {})


@router.get(
    API,
    permission=Permission.READ_USER_API_TOKENS,
    response_model=list[PersonalApiToken],
    response_model_exclude_none=True,
)
async def list_personal_api_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> list[ApiToken]:
    """The caller's client credentials in this tenant, newest first."""
    return await service.list_personal(db, caller, ApiTokenKind.CLIENT_CREDENTIALS)


@router.post(
    API,
    permission=require(Permission.WRITE_USER_API_TOKENS, signed_in=True, or_backend=True),
    response_model=CreatedPersonalApiToken,
    response_model_exclude_none=True,
    status_code=201,
)
async def create_personal_api_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    client: CurrentClient,
    data: PersonalApiTokenCreate,
) -> ApiToken:
    """Create client credentials with the caller's own permissions. 403 `api_tokens.other_strategy` where
    the vendor offers access tokens; 409 `api_tokens.too_many`."""
    return await service.create_personal(
        db, resources, caller, client, ApiTokenKind.CLIENT_CREDENTIALS, _to_token_request(data)
    )


@router.delete(f"{API}/{{token_id}}", permission=Permission.DELETE_USER_API_TOKENS)
async def delete_personal_api_token(
    db: Transaction, caller: Caller, offered: Enabled, client: CurrentClient, token_id: UUID
) -> Response:
    """Delete client credentials. They are refused from now on, as are the tokens that were exchanged for
    them."""
    await service.delete_personal(db, caller, client, ApiTokenKind.CLIENT_CREDENTIALS, token_id)
    return Response()


@router.get(
    ACCESS,
    permission=Permission.READ_USER_API_TOKENS,
    response_model=PersonalAccessTokens,
    response_model_exclude_none=True,
)
async def list_personal_access_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> dict[str, list[ApiToken]]:
    """The caller's access tokens in this tenant, newest first."""
    return {"access_tokens": await service.list_personal(db, caller, ApiTokenKind.ACCESS_TOKEN)}


@router.post(
    ACCESS,
    permission=require(Permission.WRITE_USER_API_TOKENS, signed_in=True, or_backend=True),
    response_model=CreatedPersonalAccessToken,
    response_model_exclude_none=True,
    status_code=201,
)
async def create_personal_access_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    client: CurrentClient,
    data: PersonalTokenCreate,
) -> ApiToken:
    """Create a bearer token with the caller's own permissions. 403 `api_tokens.other_strategy` where the
    vendor offers client credentials; 409 `api_tokens.too_many`."""
    return await service.create_personal(
        db, resources, caller, client, ApiTokenKind.ACCESS_TOKEN, _to_token_request(data)
    )


@router.delete(f"{ACCESS}/{{token_id}}", permission=Permission.DELETE_USER_API_TOKENS)
async def delete_personal_access_token(
    db: Transaction, caller: Caller, offered: Enabled, client: CurrentClient, token_id: UUID
) -> Response:
    """Delete an access token. Gatehouse refuses it from now on; backends that poll the active tokens
    refuse it some seconds later."""
    await service.delete_personal(db, caller, client, ApiTokenKind.ACCESS_TOKEN, token_id)
    return Response()
