"""Prehooks on the wire, as the hosted platform's Terraform provider has them
(`/prehooks/resources/configurations/v1`)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gatehouse.kit.schemas import Name, Text, Wire
from gatehouse.vendor.prehooks import EventKey, FailMethod, Url

# Shown instead of a stored secret; who sends it back leaves the secret as it is.
HIDDEN = "••••••••"
Secret = Annotated[
    Annotated[str, StringConstraints(min_length=8, max_length=256, pattern=r"^[^\x00-\x1f\x7f]+$")]
    | None,
    BeforeValidator(lambda value: value or None),
]
DisplayName = Annotated[Name, Field(min_length=1)]
EventKeys = Annotated[
    list[EventKey],
    Field(min_length=1, max_length=20),
    AfterValidator(lambda keys: list(dict.fromkeys(keys))),
]
Type = Annotated[str, Field(max_length=40)]


class PrehookIn(Wire):
    """Without a `secret` one is made, and returned once. `type` is `API`."""

    type: Type = "API"
    display_name: DisplayName
    description: Text = ""
    url: Url
    secret: Secret = None
    event_keys: EventKeys
    is_active: bool = False
    fail_method: FailMethod = "CLOSE"


class PrehookChange(Wire):
    """What is missing stays."""

    type: Type = "API"
    display_name: DisplayName | None = None
    description: Text | None = None
    url: Url | None = None
    secret: Secret = None
    event_keys: EventKeys | None = None
    is_active: bool | None = None
    fail_method: FailMethod | None = None


class PrehookOut(Wire):
    """`secret` is a placeholder, except for callers who may see secrets, and in the answer that creates
    it."""

    id: str
    type: str = "API"
    display_name: str
    description: str
    url: str
    secret: str
    event_keys: list[EventKey]
    is_active: bool
    fail_method: FailMethod
    created_at: datetime
    updated_at: datetime


class PrehookSecret(Wire):
    secret: str


class PrehookTest(Wire):
    """Which question is tried: one of the prehook's `eventKeys`, or its first."""

    event_key: EventKey | None = None


class PrehookTestResult(Wire):
    """What was sent, and what came back: `statusCode` and the beginning of `body`, and the `verdict` that
    this is, or in `failure` why it is none."""

    sent: str
    status_code: int | None = None
    body: str = ""
    verdict: str | None = None
    message: str = ""
    failure: str = ""
    milliseconds: int


class PrehookCallOut(Wire):
    """`outcome` is the verdict, or `failed`, and `detail` why."""

    id: UUID
    event_key: str
    outcome: str
    milliseconds: int
    detail: str
    created_at: datetime
