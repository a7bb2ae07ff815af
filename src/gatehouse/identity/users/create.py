"""Creation and invitation of users by the vendor."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal, protect_staff, protect_staff_home
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import invite, memberships
from gatehouse.directory.people.events import UserInvited
from gatehouse.directory.tenants.service import get_tenant, lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.directory.users.errors import EmailTaken
from gatehouse.directory.users.models import User
from gatehouse.directory.users.queries import SET_PROVIDER, UPDATE_USER
from gatehouse.directory.users.service import get_user
from gatehouse.identity.factors import queries as factors_of
from gatehouse.identity.factors import service as factors
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.identity.passwords.service import store_password
from gatehouse.identity.usernames import queries as usernames
from gatehouse.identity.usernames.name import UsernameTaken, check_username
from gatehouse.identity.users import schemas
from gatehouse.identity.users.change import announce_user_change, change_user
from gatehouse.identity.users.errors import EmailNeeded
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.resources import Resources
from gatehouse.policies.password_rules.service import check_password


async def create_user(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    tenant_id: UUID,
    data: schemas.VendorUserCreate,
) -> UUID:
    """Create or invite a user and return the id. Raises `EmailNeeded`, `TenantNotFound`,
    `StaffProtected`, `RoleNotFound`, `AlreadyMember`, `UsernameTaken`, `EmailTaken` when a password is
    given for an existing account, and the errors of the password policy and of the tenant's rules."""
    if data.email is None:
        raise EmailNeeded("email: is required")
    email = users.normalize_email(data.email)
    username = check_username(data.username) if data.username else None
    password = await _check_and_hash_password(db, resources, data, email)
    await get_tenant(db, tenant_id)
    await protect_staff_home(db, caller, tenant_id)
    await invite.check_invite_conditions(db, tenant_id, email)
    await lock_tenant(db, tenant_id)
    user, is_new = await _find_or_create_user(db, email, data)
    if is_new:
        await _save_new_user_details(db, user, data, username, password)
    else:
        await protect_staff(db, caller, user.id)
    if password and not is_new:
        raise EmailTaken("A user with this email address already exists")
    lasts = data.expiration_in_seconds
    await memberships.add_member(
        db,
        tenant_id=tenant_id,
        user_id=user.id,
        email=email,
        by=caller.actor,
        role_ids=data.role_ids or None,
        activated=False,
        invited_by=caller.credential_id,
        invited_name=data.name,
        invited_phone_number=data.phone_number,
        invited_email=email,
        temporary_expires_at=clock.now() + timedelta(seconds=lasts) if lasts else None,
    )
    await _announce_membership(db, caller.actor, tenant_id, user, skip=data.skip_invite_email)
    return user.id


async def create_or_reinvite_user(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    tenant_id: UUID,
    data: schemas.VendorUserCreate,
) -> UUID:
    """Create or invite a user; a member with a pending invitation gets another mail. Errors are those of
    `create_user`."""
    user = await users.find_user_by_email(db, data.email) if data.email else None
    known = await memberships.find_membership(db, tenant_id, user.id) if user else None
    if user is None or known is None:
        return await create_user(db, resources, caller, tenant_id, data)
    await protect_staff_home(db, caller, tenant_id)
    if not known.activated:
        await _announce_membership(db, caller.actor, tenant_id, user, skip=data.skip_invite_email)
    return user.id


async def add_user_to_tenant(
    db: Db, caller: VendorPrincipal, user_id: UUID, data: schemas.NewTenant
) -> None:
    """Add a user to another tenant: at once when no mail is wanted and the address is verified, else by
    invitation. Raises `AlreadyMember`, `TenantNotFound` or `UserNotFound`."""
    await get_tenant(db, data.tenant_id)
    await protect_staff_home(db, caller, data.tenant_id)
    await lock_tenant(db, data.tenant_id)
    user = await users.get_user(db, user_id)
    await memberships.add_member(
        db,
        tenant_id=data.tenant_id,
        user_id=user_id,
        email=user.email,
        by=caller.actor,
        activated=data.skip_invite_email and user.verified,
        invited_by=caller.credential_id,
        invited_email=user.email,
    )
    await _announce_membership(db, caller.actor, data.tenant_id, user, skip=data.skip_invite_email)


async def _find_or_create_user(
    db: Db, email: str, data: schemas.VendorUserCreate
) -> tuple[User, bool]:
    """Find or create the user. An existing user, also one created concurrently, is not new: the call's
    fields for a new user, above all a password, do not apply to them."""
    if found := await users.find_user_by_email(db, email):
        return found, False
    name = data.name or users.derive_name_from_email(email)
    try:
        made = await users.create_user(db, email=email, name=name, phone_number=data.phone_number)
    except EmailTaken:
        if found := await users.find_user_by_email(db, email):
            return found, False
        raise
    return made, True


async def _check_and_hash_password(
    db: Db, resources: Resources, data: schemas.VendorUserCreate, email: str
) -> str | None:
    if data.password is None:
        return None
    await db.pause()
    about = [email, *([data.name] if data.name else [])]
    await check_password(resources, data.password, about=about)
    return await hash_password(data.password)


async def _save_new_user_details(
    db: Db, user: User, data: schemas.VendorUserCreate, username: str | None, password: str | None
) -> None:
    if data.metadata is not None or data.profile_picture_url:
        await UPDATE_USER.run(
            db, user.id, clock.now(), False, None, False, None,
            bool(data.profile_picture_url), data.profile_picture_url,
            data.metadata is not None, data.metadata, False, None, False, None, False, None,
        )  # fmt: skip
    await SET_PROVIDER.run(db, user.id, data.provider)
    taken = username and not await usernames.ADD.first(db, user.id, username, clock.now(), True)
    if taken:
        raise UsernameTaken("This username is taken")
    if password:
        await store_password(db, user.id, AcceptedPassword(password))


async def _announce_membership(
    db: Db, by: Actor, tenant_id: UUID, user: User, *, skip: bool
) -> None:
    """Announce the invitation, which is mailed, or the membership without a mail; both are audited."""
    if skip:
        await announce_user_change(db, by, user, "added to the account", tenant_id)
        return
    event = UserInvited(tenant_id, user.id, user.email)
    await announce_event(db, event, by=by)


VENDORS_OWN = {"vendor_metadata", "mfa_bypass", "external_id"}


async def create_user_without_mail(
    db: Db, resources: Resources, caller: VendorPrincipal, data: schemas.VendorOnlyUserCreate
) -> UUID:
    """Create the user and return the id. Raises the errors of `POST users/v1`, and `StaffProtected` when
    the existing account belongs to staff."""
    given = data.model_dump(exclude_unset=True, exclude=VENDORS_OWN | {"tenant_id"})
    user = schemas.VendorUserCreate.model_validate({**given, "skip_invite_email": True})
    user_id = await create_user(db, resources, caller, data.tenant_id, user)
    own = data.model_dump(exclude_unset=True, include=VENDORS_OWN)
    if own:
        await protect_staff(db, caller, user_id)
        await change_user(db, caller, user_id, schemas.VendorUserChange.model_validate(own))
    return user_id


async def remove_all_factors(db: Db, resources: Resources, by: Actor, user_id: UUID) -> None:
    """Remove all MFA factors of the user, who is notified and must sign in again; does nothing without
    any. Raises `UserNotFound`."""
    user = await get_user(db, user_id)
    if not await factors_of.FACTORS.all(db, user_id):
        return
    await factors.remove_all_factors(db, user_id)
    owner = FactorOwner(user_id, user.default_tenant_id, user.email, user.name, by)
    await changes.announce_removal(db, resources, owner, None)
