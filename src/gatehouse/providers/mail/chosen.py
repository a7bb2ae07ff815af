"""Through whom mail goes: whom the vendor has chosen, else whom the settings name."""

from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.mailgun import MailgunMailer
from gatehouse.providers.mail.port import Mailer
from gatehouse.providers.mail.sendgrid import SendGridMailer
from gatehouse.providers.mail.ses import SesMailer
from gatehouse.providers.mail.settings import MailSettings
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.messages.models import MailConfiguration
from gatehouse.vendor.messages.queries import SECRET


def mailer_of(resources: Resources) -> Mailer:
    chosen = configuration_of(resources).mail_configuration
    if chosen is None:
        mailer: Mailer = resources[Mailer]
        return mailer
    secret = SECRET.open(resources[Box], chosen.id, chosen.sealed_secret).decode()
    return _mailer(chosen, secret, resources[MailSettings].mail_from)


def _mailer(chosen: MailConfiguration, secret: str, sender: str) -> Mailer:
    settings = chosen.settings
    if chosen.provider == "sendgrid":
        return SendGridMailer(secret, sender)
    if chosen.provider == "mailgun":
        return MailgunMailer(secret, sender, domain=settings["domain"], region=settings["region"])
    return SesMailer(secret, sender, key_id=settings["id"], region=settings["region"])
