from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SealStatus:
    """`is_behind`: entries that should be sealed already are not."""

    sealed_until: datetime
    is_behind: bool
