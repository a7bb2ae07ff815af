from gatehouse.kit.events import Event


class SmsTemplateChanged(Event):
    event_name = "vendor.sms_template_changed"
    severity = "High"
    text = "Changed the text message {kind}"
    kind: str
