"""The vendor's own account at a gateway, which goes before that of the deployment."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pydantic import SecretStr

from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.providers.sms.port import SmsSender
from gatehouse.providers.sms.settings import TwilioSms
from gatehouse.providers.sms.twilio import TwilioSmsSender

TOKEN = SealedColumn("sms_configurations", "sealed_token")
GATEWAY = "https://api.twilio.com"


@dataclass(frozen=True, slots=True)
class OwnGateway:
    """`sender` is a number, a name, or the id of a messaging service."""

    id: UUID
    provider: str
    account_id: str
    sealed_token: bytes
    sender: str
    created_at: datetime
    updated_at: datetime


OWN = Query(OwnGateway, "select * from sms_configurations")


def sender_of(box: Box, own: OwnGateway) -> SmsSender:
    token = TOKEN.open(box, own.id, own.sealed_token).decode()
    settings = TwilioSms(
        kind="twilio",
        account_sid=own.account_id,
        secret=SecretStr(token),
        sender=own.sender,
        base_url=GATEWAY,
    )
    return TwilioSmsSender(settings)
