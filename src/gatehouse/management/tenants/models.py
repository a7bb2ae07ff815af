from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TenantPage:
    """`items` is JSON."""

    items: str
    total: int
