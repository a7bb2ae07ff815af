from gatehouse.kit.events import Event


class ReportScheduled(Event):
    event_name = "report.scheduled"
    severity = "Medium"
    text = "Set when the report {report} is sent: {schedule}"
    report: str
    schedule: str


class ReportSent(Event):
    event_name = "report.sent"
    text = "Sent the report {report} to {count}"
    report: str
    count: int
