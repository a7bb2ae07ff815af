"""Begin the erasure of a user. In one transaction the user can no longer sign in, loses all memberships, and
their address becomes free; jobs then search for remaining traces."""

from uuid import UUID

from gatehouse.access.errors import UserBeingErased
from gatehouse.access.standing import block_writes
from gatehouse.access.vendor import VendorPrincipal, must_have_recent_mfa
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.people.events import build_removal_events
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.queries import EMPTY_USER
from gatehouse.erasure import queries
from gatehouse.erasure.known_identifiers import KnownIdentifiers
from gatehouse.erasure.models import ListedErasure
from gatehouse.identity.email_addresses.queries import DELETE_UNVERIFIED_CLAIMS
from gatehouse.identity.oauth.queries import DELETE_CODES_OF_USER
from gatehouse.identity.sessions.end_queries import CLEAR_CLIENT_OF_SESSIONS
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Conflict
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.resources import Resources


class IsStaff(Conflict, code="users.is_staff"):
    """The user is staff and must be removed from the staff first."""


class PersonErasureBegun(Event):
    """Recorded for the vendor, not for a tenant."""

    event_name = "user.erasure_begun"
    severity = "High"
    text = "Started erasing a user, now called {pseudonym}: {reason}"
    erasure_id: UUID
    pseudonym: str
    reason: str


class PersonErased(Event):
    """`entries`: number of audit entries that were changed."""

    event_name = "user.erased"
    severity = "High"
    text = "Erased {pseudonym}; {entries} audit log entries were pseudonymized"
    erasure_id: UUID
    pseudonym: str
    entries: int


REASON = "erased"
PSEUDONYM = "erased person {}"
# No mailbox can have this address: the ending is reserved (RFC 2606 §2).
ADDRESS = "{}@erased.invalid"


async def begin_erasure(
    db: Db, resources: Resources, caller: VendorPrincipal, user_id: UUID, reason: str
) -> ListedErasure:
    """Raises `StepUpNeeded`, `UserNotFound`, `IsStaff`, `UserBeingErased`."""
    must_have_recent_mfa(caller)
    await users.get_user(db, user_id)
    await _lock_user_to_erase(db, user_id)
    known = await _read_known_identifiers(db, user_id)
    by, now = caller.actor, clock.now()
    tenants = await queries.TENANTS.all(db, user_id)
    await end_all_sessions(db, user_id, reason=REASON)
    await _delete_user_data(db, known)
    await queries.BEGIN.run(
        db, known.erasure_id, known.pseudonym, known.replace_names(known.replace_identifiers(reason)),
        known.replace_identifiers(caller.email or caller.name), now,
        queries.PERSON.seal(resources[Box], known.erasure_id, known.to_json()),
    )  # fmt: skip
    gone = [
        one for tenant in tenants for one in build_removal_events(tenant, user_id, known.pseudonym)
    ]
    await announce_all(db, gone, by=by)
    begun = await queries.ONE.one(db, known.erasure_id)
    event = PersonErasureBegun(None, begun.id, begun.pseudonym, begun.reason)
    await announce_event(db, event, by=by)
    await enqueue(db, "person_erasures.go_on")
    return begun


async def _lock_user_to_erase(db: Db, user_id: UUID) -> None:
    """Wait for writes of the user and for changes of their memberships, then lock the user against sign-in,
    invitations and staff changes."""
    tenants = await queries.TENANTS.all(db, user_id)
    for tenant_id in tenants:
        await block_writes(db, tenant_id, user_id)
    for tenant_id in tenants:
        await lock_tenant(db, tenant_id)
    await users.lock_user(db, user_id)
    await users.get_user(db, user_id)
    if await queries.IS_BEGUN.one(db, user_id):
        raise UserBeingErased("This user is already being erased")
    if await queries.IS_STAFF.one(db, user_id):
        raise IsStaff("Remove this user from staff first")


async def _read_known_identifiers(db: Db, user_id: UUID) -> KnownIdentifiers:
    erasure_id = new_id()
    named = await queries.NAMED.one(db, user_id)
    return KnownIdentifiers(
        user_id,
        erasure_id,
        PSEUDONYM.format(erasure_id.hex[-8:]),
        tuple(named.addresses),
        tuple(named.numbers),
        tuple(named.names),
        tuple(named.typed),
        tuple(named.former_ids),
    )


async def _delete_user_data(db: Db, known: KnownIdentifiers) -> None:
    """Delete every row that references the user except sessions, which have ended and hold no personal data
    any more; and clear the user's own row."""
    connection = db.connection or await db.open()
    for one in await queries.HANGING.all(db):
        # Names come from the catalogue, never from outside.
        statement = f'delete from {one.kind} where "{one.name}" = $1'
        await connection.execute(statement, known.user_id)
    await DELETE_CODES_OF_USER.run(db, known.user_id)
    await CLEAR_CLIENT_OF_SESSIONS.run(db, known.user_id)
    address = ADDRESS.format(known.erasure_id.hex[-12:])
    await EMPTY_USER.run(db, known.user_id, address, known.pseudonym, clock.now())
    await DELETE_UNVERIFIED_CLAIMS.run(db, list(known.addresses))


async def list_erasures(db: Db, offset: int, limit: int) -> tuple[list[ListedErasure], int]:
    """The newest first, and how many there are."""
    found = await queries.LIST.all(db, offset, limit)
    return found, found[0].total if found else 0
