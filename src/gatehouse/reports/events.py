from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ReportScheduled(Event):
    event_name = "report.scheduled"
    severity = "Medium"
    text = "Set when the report {report} is sent: {schedule}"
    report: str
    schedule: str


@dataclass(frozen=True, slots=True)
class ReportSent(Event):
    event_name = "report.sent"
    text = "Sent the report {report} to {count}"
    report: str
    count: int
