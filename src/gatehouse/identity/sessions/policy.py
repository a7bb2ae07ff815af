"""A tenant's limits on session lifetime and concurrent sessions."""

from datetime import datetime
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.identity.sessions import policy_queries as queries
from gatehouse.identity.sessions.end_queries import END_LEFT_BELOW
from gatehouse.identity.sessions.events import SessionPolicyUpdated
from gatehouse.identity.sessions.models import LIMIT
from gatehouse.identity.sessions.schemas import (
    Concurrency,
    IdleTimeout,
    SessionConfiguration,
    Timeout,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.units import UnitFailures
from gatehouse.vendor.configuration.models import Vendor

TENANTS_AT_ONCE = 500


def build_default_session_policy(vendor: Vendor) -> SessionConfiguration:
    """The policy of a tenant that has set none. Without a limit, sessions expire after 30 days."""
    return _build_session_configuration(
        Timeout(is_active=vendor.session_absolute_enabled, timeout=vendor.session_absolute_seconds),
        IdleTimeout(is_active=vendor.session_idle_enabled, timeout=vendor.session_idle_seconds),
        Concurrency(
            is_active=vendor.session_concurrent_enabled, max_sessions=vendor.session_concurrent_max
        ),
    )


async def read_session_configuration(
    db: Db, vendor: Vendor, caller: Principal
) -> SessionConfiguration:
    policy = await queries.POLICY.first(db, caller.tenant_id)
    if policy is None or policy.inherited:
        return build_default_session_policy(vendor)
    return _build_session_configuration(
        Timeout(is_active=policy.absolute_active, timeout=policy.absolute_seconds),
        IdleTimeout(is_active=policy.idle_active, timeout=policy.idle_seconds),
        Concurrency(is_active=policy.concurrent_active, max_sessions=policy.concurrent_max),
    )


def _build_session_configuration(
    absolute: Timeout, idle: IdleTimeout, concurrent: Concurrency
) -> SessionConfiguration:
    return SessionConfiguration(
        session_timeout_configuration=absolute,
        session_idle_timeout_configuration=idle,
        session_concurrent_configuration=concurrent,
    )


async def save_session_configuration(db: Db, caller: Principal, data: SessionConfiguration) -> None:
    """Save the given parts, and apply them to running sessions. Needs the system scope."""
    absolute = data.session_timeout_configuration
    idle = data.session_idle_timeout_configuration
    concurrent = data.session_concurrent_configuration
    now = clock.now()
    await queries.SAVE_POLICY.run(
        db,
        caller.tenant_id,
        now,
        idle and idle.is_active,
        idle and idle.timeout,
        absolute and absolute.is_active,
        absolute and absolute.timeout,
        concurrent and concurrent.is_active,
        concurrent and concurrent.max_sessions,
    )
    await apply_limits_to_sessions(db, caller.tenant_id, now)
    event = SessionPolicyUpdated(caller.tenant_id, data.model_dump(exclude_none=True))
    await announce_event(db, event, by=caller.actor)


async def apply_limits_to_sessions(db: Db, tenant_id: UUID, now: datetime) -> None:
    """Apply the limits to the running sessions. Needs the system scope."""
    await queries.APPLY_POLICY.run(db, tenant_id, now)
    await END_LEFT_BELOW.run(db, tenant_id, now, LIMIT, None)


@job("sessions.inherit_limits")
async def inherit_session_limits(context: JobContext) -> None:
    """Apply the vendor's session policy to every tenant without its own, and to the running sessions there.
    Each step and each tenant is a transaction, so an interruption loses nothing."""
    last = UUID(int=0)
    with UnitFailures("sessions.inherit_limits") as failures:
        while True:
            async with context.database.transaction(Scope.system()) as db:
                accounts = await queries.INHERIT.all(db, last, clock.now(), TENANTS_AT_ONCE)
            for account in accounts:
                if account.binds:
                    with failures.caught(tenant_id=account.tenant_id):
                        async with context.database.transaction(Scope.system()) as db:
                            await apply_limits_to_sessions(db, account.tenant_id, clock.now())
            if len(accounts) < TENANTS_AT_ONCE:
                break
            last = accounts[-1].tenant_id
