"""Creating, changing and deleting API tokens.

Creating or changing one requires a user session or a backend, so that no token outlives or outranks the
one that created it. The permissions of a personal token are those of its owner, evaluated at every call; a
tenant token has the permissions it was given, which never exceed those of its creator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends

from gatehouse.access.errors import ApiTokensDisabled
from gatehouse.access.principal import Principal
from gatehouse.access.proof import TokenType
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.standing import block_writes
from gatehouse.access.tokens import AccessTokens
from gatehouse.audit.service import announce_event
from gatehouse.directory.api_tokens import errors, queries
from gatehouse.directory.api_tokens.events import ApiTokenCreated, ApiTokenDeleted, ApiTokenUpdated
from gatehouse.directory.api_tokens.queries import ApiToken, ApiTokenKind, ApiTokenSecret
from gatehouse.directory.api_tokens.schemas import TenantApiTokenChange
from gatehouse.directory.roles.service import (
    require_assignable_permissions,
    require_assignable_roles,
)
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.list_changes import merge_list
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import CurrentConfiguration, configuration_of

MOST_OF_PERSON = 100
MOST_OF_TENANT = 500


@dataclass(frozen=True, slots=True)
class ApiTokenRequest:
    """The values of a new token."""

    description: str
    expires_in_minutes: int | None
    metadata: dict[str, Any]
    role_ids: Sequence[UUID] = ()
    permission_ids: Sequence[UUID] = ()


async def list_api_tokens(
    db: Db, caller: Principal, kind: ApiTokenKind, owner_id: UUID | None
) -> list[ApiToken]:
    """The tokens of this kind, newest first: those of the user `owner_id`, or else those of the tenant."""
    if owner_id is None:
        return await queries.OF_TENANT.all(db, caller.tenant_id, kind)
    return await queries.OF_PERSON.all(db, caller.tenant_id, owner_id, kind)


async def create_api_token(
    db: Db,
    resources: Resources,
    caller: Principal,
    kind: ApiTokenKind,
    owner_id: UUID | None,
    wish: ApiTokenRequest,
) -> ApiToken:
    """Create a token of the user `owner_id`, or else of the tenant, and return it with its secret. Raises
    `OtherStrategy` when the vendor does not offer this kind, `TooManyTokens` when the user or the tenant has
    reached the limit; `RoleNotFound`, `PermissionNotFound`, `BeyondOwn` or `NotAssignable` when the caller
    may not give the roles or permissions."""
    strategy = configuration_of(resources).vendor.machine_to_machine_auth_strategy
    if strategy != kind.strategy:
        raise errors.OtherStrategy("Tokens of this type are not available", strategy=strategy)
    await require_assignable_roles(db, caller, wish.role_ids)
    await require_assignable_permissions(db, caller, wish.permission_ids)
    await lock_tenant(db, caller.tenant_id)
    if owner_id is None:
        whose, most = "The account has", MOST_OF_TENANT
        count = await queries.COUNT_OF_TENANT.one(db, caller.tenant_id)
    else:
        whose, most = "You have", MOST_OF_PERSON
        count = await queries.COUNT_OF_PERSON.one(db, caller.tenant_id, owner_id)
    if count >= most:
        raise errors.TooManyTokens(f"{whose} {most} tokens. Delete one that you do not use.")
    now, token_id = clock.now(), new_id()
    lasts = wish.expires_in_minutes
    expires_at = now + timedelta(minutes=lasts) if lasts else None
    secret = await create_token_secret(
        resources, kind, token_id, caller.tenant_id, owner_id, expires_at
    )
    token = ApiToken(
        token_id, caller.tenant_id, owner_id, caller.person_id, kind, wish.description, wish.metadata,
        sorted(set(wish.role_ids)), sorted(set(wish.permission_ids)), caller.level, now, expires_at,
        None, secret.text,
    )  # fmt: skip
    await queries.ADD.run(
        db, token.id, token.tenant_id, owner_id, token.created_by_user_id, kind, token.description,
        token.metadata, secret.hash, secret.signing_key_id, now, expires_at, token.role_ids,
        token.permission_ids,
    )  # fmt: skip
    event = ApiTokenCreated(
        token.tenant_id, token.id, kind, token.description, owner_id, token.role_ids,
        token.permission_ids, expires_at,
    )  # fmt: skip
    await announce_event(db, event, by=caller.actor)
    return token


async def change_api_token(
    db: Db, caller: Principal, token_id: UUID, data: TenantApiTokenChange
) -> ApiToken:
    """Change a tenant's client credentials. Raises `TokenNotFound`, `OutranksMaker` when the token ranks
    above the caller, and the errors of roles and permissions of `create_api_token`."""
    await block_writes(db, caller.tenant_id, token_id)
    await lock_tenant(db, caller.tenant_id)
    known = await _get_tenant_token(db, caller, token_id)
    if known.level < caller.level:
        raise errors.OutranksMaker("This token's role ranks above your own")
    if data.role_ids is not None:
        role_ids = merge_list(known.role_ids, data.base_role_ids, data.role_ids)
        await require_assignable_roles(db, caller, set(role_ids) - set(known.role_ids))
        await queries.SET_ROLES.run(db, caller.tenant_id, token_id, role_ids)
    if data.permission_ids is not None:
        new = set(data.permission_ids) - set(known.permission_ids)
        await require_assignable_permissions(db, caller, list(new))
        await queries.SET_PERMISSIONS.run(db, caller.tenant_id, token_id, data.permission_ids)
    description = known.description if data.description is None else data.description
    metadata = known.metadata if data.metadata is None else data.metadata
    await queries.CHANGE.run(db, caller.tenant_id, token_id, description, metadata)
    changed = await _get_tenant_token(db, caller, token_id)
    event = ApiTokenUpdated(
        changed.tenant_id, changed.id, changed.kind, changed.description, None, changed.role_ids,
        changed.permission_ids,
    )  # fmt: skip
    await announce_event(db, event, by=caller.actor)
    return changed


async def _get_tenant_token(db: Db, caller: Principal, token_id: UUID) -> ApiToken:
    token = await queries.ONE_OF_TENANT.first(
        db, caller.tenant_id, ApiTokenKind.CLIENT_CREDENTIALS, token_id
    )
    if token is None:
        raise errors.TokenNotFound("The token was not found")
    return token


async def delete_api_token(
    db: Db, caller: Principal, kind: ApiTokenKind, token_id: UUID, owner_id: UUID | None
) -> None:
    """Delete a token of the user `owner_id`, or else of the tenant, after its running writes have finished.
    Raises `TokenNotFound`."""
    await block_writes(db, caller.tenant_id, token_id)
    description = await queries.DELETE.first(db, caller.tenant_id, token_id, owner_id, kind)
    if description is None:
        raise errors.TokenNotFound("The token was not found")
    event = ApiTokenDeleted(caller.tenant_id, token_id, kind, description, owner_id)
    await announce_event(db, event, by=caller.actor)


# Verifiers require `exp`, so a token without expiry gets a distant one; the list of active tokens decides.
ENDLESS = timedelta(days=36_525)


async def create_token_secret(
    resources: Resources,
    kind: ApiTokenKind,
    token_id: UUID,
    tenant_id: UUID,
    owner_id: UUID | None,
    expires_at: datetime | None,
) -> ApiTokenSecret:
    if kind is ApiTokenKind.CLIENT_CREDENTIALS:
        secret = new_token()
        return ApiTokenSecret(secret, token_hash(secret))
    application = configuration_of(resources).default
    key_id, _ = resources[KeyRing].current(application.signing_algorithm)
    claims = {
        "sub": str(token_id),
        "type": TokenType.USER_ACCESS if owner_id else TokenType.TENANT_ACCESS,
        "tenantId": str(tenant_id),
        "applicationId": str(application.id),
        # Makes tokens created in the same second differ, and the stored hash unguessable.
        "jti": new_token(16),
    }
    if owner_id:
        claims["userId"] = str(owner_id)
    lasts = expires_at - clock.now() if expires_at else ENDLESS
    text = await resources[AccessTokens].issue(
        claims,
        audience=application.audience,
        seconds=max(1, int(lasts.total_seconds())),
        algorithm=application.signing_algorithm,
    )
    return ApiTokenSecret(text, token_hash(text), key_id)


async def _require_api_tokens_enabled(configuration: CurrentConfiguration) -> None:
    if not configuration.vendor.api_tokens_enabled:
        raise ApiTokensDisabled


# Declared after the permission check, so that a caller without the permission gets that error first.
Enabled = Annotated[None, Depends(_require_api_tokens_enabled)]
