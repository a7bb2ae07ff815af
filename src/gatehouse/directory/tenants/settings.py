from datetime import timedelta

from pydantic import Field

from gatehouse.kit.configuration import SettingsSection


class DeletionSettings(SettingsSection):
    deleted_account_grace_days: int = Field(
        30,
        ge=0,
        le=365,
        description="How long a deleted account can be restored before everything it had is erased. 0 erases "
        "it at once; 365 at most. It holds for accounts that are deleted from then on.",
    )

    @property
    def grace(self) -> timedelta:
        return timedelta(days=self.deleted_account_grace_days)
