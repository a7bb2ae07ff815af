"""Membership in a tenant that the vendor's service has chosen for the user who signs up."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.memberships import add_member
from gatehouse.directory.tenants.service import take_turns
from gatehouse.identity.signup.events import UserSignedUp
from gatehouse.identity.signup.models import SignupTenant
from gatehouse.kit.db import Db


async def join_place(
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
    await take_turns(db, place.tenant_id)
    by = by_person(user_id, email, client)
    await add_member(
        db, tenant_id=place.tenant_id, user_id=user_id, email=email, by=by,
        role_ids=place.role_ids or None, activated=activated,
    )  # fmt: skip
    await announce_event(db, UserSignedUp(place.tenant_id, user_id, name, place.name, way), by=by)
