"""Mail and text messages: queued in the caller's transaction, sent by a job, retried with back-off.

The content may hold a sign-in link, so it is encrypted while it waits and emptied once sent.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson

from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Command, Db, Query, Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.sealed import SealedColumn
from gatehouse.providers.mail.chosen_mailer import send_mail
from gatehouse.providers.mail.port import Mail, MailRefused
from gatehouse.providers.mail.render import render_mail
from gatehouse.providers.sms import OWN, Sms, SmsRefused, SmsSender, build_sms_sender


@dataclass(frozen=True, slots=True)
class PendingMessage:
    id: UUID
    channel: str
    recipient: str
    sealed_content: bytes


CONTENT = SealedColumn("outgoing_messages", "sealed_content")

ADD = Command(
    "insert into outgoing_messages (id, channel, recipient, subject, sealed_content, created_at)"
    " values ($1, $2, $3, $4, $5, $6)",
)
# Claims the message until $3, unless another worker has claimed it ($2: now).
CLAIM = Query(
    PendingMessage,
    """
    update outgoing_messages set claimed_until = $3
    where id = $1 and sent_at is null and sealed_content is not null
      and (claimed_until is null or claimed_until <= $2)
    returning id, channel, recipient, sealed_content
    """,
)
WAITS = Query(
    bool,
    "select exists (select from outgoing_messages"
    " where id = $1 and sent_at is null and sealed_content is not null) as waits",
)
SENT = Command("update outgoing_messages set sent_at = $2, sealed_content = null where id = $1")
FAILED = Command(
    "update outgoing_messages set last_error = $2, failed_at = $3, claimed_until = null where id = $1",
)
# Longer than any server may take to accept a message.
CLAIMED_FOR = timedelta(seconds=60)


# A message that could not be sent is kept as long as one that was sent.
OLD_MESSAGES = declare_purge(
    "outgoing_messages",
    timedelta(days=90),
    column="created_at",
    job="messages.forget",
    cron="37 * * * *",
)


class BeingSent(Exception):
    """Another worker has the message: look again later whether it got it out."""


class Outbox:
    """Queues messages; the box encrypts them."""

    def __init__(self, box: Box) -> None:
        self.box = box

    async def queue_mail(
        self, db: Db, template: str, to: str, *, reply_to: str | None = None, **values: Any
    ) -> None:
        """Queue a mail made from `templates/<template>.mjml` and `.txt` with these values. `reply_to`: who
        gets the answer, where that is not the sender."""
        await self.queue_rendered_mail(
            db, replace(render_mail(template, to, values), reply_to=reply_to)
        )

    async def queue_rendered_mail(self, db: Db, mail: Mail) -> None:
        """Queue a mail as it is."""
        content = {"text": mail.text, "html": mail.html}
        for name, value in (("reply_to", mail.reply_to), ("sender", mail.sender)):
            if value:
                content[name] = value
        await self._queue_message(db, "mail", mail.to, mail.subject, content)

    async def queue_sms(self, db: Db, to: str, text: str) -> None:
        await self._queue_message(db, "sms", to, "", {"text": text})

    async def _queue_message(
        self, db: Db, channel: str, to: str, subject: str, content: dict[str, str]
    ) -> None:
        message_id = new_id()
        plain = orjson.dumps({**content, "subject": subject})
        sealed = CONTENT.seal(self.box, message_id, plain)
        await ADD.run(db, message_id, channel, to, subject, sealed, clock.now())
        await enqueue(db, "message.send", message_id=message_id)


@job("message.send", max_attempts=12)
async def send_outgoing_message(context: JobContext, message_id: str) -> None:
    """Send once. The message is claimed meanwhile, and no connection held; a crash after sending can
    repeat the message, and its id, the same at every attempt, lets the receiver drop the copy."""
    waiting = await _claim_outgoing_message(context, UUID(message_id))
    if waiting is None:
        return
    try:
        await _deliver_outgoing_message(context, waiting)
    except (MailRefused, SmsRefused) as refusal:
        await _record_message_failure(context, waiting, refusal, gave_up=True)
        return
    except Exception as error:
        await _record_message_failure(context, waiting, error, gave_up=context.last_attempt)
        raise
    async with context.database.transaction(Scope.system()) as db:
        await SENT.run(db, waiting.id, clock.now())


async def _record_message_failure(
    context: JobContext, waiting: PendingMessage, error: Exception, *, gave_up: bool
) -> None:
    failed_at = clock.now() if gave_up else None
    async with context.database.transaction(Scope.system()) as db:
        await FAILED.run(db, waiting.id, _describe_error(error), failed_at)


async def _claim_outgoing_message(context: JobContext, message_id: UUID) -> PendingMessage | None:
    """Claim the message for a while; None when it waits no longer. Raises `BeingSent` when another worker has
    claimed it."""
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        waiting = await CLAIM.first(db, message_id, now, now + CLAIMED_FOR)
        if waiting is None and await WAITS.one(db, message_id):
            raise BeingSent(str(message_id))
    return waiting


def _describe_error(error: Exception) -> str:
    """The error as short readable text, without characters that PostgreSQL cannot store."""
    text = f"{type(error).__name__}: {error}".replace("\x00", "")[:500]
    return text.encode(errors="replace").decode()


async def _deliver_outgoing_message(context: JobContext, waiting: PendingMessage) -> None:
    box = context.resources[Outbox].box
    message_id = str(waiting.id)
    content = orjson.loads(CONTENT.open(box, message_id, waiting.sealed_content))
    if waiting.channel == "mail":
        mail = Mail(
            waiting.recipient,
            content["subject"],
            content["text"],
            content["html"],
            content.get("reply_to"),
            content.get("sender"),
        )
        await send_mail(context.resources, mail, message_id)
    else:
        sender = await _choose_sms_sender(context, box)
        text = await context.resources[ExternalIds].replace_in_text(content["text"])
        await sender.send(Sms(waiting.recipient, text), message_id)


async def _choose_sms_sender(context: JobContext, box: Box) -> SmsSender:
    """The vendor's own account goes before that of the deployment."""
    async with context.database.transaction(Scope.system()) as db:
        own = await OWN.first(db)
    return build_sms_sender(box, own) if own else context.resources[SmsSender]


# Deletes whole rows. `$1`: addresses, numbers and ids; `$2`: younger rows belong to another user.
DELETE_OUTGOING_MESSAGES = Command(
    "delete from outgoing_messages where recipient = any ($1::text[]) and created_at < $2"
)
