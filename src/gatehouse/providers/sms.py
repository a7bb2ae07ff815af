"""Text messages through Twilio's HTTP protocol (Programmable Messaging, `POST …/Messages.json`).

The vendor's own account at a gateway goes before that of the deployment.
"""

import asyncio
import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

import orjson
from pydantic import SecretStr

from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Query
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.sealed import SealedColumn
from gatehouse.providers.settings import TwilioSms

if TYPE_CHECKING:
    import httpx


@dataclass(frozen=True, slots=True)
class Sms:
    to: str
    text: str


class SmsRefused(Exception):
    """The gateway will not take this message, now or later: trying again only costs time."""


class SmsSender(Protocol):
    async def send(self, sms: Sms, message_id: str) -> None:
        """Hand the message over, or raise; `message_id` is the same at every attempt. `SmsRefused` when
        another attempt would end the same."""


SERVICE = re.compile(r"MG[0-9a-f]{32}")
# Transient statuses: rate limits, time-outs and faults of the gateway. Wrong credentials are here, too,
# because they can be corrected while messages wait.
PASSING = {401, 403, 408, 425, 429}


class GatewayFailed(Exception):
    """The gateway did not take the message this time."""


class TwilioSmsSender:
    def __init__(self, settings: TwilioSms) -> None:
        self._settings = settings
        self._url = f"{settings.base_url}/2010-04-01/Accounts/{settings.account_sid}/Messages.json"

    async def send(self, sms: Sms, message_id: str) -> None:
        from gatehouse.kit.environment_client import new_async_client

        check_no_connection_held("sms")
        settings = self._settings
        user = settings.api_key_sid or settings.account_sid
        sender = "MessagingServiceSid" if SERVICE.fullmatch(settings.sender) else "From"
        async with (
            asyncio.timeout(settings.timeout_seconds),
            new_async_client(
                self._url,
                auth=(user, settings.secret.get_secret_value()),
                timeout=settings.timeout_seconds,
            ) as client,
        ):
            answer = await client.post(
                self._url, data={"To": sms.to, sender: settings.sender, "Body": sms.text}
            )
        _check_twilio_response(answer)


def _check_twilio_response(answer: "httpx.Response") -> None:
    """Nothing of the message goes into the error, which is stored."""
    if answer.is_success:
        return
    reason = f"the gateway answered {answer.status_code}{_read_error_code(answer)}"
    if 400 <= answer.status_code < 500 and answer.status_code not in PASSING:
        raise SmsRefused(reason)
    raise GatewayFailed(reason)


def _read_error_code(answer: "httpx.Response") -> str:
    """Its number for what went wrong, such as 21211: no valid number to send to."""
    try:
        code = orjson.loads(answer.content).get("code")
    except (ValueError, AttributeError):
        return ""
    return f", code {code}" if isinstance(code, int) else ""


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


def build_sms_sender(box: Box, own: OwnGateway) -> SmsSender:
    token = TOKEN.open(box, own.id, own.sealed_token).decode()
    settings = TwilioSms(
        kind="twilio",
        account_sid=own.account_id,
        secret=SecretStr(token),
        sender=own.sender,
        base_url=GATEWAY,
    )
    return TwilioSmsSender(settings)
