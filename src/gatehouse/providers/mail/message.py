"""A `Mail` as an RFC 5322 message with a text and an HTML part."""

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

import idna

from gatehouse.kit import clock
from gatehouse.providers.mail.port import Mail

POLICY = SMTP.clone(cte_type="7bit")  # passes every relay unchanged
# An address with letters beyond ASCII before the `@` stands in a header as UTF-8 (RFC 6532): an encoded word
# must not appear in it (RFC 2047 §5).
INTERNATIONAL = POLICY.clone(utf8=True)


def build_message(mail: Mail, sender: str, message_id: str) -> EmailMessage:
    """`ValueError` when the recipient is anything but one address, read as it is written."""
    sender = mail.sender or sender
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    recipient = with_ascii_domain(mail.to)
    reply_to = with_ascii_domain(mail.reply_to) if mail.reply_to else ""
    is_plain = recipient.isascii() and reply_to.isascii()
    message = EmailMessage(policy=POLICY if is_plain else INTERNATIONAL)
    message["From"] = sender
    message["To"] = recipient
    if [address.addr_spec for address in message["To"].addresses] != [recipient]:
        raise ValueError("the recipient is not one plain address")
    if reply_to:
        message["Reply-To"] = reply_to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = f"<{message_id}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    return message


def with_ascii_domain(address: str) -> str:
    """As every server takes it (RFC 5891), whether or not it knows SMTPUTF8."""
    name, at, domain = address.rpartition("@")
    return address if domain.isascii() else f"{name}{at}{idna.encode(domain, uts46=True).decode()}"
