"""Mail through Amazon SES (v2, `SendEmail` with a raw message), signed with Signature Version 4."""

import hashlib
import hmac
from base64 import b64encode
from datetime import datetime
from urllib.parse import urlsplit

import orjson

from gatehouse.kit import clock
from gatehouse.providers.mail.http import post_mail
from gatehouse.providers.mail.message import build_message, without_smtputf8
from gatehouse.providers.mail.port import Mail

URL = "https://email.{region}.amazonaws.com/v2/email/outbound-emails"
SERVICE = "ses"
ALGORITHM = "AWS4-HMAC-SHA256"
SIGNED = "content-type;host;x-amz-date"


class SesMailer:
    def __init__(self, secret: str, sender: str, *, key_id: str, region: str) -> None:
        self._secret = secret
        self._sender = sender
        self._key_id = key_id
        self._region = region

    async def send(self, mail: Mail, message_id: str) -> None:
        taken = without_smtputf8(mail, "Amazon SES")
        message = build_message(taken, self._sender, message_id).as_bytes()
        body = orjson.dumps({"Content": {"Raw": {"Data": b64encode(message).decode()}}})
        url = URL.format(region=self._region)
        headers = signed_headers(
            url, body, clock.now(), key_id=self._key_id, secret=self._secret, region=self._region
        )
        await post_mail(url, content=body, headers=headers)


def signed_headers(
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
