"""Bodies about organizations."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Name, Wire


class OrganizationCreate(Wire):
    name: Annotated[Name, Field(min_length=1)]
    billing_email: str | None = Field(
        None, max_length=320, description="The caller's address when absent or empty."
    )


class OrganizationOut(Wire):
    id: UUID
    name: str
    billing_email: str
    created_at: datetime
