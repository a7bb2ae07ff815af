from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """`items` is JSON."""

    items: str
    total: int
