from datetime import datetime
from uuid import UUID

from gatehouse.kit.events import Event


class ApiTokenEvent(Event):
    """`user_id` is the owner of a personal token; None for a tenant's token."""

    severity = "Medium"
    token_id: UUID
    kind: str
    name: str
    user_id: UUID | None = None


class ApiTokenCreated(ApiTokenEvent):
    event_name = "api_token.created"
    text = "Created the API token {name}"
    role_ids: list[UUID] | None = None
    permission_ids: list[UUID] | None = None
    expires_at: datetime | None = None


class ApiTokenUpdated(ApiTokenEvent):
    event_name = "api_token.updated"
    text = "Changed the API token {name}"
    role_ids: list[UUID] | None = None
    permission_ids: list[UUID] | None = None


class ApiTokenDeleted(ApiTokenEvent):
    event_name = "api_token.deleted"
    text = "Deleted the API token {name}"
