"""Ask both mailboxes of two accounts whether the one may become part of the other, and take it back."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal, must_have_recent_mfa, protect_staff_home
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import administrators
from gatehouse.directory.people.errors import LastAdmin
from gatehouse.directory.users.errors import UserNotFound
from gatehouse.identity.mails import service as mails
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.user_merge import errors, queries
from gatehouse.user_merge.events import MergeExpired, MergeRequested, MergeWithdrawn
from gatehouse.user_merge.models import MergeCandidate, MergeRequest, Side
from gatehouse.user_merge.schemas import MergeRequestIn, MergeRequestsQuery

# All of them move in one transaction, whose locks others wait for.
MOST_PLACES = 200


async def require_mergeable_users(
    db: Db, goes_id: UUID, stays_id: UUID
) -> tuple[MergeCandidate, MergeCandidate]:
    """The two users, if they can be merged: checked when support asks, and again when both have agreed.
    Raises `UserNotFound`, `MergeImpossible`. Both must be locked."""
    goes, stays = await _get_merge_candidate(db, goes_id), await _get_merge_candidate(db, stays_id)
    for one in (goes, stays):
        _require_mergeable_user(one)
    if goes.mfa_enrolled:
        # Otherwise an attacker with access to the mailbox would bypass MFA with a factor of their own.
        raise errors.SecondFactorKept(
            f"{goes.email} has MFA turned on. The user must turn it off first."
        )
    if goes.places > MOST_PLACES:
        raise errors.TooManyMemberships(
            f"{goes.email} is in more than {MOST_PLACES} tenants, which is too many for a merge",
            most=MOST_PLACES,
        )
    await _require_other_administrator(db, goes_id, stays_id)
    return goes, stays


async def _get_merge_candidate(db: Db, user_id: UUID) -> MergeCandidate:
    found = await queries.CANDIDATE.first(db, user_id)
    if found is None:
        raise UserNotFound("The user was not found")
    return found


def _require_mergeable_user(one: MergeCandidate) -> None:
    if one.is_staff:
        raise errors.OneOfTheStaff(f"{one.email} is a staff member")
    if one.is_locked:
        raise errors.AccountLockedForMerge(f"{one.email} is locked")
    if not one.verified:
        # The user who created such an account need not be the owner of the mailbox.
        raise errors.MergeEmailNotVerified(f"{one.email} is not verified")
    if one.directory:
        raise errors.KeptByDirectory(f"{one.email} is managed by a company's directory")
    if one.single_sign_on:
        raise errors.KeptBySingleSignOn(f"{one.email} signs in through a company's single sign-on")


async def _require_other_administrator(db: Db, goes_id: UUID, stays_id: UUID) -> None:
    """Require another administrator in tenants where the remaining user is disabled or temporary."""
    for tenant_id in await queries.UNTRUSTED_HEIR.all(db, goes_id, stays_id):
        if not await administrators.is_administrator(db, tenant_id, goes_id):
            continue
        try:
            await administrators.require_remaining_administrator(db, tenant_id, without=goes_id)
        except LastAdmin:
            raise errors.LastAdministrator(
                "A tenant would be left without an administrator", tenant_id=str(tenant_id)
            ) from None


# A page of the login box that takes an answer by a mailed link.
PAGE = "/account/approval-flow"
LASTS = timedelta(days=7)
# Each request sends two mails to users who may not have asked for it.
PER_PERSON = RateLimit("merge_requests.person", 10, 24 * 60)


async def request_merge(
    db: Db, resources: Resources, caller: VendorPrincipal, data: MergeRequestIn
) -> MergeRequest:
    """Each of the two gets a link of their own. `StepUpNeeded`, `SamePerson`, `UserNotFound`,
    `StaffProtected`, `MergeAlreadyAsked`, `MergeImpossible`."""
    must_have_recent_mfa(caller)
    if data.goes_id == data.stays_id:
        raise errors.SamePerson("An account cannot be merged into itself")
    await db.pause()
    for user_id in (data.goes_id, data.stays_id):
        await resources[RateLimiter].hit(PER_PERSON, str(user_id))
    both = [data.goes_id, data.stays_id]
    await queries.LOCK_PEOPLE.all(db, both)
    await expire_merge_requests(db, both)
    if await queries.IN_ANOTHER.one(db, both):
        raise errors.MergeAlreadyAsked(
            "One of the two accounts already has a pending merge request"
        )
    goes, stays = await require_mergeable_users(db, *both)
    homes = await queries.HELD_PLACES.all(db, goes.id)
    await protect_staff_home(db, caller, *homes)
    request_id, now = new_id(), clock.now()
    tokens: dict[Side, str] = {"goes": new_token(), "stays": new_token()}
    await queries.ADD.run(
        db, request_id, goes.id, stays.id, goes.email, stays.email, goes.name, stays.name,
        token_hash(tokens["goes"]), token_hash(tokens["stays"]), data.reason,
        caller.email or caller.name, now, now + LASTS,
    )  # fmt: skip
    made = await get_merge_request(db, request_id)
    await announce_event(
        db, MergeRequested(None, *build_event_fields(made), data.reason), by=caller.actor
    )
    for side, token in tokens.items():
        await _mail_merge_link(db, resources, made, side, token)
    return made


async def _mail_merge_link(
    db: Db, resources: Resources, made: MergeRequest, side: Side, token: str
) -> None:
    """Send the link to one side. The other address is masked, recognizable only to its owner: support may
    have chosen the wrong user."""
    link = mails.build_mail_link(resources, PAGE, mergeRequestId=made.id, token=token)
    await mails.send_mail(
        db, resources, "merge-accounts", made.email_of_side(side),
        goes=mask_other_address(made, "goes", to=side), stays=mask_other_address(made, "stays", to=side),
        link=link, days=LASTS.days,
    )  # fmt: skip


def mask_other_address(made: MergeRequest, side: Side, *, to: Side) -> str:
    address = made.email_of_side(side)
    return address if side == to else mask_address(address)


def mask_address(address: str) -> str:
    """`ada.lovelace@acme.test` as `a***@acme.test`."""
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}***@{domain}"


async def list_merge_requests(db: Db, query: MergeRequestsQuery) -> tuple[list[MergeRequest], int]:
    """The newest first, and how many there are, to 10,000."""
    asked = (clock.now(), query.state, query.user_id)
    found = await queries.PAGE.all(db, *asked, query.offset, query.limit)
    return found, await queries.COUNT.one(db, *asked)


async def get_merge_request(db: Db, request_id: UUID) -> MergeRequest:
    """Raises `MergeNotFound`, also 90 days after the request."""
    found = await queries.ONE.first(db, clock.now(), request_id)
    if found is None:
        raise errors.MergeNotFound("The request was not found")
    return found


async def withdraw_merge_request(db: Db, caller: VendorPrincipal, request_id: UUID) -> MergeRequest:
    """Withdraw a request; its links stop working. Raises `MergeNotFound`; `MergeOver` when it is no longer
    pending."""
    now = clock.now()
    found = await queries.LOCKED.first(db, now, request_id)
    if found is None:
        raise errors.MergeNotFound("The request was not found")
    if found.state not in ("waiting", "confirmed"):
        raise errors.MergeOver("This request is closed")
    who = caller.email or caller.name
    await queries.END.run(db, request_id, "withdrawn", now, None, who, None)
    await announce_event(db, MergeWithdrawn(None, *build_event_fields(found)), by=caller.actor)
    return await get_merge_request(db, request_id)


async def expire_merge_requests(
    db: Db, user_ids: list[UUID] | None = None, *, request_id: UUID | None = None
) -> None:
    """Record that requests have expired: those of these users, or this one."""
    for one in await queries.OVER.all(db, clock.now(), user_ids, request_id):
        await queries.END.run(db, one.id, "expired", one.expires_at, None, None, None)
        await announce_event(db, MergeExpired(None, *build_event_fields(one)), by=SYSTEM)


def build_event_fields(one: MergeRequest) -> tuple[UUID, UUID, UUID, str, str]:
    """The fields that all merge events share."""
    return one.id, one.stays_id, one.former_id, one.goes_email, one.stays_email


OLD = Purge("merge_requests", timedelta(days=90), queries.FORGET, queries.OLDEST)


@scheduled_job("merge_requests.due", "*/10 * * * *")
async def expire_due_merge_requests(context: JobContext) -> None:
    """Mark expired requests. Their links stop working at expiry, whenever this runs."""
    with UnitFailures("merge_requests.due") as failures:
        async for one in each_due(context.database, queries.DUE, clock.now()):
            with failures.caught(request_id=one.id):
                async with context.database.transaction(Scope.system()) as db:
                    await expire_merge_requests(db, request_id=one.id)


@scheduled_job("merge_requests.forget", "51 * * * *")
async def delete_expired_merge_requests(context: JobContext) -> None:
    """Delete what was asked long ago; the audit has it."""
    await OLD.run(context)
