"""Licenses that nobody has any more."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """`subscription_id`: one that may still be charged for."""

    id: UUID
    subscription_id: str | None
