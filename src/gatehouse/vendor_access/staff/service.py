"""Staff members, their roles and their vendor tokens.

Staff sign in like all other users, with MFA, and exchange their session for a vendor token that ends with it.
Impersonation through a vendor token is not possible.
"""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import StepUpNeeded
from gatehouse.access.principal import Principal
from gatehouse.access.standing import stop_writes
from gatehouse.access.tokens import AccessTokens
from gatehouse.access.vendor import (
    AUDIENCE,
    STAFF_PERMISSIONS,
    TYPE,
    StaffRole,
    may_impersonate,
)
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.impersonation.service import end_of_staff
from gatehouse.identity.ownership.service import forget_before_proof
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources
from gatehouse.vendor_access.staff import queries
from gatehouse.vendor_access.staff.errors import LastOwner, NotStaff, StaffExists, StaffUnknown
from gatehouse.vendor_access.staff.events import (
    StaffAdded,
    StaffEntered,
    StaffRemoved,
    StaffRoleChanged,
)
from gatehouse.vendor_access.staff.models import StaffMember, StaffToken

TOKEN_SECONDS = 900


async def issue_staff_token(resources: Resources, caller: Principal, client: Client) -> StaffToken:
    """Issue a vendor token for the caller's own session. Raises `NotStaff`, or `StepUpNeeded` without MFA."""
    async with resources[Database].transaction(Scope.system()) as db:
        member = await queries.ONE.first(db, caller.user_id)
        if member is None:
            raise NotStaff("This is for the vendor's own people")
        if "mfa" not in caller.amr:
            raise StepUpNeeded("Show your second factor first")
        if await queries.ENTER.run(db, member.user_id, caller.session_id):
            event = StaffEntered(None, member.user_id, member.email, member.role)
            await announce_event(db, event, by=by_caller(caller, client))
    claims = {"sub": str(member.user_id), "sid": str(caller.session_id), "type": TYPE}
    token = await resources[AccessTokens].issue(claims, audience=AUDIENCE, seconds=TOKEN_SECONDS)
    role = StaffRole(member.role)
    return StaffToken(token, TOKEN_SECONDS, role, STAFF_PERMISSIONS[role])


async def list_staff(db: Db) -> list[StaffMember]:
    return await queries.ALL.all(db)


async def add_staff_member(db: Db, email: str, role: StaffRole, *, by: Actor) -> StaffMember:
    """Add a staff member. Raises `StaffUnknown` when no user has verified this address, `StaffExists`,
    `InvalidEmail`. If the vendor had marked it as verified, access set up before the user verified it is
    removed."""
    user_id = await queries.PERSON.first(db, normalize_email(email))
    if user_id is None:
        raise StaffUnknown(
            "Nobody has an account here and has proved this address. Where you have vouched for it, let them "
            "choose a new password by mail first."
        )
    if not await queries.ADD.run(db, user_id, role, clock.now()):
        raise StaffExists("This person is one of the staff already")
    await forget_before_proof(db, user_id)
    member = await queries.ONE.one(db, user_id)
    await announce_event(db, StaffAdded(None, user_id, member.email, role), by=by)
    return member


async def change_staff_member(db: Db, user_id: UUID, role: StaffRole, *, by: Actor) -> StaffMember:
    """Raises `StaffUnknown`, `LastOwner`."""
    member = await _lock_staff_member(db, user_id)
    if role != StaffRole.OWNER:
        await _keep_an_owner(db, member)
    if member.role != role:
        await queries.CHANGE.run(db, user_id, role)
        if not may_impersonate(role):
            await end_of_staff(db, user_id)
        await announce_event(db, StaffRoleChanged(None, user_id, member.email, role), by=by)
    return await queries.ONE.one(db, user_id)


async def remove_staff_member(db: Db, user_id: UUID, *, by: Actor) -> None:
    """Remove a staff member: their tokens are refused and their impersonation sessions end. Raises
    `StaffUnknown`, `LastOwner`."""
    member = await _lock_staff_member(db, user_id)
    await _keep_an_owner(db, member)
    await queries.REMOVE.run(db, user_id)
    await end_of_staff(db, user_id)
    await announce_event(db, StaffRemoved(None, user_id, member.email), by=by)


async def take_turns(db: Db) -> None:
    """Lock the staff table: concurrent changes to the staff wait."""
    await queries.LOCK.run(db)


async def _lock_staff_member(db: Db, user_id: UUID) -> StaffMember:
    await stop_writes(db, None, user_id)
    await take_turns(db)
    member = await queries.ONE.first(db, user_id)
    if member is None:
        raise StaffUnknown("This person is none of the staff")
    return member


async def _keep_an_owner(db: Db, member: StaffMember) -> None:
    if member.role == StaffRole.OWNER and await queries.OWNERS.one(db) == 1:
        raise LastOwner("Somebody has to be the owner: make another one first")
