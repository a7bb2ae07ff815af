"""What hands a message over, by its channel."""

from collections.abc import Awaitable, Callable

from gatehouse.connectivity.messages.errors import CannotTell
from gatehouse.connectivity.messages.models import PendingEventMessage
from gatehouse.connectivity.slack.queries import INSTALLATION, TOKEN
from gatehouse.identity.mails.service import build_mail_link, mail_theme
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.chosen_mailer import name_tenants
from gatehouse.providers.mail.port import Mail, Mailer, MailRefused
from gatehouse.providers.mail.render import render_mail
from gatehouse.providers.slack.chosen_adapter import SlackChoice
from gatehouse.providers.slack.port import SlackRefused
from gatehouse.providers.sms.port import Sms, SmsRefused, SmsSender
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of

Carrier = Callable[[Resources, PendingEventMessage], Awaitable[None]]

LONGEST_SMS = 300
NOT_REACHED = {
    "email": "The mail server did not take the mail",
    "sms": "The gateway for text messages did not take the message",
    "slack": "Slack did not take the message",
}


async def by_mail(resources: Resources, waiting: PendingEventMessage) -> None:
    content = waiting.content
    asked = content.get("email", {})
    mail = render_mail(
        "event",
        waiting.recipient,
        {
            **mail_theme(resources),
            "title": asked.get("subject", content["title"]),
            "text": content["text"],
            "at": content["at"],
            "link": build_mail_link(resources, "/oauth/portal/connectivity"),
        },
    )
    if "html" in asked:
        mail = Mail(mail.to, mail.subject, mail.text, asked["html"])
    try:
        await resources[Mailer].send(await name_tenants(resources, mail), str(waiting.id))
    except MailRefused as refusal:
        raise CannotTell(f"The address was not taken: {refusal}") from None


async def by_text_message(resources: Resources, waiting: PendingEventMessage) -> None:
    product = brand_of(configuration_of(resources), "loginBox").name
    content = waiting.content
    told = f"{product}: {content['title']}. {content['text']}"
    text = await resources[ExternalIds].in_text(told)
    short = text if len(text) <= LONGEST_SMS else f"{text[: LONGEST_SMS - 1]}…"
    try:
        await resources[SmsSender].send(Sms(waiting.recipient, short), str(waiting.id))
    except SmsRefused as refusal:
        raise CannotTell(f"The number was not taken: {refusal}") from None


async def in_slack(resources: Resources, waiting: PendingEventMessage) -> None:
    slack, content = resources[SlackChoice].slack, waiting.content
    async with resources[Database].transaction(Scope.tenant(waiting.tenant_id)) as db:
        found = await INSTALLATION.first(db, waiting.tenant_id)
    if slack is None or found is None:
        raise CannotTell("No Slack workspace is connected")
    ids = resources[ExternalIds]
    token = TOKEN.open(resources[Box], found.id, found.sealed_token).decode()
    try:
        title, text = [await ids.in_text(content[name]) for name in ("title", "text")]
        await slack.post(token, waiting.recipient, title, text)
    except SlackRefused as refusal:
        raise CannotTell(f"Slack refused: {refusal}") from None


CARRIERS: dict[str, Carrier] = {"email": by_mail, "sms": by_text_message, "slack": in_slack}
