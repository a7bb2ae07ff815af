from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class LoginBoxChanged(Event):
    event_name = "tenant.login_box_changed"
    severity = "Medium"
    text = "Changed how the sign-in pages look"
    paths: list[str]
