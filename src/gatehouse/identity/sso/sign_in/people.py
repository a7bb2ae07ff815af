"""Finds or creates the account for an identity of a connection, in the connection's tenant.

A connection is trusted only for addresses of domains that its tenant has validated. It opens no account with
another address, even if it opened it before, and creates none. An account without another tenant takes on a
new address when its tenant has given up the domain of the old one.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NoReturn
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from gatehouse.access.client import Client
from gatehouse.access.standing import stop_writes
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import memberships
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users import service as users
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.models import User
from gatehouse.directory.users.queries import SET_PROVIDER
from gatehouse.identity.accept_invitation.events import InvitationAccepted
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.email_addresses import addresses
from gatehouse.identity.email_addresses.events import EmailChanged
from gatehouse.identity.email_addresses.queries import OWNER
from gatehouse.identity.external import service as external
from gatehouse.identity.external.linking import LinkDecision
from gatehouse.identity.external.models import EmailHolder, ExternalIdentity, LinkedAccount
from gatehouse.identity.ownership.service import (
    AddressProof,
    activate_own,
    become_owner,
    end_earlier_access,
    stop_earlier_writes_of,
)
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext
from gatehouse.identity.signup.prehook_result import (
    EVENT,
    SignupApproval,
    SignupPrehookSubject,
    ask_leave,
)
from gatehouse.identity.signup.signup_choices import sign_ups_of
from gatehouse.identity.sso.claims import ClaimedGroups
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.domains.service import of_address
from gatehouse.identity.sso.sign_in import queries, roles
from gatehouse.identity.sso.sign_in.errors import Refusal, SsoRefused
from gatehouse.identity.sso.sign_in.events import SsoGroupsLeftOut, SsoIdentityLinked, SsoUserJoined
from gatehouse.identity.sso.sign_in.models import EnabledConnection
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Spoken
from gatehouse.prehooks.client import is_asked

SPOKEN: TypeAdapter[str] = TypeAdapter(Spoken)


async def sign_in_with_sso(
    db: Db,
    resources: Resources,
    way: EnabledConnection,
    identity: ExternalIdentity,
    groups: ClaimedGroups,
    client: Client,
    door: SignInContext,
) -> SignedIn | SignInChallenge:
    """Sign in the user of an identity. A new user is created and becomes a member of the tenant. Raises
    `SsoRefused`, and the errors of `sign_in`. Needs the system scope. If the vendor's prehook must be asked
    about a new user, everything done in the transaction before is committed first."""
    here = sign_ups_of(door.cookies, resources, _normalize_or_none(identity.email) or "")
    try:
        entry = await admit_sso_user(
            db, resources, way, identity, groups, client, None, signed_up_here=here
        )
    except AskFirst as newcomer:
        await db.pause()
        leave = await ask_leave(resources, client, newcomer.who)
        entry = await admit_sso_user(
            db, resources, way, identity, groups, client, leave, signed_up_here=here
        )
    proof = external.proof_of(identity, entry.user.id, entry.user.email)
    return await sign_in(db, resources, proof, client, door_of(entry.connection, door))


def door_of(connection: SsoConnection, door: SignInContext) -> SignInContext:
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
    db: Db,
    resources: Resources,
    way: EnabledConnection,
    identity: ExternalIdentity,
    groups: ClaimedGroups,
    client: Client,
    leave: SignupApproval | None,
    *,
    signed_up_here: Collection[UUID] = (),
    is_test: bool = False,
) -> AdmittedSsoUser:
    """Find or create the account of an identity and its membership in the tenant. Raises `SsoRefused` when
    the identity opens no account, and `AskFirst` for a new account without the `leave` of the vendor.
    `signed_up_here` as in `AddressProof`; `is_test`: also for a connection that is disabled."""
    known = await queries.KNOWN.first(
        db,
        identity.kind,
        identity.provider,
        identity.issuer,
        identity.subject,
        identity.ignores_case,
    )
    if known is not None:
        await stop_writes(db, way.tenant_id, known)
    await stop_earlier_writes_of(db, _normalize_or_none(identity.email))
    await take_turns(db, way.tenant_id)
    connection = await connections.ONE.first(db, way.tenant_id, way.id)
    if connection is not None and is_test:
        connection = replace(connection, enabled=True)
    if leave is None and not is_asked(resources, EVENT):
        leave = SignupApproval()
    user, is_new = await _find_account(
        db, resources, connection, way, identity, client, leave, signed_up_here
    )
    assert connection is not None  # noqa: S101  else it was refused
    await _join_tenant(db, connection, user, groups, client)
    if leave:
        await memberships.let_below(db, way.tenant_id, user.id, leave.may_enter_below)
    return AdmittedSsoUser(user, connection, is_new, is_linked_now=known != user.id)


async def _find_account(
    db: Db,
    resources: Resources,
    connection: SsoConnection | None,
    way: EnabledConnection,
    identity: ExternalIdentity,
    client: Client,
    leave: SignupApproval | None,
    signed_up_here: Collection[UUID],
) -> tuple[User, bool]:
    """Return the account, and whether it was created."""
    email = _normalize_or_none(identity.email)
    speaks_for = connection.validated_domains if connection else frozenset()
    is_trusted = email is not None and of_address(email) in speaks_for
    link = linked = await external.find_linked(db, identity)
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
        reason = await _find_refusal(db, way, identity, linked, holder, speaks_for, email)
    if reason is not None:
        await _refuse_sign_in(
            db, way, email or "", reason, account.user_id if account else None, client
        )
    if linked is not None and of_address(linked.email) not in speaks_for:
        user = await _change_address(
            db, resources, way, identity, linked.user_id, email or "", client
        )
        return user, False
    if linked is not None and not linked.verified:
        # A directory moved the membership to an account whose address was never verified.
        await _verify_by_provider(db, way, linked.user_id, client, signed_up_here)
        return await _link_identity(db, way, identity, linked.user_id, client, None), False
    if linked is not None:
        await external.note_use(db, linked, identity)
        return await users.get_user(db, linked.user_id), False
    if holder is not None:
        if decision is LinkDecision.CLAIM:
            await _verify_by_provider(db, way, holder.user_id, client, signed_up_here)
        return await _link_identity(db, way, identity, holder.user_id, client, link), False
    assert email is not None  # noqa: S101  else it was refused
    name = _safe_name(identity.name, email)
    if leave is None:
        raise AskFirst(SignupPrehookSubject(email, name, "sso", tenant_id=way.tenant_id))
    user = await users.create_user(db, email=email, name=leave.name or name)
    await users.mark_verified(db, user.id)
    await SET_PROVIDER.run(db, user.id, identity.kind)
    await external.link_external_identity(db, identity, user.id)
    return await users.get_user(db, user.id), True


async def _find_refusal(
    db: Db,
    way: EnabledConnection,
    identity: ExternalIdentity,
    linked: LinkedAccount | None,
    holder: EmailHolder | None,
    speaks_for: Collection[str],
    email: str | None,
) -> Refusal | None:
    """The reason why the account may not be opened, or None."""
    account = linked or holder
    assert account is not None  # noqa: S101  callers look
    if holder is not None and await queries.HAS_FORMER_OWNER.one(
        db, holder.user_id, way.tenant_id, of_address(holder.email)
    ):
        return LinkDecision.REASSIGNED
    if linked is not None and of_address(linked.email) not in speaks_for:
        if email is None or of_address(email) not in speaks_for:
            return LinkDecision.NOT_TRUSTED
        if not identity.email_verified:
            return LinkDecision.NOT_VERIFIED
        if not await queries.IS_OF_TENANT_ALONE.one(db, way.tenant_id, linked.user_id):
            return "former_domain"
        if await addresses.owner_of(db, email) not in (None, linked.user_id):
            return "former_domain"
    is_member = await memberships.find_membership(db, way.tenant_id, account.user_id) is not None
    if not is_member and await queries.WAS_REMOVED.one(db, way.tenant_id, account.user_id):
        return "removed"
    return None


async def _change_address(
    db: Db,
    resources: Resources,
    way: EnabledConnection,
    identity: ExternalIdentity,
    user_id: UUID,
    email: str,
    client: Client,
) -> User:
    """Replace the account's address after the tenant gave up its domain and the identity provider sends
    another one. The mailbox of the old address may belong to another person by now, so everything that it
    could set up ends: the password, factors, and sessions."""
    await addresses.claim_address(db, user_id, email)
    await end_earlier_access(db, user_id)
    owner = await OWNER.one(db, user_id)
    await addresses.become_primary(
        db, resources, owner, email, proved=True, keep_old=False, notify_old=False
    )
    await external.link_external_identity(db, identity, user_id)
    user = await users.get_user(db, user_id)
    event = EmailChanged(way.tenant_id, user_id, user.email)
    await announce_event(db, event, by=by_person(user_id, user.email, client))
    return user


async def _verify_by_provider(
    db: Db, way: EnabledConnection, user_id: UUID, client: Client, signed_up_here: Collection[UUID]
) -> None:
    """Mark the address as verified by the identity provider. The tenant owns the domain, so a sign-up that
    created the tenant is trusted as well."""
    user = await users.get_user(db, user_id)
    by = by_person(user_id, user.email, client)
    # Not by mail: support may have changed the connection, so it cannot confirm an address that so far only
    # the vendor has verified.
    proof = AddressProof(signed_up_here=[way.tenant_id, *signed_up_here], by_mail=False)
    await become_owner(db, user_id, proof, by)
    for tenant_id in await activate_own(db, user_id):
        await announce_event(db, UserActivated(tenant_id, user_id), by=by)


async def _link_identity(
    db: Db,
    way: EnabledConnection,
    identity: ExternalIdentity,
    user_id: UUID,
    client: Client,
    link: LinkedAccount | None,
) -> User:
    """Link the identity to the account; an existing `link` to a former account is moved."""
    user = await users.get_user(db, user_id)
    by = by_person(user_id, user.email, client)
    if link is not None:
        await external.move_link(db, link, user_id)
    else:
        await external.link_external_identity(db, identity, user_id)
    event = SsoIdentityLinked(way.tenant_id, user_id, way.id, identity.subject)
    await announce_event(db, event, by=by)
    return await users.get_user(db, user_id)


async def _join_tenant(
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
        event = SsoUserJoined(tenant_id, user.id, user.email, list(made.role_ids))
        await announce_event(db, event, by=by)
    elif not membership.activated and not membership.is_disabled:
        await memberships.activate_membership(db, tenant_id, user.id)
        await announce_event(db, InvitationAccepted(tenant_id, user.id), by=by)
    if connection.groups and not groups.is_complete:
        await announce_event(db, SsoGroupsLeftOut(tenant_id, user.id, connection.id), by=by)
    wanted = roles.of_groups(connection, groups.names)
    await roles.sync_group_roles(db, tenant_id, user.id, wanted, by, takes=groups.is_complete)


async def _refuse_sign_in(
    db: Db,
    way: EnabledConnection,
    email: str,
    reason: Refusal,
    user_id: UUID | None,
    client: Client,
) -> NoReturn:
    event = AuthenticationFailed(way.tenant_id, f"sso_{reason}", user_id)
    await announce_event(db, event, by=by_person(user_id, email, client))
    raise SsoRefused.because(reason)


def _normalize_or_none(email: str | None) -> str | None:
    """The normalized address; None if it is not an email address."""
    try:
        return users.normalize_email(email) if email else None
    except InvalidEmail:
        return None


def _safe_name(told: str | None, email: str) -> str:
    """The name from the provider, if it is safe to use in mails; otherwise a name from the address."""
    try:
        return SPOKEN.validate_python(told or "") or users.name_of(email)
    except ValidationError:
        return users.name_of(email)
