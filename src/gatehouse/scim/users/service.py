"""Creates, changes and removes users for a directory.

A directory reaches memberships of its own tenant and never the account: it cannot find out whether an address
has an account, rename the account, or let it into another tenant. A user with a verified domain of the tenant
is a member at once; every other user must accept, as after an invite. Users managed by another directory, and
users with access through a parent tenant, are out of reach.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import asyncpg

from gatehouse.access.standing import block_writes
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.people import invite, memberships, provisioning
from gatehouse.directory.people.errors import AlreadyMember
from gatehouse.directory.people.provisioning import ProvisionedMember
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.models import User
from gatehouse.identity.sso.connections.links import move_sso_links
from gatehouse.identity.sso.domains.queries import owns_email_domain
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.errors import InvalidValue, ResourceNotFound, ValueTaken
from gatehouse.scim.events import DirectoryUserDeleted, DirectoryUserUpdated, UserProvisioned
from gatehouse.scim.protocol.documents import Document, read_resource
from gatehouse.scim.protocol.messages import check_if_match
from gatehouse.scim.protocol.patch import apply_patch, parse_patch
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.protocol.select import AttributeSelection
from gatehouse.scim.resource import ScimResource
from gatehouse.scim.users import new_users, queries
from gatehouse.scim.users.queries import ScimUser
from gatehouse.scim.users.resource import (
    USER_PLACES,
    build_user_document,
    build_user_resource,
    drop_column_attributes,
    read_account_email,
    read_display_name,
)


async def get_scim_user(db: Db, call: DirectoryCall, scim_id: str) -> ScimUser:
    """The user with this SCIM id. Raises `ResourceNotFound` when there is none, or another connection manages
    the user."""
    own = call.connection
    found = await queries.FIND.first(db, own.tenant_id, own.id, _parse_scim_id(scim_id))
    if found is None:
        raise ResourceNotFound("The user was not found")
    return found


def _parse_scim_id(scim_id: str) -> UUID:
    try:
        return UUID(scim_id)
    except ValueError:
        raise ResourceNotFound("The user was not found") from None


async def create_scim_user(db: Db, call: DirectoryCall, body: Any) -> ScimUser:
    """Create a user. Raises `InvalidValue`, `ValueTaken`, or an error with the code
    `admission.domain_refused`."""
    sent = new_users.SentUser.from_document(read_resource(USER, body))
    made = await call.resources[new_users.UserBatching].create_user(call, sent)
    if made is not None:
        return made
    try:
        [made] = await new_users.create_new_users(db, call, [sent])
    except asyncpg.UniqueViolationError:
        raise _build_name_taken() from None
    if made is None:
        made = await _provision_existing_user(db, call, sent)
    await call.record_sync(db)
    return made


async def _provision_existing_user(
    db: Db, call: DirectoryCall, sent: new_users.SentUser
) -> ScimUser:
    """Manage a user who has an account already, or raise the error that refuses the user."""
    own, document, address = call.connection, sent.document, sent.address
    await _lock_user_to_deactivate(db, call, document, address)
    await lock_tenant(db, own.tenant_id)
    await _require_free_user_name(db, call, sent.user_name, None)
    user, is_as_said = await _provision_member(db, call, document, address)
    made = await queries.ADD.one(
        db, new_id(), own.tenant_id, own.id, user.id, sent.user_name, document.get("externalId"),
        document["active"], drop_column_attributes(document), clock.now(),
    )  # fmt: skip
    if not is_as_said:
        member = await _require_member(db, call, user.id)
        events = await _sync_membership(db, member, document, address)
        await announce_all(db, events, by=call.actor)
    return made


async def replace_scim_user(
    db: Db, call: DirectoryCall, scim_id: str, body: Any, condition: str | None
) -> ScimUser:
    """Change a user to this document; see `patch_scim_user`."""
    document = read_resource(USER, body)
    known = await _lock_scim_user(db, call, scim_id)
    check_if_match(condition, known.version)
    return await _change_scim_user(db, call, known, document)


async def patch_scim_user(
    db: Db, call: DirectoryCall, scim_id: str, body: Any, condition: str | None
) -> ScimUser:
    """Apply the operations of a PATCH, all or none. An unchanged document changes nothing. `condition`: the
    header `If-Match`. Raises `ResourceNotFound`, `VersionChanged`, `InvalidValue`, `ValueTaken` or
    `people.LastAdmin`.

    Most changes concern one user, and a directory sends many at once, so changes of different users do not
    wait for each other. Changes of the same user and the user's own writes wait.
    """
    operations = parse_patch(USER, body, skips_unknown=True)
    known = await _lock_scim_user(db, call, scim_id)
    check_if_match(condition, known.version)
    document = apply_patch(USER, build_user_document(known), operations)
    return await _change_scim_user(db, call, known, document)


async def _lock_scim_user(db: Db, call: DirectoryCall, scim_id: str) -> ScimUser:
    """Lock the user's own writes and other changes of the user, and return the user. Raises
    `ResourceNotFound`."""
    own = call.connection
    user_id = await queries.LOCK.first(db, own.tenant_id, own.id, _parse_scim_id(scim_id))
    known = await get_scim_user(db, call, scim_id)
    if known.user_id != user_id:  # moved to another account meanwhile
        await lock_tenant(db, own.tenant_id)
        known = await get_scim_user(db, call, scim_id)
    return known


def _needs_tenant_lock(known: ScimUser, document: Document) -> bool:
    """Whether the change needs the tenant lock: a deactivation, because an administrator must remain, or a
    new user name or address, because these are unique. Raises `InvalidValue`."""
    if not document["active"]:
        return True
    user_name = document.get("userName") or ""
    if user_name.lower() != known.user_name.lower():
        return True
    return read_account_email(document) != read_account_email(build_user_document(known))


async def _change_scim_user(
    db: Db, call: DirectoryCall, known: ScimUser, document: Document
) -> ScimUser:
    """Change a user that `_lock_scim_user` returned. It stays as it was read: all changes of it hold that
    lock, and a membership that has ended took it along."""
    own = call.connection
    before = build_user_document(known)
    document = {"active": known.active, **document}
    if document == before:
        return known
    if _needs_tenant_lock(known, document):
        await lock_tenant(db, own.tenant_id)
    user_name = document.get("userName")
    if not user_name:
        raise InvalidValue("userName is missing")
    if user_name.lower() != known.user_name.lower():
        await _require_free_user_name(db, call, user_name, known.id)
    address = read_account_email(document)
    member = await _require_member(db, call, known.user_id)
    moved = address is not None and address != read_account_email(before)
    if moved and address is not None and address != member.email:
        member = await _move_to_other_account(db, call, known, document, address)
    changed = await queries.CHANGE.first(
        db, own.tenant_id, own.id, known.id, member.user_id, user_name, document.get("externalId"),
        document["active"], drop_column_attributes(document), clock.now(),
    )  # fmt: skip
    if changed is None:
        raise ResourceNotFound("The user was not found")
    events: list[Event] = []
    if member.user_id != known.user_id:
        events += await _remove_membership(db, call, known.user_id)
    events += await _sync_membership(db, member, document, address or member.email)
    events.append(DirectoryUserUpdated(own.tenant_id, member.user_id, member.email, own.id))
    await announce_all(db, events, by=call.actor)
    await call.record_sync(db)
    return changed


async def delete_scim_user(
    db: Db, call: DirectoryCall, scim_id: str, condition: str | None
) -> None:
    """Remove the user from the tenant at once. Raises `ResourceNotFound`, `VersionChanged` or
    `people.LastAdmin`."""
    own = call.connection
    await queries.LOCK.first(db, own.tenant_id, own.id, _parse_scim_id(scim_id))
    await lock_tenant(db, own.tenant_id)
    known = await get_scim_user(db, call, scim_id)
    check_if_match(condition, known.version)
    await queries.DELETE.run(db, own.tenant_id, own.id, known.id)
    events = await _remove_membership(db, call, known.user_id)
    email = read_account_email(build_user_document(known)) or known.user_name
    events.append(DirectoryUserDeleted(own.tenant_id, known.user_id, email, own.id))
    await announce_all(db, events, by=call.actor)
    await call.record_sync(db)


async def _provision_member(
    db: Db, call: DirectoryCall, document: Document, address: str
) -> tuple[User, bool]:
    """Make the user with this address a member. The second value is True when the membership already is as
    the document says, as for most new users. Raises `ValueTaken`."""
    tenant_id = call.connection.tenant_id
    name = read_display_name(document, address)
    is_own = await owns_email_domain(db, tenant_id, address)
    await invite.check_invite_conditions(db, tenant_id, address)
    user = await users.find_or_create_user(db, email=address, name=name)
    try:
        await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=address, by=call.actor,
            activated=is_own, invited_name=name,
        )  # fmt: skip
        joined = True
    except AlreadyMember:
        await _require_unmanaged_member(db, tenant_id, user)
        joined = False
    await provisioning.mark_member_provisioned(db, tenant_id, user.id, activated=is_own)
    event = UserProvisioned(tenant_id, user.id, address, call.connection.id, joined)
    await announce_event(db, event, by=call.actor)
    return user, joined and user.name == name and document["active"] is True


async def _lock_user_to_deactivate(
    db: Db, call: DirectoryCall, document: Document, address: str
) -> None:
    """Lock the writes of an existing user who is about to lose access by an inactive document."""
    if not document["active"]:
        known = await users.find_user_by_email(db, address)
        if known is not None:
            await block_writes(db, call.connection.tenant_id, known.id)


async def _move_to_other_account(
    db: Db, call: DirectoryCall, known: ScimUser, document: Document, address: str
) -> ProvisionedMember:
    """Move the membership to another address, which is another account. That account becomes a member with
    the roles and links of the previous one."""
    user, _ = await _provision_member(db, call, document, address)
    await provisioning.copy_roles_and_groups(db, call.connection.tenant_id, known.user_id, user.id)
    await move_sso_links(db, call.connection.tenant_id, known.user_id, user.id)
    return await _require_member(db, call, user.id)


async def _sync_membership(
    db: Db, member: ProvisionedMember, document: Document, address: str
) -> list[Event]:
    """Rename, disable or enable the member as the directory says. Returns the events."""
    name = read_display_name(document, address)
    renamed = await provisioning.rename_provisioned_member(db, member, name)
    disabled = not document["active"]
    return renamed + await provisioning.set_provisioned_member_disabled(
        db, member, disabled=disabled
    )


async def _remove_membership(db: Db, call: DirectoryCall, user_id: UUID) -> list[Event]:
    member = await provisioning.MEMBER.first(db, call.connection.tenant_id, user_id)
    return await provisioning.remove_provisioned_member(db, member) if member else []


async def _require_member(db: Db, call: DirectoryCall, user_id: UUID) -> ProvisionedMember:
    member = await provisioning.MEMBER.first(db, call.connection.tenant_id, user_id)
    if member is None:
        raise ResourceNotFound("The user was not found")
    return member


async def _require_free_user_name(
    db: Db, call: DirectoryCall, user_name: str, scim_id: UUID | None
) -> None:
    own = call.connection
    if await queries.NAME_TAKEN.one(db, own.tenant_id, own.id, user_name, scim_id):
        raise _build_name_taken()


def _build_name_taken() -> ValueTaken:
    return ValueTaken("A user with this userName already exists")


async def _require_unmanaged_member(db: Db, tenant_id: UUID, user: User) -> None:
    """A member is taken over by one directory only."""
    if await queries.KEPT.one(db, tenant_id, user.id):
        raise ValueTaken("A user with this email address already exists")
    if await queries.INHERITED.one(db, tenant_id, user.id):
        raise ValueTaken("This user has access through a parent account")


async def _describe_users(
    db: Db, call: DirectoryCall, users: Sequence[ScimUser], selection: AttributeSelection
) -> list[dict[str, Any]]:
    return [build_user_resource(user, call.base) for user in users]


USERS = ScimResource(
    USER,
    ScimUser,
    columns=queries.COLUMNS,
    source="scim_users s",
    places=USER_PLACES,
    document="s.document",
    patch_answers=True,
    find=get_scim_user,
    create=create_scim_user,
    replace=replace_scim_user,
    patch=patch_scim_user,
    delete=delete_scim_user,
    describe=_describe_users,
)
