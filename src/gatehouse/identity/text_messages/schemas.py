from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.kit.schemas import Wire
from gatehouse.providers.settings import SID

Sender = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Secret = Annotated[str, StringConstraints(max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]


class SmsConfigurationIn(Wire):
    """`accountId` and `token` are those of the gateway; `serviceId`, or else `senderName`, is who sends. An
    empty `token` keeps the one that is stored for the same account."""

    account_id: Annotated[str, StringConstraints(pattern=SID), Field(examples=["AC0123456789"])]
    token: Secret = ""
    sender_name: Sender = ""
    service_id: Sender = ""
    provider: Literal["twilio"] = "twilio"
    channel: Literal["sms"] = "sms"


class SmsConfigurationOut(Wire):
    """`token` is never returned: it is empty."""

    id: UUID
    provider: str
    account_id: str
    token: str = ""
    sender_name: str
    channel: str = "sms"
    created_at: datetime
    updated_at: datetime
