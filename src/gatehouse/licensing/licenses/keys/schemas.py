"""Bodies about license keys."""

from datetime import datetime

from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.licensing.licenses.keys.rotation import MOST_HOURS, USUAL_HOURS


class RevealedKey(Wire):
    key: str
    former_until: datetime | None = Field(
        None, description="Until when the key before it works, too. Absent: there is none any more."
    )


class KeyRotation(Wire):
    overlap_hours: int = Field(
        USUAL_HOURS,
        ge=0,
        le=MOST_HOURS,
        description="How long the key until now works on; 0 ends it at once.",
        examples=[USUAL_HOURS],
    )
