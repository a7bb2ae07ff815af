from gatehouse.kit.events import Event


class MailTemplateChanged(Event):
    event_name = "vendor.mail_template_changed"
    severity = "High"
    text = "Changed the mail {kind}"
    kind: str


class MailTemplateDeleted(Event):
    event_name = "vendor.mail_template_deleted"
    severity = "High"
    text = "Took the mail {kind} back to the default"
    kind: str
