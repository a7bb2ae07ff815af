from gatehouse.kit.events import Event


class CaptchaPolicyChanged(Event):
    event_name = "vendor.captcha_policy_changed"
    severity = "Medium"
    text = "The captcha policy was changed"
    provider: str
    enabled: bool
