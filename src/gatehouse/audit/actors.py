"""Actors of events, for the audit log and webhooks."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from gatehouse.access.client import Client
from gatehouse.access.router import VendorCaller
from gatehouse.kit.events import Actor

# Without a caller: a schedule, the payment provider, the command line.
SYSTEM = Actor()


def by_person(user_id: UUID | None, email: str, client: Client) -> Actor:
    """A user who is not signed in, or not yet."""
    return Actor("user", user_id, user_id, email, ip=client.ip, user_agent=client.user_agent)


async def _get_vendor_actor(caller: VendorCaller) -> Actor:
    return caller.actor


# The actor of a call that a vendor's backend or a staff member makes.
VendorActor = Annotated[Actor, Depends(_get_vendor_actor)]
