"""A user's own addresses: add, verify, change the primary one, delete.

An unverified address cannot be used to sign in, and may belong to anyone. A verified one belongs to one
account; that another account has it is revealed only to a user who can read its mail. The code is tied to
the user, not to a token: clients send back the address instead, so the token is stored here, sealed.
"""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_have_recent_sign_in
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import (
    confirm_email,
    mark_verified_by_vendor,
    normalize_email,
)
from gatehouse.identity.email_addresses import errors, events, queries
from gatehouse.identity.email_addresses.addresses import (
    claim_address,
    derive_address_id,
    lock_addresses,
    replace_primary_address,
)
from gatehouse.identity.email_addresses.models import PrimaryAddressOwner
from gatehouse.identity.email_addresses.schemas import EmailAddressOut, EmailsQuery
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mfa.own_factors import RECENT
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.lists import EMPTY_PAGE, pattern_containing
from gatehouse.kit.plain_route import Json
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

MOST = 10
MAILS_OF_PERSON = RateLimit("email_addresses.mails", 10, 60)
MAILS_TO_ADDRESS = RateLimit("email_addresses.mails_to", 5, 60)
TRIES = RateLimit("email_addresses.tries", 30, 15)


async def add_email_address(
    db: Db, resources: Resources, caller: Principal, text: str
) -> EmailAddressOut:
    """Add an unverified address and send a code to it. Adding it again sends another code."""
    address = await send_email_code(db, resources, caller, text, CodePurpose.VERIFY_EMAIL)
    await announce_event(
        db, events.EmailAddressAdded(caller.tenant_id, caller.user_id), by=caller.actor
    )
    return await _get_email_address(db, caller.user_id, address)


async def verify_email_address(
    db: Db, resources: Resources, caller: Principal, text: str, code: str
) -> None:
    """Verify the address for the user. Raises `WrongCode`, `CodeExpired` or `EmailAddressTaken`."""
    require_email_change_allowed(resources)
    address = normalize_email(text)
    await _use_email_code(db, resources, caller, CodePurpose.VERIFY_EMAIL, address, code)
    await claim_address(db, caller.user_id, address)
    await queries.VERIFY.run(db, caller.user_id, address, clock.now())
    event = events.EmailAddressVerified(caller.tenant_id, caller.user_id)
    await announce_event(db, event, by=caller.actor)
    told = "An email address was added to your account. It can be used to sign in."
    await mails.mail_security_change(db, resources, "sign-in-changed", caller, told)


async def change_email_address(
    db: Db, resources: Resources, caller: Principal, text: str, code: str
) -> None:
    """Replace the primary address, which the user then no longer has."""
    require_email_change_allowed(resources)
    address = normalize_email(text)
    await _use_email_code(db, resources, caller, CodePurpose.CHANGE_EMAIL, address, code)
    await claim_address(db, caller.user_id, address)
    await _replace_own_primary_address(db, resources, caller, address, keep_old=False)
    await confirm_email(db, caller.user_id)


async def make_own_email_primary(
    db: Db, resources: Resources, caller: Principal, text: str
) -> None:
    """Make a further, verified address the primary one. Raises `NotVerified`."""
    require_email_change_allowed(resources)
    must_have_recent_sign_in(caller, RECENT)
    address = normalize_email(text)
    await lock_addresses(db, address, caller.email)
    await claim_address(db, caller.user_id, address)
    if not (await get_verified_address(db, caller.user_id, address)).is_primary:
        await _replace_own_primary_address(db, resources, caller, address, keep_old=True)
        # The further address may only be marked verified by the vendor.
        await mark_verified_by_vendor(db, caller.user_id)


async def delete_email_address(
    db: Db, resources: Resources, caller: Principal, email_id: UUID
) -> None:
    """Delete a further address. Raises `IsPrimary` or `EmailAddressNotFound`."""
    require_email_change_allowed(resources)
    await remove_email_address(db, caller.user_id, email_id)
    await announce_event(
        db, events.EmailAddressDeleted(caller.tenant_id, caller.user_id), by=caller.actor
    )


async def remove_email_address(db: Db, user_id: UUID, email_id: UUID) -> None:
    if await queries.DELETE.first(db, user_id, email_id):
        return
    if any(one.id == email_id for one in await queries.ALL.all(db, user_id)):
        raise errors.IsPrimary("Make another address primary first")
    raise errors.EmailAddressNotFound("The address was not found")


async def list_emails_of_tenant(db: Db, caller: Principal, query: EmailsQuery) -> Json:
    """A page of the addresses by which the tenant knows its members."""
    part = pattern_containing(query.email) if query.email else None
    page = await queries.OF_TENANT.page(
        db, query, query.sort_by, caller.tenant_id, part=part, ids=query.ids or None
    )
    return (page or EMPTY_PAGE).to_response(query.limit)


def require_email_change_allowed(resources: Resources) -> None:
    """Raises `EmailChangeRefused` when the vendor does not allow changes."""
    if not configuration_of(resources).vendor.allow_email_change:
        raise errors.EmailChangeRefused("Addresses cannot be changed here")


async def lock_owner_with_room(db: Db, user_id: UUID, address: str) -> PrimaryAddressOwner:
    """The user, locked, if there is room for another address. Raises `TooManyEmailAddresses`, or
    `EmailAddressNotFound` when there is no such user."""
    owner = await queries.OWNER.first(db, user_id)
    if owner is None:
        raise errors.EmailAddressNotFound("The user was not found")
    if await queries.COUNT_OTHERS.one(db, user_id, address) >= MOST:
        raise errors.TooManyEmailAddresses(
            f"There can be at most {MOST} additional addresses. Delete one first."
        )
    return owner


async def send_email_code(
    db: Db, resources: Resources, caller: Principal, text: str, purpose: CodePurpose
) -> str:
    """Send a code to an address that is to be added, or to become the primary one."""
    require_email_change_allowed(resources)
    must_have_recent_sign_in(caller, RECENT)
    address = normalize_email(text)
    limiter = resources[RateLimiter]
    await limiter.hit(MAILS_OF_PERSON, str(caller.user_id))
    await limiter.hit(MAILS_TO_ADDRESS, token_hash(address).hex())
    await queries.DROP_UNLISTED.run(db, caller.user_id, address)
    owner = await lock_owner_with_room(db, caller.user_id, address)
    if owner.email == address:
        raise errors.IsPrimary("This is already your address")
    if owner.is_managed and purpose is CodePurpose.CHANGE_EMAIL:
        raise _managed_by_directory_error()
    asked = await queries.ADD.one(
        db,
        derive_address_id(owner.id, address),
        owner.id,
        address,
        purpose is CodePurpose.VERIFY_EMAIL,
        clock.now(),
    )
    issued = await codes.issue_one_time_code(db, purpose, address, owner.id)
    sealed = queries.REQUEST.seal(resources[Box], asked.id, issued.token.encode())
    await queries.KEEP_REQUEST.run(db, asked.id, sealed)
    await mails.send_mail(db, resources, "email-code", address, code=issued.code)
    event = events.EmailCodeSent(caller.tenant_id, caller.user_id, purpose)
    await announce_event(db, event, by=caller.actor)
    return address


async def _use_email_code(
    db: Db, resources: Resources, caller: Principal, purpose: CodePurpose, address: str, code: str
) -> None:
    """Use the code for an address. Raises `WrongCode`, also for an address without a code for the caller,
    or `CodeExpired`."""
    await resources[RateLimiter].hit(TRIES, str(caller.user_id))
    asked = await queries.ASKED.first(db, caller.user_id, address)
    if asked is None or asked.sealed_request is None:
        raise WrongCode()
    token = queries.REQUEST.open(resources[Box], asked.id, asked.sealed_request).decode()
    used = await codes.use_one_time_code(db, purpose, token, code)
    if used.user_id != caller.user_id or used.recipient != address:
        raise WrongCode()


async def _replace_own_primary_address(
    db: Db, resources: Resources, caller: Principal, address: str, *, keep_old: bool
) -> None:
    owner = await queries.OWNER.one(db, caller.user_id)
    if owner.is_managed:
        raise _managed_by_directory_error()
    await replace_primary_address(
        db,
        resources,
        owner,
        address,
        proved=True,
        keep_old=keep_old,
        except_session=caller.session_id,
    )
    event = events.EmailChanged(caller.tenant_id, caller.user_id, address)
    await announce_event(db, event, by=caller.actor)


async def _get_email_address(db: Db, user_id: UUID, address: str) -> EmailAddressOut:
    for one in await queries.ALL.all(db, user_id):
        if one.email == address:
            return one
    raise errors.EmailAddressNotFound("The address was not found")


async def get_verified_address(db: Db, user_id: UUID, address: str) -> EmailAddressOut:
    """A verified address of the user. Raises `EmailAddressNotFound` or `NotVerified`."""
    found = await _get_email_address(db, user_id, address)
    if not found.verified:
        raise errors.NotVerified("Verify this address first")
    return found


def _managed_by_directory_error() -> errors.KeptElsewhere:
    return errors.KeptElsewhere("Your company's directory manages your email address")
