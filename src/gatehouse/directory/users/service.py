"""Making and finding people."""

from typing import Any
from uuid import UUID

from gatehouse.directory.users import queries
from gatehouse.directory.users.email import mailbox_of, name_of, normalize_email
from gatehouse.directory.users.errors import EmailTaken, UserNotFound
from gatehouse.directory.users.models import User
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.schemas import to_nfc

__all__ = [
    "confirm_email",
    "create_user",
    "find_by_email",
    "find_or_create",
    "forget_if_unused",
    "get_user",
    "lock_user",
    "mailbox_of",
    "mark_verified",
    "mark_verified_by_vendor",
    "name_of",
    "normalize_email",
    "rename_user",
    "retire_id",
]


async def find_by_email(db: Db, email: str) -> User | None:
    """Whoever has this address, of those whom the transaction sees; `InvalidEmail` when it is none."""
    return await queries.USER_BY_EMAIL.first(db, normalize_email(email))


async def get_user(db: Db, user_id: UUID) -> User:
    """The person, or `UserNotFound`, also for somebody whom the transaction does not see."""
    user = await queries.USER.first(db, user_id)
    if user is None:
        raise UserNotFound("The user was not found")
    return user


async def create_user(
    db: Db,
    *,
    email: str,
    name: str,
    phone_number: str | None = None,
    metadata: dict[str, Any] | None = None,
) -> User:
    """A new person, not verified; `EmailTaken` when the address belongs to somebody."""
    user = await queries.ADD_USER.first(
        db, normalize_email(email), to_nfc(name), phone_number, metadata or {}, clock.now()
    )
    if user is None:
        raise EmailTaken("A user with this email address already exists")
    return user


async def mark_verified(db: Db, user_id: UUID) -> None:
    """The address is theirs: only a verification flow calls this."""
    await queries.VERIFY_USER.run(db, user_id, clock.now())


async def mark_verified_by_vendor(db: Db, user_id: UUID) -> None:
    """The vendor says that the address is theirs, or gets into the account: from now on nobody has proved
    it."""
    await queries.VOUCH.run(db, user_id, clock.now())


async def confirm_email(db: Db, user_id: UUID) -> bool:
    """The person reads the address's mail. Whether only the vendor had vouched for it until now."""
    return await queries.PROVE.first(db, user_id, clock.now()) is not None


async def find_or_create(
    db: Db, *, email: str, name: str | None = None, phone_number: str | None = None
) -> User:
    """Whoever has this address; made with this name and number when nobody has. A person who exists
    is returned as they are: an invitation renames nobody."""
    address = normalize_email(email)
    return await queries.ADD_OR_FIND_USER.one(
        db, address, name or name_of(address), phone_number, clock.now()
    )


async def rename_user(db: Db, user_id: UUID, name: str) -> None:
    await queries.RENAME_USER.run(db, user_id, name, clock.now())


async def forget_if_unused(db: Db, user_id: UUID) -> None:
    """After commit, delete a person who never proved their address and belongs to no tenant."""
    await enqueue(db, "users.forget_if_unused", user_id=user_id)


async def lock_user(db: Db, user_id: UUID) -> None:
    """Until the transaction ends nobody else brings the person into a tenant, or forgets them. For a
    system transaction."""
    await queries.LOCK_USER.run(db, user_id)


async def retire_id(db: Db, user_id: UUID) -> None:
    """Ids are made of addresses: from now on nobody gets this one, whoever comes with the address. For a
    system transaction, in which the person's row goes."""
    await queries.RETIRE_ID.run(db, user_id, new_id().bytes)


@job("users.forget_if_unused")
async def _delete_unverified_user(context: JobContext, user_id: str) -> None:
    # Only a system transaction sees whether the person belongs to another tenant.
    async with context.database.transaction(Scope.system()) as db:
        await lock_user(db, UUID(user_id))
        await queries.FORGET_USER.run(db, UUID(user_id))
