"""Read and set the tenant's password history policy; setting a password applies it."""

from gatehouse.access.actor import Actor
from gatehouse.access.client import Client
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.policies.password_history import queries
from gatehouse.policies.password_history.schemas import (
    PasswordHistoryPolicyIn,
    PasswordHistoryPolicyOut,
)

# What holds for a tenant that has set nothing.
DEFAULT = PasswordHistoryPolicyOut(enabled=False, history_size=5)


async def password_history_policy(db: Db, actor: Actor) -> PasswordHistoryPolicyOut:
    policy = await queries.POLICY.first(db, actor.tenant_id)
    return DEFAULT if policy is None else PasswordHistoryPolicyOut.model_validate(policy)


async def save_password_history_policy(
    db: Db, actor: Actor, data: PasswordHistoryPolicyIn, client: Client
) -> PasswordHistoryPolicyOut:
    policy = await queries.SAVE.one(
        db, actor.tenant_id, data.enabled, data.history_size, clock.now()
    )
    await announce(
        db,
        "password_history_policy.updated",
        tenant_id=actor.tenant_id,
        description="The password history policy was changed",
        client=client,
        actor=actor,
        severity="Medium",
        enabled=data.enabled,
        history_size=data.history_size,
    )
    return PasswordHistoryPolicyOut.model_validate(policy)
