"""API tokens of tenants and of users (wire-api §16.10; admin portal, API tokens and personal tokens)."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.directory.api_tokens import jobs as _jobs  # noqa: F401  registers them
from gatehouse.directory.api_tokens import schemas, service
from gatehouse.directory.api_tokens.queries import ApiToken, ApiTokenKind
from gatehouse.directory.api_tokens.service import ApiTokenRequest, Enabled
from gatehouse.kit.db import Db
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import without_nulls

API = "/identity/resources/tenants/api-tokens"
ACCESS = "/identity/resources/tenants/access-tokens/v1"
PERSONAL_API = "/identity/resources/users/api-tokens/v1"
PERSONAL_ACCESS = "/identity/resources/users/access-tokens/v1"

WRITES_TENANT_TOKENS = require(Permission.WRITE_TENANT_API_TOKENS, signed_in=True, or_backend=True)
WRITES_OWN_TOKENS = require(Permission.WRITE_USER_API_TOKENS, signed_in=True, or_backend=True)

router = Router(tags=["API tokens"])


@dataclass(frozen=True, slots=True)
class ApiTokenCall:
    """A call of a route of API tokens. `owner_id` is the user whose tokens it is about, or None for those of
    the tenant."""

    db: Db
    resources: Resources
    caller: Principal

    async def create_token(
        self, kind: ApiTokenKind, owner_id: UUID | None, data: schemas.PersonalTokenCreate
    ) -> ApiToken:
        wish = ApiTokenRequest(
            data.description or "",
            data.expires_in_minutes,
            getattr(data, "metadata", None) or {},
            getattr(data, "role_ids", None) or [],
            getattr(data, "permission_ids", None) or [],
        )
        return await service.create_api_token(
            self.db, self.resources, self.caller, kind, owner_id, wish
        )

    async def list_tokens(self, kind: ApiTokenKind, owner_id: UUID | None) -> list[ApiToken]:
        return await service.list_api_tokens(self.db, self.caller, kind, owner_id)

    async def delete_token(
        self, kind: ApiTokenKind, token_id: UUID, owner_id: UUID | None
    ) -> Response:
        await service.delete_api_token(self.db, self.caller, kind, token_id, owner_id)
        return Response()


async def _open_token_call(
    db: Transaction, resources: AllResources, caller: Caller, offered: Enabled
) -> ApiTokenCall:
    return ApiTokenCall(db, resources, caller)


TokenCall = Annotated[ApiTokenCall, Depends(_open_token_call)]


@router.get(
    f"{API}/v1",
    permission=Permission.READ_TENANT_API_TOKENS,
    **without_nulls(list[schemas.TenantApiToken]),
)
async def list_tenant_api_tokens(call: TokenCall) -> list[ApiToken]:
    """The tenant's client credentials, newest first."""
    return await call.list_tokens(ApiTokenKind.CLIENT_CREDENTIALS, None)


@router.post(
    f"{API}/v2",
    permission=WRITES_TENANT_TOKENS,
    **without_nulls(schemas.CreatedTenantApiToken),
    status_code=201,
)
@router.post(
    f"{API}/v1",
    permission=WRITES_TENANT_TOKENS,
    **without_nulls(schemas.CreatedTenantApiToken),
    status_code=201,
    name="create_tenant_api_token_v1",
)
async def create_tenant_api_token(call: TokenCall, data: schemas.TenantApiTokenCreate) -> ApiToken:
    """Create client credentials with these roles and permissions. 403 `roles.beyond_own` for a role or
    permission that the caller lacks. 403 `api_tokens.other_strategy`; 409 `api_tokens.too_many`."""
    return await call.create_token(ApiTokenKind.CLIENT_CREDENTIALS, None, data)


@router.patch(
    f"{API}/v1/{{token_id}}",
    permission=WRITES_TENANT_TOKENS,
    **without_nulls(schemas.TenantApiToken),
)
async def change_tenant_api_token(
    call: TokenCall, token_id: UUID, data: schemas.TenantApiTokenChange
) -> ApiToken:
    """Change client credentials; takes effect immediately. 403 `api_tokens.outranks_you`,
    `roles.beyond_own`."""
    return await service.change_api_token(call.db, call.caller, token_id, data)


@router.delete(f"{API}/v1/{{token_id}}", permission=Permission.DELETE_TENANT_API_TOKENS)
async def delete_tenant_api_token(call: TokenCall, token_id: UUID) -> Response:
    """Delete client credentials. They are refused from now on, as are the tokens that were exchanged for
    them."""
    return await call.delete_token(ApiTokenKind.CLIENT_CREDENTIALS, token_id, None)


@router.get(
    ACCESS,
    permission=Permission.READ_TENANT_API_TOKENS,
    **without_nulls(schemas.TenantAccessTokens),
)
async def list_tenant_access_tokens(call: TokenCall) -> dict[str, list[ApiToken]]:
    """The tenant's access tokens, newest first."""
    return {"access_tokens": await call.list_tokens(ApiTokenKind.ACCESS_TOKEN, None)}


@router.post(
    ACCESS,
    permission=WRITES_TENANT_TOKENS,
    **without_nulls(schemas.CreatedTenantAccessToken),
    status_code=201,
)
async def create_tenant_access_token(
    call: TokenCall, data: schemas.TenantAccessTokenCreate
) -> ApiToken:
    """Create a bearer token with these roles. 403 `roles.beyond_own` for a role that exceeds the caller's
    own. 403 `api_tokens.other_strategy`; 409 `api_tokens.too_many`."""
    return await call.create_token(ApiTokenKind.ACCESS_TOKEN, None, data)


@router.delete(f"{ACCESS}/{{token_id}}", permission=Permission.DELETE_TENANT_API_TOKENS)
async def delete_tenant_access_token(call: TokenCall, token_id: UUID) -> Response:
    """Delete an access token. Gatehouse refuses it from now on; backends that poll the active tokens
    refuse it some seconds later."""
    return await call.delete_token(ApiTokenKind.ACCESS_TOKEN, token_id, None)


@router.get(
    PERSONAL_API,
    permission=Permission.READ_USER_API_TOKENS,
    **without_nulls(list[schemas.PersonalApiToken]),
)
async def list_personal_api_tokens(call: TokenCall) -> list[ApiToken]:
    """The caller's client credentials in this tenant, newest first."""
    return await call.list_tokens(ApiTokenKind.CLIENT_CREDENTIALS, call.caller.user_id)


@router.post(
    PERSONAL_API,
    permission=WRITES_OWN_TOKENS,
    **without_nulls(schemas.CreatedPersonalApiToken),
    status_code=201,
)
async def create_personal_api_token(
    call: TokenCall, data: schemas.PersonalApiTokenCreate
) -> ApiToken:
    """Create client credentials with the caller's own permissions. 403 `api_tokens.other_strategy` where
    the vendor offers access tokens; 409 `api_tokens.too_many`."""
    return await call.create_token(ApiTokenKind.CLIENT_CREDENTIALS, call.caller.user_id, data)


@router.delete(f"{PERSONAL_API}/{{token_id}}", permission=Permission.DELETE_USER_API_TOKENS)
async def delete_personal_api_token(call: TokenCall, token_id: UUID) -> Response:
    """Delete client credentials. They are refused from now on, as are the tokens that were exchanged for
    them."""
    return await call.delete_token(ApiTokenKind.CLIENT_CREDENTIALS, token_id, call.caller.user_id)


@router.get(
    PERSONAL_ACCESS,
    permission=Permission.READ_USER_API_TOKENS,
    **without_nulls(schemas.PersonalAccessTokens),
)
async def list_personal_access_tokens(call: TokenCall) -> dict[str, list[ApiToken]]:
    """The caller's access tokens in this tenant, newest first."""
    return {"access_tokens": await call.list_tokens(ApiTokenKind.ACCESS_TOKEN, call.caller.user_id)}


@router.post(
    PERSONAL_ACCESS,
    permission=WRITES_OWN_TOKENS,
    **without_nulls(schemas.CreatedPersonalAccessToken),
    status_code=201,
)
async def create_personal_access_token(
    call: TokenCall, data: schemas.PersonalTokenCreate
) -> ApiToken:
    """Create a bearer token with the caller's own permissions. 403 `api_tokens.other_strategy` where the
    vendor offers client credentials; 409 `api_tokens.too_many`."""
    return await call.create_token(ApiTokenKind.ACCESS_TOKEN, call.caller.user_id, data)


@router.delete(f"{PERSONAL_ACCESS}/{{token_id}}", permission=Permission.DELETE_USER_API_TOKENS)
async def delete_personal_access_token(call: TokenCall, token_id: UUID) -> Response:
    """Delete an access token. Gatehouse refuses it from now on; backends that poll the active tokens
    refuse it some seconds later."""
    return await call.delete_token(ApiTokenKind.ACCESS_TOKEN, token_id, call.caller.user_id)
