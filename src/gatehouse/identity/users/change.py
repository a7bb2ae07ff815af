"""Changes of users by the vendor: profile, address, locks."""

from typing import Any
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal, must_have_recent_mfa
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.membership_queries import ACTIVATE_UNINVITED
from gatehouse.directory.users import service as users
from gatehouse.directory.users.models import User
from gatehouse.directory.users.queries import (
    LOCK_ACCOUNT,
    SET_DEFAULT_TENANT_OF_MEMBER,
    SET_INVISIBLE,
    UNLOCK_ACCOUNT,
    UPDATE_USER,
)
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.activation.queries import WAITING_BY_EMAIL
from gatehouse.identity.email_addresses import queries as emails
from gatehouse.identity.email_addresses.addresses import (
    claim_address,
    derive_address_id,
    lock_addresses,
    replace_primary_address,
)
from gatehouse.identity.email_addresses.service import (
    get_verified_address,
    lock_owner_with_room,
    remove_email_address,
)
from gatehouse.identity.mails import service as mails
from gatehouse.identity.passwords.queries import CLEAR_FAILURES_OF_ACCOUNT
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.identity.users.errors import NotAMember, NothingToActivate
from gatehouse.identity.users.schemas import LinkOut, OwnChange, VendorUserChange
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources


class UserChangedByVendor(Event):
    """`what` is the action of the vendor's backend."""

    event_name = "user.changed_by_vendor"
    severity = "High"
    text = "{email}: {what}"
    user_id: UUID
    email: str
    what: str


async def announce_user_change(
    db: Db, by: Actor, user: User, what: str, tenant_id: UUID | None = None
) -> None:
    event = UserChangedByVendor(tenant_id or user.default_tenant_id, user.id, user.email, what)
    await announce_event(db, event, by=by)


async def change_user(db: Db, caller: VendorPrincipal, user_id: UUID, data: OwnChange) -> None:
    """Change the given fields. Raises `UserNotFound`, and `StepUpNeeded` for `mfaBypass` without a recent
    MFA."""
    user = await users.get_user(db, user_id)
    given = data.model_fields_set
    more = data if isinstance(data, VendorUserChange) else VendorUserChange()
    if more.mfa_bypass:
        must_have_recent_mfa(caller)
    await UPDATE_USER.run(
        db, user_id, clock.now(),
        bool(data.name), data.name,
        "phone_number" in given, data.phone_number or None,
        "profile_picture_url" in given, data.profile_picture_url or None,
        data.metadata is not None, data.metadata,
        more.vendor_metadata is not None, more.vendor_metadata,
        more.mfa_bypass is not None, more.mfa_bypass,
        "external_id" in more.model_fields_set, more.external_id,
    )  # fmt: skip
    await announce_user_change(
        db, caller.actor, user, f"changed {', '.join(sorted(given)) or 'nothing'}"
    )


async def change_email(db: Db, resources: Resources, by: Actor, user_id: UUID, email: str) -> None:
    """Change the address and mark it verified by the vendor; the previous address is notified. Raises
    `EmailAddressTaken`."""
    address = users.normalize_email(email)
    await claim_address(db, user_id, address)
    user = await users.get_user(db, user_id)
    if user.email == address:
        return
    owner = await emails.OWNER.one(db, user_id)
    await replace_primary_address(db, resources, owner, address, proved=False, keep_old=False)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, by, user, f"email address changed to {address}")


async def add_email(db: Db, by: Actor, user_id: UUID, email: str, *, verified: bool) -> str:
    """Add a further address and return it normalized. Raises `EmailAddressTaken` or
    `TooManyEmailAddresses`."""
    address = users.normalize_email(email)
    if verified:
        await claim_address(db, user_id, address)
    user = await users.get_user(db, user_id)
    await lock_owner_with_room(db, user_id, address)
    if user.email == address:
        return address
    now = clock.now()
    if verified:
        await emails.ADD_VERIFIED.run(
            db, derive_address_id(user_id, address), user_id, address, now
        )
        await users.mark_verified_by_vendor(db, user_id)
    else:
        await emails.ADD.one(db, derive_address_id(user_id, address), user_id, address, True, now)
    await announce_user_change(db, by, user, "email address added")
    return address


async def make_email_primary(
    db: Db, resources: Resources, by: Actor, user_id: UUID, email: str
) -> None:
    """Make a further, verified address the primary one. Raises `NotVerified` or `EmailAddressNotFound`."""
    user = await users.get_user(db, user_id)
    address = users.normalize_email(email)
    await lock_addresses(db, address, user.email)
    if user.email == address:
        return
    await get_verified_address(db, user_id, address)
    owner = await emails.OWNER.one(db, user_id)
    await replace_primary_address(db, resources, owner, address, proved=True, keep_old=True)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, by, user, f"email address changed to {address}")


async def delete_email(db: Db, by: Actor, user_id: UUID, email_id: UUID) -> None:
    user = await users.get_user(db, user_id)
    await remove_email_address(db, user_id, email_id)
    await announce_user_change(db, by, user, "email address removed")


async def set_user_flag(db: Db, by: Actor, user_id: UUID, statement: Any, on: bool) -> None:
    """Set a flag: invisible to tenants, or super user."""
    user = await users.get_user(db, user_id)
    await statement.run(db, user_id, on, clock.now())
    what = "invisible" if statement is SET_INVISIBLE else "a super user"
    await announce_user_change(db, by, user, f"{'now' if on else 'no longer'} {what}")


async def lock_user(db: Db, by: Actor, user_id: UUID) -> None:
    """Lock the user: all sessions end at once and no sign-in method works, until the vendor unlocks the
    user."""
    user = await users.get_user(db, user_id)
    await LOCK_ACCOUNT.run(db, user_id, clock.now())
    await end_all_sessions(db, user_id, reason="locked")
    await announce_user_change(db, by, user, "locked")


async def unlock_user(db: Db, by: Actor, user_id: UUID) -> None:
    """Unlock the user and reset the count of wrong passwords."""
    user = await users.get_user(db, user_id)
    await UNLOCK_ACCOUNT.run(db, user_id, clock.now())
    await CLEAR_FAILURES_OF_ACCOUNT.run(db, user_id)
    await announce_user_change(db, by, user, "unlocked")


async def verify_user(db: Db, by: Actor, user_id: UUID) -> None:
    """Mark the user's address verified by the vendor, and activate the tenants that the user opened or
    that the vendor added. The password stays."""
    user = await users.get_user(db, user_id)
    await users.mark_verified(db, user_id)
    await users.mark_verified_by_vendor(db, user_id)
    await ACTIVATE_UNINVITED.run(db, user_id)
    await announce_user_change(db, by, user, "email address marked as verified")


async def set_default_tenant(db: Db, by: Actor, user_id: UUID, tenant_id: UUID) -> None:
    """Set which of their tenants the user enters first. Raises `NotAMember`."""
    user = await users.get_user(db, user_id)
    if await SET_DEFAULT_TENANT_OF_MEMBER.first(db, user_id, tenant_id, clock.now()) is None:
        raise NotAMember("The user is not a member of this tenant")
    await announce_user_change(db, by, user, "default account changed", tenant_id)


async def make_activation_link(db: Db, resources: Resources, by: Actor, user_id: UUID) -> LinkOut:
    """Issue the link of the activation mail, for the newest pending membership. It gives access to the
    account, so issuing it is audited. Raises
    `NothingToActivate`."""
    user = await users.get_user(db, user_id)
    waiting = await WAITING_BY_EMAIL.first(db, user.email, clock.now())
    if waiting is None:
        raise NothingToActivate("This user has no pending activation")
    purpose = ActionTokenPurpose.INVITE if waiting.verified else ActionTokenPurpose.ACTIVATE
    path = "/account/invitation/accept" if waiting.verified else "/account/activate"
    token = await action_tokens.issue_action_token(db, purpose, user_id, waiting.tenant_id)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, by, user, "activation link created", waiting.tenant_id)
    return _build_link_response(resources, path, user_id, token)


async def make_password_reset_link(
    db: Db, resources: Resources, by: Actor, user_id: UUID
) -> LinkOut:
    user = await users.get_user(db, user_id)
    token = await action_tokens.issue_action_token(db, ActionTokenPurpose.RESET_PASSWORD, user_id)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, by, user, "password reset link created")
    return _build_link_response(resources, "/account/reset-password", user_id, token)


def _build_link_response(resources: Resources, path: str, user_id: UUID, token: str) -> LinkOut:
    link = mails.build_mail_link(resources, path, userId=user_id, token=token)
    return LinkOut(user_id=user_id, link=link, token=token)
