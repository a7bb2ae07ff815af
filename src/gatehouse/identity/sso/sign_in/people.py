"""Whose account an identity of a connection opens, in the connection's tenant.

A connection speaks for the addresses of the domains that its tenant has validated, and for no others: it
opens no account with another address, also none that it has opened before, and makes none.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import NoReturn
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from gatehouse.access.client import Client
from gatehouse.access.standing import stop_writes
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users import service as users
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.models import User
from gatehouse.identity.accept_invitation.events import InvitationAccepted
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.external import service as external
from gatehouse.identity.external.linking import Decision
from gatehouse.identity.external.models import ExternalIdentity
from gatehouse.identity.ownership.models import AddressProof
from gatehouse.identity.ownership.service import activate_own, become_owner
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import Challenge, Door
from gatehouse.identity.signup.asked import EVENT, Leave, Newcomer, ask_leave
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import Connection
from gatehouse.identity.sso.domains.service import of_address
from gatehouse.identity.sso.sign_in import queries, roles
from gatehouse.identity.sso.sign_in.errors import SsoRefused
from gatehouse.identity.sso.sign_in.events import SsoIdentityLinked, SsoUserJoined
from gatehouse.identity.sso.sign_in.models import Way
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Spoken
from gatehouse.prehooks.asking import is_asked

SPOKEN: TypeAdapter[str] = TypeAdapter(Spoken)
TEXTS = {
    Decision.PROVIDER_OFF: "This single sign-on connection is switched off",
    Decision.NOT_VERIFIED: "The identity provider does not say that the email address is yours",
    Decision.REASSIGNED: "Another account of the identity provider signs in with this email address",
}
REMOVED = "You were removed from this organization. Ask its administrators to invite you"
OTHERWISE = "This single sign-on connection is not for your email address"


async def enter(
    db: Db,
    resources: Resources,
    way: Way,
    identity: ExternalIdentity,
    groups: Collection[str],
    client: Client,
    door: Door,
) -> SignedIn | Challenge:
    """As `flow.sign_in`, of the person whom the identity is, made and brought into the tenant when they are
    new. `SsoRefused`, and the refusals of the flow. Needs the system scope. Where the vendor's service is
    asked about somebody new, what was done in the transaction until here stays."""
    try:
        user, connection = await _member(db, resources, way, identity, groups, client, None)
    except AskFirst as newcomer:
        await db.pause()
        leave = await ask_leave(resources, client, newcomer.who)
        user, connection = await _member(db, resources, way, identity, groups, client, leave)
    if connection.override_active_tenant:
        door = replace(door, tenant_id=way.tenant_id, alias=None)
    proof = external.proof_of(identity, user.id, user.email)
    return await sign_in(db, resources, proof, client, door)


class AskFirst(Exception):
    """Somebody would be made about whom the vendor is to be asked; nothing has been written."""

    def __init__(self, who: Newcomer) -> None:
        super().__init__()
        self.who = who


async def _member(
    db: Db,
    resources: Resources,
    way: Way,
    identity: ExternalIdentity,
    groups: Collection[str],
    client: Client,
    leave: Leave | None,
) -> tuple[User, Connection]:
    """Who they are, in the tenant, and the connection. `AskFirst` where they are new, and nobody has given
    `leave`."""
    known = await queries.KNOWN.first(
        db, identity.kind, identity.provider, identity.issuer, identity.subject
    )
    if known is not None:
        await stop_writes(db, way.tenant_id, known)
    await take_turns(db, way.tenant_id)
    connection = await connections.ONE.first(db, way.tenant_id, way.id)
    if leave is None and not is_asked(resources, EVENT):
        leave = Leave()
    user = await _person(db, connection, way, identity, client, leave)
    assert connection is not None  # noqa: S101  else it was refused
    await _join(db, connection, user, roles.of_groups(connection, groups), client)
    if leave:
        await memberships.let_below(db, way.tenant_id, user.id, leave.may_enter_below)
    return user, connection


async def _person(
    db: Db,
    connection: Connection | None,
    way: Way,
    identity: ExternalIdentity,
    client: Client,
    leave: Leave | None,
) -> User:
    email = _normalized(identity.email)
    speaks_for = _validated(connection)
    is_trusted = email is not None and of_address(email) in speaks_for
    decision, linked, holder = await external.decided(
        db,
        identity,
        email=email,
        is_on=connection is not None and connection.enabled,
        is_trusted=is_trusted,
        may_make=is_trusted,
    )
    held = linked or holder
    if linked is not None and of_address(linked.email) not in speaks_for:
        decision = decision if decision.is_refusal else Decision.NOT_TRUSTED
    if holder is not None and email and not decision.is_refusal:
        domain = of_address(email)
        if await queries.OF_A_FORMER_OWNER.one(db, holder.user_id, way.tenant_id, domain):
            decision = Decision.REASSIGNED
    if decision.is_refusal:
        await _refuse(db, way, email or "", decision, held.user_id if held else None, client)
    if linked is not None:
        await external.note_use(db, linked, identity)
        return await users.get_user(db, linked.user_id)
    if holder is not None:
        return await _link(db, way, identity, holder.user_id, decision, client)
    assert email is not None  # noqa: S101  else it was refused
    name = _name(identity.name, email)
    if leave is None:
        raise AskFirst(Newcomer(email, name, "sso", tenant_id=way.tenant_id))
    user = await users.create_user(db, email=email, name=leave.name or name)
    await users.mark_verified(db, user.id)
    await queries.NOTE_PROVIDER.run(db, user.id, identity.kind)
    await external.link(db, identity, user.id)
    return await users.get_user(db, user.id)


async def _link(
    db: Db,
    way: Way,
    identity: ExternalIdentity,
    user_id: UUID,
    decision: Decision,
    client: Client,
) -> User:
    user = await users.get_user(db, user_id)
    by = by_person(user_id, user.email, client)
    if decision is Decision.CLAIM:
        # Support may change a connection: it is the mail that proves an address which the vendor vouched for.
        await become_owner(db, user_id, AddressProof(by_mail=False), by)
        for tenant_id in await activate_own(db, user_id):
            await announce(db, UserActivated(tenant_id, user_id), by=by)
    await external.link(db, identity, user_id)
    event = SsoIdentityLinked(way.tenant_id, user_id, way.id, identity.subject)
    await announce(db, event, by=by)
    return await users.get_user(db, user_id)


async def _join(
    db: Db, connection: Connection, user: User, wanted: list[UUID], client: Client
) -> None:
    """A member with the connection's roles; who was invited accepts. Their groups' roles follow. Whoever was
    removed stays out until an administrator or the directory brings them in again: the provider's word that
    they work there was as true before."""
    tenant_id, by = connection.tenant_id, by_person(user.id, user.email, client)
    membership = await memberships.find(db, tenant_id, user.id)
    if membership is None:
        if await queries.WAS_REMOVED.one(db, tenant_id, user.id):
            await announce(db, AuthenticationFailed(tenant_id, "sso_removed", user.id), by=by)
            raise SsoRefused(REMOVED)
        role_ids = connection.role_ids or None
        made = await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=user.email, by=by, role_ids=role_ids,
            activated=True,
        )  # fmt: skip
        event = SsoUserJoined(tenant_id, user.id, user.email, list(made.role_ids))
        await announce(db, event, by=by)
    elif not membership.activated and not membership.is_disabled:
        await memberships.activate(db, tenant_id, user.id)
        await announce(db, InvitationAccepted(tenant_id, user.id), by=by)
    await roles.follow(db, tenant_id, user.id, wanted, by)


async def _refuse(
    db: Db, way: Way, email: str, decision: Decision, user_id: UUID | None, client: Client
) -> NoReturn:
    event = AuthenticationFailed(way.tenant_id, f"sso_{decision}", user_id)
    await announce(db, event, by=by_person(user_id, email, client))
    raise SsoRefused(TEXTS.get(decision, OTHERWISE))


def _validated(connection: Connection | None) -> set[str]:
    rows = connection.domains if connection else []
    return {row["domain"] for row in rows if row["validated"]}


def _normalized(email: str | None) -> str | None:
    """What is no address counts as none."""
    try:
        return users.normalize_email(email) if email else None
    except InvalidEmail:
        return None


def _name(told: str | None, email: str) -> str:
    """As the provider says, unless that is no name: it goes into mail."""
    try:
        return SPOKEN.validate_python(told or "") or users.name_of(email)
    except ValidationError:
        return users.name_of(email)
