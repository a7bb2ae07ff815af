"""`/identity/resources/vendor-only/…/access-tokens/v1`, as the published server packages call it.

These packages end the customer's process on every error for a single token except 403 "Api tokens are
disabled". Therefore that is also the response for an unknown, malformed or revoked token, and calls here
are not rate-limited.
"""

from typing import Annotated, TypeVar
from uuid import UUID

from fastapi import Header

from gatehouse.access.errors import ApiTokensDisabled
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorPermission, VendorTransaction
from gatehouse.directory.api_tokens import queries
from gatehouse.directory.api_tokens.schemas import TenantTokenOut, UserTokenOut
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import CurrentConfiguration

OfTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]

USERS = "/identity/resources/vendor-only/users/access-tokens/v1"
TENANTS = "/identity/resources/vendor-only/tenants/access-tokens/v1"

Token = TypeVar("Token", TenantTokenOut, UserTokenOut)

router = Router(tags=["Vendor"])


@router.get(f"{USERS}/active", permission=VendorPermission.READ_API_TOKENS)
async def list_active_user_access_tokens(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: OfTenant = None
) -> list[UUID]:
    """Ids of the active personal access tokens, of every tenant unless the header names one."""
    _refuse_disabled(configuration)
    return await queries.ACTIVE_OF_PEOPLE.all(db, clock.now(), tenant_id)


@router.get(f"{TENANTS}/active", permission=VendorPermission.READ_API_TOKENS)
async def list_active_tenant_access_tokens(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: OfTenant = None
) -> list[UUID]:
    """Ids of the active access tokens of tenants, of every tenant unless the header names one."""
    _refuse_disabled(configuration)
    return await queries.ACTIVE_OF_TENANTS.all(db, clock.now(), tenant_id)


@router.get(
    f"{USERS}/{{token_id}}",
    permission=VendorPermission.READ_API_TOKENS,
    response_model_exclude_none=True,
)
async def get_active_user_access_token(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    token_id: str,
    tenant_id: OfTenant = None,
) -> UserTokenOut:
    """Roles and permissions of a personal access token. 403 `api_tokens.disabled` for a token that is not
    active."""
    _refuse_disabled(configuration)
    return await _find_token(db, queries.ONE_OF_PEOPLE, token_id, tenant_id)


@router.get(
    f"{TENANTS}/{{token_id}}",
    permission=VendorPermission.READ_API_TOKENS,
    response_model_exclude_none=True,
)
async def get_active_tenant_access_token(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    token_id: str,
    tenant_id: OfTenant = None,
) -> TenantTokenOut:
    """Roles and permissions of an access token of a tenant. 403 `api_tokens.disabled` for a token that is
    not active."""
    _refuse_disabled(configuration)
    return await _find_token(db, queries.ONE_OF_TENANTS, token_id, tenant_id)


async def _find_token(
    db: Db, statement: Query[Token], token_id: str, tenant_id: UUID | None
) -> Token:
    try:
        wanted = UUID(token_id)
    except ValueError:
        raise ApiTokensDisabled from None
    found = await statement.first(db, clock.now(), tenant_id, wanted)
    if found is None:
        raise ApiTokensDisabled
    return found


def _refuse_disabled(configuration: Snapshot) -> None:
    if not configuration.vendor.api_tokens_enabled:
        raise ApiTokensDisabled
