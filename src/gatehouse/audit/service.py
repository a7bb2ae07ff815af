"""Announce what happened: an audit row and the subscribers' jobs, in the caller's transaction."""

from typing import Any, Literal
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Kind, Principal
from gatehouse.audit import queries
from gatehouse.kit import clock, events
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

Severity = Literal["Info", "Medium", "High", "Critical", "Error"]


async def announce(
    db: Db,
    event: str,
    *,
    tenant_id: UUID | None,
    description: str,
    client: Client | None = None,
    caller: Principal | None = None,
    user_id: UUID | None = None,
    email: str | None = None,
    severity: Severity = "Info",
    **data: Any,
) -> None:
    """`event` is `area.fact` in the past tense (`user.signed_up`). `data` holds ids and plain facts,
    never secrets; subscribers get it together with `tenant_id` and, when given, `user_id`: the person
    whom it is about. Without a caller, `user_id` and `email` also say who did it. Of an API token the
    person behind it is the one who did it, if there is one, and `api_token_id` names the token."""
    if user_id is not None:
        data["user_id"] = user_id
    if caller and caller.kind in (Kind.USER_TOKEN, Kind.TENANT_TOKEN):
        data["api_token_id"] = caller.subject_id
    await queries.ADD_AUDIT.run(
        db,
        new_id(),
        tenant_id,
        clock.now(),
        event,
        severity,
        description,
        caller.person_id if caller else user_id,
        (caller.email or None) if caller else email,
        client.ip if client else None,
        client.user_agent if client else None,
        data,
    )
    await events.publish(db, event, tenant_id=tenant_id, **data)
