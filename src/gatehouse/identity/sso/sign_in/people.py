"""Finds or creates the account for an identity of a connection, in the connection's tenant.

A connection is trusted only for addresses of domains that its tenant has validated. It opens no account with
another address, even if it opened it before, and creates none. An account without another tenant takes on a
new address when its tenant has given up the domain of the old one.

The roles of a membership follow the groups that the provider sends, at each sign-in. Manually assigned roles
stay.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NoReturn
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.standing import block_writes
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import administrators, memberships
from gatehouse.directory.people.errors import LastAdmin
from gatehouse.directory.people.membership_queries import ADD_ROLES, DELETE_ROLES
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.models import User
from gatehouse.directory.users.queries import SET_PROVIDER
from gatehouse.identity.activation.events import InvitationAccepted
from gatehouse.identity.email_addresses import addresses
from gatehouse.identity.email_addresses.events import EmailChanged
from gatehouse.identity.email_addresses.queries import OWNER
from gatehouse.identity.external import service as external
from gatehouse.identity.external.linking import LinkDecision
from gatehouse.identity.external.models import EmailHolder, ExternalIdentity, LinkedAccount
from gatehouse.identity.external.queries import MOVE_LINK
from gatehouse.identity.ownership.service import (
    AddressProof,
    block_earlier_writes_by_email,
    end_earlier_access,
)
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext
from gatehouse.identity.signup.prehook_result import (
    EVENT,
    SignupApproval,
    SignupPrehookSubject,
    ask_signup_prehook,
)
from gatehouse.identity.signup.signup_choices import list_companies_of_browser
from gatehouse.identity.sso import events
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.domains.service import get_email_domain
from gatehouse.identity.sso.errors import Refusal, SsoRefused
from gatehouse.identity.sso.sign_in import queries
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import is_prehook_active


@dataclass(frozen=True, slots=True)
class SsoArrival:
    """A user that the provider of a connection authenticated. `signed_up_here` as in `AddressProof`;
    `is_test`: the connection may be disabled."""

    way: SsoConnection
    identity: ExternalIdentity
    groups: ClaimedGroups
    client: Client
    signed_up_here: Collection[UUID] = ()
    is_test: bool = False


async def sign_in_with_sso(
    db: Db, resources: Resources, arrival: SsoArrival, door: SignInContext
) -> SignedIn | SignInChallenge:
    """Sign in the user of an identity. A new user is created and becomes a member of the tenant. Raises
    `SsoRefused`, and the errors of `sign_in`. Needs the system scope. If the vendor's prehook must be asked
    about a new user, everything done in the transaction before is committed first."""
    identity, client = arrival.identity, arrival.client
    here = list_companies_of_browser(door.cookies, resources, identity.usable_email or "")
    arrival = replace(arrival, signed_up_here=here)
    try:
        entry = await admit_sso_user(db, resources, arrival)
    except AskFirst as newcomer:
        await db.pause()
        leave = await ask_signup_prehook(resources, client, newcomer.who)
        entry = await admit_sso_user(db, resources, arrival, leave)
    proof = external.build_authentication_result(identity, entry.user.id, entry.user.email)
    return await sign_in(
        db, resources, proof, client, apply_connection_tenant(entry.connection, door)
    )


def apply_connection_tenant(connection: SsoConnection, door: SignInContext) -> SignInContext:
    """The context of the sign-in: the connection's tenant, unless the connection does not override the active
    tenant."""
    if not connection.override_active_tenant:
        return door
    return replace(door, tenant_id=connection.tenant_id, alias=None)


@dataclass(frozen=True, slots=True)
class AdmittedSsoUser:
    """The account that an identity opens. `is_new`: it was created; `is_linked_now`: it was linked in this
    sign-in."""

    user: User
    connection: SsoConnection
    is_new: bool
    is_linked_now: bool


class AskFirst(Exception):
    """A new user needs the vendor's approval before the account is created; nothing has been written."""

    def __init__(self, who: SignupPrehookSubject) -> None:
        super().__init__()
        self.who = who


async def admit_sso_user(
    db: Db, resources: Resources, arrival: SsoArrival, leave: SignupApproval | None = None
) -> AdmittedSsoUser:
    """Find or create the account of an identity and its membership in the tenant. Raises `SsoRefused` when
    the identity opens no account, and `AskFirst` for a new account without the `leave` of the vendor."""
    way, identity = arrival.way, arrival.identity
    known = await queries.KNOWN.first(db, *identity.key, identity.ignores_case)
    if known is not None:
        await block_writes(db, way.tenant_id, known)
    await block_earlier_writes_by_email(db, identity.usable_email)
    await lock_tenant(db, way.tenant_id)
    connection = await connections.ONE.first(db, way.tenant_id, way.id)
    if connection is not None and arrival.is_test:
        connection = replace(connection, enabled=True)
    if leave is None and not is_prehook_active(resources, EVENT):
        leave = SignupApproval()
    user, is_new = await _find_or_create_account(db, resources, connection, arrival, leave)
    assert connection is not None  # noqa: S101  else it was refused
    await add_or_activate_member(db, connection, user, arrival.groups, arrival.client)
    if leave:
        await memberships.allow_access_to_tenants_below(
            db, way.tenant_id, user.id, leave.may_enter_below
        )
    return AdmittedSsoUser(user, connection, is_new, is_linked_now=known != user.id)


async def _find_or_create_account(
    db: Db,
    resources: Resources,
    connection: SsoConnection | None,
    arrival: SsoArrival,
    leave: SignupApproval | None,
) -> tuple[User, bool]:
    """Return the account, and whether it was created."""
    way, identity = arrival.way, arrival.identity
    email = identity.usable_email
    speaks_for = connection.validated_domains if connection else frozenset()
    is_trusted = email is not None and get_email_domain(email) in speaks_for
    link = linked = await external.find_linked_account(db, identity)
    if (
        linked is not None
        and is_trusted
        and await queries.IS_SUPERSEDED.one(db, way.tenant_id, linked.user_id, email)
    ):
        # The linked account left the tenant, and the user is back with another account: decide as for an
        # unknown subject.
        linked = None
    decision, holder = await external.decide_account(
        db,
        identity,
        linked,
        email=email,
        is_on=connection is not None and connection.enabled,
        is_trusted=is_trusted,
        may_make=is_trusted,
    )
    account = linked or holder
    if account is None or decision.is_refusal:
        reason: Refusal | None = decision if decision.is_refusal else None
    else:
        reason = await _find_refusal(db, arrival, linked, holder, speaks_for)
    if reason is not None:
        await _refuse_sign_in(db, arrival, reason, account.user_id if account else None)
    if linked is not None and get_email_domain(linked.email) not in speaks_for:
        return await _replace_account_address(
            db, resources, arrival, linked.user_id, email or ""
        ), False
    if linked is not None and not linked.verified:
        # A directory moved the membership to an account whose address was never verified.
        await _mark_address_verified(db, arrival, linked.user_id)
        return await _link_identity(db, arrival, linked.user_id, None), False
    if linked is not None:
        await external.record_link_use(db, linked, identity)
        return await users.get_user(db, linked.user_id), False
    if holder is not None:
        if decision is LinkDecision.CLAIM:
            await _mark_address_verified(db, arrival, holder.user_id)
        return await _link_identity(db, arrival, holder.user_id, link), False
    assert email is not None  # noqa: S101  else it was refused
    name = identity.safe_name
    if leave is None:
        raise AskFirst(SignupPrehookSubject(email, name, "sso", tenant_id=way.tenant_id))
    user = await users.create_user(db, email=email, name=leave.name or name)
    await users.mark_verified(db, user.id)
    await SET_PROVIDER.run(db, user.id, identity.kind)
    await external.link_external_identity(db, identity, user.id)
    return await users.get_user(db, user.id), True


async def _find_refusal(
    db: Db,
    arrival: SsoArrival,
    linked: LinkedAccount | None,
    holder: EmailHolder | None,
    speaks_for: Collection[str],
) -> Refusal | None:
    """The reason why the account may not be opened, or None."""
    way, email = arrival.way, arrival.identity.usable_email
    account = linked or holder
    assert account is not None  # noqa: S101  callers look
    if holder is not None and await queries.HAS_FORMER_OWNER.one(
        db, holder.user_id, way.tenant_id, get_email_domain(holder.email)
    ):
        return LinkDecision.REASSIGNED
    if linked is not None and get_email_domain(linked.email) not in speaks_for:
        if email is None or get_email_domain(email) not in speaks_for:
            return LinkDecision.NOT_TRUSTED
        if not arrival.identity.email_verified:
            return LinkDecision.NOT_VERIFIED
        if not await queries.IS_OF_TENANT_ALONE.one(db, way.tenant_id, linked.user_id):
            return "former_domain"
        if await addresses.find_address_owner(db, email) not in (None, linked.user_id):
            return "former_domain"
    is_member = await memberships.find_membership(db, way.tenant_id, account.user_id) is not None
    if not is_member and await queries.WAS_REMOVED.one(db, way.tenant_id, account.user_id):
        return "removed"
    return None


async def _replace_account_address(
    db: Db, resources: Resources, arrival: SsoArrival, user_id: UUID, email: str
) -> User:
    """Replace the account's address after the tenant gave up its domain and the identity provider sends
    another one. The mailbox of the old address may belong to another person by now, so everything that it
    could set up ends: the password, factors, and sessions."""
    await addresses.claim_address(db, user_id, email)
    await end_earlier_access(db, user_id)
    owner = await OWNER.one(db, user_id)
    await addresses.replace_primary_address(
        db, resources, owner, email, proved=True, keep_old=False, notify_old=False
    )
    await external.link_external_identity(db, arrival.identity, user_id)
    user = await users.get_user(db, user_id)
    event = EmailChanged(arrival.way.tenant_id, user_id, user.email)
    await announce_event(db, event, by=by_person(user_id, user.email, arrival.client))
    return user


async def _mark_address_verified(db: Db, arrival: SsoArrival, user_id: UUID) -> None:
    """Mark the address as verified by the identity provider. The tenant owns the domain, so a sign-up that
    created the tenant is trusted as well."""
    user = await users.get_user(db, user_id)
    by = by_person(user_id, user.email, arrival.client)
    # Not by mail: support may have changed the connection, so it cannot confirm an address that so far only
    # the vendor has verified.
    here = [arrival.way.tenant_id, *arrival.signed_up_here]
    proof = AddressProof(signed_up_here=here, by_mail=False)
    await external.verify_by_provider(db, user_id, proof, by)


async def _link_identity(
    db: Db, arrival: SsoArrival, user_id: UUID, link: LinkedAccount | None
) -> User:
    """Link the identity to the account; an existing `link` to a former account is moved."""
    user = await users.get_user(db, user_id)
    way, identity = arrival.way, arrival.identity
    by = by_person(user_id, user.email, arrival.client)
    if link is not None:
        await MOVE_LINK.run(db, link.id, user_id)
    else:
        await external.link_external_identity(db, identity, user_id)
    event = events.SsoIdentityLinked(way.tenant_id, user_id, way.id, identity.subject)
    await announce_event(db, event, by=by)
    return await users.get_user(db, user_id)


async def _refuse_sign_in(
    db: Db, arrival: SsoArrival, reason: Refusal, user_id: UUID | None
) -> NoReturn:
    await external.announce_failed_sign_in(
        db,
        arrival.way.tenant_id,
        f"sso_{reason}",
        arrival.client,
        user_id=user_id,
        email=arrival.identity.usable_email or "",
    )
    raise SsoRefused.for_reason(reason)


async def add_or_activate_member(
    db: Db, connection: SsoConnection, user: User, groups: ClaimedGroups, client: Client
) -> None:
    """Make the user a member with the connection's roles, or accept a pending invitation. Roles of groups are
    synchronized; none is removed if the identity provider left groups out."""
    tenant_id, by = connection.tenant_id, by_person(user.id, user.email, client)
    membership = await memberships.find_membership(db, tenant_id, user.id)
    if membership is None:
        role_ids = connection.role_ids or None
        made = await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=user.email, by=by, role_ids=role_ids,
            activated=True,
        )  # fmt: skip
        await memberships.replace_default_tenant(db, tenant_id, user.id)
        event = events.SsoUserJoined(tenant_id, user.id, user.email, list(made.role_ids))
        await announce_event(db, event, by=by)
    elif not membership.activated and not membership.is_disabled:
        await memberships.activate_membership(db, tenant_id, user.id)
        await announce_event(db, InvitationAccepted(tenant_id, user.id), by=by)
    if connection.groups and not groups.is_complete:
        await announce_event(db, events.SsoGroupsLeftOut(tenant_id, user.id, connection.id), by=by)
    wanted = _list_roles_of_groups(connection, groups.names)
    await _sync_group_roles(db, tenant_id, user.id, wanted, by, takes=groups.is_complete)


def _list_roles_of_groups(connection: SsoConnection, names: Collection[str]) -> list[UUID]:
    """The roles that the provider's groups of these names grant."""
    found = (
        UUID(role)
        for group in connection.groups
        if group["group"] in names
        for role in group["roleIds"]
    )
    return sorted(set(found))


async def _sync_group_roles(
    db: Db, tenant_id: UUID, user_id: UUID, wanted: list[UUID], by: Actor, *, takes: bool
) -> None:
    """Add the roles of the groups, and with `takes` remove those that came from other groups. The caller
    holds the tenant's lock. The last administrator keeps the role."""
    was_admin = await administrators.is_administrator(db, tenant_id, user_id)
    given = await ADD_ROLES.all(db, tenant_id, user_id, wanted)
    if given:
        given = await queries.ADD_GIVEN_ROLES.all(db, tenant_id, user_id, given)
    await queries.BEGIN_TAKING.run(db)
    taken = await _remove_other_group_roles(db, tenant_id, user_id, wanted) if takes else []
    try:
        if taken and was_admin:
            await administrators.require_remaining_administrator(db, tenant_id)
    except LastAdmin:
        await queries.UNDO_TAKING.run(db)
        taken = []
    if given or taken:
        event = events.SsoRolesFollowed(tenant_id, user_id, sorted(given), sorted(taken))
        await announce_event(db, event, by=by)


async def _remove_other_group_roles(
    db: Db, tenant_id: UUID, user_id: UUID, wanted: list[UUID]
) -> list[UUID]:
    given = await queries.DELETE_OTHER_GIVEN_ROLES.all(db, tenant_id, user_id, wanted)
    return await DELETE_ROLES.all(db, tenant_id, user_id, given) if given else []
