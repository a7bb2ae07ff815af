"""Mail through Mailgun (v3, `POST /{domain}/messages.mime`)."""

from gatehouse.providers.mail.http import post_mail
from gatehouse.providers.mail.message import build_message
from gatehouse.providers.mail.port import Mail

URLS = {"us": "https://api.mailgun.net/v3", "eu": "https://api.eu.mailgun.net/v3"}


class MailgunMailer:
    def __init__(self, key: str, sender: str, *, domain: str, region: str) -> None:
        self._key = key
        self._sender = sender
        self._domain = domain
        self._region = region

    async def send(self, mail: Mail, message_id: str) -> None:
        message = build_message(mail, self._sender, message_id)
        await post_mail(
            f"{URLS[self._region]}/{self._domain}/messages.mime",
            # A link that signs in leads nowhere else first.
            data={"to": str(message["To"]), "o:tracking": "no"},
            files={"message": ("message.mime", message.as_bytes(), "message/rfc822")},
            auth=("api", self._key),
        )
