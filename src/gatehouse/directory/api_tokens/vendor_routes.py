"""`/identity/resources/vendor-only/…/access-tokens/v1`, as the published server packages call it.

These packages end the customer's process on every error for a single token except 403 "Api tokens are
disabled". Therefore that is also the response for an unknown, malformed or revoked token, and calls here
are not rate-limited.
"""

from dataclasses import dataclass
from typing import Annotated, TypeVar
from uuid import UUID

from fastapi import Depends, Header

from gatehouse.access.errors import ApiTokensDisabled
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.api_tokens import queries
from gatehouse.directory.api_tokens.schemas import TenantTokenOut, UserTokenOut
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.vendor.current import CurrentConfiguration

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]

USERS = "/identity/resources/vendor-only/users/access-tokens/v1"
TENANTS = "/identity/resources/vendor-only/tenants/access-tokens/v1"

Token = TypeVar("Token", TenantTokenOut, UserTokenOut)

router = Router(tags=["Vendor"])


@dataclass(frozen=True, slots=True)
class ActiveTokens:
    """The active access tokens of the tenant, or of every tenant if it is None."""

    db: Db
    tenant_id: UUID | None

    async def list_ids(self, statement: Query[UUID]) -> list[UUID]:
        return await statement.all(self.db, clock.now(), self.tenant_id)

    async def get_token(self, statement: Query[Token], token_id: str) -> Token:
        """Raises `ApiTokensDisabled` for a token that is not active, and for a malformed id."""
        try:
            wanted = UUID(token_id)
        except ValueError:
            raise ApiTokensDisabled from None
        found = await statement.first(self.db, clock.now(), self.tenant_id, wanted)
        if found is None:
            raise ApiTokensDisabled
        return found


async def _open_active_tokens(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: OfTenant = None
) -> ActiveTokens:
    """Raises `ApiTokensDisabled` when the vendor offers none."""
    if not configuration.vendor.api_tokens_enabled:
        raise ApiTokensDisabled
    return ActiveTokens(db, tenant_id)


CurrentTokens = Annotated[ActiveTokens, Depends(_open_active_tokens)]


@router.get(f"{USERS}/active", permission=VendorPermission.READ_API_TOKENS)
async def list_active_user_access_tokens(tokens: CurrentTokens) -> list[UUID]:
    """Ids of the active personal access tokens, of every tenant unless the header names one."""
    return await tokens.list_ids(queries.ACTIVE_OF_PEOPLE)


@router.get(f"{TENANTS}/active", permission=VendorPermission.READ_API_TOKENS)
async def list_active_tenant_access_tokens(tokens: CurrentTokens) -> list[UUID]:
    """Ids of the active access tokens of tenants, of every tenant unless the header names one."""
    return await tokens.list_ids(queries.ACTIVE_OF_TENANTS)


@router.get(
    f"{USERS}/{{token_id}}",
    permission=VendorPermission.READ_API_TOKENS,
    response_model_exclude_none=True,
)
async def get_active_user_access_token(tokens: CurrentTokens, token_id: str) -> UserTokenOut:
    """Roles and permissions of a personal access token. 403 `api_tokens.disabled` for a token that is not
    active."""
    return await tokens.get_token(queries.ONE_OF_PEOPLE, token_id)


@router.get(
    f"{TENANTS}/{{token_id}}",
    permission=VendorPermission.READ_API_TOKENS,
    response_model_exclude_none=True,
)
async def get_active_tenant_access_token(tokens: CurrentTokens, token_id: str) -> TenantTokenOut:
    """Roles and permissions of an access token of a tenant. 403 `api_tokens.disabled` for a token that is
    not active."""
    return await tokens.get_token(queries.ONE_OF_TENANTS, token_id)
