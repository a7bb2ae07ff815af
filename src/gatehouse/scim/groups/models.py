"""Groups as a directory keeps them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ScimGroup:
    """`id` is the group's own."""

    id: UUID
    name: str
    external_id: str | None
    version: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class GroupMember:
    """`id` is that of the directory's user, `user_id` the account's."""

    group_id: UUID
    id: UUID
    user_id: UUID
