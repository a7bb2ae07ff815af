"""Membership in a tenant that the vendor's service has chosen for the user who signs up."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite_links import service as links
from gatehouse.directory.people.invite_links.queries import OpenedLink
from gatehouse.directory.people.memberships import add_member
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users.models import User
from gatehouse.identity.signup.errors import InvitationUnknown
from gatehouse.identity.signup.events import UserSignedUp
from gatehouse.identity.signup.models import SignUp, SignupTenant
from gatehouse.kit.db import Db
from gatehouse.policies.admission.service import require_email_admission


async def join_chosen_tenant(
    db: Db,
    place: SignupTenant,
    user_id: UUID,
    client: Client,
    email: str,
    name: str,
    *,
    activated: bool,
    way: str = "PASSWORD",
) -> None:
    """Add a membership, pending until the address is verified unless `activated`, and announce the
    sign-up."""
    await lock_tenant(db, place.tenant_id)
    by = by_person(user_id, email, client)
    await add_member(
        db, tenant_id=place.tenant_id, user_id=user_id, email=email, by=by,
        role_ids=place.role_ids or None, activated=activated,
    )  # fmt: skip
    await announce_event(db, UserSignedUp(place.tenant_id, user_id, name, place.name, way), by=by)


async def check_invite_link(db: Db, email: str, invitation: bytes) -> UUID:
    """The tenant of the invite link. Raises `InvitationUnknown`, or `DomainRefused` when the tenant does
    not allow the address's domain."""
    link = await links.find_invite_link(db, invitation)
    if link is None:
        raise _invitation_unknown_error()
    await require_email_admission(db, link.tenant_id, email)
    return link.tenant_id


async def open_invite_link(db: Db, invitation: bytes) -> OpenedLink:
    """Open the link in this transaction. Raises `InvitationUnknown` when it was withdrawn in the
    meantime."""
    link = await links.find_and_lock_invite_link(db, invitation)
    if link is None:
        raise _invitation_unknown_error()
    return link


async def join_tenant_of_link(
    db: Db, link: OpenedLink, user: User, client: Client, data: SignUp
) -> None:
    """Add a membership that is pending until the address is verified, and announce the sign-up."""
    await links.join_tenant_by_link(db, link, user, client, activated=False)
    event = UserSignedUp(link.tenant_id, user.id, data.name, link.name, "PASSWORD")
    await announce_event(db, event, by=by_person(user.id, data.email, client))


def _invitation_unknown_error() -> InvitationUnknown:
    return InvitationUnknown("We couldn't verify your invitation")
