"""A guard for routes that call the payment provider.

The ordinary guard keeps the request's transaction open until the answer; here the caller is loaded in a
transaction of its own, so that no database connection waits for somebody else's server.
"""

from typing import Annotated, Any

from fastapi import Depends

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import (
    CallerClaims,
    Principal,
    caller_scope,
    load_principal,
    permitted,
)
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import resource

AnyDatabase = Annotated[Database, resource(Database)]


def scope_of(caller: Principal) -> Scope:
    return Scope.tenant(caller.tenant_id, caller.user_id)


def require_briefly(permission: Permission) -> Any:
    """Like `require`, but the caller's transaction is over when the route begins."""

    async def guard(database: AnyDatabase, claims: CallerClaims) -> Principal:
        async with database.transaction(caller_scope(claims)) as db:
            return permitted(await load_principal(db, claims), permission)

    return Depends(guard)
