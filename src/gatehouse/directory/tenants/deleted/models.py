from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DeletedPage:
    """`items` is JSON."""

    items: str
    total: int
