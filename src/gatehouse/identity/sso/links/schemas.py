from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import PageMetadata
from gatehouse.kit.schemas import Wire


class SsoLinkOut(Wire):
    """An account of the identity provider that opens an account here. `subject` and `email` are what the
    identity provider sent: the name id or `sub`, and the address of the last sign-in. `userId` and
    `userEmail` are null for a user who has left the account."""

    id: UUID
    connection_id: UUID
    subject: str
    email: str
    user_id: UUID | None
    user_email: str | None
    created_at: datetime
    last_used_at: datetime


class SsoLinksPage(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[SsoLinkOut]
    metadata: PageMetadata = Field(alias="_metadata")


class SsoLinksQuery(ListQuery):
    """`_filter` is a part of the address or the subject; `_offset` counts rows. Counted up to 10,000."""


class ReleasedOut(Wire):
    released: int
