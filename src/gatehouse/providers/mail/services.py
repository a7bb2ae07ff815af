"""The mail services that are spoken to over HTTP.

Mailgun (v3, `POST /{domain}/messages.mime`), SendGrid (v3, `POST /mail/send`), Amazon SES (v2, `SendEmail`
with a raw message, signed with Signature Version 4).
"""

import asyncio
import hashlib
import hmac
from base64 import b64encode
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import orjson

from gatehouse.kit import clock
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.providers.mail.port import Mail, build_message, prepare_without_smtputf8

SECONDS = 20.0


class MailServiceFailed(Exception):
    """The service did not take the mail this time."""


async def post_to_mail_service(url: str, **what: Any) -> None:
    """`MailServiceFailed`; nothing of the mail, or of the answer, goes into the error, which is stored."""
    from gatehouse.kit.environment_client import new_async_client

    check_no_connection_held("mail")
    async with (
        asyncio.timeout(SECONDS),
        new_async_client(url, timeout=SECONDS) as client,
    ):
        answer = await client.post(url, **what)
    if not answer.is_success:
        raise MailServiceFailed(f"the mail service answered {answer.status_code}")


MAILGUN_URLS = {"us": "https://api.mailgun.net/v3", "eu": "https://api.eu.mailgun.net/v3"}


class _ServiceMailer:
    def __init__(self, secret: str, sender: str) -> None:
        self._secret = secret
        self._sender = sender


class MailgunMailer(_ServiceMailer):
    def __init__(self, secret: str, sender: str, *, domain: str, region: str) -> None:
        super().__init__(secret, sender)
        self._domain = domain
        self._region = region

    async def send(self, mail: Mail, message_id: str) -> None:
        message = build_message(mail, self._sender, message_id)
        await post_to_mail_service(
            f"{MAILGUN_URLS[self._region]}/{self._domain}/messages.mime",
            # A link that signs in leads nowhere else first.
            data={"to": str(message["To"]), "o:tracking": "no"},
            files={"message": ("message.mime", message.as_bytes(), "message/rfc822")},
            auth=("api", self._secret),
        )


SENDGRID_URL = "https://api.sendgrid.com/v3/mail/send"


class SendGridMailer(_ServiceMailer):
    async def send(self, mail: Mail, message_id: str) -> None:
        message = build_message(mail, self._sender, message_id)  # for its checks and addresses
        [sender] = message["From"].addresses
        body: dict[str, Any] = {
            "personalizations": [{"to": [{"email": str(message["To"])}]}],
            "from": {"email": sender.addr_spec, "name": sender.display_name},
            "subject": mail.subject,
            "content": [
                {"type": "text/plain", "value": mail.text},
                {"type": "text/html", "value": mail.html},
            ],
            "headers": {
                "Message-ID": str(message["Message-ID"]),
                "Auto-Submitted": "auto-generated",
            },
            # A link that signs in leads nowhere else first.
            "tracking_settings": {
                "click_tracking": {"enable": False, "enable_text": False},
                "open_tracking": {"enable": False},
            },
        }
        if mail.reply_to:
            body["reply_to"] = {"email": str(message["Reply-To"])}
        await post_to_mail_service(
            SENDGRID_URL, json=body, headers={"authorization": f"Bearer {self._secret}"}
        )


SES_URL = "https://email.{region}.amazonaws.com/v2/email/outbound-emails"
SERVICE = "ses"
ALGORITHM = "AWS4-HMAC-SHA256"
SIGNED = "content-type;host;x-amz-date"


class SesMailer(_ServiceMailer):
    def __init__(self, secret: str, sender: str, *, key_id: str, region: str) -> None:
        super().__init__(secret, sender)
        self._key_id = key_id
        self._region = region

    async def send(self, mail: Mail, message_id: str) -> None:
        taken = prepare_without_smtputf8(mail, "Amazon SES")
        message = build_message(taken, self._sender, message_id).as_bytes()
        body = orjson.dumps({"Content": {"Raw": {"Data": b64encode(message).decode()}}})
        url = SES_URL.format(region=self._region)
        headers = sign_ses_request(
            url, body, clock.now(), key_id=self._key_id, secret=self._secret, region=self._region
        )
        await post_to_mail_service(url, content=body, headers=headers)


def sign_ses_request(
    url: str, body: bytes, now: datetime, *, key_id: str, secret: str, region: str
) -> dict[str, str]:
    """The headers of a POST of JSON, with its signature."""
    parts = urlsplit(url)
    stamp, day = f"{now:%Y%m%dT%H%M%SZ}", f"{now:%Y%m%d}"
    headers = {"content-type": "application/json", "host": parts.netloc, "x-amz-date": stamp}
    lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
    request = f"POST\n{parts.path}\n\n{lines}\n{SIGNED}\n{hashlib.sha256(body).hexdigest()}"
    scope = f"{day}/{region}/{SERVICE}/aws4_request"
    digest = hashlib.sha256(request.encode()).hexdigest()
    key = f"AWS4{secret}".encode()
    for part in (day, region, SERVICE, "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.new(
        key, f"{ALGORITHM}\n{stamp}\n{scope}\n{digest}".encode(), "sha256"
    ).hexdigest()
    credential = f"{ALGORITHM} Credential={key_id}/{scope}"
    return headers | {
        "authorization": f"{credential}, SignedHeaders={SIGNED}, Signature={signature}"
    }
