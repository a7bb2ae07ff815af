"""Whoever takes somebody's access away, and what that person is writing at the moment.

A transaction that writes holds this lock with others of the same caller. Whoever removes, disables or
demotes the caller waits for them, and the writes that come later wait for the outcome. An advisory
lock, because its queue is fair: a row lock could be held back for ever by one write after the other.
"""

from collections.abc import Iterable
from uuid import UUID

from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, shared_lock, take_lock, take_locks


def lock_writers(tenant_id: UUID | None, writers: Iterable[UUID]) -> str:
    """For the opening of a transaction that writes as these: a person, an API token. Only UUIDs go in.
    Without a tenant, as what they are to the vendor: one of the staff, a backend's credential."""
    return "; ".join(shared_lock(Lock.WRITER, _lock_key(tenant_id, one)) for one in sorted(writers))


async def stop_writes(db: Db, tenant_id: UUID | None, writer: UUID) -> None:
    """Until this transaction ends, nothing else is written as this person or token in this tenant, or as
    the vendor's. Before every other lock, because who writes may be waiting for those."""
    await take_lock(db, Lock.WRITER, _lock_key(tenant_id, writer))


async def stop_writes_of_all(db: Db, tenant_id: UUID, user_ids: Iterable[UUID]) -> None:
    """The same of several people; in one order, so that two who do this do not stop each other."""
    keys = [_lock_key(tenant_id, user_id) for user_id in sorted(set(user_ids))]
    await take_locks(db, Lock.WRITER, keys)


async def stop_writes_everywhere(db: Db, tenant_ids: Iterable[UUID], writer: UUID) -> None:
    """As `stop_writes`, in several tenants; in one order, so that two callers do not stop each other."""
    keys = [_lock_key(tenant_id, writer) for tenant_id in sorted(set(tenant_ids))]
    await take_locks(db, Lock.WRITER, keys)


def _lock_key(tenant_id: UUID | None, writer: UUID) -> str:
    return f"{tenant_id or 'vendor'}:{writer}"
