from gatehouse.kit.events import Event


class JwtTemplateChanged(Event):
    event_name = "vendor.jwt_template_changed"
    severity = "High"
    text = "{what} the token template {key}"
    key: str
    what: str


class JwtTargetingChanged(Event):
    event_name = "vendor.jwt_targeting_changed"
    severity = "High"
    text = "Changed whose tokens get which template"
