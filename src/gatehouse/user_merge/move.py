"""Merge one user into another, in one transaction.

Memberships, roles, groups, plans, seats, relations, verified addresses and numbers, and external accounts
move. Passwords, passkeys, authenticators and recovery codes do not: each was enrolled for the one account,
the other account keeps the sign-in methods of its own user, and a mail must not add a weaker one. Sessions
and personal tokens end, as they do when a member is removed.
"""

from uuid import UUID

from gatehouse.access.standing import block_writes_of_users
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.api_tokens.queries import SET_TOKEN_CREATOR
from gatehouse.directory.applications.queries import MERGE_APPLICATIONS
from gatehouse.directory.groups.queries import MERGE_GROUPS
from gatehouse.directory.people.events import UserCreated, UserRolesChanged, build_removal_events
from gatehouse.directory.people.membership_queries import (
    COPY_MEMBERSHIPS,
    DELETE_INHERITED,
    MERGE_MEMBERSHIPS,
    MERGE_ROLES,
)
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.queries import COPY_DEFAULT_TENANT, DELETE_USER
from gatehouse.entitlements.queries import MERGE_PLANS
from gatehouse.entitlements.relations.queries import MOVE_RELATIONS
from gatehouse.identity.email_addresses import queries as emails
from gatehouse.identity.email_addresses.addresses import derive_address_id, lock_addresses
from gatehouse.identity.external.queries import MOVE_IDENTITIES
from gatehouse.identity.mails import service as mails
from gatehouse.identity.oauth.queries import DELETE_CODES_OF_USER
from gatehouse.identity.phone_numbers.queries import DELETE_SAME_NUMBERS, MOVE_VERIFIED_NUMBERS
from gatehouse.identity.sessions.end_queries import MOVE_ENDED_SESSIONS
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.identity.usernames.queries import MOVE_USERNAME
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.licensing.events import SeatFreed
from gatehouse.licensing.licenses.seat_queries import FREE_SURPLUS_SEATS, MOVE_SEATS
from gatehouse.user_merge import queries, service
from gatehouse.user_merge.errors import AddressChanged
from gatehouse.user_merge.events import PeopleMerged
from gatehouse.user_merge.models import MergeRequest
from gatehouse.user_merge.service import build_event_fields


class PlacesChanged(Exception):
    """The memberships changed between reading and locking them; retry in another transaction."""


async def lock_merge_data(db: Db, request: MergeRequest, goes_id: UUID) -> None:
    """Lock everything that moves. Raises `PlacesChanged`, `MergeImpossible`."""
    places = await queries.HELD_PLACES.all(db, goes_id)
    both = sorted((goes_id, request.stays_id))
    # The lock order used everywhere: writers, tenants, addresses, users.
    for tenant_id in places:
        await block_writes_of_users(db, tenant_id, both)
    for tenant_id in places:
        await lock_tenant(db, tenant_id)
    await lock_addresses(db, *await queries.ADDRESSES.all(db, goes_id), request.stays_email)
    await queries.LOCK_USERS_TO_MOVE.all(db, both)
    if await queries.HELD_PLACES.all(db, goes_id) != places:
        raise PlacesChanged
    goes, stays = await service.require_mergeable_users(db, goes_id, request.stays_id)
    if (goes.email, stays.email) != (request.goes_email, request.stays_email):
        raise AddressChanged("An email address has changed since the request")


async def move_user_data(
    db: Db, resources: Resources, request: MergeRequest, goes_id: UUID, by: Actor
) -> None:
    """Move what `lock_merge_data` has locked, and notify both mailboxes."""
    now, stays_id = clock.now(), request.stays_id
    addresses = await queries.ADDRESSES.all(db, goes_id)
    await queries.END.run(db, request.id, "done", now, None, None, None)
    await end_all_sessions(db, goes_id, reason="merged")
    news = await _move_memberships(db, request, goes_id)
    news += await _move_seats(db, request, goes_id, addresses, [one.tenant_id for one in news])
    await DELETE_SAME_NUMBERS.run(db, goes_id, stays_id)
    await MOVE_VERIFIED_NUMBERS.run(db, goes_id, stays_id)
    await MOVE_RELATIONS.run(db, goes_id, stays_id)
    await MOVE_IDENTITIES.run(db, goes_id, stays_id)
    await MOVE_USERNAME.run(db, goes_id, stays_id)
    await SET_TOKEN_CREATOR.run(db, goes_id, stays_id)
    await COPY_DEFAULT_TENANT.run(db, goes_id, stays_id, now)
    await queries.CLEAR_MERGED_USER.run(db, goes_id)
    await queries.FOLLOW_MERGED_USER.run(db, goes_id, stays_id)
    await DELETE_CODES_OF_USER.run(db, goes_id)
    await MOVE_ENDED_SESSIONS.run(db, goes_id, stays_id, now)
    await queries.KEEP_FORMER.run(db, goes_id, stays_id)
    await users.retire_user_id(db, goes_id)
    await DELETE_USER.run(db, goes_id)
    for address in addresses:
        await emails.ADD_VERIFIED.run(
            db, derive_address_id(stays_id, address), stays_id, address, now
        )
    await announce_all(db, news, by=by)
    await announce_event(db, PeopleMerged(None, *build_event_fields(request)), by=by)
    link = mails.build_mail_link(resources, "/account/forget-password")
    for to in (request.goes_email, request.stays_email):
        await mails.send_mail(
            db, resources, "accounts-merged", to,
            goes=request.goes_email, stays=request.stays_email, link=link,
        )  # fmt: skip


async def _move_memberships(db: Db, request: MergeRequest, goes_id: UUID) -> list[Event]:
    """Move memberships and return the events of each tenant: one user is gone, and the other is new or has
    other roles."""
    stays_id, now = request.stays_id, clock.now()
    await DELETE_INHERITED.run(db, goes_id, stays_id)
    joined = await COPY_MEMBERSHIPS.all(db, goes_id, stays_id)
    await MERGE_MEMBERSHIPS.run(db, goes_id, stays_id)
    gathered = await MERGE_ROLES.all(db, goes_id, stays_id, joined)
    await MERGE_GROUPS.run(db, goes_id, stays_id, joined)
    await MERGE_APPLICATIONS.run(db, goes_id, stays_id, joined)
    await MERGE_PLANS.run(db, goes_id, stays_id, joined, now)
    news: list[Event] = []
    for tenant_id in joined:
        news += build_removal_events(tenant_id, goes_id, request.goes_email)
        news.append(UserCreated(tenant_id, stays_id, request.stays_email))
    for one in gathered:
        news += build_removal_events(one.tenant_id, goes_id, request.goes_email)
        if one.changed:
            news.append(UserRolesChanged(one.tenant_id, stays_id, request.stays_email))
    return news


async def _move_seats(
    db: Db, request: MergeRequest, goes_id: UUID, addresses: list[str], told: list[UUID | None]
) -> list[Event]:
    """Move the seats that tools hold for the merged user. A user has one seat of a license."""
    places = sorted({tenant_id for tenant_id in told if tenant_id})
    await queries.LOCK_LICENSES.all(db, places, str(goes_id), addresses)
    own = await queries.ADDRESSES.all(db, request.stays_id)
    theirs = (places, str(goes_id), str(request.stays_id), addresses, own, request.stays_email)
    freed = await FREE_SURPLUS_SEATS.all(db, *theirs)
    await MOVE_SEATS.run(db, *theirs)
    return [SeatFreed(one.tenant_id, one.license_id, one.holder) for one in freed]
