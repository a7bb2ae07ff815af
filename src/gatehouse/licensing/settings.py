from pydantic import Field

from gatehouse.kit.configuration import Section


class LicensingSettings(Section):
    past_due_grace_days: int = Field(
        14,
        ge=0,
        le=90,
        description="How long a license still works after the start of a period that was not paid.",
    )
    trial_days: int = Field(14, ge=1, le=365, description="Length of a new organization's trial.")
    trial_seats: int = Field(5, ge=1, le=10_000, description="Seats of a trial license.")
