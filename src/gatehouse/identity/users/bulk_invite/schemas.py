"""Bulk invitations on the wire (wire reference §16.6)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.identity.users.schemas import VendorUserCreate
from gatehouse.kit.schemas import EmailText, Wire


class InvitedUser(VendorUserCreate):
    """As `POST users/v1` has it. `verified`: the vendor vouches for the address. Whoever had an account with
    it and never proved it is out, with their password and all that they signed in with."""

    email: EmailText
    verified: bool = False


class BulkInvite(Wire):
    users: Annotated[list[InvitedUser], Field(min_length=1, max_length=1000)] = Field(
        examples=[[{"email": "ada@acme.test"}]]
    )


class BulkTask(Wire):
    id: UUID
