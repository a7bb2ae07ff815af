from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import Text, Wire


class ErasureRequest(Wire):
    """`reason` is kept in the audit, without what it says of the user."""

    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class ErasureOut(Wire):
    """`pseudonym` replaces the user everywhere; who it was is not kept. `entries`: how many of the audit were
    changed. Without `finishedAt` the search for traces is still running."""

    id: UUID
    pseudonym: str
    reason: str
    asked_by: str
    asked_at: datetime
    entries: int
    finished_at: datetime | None = None


class ErasuresPage(Wire):
    """The newest first; `total` counts to 10,000."""

    items: list[ErasureOut]
    total: int


class ErasuresQuery(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=10_000)
    limit: int = Field(20, ge=1, le=100)
