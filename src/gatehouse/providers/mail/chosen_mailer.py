"""Selects the mail provider (the vendor's choice, else the one in the settings) and the sender."""

from dataclasses import replace
from email.utils import formataddr, parseaddr

from gatehouse.kit.crypto import Box
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.port import Mail, Mailer
from gatehouse.providers.mail.services import MailgunMailer, SendGridMailer, SesMailer
from gatehouse.providers.settings import MailSettings
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.messages import SECRET, MailConfiguration


async def replace_tenant_ids(resources: Resources, mail: Mail) -> Mail:
    """The mail as it is sent: with the tenants' ids as the vendor has chosen them."""
    ids = resources[ExternalIds]
    return replace(
        mail,
        subject=await ids.replace_in_text(mail.subject),
        text=await ids.replace_in_text(mail.text),
        html=await ids.replace_in_markup(mail.html),
    )


async def send_mail(resources: Resources, mail: Mail, message_id: str) -> None:
    """Send the mail, from the vendor's sender unless it has its own. Raises when the provider refuses it."""
    mail = await replace_tenant_ids(resources, mail)
    named = mail if mail.sender else replace(mail, sender=format_sender(resources))
    await choose_mailer(resources).send(named, message_id)


def format_sender(resources: Resources) -> str:
    """The vendor's sender, formatted for the From header."""
    return formataddr(parse_sender(resources))


def parse_sender(resources: Resources) -> tuple[str, str]:
    """Name and address of the settings; where those have no name, that of the vendor's product."""
    name, address = parseaddr(resources[MailSettings].mail_from)
    return name or " ".join(configuration_of(resources).vendor.name.split()), address


def choose_mailer(resources: Resources) -> Mailer:
    chosen = configuration_of(resources).mail_configuration
    if chosen is None:
        mailer: Mailer = resources[Mailer]
        return mailer
    secret = SECRET.open(resources[Box], chosen.id, chosen.sealed_secret).decode()
    return _build_mailer(chosen, secret, resources[MailSettings].mail_from)


def _build_mailer(chosen: MailConfiguration, secret: str, sender: str) -> Mailer:
    settings = chosen.settings
    if chosen.provider == "sendgrid":
        return SendGridMailer(secret, sender)
    if chosen.provider == "mailgun":
        return MailgunMailer(secret, sender, domain=settings["domain"], region=settings["region"])
    return SesMailer(secret, sender, key_id=settings["id"], region=settings["region"])
