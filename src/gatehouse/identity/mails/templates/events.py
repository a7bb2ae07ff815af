from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class MailTemplateChanged(Event):
    event_name = "vendor.mail_template_changed"
    severity = "High"
    text = "Changed the mail {kind}"
    kind: str


@dataclass(frozen=True, slots=True)
class MailTemplateDeleted(Event):
    event_name = "vendor.mail_template_deleted"
    severity = "High"
    text = "Took the mail {kind} back to the default"
    kind: str
