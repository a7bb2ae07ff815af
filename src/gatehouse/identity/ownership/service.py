"""Ownership of accounts. Anyone can sign up with any address. The user who verifies it gets the account
with the details given in the browser or the mail that verifies it, and a company without other members.
Credentials of an earlier user stop working: passwords, phone numbers, factors, tokens and sessions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.standing import block_writes_in_tenants
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.api_tokens.queries import DELETE_TOKENS_OF_USER
from gatehouse.directory.people.events import UserDeleted, UserLeft
from gatehouse.directory.people.membership_queries import ACTIVATE_OPENED_TENANTS
from gatehouse.directory.people.memberships import (
    add_member,
    end_memberships,
    replace_default_tenant,
)
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.deletion import delete_tenant_tree
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.directory.tenants.service import create_tenant
from gatehouse.directory.tenants.settings import DeletionSettings
from gatehouse.directory.users import service as users
from gatehouse.directory.users.queries import ADD_SIGN_UP_REQUEST, SET_SIGN_UP_DETAILS
from gatehouse.identity.action_tokens.queries import END_LINKS_BEFORE_PROOF
from gatehouse.identity.ownership import queries
from gatehouse.identity.ownership.queries import SignUpRequest
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.units import UnitFailures


class AbandonedTenantDeleted(Event):
    event_name = "tenant.abandoned_deleted"
    severity = "Medium"
    text = "Deleted the account {name}, which has no members"
    name: str


@dataclass(frozen=True, slots=True)
class AddressProof:
    """How the address is verified. `tenant_id` is the tenant of the mailed link or code; `signed_up_here`
    are the companies of the sign-ups of the verifying browser, or the verifying company;
    `knows_password`: the user gave the account's password with it. `by_mail`: only the mailbox can have
    received it, unlike a link that the vendor was given."""

    tenant_id: UUID | None = None
    signed_up_here: Collection[UUID] = ()
    knows_password: bool = False
    by_mail: bool = True


# Audit entries that do not count as a change of the company: of the sign-up, and of sign-ins.
HARMLESS: Final = [
    "tenant.created",
    "user.signed_up",
    "user.updated",
    "user.authenticated",
    "user.failed_authentication",
    "user.passwordless_requested",
    "user.password_changed",
    "user.password_reset_requested",
    "user.signed_out",
    "session.ended",
    "session.tenant_switched",
    "user.mfa_enrolled",
    "user.mfa_disabled",
    "user.passkey_added",
    "user.passkey_removed",
]
# Audit entries may be past their retention, so an older company that was used counts as changed.
AUDIT_CERTAIN: Final = timedelta(days=30)


async def become_owner(db: Db, user_id: UUID, proof: AddressProof, by: Actor) -> UUID | None:
    """Make the verifying user the owner. Returns the tenant to enter: that of the link or code, or of the
    sign-up that counts.

    Of several sign-ups, one of the same user counts, as `proof` shows; then the one of the mail, then the
    newest. Its company is replaced by a new one of the same name where another user is a member or
    something was changed there, unless it is of the same user. The user leaves the companies of the other
    sign-ups, but for those in which the same user has worked. Needs the system scope.
    """
    await block_earlier_writes(db, user_id)
    requests = await _lock_sign_up_requests(db, user_id)
    own = [one for one in requests if _is_own_sign_up(one, proof)]
    chosen = _choose_sign_up(requests, own, proof.tenant_id)
    left = [
        one for one in requests if one is not chosen and _should_leave_company(one, chosen, own)
    ]
    enter = chosen.tenant_id if chosen else proof.tenant_id
    if chosen and chosen.opened_company and chosen.is_changed and chosen not in own:
        left.append(chosen)
        enter = None
    details = chosen or next(iter(own), None)
    await _erase_earlier_user(db, user_id, details, is_theirs=details in own)
    await users.mark_verified(db, user_id)
    if proof.by_mail:
        await users.confirm_email(db, user_id)
    await _leave_tenants(db, user_id, left, by)
    if chosen and enter is None:
        enter = await _open_company(db, user_id, chosen, by)
    return enter


async def block_earlier_writes(db: Db, user_id: UUID) -> None:
    """Block writes by sessions of an account with an unverified address until the transaction ends, so
    that they leave nothing behind while its owner takes it over. Call it before every other lock, as
    `block_writes` requires; `become_owner` does so in any case. Needs the system scope."""
    tenant_ids = await queries.TENANTS_OF.all(db, user_id, False)
    await block_writes_in_tenants(db, tenant_ids, user_id)


async def block_earlier_writes_by_email(db: Db, email: str | None) -> None:
    """Call `block_earlier_writes` for the account with this address, if there is an unverified one."""
    user = await users.find_user_by_email(db, email) if email else None
    if user is not None and not user.verified:
        await block_earlier_writes(db, user.id)


def _is_own_sign_up(one: SignUpRequest, proof: AddressProof) -> bool:
    """Whether the verifying user made this sign-up: in this browser, or with the password, which belongs
    to the sign-up that was signed in at once."""
    return one.tenant_id in proof.signed_up_here or (proof.knows_password and one.is_entered)


def _choose_sign_up(
    requests: Sequence[SignUpRequest], own: Sequence[SignUpRequest], tenant_id: UUID | None
) -> SignUpRequest | None:
    """The sign-up that counts; None where an invitation leads into `tenant_id`."""
    if tenant_id is None:
        return next(iter([*own, *requests]), None)
    of_link = next((one for one in requests if one.tenant_id == tenant_id), None)
    if of_link is None or of_link in own:
        return of_link
    return next(iter(own), of_link)


async def end_earlier_access(db: Db, user_id: UUID) -> None:
    """End access from before the verification, because the mailbox may belong to another user by now: the
    password, the phone number, factors, personal tokens and sessions. Name, metadata and the tokens of
    tenants stay. Needs the system scope."""
    tenant_ids = await queries.TENANTS_OF.all(db, user_id, True)
    await block_writes_in_tenants(db, tenant_ids, user_id)
    user = await users.get_user(db, user_id)
    await _delete_credentials(db, user_id, with_made_tokens=False)
    await SET_SIGN_UP_DETAILS.run(db, user_id, None, None, user.metadata)
    await end_all_sessions(db, user_id, reason="address_verified")
    await users.mark_verified(db, user_id)


async def confirm_email_ownership(db: Db, user_id: UUID) -> None:
    """Record that the user reads mail to the address. If only the vendor had marked it as verified, all
    sessions end, because others may hold them. Needs the system scope."""
    if await users.confirm_email(db, user_id):
        await end_all_sessions(db, user_id, reason="address_verified")


async def delete_credentials_before_proof(db: Db, user_id: UUID) -> None:
    """Delete credentials and links from before the user verified an address that the vendor had marked
    verified. Needs the system scope."""
    await queries.FORGET_BEFORE_PROOF.run(db, user_id)
    await END_LINKS_BEFORE_PROOF.run(db, user_id)


async def add_sign_up_request(
    db: Db,
    tenant_id: UUID,
    user_id: UUID,
    *,
    name: str,
    company_name: str,
    phone_number: str | None,
    metadata: dict[str, Any],
    opened_company: bool,
) -> None:
    """Store the details of a sign-up until the address is verified. Needs the system scope."""
    await ADD_SIGN_UP_REQUEST.run(
        db,
        tenant_id,
        user_id,
        name,
        company_name,
        phone_number,
        metadata,
        opened_company,
        clock.now(),
    )


async def activate_opened_tenants(db: Db, user_id: UUID) -> list[UUID]:
    """Activate the memberships of the tenants that the user opened, and return these tenants. Invitations
    by others need their own link."""
    tenant_ids = await ACTIVATE_OPENED_TENANTS.all(db, user_id)
    if tenant_ids:
        await replace_default_tenant(db, tenant_ids[0], user_id)
    return tenant_ids


async def _lock_sign_up_requests(db: Db, user_id: UUID) -> list[SignUpRequest]:
    """The pending sign-ups, locked against changes of the members of their companies."""
    since = clock.now() - AUDIT_CERTAIN
    found = await queries.REQUESTS.all(db, user_id, HARMLESS, since)
    if not found:
        return []
    await queries.LOCK_TENANTS.run(db, [one.tenant_id for one in found])
    return await queries.REQUESTS.all(db, user_id, HARMLESS, since)


def _should_leave_company(
    one: SignUpRequest, chosen: SignUpRequest | None, own: Sequence[SignUpRequest]
) -> bool:
    """Whether the user leaves the company of this sign-up, which is not the one that counts. An
    invitation decides about no company, so those that were never entered stay pending for their own
    links."""
    if not one.opened_company or (one in own and one.is_entered):
        return False
    return chosen is not None or (one.is_entered and one.is_changed)


async def _erase_earlier_user(
    db: Db, user_id: UUID, details: SignUpRequest | None, *, is_theirs: bool
) -> None:
    """Delete the earlier user's credentials. `is_theirs`: number and metadata were given by the verifying
    user."""
    await _delete_credentials(db, user_id, with_made_tokens=True)
    name = details.name if details else None
    number = details.phone_number if details and is_theirs else None
    metadata = details.metadata if details and is_theirs else {}
    await SET_SIGN_UP_DETAILS.run(db, user_id, name, number, metadata)
    await end_all_sessions(db, user_id, reason="address_verified")


async def _delete_credentials(db: Db, user_id: UUID, *, with_made_tokens: bool) -> None:
    """Delete all credentials. `with_made_tokens`: also the API tokens of tenants that the user has
    created."""
    await queries.FORGET_STRANGER.run(db, user_id)
    await DELETE_TOKENS_OF_USER.run(db, user_id, with_made_tokens)


async def _leave_tenants(db: Db, user_id: UUID, left: Sequence[SignUpRequest], by: Actor) -> None:
    if not left:
        return
    tenant_ids = [one.tenant_id for one in left]
    await end_memberships(db, user_id, tenant_ids)
    user = await users.get_user(db, user_id)
    events = [
        kind(tenant_id, user_id, user.email)
        for tenant_id in tenant_ids
        for kind in (UserLeft, UserDeleted)
    ]
    await announce_all(db, events, by=by)
    await enqueue(db, "ownership.delete_abandoned", tenant_ids=list(map(str, tenant_ids)))


async def _open_company(db: Db, user_id: UUID, said: SignUpRequest, by: Actor) -> UUID:
    tenant = await create_tenant(db, name=said.company_name)
    user = await users.get_user(db, user_id)
    await add_member(
        db, tenant_id=tenant.id, user_id=user_id, email=user.email, by=by, activated=False
    )
    await announce_event(db, TenantCreated(tenant.id, user_id, tenant.name), by=by)
    return tenant.id


@job("ownership.delete_abandoned")
async def delete_abandoned_companies(context: JobContext, tenant_ids: list[str]) -> None:
    """Delete the companies, each in a separate transaction. A company that has members stays."""
    with UnitFailures("ownership.delete_abandoned") as failures:
        for tenant_id in map(UUID, tenant_ids):
            with failures.caught(tenant_id=tenant_id):
                await _delete_abandoned_company(context, tenant_id)


async def _delete_abandoned_company(context: JobContext, tenant_id: UUID) -> None:
    grace = context.resources[DeletionSettings].grace
    async with context.database.transaction(Scope.system()) as db:
        await tenants.lock_tenant_tree(db, tenant_id)
        await tenants.lock_tenant(db, tenant_id)
        try:
            tenant = await tenants.get_tenant(db, tenant_id)
        except TenantNotFound:
            return
        if await queries.HAS_MEMBERS.one(db, tenant_id):
            return
        await delete_tenant_tree(db, tenant, grace)
        await announce_event(db, AbandonedTenantDeleted(tenant_id, tenant.name), by=SYSTEM)
