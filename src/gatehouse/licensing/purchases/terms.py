"""What settling depends on besides the facts."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Terms:
    """`grace`: how long a license works without payment. `certain`: the provider was asked already, so
    what is still unclear is decided without it."""

    price_ids: tuple[str, ...]
    grace: timedelta
    certain: bool = False
