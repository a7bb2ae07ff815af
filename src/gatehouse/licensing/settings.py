from pydantic import Field

from gatehouse.kit.configuration import SettingsSection


class LicensingSettings(SettingsSection):
    past_due_grace_days: int = Field(
        14,
        ge=0,
        le=90,
        description="How long a license still works after the start of a period that was not paid.",
    )
    seat_lease_seconds: int = Field(
        900,
        ge=60,
        le=86_400,
        description="How long a seat is held after its tool was last heard of. Tools send a heartbeat "
        "about every third of this.",
    )
    ci_sessions: int = Field(
        50,
        ge=0,
        le=100_000,
        description="How many runs in CI a license allows at once; they take no seat.",
    )
    license_file_days: int = Field(
        30, ge=1, le=366, description="How long a license file works without the server."
    )
    trial_days: int = Field(14, ge=1, le=365, description="Length of a new organization's trial.")
    trial_seats: int = Field(5, ge=1, le=10_000, description="Seats of a trial license.")
