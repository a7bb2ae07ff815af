from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class OAuthConsent:
    """`updated_at`: when they were asked last. `places`: where else than to sites the answer may go."""

    application_id: UUID
    scopes: list[str]
    places: list[str]
    created_at: datetime
    updated_at: datetime
