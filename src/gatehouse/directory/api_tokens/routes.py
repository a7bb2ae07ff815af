"""API tokens of tenants (wire-api §16.10; admin portal, API tokens)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.api_tokens import jobs as _jobs  # noqa: F401  registers them
from gatehouse.directory.api_tokens import service
from gatehouse.directory.api_tokens.enabled import Enabled
from gatehouse.directory.api_tokens.models import ApiToken, ApiTokenKind
from gatehouse.directory.api_tokens.schemas import (
    CreatedTenantAccessToken,
    CreatedTenantApiToken,
    TenantAccessTokenCreate,
    TenantAccessTokens,
    TenantApiToken,
    TenantApiTokenChange,
    TenantApiTokenCreate,
)
from gatehouse.directory.api_tokens.service import ApiTokenRequest
from gatehouse.kit.resources import AllResources

API = "/identity/resources/tenants/api-tokens"
ACCESS = "/identity/resources/tenants/access-tokens/v1"


router = Router(tags=["API tokens"])


def _to_token_request(data: TenantAccessTokenCreate) -> ApiTokenRequest:
    metadata, permissions = None, None
    if isinstance(data, TenantApiTokenCreate):
        metadata, permissions = data.metadata, data.permission_ids
    return ApiTokenRequest(
        data.description or "",
        data.expires_in_minutes,
        metadata or {},
        data.role_ids or [],
        permissions or [],
    )


@router.get(
    f"{API}/v1",
    permission=Permission.READ_TENANT_API_TOKENS,
    response_model=list[TenantApiToken],
    response_model_exclude_none=True,
)
async def list_tenant_api_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> list[ApiToken]:
    """The tenant's client credentials, newest first."""
    return await service.list_of_tenant(db, caller, ApiTokenKind.CLIENT_CREDENTIALS)


@router.post(
    f"{API}/v2",
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    response_model=CreatedTenantApiToken,
    response_model_exclude_none=True,
    status_code=201,
)
@router.post(
    f"{API}/v1",
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    response_model=CreatedTenantApiToken,
    response_model_exclude_none=True,
    status_code=201,
    name="create_tenant_api_token_v1",
)
async def create_tenant_api_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    client: CurrentClient,
    data: TenantApiTokenCreate,
) -> ApiToken:
    """Create client credentials with these roles and permissions. 403 `roles.beyond_own` for a role or
    permission that the caller lacks. 403 `api_tokens.other_strategy`; 409 `api_tokens.too_many`."""
    return await service.create_for_tenant(
        db, resources, caller, client, ApiTokenKind.CLIENT_CREDENTIALS, _to_token_request(data)
    )


@router.patch(
    f"{API}/v1/{{token_id}}",
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    response_model=TenantApiToken,
    response_model_exclude_none=True,
)
async def change_tenant_api_token(
    db: Transaction,
    caller: Caller,
    offered: Enabled,
    client: CurrentClient,
    token_id: UUID,
    data: TenantApiTokenChange,
) -> ApiToken:
    """Change client credentials; takes effect immediately. 403 `api_tokens.outranks_you`,
    `roles.beyond_own`."""
    return await service.change_api_token(db, caller, client, token_id, data)


@router.delete(f"{API}/v1/{{token_id}}", permission=Permission.DELETE_TENANT_API_TOKENS)
async def delete_tenant_api_token(
    db: Transaction, caller: Caller, offered: Enabled, client: CurrentClient, token_id: UUID
) -> Response:
    """Delete client credentials. They are refused from now on, as are the tokens that were exchanged for
    them."""
    await service.delete_of_tenant(db, caller, client, ApiTokenKind.CLIENT_CREDENTIALS, token_id)
    return Response()


@router.get(
    ACCESS,
    permission=Permission.READ_TENANT_API_TOKENS,
    response_model=TenantAccessTokens,
    response_model_exclude_none=True,
)
async def list_tenant_access_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> dict[str, list[ApiToken]]:
    """The tenant's access tokens, newest first."""
    return {"access_tokens": await service.list_of_tenant(db, caller, ApiTokenKind.ACCESS_TOKEN)}


@router.post(
    ACCESS,
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    response_model=CreatedTenantAccessToken,
    response_model_exclude_none=True,
    status_code=201,
)
async def create_tenant_access_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    client: CurrentClient,
    data: TenantAccessTokenCreate,
) -> ApiToken:
    """Create a bearer token with these roles. 403 `roles.beyond_own` for a role that exceeds the caller's
    own. 403 `api_tokens.other_strategy`; 409 `api_tokens.too_many`."""
    return await service.create_for_tenant(
        db, resources, caller, client, ApiTokenKind.ACCESS_TOKEN, _to_token_request(data)
    )


@router.delete(f"{ACCESS}/{{token_id}}", permission=Permission.DELETE_TENANT_API_TOKENS)
async def delete_tenant_access_token(
    db: Transaction, caller: Caller, offered: Enabled, client: CurrentClient, token_id: UUID
) -> Response:
    """Delete an access token. Gatehouse refuses it from now on; backends that poll the active tokens
    refuse it some seconds later."""
    await service.delete_of_tenant(db, caller, client, ApiTokenKind.ACCESS_TOKEN, token_id)
    return Response()
