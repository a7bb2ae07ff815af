"""Addresses on the wire (wire reference §16.5)."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.directory.people.list_schemas import Ids, Pattern
from gatehouse.identity.phone_numbers.schemas import Code
from gatehouse.kit.lists import ListQuery, SparseQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import EmailText, Wire


class NewEmailAddress(Wire):
    email: EmailText


class EmailProof(NewEmailAddress):
    code: Code


class EmailAddressOut(Wire):
    """`isPrimary`: mail goes there."""

    # `id` is derived from user and address, so it stays when the address becomes the primary one.

    id: UUID
    user_id: UUID
    email: str
    verified: bool
    is_primary: bool
    created_at: datetime
    updated_at: datetime


class EmailsPage(Page[EmailAddressOut]):
    pass


class EmailsQuery(SparseQuery, ListQuery):
    """`_email` is a part of the address; `_offset` counts rows."""

    email: str = Field("", max_length=254, alias="_email", pattern=Pattern)
    sort_by: Literal["userId", "email"] = Field("email", alias="_sortBy")
    ids: Ids = Field([], alias="userIds")


class EmailsPolicy(Wire):
    """`allowEmailChange`: users may change their own address, and have several."""

    allow_email_change: bool
