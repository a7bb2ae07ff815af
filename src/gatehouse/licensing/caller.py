"""A guard for routes that call the payment provider.

The ordinary guard keeps the request's transaction open until the answer; here the caller is loaded in a
transaction of its own, so that no database connection waits for somebody else's server.
"""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends

from gatehouse.access.actor import Actor, CallerClaims, MissingPermission, load_actor
from gatehouse.access.permissions import Permission
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import resource

AnyDatabase = Annotated[Database, resource(Database)]


def scope_of(actor: Actor) -> Scope:
    return Scope.tenant(actor.tenant_id, actor.user_id)


def require_briefly(permission: Permission) -> Any:
    """Like `require`, but the caller's transaction is over when the route begins."""

    async def guard(database: AnyDatabase, claims: CallerClaims) -> Actor:
        scope = Scope.tenant(UUID(claims["tenantId"]), UUID(claims["sub"]))
        async with database.transaction(scope) as db:
            actor = await load_actor(db, claims)
        if not actor.may(permission):
            raise MissingPermission("You are not allowed to do this", permission=permission)
        return actor

    return Depends(guard)
