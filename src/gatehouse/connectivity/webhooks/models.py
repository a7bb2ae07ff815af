from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Webhook:
    """`tenant_id` is its account's, or `owner.VENDOR`. `event_keys` has keys of events and ids of categories.
    `failing_since`: nothing arrived since then; `disabled_at`: switched off because of that."""

    id: UUID
    tenant_id: UUID
    display_name: str
    description: str
    url: str
    sealed_secret: bytes | None
    event_keys: list[str]
    is_active: bool
    is_ordered: bool
    payload: dict[str, Any] | None
    invocations: int
    failing_since: datetime | None
    disabled_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @property
    def name(self) -> str:
        """The name to show: the URL for a vendor webhook without a display name."""
        return self.display_name or self.url
