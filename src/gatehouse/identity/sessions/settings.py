from pydantic import Field

from gatehouse.kit.configuration import SettingsSection


class SessionSettings(SettingsSection):
    refresh_overlap_seconds: int = Field(
        10,
        ge=0,
        le=60,
        description="How long a used refresh token still answers with the same successor, so that "
        "browser tabs may race. 0: the first use wins.",
    )
