from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ConfigurationChanged(Event):
    """`credential` is the name of the one that asked; without it, the command line did."""

    event_name = "vendor.configuration_changed"
    severity = "High"
    sections: list[str]
    differences: list[str]
    credential_id: UUID | None = None
    credential: str | None = None

    @property
    def description(self) -> str:
        return f"Changed the vendor's {', '.join(self.sections)}"
