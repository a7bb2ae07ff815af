"""Staff members, their roles and their vendor tokens.

Staff sign in like all other users, with MFA, and exchange their session for a vendor token that ends with it.
Impersonation through a vendor token is not possible.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.access.errors import StepUpNeeded
from gatehouse.access.principal import Principal
from gatehouse.access.staff_role import StaffRole
from gatehouse.access.standing import block_writes
from gatehouse.access.tokens import AccessTokens
from gatehouse.access.vendor import AUDIENCE, TYPE
from gatehouse.access.vendor_permissions import STAFF_PERMISSIONS, may_role_impersonate
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.ownership.service import delete_credentials_before_proof
from gatehouse.identity.sessions.end_queries import END_SESSIONS_OF_STAFF
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.errors import Conflict, Forbidden, NotFound
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import EmailText, Wire


class NotStaff(Forbidden, code="staff.not_staff"): ...


class StaffUnknown(NotFound, code="staff.unknown"): ...


class StaffExists(Conflict, code="staff.exists"): ...


class LastOwner(Conflict, code="staff.last_owner"): ...


class StaffEvent(Event):
    user_id: UUID
    member: str


class StaffRoleEvent(StaffEvent):
    role: str


class StaffAdded(StaffRoleEvent):
    event_name = "vendor.staff_added"
    severity = "High"
    text = "Added {member} to staff as {role}"


class StaffRoleChanged(StaffRoleEvent):
    event_name = "vendor.staff_role_changed"
    severity = "High"
    text = "Changed the staff role of {member} to {role}"


class StaffRemoved(StaffEvent):
    event_name = "vendor.staff_removed"
    severity = "High"
    text = "Removed {member} from staff"


class StaffEntered(StaffRoleEvent):
    event_name = "vendor.staff_entered"
    severity = "Medium"
    text = "{member} signed in to the console as {role}"


@dataclass(frozen=True, slots=True)
class StaffMember:
    user_id: UUID
    email: str
    name: str
    role: str
    created_at: datetime


class StaffMemberOut(Wire):
    user_id: UUID
    email: str
    name: str
    role: StaffRole
    created_at: datetime


class StaffAdd(Wire):
    """The user must already have an account."""

    email: EmailText
    role: StaffRole


class StaffChange(Wire):
    role: StaffRole


class StaffTokenOut(Wire):
    """`expiresIn` in seconds; `permissions` may be patterns, such as `vendor.read.*`."""

    token: str
    expires_in: int
    role: StaffRole
    permissions: list[str]


ALL = Query(
    StaffMember,
    """
    select st.user_id, u.email, u.name, st.role, st.created_at
    from staff st join users u on u.id = st.user_id order by st.created_at, st.user_id
    """,
)
ONE = Query(
    StaffMember,
    """
    select st.user_id, u.email, u.name, st.role, st.created_at
    from staff st join users u on u.id = st.user_id where st.user_id = $1
    """,
)
# Only a user who verified the address themselves: an account that the vendor marked as verified may belong to
# another person, and the permission to mark it does not include adding staff.
PERSON = Query(
    UUID,
    """
    select id from users
    where email = $1 and verified and (vouched_at is null or proved_at > vouched_at)
    """,
)
# Serializes changes to the staff: at least one owner must remain.
LOCK = Command("lock table staff in share row exclusive mode")
OWNERS = Query(int, "select count(*) from staff where role = 'owner'")
ADD = Command(
    "insert into staff (user_id, role, created_at) values ($1, $2, $3) on conflict do nothing"
)
CHANGE = Command("update staff set role = $2 where user_id = $1")
REMOVE = Command("delete from staff where user_id = $1")
# Every page load requests a token: only the first one of a session is announced.
ENTER = Command(
    """
    update staff set entered_session_id = $2
    where user_id = $1 and entered_session_id is distinct from $2
    """
)


TOKEN_SECONDS = 900


async def issue_staff_token(resources: Resources, caller: Principal) -> StaffTokenOut:
    """Issue a vendor token for the caller's own session. Raises `NotStaff`, or `StepUpNeeded` without MFA."""
    async with resources[Database].transaction(Scope.system()) as db:
        member = await ONE.first(db, caller.user_id)
        if member is None:
            raise NotStaff("Only staff can do this")
        if "mfa" not in caller.amr:
            raise StepUpNeeded("Confirm your identity with MFA first")
        if await ENTER.run(db, member.user_id, caller.session_id):
            event = StaffEntered(None, member.user_id, member.email, member.role)
            await announce_event(db, event, by=caller.actor)
    claims = {"sub": str(member.user_id), "sid": str(caller.session_id), "type": TYPE}
    token = await resources[AccessTokens].issue(claims, audience=AUDIENCE, seconds=TOKEN_SECONDS)
    role = StaffRole(member.role)
    return StaffTokenOut(
        token=token,
        expires_in=TOKEN_SECONDS,
        role=role,
        permissions=list(STAFF_PERMISSIONS[role]),
    )


async def list_staff(db: Db) -> list[StaffMember]:
    return await ALL.all(db)


async def add_staff_member(db: Db, email: str, role: StaffRole, *, by: Actor) -> StaffMember:
    """Add a staff member. Raises `StaffUnknown` when no user has verified this address, `StaffExists`,
    `InvalidEmail`. If the vendor had marked it as verified, access set up before the user verified it is
    removed."""
    user_id = await PERSON.first(db, normalize_email(email))
    if user_id is None:
        raise StaffUnknown(
            "No user has verified this address. If you verified it for a user, ask them to set a new "
            "password by email first."
        )
    if not await ADD.run(db, user_id, role, clock.now()):
        raise StaffExists("This user is already a staff member")
    await delete_credentials_before_proof(db, user_id)
    member = await ONE.one(db, user_id)
    await announce_event(db, StaffAdded(None, user_id, member.email, role), by=by)
    return member


async def change_staff_member(db: Db, user_id: UUID, role: StaffRole, *, by: Actor) -> StaffMember:
    """Raises `StaffUnknown`, `LastOwner`."""
    member = await _lock_staff_member(db, user_id)
    if role != StaffRole.OWNER:
        await _require_another_owner(db, member)
    if member.role != role:
        await CHANGE.run(db, user_id, role)
        if not may_role_impersonate(role):
            await END_SESSIONS_OF_STAFF.run(db, user_id, clock.now())
        await announce_event(db, StaffRoleChanged(None, user_id, member.email, role), by=by)
    return await ONE.one(db, user_id)


async def remove_staff_member(db: Db, user_id: UUID, *, by: Actor) -> None:
    """Remove a staff member: their tokens are refused and their impersonation sessions end. Raises
    `StaffUnknown`, `LastOwner`."""
    member = await _lock_staff_member(db, user_id)
    await _require_another_owner(db, member)
    await REMOVE.run(db, user_id)
    await END_SESSIONS_OF_STAFF.run(db, user_id, clock.now())
    await announce_event(db, StaffRemoved(None, user_id, member.email), by=by)


async def lock_staff(db: Db) -> None:
    """Lock the staff table: concurrent changes to the staff wait."""
    await LOCK.run(db)


async def _lock_staff_member(db: Db, user_id: UUID) -> StaffMember:
    await block_writes(db, None, user_id)
    await lock_staff(db)
    member = await ONE.first(db, user_id)
    if member is None:
        raise StaffUnknown("This user is not a staff member")
    return member


async def _require_another_owner(db: Db, member: StaffMember) -> None:
    if member.role == StaffRole.OWNER and await OWNERS.one(db) == 1:
        raise LastOwner("There must be at least one owner. Make another user an owner first.")
