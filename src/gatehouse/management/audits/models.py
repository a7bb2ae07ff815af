from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Count:
    """How many entries name the resource or the tenant `name`."""

    kind: Literal["resource", "tenant"]
    name: str
    n: int


@dataclass(frozen=True, slots=True)
class Step:
    starts: datetime
    n: int
