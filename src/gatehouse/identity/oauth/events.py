from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class CodeReused(Event):
    """Somebody has a copy: the session that the code gave is ended."""

    event_name = "oauth.code_reused"
    severity = "High"
    text = "An authorization code was used twice"
    user_id: UUID
    session_id: UUID
