from dataclasses import dataclass
from typing import Any

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class PolicyUpdated(Event):
    """Each policy declares its own."""

    severity = "Medium"
    changes: dict[str, Any]

    @property
    def description(self) -> str:
        policy = self.event_name.removesuffix(".updated").replace("_", " ")
        return f"The {policy} was changed"
