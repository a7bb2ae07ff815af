"""API tokens of tenants and of users (wire-api §16.10; admin portal, API tokens and personal tokens)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.api_tokens import jobs as _jobs  # noqa: F401  registers them
from gatehouse.directory.api_tokens import service
from gatehouse.directory.api_tokens.queries import ApiToken, ApiTokenKind
from gatehouse.directory.api_tokens.schemas import (
    CreatedPersonalAccessToken,
    CreatedPersonalApiToken,
    CreatedTenantAccessToken,
    CreatedTenantApiToken,
    PersonalAccessTokens,
    PersonalApiToken,
    PersonalApiTokenCreate,
    PersonalTokenCreate,
    TenantAccessTokenCreate,
    TenantAccessTokens,
    TenantApiToken,
    TenantApiTokenChange,
    TenantApiTokenCreate,
)
from gatehouse.directory.api_tokens.service import ApiTokenRequest, Enabled
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import without_nulls

API = "/identity/resources/tenants/api-tokens"
ACCESS = "/identity/resources/tenants/access-tokens/v1"


router = Router(tags=["API tokens"])


def _to_token_request(data: PersonalTokenCreate) -> ApiTokenRequest:
    return ApiTokenRequest(
        data.description or "",
        data.expires_in_minutes,
        getattr(data, "metadata", None) or {},
        getattr(data, "role_ids", None) or [],
        getattr(data, "permission_ids", None) or [],
    )


@router.get(
    f"{API}/v1", permission=Permission.READ_TENANT_API_TOKENS, **without_nulls(list[TenantApiToken])
)
async def list_tenant_api_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> list[ApiToken]:
    """The tenant's client credentials, newest first."""
    return await service.list_api_tokens(db, caller, ApiTokenKind.CLIENT_CREDENTIALS, None)


@router.post(
    f"{API}/v2",
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    **without_nulls(CreatedTenantApiToken),
    status_code=201,
)
@router.post(
    f"{API}/v1",
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    **without_nulls(CreatedTenantApiToken),
    status_code=201,
    name="create_tenant_api_token_v1",
)
async def create_tenant_api_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    data: TenantApiTokenCreate,
) -> ApiToken:
    """Create client credentials with these roles and permissions. 403 `roles.beyond_own` for a role or
    permission that the caller lacks. 403 `api_tokens.other_strategy`; 409 `api_tokens.too_many`."""
    return await service.create_api_token(
        db, resources, caller, ApiTokenKind.CLIENT_CREDENTIALS, None, _to_token_request(data)
    )


@router.patch(
    f"{API}/v1/{{token_id}}",
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    **without_nulls(TenantApiToken),
)
async def change_tenant_api_token(
    db: Transaction, caller: Caller, offered: Enabled, token_id: UUID, data: TenantApiTokenChange
) -> ApiToken:
    """Change client credentials; takes effect immediately. 403 `api_tokens.outranks_you`,
    `roles.beyond_own`."""
    return await service.change_api_token(db, caller, token_id, data)


@router.delete(f"{API}/v1/{{token_id}}", permission=Permission.DELETE_TENANT_API_TOKENS)
async def delete_tenant_api_token(
    db: Transaction, caller: Caller, offered: Enabled, token_id: UUID
) -> Response:
    """Delete client credentials. They are refused from now on, as are the tokens that were exchanged for
    them."""
    await service.delete_api_token(db, caller, ApiTokenKind.CLIENT_CREDENTIALS, token_id, None)
    return Response()


@router.get(
    ACCESS, permission=Permission.READ_TENANT_API_TOKENS, **without_nulls(TenantAccessTokens)
)
async def list_tenant_access_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> dict[str, list[ApiToken]]:
    """The tenant's access tokens, newest first."""
    return {
        "access_tokens": await service.list_api_tokens(db, caller, ApiTokenKind.ACCESS_TOKEN, None)
    }


@router.post(
    ACCESS,
    permission=require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True),
    **without_nulls(CreatedTenantAccessToken),
    status_code=201,
)
async def create_tenant_access_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    data: TenantAccessTokenCreate,
) -> ApiToken:
    """Create a bearer token with these roles. 403 `roles.beyond_own` for a role that exceeds the caller's
    own. 403 `api_tokens.other_strategy`; 409 `api_tokens.too_many`."""
    return await service.create_api_token(
        db, resources, caller, ApiTokenKind.ACCESS_TOKEN, None, _to_token_request(data)
    )


@router.delete(f"{ACCESS}/{{token_id}}", permission=Permission.DELETE_TENANT_API_TOKENS)
async def delete_tenant_access_token(
    db: Transaction, caller: Caller, offered: Enabled, token_id: UUID
) -> Response:
    """Delete an access token. Gatehouse refuses it from now on; backends that poll the active tokens
    refuse it some seconds later."""
    await service.delete_api_token(db, caller, ApiTokenKind.ACCESS_TOKEN, token_id, None)
    return Response()


PERSONAL_API = "/identity/resources/users/api-tokens/v1"
PERSONAL_ACCESS = "/identity/resources/users/access-tokens/v1"


@router.get(
    PERSONAL_API,
    permission=Permission.READ_USER_API_TOKENS,
    **without_nulls(list[PersonalApiToken]),
)
async def list_personal_api_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> list[ApiToken]:
    """The caller's client credentials in this tenant, newest first."""
    return await service.list_api_tokens(
        db, caller, ApiTokenKind.CLIENT_CREDENTIALS, caller.user_id
    )


@router.post(
    PERSONAL_API,
    permission=require(Permission.WRITE_USER_API_TOKENS, signed_in=True, or_backend=True),
    **without_nulls(CreatedPersonalApiToken),
    status_code=201,
)
async def create_personal_api_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    data: PersonalApiTokenCreate,
) -> ApiToken:
    """Create client credentials with the caller's own permissions. 403 `api_tokens.other_strategy` where
    the vendor offers access tokens; 409 `api_tokens.too_many`."""
    return await service.create_api_token(
        db,
        resources,
        caller,
        ApiTokenKind.CLIENT_CREDENTIALS,
        caller.user_id,
        _to_token_request(data),
    )


@router.delete(f"{PERSONAL_API}/{{token_id}}", permission=Permission.DELETE_USER_API_TOKENS)
async def delete_personal_api_token(
    db: Transaction, caller: Caller, offered: Enabled, token_id: UUID
) -> Response:
    """Delete client credentials. They are refused from now on, as are the tokens that were exchanged for
    them."""
    await service.delete_api_token(
        db, caller, ApiTokenKind.CLIENT_CREDENTIALS, token_id, caller.user_id
    )
    return Response()


@router.get(
    PERSONAL_ACCESS,
    permission=Permission.READ_USER_API_TOKENS,
    **without_nulls(PersonalAccessTokens),
)
async def list_personal_access_tokens(
    db: Transaction, caller: Caller, offered: Enabled
) -> dict[str, list[ApiToken]]:
    """The caller's access tokens in this tenant, newest first."""
    return {
        "access_tokens": await service.list_api_tokens(
            db, caller, ApiTokenKind.ACCESS_TOKEN, caller.user_id
        )
    }


@router.post(
    PERSONAL_ACCESS,
    permission=require(Permission.WRITE_USER_API_TOKENS, signed_in=True, or_backend=True),
    **without_nulls(CreatedPersonalAccessToken),
    status_code=201,
)
async def create_personal_access_token(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    offered: Enabled,
    data: PersonalTokenCreate,
) -> ApiToken:
    """Create a bearer token with the caller's own permissions. 403 `api_tokens.other_strategy` where the
    vendor offers client credentials; 409 `api_tokens.too_many`."""
    return await service.create_api_token(
        db, resources, caller, ApiTokenKind.ACCESS_TOKEN, caller.user_id, _to_token_request(data)
    )


@router.delete(f"{PERSONAL_ACCESS}/{{token_id}}", permission=Permission.DELETE_USER_API_TOKENS)
async def delete_personal_access_token(
    db: Transaction, caller: Caller, offered: Enabled, token_id: UUID
) -> Response:
    """Delete an access token. Gatehouse refuses it from now on; backends that poll the active tokens
    refuse it some seconds later."""
    await service.delete_api_token(db, caller, ApiTokenKind.ACCESS_TOKEN, token_id, caller.user_id)
    return Response()
