"""Bulk invitations on the wire (wire reference §16.6)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.identity.users.schemas import VendorUserCreate
from gatehouse.kit.schemas import EmailText, Wire


class InvitedUser(VendorUserCreate):
    """The fields of `POST users/v1`. `verified`: the vendor confirms the address. An earlier user of an
    unverified account with it loses access, with their password and all other credentials."""

    email: EmailText
    verified: bool = False


class BulkInvite(Wire):
    users: Annotated[list[InvitedUser], Field(min_length=1, max_length=1000)] = Field(
        examples=[[{"email": "ada@acme.test"}]]
    )


class BulkTask(Wire):
    id: UUID
