"""Locks between a caller's writes and the revocation of its access.

A transaction that writes holds this lock, shared with others of the same caller. Removing, disabling or
demoting the caller waits for them, and later writes wait for the outcome. An advisory lock, because its queue
is fair: with a row lock, one write after the other could delay the revocation forever (ADR 38).
"""

from collections.abc import Iterable
from uuid import UUID

from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import AdvisoryLock, build_shared_lock_statement, take_advisory_locks


def compose_writer_lock(tenant_id: UUID | None, writers: Iterable[UUID]) -> str:
    """Statement that opens a transaction which writes as these: a user, an API token. Only UUIDs are
    formatted into it. Without a tenant, it locks their role for the vendor: a staff member, a backend's
    credential."""
    return "; ".join(
        build_shared_lock_statement(AdvisoryLock.WRITER, _lock_key(tenant_id, one))
        for one in sorted(writers)
    )


async def block_writes(db: Db, tenant_id: UUID | None, writer: UUID) -> None:
    """Block all other writes of this user or token in this tenant, or for the vendor, until this transaction
    ends. Call it before every other lock, because a writer may be waiting for those."""
    await take_advisory_locks(db, AdvisoryLock.WRITER, [_lock_key(tenant_id, writer)])


async def block_writes_of_users(db: Db, tenant_id: UUID, user_ids: Iterable[UUID]) -> None:
    """Block the writes of several users, in a fixed order to avoid deadlocks."""
    keys = [_lock_key(tenant_id, user_id) for user_id in sorted(set(user_ids))]
    await take_advisory_locks(db, AdvisoryLock.WRITER, keys)


async def block_writes_in_tenants(db: Db, tenant_ids: Iterable[UUID], writer: UUID) -> None:
    """Block the writes of one user or token in several tenants, in a fixed order to avoid deadlocks."""
    keys = [_lock_key(tenant_id, writer) for tenant_id in sorted(set(tenant_ids))]
    await take_advisory_locks(db, AdvisoryLock.WRITER, keys)


def _lock_key(tenant_id: UUID | None, writer: UUID) -> str:
    return f"{tenant_id or 'vendor'}:{writer}"
