from pydantic import Field

from gatehouse.kit.schemas import Wire


class StepUp(Wire):
    """`maxAge` in seconds: how long ago MFA may have been completed."""

    max_age: float | None = Field(None, ge=0, le=31_536_000)
