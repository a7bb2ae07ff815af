"""Creates, changes and removes users for a directory.

A directory reaches memberships of its own tenant and never the account: it cannot find out whether an address
has an account, rename the account, or let it into another tenant. A user with a verified domain of the tenant
is a member at once; every other user must accept, as after an invite. Users managed by another directory, and
users with access through a parent tenant, are out of reach.
"""

from collections.abc import Callable
from uuid import UUID

import asyncpg

from gatehouse.access.standing import stop_writes
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite import conditions
from gatehouse.directory.people.manage import provisioning as manage
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.people.membership.errors import AlreadyMember
from gatehouse.directory.people.membership.models import Membership
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users import service as users
from gatehouse.directory.users.models import User
from gatehouse.identity.sso.connections.links import move_links
from gatehouse.identity.sso.domains.queries import is_owned
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.protocol.documents import Document
from gatehouse.scim.protocol.errors import InvalidValue, ResourceNotFound, ValueTaken
from gatehouse.scim.users import new_users, queries
from gatehouse.scim.users.events import (
    DirectoryUserDeleted,
    DirectoryUserUpdated,
    UserProvisioned,
)
from gatehouse.scim.users.models import ScimUser
from gatehouse.scim.users.resource import address_of, name_in, rest_of, user_document


async def find_scim_user(db: Db, call: DirectoryCall, scim_id: str) -> ScimUser:
    """The user with this SCIM id. Raises `ResourceNotFound` when there is none, or another connection manages
    the user."""
    try:
        identifier = UUID(scim_id)
    except ValueError:
        raise ResourceNotFound("There is no such user") from None
    own = call.connection
    found = await queries.FIND.first(db, own.tenant_id, own.id, identifier)
    if found is None:
        raise ResourceNotFound("There is no such user")
    return found


async def create_scim_user(
    db: Db, call: DirectoryCall, document: Document
) -> tuple[ScimUser, bool]:
    """Create a user. The second value is True for a new account, which is in no group. Raises `InvalidValue`,
    `ValueTaken`, or an error with the code `admission.domain_refused`."""
    sent = new_users.SentUser.read(document)
    try:
        [made] = await new_users.bring_in(db, call, [sent])
    except asyncpg.UniqueViolationError:
        raise _name_taken() from None
    is_new = made is not None
    if made is None:
        made = await _take_over(db, call, sent)
    await call.note_sync(db)
    return made, is_new


async def _take_over(db: Db, call: DirectoryCall, sent: new_users.SentUser) -> ScimUser:
    """Manage a user who has an account already, or raise the error that refuses the user."""
    own, document, address = call.connection, sent.document, sent.address
    await _stop_whoever_loses(db, call, document, address)
    await take_turns(db, own.tenant_id)
    await _refuse_taken(db, call, sent.user_name, None)
    user, is_as_said = await _bring_in(db, call, document, address)
    made = await queries.ADD.one(
        db, new_id(), own.tenant_id, own.id, user.id, sent.user_name, document.get("externalId"),
        document["active"], rest_of(document), clock.now(),
    )  # fmt: skip
    if not is_as_said:
        await _sync_membership(db, call, user, document, address)
    return made


async def in_turn(db: Db, call: DirectoryCall, scim_id: str) -> ScimUser:
    """Lock the tenant and the user's own writes, and return the user. Raises `ResourceNotFound`."""
    found = await find_scim_user(db, call, scim_id)
    await stop_writes(db, call.connection.tenant_id, found.user_id)
    await take_turns(db, call.connection.tenant_id)
    return await find_scim_user(db, call, scim_id)


async def change_scim_user(
    db: Db, call: DirectoryCall, scim_id: str, write: Callable[[ScimUser], Document]
) -> ScimUser:
    """Change a user. `write` returns the new document for the current state, or raises; it may be called
    twice. An unchanged document changes nothing. Raises `ResourceNotFound`, `InvalidValue`, `ValueTaken` or
    `people.LastAdmin`.

    Most changes concern one user, and a directory sends many at once, so changes of different users do not
    wait for each other. Changes of the same user and the user's own writes wait.
    """
    found = await find_scim_user(db, call, scim_id)
    await stop_writes(db, call.connection.tenant_id, found.user_id)
    known = await find_scim_user(db, call, scim_id)
    document = write(known)
    if known.user_id != found.user_id or _concerns_others(known, document):
        await take_turns(db, call.connection.tenant_id)
        known = await find_scim_user(db, call, scim_id)
        document = write(known)
    return await _change_scim_user(db, call, known, document)


def _concerns_others(known: ScimUser, document: Document) -> bool:
    """Whether the change needs the tenant lock: a deactivation, because an administrator must remain, or a
    new user name or address, because these are unique. Raises `InvalidValue`."""
    if not document.get("active", known.active):
        return True
    user_name = document.get("userName") or ""
    if user_name.lower() != known.user_name.lower():
        return True
    return address_of(document) != address_of(user_document(known))


async def _change_scim_user(
    db: Db, call: DirectoryCall, known: ScimUser, document: Document
) -> ScimUser:
    own = call.connection
    before = user_document(known)
    document = {"active": known.active, **document}
    if document == before:
        return known
    user_name = document.get("userName")
    if not user_name:
        raise InvalidValue("userName is missing")
    if user_name.lower() != known.user_name.lower():
        await _refuse_taken(db, call, user_name, known.id)
    address = address_of(document)
    user = await users.get_user(db, known.user_id)
    moved = address is not None and address != address_of(before)
    if moved and address is not None and address != user.email:
        user = await _move_scim_user(db, call, known, document, address)
    changed = await queries.CHANGE.first(
        db, own.tenant_id, own.id, known.id, user.id, user_name, document.get("externalId"),
        document["active"], rest_of(document), clock.now(),
    )  # fmt: skip
    if changed is None:
        raise ResourceNotFound("There is no such user")
    if user.id != known.user_id:
        await _take_out(db, call, known.user_id)
    await _sync_membership(db, call, user, document, address or user.email)
    event = DirectoryUserUpdated(own.tenant_id, user.id, user.email, own.id)
    await announce_event(db, event, by=call.actor)
    await call.note_sync(db)
    return changed


async def delete_scim_user(db: Db, call: DirectoryCall, known: ScimUser) -> None:
    """Remove the user from the tenant at once. `known` was read under the lock (`in_turn`). Raises
    `people.LastAdmin`."""
    own = call.connection
    await queries.DELETE.run(db, own.tenant_id, own.id, known.id)
    await _take_out(db, call, known.user_id)
    email = address_of(user_document(known)) or known.user_name
    event = DirectoryUserDeleted(own.tenant_id, known.user_id, email, own.id)
    await announce_event(db, event, by=call.actor)
    await call.note_sync(db)


async def _bring_in(
    db: Db, call: DirectoryCall, document: Document, address: str
) -> tuple[User, bool]:
    """Make the user with this address a member. The second value is True when the membership already is as
    the document says, as for most new users. Raises `ValueTaken`."""
    tenant_id = call.connection.tenant_id
    name = name_in(document, address)
    is_own = await is_owned(db, tenant_id, address)
    await conditions.check_invite_conditions(db, tenant_id, address)
    user = await users.find_or_create(db, email=address, name=name)
    try:
        await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=address, by=call.actor,
            activated=is_own, invited_name=name,
        )  # fmt: skip
        joined = True
    except AlreadyMember:
        await _refuse_kept(db, tenant_id, user)
        joined = False
    await manage.keep_provisioned_member(db, tenant_id, user.id, activated=is_own)
    event = UserProvisioned(tenant_id, user.id, address, call.connection.id, joined)
    await announce_event(db, event, by=call.actor)
    return user, joined and user.name == name and document["active"] is True


async def _stop_whoever_loses(
    db: Db, call: DirectoryCall, document: Document, address: str
) -> None:
    """Lock the writes of an existing user who is about to lose access by an inactive document."""
    if not document["active"]:
        known = await users.find_by_email(db, address)
        if known is not None:
            await stop_writes(db, call.connection.tenant_id, known.id)


async def _move_scim_user(
    db: Db, call: DirectoryCall, known: ScimUser, document: Document, address: str
) -> User:
    """Move the membership to another address, which is another account. That account becomes a member with
    the roles and links of the previous one."""
    user, _ = await _bring_in(db, call, document, address)
    await manage.hand_over(db, call.connection.tenant_id, known.user_id, user.id)
    await move_links(db, call.connection.tenant_id, known.user_id, user.id)
    return user


async def _sync_membership(
    db: Db, call: DirectoryCall, user: User, document: Document, address: str
) -> None:
    """The membership is as the directory says."""
    member = await _find_membership(db, call, user.id)
    if member is not None:
        name = name_in(document, address)
        await manage.rename_provisioned_member(db, member, user, name, by=call.actor)
        disabled = not document["active"]
        await manage.set_disabled(db, member, user, disabled=disabled, by=call.actor)


async def _take_out(db: Db, call: DirectoryCall, user_id: UUID) -> None:
    member = await _find_membership(db, call, user_id)
    if member is not None:
        user = await users.get_user(db, user_id)
        await manage.remove_provisioned_member(db, member, user, by=call.actor)


async def _find_membership(db: Db, call: DirectoryCall, user_id: UUID) -> Membership | None:
    return await memberships.find_membership(db, call.connection.tenant_id, user_id)


async def _refuse_taken(db: Db, call: DirectoryCall, user_name: str, scim_id: UUID | None) -> None:
    own = call.connection
    if await queries.NAME_TAKEN.one(db, own.tenant_id, own.id, user_name, scim_id):
        raise _name_taken()


def _name_taken() -> ValueTaken:
    return ValueTaken("A user with this userName already exists")


async def _refuse_kept(db: Db, tenant_id: UUID, user: User) -> None:
    """A member is taken over by one directory only."""
    if await queries.KEPT.one(db, tenant_id, user.id):
        raise ValueTaken("A user with this email address already exists")
    if await queries.INHERITED.one(db, tenant_id, user.id):
        raise ValueTaken("This person is here by rights in an account above")
