from gatehouse.kit.events import Event


class ReportScheduled(Event):
    event_name = "report.scheduled"
    severity = "Medium"
    text = "Changed the schedule of the report {report}: {schedule}"
    report: str
    schedule: str


class ReportSent(Event):
    event_name = "report.sent"
    text = "Sent the report {report}, recipients: {count}"
    report: str
    count: int
