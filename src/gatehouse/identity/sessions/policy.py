"""How long and how many: the tenant's limits on sessions."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.identity.sessions import policy_queries as queries
from gatehouse.identity.sessions.events import SessionPolicyUpdated
from gatehouse.identity.sessions.models import LIMIT, SessionPolicy
from gatehouse.identity.sessions.queries import END_LEFT_BELOW
from gatehouse.identity.sessions.schemas import (
    Concurrency,
    IdleTimeout,
    SessionConfiguration,
    Timeout,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db

IDLE_SECONDS = 3600
ABSOLUTE_SECONDS = 90 * 24 * 3600
MAX_SESSIONS = 10

# What holds for a tenant that has set nothing: no limit is active. (Sessions still end after 30 days.)
DEFAULT = SessionConfiguration(
    session_timeout_configuration=Timeout(is_active=False, timeout=ABSOLUTE_SECONDS),
    session_idle_timeout_configuration=IdleTimeout(is_active=False, timeout=IDLE_SECONDS),
    session_concurrent_configuration=Concurrency(is_active=False, max_sessions=MAX_SESSIONS),
)


async def session_configuration(db: Db, caller: Principal) -> SessionConfiguration:
    policy = await queries.POLICY.first(db, caller.tenant_id)
    return DEFAULT if policy is None else _wire(policy)


async def save_session_configuration(
    db: Db, caller: Principal, data: SessionConfiguration, client: Client
) -> None:
    """Save the parts that are given, and bind the sessions that run already to them. Needs the
    system scope."""
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
    await queries.APPLY_POLICY.run(db, caller.tenant_id, now)
    await END_LEFT_BELOW.run(db, caller.tenant_id, now, LIMIT, None)
    event = SessionPolicyUpdated(caller.tenant_id, data.model_dump(exclude_none=True))
    await announce(db, event, by=by_caller(caller, client))


def _wire(policy: SessionPolicy) -> SessionConfiguration:
    return SessionConfiguration(
        session_timeout_configuration=Timeout(
            is_active=policy.absolute_active, timeout=policy.absolute_seconds
        ),
        session_idle_timeout_configuration=IdleTimeout(
            is_active=policy.idle_active, timeout=policy.idle_seconds
        ),
        session_concurrent_configuration=Concurrency(
            is_active=policy.concurrent_active, max_sessions=policy.concurrent_max
        ),
    )
