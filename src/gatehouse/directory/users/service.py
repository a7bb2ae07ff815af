"""Creating and finding users."""

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
    """The user with this address, if visible in the scope of the transaction. Raises `InvalidEmail`."""
    return await queries.USER_BY_EMAIL.first(db, normalize_email(email))


async def get_user(db: Db, user_id: UUID) -> User:
    """The user. Raises `UserNotFound`, also when the user is outside the scope of the transaction."""
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
    """Create an unverified user. Raises `EmailTaken` when the address is in use."""
    user = await queries.ADD_USER.first(
        db, normalize_email(email), to_nfc(name), phone_number, metadata or {}, clock.now()
    )
    if user is None:
        raise EmailTaken("A user with this email address already exists")
    return user


async def mark_verified(db: Db, user_id: UUID) -> None:
    """Mark the address of the user as verified. Call it only from a verification flow."""
    await queries.VERIFY_USER.run(db, user_id, clock.now())


async def mark_verified_by_vendor(db: Db, user_id: UUID) -> None:
    """Record that the vendor marked the address as verified, or gained access to the account: from now on
    the user counts as not having confirmed the address themselves."""
    await queries.VOUCH.run(db, user_id, clock.now())


async def confirm_email(db: Db, user_id: UUID) -> bool:
    """Record that the user reads mail to the address; returns whether until now only the vendor had marked
    it as verified."""
    return await queries.PROVE.first(db, user_id, clock.now()) is not None


async def find_or_create(
    db: Db, *, email: str, name: str | None = None, phone_number: str | None = None
) -> User:
    """The user with this address, created with this name and number if there is none. An existing user is
    returned unchanged: an invitation renames no user."""
    address = normalize_email(email)
    return await queries.ADD_OR_FIND_USER.one(
        db, address, name or name_of(address), phone_number, clock.now()
    )


async def rename_user(db: Db, user_id: UUID, name: str) -> None:
    await queries.RENAME_USER.run(db, user_id, name, clock.now())


async def forget_if_unused(db: Db, user_id: UUID) -> None:
    """After commit, delete the user if they are not verified and a member of no tenant."""
    await enqueue(db, "users.forget_if_unused", user_id=user_id)


async def lock_user(db: Db, user_id: UUID) -> None:
    """Lock the user against being added to a tenant or deleted until the transaction ends. Needs the
    system scope."""
    await queries.LOCK_USER.run(db, user_id)


async def retire_id(db: Db, user_id: UUID) -> None:
    """Prevent reuse of this id, which was computed from the address, by another user who gets the address.
    Call it in the system transaction that deletes the user."""
    await queries.RETIRE_ID.run(db, user_id, new_id().bytes)


@job("users.forget_if_unused")
async def _delete_unverified_user(context: JobContext, user_id: str) -> None:
    # Only the system scope shows memberships of other tenants.
    async with context.database.transaction(Scope.system()) as db:
        await lock_user(db, UUID(user_id))
        await queries.FORGET_USER.run(db, UUID(user_id))
