"""A license and the subscription that pays it."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Subscribed:
    id: UUID
    name: str
    subscription_id: str | None
