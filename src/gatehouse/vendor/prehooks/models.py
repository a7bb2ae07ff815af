from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

EventKey = Literal["SIGN_UP", "USER_INVITE", "SIGN_IN", "JWT_GENERATION"]
EVENT_KEYS: tuple[EventKey, ...] = get_args(EventKey)
FailMethod = Literal["OPEN", "CLOSE"]


@dataclass(frozen=True, slots=True)
class Prehook:
    """`id` is its key in the document. `event_keys` are the events that it is called before. `fail_method` is
    the result when it does not respond: OPEN lets the action pass, CLOSE refuses it."""

    id: str
    display_name: str
    description: str
    url: str
    sealed_secret: bytes = field(repr=False)
    event_keys: list[EventKey]
    is_active: bool
    fail_method: FailMethod
    created_at: datetime
    updated_at: datetime
