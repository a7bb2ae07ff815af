"""A `Mail` as an RFC 5322 message with a text and an HTML part."""

from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Protocol

import idna

from gatehouse.kit import clock


@dataclass(frozen=True, slots=True)
class Mail:
    """`sender` in place of the one of the settings."""

    to: str
    subject: str
    text: str
    html: str
    reply_to: str | None = None
    sender: str | None = None


class MailRefused(ValueError):
    """The recipient cannot be reached this way, now or later: another attempt would end the same."""


class Mailer(Protocol):
    async def send(self, mail: Mail, message_id: str) -> None:
        """Hand the mail over, or raise; `message_id` is the same at every attempt. `MailRefused` when another
        attempt would end the same."""


POLICY = SMTP.clone(cte_type="7bit")  # passes every relay unchanged
# An address with letters beyond ASCII before the `@` stands in a header as UTF-8 (RFC 6532): an encoded word
# must not appear in it (RFC 2047 §5).
INTERNATIONAL = POLICY.clone(utf8=True)


def build_message(mail: Mail, sender: str, message_id: str) -> EmailMessage:
    """`MailRefused` when the recipient is anything but one address, read as it is written."""
    sender = mail.sender or sender
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    recipient = encode_domain_in_ascii(mail.to)
    reply_to = encode_domain_in_ascii(mail.reply_to) if mail.reply_to else ""
    is_plain = recipient.isascii() and reply_to.isascii()
    message = EmailMessage(policy=POLICY if is_plain else INTERNATIONAL)
    message["From"] = sender
    message["To"] = recipient
    if [address.addr_spec for address in message["To"].addresses] != [recipient]:
        raise MailRefused("the recipient is not one plain address")
    if reply_to:
        message["Reply-To"] = reply_to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = f"<{message_id}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    return message


def encode_domain_in_ascii(address: str) -> str:
    """The address with its domain in ASCII (RFC 5891), which servers without SMTPUTF8 accept, too. Raises
    `MailRefused` when the domain cannot be written so."""
    name, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{name}{at}{idna.encode(domain, uts46=True).decode()}"
    except idna.IDNAError as error:
        raise MailRefused(
            f"the domain of the address cannot be written in ASCII: {error}"
        ) from None


def prepare_without_smtputf8(mail: Mail, service: str) -> Mail:
    """The mail as a service can take it that does not support SMTPUTF8 (RFC 6531): without a Reply-To that
    needs it. `MailRefused` when the recipient needs it."""
    if not encode_domain_in_ascii(mail.to).isascii():
        raise MailRefused(
            f"the address has letters beyond ASCII before the @, and {service} does not support SMTPUTF8"
            " (RFC 6531)"
        )
    if mail.reply_to and not encode_domain_in_ascii(mail.reply_to).isascii():
        return replace(mail, reply_to=None)
    return mail
