from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class TenantPage:
    """`items` is JSON."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class TenantsPart:
    """`items` are JSON with commas between them; `last` is there while more may follow."""

    items: str | None
    last: UUID | None
