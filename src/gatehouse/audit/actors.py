"""Actors of events, for the audit log and webhooks."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.router import VendorCaller
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.kit.events import Actor

# Without a caller: a schedule, the payment provider, the command line.
SYSTEM = Actor()


def by_caller(caller: Principal) -> Actor:
    # The actor is the backend, not the user it calls for.
    is_backend = caller.kind is PrincipalKind.BACKEND
    return Actor(
        kind=caller.kind,
        id=caller.subject_id,
        user_id=None if is_backend else caller.person_id,
        email=None if is_backend else caller.email or None,
        impersonator_id=caller.impersonator_id,
        ip=caller.client.ip,
        user_agent=caller.client.user_agent,
    )


def by_person(user_id: UUID | None, email: str, client: Client) -> Actor:
    """A user who is not signed in, or not yet."""
    return Actor("user", user_id, user_id, email, ip=client.ip, user_agent=client.user_agent)


def by_vendor(caller: VendorPrincipal) -> Actor:
    """A backend of the vendor, or a staff member."""
    person = caller.credential_id if caller.email else None
    return Actor(
        "staff" if person else "vendor",
        caller.credential_id,
        person,
        caller.email,
        ip=caller.client.ip,
        user_agent=caller.client.user_agent,
    )


async def _vendor_actor(caller: VendorCaller) -> Actor:
    return caller.actor


# The actor of a call that a vendor's backend or a staff member makes.
VendorActor = Annotated[Actor, Depends(_vendor_actor)]
