from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class OAuthConsent:
    """`updated_at`: last consent given. `places`: destinations other than sites that the consent covers."""

    application_id: UUID
    scopes: list[str]
    places: list[str]
    created_at: datetime
    updated_at: datetime
