"""Mail through SendGrid (v3, `POST /mail/send`)."""

from typing import Any

from gatehouse.providers.mail.http import post_mail
from gatehouse.providers.mail.message import build_message
from gatehouse.providers.mail.port import Mail

URL = "https://api.sendgrid.com/v3/mail/send"


class SendGridMailer:
    def __init__(self, key: str, sender: str) -> None:
        self._key = key
        self._sender = sender

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
        await post_mail(URL, json=body, headers={"authorization": f"Bearer {self._key}"})
