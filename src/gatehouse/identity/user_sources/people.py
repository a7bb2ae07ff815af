"""Finds or creates the account for a user of a source. Needs the system scope."""

from typing import Any, NoReturn
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from gatehouse.access.client import Client
from gatehouse.access.errors import TenantNotFound
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.memberships import add_member, find_membership
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.directory.tenants.service import create_tenant, get_tenant, lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.models import User
from gatehouse.directory.users.queries import FOLLOW_SOURCE
from gatehouse.identity.activation.events import UserActivated
from gatehouse.identity.external.linking import LinkDecision, LinkFacts, decide_link
from gatehouse.identity.mails import service as mails
from gatehouse.identity.ownership.service import (
    AddressProof,
    activate_opened_tenants,
    become_owner,
    block_earlier_writes_by_email,
)
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.identity.passwords.service import store_password
from gatehouse.identity.profile.schemas import PictureAddress
from gatehouse.identity.sign_in.errors import VERIFY_FIRST, EmailNotVerified, NoAccess
from gatehouse.identity.sign_in.events import AuthenticationFailed
from gatehouse.identity.user_sources import queries
from gatehouse.identity.user_sources.events import UserMovedIn
from gatehouse.identity.user_sources.models import SourceUser, StoredSource
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Spoken
from gatehouse.kit.tenant_ids import inner_id_or_none
from gatehouse.vendor.current import configuration_of

SPOKEN: TypeAdapter[str] = TypeAdapter(Spoken)
PICTURE: TypeAdapter[str] = TypeAdapter(PictureAddress)


async def import_source_user(
    db: Db,
    resources: Resources,
    source: StoredSource,
    found: SourceUser,
    hashed: str | None,
    client: Client,
) -> UUID:
    """Find or create the account; returns the user id. `hashed` is the user's password from now on; None if
    it stays in the source.

    Raises `EmailNotVerified` when the address is not verified and the vendor requires that: a new user gets
    the activation mail. Raises `NoAccess` when the user belongs to no account here, or the address is already
    used another way.
    """
    email = users.normalize_email(found.email)
    tenant_id = await _find_tenant_by_rule(db, source, found)
    await block_earlier_writes_by_email(db, email)
    if tenant_id:
        await lock_tenant(db, tenant_id)
    holder = await users.find_user_by_email(db, email)
    if holder:
        await users.lock_user(db, holder.id)
    decision = await _decide_link(db, resources, source, found, holder)
    if decision is LinkDecision.ENTER and holder:
        await _update_from_source(db, source, found, holder)
        user_id = holder.id
    elif holder and not decision.is_refusal:
        await _link_identity(db, resources, source, found, holder, tenant_id, decision, client)
        user_id = holder.id
    elif holder is None and decision in (LinkDecision.MAKE, LinkDecision.NOT_VERIFIED):
        user_id = await _create_user(db, resources, source, found, email, tenant_id, client)
    else:
        await _refuse_link(db, decision, holder, email, client)
    if hashed:
        await store_password(db, user_id, AcceptedPassword(hashed))
    return user_id


async def _decide_link(
    db: Db, resources: Resources, source: StoredSource, found: SourceUser, holder: User | None
) -> LinkDecision:
    """Decide as for any external identity (ADR 18). The vendor has chosen the source, so it is trusted for
    addresses."""
    owner = await queries.OWNER_OF.first(db, source.id, found.subject)
    is_theirs = holder is not None and holder.id == owner
    if owner is not None and not is_theirs:
        return LinkDecision.REASSIGNED
    may_enter = configuration_of(resources).vendor.allow_not_verified_users_login
    if holder and is_theirs and (holder.verified or may_enter):
        return LinkDecision.ENTER
    other = await queries.SUBJECT_OF.first(db, source.id, holder.id) if holder else None
    return decide_link(
        LinkFacts(
            is_on=True,
            is_linked=False,
            address_verified=found.email_verified,
            is_trusted=True,
            held=holder is not None,
            holder_verified=holder is not None and holder.verified,
            holder_linked_elsewhere=other not in (None, found.subject),
            may_make=True,
        )
    )


async def _find_tenant_by_rule(db: Db, source: StoredSource, found: SourceUser) -> UUID | None:
    """The account that the source's rule assigns; None for a new account of the user's own, or if the named
    one does not exist."""
    rule = source.configuration["tenantConfig"]
    if rule["tenantResolverType"] == "static":
        named: UUID | None = UUID(rule["tenantId"])
    else:
        named = inner_id_or_none(found.tenant) if isinstance(found.tenant, str) else None
    if rule["tenantResolverType"] == "new" or named is None:
        return None
    try:
        return (await get_tenant(db, named)).id
    except TenantNotFound:
        return None


async def _update_from_source(db: Db, source: StoredSource, found: SourceUser, user: User) -> None:
    if source.configuration["syncOnLogin"]:
        await FOLLOW_SOURCE.run(
            db, user.id, _safe_name(found), _validate_or_none(PICTURE, found.picture), clock.now()
        )


async def _link_identity(
    db: Db,
    resources: Resources,
    source: StoredSource,
    found: SourceUser,
    user: User,
    tenant_id: UUID | None,
    decision: LinkDecision,
    client: Client,
) -> None:
    by = by_person(user.id, user.email, client)
    if decision is LinkDecision.CLAIM:
        await become_owner(db, user.id, AddressProof(), by)
        for own in await activate_opened_tenants(db, user.id):
            await announce_event(db, UserActivated(own, user.id), by=by)
    if tenant_id and not await find_membership(db, tenant_id, user.id):
        await add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=user.email, by=by, activated=True
        )
    if decision is LinkDecision.LINK:
        await mails.send_mail(
            db, resources, "sign-in-linked", user.email, name=user.name, provider=source.name,
            link=mails.build_mail_link(resources, "/account/forget-password"),
        )  # fmt: skip
    await _announce_import(db, source, found, user.id, tenant_id or user.default_tenant_id, client)


async def _create_user(
    db: Db,
    resources: Resources,
    source: StoredSource,
    found: SourceUser,
    email: str,
    tenant_id: UUID | None,
    client: Client,
) -> UUID:
    """Create a user, in the account of the rule or in a new one."""
    is_own = source.configuration["tenantConfig"]["tenantResolverType"] == "new"
    if tenant_id is None and not is_own:
        event = AuthenticationFailed(None, "source_tenant_unknown", None)
        await announce_event(db, event, by=by_person(None, email, client))
        raise NoAccess("You do not belong to any organization")
    may_enter = configuration_of(resources).vendor.allow_not_verified_users_login
    name = _safe_name(found) or users.derive_name_from_email(email)
    user = await users.create_user(db, email=email, name=name)
    if found.email_verified:
        await users.mark_verified(db, user.id)
    await FOLLOW_SOURCE.run(
        db, user.id, None, _validate_or_none(PICTURE, found.picture), clock.now()
    )
    home = tenant_id or (await create_tenant(db, name=name)).id
    by = by_person(user.id, email, client)
    if is_own:
        await announce_event(db, TenantCreated(home, user.id, name), by=by)
    # A tenant with other owners is entered only with a verified address.
    at_once = found.email_verified or (may_enter and is_own)
    await add_member(db, tenant_id=home, user_id=user.id, email=email, by=by, activated=at_once)
    await _announce_import(db, source, found, user.id, home, client)
    if not at_once:
        await enqueue(db, "activation.mail", tenant_id=home, user_id=user.id)
        raise EmailNotVerified(VERIFY_FIRST)
    return user.id


async def _announce_import(
    db: Db,
    source: StoredSource,
    found: SourceUser,
    user_id: UUID,
    tenant_id: UUID | None,
    client: Client,
) -> None:
    await queries.NOTE.run(db, source.id, user_id, found.subject, clock.now())
    stays = not source.configuration.get("isMigrated", False)
    event = UserMovedIn(tenant_id, user_id, found.email, source.id, source.name, stays)
    await announce_event(db, event, by=by_person(user_id, found.email, client))


async def _refuse_link(
    db: Db, decision: LinkDecision, holder: User | None, email: str, client: Client
) -> NoReturn:
    user_id = holder.id if holder else None
    event = AuthenticationFailed(None, f"source_{decision}", user_id)
    await announce_event(db, event, by=by_person(user_id, email, client))
    if decision is LinkDecision.NOT_VERIFIED:
        raise EmailNotVerified(VERIFY_FIRST)
    raise NoAccess(
        "An account with your email address already exists and uses another sign-in method"
    )


def _safe_name(found: SourceUser) -> str | None:
    """The name from the source, if it is safe to use in mails to others."""
    return _validate_or_none(SPOKEN, found.name) or None


def _validate_or_none(kind: TypeAdapter[Any], value: str | None) -> str | None:
    try:
        checked: str | None = kind.validate_python(value) if value else None
    except ValidationError:
        return None
    return checked
