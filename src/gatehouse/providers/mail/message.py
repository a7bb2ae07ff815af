"""A `Mail` as an RFC 5322 message with a text and an HTML part."""

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from gatehouse.kit import clock
from gatehouse.providers.mail.port import Mail

POLICY = SMTP.clone(cte_type="7bit")  # passes every relay unchanged


def build_message(mail: Mail, sender: str, message_id: str) -> EmailMessage:
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    message = EmailMessage(policy=POLICY)
    message["From"] = sender
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = f"<{message_id}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    return message
