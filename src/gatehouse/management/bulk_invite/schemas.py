"""Bulk invitations on the wire (wire reference §16.6)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.identity.email_addresses.schemas import Address
from gatehouse.kit.schemas import Wire
from gatehouse.management.users.schemas import VendorUserCreate


class InvitedUser(VendorUserCreate):
    """As `POST users/v1` has it. `verified`: the vendor vouches for the address. Whoever had an account with
    it and never proved it is out, with their password and all that they signed in with."""

    email: Address
    verified: bool = False


class BulkInvite(Wire):
    users: Annotated[list[InvitedUser], Field(min_length=1, max_length=1000)] = Field(
        examples=[[{"email": "ada@acme.test"}]]
    )


class BulkTask(Wire):
    id: UUID
