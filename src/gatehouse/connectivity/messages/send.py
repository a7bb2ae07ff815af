"""Sending one message, outside any transaction; what fails is tried again, and is visible in the end."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from uuid import UUID

from gatehouse.connectivity.errors import CannotTell
from gatehouse.connectivity.messages import queries
from gatehouse.connectivity.messages import queue as _queue  # noqa: F401  registers it
from gatehouse.connectivity.messages.queries import PendingEventMessage
from gatehouse.connectivity.slack.queries import INSTALLATION, TOKEN
from gatehouse.identity.mails.service import build_mail_link, build_mail_theme
from gatehouse.identity.text_messages.number import parse_country_prefix
from gatehouse.identity.text_messages.service import PER_PREFIX
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.logs import get_logger
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.chosen_mailer import replace_tenant_ids
from gatehouse.providers.mail.port import Mail, Mailer, MailRefused
from gatehouse.providers.mail.render import render_mail
from gatehouse.providers.outgoing import BeingSent
from gatehouse.providers.slack import SlackChoice, SlackRefused
from gatehouse.providers.sms import Sms, SmsRefused, SmsSender
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of

HOUR, DAY = 60, 24 * 60
PER_RECIPIENT = {
    "email": RateLimit("events.email", 60, HOUR),
    "sms": RateLimit("events.sms", 20, HOUR),
    "slack": RateLimit("events.slack", 600, HOUR),
}
PER_ACCOUNT = {
    "email": RateLimit("events.email.account", 2000, DAY),
    "sms": RateLimit("events.sms.account", 200, DAY),
    "slack": RateLimit("events.slack.account", 20_000, DAY),
}


async def count_against_message_limits(limiter: RateLimiter, waiting: PendingEventMessage) -> None:
    """One message more. `CannotTell`. Not with a connection held."""
    one, all_of_it = PER_RECIPIENT[waiting.channel], PER_ACCOUNT[waiting.channel]
    try:
        await limiter.hit(one, f"{waiting.tenant_id} {waiting.recipient}")
    except RateLimited:
        raise CannotTell(f"Limit of {one.count} messages per hour reached") from None
    try:
        await limiter.hit(all_of_it, str(waiting.tenant_id))
        if waiting.channel == "sms":
            await limiter.hit(PER_PREFIX, parse_country_prefix(waiting.recipient))
    except RateLimited:
        raise CannotTell(f"Limit of {all_of_it.count} messages per day reached") from None


Carrier = Callable[[Resources, PendingEventMessage], Awaitable[None]]

LONGEST_SMS = 300
NOT_REACHED = {
    "email": "The mail server did not take the mail",
    "sms": "The gateway for text messages did not take the message",
    "slack": "Slack did not take the message",
}


async def send_event_mail(resources: Resources, waiting: PendingEventMessage) -> None:
    content = waiting.content
    asked = content.get("email", {})
    mail = render_mail(
        "event",
        waiting.recipient,
        {
            **build_mail_theme(resources),
            "title": asked.get("subject", content["title"]),
            "text": content["text"],
            "at": content["at"],
            "link": build_mail_link(resources, "/oauth/portal/connectivity"),
        },
    )
    if "html" in asked:
        mail = Mail(mail.to, mail.subject, mail.text, asked["html"])
    try:
        await resources[Mailer].send(await replace_tenant_ids(resources, mail), str(waiting.id))
    except MailRefused as refusal:
        raise CannotTell(f"The address was rejected: {refusal}") from None


async def send_event_text_message(resources: Resources, waiting: PendingEventMessage) -> None:
    product = brand_of(configuration_of(resources), "loginBox").name
    content = waiting.content
    told = f"{product}: {content['title']}. {content['text']}"
    text = await resources[ExternalIds].replace_in_text(told)
    short = text if len(text) <= LONGEST_SMS else f"{text[: LONGEST_SMS - 1]}…"
    try:
        await resources[SmsSender].send(Sms(waiting.recipient, short), str(waiting.id))
    except SmsRefused as refusal:
        raise CannotTell(f"The number was rejected: {refusal}") from None


async def post_event_to_slack(resources: Resources, waiting: PendingEventMessage) -> None:
    slack, content = resources[SlackChoice].slack, waiting.content
    async with resources[Database].transaction(Scope.tenant(waiting.tenant_id)) as db:
        found = await INSTALLATION.first(db, waiting.tenant_id)
    if slack is None or found is None:
        raise CannotTell("No Slack workspace is connected")
    ids = resources[ExternalIds]
    token = TOKEN.open(resources[Box], found.id, found.sealed_token).decode()
    try:
        title, text = [await ids.replace_in_text(content[name]) for name in ("title", "text")]
        await slack.post_message(token, waiting.recipient, title, text)
    except SlackRefused as refusal:
        raise CannotTell(f"Slack rejected the message: {refusal}") from None


CARRIERS: dict[str, Carrier] = {
    "email": send_event_mail,
    "sms": send_event_text_message,
    "slack": post_event_to_slack,
}


log = get_logger()

# Longer than any server may take to accept a message.
CLAIMED_FOR = timedelta(seconds=60)


@job("connectivity.send", max_attempts=12)
async def send_event_message(context: JobContext, tenant_id: str, message_id: str) -> None:
    """Once. A crash after sending can repeat the message, under the same id."""
    waiting = await _claim_event_message(context, UUID(tenant_id), UUID(message_id))
    if waiting is None:
        return
    try:
        if context.attempt == 1:
            await count_against_message_limits(context.resources[RateLimiter], waiting)
        await CARRIERS[waiting.channel](context.resources, waiting)
    except CannotTell as refusal:
        await _record_message_failure(context, waiting, str(refusal), gave_up=True)
    except Exception as error:
        log.warning("event not told", channel=waiting.channel, reason=type(error).__name__)
        await _record_message_failure(
            context, waiting, NOT_REACHED[waiting.channel], gave_up=context.last_attempt
        )
        raise
    else:
        async with context.database.transaction(Scope.tenant(waiting.tenant_id)) as db:
            await queries.SENT.run(db, waiting.tenant_id, waiting.id, clock.now())


async def _claim_event_message(
    context: JobContext, tenant_id: UUID, message_id: UUID
) -> PendingEventMessage | None:
    """Claim the message for a while; None when it waits no longer. Raises `BeingSent` when another worker has
    claimed it."""
    now = clock.now()
    async with context.database.transaction(Scope.tenant(tenant_id)) as db:
        waiting = await queries.CLAIM.first(db, tenant_id, message_id, now, now + CLAIMED_FOR)
        if waiting is None and await queries.WAITS.one(db, tenant_id, message_id):
            raise BeingSent(str(message_id))
    return waiting


async def _record_message_failure(
    context: JobContext, waiting: PendingEventMessage, why: str, *, gave_up: bool
) -> None:
    async with context.database.transaction(Scope.tenant(waiting.tenant_id)) as db:
        if gave_up:
            await queries.FAILED.run(db, waiting.tenant_id, waiting.id, why, clock.now())
        else:
            await queries.TRY_AGAIN.run(db, waiting.tenant_id, waiting.id, why)
