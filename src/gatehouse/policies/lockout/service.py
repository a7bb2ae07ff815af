"""Read and set the tenant's lockout policy; the sign-in applies it."""

from gatehouse.access.actor import Actor
from gatehouse.access.client import Client
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.policies.lockout import queries
from gatehouse.policies.lockout.models import LockoutPolicy
from gatehouse.policies.lockout.schemas import LockoutPolicyIn, LockoutPolicyOut

# What holds for a tenant that has set nothing.
MAX_ATTEMPTS = 5
DEFAULT = LockoutPolicyOut(enabled=True, max_attempts=MAX_ATTEMPTS)


async def lockout_policy(db: Db, actor: Actor) -> LockoutPolicyOut:
    policy = await queries.POLICY.first(db, actor.tenant_id)
    return DEFAULT if policy is None else _out(policy)


async def save_lockout_policy(
    db: Db, actor: Actor, data: LockoutPolicyIn, client: Client
) -> LockoutPolicyOut:
    policy = await queries.SAVE.one(
        db, actor.tenant_id, data.enabled, data.max_attempts, clock.now()
    )
    await announce(
        db,
        "lockout_policy.updated",
        tenant_id=actor.tenant_id,
        description="The lockout policy was changed",
        client=client,
        actor=actor,
        severity="Medium",
        enabled=data.enabled,
        max_attempts=data.max_attempts,
    )
    return _out(policy)


def _out(policy: LockoutPolicy) -> LockoutPolicyOut:
    return LockoutPolicyOut(
        id=policy.id,
        enabled=policy.enabled,
        max_attempts=policy.max_attempts,
        created_at=policy.updated_at,
        updated_at=policy.updated_at,
    )
