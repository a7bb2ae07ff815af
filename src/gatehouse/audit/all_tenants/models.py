from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SealStatus:
    """`is_behind`: entries that should be in a block by now are in none."""

    sealed_until: datetime
    is_behind: bool
