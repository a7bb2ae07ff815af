from dataclasses import dataclass
from typing import Any

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class AuditsExported(Event):
    """`filters` as requested; `kind` is set when it is not a CSV file."""

    event_name = "audits.exported"
    severity = "Medium"
    text = "Exported the audit log"
    columns: list[str]
    filters: dict[str, Any]
    kind: str | None = None
