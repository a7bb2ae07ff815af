from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class JwtTemplateChanged(Event):
    event_name = "vendor.jwt_template_changed"
    severity = "High"
    text = "{what} the token template {key}"
    key: str
    what: str


@dataclass(frozen=True, slots=True)
class JwtTargetingChanged(Event):
    event_name = "vendor.jwt_targeting_changed"
    severity = "High"
    text = "Changed whose tokens get which template"
