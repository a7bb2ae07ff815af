from pathlib import Path

from pydantic import Field

from gatehouse.kit.configuration import Section


class PasswordSettings(Section):
    password_min_length: int = Field(
        15,
        ge=8,
        le=64,
        description="Fewest characters of a new password. Below 15 only where a second factor is "
        "asked of everybody.",
    )
    breached_passwords_file: Path | None = Field(
        None,
        description="A larger collection of breached passwords than the packaged one, made by "
        "`scripts/build_breached_filter.py`.",
    )
