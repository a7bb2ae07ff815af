from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class PrehookFellSilent(Event):
    event_name = "vendor.prehook_silent"
    severity = "High"
    text = "The prehook {name} does not answer, and is left alone for a while"
    prehook_id: str
    name: str
    detail: str
