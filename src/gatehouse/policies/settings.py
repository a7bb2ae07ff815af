from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from gatehouse.kit.configuration import ReadableFile, SettingsSection
from gatehouse.policies.password_rules.breached import open_breach_filter


class CountrySettings(SettingsSection):
    country_file: ReadableFile | None = Field(
        None,
        description="Which country an address is in: a file in MaxMind's format (`.mmdb`). Without it "
        "countries cannot be restricted. A newer file in its place is read within a minute.",
    )


def _require_breach_filter(path: Path) -> Path:
    """Opened at the start, so that a sign-in never waits for the file and never misses it."""
    open_breach_filter(path)
    return path


class PasswordSettings(SettingsSection):
    password_min_length: int = Field(
        15,
        ge=8,
        le=64,
        description="Fewest characters of a new password. Below 15 only where multi-factor "
        "authentication (MFA) is required of all users.",
    )
    breached_passwords_file: (
        Annotated[ReadableFile, AfterValidator(_require_breach_filter)] | None
    ) = Field(
        None,
        description="A larger collection of breached passwords than the packaged one, made by "
        "`scripts/build_breached_filter.py`.",
    )
