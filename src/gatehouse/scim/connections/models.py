"""Connections as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Source = Literal["frontegg", "okta", "azure-ad", "other"]


@dataclass(frozen=True, slots=True)
class StoredScimConnection:
    id: UUID
    tenant_id: UUID
    connection_name: str
    source: Source
    sync_to_user_management: bool
    created_at: datetime
    last_sync: datetime | None
    token_made_at: datetime


@dataclass(frozen=True, slots=True)
class CreatedScimConnection:
    """With the token, this once."""

    id: UUID
    connection_name: str
    token: str


@dataclass(frozen=True, slots=True)
class EndingConnection:
    """A deleted connection that still manages users or groups. `removed_by`: the user who deleted it."""

    id: UUID
    tenant_id: UUID
    name: str
    removes_people: bool
    removed_by: UUID | None
