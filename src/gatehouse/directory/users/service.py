"""Creating and finding users, and the form in which their email addresses are stored."""

import re
import unicodedata
from functools import lru_cache
from typing import Any
from uuid import UUID

import email_validator

from gatehouse.directory.users import queries
from gatehouse.directory.users.errors import EmailTaken, InvalidEmail, UserNotFound
from gatehouse.directory.users.models import User
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.schemas import to_nfc


async def find_user_by_email(db: Db, email: str) -> User | None:
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


async def find_or_create_user(
    db: Db, *, email: str, name: str | None = None, phone_number: str | None = None
) -> User:
    """The user with this address, created with this name and number if there is none. An existing user is
    returned unchanged: an invitation renames no user."""
    address = normalize_email(email)
    return await queries.ADD_OR_FIND_USER.one(
        db, address, name or derive_name_from_email(address), phone_number, clock.now()
    )


async def rename_user(db: Db, user_id: UUID, name: str) -> None:
    await queries.RENAME_USER.run(db, user_id, name, clock.now())


async def delete_user_if_unused(db: Db, user_id: UUID) -> None:
    """After commit, delete the user if they are not verified and a member of no tenant."""
    await enqueue(db, "users.forget_if_unused", user_id=user_id)


async def lock_user(db: Db, user_id: UUID) -> None:
    """Lock the user against being added to a tenant or deleted until the transaction ends. Needs the
    system scope."""
    await queries.LOCK_USER.run(db, user_id)


async def retire_user_id(db: Db, user_id: UUID) -> None:
    """Prevent reuse of this id, which was computed from the address, by another user who gets the address.
    Call it in the system transaction that deletes the user."""
    await queries.RETIRE_ID.run(db, user_id, new_id().bytes)


@job("users.forget_if_unused")
async def _delete_unverified_user(context: JobContext, user_id: str) -> None:
    # Only the system scope shows memberships of other tenants.
    async with context.database.transaction(Scope.system()) as db:
        await lock_user(db, UUID(user_id))
        await queries.FORGET_USER.run(db, UUID(user_id))


# Self-hosted installations send mail inside their own network (`.local`) and in test labs (`.test`).
for _reserved in ("local", "test"):
    if _reserved in email_validator.SPECIAL_USE_DOMAIN_NAMES:
        email_validator.SPECIAL_USE_DOMAIN_NAMES.remove(_reserved)

MAX_LENGTH = 254  # RFC 5321 §4.5.3.1.3

# Common local parts, in either case, for which lower case is the whole normalization.
PLAIN = re.compile(r"[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*", re.ASCII | re.IGNORECASE)
PLAIN_LENGTH = 64  # RFC 5321 §4.5.3.1.1


def normalize_email(text: str) -> str:
    """Normalize an address: NFKC, trimmed, lower case, the domain as Unicode. Raises `InvalidEmail` when
    it is not valid.

    A look-alike of `@` (such as the full-width one) is refused rather than folded: folding it would move
    the border between local part and domain.
    """
    name, _, domain = text.partition("@")
    if len(name) <= PLAIN_LENGTH and PLAIN.fullmatch(name):
        whole = f"{name.lower()}@{domain.lower()}"
        if len(whole) <= MAX_LENGTH and _is_normalized_domain(domain.lower()):
            return whole
    return _normalize_any_email(text)


@lru_cache(1024)
def _is_normalized_domain(domain: str) -> bool:
    """Whether a domain is normalized. Cached, because many users share a domain and the check takes most
    of the time."""
    try:
        return domain.isascii() and _normalize_any_email(f"a@{domain}") == f"a@{domain}"
    except InvalidEmail:
        return False


def _normalize_any_email(text: str) -> str:
    if any(letter != "@" and "@" in unicodedata.normalize("NFKC", letter) for letter in text):
        raise InvalidEmail("The email address contains a character that looks like @")
    folded = unicodedata.normalize("NFKC", text).strip().lower()
    if "=?" in folded:  # an encoded word (RFC 2047), which mail software decodes to another address
        raise InvalidEmail("This is not a valid email address")
    try:
        checked = email_validator.validate_email(
            folded[: MAX_LENGTH + 1], strict=True, check_deliverability=False
        )
    except email_validator.EmailNotValidError as error:
        raise InvalidEmail("This is not a valid email address") from error
    return unicodedata.normalize("NFKC", checked.normalized.lower())


def strip_plus_suffix(address: str) -> str:
    """The address without the part after a plus, which many mail servers ignore: the mailbox that receives
    the mail."""
    name, _, domain = address.rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def mask_email(address: str) -> str:
    """`v•••@example.com`: enough for the owner to recognize the address."""
    name, at, domain = address.rpartition("@")
    return f"{name[:1]}•••{at}{domain}"


def derive_name_from_email(address: str) -> str:
    """Initial name of a user: the part before the `@`, without characters that mail programs would turn
    into a link."""
    local = address.partition("@")[0]
    return re.sub(r"www\.|[^\w.+'-]+", " ", local, flags=re.IGNORECASE).strip() or "A user"
